//! A question as it is laid before the learner: what there is to choose from, in the order in which it is shown.

use super::{
    generate,
    predict::{self, Question as Prediction},
    shuffle,
};
use crate::{
    course::{Ask, Choice, Condition, Lesson, Misconception, Pair, Question, Rich},
    fencing::{scenario::Scenario, timeline::Timeline},
};

/// A question that is laid out.
#[derive(Debug, Clone, PartialEq)]
pub struct Sheet {
    /// Id of the question.
    pub question: String,
    /// Its kind, as the content names it.
    pub kind: &'static str,
    /// What is asked.
    pub prompt: Rich,
    /// The code that it is about: the language and the lines.
    pub code: Option<(String, String)>,
    /// How it is answered.
    pub how: How,
    /// What there is to choose from, to put in order, to match or to tick off, as it is shown. For a condition: those that
    /// people write, which are shown afterwards.
    pub items: Vec<Item>,
    /// What there is to match with, as it is shown; empty for other kinds.
    pub rights: Vec<Right>,
    /// The condition that is asked for, if one is.
    pub condition: Option<Condition>,
    /// The model answer, or what to take away.
    pub answer: Rich,
    /// The run that shows it, if one does.
    pub run: Option<Run>,
    /// What is often believed instead: the misconceptions that the question treats as a whole.
    pub beliefs: Vec<Belief>,
}

/// A misconception, and what is so instead.
#[derive(Debug, Clone, PartialEq)]
pub struct Belief {
    /// Quoted, as it is shown: `Often believed: "…"`.
    pub said: String,
    /// What is so.
    pub truth: Rich,
}

/// How a question is answered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum How {
    /// Think or write, then tick off what was there.
    Recall,
    /// Choose one.
    One,
    /// Choose any number.
    Several,
    /// Put them in order.
    Order,
    /// Find what belongs to each.
    Match,
    /// Write a condition.
    Condition,
}

/// Something to choose, to put in order, to match or to tick off.
#[derive(Debug, Clone, PartialEq)]
pub struct Item {
    /// Stable id within the question.
    pub id: String,
    /// What it says.
    pub text: Rich,
    /// Whether it is right to choose it.
    pub right: bool,
    /// Where it belongs: its number in the right order, or that of its match among the rights.
    pub place: usize,
    /// Why it is right, or wrong.
    pub why: Rich,
    /// The run that shows it.
    pub run: Option<Run>,
    /// The line of the code that it is about, from 1.
    pub line: Option<usize>,
}

/// Something to match with.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Right {
    /// The id of the first pair that it belongs to, or one that no pair has.
    pub id: String,
    /// What it says.
    pub text: String,
}

/// A run that shows something.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// Id of the scenario.
    pub scenario: String,
    /// Its title.
    pub title: String,
}

fn beliefs(question: &Question, lesson: &Lesson) -> Vec<Belief> {
    let treated = question.misconceptions.iter();
    let known = treated.filter_map(|id| lesson.misconception(id));
    let belief = |one: &Misconception| Belief {
        said: format!("Often believed: \"{}\"", one.belief),
        truth: one.truth.clone(),
    };
    known.map(belief).collect()
}

impl Sheet {
    /// Lays out a question of `lesson` that was answered so many times before: each time in another order.
    pub fn new(question: &Question, lesson: &Lesson, earlier: usize) -> Self {
        let seed = shuffle::seed(&question.id, earlier);
        let mut sheet = Self {
            question: question.id.clone(),
            kind: question.ask.kind(),
            prompt: question.prompt.clone(),
            code: None,
            how: How::One,
            items: Vec::new(),
            rights: Vec::new(),
            condition: None,
            answer: question.answer.clone(),
            run: run(question.scenario.as_deref(), lesson),
            beliefs: beliefs(question, lesson),
        };
        let options = |options: &[Choice]| {
            let order = shuffle::order(options.len(), seed);
            items(options, &order, lesson)
        };
        match &question.ask {
            Ask::Recall { points } => {
                sheet.how = How::Recall;
                sheet.items = points_of(points);
            }
            Ask::Choice { options: all } => sheet.items = options(all),
            Ask::Several { options: all } => {
                sheet.how = How::Several;
                sheet.items = options(all);
            }
            Ask::Order { steps } => {
                sheet.how = How::Order;
                sheet.items = items(steps, &shuffle::disorder(steps.len(), seed), lesson);
            }
            Ask::Match { pairs, others } => sheet.matching(pairs, others, seed, lesson),
            Ask::Condition(condition) => {
                let order: Vec<usize> = (0..condition.tries.len()).collect();
                sheet.how = How::Condition;
                sheet.items = items(&condition.tries, &order, lesson);
                sheet.code = Some(("sql".to_owned(), condition.code.clone()));
                sheet.condition = Some(condition.clone());
            }
            Ask::Predict { moment } => sheet.predicting(moment, question, seed, lesson),
            Ask::Flaw {
                language,
                code,
                options: all,
            } => {
                // They come in the order of the lines that they speak of, so that the eye goes down the code once.
                let mut order = shuffle::order(all.len(), seed);
                order.sort_by_key(|at| all[*at].line.unwrap_or(usize::MAX));
                sheet.items = items(all, &order, lesson);
                sheet.code = Some((language.clone(), code.clone()));
            }
        }
        sheet
    }

