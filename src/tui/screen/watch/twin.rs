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

mod join;
mod view;

use std::{rc::Rc, time::Duration};

use ratatui::layout::Rect;

use self::{
    join::{stretched, together},
    view::{LANES, Places},
};
use super::player::Player;
use crate::{
    fencing::{
        scenario::Scenario,
        timeline::{Millis, Timeline},
    },
    practice::vary::{diverges, variants},
    tui::{
        keymap::Action,
        message::{Mouse, MouseKind},
        theme::Theme,
        widget::{lanes, scene::Scene},
    },
};

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
    /// When they differ is not told beforehand: the run has still something to ask.
    secret: bool,
    /// On a narrow terminal: the other run is shown.
    other: bool,
    /// Which of the variants this is.
    number: usize,
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
            secret: false,
            other: false,
            number,
        })
    }

    /// Keeps to itself when the two differ until the playhead is there, where that would answer what is still to be asked.
    pub(super) fn keeping(self, secret: bool) -> Self {
        Self { secret, ..self }
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
        let places = Places::of(self, body);
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
    pub(super) fn labels(&self) -> &[String] {
        &self.labels
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
            noted: &[],
            theme,
        })
    }
}
