//! The matrix, cell by cell, against what is known of these locks.
//!
//! The expected cells are written as the lesson's reference writes them: `exclusive-grants` / `ordered-writes` without
//! a check / `ordered-writes` with `at-least`. S: no schedule breaks it, U: some schedule does, N: the others make no
//! progress while the fault lasts, -: there is no token, n/a: the fault has nothing to strike.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::sync::atomic::AtomicBool;

use token34::fencing::explore::{Budget, Finding, Report};
use token34::fencing::fault::Fault;
use token34::fencing::lock::Kind;
use token34::fencing::matrix::{Cell, explore_all};
use token34::fencing::property::Property;
use token34::fencing::recorder::{Heading, Recorder};

const LOCKS: [&str; 7] = [
    "redis",
    "redis-replica",
    "redlock",
    "etcd",
    "zookeeper",
    "pg-inside",
    "pg-outside",
];

#[rustfmt::skip]
const ORACLE: [(&str, [&str; 7]); 14] = [
    //                    redis      redis-replica redlock    etcd       zookeeper  pg-inside  pg-outside
    ("pause",             ["S/U/S",   "S/U/S",   "S/U/-",   "S/U/S",   "S/U/S",   "S/S/S N", "S/S/S N"]),
    ("vm-suspend",        ["S/U/S",   "S/U/S",   "U/U/-",   "S/U/S",   "S/U/S",   "S/S/S",   "S/U/S"]),
    ("server-clock-jump", ["U/U/S",   "U/U/S",   "U/U/-",   "S/S/S",   "S/S/S",   "S/S/S",   "S/S/S"]),
    ("client-clock-back", ["S/S/S",   "S/S/S",   "S/S/-",   "S/S/S",   "S/S/S",   "S/S/S",   "S/S/S"]),
    ("partition-lock",    ["S/U/S",   "S/U/S",   "S/U/-",   "S/U/S",   "S/U/S",   "S/S/S N", "S/U/S N"]),
    ("partition-storage", ["S/S/S N", "S/S/S N", "S/S/- N", "S/S/S N", "S/S/S N", "S/S/S N", "S/S/S N"]),
    ("failover",          ["S/S/S N", "U/U/U",   "n/a",     "S/S/S N", "S/S/S N", "U/U/U",   "U/U/U"]),
    ("restart",           ["U/U/U N", "U/U/U N", "U/U/-",   "S/S/S N", "S/S/S N", "S/S/S N", "S/U/S N"]),
    ("restart-empty",     ["U/U/U N", "U/U/U N", "U/U/-",   "U/U/U N", "U/U/U N", "S/S/S N", "S/U/U N"]),
    ("lock-down",         ["S/S/S N", "S/S/S N", "S/S/- N", "S/S/S N", "S/S/S N", "S/S/S N", "S/S/S N"]),
    ("delayed-write",     ["S/U/S",   "S/U/S",   "S/U/-",   "S/U/S",   "S/U/S",   "S/S/S",   "S/U/S"]),
    ("client-crash",      ["S/S/S",   "S/S/S",   "S/S/-",   "S/S/S",   "S/S/S",   "S/S/S",   "S/S/S"]),
    ("stale-delete",      ["U/U/S",   "U/U/S",   "U/U/-",   "S/S/S",   "S/S/S",   "n/a",     "n/a"]),
    ("stale-release",     ["S/S/S",   "S/S/S",   "S/S/-",   "S/S/S",   "S/S/S",   "S/S/S",   "S/S/S"]),
];

/// Every report, explored now, on two threads.
fn explored() -> Vec<Report> {
    let cells = Cell::all();
    explore_all(
        &cells,
        Budget::default(),
        2,
        &AtomicBool::new(false),
        |_, _| {},
    )
    .into_iter()
    .map(|report| report.expect("nothing stopped it"))
    .collect()
}

fn mark(finding: &Finding) -> &'static str {
    match finding {
        Finding::Holds => "S",
        Finding::Violated(_) => "U",
        Finding::NoToken => "-",
        Finding::NotApplicable => "n/a",
        Finding::Unknown => "?",
    }
}

/// The cell as the oracle writes it, from the run without a check and the one with `at-least`.
fn written(unchecked: &Report, checked: &Report) -> String {
    if *unchecked.finding(Property::Progress) == Finding::NotApplicable {
        return "n/a".to_owned();
    }
    let mut cell = [
        mark(unchecked.finding(Property::ExclusiveGrants)),
        mark(unchecked.finding(Property::OrderedWrites)),
        mark(checked.finding(Property::OrderedWrites)),
    ]
    .join("/");
    let stuck =
        |report: &Report| matches!(report.finding(Property::Progress), Finding::Violated(_));
    assert_eq!(
        stuck(unchecked),
        stuck(checked),
        "the check makes no difference to progress"
    );
    if stuck(unchecked) {
        cell.push_str(" N");
    }
    cell
}

/// How the shortest run ends in which an older grant writes after a newer one, where there is one.
fn told(report: &Report) -> Option<String> {
    let Finding::Violated(path) = report.finding(Property::OrderedWrites) else {
        return None;
    };
    let clients = ["A", "B"].map(str::to_owned).to_vec();
    let heading = Heading {
        clients,
        ..Heading::default()
    };
    Some(Recorder::of_path(heading, report.setup, path).outcome)
}

#[test]
fn every_cell_comes_out_as_the_protocols_say() {
    let reports = explored();
    assert_eq!(
        Kind::matrix()
            .map(|kind| kind.protocol().id())
            .collect::<Vec<_>>(),
        LOCKS
    );
    assert_eq!(
        Fault::MATRIX.map(Fault::name),
        ORACLE.map(|(fault, _)| fault)
    );
    assert_eq!(
        reports.len(),
        ORACLE.len() * LOCKS.len() * 2,
        "no cell is skipped"
    );

    let mut wrong = Vec::new();
    let expected = ORACLE.iter().flat_map(|(fault, row)| {
        LOCKS
            .iter()
            .zip(row)
            .map(move |(lock, cell)| (fault, lock, cell))
    });
    for ((fault, lock, expected), pair) in expected.zip(reports.chunks(2)) {
        let [unchecked, checked] = pair else {
            panic!("a cell is two runs")
        };
        assert_eq!(unchecked.setup.lock.protocol().id(), *lock);
        assert!(
            unchecked.complete && checked.complete,
            "{fault} × {lock} was not walked to its end"
        );
        for said in [unchecked, checked].into_iter().filter_map(told) {
            let says =
                said.contains("an older grant has written") || said.contains("Two primaries");
            assert!(says, "{fault} × {lock}: {said}");
        }
        let given = written(unchecked, checked);
        if given != *expected {
            wrong.push(format!(
                "{fault} × {lock}: expected {expected}, found {given}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
