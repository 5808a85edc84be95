//! Home: what is done, where you stopped, and the way on.

use ratatui::{Frame, layout::Rect, text::Line};

use super::{Context, Go, Outcome, Screen};
use crate::{
    progress::record::Spot,
    tui::{
        app::Door,
        keymap::{Action, Scope},
        message::Message,
        theme::Role,
    },
};

/// The first screen.
#[derive(Debug)]
pub struct Home {
    chosen: usize,
}

impl Home {
    /// Home with the place that the learner left chosen.
    pub fn new(ctx: &Context) -> Self {
        let left = ctx
            .record
            .place
            .as_ref()
            .and_then(|place| Door::of(&place.spot));
        let chosen = Door::ALL
            .iter()
            .position(|door| Some(*door) == left)
            .unwrap_or(0);
        Self { chosen }
    }
}

impl Screen for Home {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let Message::Key(key) = message else {
            return Outcome::ignored();
        };
        let last = Door::ALL.len() - 1;
        match self.action(*key) {
            Some(Action::Up) => self.chosen = self.chosen.saturating_sub(1),
            Some(Action::Down) => self.chosen = (self.chosen + 1).min(last),
            Some(Action::Top) => self.chosen = 0,
            Some(Action::Bottom) => self.chosen = last,
            Some(Action::Enter) => {
                let spot = Door::ALL.get(self.chosen).and_then(|door| door.spot(ctx));
                return spot.map_or_else(Outcome::handled, |spot| {
                    Outcome::handled().go(Go::Spot(spot))
                });
            }
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let title = Line::styled(ctx.lesson.title.clone(), ctx.theme.style(Role::Title));
        frame.render_widget(title, area);
    }

    fn scope(&self) -> Scope {
        Scope::Home
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        Spot::Home
    }
}
