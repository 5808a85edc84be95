//! The one transition system: which steps are possible now, and what each does.
//!
//! A [`World`] has no clock. "The lease ends" is a step like any other; *when* it may come is for a timeline
//! (which has times) or for [`super::timing`] (which has the rules of timely runs) to say. So the same
//! `apply` serves the animation, the knobs, the explorer and the questions.
//!
//! ```text
//!   client ──Go──▶ request ──AtLock──▶ lock service ──▶ answer ──FromLock──▶ client
//!   client ──Go──▶ read or write ──AtStorage──▶ storage ──▶ answer ──FromStorage──▶ client
//! ```

mod at_storage;
mod possible;

use std::hash::{Hash, Hasher};

use super::client::{
    Ask, Call, Client, MAX_CLIENTS, Outcome, Plan, Process, Renewal, Request, Step,
};
use super::fault::{Fault, FaultSet};
use super::lock::{Kind, MAX_NODES, Node};
use super::property::Property;
use super::storage::{Check, Ledger, Store};

/// What stays the same through a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Setup {
    /// The kind of lock.
    pub lock: Kind,
    /// What each client sets out to do.
    pub plans: [Plan; MAX_CLIENTS],
    /// How many clients there are.
    pub clients: u8,
    /// What storage compares.
    pub check: Check,
    /// Reads carry the token too, and raise the fence.
    pub fence_on_read: bool,
    /// The fence column is NULL until somebody sets it, or the row is missing: no comparison with it is true.
    pub null_fence: bool,
    /// Operations carry an idempotency key, the same whoever sends them: storage takes each key once.
    pub idempotency_key: bool,
    /// The first token that the service issues.
    pub next_token: u16,
    /// How far the counter of a follower or a disk is behind when the run begins, where that may be.
    pub lag: u16,
    /// Release with a delete that does not compare (Redis `DEL`).
    pub plain_delete: bool,
    /// A client whose turn has come reads its own key again before it believes (etcd, ZooKeeper).
    pub rereads: bool,
    /// A client that waited for storage in vain sends the same write again, instead of giving up.
    pub retries: bool,
    /// The lock ends with the transaction (PostgreSQL `pg_advisory_xact_lock`, row locks).
    pub ends_with_transaction: bool,
    /// Grants carry a token. Without, Redis is as documented: no `INCR` in the acquire script.
    pub tokens: bool,
    /// Renewals travel as messages. Without them a lease that can be renewed is taken to be renewed.
    pub renewals: bool,
    /// What may go wrong.
    pub faults: FaultSet,
}

impl Setup {
    /// Two clients that read, modify and write under this kind of lock; nothing goes wrong.
    pub fn new(lock: Kind) -> Self {
        Self {
            lock,
            plans: [Plan::default(); MAX_CLIENTS],
            clients: 2,
            check: Check::None,
            fence_on_read: false,
            null_fence: false,
            idempotency_key: false,
            next_token: 33,
            lag: 0,
            plain_delete: false,
            rereads: true,
            retries: false,
            ends_with_transaction: false,
            tokens: true,
            renewals: false,
            faults: FaultSet::default(),
        }
    }

    /// The last token that was issued before the run begins.
    pub fn last_token(&self) -> u16 {
        self.next_token.saturating_sub(1)
    }

    /// Where the counter of a service begins that has lost all of its data: below every token it has issued.
    pub fn first_count(&self) -> u16 {
        match self.lock.protocol().token() {
            Some(_) if self.tokens => 0,
            _ => self.last_token(),
        }
    }
}

/// A step that the world can take. Clients and nodes are named by their number.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// The client takes the next step of its plan.
    Go(u8),
    /// The client's request reaches the lock service, which acts on it.
    AtLock(u8),
    /// The service's answer reaches the client.
    FromLock(u8),
    /// The client's read or write reaches storage, which decides.
    AtStorage(u8),
    /// Storage's answer reaches the client.
    FromStorage(u8),
    /// The client's watchdog asks for its lease to be renewed.
    Renew(u8),
    /// The renewal reaches the lock service.
    RenewAtLock(u8),
    /// The answer to the renewal reaches the client.
    RenewBack(u8),
    /// The client gives up waiting for storage.
    GiveUp(u8),
    /// A write that was held up reaches storage.
    LateWrite(u8),
    /// The client finds out, by its own clock or from the service, that it has lost the lock.
    Learns(u8),
    /// The client's lease runs out in true time, and the service ends it.
    LeaseEnds(u8),
    /// The database gives up on a client's silent connection and ends its session.
    Reap(u8),
    /// A node's state reaches its follower or its disk.
    Sync(u8),
    /// A fault strikes; the number is the client's or the node's.
    Strike(Fault, u8),
    /// It is over.
    Cease(Fault, u8),
}

