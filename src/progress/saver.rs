//! When to save: a policy without a clock.
//!
//! The caller tells what changed and how the saves went, with times since it started, and sleeps until
//! [`Saver::due`]. When nothing is due it sleeps until the next event.

use std::time::Duration;

/// A note is saved when the keys pause for this long,
const NOTE_QUIET: Duration = Duration::from_millis(300);
/// and after this long while they do not, so that no key is older than a second when its save has ended.
const NOTE_LIMIT: Duration = Duration::from_millis(750);
/// The first wait after a save that failed; it doubles
const RETRY_FIRST: Duration = Duration::from_secs(1);
/// up to this.
const RETRY_LONGEST: Duration = Duration::from_secs(30);

/// What changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// The text of a note: one key of many.
    Typing,
    /// Anything else: saved at once.
    Other,
}

/// Whether what is in memory is also in the file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Status {
    /// It is.
    Saved,
    /// It soon will be.
    Waiting,
    /// It is not, and the save is tried again; a sentence says why.
    Failing(String),
    /// It is not, and will not be: the file is not ours to write. A sentence says why.
    Refused(String),
}

/// Knows what is unsaved, and when the next save is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saver {
    status: Status,
    /// When the first unsaved change was made.
    since: Duration,
    due: Option<Duration>,
    retry: Duration,
}

impl Default for Saver {
    fn default() -> Self {
        Self {
            status: Status::Saved,
            since: Duration::ZERO,
            due: None,
            retry: RETRY_FIRST,
        }
    }
}

impl Saver {
    /// Something changed.
    pub fn changed(&mut self, change: Change, now: Duration) {
        match self.status {
            Status::Saved => (self.status, self.since) = (Status::Waiting, now),
            Status::Waiting => {}
            Status::Failing(_) | Status::Refused(_) => return,
        }
        let due = match change {
            Change::Typing => (now + NOTE_QUIET).min(self.since + NOTE_LIMIT),
            Change::Other => now,
        };
        // An answer that waits to be saved is not held up by the keys that follow it.
        let waiting = self.due.filter(|&due| due <= now);
        self.due = Some(waiting.unwrap_or(due));
    }

    /// When to save next; `None` while there is nothing to do.
    pub fn due(&self) -> Option<Duration> {
        self.due
    }

    /// Whether something is not in the file: on every way out, one more save is tried then.
    pub fn is_dirty(&self) -> bool {
        self.status != Status::Saved
    }

    /// For the screen.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// The save succeeded.
    pub fn saved(&mut self) {
        *self = Self::default();
    }

    /// The save failed; it is tried again after a while that grows.
    pub fn failed(&mut self, why: String, now: Duration) {
        self.status = Status::Failing(why);
        self.due = Some(now + self.retry);
        self.retry = (self.retry * 2).min(RETRY_LONGEST);
    }

    /// The save was refused for good, as when the file is of a newer format.
    pub fn refused(&mut self, why: String) {
        self.status = Status::Refused(why);
        self.due = None;
    }
}
