//! What is drawn from a seed, and the scenario that it is put into.

use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use crate::fencing::{
    client::{MAX_CLIENTS, MAX_STEPS, Plan, Step},
    fault::Fault,
    lock::Kind,
    scenario::Scenario,
    schedule::{FaultTime, Timing},
    storage::Check,
    timeline::Millis,
    world::Setup,
};

/// Times are drawn in steps of so many milliseconds.
const STEP: Millis = 500;
/// One way between a client and whom it talks to.
pub(super) const LATENCY: Millis = 250;

/// Who may take part.
const CASTS: [[&str; MAX_CLIENTS]; 8] = [
    ["A", "B", "C"],
    ["P", "Q", "R"],
    ["X", "Y", "Z"],
    ["K", "L", "M"],
    ["Red", "Green", "Blue"],
    ["Ash", "Elm", "Oak"],
    ["North", "East", "West"],
    ["Mars", "Venus", "Saturn"],
];

/// Everything that is drawn comes from here.
#[derive(Debug)]
pub(super) struct Draw {
    rng: ChaCha8Rng,
}

impl Draw {
    pub(super) fn new(seed: u32) -> Self {
        let rng = ChaCha8Rng::seed_from_u64(seed.into());
        Self { rng }
    }

    /// One of several, each as likely; there must be one.
    pub(super) fn one_of<'a, T>(&mut self, all: &'a [T]) -> &'a T {
        // As a u32, the same on machines of any word size.
        let count = u32::try_from(all.len()).unwrap_or(u32::MAX);
        &all[self.rng.random_range(0..count) as usize]
    }

    /// True in so many cases of a hundred.
    pub(super) fn chance(&mut self, percent: u32) -> bool {
        self.rng.random_range(0..100) < percent
    }

    /// A time from the first to the last of these, in half seconds.
    pub(super) fn time(&mut self, from: Millis, to: Millis) -> Millis {
        from + self.rng.random_range(0..=(to - from) / STEP) * STEP
    }

    /// Some of a list: at most so many, in their order.
    pub(super) fn some<T>(&mut self, mut list: Vec<T>, most: usize) -> Vec<T> {
        while list.len() > most {
            let count = u32::try_from(list.len()).unwrap_or(u32::MAX);
            list.remove(self.rng.random_range(0..count) as usize);
        }
        list
    }

    /// A kind of lock out of these names.
    pub(super) fn lock(&mut self, ids: &[&str]) -> Option<Kind> {
        let id: &&str = self.one_of(ids);
        Kind::named(id)
    }

    /// A scenario in which so many clients take part, and do nothing yet.
    pub(super) fn scenario(&mut self, lock: Kind, clients: u8, check: Check) -> Scenario {
        let cast = self.one_of(&CASTS);
        let names = cast.iter().take(clients.into());
        let setup = Setup {
            check,
            clients,
            renewals: true,
            next_token: self.rng.random_range(12..=980),
            ..Setup::new(lock)
        };
        Scenario {
            id: String::new(),
            title: String::new(),
            group: "Fresh from the world".to_owned(),
            summary: "The world invented this run, and its question.".to_owned(),
            clients: names.map(|name| (*name).to_owned()).collect(),
            setup,
            timing: Timing {
                ttl: [10_000; MAX_CLIENTS],
                renews: [true; MAX_CLIENTS],
                start: [0; MAX_CLIENTS],
                work: [[0; MAX_STEPS]; MAX_CLIENTS],
                latency_lock: LATENCY,
                latency_storage: LATENCY,
                retry: 1_000,
                timeout: 1_500,
                keepalive: 20_000,
                lag: 1_000,
                own_clock: false,
                faults: Vec::new(),
                until: 300_000,
            },
            captions: Vec::new(),
            expect: Vec::new(),
        }
    }
}

/// The third of those who take part beside this one.
pub(super) fn third(first: &str) -> &'static str {
    let own = CASTS.iter().find(|cast| cast[0] == first);
    own.map_or("C", |cast| cast[2])
}

/// What a client does, and when it sets out: each step with the work before it.
pub(super) fn acts(scenario: &mut Scenario, c: usize, start: Millis, steps: &[(Step, Millis)]) {
    let plan: Vec<Step> = steps.iter().map(|(step, _)| *step).collect();
    if let Some(plan) = Plan::new(&plan) {
        scenario.setup.plans[c] = plan;
    }
    scenario.timing.start[c] = start;
    for (work, (_, after)) in scenario.timing.work[c].iter_mut().zip(steps) {
        *work = *after;
    }
}

/// A fault that strikes.
pub(super) fn strikes(
    scenario: &mut Scenario,
    fault: Fault,
    target: u8,
    (at, lasts): (Millis, Millis),
    label: &str,
) {
    scenario.setup.faults = scenario.setup.faults.with(fault);
    scenario.timing.faults.push(FaultTime {
        fault,
        target,
        at,
        lasts,
        label: label.to_owned(),
    });
}

/// Acquire, read, write after so long, release after so long.
pub(super) fn work(write: Millis, release: Millis) -> [(Step, Millis); 4] {
    [
        (Step::Acquire, 0),
        (Step::Read, 0),
        (Step::Write, write),
        (Step::Release, release),
    ]
}
