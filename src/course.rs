//! The lesson as data: what is taught, apart from how it is shown.
//!
//! A [`Pack`] is read from a directory of TOML files (the one embedded in the binary, or `--content DIR`),
//! checked, cleaned of anything a terminal could take for a command, and from then on only looked up.
//!
//! ```text
//!  part       what has a file of its own, and is read when it is first asked for
//!  question   the kinds of practice questions; sql judges a condition by what it does
//!  reference  terms, misconceptions, the guide to a decision
//!  files      where the text comes from: embedded in the binary, or a directory
//!  raw        the files as serde sees them, each value with its place
//!  parse      raw to Pack; block does one section's blocks, markdown does prose
//!  order      which lessons come before which
//!  lookup     find by id, text without styles; terms finds those of the glossary in a text
//!  check      what CI runs over a pack: everything that parse refuses, kept ids, and the
//!             scenarios, which it plays
//!  problem    what is wrong, where, and what to write instead
//! ```

use std::borrow::Cow;

mod block;
mod check;
mod files;
mod lookup;
mod markdown;
mod order;
pub(crate) mod ordinary;
mod parse;
mod part;
mod problem;
mod question;
mod raw;
mod reference;
mod scenarios;
pub mod sql;
mod terms;
#[cfg(test)]
mod tests;

pub use check::{Report, check};
pub use files::Files;
pub use part::Part;
pub use problem::{Problem, Problems};
pub use question::{Ask, Choice, Condition, Pair, Question};
pub use reference::{Advice, Fork, Guide, Misconception, Stop, Term, Turn, Way};
pub use terms::spot;

/// The `format` that this program reads in every file of a pack.
pub const FORMAT: u32 = 1;

/// Stands for the guide to a decision where ids of sections stand; no section may have it.
pub const GUIDE: &str = "guide";
/// The title of the guide.
pub const GUIDE_TITLE: &str = "Which lock?";
/// Stands for the glossary where ids of sections stand; no section may have it.
pub const GLOSSARY: &str = "glossary";
/// The title of the glossary.
pub const GLOSSARY_TITLE: &str = "Glossary";

/// A content pack: one course and its lessons, in the course's order.
#[derive(Debug, Clone, PartialEq)]
pub struct Pack {
    /// The course that the lessons belong to.
    pub course: Course,
    /// The lessons, in the order of the course's modules.
    pub lessons: Vec<Lesson>,
}

/// A course, its modules, and the order of lessons in them.
#[derive(Debug, Clone, PartialEq)]
pub struct Course {
    /// Stable id.
    pub id: String,
    /// As shown.
    pub title: String,
    /// Modules in order.
    pub modules: Vec<Module>,
}

/// A module of a course.
#[derive(Debug, Clone, PartialEq)]
pub struct Module {
    /// Stable id.
    pub id: String,
    /// As shown.
    pub title: String,
    /// Ids of its lessons in order.
    pub lessons: Vec<String>,
}

/// One lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Lesson {
    /// Stable id, also the name of its directory.
    pub id: String,
    /// As shown.
    pub title: String,
    /// One line under the title.
    pub subtitle: String,
    /// Ids of the lessons that come before it.
    pub requires: Vec<String>,
    /// The parts in reading order.
    pub sections: Vec<Section>,
    /// More for those who want to know, each under a section.
    pub deeper: Vec<Section>,
    /// All of it on one page, if there is such a page.
    pub cheatsheet: Option<Section>,
    /// The lesson's own questions in order.
    pub questions: Vec<Part<Question>>,
    /// Further questions for practice, in order.
    pub practice: Vec<Part<Question>>,
    /// What learners get wrong, in order.
    pub misconceptions: Part<Vec<Misconception>>,
    /// Its terms.
    pub glossary: Part<Vec<Term>>,
    /// Questions that lead to a decision.
    pub guide: Part<Guide>,
    /// Sources of the scenarios, in order; `fencing::scenario` parses them.
    pub scenarios: Vec<ScenarioSource>,
}

