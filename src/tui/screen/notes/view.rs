//! The list: where things stand, and how they are drawn.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    Mode, Notes,
    entry::{self, Entry},
};
use crate::{
    text::{width, wrap},
    tui::{
        screen::Context,
        theme::{Glyph, Role},
        widget::{self, thumb},
    },
};

/// The list is never wider than this.
const WIDEST: u16 = 76;
const MARGIN: u16 = 3;
/// From this width on, the chosen note stands beside the list.
const WITH_NOTE: u16 = 112;
/// The list beside a note.
const LIST: u16 = 46;
const GAP: u16 = 6;

/// Where things stand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Places {
    header: Rect,
    pub(super) list: Rect,
    /// The chosen note.
    note: Option<Rect>,
    /// The search, or a question.
    foot: Rect,
    /// Rows that an entry takes, with the blank after it.
    step: u16,
}

impl Places {
    pub(super) fn of(body: Rect) -> Self {
        let beside = body.width >= WITH_NOTE;
        let widest = if beside {
            WITH_NOTE - 2 * MARGIN
        } else {
            WIDEST
        };
        let columns = body.width.saturating_sub(2 * MARGIN).min(widest);
        let x = body.x + (body.width - columns) / 2;
        let tall = u16::from(body.height >= 18);
        let top = body.y + tall;
        let first = top + 2;
        let rows = body.bottom().saturating_sub(first + 2);
        let list = Rect::new(x, first, if beside { LIST } else { columns }, rows);
        let note = Rect::new(
            x + LIST + GAP,
            first,
            columns.saturating_sub(LIST + GAP),
            rows,
        );
        Self {
            header: Rect::new(x, top, columns, 1).intersection(body),
            list: list.intersection(body),
            note: beside.then_some(note.intersection(body)),
            foot: Rect::new(x, body.bottom().saturating_sub(1), columns, 1).intersection(body),
            step: 2 + tall,
        }
    }

    /// So many entries are shown.
    fn shown(&self) -> usize {
        // The blank after the last one may be missing.
        usize::from((self.list.height + 1) / self.step).max(1)
    }

    /// The first entry that is shown.
    fn top(&self, chosen: usize) -> usize {
        (chosen + 1).saturating_sub(self.shown())
    }

    /// The first row that is shown, and how many there are, where entry `top` of so many is the first.
    fn rows(&self, top: usize, entries: usize) -> (usize, usize) {
        let step = usize::from(self.step);
        // After the last one no blank is needed.
        (top * step, (entries * step).saturating_sub(step - 2))
    }

    /// The entry at row `y` of the screen.
    pub(super) fn hit(&self, y: u16, chosen: usize) -> usize {
        self.top(chosen) + usize::from((y - self.list.y) / self.step)
    }
}

