//! The player of one timeline: its time, what keys and mouse do to it, and how it is laid out.

use std::{rc::Rc, time::Duration};

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use super::pace::{Micros, Pace};
use crate::{
    fencing::timeline::{Millis, Timeline},
    practice::predict::Question,
    progress::Spot,
    tui::{
        message::{Mouse, MouseKind},
        screen::Context,
        theme::Theme,
        widget::{
            ladder, lanes,
            scene::{Noted, Scene},
        },
    },
};

mod asking;
mod asks;
mod layout;
mod moves;
mod pane;

use asks::Asks;
pub(super) use asks::{Answered, Phase};
use layout::{Layout, Stage};
pub(super) use moves::Moved;

/// How many times normal speed, in quarters.
const SPEEDS: [u64; 5] = [1, 2, 4, 8, 16];
const NORMAL: usize = 2;
/// A stall of the terminal is no time of the story, beyond this.
const LONGEST_STEP: Duration = Duration::from_millis(500);

/// One timeline and its time.
#[derive(Debug)]
pub(super) struct Player {
    run: Rc<Timeline>,
    pace: Pace,
    asks: Asks,
    /// The time of the story: all else follows from it.
    story: Micros,
    playing: bool,
    speed: usize,
    /// Stand on each moment for as long as it takes, without movement between.
    still: bool,
    /// The first line of the pane below that is shown.
    scroll: u16,
    /// The mouse has hold of the playhead.
    dragged: bool,
    /// For each moment, whether it was shown: by stepping to it, or by playing through it.
    shown: Vec<bool>,
}

impl Player {
    /// A timeline at its beginning, standing.
    pub(super) fn new(run: Rc<Timeline>, still: bool) -> Self {
        let pace = Pace::of(&run);
        let mut shown = vec![false; run.moments.len()];
        if let Some(first) = shown.first_mut() {
            *first = true;
        }
        Self {
            run,
            shown,
            pace,
            asks: Asks::default(),
            story: 0,
            playing: false,
            speed: NORMAL,
            still,
            scroll: 0,
            dragged: false,
        }
    }

    pub(super) fn timeline(&self) -> &Timeline {
        &self.run
    }

    /// Asks these questions from here on.
    pub(super) fn ask(&mut self, questions: Vec<Question>) {
        self.asks = Asks::new(questions);
        self.asks.leap(&self.pace, self.story);
    }

    /// What the learner is busy with.
    pub(super) fn phase(&self) -> Phase {
        self.asks.phase()
    }

    /// Whether an answer is waited for.
    pub(super) fn is_asking(&self) -> bool {
        matches!(self.phase(), Phase::Asked(_) | Phase::Sure(..))
    }

    /// So many questions are still to be asked.
    pub(super) fn open(&self) -> usize {
        self.asks.open()
    }

    #[cfg(test)]
    pub(super) fn question(&self) -> Option<&Question> {
        self.asks.question()
    }

    pub(super) fn playing(&self) -> bool {
        self.playing
    }

    pub(super) fn ended(&self) -> bool {
        self.story >= self.pace.length()
    }

    /// Whether it was seen to its end: every moment on the way, by playing or by stepping, or each turn of the story with an
    /// answer to all that was asked.
    pub(super) fn watched(&self) -> bool {
        let mut moments = self.run.moments.iter().zip(&self.shown);
        let mut turns = || moments.all(|(moment, shown)| *shown || !moment.decisive);
        let all = self.shown.iter().all(|shown| *shown);
        self.ended() && (all || self.asks.answered() && turns())
    }

    /// Counts what another player of the same run has shown as shown here.
    pub(super) fn recall(&mut self, other: &Self) {
        for (mine, theirs) in self.shown.iter_mut().zip(&other.shown) {
            *mine |= theirs;
        }
    }

    /// The time of the run.
    pub(super) fn at(&self) -> Millis {
        self.place().0
    }

    /// The moment that the run has come to.
    pub(super) fn moment(&self) -> usize {
        self.place().1
    }

    /// The time of the run and its moment. Without movement, the run leaps from moment to moment.
    fn place(&self) -> (Millis, usize) {
        let (at, moment) = self.pace.at(self.story);
        if self.is_asking()
            && let Some(question) = self.asks.question()
        {
            // What happens at this very instant is what is asked.
            let before = self.run.moments[question.before].at.saturating_sub(1);
            return (at.min(before), moment);
        }
        if self.still && self.playing && !self.ended() {
            (self.run.moments[moment].at, moment)
        } else {
            (at, moment)
        }
    }

    /// Plays; from the beginning if it is over.
    pub(super) fn play(&mut self) {
        if self.ended() {
            self.restart();
        }
        self.asks.leave();
        self.playing = true;
    }

    /// Plays, or stands still.
    pub(super) fn toggle(&mut self) {
        if self.playing {
            self.story = self
                .pace
                .story(self.at())
                .max(self.pace.begin(self.place().1));
            self.playing = false;
        } else {
            self.play();
        }
    }

    /// Stands still.
    pub(super) fn stand(&mut self) {
        if self.playing {
            self.toggle();
        }
    }

    /// Stands at a time of the run. What is asked before it is passed over; gives how many that are.
    pub(super) fn seek(&mut self, at: Millis) -> usize {
        self.leap(self.pace.story(at))
    }

    /// Stands at a time of the run: of several moments at that time, at this one.
    pub(super) fn stand_at(&mut self, at: Millis, moment: usize) -> usize {
        let story = self.pace.story(at);
        match self.pace.at(story).1 > moment {
            true => self.leap(self.pace.begin(moment)),
            false => self.leap(story),
        }
    }

