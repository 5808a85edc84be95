//! A text that is edited in place: an answer, a note.
//!
//! The caret stands between graphemes, so that a family of seven code points is one step and one deletion. The text is
//! wrapped by what is drawn: nothing depends on a frame having been drawn before, and drawing changes nothing.
//!
//! It is written here, since the editors at hand count in code points: their caret stops inside an emoji, the columns of
//! emoji come out wrong, and a line beyond 65,535 of them cannot be pointed at.

mod caret;
mod history;
mod rows;

use ratatui::{
    Frame,
    layout::{Position, Rect},
    style::Style,
};
use unicode_segmentation::UnicodeSegmentation;

use self::{
    history::{History, Step},
    rows::Rows,
};
use super::message::{Code, Key};
use crate::text::{clean, width};

/// Joins emoji; it comes as a key of its own, between those that it joins.
const JOINER: char = '\u{200d}';

/// What a key or a paste did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Edit {
    /// It means nothing here.
    Nothing,
    /// The caret moved, or could not.
    Moved,
    /// The text changed.
    Changed,
    /// Not all of it went in: the text is as long as it may be.
    Full,
}

/// A text, its caret, and how it is wrapped.
#[derive(Debug, Clone)]
pub struct Editor {
    text: String,
    /// A byte, at the boundary of a grapheme.
    caret: usize,
    /// The column that moving up and down keeps to.
    goal: Option<usize>,
    rows: Rows,
    /// The first row that is shown.
    top: usize,
    /// How many rows are shown.
    height: usize,
    history: History,
    /// The longest that the text may be, in bytes.
    most: usize,
    /// Bytes that wrapping has looked at since the beginning.
    looked: usize,
}

