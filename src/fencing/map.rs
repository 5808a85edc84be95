//! The map: how the lesson's own run ends, over many settings of two knobs at once.
//!
//! Every cell is a run of its own, and rows are worked out one by one, in any order and on any thread.

use std::sync::atomic::AtomicBool;

use super::crew::share;
use super::fault::Fault;
use super::knobs::{Ending, Knobs, TICK, ending};
use super::storage::Check;
use super::timeline::Millis;

/// The longest TTL, and the longest pause, of a map: both have one scale, so that pause = TTL is its diagonal.
const LONGEST: Millis = 20_000;
/// The shortest TTL of a map.
const SHORTEST_TTL: Millis = 500;
/// The longest latency of a map.
const LONGEST_LATENCY: Millis = 1_000;

/// What changes from the bottom of a map to its top; the TTL changes from left to right.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Rising {
    /// How long the fault lasts: a pause, unless the knobs name another.
    #[default]
    Lasts,
    /// One way between a client and the others.
    Latency,
}

/// A map that is to be drawn: the knobs that stay, the two that change, and how finely.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    /// The knobs; TTL and what rises are overridden by each cell.
    pub knobs: Knobs,
    /// What changes from bottom to top.
    pub rising: Rising,
    /// Cells across.
    pub columns: u16,
    /// Cells down.
    pub rows: u16,
}

impl Plan {
    /// The TTL of a column, 0 being the left-most.
    pub fn ttl(&self, column: u16) -> Millis {
        between(SHORTEST_TTL, LONGEST, column, self.columns)
    }

    /// What the knob that rises stands at in a row, 0 being the top-most.
    pub fn height(&self, row: u16) -> Millis {
        let up = self.rows.saturating_sub(1).saturating_sub(row);
        match self.rising {
            Rising::Lasts => between(0, LONGEST, up, self.rows),
            Rising::Latency => between(TICK, LONGEST_LATENCY, up, self.rows),
        }
    }

    /// The knobs of a cell.
    pub fn knobs_at(&self, column: u16, row: u16) -> Knobs {
        let mut knobs = Knobs {
            ttl: self.ttl(column),
            fault: Some(self.knobs.fault.unwrap_or(Fault::Pause)),
            ..self.knobs
        };
        match self.rising {
            Rising::Lasts => knobs.lasts = self.height(row),
            Rising::Latency => knobs.latency = self.height(row),
        }
        knobs.bounded()
    }

    /// The cell that comes nearest to these knobs: column and row.
    pub fn nearest(&self, knobs: &Knobs) -> (u16, u16) {
        let height = match self.rising {
            Rising::Lasts => knobs.lasts,
            Rising::Latency => knobs.latency,
        };
        let nearest = |count: u16, value: &dyn Fn(u16) -> Millis, wanted: Millis| {
            (0..count)
                .min_by_key(|i| value(*i).abs_diff(wanted))
                .unwrap_or(0)
        };
        (
            nearest(self.columns, &|column| self.ttl(column), knobs.ttl),
            nearest(self.rows, &|row| self.height(row), height),
        )
    }

    /// The longest pause that a column's lease outlives, by theory: what is left of the TTL when the pause begins, counted
    /// from the last time that the lease began to run. It holds for a TTL that is long against the latency. `None` where no lease runs out, or where no pause rises.
    pub fn border(&self, column: u16) -> Option<Millis> {
        let Knobs {
            ttl, at, latency, ..
        } = self.knobs_at(column, 0);
        if !self.knobs.lock.protocol().lease().ends_by_itself() || self.rising != Rising::Lasts {
            return None;
        }
        let (mut began, mut heard) = (latency, 2 * latency);
        while self.knobs.renews && heard + ttl / 3 <= at {
            let sent = heard + ttl / 3;
            (began, heard) = (sent + latency, sent + 2 * latency);
        }
        // The write still has to travel.
        Some((began + ttl).saturating_sub(at + latency))
    }

    /// How the runs of one row end, from left to right.
    pub fn row(&self, row: u16) -> Vec<Ending> {
        (0..self.columns)
            .map(|column| ending(&self.knobs_at(column, row).run()))
            .collect()
    }

    /// Works out every row on so many threads, and calls `done` with each as it is ready; ends early once `stop` is raised.
    pub fn fill(&self, threads: usize, stop: &AtomicBool, done: impl Fn(u16, Vec<Ending>) + Sync) {
        share(self.rows.into(), threads, stop, |piece| {
            let row = coarse_first(u16::try_from(piece).unwrap_or(u16::MAX), self.rows);
            done(row, self.row(row));
        });
    }
}

