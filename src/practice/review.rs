//! Spaced review: which questions come again today, and which on the days after.
//!
//! Nothing of it is stored. The schedule is worked out from the answers that count, so that two machines that have
//! united their answers have one schedule, and an answer that is taken back was never given.
//!
//! ```text
//!  day      study days, which begin at four in the morning
//!  memory   what is left of an answer after some days, by FSRS
//! ```

mod day;
mod memory;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use fsrs::FSRS;
use jiff::{Timestamp, civil::Date, tz::TimeZone};

use self::memory::{Memory, Rated};
pub use self::{
    day::{DAY_BEGINS, after, between, day},
    memory::WANTED,
};
use crate::{
    course::Lesson,
    progress::{Answer, Grade, Record, Sure},
};

/// So many questions that were answered before come again on one day.
pub const REVIEWS_A_DAY: usize = 20;
/// So many come for the first time.
pub const NEW_A_DAY: usize = 10;
/// Days that the forecast looks ahead, today among them.
pub const FORECAST: usize = 14;
/// Days that retention looks back, today among them.
pub const RETENTION: i32 = 30;

/// What a day's practice is made of, and what is known of the days around it.
#[derive(Debug, Clone, PartialEq)]
pub struct Review {
    /// The study day that it is about.
    pub today: Date,
    /// Questions that come again today, first what was wrong although it was certain; no more than the day's share.
    pub due: Vec<String>,
    /// Due as well, but for another day.
    pub waiting: usize,
    /// Questions that were never answered, in the lesson's order; no more than the day's share.
    pub new: Vec<String>,
    /// How many were never answered, in all.
    pub unanswered: usize,
    /// How many come again today, whatever the day's share, and on each day after it.
    pub forecast: [usize; FORECAST],
    /// Of the answers in the last [`RETENTION`] days to questions from an earlier day: how many were known, at least in part, and
    /// how many there were.
    pub retention: (usize, usize),
    /// When the next question comes again, if none is due today.
    pub next: Option<Date>,
    /// Answers, to invented questions too, and predictions by study day.
    pub calendar: BTreeMap<Date, usize>,
}

/// A question that was answered.
struct Card<'a> {
    id: &'a str,
    /// Its last answer was wrong, and certain.
    wrong_and_sure: bool,
    memory: Memory,
}

/// The answers to one question, earliest first, with their days.
type History<'a> = Vec<(Option<Date>, &'a Answer)>;

impl Review {
    /// What `record` leads to in `lesson` at `now`. Only ids of the lesson are looked at, no question is read.
    pub fn of(lesson: &Lesson, record: &Record, now: Timestamp, zone: &TimeZone) -> Self {
        let today = day(now, zone);
        let histories = histories(lesson, record, today, zone);
        let model = FSRS::default();
        let cards = lesson.all_questions().filter_map(|question| {
            let history = histories.get(question.id.as_str())?;
            Card::of(&question.id, history, &model, today)
        });
        let cards: Vec<Card<'_>> = cards.collect();
        let (begun, reviewed) = done_today(&histories, today);
        let mut due: Vec<&Card<'_>> = cards.iter().filter(|card| card.is_due(today)).collect();
        due.sort_by(|a, b| a.before(b, today));
        let share = REVIEWS_A_DAY.saturating_sub(reviewed);
        let unanswered = lesson.all_questions().map(|question| &question.id);
        let unanswered = unanswered.filter(|id| !histories.contains_key(id.as_str()));
        let unanswered: Vec<&String> = unanswered.collect();
        let later = cards.iter().map(|card| card.memory.due);
        let next = later.filter(|_| due.is_empty()).min();
        Self {
            today,
            waiting: due.len().saturating_sub(share),
            due: due.iter().take(share).map(|c| c.id.to_owned()).collect(),
            unanswered: unanswered.len(),
            new: unanswered
                .into_iter()
                .take(NEW_A_DAY.saturating_sub(begun))
                .cloned()
                .collect(),
            forecast: forecast(&cards, today),
            retention: retention(&histories, today),
            next,
            calendar: calendar(lesson, record, &histories, zone),
        }
    }

    /// The day's questions in order: first what comes again, then what is new.
    pub fn queue(&self) -> impl Iterator<Item = &str> {
        self.due.iter().chain(&self.new).map(String::as_str)
    }
}

