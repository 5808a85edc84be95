//! One level: the game, the choice at hand, hints, and whether it counts.

use crate::{
    fencing::{
        adversary::{Game, Level, Played, names},
        explore::way::Way,
        moves::Move,
    },
    tui::keymap::Action,
};

/// A level, as far as it is played.
#[derive(Debug)]
pub(super) struct Play {
    pub(super) level: Level,
    pub(super) game: Game,
    pub(super) choices: Vec<Move>,
    pub(super) chosen: usize,
    /// The run so far, a second a step.
    pub(super) run: Box<Played>,
    pub(super) hint: Option<Hint>,
    /// The first hint was given: the next one is a step.
    warm: bool,
    /// Steps that hints gave since the beginning.
    given: usize,
    /// The whole way was shown since the beginning.
    shown: bool,
}

/// What was asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Hint {
    /// What the break rests on.
    Idea,
    /// The next step of a shortest way, by its number.
    Step(usize),
    /// No way leads on from here.
    Nowhere,
    /// The whole way from here, in words.
    Solution(Vec<String>),
}

impl Play {
    pub(super) fn new(level: Level) -> Self {
        let game = Game::new(level.setup());
        Self {
            level,
            choices: game.choices(),
            run: Box::new(game.run()),
            game,
            chosen: 0,
            hint: None,
            warm: false,
            given: 0,
            shown: false,
        }
    }

    /// The property has failed.
    pub(super) fn broken(&self) -> bool {
        self.game.world().broken(self.level.property())
    }

    /// It has failed, and the learner did it.
    pub(super) fn solved(&self) -> bool {
        self.broken() && self.counts()
    }

    /// Neither was the way shown, nor did most of it come from hints.
    pub(super) fn counts(&self) -> bool {
        !self.shown && self.given * 2 <= self.game.numbers().len()
    }

    pub(super) fn choose(&mut self, choice: usize) {
        self.chosen = choice.min(self.choices.len().saturating_sub(1));
    }

    /// Does what a key means; says whether it means anything.
    pub(super) fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Up => self.chosen = self.chosen.saturating_sub(1),
            Action::Down => self.choose(self.chosen + 1),
            Action::Top => self.chosen = 0,
            Action::Bottom => self.choose(usize::MAX),
            Action::Enter if self.broken() => {}
            Action::Enter => {
                self.game.take(self.chosen);
                self.moved();
            }
            Action::Previous => {
                self.game.back();
                self.moved();
            }
            Action::Next => {
                self.game.on();
                self.moved();
            }
            Action::Branch => {
                self.game.branch(1);
                self.moved();
            }
            Action::Restart => {
                self.game.restart();
                (self.warm, self.given, self.shown) = (false, 0, false);
                self.moved();
            }
            Action::Hint if !self.broken() => self.give_hint(),
            Action::Solution if !self.broken() => self.show(),
            Action::Hint | Action::Solution => {}
            _ => return false,
        }
        true
    }

    fn moved(&mut self) {
        self.choices = self.game.choices();
        *self.run = self.game.run();
        self.hint = None;
        // Where something was taken from here before, the eye is on it.
        let before = self.choices.iter().position(|by| self.game.tried(*by));
        self.chosen = before.unwrap_or(0);
    }

    fn give_hint(&mut self) {
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
        let step = way
            .first()
            .and_then(|by| self.choices.iter().position(|choice| choice == by));
        if let Some(step) = step {
            self.given += 1;
            self.hint = Some(Hint::Step(step));
        }
    }

    fn show(&mut self) {
        let Way::Found(way) = self.game.way(self.level.property()) else {
            self.hint = Some(Hint::Nowhere);
            return;
        };
        self.shown = true;
        let mut world = *self.game.world();
        let names = names();
        let steps = way.into_iter().map(|by| {
            let name = by.name(&names, &world);
            by.apply(&mut world);
            name
        });
        self.hint = Some(Hint::Solution(steps.collect()));
    }

    /// The choices so far, a digit to base 36 each.
    pub(super) fn at(&self) -> String {
        let numbers = self.game.numbers().into_iter();
        let digits = numbers.map(|number| {
            u32::try_from(number)
                .ok()
                .and_then(|n| char::from_digit(n, 36))
        });
        digits.map(|digit| digit.unwrap_or('-')).collect()
    }

    pub(super) fn go(&mut self, at: &str) {
        self.game.restart();
        for digit in at.chars().map(|c| c.to_digit(36)) {
            let taken = digit.is_some_and(|digit| self.game.take(digit as usize));
            if !taken {
                break;
            }
        }
        // What was only found again was not played by the learner now.
        self.shown |= self.broken();
        self.moved();
    }
}
