//! However many threads walk, they find the same: states, ways and verdicts, and where a budget was spent.

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use proptest::prelude::*;
use token34::fencing::explore::{Budget, Report, cell, explore, explore_on};
use token34::fencing::fault::Fault;
use token34::fencing::lock::Kind;
use token34::fencing::storage::Check;
use token34::fencing::world::Setup;

fn on(threads: usize, setup: Setup, budget: Budget) -> Report {
    let threads = NonZeroUsize::new(threads).unwrap_or(NonZeroUsize::MIN);
    explore_on(threads, setup, budget, |_| ControlFlow::Continue(()))
}

#[test]
fn a_large_space_is_shared_and_the_report_stays_the_same() {
    let lock = Kind::named("redlock").expect("a known lock");
    for fault in [Fault::Pause, Fault::LockDown] {
        let setup = cell(Setup::new(lock), Some(fault));
        let alone = explore(setup, Budget::default(), |_| ControlFlow::Continue(()));
        assert!(
            alone.states > 20_000,
            "enough to be shared: {}",
            alone.states
        );
        assert_eq!(on(3, setup, Budget::default()), alone, "{fault:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn threads_change_no_finding_and_no_count(
        lock in proptest::sample::select(Kind::matrix().collect::<Vec<_>>()),
        fault in 0..Fault::MATRIX.len(),
        fenced in any::<bool>(),
        threads in 2..9_usize,
        states in prop_oneof![Just(usize::MAX), 1..20_000_usize],
    ) {
        let check = if fenced { Check::AtLeast } else { Check::None };
        let setup = Setup { check, ..Setup::new(lock) };
        let setup = cell(setup, Some(Fault::MATRIX[fault]));
        let budget = Budget { states: states.min(40_000), ..Budget::default() };
        prop_assert_eq!(on(threads, setup, budget), on(1, setup, budget));
    }
}
