//! Clean, measure and wrap text: the ground floor, used by every room.
//!
//! Everything that comes from outside (lesson files, notes, paths, pasted text) passes [`clean`] or
//! [`clean_line`] once, at the door. From then on no string in the program can move a cursor, change a
//! title, reorder what is read or hide a character, whatever terminal it is printed to.

mod ascii;
mod clean;
mod wrap;

pub use ascii::to_ascii;
pub use clean::{clean, clean_line, is_hidden};
pub use wrap::{wrap, wrap_ranges};

use unicode_width::UnicodeWidthStr;

/// A number with its thousands apart: `1,204,332`.
pub fn thousands(number: usize) -> String {
    let digits = number.to_string();
    let mut shown = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            shown.push(',');
        }
        shown.push(digit);
    }
    shown
}

/// The most characters of something that is quoted in a message, and how many of them are its end.
const QUOTED: usize = 600;
const QUOTED_END: usize = 120;

/// `text` itself, or its beginning and its end where it is too long for a message to quote.
pub fn shortened(text: &str) -> String {
    let count = text.chars().count();
    if count <= QUOTED {
        return text.to_owned();
    }
    let begin = text.chars().take(QUOTED - QUOTED_END);
    let end = text.chars().skip(count - QUOTED_END);
    begin.chain(" … ".chars()).chain(end).collect()
}

/// Whether `said` is words that all stand in `text`, or parts of its words, whatever their case.
pub fn has_words(text: &str, said: &str) -> bool {
    let text = text.to_lowercase();
    let mut words = said.split_whitespace().map(str::to_lowercase).peekable();
    words.peek().is_some() && words.all(|word| text.contains(&word))
}

/// Columns that `text` takes on a terminal.
pub fn width(text: &str) -> usize {
    text.width()
}

#[cfg(test)]
mod tests {
    use super::{has_words, thousands};

    #[test]
    fn words_are_found_in_any_order_and_case() {
        let table = [
            ("pitfalls", true),
            ("PITFALL common", true),
            ("common mistake", false),
            ("", false),
            ("  ", false),
        ];
        for (said, found) in table {
            assert_eq!(has_words("Common pitfalls", said), found, "{said}");
        }
    }

    #[test]
    fn thousands_stand_apart() {
        for (number, shown) in [
            (0, "0"),
            (999, "999"),
            (1_000, "1,000"),
            (12_345, "12,345"),
            (1_204_332, "1,204,332"),
        ] {
            assert_eq!(thousands(number), shown);
        }
    }
}
