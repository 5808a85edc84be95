//! A timeline as swim lanes: time runs to the right, messages run between the lanes.
//!
//! The lock service is above, storage is below, the clients are between them. What a client is told comes from
//! above, what it does goes below, and nothing leads straight from the lock service to storage: that is the
//! lesson. What has not happened yet is not drawn.

mod board;
mod messages;
mod rows;
#[cfg(test)]
mod tests;

use ratatui::{buffer::Buffer, layout::Rect, style::Modifier};

pub use self::rows::{fitting, least};
use self::{
    board::Board,
    rows::{AXIS, Rows},
};
use super::scene::Scene;
use crate::{
    fencing::timeline::{Millis, Party, SpanKind, Timeline},
    text::width,
    tui::theme::{Glyph, Role},
};

/// Columns of the names, and of longer ones where there is room.
const NAMES: u16 = 11;
const LONG_NAMES: u16 = 14;
/// From this width on there is.
const ROOMY: u16 = 96;
/// The columns in which time runs.
fn times(area: Rect) -> Rect {
    let names = if area.width >= ROOMY {
        LONG_NAMES
    } else {
        NAMES
    };
    let names = names.min(area.width);
    Rect {
        x: area.x + names,
        width: area.width - names,
        ..area
    }
}

/// The time that a column stands for; columns beside the axis stand for its ends.
pub fn time_at(timeline: &Timeline, area: Rect, column: u16) -> Millis {
    let times = times(area);
    let last = Millis::from(times.width.saturating_sub(1)).max(1);
    let offset = Millis::from(column.saturating_sub(times.x)).min(last);
    (offset * timeline.end).div_ceil(last)
}

/// The column of a time.
pub fn column_of(timeline: &Timeline, area: Rect, at: Millis) -> u16 {
    let times = times(area);
    let last = Millis::from(times.width.saturating_sub(1));
    let end = timeline.end.max(1);
    let offset = (at.min(end) * last / end).min(last);
    times.x + u16::try_from(offset).unwrap_or(0)
}

/// Rows of the lanes at their smallest: one for the lock service, each client, and storage; no axis, no messages.
pub fn compact_height(timeline: &Timeline) -> u16 {
    u16::try_from(timeline.clients.len()).unwrap_or(0) + 2
}

/// Draws the axis alone into two rows.
pub fn draw_axis(buffer: &mut Buffer, area: Rect, scene: &Scene<'_>) {
    let area = area.intersection(buffer.area);
    Board::new(buffer, area, times(area), scene).axis();
}

/// Draws the lanes at their smallest: see [`compact_height`].
pub fn draw_compact(buffer: &mut Buffer, area: Rect, scene: &Scene<'_>) {
    let area = area.intersection(buffer.area);
    let mut board = Board::new(buffer, area, times(area), scene);
    let storage = area.y + compact_height(scene.timeline) - 1;
    let rows = Rows {
        lock: area.y,
        outage: None,
        clients: (area.y + 1..storage).collect(),
        storage,
    };
    let title = scene.theme.style(Role::Title);
    board.name(rows.lock, &["Lock service", "Lock"], title);
    board.name(rows.storage, &["Storage"], title);
    lock(&mut board, &rows);
    let style = scene.theme.style(Role::Storage);
    let rule = scene.theme.glyph(Glyph::Rule);
    board.bar(storage, 0, scene.timeline.end, rule, style);
    for client in 0..scene.clients() {
        let row = rows.lane(Party::Client(client)).0;
        let name = format!("Client {}", scene.name(client));
        board.name(row, &[&name, scene.name(client)], scene.client_bold(client));
        process(&mut board, client, row);
        for span in scene.spans(SpanKind::Belief, Some(client)) {
            let wrong = scene.theme.style(Role::Wrong);
            let sign = scene.theme.glyph(Glyph::Mistaken);
            for (from, to) in mistaken(scene, client, span.from, span.to) {
                board.bar(row, from, to, sign, wrong);
                board.inside(row, from, to, &[("wrong", wrong)]);
            }
        }
    }
    board.playhead(area.y, area.bottom());
    steps(&mut board, &rows);
    marks(&mut board, storage);
}

/// Draws the lanes into `area`.
pub fn draw(buffer: &mut Buffer, area: Rect, scene: &Scene<'_>) {
    let area = area.intersection(buffer.area);
    let rows = Rows::of(scene.timeline, area);
    let mut board = Board::new(buffer, area, times(area), scene);
    board.axis();
    names(&mut board, &rows);
    lock(&mut board, &rows);
    for client in 0..scene.clients() {
        process(&mut board, client, rows.lane(Party::Client(client)).0);
        belief(&mut board, client, rows.lane(Party::Client(client)).1);
    }
    storage(&mut board, rows.storage);
    messages::past(&mut board, &rows);
    board.playhead(area.y + AXIS, area.bottom());
    steps(&mut board, &rows);
    marks(&mut board, rows.storage + 1);
    messages::untold(&mut board, &rows);
    messages::present(&mut board, &rows);
}

