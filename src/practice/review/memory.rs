//! What is left of an answer after some days: the FSRS model, with the parameters that fit people at large.

use fsrs::{FSRS, FSRS6_DEFAULT_DECAY, FSRSItem, FSRSReview, MemoryState, current_retrievability};
use jiff::civil::Date;

use super::day::{after, between};
use crate::progress::{Answer, Grade, Sure};

/// How likely an answer is to be known still on the day that it comes again.
pub const WANTED: f32 = 0.9;
/// Nothing comes again earlier than after this many days: a round has its own way to ask once more.
const SHORTEST: i32 = 1;
/// Nor later than after these: whatever the clock once said, nothing stays away for good.
pub(super) const LONGEST: i32 = 365;

/// What is known of one question.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Memory {
    /// The day of the last answer; `None` when all of them are dated after today.
    last: Option<Date>,
    /// The day on which it comes again.
    pub(super) due: Date,
    state: Option<MemoryState>,
}

/// An answer as FSRS sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Rated {
    /// Its day; `None` when that lies after today, so that it says nothing.
    pub(super) day: Option<Date>,
    rating: u32,
}

impl Rated {
    pub(super) fn new(day: Option<Date>, answer: &Answer) -> Self {
        let rating = match (answer.grade, answer.sure) {
            (Grade::Missed, _) => 1,
            (Grade::Partly, _) => 2,
            (Grade::Knew, Some(Sure::Certain)) => 4,
            (Grade::Knew, _) => 3,
        };
        Self { day, rating }
    }
}

impl Memory {
    /// What the answers to a question leave, earliest first, those without a day before the others.
    pub(super) fn of(answers: &[Rated], model: &FSRS, today: Date) -> Self {
        let mut last = None;
        let mut reviews = Vec::new();
        for answer in answers {
            let since = last.zip(answer.day);
            let since = since.map_or(0, |(last, day)| between(last, day));
            reviews.push(FSRSReview {
                rating: answer.rating,
                delta_t: u32::try_from(since).unwrap_or(0),
            });
            last = answer.day.or(last);
        }
        // The model refuses what is not finite, which the days and ratings above cannot lead to.
        let state = model.memory_state(FSRSItem { reviews }, None).ok();
        let interval = state.map_or(0.0, |state| {
            model.next_interval(Some(state.stability), WANTED, 0)
        });
        // The model lets what was known for long rest for some days even when it was missed; here it is put right first.
        let missed = answers.last().is_some_and(|answer| answer.rating == 1);
        let days = if missed {
            SHORTEST
        } else {
            whole_days(interval)
        };
        let due = last.map_or(today, |last| after(last, days));
        Self { last, due, state }
    }

    /// How likely it is to be known on that day.
    pub(super) fn retrievability(&self, on: Date) -> f32 {
        let since = self.last.map_or(0, |last| between(last, on).max(0));
        // Exact up to 45,000 years.
        let since = since as f32;
        self.state.map_or(0.0, |state| {
            current_retrievability(state, since, FSRS6_DEFAULT_DECAY)
        })
    }
}

fn whole_days(interval: f32) -> i32 {
    // A cast from a float goes to the nearest end of the range, and from what is no number to 0.
    (interval.round() as i32).clamp(SHORTEST, LONGEST)
}
