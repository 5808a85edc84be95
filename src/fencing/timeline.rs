//! One path through the world, with times: what the learner watches, steps through and scrubs.

use super::property::{Property, Verdict};

/// Milliseconds of true time since the start of the run.
pub type Millis = u64;

/// Who acts, and on which lane something is drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Party {
    /// A client by its number; 0 is A.
    Client(u8),
    /// The lock service.
    Lock,
    /// The protected resource.
    Storage,
}

/// A run that has been worked out: everything a screen needs to show it at any time.
#[derive(Debug, Clone, PartialEq)]
pub struct Timeline {
    /// Id of the scenario.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// One or two sentences on what to look for.
    pub summary: String,
    /// The conditions in a line, such as `etcd · TTL 10 s · storage checks fence < token`.
    pub conditions: String,
    /// Id of the kind of lock.
    pub lock: String,
    /// Id of the check that storage makes.
    pub check: String,
    /// Names of the clients, `A` first.
    pub clients: Vec<String>,
    /// What happened, in order of time; never empty, the first is at 0.
    pub moments: Vec<Moment>,
    /// Bars: leases, beliefs, pauses, waits.
    pub spans: Vec<Span>,
    /// Messages between parties.
    pub flights: Vec<Flight>,
    /// When the run is over.
    pub end: Millis,
    /// What the run did to each property.
    pub verdicts: Vec<(Property, Verdict)>,
    /// The writes that storage accepted, in order: client and token.
    pub accepted: Vec<(u8, Option<u32>)>,
    /// The writes that storage refused, in order: client and token.
    pub refused: Vec<(u8, Option<u32>)>,
    /// Something was kept out that came from somebody who did not hold the lock any more, or that came late: by the
    /// fence, or because its session had ended.
    pub saved: bool,
    /// The outcome in one sentence.
    pub outcome: String,
}

/// One step of the run.
#[derive(Debug, Clone, PartialEq)]
pub struct Moment {
    /// When.
    pub at: Millis,
    /// Who acts.
    pub party: Party,
    /// What happened, as a stable kebab-case name such as `lease-ended` or `write-refused`.
    pub event: &'static str,
    /// The token concerned, if one is.
    pub token: Option<u32>,
    /// The step in plain words, one or two sentences.
    pub caption: String,
    /// What each party knows once it has happened.
    pub known: Knowledge,
    /// Whether the story turns here; a learner can jump from one to the next.
    pub decisive: bool,
    /// Whether this step is what broke the data: `ordered-writes` or `no-lost-update`.
    pub harm: bool,
}

/// What each party knows: the truth, the beliefs, and what storage has seen.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Knowledge {
    /// Who holds in truth: client and token, if the lock is held.
    pub holder: Option<(u8, Option<u32>)>,
    /// What each client believes of itself.
    pub clients: Vec<Mind>,
    /// The highest token that storage has seen.
    pub fence: u32,
    /// The fence is NULL, and `fence` says nothing.
    pub null_fence: bool,
    /// What storage holds: the client that wrote last, if one did, and the number of accepted writes.
    pub data: Option<u8>,
    /// The number of accepted writes.
    pub version: u32,
}

/// What one client is doing and thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mind {
    /// The token it holds in its hand, if it has one.
    pub token: Option<u32>,
    /// Whether it thinks that it holds the lock.
    pub believes: bool,
    /// Whether it is waiting for the lock.
    pub waits: bool,
    /// Whether it runs at all.
    pub running: bool,
}

impl Knowledge {
    /// The fence as it is shown: a number, or NULL.
    pub fn fence_shown(&self) -> String {
        match self.null_fence {
            true => "NULL".to_owned(),
            false => self.fence.to_string(),
        }
    }
}

impl Mind {
    /// It thinks that it holds, and it does not.
    pub fn mistaken(&self, client: u8, holder: Option<(u8, Option<u32>)>) -> bool {
        self.believes && holder.is_none_or(|(who, _)| who != client)
    }
}

/// A bar over time.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Span {
    /// What it is.
    pub kind: SpanKind,
    /// Whose it is.
    pub client: u8,
    /// The token concerned.
    pub token: Option<u32>,
    /// From when.
    pub from: Millis,
    /// Until when; the end of the run when it outlasts it.
    pub to: Millis,
    /// What ended it or caused it, in a word or two, such as `expired`, `released`, `GC`.
    pub label: String,
}

/// The kinds of bars.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum SpanKind {
    /// The lock service holds the grant to be live.
    Lease,
    /// The client thinks that it holds.
    Belief,
    /// The client's process stands still.
    Pause,
    /// The client waits for the lock.
    Wait,
    /// Another fault is in force (a partition, a leader that is down).
    Fault,
}

/// A message on its way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Flight {
    /// Sender.
    pub from: Party,
    /// Receiver.
    pub to: Party,
    /// What it says, such as `acquire`, `granted 33`, `write · 33`, `refused`.
    pub label: String,
    /// The token it carries.
    pub token: Option<u32>,
    /// When it left.
    pub sent: Millis,
    /// When it is taken in; `None` if it never is.
    pub arrives: Option<Millis>,
    /// It carries or meets a refusal.
    pub refused: bool,
}

impl Timeline {
    /// Index of the last moment that has happened at `at`.
    pub fn moment_at(&self, at: Millis) -> usize {
        self.moments
            .partition_point(|moment| moment.at <= at)
            .saturating_sub(1)
    }

    /// Of several moments at one time, which one this is, from 1. The last of them needs no number, unless that time is
    /// the beginning; the very first moment has none.
    pub fn nth(&self, moment: usize) -> Option<u16> {
        let at = self.moments.get(moment)?.at;
        let first = self.moments.partition_point(|moment| moment.at < at);
        let is_last = self.moment_at(at) == moment;
        let named = moment > 0 && (!is_last || at == 0);
        named
            .then(|| u16::try_from(moment - first + 1).ok())
            .flatten()
    }

    /// The moment that a time and a number given by [`Timeline::nth`] stand for; the last that has happened at that time
    /// where there is no number, or none of that number.
    pub fn moment_of(&self, at: Millis, nth: Option<u16>) -> usize {
        let first = self.moments.partition_point(|moment| moment.at < at);
        let named = nth.and_then(|nth| (first + usize::from(nth)).checked_sub(1));
        let is_then = |moment: &usize| {
            let moment = self.moments.get(*moment);
            moment.is_some_and(|moment| moment.at == at)
        };
        named.filter(is_then).unwrap_or_else(|| self.moment_at(at))
    }

    /// The messages in the air at `at`, each with how far it has come, from 0.0 to 1.0.
    pub fn in_flight(&self, at: Millis) -> impl Iterator<Item = (&Flight, f64)> {
        self.flights.iter().filter_map(move |flight| {
            let arrives = flight.arrives.unwrap_or(self.end);
            if flight.sent > at || at >= arrives {
                return None;
            }
            let whole = (arrives - flight.sent) as f64;
            Some((flight, (at - flight.sent) as f64 / whole))
        })
    }
}
