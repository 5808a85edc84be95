//! Each step in words: the event's name, who acts, and a sentence or two.

use super::client::{Ask, Call, Outcome, Process, Reply, Request, Step};
use super::fault::Fault;
use super::lock::Lease;
use super::storage::Check;
use super::timeline::{Party, Timeline};
use super::world::{Action, World};

/// A step, told.
pub(super) struct Told {
    pub(super) party: Party,
    pub(super) event: &'static str,
    pub(super) token: Option<u16>,
    pub(super) caption: String,
    /// The story turns here.
    pub(super) decisive: bool,
}

impl Told {
    fn new(party: Party, event: &'static str, caption: impl Into<String>) -> Option<Self> {
        Some(Self {
            party,
            event,
            token: None,
            caption: caption.into(),
            decisive: false,
        })
    }

    fn token(self, token: u16) -> Self {
        Self {
            token: Some(token),
            ..self
        }
    }

    fn decisive(self) -> Self {
        Self {
            decisive: true,
            ..self
        }
    }
}

/// The client that a step concerns.
pub(super) fn client_of(action: Action) -> Option<u8> {
    match action {
        Action::Go(c)
        | Action::AtLock(c)
        | Action::FromLock(c)
        | Action::AtStorage(c)
        | Action::FromStorage(c)
        | Action::Renew(c)
        | Action::RenewAtLock(c)
        | Action::RenewBack(c)
        | Action::GiveUp(c)
        | Action::LateWrite(c)
        | Action::Learns(c)
        | Action::LeaseEnds(c)
        | Action::Reap(c) => Some(c),
        Action::Sync(_) => None,
        Action::Strike(fault, n) | Action::Cease(fault, n) => {
            (fault.target() == super::fault::Target::Client).then_some(n)
        }
    }
}

/// What a reply says: its label, the token in it, and whether it is a refusal.
pub(super) fn reply_label(reply: Reply) -> (String, Option<u16>, bool) {
    let label = match reply {
        Reply::Granted(0) => "granted".to_owned(),
        Reply::Granted(token) => format!("granted · {token}"),
        Reply::Busy => "taken".to_owned(),
        Reply::Turn => "the one before you is gone".to_owned(),
        Reply::Gone => "yours is gone".to_owned(),
        Reply::ExpirySet => "expiry set".to_owned(),
        Reply::RolledBack => "rolled back".to_owned(),
        Reply::Released => "ok".to_owned(),
        Reply::TimedOut => "no answer".to_owned(),
    };
    let token = match reply {
        Reply::Granted(token) if token > 0 => Some(token),
        _ => None,
    };
    (label, token, matches!(reply, Reply::Gone | Reply::TimedOut))
}

/// Tell a step, or `None` if it is not worth a stop.
pub(super) fn tell(
    names: &[String],
    before: &World,
    action: Action,
    after: &World,
    label: &str,
) -> Option<Told> {
    let teller = Teller {
        names,
        before,
        after,
        label,
    };
    match action {
        Action::Go(c) => teller.go(c),
        Action::AtLock(c) => teller.at_lock(c),
        Action::FromLock(c) => teller.hears_lock(c),
        Action::AtStorage(c) => teller.at_storage(c),
        Action::FromStorage(c) => teller.hears_storage(c),
        Action::RenewBack(c) => teller.renewed(c),
        Action::GiveUp(c) => teller.give_up(c),
        Action::LateWrite(c) => teller.late_write(c),
        Action::Learns(c) => teller.learns(c),
        Action::LeaseEnds(c) => teller.lease_ends(c),
        Action::Reap(c) => teller.reap(c),
        Action::Strike(fault, n) => teller.strike(fault, n),
        Action::Cease(fault, n) => teller.cease(fault, n),
        Action::Renew(_) | Action::RenewAtLock(_) | Action::Sync(_) => None,
    }
}

struct Teller<'w> {
    names: &'w [String],
    before: &'w World,
    after: &'w World,
    label: &'w str,
}

/// `, 33` or nothing.
fn with(token: u16) -> String {
    if token > 0 {
        format!(" with token {token}")
    } else {
        String::new()
    }
}

