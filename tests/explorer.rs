//! The explorer: the gap and its remedy, budgets, counterexamples that replay.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod walk;

use std::ops::ControlFlow;
use std::sync::atomic::AtomicBool;

use token34::fencing::client::{MAX_CLIENTS, Plan, Step};
use token34::fencing::explore::{Budget, Finding, Report, cell, explore};
use token34::fencing::fault::Fault;
use token34::fencing::lock::Kind;
use token34::fencing::matrix::{Cell, explore_all};
use token34::fencing::property::Property;
use token34::fencing::recorder::{Heading, Recorder};
use token34::fencing::storage::Check;
use token34::fencing::world::{Action, Setup, World};
use walk::walk;

fn counterexample(report: &Report, property: Property) -> Vec<Action> {
    match report.finding(property) {
        Finding::Violated(path) => path.clone(),
        other => panic!("{property:?} of {:?}: {other:?}", report.setup.lock),
    }
}

/// The story of a counterexample, by the names of its events.
fn story(report: &Report, property: Property) -> Vec<(&'static str, Option<u32>)> {
    let heading = Heading {
        clients: vec!["A".into(), "B".into()],
        ..Heading::default()
    };
    Recorder::of_path(heading, report.setup, &counterexample(report, property))
        .moments
        .iter()
        .map(|moment| (moment.event, moment.token))
        .collect()
}

#[test]
fn the_gap_loses_an_update_that_no_token_betrays() {
    let report = walk("etcd", Some(Fault::Pause), Check::AtLeast, false);
    assert_eq!(*report.finding(Property::OrderedWrites), Finding::Holds);
    let story = story(&report, Property::NoLostUpdate);
    let last = |event: &str, newer: bool| {
        let fits = |(seen, token): &(&str, Option<u32>)| {
            *seen == event && token.is_none_or(|token| (token > 33) == newer)
        };
        story.iter().rposition(fits).expect("it is in the story")
    };
    // B holds a higher token and has read; A wakes and writes with 33 and is let in; then B's write loses A's.
    let (b_granted, b_reads, b_writes) = (
        last("granted", true),
        last("read", true),
        last("write-accepted", true),
    );
    let (a_wakes, a_writes) = (last("woke", false), last("write-accepted", false));
    assert!(
        b_granted < b_reads && b_reads < a_writes && a_wakes < a_writes && a_writes < b_writes,
        "{story:?}"
    );
    assert_eq!(
        b_writes,
        story.len() - 1,
        "the shortest ends with the loss: {story:?}"
    );
}

#[test]
fn raising_the_fence_before_reading_closes_the_gap() {
    for lock in ["etcd", "zookeeper", "redis"] {
        let report = walk(lock, Some(Fault::Pause), Check::AtLeast, true);
        assert!(report.complete);
        assert_eq!(
            *report.finding(Property::NoLostUpdate),
            Finding::Holds,
            "{lock}"
        );
        assert_eq!(
            *report.finding(Property::OrderedWrites),
            Finding::Holds,
            "{lock}"
        );
        assert_eq!(
            *report.finding(Property::Progress),
            Finding::Holds,
            "{lock}"
        );
    }
}

/// A token that comes twice gets past `<=` alone; one that goes back gets past every check.
#[test]
fn a_service_that_loses_its_counter_defeats_every_check() {
    let loses = [
        ("redis", Fault::Restart),
        ("redis", Fault::RestartEmpty),
        ("redis-replica", Fault::Failover),
        ("etcd", Fault::RestartEmpty),
        ("zookeeper", Fault::RestartEmpty),
        ("pg-inside", Fault::Failover),
        ("pg-outside", Fault::Failover),
        ("pg-outside", Fault::RestartEmpty),
    ];
    for (lock, fault) in loses {
        // With `<` and reads that raise the fence nothing is ever written.
        let checks = [
            (Check::AtLeast, false),
            (Check::AtLeast, true),
            (Check::Sequence, false),
            (Check::Sequence, true),
            (Check::Strict, false),
        ];
        for (check, fence_on_read) in checks {
            let report = walk(lock, Some(fault), check, fence_on_read);
            assert!(
                matches!(
                    report.finding(Property::OrderedWrites),
                    Finding::Violated(_)
                ),
                "{lock} {fault:?} {check:?} {fence_on_read}"
            );
        }
    }
}

