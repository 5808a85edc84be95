//! Break text into lines that fit.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::width;

/// `text` in lines of at most `columns`, broken at spaces; see [`wrap_ranges`].
pub fn wrap(text: &str, columns: usize) -> Vec<&str> {
    wrap_ranges(text, columns)
        .into_iter()
        .map(|range| &text[range])
        .collect()
}

/// The lines of `text` as byte ranges, for callers that carry styles beside the text.
///
/// A line ends at a line break or at the last space that lets it fit; the spaces at the break belong to no line.
/// A word wider than `columns` is broken between graphemes. A grapheme wider than `columns` stands alone on a line
/// that is too wide, so that nothing is lost and the work always ends. There is always at least one line. An arrow stays
/// on the line of the word that it points to, where both fit on one.
pub fn wrap_ranges(text: &str, columns: usize) -> Vec<Range<usize>> {
    let mut lines = Vec::new();
    let mut start = 0;
    for line in text.split('\n') {
        wrap_line(line, start, columns.max(1), &mut lines);
        start += line.len() + 1;
    }
    lines
}

/// One line without breaks, which begins at byte `offset` of the whole.
fn wrap_line(text: &str, offset: usize, columns: usize, lines: &mut Vec<Range<usize>>) {
    // The line so far is `start..end`; the spaces after it, `gap` columns wide, are kept only if a word follows.
    let (mut start, mut end, mut used) = (0, 0, 0);
    let mut gap = 0;
    let mut emit = |range: Range<usize>| lines.push(range.start + offset..range.end + offset);
    for (at, word) in pieces(text, columns) {
        if word.starts_with(' ') {
            gap = word.len();
            continue;
        }
        let wide = width(word);
        if used + gap + wide <= columns {
            (end, used) = (at + word.len(), used + gap + wide);
        } else {
            if end > start {
                emit(start..end);
            }
            (start, end, used) = (at, at, 0);
            for grapheme in word.graphemes(true) {
                let wide = width(grapheme);
                if used + wide > columns && end > start {
                    emit(start..end);
                    (start, used) = (end, 0);
                }
                (end, used) = (end + grapheme.len(), used + wide);
            }
        }
        gap = 0;
    }
    emit(start..end);
}

/// The runs of a text, those together that belong on one line of so many columns: an arrow, and the word after it.
fn pieces(text: &str, columns: usize) -> impl Iterator<Item = (usize, &str)> {
    let mut past = 0;
    word_runs(text).filter_map(move |(at, run)| {
        if at < past {
            return None;
        }
        let pointed = pointed(text, at, run).filter(|piece| width(piece) <= columns);
        let piece = pointed.unwrap_or(run);
        past = at + piece.len();
        Some((at, piece))
    })
}

/// An arrow that begins at byte `at`, with the word that it points to.
fn pointed<'a>(text: &'a str, at: usize, arrow: &str) -> Option<&'a str> {
    if !matches!(arrow, "→" | "->") {
        return None;
    }
    let rest = &text[at..];
    let (from, word) = word_runs(rest).nth(2)?;
    Some(&rest[..from + word.len()])
}

/// Runs of spaces and runs of anything else, each with its byte index.
fn word_runs(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut at = 0;
    std::iter::from_fn(move || {
        let rest = &text[at..];
        let space = rest.starts_with(' ');
        let length = rest.find(|c| (c == ' ') != space).unwrap_or(rest.len());
        let run = (at, &rest[..length]);
        at += length;
        (length > 0).then_some(run)
    })
}

#[cfg(test)]
mod tests {
    use super::{super::width, wrap};
    use proptest::prelude::*;
    use unicode_segmentation::UnicodeSegmentation;

    fn is_arrow(word: &str) -> bool {
        matches!(word, "->" | "→")
    }

    #[test]
    fn breaks_at_spaces_and_between_graphemes() {
        let family = "👩\u{200d}👩\u{200d}👧";
        let table: &[(&str, usize, &[&str])] = &[
            ("", 10, &[""]),
            ("one two three", 7, &["one two", "three"]),
            ("one two three", 80, &["one two three"]),
            ("one  two", 5, &["one", "two"]),
            ("one two ", 7, &["one two"]),
            ("  indented", 10, &["  indented"]),
            ("a\n\nb", 10, &["a", "", "b"]),
            ("abcdefgh ij", 3, &["abc", "def", "gh", "ij"]),
            ("ab cdefgh", 4, &["ab", "cdef", "gh"]),
            ("語語語", 4, &["語語", "語"]),
            ("語 語", 1, &["語", "語"]),
            ("abc", 0, &["a", "b", "c"]),
            ("e\u{301}e\u{301}", 1, &["e\u{301}", "e\u{301}"]),
            ("   ", 2, &[""]),
            ("one -> two", 7, &["one", "-> two"]),
            ("one → two", 5, &["one", "→ two"]),
            ("one -> two three", 10, &["one -> two", "three"]),
            ("one -> twenty", 7, &["one ->", "twenty"]),
            ("ends ->", 6, &["ends", "->"]),
        ];
        for (text, columns, lines) in table {
            assert_eq!(&wrap(text, *columns), lines, "{text:?} at {columns}");
        }
        let two = format!("{family}{family}");
        assert_eq!(wrap(&two, 2), [family, family]);
    }

    proptest! {
        #[test]
        fn an_arrow_is_on_the_line_of_its_word(
            steps in proptest::collection::vec(("(->|→)", "[a-c]{1,6}( [a-c]{1,6}){0,3}"), 1..6),
            columns in 9usize..40,
        ) {
            let steps = steps.iter().map(|(arrow, words)| format!(" {arrow} {words}"));
            let text = format!("begin{}", steps.collect::<String>());
            for line in wrap(&text, columns) {
                let last = line.split(' ').next_back().unwrap_or_default();
                prop_assert!(!is_arrow(last), "{line:?} at {columns}");
            }
        }

        #[test]
        fn every_line_fits_and_nothing_is_lost(text in "([a-z語é👩\u{200d}\u{301} ]|\n){0,60}", columns in 0usize..12) {
            let lines = wrap(&text, columns);
            for line in &lines {
                let alone = line.graphemes(true).count() == 1;
                prop_assert!(width(line) <= columns.max(1) || alone, "{line:?} at {columns}");
            }
            let kept: String = lines.concat().split(' ').collect();
            let given: String = text.split([' ', '\n']).collect();
            prop_assert_eq!(kept, given);
        }
    }
}
