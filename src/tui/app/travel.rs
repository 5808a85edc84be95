//! How one gets from screen to screen, and back.

use super::{
    App, Door,
    open::{Open, Shelf},
};
use crate::{
    progress::{NoteKey, Spot},
    tui::screen::{Target, home::Home, notes::Notes},
};

/// A place that one came by.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Stop {
    lesson: String,
    spot: Spot,
}

impl App {
    pub(super) fn go(&mut self, spot: &Spot) {
        self.remember();
        let here = self.here();
        if here.spot != *spot {
            self.trail.push(here);
        }
        self.open_at(spot);
    }

    /// To what a search found: its lesson, its place, and the text there.
    pub(super) fn found(&mut self, target: &Target) {
        self.remember();
        self.trail.push(self.here());
        self.enter(&target.lesson);
        self.open_at(&target.spot);
        self.open.screen_mut().reveal(target, &mut self.ctx);
    }

    /// To a note; coming back from it leads here.
    pub(super) fn open_note(&mut self, lesson: &str, key: &NoteKey) {
        self.remember();
        self.trail.push(self.here());
        self.enter(lesson);
        let notes = Notes::of(key, &self.ctx);
        self.leave_for(Open::Notes(notes));
    }

    /// To Home of another lesson.
    pub fn open_lesson(&mut self, lesson: &str) {
        self.close_overlay();
        self.remember();
        self.enter(lesson);
        self.trail.clear();
        self.open_at(&Spot::Home);
    }

    /// Makes this lesson the one that is open; what was kept of another one is let go.
    fn enter(&mut self, lesson: &str) {
        if lesson == self.ctx.lesson.id {
            return;
        }
        if let Some(lesson) = self.ctx.pack.lesson(lesson) {
            self.ctx.lesson = lesson.clone();
            self.leave_for(Open::Home(Home::new(&self.ctx)));
            self.shelf = Shelf::default();
        }
    }

    fn here(&self) -> Stop {
        Stop {
            lesson: self.ctx.lesson.id.clone(),
            spot: self.open.screen().spot(&self.ctx),
        }
    }

    fn open_at(&mut self, spot: &Spot) {
        let kept = self.take_kept(spot);
        let next = kept.unwrap_or_else(|| Open::at(spot, &self.ctx));
        self.leave_for(next);
    }

    /// The screen of this place, if it was kept.
    fn take_kept(&mut self, spot: &Spot) -> Option<Open> {
        match spot {
            Spot::Watch { .. } => {
                let watch = self.shelf.watch.take()?;
                Some(Open::Watch(watch.back_at(spot, &self.ctx)))
            }
            Spot::Lab { view, at } => {
                let mut lab = self.shelf.lab.take()?;
                lab.go(view, at, &self.ctx);
                Some(Open::Lab(lab))
            }
            Spot::Practice { question } => {
                let mut practice = self.shelf.practice.take()?;
                practice.go(question, &self.ctx);
                Some(Open::Practice(practice))
            }
            _ => None,
        }
    }

    fn leave_for(&mut self, next: Open) {
        match std::mem::replace(&mut self.open, next) {
            Open::Watch(watch) => self.shelf.watch = Some(watch),
            Open::Lab(lab) => self.shelf.lab = Some(lab),
            Open::Practice(practice) => self.shelf.practice = Some(practice),
            _ => {}
        }
    }

    /// Opens a new note; coming back from it leads here.
    pub(super) fn note(&mut self, spot: Spot) {
        self.remember();
        self.overlay = None;
        self.trail.push(self.here());
        let note = Notes::begin(spot, &self.ctx);
        self.leave_for(Open::Notes(note));
    }

    pub(super) fn back(&mut self) {
        if !matches!(self.open, Open::Home(_)) {
            self.remember();
            let Some(stop) = self.trail.pop() else {
                return self.open_at(&Spot::Home);
            };
            self.enter(&stop.lesson);
            self.open_at(&stop.spot);
        }
    }

    /// Back along the way one came, to the same section as that of `spot`; where it was not passed, to `spot` itself.
    pub(super) fn back_to(&mut self, spot: Spot) {
        self.remember();
        let same = |passed: &Stop| match (&passed.spot, &spot) {
            (
                Spot::Read { section, .. },
                Spot::Read {
                    section: wanted, ..
                },
            ) => section == wanted,
            _ => false,
        };
        let passed = self.trail.iter().rposition(same);
        let spot = match passed.map(|at| self.trail.split_off(at)) {
            Some(passed) => passed.into_iter().next().map_or(spot, |stop| stop.spot),
            None => spot,
        };
        self.open_at(&spot);
    }

    pub(super) fn door(&mut self, number: u8) {
        let door = Door::ALL.into_iter().find(|door| door.number() == number);
        let here = Door::of(&self.open.screen().spot(&self.ctx));
        if door.is_none() || door == here {
            return;
        }
        self.remember();
        if let Some(spot) = door.and_then(|door| door.spot(&self.ctx)) {
            self.trail.clear();
            self.open_at(&spot);
        }
    }
}
