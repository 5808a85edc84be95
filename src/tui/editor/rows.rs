//! Soft wrapping that keeps every byte, and rewraps no more than an edit touches.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use crate::text::width;

/// The rows of a text at some width. Spaces at the end of a row hang over its edge; a line break belongs to no row.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Rows {
    columns: usize,
    rows: Vec<Range<usize>>,
}

impl Rows {
    /// The rows of `text` in so many columns; there is always at least one.
    pub(super) fn new(text: &str, columns: usize) -> Self {
        let columns = columns.max(1);
        let mut rows = Vec::new();
        let mut start = Some(0);
        while let Some(at) = start {
            let row = row(text, at, columns);
            start = next(text, &row);
            rows.push(row);
        }
        Self { columns, rows }
    }

    /// The width that the text is wrapped at.
    pub(super) fn columns(&self) -> usize {
        self.columns
    }

    /// How many rows there are.
    pub(super) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The bytes of a row; of the last one, if there are not so many.
    pub(super) fn range(&self, row: usize) -> Range<usize> {
        let row = self.rows.get(row).or(self.rows.last());
        row.cloned().unwrap_or_default()
    }

    /// The row that shows the caret when it stands at byte `at`.
    pub(super) fn of(&self, at: usize) -> usize {
        let after = self.rows.partition_point(|row| row.start <= at);
        after.saturating_sub(1)
    }

    /// Takes in that at byte `at` so many bytes gave way to others; `text` is what came of it. Gives how many bytes were
    /// looked at.
    pub(super) fn edited(
        &mut self,
        text: &str,
        at: usize,
        removed: usize,
        inserted: usize,
    ) -> usize {
        // A row can draw up what now fits into it, so wrapping starts at the row before; and at one more, for a word
        // that is cut at the end of that row.
        let first = self.of(at).saturating_sub(2);
        let mut start = Some(self.range(first).start);
        let mut fresh = Vec::new();
        let mut looked = 0;
        let mut kept = self.rows.len();
        while let Some(from) = start {
            // A row that begins where one began before, behind the edit, goes on as before.
            if from >= at + inserted
                && let Ok(same) = self
                    .rows
                    .binary_search_by_key(&(from + removed), |row| row.start + inserted)
            {
                kept = same;
                break;
            }
            let row = row(text, from, self.columns);
            looked += row.len();
            start = next(text, &row);
            fresh.push(row);
        }
        for row in &mut self.rows[kept..] {
            *row = row.start + inserted - removed..row.end + inserted - removed;
        }
        self.rows.splice(first..kept.max(first), fresh);
        looked
    }
}

/// The row that begins at `start`: to the line break, or to the last space after which the next word does not fit, or,
/// within a word that is wider than a row, to the last grapheme that fits.
fn row(text: &str, start: usize, columns: usize) -> Range<usize> {
    let mut used = 0;
    let mut after_space = 0;
    for (at, grapheme) in text[start..].grapheme_indices(true) {
        match grapheme {
            "\n" => return start..start + at,
            " " => {
                used += 1;
                after_space = at + 1;
            }
            _ => {
                used += width(grapheme);
                if used > columns && at > 0 {
                    let end = if after_space > 0 { after_space } else { at };
                    return start..start + end;
                }
            }
        }
    }
    start..text.len()
}

/// Where the row after this one begins, if there is one.
fn next(text: &str, row: &Range<usize>) -> Option<usize> {
    let line_ends = text[row.end..].starts_with('\n');
    (row.end < text.len()).then_some(row.end + usize::from(line_ends))
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn rows_break_after_spaces_and_between_graphemes() {
        let family = "👩\u{200d}👩\u{200d}👧";
        let families = format!("{family}{family}");
        let table: &[(&str, usize, &[&str])] = &[
            ("", 5, &[""]),
            ("one two", 5, &["one ", "two"]),
            ("one two ", 7, &["one two "]),
            ("one  two", 4, &["one  ", "two"]),
            ("a\n\nb\n", 9, &["a", "", "b", ""]),
            ("abcdef", 4, &["abcd", "ef"]),
            ("a bcdefg", 4, &["a ", "bcde", "fg"]),
            ("語語語", 5, &["語語", "語"]),
            ("語", 1, &["語"]),
            (&families, 3, &[family, family]),
            ("❤\u{fe0f}❤\u{fe0f}", 3, &["❤\u{fe0f}", "❤\u{fe0f}"]),
        ];
        for (text, columns, wanted) in table {
            let rows = Rows::new(text, *columns);
            let shown: Vec<_> = rows.rows.iter().map(|row| &text[row.clone()]).collect();
            assert_eq!(&shown, wanted, "{text:?} at {columns}");
        }
    }

    proptest! {
        #[test]
        fn an_edit_gives_the_rows_of_the_whole_text(
            text in "([a-c語 ]|\n|👩\u{200d}👧){0,60}",
            (from, length) in (0usize..60, 0usize..12),
            put in "([a-c語 ]|\n){0,12}",
            columns in 1usize..9,
        ) {
            let ends: Vec<_> = text.grapheme_indices(true).map(|(at, _)| at).chain([text.len()]).collect();
            let from = from % ends.len();
            let to = (from + length).min(ends.len() - 1);
            let mut rows = Rows::new(&text, columns);
            let mut edited = text;
            edited.replace_range(ends[from]..ends[to], &put);
            rows.edited(&edited, ends[from], ends[to] - ends[from], put.len());
            prop_assert_eq!(rows, Rows::new(&edited, columns));
        }
    }
}
