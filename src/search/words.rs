//! Texts as words, and how well a word meets a query.

use std::collections::BTreeMap;
use std::ops::Range;

use nucleo_matcher::pattern::{AtomKind, CaseMatching, Normalization, Pattern};
use nucleo_matcher::{Config, Matcher, Utf32Str};
use unicode_segmentation::UnicodeSegmentation;

use super::AS_TYPED;

/// How well a word meets a word of the query.
const SAME: u32 = 100;
const BEGINS: u32 = 70;
const WITHIN: u32 = 40;
const LIKE: u32 = 15;
/// A word of the query that is shorter has too few letters to tell a slip by.
const SHORTEST_SLIP: usize = 4;

/// Every word there is, once, in lower case.
#[derive(Debug, Default)]
pub(super) struct Words {
    ids: BTreeMap<String, usize>,
}

/// How well each word, by its number, meets one word of a query; 0: not at all. Words that came later are not met.
pub(super) struct Meets(Vec<u32>);

/// A text as it is shown, and its words.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Text {
    pub(super) shown: String,
    /// Where a word stands, and its number.
    words: Vec<(Range<usize>, usize)>,
}

/// The words of `text` in lower case, each with its place in bytes. Where a word is written as one, such as
/// `fencing-token` or `SET NX`, its parts are words. What compares two numbers is a word too, such as `<=`.
pub(super) fn split(text: &str) -> impl Iterator<Item = (Range<usize>, String)> {
    let mut words: Vec<(usize, &str)> = text.unicode_word_indices().collect();
    words.extend(text.match_indices(['<', '>']).map(|(at, sign)| {
        let with_equal = text.get(at..at + 2).filter(|two| two.ends_with('='));
        (at, with_equal.unwrap_or(sign))
    }));
    words.sort_unstable();
    words.into_iter().flat_map(|(start, word)| {
        let mut parts = Vec::new();
        let mut at = 0;
        for part in word.split(['_', '.', '\'', '’', ':']) {
            if !part.is_empty() {
                let range = start + at..start + at + part.len();
                parts.push((range, part.to_lowercase()));
            }
            at += part.len() + separator(word, at + part.len());
        }
        parts
    })
}

/// The bytes of the separator at byte `at` of a word.
fn separator(word: &str, at: usize) -> usize {
    let rest = word.get(at..).unwrap_or_default();
    rest.chars().next().map_or(0, char::len_utf8)
}

impl Words {
    /// Takes a text in.
    pub(super) fn text(&mut self, shown: &str) -> Text {
        let words = split(shown).map(|(range, word)| {
            let next = self.ids.len();
            (range, *self.ids.entry(word).or_insert(next))
        });
        Text {
            words: words.collect(),
            shown: shown.to_owned(),
        }
    }

    /// How well every word meets `wanted`, which is in lower case.
    pub(super) fn meeting(&self, wanted: &str) -> Meets {
        let mut meets = vec![0; self.ids.len()];
        for (word, &id) in &self.ids {
            let score = match word.find(wanted) {
                Some(0) if word.len() == wanted.len() => SAME,
                Some(0) => BEGINS,
                Some(_) => WITHIN,
                None => 0,
            };
            if let Some(place) = meets.get_mut(id) {
                *place = score;
            }
        }
        match meets.iter().max() {
            None | Some(0) => self.like(wanted, &mut meets),
            Some(&WITHIN) => {}
            // Where there are words of this name, one that only has it within is another: a lease is no release.
            Some(_) => meets.iter_mut().for_each(|score| {
                if *score == WITHIN {
                    *score = 0;
                }
            }),
        }
        Meets(meets)
    }

    /// Words that hold the letters of `wanted` in order, from the same first one on: those that the matcher likes best.
    fn like(&self, wanted: &str, meets: &mut [u32]) {
        if wanted.chars().count() < SHORTEST_SLIP {
            return;
        }
        let mut matcher = Matcher::new(Config::DEFAULT);
        let (case, fold) = (CaseMatching::Ignore, Normalization::Smart);
        let pattern = Pattern::new(wanted, case, fold, AtomKind::Fuzzy);
        let mut letters = Vec::new();
        let mut scored = Vec::new();
        for (word, &id) in &self.ids {
            let word = Utf32Str::new(word, &mut letters);
            scored.extend(pattern.score(word, &mut matcher).map(|score| (score, id)));
        }
        let best = scored.iter().map(|(score, _)| *score).max().unwrap_or(0);
        for (score, id) in scored {
            // Far from the best one, letters in order are chance.
            if score * 10 >= best * 8
                && let Some(place) = meets.get_mut(id)
            {
                *place = LIKE;
            }
        }
    }
}

impl Meets {
    fn score(&self, id: usize) -> u32 {
        self.0.get(id).copied().unwrap_or(0)
    }
}

impl Text {
    /// How well the best of its words meets one word of a query.
    pub(super) fn best(&self, one: &Meets) -> u32 {
        let scores = self.words.iter().map(|(_, id)| one.score(*id));
        scores.max().unwrap_or(0)
    }

    /// How well it fits a whole query, which was `typed` so.
    pub(super) fn fit(&self, wanted: &[Meets], typed: &str) -> u32 {
        let fit: u32 = wanted.iter().map(|one| self.best(one)).sum();
        let as_typed = fit > 0 && wanted.len() > 1 && self.shown.to_lowercase().contains(typed);
        fit + if as_typed { AS_TYPED } else { 0 }
    }

    /// Its words that meet a word of a query.
    pub(super) fn marks(&self, wanted: &[Meets]) -> Vec<Range<usize>> {
        let met = |id: usize| wanted.iter().any(|one| one.score(id) > 0);
        let words = self.words.iter().filter(|(_, id)| met(*id));
        words.map(|(range, _)| range.clone()).collect()
    }
}
