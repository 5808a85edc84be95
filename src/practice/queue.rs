//! Which questions there are to practise, and which come first.

use std::collections::BTreeSet;

use jiff::{Timestamp, tz::TimeZone};

use super::review::Review;
use crate::{
    course::Lesson,
    progress::{Grade, Record},
};

/// So many questions a round has at most.
pub const ROUND: usize = 10;

/// What there is to practise, by the ids of the questions, each list in the order in which they come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Queue {
    /// What comes again today: first what was wrong and sure.
    pub due: Vec<String>,
    /// The day's share of what was never answered, in the order of the lesson.
    pub fresh: Vec<String>,
    /// All that was never answered.
    pub new: Vec<String>,
    /// All of them: those due, those new, then the rest, the weakest first.
    pub all: Vec<String>,
}

impl Queue {
    /// What `lesson` has to practise at `now` for somebody with this record.
    pub fn of(lesson: &Lesson, record: &Record, now: Timestamp, zone: &TimeZone) -> Self {
        let review = Review::of(lesson, record, now, zone);
        let mut answered: Vec<(Grade, Timestamp, String)> = Vec::new();
        let mut new = Vec::new();
        for question in lesson.all_questions() {
            match record.last_answer(&question.id) {
                Some(last) => answered.push((last.grade, last.at, question.id.clone())),
                None => new.push(question.id.clone()),
            }
        }
        answered.sort();
        let rest = answered.into_iter().map(|(_, _, id)| id);
        let rest = rest.filter(|id| !review.due.contains(id));
        let first = review.due.iter().chain(&new).cloned();
        Self {
            all: first.chain(rest).collect(),
            due: review.due,
            fresh: review.new,
            new,
        }
    }

    /// All questions on a section of `lesson`, in the order of all.
    pub fn on<'q>(&'q self, section: &str, lesson: &Lesson) -> impl Iterator<Item = &'q String> {
        let is_on = move |id: &&String| {
            let question = lesson.question(id);
            question.is_some_and(|question| question.section == section)
        };
        self.all.iter().filter(is_on)
    }

    /// Whether today brings nothing, or nothing more.
    pub fn is_done(&self) -> bool {
        self.due.is_empty() && self.fresh.is_empty()
    }

    /// What comes in a round that nobody chose: what is due, then the day's new ones; all there is where there is neither.
    pub fn next(&self) -> Vec<String> {
        self.next_but(&BTreeSet::new())
    }

    /// The same, but for what was passed over already.
    pub fn next_but(&self, passed: &BTreeSet<String>) -> Vec<String> {
        let but = |id: &&String| !passed.contains(*id);
        let today = self.due.iter().chain(&self.fresh).filter(but);
        let mut today: Vec<String> = today.cloned().collect();
        if today.is_empty() {
            today = self.all.iter().filter(but).cloned().collect();
        }
        today.truncate(ROUND);
        today
    }
}
