//! An attempt at a level: the game, hints, and whether it counts.

use super::{Game, Level, names};
use crate::fencing::explore::way::Way;
use crate::fencing::moves::Move;

/// A level, as far as it is played.
#[derive(Debug)]
pub struct Attempt {
    /// Which.
    pub level: Level,
    /// What was played.
    pub game: Game,
    /// What was asked for since the last step.
    pub hint: Option<Hint>,
    /// The first hint was given: the next one is a step.
    warm: bool,
    /// Steps that hints gave since the beginning.
    given: usize,
    /// The whole way was shown since the beginning.
    shown: bool,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Hint {
    /// What the break rests on.
    Idea,
    /// The next step of a shortest way, by its number.
    Step(usize),
    /// No way leads on from here.
    Nowhere,
    /// The whole way from here, in words.
    Solution(Vec<String>),
}

impl Attempt {
    /// A level at its beginning.
    pub fn new(level: Level) -> Self {
        Self {
            level,
            game: Game::new(level.setup()),
            hint: None,
            warm: false,
            given: 0,
            shown: false,
        }
    }

    /// The property has failed.
    pub fn broken(&self) -> bool {
        self.game.world().broken(self.level.property())
    }

    /// Whether nothing leads to a break any more from here.
    pub fn hopeless(&self) -> bool {
        self.game.way(self.level.property()) == Way::Nowhere
    }

    /// That it has failed, and what that means.
    pub fn told_broken(&self) -> String {
        self.level.broken(&names(), self.game.world())
    }

    /// It has failed, and the learner did it.
    pub fn solved(&self) -> bool {
        self.broken() && self.counts()
    }

    /// Neither was the way shown, nor did most of it come from hints.
    pub fn counts(&self) -> bool {
        !self.shown && self.given * 2 <= self.game.numbers().len()
    }

    /// Takes a choice by its number; `false` where it is broken already, or there is no such choice.
    pub fn take(&mut self, number: usize) -> bool {
        self.hint = None;
        !self.broken() && self.game.take(number)
    }

    /// A step back; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        self.hint = None;
        self.game.back()
    }

    /// A step on along the branch that was walked last; `false` at its end.
    pub fn on(&mut self) -> bool {
        self.hint = None;
        self.game.on()
    }

    /// To another branch from the last fork; `false` where there is none.
    pub fn branch(&mut self) -> bool {
        self.hint = None;
        self.game.branch(1)
    }

    /// To the beginning, without hints; what was played stays reachable.
    pub fn restart(&mut self) {
        self.game.restart();
        self.hint = None;
        (self.warm, self.given, self.shown) = (false, 0, false);
    }

    /// Asks for a hint: what the break rests on at first, then the next step.
    pub fn ask_hint(&mut self) {
        if !self.warm {
            self.warm = true;
            self.hint = Some(Hint::Idea);
            return;
        }
        if matches!(self.hint, Some(Hint::Step(_) | Hint::Solution(_))) {
            return;
        }
        let Way::Found(way) = self.game.way(self.level.property()) else {
            self.hint = Some(Hint::Nowhere);
            return;
        };
        let choices = self.game.choices();
        let step = way
            .first()
            .and_then(|by| choices.iter().position(|choice| choice == by));
        if let Some(step) = step {
            self.given += 1;
            self.hint = Some(Hint::Step(step));
        }
    }

    /// Asks for the whole way from here. From then on it does not count, until it is begun anew.
    pub fn ask_solution(&mut self) {
        let Way::Found(way) = self.game.way(self.level.property()) else {
            self.hint = Some(Hint::Nowhere);
            return;
        };
        self.shown = true;
        self.hint = Some(Hint::Solution(self.told(way)));
    }

    fn told(&self, way: Vec<Move>) -> Vec<String> {
        let mut world = *self.game.world();
        let names = names();
        let steps = way.into_iter().map(|by| {
            let name = by.name(&names, &world);
            by.apply(&mut world);
            name
        });
        steps.collect()
    }

    /// The choices so far, a digit to base 36 each.
    pub fn code(&self) -> String {
        let numbers = self.game.numbers().into_iter();
        let digits = numbers.map(|number| {
            u32::try_from(number)
                .ok()
                .and_then(|n| char::from_digit(n, 36))
        });
        digits.map(|digit| digit.unwrap_or('-')).collect()
    }

    /// Plays what such a code says, as far as it leads. What was only found again was not played by the learner now.
    pub fn go(&mut self, code: &str) {
        self.game.restart();
        self.hint = None;
        for digit in code.chars().map(|c| c.to_digit(36)) {
            let taken = digit.is_some_and(|digit| self.game.take(digit as usize));
            if !taken {
                break;
            }
        }
        self.shown |= self.broken();
    }
}
