//! How far one is in something longer than its place.

use ratatui::{Frame, layout::Rect};

use crate::tui::theme::{Glyph, Role, Theme};

/// A thumb to the right of `area`, which shows a part of so many `lines` from line `top` on; nothing where all of
/// them are shown.
pub fn draw(frame: &mut Frame<'_>, area: Rect, top: usize, lines: usize, theme: &Theme) {
    let rows = usize::from(area.height);
    if lines <= rows || rows == 0 {
        return;
    }
    let length = (rows * rows / lines).max(1);
    let start = (rows - length) * top.min(lines - rows) / (lines - rows);
    let thumb = area.rows().skip(start).take(length);
    for row in thumb {
        if let Some(cell) = frame.buffer_mut().cell_mut((area.right() + 1, row.y)) {
            cell.set_symbol(theme.glyph(Glyph::Bar))
                .set_style(theme.style(Role::Dim));
        }
    }
}
