//! How one moves through a run: by steps, by the turns of the story, by leaps.

use super::{Micros, Phase, Player, SPEEDS};
use crate::{fencing::timeline::Millis, tui::keymap::Action};

/// Into so many parts a run is cut for scrubbing.
const SCRUB: Millis = 60;

/// What a move came to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in super::super) enum Moved {
    /// It led where it should, or to what is asked on the way.
    There,
    /// Past what was asked, without an answer.
    PastIt,
    /// Nowhere: something is asked here, and only an answer or a step leads on.
    Asked,
}

impl Moved {
    fn past(unanswered: bool) -> Self {
        match unanswered {
            true => Self::PastIt,
            false => Self::There,
        }
    }
}

impl Player {
    /// Does what a key means while something is asked or told; gives what came of it, and `None` for a key that
    /// means what it means while watching.
    pub(in super::super) fn answer_key(&mut self, action: Action) -> Option<Moved> {
        let asked = self.is_asking();
        Some(match (action, self.phase()) {
            (_, Phase::Watching) => return None,
            (Action::Up | Action::Down, _) if asked => {
                self.asks.choose(action == Action::Down);
                Moved::There
            }
            (Action::Back, _) if self.asks.back() => Moved::There,
            (Action::Play, _) => {
                let moved = Moved::past(self.asks.pass());
                self.play();
                moved
            }
            // Whoever comes by leaps may not have seen yet that something is asked.
            (Action::NextMark | Action::Bottom | Action::ScrubOn, _) if asked => Moved::Asked,
            (Action::Next | Action::NextMark, _) => {
                let moved = Moved::past(self.asks.pass());
                self.step(1);
                moved
            }
            _ => return None,
        })
    }

    /// Does what a key means while watching.
    pub(in super::super) fn act(&mut self, action: Action) -> Moved {
        let at = self.at();
        let bit = (self.run.end / SCRUB).max(1);
        match action {
            Action::Play => self.toggle(),
            Action::Next => self.step(1),
            Action::Previous => self.step_back(),
            Action::NextMark => self.turn(true),
            Action::PreviousMark => self.turn(false),
            Action::ScrubOn => return self.jump(self.pace.story(at + bit)),
            Action::ScrubBack => return self.jump(self.pace.story(at.saturating_sub(bit))),
            Action::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Action::Slower => self.speed = self.speed.saturating_sub(1),
            Action::Restart => {
                self.restart();
                self.play();
            }
            Action::Bottom => return self.jump(self.pace.length()),
            Action::Down => self.scroll = self.scroll.saturating_add(1),
            Action::Up => self.scroll = self.scroll.saturating_sub(1),
            _ => {}
        }
        Moved::There
    }

    /// Leaps to a time of the story, or on the way there to what is asked first.
    pub(super) fn jump(&mut self, story: Micros) -> Moved {
        let asked = self.is_asking();
        self.playing = false;
        if story <= self.story {
            self.asks.leave();
            self.to(story);
        } else if asked {
            return Moved::Asked;
        } else {
            self.asks.leave();
            self.advance(story);
        }
        Moved::There
    }

    /// To a later moment; the end comes after the last.
    pub(super) fn step(&mut self, by: usize) {
        self.playing = false;
        self.advance(self.pace.begin(self.place().1 + by));
    }

    /// To where the present moment began, or if it is there already, to the one before.
    pub(super) fn step_back(&mut self) {
        let (_, moment) = self.place();
        self.playing = false;
        self.asks.leave();
        let begin = self.pace.begin(moment);
        let back = if self.story > begin {
            moment
        } else {
            moment.saturating_sub(1)
        };
        self.to(self.pace.begin(back));
    }

    /// To the next or previous moment at which the story turns; the ends count as such.
    fn turn(&mut self, on: bool) {
        self.playing = false;
        let moments = &self.run.moments;
        let turns = (0..moments.len()).filter(|index| moments[*index].decisive);
        let mut begins = turns.map(|moment| self.pace.begin(moment));
        let to = if on {
            begins.find(|begin| *begin > self.story)
        } else {
            begins.rev().find(|begin| *begin < self.story)
        };
        let end = if on { self.pace.length() } else { 0 };
        if on {
            self.advance(to.unwrap_or(end));
        } else {
            self.asks.leave();
            self.to(to.unwrap_or(end));
        }
    }
}
