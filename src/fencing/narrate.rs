//! Each step in words: the event's name, who acts, and a sentence or two.

mod faults;
mod lease;
mod outcome;
mod storage;

pub(super) use outcome::outcome;

use super::client::{Call, Reply, Request, Step};
use super::lock::Lease;
use super::timeline::Party;
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
        self.after.setup.lock.protocol().lease_word()
    }

    /// Its database session is with a server that is the primary no more, and still serves it.
    fn beside_the_primary(&self, c: u8) -> bool {
        self.before.inside() && self.was(c).node != self.before.primary
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
                Told::new(a, "lease-seen-over", format!("{who} looks at its clock: the {} is over. It stops.", self.lease_word()))
                    .map(Told::decisive)
            }
            Step::CheckLease => Told::new(
                a,
                "lease-seen-live",
                format!("{who} looks at its clock: the {} still runs. What it sees holds for this instant only.", self.lease_word()),
            )
            .map(Told::decisive),
            Step::Write => {
                let late = match (self.was(c).grant.order, self.mistaken(c)) {
                    (0, true) => " It has not asked for the lock.",
                    (_, true) => " It does not know that the lock is no longer its own.",
                    _ => "",
                };
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
                format!(
                    "The lock service confirms it: {who}'s entry is the lowest now, and {who} holds the lock{}.",
                    with(token)
                ),
            )
            .map(|told| told.token(token).decisive()),
            (Request::Acquire, Call::Answered(Reply::Granted(token))) if token > 0 => {
                Told::new(lock, "granted", self.granted(c, token)).map(|told| told.token(token).decisive())
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
                let why = match self.was(c).overdue {
                    true => format!(": its {} ended while it waited", self.lease_word()),
                    false => String::new(),
                };
                Told::new(lock, "entry-gone", format!("{who}'s own entry is gone{why}."))
            }
            (Request::Release, _) => self.release_taken(c),
            (Request::Rollback, _) => self.rollback_taken(c),
            (Request::SetExpiry, _) => Told::new(lock, "expiry-set", "The key now has an expiry."),
            _ => None,
        }
    }

    /// A grant and its token, and why that is not the next number where it is not.
    fn granted(&self, c: u8, token: u16) -> String {
        let who = self.name(c);
        if self.after.setup.lock.protocol().lease() == Lease::Session {
            return format!(
                "The database grants {who} the lock. Under it the fence column is bumped, to {token}."
            );
        }
        let known = self
            .before
            .clients
            .iter()
            .map(|client| client.grant.token)
            .max()
            .unwrap_or(0);
        let gap = if known > 0 && token > known + 1 {
            " The numbers between went to other changes; gaps do no harm."
        } else {
            ""
        };
        format!("The lock service grants {who} the lock: token {token}.{gap}")
    }

    fn release_taken(&self, c: u8) -> Option<Told> {
        let (who, lock) = (self.name(c), Party::Lock);
        if self.was(c).session_over {
            let caption = format!(
                "{who}'s release fails: its session has ended. Only so does {who} hear of it."
            );
            return Told::new(lock, "nothing-released", caption);
        }
        if self.beside_the_primary(c) {
            let caption = format!(
                "The old primary takes {who}'s release. The new one never knew of that lock."
            );
            return Told::new(lock, "nothing-released", caption);
        }
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
                format!("{who} asks every master to release the lock."),
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
}
