//! What is wrong with the questions of a pack, beyond what reading them tells.

use std::collections::{BTreeMap, BTreeSet};

use super::{predict, sheet::prediction};
use crate::{
    course::{Ask, Lesson, Pack, Part, Problem, Question},
    fencing::scenario::Scenario,
};

/// What an author has to mend: a moment that its run does not ask about, things that cannot be told apart, a misconception
/// that only one kind of question treats.
pub fn check(pack: &Pack) -> Vec<Problem> {
    let mut problems = Vec::new();
    for lesson in &pack.lessons {
        for question in lesson.all_questions() {
            let mut found = Found {
                question,
                problems: &mut problems,
            };
            found.judge(lesson);
        }
        problems.extend(uncovered(lesson));
    }
    problems
}

/// One kind of question shows only one side of a misconception.
fn uncovered(lesson: &Lesson) -> impl Iterator<Item = Problem> {
    let few = coverage(lesson).into_iter();
    few.filter(|(_, kinds)| kinds.len() < 2).map(|(id, kinds)| {
        let kinds: Vec<_> = kinds.into_iter().collect();
        let what = match kinds.as_slice() {
            [kind] => format!("Only questions of the kind {kind} treat \"{id}\""),
            _ => format!("No question treats \"{id}\""),
        };
        Problem {
            file: lesson.misconceptions.file().to_owned(),
            line: None,
            what,
            remedy: "Let questions of two kinds name it as a misconception".to_owned(),
        }
    })
}

/// For each misconception of a lesson, in its order, the kinds of the questions that treat it.
pub fn coverage(lesson: &Lesson) -> Vec<(&str, BTreeSet<&'static str>)> {
    let mut kinds: BTreeMap<&str, BTreeSet<&'static str>> = BTreeMap::new();
    for question in lesson.all_questions() {
        for id in question.treats() {
            kinds.entry(id).or_default().insert(question.ask.kind());
        }
    }
    let all = lesson.misconceptions.iter();
    all.map(|one| {
        let id = one.id.as_str();
        (id, kinds.remove(id).unwrap_or_default())
    })
    .collect()
}

/// A question that is judged, and what was found wrong.
struct Found<'a> {
    question: &'a Part<Question>,
    problems: &'a mut Vec<Problem>,
}

impl Found<'_> {
    fn report(&mut self, what: impl Into<String>, remedy: impl Into<String>) {
        self.problems.push(Problem {
            file: self.question.file().to_owned(),
            line: None,
            what: what.into(),
            remedy: remedy.into(),
        });
    }

    fn judge(&mut self, lesson: &Lesson) {
        let question = self.question;
        let choices = question.ask.choices();
        self.apart(choices.iter().map(|choice| choice.text.plain()));
        match &question.ask {
            Ask::Match { pairs, others } => {
                let rights: BTreeSet<&str> = pairs.iter().map(|pair| &*pair.right).collect();
                self.apart(pairs.iter().map(|pair| pair.left.clone()));
                self.apart(
                    rights
                        .iter()
                        .map(|text| (*text).to_owned())
                        .chain(others.clone()),
                );
            }
            Ask::Condition(condition) if !condition.tries.iter().any(|one| one.right) => {
                let remedy = "Add the right one to [[tries]] with right = true, and say why";
                self.report("None of the tries is right", remedy);
            }
            Ask::Predict { moment } => self.moment(moment, lesson),
            _ => {}
        }
    }

    fn apart(&mut self, texts: impl Iterator<Item = String>) {
        let mut seen = BTreeSet::new();
        for text in texts {
            if !seen.insert(text.clone()) {
                let what = format!("\"{text}\" stands here twice");
                self.report(what, "Word them so that they can be told apart");
            }
        }
    }

    fn moment(&mut self, moment: &str, lesson: &Lesson) {
        let question = self.question;
        if prediction(moment, question, lesson).is_some() {
            return;
        }
        let source = question.scenario.as_deref();
        let source = source.and_then(|id| lesson.scenario(id));
        let scenario = source.and_then(|one| Scenario::parse(&one.file, &one.toml).ok());
        let Some(scenario) = scenario else {
            return; // The scenario itself is told to be wrong or missing.
        };
        let asked = predict::questions(&scenario, &scenario.run());
        let known: Vec<_> = asked.into_iter().map(|one| one.id).collect();
        let what = format!("The run of {} does not ask about \"{moment}\"", scenario.id);
        let remedy = match known.is_empty() {
            true => "Choose another scenario: this one asks nothing".to_owned(),
            false => format!("Write one of {}", known.join(", ")),
        };
        self.report(what, remedy);
    }
}
