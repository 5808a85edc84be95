//! The matrix: every fault against every kind of lock, each field walked in full while one looks on; what breaks it plays.

mod header;
mod marks;
mod places;
mod view;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::places::Places;
use super::Panel;
use crate::{
    fencing::{
        explore::{Finding, Report},
        fault::Fault,
        lock::Kind,
        matrix::{Cell, Example, MARKS, Walked},
    },
    progress::Spot,
    text::thousands,
    tui::{
        keymap::{self, Action, Scope},
        message::{Message, Mouse, MouseKind},
        screen::{Context, Go, Outcome},
        theme::{Glyph, Theme},
        work::Want,
    },
};

/// Between the names of fault and lock, and the number of the mark, in a place's code.
const SEPARATOR: char = '/';

/// The field that is chosen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Grid {
    fault: usize,
    lock: usize,
    /// Which of the four marks.
    mark: usize,
}

impl Grid {
    /// The first field: a pause under a single Redis, and whether its writes stay in order.
    pub(super) fn new() -> Self {
        Self {
            fault: 0,
            lock: 0,
            mark: 1,
        }
    }

    fn fault(self) -> Fault {
        Fault::MATRIX[self.fault.min(Fault::MATRIX.len() - 1)]
    }

    fn lock(self) -> Kind {
        let locks = locks();
        locks.get(self.lock).copied().unwrap_or(Kind::ETCD)
    }

    /// The walk behind one of the four marks, and the counterexample that it may have found.
    fn example(self, mark: usize) -> Example {
        let (check, property) = MARKS[mark.min(MARKS.len() - 1)];
        let cell = Cell {
            fault: self.fault(),
            lock: self.lock(),
            check,
        };
        Example { cell, property }
    }

    fn step(&mut self, across: isize, down: isize) {
        let to = |at: usize, by: isize, count: usize| at.saturating_add_signed(by).min(count - 1);
        self.fault = to(self.fault, down, Fault::MATRIX.len());
        self.lock = to(self.lock, across, locks().len());
    }

    fn act(&mut self, action: Action, ctx: &Context) -> Outcome {
        match action {
            Action::Previous => self.step(-1, 0),
            Action::Next => self.step(1, 0),
            Action::Up => self.step(0, -1),
            Action::Down => self.step(0, 1),
            Action::PageUp => self.step(0, -5),
            Action::PageDown => self.step(0, 5),
            Action::Top => self.step(isize::MIN, 0),
            Action::Bottom => self.step(isize::MAX, 0),
            Action::ScrubOn => self.mark = (self.mark + 1) % MARKS.len(),
            Action::ScrubBack => self.mark = (self.mark + MARKS.len() - 1) % MARKS.len(),
            Action::Play => return self.play(ctx),
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    /// Plays the counterexample, or says that there is none.
    fn play(self, ctx: &Context) -> Outcome {
        let example = self.example(self.mark);
        let broken = ctx
            .findings
            .matrix
            .report(example.cell)
            .is_some_and(|report| matches!(report.finding(example.property), Finding::Violated(_)));
        if broken {
            return Outcome::handled().go(Go::Spot(Spot::Watch {
                scenario: example.name(),
                at_ms: 0,
                nth: None,
            }));
        }
        let said = verdict(example, ctx);
        Outcome::handled().notice(format!("{}: {said}.", example.property.name()))
    }

    fn mouse(&mut self, mouse: Mouse, ctx: &Context) -> Outcome {
        let places = Places::of(super::area(ctx.body), *self, ctx);
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseKind::WheelUp => self.step(0, -1),
            MouseKind::WheelDown => self.step(0, 1),
            MouseKind::Press => {
                if let Some(hit) = places.hit(at) {
                    let before = *self;
                    (self.fault, self.lock) = (hit.fault, hit.lock);
                    self.mark = hit.mark.unwrap_or(self.mark);
                    // A second click on the same mark is as good as Enter.
                    if before == *self {
                        return self.play(ctx);
                    }
                }
            }
            _ => {}
        }
        Outcome::handled()
    }
}

/// The locks of the matrix, from left to right.
fn locks() -> Vec<Kind> {
    Kind::matrix().collect()
}

/// What is known behind one mark, in words.
fn verdict(example: Example, ctx: &Context) -> String {
    match ctx.findings.matrix.walked(example.cell) {
        None => "not walked yet".to_owned(),
        Some(Walked::States(states)) => {
            format!("being walked, {} states so far", thousands(*states))
        }
        Some(Walked::Whole(report)) => found(report, report.finding(example.property)),
    }
}

fn found(report: &Report, finding: &Finding) -> String {
    let states = thousands(report.states);
    match finding {
        Finding::Holds => format!("no schedule breaks it; all {states} states were walked"),
        Finding::Violated(path) => format!("broken in {} steps", path.len()),
        Finding::Unknown => format!("nothing found in {states} states, and those are not all"),
        Finding::NoToken => "there is no token that storage could check".to_owned(),
        Finding::NotApplicable => "this fault has nothing to strike here".to_owned(),
    }
}

impl Panel for Grid {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match message {
            Message::Key(key) => match keymap::action(Scope::Matrix, *key) {
                Some(action) => self.act(action, ctx),
                None => Outcome::ignored(),
            },
            Message::Mouse(mouse) => self.mouse(*mouse, ctx),
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        view::draw(*self, frame, area, ctx);
    }

    fn scope(&self) -> Scope {
        Scope::Matrix
    }

    fn at(&self) -> String {
        let (fault, lock) = (self.fault().name(), self.lock().protocol().id());
        format!("{fault}{SEPARATOR}{lock}{SEPARATOR}{}", self.mark)
    }

    fn go(&mut self, at: &str, _ctx: &Context) {
        let parts: Vec<&str> = at.split(SEPARATOR).collect();
        let [fault, lock, mark] = parts[..] else {
            return;
        };
        let fault = Fault::MATRIX.iter().position(|known| known.name() == fault);
        let lock = locks()
            .iter()
            .position(|known| known.protocol().id() == lock);
        let mark = mark.parse().ok().filter(|mark| *mark < MARKS.len());
        if let (Some(fault), Some(lock), Some(mark)) = (fault, lock, mark) {
            *self = Self { fault, lock, mark };
        }
    }

    /// How far the walks have come.
    fn remark(&self, ctx: &Context) -> Option<String> {
        let matrix = &ctx.findings.matrix;
        let (known, all) = matrix.progress();
        let states = thousands(matrix.states());
        Some(if known == all {
            format!("{all} walks, {states} states")
        } else {
            format!("{} {known} of {all} walks", bar(known, all, &ctx.theme))
        })
    }

    fn wants(&self, _ctx: &Context) -> Option<Want> {
        Some(Want::Matrix)
    }
}

/// Progress as a short bar.
fn bar(known: usize, all: usize, theme: &Theme) -> String {
    const LENGTH: usize = 14;
    let done = LENGTH * known / all.max(1);
    let (full, open) = (theme.glyph(Glyph::Done), theme.glyph(Glyph::Open));
    format!("{}{}", full.repeat(done), open.repeat(LENGTH - done))
}
