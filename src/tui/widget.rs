//! Drawing only: what is drawn is given, nothing is kept.

pub mod code;
pub mod footer;
pub mod knows;
pub mod ladder;
pub mod lanes;
pub mod page;
pub mod runs;
pub mod scene;
pub mod stack;
pub mod strip;
pub mod table;
pub mod thumb;

use std::num::NonZeroU16;

use ratatui::{
    buffer::{Buffer, CellDiffOption},
    layout::Rect,
};
use unicode_segmentation::UnicodeSegmentation;

use super::theme::{Glyph, Theme};
use crate::text::width;

/// Replaces whatever is left beyond ASCII, cell by cell: the last line of defence of `--ascii`.
pub fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let plain = crate::text::to_ascii(cell.symbol());
            let first = plain.chars().next().unwrap_or(' ');
            cell.set_char(first);
        }
    }
}

/// `text` in at most `room` columns; what is cut off is cut off visibly.
pub fn fit(text: &str, room: usize, theme: &Theme) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut left = room.saturating_sub(1);
    let kept: String = text
        .graphemes(true)
        .take_while(|grapheme| take(grapheme, &mut left))
        .collect();
    format!("{}{}", kept.trim_end(), theme.glyph(Glyph::Ellipsis))
}

/// The first of `forms` that has room in so many columns; nothing where none has: what is cut off says nothing.
pub fn first_fitting(forms: &[String], room: usize) -> &str {
    let fits = forms.iter().find(|form| width(form) <= room);
    fits.map_or("", String::as_str)
}

/// The sign that notes belong to something, and how many, if more than one.
pub fn noted(count: usize, theme: &Theme) -> Option<String> {
    let sign = theme.glyph(Glyph::Note);
    match count {
        0 => None,
        1 => Some(sign.to_owned()),
        count => Some(format!("{sign}{count}")),
    }
}

/// The end of `text` in at most `room` columns.
pub fn fit_end(text: &str, room: usize, theme: &Theme) -> String {
    if width(text) <= room {
        return text.to_owned();
    }
    let mut left = room.saturating_sub(1);
    let kept = text
        .graphemes(true)
        .rev()
        .take_while(|grapheme| take(grapheme, &mut left));
    let length: usize = kept.map(str::len).sum();
    format!(
        "{}{}",
        theme.glyph(Glyph::Ellipsis),
        &text[text.len() - length..]
    )
}

fn take(grapheme: &str, left: &mut usize) -> bool {
    let fits = width(grapheme) <= *left;
    if fits {
        *left -= width(grapheme);
    }
    fits
}

/// Turns what is drawn in `area` into a link (OSC 8). Each cell carries the whole of it, since the terminal
/// may be sent any part of the line anew.
pub fn link(buffer: &mut Buffer, area: Rect, url: &str) {
    let sound = url.bytes().all(|byte| (0x21..0x7f).contains(&byte));
    for position in area.intersection(buffer.area).positions().filter(|_| sound) {
        if let Some(cell) = buffer.cell_mut(position) {
            let columns = u16::try_from(width(cell.symbol()))
                .ok()
                .and_then(NonZeroU16::new);
            let symbol = format!("\x1b]8;;{url}\x1b\\{}\x1b]8;;\x1b\\", cell.symbol());
            cell.set_symbol(&symbol)
                .set_diff_option(columns.map_or(CellDiffOption::None, CellDiffOption::ForcedWidth));
        }
    }
}
