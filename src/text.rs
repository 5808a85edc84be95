//! Clean, measure and wrap text: the ground floor, used by every room.
//!
//! Everything that comes from outside (lesson files, notes, paths, pasted text) passes [`clean`] or
//! [`clean_line`] once, at the door. From then on no string in the program can move a cursor, change a
//! title, reorder what is read or hide a character, whatever terminal it is printed to.

mod ascii;
mod clean;
mod wrap;

pub use ascii::to_ascii;
pub use clean::{clean, clean_line};
pub use wrap::{wrap, wrap_ranges};

use unicode_width::UnicodeWidthStr;

/// Columns that `text` takes on a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}
