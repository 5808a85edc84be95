//! Where the learner stands in a lesson: what both faces tell of it, in the same words.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use super::{
    diary::{Belief, Calibration, RIGHTS, beliefs},
    review::{DAY_BEGINS, NEW_A_DAY, RETENTION, REVIEWS_A_DAY, Review},
};
use crate::{course::Lesson, progress::Record};

/// All of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Standing {
    /// What comes again, and when.
    pub review: Review,
    /// How sure, and how right.
    pub calibration: Calibration,
    /// Misconceptions that were met.
    pub beliefs: Vec<Belief>,
    /// What is still to be done.
    pub open: Open,
    /// Since when the lesson is marked complete, if it is.
    pub complete: Option<Timestamp>,
}

/// What is still to be done in a lesson, by ids in its order.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Open {
    /// Sections that are not read.
    pub sections: Vec<String>,
    /// Questions that were never answered.
    pub questions: Vec<String>,
    /// Misconceptions that were met and are not overcome.
    pub beliefs: Vec<String>,
}

/// What comes next once every part is read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// The run of this id, which tells the lesson's story.
    Watch(String),
    /// A round of questions.
    Practice,
}

impl Next {
    /// What comes next; `None` while a part is unread, and where today brings nothing more.
    pub fn of(lesson: &Lesson, record: &Record, now: Timestamp, zone: &TimeZone) -> Option<Self> {
        let id = &lesson.id;
        let mut parts = lesson.sections.iter();
        if !parts.all(|part| record.is_read(id, &part.id)) {
            return None;
        }
        let story = lesson.scenarios.first().map(|run| run.id());
        if let Some(story) = story.filter(|story| !record.is_watched(id, story)) {
            return Some(Self::Watch(story.to_owned()));
        }
        let review = Review::of(lesson, record, now, zone);
        let more = !review.due.is_empty() || !review.new.is_empty();
        more.then_some(Self::Practice)
    }
}

impl Standing {
    /// Where `record` leads in `lesson` at `now`.
    pub fn of(lesson: &Lesson, record: &Record, now: Timestamp, zone: &TimeZone) -> Self {
        let beliefs = beliefs(lesson, record, zone);
        Self {
            review: Review::of(lesson, record, now, zone),
            calibration: Calibration::of(lesson, record),
            open: Open::with(lesson, record, &beliefs),
            beliefs,
            complete: record.complete_since(&lesson.id),
        }
    }

    /// How much of the lesson was done, in a sentence.
    pub fn totals(&self, lesson: &Lesson, record: &Record) -> String {
        let watched = lesson.scenarios.iter();
        let watched = watched.filter(|run| record.is_watched(&lesson.id, run.id()));
        let (sections, questions) = (lesson.sections.len(), lesson.all_questions().count());
        format!(
            "Read {} of {sections} parts, watched {} of {} runs, answered {} of {questions} questions.",
            sections - self.open.sections.len(),
            watched.count(),
            lesson.scenarios.len(),
            questions - self.open.questions.len(),
        )
    }

    /// How many misconceptions were met, in a sentence.
    pub fn met(&self, lesson: &Lesson) -> String {
        let all = lesson.misconceptions.len();
        let overcome = self.beliefs.iter().filter(|belief| belief.overcome);
        match (self.beliefs.len(), overcome.count()) {
            (0, _) => format!("None of {all} was met so far."),
            (1, 0) => format!("1 of {all} was met, and is not overcome."),
            (1, _) => format!("1 of {all} was met, and is overcome."),
            (met, overcome) => format!("{met} of {all} were met, and {overcome} overcome."),
        }
    }

    /// The misconceptions that were met, those to overcome before those that are overcome.
    pub fn beliefs(&self) -> impl Iterator<Item = &Belief> {
        let open = self.beliefs.iter().filter(|belief| !belief.overcome);
        open.chain(self.beliefs.iter().filter(|belief| belief.overcome))
    }

    /// What the pages say about how they come to what they say.
    pub fn rules() -> [String; 4] {
        [
            format!(
                "A day begins at {DAY_BEGINS} in the morning, and brings at most {REVIEWS_A_DAY} questions again and {NEW_A_DAY} new ones."
            ),
            "What was missed comes again the next day; what was known stays away longer each time, and longer still when you were certain of it."
                .to_owned(),
            "A misconception is met when you choose an answer that rests on it, or miss a question about it.".to_owned(),
            format!(
                "It is overcome after {RIGHTS} right answers in a row to questions about it, on two days or to two questions."
            ),
        ]
    }
}

impl Open {
    /// What is open in `lesson`.
    pub fn of(lesson: &Lesson, record: &Record, zone: &TimeZone) -> Self {
        Self::with(lesson, record, &beliefs(lesson, record, zone))
    }

