//! What is known of the matrix so far, and the names of its counterexamples.

use std::collections::HashMap;

use super::super::explore::{Finding, Report};
use super::super::fault::Fault;
use super::super::lock::Kind;
use super::super::property::Property;
use super::super::recorder::{Heading, Recorder};
use super::super::storage::Check;
use super::super::timeline::Timeline;
use super::{Cell, MARKS, Walked};

/// Everything that walks have found so far.
#[derive(Debug, Clone, Default)]
pub struct Ledger {
    cells: HashMap<Cell, Walked>,
}

impl Ledger {
    /// Takes in how far a walk has come. What is known in whole stays so.
    pub fn take_in(&mut self, cell: Cell, walked: Walked) {
        if self.report(cell).is_none() {
            self.cells.insert(cell, walked);
        }
    }

    /// How far the walk of a cell has come, if it was begun.
    pub fn walked(&self, cell: Cell) -> Option<&Walked> {
        self.cells.get(&cell)
    }

    /// What the walk of a cell found, once it is over.
    pub fn report(&self, cell: Cell) -> Option<&Report> {
        match self.walked(cell)? {
            Walked::Whole(report) => Some(report),
            Walked::States(_) => None,
        }
    }

    /// The findings behind the four [`MARKS`] of a fault and a lock, as far as they are known.
    pub fn marks(&self, fault: Fault, lock: Kind) -> [Option<&Finding>; 4] {
        MARKS.map(|(check, property)| {
            let cell = Cell { fault, lock, check };
            self.report(cell).map(|report| report.finding(property))
        })
    }

    /// The cells that are still to be walked, small spaces first, so that the matrix fills fast.
    pub fn missing(&self) -> Vec<Cell> {
        let mut missing = Cell::all();
        missing.retain(|cell| self.report(*cell).is_none());
        missing.sort_by_key(|cell| (cell.lock.protocol().nodes(), comes_twice(cell.fault)));
        missing
    }

    /// Cells that are known, and all there are.
    pub fn progress(&self) -> (usize, usize) {
        let known = self.cells.values();
        let whole = known.filter(|walked| matches!(walked, Walked::Whole(_)));
        (whole.count(), Cell::all().len())
    }

    /// States that were met in all walks so far.
    pub fn states(&self) -> usize {
        let states = |walked: &Walked| match walked {
            Walked::States(states) => *states,
            Walked::Whole(report) => report.states,
        };
        self.cells.values().map(states).sum()
    }

    /// The counterexample of this name, once it is known, as a run that can be watched.
    pub fn story(&self, name: &str) -> Option<Timeline> {
        let example = Example::named(name)?;
        let report = self.report(example.cell)?;
        match report.finding(example.property) {
            Finding::Violated(path) => {
                Some(Recorder::of_path(example.heading(), report.setup, path))
            }
            _ => None,
        }
    }
}

/// Faults under which clients come a second time, so that there is more to walk.
fn comes_twice(fault: Fault) -> bool {
    matches!(fault, Fault::StaleDelete | Fault::StaleRelease)
}

/// The shortest counterexample to a property in a cell.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Example {
    /// Where it was found.
    pub cell: Cell,
    /// What it breaks.
    pub property: Property,
}

/// What every name of an example begins with.
const PREFIX: &str = "matrix";

impl Example {
    /// Its name, such as `matrix:etcd:pause:none:ordered-writes`.
    pub fn name(self) -> String {
        let Cell { fault, lock, check } = self.cell;
        [
            PREFIX,
            lock.protocol().id(),
            fault.name(),
            check.name(),
            self.property.name(),
        ]
        .join(":")
    }

    /// The example of this name.
    pub fn named(name: &str) -> Option<Self> {
        let parts: Vec<&str> = name.split(':').collect();
        let [PREFIX, lock, fault, check, property] = parts[..] else {
            return None;
        };
        let known = |(name, known): &(&str, Check)| (*name == check).then_some(*known);
        Some(Self {
            cell: Cell {
                fault: Fault::named(fault)?,
                lock: Kind::named(lock)?,
                check: Check::NAMES.iter().find_map(known)?,
            },
            property: Property::ALL
                .into_iter()
                .find(|known| known.name() == property)?,
        })
    }

    fn heading(self) -> Heading {
        let Cell { fault, lock, check } = self.cell;
        let storage = match check {
            Check::None => "storage checks nothing".to_owned(),
            check => format!("storage checks {}", check.condition()),
        };
        Heading {
            scenario: self.name(),
            title: format!("{} breaks {}", fault.name(), self.property.name()),
            summary: format!(
                "As short as any schedule that breaks {}. A step a second.",
                self.property.name()
            ),
            conditions: format!("{} · {storage}", lock.protocol().label(true)),
            clients: vec!["A".to_owned(), "B".to_owned()],
            ..Heading::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use super::super::walk;
    use super::*;

    const PAUSE: Cell = Cell {
        fault: Fault::Pause,
        lock: Kind::ETCD,
        check: Check::None,
    };

    #[test]
    fn a_name_gives_back_its_example() {
        for cell in Cell::all() {
            for property in Property::ALL {
                let example = Example { cell, property };
                assert_eq!(Example::named(&example.name()), Some(example));
            }
        }
        for name in [
            "",
            "matrix",
            "paused-holder",
            "matrix:etcd:pause:none:",
            "matrix:etcd:pause:none:progress:x",
            "matrix:etcd:gremlins:none:progress",
        ] {
            assert_eq!(Example::named(name), None, "{name}");
        }
    }

    #[test]
    fn what_is_known_stays_and_plays() {
        let mut ledger = Ledger::default();
        let all = ledger.missing().len();
        let told = std::sync::Mutex::new(Vec::new());
        let stop = AtomicBool::new(false);
        walk(&[PAUSE], Default::default(), 1, &stop, |cell, walked| {
            told.lock().unwrap().push((cell, walked));
        });
        let told = told.into_inner().unwrap();
        assert!(matches!(told.first(), Some((_, Walked::States(_)))));
        for (cell, walked) in told {
            ledger.take_in(cell, walked);
        }
        ledger.take_in(PAUSE, Walked::States(1));
        assert_eq!(ledger.missing().len(), all - 1);
        assert_eq!(ledger.progress(), (1, all));
        let [exclusive, unchecked, checked, progress] = ledger.marks(PAUSE.fault, PAUSE.lock);
        assert_eq!(exclusive, Some(&Finding::Holds));
        assert!(matches!(unchecked, Some(Finding::Violated(_))));
        assert_eq!((checked, progress), (None, Some(&Finding::Holds)));
        let broken = Example {
            cell: PAUSE,
            property: Property::OrderedWrites,
        };
        let story = ledger.story(&broken.name()).unwrap();
        assert_eq!(story.scenario, broken.name());
        assert_eq!(story.accepted.len(), 2);
        let kept = Example {
            property: Property::Progress,
            ..broken
        };
        assert_eq!(ledger.story(&kept.name()), None);
    }

    #[test]
    fn small_spaces_come_first() {
        let missing = Ledger::default().missing();
        let nodes: Vec<usize> = missing
            .iter()
            .map(|cell| cell.lock.protocol().nodes())
            .collect();
        assert!(nodes.is_sorted());
    }
}
