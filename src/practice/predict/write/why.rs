//! Why a write does not meet the fate that somebody may expect.

use super::{FINE, HARM, LOCK_STOPS, NO_SESSION, NOT_SENT, REFUSED, REPEATED, Write, woke};
use crate::fencing::{storage::Check, timeline::Moment};

impl Write<'_> {
    /// Why a fate is not the one that the write meets.
    pub(super) fn why_not(&self, id: &str, right: &str) -> String {
        let (who, fence) = (self.story.name(self.client), self.fence());
        let token = self.token();
        match (id, right) {
            (REFUSED, _) => self.why_not_refused(right),
            (REPEATED, _) => "It carries no key by which storage would know it again.".to_owned(),
            (FINE | HARM, REPEATED) => {
                "Whoever sends it, the key is the same, and storage takes each key once.".to_owned()
            }
            (HARM, REFUSED) if !self.late && !self.replaced() && !self.story.stale(self.client, self.moment) => {
                format!("{who} has read the newest value: even without the check nothing would be lost.")
            }
            (HARM, REFUSED) => "So it would be without the check; but storage compares before it writes.".to_owned(),
            (HARM, NO_SESSION) => "Lock and data are in one database: with the session, its writes are over too.".to_owned(),
            (HARM, _) => match self.others_data() {
                Some(other) if !self.story.stale(self.client, self.moment) => {
                    format!("{who} has read after {other} wrote, so it builds on that write.")
                }
                _ => "Nothing newer was there to be written over.".to_owned(),
            },
            (FINE, REFUSED) => match token {
                Some(_) if self.story.scenario.setup.null_fence => {
                    "NULL is no number: a comparison with it is neither true nor false, and no row passes.".to_owned()
                }
                Some(token) if token == fence => self.why_not_again(token),
                Some(_) if self.story.stale(self.client, self.moment) => {
                    format!("So it would be had {who} kept the lock; but {fence} has been here since.")
                }
                Some(_) => format!("{who} does hold its lock; but storage compares numbers, and has seen {fence}."),
                None => "Storage has an eye on who comes, and does not let it in.".to_owned(),
            },
            (FINE, HARM) if self.split() => {
                "It goes in, but on a server that is the primary no more: one of the two writes will be lost.".to_owned()
            }
            (FINE, HARM) if !self.replaced() => match self.others_data() {
                Some(other) => format!("It goes in, but {other}'s, made under a later grant, was there before it."),
                None => "It goes in, but a write made under a later grant was there before it.".to_owned(),
            },
            (FINE, HARM) => "It goes in; but it was worked out from a value that was replaced after it was read.".to_owned(),
            (FINE, _) => format!("{who}'s session was ended, and nothing can land through it."),
            (NO_SESSION, _) if self.inside() => format!("{who}'s session lives: nothing has ended it."),
            (NO_SESSION, _) => format!("Storage knows nothing of {who}'s session with the lock service."),
            (NOT_SENT, _) if woke(self.story.run, self.client, self.moment) => {
                format!("Nothing has told {who} that it stood still: it goes on at the next line of its program.")
            }
            (NOT_SENT, _) => format!("Nobody tells {who} that it no longer holds; it learns that when it asks next."),
            (LOCK_STOPS, _) if self.inside() => {
                "The database does not ask who holds an advisory lock before it writes.".to_owned()
            }
            (LOCK_STOPS, _) => "The lock service is not on the way: only storage sees the write.".to_owned(),
            _ => "A packet has no date to be thrown away by: it may come at any time.".to_owned(),
        }
    }

    pub(super) fn inside(&self) -> bool {
        self.story.scenario.setup.lock.protocol().inside()
    }

    /// Why a check refuses a token that it has seen before.
    pub(super) fn why_not_again(&self, token: u32) -> String {
        let run = self.story.run;
        if let Some((seen, _)) = self.numbers() {
            return format!(
                "Storage has taken number {seen} under {token} already, and takes only later ones."
            );
        }
        let under = |moment: &&Moment| moment.token == Some(token);
        let raised = run.moments[..self.moment].iter().rfind(|moment| {
            under(moment)
                && matches!(
                    moment.event,
                    "fence-raised" | "write-accepted" | "late-write-accepted"
                )
        });
        match raised.map(|moment| moment.event) {
            Some("fence-raised") => {
                format!(
                    "The read has raised the fence to {token} already, and the check asks for a higher number."
                )
            }
            _ => format!(
                "Storage has taken one write under {token} already, and asks for a higher number."
            ),
        }
    }

    pub(super) fn why_not_refused(&self, right: &str) -> String {
        let fence = self.fence();
        match self.token() {
            _ if right == NO_SESSION => {
                "It does not come to a comparison: the session it comes through is over.".to_owned()
            }
            _ if right == REPEATED => {
                "It is no mistake to send it again: storage answers as if it had just done it."
                    .to_owned()
            }
            _ if self.compared_before() => {
                "It was compared before the other write went in, and is not compared again."
                    .to_owned()
            }
            _ if self.story.scenario.setup.check == Check::None => {
                "Storage compares nothing, so it cannot tell old from new.".to_owned()
            }
            None => "The write carries no token, so there is nothing to compare.".to_owned(),
            Some(token) if token == fence => {
                format!("The check lets {token} pass at a fence of {fence}.")
            }
            Some(token) if fence < token => match fence {
                0 => format!("Storage has seen no token above {token}."),
                fence => format!("{token} is above {fence}, the highest that storage has seen."),
            },
            Some(_) => "Nothing here makes storage refuse it.".to_owned(),
        }
    }
}
