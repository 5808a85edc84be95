//! Search over everything that is taught and noted: the parts of every lesson, terms, misconceptions, questions, runs, notes.
//!
//! An [`Index`] holds the texts as words. A query is words too: each has to be somewhere in an entry, as a word, the
//! beginning of one or a part of one. Only where no text has it, it is taken for an abbreviation or a slip, and the
//! words that hold its letters in order stand in for it. Answers to questions are left out: a search must not give them away.
//!
//! ```text
//!  index    what is searched, from a pack and a record
//!  words    texts as words, and how well a word meets a query
//! ```

mod index;
#[cfg(test)]
mod tests;
mod words;

use std::ops::Range;

use crate::progress::{NoteKey, Spot};
use words::{Meets, Text, Words};

/// How much a match in a title counts beside one in a text.
const TITLE: u32 = 3;
/// What is added when a text has the query as it was typed.
const AS_TYPED: u32 = 150;
/// What is added to a term of the glossary that has the name which was typed: it comes before all that speak of it.
const NAMED: u32 = 100_000;
/// So many words of a query count; nobody searches for more, but anything may be pasted.
const WORDS: usize = 12;
/// So many results at most; whoever wants another one types another word.
const MOST: usize = 60;

/// What was found.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Kind {
    /// A part of a lesson.
    Part,
    /// A term of the glossary.
    Term,
    /// A part that goes deeper.
    Deeper,
    /// What learners get wrong.
    Misconception,
    /// A question.
    Question,
    /// A run that can be watched.
    Run,
    /// A note of the learner's.
    Note,
}

impl Kind {
    /// As shown.
    pub fn name(self) -> &'static str {
        match self {
            Self::Part => "part",
            Self::Term => "term",
            Self::Deeper => "deeper",
            Self::Misconception => "misconception",
            Self::Question => "question",
            Self::Run => "run",
            Self::Note => "note",
        }
    }
}

/// Something that can be found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// What it is.
    pub kind: Kind,
    /// The id of its lesson.
    pub lesson: String,
    /// Where it is; of a note, where it was taken.
    pub spot: Spot,
    /// Which note, if it is one.
    pub note: Option<NoteKey>,
    title: Text,
    texts: Vec<Text>,
    /// What else a term is called: it is found by these, and they are not shown.
    forms: Vec<Text>,
}

impl Entry {
    /// As shown.
    pub fn title(&self) -> &str {
        &self.title.shown
    }

    /// The text of a hit.
    pub fn passage(&self, hit: &Hit) -> Option<&str> {
        let text = self.texts.get(hit.passage?)?;
        Some(&text.shown)
    }
}

/// An entry that a query found, and where in it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hit {
    /// Which entry of the index.
    pub entry: usize,
    /// What matched in its title, as byte ranges in order.
    pub title: Vec<Range<usize>>,
    /// Which of its texts fits best.
    passage: Option<usize>,
    /// What matched in that text.
    pub marks: Vec<Range<usize>>,
    score: u32,
}

/// Everything that can be found.
#[derive(Debug, Default)]
pub struct Index {
    words: Words,
    entries: Vec<Entry>,
    /// So many entries are content; notes follow.
    content: usize,
}

impl Index {
    /// The entry of a hit.
    pub fn entry(&self, hit: &Hit) -> Option<&Entry> {
        self.entries.get(hit.entry)
    }

    /// What `query` finds, the best first; what fits equally well stands in the order of the content.
    pub fn find(&self, query: &str) -> Vec<Hit> {
        let wanted: Vec<Meets> = words::split(query)
            .take(WORDS)
            .map(|(_, word)| self.words.meeting(&word))
            .collect();
        if wanted.is_empty() {
            return Vec::new();
        }
        let typed = query.trim().to_lowercase();
        let entries = self.entries.iter().enumerate();
        let mut hits: Vec<Hit> = entries
            .filter_map(|(at, entry)| entry.hit(at, &wanted, &typed))
            .collect();
        hits.sort_by(|a, b| b.score.cmp(&a.score).then(a.entry.cmp(&b.entry)));
        hits.truncate(MOST);
        hits
    }
}

impl Entry {
    /// Whether it is a term of this name, which is in lower case.
    fn is_named(&self, typed: &str) -> bool {
        let mut names = [&self.title].into_iter().chain(&self.forms);
        self.kind == Kind::Term && names.any(|name| name.shown.to_lowercase() == typed)
    }

    fn hit(&self, at: usize, wanted: &[Meets], typed: &str) -> Option<Hit> {
        // What a question asks is as long as a text, and what is so comes before what is only believed.
        let weight = match self.kind {
            Kind::Question | Kind::Misconception => 1,
            _ => TITLE,
        };
        let everywhere = |one: &Meets| {
            let texts = self.texts.iter().chain(&self.forms);
            let texts = texts.map(|text| text.best(one));
            let texts = texts.max().unwrap_or(0);
            texts.max(self.title.best(one) * weight)
        };
        let mut score = 0;
        for one in wanted {
            let best = everywhere(one);
            if best == 0 {
                return None;
            }
            score += best;
        }
        let texts = self.texts.iter().enumerate();
        let (fit, passage) = texts
            .map(|(at, text)| (text.fit(wanted, typed), at))
            .max_by(|(a, i), (b, j)| a.cmp(b).then(j.cmp(i)))
            .unzip();
        let named = self.is_named(typed);
        // Its definition comes first.
        let passage = if named { passage.map(|_| 0) } else { passage };
        let forms = self.forms.iter().map(|form| form.fit(wanted, typed));
        let fit = fit.max(forms.max()).unwrap_or(0) + if named { NAMED } else { 0 };
        let title = self.title.fit(wanted, typed);
        let marks = passage.and_then(|at| self.texts.get(at));
        Some(Hit {
            entry: at,
            title: self.title.marks(wanted),
            marks: marks.map_or_else(Vec::new, |text| text.marks(wanted)),
            passage,
            score: score + fit + title * weight,
        })
    }
}
