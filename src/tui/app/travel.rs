//! How one gets from screen to screen, and back.

use super::{
    App,
    open::{Open, Shelf},
    view::Notice,
};
use crate::{
    progress::{NoteKey, Spot},
    tui::screen::{Target, door::Door, home::Home, notes::Notes},
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
        self.close_overlays();
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
        if self.is_noted(&spot) {
            let said = "A note of yours is here already: Esc, then 5, leads to it.";
            self.notice = Some(Notice::Advised(said.to_owned()));
        }
        self.trail.push(self.here());
        let note = Notes::begin(spot, &self.ctx);
        self.leave_for(Open::Notes(note));
    }

    /// Whether a note was taken at this very place; those on the lesson as a whole are of anything.
    fn is_noted(&self, spot: &Spot) -> bool {
        match spot {
            Spot::Home => false,
            Spot::Read { section, .. } => self.ctx.noted_in(section) > 0,
            spot => self.ctx.noted().any(|noted| noted == spot),
        }
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
        let lesson = &self.ctx.lesson.id;
        let same = |passed: &Stop| match (&passed.spot, &spot) {
            (
                Spot::Read { section, .. },
                Spot::Read {
                    section: wanted, ..
                },
            ) => passed.lesson == *lesson && section == wanted,
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
        let here = Door::of(&self.open.screen().spot(&self.ctx));
        let door = Door::ALL.into_iter().find(|door| door.number() == number);
        let Some(door) = door.filter(|door| Some(*door) != here) else {
            return;
        };
        self.remember();
        self.trail.push(self.here());
        // A run is left to look something up: the way back leads to its moment, whatever is looked up.
        let left = std::mem::take(&mut self.trail);
        let run = left.into_iter().rfind(|stop| self.is_run(stop));
        let spot = match (&run, door) {
            (Some(run), Door::Watch) => Some(run.spot.clone()),
            _ => door.spot(&self.ctx),
        };
        self.trail.extend(run.filter(|_| door != Door::Watch));
        if let Some(spot) = spot {
            self.open_at(&spot);
        }
    }

    /// Whether a run of the open lesson was left there.
    fn is_run(&self, stop: &Stop) -> bool {
        let of_run = matches!(&stop.spot, Spot::Watch { scenario, .. } if !scenario.is_empty());
        of_run && stop.lesson == self.ctx.lesson.id
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use jiff::{Timestamp, tz::TimeZone};

    use super::*;
    use crate::{
        course::Pack,
        progress::{Pen, Record},
        tui::{
            app::Settings,
            theme::{Depth, Theme},
        },
    };

    /// The program over a course of two lessons, whose sections have the same ids.
    fn twins() -> App {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        let mut pack = Pack::load(&tests.join("deep")).unwrap();
        let mut other = pack.lessons[0].clone();
        other.id = "other".to_owned();
        pack.lessons.push(other);
        let settings = Settings {
            theme: Theme::load("auto", Depth::Sixteen, false).unwrap(),
            reduced_motion: false,
            zone: TimeZone::UTC,
            seed: 7,
        };
        let now = Timestamp::UNIX_EPOCH;
        App::new(pack, Record::default(), Pen::new(now, 1, 0), settings, now).unwrap()
    }

    fn read(section: &str) -> Spot {
        Spot::Read {
            section: section.to_owned(),
            permille: 0,
        }
    }

    #[test]
    fn the_way_back_to_a_section_leads_through_its_own_lesson() {
        let mut app = twins();
        let first = app.ctx.lesson.id.clone();
        app.go(&read("lock-options"));
        app.go(&read("etcd"));
        // A search led to the other lesson, and there one went deeper.
        app.found(&Target {
            lesson: "other".to_owned(),
            spot: read("etcd"),
            passage: String::new(),
            query: String::new(),
            word: String::new(),
        });
        let came = app.trail.clone();
        app.back_to(read("lock-options"));
        assert_eq!(app.here().spot, read("lock-options"));
        assert_eq!(app.ctx.lesson.id, "other");
        assert_eq!(app.trail, came, "nothing of the way is lost");
        app.back();
        assert_eq!(app.ctx.lesson.id, first);
        // In its own lesson it was passed: the way is cut there.
        app.back_to(read("lock-options"));
        assert_eq!(app.here().spot, read("lock-options"));
        assert_eq!(app.trail.len(), 1);
    }
}
