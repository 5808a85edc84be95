//! Help: every key from the one table, and a legend of shapes.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span, Text},
    widgets::Paragraph,
};

use super::{Context, Go, Outcome, Screen};
use crate::{
    progress::record::Spot,
    tui::{
        keymap::{self, Action, Scope},
        message::Message,
        theme::Role,
    },
};

/// The help page over a screen.
#[derive(Debug)]
pub struct Help {
    of: Scope,
    top: u16,
}

impl Help {
    /// The help page, with the keys of `of` first.
    pub fn new(of: Scope) -> Self {
        Self { of, top: 0 }
    }
}

impl Screen for Help {
    fn update(&mut self, message: &Message, _ctx: &mut Context) -> Outcome {
        let Message::Key(key) = message else {
            return Outcome::ignored();
        };
        match self.action(*key) {
            Some(Action::Back) => return Outcome::handled().go(Go::Back),
            Some(Action::Up) => self.top = self.top.saturating_sub(1),
            Some(Action::Down) => self.top = self.top.saturating_add(1),
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let mut lines = Vec::new();
        for scope in [self.of, Scope::Everywhere] {
            lines.push(Line::styled(scope.title(), ctx.theme.style(Role::Title)));
            for binding in keymap::rows(scope) {
                let keys: Vec<_> = binding
                    .keys
                    .split(' ')
                    .map(|key| keymap::shown(key, ctx.theme.ascii()))
                    .collect();
                lines.push(Line::from(vec![
                    Span::styled(
                        format!("  {:<14}", keys.join("  ")),
                        ctx.theme.style(Role::Key),
                    ),
                    Span::raw(binding.help),
                ]));
            }
            lines.push(Line::default());
        }
        frame.render_widget(
            Paragraph::new(Text::from(lines)).scroll((self.top, 0)),
            area,
        );
    }

    fn scope(&self) -> Scope {
        Scope::Help
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        Spot::Home
    }
}
