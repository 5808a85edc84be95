//! Who can finish, and who is kept out for as long as a fault lasts.

#![allow(
    clippy::expect_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod walk;

use token34::fencing::explore::Finding;
use token34::fencing::fault::Fault;
use token34::fencing::property::Property;
use token34::fencing::storage::Check;
use walk::walk;

#[test]
fn a_lock_without_an_expiry_outlives_its_holder() {
    for (lock, expected) in [
        ("redis-no-ttl", false),
        ("redis-setnx-expire", false),
        ("redis", true),
        ("pg-inside", true),
    ] {
        let report = walk(lock, Some(Fault::ClientCrash), Check::None, false);
        assert_eq!(
            *report.finding(Property::Progress) == Finding::Holds,
            expected,
            "{lock}"
        );
    }
}

#[test]
fn a_key_that_never_ends_keeps_everybody_out_however_its_holder_stops() {
    for fault in [Fault::Pause, Fault::VmSuspend, Fault::ClientCrash] {
        let report = walk("redis-no-ttl", Some(fault), Check::None, false);
        let finding = report.finding(Property::Progress);
        assert!(matches!(finding, Finding::Violated(_)), "{fault:?}");
    }
    let stale = walk("redis-no-ttl", Some(Fault::StaleDelete), Check::None, false);
    assert_eq!(*stale.finding(Property::Progress), Finding::NotApplicable);
}

#[test]
fn who_raises_first_and_compares_strictly_gets_nothing_done_whatever_strikes() {
    for lock in ["redis", "etcd", "zookeeper", "pg-inside", "pg-outside"] {
        let faults = Fault::MATRIX.into_iter().chain(Fault::STORAGE).map(Some);
        for fault in faults.chain([None]) {
            let report = walk(lock, fault, Check::Strict, true);
            let finding = report.finding(Property::Progress);
            assert!(
                matches!(finding, Finding::Violated(_) | Finding::NotApplicable),
                "{lock} {fault:?}: {finding:?}"
            );
        }
    }
}
