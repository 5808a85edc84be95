//! Every path: walk all schedules of a small world, breadth first, and say what was found.
//!
//! The explorer steps the same [`World`] that a timeline steps, in every order that [`timely`] allows. States are told
//! apart by a 64-bit fingerprint, so that a state costs some twenty bytes once its successors are known; with a
//! million states the chance that two of them share a fingerprint, and one is missed, is about one in 40 million.
//! Breadth first means that a counterexample is as short as any. A budget that is spent gives `unknown`, never `holds`.

use std::collections::HashSet;
use std::hash::BuildHasher;
use std::ops::ControlFlow;

use foldhash::quality::FixedState;
use hashbrown::HashTable;

use super::client::{Outcome, Process};
use super::fault::Fault;
use super::lock::Failover;
use super::property::Property;
use super::storage::Check;
use super::timing::{service_is_gone, timely};
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
}

impl Default for Budget {
    /// Five million states, some 100 MB and the states of two levels besides.
    fn default() -> Self {
        Self { states: 5_000_000 }
    }
}

/// Walk every timely schedule of this setup.
///
/// `progress` is called now and then with the number of states so far, and can break the walk off.
pub fn explore(
    setup: Setup,
    budget: Budget,
    progress: impl FnMut(usize) -> ControlFlow<()>,
) -> Report {
    Walk::new(setup, budget).run(progress)
}

/// The setup of a cell of the matrix: two clients, each acquire, read, write, release, and one fault.
pub fn cell(mut setup: Setup, fault: Option<Fault>) -> Setup {
    setup.faults = fault.into_iter().collect();
    if matches!(fault, Some(Fault::StaleDelete | Fault::StaleRelease)) {
        // To delete somebody else's lock does harm when a third grant follows, so clients come a second time.
        setup.plans.iter_mut().for_each(|plan| plan.rounds = 2);
    }
    setup
}

/// Whether a fault has nothing to strike in this kind of lock.
fn cannot_strike(setup: &Setup, fault: Fault) -> bool {
    let protocol = setup.lock.protocol();
    match fault {
        Fault::Failover => protocol.failover() == Failover::NoLeader,
        Fault::StaleDelete => !protocol.has_plain_delete(),
        _ => false,
    }
}

/// States as they are told apart, with the way to each.
struct Seen {
    table: HashTable<u32>,
    prints: Vec<u64>,
    parents: Vec<u32>,
    /// Which of the parent's timely steps led here.
    choices: Vec<u8>,
}

impl Seen {
    /// The number of a state that was not known yet.
    fn add(&mut self, print: u64, parent: u32, choice: u8) -> Option<u32> {
        let prints = &self.prints;
        let entry = self.table.entry(
            print,
            |i| prints[*i as usize] == print,
            |i| prints[*i as usize],
        );
        let hashbrown::hash_table::Entry::Vacant(place) = entry else {
            return None;
        };
        let number = prints.len() as u32;
        place.insert(number);
        self.prints.push(print);
        self.parents.push(parent);
        self.choices.push(choice);
        Some(number)
    }

    /// The choices that lead from the beginning to a state.
    fn way_to(&self, mut state: u32) -> Vec<u8> {
        let mut way = Vec::new();
        while state != 0 {
            way.push(self.choices[state as usize]);
            state = self.parents[state as usize];
        }
        way.reverse();
        way
    }
}

struct Walk {
    setup: Setup,
    budget: Budget,
    seen: Seen,
    found: [Option<u32>; 4],
    can_finish: HashSet<u64, FixedState>,
}

impl Walk {
    fn new(setup: Setup, budget: Budget) -> Self {
        let seen = Seen {
            table: HashTable::new(),
            prints: Vec::new(),
            parents: Vec::new(),
            choices: Vec::new(),
        };
        Self {
            setup,
            budget,
            seen,
            found: [None; 4],
            can_finish: HashSet::default(),
        }
    }

