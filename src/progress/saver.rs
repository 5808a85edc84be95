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

#[cfg(test)]
mod tests {
    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    #[test]
    fn no_key_of_a_note_waits_a_second_however_long_the_typing_goes_on() {
        for pause in [1, 30, 120, 299, 300, 500, 999] {
            let mut saver = Saver::default();
            let mut unsaved: Vec<Duration> = Vec::new();
            for key in (0..5000 / pause).map(|key| ms(key * pause)) {
                if let Some(due) = saver.due().filter(|&due| due <= key) {
                    assert!(
                        unsaved.iter().all(|&typed| due - typed <= NOTE_LIMIT),
                        "{pause}"
                    );
                    unsaved.clear();
                    saver.saved();
                }
                saver.changed(Change::Typing, key);
                unsaved.push(key);
                assert!(saver.due().is_some_and(|due| due <= key + NOTE_QUIET));
            }
        }
    }

    #[test]
    fn anything_else_is_saved_at_once_also_amid_typing() {
        let mut saver = Saver::default();
        assert_eq!((saver.due(), saver.is_dirty()), (None, false));
        saver.changed(Change::Typing, ms(0));
        saver.changed(Change::Other, ms(10));
        saver.changed(Change::Typing, ms(20));
        assert_eq!((saver.due(), saver.is_dirty()), (Some(ms(10)), true));
        saver.saved();
        assert_eq!((saver.due(), saver.status()), (None, &Status::Saved));
    }

    #[test]
    fn a_failure_is_told_and_tried_again_ever_more_slowly_until_it_succeeds() {
        let mut saver = Saver::default();
        let mut now = ms(0);
        saver.changed(Change::Other, now);
        let mut waits = Vec::new();
        for _ in 0..8 {
            saver.failed("the disk is full".to_owned(), now);
            let due = saver.due().unwrap();
            waits.push((due - now).as_secs());
            // What is typed meanwhile does not hurry it.
            saver.changed(Change::Other, now);
            assert_eq!(saver.due(), Some(due));
            now = due;
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(
            *saver.status(),
            Status::Failing("the disk is full".to_owned())
        );
        saver.saved();
        saver.changed(Change::Other, now);
        saver.failed("again".to_owned(), now);
        assert_eq!(saver.due(), Some(now + RETRY_FIRST));
    }

    #[test]
    fn what_is_refused_for_good_is_not_tried_again() {
        let mut saver = Saver::default();
        saver.changed(Change::Other, ms(0));
        saver.refused("a newer format".to_owned());
        saver.changed(Change::Typing, ms(1));
        assert_eq!((saver.due(), saver.is_dirty()), (None, true));
    }
}
