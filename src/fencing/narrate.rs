//! Each step in words: the event's name, who acts, and a sentence or two.

mod faults;
mod lease;
mod lock;
mod outcome;
mod storage;

pub(super) use outcome::outcome;

use super::client::{Reply, Step};
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
}
