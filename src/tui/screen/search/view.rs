//! How the results are drawn.

use std::ops::Range;

use ratatui::{
    Frame,
    layout::{Position, Rect},
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::Search;
use crate::{
    search::{Entry, Hit},
    text::{width, wrap},
    tui::{
        screen::{Context, place},
        theme::{Glyph, Role, Theme},
        widget::{self, thumb},
    },
};

/// Text is never wider than this.
const WIDEST: u16 = 84;
const MARGIN: u16 = 3;
/// So many columns stand before what matched, so that one sees what it belongs to.
const BEFORE: usize = 18;

/// Where things stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places {
    line: Rect,
    list: Rect,
    /// Rows that a result takes, with the blank after it.
    step: u16,
}

impl Places {
    pub(super) fn of(body: Rect) -> Self {
        let columns = body.width.saturating_sub(2 * MARGIN).min(WIDEST);
        let x = body.x + (body.width - columns) / 2;
        let tall = u16::from(body.height >= 18);
        let top = body.y + tall;
        let rows = body.bottom().saturating_sub(top + 2);
        Self {
            line: Rect::new(x, top, columns, 1).intersection(body),
            list: Rect::new(x, top + 2, columns, rows).intersection(body),
            step: 2 + tall,
        }
    }

    /// So many results are shown.
    pub(super) fn shown(&self) -> usize {
        usize::from((self.list.height + 1) / self.step).max(1)
    }

    /// The first result that is shown.
    fn top(&self, chosen: usize) -> usize {
        (chosen + 1).saturating_sub(self.shown())
    }

    /// The first row that is shown, and how many there are, where result `top` of so many is the first.
    fn rows(&self, top: usize, hits: usize) -> (usize, usize) {
        let step = usize::from(self.step);
        // After the last one no blank is needed.
        (top * step, (hits * step).saturating_sub(step - 2))
    }

    /// The result at a place of the screen.
    pub(super) fn hit(&self, at: Position, chosen: usize) -> Option<usize> {
        let row = usize::from(at.y.checked_sub(self.list.y)? / self.step);
        let within = self.list.contains(at) && row < self.shown();
        within.then(|| self.top(chosen) + row)
    }
}

impl Search {
    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let places = Places::of(area);
        self.draw_line(frame, places.line, theme);
        if self.hits.is_empty() {
            let said = if self.query.text().trim().is_empty() {
                "Parts, terms, misconceptions, questions, runs and notes."
            } else {
                "Nothing has all of these words."
            };
            let lines = wrap(said, places.list.width.into());
            for (row, line) in places.list.rows().zip(lines) {
                frame.render_widget(Line::styled(line, theme.style(Role::Dim)), row);
            }
        }
        let top = places.top(self.chosen);
        let (first, rows) = places.rows(top, self.hits.len());
        thumb::draw(frame, places.list, first, rows, theme);
        for index in top..(top + places.shown()).min(self.hits.len()) {
            let offset = u16::try_from(index - top).unwrap_or(0) * places.step;
            let place = Rect {
                y: places.list.y + offset,
                height: 2,
                ..places.list
            };
            if let Some((hit, entry)) = self.entry(index) {
                let place = place.intersection(places.list);
                draw_hit(frame, place, hit, entry, index == self.chosen, ctx);
            }
        }
    }

    /// What is typed, and how much it found.
    fn draw_line(&self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let dim = theme.style(Role::Dim);
        let found = match self.hits.len() {
            0 => String::new(),
            count => format!("{} of {count}", self.chosen + 1),
        };
        let room = usize::from(area.width).saturating_sub(width(&found) + 4);
        let shown = widget::fit_end(self.query.text(), room, theme);
        let end = area.x + 2 + u16::try_from(width(&shown)).unwrap_or(0);
        let line = Line::from(vec![
            Span::styled("/ ", theme.style(Role::Accent)),
            Span::styled(shown, theme.style(Role::Title)),
        ]);
        frame.render_widget(line, area);
        let found = Line::from(Span::styled(found, dim));
        frame.render_widget(found.right_aligned(), area);
        frame.set_cursor_position((end.min(area.right().saturating_sub(1)), area.y));
    }
}

