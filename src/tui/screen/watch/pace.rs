//! Story time: how fast the run is played where.
//!
//! A message crosses in a fraction of a second, and a pause lasts for many. Played evenly, nobody sees the one and
//! everybody waits for the other. So from each moment to the next the story takes as long as the moment's caption takes
//! to read, and a long wait a little longer; in between, time runs evenly. The axis stays true, the playhead only moves
//! faster or slower along it, and the screen says how much: see [`Pace::rate`].

use crate::fencing::timeline::{Millis, Timeline};

/// A time of the story at normal speed, in microseconds.
pub(super) type Micros = u64;

const MICROS: u64 = 1_000;
/// What a caption takes at least, and at most, in milliseconds of the story.
const SHORTEST: Millis = 1_100;
const LONGEST: Millis = 4_000;
/// What a caption takes before its first letter, and for each.
const LOOK: Millis = 700;
const LETTER: Millis = 26;
/// What a decisive moment takes beyond that.
const DECISIVE: Millis = 700;
/// A wait is played at least this many times faster, and in no more than `LONGEST_WAIT`.
const HASTE: Millis = 4;
const LONGEST_WAIT: Millis = 4_500;

/// A monotone mapping between the time of the story and the time of the run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Pace {
    /// For each moment, when the story and when the run come to it; the end of both last.
    knots: Vec<(Micros, Millis)>,
}

impl Pace {
    /// The pace of a run.
    pub(super) fn of(timeline: &Timeline) -> Self {
        let mut story = 0;
        let mut knots = Vec::with_capacity(timeline.moments.len() + 1);
        for (index, moment) in timeline.moments.iter().enumerate() {
            knots.push((story, moment.at));
            let next = timeline.moments.get(index + 1);
            let until = next.map_or(timeline.end, |next| next.at);
            // Before anything happens, the summary is read.
            let text = match index {
                0 => &timeline.summary,
                _ => &moment.caption,
            };
            story += span(text, moment.decisive, until.saturating_sub(moment.at)) * MICROS;
        }
        knots.push((story, timeline.end));
        Self { knots }
    }

    /// How long the story is.
    pub(super) fn length(&self) -> Micros {
        self.knots.last().map_or(0, |knot| knot.0)
    }

    /// The time of the run, and the moment that it has come to.
    pub(super) fn at(&self, story: Micros) -> (Millis, usize) {
        let moment = self.segment(story);
        let ((from, run), (to, next)) = self.ends(moment);
        let gone = story.clamp(from, to) - from;
        let at = run + (next - run) * gone / (to - from).max(1);
        (at, moment)
    }

    /// When the story comes to a moment.
    pub(super) fn begin(&self, moment: usize) -> Micros {
        self.knots[moment.min(self.knots.len() - 1)].0
    }

    /// When the story comes to a time of the run; the last such time where it stands still.
    pub(super) fn story(&self, run: Millis) -> Micros {
        let moment = self
            .knots
            .partition_point(|knot| knot.1 <= run)
            .saturating_sub(1);
        let ((from, start), (to, next)) = self.ends(moment);
        let gone = run.clamp(start, next) - start;
        from + (gone * (to - from)).div_ceil((next - start).max(1))
    }

    /// Seconds of the run in a second of the story: below 1 time is slowed, above 1 it is sped up.
    pub(super) fn rate(&self, story: Micros) -> f64 {
        let ((from, run), (to, next)) = self.ends(self.segment(story));
        (next - run) as f64 * MICROS as f64 / (to - from).max(1) as f64
    }

    fn segment(&self, story: Micros) -> usize {
        let last = self.knots.len().saturating_sub(2);
        self.knots
            .partition_point(|knot| knot.0 <= story)
            .saturating_sub(1)
            .min(last)
    }

    fn ends(&self, segment: usize) -> ((Micros, Millis), (Micros, Millis)) {
        let last = self.knots.len() - 1;
        (
            self.knots[segment.min(last)],
            self.knots[(segment + 1).min(last)],
        )
    }
}

/// How long the story dwells on what follows a moment, in milliseconds, when the next is `gap` away.
fn span(text: &str, decisive: bool, gap: Millis) -> Millis {
    let letters = text.chars().count() as Millis;
    let extra = if decisive { DECISIVE } else { 0 };
    let read = (LOOK + LETTER * letters + extra).clamp(SHORTEST, LONGEST);
    read.max((gap / HASTE).min(LONGEST_WAIT))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn pace(knots: &[(Micros, Millis)]) -> Pace {
        Pace {
            knots: knots.to_vec(),
        }
    }

    #[test]
    fn story_and_run_by_table() {
        // Slow over 250 ms, still over two moments at once, fast over ten seconds.
        let pace = pace(&[
            (0, 0),
            (1_000_000, 250),
            (2_000_000, 250),
            (4_500_000, 10_250),
        ]);
        let table = [
            (0, 0, 0),
            (500_000, 125, 0),
            (999_999, 249, 0),
            (1_000_000, 250, 1),
            (1_900_000, 250, 1),
            (2_000_000, 250, 2),
            (3_250_000, 5_250, 2),
            (4_500_000, 10_250, 2),
            (9_000_000, 10_250, 2),
        ];
        for (story, run, moment) in table {
            assert_eq!(pace.at(story), (run, moment), "at {story}");
        }
        assert_eq!(pace.rate(0), 0.25);
        assert_eq!(pace.rate(1_500_000), 0.0);
        assert_eq!(pace.rate(3_000_000), 4.0);
        assert_eq!(pace.length(), 4_500_000);
        assert_eq!(pace.story(250), 2_000_000);
        assert_eq!(pace.story(u64::MAX), 4_500_000);
    }

    #[test]
    fn a_caption_is_given_time_and_a_long_wait_does_not_bore() {
        let long = "word ".repeat(60);
        assert_eq!(span("A reads.", false, 1), SHORTEST);
        assert_eq!(span("A reads.", false, 10_000), 2_500);
        assert_eq!(span("A reads.", false, 600_000), LONGEST_WAIT);
        assert_eq!(span(&long, true, 1), LONGEST);
    }

    proptest! {
        #[test]
        fn never_back_and_there_and_back_again(
            gaps in proptest::collection::vec((SHORTEST..=LONGEST_WAIT, 0_u64..60_000), 1..20),
            runs in proptest::collection::vec(0_u64..400_000, 1..20),
        ) {
            let mut knots = vec![(0, 0)];
            for (story, run) in gaps {
                let last = knots[knots.len() - 1];
                knots.push((last.0 + story * MICROS, last.1 + run));
            }
            let pace = pace(&knots);
            let end = knots[knots.len() - 1].1;
            let mut before = (0, 0);
            for step in 0..200 {
                let now = pace.at(pace.length() * step / 199);
                prop_assert!(now.0 >= before.0 && now.1 >= before.1);
                before = now;
            }
            for run in runs {
                prop_assert_eq!(pace.at(pace.story(run)).0, run.min(end));
            }
            for (moment, knot) in knots[..knots.len() - 1].iter().enumerate() {
                prop_assert_eq!(pace.at(pace.begin(moment)), (knot.1, moment));
            }
        }
    }
}