impl Editor {
    /// An editor of `text` with the caret at its end; the text may grow to `most` bytes.
    pub fn new(text: &str, most: usize) -> Self {
        let text = clean(text);
        let mut editor = Self {
            caret: text.len(),
            goal: None,
            rows: Rows::new(&text, usize::from(u16::MAX)),
            top: 0,
            height: 1,
            history: History::default(),
            most,
            looked: 0,
            text,
        };
        editor.show_caret();
        editor
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// How many rows the text takes.
    pub fn height(&self) -> usize {
        self.rows.len()
    }

    /// Bytes that wrapping after edits has looked at so far: what typing costs.
    pub fn looked_at(&self) -> usize {
        self.looked
    }

    /// Wraps the text for a place of this size.
    pub fn fit(&mut self, columns: u16, height: u16) {
        let columns = usize::from(columns.max(1));
        if self.rows.columns() != columns {
            self.rows = Rows::new(&self.text, columns);
            self.goal = None;
        }
        self.height = usize::from(height.max(1));
        self.show_caret();
    }

    /// Takes in a key; those that are not for editing mean nothing.
    pub fn key(&mut self, key: Key) -> Edit {
        if let Some(c) = key.typed() {
            return self.type_in(c);
        }
        let word = key.ctrl || key.alt;
        match key.code {
            Code::Enter => self.type_in('\n'),
            Code::Char('j') if key.ctrl => self.type_in('\n'),
            Code::Backspace if word => self.erase(self.word_before()..self.caret),
            Code::Char('w') if key.ctrl => self.erase(self.word_before()..self.caret),
            Code::Backspace => self.erase(self.before()..self.caret),
            Code::Char('h') if key.ctrl => self.erase(self.before()..self.caret),
            Code::Delete if word => self.erase(self.caret..self.word_after()),
            Code::Char('d') if key.alt => self.erase(self.caret..self.word_after()),
            Code::Delete => self.erase(self.caret..self.after()),
            Code::Char('d') if key.ctrl => self.erase(self.caret..self.after()),
            Code::Char('u') if key.ctrl => self.erase(self.line_start()..self.caret),
            Code::Char('k') if key.ctrl => self.erase(self.caret..self.line_end()),
            // What Option and an arrow send on macOS, and Emacs' own.
            Code::Char('b') if key.alt => self.go(self.word_before()),
            Code::Char('f') if key.alt => self.go(self.word_after()),
            Code::Left if word => self.go(self.word_before()),
            Code::Right if word => self.go(self.word_after()),
            Code::Left => self.go(self.before()),
            Code::Right => self.go(self.after()),
            Code::Home if key.ctrl => self.go(0),
            Code::End if key.ctrl => self.go(self.text.len()),
            Code::Home => self.go(self.row_start()),
            Code::End => self.go(self.row_end()),
            Code::Char('a') if key.ctrl => self.go(self.row_start()),
            Code::Char('e') if key.ctrl => self.go(self.row_end()),
            Code::Up => self.up(1),
            Code::Down => self.down(1),
            Code::PageUp => self.up(self.height),
            Code::PageDown => self.down(self.height),
            _ => Edit::Nothing,
        }
    }

    /// Puts text in at the caret, as one step of the history.
    pub fn insert(&mut self, text: &str) -> Edit {
        // What a joiner joins may stand before the caret, or come with the next keys.
        let before = &self.text[self.before()..self.caret];
        let joined = clean(&format!("{before}{text}"));
        let mut cleaned = match joined.strip_prefix(before) {
            Some(rest) => rest.to_owned(),
            None => clean(text),
        };
        if text.ends_with(JOINER) && !cleaned.ends_with(JOINER) {
            cleaned.push(JOINER);
        }
        self.put(&cleaned, false)
    }

    /// Replaces all of the text, as one step of the history.
    pub fn replace(&mut self, text: &str) -> Edit {
        let text = clean(text);
        if text == self.text {
            return Edit::Moved;
        }
        let (text, cut) = head(&text, self.most);
        let text = text.to_owned();
        self.change(0..self.text.len(), &text, false);
        if cut { Edit::Full } else { Edit::Changed }
    }

    /// Takes back the last step.
    pub fn undo(&mut self) -> Edit {
        let step = self.history.undo();
        self.replay(step.map(|step| (step.at, step.inserted.len(), step.removed)))
    }

    /// Does again what was taken back last.
    pub fn redo(&mut self) -> Edit {
        let step = self.history.redo();
        self.replay(step.map(|step| (step.at, step.removed.len(), step.inserted)))
    }

    /// Sets the caret to where the mouse points, counted from the upper left of what is shown.
    pub fn point(&mut self, column: u16, row: u16) -> Edit {
        let row = (self.top + usize::from(row)).min(self.rows.len() - 1);
        self.go(self.at(row, column.into()))
    }

    /// Moves the caret so many rows up; from the first one, to its beginning.
    pub fn up(&mut self, by: usize) -> Edit {
        let row = self.rows.of(self.caret);
        match row {
            0 => self.go(0),
            _ => self.go_to_row(row.saturating_sub(by)),
        }
    }

    /// Moves the caret so many rows down; from the last one, to its end.
    pub fn down(&mut self, by: usize) -> Edit {
        let row = self.rows.of(self.caret);
        let last = self.rows.len() - 1;
        if row == last {
            return self.go(self.text.len());
        }
        self.go_to_row((row + by).min(last))
    }

    fn type_in(&mut self, c: char) -> Edit {
        let typed = c.to_string();
        if c != JOINER && clean(&typed).is_empty() {
            return Edit::Moved;
        }
        self.put(&typed, true)
    }

    fn put(&mut self, text: &str, typed: bool) -> Edit {
        let room = self.most.saturating_sub(self.text.len());
        let (text, cut) = head(text, room);
        if !text.is_empty() {
            self.change(self.caret..self.caret, text, typed);
        }
        match (cut, text.is_empty()) {
            (true, _) => Edit::Full,
            (false, true) => Edit::Moved,
            (false, false) => Edit::Changed,
        }
    }

    fn erase(&mut self, range: std::ops::Range<usize>) -> Edit {
        if range.is_empty() {
            return Edit::Moved;
        }
        self.change(range, "", false);
        Edit::Changed
    }

    fn change(&mut self, range: std::ops::Range<usize>, text: &str, typed: bool) {
        let step = Step {
            at: range.start,
            removed: self.text[range.clone()].to_owned(),
            inserted: text.to_owned(),
        };
        self.splice(range, text);
        self.history.push(step, typed);
    }

    fn replay(&mut self, step: Option<(usize, usize, String)>) -> Edit {
        let Some((at, length, text)) = step else {
            return Edit::Moved;
        };
        self.splice(at..at + length, &text);
        Edit::Changed
    }

    fn splice(&mut self, range: std::ops::Range<usize>, text: &str) {
        self.text.replace_range(range.clone(), text);
        self.looked += self
            .rows
            .edited(&self.text, range.start, range.len(), text.len());
        self.caret = self.boundary(range.start + text.len());
        self.goal = None;
        self.show_caret();
    }

    fn go(&mut self, to: usize) -> Edit {
        self.caret = to;
        self.goal = None;
        self.show_caret();
        Edit::Moved
    }

    /// Scrolls so that the caret is shown, and no more than is needed.
    fn show_caret(&mut self) {
        let row = self.rows.of(self.caret);
        let lowest = self.rows.len().saturating_sub(self.height);
        let top = self.top.min(lowest);
        self.top = top.clamp((row + 1).saturating_sub(self.height), row);
    }
}

/// Drawing.
impl Editor {
    /// Draws the rows that are shown into `area`, which is of the size that [`Self::fit`] was told.
    pub fn view(&self, frame: &mut Frame<'_>, area: Rect, style: Style) {
        for (row, line) in area.rows().zip(self.top..self.rows.len()) {
            let text = &self.text[self.rows.range(line)];
            frame
                .buffer_mut()
                .set_stringn(row.x, row.y, text, row.width.into(), style);
        }
    }

    /// Where the terminal's own cursor belongs, so that an input method composes at the caret.
    pub fn cursor(&self, area: Rect) -> Position {
        let row = self.rows.of(self.caret).saturating_sub(self.top);
        let last = area.right().saturating_sub(1).max(area.x);
        let column = u16::try_from(self.column()).unwrap_or(u16::MAX);
        let row = u16::try_from(row).unwrap_or(u16::MAX);
        Position {
            x: area.x.saturating_add(column).min(last),
            y: area
                .y
                .saturating_add(row)
                .min(area.bottom().saturating_sub(1).max(area.y)),
        }
    }

    /// Which part of the text is shown: the first row, and how many there are.
    pub fn shown(&self) -> (usize, usize) {
        (self.top, self.rows.len())
    }
}

/// As many whole graphemes of `text` as fit into `room` bytes, and whether something was cut off.
fn head(text: &str, room: usize) -> (&str, bool) {
    if text.len() <= room {
        return (text, false);
    }
    let ends = text.grapheme_indices(true).map(|(at, _)| at);
    let end = ends.take_while(|&at| at <= room).last().unwrap_or(0);
    (&text[..end], true)
}

fn columns(text: &str) -> usize {
    text.graphemes(true).map(width).sum()
}

#[cfg(test)]
mod tests;
