//! The map: how the story ends over many TTLs and pauses at once, as a field of cells; each cell is a run that plays.

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
        knobs::Knobs,
        lock::Kind,
        map::{Plan, Rising},
        storage::Check,
    },
    progress::Spot,
    tui::{
        keymap::{self, Action, Scope},
        message::{Message, Mouse, MouseKind},
        screen::{Context, Go, Outcome},
        work::Want,
    },
};

/// Cells that a long step takes.
const FAR: i32 = 8;
/// What stands behind the code where latency rises, and not the pause.
const LATENCY: &str = "latency";
/// Behind the code.
const SEPARATOR: char = '/';

/// What storage can compare, in the order in which it closes one hole after the other: the check, and whether reads raise
/// the fence.
const CHECKS: [(Check, bool); 4] = [
    (Check::None, false),
    (Check::Strict, false),
    (Check::AtLeast, false),
    (Check::AtLeast, true),
];

/// The map, and the run that is chosen on it.
#[derive(Debug)]
pub(super) struct Chart {
    /// The chosen run; its lock, check and other times are those of the whole map.
    knobs: Knobs,
    rising: Rising,
}

impl Chart {
    /// The map around the story as the lesson has it.
    pub(super) fn new() -> Self {
        Self {
            knobs: Knobs::default(),
            rising: Rising::default(),
        }
    }

    /// The map that fills this place. It does not depend on which of its runs is chosen.
    fn plan(&self, field: Rect) -> Plan {
        let lesson = Knobs::default();
        let mut knobs = Knobs {
            ttl: lesson.ttl,
            ..self.knobs
        };
        match self.rising {
            Rising::Lasts => knobs.lasts = lesson.lasts,
            Rising::Latency => knobs.latency = lesson.latency,
        }
        Plan {
            knobs,
            rising: self.rising,
            columns: field.width,
            rows: field.height,
        }
    }

    fn here(&self, ctx: &Context) -> Plan {
        self.plan(Places::of(super::area(ctx.body)).field)
    }

    fn step(&mut self, across: i32, down: i32, ctx: &Context) {
        let plan = self.here(ctx);
        let (column, row) = plan.nearest(&self.knobs);
        let to = |at: u16, by: i32, count: u16| {
            let last = i32::from(count) - 1;
            u16::try_from((i32::from(at).saturating_add(by)).clamp(0, last.max(0))).unwrap_or(0)
        };
        let column = to(column, across, plan.columns);
        let row = to(row, down, plan.rows);
        self.choose(plan, column, row);
    }

    fn choose(&mut self, plan: Plan, column: u16, row: u16) {
        let chosen = plan.knobs_at(column, row);
        self.knobs.ttl = chosen.ttl;
        match self.rising {
            Rising::Lasts => self.knobs.lasts = chosen.lasts,
            Rising::Latency => self.knobs.latency = chosen.latency,
        }
    }

    fn next_check(&mut self, back: bool) {
        let now = (self.knobs.check, self.knobs.fence_on_read);
        let place = CHECKS.iter().position(|check| *check == now);
        let by = if back { CHECKS.len() - 1 } else { 1 };
        let next = CHECKS[place.map_or(0, |place| (place + by) % CHECKS.len())];
        (self.knobs.check, self.knobs.fence_on_read) = next;
    }

    fn next_lock(&mut self, back: bool) {
        let locks: Vec<Kind> = Kind::all().collect();
        let here = usize::from(self.knobs.lock.number());
        let by = if back { locks.len() - 1 } else { 1 };
        self.knobs.lock = locks[(here + by) % locks.len()];
    }

    fn act(&mut self, action: Action, ctx: &Context) -> Outcome {
        match action {
            Action::Previous => self.step(-1, 0, ctx),
            Action::Next => self.step(1, 0, ctx),
            Action::Up => self.step(0, -1, ctx),
            Action::Down => self.step(0, 1, ctx),
            Action::ScrubBack => self.step(-FAR, 0, ctx),
            Action::ScrubOn => self.step(FAR, 0, ctx),
            Action::PageUp => self.step(0, -FAR / 2, ctx),
            Action::PageDown => self.step(0, FAR / 2, ctx),
            Action::Top => self.step(-i32::from(u16::MAX), 0, ctx),
            Action::Bottom => self.step(i32::from(u16::MAX), 0, ctx),
            Action::Check => self.next_check(false),
            Action::PreviousCheck => self.next_check(true),
            Action::NextLock => self.next_lock(false),
            Action::PreviousLock => self.next_lock(true),
            Action::Axis => {
                self.rising = match self.rising {
                    Rising::Lasts => Rising::Latency,
                    Rising::Latency => Rising::Lasts,
                }
            }
            Action::Restart => *self = Self::new(),
            Action::Play => {
                return Outcome::handled().go(Go::Spot(Spot::Watch {
                    scenario: self.chosen(ctx).code(),
                    at_ms: 0,
                    nth: None,
                }));
            }
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    /// The knobs of the chosen cell, as the map has it.
    fn chosen(&self, ctx: &Context) -> Knobs {
        let plan = self.here(ctx);
        let (column, row) = plan.nearest(&self.knobs);
        plan.knobs_at(column, row)
    }

    fn mouse(&mut self, mouse: Mouse, ctx: &Context) {
        let field = Places::of(super::area(ctx.body)).field;
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseKind::Press | MouseKind::Drag if field.contains(at) => {
                self.choose(self.plan(field), at.x - field.x, at.y - field.y);
            }
            MouseKind::WheelUp => self.step(0, -1, ctx),
            MouseKind::WheelDown => self.step(0, 1, ctx),
            _ => {}
        }
    }
}

impl Panel for Chart {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match message {
            Message::Key(key) => match keymap::action(Scope::Map, *key) {
                Some(action) => return self.act(action, ctx),
                None => return Outcome::ignored(),
            },
            Message::Mouse(mouse) => self.mouse(*mouse, ctx),
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        view::draw(self, frame, area, ctx);
    }

    fn scope(&self) -> Scope {
        Scope::Map
    }

    fn at(&self) -> String {
        let code = self.knobs.code();
        match self.rising {
            Rising::Lasts => code,
            Rising::Latency => format!("{code}{SEPARATOR}{LATENCY}"),
        }
    }

    fn go(&mut self, at: &str, _ctx: &Context) {
        let (code, rising) = at.split_once(SEPARATOR).unwrap_or((at, ""));
        if let Ok(knobs) = Knobs::from_code(code) {
            self.knobs = knobs;
            self.rising = match rising {
                LATENCY => Rising::Latency,
                _ => Rising::Lasts,
            };
        }
    }

    fn wants(&self, ctx: &Context) -> Option<Want> {
        Some(Want::Map(self.here(ctx)))
    }
}
