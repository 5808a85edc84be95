//! What is remembered: completion, read marks, the place, answers, notes.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// The format that this program writes.
pub const FORMAT: u32 = 1;

/// Everything that the progress file holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Version of the file's shape; see [`FORMAT`].
    pub format: u32,
    /// Rises by one with each write: the fence of the file.
    pub revision: u64,
    /// Where the learner was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// By lesson id.
    #[serde(default)]
    pub lessons: BTreeMap<String, LessonRecord>,
    /// By note id.
    #[serde(default)]
    pub notes: BTreeMap<String, Note>,
    /// In the order they were given.
    #[serde(default)]
    pub answers: Vec<Answer>,
}

/// What was done in one lesson.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LessonRecord {
    /// When it was marked complete or open again, and which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<Completion>,
    /// Ids of the sections that were read to their end.
    #[serde(default)]
    pub read: BTreeSet<String>,
    /// Ids of the scenarios that were watched to their end.
    #[serde(default)]
    pub watched: BTreeSet<String>,
}

/// A mark, and when it was made; the latest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completion {
    /// Complete, or open again.
    pub complete: bool,
    /// When.
    pub at: Timestamp,
}

/// A place to come back to.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Place {
    /// When the learner was there.
    pub at: Timestamp,
    /// Which lesson.
    pub lesson: String,
    /// Which screen, and where on it.
    pub spot: Spot,
}

/// Where something stands in a lesson: a place to resume at, or what a note is tied to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "screen", rename_all = "kebab-case")]
pub enum Spot {
    /// The lesson as a whole.
    Home,
    /// A section, and how far into its text, in thousandths, so that it survives another width.
    Read {
        /// Section id.
        section: String,
        /// Thousandths of the section's lines.
        permille: u16,
    },
    /// A moment of a timeline.
    Watch {
        /// Scenario id.
        scenario: String,
        /// Milliseconds from its start.
        at_ms: u64,
    },
    /// A question.
    Practice {
        /// Question id.
        question: String,
    },
    /// The list of notes.
    Notes,
}

/// A note.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Note {
    /// Which lesson.
    pub lesson: String,
    /// Where it was taken.
    pub spot: Spot,
    /// Markdown.
    pub text: String,
    /// When it was begun.
    pub created: Timestamp,
    /// When it last changed.
    pub changed: Timestamp,
    /// A deleted note leaves its mark, so that a merge does not bring it back.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deleted: bool,
}

/// One answer to a question.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// Question id.
    pub question: String,
    /// When.
    pub at: Timestamp,
    /// What was typed; empty when it was only thought.
    #[serde(default)]
    pub text: String,
    /// How well it went, by the learner's own word.
    pub grade: Grade,
}

/// How well an answer went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Not known.
    Missed,
    /// Part of it.
    Partly,
    /// All of it.
    Knew,
}