    /// What a condition may speak of, in a sentence; `None` where none is asked for.
    pub fn names(&self) -> Option<String> {
        let names = self.condition.as_ref()?.task.names();
        let columns = names.columns.iter().map(|name| {
            let null = match names.not_null.contains(name) {
                true => "never NULL",
                false => "may be NULL",
            };
            format!("{name} ({null})")
        });
        let all: Vec<_> = columns.chain(names.parameters.iter().cloned()).collect();
        Some(format!("It may speak of {}.", all.join(", ")))
    }

    fn matching(&mut self, pairs: &[Pair], others: &[String], seed: u64, lesson: &Lesson) {
        self.how = How::Match;
        let mut rights: Vec<Right> = Vec::new();
        for pair in pairs {
            if rights.iter().all(|right| right.text != pair.right) {
                rights.push(Right {
                    id: pair.id.clone(),
                    text: pair.right.clone(),
                });
            }
        }
        rights.extend((1..).zip(others).map(|(number, text)| Right {
            id: format!("other-{number}"),
            text: text.clone(),
        }));
        let order = shuffle::disorder(rights.len(), seed);
        self.rights = order.iter().map(|at| rights[*at].clone()).collect();
        let item = |pair: &Pair| Item {
            id: pair.id.clone(),
            text: Rich::of(&pair.left),
            right: true,
            place: self
                .rights
                .iter()
                .position(|right| right.text == pair.right)
                .unwrap_or(0),
            why: pair.why.clone(),
            run: run(pair.scenario.as_deref(), lesson),
            line: None,
        };
        self.items = pairs.iter().map(item).collect();
    }

    /// What the world asks at a moment of a run. Nothing is to be chosen when it asks nothing there, which a check of the
    /// content refuses.
    fn predicting(&mut self, moment: &str, question: &Question, seed: u64, lesson: &Lesson) {
        let Some((asked, run)) = prediction(moment, question, lesson) else {
            return;
        };
        self.prompt
            .paragraphs
            .extend(Rich::of(&asked.prompt).paragraphs);
        let happened = run.moments.get(asked.answered);
        let happened = happened.map_or("", |moment| moment.caption.as_str());
        self.answer = Rich::of(happened);
        for at in shuffle::order(asked.choices.len(), seed) {
            let choice = &asked.choices[at];
            self.items.push(Item {
                id: choice.id.clone(),
                text: Rich::of(&choice.text),
                right: at == asked.right,
                place: 0,
                why: Rich::of(&choice.why),
                run: None,
                line: None,
            });
        }
    }
}

/// What the world asks at a moment of a question's run, and the run.
pub(super) fn prediction(
    moment: &str,
    question: &Question,
    lesson: &Lesson,
) -> Option<(Prediction, Timeline)> {
    let source = lesson.scenario(question.scenario.as_deref()?)?;
    let scenario = Scenario::parse(&source.file, &source.toml).ok()?;
    let run = scenario.run();
    let mut asked = predict::questions(&scenario, &run).into_iter();
    Some((asked.find(|asked| asked.id == moment)?, run))
}

fn run(scenario: Option<&str>, lesson: &Lesson) -> Option<Run> {
    let id = scenario?;
    let read = match lesson.scenario(id) {
        Some(source) => Scenario::parse(&source.file, &source.toml).ok(),
        None => Some(generate::scenario(id)?),
    };
    Some(Run {
        scenario: id.to_owned(),
        title: read.map_or_else(|| id.to_owned(), |scenario| scenario.title),
    })
}

fn items(choices: &[Choice], order: &[usize], lesson: &Lesson) -> Vec<Item> {
    let item = |at: &usize| {
        let choice = &choices[*at];
        Item {
            id: choice.id.clone(),
            text: choice.text.clone(),
            right: choice.right,
            place: *at,
            why: choice.why.clone(),
            run: run(choice.scenario.as_deref(), lesson),
            line: choice.line,
        }
    };
    order.iter().map(item).collect()
}

fn points_of(points: &[Rich]) -> Vec<Item> {
    let item = |(number, text): (usize, &Rich)| Item {
        id: format!("point-{number}"),
        text: text.clone(),
        right: true,
        place: 0,
        why: Rich::default(),
        run: None,
        line: None,
    };
    (1..).zip(points).map(item).collect()
}