    fn leap(&mut self, story: Micros) -> usize {
        self.playing = false;
        self.to(story);
        self.asks.leap(&self.pace, self.story)
    }

    fn restart(&mut self) {
        self.to(0);
        self.asks.again();
    }

    /// Goes on to a time of the story, or to where something is asked or told before it; says whether it got there.
    fn advance(&mut self, story: Micros) -> bool {
        let stop = self.asks.stop(&self.pace, self.story, story);
        self.to(stop.map_or(story, |(at, _)| at.max(self.story)));
        if let Some((_, phase)) = stop {
            self.playing = false;
            self.scroll = 0;
            self.asks.enter(phase);
        }
        stop.is_none()
    }

    fn to(&mut self, story: Micros) {
        let moment = self.place().1;
        self.story = story.min(self.pace.length());
        let now = self.place().1;
        if now != moment {
            self.scroll = 0;
        }
        // Playing shows every moment that it runs through, a step the next; of what a leap passes, nothing is shown.
        let from = match self.playing || now == moment + 1 {
            true => moment.min(now),
            false => now,
        };
        if let Some(seen) = self.shown.get_mut(from..=now) {
            seen.fill(true);
        }
    }

    /// Time goes by.
    pub(super) fn elapse(&mut self, time: Duration) {
        if !self.playing {
            return;
        }
        let time = u64::try_from(time.min(LONGEST_STEP).as_micros()).unwrap_or(0);
        if self.advance(self.story + time * SPEEDS[self.speed] / SPEEDS[NORMAL]) {
            self.playing = !self.ended();
        }
    }

    /// Takes an answer by its number, or the chosen one, and plays on once it is given.
    pub(super) fn take_answer(&mut self, line: Option<usize>) -> Answered {
        let answered = self.asks.take(line);
        self.scroll = 0;
        self.playing = matches!(answered, Answered::Filled | Answered::Predicted(..));
        answered
    }

    fn layout(&self, body: Rect) -> Layout {
        let asks = match self.phase() {
            Phase::Watching => layout::Needs::Little,
            _ => layout::Needs::Much,
        };
        Layout::of(body, &self.run, self.ended(), asks)
    }

    pub(super) fn scene<'a>(&'a self, theme: &'a Theme) -> Scene<'a> {
        let (at, moment) = self.place();
        Scene {
            timeline: &self.run,
            at,
            moment,
            noted: &[],
            theme,
        }
    }

    /// The places of this run that notes belong to.
    fn noted(&self, ctx: &Context) -> Vec<Noted> {
        let mut noted: Vec<Noted> = ctx
            .noted()
            .filter_map(|spot| match spot {
                Spot::Watch {
                    scenario,
                    at_ms,
                    nth,
                } if *scenario == self.run.scenario => Some(Noted {
                    at: *at_ms,
                    moment: self.run.moment_of(*at_ms, *nth),
                }),
                _ => None,
            })
            .collect();
        noted.sort();
        noted
    }

    /// Where the run is, to come back to.
    pub(super) fn spot(&self) -> Spot {
        spot(&self.run, self.place())
    }

    /// The mouse takes the playhead, or steps.
    pub(super) fn mouse(&mut self, mouse: Mouse, body: Rect, theme: &Theme) -> Moved {
        let layout = self.layout(body);
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseKind::WheelDown if self.phase() != Phase::Watching => {
                self.scroll = self.scroll.saturating_add(1);
            }
            MouseKind::WheelUp if self.phase() != Phase::Watching => {
                self.scroll = self.scroll.saturating_sub(1);
            }
            MouseKind::WheelDown => self.step(1),
            MouseKind::WheelUp => self.step_back(),
            MouseKind::Release => self.dragged = false,
            MouseKind::Press => {
                self.dragged = layout.stage.contains(at);
                return self.take(mouse, &layout, theme);
            }
            MouseKind::Drag => return self.take(mouse, &layout, theme),
        }
        Moved::There
    }

    fn take(&mut self, mouse: Mouse, layout: &Layout, theme: &Theme) -> Moved {
        if !self.dragged {
            return Moved::There;
        }
        match layout.kind {
            Stage::Lanes => {
                let at = lanes::time_at(&self.run, layout.stage, mouse.column);
                self.jump(self.pace.story(at))
            }
            Stage::Ladder => {
                let moment = ladder::moment_at(&self.scene(theme), layout.stage, mouse.row);
                moment.map_or(Moved::There, |moment| self.jump(self.pace.begin(moment)))
            }
        }
    }

    /// Draws the timeline; `next` is the title of the one after it.
    pub(super) fn view(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        ctx: &Context,
        next: Option<&str>,
    ) {
        let noted = self.noted(ctx);
        let scene = Scene {
            noted: &noted,
            ..self.scene(&ctx.theme)
        };
        let layout = self.layout(area);
        self.draw_head(frame, &layout, &scene);
        match layout.kind {
            Stage::Lanes => lanes::draw(frame.buffer_mut(), layout.stage, &scene),
            Stage::Ladder => ladder::draw(frame.buffer_mut(), layout.stage, &scene),
        }
        let asked = self.asked(&scene);
        let pane = self.pane(&scene, asked.as_ref(), next);
        pane.draw(frame, layout.pane, self.scroll);
    }
}

/// A time of a run, and of several moments at that time which one.
pub(super) fn spot(run: &Timeline, (at, moment): (Millis, usize)) -> Spot {
    let there = run
        .moments
        .get(moment)
        .is_some_and(|moment| moment.at == at);
    Spot::Watch {
        scenario: run.scenario.clone(),
        at_ms: at,
        nth: run.nth(moment).filter(|_| there),
    }
}
