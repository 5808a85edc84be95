//! The map of the lab, as large as it can get on a terminal of 120x40: 4,800 runs.
//!
//! `cargo bench --bench map` prints how long all of them take, on one thread and on two.

use std::sync::atomic::AtomicBool;

use divan::counter::ItemsCount;
use divan::{Bencher, black_box};
use token34::fencing::knobs::Knobs;
use token34::fencing::lock::Kind;
use token34::fencing::map::{Plan, Rising};

const LOCKS: [&str; 3] = ["etcd", "redlock", "pg-outside"];

fn main() {
    divan::main();
}

fn plan(lock: &str) -> Plan {
    let lock = Kind::named(lock).unwrap_or_else(|| unreachable!("a known lock"));
    Plan {
        knobs: Knobs {
            lock,
            ..Knobs::default()
        },
        rising: Rising::Lasts,
        columns: 120,
        rows: 40,
    }
}

#[divan::bench(args = LOCKS, consts = [1, 2], sample_count = 10, sample_size = 1)]
fn whole<const THREADS: usize>(bencher: Bencher<'_, '_>, lock: &str) {
    let plan = plan(lock);
    let cells = usize::from(plan.columns) * usize::from(plan.rows);
    bencher.counter(ItemsCount::new(cells)).bench(|| {
        black_box(plan).fill(THREADS, &AtomicBool::new(false), |row, endings| {
            black_box((row, endings));
        });
    });
}
