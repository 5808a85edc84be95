//! How the two runs stand on the screen, and how they are drawn.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::Twin;
use crate::{
    text::{width, wrap},
    tui::{
        theme::{Glyph, Role, Theme},
        widget::{self, ladder, lanes, scene::Scene, stack::Stack},
    },
};

/// From this width on there are lanes.
pub(super) const LANES: u16 = 72;
const MARGIN: u16 = 2;
/// Rows of what happens, below the runs.
const TOLD: u16 = 5;
const GAP: u16 = 3;
/// Columns between two verdicts of storage.
const APART: usize = 3;

/// Where the parts stand.
pub(super) struct Places {
    title: Rect,
    /// The axis of both, where the runs have none of their own.
    axis: Option<Rect>,
    pub(super) labels: [Rect; 2],
    pub(super) stages: [Rect; 2],
    pub(super) told: Rect,
}

impl Places {
    pub(super) fn of(twin: &Twin, body: Rect) -> Self {
        let margin = if body.width >= LANES { MARGIN } else { 1 };
        let inner = Rect {
            x: body.x + margin,
            width: body.width.saturating_sub(2 * margin),
            ..body
        };
        let least = lanes::least(&twin.runs[0]).max(lanes::least(&twin.runs[1]));
        let full = 2 + 2 * (1 + least) + 1 + TOLD <= body.height;
        let narrow = body.width < LANES;
        let mut stack = Stack::new(inner);
        let mut take = |rows| stack.take(rows);
        let spare = full && body.height > 3 + 2 * (2 + least) + TOLD;
        if spare {
            take(1);
        }
        let title = take(1);
        let axis = (!full && !narrow).then(|| take(2));
        if full {
            take(1);
        }
        let rows = match (full, narrow) {
            (_, true) => body.height.saturating_sub(2) / 2,
            (true, _) => least,
            (false, _) => lanes::compact_height(&twin.runs[0]),
        };
        let first = (take(1), take(rows));
        // On a narrow terminal the two take turns in one place.
        let second = if narrow {
            first
        } else {
            let compact = lanes::compact_height(&twin.runs[0]);
            let airy = !full && body.height >= 5 + 2 * (1 + compact) + TOLD;
            take(u16::from(spare || airy));
            (take(1), take(rows))
        };
        take(u16::from(!narrow));
        let told = take(body.bottom().saturating_sub(second.1.bottom()));
        Self {
            title,
            axis,
            labels: [first.0, second.0],
            stages: [first.1, second.1],
            told,
        }
    }
}

impl Twin {
    /// Draws the two.
    pub(in super::super) fn view(&self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let places = Places::of(self, area);
        let scenes = self.scenes(theme);
        self.draw_title(frame, places.title, &scenes[0]);
        if let Some(axis) = places.axis {
            let both = self.lead.scene(theme);
            lanes::draw_axis(frame.buffer_mut(), axis, &both);
        }
        let narrow = area.width < LANES;
        for (which, scene) in scenes.iter().enumerate() {
            if narrow && (which == 1) != self.other {
                continue;
            }
            self.draw_label(frame, places.labels[which], which, theme);
            let stage = places.stages[which];
            if narrow {
                ladder::draw(frame.buffer_mut(), stage, scene);
            } else if places.axis.is_some() {
                lanes::draw_compact(frame.buffer_mut(), stage, scene);
            } else {
                lanes::draw(frame.buffer_mut(), stage, scene);
            }
        }
        self.mark_split(frame, &places, narrow, theme);
        self.draw_told(frame, places.told, &scenes, narrow);
    }

    fn draw_title(&self, frame: &mut Frame<'_>, area: Rect, scene: &Scene<'_>) {
        let state = self.lead.state(scene, area.width);
        let wide = u16::try_from(state.width()).unwrap_or(0).min(area.width);
        let room = usize::from(area.width - wide).saturating_sub(2);
        let title = widget::fit(&self.runs[0].title, room, scene.theme);
        frame.render_widget(Line::styled(title, scene.theme.style(Role::Title)), area);
        let place = Rect {
            x: area.right() - wide,
            width: wide,
            ..area
        };
        frame.render_widget(state, place);
    }

    /// What holds in a run, and a rule to the right end.
    fn draw_label(&self, frame: &mut Frame<'_>, area: Rect, which: usize, theme: &Theme) {
        let room = usize::from(area.width);
        let label = self.label(which, room, theme);
        let rule = room.saturating_sub(width(&label) + 1);
        let line = Line::from(vec![
            Span::styled(label, theme.style(Role::Accent)),
            Span::raw(" "),
            Span::styled(
                theme.glyph(Glyph::Rule).repeat(rule),
                theme.style(Role::Dim),
            ),
        ]);
        frame.render_widget(line, area);
    }

