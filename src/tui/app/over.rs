//! What lies over the open screen: the help page, the search, the lessons of the course.
//!
//! Each lies over the one before. The last of them takes the keys, and what lies beneath is there again once it is closed.

use super::App;
use crate::tui::{
    message::{Effect, Message},
    screen::{Go, Screen, course::Course, help::Help, search::Search},
};

/// What lies over the open screen and takes its keys.
#[derive(Debug)]
pub(super) enum Overlay {
    Help(Help),
    Search(Box<Search>),
    Course(Course),
}

impl Overlay {
    pub(super) fn screen(&self) -> &dyn Screen {
        match self {
            Self::Help(help) => help,
            Self::Search(search) => search.as_ref(),
            Self::Course(course) => course,
        }
    }

    fn screen_mut(&mut self) -> &mut dyn Screen {
        match self {
            Self::Help(help) => help,
            Self::Search(search) => search.as_mut(),
            Self::Course(course) => course,
        }
    }
}

impl App {
    /// What takes the keys: what lies over the open screen, or that screen.
    pub(super) fn front(&self) -> &dyn Screen {
        let overlay = self.overlays.last().map(Overlay::screen);
        overlay.unwrap_or(self.open.screen())
    }

    /// Lets whatever is in front take the message in; says whether it meant something there.
    pub(super) fn screens(&mut self, message: &Message, effects: &mut Vec<Effect>) -> bool {
        let front = match self.overlays.split_last_mut() {
            None => self.open.screen_mut(),
            Some((front, beneath)) => {
                // A size is everybody's.
                if matches!(message, Message::Resize { .. }) {
                    self.open.screen_mut().update(message, &mut self.ctx);
                    for overlay in beneath {
                        overlay.screen_mut().update(message, &mut self.ctx);
                    }
                }
                front.screen_mut()
            }
        };
        let mut outcome = front.update(message, &mut self.ctx);
        match outcome.go {
            Some(Go::Back) if self.close_overlay() => outcome.go = None,
            Some(_) => self.close_overlays(),
            None => {}
        }
        self.follow(outcome, effects)
    }

    /// Closes what lies in front over the open screen; says whether there was anything.
    pub(super) fn close_overlay(&mut self) -> bool {
        let closed = self.overlays.pop();
        let any = closed.is_some();
        if let Some(Overlay::Search(search)) = closed {
            self.search = Some(search);
        }
        any
    }

    pub(super) fn close_overlays(&mut self) {
        while self.close_overlay() {}
    }

    /// Opens the search; the first time, it reads all of the content.
    pub(super) fn open_search(&mut self) {
        self.open.screen_mut().settle(&mut self.ctx);
        let search = match self.search.take() {
            Some(mut search) => {
                search.again(&self.ctx);
                search
            }
            None => Box::new(Search::new(&self.ctx)),
        };
        self.overlays.push(Overlay::Search(search));
    }
}
