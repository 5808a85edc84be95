//! Strip whatever a terminal could take for a command, and whatever a reader could not see.

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthChar;

/// Columns from one tab stop to the next.
const TAB: usize = 4;

/// Extending marks that may stand between an emoji and the joiner after it: a skin tone and a selector,
/// and two to spare.
const MARKS_BEFORE_JOINER: usize = 4;

/// `text` without anything that acts instead of showing.
///
/// - Escape sequences (CSI, OSC, DCS, APC, PM, SOS, and two-character ones, in their 7-bit and 8-bit
///   forms) go as a whole. A string sequence that does not end on its line loses its introducer only, so that an
///   open one cannot swallow the rest of a note.
/// - Other control characters go; bidirectional controls, zero-width characters and tags too. A zero-width
///   joiner stays between two emoji, where it makes one picture of them.
/// - `\r\n`, a lone `\r`, and the Unicode line and paragraph separators become `\n`; tabs become spaces up to
///   the next multiple of four columns.
///
/// Cleaning what is clean changes nothing. The work is linear in the length.
pub fn clean(text: &str) -> String {
    let mut cleaner = Cleaner {
        chars: text.chars().collect(),
        at: 0,
        unterminated_until: 0,
        out: String::with_capacity(text.len()),
        column: 0,
    };
    while let Some(&c) = cleaner.chars.get(cleaner.at) {
        cleaner.at += 1;
        cleaner.take(c);
    }
    cleaner.out
}

/// As [`clean`], on one line: each line break becomes a space.
pub fn clean_line(text: &str) -> String {
    clean(text).replace('\n', " ")
}

struct Cleaner {
    chars: Vec<char>,
    /// Index of the next character.
    at: usize,
    /// No string sequence that begins before this index has an end; keeps hostile input linear.
    unterminated_until: usize,
    out: String,
    /// Columns since the last line break.
    column: usize,
}

impl Cleaner {
    fn take(&mut self, c: char) {
        match c {
            '\u{1b}' => self.escape(),
            '\u{9b}' => self.skip_csi(),
            '\u{90}' | '\u{98}' | '\u{9d}'..='\u{9f}' => self.skip_string(),
            '\r' => {
                if self.peek() != Some('\n') {
                    self.newline();
                }
            }
            '\n' | '\u{2028}' | '\u{2029}' => self.newline(),
            '\t' => {
                let spaces = TAB - self.column % TAB;
                self.out.extend(std::iter::repeat_n(' ', spaces));
                self.column += spaces;
            }
            '\u{200d}' => {
                if self.joins_emoji() {
                    self.out.push(c);
                }
            }
            c if c.is_control() || is_invisible(c) => {}
            c => {
                self.column += c.width().unwrap_or(0);
                self.out.push(c);
            }
        }
    }

    fn peek(&self) -> Option<char> {
        self.chars.get(self.at).copied()
    }

    fn newline(&mut self) {
        self.out.push('\n');
        self.column = 0;
    }

    /// After ESC.
    fn escape(&mut self) {
        match self.peek() {
            Some('[') => {
                self.at += 1;
                self.skip_csi();
            }
            Some(']' | 'P' | 'X' | '^' | '_') => {
                self.at += 1;
                self.skip_string();
            }
            _ => {
                self.skip_while(|c| (' '..='/').contains(&c));
                self.skip_one(|c| ('0'..='~').contains(&c));
            }
        }
    }

    /// Parameters, intermediates, one final byte (ECMA-48, section 5.4).
    fn skip_csi(&mut self) {
        self.skip_while(|c| ('0'..='?').contains(&c));
        self.skip_while(|c| (' '..='/').contains(&c));
        self.skip_one(|c| ('@'..='~').contains(&c));
    }

    /// Up to BEL or ST, if one comes on this line.
    fn skip_string(&mut self) {
        if self.at < self.unterminated_until {
            return;
        }
        let mut end = self.at;
        while let Some(&c) = self.chars.get(end) {
            match c {
                '\u{7}' | '\u{9c}' => {
                    self.at = end + 1;
                    return;
                }
                '\u{1b}' if self.chars.get(end + 1) == Some(&'\\') => {
                    self.at = end + 2;
                    return;
                }
                '\n' | '\r' => break,
                _ => end += 1,
            }
        }
        self.unterminated_until = end;
    }

    fn skip_while(&mut self, wanted: impl Fn(char) -> bool) {
        while self.peek().is_some_and(&wanted) {
            self.at += 1;
        }
    }

