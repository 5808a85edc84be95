//! What is remembered: completion, read marks, the place, answers, notes.
//!
//! Plain data and what can be done to it. Every operation is pure: the time comes from the caller, names from
//! its [`Pen`].

use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::draft::Draft;
use super::held::Held;
use super::note::Note;
use super::pen::Pen;
use super::unknown::Unknown;

/// The format that this program writes.
///
/// A new key needs no new number: an older program keeps keys that it does not know. A new word in an old key
/// (another screen, another grade) or another meaning does, and with it a step in `format::older`.
pub const FORMAT: u32 = 4;

/// Everything that the progress file holds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Record {
    /// Version of the file's shape; see [`FORMAT`].
    pub format: u32,
    /// Rises by one with each write: the fence of the file.
    pub revision: u64,
    /// Where the learner was.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// By lesson id.
    #[serde(default)]
    pub lessons: BTreeMap<String, LessonRecord>,
    /// By note id, the deleted ones too; see [`Record::notes`].
    #[serde(default)]
    pub notes: BTreeMap<String, Note>,
    /// By answer id; see [`Record::answers_to`].
    #[serde(default)]
    pub answers: BTreeMap<String, Answer>,
    /// By prediction id: what the learner said would happen in a timeline; see [`Record::predictions_of`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub predictions: BTreeMap<String, Prediction>,
    /// By question id: answers that are begun; see [`Record::draft`].
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub drafts: BTreeMap<String, Draft>,
    /// Keys of the file that this version does not know; they are written back as they were.
    #[serde(skip)]
    pub unknown: Unknown,
    /// Entries of the file that this version cannot read; they are written back as they were.
    #[serde(skip)]
    pub held: Held,
}

/// What was done in one lesson.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
pub struct LessonRecord {
    /// When it was marked complete or open again, and which.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub completion: Option<Completion>,
    /// Ids of the sections that were read to their end.
    #[serde(default)]
    pub read: BTreeSet<String>,
    /// Ids of the scenarios that were watched to their end.
    #[serde(default)]
    pub watched: BTreeSet<String>,
    /// Ids of the adversary's levels that were solved.
    #[serde(default, skip_serializing_if = "BTreeSet::is_empty")]
    pub solved: BTreeSet<String>,
}

/// A mark, and when it was made; the latest wins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Completion {
    /// Complete, or open again.
    pub complete: bool,
    /// When.
    pub at: Timestamp,
}

/// A place to come back to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// When the learner was there.
    pub at: Timestamp,
    /// Which lesson.
    pub lesson: String,
    /// Which screen, and where on it.
    pub spot: Spot,
}

/// Where something stands in a lesson: a place to resume at, or what a note is tied to.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(tag = "screen", rename_all = "kebab-case")]
pub enum Spot {
    /// The lesson as a whole.
    Home,
    /// A section, and how far into its text, in thousandths, so that it survives another width.
    Read {
        /// Section id.
        section: String,
        /// Thousandths of the section's lines.
        permille: u16,
    },
    /// A moment of a timeline.
    Watch {
        /// Scenario id.
        scenario: String,
        /// Milliseconds from its start.
        at_ms: u64,
        /// Of several moments at that very time, which one, from 1; absent: the last of them, as it was before this key
        /// was there. It is no more than a hint, held against the run by `Timeline::moment_of`: an older program keeps the
        /// key without knowing it, also in a place that it moves to another time.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        nth: Option<u16>,
    },
    /// A view of the lab.
    Lab {
        /// Which, by its id.
        view: String,
        /// What was set up there, in that view's own code.
        at: String,
    },
    /// A question.
    Practice {
        /// Question id.
        question: String,
    },
    /// The list of notes.
    Notes,
    /// What was done, and what is open.
    Progress,
}

/// One answer to a question.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// Question id.
    pub question: String,
    /// When.
    pub at: Timestamp,
    /// What was typed; empty when it was only thought.
    #[serde(default)]
    pub text: String,
    /// How well it went: by the learner's own word where only they can say, else as it was marked.
    pub grade: Grade,
    /// How sure the learner was, where that was asked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sure: Option<Sure>,
    /// What was chosen, ticked off or put in order, by ids.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub picked: Vec<String>,
    /// What a question that the world invented was made from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u32>,
    /// The learner took it back: it stays in the file and counts no more.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub withdrawn: bool,
}

impl Answer {
    /// An answer of which no more is known.
    pub fn new(question: &str, at: Timestamp, grade: Grade) -> Self {
        Self {
            question: question.to_owned(),
            at,
            text: String::new(),
            grade,
            sure: None,
            picked: Vec::new(),
            seed: None,
            withdrawn: false,
        }
    }
}

/// How well an answer went.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Grade {
    /// Not known.
    Missed,
    /// Part of it.
    Partly,
    /// All of it.
    Knew,
}

/// What the learner said would happen next in a timeline, before it did.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prediction {
    /// Scenario id.
    pub scenario: String,
    /// Which moment of it, by an id that stays the same when times change, such as `write-A-1`.
    pub moment: String,
    /// What was said, by the id of the answer, such as `refused`.
    pub answer: String,
    /// Whether that is what the world then did.
    pub right: bool,
    /// How sure the learner was.
    pub sure: Sure,
    /// When.
    pub at: Timestamp,
}

/// How sure somebody is of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Sure {
    /// Not at all.
    Guess,
    /// More than not.
    Fairly,
    /// Certain.
    Certain,
}

impl Default for Record {
    fn default() -> Self {
        Self {
            format: FORMAT,
            revision: 0,
            place: None,
            lessons: BTreeMap::new(),
            notes: BTreeMap::new(),
            answers: BTreeMap::new(),
            predictions: BTreeMap::new(),
            drafts: BTreeMap::new(),
            unknown: Unknown::default(),
            held: Held::default(),
        }
    }
}

