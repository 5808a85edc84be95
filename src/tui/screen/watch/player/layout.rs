//! Where the player's parts stand, and its head.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::{NORMAL, Player, SPEEDS};
use crate::{
    fencing::timeline::Timeline,
    text::width,
    tui::{
        theme::{Glyph, Role, Theme},
        widget::{self, lanes, scene::Scene, stack::Stack},
    },
};

/// From this width on there are lanes.
const LANES: u16 = 72;
/// From so many spare rows on, a question fits below the stage as it is.
const ROOMY: u16 = 18;
/// Columns that are kept free at both sides.
const MARGIN: u16 = 2;

/// How time is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stage {
    /// To the right.
    Lanes,
    /// Downwards.
    Ladder,
}

/// How much there is to say below the stage.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Needs {
    /// A caption, and who knows what.
    Little,
    /// A question with its answers, or what came of it.
    Much,
}

/// Where the parts stand.
#[derive(Debug)]
pub(super) struct Layout {
    pub(super) kind: Stage,
    title: Rect,
    /// The line of conditions, where there is room for it.
    conditions: Rect,
    pub(super) stage: Rect,
    pub(super) pane: Rect,
}

impl Layout {
    pub(super) fn of(body: Rect, run: &Timeline, ended: bool, needs: Needs) -> Self {
        let margin = if body.width >= LANES { MARGIN } else { 1 };
        let inner = Rect {
            x: body.x + margin,
            width: body.width.saturating_sub(2 * margin),
            ..body
        };
        // The lock service, the clients, storage.
        let knows = u16::try_from(run.clients.len()).unwrap_or(0) + 2;
        let least = 1 + lanes::least(run) + knows;
        if body.width >= LANES && body.height >= least {
            Self::lanes(inner, run, body.height - least, (knows, needs))
        } else {
            Self::ladder(inner, ended, needs)
        }
    }

    fn lanes(inner: Rect, run: &Timeline, spare: u16, (knows, needs): (u16, Needs)) -> Self {
        // A question takes what is spare, where there is not much.
        let tight = needs == Needs::Much && spare < ROOMY;
        // The conditions stay where they were: who is asked needs them most.
        let conditions = u16::from(spare >= 4);
        let spare = if tight { 0 } else { spare };
        // One row is for the heading of who knows what; the others part what belongs apart.
        let above = u16::from(spare >= 6);
        let between = u16::from(spare >= 5);
        let apart = u16::from(spare >= 2) + u16::from(spare >= 9);
        let head = above + 1 + conditions + between;
        let room = inner.height.saturating_sub(head + apart + knows + 1);
        let stage = if tight {
            lanes::least(run)
        } else {
            lanes::fitting(run, room)
        };
        let mut stack = Stack::new(inner);
        stack.take(above);
        let mut take = |rows: u16, skip: u16| {
            let taken = stack.take(rows);
            stack.take(skip);
            taken
        };
        let title = take(1, 0);
        let conditions = take(conditions, between);
        let stage = take(stage, apart);
        let pane = take(inner.bottom().saturating_sub(stage.bottom() + apart), 0);
        Self {
            kind: Stage::Lanes,
            title,
            conditions,
            stage,
            pane,
        }
    }

    fn ladder(inner: Rect, ended: bool, needs: Needs) -> Self {
        let title = Rect {
            height: inner.height.min(1),
            ..inner
        };
        let rest = inner.height - title.height;
        // What is said needs room, and at the end there is more of it.
        let pane = match needs {
            Needs::Much => (rest * 3 / 4).min(14),
            Needs::Little if ended => rest / 2,
            Needs::Little => (rest / 2).min(9),
        };
        let stage = Rect {
            y: title.bottom(),
            height: rest - pane,
            ..inner
        };
        let pane = Rect {
            y: stage.bottom(),
            height: pane,
            ..inner
        };
        let conditions = Rect { height: 0, ..title };
        Self {
            kind: Stage::Ladder,
            title,
            conditions,
            stage,
            pane,
        }
    }
}

impl Player {
    /// Title; time, speed, and by how much time is slowed.
    pub(super) fn draw_head(&self, frame: &mut Frame<'_>, layout: &Layout, scene: &Scene<'_>) {
        let theme = scene.theme;
        let state = self.state(scene, layout.title.width);
        let wide = u16::try_from(state.width())
            .unwrap_or(0)
            .min(layout.title.width);
        let room = usize::from(layout.title.width - wide).saturating_sub(2);
        let title = widget::fit(&self.run.title, room, theme);
        frame.render_widget(Line::styled(title, theme.style(Role::Title)), layout.title);
        let place = Rect {
            x: layout.title.right() - wide,
            width: wide,
            ..layout.title
        };
        frame.render_widget(state, place);
        let conditions = theme.plain(&self.run.conditions);
        let conditions = widget::fit(&conditions, layout.conditions.width.into(), theme);
        frame.render_widget(
            Line::styled(conditions, theme.style(Role::Dim)),
            layout.conditions,
        );
    }

    /// Time, speed, and by how much time is slowed.
    pub(in super::super) fn state(&self, scene: &Scene<'_>, room: u16) -> Line<'static> {
        let theme = scene.theme;
        let dim = theme.style(Role::Dim);
        let glyph = if self.playing {
            Glyph::Play
        } else {
            Glyph::Paused
        };
        let time = format!("{:.2} s", scene.at as f64 / 1_000.0);
        let mut spans = Vec::new();
        if room >= 60 {
            // As wide for every pace, so that nothing beside it moves.
            let pace = if self.playing {
                self.said()
            } else {
                String::new()
            };
            let blank = " ".repeat(20_usize.saturating_sub(width(&pace)));
            spans.push(Span::styled(format!("{blank}{pace}   "), dim));
        }
        spans.push(Span::styled(format!("{}  ", speed(self.speed, theme)), dim));
        spans.push(Span::styled(
            format!("{} ", theme.glyph(glyph)),
            theme.style(Role::Accent),
        ));
        spans.push(Span::styled(format!("{time:>7}"), theme.style(Role::Title)));
        Line::from(spans)
    }

    /// By how much time is slowed or sped up here.
    fn said(&self) -> String {
        if self.still {
            return "moment by moment".to_owned();
        }
        let rate = self.pace.rate(self.story) * SPEEDS[self.speed] as f64 / SPEEDS[NORMAL] as f64;
        if rate <= 0.0 {
            "time stands still".to_owned()
        } else if rate < 0.95 {
            format!("time slowed {}", times(1.0 / rate))
        } else if rate > 1.05 {
            format!("time hurried {}", times(rate))
        } else {
            "true time".to_owned()
        }
    }
}

fn times(rate: f64) -> String {
    if rate < 9.95 {
        format!("{rate:.1}x")
    } else {
        format!("{rate:.0}x")
    }
}

fn speed(speed: usize, theme: &Theme) -> String {
    let text = match SPEEDS[speed] {
        1 => "¼×",
        2 => "½×",
        4 => "1×",
        8 => "2×",
        _ => "4×",
    };
    let text = theme.plain(text);
    format!("{text:>2}")
}
