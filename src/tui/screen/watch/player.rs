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
    tui::{
        keymap::Action,
        message::{Mouse, MouseKind},
        theme::Theme,
        widget::{ladder, lanes, scene::Scene},
    },
};

mod asking;
mod asks;
mod layout;
mod pane;

use asks::Asks;
pub(super) use asks::{Answered, Phase};
use layout::{Layout, Stage};

/// How many times normal speed, in quarters.
const SPEEDS: [u64; 5] = [1, 2, 4, 8, 16];
const NORMAL: usize = 2;
/// A stall of the terminal is no time of the story, beyond this.
const LONGEST_STEP: Duration = Duration::from_millis(500);
/// Into so many parts a run is cut for scrubbing.
const SCRUB: Millis = 60;

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
}

impl Player {
    /// A timeline at its beginning, standing.
    pub(super) fn new(run: Rc<Timeline>, still: bool) -> Self {
        let pace = Pace::of(&run);
        Self {
            run,
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
        if matches!(self.phase(), Phase::Asked(_) | Phase::Sure(..))
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
        if self.place().1 != moment {
            self.scroll = 0;
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

    /// Does what a key means while something is asked or told; gives what is to be said of it, and `None` for a key that
    /// means what it means while watching.
    pub(super) fn answer_key(&mut self, action: Action) -> Option<&'static str> {
        let passed = "Passed over: nothing is kept.";
        Some(match (action, self.phase()) {
            (_, Phase::Watching) => return None,
            (Action::Up | Action::Down, Phase::Asked(_) | Phase::Sure(..)) => {
                self.asks.choose(action == Action::Down);
                ""
            }
            (Action::Back, _) if self.asks.back() => "",
            (Action::Play, _) => {
                let said = if self.asks.pass() { passed } else { "" };
                self.play();
                said
            }
            (Action::Next | Action::NextMark, _) => {
                let said = if self.asks.pass() { passed } else { "" };
                self.step(1);
                said
            }
            _ => return None,
        })
    }

    /// Does what a key means while watching; gives how many questions it passed over.
    pub(super) fn act(&mut self, action: Action) -> usize {
        let at = self.at();
        let bit = (self.run.end / SCRUB).max(1);
        match action {
            Action::Play => self.toggle(),
            Action::Next => self.step(1),
            Action::Previous => self.step_back(),
            Action::NextMark => self.turn(true),
            Action::PreviousMark => self.turn(false),
            Action::ScrubOn => return self.seek((at + bit).min(self.run.end)),
            Action::ScrubBack => return self.seek(at.saturating_sub(bit)),
            Action::Faster => self.speed = (self.speed + 1).min(SPEEDS.len() - 1),
            Action::Slower => self.speed = self.speed.saturating_sub(1),
            Action::Restart => {
                self.restart();
                self.play();
            }
            Action::Bottom => return self.leap(self.pace.length()),
            Action::Down => self.scroll = self.scroll.saturating_add(1),
            Action::Up => self.scroll = self.scroll.saturating_sub(1),
            _ => {}
        }
        0
    }

    /// To a later moment; the end comes after the last.
    fn step(&mut self, by: usize) {
        self.playing = false;
        self.advance(self.pace.begin(self.place().1 + by));
    }

    /// To where the present moment began, or if it is there already, to the one before.
    fn step_back(&mut self) {
        let (_, moment) = self.place();
        self.playing = false;
        self.asks.leave();
        let begin = self.pace.begin(moment);
        let back = if self.story > begin {
            moment
        } else {
            moment.saturating_sub(1)
        };
        self.to(self.pace.begin(back));
    }

    /// To the next or previous moment at which the story turns; the ends count as such.
    fn turn(&mut self, on: bool) {
        self.playing = false;
        let moments = &self.run.moments;
        let turns = (0..moments.len()).filter(|index| moments[*index].decisive);
        let mut begins = turns.map(|moment| self.pace.begin(moment));
        let to = if on {
            begins.find(|begin| *begin > self.story)
        } else {
            begins.rev().find(|begin| *begin < self.story)
        };
        let end = if on { self.pace.length() } else { 0 };
        if on {
            self.advance(to.unwrap_or(end));
        } else {
            self.asks.leave();
            self.to(to.unwrap_or(end));
        }
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
            theme,
        }
    }

    /// The mouse takes the playhead, or steps.
    pub(super) fn mouse(&mut self, mouse: Mouse, body: Rect, theme: &Theme) -> usize {
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
        0
    }

    fn take(&mut self, mouse: Mouse, layout: &Layout, theme: &Theme) -> usize {
        if !self.dragged {
            return 0;
        }
        match layout.kind {
            Stage::Lanes => self.seek(lanes::time_at(&self.run, layout.stage, mouse.column)),
            Stage::Ladder => {
                let moment = ladder::moment_at(&self.scene(theme), layout.stage, mouse.row);
                moment.map_or(0, |moment| self.leap(self.pace.begin(moment)))
            }
        }
    }

    /// Draws the timeline; `next` is the title of the one after it.
    pub(super) fn view(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        theme: &Theme,
        next: Option<&str>,
    ) {
        let scene = self.scene(theme);
        let layout = self.layout(area);
        self.draw_head(frame, &layout, &scene);
        match layout.kind {
            Stage::Lanes => lanes::draw(frame.buffer_mut(), layout.stage, &scene),
            Stage::Ladder => ladder::draw(frame.buffer_mut(), layout.stage, &scene),
        }
        let asked = self.asked(&scene);
        let shown = pane::Pane {
            scene: &scene,
            ended: self.ended(),
            next,
            asked: asked.as_ref(),
        };
        shown.draw(frame, layout.pane, self.scroll);
    }
}
