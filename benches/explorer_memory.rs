//! The most memory that a walk holds at once, for the explorer and for stateright's breadth-first checker.
//!
//! `cargo bench --bench explorer_memory` prints bytes a state. It counts what is allocated in the whole process, since
//! stateright works in threads of its own.

#![allow(
    clippy::print_stdout,
    reason = "a table on standard output is what this is for"
)]

#[path = "../tests/support/stateright_world.rs"]
mod stateright_world;

use std::ops::ControlFlow;

use peak_alloc::PeakAlloc;
use stateright::{Checker, Model};
use stateright_world::Checked;
use token34::fencing::explore::{Budget, cell, explore};
use token34::fencing::fault::Fault;
use token34::fencing::lock::Kind;
use token34::fencing::world::Setup;

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

fn main() {
    println!(
        "{:28} {:>10} {:>12} {:>12} {:>6}",
        "", "states", "token34", "stateright", "ratio"
    );
    for (lock, fault) in [
        ("etcd", Fault::PartitionLock),
        ("redis", Fault::StaleDelete),
        ("redlock", Fault::Pause),
        ("redlock", Fault::VmSuspend),
    ] {
        let Some(kind) = Kind::named(lock) else {
            continue;
        };
        let setup = cell(Setup::new(kind), Some(fault));
        let (ours, states) =
            peak(|| explore(setup, Budget::default(), |_| ControlFlow::Continue(())).states);
        let (theirs, _) = peak(|| {
            Checked(setup)
                .checker()
                .threads(1)
                .spawn_bfs()
                .join()
                .unique_state_count()
        });
        let each = |bytes: usize| bytes as f64 / states as f64;
        println!(
            "{:28} {states:>10} {:>10.1} B {:>10.1} B {:>6.2}",
            format!("{lock} × {}", fault.name()),
            each(ours),
            each(theirs),
            ours as f64 / theirs as f64
        );
    }
}

/// The most bytes that `walk` holds over what was held before it, and what it returns.
fn peak(walk: impl FnOnce() -> usize) -> (usize, usize) {
    let before = MEMORY.current_usage();
    MEMORY.reset_peak_usage();
    let states = walk();
    (MEMORY.peak_usage().saturating_sub(before), states)
}
