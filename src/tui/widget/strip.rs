//! A run in a few lines: a row a client, what each believes, where it stands still, and what became of its writes.

use ratatui::{buffer::Buffer, layout::Rect, style::Style, text::Line};

use super::first_fitting;
use crate::{
    fencing::timeline::{Flight, Millis, Party, Span, SpanKind, Timeline},
    text::width,
    tui::theme::{Glyph, Role, Theme},
};

/// Columns of a client's name.
const NAME: u16 = 3;

/// Rows that [`draw`] takes.
pub fn height(timeline: &Timeline) -> u16 {
    u16::try_from(timeline.clients.len()).unwrap_or(u16::MAX)
}

/// Draws `timeline` into `area`. What became of a write stays a question until the end is `known`.
pub fn draw(buffer: &mut Buffer, area: Rect, timeline: &Timeline, known: bool, theme: &Theme) {
    let area = area.intersection(buffer.area);
    for (client, (row, name)) in (0_u8..).zip(area.rows().zip(&timeline.clients)) {
        let hue = theme.style(Theme::client(client));
        buffer.set_stringn(row.x, row.y, name, row.width.into(), hue.bold());
        let bars = Rect {
            x: row.x.saturating_add(NAME),
            width: row.width.saturating_sub(NAME),
            ..row
        };
        let strip = Strip {
            area: bars.intersection(row),
            end: timeline.end.max(1),
            theme,
        };
        strip.life(buffer);
        for (kind, glyph, style) in [
            (SpanKind::Wait, Glyph::Wait, theme.style(Role::Dim)),
            (SpanKind::Belief, Glyph::Belief, hue),
            (SpanKind::Pause, Glyph::Pause, theme.style(Role::Pause)),
        ] {
            for span in timeline
                .spans
                .iter()
                .filter(|span| span.kind == kind && span.client == client)
            {
                strip.bar(buffer, span, glyph, style);
            }
        }
        let is_write = |flight: &&Flight| {
            (flight.from, flight.to) == (Party::Client(client), Party::Storage)
                && flight.label.starts_with("write")
        };
        for write in timeline.flights.iter().filter(is_write) {
            strip.write(buffer, write, known);
        }
    }
}

/// What the signs of a strip say, in so many columns; a pause says itself what it is. Nothing where there is no room.
pub fn legend(room: usize, theme: &Theme) -> Line<'static> {
    let [belief, wait] = [Glyph::Belief, Glyph::Wait].map(|glyph| theme.glyph(glyph));
    let forms = [
        format!("{belief} thinks it holds  {wait} waits  33 writes"),
        format!("{belief} holds  {wait} waits  33 writes"),
    ];
    let said = first_fitting(&forms, room).to_owned();
    Line::styled(said, theme.style(Role::Dim))
}

struct Strip<'a> {
    area: Rect,
    end: Millis,
    theme: &'a Theme,
}

impl Strip<'_> {
    fn column(&self, at: Millis) -> u16 {
        let across = u64::from(self.area.width.saturating_sub(1));
        let offset = at.min(self.end).saturating_mul(across) / self.end;
        self.area.x + u16::try_from(offset).unwrap_or(0)
    }

    /// The client's time, before anything happens in it.
    fn life(&self, buffer: &mut Buffer) {
        let line = self.theme.glyph(Glyph::Open).repeat(self.area.width.into());
        buffer.set_stringn(
            self.area.x,
            self.area.y,
            line,
            self.area.width.into(),
            self.theme.style(Role::Dim),
        );
    }

    /// A bar, and on a long pause what it is.
    fn bar(&self, buffer: &mut Buffer, span: &Span, glyph: Glyph, style: Style) {
        let (from, to) = (self.column(span.from), self.column(span.to));
        for x in from..=to.max(from) {
            if let Some(cell) = buffer.cell_mut((x, self.area.y)) {
                cell.reset();
                cell.set_symbol(self.theme.glyph(glyph)).set_style(style);
            }
        }
        let label = match span.label.as_str() {
            "" => " paused ".to_owned(),
            why => format!(" paused: {why} "),
        };
        let long = u16::try_from(width(&label)).unwrap_or(u16::MAX);
        if span.kind == SpanKind::Pause && to.saturating_sub(from) > long.saturating_add(4) {
            let x = from + (to - from - long) / 2;
            buffer.set_stringn(x, self.area.y, label, long.into(), style);
        }
    }

    /// The token of a write, and its fate behind it.
    fn write(&self, buffer: &mut Buffer, write: &Flight, known: bool) {
        let token = write
            .token
            .map_or(String::new(), |token| format!(" {token}"));
        let (fate, role) = match (known, write.refused) {
            (false, _) => ("?", Role::Accent),
            (true, true) => (self.theme.glyph(Glyph::Refusal), Role::Refusal),
            (true, false) => (self.theme.glyph(Glyph::Good), Role::Good),
        };
        let long = u16::try_from(width(&token) + 1 + width(fate) + 1).unwrap_or(0);
        let x = self
            .column(write.sent)
            .min(self.area.right().saturating_sub(long))
            .max(self.area.x);
        let room = usize::from(self.area.right().saturating_sub(x));
        let (x, _) = buffer.set_stringn(
            x,
            self.area.y,
            format!("{token} "),
            room,
            self.theme.style(Role::Token),
        );
        let room = usize::from(self.area.right().saturating_sub(x));
        let (x, _) = buffer.set_stringn(x, self.area.y, fate, room, self.theme.style(role).bold());
        let room = usize::from(self.area.right().saturating_sub(x));
        buffer.set_stringn(x, self.area.y, " ", room, Style::reset());
    }
}
