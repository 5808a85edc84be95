//! Finds a phrase in set pages, also where it runs on from one line to the next.

use ratatui::text::Line;
use unicode_segmentation::UnicodeSegmentation;

use crate::{text::width, tui::widget::page::Page};

/// Where a phrase was found: pieces of lines of one page.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Match {
    /// The page.
    pub(super) page: usize,
    /// The line on which it begins.
    pub(super) line: usize,
    /// Lines, and the columns from and to on each.
    pub(super) pieces: Vec<(usize, u16, u16)>,
}

/// A grapheme of a page: what is compared, and where it stands.
struct Cell {
    folded: String,
    line: usize,
    from: u16,
    to: u16,
}

/// Every place of `phrase` in `pages`, in order; upper and lower case are the same.
pub(super) fn find(phrase: &str, pages: &[Page]) -> Vec<Match> {
    let wanted: Vec<String> = phrase
        .trim()
        .graphemes(true)
        .map(str::to_lowercase)
        .collect();
    if wanted.is_empty() {
        return Vec::new();
    }
    let mut found = Vec::new();
    for (page, set) in pages.iter().enumerate() {
        let cells = cells(&set.lines);
        let mut at = 0;
        while let Some(window) = cells.get(at..at + wanted.len()) {
            let same = window
                .iter()
                .zip(&wanted)
                .all(|(cell, wanted)| cell.folded == *wanted);
            if same {
                found.push(Match {
                    page,
                    line: window[0].line,
                    pieces: pieces(window),
                });
                at += wanted.len();
            } else {
                at += 1;
            }
        }
    }
    found
}

/// The text of the lines in one row: indents dropped, and one blank where a line goes over into the next.
fn cells(lines: &[Line<'_>]) -> Vec<Cell> {
    let mut cells: Vec<Cell> = Vec::new();
    for (line, set) in lines.iter().enumerate() {
        let mut column: u16 = 0;
        let blank = cells.last().is_none_or(|last| last.folded == " ");
        let mut begun = blank;
        for grapheme in set
            .spans
            .iter()
            .flat_map(|span| span.content.graphemes(true))
        {
            let from = column;
            column += u16::try_from(width(grapheme)).unwrap_or(0);
            if grapheme == " " && cells.last().is_none_or(|last| last.folded == " ") {
                continue;
            }
            if !begun {
                cells.push(Cell {
                    folded: " ".to_owned(),
                    line,
                    from,
                    to: from,
                });
                begun = true;
                if grapheme == " " {
                    continue;
                }
            }
            cells.push(Cell {
                folded: grapheme.to_lowercase(),
                line,
                from,
                to: column,
            });
        }
    }
    cells
}

fn pieces(window: &[Cell]) -> Vec<(usize, u16, u16)> {
    let mut pieces: Vec<(usize, u16, u16)> = Vec::new();
    for cell in window.iter().filter(|cell| cell.to > cell.from) {
        match pieces.last_mut() {
            Some((line, _, to)) if *line == cell.line => *to = cell.to,
            _ => pieces.push((cell.line, cell.from, cell.to)),
        }
    }
    pieces
}

#[cfg(test)]
mod tests {
    use super::*;

    fn page(lines: &[&str]) -> Page {
        Page {
            lines: lines
                .iter()
                .map(|line| Line::from((*line).to_owned()))
                .collect(),
            ..Page::default()
        }
    }

    #[test]
    fn a_phrase_is_found_across_a_line_break_and_whatever_its_case() {
        let pages = [page(&[
            "A lease",
            "",
            "  Ends by itself. The",
            "  lease ends",
        ])];
        let found = find("the LEASE ends", &pages);
        assert_eq!(found.len(), 1);
        assert_eq!(found[0].pieces, [(2, 18, 21), (3, 2, 12)]);
        assert_eq!(find("lease", &pages).len(), 2);
    }

    #[test]
    fn nothing_is_found_of_nothing() {
        assert_eq!(find("  ", &[page(&["text"])]), []);
        assert_eq!(find("text and more", &[page(&["text"])]), []);
    }
}
