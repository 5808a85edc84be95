//! The explorer against stateright: the same number of states, the same verdicts.

#[path = "support/stateright_world.rs"]
mod stateright_world;

use std::ops::ControlFlow;

use stateright::{Checker, Model};
use stateright_world::Checked;
use token34::fencing::explore::{Budget, Finding, cell, explore};
use token34::fencing::fault::Fault;
use token34::fencing::lock::Kind;
use token34::fencing::property::Property;
use token34::fencing::world::Setup;

const SAFETY: [Property; 3] = [
    Property::ExclusiveGrants,
    Property::OrderedWrites,
    Property::NoLostUpdate,
];

#[test]
fn stateright_finds_the_same_states_and_the_same_faults() {
    let faults = [
        Fault::Pause,
        Fault::VmSuspend,
        Fault::Restart,
        Fault::StaleDelete,
        Fault::Failover,
    ];
    // Redlock's spaces are large; one of them is enough here.
    let small = Kind::all().filter(|kind| kind.protocol().nodes() < 5);
    let cells = small.flat_map(|lock| faults.map(|fault| (lock, fault)));
    let redlock = Kind::named("redlock").map(|lock| (lock, Fault::DelayedWrite));
    for (lock, fault) in cells.chain(redlock) {
        let setup = cell(Setup::new(lock), Some(fault));
        let ours = explore(setup, Budget::default(), |_| ControlFlow::Continue(()));
        if *ours.finding(Property::Progress) == Finding::NotApplicable {
            continue;
        }
        let theirs = Checked(setup).checker().spawn_bfs().join();
        assert_eq!(
            ours.states,
            theirs.unique_state_count(),
            "{lock:?} × {fault:?}"
        );
        let found = theirs.discoveries();
        for property in SAFETY {
            let path = found.get(property.name());
            match ours.finding(property) {
                Finding::Violated(steps) => {
                    let path = path.unwrap_or_else(|| {
                        panic!("{lock:?} × {fault:?}: only we break {property:?}")
                    });
                    // It keeps the last one that it met, which need not be the shortest.
                    let theirs = path.clone().into_actions().len();
                    assert!(
                        steps.len() <= theirs,
                        "{lock:?} × {fault:?}: {} steps, stateright {theirs}",
                        steps.len()
                    );
                }
                _ => assert!(
                    path.is_none(),
                    "{lock:?} × {fault:?}: only stateright breaks {property:?}"
                ),
            }
        }
    }
}
