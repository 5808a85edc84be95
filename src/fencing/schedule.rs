//! From a scenario's times to one path: which of the possible steps comes next, and when.
//!
//! Each possible step has a time at which it is due: a message when it has travelled, a lease when its TTL has run
//! since it was last renewed, a client's step when its work is done. The earliest comes first. The world alone
//! decides what it does.

use std::collections::BTreeMap;

use super::client::{Client, MAX_CLIENTS, MAX_STEPS};
use super::fault::Fault;
use super::recorder::Recorder;
use super::timeline::{Millis, Timeline};
use super::world::{Action, Setup, World};

/// How long things take.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Timing {
    /// Each client's TTL.
    pub ttl: [Millis; MAX_CLIENTS],
    /// Whether each client renews, every third of its TTL.
    pub renews: [bool; MAX_CLIENTS],
    /// When each client sets out.
    pub start: [Millis; MAX_CLIENTS],
    /// How long each client works before each step of its plan.
    pub work: [[Millis; MAX_STEPS]; MAX_CLIENTS],
    /// One way between a client and the lock service.
    pub latency_lock: Millis,
    /// One way between a client and storage.
    pub latency_storage: Millis,
    /// From a "busy" to the next attempt.
    pub retry: Millis,
    /// How long a client waits for storage before it gives up.
    pub timeout: Millis,
    /// Until a database gives up on a silent connection.
    pub keepalive: Millis,
    /// Until a write reaches the follower or the disk.
    pub lag: Millis,
    /// Clients watch their lease by their own clock, from when the grant arrived.
    pub own_clock: bool,
    /// What goes wrong, and when.
    pub faults: Vec<FaultTime>,
    /// When to stop looking.
    pub until: Millis,
}

/// A fault of a scenario.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FaultTime {
    /// Which.
    pub fault: Fault,
    /// The client's or node's number.
    pub target: u8,
    /// From when on it strikes, as soon as it can.
    pub at: Millis,
    /// For how long.
    pub lasts: Millis,
    /// Its cause in a word, such as `GC`.
    pub label: String,
}

/// Times that the world does not keep.
struct Clock {
    now: Millis,
    /// When each step became possible.
    since: BTreeMap<Action, Millis>,
    /// When each client was last free to go on.
    ready: [Millis; MAX_CLIENTS],
    /// When each lease last began to run at the service.
    renewed: [Millis; MAX_CLIENTS],
    /// When each client last heard that its lease runs.
    heard: [Millis; MAX_CLIENTS],
    /// How long each client's own clock has stood still since then.
    stood: [Millis; MAX_CLIENTS],
    /// When each client's host was last suspended, and its clock with it.
    fell_asleep: [Millis; MAX_CLIENTS],
    /// When each client's talk with the lock service, with storage, and about its renewal last went on.
    sent: [[Millis; 3]; MAX_CLIENTS],
    /// Faults that are still to strike, and the ends of those that have.
    pending: Vec<FaultTime>,
    ends: Vec<(Fault, u8, Millis)>,
}

/// The most steps of one run, against scenarios that would never end.
const MOST_STEPS: usize = 4_000;

/// Play a setup with these times: the timeline, and the world at its end.
pub fn run(setup: Setup, timing: &Timing, mut recorder: Recorder) -> (Timeline, World) {
    let mut clock = Clock {
        now: 0,
        since: BTreeMap::new(),
        ready: timing.start,
        renewed: [0; MAX_CLIENTS],
        heard: [0; MAX_CLIENTS],
        stood: [0; MAX_CLIENTS],
        fell_asleep: [0; MAX_CLIENTS],
        sent: [[0; 3]; MAX_CLIENTS],
        pending: timing.faults.clone(),
        ends: Vec::new(),
    };
    let mut world = World::new(setup);
    let mut possible = Vec::new();
    for _ in 0..MOST_STEPS {
        world.possible(&mut possible);
        clock.since.retain(|action, _| possible.contains(action));
        for action in &possible {
            clock.since.entry(*action).or_insert(clock.now);
        }
        let due = possible
            .iter()
            .filter_map(|action| Some((clock.due(&world, timing, *action)?, *action)));
        let due: Vec<(Millis, Action)> = due.collect();
        let story = due.iter().any(|(_, action)| !is_upkeep(*action));
        let Some((at, action)) = due.into_iter().min_by_key(|(at, _)| *at).filter(|_| story) else {
            break;
        };
        let at = at.max(clock.now);
        if at > timing.until {
            break;
        }
        let before = world;
        world.apply(action);
        clock.taken(&before, &world, at, action);
        recorder.record(at, action, &before, &world, timing.label(action));
    }
    (recorder.finish(&world), world)
}

/// Steps that go on for ever without telling anything new.
fn is_upkeep(action: Action) -> bool {
    matches!(
        action,
        Action::Renew(_) | Action::RenewAtLock(_) | Action::RenewBack(_) | Action::Sync(_)
    )
}