/// The value of step `i` of `count` from `from` to `to`, in ticks.
fn between(from: Millis, to: Millis, i: u16, count: u16) -> Millis {
    let last = Millis::from(count.saturating_sub(1)).max(1);
    let value = from + (to - from) * Millis::from(i) / last;
    (value + TICK / 2) / TICK * TICK
}

/// An order of rows in which the whole is seen early: every eighth, then those half-way between, and so on.
fn coarse_first(piece: u16, rows: u16) -> u16 {
    let passes = [(8, 0), (8, 4), (4, 2), (2, 1)];
    passes
        .into_iter()
        .flat_map(|(step, first)| (first..rows).step_by(step))
        .nth(piece.into())
        .unwrap_or(piece)
}

/// A map as far as it is known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    /// What it is of.
    pub plan: Plan,
    rows: Vec<Option<Vec<Ending>>>,
}

impl Map {
    /// Nothing is known yet.
    pub fn new(plan: Plan) -> Self {
        let rows = vec![None; plan.rows.into()];
        Self { plan, rows }
    }

    /// Takes in a row.
    pub fn take_in(&mut self, row: u16, endings: Vec<Ending>) {
        if let Some(known) = self.rows.get_mut(usize::from(row)) {
            *known = Some(endings);
        }
    }

    /// How the run of a cell ends, once that is known.
    pub fn ending(&self, column: u16, row: u16) -> Option<Ending> {
        let row = self.rows.get(usize::from(row))?.as_ref()?;
        row.get(usize::from(column)).copied()
    }

    /// Rows that are known, of how many.
    pub fn progress(&self) -> (usize, usize) {
        (self.rows.iter().flatten().count(), self.rows.len())
    }

    /// Whether all of it is known.
    pub fn complete(&self) -> bool {
        self.rows.iter().all(Option::is_some)
    }

    /// How many of the known runs end in this way.
    pub fn count(&self, ending: Ending) -> usize {
        let known = self.rows.iter().flatten().flatten();
        known.filter(|known| **known == ending).count()
    }

