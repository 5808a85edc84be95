//! What the lesson is looked up in: its terms, what people get wrong, and the guide to a decision.

use std::collections::{BTreeMap, BTreeSet};

use super::Rich;
use super::block::Scope;
use super::problem::Reader;
use super::raw::{RawAdvice, RawFork, RawGlossary, RawGuide, RawMisconceptions, RawTurn, Text};

/// Something that learners get wrong.
#[derive(Debug, Clone, PartialEq)]
pub struct Misconception {
    /// Stable id; the diary holds on to it.
    pub id: String,
    /// As somebody who believes it would say it.
    pub belief: String,
    /// What is so instead.
    pub truth: Rich,
    /// Scenario that shows it.
    pub scenario: Option<String>,
}

/// A term and what it means.
#[derive(Debug, Clone, PartialEq)]
pub struct Term {
    /// Stable id.
    pub id: String,
    /// As it is shown.
    pub term: String,
    /// Other spellings of it in a text.
    pub forms: Vec<String>,
    /// What it means.
    pub text: Rich,
    /// Id of the section that says more.
    pub section: Option<String>,
}

/// Questions that lead to a lock, a check and the reasons for them.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Guide {
    /// Id of the first question.
    pub start: String,
    /// The questions.
    pub questions: Vec<Fork>,
    /// Where they lead.
    pub advice: Vec<Advice>,
}

/// A question of the guide.
#[derive(Debug, Clone, PartialEq)]
pub struct Fork {
    /// Stable id.
    pub id: String,
    /// What is asked.
    pub text: String,
    /// What helps to answer it.
    pub hint: Option<String>,
    /// The answers.
    pub answers: Vec<Turn>,
}

/// An answer to a question of the guide.
#[derive(Debug, Clone, PartialEq)]
pub struct Turn {
    /// What it says.
    pub text: String,
    /// Where it leads.
    pub to: Way,
}

/// Where an answer leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way {
    /// To the question with this id.
    Question(String),
    /// To the advice with this id.
    Advice(String),
}

/// Where answers have led: to a question, or to the end.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Stop<'a> {
    /// The question that comes next.
    Question(&'a Fork),
    /// What is advised.
    Advice(&'a Advice),
}

/// What the guide advises.
#[derive(Debug, Clone, PartialEq)]
pub struct Advice {
    /// Stable id.
    pub id: String,
    /// In a few words.
    pub title: String,
    /// Which lock.
    pub lock: Rich,
    /// Which check at the resource.
    pub check: Rich,
    /// Why.
    pub reasons: Vec<Rich>,
    /// What remains.
    pub risk: Rich,
    /// Scenario that shows the risk that is taken.
    pub scenario: Option<String>,
    /// Id of the section that says more.
    pub section: Option<String>,
}

impl Guide {
    /// The question `id`.
    pub fn question(&self, id: &str) -> Option<&Fork> {
        self.questions.iter().find(|question| question.id == id)
    }

    /// The advice `id`.
    pub fn advice(&self, id: &str) -> Option<&Advice> {
        self.advice.iter().find(|advice| advice.id == id)
    }

    /// Takes the answers of these numbers, from 0, one after the other: the questions with the answers given, and where they
    /// lead. An answer that there is not, and those after it, are not taken.
    pub fn walk(&self, answers: &[usize]) -> (Vec<(&Fork, &Turn)>, Option<Stop<'_>>) {
        let mut taken = Vec::new();
        let mut stop = self.question(&self.start).map(Stop::Question);
        for number in answers {
            let Some(Stop::Question(fork)) = stop else {
                break;
            };
            let Some(turn) = fork.answers.get(*number) else {
                break;
            };
            taken.push((fork, turn));
            stop = match &turn.to {
                Way::Question(id) => self.question(id).map(Stop::Question),
                Way::Advice(id) => self.advice(id).map(Stop::Advice),
            };
        }
        (taken, stop)
    }

    pub(super) fn read(reader: &mut Reader<'_>, _: &str, scope: &mut Scope) -> Option<Self> {
        let raw: RawGuide = reader.toml()?;
        let mut ids = Scope::default();
        let ends = Ends {
            questions: names(raw.questions.iter().map(|fork| &fork.id)),
            advice: names(raw.advice.iter().map(|one| &one.id)),
        };
        let mut questions = Vec::new();
        for fork in &raw.questions {
            reader.id(&fork.id, &mut ids);
            questions.push(reader.fork(fork, &ends));
        }
        let mut advice = Vec::new();
        for one in &raw.advice {
            reader.id(&one.id, &mut ids);
            advice.push(reader.advice(one, scope));
        }
        let guide = Self {
            start: reader.known(&raw.start, "question", &ends.questions),
            questions,
            advice,
        };
        reader.guide_ends(&guide, &raw);
        Some(guide)
    }

    /// Whether answers lead round in a circle from the first question on. Each question is gone through once, however many
    /// ways lead to it, and without recursion, however long they are.
    fn circles(&self) -> bool {
        let forks = self.questions.iter();
        let forks: BTreeMap<&str, &Fork> = forks.map(|fork| (fork.id.as_str(), fork)).collect();
        let (mut on_the_way, mut done) = (BTreeSet::new(), BTreeSet::new());
        // Whether all that a question leads to is done, beside its id.
        let mut open = vec![(self.start.as_str(), false)];
        while let Some((id, left)) = open.pop() {
            if left {
                on_the_way.remove(id);
                done.insert(id);
                continue;
            }
            if done.contains(id) {
                continue;
            }
            if !on_the_way.insert(id) {
                return true;
            }
            open.push((id, true));
            let answers = forks.get(id).map_or(&[][..], |fork| &fork.answers);
            open.extend(answers.iter().filter_map(|answer| match &answer.to {
                Way::Question(next) => Some((next.as_str(), false)),
                Way::Advice(_) => None,
            }));
        }
        false
    }
}

/// Where an answer may lead: ids of questions and of advice.
struct Ends {
    questions: BTreeSet<String>,
    advice: BTreeSet<String>,
}

fn names<'a>(ids: impl Iterator<Item = &'a Text>) -> BTreeSet<String> {
    ids.map(|id| id.get_ref().clone()).collect()
}

