//! Misconceptions: which were met, and which are overcome since.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use crate::{
    course::{Ask, Lesson, Question},
    practice::{generate, review::day},
    progress::{Answer, Grade, Prediction, Record},
};

/// So many right answers in a row, on two days or to two questions, and a misconception is overcome.
pub const RIGHTS: usize = 2;

/// A misconception that was met: somebody chose an answer that rests on it, or missed a question about it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Belief {
    /// Its id.
    pub id: String,
    /// How often it was met.
    pub met: usize,
    /// When it was met last.
    pub last: Timestamp,
    /// Right answers in a row since then, to questions that treat it.
    pub rights: usize,
    /// Whether it is overcome: [`RIGHTS`] right answers in a row since, on two different days or to two different questions.
    pub overcome: bool,
}

/// An answer or a prediction, as it bears on misconceptions.
struct Event<'a> {
    at: Timestamp,
    question: Cow<'a, Question>,
    grade: Grade,
    picked: &'a [String],
}

/// What is known of one misconception while events are gone through.
#[derive(Default)]
struct Trail<'a> {
    met: usize,
    last: Option<Timestamp>,
    rights: usize,
    questions: BTreeSet<&'a str>,
    days: BTreeSet<Date>,
}

/// The misconceptions of `lesson` that were met, in its order. Days are study days in `zone`. The questions that were
/// answered are read.
pub fn beliefs(lesson: &Lesson, record: &Record, zone: &TimeZone) -> Vec<Belief> {
    let mut events = events(lesson, record);
    events.sort_by(|a, b| (a.at, &a.question.id, a.grade).cmp(&(b.at, &b.question.id, b.grade)));
    let mut trails: BTreeMap<&str, Trail<'_>> = BTreeMap::new();
    for event in &events {
        for id in event.meets() {
            trails.entry(id).or_default().meets(event.at);
        }
        let treats: BTreeSet<&str> = event.question.treats().collect();
        for id in treats {
            if let Some(trail) = trails.get_mut(id) {
                trail.takes(event, zone);
            }
        }
    }
    let known = lesson.misconceptions.iter();
    known
        .filter_map(|one| trails.get(one.id.as_str())?.belief(&one.id))
        .collect()
}

/// The answers that count and the predictions of moments that a question asks about too.
fn events<'a>(lesson: &'a Lesson, record: &'a Record) -> Vec<Event<'a>> {
    let answers = record.counted_answers();
    let mut events: Vec<Event<'_>> = answers
        .filter_map(|answer| Event::of(answer, lesson))
        .collect();
    if !record.predictions.is_empty() {
        let asked = lesson.all_questions().map(|question| &**question);
        let asked: BTreeMap<(&str, &str), &Question> = asked
            .filter_map(|question| match &question.ask {
                Ask::Predict { moment } => {
                    Some(((question.scenario.as_deref()?, moment.as_str()), question))
                }
                _ => None,
            })
            .collect();
        let predicted = record.predictions.values().filter_map(|one| {
            let question = asked.get(&(one.scenario.as_str(), one.moment.as_str()))?;
            Some(Event::predicted(one, question))
        });
        events.extend(predicted);
    }
    events
}

impl<'a> Event<'a> {
    fn of(answer: &'a Answer, lesson: &'a Lesson) -> Option<Self> {
        let question = match answer.seed {
            Some(seed) => Cow::Owned(generate::invent(seed)?.question),
            None => Cow::Borrowed(lesson.question(&answer.question)?),
        };
        Some(Self {
            at: answer.at,
            question,
            grade: answer.grade,
            picked: &answer.picked,
        })
    }

    fn predicted(prediction: &Prediction, question: &'a Question) -> Self {
        let grade = if prediction.right {
            Grade::Knew
        } else {
            Grade::Missed
        };
        Self {
            at: prediction.at,
            question: Cow::Borrowed(question),
            grade,
            picked: &[],
        }
    }

    /// Wrong options that were chosen meet what they rest on. Where none says so, a question that was missed meets
    /// what it is about.
    fn meets(&self) -> BTreeSet<&str> {
        let ask = &self.question.ask;
        // All steps of an order are in the answer, whatever it says.
        let chosen = ask.choices().iter().filter(|option| {
            !option.right && !matches!(ask, Ask::Order { .. }) && self.picked.contains(&option.id)
        });
        let mut met: BTreeSet<&str> = chosen
            .filter_map(|option| option.misconception.as_deref())
            .collect();
        if met.is_empty() && self.grade == Grade::Missed {
            met.extend(self.question.misconceptions.iter().map(String::as_str));
        }
        met
    }
}

impl<'a> Trail<'a> {
    fn meets(&mut self, at: Timestamp) {
        *self = Self {
            met: self.met + 1,
            last: Some(at),
            ..Self::default()
        };
    }

    /// A right answer is one more in a row; any other ends the row.
    fn takes(&mut self, event: &'a Event<'_>, zone: &TimeZone) {
        if event.grade != Grade::Knew {
            self.rights = 0;
            self.questions.clear();
            self.days.clear();
            return;
        }
        self.rights += 1;
        self.questions.insert(&event.question.id);
        self.days.insert(day(event.at, zone));
    }

    fn belief(&self, id: &str) -> Option<Belief> {
        let apart = self.questions.len() > 1 || self.days.len() > 1;
        Some(Belief {
            id: id.to_owned(),
            met: self.met,
            last: self.last?,
            rights: self.rights,
            overcome: self.rights >= RIGHTS && apart,
        })
    }
}
