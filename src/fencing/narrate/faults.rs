//! Faults, told.

use super::super::client::Process;
use super::super::fault::Fault;
use super::super::lock::{Failover, Lease};
use super::super::timeline::Party;
use super::{Teller, Told, with};

impl Teller<'_> {
    pub(super) fn reap(&self, c: u8) -> Option<Told> {
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

    /// Who grants the lock, in a word.
    fn service(&self) -> &'static str {
        match self.after.setup.lock.protocol().lease() {
            Lease::Session => "database",
            _ => "lock service",
        }
    }

    pub(super) fn strike(&self, fault: Fault, n: u8) -> Option<Told> {
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
            Fault::PartitionLock | Fault::PartitionStorage if self.after.inside() => (
                a,
                "cut-from-database",
                format!("{who} is cut from the database: from the lock and from the data alike."),
            ),
            Fault::PartitionLock => (
                a,
                "cut-from-lock",
                format!("{who} is cut from the lock service. It still reaches storage."),
            ),
            Fault::PartitionStorage => (
                a,
                "cut-from-storage",
                match self.after.setup.renewals {
                    true => format!(
                        "{who} is cut from storage. It still reaches the lock service, and renews."
                    ),
                    false => {
                        format!("{who} is cut from storage. It still reaches the lock service.")
                    }
                },
            ),
            Fault::Failover => (Party::Lock, "failed-over", self.failed_over()),
            Fault::Restart | Fault::RestartEmpty => (
                Party::Lock,
                "lock-crashed",
                if self.after.setup.lock.protocol().nodes() > 2 {
                    format!("Master {} goes down.", n + 1)
                } else {
                    format!("The {} crashes.", self.service())
                },
            ),
            Fault::LockDown => (
                Party::Lock,
                "lock-down",
                format!("The {} does not answer any more.", self.service()),
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

    pub(super) fn failed_over(&self) -> String {
        match self.after.setup.lock.protocol().failover() {
            Failover::Promoted if self.before.holder() != self.after.holder() => {
                let behind = if self.after.setup.tokens { ", and its counter is behind" } else { "" };
                format!("The replica takes over. It never saw the grant{behind}.")
            }
            Failover::Promoted => "The replica takes over.".to_owned(),
            Failover::Split => "The replica takes over, without the locks. The old primary goes on serving whoever is connected to it.".to_owned(),
            _ => "The leader is gone. Until there is a new one nothing is granted, and nothing expires.".to_owned(),
        }
    }

    pub(super) fn cease(&self, fault: Fault, n: u8) -> Option<Told> {
        let (who, a) = (self.name(n), Party::Client(n));
        let (party, event, caption) = match fault {
            Fault::Pause | Fault::VmSuspend if self.is(n).believes && self.mistaken(n) => {
                (a, "woke", format!("{who} wakes. Nothing has told it that time went by: it still thinks that it holds the lock."))
            }
            Fault::Pause | Fault::VmSuspend => (a, "woke", format!("{who} wakes and goes on where it was.")),
            Fault::PartitionLock | Fault::PartitionStorage if self.after.inside() => {
                (a, "reconnected", format!("{who} reaches the database again."))
            }
            Fault::PartitionLock => (a, "reconnected", format!("{who} reaches the lock service again.")),
            Fault::PartitionStorage => (a, "reconnected", format!("{who} reaches storage again.")),
            Fault::Failover => (Party::Lock, "leader-elected", format!("There is a new leader. It knows every grant, and gives every {} its full time again.", self.lease_word())),
            Fault::Restart | Fault::RestartEmpty if self.after.setup.lock.protocol().nodes() > 2 => {
                let keys = &self.after.nodes[usize::from(n)].keys;
                let knows = match keys.head() {
                    Some(key) => format!("with {}'s key, which it had on disk", self.name(key.client)),
                    None => "and knows of no key".to_owned(),
                };
                (Party::Lock, "lock-back", format!("Master {} is back, {knows}.", n + 1))
            }
            Fault::Restart if self.after.setup.lock.protocol().lease() == Lease::Session => {
                (Party::Lock, "lock-back", "The database is back. Its sessions ended with it, and so did their locks.".to_owned())
            }
            Fault::Restart if self.after.holder().is_none() => {
                (Party::Lock, "lock-back", "The lock service is back. What it had not yet put on disk is gone: it knows of no lock.".to_owned())
            }
            Fault::Restart => (Party::Lock, "lock-back", "The lock service is back with all that it knew.".to_owned()),
            Fault::RestartEmpty => (Party::Lock, "lock-back", format!("The {} is back without its data: no lock, and its counter begins again.", self.service())),
            _ => return None,
        };
        Told::new(party, event, caption).map(Told::decisive)
    }
}
