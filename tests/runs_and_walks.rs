//! What a run shows, the walk over all schedules must know: a property that any timed run of the lab breaks is never
//! said to hold.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::collections::HashMap;
use std::ops::ControlFlow;

use token34::fencing::explore::{Budget, Finding, Report, cell, explore};
use token34::fencing::fault::Fault;
use token34::fencing::knobs::Knobs;
use token34::fencing::lock::Kind;
use token34::fencing::property::{Property, Verdict};
use token34::fencing::storage::Check;
use token34::fencing::world::Setup;

const CHECKS: [Check; 4] = [Check::None, Check::Strict, Check::AtLeast, Check::Sequence];

/// What one step breaks; `progress` is judged over a whole run and depends on its times.
const SAFETY: [Property; 3] = [
    Property::ExclusiveGrants,
    Property::OrderedWrites,
    Property::NoLostUpdate,
];

fn walk(lock: Kind, fault: Fault, check: Check, fence_on_read: bool) -> Report {
    let setup = Setup {
        check,
        fence_on_read,
        ..Setup::new(lock)
    };
    explore(cell(setup, Some(fault)), Budget::default(), |_| {
        ControlFlow::Continue(())
    })
}

fn named(lock: &str) -> Kind {
    Kind::named(lock).unwrap()
}

#[test]
fn what_a_run_breaks_is_never_said_to_hold() {
    let mut walks = HashMap::new();
    let (mut runs, mut broken) = (0, 0);
    for lock in Kind::all().filter(|lock| lock.protocol().nodes() == 1) {
        for fault in Fault::MATRIX.into_iter().chain(Fault::STORAGE) {
            for (check, fence_on_read) in CHECKS
                .into_iter()
                .flat_map(|check| [(check, false), (check, true)])
            {
                for (at, lasts) in [300, 600, 2_000, 2_900, 5_500]
                    .into_iter()
                    .flat_map(|at| [1_750, 3_000, 7_000, 12_000].map(|lasts| (at, lasts)))
                {
                    let knobs = Knobs {
                        lock,
                        check,
                        fence_on_read,
                        fault: Some(fault),
                        at,
                        lasts,
                        ..Knobs::default()
                    };
                    let run = knobs.run();
                    runs += 1;
                    for property in SAFETY {
                        if run.verdict(property) != Some(Verdict::Violated) {
                            continue;
                        }
                        broken += 1;
                        let report = walks
                            .entry((lock, fault, check, fence_on_read))
                            .or_insert_with(|| walk(lock, fault, check, fence_on_read));
                        assert!(
                            !matches!(report.finding(property), Finding::Holds),
                            "{property:?}: the walk says it holds, and {} breaks it",
                            knobs.code()
                        );
                    }
                }
            }
        }
    }
    assert!(
        runs > 10_000 && broken > 500,
        "{runs} runs, {broken} broken"
    );
}

#[test]
fn a_packet_can_come_between_the_read_and_the_write_of_a_successor() {
    for lock in ["redis", "etcd", "zookeeper"] {
        let gap = |reads| walk(named(lock), Fault::DelayedWrite, Check::AtLeast, reads);
        assert!(matches!(
            gap(false).finding(Property::NoLostUpdate),
            Finding::Violated(_)
        ));
        assert_eq!(*gap(false).finding(Property::OrderedWrites), Finding::Holds);
        assert_eq!(*gap(true).finding(Property::NoLostUpdate), Finding::Holds);
    }
}

#[test]
fn a_holder_that_stops_before_it_sets_the_expiry_keeps_everybody_out() {
    for fault in [
        Fault::Pause,
        Fault::VmSuspend,
        Fault::PartitionLock,
        Fault::ClientCrash,
    ] {
        let report = walk(named("redis-setnx-expire"), fault, Check::AtLeast, false);
        assert!(
            matches!(report.finding(Property::Progress), Finding::Violated(_)),
            "{fault:?}"
        );
        let report = walk(named("redis"), fault, Check::AtLeast, false);
        assert_eq!(
            *report.finding(Property::Progress),
            Finding::Holds,
            "{fault:?}"
        );
    }
}

#[test]
fn an_expiry_that_is_set_later_counts_from_then() {
    let knobs = Knobs {
        lock: named("redis-setnx-expire"),
        renews: false,
        at: 600,
        lasts: 50_000,
        ..Knobs::default()
    };
    let run = knobs.run();
    let time = |event: &str| {
        let moment = run.moments.iter().find(|moment| moment.event == event);
        moment.map(|moment| moment.at)
    };
    let set = time("expiry-set").unwrap();
    assert_eq!(time("lease-ended"), Some(set + knobs.ttl));
}
