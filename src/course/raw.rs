//! The files of a pack as serde sees them: values with their places, nothing judged yet.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

use super::FORMAT;
use super::problem::Reader;

/// A string and where it stands.
pub(super) type Text = Spanned<String>;

/// `course.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCourse {
    #[serde(rename = "format")]
    _format: u32,
    pub(super) id: Text,
    pub(super) title: Text,
    pub(super) modules: Spanned<Vec<RawModule>>,
}

/// A module in `course.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawModule {
    pub(super) id: Text,
    pub(super) title: Text,
    pub(super) lessons: Vec<Text>,
}

/// `LESSON/lesson.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLesson {
    #[serde(rename = "format")]
    _format: u32,
    pub(super) title: Text,
    pub(super) subtitle: Text,
    #[serde(default)]
    pub(super) scenarios: Vec<Text>,
    pub(super) sections: Spanned<Vec<RawSection>>,
}

/// A section in `lesson.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSection {
    pub(super) id: Text,
    pub(super) title: Text,
    #[serde(default)]
    pub(super) blocks: Vec<RawBlock>,
}

/// A block; which keys belong to it depends on its kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBlock {
    pub(super) kind: Text,
    pub(super) text: Option<Text>,
    pub(super) columns: Option<Spanned<Vec<Text>>>,
    pub(super) rows: Option<Spanned<Vec<RawRow>>>,
    pub(super) steps: Option<Spanned<Vec<RawPoint>>>,
    pub(super) scenario: Option<Text>,
    pub(super) language: Option<Text>,
    pub(super) title: Option<Text>,
    pub(super) code: Option<Text>,
    pub(super) points: Option<Spanned<Vec<RawPoint>>>,
    pub(super) links: Option<Spanned<Vec<RawLink>>>,
    pub(super) claims: Option<Spanned<Vec<RawClaim>>>,
}

/// A row of a table.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawRow {
    pub(super) id: Text,
    pub(super) cells: Spanned<Vec<Text>>,
    #[serde(default)]
    pub(super) claims: Vec<RawClaim>,
}

/// A step of a trace or an item of a list.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPoint {
    pub(super) id: Text,
    pub(super) text: Text,
    #[serde(default)]
    pub(super) claims: Vec<RawClaim>,
}

/// A link to further reading.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLink {
    pub(super) title: Text,
    pub(super) url: Text,
}

/// A claim and the run that shows it.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawClaim {
    pub(super) id: Text,
    pub(super) scenario: Text,
    pub(super) expect: Spanned<BTreeMap<String, String>>,
}

/// `LESSON/questions.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawQuestions {
    #[serde(rename = "format")]
    _format: u32,
    #[serde(default)]
    pub(super) questions: Vec<RawQuestion>,
}

/// A question.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawQuestion {
    pub(super) id: Text,
    pub(super) section: Text,
    pub(super) prompt: Text,
    pub(super) answer: Text,
    pub(super) scenario: Option<Text>,
}

/// `ids.toml`: every id that was ever published.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawIds {
    #[serde(rename = "format")]
    _format: u32,
    /// Ids that the pack promises to keep.
    #[serde(default)]
    pub(super) kept: Vec<Text>,
    /// Ids that were given up on purpose; none of them may be used again.
    #[serde(default)]
    pub(super) retired: Vec<Text>,
}

/// The one key that is read before all others.
#[derive(Deserialize)]
struct Head {
    format: Option<Spanned<u32>>,
}

impl Reader<'_> {
    /// The file as `T`; `None` when it is not, with the reason noted.
    pub(super) fn toml<T: DeserializeOwned>(&mut self) -> Option<T> {
        // Nearly every file says so in its first line, and need not be read twice.
        if self.text.starts_with(&format!("format = {FORMAT}\n")) {
            return self.decode();
        }
        let head: Head = self.decode()?;
        match head.format {
            Some(format) if *format.get_ref() == FORMAT => self.decode(),
            Some(format) => {
                let what = format!("This file has format {}", format.get_ref());
                let remedy = format!("This program reads format {FORMAT}: write format = {FORMAT}");
                self.report(format.span(), what, remedy);
                None
            }
            None => {
                let remedy = format!("Write format = {FORMAT} as the first line");
                self.report_line(1, "This file does not say its format", remedy);
                None
            }
        }
    }

    fn decode<T: DeserializeOwned>(&mut self) -> Option<T> {
        match toml::from_str(self.text) {
            Ok(value) => Some(value),
            Err(error) => {
                let message = error.message();
                let start = error.span().map_or(0, |span| span.start);
                self.report(start..start, capitalised(message), remedy_for(message));
                None
            }
        }
    }
}

fn remedy_for(message: &str) -> &'static str {
    if message.starts_with("unknown field") {
        "Take the key out, or write one of those that are expected"
    } else if message.starts_with("missing field") {
        "Add the key to the table that begins here"
    } else if message.starts_with("invalid type") {
        "Write a value of the type that is expected"
    } else {
        "Mend the TOML here; https://toml.io/en/v1.0.0 says how it is written"
    }
}

fn capitalised(message: &str) -> String {
    let message = message.trim_end_matches(['.', '\n']);
    let mut chars = message.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}
