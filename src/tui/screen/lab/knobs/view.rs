//! How the knobs look: where each stands, the run below them, and what comes of it.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::{
    super::{dots::dots, endings::look},
    Desk,
    field::{Field, TIMES, column_of, seconds, time_of},
};
use crate::{
    fencing::{
        knobs::{Ending, Knobs, ending},
        timeline::{Millis, Party, SpanKind, Timeline},
    },
    text::{width, wrap},
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{self, lanes, scene::Scene, strip, thumb},
    },
};

/// From this width on knobs stand in two columns, and the run in lanes.
const WIDE: u16 = 68;
/// Between the two columns.
const GUTTER: u16 = 4;
/// Columns of a name, of a time, and of a word with the space before its dots.
const NAME: u16 = 14;
const TIME: u16 = 9;
const WORD: u16 = 26;
/// Columns of the longest name of a fault, and of the space before its dots: of a choice none has more.
const FAULT: u16 = 18;
/// The longest slider.
const SLIDER: u16 = 40;
/// From this height on a free line stands between two knobs.
const AIRY: u16 = 30;

/// Where the parts stand.
pub(super) struct Places {
    /// The knobs that are seen; where there is room, all.
    knobs: Vec<(Field, Rect)>,
    /// All of them, for the thumb of a list that is longer than its place.
    list: Option<(Rect, usize)>,
    outcome: Rect,
    run: Rect,
    /// What the signs of the run say, where it is a strip.
    legend: Rect,
    /// Time is drawn in lanes.
    lanes: bool,
}

impl Places {
    pub(super) fn of(area: Rect, desk: &Desk) -> Self {
        if area.width >= WIDE && area.height >= 12 {
            Self::wide(area, &desk.run)
        } else {
            Self::narrow(area, desk)
        }
    }

    fn wide(area: Rect, run: &Timeline) -> Self {
        let left = (area.width - GUTTER) / 2;
        let step = if area.height >= AIRY { 2 } else { 1 };
        let place = |field: &Field| {
            let index = field.index();
            let (x, row, width) = match index.checked_sub(TIMES) {
                None => (area.x, index, left),
                Some(row) => (area.x + left + GUTTER, row, area.width - left - GUTTER),
            };
            let y = area.y + u16::try_from(row).unwrap_or(0) * step;
            (
                *field,
                Rect {
                    x,
                    y,
                    width,
                    height: 1,
                }
                .intersection(area),
            )
        };
        let knobs = Field::ALL.iter().map(place).collect();
        let rows = u16::try_from(Field::ALL.len() - TIMES).unwrap_or(0) * step;
        let air = u16::from(area.height >= AIRY);
        let below = area.height.saturating_sub(rows);
        // Two lines for what came of it, and a free one above, where the lanes leave them.
        let spare = below.saturating_sub(lanes::least(run) + 1 + air);
        let outcome = Rect {
            y: area.y + rows + u16::from(spare > 1 || below < lanes::least(run)),
            height: 1 + u16::from(spare > 0),
            ..area
        };
        let top = outcome.bottom() + air;
        let room = area.bottom().saturating_sub(top);
        let lanes = room >= lanes::least(run);
        let height = if lanes {
            lanes::fitting(run, room)
        } else {
            strip::height(run)
        };
        let run = Rect {
            y: top,
            height,
            ..area
        };
        Self {
            knobs,
            list: None,
            outcome: outcome.intersection(area),
            run: run.intersection(area),
            legend: Rect { height: 0, ..run },
            lanes,
        }
    }

    /// One below the other, as many as there is room for around the chosen one; the outcome stays in sight.
    fn narrow(area: Rect, desk: &Desk) -> Self {
        let outcome = Rect {
            y: area.bottom().saturating_sub(2),
            height: 2,
            ..area
        };
        let strip = strip::height(&desk.run).min(area.height.saturating_sub(4));
        let run = Rect {
            y: outcome.y.saturating_sub(strip),
            height: strip,
            ..area
        };
        let apart = u16::from(area.height > 8);
        let legend = Rect {
            y: run.y.saturating_sub(apart),
            height: apart,
            ..area
        };
        let rows = usize::from(run.y.saturating_sub(area.y + apart));
        let top = desk.chosen.index().saturating_sub(rows / 2);
        let top = top.min(Field::ALL.len().saturating_sub(rows));
        let seen = Field::ALL.iter().skip(top).take(rows);
        let list = Rect {
            height: u16::try_from(rows).unwrap_or(0),
            width: area.width.saturating_sub(2),
            ..area
        };
        Self {
            knobs: seen.copied().zip(list.rows()).collect(),
            list: Some((list, top)),
            outcome: outcome.intersection(area),
            run: run.intersection(area),
            legend: legend.intersection(area),
            lanes: false,
        }
    }

