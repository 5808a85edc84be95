//! Watch: a chooser of timelines, and the player of one.

mod list;
mod pace;
mod player;
#[cfg(test)]
mod tests;

use ratatui::{Frame, layout::Rect};

use self::{
    list::{Entry, List},
    player::Player,
};
use super::{Context, Outcome, Save, Screen};
use crate::{
    progress::Spot,
    tui::{
        keymap::{Action, Scope},
        message::Message,
    },
};

/// The timelines of the lesson, and the one that is played.
#[derive(Debug)]
pub struct Watch {
    list: List,
    player: Option<Player>,
    /// Whether the player was opened from the list, so that Back leads there.
    from_list: bool,
}

impl Watch {
    /// A timeline at a time in milliseconds: at its beginning it plays, later it stands. A scenario that is not known leads
    /// to the list.
    pub fn at(scenario: &str, at_ms: u64, ctx: &Context) -> Self {
        let mut list = List::of(ctx);
        let known = list.choose(scenario);
        let run = list.chosen().and_then(Entry::timeline).cloned();
        let player = run.filter(|_| known).map(|run| {
            let mut player = Player::new(run, ctx.reduced_motion);
            if at_ms == 0 {
                player.play();
            } else {
                player.seek(at_ms);
            }
            player
        });
        Self {
            list,
            player,
            from_list: false,
        }
    }

    fn open(&mut self, ctx: &Context) {
        if let Some(run) = self.list.chosen().and_then(Entry::timeline) {
            let mut player = Player::new(run.clone(), ctx.reduced_motion);
            player.play();
            self.player = Some(player);
            self.from_list = true;
        }
    }

    /// At the end of a timeline: on to the next one.
    fn next(&mut self, ctx: &Context) {
        if self.list.step(1) {
            let from_list = self.from_list;
            self.open(ctx);
            self.from_list = from_list;
        } else {
            self.player = None;
        }
    }

    /// A timeline that was seen to its end is marked.
    fn mark(&self, ctx: &mut Context, outcome: Outcome) -> Outcome {
        let ended = self.player.as_ref().filter(|player| player.ended());
        let Some(player) = ended else {
            return outcome;
        };
        let new = ctx
            .record
            .mark_watched(&ctx.lesson.id, &player.timeline().scenario);
        outcome.save(if new { Save::Now } else { Save::No })
    }

    fn play(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let Some(player) = &mut self.player else {
            return Outcome::ignored();
        };
        let action = match message {
            Message::Key(key) => super::super::keymap::action(Scope::Watch, *key),
            _ => None,
        };
        match action {
            Some(Action::Outline) => self.player = None,
            Some(Action::Enter) if player.ended() => self.next(ctx),
            Some(Action::Enter) => player.toggle(),
            Some(action) => player.act(action),
            None => return self.other(message, ctx),
        }
        Outcome::handled()
    }

    /// What is no key of the player's own.
    fn other(&mut self, message: &Message, ctx: &Context) -> Outcome {
        let Some(player) = &mut self.player else {
            return Outcome::ignored();
        };
        let back = Some(Action::Back);
        match message {
            Message::Elapsed(time) => player.elapse(*time),
            Message::Mouse(mouse) => player.mouse(*mouse, ctx.body, &ctx.theme),
            Message::Key(key)
                if self.from_list
                    && super::super::keymap::action(Scope::Everywhere, *key) == back =>
            {
                self.player = None;
            }
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }
}

impl Screen for Watch {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        if self.player.is_some() {
            let outcome = self.play(message, ctx);
            return self.mark(ctx, outcome);
        }
        let (handled, open) = self.list.update(message, ctx.body);
        if open {
            self.open(ctx);
        }
        match handled {
            true => Outcome::handled(),
            false => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        match &self.player {
            Some(player) => {
                let next = self.list.after().map(|entry| entry.title.as_str());
                player.view(frame, area, &ctx.theme, next);
            }
            None => self.list.view(frame, area, ctx),
        }
    }

    fn scope(&self) -> Scope {
        match self.player {
            Some(_) => Scope::Watch,
            None => Scope::Timelines,
        }
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        match &self.player {
            Some(player) => Spot::Watch {
                scenario: player.timeline().scenario.clone(),
                at_ms: player.at(),
            },
            None => Spot::Watch {
                scenario: String::new(),
                at_ms: 0,
            },
        }
    }

    fn animating(&self) -> bool {
        self.player.as_ref().is_some_and(Player::playing)
    }
}
