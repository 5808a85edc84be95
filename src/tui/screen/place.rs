//! Places in words, and the notes that belong to them.

use super::Context;
use crate::progress::{Spot, record::moment};
use crate::{course::Lesson, fencing::scenario::Scenario, practice::generate};

impl Context {
    /// A place of the open lesson in words.
    pub fn place(&self, spot: &Spot) -> String {
        in_words(&self.lesson, spot)
    }

    /// The title of the scenario of this id; the id where it does not read.
    pub fn run_title(&self, scenario: &str) -> String {
        run_title(&self.lesson, scenario)
    }

    /// The places of the open lesson that notes belong to, a place a note.
    pub fn noted(&self) -> impl Iterator<Item = &Spot> {
        self.record.noted(&self.lesson.id)
    }

    /// So many notes belong to a section.
    pub fn noted_in(&self, wanted: &str) -> usize {
        let is_in = |spot: &&Spot| matches!(spot, Spot::Read { section, .. } if section == wanted);
        self.noted().filter(is_in).count()
    }

    /// So many notes belong to a question.
    pub fn noted_on(&self, wanted: &str) -> usize {
        let is_on =
            |spot: &&Spot| matches!(spot, Spot::Practice { question } if question == wanted);
        self.noted().filter(is_on).count()
    }
}

/// A place of a lesson in words; by its id where the content no longer has it.
pub fn in_words(lesson: &Lesson, spot: &Spot) -> String {
    match spot {
        Spot::Home | Spot::Notes => "The lesson".to_owned(),
        Spot::Progress => "Progress".to_owned(),
        Spot::Read { section, .. } => lesson.title_of(section).unwrap_or(section).to_owned(),
        Spot::Watch { scenario, .. } if scenario.is_empty() => "The timelines".to_owned(),
        Spot::Watch {
            scenario, at_ms, ..
        } => {
            format!("{} at {}", run_title(lesson, scenario), moment(*at_ms))
        }
        Spot::Lab { view, .. } => format!("Lab, {view}"),
        Spot::Practice { question } if question.is_empty() => "Practice".to_owned(),
        Spot::Practice { question } => {
            let known = generate::question(lesson, question);
            known.map_or_else(|| question.clone(), |question| question.prompt.plain())
        }
    }
}

fn run_title(lesson: &Lesson, scenario: &str) -> String {
    let source = lesson.scenario(scenario);
    let parsed = source.and_then(|source| Scenario::parse(&source.file, &source.toml).ok());
    let parsed = parsed.or_else(|| generate::scenario(scenario));
    parsed.map_or_else(|| scenario.to_owned(), |scenario| scenario.title)
}