impl Reader<'_> {
    fn fork(&mut self, raw: &RawFork, ends: &Ends) -> Fork {
        self.not_empty(&raw.answers, "answers");
        let mut answers = Vec::new();
        for turn in raw.answers.get_ref() {
            answers.push(Turn {
                text: self.line(&turn.text),
                to: self.way(turn, ends),
            });
        }
        Fork {
            id: raw.id.get_ref().clone(),
            text: self.line(&raw.text),
            hint: raw.hint.as_ref().map(|hint| self.line(hint)),
            answers,
        }
    }

    fn way(&mut self, raw: &RawTurn, ends: &Ends) -> Way {
        match (&raw.question, &raw.advice) {
            (Some(id), None) => Way::Question(self.known(id, "question", &ends.questions)),
            (None, Some(id)) => Way::Advice(self.known(id, "advice", &ends.advice)),
            _ => {
                let what = "This answer must lead to one place";
                self.report(
                    raw.text.span(),
                    what,
                    "Write question = \"…\" or advice = \"…\"",
                );
                Way::Advice(String::new())
            }
        }
    }

    fn advice(&mut self, raw: &RawAdvice, scope: &Scope) -> Advice {
        self.not_empty(&raw.reasons, "reasons");
        let reasons = raw.reasons.get_ref().iter();
        Advice {
            id: raw.id.get_ref().clone(),
            title: self.line(&raw.title),
            lock: self.rich(&raw.lock),
            check: self.rich(&raw.check),
            reasons: reasons.map(|reason| self.rich(reason)).collect(),
            risk: self.rich(&raw.risk),
            scenario: self.scenario(raw.scenario.as_ref(), scope),
            section: self.section(raw.section.as_ref(), scope),
        }
    }

    /// Notes a guide that does not end, and advice that nothing leads to.
    fn guide_ends(&mut self, guide: &Guide, raw: &RawGuide) {
        if guide.circles() {
            let what = "The answers lead round in a circle";
            self.report(raw.start.span(), what, "Let every way end at advice");
        }
        let answers = guide.questions.iter().flat_map(|fork| &fork.answers);
        let led: BTreeSet<&str> = answers
            .filter_map(|answer| match &answer.to {
                Way::Advice(id) => Some(id.as_str()),
                Way::Question(_) => None,
            })
            .collect();
        for advice in &raw.advice {
            if !led.contains(advice.id.get_ref().as_str()) {
                let remedy = "Let an answer lead to it, or take it out";
                self.report(advice.id.span(), "Nothing leads to this advice", remedy);
            }
        }
    }

    /// A reference to a section of the lesson.
    fn section(&mut self, id: Option<&Text>, scope: &Scope) -> Option<String> {
        Some(self.known(id?, "section", &scope.sections))
    }
}

/// The file of misconceptions.
pub(super) fn misconceptions(
    reader: &mut Reader<'_>,
    _: &str,
    scope: &mut Scope,
) -> Option<Vec<Misconception>> {
    let raw: RawMisconceptions = reader.toml()?;
    let mut ids = Scope::default();
    let mut read = Vec::new();
    for one in &raw.misconceptions {
        read.push(Misconception {
            id: reader.id(&one.id, &mut ids),
            belief: reader.line(&one.belief),
            truth: reader.rich(&one.truth),
            scenario: reader.scenario(one.scenario.as_ref(), scope),
        });
    }
    Some(read)
}

/// The file of terms.
pub(super) fn glossary(reader: &mut Reader<'_>, _: &str, scope: &mut Scope) -> Option<Vec<Term>> {
    let raw: RawGlossary = reader.toml()?;
    let mut ids = Scope::default();
    let mut read = Vec::new();
    for one in &raw.terms {
        read.push(Term {
            id: reader.id(&one.id, &mut ids),
            term: reader.line(&one.term),
            forms: one.forms.iter().map(|form| reader.line(form)).collect(),
            text: reader.rich(&one.text),
            section: reader.section(one.section.as_ref(), scope),
        });
    }
    Some(read)
}
