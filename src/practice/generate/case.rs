//! A case: the run, what is told of it, the answers.

use std::collections::BTreeSet;

use super::draw::Draw;
use crate::{
    course::{Choice, Rich},
    fencing::scenario::Scenario,
};

/// So many answers a question has at most.
const ANSWERS: usize = 4;
/// The id of the right answer.
pub(super) const RIGHT: &str = "what-the-world-does";

/// A case that a template has drawn.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) scenario: Scenario,
    /// What is told and asked, a paragraph each.
    pub(super) told: Vec<String>,
    right: (String, String),
    /// What misconceptions predict: their ids, the texts, why not.
    wrong: Vec<(&'static str, String, String)>,
    /// What to take away.
    pub(super) answer: String,
}

impl Case {
    /// A case about the run of `scenario`, in which this is told and then asked.
    pub(super) fn new(
        scenario: &Scenario,
        told: impl Into<String>,
        asked: impl Into<String>,
    ) -> Self {
        Self {
            scenario: scenario.clone(),
            told: vec![told.into(), asked.into()],
            right: Default::default(),
            wrong: Vec::new(),
            answer: String::new(),
        }
    }

    /// A statement that is asked about stands in a paragraph of its own.
    pub(super) fn about(mut self, statement: String) -> Self {
        self.told.insert(1, statement);
        self
    }

    /// What the world does, and why.
    pub(super) fn right(mut self, text: impl Into<String>, why: impl Into<String>) -> Self {
        self.right = (text.into(), why.into());
        self
    }

    /// What somebody expects who has this misconception, and why it is not so.
    pub(super) fn wrong(
        mut self,
        belief: &'static str,
        text: impl Into<String>,
        why: impl Into<String>,
    ) -> Self {
        self.wrong.push((belief, text.into(), why.into()));
        self
    }

    /// The same, where it fits the case.
    pub(super) fn wrong_if(
        self,
        fits: bool,
        belief: &'static str,
        text: impl Into<String>,
        why: impl Into<String>,
    ) -> Self {
        match fits {
            true => self.wrong(belief, text, why),
            false => self,
        }
    }

    /// What to take away.
    pub(super) fn answer(mut self, text: impl Into<String>) -> Self {
        self.answer = text.into();
        self
    }

    /// Whether there is something to choose from, and nothing twice.
    pub(super) fn is_sound(&self) -> bool {
        let texts = self.wrong.iter().map(|(_, text, _)| text);
        let texts: BTreeSet<_> = texts.chain([&self.right.0]).collect();
        let beliefs: BTreeSet<_> = self.wrong.iter().map(|(belief, ..)| belief).collect();
        let count = self.wrong.len();
        count >= 2 && beliefs.len() == count && texts.len() == count + 1
    }

    /// What there is to choose from: the right answer, and some of the wrong ones.
    pub(super) fn options(&self, draw: &mut Draw) -> Vec<Choice> {
        let right = choice(RIGHT, &self.right.0, &self.right.1, None);
        let wrong = draw.some(self.wrong.clone(), ANSWERS - 1);
        let wrong = wrong.iter();
        let wrong = wrong.map(|(belief, text, why)| choice(belief, text, why, Some(belief)));
        std::iter::once(right).chain(wrong).collect()
    }
}

fn choice(id: &str, text: &str, why: &str, belief: Option<&&str>) -> Choice {
    Choice {
        id: id.to_owned(),
        text: Rich::of(text),
        right: belief.is_none(),
        why: Rich::of(why),
        scenario: None,
        misconception: belief.map(|id| (*id).to_owned()),
        line: None,
    }
}
