//! The world under random setups and random schedules, and the checks of storage by tables.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use proptest::prelude::*;
use token34::fencing::client::{Outcome, Plan, Step};
use token34::fencing::fault::{Fault, FaultSet};
use token34::fencing::lock::Kind;
use token34::fencing::property::Property;
use token34::fencing::storage::{Check, Store};
use token34::fencing::world::{Action, Setup, World};

const CHECKS: [Check; 5] = [
    Check::None,
    Check::Strict,
    Check::AtLeast,
    Check::Sequence,
    Check::SelectThenUpdate,
];

fn any_setup() -> impl Strategy<Value = Setup> {
    let kinds: Vec<Kind> = Kind::all().collect();
    let faults: Vec<Fault> = Fault::MATRIX.into_iter().chain(Fault::STORAGE).collect();
    let steps = [Step::Read, Step::CheckLease, Step::Write, Step::Rollback].to_vec();
    let plan = prop::collection::vec(prop::sample::select(steps), 0..4).prop_map(|middle| {
        let steps: Vec<Step> = [Step::Acquire]
            .into_iter()
            .chain(middle)
            .chain([Step::Release])
            .collect();
        Plan::new(&steps).expect("short enough")
    });
    let plans = [plan.clone(), plan.clone(), plan];
    let flags = prop::array::uniform7(any::<bool>());
    let struck = prop::collection::vec(prop::sample::select(faults), 0..4);
    let lock = prop::sample::select(kinds);
    let check = prop::sample::select(CHECKS.to_vec());
    (lock, plans, 1..4_u8, check, flags, struck).prop_map(
        |(lock, plans, clients, check, flags, struck)| {
            let [
                fence_on_read,
                null_fence,
                idempotency_key,
                plain_delete,
                retries,
                ends_with_transaction,
                renewals,
            ] = flags;
            let faults = struck.into_iter().collect::<FaultSet>();
            Setup {
                plans,
                clients,
                check,
                fence_on_read,
                null_fence,
                idempotency_key,
                plain_delete,
                retries,
                ends_with_transaction,
                renewals,
                faults,
                ..Setup::new(lock)
            }
        },
    )
}

/// Take the steps that a list of numbers picks among the possible ones, and show each to `look`.
fn wander(
    setup: Setup,
    picks: &[usize],
    mut look: impl FnMut(&World, Action, &World),
) -> (World, Vec<Action>) {
    let mut world = World::new(setup);
    let (mut possible, mut taken) = (Vec::new(), Vec::new());
    for pick in picks {
        world.possible(&mut possible);
        if possible.is_empty() {
            break;
        }
        let action = possible[pick % possible.len()];
        let before = world;
        world.apply(action);
        look(&before, action, &world);
        taken.push(action);
    }
    (world, taken)
}

fn any_picks() -> impl Strategy<Value = Vec<usize>> {
    prop::collection::vec(0..64_usize, 0..160)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    /// etcd and ZooKeeper lose no state but by `restart-empty`: their tokens strictly rise, in the order of grants.
    #[test]
    fn tokens_of_a_consensus_lock_strictly_rise(setup in any_setup(), picks in any_picks(), zookeeper: bool) {
        let lock = Kind::named(if zookeeper { "zookeeper" } else { "etcd" }).expect("a known lock");
        let setup = Setup { lock, faults: setup.faults.without(Fault::RestartEmpty), ..setup };
        let mut last = 0;
        wander(setup, &picks, |before, _, after| {
            if after.grants > before.grants {
                let newest = after.clients.iter().max_by_key(|client| client.grant.order).expect("three places");
                assert!(newest.grant.token > last, "{} after {last}", newest.grant.token);
                last = newest.grant.token;
            }
        });
    }

    /// With a check that is part of the write, storage never accepts a lower token than one it has seen, unless it forgets its fence.
    #[test]
    fn with_a_check_accepted_tokens_never_decrease(setup in any_setup(), picks in any_picks(), check in 1..4_usize) {
        let faults = [Fault::StorageForgets, Fault::RestartEmpty, Fault::Failover];
        let faults = faults.into_iter().fold(setup.faults, FaultSet::without);
        let setup = Setup { check: CHECKS[check], faults, ..setup };
        wander(setup, &picks, |before, _, after| {
            for (was, is) in before.stores.iter().zip(&after.stores) {
                // A database's replica is overwritten by its primary: that is no write of a client.
                if was.version != is.version && was.writer != is.writer {
                    assert!(is.fence >= was.fence, "{was:?} became {is:?}");
                }
            }
        });
    }

    /// The same steps lead to the same state, bit for bit.
    #[test]
    fn replaying_the_steps_gives_the_same_state(setup in any_setup(), picks in any_picks()) {
        let (world, taken) = wander(setup, &picks, |_, _, _| {});
        let mut again = World::new(setup);
        taken.iter().for_each(|action| again.apply(*action));
        prop_assert_eq!(again, world);
    }

    /// What the properties say follows from what storage accepted: a write in order, on the newest value, breaks none.
    #[test]
    fn a_lone_client_breaks_nothing(setup in any_setup(), picks in any_picks()) {
        let setup = Setup { clients: 1, faults: setup.faults.without(Fault::RestartEmpty), retries: false, ..setup };
        let (world, _) = wander(setup, &picks, |_, _, _| {});
        prop_assert!(!world.broken(Property::ExclusiveGrants));
        prop_assert!(!world.broken(Property::OrderedWrites));
    }
}

