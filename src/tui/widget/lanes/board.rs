//! The lanes' ground: columns that are times, and what is set on them.

use std::{collections::BTreeSet, ops::Range};

use ratatui::{
    buffer::{Buffer, Cell},
    layout::Rect,
    style::Style,
};

use crate::{
    fencing::timeline::Millis,
    text::width,
    tui::{
        theme::{Glyph, Role},
        widget::{self, scene::Scene},
    },
};

/// Columns that a number of the axis takes at least.
const TICK: Millis = 8;
/// Distances between the numbers of the axis, in milliseconds.
const STEPS: [Millis; 12] = [
    10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 60_000,
];

/// A text, and what it covers.
struct Label {
    row: u16,
    columns: Range<u16>,
    under: Vec<Cell>,
}

/// Columns that are times.
pub(super) struct Board<'b, 's> {
    buffer: &'b mut Buffer,
    area: Rect,
    times: Rect,
    /// Cells of text: its blanks are not free.
    taken: BTreeSet<(u16, u16)>,
    /// The texts, so that none is ever cut into: what comes over a part of one takes all of it away.
    labels: Vec<Label>,
    pub(super) scene: &'s Scene<'s>,
}

impl<'b, 's> Board<'b, 's> {
    pub(super) fn new(
        buffer: &'b mut Buffer,
        area: Rect,
        times: Rect,
        scene: &'s Scene<'s>,
    ) -> Self {
        Self {
            buffer,
            area,
            times,
            taken: BTreeSet::new(),
            labels: Vec::new(),
            scene,
        }
    }

    /// The column of a time.
    pub(super) fn x(&self, at: Millis) -> u16 {
        let last = Millis::from(self.times.width.saturating_sub(1));
        let end = self.scene.timeline.end.max(1);
        let offset = (at.min(end) * last / end).min(last);
        self.times.x + u16::try_from(offset).unwrap_or(0)
    }

    /// The first column.
    pub(super) fn left(&self) -> u16 {
        self.times.x
    }

    /// The column after the last.
    pub(super) fn right(&self) -> u16 {
        self.times.right()
    }

    /// Sets one cell.
    pub(super) fn put(&mut self, x: u16, y: u16, symbol: &str, style: Style) {
        if y < self.area.bottom()
            && x < self.area.right()
            && let Some(cell) = self.buffer.cell_mut((x, y))
        {
            cell.reset();
            cell.set_symbol(symbol).set_style(style);
        }
    }

    /// Sets one cell where nothing stands yet.
    pub(super) fn put_behind(&mut self, x: u16, y: u16, symbol: &str, style: Style) {
        let free = self
            .buffer
            .cell((x, y))
            .is_some_and(|cell| cell.symbol() == " ");
        if free && !self.taken.contains(&(x, y)) {
            self.put(x, y, symbol, style);
        }
    }

    /// Sets one cell, but not over text.
    pub(super) fn put_beside(&mut self, x: u16, y: u16, symbol: &str, style: Style) {
        if !self.taken.contains(&(x, y)) {
            self.put(x, y, symbol, style);
        }
    }

    /// Sets one cell; a text that stands there gives way.
    pub(super) fn put_over(&mut self, x: u16, y: u16, symbol: &str, style: Style) {
        self.lift(y, &(x..x.saturating_add(1)));
        self.put(x, y, symbol, style);
    }

    /// Sets text, cut off at the right edge.
    pub(super) fn text(&mut self, x: u16, y: u16, text: &str, style: Style) {
        self.label(x, y, &[(text, style)]);
    }

    /// Sets text of several looks as one, cut off at the right edge.
    fn label(&mut self, x: u16, y: u16, parts: &[(&str, Style)]) {
        let right = self.times.right();
        if y >= self.area.bottom() || x >= right {
            return;
        }
        let columns = x..x.saturating_add(wide(parts)).min(right);
        self.lift(y, &columns);
        let under = columns.clone().filter_map(|x| self.buffer.cell((x, y)));
        let under = under.cloned().collect();
        let mut x = x;
        for (text, style) in parts {
            let text = widget::fit(text, usize::from(right.saturating_sub(x)), self.scene.theme);
            let end = x + u16::try_from(width(&text)).unwrap_or(0);
            for column in x..end {
                self.put(column, y, " ", Style::new());
                self.taken.insert((column, y));
            }
            self.buffer.set_string(x, y, text, *style);
            x = end;
        }
        let row = y;
        self.labels.push(Label {
            row,
            columns,
            under,
        });
    }

