//! The walk itself: breadth first, with `progress` judged on the way.

use std::collections::HashSet;
use std::ops::ControlFlow;

use foldhash::quality::FixedState;

use super::super::client::{Outcome, Process};
use super::super::fault::Fault;
use super::super::property::Property;
use super::super::storage::Check;
use super::super::timing::service_is_gone;
use super::super::world::{Action, Setup, World};
use super::seen::{Frontier, Seen, fingerprint, pack};
use super::{Budget, Finding, Report, cannot_strike, steps};

/// How many states are taken up between two looks at whether to go on.
const STRIDE: u32 = 4_096;

/// Properties that a single step can break.
const OF_STEPS: [Property; 3] = [
    Property::ExclusiveGrants,
    Property::OrderedWrites,
    Property::NoLostUpdate,
];

pub(super) struct Walk {
    setup: Setup,
    budget: Budget,
    seen: Seen,
    frontier: Frontier,
    buffer: Vec<u8>,
    /// The first state in which each property was found broken.
    found: [Option<u32>; 4],
    /// Fingerprints of states from which somebody can still finish.
    can_finish: HashSet<u64, FixedState>,
}

impl Walk {
    pub(super) fn new(setup: Setup, budget: Budget) -> Self {
        Self {
            setup,
            budget,
            seen: Seen::default(),
            frontier: Frontier::default(),
            buffer: Vec::new(),
            found: [None; 4],
            can_finish: HashSet::default(),
        }
    }

    pub(super) fn run(mut self, mut progress: impl FnMut(usize) -> ControlFlow<()>) -> Report {
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
        self.meet(&World::new(self.setup), 0, 0);
        let mut actions = Vec::new();
        let mut number = 0;
        while let Some(world) = self.frontier.pop(self.setup) {
            let spent = self.seen.len() > self.budget.states || self.bytes() > self.budget.bytes;
            if spent || number % STRIDE == 0 && progress(self.seen.len()).is_break() {
                return self.report(false);
            }
            steps(&world, &mut actions);
            self.judge_progress(&world, number, &actions);
            for (choice, action) in actions.iter().enumerate() {
                let mut after = world;
                after.apply(*action);
                self.meet(&after, number, choice as u8);
            }
            number += 1;
        }
        self.report(true)
    }

    fn bytes(&self) -> usize {
        self.seen.bytes() + self.frontier.bytes() + self.can_finish.capacity() * 9
    }

    /// Come to a state; if it is new, look at it and put it in line.
    fn meet(&mut self, world: &World, parent: u32, choice: u8) {
        let packed = pack(world, &mut self.buffer);
        let Some(number) = self.seen.add(fingerprint(packed), parent, choice) else {
            return;
        };
        self.frontier.push(packed);
        for property in OF_STEPS
            .into_iter()
            .filter(|property| world.broken(*property))
        {
            self.found[property as usize].get_or_insert(number);
        }
    }

    /// `progress` is broken in a state in which the fault may be over now, or never is, and nobody whom it did not
    /// strike can finish: by steps and messages alone if it may be over, and else by letting any time pass.
    fn judge_progress(&mut self, world: &World, number: u32, actions: &[Action]) {
        let may_end = actions
            .iter()
            .any(|action| matches!(action, Action::Cease(..)));
        let never_ends = never_over(world);
        if self.found[Property::Progress as usize].is_none()
            && (may_end || never_ends)
            && !self.can_finish.contains(&self.seen.print(number))
            && !self.someone_finishes(world, never_ends)
        {
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
            let print = fingerprint(pack(&here, &mut self.buffer));
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

    fn report(mut self, complete: bool) -> Report {
        let mute = self.setup.lock.protocol().token().is_none() && self.setup.check != Check::None;
        let findings = Property::ALL.map(|property| {
            if mute && matches!(property, Property::OrderedWrites | Property::NoLostUpdate) {
                return Finding::NoToken;
            }
            match self.found[property as usize] {
                Some(state) if property == Property::Progress => {
                    Finding::Violated(self.standstill(state))
                }
                Some(state) => Finding::Violated(replay(self.setup, &self.seen.way_to(state)).0),
                None if complete => Finding::Holds,
                None => Finding::Unknown,
            }
        });
        Report {
            setup: self.setup,
            states: self.seen.len(),
            complete,
            findings,
        }
    }

    /// The way to a state from which nobody can finish, and on until nothing new happens, so that it can be seen. Time
    /// may pass on the way where that would not help either.
    fn standstill(&mut self, state: u32) -> Vec<Action> {
        let (mut path, mut world) = replay(self.setup, &self.seen.way_to(state));
        let waits = never_over(&world) || !self.someone_finishes(&world, true);
        let mut met = HashSet::from([world]);
        let mut actions = Vec::new();
        loop {
            steps(&world, &mut actions);
            let new = |action: &Action| {
                let mut after = world;
                after.apply(*action);
                met.insert(after).then_some((*action, after))
            };
            let mut within = actions
                .iter()
                .filter(|action| within_fault(**action, waits));
            let Some((action, after)) = within.find_map(new) else {
                return path;
            };
            path.push(action);
            world = after;
        }
    }
}

/// Turn choices into steps, and the state that they lead to.
fn replay(setup: Setup, way: &[u8]) -> (Vec<Action>, World) {
    let mut world = World::new(setup);
    let mut actions = Vec::new();
    let path = way
        .iter()
        .filter_map(|choice| {
            steps(&world, &mut actions);
            let action = *actions.get(usize::from(*choice))?;
            world.apply(action);
            Some(action)
        })
        .collect();
    (path, world)
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