/// The text of one scenario file, kept with its name so that errors can point into it.
#[derive(Debug, Clone, PartialEq)]
pub struct ScenarioSource {
    /// The file, relative to the pack.
    pub file: String,
    /// Its TOML.
    pub toml: Cow<'static, str>,
}

/// A part of the lesson.
#[derive(Debug, Clone, PartialEq)]
pub struct Section {
    /// Stable id; read marks and notes hold on to it.
    pub id: String,
    /// Heading.
    pub title: String,
    /// What it belongs to, if it goes deeper.
    pub under: Option<Under>,
    /// What stands under the heading.
    pub body: Part<Body>,
}

/// What a section that goes deeper belongs to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Under {
    /// Id of a section of the lesson.
    pub section: String,
    /// Id of a row of its table.
    pub row: Option<String>,
}

/// What stands under a heading.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Body {
    /// The blocks in order.
    pub blocks: Vec<Block>,
    /// Where its statements come from.
    pub sources: Vec<Link>,
}

/// A block of a section.
#[derive(Debug, Clone, PartialEq)]
pub enum Block {
    /// Paragraphs of prose.
    Prose {
        /// The paragraphs.
        text: Rich,
        /// What the prose asserts, each with the run that shows it.
        claims: Vec<Claim>,
    },
    /// A table; where it does not fit, each row becomes a card.
    Table {
        /// Column headings.
        columns: Vec<String>,
        /// Rows.
        rows: Vec<Row>,
    },
    /// A sequence of events, each one line.
    Trace {
        /// The steps in order.
        steps: Vec<Point>,
        /// The scenario that plays it.
        scenario: Option<String>,
    },
    /// Code, kept as it is.
    Code {
        /// Lower-case name of the language, such as `sql`.
        language: String,
        /// A line above it.
        title: String,
        /// The code.
        code: String,
        /// What the code asserts.
        claims: Vec<Claim>,
    },
    /// A set-apart list.
    Points {
        /// How it is set apart.
        kind: PointKind,
        /// The items.
        points: Vec<Point>,
    },
    /// Links to what to read next.
    Reading {
        /// The links.
        links: Vec<Link>,
    },
}

/// How a list is set apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum PointKind {
    /// An ordinary list.
    Plain,
    /// Common pitfalls.
    Pitfall,
    /// Key points.
    Key,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq)]
pub struct Row {
    /// Stable id.
    pub id: String,
    /// One cell a column.
    pub cells: Vec<String>,
    /// What the row asserts.
    pub claims: Vec<Claim>,
}

/// An item of a list or a step of a trace.
#[derive(Debug, Clone, PartialEq)]
pub struct Point {
    /// Stable id.
    pub id: String,
    /// The first paragraph is the point itself, one short line; those after it explain.
    pub text: Rich,
    /// What it asserts.
    pub claims: Vec<Claim>,
}

/// A statement of the lesson and the run that shows it: the lesson cannot lie.
#[derive(Debug, Clone, PartialEq)]
pub struct Claim {
    /// Stable id, unique in the lesson.
    pub id: String,
    /// Id of the scenario.
    pub scenario: String,
    /// What the run must show; property name to verdict (`holds` or `violated`).
    pub expect: Vec<(String, String)>,
}

/// A link; only `http`, `https` and `mailto` are let in.
#[derive(Debug, Clone, PartialEq)]
pub struct Link {
    /// As shown.
    pub title: String,
    /// Where it leads.
    pub url: String,
}

/// Prose: paragraphs of inline runs, parsed from Markdown.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Rich {
    /// Paragraphs in order.
    pub paragraphs: Vec<Vec<Inline>>,
}

/// A run of text in one style.
#[derive(Debug, Clone, PartialEq)]
pub struct Inline {
    /// The text, cleaned; never empty, no line breaks.
    pub text: String,
    /// How it is set.
    pub style: InlineStyle,
    /// Where it leads, when it is a link.
    pub link: Option<String>,
}

/// How a run of text is set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum InlineStyle {
    /// Ordinary text.
    #[default]
    Plain,
    /// Emphasis.
    Emphasis,
    /// Strong emphasis.
    Strong,
    /// Code in the line.
    Code,
}
