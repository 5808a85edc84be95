//! The files of a pack as serde sees them: values with their places, nothing judged yet.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde::de::DeserializeOwned;
use toml::Spanned;

use super::FORMAT;
use super::problem::Reader;
use crate::fencing::scenario::toml_mistake;

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
    pub(super) requires: Vec<Text>,
    pub(super) sections: Spanned<Vec<RawSection>>,
    #[serde(default)]
    pub(super) deeper: Vec<RawSection>,
    pub(super) cheatsheet: Option<RawSection>,
    #[serde(default)]
    pub(super) questions: Vec<Text>,
    #[serde(default)]
    pub(super) practice: Vec<Text>,
    #[serde(default)]
    pub(super) scenarios: Vec<Text>,
}

/// The name of a section in `lesson.toml`, and what it belongs to if it goes deeper.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSection {
    pub(super) id: Text,
    pub(super) title: Text,
    pub(super) under: Option<Text>,
    pub(super) row: Option<Text>,
}

/// `LESSON/sections/ID.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawBody {
    #[serde(rename = "format")]
    _format: u32,
    #[serde(default)]
    pub(super) blocks: Vec<RawBlock>,
    #[serde(default)]
    pub(super) sources: Vec<RawLink>,
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

/// `LESSON/questions/ID.toml`; which keys belong to it depends on its kind.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawQuestion {
    #[serde(rename = "format")]
    _format: u32,
    pub(super) section: Text,
    pub(super) kind: Text,
    pub(super) prompt: Text,
    pub(super) answer: Option<Text>,
    pub(super) scenario: Option<Text>,
    #[serde(default)]
    pub(super) misconceptions: Vec<Text>,
    #[serde(default)]
    pub(super) points: Vec<Text>,
    pub(super) options: Option<Spanned<Vec<RawOption>>>,
    pub(super) steps: Option<Spanned<Vec<RawOption>>>,
    pub(super) pairs: Option<Spanned<Vec<RawPair>>>,
    #[serde(default)]
    pub(super) others: Vec<Text>,
    pub(super) language: Option<Text>,
    pub(super) code: Option<Text>,
    #[serde(default)]
    pub(super) columns: Vec<Text>,
    #[serde(default)]
    pub(super) not_null: Vec<Text>,
    #[serde(default)]
    pub(super) parameters: Vec<Text>,
    pub(super) want: Option<Text>,
    pub(super) tries: Option<Spanned<Vec<RawOption>>>,
    pub(super) moment: Option<Text>,
}

/// Something to choose or to put in order.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawOption {
    pub(super) id: Text,
    pub(super) text: Text,
    #[serde(default)]
    pub(super) right: bool,
    pub(super) why: Text,
    pub(super) scenario: Option<Text>,
    pub(super) misconception: Option<Text>,
    pub(super) line: Option<Spanned<usize>>,
}

/// Two things that belong together.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPair {
    pub(super) id: Text,
    pub(super) left: Text,
    pub(super) right: Text,
    pub(super) why: Text,
    pub(super) scenario: Option<Text>,
}

/// `LESSON/misconceptions.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawMisconceptions {
    #[serde(rename = "format")]
    _format: u32,
    pub(super) misconceptions: Vec<RawMisconception>,
}

/// Something that learners get wrong.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawMisconception {
    pub(super) id: Text,
    pub(super) belief: Text,
    pub(super) truth: Text,
    pub(super) scenario: Option<Text>,
}

/// `LESSON/glossary.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGlossary {
    #[serde(rename = "format")]
    _format: u32,
    pub(super) terms: Vec<RawTerm>,
}

/// A term and what it means.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTerm {
    pub(super) id: Text,
    pub(super) term: Text,
    #[serde(default)]
    pub(super) forms: Vec<Text>,
    pub(super) text: Text,
    pub(super) section: Option<Text>,
}

/// `LESSON/guide.toml`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawGuide {
    #[serde(rename = "format")]
    _format: u32,
    pub(super) start: Text,
    pub(super) questions: Vec<RawFork>,
    pub(super) advice: Vec<RawAdvice>,
}

/// A question of the guide.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFork {
    pub(super) id: Text,
    pub(super) text: Text,
    pub(super) hint: Option<Text>,
    pub(super) answers: Spanned<Vec<RawTurn>>,
}

/// An answer to a question of the guide, and where it leads: to a question or to advice.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawTurn {
    pub(super) text: Text,
    pub(super) question: Option<Text>,
    pub(super) advice: Option<Text>,
}

/// What the guide advises.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAdvice {
    pub(super) id: Text,
    pub(super) title: Text,
    pub(super) lock: Text,
    pub(super) check: Text,
    pub(super) reasons: Spanned<Vec<Text>>,
    pub(super) risk: Text,
    pub(super) scenario: Option<Text>,
    pub(super) section: Option<Text>,
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
                let (what, remedy) = toml_mistake(&error);
                let start = error.span().map_or(0, |span| span.start);
                self.report(start..start, capitalised(&what), capitalised(remedy));
                None
            }
        }
    }
}

fn capitalised(message: &str) -> String {
    let mut chars = message.chars();
    let first = chars.next().map(|c| c.to_ascii_uppercase());
    first.into_iter().chain(chars).collect()
}

impl RawQuestion {
    /// The keys of its kind that are there, each with where its value begins.
    pub(super) fn present(&self) -> Vec<(&'static str, usize)> {
        fn start<T>(value: &Option<Spanned<T>>) -> Option<usize> {
            value.as_ref().map(|value| value.span().start)
        }
        fn first(list: &[Text]) -> Option<usize> {
            list.first().map(|text| text.span().start)
        }
        let predicts = self.kind.get_ref() == "predict";
        [
            ("answer", start(&self.answer)),
            // Every kind may have one, and a prediction must.
            ("scenario", start(&self.scenario).filter(|_| predicts)),
            ("points", first(&self.points)),
            ("options", start(&self.options)),
            ("steps", start(&self.steps)),
            ("pairs", start(&self.pairs)),
            ("others", first(&self.others)),
            ("language", start(&self.language)),
            ("code", start(&self.code)),
            ("columns", first(&self.columns)),
            ("not_null", first(&self.not_null)),
            ("parameters", first(&self.parameters)),
            ("want", start(&self.want)),
            ("tries", start(&self.tries)),
            ("moment", start(&self.moment)),
        ]
        .into_iter()
        .filter_map(|(name, start)| Some((name, start?)))
        .collect()
    }
}
