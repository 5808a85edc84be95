//! Every path: walk all schedules of a small world, breadth first, and say what was found.
//!
//! The explorer steps the same [`World`] that a timeline steps, in every order that [`timely`] allows. States are told
//! apart by a 64-bit fingerprint, so that a state costs some twenty bytes once its successors are known; with a
//! million states the chance that two of them share a fingerprint, and one is missed, is about one in 40 million.
//! Breadth first means that a counterexample is as short as any. A budget that is spent gives `unknown`, never `holds`.

mod expand;
mod judge;
mod pack;
mod seen;
mod walk;
pub mod way;

use std::num::NonZeroUsize;
use std::ops::ControlFlow;

use super::fault::Fault;
use super::lock::Failover;
use super::property::Property;
use super::storage::Check;
use super::timing::timely;
use super::world::{Action, Setup, World};

/// What an exploration says of one property.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Finding {
    /// No schedule breaks it: the whole space was walked.
    Holds,
    /// The shortest schedule that breaks it.
    Violated(Vec<Action>),
    /// The budget was spent before the space was, and nothing was found so far.
    Unknown,
    /// The lock issues no token, so there is nothing to check it by.
    NoToken,
    /// The fault cannot strike this kind of lock.
    NotApplicable,
}

impl Finding {
    /// The stable name.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated(_) => "violated",
            Self::Unknown => "unknown",
            Self::NoToken => "no-token",
            Self::NotApplicable => "not-applicable",
        }
    }
}

/// What an exploration found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Report {
    /// What was explored.
    pub setup: Setup,
    /// Different states that were reached.
    pub states: usize,
    /// Whether these are all.
    pub complete: bool,
    /// A finding for each property, in the order of [`Property::ALL`].
    pub findings: [Finding; 4],
}

impl Report {
    /// The same space under another check, for a lock without a token: what the check would decide, nobody can say.
    pub(super) fn without_token(&self, check: Check) -> Self {
        let mut report = self.clone();
        report.setup.check = check;
        for property in [Property::OrderedWrites, Property::NoLostUpdate] {
            if report.findings[property as usize] != Finding::NotApplicable {
                report.findings[property as usize] = Finding::NoToken;
            }
        }
        report
    }

    /// The finding on one property.
    pub fn finding(&self, property: Property) -> &Finding {
        &self.findings[property as usize]
    }
}

/// How much an exploration may take.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Budget {
    /// The most states to tell apart.
    pub states: usize,
    /// The most bytes to keep them in.
    pub bytes: usize,
}

impl Default for Budget {
    /// Five million states, and a gibibyte, of which those take some 150 MB.
    fn default() -> Self {
        Self {
            states: 5_000_000,
            bytes: 1 << 30,
        }
    }
}

/// Walk every timely schedule of this setup, on this thread.
///
/// `progress` is called now and then with the number of states so far, and can break the walk off.
pub fn explore(
    setup: Setup,
    budget: Budget,
    progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Report {
    explore_on(NonZeroUsize::MIN, setup, budget, progress)
}

/// The same on many threads. What is found does not depend on how many.
pub fn explore_on(
    threads: NonZeroUsize,
    setup: Setup,
    budget: Budget,
    progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Report {
    walk::Walk::new(threads, setup, budget).run(progress)
}

/// The setup of a cell of the matrix: two clients, each acquire, read, write, release, and one fault
/// or several, each of which strikes once at most.
pub fn cell(mut setup: Setup, faults: impl IntoIterator<Item = Fault>) -> Setup {
    setup.faults = faults.into_iter().collect();
    if [Fault::StaleDelete, Fault::StaleRelease]
        .into_iter()
        .any(|stale| setup.faults.has(stale))
    {
        // To delete somebody else's lock does harm when a third grant follows, so clients come a second time.
        setup.plans.iter_mut().for_each(|plan| plan.rounds = 2);
    }
    let uses_what_lags = setup.faults.has(Fault::Failover) || setup.faults.has(Fault::Restart);
    if setup.lock.protocol().lags() && uses_what_lags {
        // A follower or a disk may be behind from the start, so that a token not only comes twice but goes back.
        setup.lag = 1;
    }
    setup
}

/// Whether a fault has nothing to strike in this kind of lock.
fn cannot_strike(setup: &Setup, fault: Fault) -> bool {
    let protocol = setup.lock.protocol();
    match fault {
        Fault::Failover => protocol.failover() == Failover::NoLeader,
        Fault::StaleDelete => !protocol.has_own_or_plain_delete(fault),
        _ => false,
    }
}

/// The timely steps from a state, in a fixed order.
pub fn steps(world: &World, out: &mut Vec<Action>) {
    world.possible(out);
    out.retain(|action| timely(world, *action));
}