    /// What holds in a run; where there is little room, without saying that storage is what checks.
    fn label(&self, which: usize, room: usize, theme: &Theme) -> String {
        let long = theme.plain(&self.labels[which]);
        let short = long.strip_prefix("storage ").unwrap_or(&long).to_owned();
        let forms = [long, short];
        match widget::first_fitting(&forms, room) {
            "" => widget::fit(&forms[1], room, theme),
            fits => fits.to_owned(),
        }
    }

    /// A sign on the rule of the second label, above the time at which the runs first differ, or behind the label where
    /// that stands there. On a narrow terminal time does not run across: there it stands at the right end, and of both.
    fn mark_split(&self, frame: &mut Frame<'_>, places: &Places, narrow: bool, theme: &Theme) {
        let which = usize::from(!narrow || self.other);
        let area = places.labels[which];
        if area.is_empty() || (self.secret && self.at() < self.split) {
            return;
        }
        let seconds = self.split as f64 / 1_000.0;
        let text = format!(" {} {seconds:.2} s ", theme.glyph(Glyph::Mistaken));
        let wide = u16::try_from(width(&text)).unwrap_or(0);
        let label = width(&self.label(which, area.width.into(), theme));
        let behind = area.x + u16::try_from(label).unwrap_or(0);
        let last = area.right().saturating_sub(wide);
        let column = match narrow {
            true => last,
            false => lanes::column_of(&self.runs[0], places.stages[1], self.split),
        };
        // The sign itself stands at the time, a blank before it.
        let x = column.saturating_sub(1).min(last).max(behind);
        if x <= last {
            let style = theme.style(Role::Wrong);
            frame.buffer_mut().set_string(x, area.y, text, style);
        }
    }

    /// What happens in each; at the end, how each came out.
    fn draw_told(&self, frame: &mut Frame<'_>, area: Rect, scenes: &[Scene<'_>; 2], narrow: bool) {
        let half = Rect {
            width: area.width.saturating_sub(GAP) / 2,
            ..area
        };
        let right = Rect {
            x: area.right().saturating_sub(half.width),
            ..half
        };
        let places = if narrow { [area; 2] } else { [half, right] };
        for (which, (scene, place)) in scenes.iter().zip(places).enumerate() {
            if narrow && (which == 1) != self.other {
                continue;
            }
            for (line, row) in self
                .told(scene, which, place.width, narrow)
                .into_iter()
                .zip(place.rows())
            {
                frame.render_widget(line, row);
            }
        }
    }

    fn told(
        &self,
        scene: &Scene<'_>,
        which: usize,
        columns: u16,
        narrow: bool,
    ) -> Vec<Line<'static>> {
        let theme = scene.theme;
        let ended = self.lead.ended();
        // What happened earlier steps back while the other run goes on.
        let now = self.lead.timeline().moments[self.lead.moment()].at;
        let fresh = scene.now().at == now;
        let refused = scene
            .marks()
            .into_iter()
            .any(|mark| mark.moment == scene.moment && mark.role == Role::Refusal);
        let (text, role) = match (ended, fresh) {
            (true, _) => (&scene.timeline.outcome, Role::Title),
            (_, false) => (&scene.now().caption, Role::Dim),
            (_, true) if refused => (&scene.now().caption, Role::Refusal),
            _ => (&scene.now().caption, Role::Text),
        };
        let columns = usize::from(columns);
        let mut lines = Vec::new();
        // On a narrow terminal it stands right above.
        if !narrow {
            let label = self.label(which, columns, theme);
            lines.push(Line::styled(label, theme.style(Role::Dim)));
        }
        for line in wrap(&theme.plain(text), columns) {
            lines.push(Line::styled(line.to_owned(), theme.style(role)));
        }
        lines.extend(verdicts(scene, columns));
        lines
    }
}

/// What storage made of each request so far, the latest first, each with its sign and reason whole: in the lanes there may
/// be room for no more than the sign.
fn verdicts(scene: &Scene<'_>, columns: usize) -> Vec<Line<'static>> {
    let theme = scene.theme;
    let mut lines: Vec<Line<'static>> = Vec::new();
    for mark in scene.marks().into_iter().rev() {
        let seconds = mark.at as f64 / 1_000.0;
        let reason = theme.plain(&mark.text);
        let sign = Span::styled(theme.glyph(mark.glyph), theme.style(mark.role));
        let words = Span::styled(
            format!(" {reason}, {seconds:.2} s"),
            theme.style(Role::Text),
        );
        let wide = sign.width() + words.width();
        match lines.last_mut() {
            Some(line) if line.width() + APART + wide <= columns => {
                line.push_span(Span::raw(" ".repeat(APART)));
                line.push_span(sign);
                line.push_span(words);
            }
            _ => lines.push(Line::from(vec![sign, words])),
        }
    }
    lines
}