    /// The knobs that are seen, and where.
    pub(super) fn fields(&self) -> impl Iterator<Item = (Field, Rect)> + '_ {
        self.knobs.iter().copied()
    }
}

/// The slider of a knob of time.
fn slider(place: Rect) -> Rect {
    let x = place.x + (NAME + TIME).min(place.width);
    let room = place.right() - x;
    Rect {
        x,
        width: room.min(SLIDER),
        ..place
    }
}

/// Columns of a word with the space before its dots: fewer where that makes room for the dots of the faults, too.
fn words(knobs: &Knobs, place: Rect) -> u16 {
    let faults = Field::Fault.choice(knobs).map_or(0, |(_, of)| of);
    let dots = u16::try_from(faults).unwrap_or(u16::MAX);
    match place.width.saturating_sub(NAME.saturating_add(dots)) {
        FAULT.. => WORD.min(place.width - NAME - dots),
        _ => WORD,
    }
}

/// The column of the first of `of` dots that say which choice stands; `None` where they have no room. They stand below one
/// another, but for a word that needs more.
fn first_dot(field: Field, knobs: &Knobs, of: usize, place: Rect) -> Option<u16> {
    let word = u16::try_from(width(&field.value(knobs))).unwrap_or(u16::MAX);
    let first = NAME + words(knobs, place).max(word.saturating_add(1));
    let fits = usize::from(place.width.saturating_sub(first)) >= of;
    fits.then_some(place.x + first)
}

/// What a knob is turned to by the mouse at a column: a slider goes there; a click beside the name of a choice takes the
/// next one.
pub(super) fn taken(field: Field, knobs: Knobs, place: Rect, column: u16, pressed: bool) -> Knobs {
    let track = slider(place);
    match field.choice(&knobs) {
        None if column + 1 >= track.x => {
            let at = column
                .saturating_sub(track.x)
                .min(track.width.saturating_sub(1));
            field.with_time(knobs, time_of(at, track.width))
        }
        None => knobs,
        Some((at, of)) => {
            let first = first_dot(field, &knobs, of, place);
            match first.and_then(|first| usize::from(column).checked_sub(first.into())) {
                Some(dot) if dot < of => field.with_choice(knobs, dot),
                _ if pressed && column >= place.x + NAME => field.with_choice(knobs, (at + 1) % of),
                _ => knobs,
            }
        }
    }
}

pub(super) fn draw(desk: &Desk, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
    let theme = &ctx.theme;
    let places = Places::of(area, desk);
    for (field, place) in places.fields() {
        knob(desk, field, frame, place, theme);
    }
    if let Some((list, top)) = places.list {
        thumb::draw(frame, list, top, Field::ALL.len(), theme);
    }
    if desk.entry.is_some() {
        entry(desk, frame, places.outcome, theme);
    } else {
        outcome(desk, frame, places.outcome, theme);
    }
    if places.lanes {
        let scene = Scene {
            noted: &[],
            timeline: &desk.run,
            at: desk.run.end,
            moment: desk.run.moments.len() - 1,
            theme,
        };
        lanes::draw(frame.buffer_mut(), places.run, &scene);
    } else {
        strip::draw(frame.buffer_mut(), places.run, &desk.run, true, theme);
        let legend = strip::legend(places.legend.width.into(), theme);
        frame.render_widget(legend, places.legend);
    }
}