impl Clock {
    /// When a possible step is due, or `None` if nothing calls for it.
    fn due(&self, world: &World, timing: &Timing, action: Action) -> Option<Millis> {
        let since = self.since.get(&action).copied().unwrap_or(self.now);
        Some(match action {
            Action::Go(c) => self.due_go(world, timing, c.into()),
            // A message travels while its receiver stands still; it is then taken in as soon as that goes on.
            Action::AtLock(c) | Action::FromLock(c) => {
                self.sent[usize::from(c)][0] + timing.latency_lock
            }
            Action::AtStorage(c) | Action::FromStorage(c) => {
                self.sent[usize::from(c)][1] + timing.latency_storage
            }
            Action::RenewAtLock(c) | Action::RenewBack(c) => {
                self.sent[usize::from(c)][2] + timing.latency_lock
            }
            Action::Renew(c) if !timing.renews[usize::from(c)] => return None,
            Action::Renew(c) => {
                self.heard[usize::from(c)].max(self.renewed[usize::from(c)])
                    + timing.ttl[usize::from(c)] / 3
            }
            Action::GiveUp(_) => since + timing.timeout,
            Action::Learns(c) if world.setup.lock.protocol().learns_by_itself() => {
                // A clock that was set back tells too little, and nobody knows by how much.
                if !timing.own_clock || world.clients[usize::from(c)].clock_back {
                    return None;
                }
                let c = usize::from(c);
                self.heard[c] + timing.ttl[c] + self.stood[c]
            }
            Action::Learns(_) => since + 2 * timing.latency_lock,
            Action::LeaseEnds(c) => self.renewed[usize::from(c)] + timing.ttl[usize::from(c)],
            Action::Reap(c) if world.is_out(c.into()) => since + timing.latency_lock,
            Action::Reap(_) => since + timing.keepalive,
            Action::Sync(_) => since + timing.lag,
            Action::Strike(fault, n) => {
                self.pending
                    .iter()
                    .find(|pending| (pending.fault, pending.target) == (fault, n))?
                    .at
            }
            Action::Cease(fault, n) => self.end_of(fault, n)?,
            Action::LateWrite(c) => self.end_of(Fault::DelayedWrite, c)?,
        })
    }

    fn due_go(&self, world: &World, timing: &Timing, c: usize) -> Millis {
        let (ready, step) = (self.ready[c], usize::from(world.clients[c].step));
        let again = step == 0 && ready > timing.start[c];
        ready
            + if again {
                timing.retry
            } else {
                timing.work[c].get(step).copied().unwrap_or(0)
            }
    }

    fn end_of(&self, fault: Fault, n: u8) -> Option<Millis> {
        self.ends
            .iter()
            .find(|(struck, target, _)| (*struck, *target) == (fault, n))
            .map(|(_, _, end)| *end)
    }

    /// Keep the times that follow from a step.
    fn taken(&mut self, before: &World, after: &World, at: Millis, action: Action) {
        self.now = at;
        self.since.remove(&action);
        for c in 0..after.len() {
            self.keep_client_times(c, &before.clients[c], &after.clients[c], at);
        }
        match action {
            Action::Go(c) | Action::FromLock(c) | Action::FromStorage(c) | Action::GiveUp(c) => {
                self.ready[usize::from(c)] = at;
            }
            Action::AtLock(c) if begins(before, after, c) => self.renewed[usize::from(c)] = at,
            Action::RenewAtLock(c) if has_entry(after, c) => self.renewed[usize::from(c)] = at,
            Action::RenewBack(c) => self.hears(c.into(), at),
            // A new leader gives every lease its full time again.
            Action::Cease(Fault::Failover, _) => self.renewed = [at; MAX_CLIENTS],
            Action::Strike(fault, n) => self.struck(fault, n, at),
            Action::Cease(fault, n) => self.over(fault, n, at),
            _ => {}
        }
    }

    /// A client hears that its lease runs: from now on it counts, by its own clock.
    fn hears(&mut self, c: usize, at: Millis) {
        (self.heard[c], self.stood[c]) = (at, 0);
    }

    fn over(&mut self, fault: Fault, n: u8, at: Millis) {
        if fault == Fault::VmSuspend {
            let c = usize::from(n);
            self.stood[c] += at - self.fell_asleep[c];
        }
        self.ends
            .retain(|(struck, target, _)| (*struck, *target) != (fault, n));
    }

    fn keep_client_times(&mut self, c: usize, before: &Client, after: &Client, at: Millis) {
        let changed = [
            before.call != after.call,
            before.ask != after.ask,
            before.renewal != after.renewal,
        ];
        for (sent, _) in self.sent[c]
            .iter_mut()
            .zip(changed)
            .filter(|(_, changed)| *changed)
        {
            *sent = at;
        }
        if after.believes && !before.believes {
            self.hears(c, at);
        }
    }

    fn struck(&mut self, fault: Fault, n: u8, at: Millis) {
        if fault == Fault::VmSuspend {
            self.fell_asleep[usize::from(n)] = at;
        }
        if let Some(i) = self
            .pending
            .iter()
            .position(|pending| (pending.fault, pending.target) == (fault, n))
        {
            let lasts = self.pending.remove(i).lasts;
            self.ends.push((fault, n, at + lasts));
        }
    }
}

/// A client's entry is made, or is given its expiry.
fn begins(before: &World, after: &World, c: u8) -> bool {
    let expires = |world: &World| {
        let mut nodes = world.nodes[..world.node_count()].iter();
        nodes.any(|node| node.keys.expires(c))
    };
    !has_entry(before, c) && has_entry(after, c) || !expires(before) && expires(after)
}

fn has_entry(world: &World, c: u8) -> bool {
    world.nodes[..world.node_count()]
        .iter()
        .any(|node| node.keys.has(c))
}

impl Timing {
    /// The cause that the scenario gives for a fault.
    fn label(&self, action: Action) -> &str {
        let (Action::Strike(fault, n) | Action::Cease(fault, n)) = action else {
            return "";
        };
        let named = self
            .faults
            .iter()
            .find(|time| (time.fault, time.target) == (fault, n));
        named.map_or("", |time| time.label.as_str())
    }
}