impl Record {
    /// Whether the lesson is marked complete.
    pub fn is_complete(&self, lesson: &str) -> bool {
        self.complete_since(lesson).is_some()
    }

    /// When the lesson was marked complete; `None` while it is open.
    pub fn complete_since(&self, lesson: &str) -> Option<Timestamp> {
        let mark = self.lessons.get(lesson)?.completion?;
        mark.complete.then_some(mark.at)
    }

    /// Whether the section was read to its end.
    pub fn is_read(&self, lesson: &str, section: &str) -> bool {
        self.lessons
            .get(lesson)
            .is_some_and(|l| l.read.contains(section))
    }

    /// Whether the scenario was watched to its end.
    pub fn is_watched(&self, lesson: &str, scenario: &str) -> bool {
        self.lessons
            .get(lesson)
            .is_some_and(|l| l.watched.contains(scenario))
    }

    /// Whether the adversary's level was solved.
    pub fn is_solved(&self, lesson: &str, level: &str) -> bool {
        self.lessons
            .get(lesson)
            .is_some_and(|l| l.solved.contains(level))
    }

    /// Marks a level of the adversary as solved; says whether that was new.
    pub fn mark_solved(&mut self, lesson: &str, level: &str) -> bool {
        !self.is_solved(lesson, level) && self.lesson(lesson).solved.insert(level.to_owned())
    }

    /// Marks a section as read; says whether that was new.
    pub fn mark_read(&mut self, lesson: &str, section: &str) -> bool {
        !self.is_read(lesson, section) && self.lesson(lesson).read.insert(section.to_owned())
    }

    /// Marks a scenario as watched; says whether that was new.
    pub fn mark_watched(&mut self, lesson: &str, scenario: &str) -> bool {
        !self.is_watched(lesson, scenario)
            && self.lesson(lesson).watched.insert(scenario.to_owned())
    }

    /// Marks the lesson complete, or open again if it was complete; says which it is now.
    pub fn toggle_complete(&mut self, lesson: &str, now: Timestamp) -> bool {
        let complete = !self.is_complete(lesson);
        self.set_complete(lesson, complete, now);
        complete
    }

    /// Marks the lesson complete or open.
    pub fn set_complete(&mut self, lesson: &str, complete: bool, now: Timestamp) {
        let lesson = self.lesson(lesson);
        let at = later(now, lesson.completion.map(|mark| mark.at));
        lesson.completion = Some(Completion { complete, at });
    }

    /// Remembers where the learner is; says whether that is another place than before.
    pub fn set_place(&mut self, lesson: &str, spot: Spot, now: Timestamp) -> bool {
        if self
            .place
            .as_ref()
            .is_some_and(|place| place.lesson == lesson && place.spot == spot)
        {
            return false;
        }
        let at = later(now, self.place.as_ref().map(|place| place.at));
        self.place = Some(Place {
            at,
            lesson: lesson.to_owned(),
            spot,
        });
        true
    }

    /// Keeps an answer; gives its id.
    pub fn add_answer(&mut self, pen: &mut Pen, answer: Answer) -> String {
        let id = pen.dot().to_string();
        self.answers.insert(id.clone(), answer);
        id
    }

    /// Takes an answer back; says whether it counted.
    pub fn withdraw_answer(&mut self, id: &str) -> bool {
        let answer = self.answers.get_mut(id);
        answer.is_some_and(|answer| !std::mem::replace(&mut answer.withdrawn, true))
    }

    /// The answers to a question that count, earliest first.
    pub fn answers_to(&self, question: &str) -> Vec<&Answer> {
        let counted = self.counted_answers();
        let mut found: Vec<_> = counted.filter(|one| one.question == question).collect();
        found.sort_by_key(|answer| answer.at);
        found
    }

    /// Every answer that was not taken back, in no order of time.
    pub fn counted_answers(&self) -> impl Iterator<Item = &Answer> {
        self.answers.values().filter(|answer| !answer.withdrawn)
    }

    /// The latest answer to a question.
    pub fn last_answer(&self, question: &str) -> Option<&Answer> {
        self.answers_to(question).pop()
    }

    /// Keeps a prediction; gives its id.
    pub fn add_prediction(&mut self, pen: &mut Pen, prediction: Prediction) -> String {
        let id = pen.dot().to_string();
        self.predictions.insert(id.clone(), prediction);
        id
    }

    /// The predictions of a scenario, earliest first.
    pub fn predictions_of(&self, scenario: &str) -> Vec<&Prediction> {
        let all = self.predictions.values();
        let mut found: Vec<_> = all.filter(|one| one.scenario == scenario).collect();
        found.sort_by_key(|one| one.at);
        found
    }

    fn lesson(&mut self, id: &str) -> &mut LessonRecord {
        self.lessons.entry(id.to_owned()).or_default()
    }
}

/// When in a run something is, in words; what no run lasts is past its end.
pub fn moment(at_ms: u64) -> String {
    const LONGEST_MS: u64 = 24 * 60 * 60 * 1000;
    if at_ms > LONGEST_MS {
        return "a time past its end".to_owned();
    }
    format!("{:.2} s", Duration::from_millis(at_ms).as_secs_f64())
}

/// `now`, or just after `before` where the clock went back: what is done last must also win a merge.
pub(super) fn later(now: Timestamp, before: Option<Timestamp>) -> Timestamp {
    let just_after = before.map(|at| {
        at.saturating_add(SignedDuration::from_nanos(1))
            .unwrap_or(at)
    });
    just_after.map_or(now, |at| at.max(now))
}
