//! The explorer against stateright's breadth-first checker: the same model, one thread, the same process.
//!
//! `cargo bench --bench explorer` prints states per second and the most bytes that were allocated at once; both
//! walks are over the whole space.

#[path = "../tests/support/stateright_world.rs"]
mod stateright_world;

use std::ops::ControlFlow;

use divan::counter::ItemsCount;
use divan::{AllocProfiler, Bencher, black_box};
use stateright::{Checker, Model};
use stateright_world::Checked;
use token34::fencing::explore::{Budget, cell, explore};
use token34::fencing::fault::Fault;
use token34::fencing::lock::Kind;
use token34::fencing::world::Setup;

#[global_allocator]
static ALLOCATOR: AllocProfiler = AllocProfiler::system();

const CELLS: [(&str, Fault); 3] = [
    ("etcd", Fault::PartitionLock),
    ("redlock", Fault::Pause),
    ("redlock", Fault::VmSuspend),
];

fn main() {
    divan::main();
}

fn setup((lock, fault): (&str, Fault)) -> Setup {
    let lock = Kind::matrix().find(|kind| kind.protocol().id() == lock);
    cell(
        Setup::new(lock.unwrap_or_else(|| unreachable!("a lock of the matrix"))),
        Some(fault),
    )
}

fn ours(setup: Setup) -> usize {
    explore(setup, Budget::default(), |_| ControlFlow::Continue(())).states
}

#[divan::bench(args = CELLS, sample_count = 5, sample_size = 1)]
fn token34(bencher: Bencher<'_, '_>, cell: (&str, Fault)) {
    let setup = setup(cell);
    bencher
        .counter(ItemsCount::new(ours(setup)))
        .bench(|| ours(black_box(setup)));
}

#[divan::bench(args = CELLS, sample_count = 5, sample_size = 1)]
fn stateright(bencher: Bencher<'_, '_>, cell: (&str, Fault)) {
    let setup = setup(cell);
    bencher.counter(ItemsCount::new(ours(setup))).bench(|| {
        Checked(black_box(setup))
            .checker()
            .threads(1)
            .spawn_bfs()
            .join()
            .unique_state_count()
    });
}