#[test]
fn a_comparison_that_is_a_step_of_its_own_lets_an_older_grant_in() {
    for fault in [Fault::Pause, Fault::DelayedWrite] {
        for lock in ["etcd", "zookeeper", "redis"] {
            let apart = walk(lock, Some(fault), Check::SelectThenUpdate, false);
            let story = story(&apart, Property::OrderedWrites);
            let at = |event, older| {
                let fits = |(seen, token): &(&str, Option<u32>)| {
                    *seen == event && token.is_some_and(|token| (token == 33) == older)
                };
                story.iter().position(fits)
            };
            // 33 is let through before the newer token is in, and goes in after it.
            let newer = at("write-accepted", false);
            let late = match fault {
                Fault::DelayedWrite => "late-write-accepted",
                _ => "write-accepted",
            };
            assert!(
                at("write-let-through", true) < newer && newer < at(late, true),
                "{lock} {fault:?}: {story:?}"
            );
            assert_eq!(at(late, true), Some(story.len() - 1), "{story:?}");
            // As part of the write, the same comparison lets no schedule through.
            let whole = walk(lock, Some(fault), Check::AtLeast, false);
            assert!(apart.complete && whole.complete);
            assert_eq!(*whole.finding(Property::OrderedWrites), Finding::Holds);
        }
    }
}

#[test]
fn raising_the_fence_with_the_read_does_not_mend_two_steps() {
    let report = walk("etcd", Some(Fault::Pause), Check::SelectThenUpdate, true);
    counterexample(&report, Property::OrderedWrites);
}

#[test]
fn with_null_for_a_fence_nobody_finishes_and_with_0_they_do() {
    for (null_fence, finishes) in [(true, false), (false, true)] {
        for check in [Check::Strict, Check::AtLeast, Check::Sequence] {
            let setup = Setup {
                check,
                null_fence,
                ..Setup::new(Kind::named("etcd").expect("a known lock"))
            };
            let report = explore(cell(setup, None), Budget::default(), |_| {
                ControlFlow::Continue(())
            });
            let finding = report.finding(Property::Progress);
            assert_eq!(
                *finding == Finding::Holds,
                finishes,
                "{check:?}: {finding:?}"
            );
        }
    }
}

#[test]
fn one_key_is_done_once_in_every_schedule_of_every_lock() {
    let send = Plan::new(&[Step::Acquire, Step::Write, Step::Release]).expect("short enough");
    let faults = [Fault::Pause, Fault::DelayedWrite, Fault::PartitionLock];
    for (lock, fault) in ["etcd", "redis"]
        .into_iter()
        .flat_map(|lock| faults.map(|fault| (lock, fault)))
    {
        for idempotency_key in [false, true] {
            let setup = Setup {
                idempotency_key,
                plans: [send; MAX_CLIENTS],
                ..Setup::new(Kind::named(lock).expect("a known lock"))
            };
            let report = explore(cell(setup, Some(fault)), Budget::default(), |_| {
                ControlFlow::Continue(())
            });
            let finding = report.finding(Property::OrderedWrites);
            assert_eq!(
                *finding == Finding::Holds,
                idempotency_key,
                "{lock} {fault:?}: {finding:?}"
            );
            assert_eq!(
                *report.finding(Property::Progress),
                Finding::Holds,
                "{lock} {fault:?}"
            );
        }
    }
}

#[test]
fn raising_first_and_comparing_strictly_refuses_the_holder_itself() {
    let report = walk("etcd", Some(Fault::Pause), Check::Strict, true);
    // Nobody's write is ever let in, so nobody finishes, fault or no fault.
    counterexample(&report, Property::Progress);
    let calm = walk("etcd", None, Check::Strict, true);
    let story = story(&calm, Property::Progress);
    let at = |event| story.iter().position(|seen| *seen == event);
    let (raised, refused) = (
        at(("fence-raised", Some(33))),
        at(("write-refused", Some(33))),
    );
    assert!(raised.is_some() && raised < refused, "{story:?}");
    assert_eq!(
        *walk("etcd", None, Check::AtLeast, true).finding(Property::Progress),
        Finding::Holds
    );
}

#[test]
fn without_a_fault_nothing_goes_wrong() {
    for lock in Kind::all() {
        for check in [Check::None, Check::AtLeast] {
            let report = walk(lock.protocol().id(), None, check, false);
            for property in Property::ALL {
                let finding = report.finding(property);
                assert!(
                    matches!(finding, Finding::Holds | Finding::NoToken),
                    "{lock:?} {property:?}: {finding:?}"
                );
            }
        }
    }
}

