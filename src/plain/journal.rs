//! What the line face keeps: one change, one save.

mod keep;

use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};

pub use keep::KeepError;

use crate::progress::{
    Answer, NoteKey, Notice, Opened, Pen, Prediction, Record, Spot, Store, StoreError, Sure,
    Warning,
};

/// How long a save waits for another instance's: here no key waits for it.
const PATIENCE: Duration = Duration::from_secs(5);

/// The record and where it is kept. Each change is saved before the next prompt appears; one that cannot be stays in
/// memory and goes with the next that can.
pub struct Journal {
    store: Store,
    record: Record,
    pen: Pen,
    clock: fn() -> Timestamp,
    zone: TimeZone,
    /// Commands to be copied are told in ASCII alone.
    ascii: bool,
    unsaved: bool,
    /// The file could not be read and stands as it is until the first save.
    damaged: bool,
    warnings: Vec<Warning>,
}

impl Journal {
    /// A journal over an opened file; the time comes from `clock`.
    pub fn new(opened: Opened, pen: Pen, clock: fn() -> Timestamp) -> Self {
        Self {
            store: opened.store.with_patience(PATIENCE),
            record: opened.record,
            pen,
            clock,
            zone: TimeZone::UTC,
            ascii: false,
            unsaved: false,
            damaged: matches!(opened.notice, Notice::Damaged { .. }),
            warnings: Vec::new(),
        }
    }

    /// What was done so far.
    pub fn record(&self) -> &Record {
        &self.record
    }

    /// What time it is.
    pub fn now(&self) -> Timestamp {
        (self.clock)()
    }

    /// Where days begin and end; UTC unless said otherwise.
    #[must_use]
    pub fn in_zone(mut self, zone: TimeZone) -> Self {
        self.zone = zone;
        self
    }

    /// Whether commands to be copied are told in ASCII alone; not unless said so.
    #[must_use]
    pub fn in_ascii(mut self, ascii: bool) -> Self {
        self.ascii = ascii;
        self
    }

    /// Where days begin and end.
    pub fn zone(&self) -> &TimeZone {
        &self.zone
    }

    /// Keep an answer to the question that was `asked`; gives its id, to take it back by, and how saving went: when that
    /// failed, it stands in memory only.
    pub fn answer(&mut self, asked: &str, answer: Answer) -> (String, Result<(), StoreError>) {
        let id = self.record.keep_answer(&mut self.pen, asked, answer);
        (id, self.save())
    }

    /// Keep what was written for a question and is no answer yet.
    ///
    /// # Errors
    /// When it cannot be saved, here and below; it then stands in memory only.
    pub fn begin_answer(&mut self, question: &str, text: &str) -> Result<(), StoreError> {
        if self.record.set_draft(question, text, (self.clock)()) || self.unsaved {
            self.save()?;
        }
        Ok(())
    }

    /// Take an answer to the question that was `asked` back; what was written stays, to be gone on with.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn take_back(&mut self, asked: &str, answer: &str) -> Result<(), StoreError> {
        self.record.take_answer_back(asked, answer, (self.clock)());
        self.save()
    }

    /// Keep a note; gives what to go on with it by, and how saving went: when that failed, it stands in memory only.
    pub fn note(
        &mut self,
        lesson: &str,
        spot: Spot,
        text: &str,
    ) -> (NoteKey, Result<(), StoreError>) {
        let now = (self.clock)();
        let (record, pen) = (&mut self.record, &mut self.pen);
        let key = record.begin_note(pen, lesson, spot, text, now);
        (key, self.save())
    }

    /// Keep more of a note, which is then `text` as a whole.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn note_more(&mut self, key: &mut NoteKey, text: &str) -> Result<(), StoreError> {
        let now = (self.clock)();
        if let Some(next) = self.record.edit_note(&mut self.pen, key, text, now) {
            *key = next;
        }
        self.save()
    }

    /// Mark a section as read.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn read(&mut self, lesson: &str, section: &str) -> Result<(), StoreError> {
        let spot = Spot::Read {
            section: section.to_owned(),
            permille: 0,
        };
        self.record.mark_read(lesson, section);
        self.record.set_place(lesson, spot, (self.clock)());
        self.save()
    }

    /// Mark a scenario as watched: a note taken next is about it.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn watched(&mut self, lesson: &str, scenario: &str) -> Result<(), StoreError> {
        let spot = Spot::Watch {
            scenario: scenario.to_owned(),
            at_ms: 0,
            nth: None,
        };
        self.record.mark_watched(lesson, scenario);
        self.record.set_place(lesson, spot, (self.clock)());
        self.save()
    }

    /// Mark a level of the adversary as solved.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn solved(&mut self, lesson: &str, level: &str) -> Result<(), StoreError> {
        self.record.mark_solved(lesson, level);
        self.save()
    }

    /// Keep a prediction: of a scenario, which moment and which answer by their ids, whether it is right, and how sure.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn predicted(
        &mut self,
        scenario: &str,
        (moment, answer): (&str, &str),
        right: bool,
        sure: Sure,
    ) -> Result<(), StoreError> {
        let prediction = Prediction {
            scenario: scenario.to_owned(),
            moment: moment.to_owned(),
            answer: answer.to_owned(),
            right,
            sure,
            at: (self.clock)(),
        };
        self.record.add_prediction(&mut self.pen, prediction);
        self.save()
    }

    /// Mark the lesson complete, or open again.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn toggle_complete(&mut self, lesson: &str) -> Result<(), StoreError> {
        self.record.toggle_complete(lesson, (self.clock)());
        self.save()
    }

    /// Try once more to save what could not be saved, and what still cannot goes into a file of its own. Gives what the
    /// learner should know about the saves of the session.
    ///
    /// # Errors
    /// When it could not be saved; the error names that file.
    pub fn close(mut self) -> Result<Vec<Warning>, StoreError> {
        if self.unsaved {
            let (now, elsewhere) = ((self.clock)(), std::env::temp_dir());
            let saved = self.store.save_last(&mut self.record, &elsewhere, now)?;
            self.warnings.extend(saved.warnings);
        }
        Ok(self.warnings)
    }

    fn save(&mut self) -> Result<(), StoreError> {
        self.unsaved = true;
        let saved = self.store.save(&mut self.record, (self.clock)())?;
        (self.unsaved, self.damaged) = (false, false);
        self.warnings.extend(saved.warnings);
        Ok(())
    }
}