    fn run(mut self, mut progress: impl FnMut(usize) -> ControlFlow<()>) -> Report {
        if self
            .setup
            .faults
            .iter()
            .any(|fault| cannot_strike(&self.setup, fault))
        {
            let findings = [const { Finding::NotApplicable }; 4];
            return Report {
                setup: self.setup,
                states: 0,
                complete: true,
                findings,
            };
        }
        let first = World::new(self.setup);
        let (mut level, mut next) = (Vec::new(), Vec::new());
        if let Some(number) = self.seen.add(fingerprint(&first), 0, 0) {
            level.push((number, first));
        }
        let mut actions = Vec::new();
        let mut complete = true;
        'levels: while !level.is_empty() {
            for (i, (number, world)) in level.drain(..).enumerate() {
                if self.seen.prints.len() > self.budget.states
                    || i % 4096 == 0 && progress(self.seen.prints.len()).is_break()
                {
                    complete = false;
                    break 'levels;
                }
                steps(&world, &mut actions);
                self.judge_progress(&world, number, &actions);
                self.expand(&world, number, &actions, &mut next);
            }
            std::mem::swap(&mut level, &mut next);
        }
        self.report(complete)
    }

    fn expand(
        &mut self,
        world: &World,
        number: u32,
        actions: &[Action],
        next: &mut Vec<(u32, World)>,
    ) {
        for (choice, action) in actions.iter().enumerate() {
            let mut after = *world;
            after.apply(*action);
            if let Some(new) = self.seen.add(fingerprint(&after), number, choice as u8) {
                for property in [
                    Property::ExclusiveGrants,
                    Property::OrderedWrites,
                    Property::NoLostUpdate,
                ] {
                    if after.broken(property) {
                        self.found[property as usize].get_or_insert(new);
                    }
                }
                next.push((new, after));
            }
        }
    }

    /// `progress` is broken in a state in which the fault may be over now, or never is, and nobody whom it did not
    /// strike can finish: by steps and messages alone if it may be over, and else by letting any time pass.
    fn judge_progress(&mut self, world: &World, number: u32, actions: &[Action]) {
        if self.found[Property::Progress as usize].is_some() {
            return;
        }
        let waits = if never_over(world) {
            true
        } else if actions
            .iter()
            .any(|action| matches!(action, Action::Cease(..)))
        {
            false
        } else {
            return;
        };
        if !self.someone_finishes(world, waits) {
            self.found[Property::Progress as usize] = Some(number);
        }
    }

    /// Whether somebody who was not struck can come to a good end from here while the fault is in force.
    fn someone_finishes(&mut self, world: &World, waits: bool) -> bool {
        let mut met: HashSet<u64, FixedState> = HashSet::default();
        let mut stack = vec![(*world, 0_usize)];
        let mut path: Vec<u64> = Vec::new();
        let mut actions = Vec::new();
        while let Some((here, depth)) = stack.pop() {
            let print = fingerprint(&here);
            path.truncate(depth);
            if unharmed_finished(&here) || self.can_finish.contains(&print) {
                self.can_finish.extend(path);
                return true;
            }
            if !met.insert(print) {
                continue;
            }
            path.push(print);
            steps(&here, &mut actions);
            for action in actions
                .iter()
                .rev()
                .filter(|action| within_fault(**action, waits))
            {
                let mut after = here;
                after.apply(*action);
                stack.push((after, depth + 1));
            }
        }
        false
    }

    fn report(self, complete: bool) -> Report {
        let mute = self.setup.lock.protocol().token().is_none() && self.setup.check != Check::None;
        let findings = Property::ALL.map(|property| {
            if mute && matches!(property, Property::OrderedWrites | Property::NoLostUpdate) {
                return Finding::NoToken;
            }
            match self.found[property as usize] {
                Some(state) => {
                    let mut path = replay(self.setup, &self.seen.way_to(state));
                    if property == Property::Progress {
                        run_aground(self.setup, &mut path);
                    }
                    Finding::Violated(path)
                }
                None if complete => Finding::Holds,
                None => Finding::Unknown,
            }
        });
        Report {
            setup: self.setup,
            states: self.seen.prints.len(),
            complete,
            findings,
        }
    }
}

/// The timely steps from a state, in a fixed order.
pub fn steps(world: &World, out: &mut Vec<Action>) {
    world.possible(out);
    out.retain(|action| timely(world, *action));
}

/// Turn choices into steps.
fn replay(setup: Setup, way: &[u8]) -> Vec<Action> {
    let mut world = World::new(setup);
    let mut actions = Vec::new();
    way.iter()
        .filter_map(|choice| {
            steps(&world, &mut actions);
            let action = *actions.get(usize::from(*choice))?;
            world.apply(action);
            Some(action)
        })
        .collect()
}

/// Go on from where nobody can finish any more until nothing new happens, so that it can be seen.
fn run_aground(setup: Setup, path: &mut Vec<Action>) {
    let mut world = World::new(setup);
    path.iter().for_each(|action| world.apply(*action));
    let waits = never_over(&world);
    let mut met = HashSet::from([fingerprint(&world)]);
    let mut actions = Vec::new();
    loop {
        steps(&world, &mut actions);
        let next = actions
            .iter()
            .filter(|action| within_fault(**action, waits))
            .find_map(|action| {
                let mut after = world;
                after.apply(*action);
                met.insert(fingerprint(&after)).then_some((*action, after))
            });
        let Some((action, after)) = next else { return };
        path.push(action);
        world = after;
    }
}

/// Nothing will end the fault; without any fault, nothing will change what is.
fn never_over(world: &World) -> bool {
    world.setup.faults.is_empty()
        || world.in_force.has(Fault::ClientCrash)
        || service_is_gone(world)
}

/// Steps that can be taken while the fault lasts; `waits` allows those that only time brings.
fn within_fault(action: Action, waits: bool) -> bool {
    match action {
        Action::Strike(..) | Action::Cease(..) => false,
        Action::LeaseEnds(_) | Action::Reap(_) => waits,
        _ => true,
    }
}

/// A client that no fault keeps from its work has finished.
fn unharmed_finished(world: &World) -> bool {
    world.clients[..world.len()].iter().any(|client| {
        client.outcome == Some(Outcome::Finished)
            && client.process == Process::Running
            && !client.cut_lock
            && !client.cut_storage
    })
}

/// The fingerprint of a state: the same in every run.
pub fn fingerprint(world: &World) -> u64 {
    FixedState::with_seed(34).hash_one(world)
}