impl<'a> Card<'a> {
    fn of(id: &'a str, history: &History<'_>, model: &FSRS, today: Date) -> Option<Self> {
        let (_, last) = history.last()?;
        let rated = history.iter().map(|(day, answer)| Rated::new(*day, answer));
        Some(Self {
            id,
            wrong_and_sure: last.grade == Grade::Missed && last.sure == Some(Sure::Certain),
            memory: Memory::of(&rated.collect::<Vec<_>>(), model, today),
        })
    }

    fn is_due(&self, today: Date) -> bool {
        self.memory.due <= today
    }

    fn before(&self, other: &Self, today: Date) -> std::cmp::Ordering {
        let sure = other.wrong_and_sure.cmp(&self.wrong_and_sure);
        let due = self.memory.due.cmp(&other.memory.due);
        let faded = |card: &Self| card.memory.retrievability(today);
        sure.then(due).then(faded(self).total_cmp(&faded(other)))
    }
}

/// The answers that count, by question of the lesson. A day after tomorrow is not believed: the clock was wrong then or is now.
/// Such an answer counts, but as if it were given before all others, or the question would stay away until that day. One that is a day
/// ahead comes from another machine, whose clock is.
fn histories<'a>(
    lesson: &'a Lesson,
    record: &'a Record,
    today: Date,
    zone: &TimeZone,
) -> BTreeMap<&'a str, History<'a>> {
    let ids: BTreeSet<&str> = lesson.all_questions().map(|q| q.id.as_str()).collect();
    let mut histories: BTreeMap<&str, History<'_>> = BTreeMap::new();
    let ours = record.counted_answers();
    for answer in ours.filter(|answer| ids.contains(answer.question.as_str())) {
        let day = day(answer.at, zone);
        let believed = (between(today, day) <= 1).then(|| day.min(today));
        let history = histories.entry(&answer.question).or_default();
        history.push((believed, answer));
    }
    for history in histories.values_mut() {
        history.sort_by_key(|(day, answer)| (day.is_some(), answer.at, answer.grade, answer.sure));
    }
    histories
}

/// How many questions were answered for the first time today, and how many again.
fn done_today(histories: &BTreeMap<&str, History<'_>>, today: Date) -> (usize, usize) {
    let today = |history: &&History<'_>| history.last().is_some_and(|one| one.0 == Some(today));
    let (begun, reviewed): (Vec<_>, Vec<_>) =
        histories.values().filter(today).partition(|history| {
            let (first, last) = (history.first(), history.last());
            first.map(|one| one.0) == last.map(|one| one.0)
        });
    (begun.len(), reviewed.len())
}

fn forecast(cards: &[Card<'_>], today: Date) -> [usize; FORECAST] {
    let mut forecast = [0; FORECAST];
    for card in cards {
        let ahead = usize::try_from(between(today, card.memory.due)).unwrap_or(0);
        if let Some(count) = forecast.get_mut(ahead) {
            *count += 1;
        }
    }
    forecast
}

/// A review is the first answer of a day to a question that was answered on an earlier one.
fn retention(histories: &BTreeMap<&str, History<'_>>, today: Date) -> (usize, usize) {
    let pairs = histories.values().flat_map(|history| history.windows(2));
    let reviews = pairs.filter_map(|pair| {
        let (was, is) = (pair[0].0?, pair[1].0?);
        (was < is && between(is, today) < RETENTION).then_some(pair[1].1)
    });
    reviews.fold((0, 0), |(known, all), answer| {
        (known + usize::from(answer.grade != Grade::Missed), all + 1)
    })
}

fn calendar(
    lesson: &Lesson,
    record: &Record,
    histories: &BTreeMap<&str, History<'_>>,
    zone: &TimeZone,
) -> BTreeMap<Date, usize> {
    let runs: BTreeSet<&str> = lesson.scenarios.iter().map(|run| run.id()).collect();
    let predictions = record.predictions.values();
    let predictions = predictions.filter(|one| runs.contains(one.scenario.as_str()));
    let answers = histories.values().flatten().map(|(_, answer)| answer.at);
    let mut calendar = BTreeMap::new();
    let invented = record.counted_answers().filter(|one| one.seed.is_some());
    let others = invented
        .map(|one| one.at)
        .chain(predictions.map(|one| one.at));
    for at in answers.chain(others) {
        *calendar.entry(day(at, zone)).or_default() += 1;
    }
    calendar
}
