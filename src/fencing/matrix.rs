//! The lesson's table, grown: every fault against every lock, each cell an exploration.

mod ledger;

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

pub use ledger::{Example, Ledger};

use super::crew::share;
use super::explore::{Budget, Finding, Report, cell, explore};
use super::fault::Fault;
use super::lock::Kind;
use super::property::Property;
use super::storage::Check;
use super::world::Setup;

/// A cell of the matrix: one fault, one lock, one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Cell {
    /// What strikes.
    pub fault: Fault,
    /// What it strikes.
    pub lock: Kind,
    /// What storage compares.
    pub check: Check,
}

impl Cell {
    /// Every cell, fault by fault, lock by lock, first without a check and then with `at-least`.
    pub fn all() -> Vec<Self> {
        let locks: Vec<Kind> = Kind::matrix().collect();
        let checks = [Check::None, Check::AtLeast];
        Fault::MATRIX
            .iter()
            .flat_map(|fault| locks.iter().map(move |lock| (*fault, *lock)))
            .flat_map(|(fault, lock)| checks.map(|check| Self { fault, lock, check }))
            .collect()
    }

    /// What is explored in it.
    pub fn setup(self) -> Setup {
        let setup = Setup {
            check: self.check,
            ..Setup::new(self.lock)
        };
        cell(setup, Some(self.fault))
    }
}

/// What a field of the matrix says of a fault and a lock: four properties, each under the check at which it is looked at.
pub const MARKS: [(Check, Property); 4] = [
    (Check::None, Property::ExclusiveGrants),
    (Check::None, Property::OrderedWrites),
    (Check::AtLeast, Property::OrderedWrites),
    (Check::None, Property::Progress),
];

/// The findings behind the four [`MARKS`], from the walk without a check and the one with `at-least`.
pub fn marks<'r>(unchecked: &'r Report, checked: &'r Report) -> [&'r Finding; 4] {
    MARKS.map(|(check, property)| match check {
        Check::None => unchecked.finding(property),
        _ => checked.finding(property),
    })
}

/// So many new states are met before a walk tells of them.
const TELLING: usize = 1 << 16;

/// How far the walk of a cell has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Walked {
    /// It goes on, and has met so many states.
    States(usize),
    /// It is over.
    Whole(Report),
}

/// Explore many cells on as many threads, in this order, and call `tell` as each comes on and as it is ready.
///
/// Returns when all are ready, or soon after `stop` was raised.
pub fn walk(
    cells: &[Cell],
    budget: Budget,
    threads: usize,
    stop: &AtomicBool,
    tell: impl Fn(Cell, Walked) + Sync,
) {
    let own: Vec<Cell> = (0..cells.len())
        .filter(|i| twin(cells, *i).is_none())
        .map(|i| cells[i])
        .collect();
    share(own.len(), threads, stop, |piece| {
        let cell = own[piece];
        let mut told = 0;
        let report = explore(cell.setup(), budget, |states| {
            if stop.load(Ordering::Relaxed) {
                return ControlFlow::Break(());
            }
            if told == 0 || states - told >= TELLING {
                told = states;
                tell(cell, Walked::States(states));
            }
            ControlFlow::Continue(())
        });
        if stop.load(Ordering::Relaxed) {
            return;
        }
        let same = |i: &usize| twin(cells, *i).is_some_and(|twin| cells[twin] == cell);
        for twin in (0..cells.len()).filter(same) {
            let derived = report.without_token(cells[twin].check);
            tell(cells[twin], Walked::Whole(derived));
        }
        tell(cell, Walked::Whole(report));
    });
}

/// Explore many cells on as many threads, and call `done` with each as it is ready.
///
/// Returns the reports in the order of the cells; those that were not finished when `stop` was raised are missing.
pub fn explore_all(
    cells: &[Cell],
    budget: Budget,
    threads: usize,
    stop: &AtomicBool,
    done: impl Fn(usize, &Report) + Sync,
) -> Vec<Option<Report>> {
    let reports = Mutex::new(vec![None; cells.len()]);
    // The largest spaces first, so that no thread is left alone with one at the end.
    let mut order = cells.to_vec();
    order.sort_by_key(|cell| std::cmp::Reverse(cell.lock.protocol().nodes()));
    walk(&order, budget, threads, stop, |cell, walked| {
        let place = cells.iter().position(|known| *known == cell);
        if let (Some(i), Walked::Whole(report)) = (place, walked) {
            done(i, &report);
            reports.lock().unwrap_or_else(PoisonError::into_inner)[i] = Some(report);
        }
    });
    reports.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The cell without a check whose space is the same: where there is no token a check has nothing to compare, and lets
/// everything pass.
fn twin(cells: &[Cell], i: usize) -> Option<usize> {
    let cell = cells[i];
    if cell.check == Check::None || cell.lock.protocol().token().is_some() {
        return None;
    }
    let unchecked = Cell {
        check: Check::None,
        ..cell
    };
    cells.iter().position(|known| *known == unchecked)
}
