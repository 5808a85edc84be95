//! Read: the lesson, section by section.

use ratatui::{Frame, layout::Rect, text::Line};

use super::{Context, Outcome, Screen};
use crate::{
    progress::record::Spot,
    tui::{keymap::Scope, message::Message, theme::Role},
};

/// The lesson at one of its sections.
#[derive(Debug)]
pub struct Read {
    section: usize,
    permille: u16,
}

impl Read {
    /// The section of this id, so many thousandths down; the first section if there is none.
    pub fn at(section: &str, permille: u16, ctx: &Context) -> Self {
        let section = ctx
            .lesson
            .sections
            .iter()
            .position(|s| s.id == section)
            .unwrap_or(0);
        Self { section, permille }
    }
}

impl Screen for Read {
    fn update(&mut self, _message: &Message, _ctx: &mut Context) -> Outcome {
        Outcome::ignored()
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        if let Some(section) = ctx.lesson.sections.get(self.section) {
            frame.render_widget(
                Line::styled(section.title.clone(), ctx.theme.style(Role::Title)),
                area,
            );
        }
    }

    fn scope(&self) -> Scope {
        Scope::Read
    }

    fn spot(&self, ctx: &Context) -> Spot {
        ctx.lesson
            .sections
            .get(self.section)
            .map_or(Spot::Home, |section| Spot::Read {
                section: section.id.clone(),
                permille: self.permille,
            })
    }
}
