//! One invented question after another, none of them twice.

use std::collections::BTreeSet;

use rand::{Rng as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;

use super::{Fresh, invent};
use crate::progress::Record;

/// So many seeds are tried for one question at most. A seed in a thousand is of no use, so this is never reached.
const TRIES: usize = 1_000;

/// A series of invented questions. It never ends.
#[derive(Debug, Clone)]
pub struct Series {
    rng: ChaCha8Rng,
    /// Seeds that were answered before, or asked in this series.
    used: BTreeSet<u32>,
    /// What was told in this series.
    told: BTreeSet<String>,
    /// What the last one was about.
    last: String,
}

impl Series {
    /// The series that comes of `seed`, without the questions that `record` has answers to.
    pub fn new(seed: u64, record: &Record) -> Self {
        Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            used: record
                .answers
                .values()
                .filter_map(|answer| answer.seed)
                .collect(),
            told: BTreeSet::new(),
            last: String::new(),
        }
    }
}

impl Iterator for Series {
    type Item = Fresh;

    fn next(&mut self) -> Option<Fresh> {
        for _ in 0..TRIES {
            let seed = self.rng.next_u32();
            if self.used.contains(&seed) {
                continue;
            }
            let Some(fresh) = invent(seed) else {
                continue;
            };
            if fresh.kept_as != self.last && self.told.insert(fresh.question.prompt.plain()) {
                self.used.insert(seed);
                self.last.clone_from(&fresh.kept_as);
                return Some(fresh);
            }
        }
        None
    }
}
