//! When to save: a policy without a clock.
//!
//! The caller tells what changed, when a save begins and how it went, with times since it started, and sleeps for
//! [`Saver::wait`]. One save is under way at a time. It holds what had changed when it began; what changes after that makes
//! the next one.

use std::time::Duration;

/// A note is saved when the keys pause for this long,
const NOTE_QUIET: Duration = Duration::from_millis(300);
/// and after this long while they do not, so that no key is older than a second when its save has ended.
const NOTE_LIMIT: Duration = Duration::from_millis(750);
/// A save that takes longer than this is told.
const SLOW: Duration = Duration::from_secs(1);
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

/// Knows what is unsaved, when the next save is due, and whether one is under way.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Saver {
    status: Status,
    /// The save to come, for what is neither in the file nor in the save under way.
    next: Option<Next>,
    /// When the save under way began.
    begun: Option<Duration>,
    retry: Duration,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Next {
    /// When the first change was made that it is for.
    since: Duration,
    due: Duration,
}

impl Default for Saver {
    fn default() -> Self {
        Self {
            status: Status::Saved,
            next: None,
            begun: None,
            retry: RETRY_FIRST,
        }
    }
}

impl Saver {
    /// Something changed.
    pub fn changed(&mut self, change: Change, now: Duration) {
        match self.status {
            Status::Saved => self.status = Status::Waiting,
            Status::Waiting => {}
            // What is tried again in a while is not hurried by what changes meanwhile.
            Status::Failing(_) if self.begun.is_none() => return,
            Status::Failing(_) => {}
            Status::Refused(_) => return,
        }
        let since = self.next.map_or(now, |next| next.since);
        let due = match change {
            Change::Typing => (now + NOTE_QUIET).min(since + NOTE_LIMIT),
            Change::Other => now,
        };
        // An answer that waits to be saved is not held up by the keys that follow it.
        let waiting = self.next.map(|next| next.due).filter(|&due| due <= now);
        let due = waiting.unwrap_or(due);
        self.next = Some(Next { since, due });
    }

    /// Whether a save is to begin.
    pub fn is_due(&self, now: Duration) -> bool {
        self.begun.is_none() && self.next.is_some_and(|next| next.due <= now)
    }

    /// How long to wait for the next thing to do; `None`: until something happens. What is due waits for the save under
    /// way to end.
    pub fn wait(&self, now: Duration) -> Option<Duration> {
        let due = self.next.map(|next| next.due);
        let Some(begun) = self.begun else {
            return due.map(|due| due.saturating_sub(now));
        };
        let ahead = [due, Some(begun + SLOW)].into_iter().flatten();
        ahead.filter(|&at| at > now).min().map(|at| at - now)
    }

    /// A save begins, of all that has changed until now. False: there is nothing to save that is not on its way.
    pub fn begin(&mut self, now: Duration) -> bool {
        let begins = self.begun.is_none() && self.next.take().is_some();
        if begins {
            self.begun = Some(now);
        }
        begins
    }

    /// Whether something is not in the file: on every way out, one more save is tried then.
    pub fn is_dirty(&self) -> bool {
        self.status != Status::Saved
    }

    /// Whether the save under way takes long.
    pub fn is_slow(&self, now: Duration) -> bool {
        self.begun.is_some_and(|begun| now >= begun + SLOW)
    }

    /// For the screen.
    pub fn status(&self) -> &Status {
        &self.status
    }

    /// The save succeeded.
    pub fn saved(&mut self) {
        let Self { next, .. } = *self;
        *self = Self {
            next,
            ..Self::default()
        };
        if next.is_some() {
            self.status = Status::Waiting;
        }
    }

    /// The save failed; it is tried again after a while that grows.
    pub fn failed(&mut self, why: String, now: Duration) {
        self.status = Status::Failing(why);
        self.begun = None;
        self.next = Some(Next {
            since: now,
            due: now + self.retry,
        });
        self.retry = (self.retry * 2).min(RETRY_LONGEST);
    }

