//! The conditions of the lesson's own story, each a knob: two clients, one lock, one fault. And the short code by which
//! such a run is told to somebody else.

mod code;

pub use code::{CODE_LETTERS, CodeError};

use super::client::{MAX_CLIENTS, MAX_STEPS};
use super::fault::{Fault, Target};
use super::lock::Kind;
use super::property::{Property, Verdict};
use super::scenario::Scenario;
use super::schedule::{FaultTime, Timing};
use super::storage::Check;
use super::timeline::{Millis, SpanKind, Timeline};
use super::world::Setup;

/// When B asks for the lock: while A is at work.
const B_ASKS: Millis = 4_000;
/// How long A works between its read and its write.
const A_WORKS: Millis = 2_000;
/// How long B works between its read and its write.
const B_WORKS: Millis = 600;
/// The longest time that a knob can stand at.
pub const LONGEST: Millis = 60_000;
/// Times are kept in steps of so many milliseconds.
pub const TICK: Millis = 50;

/// One setting of every knob.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Knobs {
    /// The kind of lock.
    pub lock: Kind,
    /// What storage compares.
    pub check: Check,
    /// Reads carry the token too, and raise the fence.
    pub fence_on_read: bool,
    /// Holders renew their leases.
    pub renews: bool,
    /// What strikes client A, or the lock service.
    pub fault: Option<Fault>,
    /// The TTL of each lease.
    pub ttl: Millis,
    /// When the fault strikes.
    pub at: Millis,
    /// How long it lasts.
    pub lasts: Millis,
    /// One way between a client and the lock service or storage.
    pub latency: Millis,
}

/// How a run came out, in the four ways that the map tells apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Ending {
    /// Everybody finished, and nobody was kept waiting by the fault.
    InTime,
    /// Nothing was harmed, but somebody waited for it.
    Waited,
    /// A late write came, and storage refused it.
    Saved,
    /// A late write came, and was let in.
    Corrupted,
}

impl Ending {
    /// Every ending, from good to bad.
    pub const ALL: [Self; 4] = [Self::InTime, Self::Waited, Self::Saved, Self::Corrupted];

    /// The stable name: progress files hold on to it.
    pub fn name(self) -> &'static str {
        match self {
            Self::InTime => "in-time",
            Self::Waited => "waited",
            Self::Saved => "saved",
            Self::Corrupted => "lost",
        }
    }

    /// What it means, in a sentence.
    pub fn told(self) -> &'static str {
        match self {
            Self::InTime => "Everybody finishes, and nobody waits for it.",
            Self::Waited => "Nothing is harmed, but somebody waits for it, or cannot finish.",
            Self::Saved => "Something comes late, and is refused.",
            Self::Corrupted => "Something is let in that comes too late: data is lost.",
        }
    }
}

impl Default for Knobs {
    /// The story as the lesson tells it.
    fn default() -> Self {
        Self {
            lock: Kind::ETCD,
            check: Check::Strict,
            fence_on_read: false,
            renews: true,
            fault: Some(Fault::Pause),
            ttl: 10_000,
            at: 2_000,
            lasts: 12_000,
            latency: 250,
        }
    }
}

impl Knobs {
    /// The run with these settings.
    pub fn run(&self) -> Timeline {
        self.scenario().run()
    }

    /// The scenario with these settings. It expects nothing.
    pub fn scenario(&self) -> Scenario {
        let setup = Setup {
            check: self.check,
            fence_on_read: self.fence_on_read,
            renewals: self.renews,
            faults: self.fault.into_iter().collect(),
            ..Setup::new(self.lock)
        };
        Scenario {
            id: self.code(),
            title: "Your own run".to_owned(),
            group: "Lab".to_owned(),
            summary: "A works for two seconds under the lock; B asks for it after four.".to_owned(),
            clients: vec!["A".to_owned(), "B".to_owned()],
            setup,
            timing: self.timing(),
            captions: Vec::new(),
            expect: Vec::new(),
        }
    }

    fn timing(&self) -> Timing {
        let mut work = [[0; MAX_STEPS]; MAX_CLIENTS];
        (work[0][2], work[1][2]) = (A_WORKS, B_WORKS);
        let fault = self.fault.map(|fault| FaultTime {
            fault,
            // Of five masters the one in the middle makes the difference.
            target: if fault.target() == Target::Node {
                self.lock.protocol().nodes() as u8 / 2
            } else {
                0
            },
            at: self.at,
            lasts: self.lasts,
            label: String::new(),
        });
        Timing {
            ttl: [self.ttl; MAX_CLIENTS],
            renews: [self.renews; MAX_CLIENTS],
            start: [0, B_ASKS, B_ASKS],
            work,
            latency_lock: self.latency,
            latency_storage: self.latency,
            retry: 1_000,
            timeout: 1_000,
            keepalive: 20_000,
            lag: 1_000,
            own_clock: false,
            faults: fault.into_iter().collect(),
            until: 2 * LONGEST,
        }
    }

    /// Settings that are out of bounds brought back in: times in ticks, a TTL above 0.
    #[must_use]
    pub fn bounded(self) -> Self {
        let tick = |time: Millis| (time.min(LONGEST) + TICK / 2) / TICK * TICK;
        Self {
            ttl: tick(self.ttl).max(TICK),
            at: tick(self.at),
            lasts: tick(self.lasts),
            latency: tick(self.latency),
            ..self
        }
    }
}

/// How a run came out.
pub fn ending(timeline: &Timeline) -> Ending {
    let broken = |property| timeline.verdict(property) == Some(Verdict::Violated);
    if broken(Property::OrderedWrites) || broken(Property::NoLostUpdate) {
        Ending::Corrupted
    } else if timeline.saved {
        Ending::Saved
    } else if broken(Property::Progress) || waited(timeline) {
        Ending::Waited
    } else {
        Ending::InTime
    }
}