#[test]
fn the_checks_compare_as_their_conditions_say() {
    // fence, seq | token, n | strict, at-least, sequence
    let table = [
        (0, 0, 33, 1, [true, true, true]),
        (33, 1, 33, 1, [false, true, false]),
        (33, 1, 33, 2, [false, true, true]),
        (33, 2, 33, 1, [false, true, false]),
        (33, 1, 32, 9, [false, false, false]),
        (34, 1, 33, 1, [false, false, false]),
        (33, 1, 34, 1, [true, true, true]),
        (33, 9, 36, 1, [true, true, true]),
    ];
    for (fence, seq, token, n, [strict, at_least, sequence]) in table {
        let store = Store {
            fence,
            seq,
            ..Store::default()
        };
        let admitted = CHECKS.map(|check| store.admits(check, token, n));
        assert_eq!(
            admitted,
            [true, strict, at_least, sequence, at_least],
            "({fence}, {seq}) against ({token}, {n})"
        );
    }
}

#[test]
fn a_check_has_nothing_to_compare_without_a_token() {
    let store = Store {
        fence: 34,
        ..Store::default()
    };
    for check in CHECKS {
        assert!(store.admits(check, 0, 1));
    }
}

#[test]
fn raising_the_fence_keeps_the_highest_and_only_where_something_is_checked() {
    for check in CHECKS {
        let mut store = Store::default();
        store.raise(check, 33, 2);
        let expected = if check == Check::None {
            (0, 0)
        } else {
            (33, 2)
        };
        assert_eq!((store.fence, store.seq), expected, "{check:?}");
    }
}

#[test]
fn an_idempotency_key_is_taken_once_and_each_for_itself() {
    let mut store = Store::default();
    for n in 1..=8 {
        assert!(!store.has_taken(n), "{n}");
        store.keep_key(n);
        assert!(store.has_taken(n), "{n}");
    }
}

#[test]
fn with_null_for_a_fence_nobody_is_let_in_unless_nothing_is_compared() {
    for check in CHECKS {
        for lock in ["etcd", "redis", "pg-outside"] {
            let setup = Setup {
                check,
                null_fence: true,
                clients: 1,
                ..Setup::new(Kind::named(lock).expect("a known lock"))
            };
            let (world, _) = wander(setup, &[0; 64], |_, _, _| {});
            let expected = match check {
                Check::None => (1, Some(Outcome::Finished)),
                _ => (0, Some(Outcome::Refused)),
            };
            let found = (world.ledgers[0].writes, world.clients[0].outcome);
            assert_eq!(found, expected, "{lock} {check:?}");
        }
    }
}

#[test]
fn whoever_asks_for_no_lock_writes_beside_its_holder() {
    let write = Plan::new(&[Step::Write]).expect("short enough");
    let mut setup = Setup::new(Kind::named("pg-inside").expect("a known lock"));
    setup.plans[1] = write;
    let mut world = World::new(setup);
    let go = [
        Action::Go(0),
        Action::AtLock(0),
        Action::FromLock(0),
        Action::Go(1),
        Action::AtStorage(1),
    ];
    go.into_iter().for_each(|action| world.apply(action));
    assert_eq!(world.holder().map(|(client, _)| client), Some(0));
    assert_eq!((world.ledgers[0].writes, world.stores[0].writer), (1, 2));
}

#[test]
fn names_are_found_again() {
    for kind in Kind::all() {
        assert_eq!(Kind::named(kind.protocol().id()), Some(kind));
    }
    for fault in Fault::MATRIX.into_iter().chain(Fault::STORAGE) {
        assert_eq!(Fault::named(fault.name()), Some(fault));
        assert!(!fault.reason().is_empty());
    }
    for (name, check) in Check::NAMES {
        assert_eq!(check.name(), name);
    }
}