/// The state of everything.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct World {
    /// What stays the same.
    pub setup: Setup,
    /// The clients; only the first `setup.clients` take part.
    pub clients: [Client; MAX_CLIENTS],
    /// The nodes of the lock service.
    pub nodes: [Node; MAX_NODES],
    /// Copies of what is protected: one a resource, or one a database server.
    pub stores: [Store; 2],
    /// The truth about each resource.
    pub ledgers: [Ledger; 2],
    /// The node that new sessions reach.
    pub primary: u8,
    /// Grants made so far.
    pub grants: u8,
    /// Faults that have struck.
    pub struck: FaultSet,
    /// Faults that have struck and are not over.
    pub in_force: FaultSet,
    pub(super) broken: u8,
}

impl Hash for World {
    /// Leaves out what is constant in a run: the setup, and the places that it does not use.
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.clients[..self.len()].hash(state);
        self.nodes[..self.node_count()].hash(state);
        (self.stores, self.ledgers, self.primary, self.grants).hash(state);
        (self.struck, self.in_force, self.broken).hash(state);
    }
}

impl World {
    /// Where every run of this setup begins.
    pub fn new(setup: Setup) -> Self {
        let mut world = Self {
            setup,
            clients: [Client::default(); MAX_CLIENTS],
            nodes: [Node::new(setup.last_token()); MAX_NODES],
            stores: [Store::default(); 2],
            ledgers: [Ledger::default(); 2],
            primary: 0,
            grants: 0,
            struck: FaultSet::default(),
            in_force: FaultSet::default(),
            broken: 0,
        };
        let protocol = setup.lock.protocol();
        if setup.lag > 0 && setup.tokens && protocol.token().is_some() {
            protocol.begin_behind(&mut world, setup.last_token().saturating_sub(setup.lag));
        }
        world
    }

    /// The number of clients.
    pub fn len(&self) -> usize {
        usize::from(self.setup.clients)
    }

    /// Whether there are no clients, so that nothing can happen.
    pub fn is_empty(&self) -> bool {
        self.setup.clients == 0
    }

    /// The nodes in use: those of the service, or one a lock where the service keeps two locks.
    pub fn node_count(&self) -> usize {
        let plans = &self.setup.plans[..self.len()];
        let locks = 1 + plans.iter().map(|plan| plan.lock).max().unwrap_or(0);
        self.setup.lock.protocol().nodes().max(locks.into())
    }

    /// The step that a client would take next.
    pub fn next_step(&self, c: usize) -> Option<Step> {
        self.setup.plans[c]
            .steps()
            .get(usize::from(self.clients[c].step))
            .copied()
    }

    /// Whether the run so far has broken a property of single steps; `progress` is for the explorer to judge.
    pub fn broken(&self, property: Property) -> bool {
        self.broken & 1 << property as u8 != 0
    }

    fn break_property(&mut self, property: Property) {
        self.broken |= 1 << property as u8;
    }

    /// The database session that holds the lock also carries the writes.
    pub fn inside(&self) -> bool {
        self.setup.lock.protocol().inside()
    }

    /// Whether a client reaches the lock service.
    pub fn reaches_lock(&self, c: usize) -> bool {
        !(self.clients[c].cut_lock || self.inside() && self.clients[c].cut_storage)
    }

    /// Whether a client reaches storage. Inside one database there is only one path for both.
    pub fn reaches_storage(&self, c: usize) -> bool {
        let client = &self.clients[c];
        !client.cut_storage
            && !(self.inside() && (client.cut_lock || !self.nodes[usize::from(client.node)].up))
    }

    /// The client and token that the lock service takes to hold the lock.
    pub fn holder(&self) -> Option<(u8, u16)> {
        self.setup.lock.protocol().holder(self)
    }

    /// Whether a client holds the lock in truth, and the lock service knows of it.
    pub fn holds(&self, c: usize) -> bool {
        self.clients[c].grant.live && self.setup.lock.protocol().keeps(self, c)
    }