/// `TTL          10.00 s ━━━━━━━●─────────`
fn knob(desk: &Desk, field: Field, frame: &mut Frame<'_>, place: Rect, theme: &Theme) {
    let chosen = desk.chosen == field;
    let matters = field.matters(&desk.knobs);
    let (name, value) = match (chosen, matters) {
        (true, _) => (theme.style(Role::Accent), theme.style(Role::Accent).bold()),
        (false, true) => (theme.style(Role::Text), theme.style(Role::Title)),
        (false, false) => (theme.style(Role::Dim), theme.style(Role::Dim)),
    };
    let sign = if chosen {
        theme.glyph(Glyph::Chosen)
    } else {
        " "
    };
    let label = format!(
        "{sign} {:<1$}",
        field.name(&desk.knobs),
        usize::from(NAME) - 2
    );
    let mut spans = vec![Span::styled(label, name)];
    let text = field.value(&desk.knobs);
    let text = theme.plain(&text);
    if let Some(time) = field.time(&desk.knobs) {
        spans.push(Span::styled(format!("{text:>7}  "), value));
        let track = slider(place).width;
        let at = column_of(time, track);
        let line = if matters {
            name
        } else {
            theme.style(Role::Dim)
        };
        let rest = track.saturating_sub(at + 1);
        spans.push(Span::styled(
            theme.glyph(Glyph::Done).repeat(at.into()),
            line,
        ));
        spans.push(Span::styled(theme.glyph(Glyph::Step), value));
        let rest = theme.glyph(Glyph::Open).repeat(rest.into());
        spans.push(Span::styled(rest, theme.style(Role::Dim)));
    } else if let Some((at, of)) = field.choice(&desk.knobs) {
        let room = usize::from(place.width.saturating_sub(NAME));
        let text = match field.brief(&desk.knobs).filter(|_| width(&text) > room) {
            Some(brief) => brief,
            None => widget::fit(&text, room, theme),
        };
        let room = width(&text);
        spans.push(Span::styled(text, value));
        if let Some(first) = first_dot(field, &desk.knobs, of, place) {
            let pad = usize::from(first - place.x - NAME).saturating_sub(room);
            spans.push(Span::raw(" ".repeat(pad)));
            spans.extend(dots(at, of, value, theme));
        }
    }
    frame.render_widget(Line::from(spans), place);
}

/// How it ended, in a sentence with its sign; and by how much, where a write came too late.
fn outcome(desk: &Desk, frame: &mut Frame<'_>, place: Rect, theme: &Theme) {
    let (glyph, role, ..) = look(ending(&desk.run));
    let indent = 2;
    let room = usize::from(place.width.saturating_sub(indent));
    let mut said = desk.run.outcome.clone();
    let late = lateness(&desk.run);
    if let (Some(late), Ending::Saved | Ending::Corrupted) = (late, ending(&desk.run)) {
        let sentence = said.trim_end_matches('.');
        let more = format!("{sentence}, {} after its lease ended.", seconds(late));
        if wrap(&more, room).len() <= place.height.into() {
            said = more;
        }
    }
    let said = theme.plain(&said);
    let lines = wrap(&said, room);
    let text = theme.style(if role == Role::Refusal {
        role
    } else {
        Role::Title
    });
    for (index, (line, row)) in lines.into_iter().zip(place.rows()).enumerate() {
        let sign = if index == 0 { theme.glyph(glyph) } else { " " };
        let spans = [
            Span::styled(format!("{sign} "), theme.style(role)),
            Span::styled(line.to_owned(), text),
        ];
        frame.render_widget(Line::from(spans.to_vec()), row);
    }
}

/// By how much A's last write came to storage after A's lease had run out, if it did.
fn lateness(run: &Timeline) -> Option<Millis> {
    let lease = run
        .spans
        .iter()
        .rfind(|span| span.kind == SpanKind::Lease && span.client == 0)?;
    let write = run.flights.iter().rfind(|flight| {
        (flight.from, flight.to) == (Party::Client(0), Party::Storage)
            && flight.label.starts_with("write")
    })?;
    write
        .arrives?
        .checked_sub(lease.to)
        .filter(|late| *late > 0)
}

/// The line in which a code is typed, or why it is none.
fn entry(desk: &Desk, frame: &mut Frame<'_>, place: Rect, theme: &Theme) {
    let Some(entry) = &desk.entry else { return };
    let mut rows = place.rows();
    let Some(first) = rows.next() else { return };
    let room = usize::from(first.width).saturating_sub(8);
    let text = widget::fit_end(entry.line.text(), room, theme);
    let typed = u16::try_from(width(&text)).unwrap_or(0);
    let spans = vec![
        Span::styled("code: ", theme.style(Role::Accent)),
        Span::styled(text, theme.style(Role::Title)),
    ];
    frame.render_widget(Line::from(spans), first);
    frame.set_cursor_position((first.x + 6 + typed, first.y));
    let Some(row) = rows.next() else { return };
    let line = match &entry.wrong {
        Some(why) => Line::styled(
            widget::fit(why, row.width.into(), theme),
            theme.style(Role::Refusal),
        ),
        // Where the names of the views leave it no room, it is to be had here.
        None => Line::styled(
            format!("this run: {}", desk.knobs.code()),
            theme.style(Role::Dim),
        ),
    };
    frame.render_widget(line, row);
}