/// The title and the kind; under them, the text that fits.
fn draw_hit(
    frame: &mut Frame<'_>,
    area: Rect,
    hit: &Hit,
    entry: &Entry,
    chosen: bool,
    ctx: &Context,
) {
    let theme = &ctx.theme;
    let dim = theme.style(Role::Dim);
    let kind = entry.kind.name();
    let room = usize::from(area.width);
    let role = if chosen { Role::Title } else { Role::Text };
    let title_room = room.saturating_sub(width(kind) + 3);
    let title = excerpt(
        entry.title(),
        &hit.title,
        title_room,
        theme.style(role),
        theme,
    );
    let lesson = ctx.pack.lesson(&entry.lesson).unwrap_or(&ctx.lesson);
    let belongs = entry.note.as_ref();
    let belongs = belongs.map_or(String::new(), |_| place::in_words(lesson, &entry.spot));
    let passage = entry
        .passage(hit)
        .filter(|_| !hit.marks.is_empty() || belongs.is_empty());
    let passage = match passage {
        Some(text) => below(&belongs, text, hit, room, theme),
        None => Line::styled(widget::fit(&belongs, room, theme), dim),
    };
    for (row, line) in area.rows().zip([title, passage]) {
        frame.render_widget(line, row);
    }
    if area.is_empty() {
        return;
    }
    let first = Rect { height: 1, ..area };
    let kind = Line::from(Span::styled(kind, dim));
    frame.render_widget(kind.right_aligned(), first);
    if chosen {
        let x = area.x.saturating_sub(2);
        let style = theme.style(Role::Accent);
        let sign = theme.glyph(Glyph::Chosen);
        frame.buffer_mut().set_string(x, area.y, sign, style);
    }
}

/// The text that fits, behind the place that a note belongs to, if it is one.
fn below(belongs: &str, text: &str, hit: &Hit, room: usize, theme: &Theme) -> Line<'static> {
    let dim = theme.style(Role::Dim);
    if belongs.is_empty() {
        return excerpt(text, &hit.marks, room, dim, theme);
    }
    let dot = theme.glyph(Glyph::Dot);
    let lead = format!("{} {dot} ", widget::fit(belongs, room / 2, theme));
    let left = room.saturating_sub(width(&lead));
    let mut line = excerpt(text, &hit.marks, left, dim, theme);
    line.spans.insert(0, Span::styled(lead, dim));
    line
}

/// As much of `text` as fits, with the first of what matched in view, and all of it underlined.
fn excerpt(
    text: &str,
    marks: &[Range<usize>],
    room: usize,
    style: Style,
    theme: &Theme,
) -> Line<'static> {
    let from = start(text, marks, room);
    let mut spans = Vec::new();
    if from > 0 {
        spans.push(Span::styled(
            format!("{} ", theme.glyph(Glyph::Ellipsis)),
            style,
        ));
    }
    let left = room.saturating_sub(if from > 0 { 2 } else { 0 });
    let shown = widget::fit(&text[from..], left, theme);
    // The sign of what is cut off is no part of the text.
    let same = shown.bytes().zip(text[from..].bytes());
    let same = same.take_while(|(a, b)| a == b).count();
    let found = theme.style(Role::Accent).add_modifier(Modifier::UNDERLINED);
    let mut at = 0;
    for mark in marks.iter().filter(|mark| mark.start >= from) {
        let (begin, end) = (mark.start - from, (mark.end - from).min(same));
        if begin < at || begin >= end || !shown.is_char_boundary(end) {
            continue;
        }
        spans.push(Span::styled(shown[at..begin].to_owned(), style));
        spans.push(Span::styled(shown[begin..end].to_owned(), found));
        at = end;
    }
    spans.push(Span::styled(shown[at..].to_owned(), style));
    Line::from(spans)
}

/// Where the excerpt begins: at a word, a little before what matched, unless that is in view from the beginning.
fn start(text: &str, marks: &[Range<usize>], room: usize) -> usize {
    let Some(first) = marks.first() else {
        return 0;
    };
    if width(text) <= room || width(&text[..first.end]) <= room.saturating_sub(2) {
        return 0;
    }
    let words = text[..first.start].match_indices(' ').map(|(at, _)| at + 1);
    let near = |at: &usize| width(&text[*at..first.start]) <= BEFORE;
    words.into_iter().find(near).unwrap_or(first.start)
}