    /// Take a step. A step that is not [possible](Self::possible) leaves the world as it is.
    pub fn apply(&mut self, action: Action) {
        match action {
            Action::Go(c) => self.go(c.into()),
            Action::AtLock(c) => self.setup.lock.protocol().serve(self, c.into()),
            Action::FromLock(c) => self.setup.lock.protocol().hear(self, c.into()),
            Action::AtStorage(c) => self.at_storage(c.into()),
            Action::FromStorage(c) => self.hear_storage(c.into()),
            Action::Renew(c) => self.clients[usize::from(c)].renewal = Renewal::Sent,
            Action::RenewAtLock(c) => {
                let kept = self.setup.lock.protocol().keeps(self, c.into());
                self.clients[usize::from(c)].renewal = Renewal::Answered(kept);
            }
            Action::RenewBack(c) => self.renewed(c.into()),
            Action::GiveUp(c) => self.give_up(c.into()),
            Action::LateWrite(c) => self.late_write(c.into()),
            Action::Learns(c) => self.clients[usize::from(c)].stop(),
            Action::LeaseEnds(c) => {
                let client = &mut self.clients[usize::from(c)];
                (client.overdue, client.grant.live) = (true, false);
                self.drop_entries(c.into());
            }
            Action::Reap(c) => self.end_session(c.into()),
            Action::Sync(n) => self.setup.lock.protocol().sync(self, n.into()),
            Action::Strike(fault, n) => super::fault_steps::strike(self, fault, n.into()),
            Action::Cease(fault, n) => super::fault_steps::cease(self, fault, n.into()),
        }
    }

    fn go(&mut self, c: usize) {
        let Some(step) = self.next_step(c) else {
            return;
        };
        let client = &mut self.clients[c];
        match step {
            Step::Acquire => {
                client.call = Call::Sent(Request::Acquire);
                client.node = self.setup.plans[c].lock.max(self.primary);
                (client.votes, client.overdue, client.session_over) = (0, false, false);
            }
            Step::Read => {
                client.seq += u8::from(self.setup.fence_on_read);
                client.ask = Ask::Read;
            }
            Step::CheckLease if client.clock_says_over() => client.stop(),
            Step::CheckLease => client.step += 1,
            Step::Write => {
                client.seq += 1;
                client.ask = Ask::Write;
            }
            Step::Rollback => client.call = Call::Sent(Request::Rollback),
            Step::Release => {
                client.believes = false;
                client.call = Call::Sent(Request::Release);
            }
        }
    }

    fn renewed(&mut self, c: usize) {
        let client = &mut self.clients[c];
        let lost = client.renewal == Renewal::Answered(false);
        client.renewal = Renewal::Idle;
        if lost && (client.believes || matches!(client.call, Call::Queued { .. })) {
            client.call = Call::Idle;
            client.stop();
        }
    }

    /// The client's release was taken in.
    pub(super) fn released(&mut self, c: usize) {
        self.clients[c].call = Call::Idle;
        if self.next_step(c) == Some(Step::Release) {
            self.clients[c].step += 1;
        }
        self.end_of_plan(c);
    }

    fn end_of_plan(&mut self, c: usize) {
        if self.next_step(c).is_some() || self.clients[c].done {
            return;
        }
        let client = &mut self.clients[c];
        client.round += 1;
        client.believes = false;
        if client.outcome.is_none() && client.round < self.setup.plans[c].rounds {
            client.step = 0;
            client.late = false;
        } else {
            client.outcome.get_or_insert(Outcome::Finished);
            client.done = true;
        }
    }

    /// The service grants the lock to a client. The grants of one run are counted: their order is the truth that
    /// tokens are to reflect.
    pub(super) fn grant(&mut self, c: usize, token: u16) {
        let same_lock = |other: usize| self.setup.plans[other].lock == self.setup.plans[c].lock;
        let earlier_lives = (0..self.len())
            .any(|other| other != c && same_lock(other) && self.clients[other].grant.live);
        if earlier_lives {
            self.break_property(Property::ExclusiveGrants);
        }
        self.grants += 1;
        self.clients[c].grant = super::client::Grant {
            order: self.grants,
            token,
            live: true,
        };
    }

    /// Remove a client's entries from every node, and let the next one in.
    pub(super) fn drop_entries(&mut self, c: usize) {
        for n in 0..self.node_count() {
            if self.nodes[n].keys.remove(c as u8) {
                self.setup.lock.protocol().removed(self, n, c);
            }
        }
    }

    /// A database session ends: what it held is free at once, and it carries nothing any more.
    pub(super) fn end_session(&mut self, c: usize) {
        self.clients[c].session_over = true;
        self.clients[c].grant.live = false;
        self.drop_entries(c);
    }

    /// A process that has stopped for good, for whatever reason, or reached the end of its plan.
    pub fn is_out(&self, c: usize) -> bool {
        self.clients[c].done || self.clients[c].process == Process::Crashed
    }
}
