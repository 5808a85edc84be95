//! Two runs of one scenario, one above the other, under one playhead: the scenario as it is, and with one condition
//! changed.
//!
//! ```text
//!  The paused holder                        ‖ 14.25 s
//!       0      5       10       15 s
//!       ◆━━━━━━━━━━━━━━━━━━━━━━━━●≠───
//!  storage checks fence < token ───────────────────────
//!  Lock       ━ A holds 33 ━━━━━ B holds 34 ━┃
//!  …
//!  storage checks nothing ─────────────────────────────
//!  …
//!  what happens in the one      what happens in the other
//! ```

use std::{rc::Rc, time::Duration};

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::player::Player;
use crate::{
    fencing::{
        scenario::Scenario,
        timeline::{Millis, Moment, Timeline},
    },
    practice::vary::{diverges, variants},
    text::{to_ascii, wrap},
    tui::{
        keymap::Action,
        message::{Mouse, MouseKind},
        theme::{Glyph, Role, Theme},
        widget::{self, ladder, lanes, scene::Scene},
    },
};

/// From this width on there are lanes.
const LANES: u16 = 72;
const MARGIN: u16 = 2;
/// Rows of what happens, below the runs.
const TOLD: u16 = 5;
const GAP: u16 = 3;

/// Two runs and their time.
#[derive(Debug)]
pub(super) struct Twin {
    runs: [Timeline; 2],
    /// What holds in each.
    labels: [String; 2],
    /// For each moment of the two together, which moment each of them has come to.
    steps: Vec<[usize; 2]>,
    /// Plays the two together.
    lead: Player,
    /// When they first differ.
    split: Millis,
    /// On a narrow terminal: the other run is shown.
    other: bool,
    /// Which of the variants this is.
    number: usize,
}

/// Where the parts stand.
struct Places {
    title: Rect,
    /// The axis of both, where the runs have none of their own.
    axis: Option<Rect>,
    labels: [Rect; 2],
    stages: [Rect; 2],
    told: Rect,
}

impl Twin {
    /// The run beside its variant of that number, at a time; `None` after the last variant.
    pub(super) fn new(
        scenario: &Scenario,
        run: &Timeline,
        (number, at): (usize, Millis),
        still: bool,
    ) -> Option<Self> {
        let (variant, other) = variants(scenario, run).into_iter().nth(number)?;
        let split = diverges(run, &other).unwrap_or(0);
        let time = |run: &Timeline| run.moments.get(split).map_or(run.end, |moment| moment.at);
        let end = run.end.max(other.end);
        let split = time(run).min(time(&other));
        let runs = [stretched(run, end), stretched(&other, end)];
        let (moments, steps) = together(&runs);
        let both = Timeline {
            moments,
            ..runs[0].clone()
        };
        let mut lead = Player::new(Rc::new(both), still);
        lead.seek(at.min(end));
        Some(Self {
            runs,
            labels: [variant.instead_of, variant.label],
            steps,
            lead,
            split,
            other: false,
            number,
        })
    }

    pub(super) fn number(&self) -> usize {
        self.number
    }

    pub(super) fn at(&self) -> Millis {
        self.lead.at()
    }

    /// The moment that the scenario as it is has come to.
    pub(super) fn moment(&self) -> usize {
        self.steps[self.lead.moment()][0]
    }

    pub(super) fn playing(&self) -> bool {
        self.lead.playing()
    }

    pub(super) fn elapse(&mut self, time: Duration) {
        self.lead.elapse(time);
    }

    /// Does what a key means.
    pub(super) fn act(&mut self, action: Action) {
        match action {
            Action::Differ => {
                self.lead.seek(self.split);
            }
            Action::Other => self.other = !self.other,
            Action::Enter => self.lead.toggle(),
            action => {
                self.lead.act(action);
            }
        }
    }

    /// The mouse takes the playhead, or steps.
    pub(super) fn mouse(&mut self, mouse: Mouse, body: Rect) {
        let places = self.places(body);
        let lanes = places.labels[0].top()..places.told.top();
        match mouse.kind {
            MouseKind::WheelDown => {
                self.lead.act(Action::Next);
            }
            MouseKind::WheelUp => {
                self.lead.act(Action::Previous);
            }
            MouseKind::Press | MouseKind::Drag
                if body.width >= LANES && lanes.contains(&mouse.row) =>
            {
                let at = lanes::time_at(&self.runs[0], places.stages[0], mouse.column);
                self.lead.seek(at);
            }
            _ => {}
        }
    }

    #[cfg(test)]
    pub(super) fn ended(&self) -> bool {
        self.lead.ended()
    }

