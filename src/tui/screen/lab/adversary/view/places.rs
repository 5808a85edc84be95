//! Where the parts of the adversary stand.

use ratatui::layout::Rect;

use crate::{
    fencing::timeline::Timeline,
    tui::widget::{lanes, stack::Stack},
};

/// From this width on what can happen and what has happened stand side by side.
pub(super) const BESIDE: u16 = 68;
/// From this width on choices need less than half of it.
const ROOMY: u16 = 100;
const GUTTER: u16 = 3;
/// From this height on there are free lines between the parts.
const AIRY: u16 = 28;

/// Where the parts stand.
pub(super) struct Places {
    pub(super) levels: Rect,
    pub(super) task: Rect,
    /// What can be chosen.
    pub(super) left: Rect,
    /// What has happened, and who knows what; beside the choices, or empty where they are one page.
    pub(super) right: Rect,
    pub(super) lanes: Rect,
}

impl Places {
    /// `rows` are those that the page beside the choices needs, and those that it can use.
    pub(super) fn of(area: Rect, task: u16, rows: (u16, u16), run: Option<&Timeline>) -> Self {
        let air = u16::from(area.height >= AIRY);
        let mut stack = Stack::new(area);
        let mut take = |rows: u16, skip: u16| {
            let taken = stack.take(rows);
            stack.take(skip);
            taken
        };
        let levels = take(1, air);
        let task = take(task, air);
        let room = area.bottom().saturating_sub(task.bottom() + air);
        let beside = area.width >= BESIDE;
        // What must be read comes first; lanes have what it leaves, if that is enough.
        let spare = run.and_then(|run| room.checked_sub(lanes::least(run) + air));
        let (rows, lanes) = match spare.filter(|spare| beside && *spare >= rows.0) {
            Some(spare) => {
                let rows = rows.1.clamp(rows.0, spare);
                let rest = room - rows - air;
                (rows, run.map_or(0, |run| lanes::fitting(run, rest)))
            }
            None => (room, 0),
        };
        let body = take(rows, air);
        let lanes = take(lanes, 0);
        let (left, right) = columns(area.width);
        Self {
            levels,
            task,
            left: Rect {
                width: left,
                ..body
            },
            right: Rect {
                x: body.right() - right,
                width: right,
                ..body
            },
            lanes,
        }
    }
}

/// The columns of the choices, and of the page beside them; 0 where there is one page.
pub(super) fn columns(width: u16) -> (u16, u16) {
    let both = width.saturating_sub(GUTTER);
    match width {
        0..BESIDE => (width, 0),
        BESIDE..ROOMY => (both / 2, both - both / 2),
        ROOMY.. => (both * 2 / 5, both - both * 2 / 5),
    }
}