    /// Takes away every text that something is to come over, with what it covered put back.
    fn lift(&mut self, y: u16, columns: &Range<u16>) {
        let meets = |label: &Label| {
            let (own, other) = (&label.columns, columns);
            label.row == y && own.start < other.end && other.start < own.end
        };
        let lifted: Vec<Label> = self.labels.extract_if(.., |label| meets(label)).collect();
        for label in lifted {
            for (x, under) in label.columns.zip(label.under) {
                self.taken.remove(&(x, y));
                if let Some(cell) = self.buffer.cell_mut((x, y)) {
                    *cell = under;
                }
            }
        }
    }

    /// Whether no text stands in these cells.
    pub(super) fn is_free(&self, y: u16, mut columns: Range<u16>) -> bool {
        columns.all(|x| !self.taken.contains(&(x, y)))
    }

    /// Whether nothing at all stands in these cells, and time runs in all of them.
    pub(super) fn is_blank(&self, y: u16, mut columns: Range<u16>) -> bool {
        let within = self.left() <= columns.start && columns.end <= self.right();
        let blank = |x| {
            self.buffer
                .cell((x, y))
                .is_some_and(|cell| cell.symbol() == " ")
        };
        within && self.is_free(y, columns.clone()) && columns.all(blank)
    }

    /// The name of a lane: the first that fits, or the last, cut off.
    pub(super) fn name(&mut self, y: u16, names: &[&str], style: Style) {
        let room = usize::from(self.times.x - self.area.x).saturating_sub(1);
        let fits = names.iter().find(|name| width(name) <= room);
        if let Some(name) = fits.or(names.last()).filter(|_| y < self.area.bottom()) {
            let name = widget::fit(name, room, self.scene.theme);
            self.buffer.set_string(self.area.x, y, name, style);
        }
    }

    /// A bar as far as it has come.
    pub(super) fn bar(&mut self, y: u16, from: Millis, to: Millis, glyph: &str, style: Style) {
        if from > self.scene.at {
            return;
        }
        let columns = self.columns(from, to);
        self.lift(y, &columns);
        for x in columns {
            self.put(x, y, glyph, style);
        }
    }

    /// The columns of a bar as far as it has come: at least one, and none that is past its end.
    fn columns(&self, from: Millis, to: Millis) -> Range<u16> {
        let start = self.x(from);
        let end = self.x(to.min(self.scene.at));
        let all = to >= self.scene.timeline.end && self.scene.ended();
        start..(end + u16::from(all)).max(start + 1)
    }

    /// A label in a bar, near its beginning, once there is room for it.
    pub(super) fn inside(&mut self, y: u16, from: Millis, to: Millis, label: &[(&str, Style)]) {
        let columns = self.columns(from, to);
        if wide(label).saturating_add(4) <= columns.end - columns.start {
            self.runs(columns.start + 1, y, label);
        }
    }

    /// Labels on a line that goes on to the right. Where one has no room before the next, it is left out: the later
    /// one says how things stand.
    pub(super) fn on_line(&mut self, y: u16, labels: &[(Millis, Vec<(String, Style)>)]) {
        let mut end = self.right();
        for (at, label) in labels.iter().rev() {
            let wide = label.iter().map(|(text, _)| width(text)).sum::<usize>() + 2;
            let wide = u16::try_from(wide).unwrap_or(u16::MAX);
            let x = match end == self.right() {
                true => self.x(*at).min(end.saturating_sub(wide)).max(self.times.x),
                false => self.x(*at),
            };
            if x.saturating_add(wide) <= end {
                let label: Vec<_> = label
                    .iter()
                    .map(|(text, look)| (text.as_str(), *look))
                    .collect();
                self.runs(x, y, &label);
                end = x;
            }
        }
    }

    /// Runs of text with a blank on both sides.
    fn runs(&mut self, x: u16, y: u16, label: &[(&str, Style)]) {
        let blank = [(" ", Style::new())];
        let parts: Vec<_> = blank.iter().chain(label).chain(&blank).copied().collect();
        self.label(x, y, &parts);
    }

