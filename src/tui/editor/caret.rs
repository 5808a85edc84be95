//! Where the caret may stand, and the next place in each direction.

use unicode_segmentation::UnicodeSegmentation as _;

use super::{Edit, Editor, columns};
use crate::text::width;

/// Places in the text.
impl Editor {
    /// The boundary of a grapheme at `at` or after it: what was put in may have joined what follows.
    pub(super) fn boundary(&self, at: usize) -> usize {
        self.boundaries_about(at)
            .find(|&boundary| boundary >= at)
            .unwrap_or(self.text.len())
    }

    /// The boundary of a grapheme at `at` or before it: words may end within a grapheme.
    fn boundary_before(&self, at: usize) -> usize {
        self.boundaries_about(at)
            .take_while(|&boundary| boundary <= at)
            .last()
            .unwrap_or(0)
    }

    fn boundaries_about(&self, at: usize) -> impl Iterator<Item = usize> {
        // Rows begin at boundaries, and a near one spares the walk through a long line.
        let start = self.rows.range(self.rows.of(at).saturating_sub(1)).start;
        let graphemes = self.text[start..].grapheme_indices(true);
        graphemes.map(move |(offset, _)| start + offset)
    }

    /// Where the line begins that the caret is in, however many rows it takes.
    pub(super) fn line_start(&self) -> usize {
        self.text[..self.caret]
            .rfind('\n')
            .map_or(0, |before| before + 1)
    }

    pub(super) fn line_end(&self) -> usize {
        let rest = &self.text[self.caret..];
        match rest.find('\n') {
            // At the end of a line, the break itself goes.
            Some(0) => self.caret + 1,
            Some(length) => self.caret + length,
            None => self.text.len(),
        }
    }

    pub(super) fn before(&self) -> usize {
        let last = self.text[..self.caret].graphemes(true).next_back();
        self.caret - last.map_or(0, str::len)
    }

    pub(super) fn after(&self) -> usize {
        let next = self.text[self.caret..].graphemes(true).next();
        self.caret + next.map_or(0, str::len)
    }

    /// The beginning of the word at the caret, or of the one before it.
    pub(super) fn word_before(&self) -> usize {
        let words = self.text[..self.caret].split_word_bound_indices().rev();
        let mut words = words.skip_while(|(_, word)| word.trim().is_empty());
        words.next().map_or(0, |(at, _)| self.boundary_before(at))
    }

    /// The end of the word at the caret, or of the next one.
    pub(super) fn word_after(&self) -> usize {
        let words = self.text[self.caret..].split_word_bound_indices();
        let mut words = words.skip_while(|(_, word)| word.trim().is_empty());
        let end = words.next().map(|(at, word)| self.caret + at + word.len());
        end.map_or(self.text.len(), |end| self.boundary(end))
    }

    pub(super) fn row_start(&self) -> usize {
        self.rows.range(self.rows.of(self.caret)).start
    }

    pub(super) fn row_end(&self) -> usize {
        self.at(self.rows.of(self.caret), usize::MAX)
    }

    pub(super) fn go_to_row(&mut self, row: usize) -> Edit {
        let goal = self.goal.unwrap_or_else(|| self.column());
        self.go(self.at(row, goal));
        self.goal = Some(goal);
        Edit::Moved
    }

    /// The place in `row` at `column`, or the last one before it. The end of a row that goes on in the next one is the
    /// beginning of that, so the caret stays before its last grapheme.
    pub(super) fn at(&self, row: usize, column: usize) -> usize {
        let range = self.rows.range(row);
        let goes_on = self.text[range.end..].starts_with(|c| c != '\n');
        let mut used = 0;
        let mut last = range.start;
        for (at, grapheme) in self.text[range.clone()].grapheme_indices(true) {
            last = range.start + at;
            used += width(grapheme);
            if used > column {
                return last;
            }
        }
        if goes_on { last } else { range.end }
    }

    /// The column of the caret in its row.
    pub(super) fn column(&self) -> usize {
        columns(&self.text[self.row_start()..self.caret])
    }
}
