//! What happens at storage, told.

use super::super::client::Ask;
use super::super::property::Property;
use super::super::storage::Check;
use super::super::timeline::Party;
use super::{Teller, Told, with};

impl Teller<'_> {
    pub(super) fn at_storage(&self, c: u8) -> Option<Told> {
        let (was, token) = (self.was(c), self.was(c).token);
        if was.ask == Ask::Read {
            return match self.is(c).ask {
                Ask::Refused => Told::new(Party::Storage, "read-refused", format!("Storage refuses {}'s read: {}.", self.name(c), self.refusal(c, token, self.was(c).seq)))
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
            _ if self.before.repeats(c.into(), was.seq) => self.repeated(c, "write-repeated"),
            Ask::Passed => self.passed(c, token),
            Ask::Refused => Told::new(
                Party::Storage,
                "write-refused",
                format!(
                    "Storage refuses {}'s write: {}. 0 rows.",
                    self.name(c),
                    self.refusal(c, token, self.was(c).seq)
                ),
            )
            .map(|told| told.token(token).decisive()),
            _ => self.accepted(c, token, "write-accepted"),
        }
    }

    pub(super) fn no_session(&self, c: u8) -> Option<Told> {
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

    /// The comparison alone, where the write is a step of its own.
    fn passed(&self, c: u8, token: u16) -> Option<Told> {
        let fence = self.before.stores[self.before.store_of(c.into())].fence;
        let caption = format!(
            "Storage looks at its fence for {}'s write: {fence} <= {token}. It has not written yet.",
            self.name(c)
        );
        Told::new(Party::Storage, "write-let-through", caption)
            .map(|told| told.token(token).decisive())
    }

    /// An operation whose key storage has.
    fn repeated(&self, c: u8, event: &'static str) -> Option<Told> {
        let caption = format!(
            "Storage has taken the key that {} sends: it answers as it did then, and does nothing again.",
            self.name(c)
        );
        Told::new(Party::Storage, event, caption).map(Told::decisive)
    }

    /// Why the check fails, in its own terms.
    fn refusal(&self, c: u8, token: u16, n: u8) -> String {
        if self.before.setup.null_fence {
            return format!("the fence is NULL, and no comparison of NULL with {token} is true");
        }
        let store = self.before.stores[self.before.store_of(c.into())];
        let fence = store.fence;
        match self.before.setup.check {
            Check::Strict if token == fence => format!("{token} is not above the fence, {fence}"),
            Check::Sequence if token == fence => {
                format!("({token}, {n}) is not above ({fence}, {})", store.seq)
            }
            _ => format!("{token} < {fence}"),
        }
    }

    pub(super) fn accepted(&self, c: u8, token: u16, event: &'static str) -> Option<Told> {
        let who = self.name(c);
        let resource = usize::from(self.before.setup.plans[usize::from(c)].resource);
        let (was, is) = (self.before.ledgers[resource], self.after.ledgers[resource]);
        let fence = match self.before.setup.check {
            _ if token == 0 && self.before.setup.idempotency_key => " It keeps the key.".to_owned(),
            _ if token == 0 => " Without a token there is nothing to compare.".to_owned(),
            Check::None if self.before.setup.idempotency_key => " It keeps the key.".to_owned(),
            Check::None => " It checks nothing.".to_owned(),
            Check::SelectThenUpdate
                if self.before.stores[self.before.store_of(c.into())].fence > token =>
            {
                format!(" It does not compare again, and the fence falls back to {token}.")
            }
            _ => format!(" The fence stands at {token}."),
        };
        let arrives = if event == "late-write-accepted" {
            "The old packet arrives at last, and storage accepts"
        } else {
            "Storage accepts"
        };
        let harm = if self.beside_the_primary(c) {
            " That is the old primary: the new one does not hear of it."
        } else if is.last < was.newest {
            " An older grant has written over a newer one."
        } else if self.after.broken(Property::NoLostUpdate)
            && !self.before.broken(Property::NoLostUpdate)
        {
            " It replaces an update that it knew nothing of: that update is lost."
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

    pub(super) fn hears_storage(&self, c: u8) -> Option<Told> {
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

    pub(super) fn give_up(&self, c: u8) -> Option<Told> {
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
            match self.was(c).held {
                Some(_) => format!(
                    "{who} has waited long enough and gives up. A write that timed out may still arrive."
                ),
                None => format!(
                    "{who} has waited long enough and gives up. It cannot tell whether its write is in."
                ),
            },
        )
    }

    pub(super) fn late_write(&self, c: u8) -> Option<Told> {
        let held = self.was(c).held?;
        if self.after.ledgers != self.before.ledgers {
            return self.accepted(c, held.token, "late-write-accepted");
        }
        if self.before.inside() && self.was(c).session_over {
            return self.no_session(c);
        }
        if self.before.repeats(c.into(), held.n) {
            return self.repeated(c, "late-write-repeated");
        }
        if self.is(c).held.is_some() {
            return self.passed(c, held.token);
        }
        Told::new(
            Party::Storage,
            "late-write-refused",
            format!(
                "{}'s old packet arrives at last. Storage refuses it: {}.",
                self.name(c),
                self.refusal(c, held.token, held.n)
            ),
        )
        .map(|told| told.token(held.token).decisive())
    }
}
