//! Which steps are possible now.

use super::super::client::{Ask, Call, Process, Renewal};
use super::super::fault::Fault;
use super::super::fault_steps;
use super::super::lock::Lease;
use super::{Action, World};

impl World {
    /// Every step that is possible now, in a fixed order.
    pub fn possible(&self, out: &mut Vec<Action>) {
        out.clear();
        for c in 0..self.len() {
            self.possible_for(c, out);
        }
        let protocol = self.setup.lock.protocol();
        for n in 0..protocol.nodes() {
            if protocol.lags() && self.lag_matters() && self.behind(n) {
                out.push(Action::Sync(n as u8));
            }
        }
        fault_steps::possible(self, out);
    }

    fn possible_for(&self, c: usize, out: &mut Vec<Action>) {
        let client = &self.clients[c];
        let id = c as u8;
        let served = self.reaches_lock(c) && self.setup.lock.protocol().answers(self, c);
        if client.runs()
            && client.call == Call::Idle
            && client.ask == Ask::Idle
            && self.next_step(c).is_some()
        {
            out.push(Action::Go(id));
        }
        match client.call {
            Call::Sent(_) if served => out.push(Action::AtLock(id)),
            Call::Answered(_) if client.runs() && self.reaches_lock(c) => {
                out.push(Action::FromLock(id))
            }
            _ => {}
        }
        match client.ask {
            Ask::Idle => {}
            Ask::Read | Ask::Write if self.reaches_storage(c) => out.push(Action::AtStorage(id)),
            // It is at storage already: no path has to carry it there.
            Ask::Passed => out.push(Action::AtStorage(id)),
            Ask::Lost if client.runs() => out.push(Action::GiveUp(id)),
            Ask::Read | Ask::Write | Ask::Lost => {}
            _ if client.process == Process::Running && self.reaches_storage(c) => {
                out.push(Action::FromStorage(id))
            }
            _ => {}
        }
        if client.held.is_some() {
            out.push(Action::LateWrite(id));
        }
        self.possible_renewal(c, served, out);
        if client.runs() && client.believes && self.has_lost(c) && self.can_learn(c) {
            out.push(Action::Learns(id));
        }
        if self.setup.lock.protocol().lease_can_end(self, c) {
            out.push(Action::LeaseEnds(id));
        }
        if self.setup.lock.protocol().can_reap(self, c) {
            out.push(Action::Reap(id));
        }
    }

    fn possible_renewal(&self, c: usize, served: bool, out: &mut Vec<Action>) {
        let client = &self.clients[c];
        match client.renewal {
            Renewal::Idle if !self.setup.renewals || client.late => {}
            Renewal::Idle => {
                let wants = client.believes || matches!(client.call, Call::Queued { .. });
                if client.runs() && wants && self.setup.lock.protocol().lease().ends_by_itself() {
                    out.push(Action::Renew(c as u8));
                }
            }
            Renewal::Sent if served => out.push(Action::RenewAtLock(c as u8)),
            Renewal::Answered(_) if client.process == Process::Running && self.reaches_lock(c) => {
                out.push(Action::RenewBack(c as u8))
            }
            _ => {}
        }
    }

    /// The client holds nothing any more, whatever it thinks.
    fn has_lost(&self, c: usize) -> bool {
        !self.holds(c)
    }

    /// Its own clock tells it, or the service can.
    fn can_learn(&self, c: usize) -> bool {
        let protocol = self.setup.lock.protocol();
        if protocol.lease() == Lease::Session && !self.clients[c].session_over {
            // It ended its transaction itself, and the lock with it: nobody will tell it.
            return false;
        }
        protocol.learns_by_itself()
            || self.reaches_lock(c) && self.setup.lock.protocol().answers(self, c)
    }

    /// Whether it makes a difference that a follower or the disk is behind: a fault could still use what they have.
    fn lag_matters(&self) -> bool {
        [Fault::Failover, Fault::Restart].into_iter().any(|fault| {
            self.setup.faults.has(fault) && (!self.struck.has(fault) || self.in_force.has(fault))
        })
    }

    fn behind(&self, n: usize) -> bool {
        self.nodes[n].up && self.setup.lock.protocol().behind(self, n)
    }
}
