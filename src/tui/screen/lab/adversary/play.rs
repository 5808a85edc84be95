//! One level: the attempt, and the choice at hand.

use crate::{
    fencing::{
        adversary::{Attempt, Level, Played},
        moves::Move,
    },
    tui::keymap::Action,
};

/// A level, as far as it is played.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) attempt: Attempt,
    pub(super) choices: Vec<Move>,
    pub(super) chosen: usize,
    /// Nothing leads to a break any more from here.
    pub(super) hopeless: bool,
    /// The run so far, a second a step.
    pub(super) run: Box<Played>,
}

impl Play {
    pub(super) fn new(level: Level) -> Self {
        let attempt = Attempt::new(level);
        Self {
            choices: attempt.game.choices(),
            run: Box::new(attempt.game.run()),
            attempt,
            chosen: 0,
            hopeless: false,
        }
    }

    pub(super) fn level(&self) -> Level {
        self.attempt.level
    }

    /// The property has failed.
    pub(super) fn broken(&self) -> bool {
        self.attempt.broken()
    }

    /// Nothing is left to choose, and nothing is broken.
    pub(super) fn exhausted(&self) -> bool {
        self.choices.is_empty() && !self.broken()
    }

    pub(super) fn choose(&mut self, choice: usize) {
        self.chosen = choice.min(self.choices.len().saturating_sub(1));
    }

    /// Does what a key means; says whether it means anything.
    pub(super) fn act(&mut self, action: Action) -> bool {
        let open = !self.broken();
        match action {
            Action::Up => self.chosen = self.chosen.saturating_sub(1),
            Action::Down => self.choose(self.chosen + 1),
            Action::Top => self.chosen = 0,
            Action::Bottom => self.choose(usize::MAX),
            Action::Hint if open => self.attempt.ask_hint(),
            Action::Solution if open => self.attempt.ask_solution(),
            Action::Hint | Action::Solution => {}
            _ => return self.moves(action),
        }
        true
    }

    /// Does what a key means that leads to another state.
    fn moves(&mut self, action: Action) -> bool {
        match action {
            Action::Enter => self.attempt.take(self.chosen),
            Action::Previous => self.attempt.back(),
            Action::Next => self.attempt.on(),
            Action::Branch => self.attempt.branch(),
            Action::Restart => {
                self.attempt.restart();
                true
            }
            _ => return false,
        };
        self.moved();
        true
    }

    fn moved(&mut self) {
        let game = &self.attempt.game;
        self.choices = game.choices();
        *self.run = game.run();
        self.hopeless = self.attempt.hopeless();
        // Where something was taken from here before, the eye is on it.
        let before = self.choices.iter().position(|by| game.tried(*by));
        self.chosen = before.unwrap_or(0);
    }

    pub(super) fn at(&self) -> String {
        self.attempt.code()
    }

    pub(super) fn go(&mut self, at: &str) {
        self.attempt.go(at);
        self.moved();
    }
}