    pub(super) fn scenes<'a>(&'a self, theme: &'a Theme) -> [Scene<'a>; 2] {
        let at = self.lead.at();
        let step = self.steps[self.lead.moment()];
        [0, 1].map(|which| Scene {
            timeline: &self.runs[which],
            at,
            moment: step[which],
            theme,
        })
    }

    fn places(&self, body: Rect) -> Places {
        let margin = if body.width >= LANES { MARGIN } else { 1 };
        let inner = Rect {
            x: body.x + margin,
            width: body.width.saturating_sub(2 * margin),
            ..body
        };
        let least = lanes::least(&self.runs[0]).max(lanes::least(&self.runs[1]));
        let full = 2 + 2 * (1 + least) + 1 + TOLD <= body.height;
        let narrow = body.width < LANES;
        let mut y = inner.y;
        let mut take = |rows: u16| {
            let rect = Rect {
                y,
                height: rows,
                ..inner
            };
            y = y.saturating_add(rows);
            rect.intersection(inner)
        };
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
            (false, _) => lanes::compact_height(&self.runs[0]),
        };
        let first = (take(1), take(rows));
        // On a narrow terminal the two take turns in one place.
        let second = if narrow {
            first
        } else {
            let compact = lanes::compact_height(&self.runs[0]);
            let airy = !full && body.height >= 5 + 2 * (1 + compact) + TOLD;
            take(u16::from(spare || airy));
            (take(1), take(rows))
        };
        take(u16::from(!narrow));
        let told = take(body.bottom().saturating_sub(second.1.bottom()));
        Places {
            title,
            axis,
            labels: [first.0, second.0],
            stages: [first.1, second.1],
            told,
        }
    }

    /// Draws the two.
    pub(super) fn view(&self, frame: &mut Frame<'_>, area: Rect, theme: &Theme) {
        let places = self.places(area);
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
        if !narrow {
            self.mark_split(frame, &places, theme);
        }
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
        let label = plain(&self.labels[which], theme);
        let room = usize::from(area.width);
        let label = widget::fit(&label, room, theme);
        let rule = room.saturating_sub(crate::text::width(&label) + 1);
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

    /// A sign on the second label's rule, above the time at which the runs first differ.
    fn mark_split(&self, frame: &mut Frame<'_>, places: &Places, theme: &Theme) {
        let label = places.labels[1];
        let x = lanes::column_of(&self.runs[0], places.stages[0], self.split);
        let text = format!(
            "{} {:.2} s",
            theme.glyph(Glyph::Mistaken),
            self.split as f64 / 1_000.0
        );
        let wide = u16::try_from(crate::text::width(&text)).unwrap_or(0);
        let x = x.min(label.right().saturating_sub(wide));
        if label.height > 0 {
            let style = theme.style(Role::Pitfall);
            let room = usize::from(label.right().saturating_sub(x));
            frame
                .buffer_mut()
                .set_stringn(x, label.y, text, room, style);
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
                .told(scene, which, place.width)
                .into_iter()
                .zip(place.rows())
            {
                frame.render_widget(line, row);
            }
        }
    }

    fn told(&self, scene: &Scene<'_>, which: usize, columns: u16) -> Vec<Line<'static>> {
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
        let label = widget::fit(&plain(&self.labels[which], theme), columns.into(), theme);
        let mut lines = vec![Line::styled(label, theme.style(Role::Dim))];
        for line in wrap(&plain(text, theme), columns.into()) {
            lines.push(Line::styled(line.to_owned(), theme.style(role)));
        }
        lines
    }
}

fn plain(text: &str, theme: &Theme) -> String {
    match theme.ascii() {
        true => to_ascii(text),
        false => text.to_owned(),
    }
}

/// A run that lasts until `end`; what had not ended when it was over does not end now.
fn stretched(run: &Timeline, end: Millis) -> Timeline {
    let mut longer = run.clone();
    for span in &mut longer.spans {
        if span.to == run.end {
            span.to = end;
        }
    }
    longer.end = end;
    longer
}

/// The moments of both in order of time, those that are the same once, and which moment each run has come to at each.
fn together(runs: &[Timeline; 2]) -> (Vec<Moment>, Vec<[usize; 2]>) {
    let [a, b] = [&runs[0].moments, &runs[1].moments];
    let (mut i, mut j) = (0, 0);
    let (mut moments, mut steps) = (Vec::new(), Vec::new());
    while i < a.len() || j < b.len() {
        let (mine, other) = (a.get(i), b.get(j));
        let same = matches!((mine, other), (Some(mine), Some(other)) if alike(mine, other));
        // What happens at one instant in both is one step, unless it is still to come in the other at this instant.
        let (first, second) = match (mine, other) {
            (Some(mine), Some(other)) if mine.at == other.at => {
                let first = !comes(&b[j + 1..], mine);
                (first || same, same || !first || !comes(&a[i + 1..], other))
            }
            (Some(mine), Some(other)) => (mine.at < other.at, mine.at > other.at),
            (mine, other) => (mine.is_some(), other.is_some()),
        };
        let Some(moment) = (if first { mine } else { other }) else {
            break;
        };
        let turns = [mine.filter(|_| first), other.filter(|_| second)];
        moments.push(Moment {
            decisive: turns.iter().flatten().any(|moment| moment.decisive),
            ..moment.clone()
        });
        i += usize::from(first);
        j += usize::from(second);
        steps.push([i.saturating_sub(1), j.saturating_sub(1)]);
    }
    (moments, steps)
}

/// Whether two moments tell the same.
fn alike(one: &Moment, other: &Moment) -> bool {
    (one.at, one.party, &one.caption) == (other.at, other.party, &other.caption)
}

/// Whether a moment is among those that come at its instant.
fn comes(next: &[Moment], moment: &Moment) -> bool {
    let mut now = next.iter().take_while(|next| next.at == moment.at);
    now.any(|next| alike(next, moment))
}
