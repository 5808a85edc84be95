//! What takes longer than a frame: said here, done on threads of their own, told in parts as it comes.

use std::sync::atomic::AtomicBool;

use crate::fencing::{
    knobs::Ending,
    map::{Map, Plan},
    matrix::{Cell, Ledger, Walked, walk},
};

/// What a screen shows and does not know yet. The program sees to it: the newest want ends the one before.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Want {
    /// This map.
    Map(Plan),
    /// Every cell of the matrix.
    Matrix,
}

/// Work that is given away.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Job {
    /// Work this map out.
    Map(Plan),
    /// Walk these cells, in this order.
    Matrix(Vec<Cell>),
}

/// A part of what came of it. Each says what it is a part of, so that it does no harm when it comes late.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Found {
    /// A row of a map.
    Row {
        /// The map.
        plan: Plan,
        /// Which row.
        row: u16,
        /// How its runs end.
        endings: Vec<Ending>,
    },
    /// How far the walk of a cell has come.
    Cell(Cell, Walked),
}

impl Job {
    /// Does it on so many threads, this one among them, and calls `tell` with each part; ends soon after `stop` was raised.
    pub fn carry_out(&self, threads: usize, stop: &AtomicBool, tell: impl Fn(Found) + Sync) {
        match self {
            Self::Map(plan) => plan.fill(threads, stop, |row, endings| {
                tell(Found::Row {
                    plan: *plan,
                    row,
                    endings,
                });
            }),
            Self::Matrix(cells) => {
                walk(cells, Default::default(), threads, stop, |cell, walked| {
                    tell(Found::Cell(cell, walked));
                })
            }
        }
    }
}

/// So many maps are kept, so that going back to one shows it at once.
const MAPS: usize = 16;

/// Everything that was found in this session.
#[derive(Debug, Default)]
pub struct Findings {
    /// The latest last.
    maps: Vec<Map>,
    /// The matrix.
    pub matrix: Ledger,
}

impl Findings {
    /// Takes in a part.
    pub fn take_in(&mut self, found: Found) {
        match found {
            Found::Row { plan, row, endings } => self.map_mut(plan).take_in(row, endings),
            Found::Cell(cell, walked) => self.matrix.take_in(cell, walked),
        }
    }

    /// The map of this plan, as far as it is known.
    pub fn map(&self, plan: &Plan) -> Option<&Map> {
        self.maps.iter().find(|map| map.plan == *plan)
    }

    fn map_mut(&mut self, plan: Plan) -> &mut Map {
        let place = self.maps.iter().position(|map| map.plan == plan);
        let place = place.unwrap_or_else(|| {
            if self.maps.len() >= MAPS {
                self.maps.remove(0);
            }
            self.maps.push(Map::new(plan));
            self.maps.len() - 1
        });
        &mut self.maps[place]
    }

    /// The work that is left to do for a want; `None` when all of it is known.
    pub fn job(&self, want: Want) -> Option<Job> {
        match want {
            Want::Map(plan) => {
                let known = self.map(&plan).is_some_and(Map::complete);
                (!known).then_some(Job::Map(plan))
            }
            Want::Matrix => Some(self.matrix.missing())
                .filter(|missing| !missing.is_empty())
                .map(Job::Matrix),
        }
    }
}
