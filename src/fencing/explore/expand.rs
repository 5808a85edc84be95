//! What one thread makes of the states that it is given: their successors.
//!
//! Threads only look at what is known; who comes to a state first, and so which number it gets and which way leads to
//! it, is settled afterwards in the order of the states, whoever expanded them. So a report says the same on one core
//! as on many.

use std::ops::Range;

use super::super::world::{Action, World};
use super::judge::Judge;
use super::pack::encode;
use super::seen::{Seen, fingerprint};
use super::steps;

/// Successors that were not known when they were come to, in the order of their parents.
#[derive(Default)]
pub(super) struct Expander {
    judge: Judge,
    actions: Vec<Action>,
    parents: Vec<Parent>,
    found: Vec<Successor>,
    packed: Vec<u8>,
}

/// A state whose steps were taken.
struct Parent {
    /// Where its successors end in the list.
    end: usize,
    /// Nobody can finish any more.
    stands_still: bool,
}

/// What there is to know of a state whose steps were taken.
pub(super) struct Taken {
    /// Nobody can finish any more.
    pub(super) stands_still: bool,
    /// How many states it leads to that were not known then.
    pub(super) successors: usize,
    /// How many bytes those take, packed.
    pub(super) bytes: usize,
}

/// A state that was come to.
pub(super) struct Successor {
    /// What it is told apart by.
    pub(super) print: u64,
    /// Which of the parent's steps led here.
    pub(super) choice: u8,
    /// Properties of single steps that are broken.
    pub(super) broken: u8,
    /// Where it ends in the packed bytes.
    end: usize,
}

impl Expander {
    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.judge.bytes()
            + self.packed.capacity()
            + self.found.capacity() * size_of::<Successor>()
            + self.parents.capacity() * size_of::<Parent>()
    }

    /// Take every step from each of these states, which have these numbers.
    pub(super) fn expand(
        &mut self,
        numbers: Range<u32>,
        states: impl Iterator<Item = World>,
        seen: &Seen,
        judges_progress: bool,
    ) {
        self.parents.clear();
        self.found.clear();
        self.packed.clear();
        for (number, world) in numbers.zip(states) {
            steps(&world, &mut self.actions);
            let stands_still = judges_progress
                && self
                    .judge
                    .stands_still(&world, seen.print(number), &self.actions);
            for choice in 0..self.actions.len() {
                let mut after = world;
                after.apply(self.actions[choice]);
                self.come_to(&after, choice as u8, seen);
            }
            self.parents.push(Parent {
                end: self.found.len(),
                stands_still,
            });
        }
    }

    fn come_to(&mut self, world: &World, choice: u8, seen: &Seen) {
        let start = self.packed.len();
        encode(world, &mut self.packed);
        let print = fingerprint(&self.packed[start..]);
        if seen.has(print) {
            self.packed.truncate(start);
            return;
        }
        self.found.push(Successor {
            print,
            choice,
            broken: world.broken,
            end: self.packed.len(),
        });
    }

    /// What there is to know of each state, and its successors with their packed bytes.
    pub(super) fn parents(
        &self,
    ) -> impl Iterator<Item = (Taken, impl Iterator<Item = (&Successor, &[u8])>)> {
        let ends = [0].into_iter().chain(self.parents.iter().map(|p| p.end));
        // Where the packed bytes end of so many successors.
        let packed = |count: usize| count.checked_sub(1).map_or(0, |last| self.found[last].end);
        self.parents.iter().zip(ends).map(move |(parent, begin)| {
            let taken = Taken {
                stands_still: parent.stands_still,
                successors: parent.end - begin,
                bytes: packed(parent.end) - packed(begin),
            };
            let successors = (begin..parent.end)
                .map(move |i| (&self.found[i], &self.packed[packed(i)..packed(i + 1)]));
            (taken, successors)
        })
    }
}
