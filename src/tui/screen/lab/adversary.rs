//! The adversary: the learner chooses what happens next, and tries to break a lock; then to mend it, and the explorer tries.

mod mend;
mod play;
mod view;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::{mend::Mend, play::Play};
use super::Panel;
use crate::{
    fencing::adversary::Level,
    progress::Spot,
    tui::{
        keymap::{self, Action, Scope},
        message::{Message, Mouse, MouseKind},
        screen::{Context, Go, Outcome, Save},
    },
};

/// Every level, and the one that is open.
#[derive(Debug)]
pub(super) struct Arena {
    level: Level,
    plays: [Play; 3],
    mend: Mend,
    /// So many lines further down is what has no room.
    scroll: u16,
}

impl Arena {
    /// Every level at its beginning; the first that is not solved is open.
    pub(super) fn new(ctx: &Context) -> Self {
        let open = |level: &Level| !ctx.record.is_solved(&ctx.lesson.id, level.id());
        Self {
            level: Level::ALL.into_iter().find(open).unwrap_or(Level::Unfenced),
            plays: Level::BREAK.map(Play::new),
            mend: Mend::default(),
            scroll: 0,
        }
    }

    /// The game of the open level; the last level has none.
    fn play(&self) -> Option<&Play> {
        self.plays.iter().find(|play| play.level() == self.level)
    }

    fn play_mut(&mut self) -> Option<&mut Play> {
        let level = self.level;
        self.plays.iter_mut().find(|play| play.level() == level)
    }

    fn step_level(&mut self, by: isize) {
        let here = Level::ALL.iter().position(|level| *level == self.level);
        let next = here.unwrap_or(0).saturating_add_signed(by);
        self.level = Level::ALL[next.min(Level::ALL.len() - 1)];
        self.scroll = 0;
    }

    fn act(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        match action {
            Action::NextLevel => self.step_level(1),
            Action::PreviousLevel => self.step_level(-1),
            Action::PageDown | Action::PageUp => {
                let last = view::last_scroll(self, super::area(ctx.body), ctx);
                let here = self.scroll.min(last);
                self.scroll = match action {
                    Action::PageDown => here.saturating_add(4).min(last),
                    _ => here.saturating_sub(4),
                };
            }
            Action::Play => return self.watch(),
            _ => return self.act_in(action, ctx),
        }
        Outcome::handled()
    }

    /// Plays the run that breaks what was chosen to mend it, or says that there is none.
    fn watch(&self) -> Outcome {
        match self.mend.broken_by().filter(|_| self.play().is_none()) {
            Some(scenario) => Outcome::handled().go(Go::Spot(Spot::Watch {
                scenario,
                at_ms: 0,
                nth: None,
            })),
            None if self.mend.solved() => {
                Outcome::handled().notice("Nothing breaks it; nothing to play.")
            }
            None => Outcome::handled().notice("Let the explorer try it first."),
        }
    }

    /// What a key means within the level; a level that is solved by it is marked.
    fn act_in(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        self.scroll = 0;
        let (known, solved) = match self.play_mut() {
            Some(play) => (play.act(action), play.attempt.solved()),
            None => (self.mend.act(action), self.mend.solved()),
        };
        if !known {
            return Outcome::ignored();
        }
        let new = solved && ctx.record.mark_solved(&ctx.lesson.id, self.level.id());
        Outcome::handled().save(if new { Save::Now } else { Save::No })
    }

    fn mouse(&mut self, mouse: Mouse, ctx: &mut Context) -> Outcome {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseKind::WheelDown => self.act(Action::Down, ctx),
            MouseKind::WheelUp => self.act(Action::Up, ctx),
            MouseKind::Press => {
                let hit = view::choice_at(self, super::area(ctx.body), at, ctx);
                match (hit, self.play_mut()) {
                    (Some(choice), Some(play)) => {
                        play.choose(choice);
                        self.act_in(Action::Enter, ctx)
                    }
                    _ => Outcome::ignored(),
                }
            }
            _ => Outcome::ignored(),
        }
    }
}

impl Panel for Arena {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match message {
            Message::Key(key) => match keymap::action(self.scope(), *key) {
                Some(action) => self.act(action, ctx),
                None => Outcome::ignored(),
            },
            Message::Mouse(mouse) => self.mouse(*mouse, ctx),
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        view::draw(self, frame, area, ctx);
    }

    fn scope(&self) -> Scope {
        match self.play() {
            Some(play) if play.broken() => Scope::Broken,
            Some(play) if play.exhausted() => Scope::Exhausted,
            Some(_) => Scope::Adversary,
            None => Scope::Mend,
        }
    }

    fn at(&self) -> String {
        let inner = match self.play() {
            Some(play) => play.at(),
            None => self.mend.at(),
        };
        format!("{}:{inner}", self.level.id())
    }

    fn go(&mut self, at: &str, _ctx: &Context) {
        let (level, inner) = at.split_once(':').unwrap_or((at, ""));
        let Some(level) = Level::named(level) else {
            return;
        };
        self.level = level;
        self.scroll = 0;
        match self.play_mut() {
            Some(play) => play.go(inner),
            None => self.mend.go(inner),
        }
    }
}
