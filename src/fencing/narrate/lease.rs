//! How a lease ends, and how its holder learns of it, told.

use super::super::client::{Call, Process};
use super::super::timeline::Party;
use super::{Teller, Told, with};

impl Teller<'_> {
    pub(super) fn renewed(&self, c: u8) -> Option<Told> {
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

    pub(super) fn learns(&self, c: u8) -> Option<Told> {
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

    pub(super) fn lease_ends(&self, c: u8) -> Option<Told> {
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
}
