//! Whether somebody can still finish: what the property `progress` asks of a state.

use std::collections::HashSet;

use foldhash::quality::FixedState;

use super::super::client::{Outcome, Process};
use super::super::fault::Fault;
use super::super::timing::service_is_gone;
use super::super::world::{Action, World};
use super::seen::{fingerprint, pack};
use super::steps;

/// A state of the path that is being followed.
struct Visit {
    world: World,
    print: u64,
    /// Where its steps begin in the list.
    begin: usize,
}

/// Remembers from where somebody finishes, so that the next state need not be followed to the end.
#[derive(Default)]
pub(super) struct Judge {
    can_finish: HashSet<u64, FixedState>,
    // Used again for each state.
    met: HashSet<u64, FixedState>,
    path: Vec<Visit>,
    /// Steps that may be taken from the states of the path, those of the last one at the end.
    ahead: Vec<Action>,
    actions: Vec<Action>,
    buffer: Vec<u8>,
}

impl Judge {
    /// Bytes that its memory takes.
    pub(super) fn bytes(&self) -> usize {
        (self.can_finish.capacity() + self.met.capacity()) * 9
    }

    /// `progress` is broken in a state in which the fault may be over now, or never is, and nobody whom it did not
    /// strike can finish: by steps and messages alone if it may be over, and else by letting any time pass.
    ///
    /// `actions` are the timely steps from here.
    pub(super) fn stands_still(&mut self, world: &World, print: u64, actions: &[Action]) -> bool {
        let may_end = actions
            .iter()
            .any(|action| matches!(action, Action::Cease(..)));
        let never_ends = never_over(world);
        (may_end || never_ends)
            && !self.can_finish.contains(&print)
            && !self.someone_finishes(world, never_ends)
    }

    /// Whether somebody who was not struck can come to a good end from here while the fault is in force.
    pub(super) fn someone_finishes(&mut self, world: &World, waits: bool) -> bool {
        self.met.clear();
        self.path.clear();
        self.ahead.clear();
        let mut here = *world;
        loop {
            if self.visit(here, waits) {
                // Where there is no room to remember it, it is found out again.
                if self.can_finish.try_reserve(self.path.len()).is_ok() {
                    let path = self.path.iter().map(|visit| visit.print);
                    self.can_finish.extend(path);
                }
                return true;
            }
            // Go on from the last state that has a step left.
            while self
                .path
                .pop_if(|last| last.begin == self.ahead.len())
                .is_some()
            {}
            let (Some(last), Some(action)) = (self.path.last(), self.ahead.pop()) else {
                return false;
            };
            here = last.world;
            here.apply(action);
        }
    }

    /// Come to a state; true if somebody finishes in it or is known to from it.
    fn visit(&mut self, world: World, waits: bool) -> bool {
        let print = fingerprint(pack(&world, &mut self.buffer));
        if unharmed_finished(&world) || self.can_finish.contains(&print) {
            return true;
        }
        if self.met.insert(print) {
            steps(&world, &mut self.actions);
            let begin = self.ahead.len();
            let within = |action: &Action| within_fault(*action, waits);
            let actions = self.actions.iter().rev().copied();
            self.ahead.extend(actions.filter(within));
            self.path.push(Visit {
                world,
                print,
                begin,
            });
        }
        false
    }
}

/// Nothing will end the fault; and as long as none has struck, none is what keeps them from finishing.
pub(super) fn never_over(world: &World) -> bool {
    world.struck.is_empty() || world.in_force.has(Fault::ClientCrash) || service_is_gone(world)
}

/// Steps that can be taken while the fault lasts; `waits` allows those that only time brings.
pub(super) fn within_fault(action: Action, waits: bool) -> bool {
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
