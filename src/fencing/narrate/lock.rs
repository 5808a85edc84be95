//! What the lock service does with a request, and what its answer tells the client, told.

use super::super::client::{Call, Reply, Request};
use super::super::lock::Lease;
use super::super::timeline::Party;
use super::{Teller, Told, with};

impl Teller<'_> {
    pub(super) fn at_lock(&self, c: u8) -> Option<Told> {
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
                "The database grants {who} the lock. Under it a counter is raised: token {token}."
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
                "{who}'s release fails: its session has ended. That is how {who} hears of it."
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

    pub(super) fn hears_lock(&self, c: u8) -> Option<Told> {
        let (who, a) = (self.name(c), Party::Client(c));
        let Call::Answered(reply) = self.was(c).call else {
            return None;
        };
        if self.is(c).believes && !self.was(c).believes {
            let token = self.is(c).token;
            let protocol = self.after.setup.lock.protocol();
            let kept = protocol.keeps(self.after, c.into());
            let late = if kept { "" } else { " By now that is wrong." };
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