    /// A remark on what ended, if it fits before what comes next.
    pub(super) fn after(&mut self, y: u16, from: Millis, next: Millis, text: &str, style: Style) {
        let start = self.x(from) + 1;
        let wide = u16::try_from(width(text)).unwrap_or(u16::MAX);
        let end = if next <= self.scene.at {
            self.x(next)
        } else {
            self.right()
        };
        if start.saturating_add(wide) < end {
            self.text(start, y, text, style);
        }
    }

    /// The line of time through all lanes, behind whatever stands there.
    pub(super) fn playhead(&mut self, top: u16, bottom: u16) {
        let x = self.x(self.scene.at);
        let glyph = self.scene.theme.glyph(Glyph::Playhead);
        let style = self.scene.theme.style(Role::Accent);
        for y in top..bottom {
            self.put_behind(x, y, glyph, style);
        }
    }

    /// Seconds, and below them how far time has come and where the story turns.
    pub(super) fn axis(&mut self) {
        let theme = self.scene.theme;
        let (end, y) = (self.scene.timeline.end.max(1), self.area.y);
        let dim = theme.style(Role::Dim);
        let room = Millis::from(self.times.width).max(1);
        let step = STEPS.into_iter().find(|step| step * room / end >= TICK);
        let step = step.unwrap_or(end.max(60_000));
        let mut at = 0;
        while at <= end {
            let x = self.x(at);
            let number = seconds(at, step);
            let number = if at + step > end {
                format!("{number} s")
            } else {
                number
            };
            if usize::from(self.times.right().saturating_sub(x)) >= width(&number) {
                self.text(x, y, &number, dim);
            }
            at += step;
        }
        self.noted(y);
        let now = self.x(self.scene.at);
        for x in self.times.x..self.times.right() {
            let done = x < now;
            let glyph = if done { Glyph::Done } else { Glyph::Open };
            let style = if done { theme.style(Role::Accent) } else { dim };
            self.put(x, y + 1, theme.glyph(glyph), style);
        }
        for moment in self
            .scene
            .timeline
            .moments
            .iter()
            .filter(|moment| moment.decisive)
        {
            let x = self.x(moment.at);
            let style = if x <= now {
                theme.style(Role::Accent)
            } else {
                dim
            };
            self.put(x, y + 1, theme.glyph(Glyph::KeyPoint), style);
        }
        self.put(
            now,
            y + 1,
            theme.glyph(Glyph::Step),
            theme.style(Role::Accent),
        );
    }

    /// Signs of the notes, beside the numbers where one stands at their place.
    fn noted(&mut self, y: u16) {
        let mut columns: Vec<(u16, usize)> = Vec::new();
        for noted in self.scene.noted {
            let x = self.x(noted.at);
            match columns.last_mut() {
                Some((last, count)) if *last == x => *count += 1,
                _ => columns.push((x, 1)),
            }
        }
        let style = self.scene.theme.style(Role::Accent);
        for (x, count) in columns {
            let mark = widget::noted(count, self.scene.theme).unwrap_or_default();
            let wide = u16::try_from(width(&mark)).unwrap_or(0);
            let free = |from: &u16| {
                // A sign that touches a number would seem to belong to it.
                let mut cells = from.saturating_sub(1)..from.saturating_add(wide + 1);
                cells.all(|x| !self.taken.contains(&(x, y)))
            };
            let last = self.times.right().saturating_sub(wide);
            let after = (x..=last).find(free);
            let before = (self.times.x..x.min(last)).rev().find(free);
            if let Some(from) = after.or(before) {
                self.text(from, y, &mark, style);
            }
        }
    }
}

/// Columns of text of several looks.
fn wide(parts: &[(&str, Style)]) -> u16 {
    let wide = parts.iter().map(|(text, _)| width(text)).sum::<usize>();
    u16::try_from(wide).unwrap_or(u16::MAX)
}

/// A time as the axis says it.
fn seconds(at: Millis, step: Millis) -> String {
    if step.is_multiple_of(1_000) {
        (at / 1_000).to_string()
    } else if step.is_multiple_of(100) {
        format!("{}.{}", at / 1_000, at % 1_000 / 100)
    } else {
        format!("{}.{:02}", at / 1_000, at % 1_000 / 10)
    }
}
