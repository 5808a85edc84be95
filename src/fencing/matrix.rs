//! The lesson's table, grown: every fault against every lock, each cell an exploration.

use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};

use super::explore::{Budget, Report, cell, explore};
use super::fault::Fault;
use super::lock::Kind;
use super::storage::Check;
use super::world::Setup;

/// A cell of the matrix: one fault, one lock, one check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
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
    let next = AtomicUsize::new(0);
    let reports = Mutex::new(vec![None; cells.len()]);
    // The largest spaces first, so that no thread is left alone with one at the end.
    let mut order: Vec<usize> = (0..cells.len())
        .filter(|i| twin(cells, *i).is_none())
        .collect();
    order.sort_by_key(|i| std::cmp::Reverse(cells[*i].lock.protocol().nodes()));
    let keep = |i: usize, report: Report| {
        done(i, &report);
        reports.lock().unwrap_or_else(PoisonError::into_inner)[i] = Some(report);
    };
    let work = || {
        while let Some(i) = order.get(next.fetch_add(1, Ordering::Relaxed)) {
            let report = explore(cells[*i].setup(), budget, |_| {
                if stop.load(Ordering::Relaxed) {
                    ControlFlow::Break(())
                } else {
                    ControlFlow::Continue(())
                }
            });
            if stop.load(Ordering::Relaxed) {
                return;
            }
            for same in (0..cells.len()).filter(|same| twin(cells, *same) == Some(*i)) {
                keep(same, report.without_token(cells[same].check));
            }
            keep(*i, report);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.max(1) {
            scope.spawn(work);
        }
        work();
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
