//! Finds the terms of a lesson in its text.

use std::ops::Range;

use super::{Lesson, Term};

impl Lesson {
    /// The term that `word` is a spelling of; upper and lower case are the same.
    pub fn term(&self, word: &str) -> Option<&Term> {
        let word = word.trim();
        let mut terms = self.glossary.iter();
        terms.find(|term| term.spellings().any(|one| one.eq_ignore_ascii_case(word)))
    }

    /// The terms in the order of the alphabet.
    pub fn terms(&self) -> Vec<&Term> {
        let mut terms: Vec<&Term> = self.glossary.iter().collect();
        terms.sort_by_key(|term| term.term.to_lowercase());
        terms
    }
}

impl Term {
    /// Every way in which it is written.
    fn spellings(&self) -> impl Iterator<Item = &str> {
        let forms = self.forms.iter().map(String::as_str);
        std::iter::once(self.term.as_str()).chain(forms)
    }

    /// How many bytes of the beginning of `text` its longest spelling there takes, ending with a word.
    fn begins(&self, text: &str) -> Option<usize> {
        let long = |one: &&str| {
            let start = text.get(..one.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(one))
                && !text[one.len()..].starts_with(goes_on)
        };
        self.spellings().filter(long).map(str::len).max()
    }
}

/// Whether a word goes on with this character.
fn goes_on(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '_')
}

/// Where `terms` stand in `text` as words of their own: the bytes, and which of them. Where one is part of another, such as
/// *token* of *fencing token*, the longer one counts.
pub fn spot(text: &str, terms: &[Term]) -> Vec<(Range<usize>, usize)> {
    let mut found = Vec::new();
    let mut before: Option<char> = None;
    let mut past = 0;
    for (at, c) in text.char_indices() {
        let begins = at >= past && !before.is_some_and(goes_on) && goes_on(c);
        before = Some(c);
        if !begins {
            continue;
        }
        let here = terms.iter().enumerate();
        let here = here.filter_map(|(index, term)| Some((term.begins(&text[at..])?, index)));
        // The first of equals, so that the order of the glossary decides.
        let longest = here.max_by_key(|(length, index)| (*length, usize::MAX - index));
        if let Some((length, index)) = longest {
            past = at + length;
            found.push((at..past, index));
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    fn term(term: &str, forms: &[&str]) -> Term {
        Term {
            id: term.to_owned(),
            term: term.to_owned(),
            forms: forms.iter().map(|form| (*form).to_owned()).collect(),
            text: super::super::Rich::default(),
            section: None,
        }
    }

    #[test]
    fn words_are_found_whole_and_the_longer_term_counts() {
        let terms = [
            term("token", &["tokens"]),
            term("fencing token", &["fencing tokens"]),
            term("lease", &[]),
        ];
        let table: &[(&str, &[(&str, usize)])] = &[
            ("A Lease ends.", &[("Lease", 2)]),
            (
                "Fencing tokens; a token",
                &[("Fencing tokens", 1), ("token", 0)],
            ),
            ("release, leased, lease-based, lease_id", &[]),
            ("(lease)", &[("lease", 2)]),
            ("ünlease é lease", &[("lease", 2)]),
            ("", &[]),
        ];
        for (text, wanted) in table {
            let found = spot(text, &terms);
            let found: Vec<_> = found
                .iter()
                .map(|(at, of)| (&text[at.clone()], *of))
                .collect();
            assert_eq!(&found, wanted, "{text}");
        }
    }
}