impl Teller<'_> {
    fn name(&self, c: u8) -> &str {
        self.names.get(usize::from(c)).map_or("?", String::as_str)
    }

    fn was(&self, c: u8) -> &super::client::Client {
        &self.before.clients[usize::from(c)]
    }

    fn is(&self, c: u8) -> &super::client::Client {
        &self.after.clients[usize::from(c)]
    }

    fn mistaken(&self, c: u8) -> bool {
        self.before.holder().is_none_or(|(holder, _)| holder != c)
    }

    /// What keeps a grant alive, in the service's own word.
    fn lease_word(&self) -> &'static str {
        match self.after.setup.lock.protocol().learns_by_itself() {
            true => "lease",
            false => "session",
        }
    }

    /// What a process that stands still cannot stop.
    fn what_runs_on(&self) -> &'static str {
        let protocol = self.after.setup.lock.protocol();
        match (protocol.lease().ends_by_itself(), protocol.lease()) {
            (true, _) if protocol.learns_by_itself() => "Its clock and its lease run on.",
            (true, _) => "The time of its session runs on.",
            (false, Lease::Session) => "Its kernel still answers, and its session lives.",
            _ => "Its lock stays.",
        }
    }

    fn go(&self, c: u8) -> Option<Told> {
        let (who, a, token) = (self.name(c), Party::Client(c), self.was(c).token);
        match self.before.next_step(c.into())? {
            Step::Acquire => Told::new(a, "acquire-sent", format!("{who} asks for the lock.")),
            Step::Read => Told::new(a, "read-sent", format!("{who} reads what the lock protects.")),
            Step::CheckLease if self.is(c).done => {
                Told::new(a, "lease-seen-over", format!("{who} looks at its clock: the lease is over. It stops."))
                    .map(Told::decisive)
            }
            Step::CheckLease => Told::new(
                a,
                "lease-seen-live",
                format!("{who} looks at its clock: the lease still runs. What it sees holds for this instant only."),
            )
            .map(Told::decisive),
            Step::Write => {
                let late = if self.mistaken(c) { " It does not know that the lock is no longer its own." } else { "" };
                Told::new(a, "write-sent", format!("{who} sends its write{}.{late}", with(token)))
                    .map(|told| told.token(token))
            }
            Step::Rollback => Told::new(a, "rollback-sent", format!("{who} rolls its transaction back.")),
            Step::Release => Told::new(a, "release-sent", format!("{who} gives the lock back.")),
        }
    }

    fn at_lock(&self, c: u8) -> Option<Told> {
        let (who, lock) = (self.name(c), Party::Lock);
        let Call::Sent(request) = self.was(c).call else {
            return None;
        };
        match (request, self.is(c).call) {
            (Request::Recheck, Call::Answered(Reply::Granted(token))) => Told::new(
                lock,
                "granted",
                format!("The lock service confirms it: {who}'s entry is the lowest now, and {who} holds the lock{}.", with(token)),
            )
            .map(|told| told.token(token).decisive()),
            (Request::Acquire, Call::Answered(Reply::Granted(token))) if token > 0 => {
                Told::new(lock, "granted", format!("The lock service grants {who} the lock: token {token}."))
                    .map(|told| told.token(token).decisive())
            }
            (Request::Acquire, Call::Answered(Reply::Granted(_))) if self.after.setup.lock.protocol().nodes() == 1 => {
                Told::new(lock, "granted", format!("The lock service grants {who} the lock. There is no token."))
                    .map(Told::decisive)
            }
            (Request::Acquire, Call::Answered(Reply::Granted(_))) => {
                Told::new(lock, "key-set", format!("Master {} sets {who}'s key.", self.was(c).node + 1))
            }
            (Request::Acquire, Call::Answered(Reply::Busy)) if self.after.setup.lock.protocol().nodes() > 1 => {
                let n = self.was(c).node + 1;
                Told::new(lock, "key-taken", format!("Master {n} has another client's key."))
            }
            (Request::Acquire, Call::Answered(Reply::Busy)) => {
                Told::new(lock, "busy", format!("The lock is taken; {who} will ask again."))
            }
            (Request::Acquire, Call::Answered(Reply::TimedOut)) => {
                Told::new(lock, "no-answer", format!("Master {} does not answer in time.", self.was(c).node + 1))
            }
            (Request::Acquire | Request::Recheck, Call::Queued { .. }) => {
                let entry = match self.is(c).token {
                    0 => String::new(),
                    token => format!(" Its entry has number {token}, the token it will hold once its turn comes."),
                };
                Told::new(lock, "queued", format!("The lock is taken; {who} waits its turn.{entry}"))
                    .map(|told| told.token(self.is(c).token))
            }
            (_, Call::Answered(Reply::Gone)) => {
                Told::new(lock, "entry-gone", format!("{who}'s own entry is gone: its lease ended while it waited."))
            }
            (Request::Release, _) => self.release_taken(c),
            (Request::Rollback, _) => self.rollback_taken(c),
            (Request::SetExpiry, _) => Told::new(lock, "expiry-set", "The key now has an expiry."),
            _ => None,
        }
    }

    fn release_taken(&self, c: u8) -> Option<Told> {
        let (who, lock) = (self.name(c), Party::Lock);
        match (self.before.holder(), self.after.holder()) {
            (Some((was, _)), is) if was != c && is.is_none_or(|(now, _)| now != was) => Told::new(
                lock,
                "foreign-lock-deleted",
                format!(
                    "{who}'s release deletes the key, and the key is {}'s.",
                    self.name(was)
                ),
            )
            .map(Told::decisive),
            (Some((was, _)), Some((next, _))) if was == c && next != c => {
                let token = self.is(next).grant.token;
                Told::new(
                    lock,
                    "handed-on",
                    format!(
                        "{who} has released; {} holds the lock now{}.",
                        self.name(next),
                        with(token)
                    ),
                )
                .map(|told| told.token(token).decisive())
            }
            (Some((was, _)), _) if was == c => {
                Told::new(lock, "released", format!("{who}'s lock is free again."))
            }
            _ if self.was(c).believes || self.was(c).grant.order > 0 => Told::new(
                lock,
                "nothing-released",
                format!("{who}'s release finds no lock of its own and changes nothing."),
            ),
            _ => Told::new(
                lock,
                "keys-unlocked",
                format!("{who} takes its keys back from every master."),
            ),
        }
    }

    fn rollback_taken(&self, c: u8) -> Option<Told> {
        let kept = self.after.holder().is_some_and(|(holder, _)| holder == c);
        let caption = if kept {
            "The transaction is rolled back. The session's advisory lock stays."
        } else {
            "The transaction is rolled back, and its lock is gone with it."
        };
        Told::new(
            Party::Lock,
            if kept {
                "rolled-back-kept"
            } else {
                "rolled-back-freed"
            },
            caption,
        )
        .map(Told::decisive)
    }

    fn hears_lock(&self, c: u8) -> Option<Told> {
        let (who, a) = (self.name(c), Party::Client(c));
        let Call::Answered(reply) = self.was(c).call else {
            return None;
        };
        if self.is(c).believes && !self.was(c).believes {
            let token = self.is(c).token;
            let stale = !self.after.clients[usize::from(c)].grant.live;
            let late = if stale { " By now that is wrong." } else { "" };
            return Told::new(
                a,
                "believes",
                format!("{who} learns that it holds the lock{}.{late}", with(token)),
            )
            .map(|told| told.token(token));
        }
        match reply {
            Reply::Turn => Told::new(
                a,
                "turn",
                format!("{who} hears that the one before it is gone, and looks at its own entry."),
            ),
            Reply::Gone => Told::new(
                a,
                "stopped",
                format!("{who} learns that it has lost its place, and stops."),
            ),
            _ if self.is(c).call == Call::Sent(Request::Release) => Told::new(
                a,
                "majority-missed",
                if self.is(c).overdue {
                    format!(
                        "{who} counts the time since it began: more than the TTL. It takes no lock, and unlocks all."
                    )
                } else {
                    format!("{who} has no majority. It unlocks all and will try again.")
                },
            ),
            _ => None,
        }
    }

    fn at_storage(&self, c: u8) -> Option<Told> {
        let (was, token) = (self.was(c), self.was(c).token);
        if was.ask == Ask::Read {
            return match self.is(c).ask {
                Ask::Refused => Told::new(Party::Storage, "read-refused", format!("Storage refuses {}'s read: {}.", self.name(c), self.refusal(token)))
                    .map(|told| told.token(token).decisive()),
                Ask::NoSession => self.no_session(c),
                _ if self.after.stores != self.before.stores => Told::new(
                    Party::Storage,
                    "fence-raised",
                    format!("Storage raises its fence to {token} with {}'s read, before it hands out the value.", self.name(c)),
                )
                .map(|told| told.token(token).decisive()),
                _ => Told::new(Party::Storage, "read", format!("Storage hands {} the value.", self.name(c))),
            };
        }
        match self.is(c).ask {
            Ask::NoSession => self.no_session(c),
            Ask::Refused => Told::new(
                Party::Storage,
                "write-refused",
                format!(
                    "Storage refuses {}'s write: {}. 0 rows.",
                    self.name(c),
                    self.refusal(token)
                ),
            )
            .map(|told| told.token(token).decisive()),
            _ => self.accepted(c, token, "write-accepted"),
        }
    }

    fn no_session(&self, c: u8) -> Option<Told> {
        Told::new(
            Party::Storage,
            "session-is-over",
            format!(
                "The database has ended {}'s session: what comes through it cannot land.",
                self.name(c)
            ),
        )
        .map(Told::decisive)
    }

    /// Why the check fails, in its own terms.
    fn refusal(&self, token: u16) -> String {
        let store = self
            .before
            .stores
            .iter()
            .map(|store| store.fence)
            .max()
            .unwrap_or(0);
        match self.before.setup.check {
            Check::Strict if token == store => format!("{token} is not above the fence, {store}"),
            Check::Sequence if token == store => format!("it has seen this number under {token}"),
            _ => format!("{token} < {store}"),
        }
    }

    fn accepted(&self, c: u8, token: u16, event: &'static str) -> Option<Told> {
        let who = self.name(c);
        let resource = usize::from(self.before.setup.plans[usize::from(c)].resource);
        let (was, is) = (self.before.ledgers[resource], self.after.ledgers[resource]);
        let fence = match self.before.setup.check {
            _ if token == 0 => " Without a token there is nothing to compare.".to_owned(),
            Check::None => " It checks nothing.".to_owned(),
            _ => format!(" The fence stands at {token}."),
        };
        let arrives = if event == "late-write-accepted" {
            "The old packet arrives at last, and storage accepts"
        } else {
            "Storage accepts"
        };
        let harm = if is.last < was.newest {
            " An older grant has written over a newer one."
        } else if self.after.broken(super::property::Property::NoLostUpdate)
            && !self.before.broken(super::property::Property::NoLostUpdate)
        {
            " It was worked out from a value that has been replaced since: that update is lost."
        } else {
            ""
        };
        Told::new(
            Party::Storage,
            event,
            format!("{arrives} {who}'s write{}.{fence}{harm}", with(token)),
        )
        .map(|told| told.token(token).decisive())
    }

    fn hears_storage(&self, c: u8) -> Option<Told> {
        let (who, a) = (self.name(c), Party::Client(c));
        match self.was(c).ask {
            Ask::Value(_) => Told::new(
                a,
                "value-read",
                format!("{who} has the value and works on it."),
            ),
            Ask::Accepted(_) => Told::new(
                a,
                "write-acknowledged",
                format!("{who} hears that its write is in."),
            ),
            Ask::Refused => Told::new(
                a,
                "refusal-learnt",
                format!("{who} hears of it: 0 rows. It gives up its work."),
            ),
            Ask::NoSession => Told::new(
                a,
                "stopped",
                format!("{who} learns that its session is over, and stops."),
            ),
            _ => None,
        }
    }

    fn renewed(&self, c: u8) -> Option<Told> {
        if self.is(c).done == self.was(c).done {
            return None;
        }
        let who = self.name(c);
        Told::new(
            Party::Client(c),
            "loss-learnt",
            format!("{who} wants to renew, and hears that there is no such {}. Only now does {who} know.", self.lease_word()),
        )
        .map(Told::decisive)
    }

    fn give_up(&self, c: u8) -> Option<Told> {
        let who = self.name(c);
        if self.is(c).ask == Ask::Write {
            return Told::new(
                Party::Client(c),
                "write-retried",
                format!("{who} has heard nothing and sends its write again."),
            )
            .map(|told| told.token(self.is(c).token));
        }
        Told::new(
            Party::Client(c),
            "gave-up",
            format!(
                "{who} has waited long enough and gives up. A write that timed out may still arrive."
            ),
        )
    }

    fn late_write(&self, c: u8) -> Option<Told> {
        let held = self.was(c).held?;
        if self.after.ledgers != self.before.ledgers {
            return self.accepted(c, held.token, "late-write-accepted");
        }
        if self.before.inside() && self.was(c).session_over {
            return self.no_session(c);
        }
        Told::new(
            Party::Storage,
            "late-write-refused",
            format!(
                "{}'s old packet arrives at last. Storage refuses it: {}.",
                self.name(c),
                self.refusal(held.token)
            ),
        )
        .map(|told| told.token(held.token).decisive())
    }

    fn learns(&self, c: u8) -> Option<Told> {
        let who = self.name(c);
        let protocol = self.after.setup.lock.protocol();
        let caption = if protocol.learns_by_itself() {
            format!("By its own clock {who}'s lease is over: it stops.")
        } else if protocol.lease().ends_by_itself() {
            format!(
                "Only now, connected again, {who} is told that its session has expired. It stops."
            )
        } else {
            format!("{who} finds its connection closed: the lock went with it. It stops.")
        };
        Told::new(Party::Client(c), "loss-learnt", caption).map(Told::decisive)
    }

    fn lease_ends(&self, c: u8) -> Option<Told> {
        let (who, lease) = (self.name(c), self.lease_word());
        let token = self.was(c).grant.token;
        let next = self
            .after
            .holder()
            .filter(|(next, _)| *next != c && self.before.holder() != self.after.holder());
        let blind = if self.was(c).believes && self.was(c).process != Process::Crashed {
            format!(" {who} is not told.")
        } else {
            String::new()
        };
        let caption = match next {
            Some((next, token)) => {
                format!(
                    "{who}'s {lease} runs out.{blind} The lock is {}'s now{}.",
                    self.name(next),
                    with(token)
                )
            }
            None if self.was(c).grant.live && self.before.holder() != self.after.holder() => {
                format!("{who}'s {lease} runs out, and the lock is free.{blind}")
            }
            None if self.was(c).grant.live => {
                let caption = format!(
                    "Only now would {who}'s {lease} have ended, had the service kept its promise."
                );
                return Told::new(Party::Lock, "promise-ended", caption);
            }
            None if self.was(c).done || self.was(c).call == Call::Idle => return None,
            None if !matches!(self.was(c).call, Call::Queued { .. }) => {
                format!("{who}'s {lease} runs out before {who} has the lock.")
            }
            None => {
                format!("{who}'s {lease} runs out while it waits: its place in the queue is gone.")
            }
        };
        Told::new(Party::Lock, "lease-ended", caption).map(|told| told.token(token).decisive())
    }

    fn reap(&self, c: u8) -> Option<Told> {
        let who = self.name(c);
        let why = if self.was(c).process == Process::Crashed {
            "closes with the process"
        } else {
            "has been silent too long"
        };
        let next = match self.after.holder() {
            Some((next, token)) if next != c => {
                format!("the lock is {}'s now{}", self.name(next), with(token))
            }
            _ => "the lock is free".to_owned(),
        };
        let caption =
            format!("{who}'s connection {why}: the database ends its session, and {next}.");
        Told::new(Party::Lock, "session-ended", caption).map(Told::decisive)
    }

    fn strike(&self, fault: Fault, n: u8) -> Option<Told> {
        let who = self.name(n);
        let a = Party::Client(n);
        let why = if self.label.is_empty() {
            String::new()
        } else {
            format!(" ({})", self.label)
        };
        let (party, event, caption) = match fault {
            Fault::Pause => (
                a,
                "paused",
                format!("{who}'s process stops{why}. {}", self.what_runs_on()),
            ),
            Fault::VmSuspend => (
                a,
                "suspended",
                format!("{who}'s whole host stands still{why}. Nothing answers for it."),
            ),
            Fault::ClientCrash => (
                a,
                "crashed",
                format!("{who}'s process dies. It gives nothing back."),
            ),
            Fault::ServerClockJump => (
                Party::Lock,
                "clock-jumped",
                format!(
                    "The wall clock of {} leaps forward: its keys are past their expiry at once.",
                    if self.after.setup.lock.protocol().nodes() > 1 {
                        format!("master {}", n + 1)
                    } else {
                        "the server".to_owned()
                    }
                ),
            ),
            Fault::ClientClockBack => (
                a,
                "clock-set-back",
                format!("{who}'s wall clock is set back."),
            ),
            Fault::PartitionLock => (
                a,
                "cut-from-lock",
                format!("{who} is cut from the lock service. It still reaches storage."),
            ),
            Fault::PartitionStorage => (
                a,
                "cut-from-storage",
                format!(
                    "{who} is cut from storage. It still reaches the lock service, and renews."
                ),
            ),
            Fault::Failover => (Party::Lock, "failed-over", self.failed_over()),
            Fault::Restart | Fault::RestartEmpty => (
                Party::Lock,
                "lock-crashed",
                if self.after.setup.lock.protocol().nodes() > 2 {
                    format!("Master {} goes down.", n + 1)
                } else {
                    "The lock service crashes.".to_owned()
                },
            ),
            Fault::LockDown => (
                Party::Lock,
                "lock-down",
                "The lock service does not answer any more.".to_owned(),
            ),
            Fault::DelayedWrite => (
                a,
                "write-held-up",
                format!("The network holds {who}'s write up."),
            ),
            Fault::StaleDelete | Fault::StaleRelease => (
                a,
                "release-late",
                format!("{who} has stopped renewing, and is slow to release."),
            ),
            Fault::LostAck => (
                Party::Storage,
                "answer-lost",
                format!("The write is in, but the answer to {who} is lost."),
            ),
            Fault::StorageForgets => (
                Party::Storage,
                "fence-forgotten",
                "Storage restarts. It has kept its data, and forgotten its fence.".to_owned(),
            ),
        };
        Told::new(party, event, caption).map(Told::decisive)
    }

    fn failed_over(&self) -> String {
        use super::lock::Failover;
        match self.after.setup.lock.protocol().failover() {
            Failover::Promoted if self.before.holder() != self.after.holder() => {
                "The replica takes over. It never saw the grant, nor the counter's last step.".to_owned()
            }
            Failover::Promoted => "The replica takes over.".to_owned(),
            Failover::Split => "The replica takes over, without the locks. The old primary goes on serving whoever is connected to it.".to_owned(),
            _ => "The leader is gone. Until there is a new one nothing is granted, and nothing expires.".to_owned(),
        }
    }

    fn cease(&self, fault: Fault, n: u8) -> Option<Told> {
        let (who, a) = (self.name(n), Party::Client(n));
        let (party, event, caption) = match fault {
            Fault::Pause | Fault::VmSuspend if self.is(n).believes && self.mistaken(n) => {
                (a, "woke", format!("{who} wakes. Nothing has told it that time went by: it still thinks that it holds the lock."))
            }
            Fault::Pause | Fault::VmSuspend => (a, "woke", format!("{who} wakes and goes on where it was.")),
            Fault::PartitionLock => (a, "reconnected", format!("{who} reaches the lock service again.")),
            Fault::PartitionStorage => (a, "reconnected", format!("{who} reaches storage again.")),
            Fault::Failover => (Party::Lock, "leader-elected", "There is a new leader. It knows every grant, and gives every lease its full time again.".to_owned()),
            Fault::Restart | Fault::RestartEmpty if self.after.setup.lock.protocol().nodes() > 2 => {
                let keys = &self.after.nodes[usize::from(n)].keys;
                let knows = match keys.head() {
                    Some(key) => format!("with {}'s key, which it had on disk", self.name(key.client)),
                    None => "and knows of no key".to_owned(),
                };
                (Party::Lock, "lock-back", format!("Master {} is back, {knows}.", n + 1))
            }
            Fault::Restart if self.after.holder().is_none() => {
                (Party::Lock, "lock-back", "The lock service is back. What it had not yet put on disk is gone: it knows of no lock.".to_owned())
            }
            Fault::Restart => (Party::Lock, "lock-back", "The lock service is back with all that it knew.".to_owned()),
            Fault::RestartEmpty => (Party::Lock, "lock-back", "The lock service is back without its data: no lock, and its counter begins again.".to_owned()),
            _ => return None,
        };
        Told::new(party, event, caption).map(Told::decisive)
    }
}

