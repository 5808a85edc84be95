//! Two versions of the record become one, and nothing in either is lost.
//!
//! Each part is a join: the same result in whichever order, however often, and however grouped versions meet.
//! So two instances that exchange what they have end up with the same record, whoever wrote first.

use std::collections::BTreeMap;

use super::draft::Draft;
use super::note::{Note, key_dot};
use super::record::{Answer, Completion, LessonRecord, Place, Prediction, Record};

/// What both hold. The latest place, completion and draft stand; read marks, answers, predictions and notes are united; of a note
/// that was edited apart both versions stay; what one side deleted and the other did not touch stays deleted.
///
/// Of keys that only a newer version knows nothing is known but their shape: tables and lists are united, and of two single
/// values under one key the greater as text stays. Both could not stay without a list where that version reads a single value,
/// and which of them is the later one nothing says.
pub fn merge(a: &Record, b: &Record) -> Record {
    let mut merged = a.clone();
    merged.join(b);
    merged
}

impl Record {
    /// Whether this record holds anything beyond a place to resume at that the other does not.
    pub fn adds_to(&self, other: &Self) -> bool {
        let both = Self {
            place: other.place.clone(),
            revision: other.revision,
            ..merge(other, self)
        };
        both != *other
    }

    /// As [`merge`], into this one.
    pub fn join(&mut self, other: &Self) {
        self.format = self.format.max(other.format);
        self.revision = self.revision.max(other.revision);
        join_option(&mut self.place, other.place.as_ref(), Place::join);
        join_maps(&mut self.lessons, &other.lessons, LessonRecord::join);
        join_maps(&mut self.notes, &other.notes, Note::join);
        join_maps(&mut self.answers, &other.answers, Answer::join);
        join_maps(&mut self.predictions, &other.predictions, Prediction::join);
        join_maps(&mut self.drafts, &other.drafts, Draft::join);
        self.unknown.join(&other.unknown);
        self.held.join(&other.held);
    }

    /// Takes in what a save of this record came back with, as it was when the save began and with what the file held beyond
    /// that. What the program cannot read or does not know is changed by a save alone: what went into a file of its own
    /// there is not to come back by a join.
    pub fn take_back(&mut self, saved: Self) {
        self.join(&saved);
        // But what stands beside a text went along where the text was edited meanwhile.
        let beside = self.unknown.within("notes");
        self.unknown = saved.unknown;
        self.unknown.join(&beside);
        self.held = saved.held;
    }
}

impl Place {
    fn join(&mut self, other: &Self) {
        if (other.at, &other.lesson, &other.spot) > (self.at, &self.lesson, &self.spot) {
            *self = other.clone();
        }
    }
}

impl LessonRecord {
    fn join(&mut self, other: &Self) {
        join_option(
            &mut self.completion,
            other.completion.as_ref(),
            Completion::join,
        );
        self.read.extend(other.read.iter().cloned());
        self.watched.extend(other.watched.iter().cloned());
        self.solved.extend(other.solved.iter().cloned());
    }
}

impl Completion {
    fn join(&mut self, other: &Self) {
        if (other.at, other.complete) > (self.at, self.complete) {
            *self = *other;
        }
    }
}

impl Answer {
    /// Taken back on one side is taken back. Beyond that, two answers under one id differ only when a file was edited by hand.
    fn join(&mut self, other: &Self) {
        let withdrawn = self.withdrawn || other.withdrawn;
        let order = |one: &Self| {
            let words = (one.question.clone(), one.text.clone(), one.picked.clone());
            (one.at, one.grade, one.sure, one.seed, words)
        };
        if order(other) > order(self) {
            *self = other.clone();
        }
        self.withdrawn = withdrawn;
    }
}

impl Prediction {
    /// As with answers: two under one id differ only when a file was edited by hand.
    fn join(&mut self, other: &Self) {
        let order = |one: &Self| {
            let words = [&one.scenario, &one.moment, &one.answer].map(String::clone);
            (one.at, one.sure, one.right, words)
        };
        if order(other) > order(self) {
            *self = other.clone();
        }
    }
}

impl Note {
    fn join(&mut self, other: &Self) {
        let mut versions = self.versions.clone();
        versions.retain(|key, _| !other.has_replaced(key));
        for (key, theirs) in &other.versions {
            if !self.has_replaced(key) {
                let ours = versions
                    .entry(key.clone())
                    .or_insert_with(|| theirs.clone());
                *ours = ours.clone().max(theirs.clone());
            }
        }
        self.versions = versions;
        join_maps(&mut self.seen, &other.seen, |ours, theirs| {
            *ours = *theirs.max(ours)
        });
        let origin = |note: &Self| (note.created, note.lesson.clone(), note.spot.clone());
        (self.created, self.lesson, self.spot) = origin(self).max(origin(other));
    }

    /// This note rests on that version and no longer holds it.
    fn has_replaced(&self, key: &str) -> bool {
        key_dot(key).is_some_and(|dot| {
            let stands = self
                .versions
                .keys()
                .any(|key| key_dot(key).as_ref() == Some(&dot));
            self.has_seen(&dot) && !stands
        })
    }
}

fn join_option<T: Clone>(ours: &mut Option<T>, theirs: Option<&T>, join: impl Fn(&mut T, &T)) {
    match (ours.as_mut(), theirs) {
        (Some(ours), Some(theirs)) => join(ours, theirs),
        (None, Some(theirs)) => *ours = Some(theirs.clone()),
        (_, None) => {}
    }
}

fn join_maps<T: Clone + PartialEq>(
    ours: &mut BTreeMap<String, T>,
    theirs: &BTreeMap<String, T>,
    join: impl Fn(&mut T, &T),
) {
    for (key, theirs) in theirs {
        match ours.get_mut(key) {
            // As a rule nearly all is the same on both sides, and joined with itself already.
            Some(ours) if ours == theirs => {}
            Some(ours) => join(ours, theirs),
            None => {
                ours.insert(key.clone(), theirs.clone());
            }
        }
    }
}
