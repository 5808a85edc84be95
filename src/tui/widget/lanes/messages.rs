//! Messages: a line from lane to lane that grows with time, and what it carries beside its head.

use super::{Board, Rows};
use crate::{
    fencing::timeline::{Flight, Moment, Party, Timeline},
    text::width,
    tui::{
        theme::{Glyph, Role},
        widget::scene::Way,
    },
};

/// The track of a message: the cells between the two lanes, in the order in which it passes them.
struct Track {
    cells: Vec<(u16, u16, &'static str)>,
    down: bool,
}

impl Track {
    fn of(board: &Board<'_, '_>, rows: &Rows, flight: &Flight) -> Self {
        let (from, to) = (rows.lane(flight.from), rows.lane(flight.to));
        let down = from.0 < to.0;
        let (start, end) = if down { (from.1, to.0) } else { (from.0, to.1) };
        let left = board.x(flight.sent);
        let arrives = match board.scene.way(flight) {
            // One that never arrives goes straight, as far as it goes.
            Way::Lost => flight.sent,
            _ => flight.arrives.unwrap_or(flight.sent),
        };
        let right = board.x(arrives).max(left);
        let cells = line(left, right, start, end, board.scene.theme.ascii());
        Self { cells, down }
    }

    fn head(&self) -> Glyph {
        if self.down {
            Glyph::Falls
        } else {
            Glyph::Rises
        }
    }
}

/// The cells strictly between two rows, from (`left`, `start`) to (`right`, `end`).
fn line(left: u16, right: u16, start: u16, end: u16, ascii: bool) -> Vec<(u16, u16, &'static str)> {
    let rows = start.abs_diff(end);
    let columns = right - left;
    let y = |step: u16| {
        if start < end {
            start + step
        } else {
            start - step
        }
    };
    let scaled = |of: u16, part: u16, whole: u16| {
        let whole = u32::from(whole.max(1));
        u16::try_from((u32::from(of) * u32::from(part) + whole / 2) / whole).unwrap_or(of)
    };
    let slope = if start < end { "╲" } else { "╱" };
    let (flat, steep) = if ascii { ("-", "|") } else { ("─", "│") };
    if columns <= rows {
        let x = |step: u16| left + scaled(columns, step, rows);
        let cell = |step: u16| {
            let bends = x(step) != x(step + 1) && step + 1 < rows;
            (x(step), y(step), if bends { slope } else { steep })
        };
        return (1..rows).map(cell).collect();
    }
    let row = |step: u16| scaled(rows, step, columns).clamp(1, rows.max(2) - 1);
    let cell = |step: u16| (left + step, y(row(step)), flat);
    (0..=columns).map(cell).collect()
}

/// The messages that have come to their end: a thin line that stays.
pub(super) fn past(board: &mut Board<'_, '_>, rows: &Rows) {
    let scene = board.scene;
    for flight in &scene.timeline.flights {
        let way = scene.way(flight);
        let track = Track::of(board, rows, flight);
        let style = scene.message(flight);
        let thin = style.remove_modifier(ratatui::style::Modifier::BOLD);
        let thin = thin.add_modifier(ratatui::style::Modifier::DIM);
        let shown = match way {
            Way::Landed => track.cells.len(),
            Way::Lost => track.cells.len().div_ceil(2),
            Way::Ahead | Way::Air(_) => continue,
        };
        for (index, (x, y, symbol)) in track.cells.iter().take(shown).enumerate() {
            let last = index + 1 == shown;
            match way {
                Way::Lost if last => {
                    let sign = scene.theme.glyph(Glyph::Refusal);
                    board.put_over(*x, *y, sign, scene.theme.style(Role::Wrong));
                }
                Way::Landed if last => {
                    board.put_behind(*x, *y, scene.theme.glyph(track.head()), thin);
                }
                _ => board.put_behind(*x, *y, symbol, thin),
            }
        }
    }
}

/// The names of messages that no moment tells of, such as renewals, where there is room for them: whoever steps past them sees
/// what they were.
pub(super) fn untold(board: &mut Board<'_, '_>, rows: &Rows) {
    let scene = board.scene;
    for flight in scene
        .timeline
        .flights
        .iter()
        .filter(|one| is_untold(one, scene.timeline))
    {
        if !matches!(scene.way(flight), Way::Landed | Way::Lost) {
            continue;
        }
        let label = format!(" {} ", flight.label);
        let wide = u16::try_from(width(&label)).unwrap_or(0);
        let track = Track::of(board, rows, flight);
        let beside = track.cells.iter().flat_map(|(x, y, _)| {
            let columns = [x + 1, x.saturating_sub(wide)];
            columns.map(|from| (from, *y))
        });
        let fits = |(from, y): &(u16, u16)| board.is_blank(*y, *from..from + wide);
        let place = beside.into_iter().find(fits);
        let dim = scene
            .message(flight)
            .remove_modifier(ratatui::style::Modifier::BOLD);
        if let Some((from, y)) = place {
            board.text(from, y, &label, dim);
        }
    }
}

/// Whether a client sends it, and no moment says so.
fn is_untold(flight: &Flight, run: &Timeline) -> bool {
    let told = |moment: &Moment| moment.at == flight.sent && moment.party == flight.from;
    matches!(flight.from, Party::Client(_)) && !run.moments.iter().any(told)
}

/// The messages in the air: the way behind them, their head, and what they say. Where there is no room for all that
/// they say, the one that was sent last says it.
pub(super) fn present(board: &mut Board<'_, '_>, rows: &Rows) {
    let scene = board.scene;
    let mut said = Vec::new();
    for flight in &scene.timeline.flights {
        let Way::Air(part) = scene.way(flight) else {
            continue;
        };
        let track = Track::of(board, rows, flight);
        let style = scene.message(flight);
        let gone = (part * track.cells.len() as f64) as usize;
        let gone = gone.min(track.cells.len().saturating_sub(1));
        for (x, y, symbol) in track.cells.iter().take(gone) {
            board.put_beside(*x, *y, symbol, style);
        }
        if let Some((x, y, _)) = track.cells.get(gone) {
            board.put_beside(*x, *y, scene.theme.glyph(track.head()), style);
            said.push((flight, *x, *y, style));
        }
    }
    for (flight, x, y, style) in said.into_iter().rev() {
        let label = format!(" {} ", flight.label);
        let wide = u16::try_from(width(&label)).unwrap_or(0);
        let beside = [x + 1, x.saturating_sub(wide)];
        let fits = |from: &u16| {
            *from >= board.left()
                && from + wide <= board.right()
                && board.is_free(y, *from..from + wide)
        };
        if let Some(from) = beside.into_iter().find(fits) {
            board.text(from, y, &label, style);
        }
    }
}
