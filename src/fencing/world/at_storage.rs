//! What happens at storage, and what a client makes of its answer.

use super::super::client::{Ask, Outcome, UNREAD};
use super::super::fault::Fault;
use super::super::property::Property;
use super::super::storage::{Check, Write};
use super::World;

impl World {
    /// Where a client's operations go: its resource, or the database server that its session is with.
    pub(in crate::fencing) fn store_of(&self, c: usize) -> usize {
        usize::from(if self.inside() {
            self.clients[c].node
        } else {
            self.setup.plans[c].resource
        })
    }

    pub(super) fn at_storage(&mut self, c: usize) {
        let client = self.clients[c];
        self.clients[c].ask = if self.inside() && client.session_over {
            Ask::NoSession
        } else if client.ask == Ask::Read {
            self.read(c)
        } else {
            self.write(c, client.write())
        };
    }

    /// Whether the check lets an operation in. With NULL no comparison is true.
    fn admits(&self, c: usize, token: u16, n: u8) -> bool {
        let (check, null) = (self.setup.check, self.setup.null_fence);
        let compares = check != Check::None && token > 0;
        !(null && compares) && self.stores[self.store_of(c)].admits(check, token, n)
    }

    /// Whether storage has taken an operation with the same key already.
    pub(in crate::fencing) fn repeats(&self, c: usize, n: u8) -> bool {
        self.setup.idempotency_key && self.stores[self.store_of(c)].has_taken(n)
    }

    pub(super) fn read(&mut self, c: usize) -> Ask {
        let (client, check) = (self.clients[c], self.setup.check);
        let refused = self.setup.fence_on_read && !self.admits(c, client.token, client.seq);
        let at = self.store_of(c);
        let store = &mut self.stores[at];
        if refused {
            return Ask::Refused;
        }
        if self.setup.fence_on_read {
            store.raise(check, client.token, client.seq);
        }
        Ask::Value(store.version)
    }

    pub(super) fn write(&mut self, c: usize, write: Write) -> Ask {
        let (check, at) = (self.setup.check, self.store_of(c));
        if self.repeats(c, write.n) {
            return Ask::Accepted(self.stores[at].version);
        }
        if !write.compared {
            if !self.admits(c, write.token, write.n) {
                return Ask::Refused;
            }
            if check == Check::SelectThenUpdate {
                return Ask::Passed;
            }
        }
        let ledger = &mut self.ledgers[usize::from(self.setup.plans[c].resource)];
        let store = &mut self.stores[at];
        let went_back = write.order < ledger.newest;
        let same_again = (ledger.last, ledger.last_n) == (write.order, write.n);
        let replaced = write.base != UNREAD && write.base != ledger.writes && !same_again;
        ledger.writes += 1;
        (ledger.last, ledger.last_n) = (write.order, write.n);
        ledger.newest = ledger.newest.max(write.order);
        store.raise(check, write.token, write.n);
        if self.setup.idempotency_key {
            store.keep_key(write.n);
        }
        (store.version, store.writer) = (ledger.writes, c as u8 + 1);
        let number = ledger.writes;
        if went_back {
            self.break_property(Property::OrderedWrites);
        }
        if replaced {
            self.break_property(Property::NoLostUpdate);
        }
        Ask::Accepted(number)
    }

    pub(super) fn hear_storage(&mut self, c: usize) {
        let release = self.setup.plans[c].release_after(self.clients[c].step);
        let client = &mut self.clients[c];
        if client.done {
            // It has stopped meanwhile; the answer makes no difference to it.
            client.ask = Ask::Idle;
            return;
        }
        match std::mem::take(&mut client.ask) {
            Ask::Value(version) => {
                client.base = version;
                client.step += 1;
            }
            Ask::Accepted(number) => {
                client.base = number;
                client.step += 1;
            }
            Ask::Refused => {
                client.believes = false;
                client.outcome = Some(Outcome::Refused);
                client.step = release;
            }
            Ask::NoSession => client.stop(),
            other => client.ask = other,
        }
        self.end_of_plan(c);
    }

    pub(super) fn give_up(&mut self, c: usize) {
        if self.setup.retries {
            self.clients[c].ask = Ask::Write;
            return;
        }
        let release = self.setup.plans[c].release_after(self.clients[c].step);
        let client = &mut self.clients[c];
        client.ask = Ask::Idle;
        client.outcome = Some(Outcome::GaveUp);
        client.step = release;
        if self.inside() {
            // The write is ahead of any release in the same connection: giving up means closing it.
            self.end_session(c);
            self.clients[c].done = true;
            self.clients[c].believes = false;
        }
        self.end_of_plan(c);
    }

    pub(super) fn late_write(&mut self, c: usize) {
        let Some(write) = self.clients[c].held.take() else {
            return;
        };
        let lands = !(self.inside() && self.clients[c].session_over);
        if lands && self.write(c, write) == Ask::Passed {
            self.clients[c].held = Some(Write {
                compared: true,
                ..write
            });
            return;
        }
        self.in_force = self.in_force.without(Fault::DelayedWrite);
    }
}
