//! The walk itself: breadth first, with `progress` judged on the way.

use std::collections::HashSet;
use std::num::NonZeroUsize;
use std::ops::{ControlFlow, RangeInclusive};

use super::super::property::Property;
use super::super::storage::Check;
use super::super::world::{Action, Setup, World};
use super::expand::{Expander, Successor, Taken};
use super::judge::{Judge, never_over, within_fault};
use super::seen::{Frontier, NoRoom, Seen, fingerprint, pack};
use super::{Budget, Finding, Report, cannot_strike, steps};

/// How many states are taken up between two looks at whether to go on.
const STRIDE: u32 = 4_096;

/// How many states a thread takes up before what it found is settled: one that is alone few, so that what is found
/// takes little room in the meantime; of many each enough to be worth a thread.
const ALONE: usize = 32;
const SHARE: RangeInclusive<usize> = 32..=1_024;

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
    /// The first state in which each property was found broken.
    found: [Option<u32>; 4],
    /// One for each thread.
    expanders: Vec<Expander>,
    /// States whose successors are known.
    done: u32,
}

impl Walk {
    pub(super) fn new(threads: NonZeroUsize, setup: Setup, budget: Budget) -> Self {
        let mut expanders = Vec::new();
        expanders.resize_with(threads.get(), Expander::default);
        Self {
            setup,
            budget,
            seen: Seen::default(),
            frontier: Frontier::default(),
            found: [None; 4],
            expanders,
            done: 0,
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
        let start = World::new(self.setup);
        let mut buffer = Vec::new();
        let packed = pack(&start, &mut buffer);
        self.seen.add(fingerprint(packed), 0, 0);
        self.frontier.push(packed);
        while self.frontier.waiting() > 0 {
            let mut expanders = std::mem::take(&mut self.expanders);
            let used = self.expand(&mut expanders);
            let settled = self.settle(&expanders[..used], &mut progress);
            self.expanders = expanders;
            if settled.is_break() {
                // The ways to what was found need room, and none may be left.
                self.frontier = Frontier::default();
                self.expanders = Vec::new();
                return self.report(false);
            }
        }
        self.report(true)
    }

    /// Take the steps of the first in line, on as many threads as that is worth. Says how many it was.
    fn expand(&mut self, expanders: &mut [Expander]) -> usize {
        let most = match expanders.len() {
            1 => ALONE,
            threads => (self.frontier.waiting() / threads).clamp(*SHARE.start(), *SHARE.end()),
        };
        let mut first = self.done;
        let mut work = Vec::new();
        for expander in expanders {
            let share = self.frontier.take(most);
            if share.states == 0 {
                break;
            }
            let numbers = first..first + share.states as u32;
            first = numbers.end;
            work.push((expander, numbers, share));
        }
        let used = work.len();
        let judges_progress = self.found[Property::Progress as usize].is_none();
        let (frontier, seen, setup) = (&self.frontier, &self.seen, self.setup);
        let expand = |(expander, numbers, share): (&mut Expander, _, _)| {
            let states = frontier.worlds(setup, &share);
            expander.expand(numbers, states, seen, judges_progress);
        };
        std::thread::scope(|scope| {
            let own = work.pop();
            for others in work {
                scope.spawn(|| expand(others));
            }
            own.map(expand)
        });
        used
    }

    /// Number what was come to, in the order of the states that it was come to from.
    fn settle(
        &mut self,
        expanders: &[Expander],
        progress: &mut impl FnMut(usize) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        let lent = expanders.iter().map(Expander::bytes).sum::<usize>();
        for (taken, successors) in expanders.iter().flat_map(Expander::parents) {
            let bytes = self.seen.bytes() + self.frontier.bytes() + lent;
            if self.seen.len() > self.budget.states || bytes > self.budget.bytes {
                return ControlFlow::Break(());
            }
            // A system that has less to give than the budget allows ends the walk as a spent budget does.
            if self.make_room(&taken).is_err() {
                return ControlFlow::Break(());
            }
            if self.done.is_multiple_of(STRIDE) {
                progress(self.seen.len())?;
            }
            if taken.stands_still {
                self.found[Property::Progress as usize].get_or_insert(self.done);
            }
            for (successor, packed) in successors {
                self.meet(successor, packed);
            }
            self.done += 1;
        }
        ControlFlow::Continue(())
    }

    /// Room for what a state leads to.
    fn make_room(&mut self, taken: &Taken) -> Result<(), NoRoom> {
        self.seen.reserve(taken.successors)?;
        self.frontier.reserve(taken.successors, taken.bytes)
    }

    /// Come to a state from the one that is being settled; if it is new, put it in line.
    fn meet(&mut self, state: &Successor, packed: &[u8]) {
        let Some(number) = self.seen.add(state.print, self.done, state.choice) else {
            return;
        };
        self.frontier.push(packed);
        for property in OF_STEPS {
            if state.broken & 1 << property as u8 != 0 {
                self.found[property as usize].get_or_insert(number);
            }
        }
    }

    fn report(self, complete: bool) -> Report {
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
    fn standstill(&self, state: u32) -> Vec<Action> {
        let (mut path, mut world) = replay(self.setup, &self.seen.way_to(state));
        let waits = never_over(&world) || !Judge::default().someone_finishes(&world, true);
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
