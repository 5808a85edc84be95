//! Where the parts of the matrix stand, and what the mouse hits in it.

use ratatui::layout::{Position, Rect};

use super::{Grid, header::Header};
use crate::{
    fencing::{fault::Fault, matrix::MARKS},
    tui::{screen::Context, widget::stack::Stack},
};

/// Columns of the faults' names.
pub(super) const NAMES: u16 = 19;
/// From this height on all four marks are told below, and a rule stands under the words.
const TALL: u16 = 28;
/// Below this height one word stands over the fields: that of the chosen lock.
const LOW: u16 = 14;
/// Below this width what is told is wrapped into more rows.
const NARROW: u16 = 72;
/// The fewest faults that are seen.
const FEWEST: u16 = 3;

/// Where the parts stand.
pub(super) struct Places {
    pub(super) header: Header,
    pub(super) words: Rect,
    pub(super) rule: Rect,
    pub(super) names: Rect,
    /// The rows of the faults that are seen.
    pub(super) rows: Rect,
    /// The first fault that is seen.
    pub(super) top: usize,
    pub(super) told: Rect,
    /// There is room to tell of all four marks.
    pub(super) tall: bool,
    /// There is room for one word only.
    pub(super) low: bool,
}

/// What the mouse hits.
pub(super) struct Hit {
    pub(super) fault: usize,
    pub(super) lock: usize,
    pub(super) mark: Option<usize>,
}

impl Places {
    pub(super) fn of(area: Rect, grid: Grid, ctx: &Context) -> Self {
        let indent = NAMES.min(area.width);
        let room = Rect {
            x: area.x + indent,
            width: area.width - indent,
            ..area
        };
        let header = Header::of(room, grid.lock, ctx);
        let (words, names) = header.heights();
        let low = area.height < LOW;
        let words = if low { words.min(1) } else { words };
        let tall = area.height >= TALL;
        let mut stack = Stack::new(area);
        let (words, rule, names) = (
            stack.take(words),
            stack.take(tall.into()),
            stack.take(names),
        );
        let count = |things: usize| u16::try_from(things).unwrap_or(u16::MAX);
        let told = match (tall, area.width < NARROW) {
            (true, _) => 6 + count(MARKS.len()),
            (false, true) => 5,
            (false, false) => 4,
        };
        let above = words.height + rule.height + names.height;
        let most = area.height.saturating_sub(above + told).max(FEWEST);
        let rows = stack.take(count(Fault::MATRIX.len()).min(most));
        stack.take(tall.into());
        let seen = usize::from(rows.height);
        let top = grid.fault.saturating_sub(seen / 2);
        Self {
            header,
            words,
            rule,
            names,
            rows,
            top: top.min(Fault::MATRIX.len().saturating_sub(seen)),
            told: stack.rest(),
            tall,
            low,
        }
    }

    /// The faults that are seen, each with its row.
    pub(super) fn faults(&self) -> impl Iterator<Item = (usize, Rect)> + '_ {
        (self.top..Fault::MATRIX.len()).zip(self.rows.rows())
    }

    /// The field, and the mark in it, at a place on the screen.
    pub(super) fn hit(&self, at: Position) -> Option<Hit> {
        let (fault, _) = self.faults().find(|(_, row)| row.contains(at))?;
        let mut columns = self.header.columns.iter();
        let column = columns.rfind(|column| column.x <= at.x)?;
        let offset = usize::from(at.x - column.x);
        let mark = offset / if self.header.apart { 2 } else { 1 };
        Some(Hit {
            fault,
            lock: column.lock,
            mark: (mark < MARKS.len()).then_some(mark),
        })
    }
}