    /// The save was refused for good, as when the file is of a newer format.
    pub fn refused(&mut self, why: String) {
        *self = Self {
            status: Status::Refused(why),
            ..Self::default()
        };
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const fn ms(ms: u64) -> Duration {
        Duration::from_millis(ms)
    }

    /// A key each `pause` on a disk that takes `took` for a save; gives the oldest that a key has become.
    fn oldest(pause: u64, took: u64) -> Duration {
        let mut saver = Saver::default();
        let (mut typed, mut on_its_way): (Vec<Duration>, Vec<Duration>) = Default::default();
        let (mut oldest, mut ends) = (ms(0), None);
        for now in (0..5000).map(ms) {
            if ends == Some(now) {
                ends = None;
                saver.saved();
                oldest = on_its_way
                    .iter()
                    .fold(oldest, |old, &key| old.max(now - key));
                assert_eq!(saver.is_dirty(), !typed.is_empty());
            }
            if now.as_millis().is_multiple_of(pause.into()) {
                saver.changed(Change::Typing, now);
                typed.push(now);
            }
            if saver.is_due(now) && saver.begin(now) {
                on_its_way = std::mem::take(&mut typed);
                ends = Some(now + ms(took));
            }
            assert!(ends.is_some() || saver.wait(now).is_none_or(|wait| wait <= NOTE_QUIET));
        }
        oldest
    }

    #[test]
    fn no_key_of_a_note_is_older_than_a_second_once_it_is_saved_however_long_the_typing_goes_on() {
        for pause in [1, 30, 120, 299, 300, 301, 500, 999] {
            for took in [1, 20, 120, 250] {
                assert!(oldest(pause, took) <= ms(1000), "{pause}, {took}");
            }
            // On a slower disk each save is begun when the last has ended, and none sooner.
            assert!(oldest(pause, 900) <= ms(1800), "{pause}");
        }
    }

    #[test]
    fn anything_else_is_saved_at_once_also_amid_typing() {
        let mut saver = Saver::default();
        assert_eq!((saver.wait(ms(0)), saver.is_dirty()), (None, false));
        assert!(!saver.begin(ms(0)));
        saver.changed(Change::Typing, ms(0));
        saver.changed(Change::Other, ms(10));
        saver.changed(Change::Typing, ms(20));
        assert!(saver.is_due(ms(20)) && saver.is_dirty());
        assert!(saver.begin(ms(20)));
        saver.saved();
        assert_eq!((saver.wait(ms(20)), saver.status()), (None, &Status::Saved));
    }

    #[test]
    fn a_save_that_takes_long_is_told_and_keeps_nobody_awake() {
        let mut saver = Saver::default();
        saver.changed(Change::Other, ms(0));
        assert!(saver.begin(ms(0)));
        saver.changed(Change::Other, ms(10));
        assert_eq!(
            (saver.wait(ms(10)), saver.is_slow(ms(10))),
            (Some(ms(990)), false)
        );
        assert_eq!((saver.wait(SLOW), saver.is_slow(SLOW)), (None, true));
        saver.saved();
        assert!(saver.is_due(SLOW) && !saver.is_slow(SLOW));
    }

    #[test]
    fn a_failure_is_told_and_tried_again_ever_more_slowly_until_it_succeeds() {
        let mut saver = Saver::default();
        let mut now = ms(0);
        saver.changed(Change::Other, now);
        let mut waits = Vec::new();
        for _ in 0..8 {
            assert!(saver.is_due(now) && saver.begin(now));
            // What changes meanwhile or after does not hurry it.
            saver.changed(Change::Other, now);
            saver.failed("the disk is full".to_owned(), now);
            saver.changed(Change::Other, now);
            let wait = saver.wait(now).unwrap();
            waits.push(wait.as_secs());
            now += wait;
        }
        assert_eq!(waits, [1, 2, 4, 8, 16, 30, 30, 30]);
        assert_eq!(
            *saver.status(),
            Status::Failing("the disk is full".to_owned())
        );
        assert!(saver.begin(now));
        saver.saved();
        assert!(!saver.is_dirty());
        saver.changed(Change::Other, now);
        assert!(saver.begin(now));
        saver.failed("again".to_owned(), now);
        assert_eq!(saver.wait(now), Some(RETRY_FIRST));
    }

    #[test]
    fn what_is_refused_for_good_is_not_tried_again() {
        let mut saver = Saver::default();
        saver.changed(Change::Other, ms(0));
        assert!(saver.begin(ms(0)));
        saver.refused("a newer format".to_owned());
        saver.changed(Change::Typing, ms(1));
        assert_eq!((saver.wait(ms(2)), saver.is_dirty()), (None, true));
        assert!(!saver.begin(ms(2)));
    }

    #[derive(Debug, Clone, Copy)]
    enum Step {
        Change(Change),
        /// The save under way, if there is one, ends well or not.
        End(bool),
        Pass(u64),
    }

    fn step() -> impl Strategy<Value = Step> {
        prop_oneof![
            Just(Step::Change(Change::Typing)),
            Just(Step::Change(Change::Other)),
            prop_oneof![4 => Just(true), 1 => Just(false)].prop_map(Step::End),
            (1..1200_u64).prop_map(Step::Pass),
        ]
    }

    proptest! {
        #[test]
        fn saved_means_that_all_is_in_the_file_and_one_save_at_a_time_is_under_way(
            steps in proptest::collection::vec(step(), 0..60)
        ) {
            let (mut saver, mut now) = (Saver::default(), ms(0));
            let (mut made, mut kept, mut on_its_way) = (0, 0, None);
            for step in steps {
                match (step, on_its_way) {
                    (Step::Change(change), _) => {
                        made += 1;
                        saver.changed(change, now);
                    }
                    (Step::End(true), Some(holds)) => {
                        (kept, on_its_way) = (holds, None);
                        saver.saved();
                    }
                    (Step::End(false), Some(_)) => {
                        on_its_way = None;
                        saver.failed("a reason".to_owned(), now);
                    }
                    (Step::End(_), None) => {}
                    (Step::Pass(time), _) => now += ms(time),
                }
                if saver.is_due(now) {
                    prop_assert_eq!(on_its_way, None);
                    prop_assert!(saver.begin(now));
                    on_its_way = Some(made);
                }
                prop_assert_eq!(saver.is_dirty(), kept < made);
                // What nobody carries away is due some time, and no wait is none at all.
                let carried = on_its_way.unwrap_or(kept);
                prop_assert!(carried == made || on_its_way.is_some() || saver.wait(now).is_some());
                prop_assert_ne!(saver.wait(now), Some(Duration::ZERO));
            }
        }
    }
}