    /// Whether a longer pause loses something although storage checks: where a read does not raise the fence, A's write is let
    /// in between B's read and B's write.
    pub fn has_gap(&self) -> bool {
        let Plan { knobs, rising, .. } = &self.plan;
        let checks = knobs.check != Check::None && !knobs.fence_on_read;
        checks && *rising == Rising::Lasts && self.count(Ending::Corrupted) > 0
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::super::timeline::{Party, Timeline};
    use super::*;

    fn plan(check: Check) -> Plan {
        Plan {
            knobs: Knobs {
                check,
                ..Knobs::default()
            },
            rising: Rising::Lasts,
            columns: 40,
            rows: 21,
        }
    }

    fn filled(plan: Plan) -> Map {
        let rows = Mutex::new(Map::new(plan));
        plan.fill(2, &AtomicBool::new(false), |row, endings| {
            rows.lock().unwrap().take_in(row, endings);
        });
        rows.into_inner().unwrap()
    }

    fn cells(plan: Plan) -> impl Iterator<Item = (u16, u16)> {
        (0..plan.columns).flat_map(move |column| (0..plan.rows).map(move |row| (column, row)))
    }

    #[test]
    fn values_rise_to_the_right_and_up_and_end_where_they_are_said_to() {
        let plan = plan(Check::Strict);
        let ends = |rising| {
            let plan = Plan { rising, ..plan };
            (plan.height(plan.rows - 1), plan.height(0))
        };
        assert_eq!((plan.ttl(0), plan.ttl(39)), (SHORTEST_TTL, LONGEST));
        assert_eq!(ends(Rising::Lasts), (0, LONGEST));
        assert_eq!(ends(Rising::Latency), (TICK, LONGEST_LATENCY));
        assert!((1..plan.columns).all(|i| plan.ttl(i - 1) < plan.ttl(i)));
        assert!((1..plan.rows).all(|i| plan.height(i - 1) > plan.height(i)));
        for tiny in [0, 1, 2] {
            let plan = Plan {
                columns: tiny,
                rows: tiny,
                ..plan
            };
            assert!(filled(plan).complete());
        }
    }

    #[test]
    fn each_row_is_worked_out_once_and_in_a_coarse_order_first() {
        for rows in 0..60 {
            let order: Vec<u16> = (0..rows).map(|piece| coarse_first(piece, rows)).collect();
            let mut sorted = order.clone();
            sorted.sort_unstable();
            assert_eq!(sorted, (0..rows).collect::<Vec<_>>());
        }
        assert_eq!(
            (0..5)
                .map(|piece| coarse_first(piece, 20))
                .collect::<Vec<_>>(),
            [0, 8, 16, 4, 12]
        );
    }

    #[test]
    fn the_nearest_cell_to_a_cell_is_itself() {
        let plan = plan(Check::Strict);
        for (column, row) in cells(plan) {
            assert_eq!(plan.nearest(&plan.knobs_at(column, row)), (column, row));
        }
    }

    /// At or under the border nothing comes late; well above it every write comes late, and without a check is let in.
    #[test]
    fn the_border_lies_where_theory_puts_it() {
        for (at, latency, renews) in [(2_000, 250, true), (1_000, 50, false), (2_200, 100, true)] {
            let plan = Plan {
                knobs: Knobs {
                    at,
                    latency,
                    renews,
                    check: Check::None,
                    ..Knobs::default()
                },
                ..plan(Check::None)
            };
            let map = filled(plan);
            // A lease that ends before its grant has arrived is another story.
            for (column, row) in cells(plan).filter(|(column, _)| plan.ttl(*column) >= 2_000) {
                let border = plan.border(column).unwrap();
                let knobs = plan.knobs_at(column, row);
                let ending = map.ending(column, row).unwrap();
                let what = format!("{knobs:?} border {border}");
                if knobs.lasts >= 2_000 && knobs.lasts <= border {
                    assert!(ending <= Ending::Waited, "{ending:?} {what}");
                }
                // B is told within a second, and has read, worked and written after a few messages more.
                let b_is_through = border.max(4_000 - at.min(4_000)) + 1_600 + 10 * latency;
                if knobs.lasts > b_is_through {
                    assert_eq!(ending, Ending::Corrupted, "{what}");
                }
            }
        }
    }

    #[test]
    fn the_check_turns_what_was_lost_into_what_is_saved() {
        let (none, strict) = (filled(plan(Check::None)), filled(plan(Check::Strict)));
        let both: Vec<_> = cells(none.plan)
            .map(|(x, y)| (none.ending(x, y).unwrap(), strict.ending(x, y).unwrap()))
            .collect();
        assert_eq!(none.count(Ending::Saved), 0);
        assert!(strict.count(Ending::Saved) > 100);
        for (without, with) in both {
            assert_eq!(without == Ending::Corrupted, with >= Ending::Saved);
        }
        // What is still lost came between B's read and B's write; a fence that is raised on reads shuts that out too.
        assert!(strict.count(Ending::Corrupted) > 0);
        let raised = Plan {
            knobs: Knobs {
                check: Check::AtLeast,
                fence_on_read: true,
                ..strict.plan.knobs
            },
            ..strict.plan
        };
        assert_eq!(filled(raised).count(Ending::Corrupted), 0);
    }

    /// What is said of the gap holds of every lock: all that a longer pause loses under a check was written by A between B's
    /// read and B's write.
    #[test]
    fn what_is_lost_under_a_check_is_lost_in_the_gap() {
        let arrives = |run: &Timeline, client, what: &str| -> Vec<Millis> {
            let to_storage = (Party::Client(client), Party::Storage);
            let flights = run.flights.iter();
            let sent = flights.filter(|one| (one.from, one.to) == to_storage && !one.refused);
            let sent = sent.filter(|one| one.label.starts_with(what));
            sent.filter_map(|one| one.arrives).collect()
        };
        let mut gaps = 0;
        for lock in super::super::lock::Kind::all() {
            for check in [Check::Strict, Check::AtLeast] {
                let knobs = Knobs {
                    lock,
                    ..plan(check).knobs
                };
                let map = filled(Plan {
                    knobs,
                    ..plan(check)
                });
                gaps += usize::from(map.has_gap());
                let lost = |(x, y): &(u16, u16)| map.ending(*x, *y) == Some(Ending::Corrupted);
                for (column, row) in cells(map.plan).filter(lost) {
                    let run = map.plan.knobs_at(column, row).run();
                    let late = arrives(&run, 0, "write");
                    let read = arrives(&run, 1, "read")[0];
                    let write = arrives(&run, 1, "write")[0];
                    let between = late.iter().any(|at| (read..=write).contains(at));
                    assert!(between, "{lock:?} {check:?} {column} {row}");
                }
            }
        }
        assert!(gaps > 3);
    }

    #[test]
    fn a_lock_without_a_ttl_has_no_border() {
        let lock = super::super::lock::Kind::named("pg-inside").unwrap();
        let plan = Plan {
            knobs: Knobs {
                lock,
                ..Knobs::default()
            },
            ..plan(Check::None)
        };
        assert_eq!(plan.border(3), None);
        assert_eq!(filled(plan).count(Ending::Corrupted), 0);
    }
}