#[test]
fn a_spent_budget_is_never_called_holds() {
    let lock = Kind::named("etcd").expect("a known lock");
    let setup = cell(Setup::new(lock), Some(Fault::Pause));
    let whole = explore(setup, Budget::default(), |_| ControlFlow::Continue(()));
    for states in 0..40 {
        let report = explore(
            setup,
            Budget {
                states: states * 40,
                ..Budget::default()
            },
            |_| ControlFlow::Continue(()),
        );
        assert_eq!(report.complete, report.states == whole.states);
        for property in Property::ALL {
            let (part, all) = (report.finding(property), whole.finding(property));
            assert!(
                part == all || *part == Finding::Unknown && !report.complete,
                "{states}: {property:?} {part:?}"
            );
        }
    }
}

#[test]
fn breaking_the_walk_off_says_so() {
    let lock = Kind::named("redlock").expect("a known lock");
    let setup = cell(Setup::new(lock), Some(Fault::Pause));
    let report = explore(setup, Budget::default(), |states| {
        if states > 10_000 {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    assert!(!report.complete && report.states > 10_000);
    assert_eq!(*report.finding(Property::ExclusiveGrants), Finding::Unknown);
}

#[test]
fn counterexamples_replay_to_the_loss_they_claim() {
    for lock in Kind::matrix() {
        for fault in Fault::MATRIX {
            if lock.protocol().nodes() == 5 {
                continue; // the oracle test walks these; here many small spaces will do
            }
            let report = walk(lock.protocol().id(), Some(fault), Check::None, false);
            for property in [
                Property::ExclusiveGrants,
                Property::OrderedWrites,
                Property::NoLostUpdate,
            ] {
                let Finding::Violated(path) = report.finding(property) else {
                    continue;
                };
                let mut world = World::new(report.setup);
                let mut possible = Vec::new();
                for (i, action) in path.iter().enumerate() {
                    world.possible(&mut possible);
                    assert!(
                        possible.contains(action),
                        "{lock:?} {fault:?}: {action:?} is not possible"
                    );
                    assert!(
                        !world.broken(property),
                        "{lock:?} {fault:?}: broken before step {i}"
                    );
                    world.apply(*action);
                }
                assert!(world.broken(property), "{lock:?} {fault:?} {property:?}");
            }
        }
    }
}

#[test]
fn where_there_is_no_token_the_check_changes_nothing() {
    let lock = Kind::named("redlock").expect("a known lock");
    let cells = [Check::None, Check::AtLeast].map(|check| Cell {
        fault: Fault::DelayedWrite,
        lock,
        check,
    });
    let derived = explore_all(
        &cells,
        Budget::default(),
        1,
        &AtomicBool::new(false),
        |_, _| {},
    );
    for (cell, derived) in cells.iter().zip(derived) {
        let walked = explore(cell.setup(), Budget::default(), |_| {
            ControlFlow::Continue(())
        });
        assert_eq!(derived, Some(walked), "{cell:?}");
    }
}

#[test]
fn memory_is_a_budget_too() {
    let lock = Kind::named("redlock").expect("a known lock");
    let setup = cell(Setup::new(lock), Some(Fault::ClientClockBack));
    let mut states = 0;
    for bytes in [0, 1 << 14, 1 << 18, 1 << 30] {
        let report = explore(
            setup,
            Budget {
                bytes,
                ..Budget::default()
            },
            |_| ControlFlow::Continue(()),
        );
        assert!(
            report.states > states,
            "{bytes} bytes: {} states",
            report.states
        );
        assert_eq!(report.complete, bytes == 1 << 30);
        assert_eq!(
            *report.finding(Property::OrderedWrites) == Finding::Holds,
            report.complete
        );
        states = report.states;
    }
}

#[test]
fn faults_can_strike_together() {
    let lock = Kind::named("etcd").expect("a known lock");
    let both = cell(Setup::new(lock), [Fault::Failover, Fault::ClientClockBack]);
    let report = explore(both, Budget::default(), |_| ControlFlow::Continue(()));
    assert!(report.complete);
    assert_eq!(*report.finding(Property::OrderedWrites), Finding::Holds);
    // A pause alone is caught by the fence; with a storage that forgets its fence it is not.
    let setup = Setup {
        check: Check::AtLeast,
        ..Setup::new(lock)
    };
    let alone = explore(cell(setup, [Fault::Pause]), Budget::default(), |_| {
        ControlFlow::Continue(())
    });
    assert_eq!(*alone.finding(Property::OrderedWrites), Finding::Holds);
    let pair = cell(setup, [Fault::Pause, Fault::StorageForgets]);
    let together = explore(pair, Budget::default(), |_| ControlFlow::Continue(()));
    counterexample(&together, Property::OrderedWrites);
}