/// A write was accepted from somebody who did not hold the lock any more.
fn wrote_late(timeline: &Timeline) -> bool {
    let accepted = timeline
        .moments
        .iter()
        .filter(|moment| matches!(moment.event, "write-accepted" | "late-write-accepted"));
    accepted
        .zip(&timeline.accepted)
        .any(|(moment, (client, _))| {
            moment
                .known
                .holder
                .is_none_or(|(holder, _)| holder != *client)
        })
}

/// The outcome of a run in a sentence.
pub(super) fn outcome(names: &[String], world: &World, timeline: &Timeline) -> String {
    use super::property::Property;
    let name = |c: u8| names.get(usize::from(c)).map_or("?", String::as_str);
    let waits = (0..world.len()).find(|c| {
        let client = &world.clients[*c];
        client.process == Process::Running && client.started() && !client.done
    });
    let both = world.clients[..world.len()]
        .iter()
        .filter(|client| client.grant.order > 0)
        .count()
        > 1;
    let over = |moment: &super::timeline::Moment| moment.event == "session-is-over";
    let old_packet = |moment: &super::timeline::Moment| moment.event == "late-write-refused";
    if world.broken(Property::OrderedWrites) && world.broken(Property::NoLostUpdate) {
        "Data lost: an older grant has written over a newer one.".to_owned()
    } else if world.broken(Property::OrderedWrites) {
        "Out of order: an older grant has written after a newer one.".to_owned()
    } else if world.broken(Property::NoLostUpdate) {
        "Data lost: a write was accepted that was worked out from a value replaced since."
            .to_owned()
    } else if let Some((c, token)) = timeline.refused.first() {
        let stale = world.clients[usize::from(*c)].grant.order < world.grants;
        let token = token.map_or(String::new(), |token| format!(" with {token}"));
        if timeline.moments.iter().any(over) {
            format!(
                "Saved by the session: it has ended, and {}'s write{token} could not land.",
                name(*c)
            )
        } else if timeline.moments.iter().any(old_packet) {
            format!(
                "Saved by the fence: storage refused {}'s old packet{token}.",
                name(*c)
            )
        } else if stale {
            format!(
                "Saved by the fence: storage refused {}'s write{token}.",
                name(*c)
            )
        } else {
            format!(
                "Storage refused {}'s own write{token}, though it holds the lock.",
                name(*c)
            )
        }
    } else if let Some(c) = waits {
        format!("Safe, but {} was kept waiting to the end.", name(c as u8))
    } else if world.clients[..world.len()]
        .iter()
        .any(|client| client.outcome == Some(Outcome::Stopped))
    {
        "Safe: a client found out in time that it had lost the lock, and stopped.".to_owned()
    } else if wrote_late(timeline) {
        "Safe: a write came after its lease had ended, and still before any of the next holder's."
            .to_owned()
    } else if let Some(dead) = (0..world.len())
        .find(|c| world.clients[*c].process == Process::Crashed)
        .filter(|_| both)
    {
        format!("Safe: {} died, and the lock passed on.", name(dead as u8))
    } else if both {
        "Safe: each client finished while it held the lock.".to_owned()
    } else {
        "Safe: nothing was overwritten.".to_owned()
    }
}