impl Notes {
    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let places = Places::of(area);
        let entries = self.entries(ctx);
        let dim = theme.style(Role::Dim);
        frame.render_widget(Line::styled("Notes", dim), places.header);
        if !entries.is_empty() {
            let count = Line::styled(entries.len().to_string(), dim);
            frame.render_widget(count.right_aligned(), places.header);
        } else {
            // There is nothing to stand beside it.
            let columns = places.header.width.min(WIDEST);
            let whole = Rect {
                width: columns,
                ..places.list
            };
            self.draw_none(frame, whole, ctx);
        }
        let top = places.top(self.chosen);
        let (first, rows) = places.rows(top, entries.len());
        thumb::draw(frame, places.list, first, rows, theme);
        for (index, entry) in entries.iter().enumerate().skip(top).take(places.shown()) {
            let offset = u16::try_from(index - top).unwrap_or(0) * places.step;
            let place = Rect {
                y: places.list.y + offset,
                height: 2,
                ..places.list
            };
            let place = place.intersection(places.list);
            draw_entry(frame, place, entry, index == self.chosen, ctx);
        }
        if let Some((entry, place)) = entries.get(self.chosen).zip(places.note) {
            draw_note(frame, place, entry, ctx);
        }
        self.draw_foot(frame, places.foot, &entries, ctx);
    }

    fn draw_none(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let (said, more) = if self.query.is_empty() {
            (
                "No notes yet.",
                "n takes one anywhere, and ties it to what you see: a part of the lesson, a moment of a run, a question.",
            )
        } else {
            ("No note has that in it.", "")
        };
        let lines = [(said, Role::Title), ("", Role::Text), (more, Role::Dim)];
        let lines = lines.into_iter().flat_map(|(text, role)| {
            let wrapped = wrap(text, area.width.into()).into_iter();
            wrapped.map(move |line| (line.to_owned(), role))
        });
        for (row, (line, role)) in area.rows().zip(lines) {
            // The key that the sentence begins with looks as it does in the footer.
            let key = line.strip_prefix("n ").filter(|_| role == Role::Dim);
            let spans = match key {
                Some(rest) => vec![
                    Span::styled("n ", theme.style(Role::Key)),
                    Span::styled(rest.to_owned(), theme.style(role)),
                ],
                None => vec![Span::styled(line, theme.style(role))],
            };
            frame.render_widget(Line::from(spans), row);
        }
    }

    fn draw_foot(&self, frame: &mut Frame<'_>, area: Rect, entries: &[Entry], ctx: &Context) {
        let theme = &ctx.theme;
        let room = usize::from(area.width);
        if let Mode::Delete(key) = &self.mode {
            let entry = entries.iter().find(|entry| entry.key == *key);
            let title = entry.map_or("", Entry::title);
            let title = widget::fit(title, room.saturating_sub(19), theme);
            let line = Line::from(vec![
                Span::styled(theme.glyph(Glyph::Pitfall), theme.style(Role::Pitfall)),
                Span::raw(" Delete "),
                Span::styled(format!("“{title}”"), theme.style(Role::Title)),
                Span::raw("?"),
            ]);
            frame.render_widget(line, area);
            return;
        }
        let searching = matches!(self.mode, Mode::Search);
        if !searching && self.query.is_empty() {
            return;
        }
        let shown = widget::fit_end(self.query.text(), room.saturating_sub(2), theme);
        let end = area.x + 1 + u16::try_from(width(&shown)).unwrap_or(0);
        let line = Line::from(vec![
            Span::styled("/", theme.style(Role::Accent)),
            Span::raw(shown),
        ]);
        frame.render_widget(line, area);
        if searching {
            frame.set_cursor_position((end.min(area.right().saturating_sub(1)), area.y));
        }
    }
}

/// The first line of a note; under it, where and when.
fn draw_entry(frame: &mut Frame<'_>, area: Rect, entry: &Entry, chosen: bool, ctx: &Context) {
    let theme = &ctx.theme;
    let room = usize::from(area.width);
    let role = if chosen { Role::Accent } else { Role::Text };
    let title = widget::fit(entry.title(), room, theme);
    let dot = format!(" {} ", theme.glyph(Glyph::Dot));
    let when = entry::day(entry.changed, ctx);
    let mark = if entry.twofold { "edited twice" } else { "" };
    let behind = width(&dot)
        + width(&when)
        + if entry.twofold {
            width(mark) + width(&dot)
        } else {
            0
        };
    let place = widget::fit(&entry.place, room.saturating_sub(behind), theme);
    let mut about = vec![Span::styled(
        format!("{place}{dot}{when}"),
        theme.style(Role::Dim),
    )];
    if entry.twofold {
        about.push(Span::styled(dot, theme.style(Role::Dim)));
        about.push(Span::styled(mark, theme.style(Role::Pitfall)));
    }
    let lines = [Line::styled(title, theme.style(role)), Line::from(about)];
    for (row, line) in area.rows().zip(lines) {
        frame.render_widget(line, row);
    }
    if chosen && !area.is_empty() {
        let x = area.x.saturating_sub(2);
        let style = theme.style(Role::Accent);
        frame
            .buffer_mut()
            .set_string(x, area.y, theme.glyph(Glyph::Chosen), style);
    }
}

/// The chosen note, as far as it fits, under the place that it is tied to.
fn draw_note(frame: &mut Frame<'_>, area: Rect, entry: &Entry, ctx: &Context) {
    let room = usize::from(area.width);
    // No more is wrapped than could be shown, however long the note is.
    let most = 4 * room * usize::from(area.height);
    let end = entry.text.char_indices().nth(most);
    let text = &entry.text[..end.map_or(entry.text.len(), |(at, _)| at)];
    let place = wrap(&entry.place, room)
        .into_iter()
        .map(|line| (line, Role::Accent));
    let text = wrap(text, room).into_iter().map(|line| (line, Role::Text));
    let lines = place.chain([("", Role::Text)]).chain(text);
    for (row, (line, role)) in area.rows().zip(lines) {
        frame.render_widget(Line::styled(line.to_owned(), ctx.theme.style(role)), row);
    }
}
