//! Which of how many is chosen, as a row of dots: `··●··`.

use ratatui::{style::Style, text::Span};

use crate::tui::theme::{Glyph, Role, Theme};

/// The dots of a choice that stands at `at`; `here` is how its own looks.
pub(super) fn dots(at: usize, of: usize, here: Style, theme: &Theme) -> [Span<'static>; 3] {
    let dot = theme.glyph(Glyph::Dot);
    let dim = theme.style(Role::Dim);
    [
        Span::styled(dot.repeat(at), dim),
        Span::styled(theme.glyph(Glyph::Step), here),
        Span::styled(dot.repeat(of.saturating_sub(at + 1)), dim),
    ]
}