fn names(board: &mut Board<'_, '_>, rows: &Rows) {
    let scene = board.scene;
    let title = scene.theme.style(Role::Title);
    let dim = scene.theme.style(Role::Dim);
    board.name(rows.lock, &["Lock service", "Lock"], title);
    for client in 0..scene.clients() {
        let (row, below) = rows.lane(Party::Client(client));
        let name = format!("Client {}", scene.name(client));
        board.name(row, &[&name, scene.name(client)], scene.client_bold(client));
        board.name(below, &["  believes", " believes"], dim);
    }
    board.name(rows.storage, &["Storage"], title);
}

fn lock(board: &mut Board<'_, '_>, rows: &Rows) {
    let scene = board.scene;
    let theme = scene.theme;
    if let Some(row) = rows.outage {
        let outages = scene.spans(SpanKind::Fault, None);
        for span in outages.filter(|span| span.client >= scene.clients()) {
            let style = theme.style(Role::Wrong);
            board.bar(row, span.from, span.to, theme.glyph(Glyph::Fault), style);
            board.inside(row, span.from, span.to, &[(&span.label, style)]);
        }
    }
    let leases: Vec<_> = scene.spans(SpanKind::Lease, None).collect();
    for (index, span) in leases.iter().enumerate() {
        board.bar(
            rows.lock,
            span.from,
            span.to,
            theme.glyph(Glyph::Lease),
            scene.client(span.client),
        );
        let token = token(span.token);
        let name = scene.name(span.client);
        // In a short bar the holder stands alone, so that colour is never all that tells one from another.
        for said in ["", " holds"] {
            let label = [
                (name, scene.client_bold(span.client)),
                (said, theme.style(Role::Text)),
                (token.as_str(), theme.style(Role::Token)),
            ];
            board.inside(rows.lock, span.from, span.to, &label);
        }
        if span.to <= scene.at && !span.label.is_empty() && span.to < scene.timeline.end {
            let next = leases.get(index + 1).map_or(u64::MAX, |next| next.from);
            board.after(
                rows.lock,
                span.to,
                next,
                &span.label,
                theme.style(Role::Dim),
            );
        }
    }
}

fn token(token: Option<u32>) -> String {
    token.map_or(String::new(), |token| format!(" {token}"))
}

/// What a client's process does: runs, waits, stands still, is cut off.
fn process(board: &mut Board<'_, '_>, client: u8, row: u16) {
    let scene = board.scene;
    let theme = scene.theme;
    let me = Party::Client(client);
    let began = scene.past().iter().find(|moment| moment.party == me);
    let Some(began) = began.map(|moment| moment.at) else {
        return;
    };
    let own = scene.client(client);
    board.bar(
        row,
        began,
        scene.timeline.end,
        theme.glyph(Glyph::Rule),
        own,
    );
    for span in scene.spans(SpanKind::Wait, Some(client)) {
        board.bar(row, span.from, span.to, theme.glyph(Glyph::Wait), own);
        let sign = theme.glyph(Glyph::Waits);
        board.inside(row, span.from, span.to, &[(sign, own), (" waits", own)]);
    }
    let fault = theme.style(Role::Wrong);
    for span in scene.spans(SpanKind::Fault, Some(client)) {
        board.bar(row, span.from, span.to, theme.glyph(Glyph::Fault), fault);
        board.inside(row, span.from, span.to, &[(&span.label, fault)]);
    }
    let still = theme.style(Role::Pause);
    for span in scene.spans(SpanKind::Pause, Some(client)) {
        board.bar(row, span.from, span.to, theme.glyph(Glyph::Pause), still);
        let label = scene.pause_label(span);
        board.inside(
            row,
            span.from,
            span.to,
            &[(&label, theme.style(Role::Title))],
        );
    }
}