/// Whether B had to wait for longer than its messages take: somebody else had the lock when it asked.
fn waited(timeline: &Timeline) -> bool {
    let waits = |kind, client| {
        timeline
            .spans
            .iter()
            .filter(move |span| (span.kind, span.client) == (kind, client))
    };
    waits(SpanKind::Wait, 1).any(|wait| {
        timeline.spans.iter().any(|lease| {
            lease.kind == SpanKind::Lease
                && lease.client != 1
                && lease.from <= wait.from
                && lease.to > wait.from
        })
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::code::ALPHABET;
    use super::*;

    fn any_knobs() -> impl Strategy<Value = Knobs> {
        let locks: Vec<Kind> = Kind::all().collect();
        let faults: Vec<Option<Fault>> = Fault::MATRIX
            .into_iter()
            .chain(Fault::STORAGE)
            .map(Some)
            .chain([None])
            .collect();
        let time = 0..=LONGEST / TICK;
        (
            prop::sample::select(locks),
            0..Check::NAMES.len(),
            any::<(bool, bool)>(),
            prop::sample::select(faults),
            (1..=LONGEST / TICK, time.clone(), time.clone(), time),
        )
            .prop_map(
                |(lock, check, (fence_on_read, renews), fault, (ttl, at, lasts, latency))| Knobs {
                    lock,
                    check: Check::NAMES[check].1,
                    fence_on_read,
                    renews,
                    fault,
                    ttl: ttl * TICK,
                    at: at * TICK,
                    lasts: lasts * TICK,
                    latency: latency * TICK,
                },
            )
    }

    proptest! {
        #[test]
        fn a_code_gives_back_its_settings(knobs in any_knobs()) {
            let code = knobs.code();
            prop_assert_eq!(Knobs::from_code(&code), Ok(knobs));
            prop_assert_eq!(Knobs::from_code(&format!(" {} ", code.to_lowercase().replace('-', " "))), Ok(knobs));
        }

        #[test]
        fn a_typing_error_is_told(knobs in any_knobs(), at in 0..CODE_LETTERS, by in 1..32_usize) {
            let letters: Vec<char> = knobs.code().chars().filter(|c| *c != '-').collect();
            let mut wrong = letters.clone();
            let value = ALPHABET.iter().position(|c| char::from(*c) == wrong[at]).expect("of the alphabet");
            wrong[at] = char::from(ALPHABET[(value + by) % 32]);
            prop_assert_eq!(Knobs::from_code(&wrong.iter().collect::<String>()), Err(CodeError::Sum));
            let mut swapped = letters.clone();
            swapped.swap(at, (at + 1) % CODE_LETTERS);
            if swapped != letters && at + 1 < CODE_LETTERS {
                prop_assert_eq!(Knobs::from_code(&swapped.iter().collect::<String>()), Err(CodeError::Sum));
            }
            let short = &letters[..at];
            prop_assert_eq!(Knobs::from_code(&short.iter().collect::<String>()), Err(CodeError::Length(at)));
        }

        #[test]
        fn anything_at_all_is_a_code_or_an_error(text in "\\PC{0,40}") {
            if let Ok(knobs) = Knobs::from_code(&text) {
                prop_assert_eq!(Knobs::from_code(&knobs.code()), Ok(knobs));
            }
        }

        #[test]
        fn every_setting_runs_to_an_end(knobs in any_knobs()) {
            let timeline = knobs.run();
            prop_assert!(timeline.moments.windows(2).all(|pair| pair[0].at <= pair[1].at));
            prop_assert!(!timeline.outcome.is_empty());
            ending(&timeline);
        }
    }

    #[test]
    fn the_lesson_is_one_setting() {
        let knobs = Knobs::default();
        let unchecked = Knobs {
            check: Check::None,
            ..knobs
        };
        let short = Knobs {
            lasts: 3_000,
            ..knobs
        };
        let early = Knobs {
            fault: None,
            ..knobs
        };
        for (knobs, expected) in [
            (knobs, Ending::Saved),
            (unchecked, Ending::Corrupted),
            (short, Ending::Waited),
            (early, Ending::InTime),
        ] {
            assert_eq!(ending(&knobs.run()), expected, "{knobs:?}");
        }
    }

    /// A lease that is not renewed ends one TTL after the service granted it: the border lies where a pause that begins
    /// at `at` ends later than that.
    #[test]
    fn the_border_lies_where_pause_and_ttl_meet() {
        for ttl in (1..=12).map(|s| s * 1_000) {
            for lasts in (1..=60).map(|n| n * 250) {
                let knobs = Knobs {
                    ttl,
                    lasts,
                    renews: false,
                    at: 1_000,
                    latency: 50,
                    ..Knobs::default()
                };
                let granted = knobs.latency;
                let write_lands =
                    knobs.latency + (knobs.at + lasts).max(4 * knobs.latency + A_WORKS);
                let late = write_lands > granted + ttl;
                let b_was_in = granted + ttl + 8 * knobs.latency + B_WORKS;
                let given = ending(&knobs.run());
                if !late {
                    assert!(
                        matches!(given, Ending::InTime | Ending::Waited),
                        "{ttl} {lasts}: {given:?}"
                    );
                } else if write_lands > b_was_in.max(B_ASKS + 8 * knobs.latency + B_WORKS) {
                    assert_eq!(given, Ending::Saved, "{ttl} {lasts}");
                }
            }
        }
    }
}
