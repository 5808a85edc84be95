//! Drawing only: what is drawn is given, nothing is kept.

pub mod footer;

use ratatui::buffer::Buffer;

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