/// What a client thinks it holds, and from when on that is wrong.
fn belief(board: &mut Board<'_, '_>, client: u8, row: u16) {
    let scene = board.scene;
    let theme = scene.theme;
    for span in scene.spans(SpanKind::Belief, Some(client)) {
        let style = theme.style(Role::Belief);
        board.bar(row, span.from, span.to, theme.glyph(Glyph::Belief), style);
        let stretches = mistaken(scene, client, span.from, span.to);
        // What it believes is said as far as that is so.
        let right = stretches.first().map_or(span.to, |(from, _)| *from);
        let token = token(span.token);
        for said in ["I hold", "I hold the lock"] {
            let label = [(said, style), (&token, theme.style(Role::Token))];
            board.inside(row, span.from, right, &label);
        }
        let wrong = theme.style(Role::Wrong);
        for (from, to) in stretches {
            board.bar(row, from, to, theme.glyph(Glyph::Mistaken), wrong);
            let long = match scene.slept(client) {
                true => "wrong, and cannot know",
                false => "wrong, and not told",
            };
            for text in ["wrong", long] {
                board.inside(row, from, to, &[(text, wrong)]);
            }
        }
    }
}

/// The stretches of a belief in which the lock service does not share it.
fn mistaken(scene: &Scene<'_>, client: u8, from: Millis, to: Millis) -> Vec<(Millis, Millis)> {
    let leases: Vec<_> = scene.spans(SpanKind::Lease, Some(client)).collect();
    let mut wrong = Vec::new();
    let mut since = from;
    for lease in leases
        .iter()
        .filter(|lease| lease.to >= from && lease.from <= to)
    {
        if since < lease.from {
            wrong.push((since, lease.from.min(to)));
        }
        since = since.max(lease.to);
    }
    if since < to && since <= scene.at {
        wrong.push((since, to));
    }
    wrong
}

/// What storage holds: the fence, and whose data.
fn storage(board: &mut Board<'_, '_>, row: u16) {
    let scene = board.scene;
    let theme = scene.theme;
    let style = theme.style(Role::Storage);
    board.bar(row, 0, scene.timeline.end, theme.glyph(Glyph::Rule), style);
    let mut last = None;
    let mut labels = Vec::new();
    for moment in scene.past() {
        let known = &moment.known;
        let state = (known.fence, known.data, known.version);
        if last.replace(state) == Some(state) {
            continue;
        }
        let mut label = Vec::new();
        if scene.timeline.check != "none" {
            label.push((
                format!("fence {}", known.fence_shown()),
                theme.style(Role::Text),
            ));
            label.push((format!(" {} ", theme.glyph(Glyph::Dot)), style));
        }
        label.push(match known.data {
            Some(client) => (
                format!("data of {}", scene.name(client)),
                scene.client_bold(client),
            ),
            None => ("no data".to_owned(), theme.style(Role::Dim)),
        });
        labels.push((moment.at, label));
    }
    board.on_line(row, &labels);
}

/// A dot for each step of a client.
fn steps(board: &mut Board<'_, '_>, rows: &Rows) {
    let scene = board.scene;
    for moment in scene.past() {
        if let Party::Client(client) = moment.party {
            let row = rows.lane(moment.party).0;
            let crashed = moment.event == "crashed";
            let glyph = if crashed { Glyph::Refusal } else { Glyph::Step };
            let x = board.x(moment.at);
            board.put_beside(x, row, scene.theme.glyph(glyph), scene.client_bold(client));
        }
    }
}

/// What storage made of each request: accepted, refused, lost. Each keeps its sign. Of what is said beside the signs, the
/// latest comes first, then what was refused or lost, then the rest; what has no room is left out.
fn marks(board: &mut Board<'_, '_>, row: u16) {
    let scene = board.scene;
    let marks = scene.marks();
    let mut order: Vec<_> = marks.iter().enumerate().rev().collect();
    let last = order.first().map(|(index, _)| *index);
    order.sort_by_key(|(index, mark)| (Some(*index) != last, mark.role != Role::Refusal));
    let columns: Vec<u16> = marks.iter().map(|mark| board.x(mark.at)).collect();
    for (index, mark) in order {
        let sign = scene.theme.glyph(mark.glyph);
        let fresh = mark.role == Role::Refusal && mark.moment + 2 > scene.moment;
        let style = scene.theme.style(mark.role);
        let (text, style) = if fresh {
            let style = style.add_modifier(Modifier::REVERSED);
            (format!(" {sign} {} ", mark.text), style)
        } else {
            (format!("{sign} {}", mark.text), style)
        };
        let wide = u16::try_from(width(&text)).unwrap_or(0);
        let own = columns[index];
        let x = own.min(board.right().saturating_sub(wide));
        // A blank parts it from what stands beside it, of which the signs are still to come.
        let around = x.saturating_sub(1)..x + wide + 1;
        let beside = columns.iter().filter(|other| **other != own);
        let covers = beside.filter(|other| around.contains(other)).count() > 0;
        if board.is_free(row, around) && (!covers || Some(index) == last) {
            board.text(x, row, &text, style);
        } else if board.is_free(row, own..own + 1) {
            board.text(own, row, sign, style);
        }
    }
}
