//! A case: the run, what is told of it, the answers.

use std::collections::BTreeSet;

use super::draw::Draw;
use crate::{
    course::{Ask, Choice, Condition, Inline, InlineStyle, Rich, sql::Task},
    fencing::scenario::Scenario,
};

/// So many answers a question has at most.
const ANSWERS: usize = 4;
/// The id of the right answer.
pub(super) const RIGHT: &str = "what-the-world-does";

/// A statement about the run, or a condition that people write.
#[derive(Debug, Clone)]
pub(super) struct Statement {
    /// What it rests on: where it is not so, a misconception.
    id: &'static str,
    text: String,
    why: String,
    right: bool,
}

impl Statement {
    /// One that is so, and why.
    pub(super) fn so(id: &'static str, text: impl Into<String>, why: impl Into<String>) -> Self {
        Self {
            id,
            text: text.into(),
            why: why.into(),
            right: true,
        }
    }

    /// One that somebody believes who has this misconception, and why it is not so.
    pub(super) fn not_so(
        belief: &'static str,
        text: impl Into<String>,
        why: impl Into<String>,
    ) -> Self {
        Self {
            right: false,
            ..Self::so(belief, text, why)
        }
    }

    fn choice(&self) -> Choice {
        choice(
            self.id,
            &self.text,
            &self.why,
            (!self.right).then_some(&self.id),
        )
    }
}

/// A case that a template has drawn.
#[derive(Debug, Clone)]
pub(super) struct Case {
    pub(super) scenario: Scenario,
    /// What is told and asked, a paragraph each.
    pub(super) told: Vec<String>,
    right: (String, String),
    /// What misconceptions predict: their ids, the texts, why not.
    wrong: Vec<(&'static str, String, String)>,
    /// Where several are right, or a condition is to be written: those to judge, in place of the above.
    statements: Vec<Statement>,
    /// The statement with a blank, and what is to stand there.
    condition: Option<(String, Task)>,
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
            statements: Vec::new(),
            condition: None,
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

    /// One of several that are to be judged each for itself.
    pub(super) fn statement(mut self, statement: Statement) -> Self {
        self.statements.push(statement);
        self
    }

    /// A condition is to be written into this code; the statements are those that people write.
    pub(super) fn condition(mut self, code: String, task: Task) -> Self {
        self.condition = Some((code, task));
        self
    }

    /// What to take away.
    pub(super) fn answer(mut self, text: impl Into<String>) -> Self {
        self.answer = text.into();
        self
    }

    /// Whether there is something to choose from, and nothing twice.
    pub(super) fn is_sound(&self) -> bool {
        if !self.statements.is_empty() {
            return self.statements_are_sound();
        }
        let texts = self.wrong.iter().map(|(_, text, _)| text);
        let texts: BTreeSet<_> = texts.chain([&self.right.0]).collect();
        let beliefs: BTreeSet<_> = self.wrong.iter().map(|(belief, ..)| belief).collect();
        let count = self.wrong.len();
        count >= 2 && beliefs.len() == count && texts.len() == count + 1
    }

    /// Whether some are so and some are not, none stands there twice, and each condition does what is said of it.
    fn statements_are_sound(&self) -> bool {
        let all = &self.statements;
        let texts: BTreeSet<_> = all.iter().map(|one| &one.text).collect();
        let ids: BTreeSet<_> = all.iter().map(|one| one.id).collect();
        let both = [true, false].map(|right| all.iter().any(|one| one.right == right));
        let judged = self.condition.iter().all(|(_, task)| {
            let does = |one: &Statement| task.judge(&one.text).map(|judged| judged.is_right());
            all.iter().all(|one| does(one) == Ok(one.right))
        });
        all.len() >= 3
            && both == [true; 2]
            && texts.len() == all.len()
            && ids.len() == all.len()
            && judged
    }

    /// How it is asked, with all there is to choose from.
    pub(super) fn ask(&self, draw: &mut Draw) -> Ask {
        let statements = self.statements.iter().map(Statement::choice);
        match &self.condition {
            Some((code, task)) => Ask::Condition(Condition {
                code: code.clone(),
                task: task.clone(),
                tries: statements.map(in_code).collect(),
            }),
            None if self.statements.is_empty() => Ask::Choice {
                options: self.options(draw),
            },
            None => Ask::Several {
                options: statements.collect(),
            },
        }
    }

    /// What there is to choose from: the right answer, and some of the wrong ones.
    fn options(&self, draw: &mut Draw) -> Vec<Choice> {
        let right = choice(RIGHT, &self.right.0, &self.right.1, None);
        let wrong = draw.some(self.wrong.clone(), ANSWERS - 1);
        let wrong = wrong.iter();
        let wrong = wrong.map(|(belief, text, why)| choice(belief, text, why, Some(belief)));
        std::iter::once(right).chain(wrong).collect()
    }
}

/// The same with its text as code.
fn in_code(choice: Choice) -> Choice {
    let text = Inline {
        text: choice.text.plain(),
        style: InlineStyle::Code,
        link: None,
    };
    Choice {
        text: Rich {
            paragraphs: vec![vec![text]],
        },
        ..choice
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