    fn with(lesson: &Lesson, record: &Record, beliefs: &[Belief]) -> Self {
        let answered = record.counted_answers().map(|answer| &answer.question);
        let answered: std::collections::BTreeSet<&String> = answered.collect();
        let sections = lesson.sections.iter().map(|section| &section.id);
        let questions = lesson.all_questions().map(|question| &question.id);
        let beliefs = beliefs.iter().filter(|belief| !belief.overcome);
        Self {
            sections: sections
                .filter(|id| !record.is_read(&lesson.id, id))
                .cloned()
                .collect(),
            questions: questions
                .filter(|id| !answered.contains(id))
                .cloned()
                .collect(),
            beliefs: beliefs.map(|belief| belief.id.clone()).collect(),
        }
    }

    /// Whether there is nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What there is, as in `1 part to read and 12 questions to answer`; `None` when there is nothing.
    pub fn told(&self) -> Option<String> {
        let some = [
            (self.sections.len(), "part to read", "parts to read"),
            (
                self.questions.len(),
                "question to answer",
                "questions to answer",
            ),
            (
                self.beliefs.len(),
                "misconception to overcome",
                "misconceptions to overcome",
            ),
        ];
        let some = some.into_iter().filter(|(count, ..)| *count > 0);
        let told: Vec<String> = some
            .map(|(count, one, many)| counted(count, one, many))
            .collect();
        match told.as_slice() {
            [] => None,
            [all] => Some(all.clone()),
            [rest @ .., last] => Some(format!("{} and {last}", rest.join(", "))),
        }
    }

    /// What is said when the lesson is marked complete: short enough for a footer.
    pub fn on_completion(&self) -> String {
        let some = [
            (self.sections.len(), "part", "parts"),
            (self.questions.len(), "question", "questions"),
            (self.beliefs.len(), "misconception", "misconceptions"),
        ];
        let some = some.into_iter().filter(|(count, ..)| *count > 0);
        let some: Vec<_> = some
            .map(|(count, one, many)| counted(count, one, many))
            .collect();
        match some.as_slice() {
            [] => "Marked complete. Nothing is open; 6 shows all that you did.".to_owned(),
            some => format!("Marked complete. Still open: {}.", some.join(", ")),
        }
    }
}

impl Review {
    /// What is to be practised today, in a sentence.
    pub fn sentence(&self) -> String {
        let due = counted(self.due.len(), "question is due", "questions are due");
        let new = counted(self.new.len(), "new one", "new ones");
        let today = match (self.due.len(), self.new.len()) {
            (0, 0) => "Nothing is due today.".to_owned(),
            (0, _) => format!("Nothing is due today; {new} can be begun."),
            (_, 0) => format!("{due} today."),
            _ => format!("{due} today, and {new} can be begun."),
        };
        match self.then() {
            Some(then) => format!("{today} {then}"),
            None => today,
        }
    }

    /// What comes after today, in a sentence; `None` where nothing does.
    pub fn then(&self) -> Option<String> {
        match (self.waiting, self.next) {
            (0, next) => {
                let next = date(next?);
                Some(format!("The next one comes on {next} at {DAY_BEGINS}:00."))
            }
            (waiting, _) => {
                let waiting = counted(waiting, "more waits", "more wait");
                Some(format!("{waiting} for another day."))
            }
        }
    }

    /// How much of it was still known, in a sentence.
    pub fn retained(&self) -> String {
        match self.retention {
            (_, 0) => format!("No question came a second time in the last {RETENTION} days."),
            (known, all) => format!(
                "Of {} in the last {RETENTION} days, {known} {} known, in full or in part; the schedule aims at nine of ten.",
                counted(all, "review", "reviews"),
                if known == 1 { "was" } else { "were" },
            ),
        }
    }
}

impl Belief {
    /// How it stands, in a few words.
    pub fn state(&self) -> String {
        let met = match self.met {
            1 => "met once".to_owned(),
            met => format!("met {met} times"),
        };
        let since = match (self.overcome, self.rights) {
            (true, _) => "overcome",
            (false, 0) => "not right since",
            (false, 1) => "right once since",
            (false, _) => "right since, on one day and to one question",
        };
        format!("{met}, {since}")
    }
}

/// `1 part`, `3 parts`.
pub fn counted(count: usize, one: &str, many: &str) -> String {
    match count {
        1 => format!("1 {one}"),
        count => format!("{count} {many}"),
    }
}

/// A day in words: `3 March 2026`.
pub fn date(day: Date) -> String {
    day.strftime("%-d %B %Y").to_string()
}