    fn skip_one(&mut self, wanted: impl Fn(char) -> bool) {
        if self.peek().is_some_and(wanted) {
            self.at += 1;
        }
    }

    /// Whether a joiner here makes one emoji of what stands before and after it.
    fn joins_emoji(&self) -> bool {
        let mut before = self.out.chars().rev().take(MARKS_BEFORE_JOINER);
        let base = before.find(|&c| !extends(c));
        base.is_some_and(is_pictograph) && self.peek().is_some_and(is_pictograph)
    }
}

/// Whether `c` belongs to the character before it.
fn extends(c: char) -> bool {
    !c.is_ascii() && format!("a{c}").graphemes(true).count() == 1
}

/// Whether `c` is an emoji that a joiner can join: rule GB11 of Unicode's text segmentation (UAX #29).
fn is_pictograph(c: char) -> bool {
    !c.is_ascii() && !extends(c) && format!("\u{1f469}\u{200d}{c}").graphemes(true).count() == 1
}

/// Whether a terminal would act on `c`, or show nothing for it, or show others in another order.
pub fn is_hidden(c: char) -> bool {
    c.is_control() || is_invisible(c)
}

/// Characters that show nothing, and those that change the order in which others are shown.
fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

#[cfg(test)]
mod tests {
    use super::{clean, clean_line};
    use proptest::prelude::*;

    #[test]
    fn strips_what_acts_and_keeps_what_shows() {
        let table = [
            ("plain text", "plain text"),
            ("a\u{1b}[31mred\u{1b}[0m b", "ared b"),
            ("\u{1b}[2J\u{1b}[Hgone", "gone"),
            ("\u{1b}[38;2;1;2;3mx", "x"),
            ("\u{9b}2Jx", "x"),
            ("\u{1b}]0;title\u{7}x", "x"),
            (
                "\u{1b}]8;;http://e.org\u{1b}\\link\u{1b}]8;;\u{1b}\\",
                "link",
            ),
            ("\u{9d}52;c;Zm9v\u{9c}x", "x"),
            ("\u{1b}Pq#0\u{1b}\\x", "x"),
            ("\u{1b}_apc\u{1b}\\x", "x"),
            ("\u{1b}(Bx\u{1b}7y\u{1b}=z", "xyz"),
            (
                "open \u{1b}]0;never closed\nnext",
                "open 0;never closed\nnext",
            ),
            ("\u{1b}[31", ""),
            ("\u{1b}", ""),
            ("\u{1b}\u{1b}[1mx", "x"),
            ("nul\0 bel\u{7} del\u{7f} c1\u{85}", "nul bel del c1"),
            ("a\r\nb\rc\nd", "a\nb\nc\nd"),
            ("a\u{2028}b\u{2029}c", "a\nb\nc"),
            ("a\tb\n\tc", "a   b\n    c"),
            ("語\tb", "語  b"),
            ("\u{202e}evil\u{202c} \u{2066}x\u{2069}", "evil x"),
            ("pass\u{200b}word\u{feff}\u{ad}", "password"),
            ("a\u{200d}b", "ab"),
            ("👩\u{200d}👩\u{200d}👧", "👩\u{200d}👩\u{200d}👧"),
            (
                "👩🏽\u{200d}💻 ❤\u{fe0f}\u{200d}🔥",
                "👩🏽\u{200d}💻 ❤\u{fe0f}\u{200d}🔥",
            ),
            ("👩\u{200d}a", "👩a"),
            ("e\u{301} שלום", "e\u{301} שלום"),
        ];
        for (given, wanted) in table {
            assert_eq!(clean(given), wanted, "{given:?}");
        }
    }

    #[test]
    fn a_line_has_no_break() {
        assert_eq!(clean_line("a\r\nb\nc"), "a b c");
    }

    #[test]
    fn open_sequences_by_the_million_take_linear_time() {
        let hostile = "\u{1b}]".repeat(500_000);
        assert_eq!(clean(&hostile), "");
    }

    proptest! {
        #[test]
        fn nothing_that_acts_is_left(text in "(?s)(\\PC|[\u{0}-\u{1f}\u{7f}-\u{9f}]|\u{1b}[\\[\\]P]|[\u{200b}-\u{202e}]){0,80}") {
            let once = clean(&text);
            prop_assert!(once.chars().all(|c| c == '\n' || !c.is_control()), "{once:?}");
            prop_assert!(!once.chars().any(super::is_invisible), "{once:?}");
            prop_assert_eq!(clean(&once), once);
        }
    }
}
