//! The states that are known, and those whose steps are still to be taken.

use foldhash::quality::FixedState;
use hashbrown::HashTable;
use hashbrown::hash_table::Entry;
use std::collections::TryReserveError;
use std::hash::BuildHasher;
use std::ops::Range;

use super::super::world::{Setup, World};
use super::pack::{decode, encode};

/// The fingerprint of a packed state: the same in every run.
pub(super) fn fingerprint(packed: &[u8]) -> u64 {
    FixedState::with_seed(34).hash_one(packed)
}

/// States as they are told apart, with the way to each: 13 bytes a state, and some 5 for its place in the table.
#[derive(Default)]
pub(super) struct Seen {
    table: HashTable<u32>,
    prints: Pile<u64>,
    parents: Pile<u32>,
    /// Which of the parent's timely steps led here.
    choices: Pile<u8>,
}

/// The system has no more memory to give.
#[derive(Debug)]
pub(super) struct NoRoom;

impl From<TryReserveError> for NoRoom {
    fn from(_: TryReserveError) -> Self {
        Self
    }
}

/// A list that grows by pieces: nothing is copied when it grows, and hardly any room is left over.
struct Pile<T> {
    pieces: Vec<Vec<T>>,
    /// The next piece, once there is room for it.
    spare: Vec<T>,
}

/// Entries of a piece; a power of two, so that finding one is a shift and a mask.
const PIECE: usize = 1 << 11;

impl<T> Default for Pile<T> {
    fn default() -> Self {
        Self {
            pieces: Vec::new(),
            spare: Vec::new(),
        }
    }
}

impl<T: Copy> Pile<T> {
    fn len(&self) -> usize {
        let full = self.pieces.len().saturating_sub(1) * PIECE;
        full + self.pieces.last().map_or(0, Vec::len)
    }

    fn push(&mut self, entry: T) {
        match self.pieces.last_mut() {
            Some(last) if last.len() < PIECE => last.push(entry),
            // The first piece grows from nothing, since most walks are small.
            Some(_) => {
                let mut piece = std::mem::take(&mut self.spare);
                piece.push(entry);
                self.pieces.push(piece);
            }
            None => self.pieces.push(vec![entry]),
        }
    }

    /// Makes room for as many entries, which are fewer than a piece has.
    fn reserve(&mut self, entries: usize) -> Result<(), TryReserveError> {
        // The first piece grows by itself.
        let left = self.pieces.last().map_or(PIECE, |last| PIECE - last.len());
        if left < entries {
            self.pieces.try_reserve(1)?;
            self.spare.try_reserve_exact(PIECE)?;
        }
        Ok(())
    }

    fn get(&self, at: u32) -> T {
        self.pieces[at as usize / PIECE][at as usize % PIECE]
    }
}

impl Seen {
    /// How many there are.
    pub(super) fn len(&self) -> usize {
        self.prints.len()
    }

    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        let states = match self.prints.len() {
            small @ 0..PIECE => small,
            large => large.next_multiple_of(PIECE),
        };
        states * (8 + 4 + 1) + self.table.allocation_size()
    }

    /// Makes room for as many more states; fails where the system has none.
    pub(super) fn reserve(&mut self, states: usize) -> Result<(), NoRoom> {
        let prints = &self.prints;
        self.table
            .try_reserve(states, |i| prints.get(*i))
            .map_err(|_| NoRoom)?;
        self.prints.reserve(states)?;
        self.parents.reserve(states)?;
        Ok(self.choices.reserve(states)?)
    }

    /// Whether a state is known.
    pub(super) fn has(&self, print: u64) -> bool {
        let same = |i: &u32| self.prints.get(*i) == print;
        self.table.find(print, same).is_some()
    }

    /// The number of a state that was not known yet; numbers are given in the order of finding.
    pub(super) fn add(&mut self, print: u64, parent: u32, choice: u8) -> Option<u32> {
        let prints = &self.prints;
        let same = |i: &u32| prints.get(*i) == print;
        let Entry::Vacant(place) = self.table.entry(print, same, |i| prints.get(*i)) else {
            return None;
        };
        let number = prints.len() as u32;
        place.insert(number);
        self.prints.push(print);
        self.parents.push(parent);
        self.choices.push(choice);
        Some(number)
    }

    /// The fingerprint of a state.
    pub(super) fn print(&self, state: u32) -> u64 {
        self.prints.get(state)
    }

    /// The choices that lead from the beginning to a state.
    pub(super) fn way_to(&self, mut state: u32) -> Vec<u8> {
        let mut way = Vec::new();
        while state != 0 {
            way.push(self.choices.get(state));
            state = self.parents.get(state);
        }
        way.reverse();
        way
    }
}

/// States that wait for their steps, first come first served. Numbers are given in the same order, so they need not
/// be kept.
#[derive(Default)]
pub(super) struct Frontier {
    level: Level,
    at: usize,
    next: Level,
}

/// States that are equally many steps from the beginning, packed one after the other.
#[derive(Default)]
struct Level {
    packed: Vec<u8>,
    states: usize,
}

/// Some states that wait, one after the other.
pub(super) struct Share {
    bytes: Range<usize>,
    /// How many.
    pub(super) states: usize,
}

impl Frontier {
    /// Bytes that it takes.
    pub(super) fn bytes(&self) -> usize {
        self.level.packed.capacity() + self.next.packed.capacity()
    }

    /// Makes room for as many more bytes of packed states, and what stands before each; fails where the system has none.
    pub(super) fn reserve(&mut self, states: usize, bytes: usize) -> Result<(), NoRoom> {
        let heads = states * size_of::<u16>();
        Ok(self.next.packed.try_reserve(heads + bytes)?)
    }

    /// A packed state joins the end.
    pub(super) fn push(&mut self, packed: &[u8]) {
        self.next.packed.extend((packed.len() as u16).to_le_bytes());
        self.next.packed.extend_from_slice(packed);
        self.next.states += 1;
    }

    /// How many of the first level wait; when none does, the next level is the first.
    pub(super) fn waiting(&mut self) -> usize {
        if self.level.states == 0 {
            self.level.packed.clear();
            self.at = 0;
            std::mem::swap(&mut self.level, &mut self.next);
        }
        self.level.states
    }

    /// The first in line, so many or as many as wait, are taken.
    pub(super) fn take(&mut self, most: usize) -> Share {
        let start = self.at;
        let states = most.min(self.level.states);
        for _ in 0..states {
            self.at += self.level.packed[self.at..]
                .first_chunk()
                .map_or(0, |len| len.len() + usize::from(u16::from_le_bytes(*len)));
        }
        self.level.states -= states;
        Share {
            bytes: start..self.at,
            states,
        }
    }

    /// The first in line.
    pub(super) fn pop(&mut self, setup: Setup) -> Option<World> {
        self.waiting();
        let share = self.take(1);
        self.worlds(setup, &share).next()
    }

    /// The states of a share of the first level.
    pub(super) fn worlds(&self, setup: Setup, share: &Share) -> impl Iterator<Item = World> {
        let mut rest = &self.level.packed[share.bytes.clone()];
        std::iter::from_fn(move || {
            let (len, packed) = rest.split_first_chunk()?;
            let (packed, others) = packed.split_at_checked(u16::from_le_bytes(*len).into())?;
            rest = others;
            decode(setup, packed)
        })
    }
}

/// Pack a state into a buffer that is used again and again.
pub(super) fn pack<'b>(world: &World, buffer: &'b mut Vec<u8>) -> &'b [u8] {
    buffer.clear();
    encode(world, buffer);
    buffer
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_there_is_no_memory_for_is_told_and_harms_nothing() {
        let mut seen = Seen::default();
        let mut frontier = Frontier::default();
        for print in 0..10_000 {
            // As the walk does: room for some, of which not all are new.
            seen.reserve(20).unwrap();
            assert_eq!(seen.add(print, 0, 7), Some(print as u32));
            assert_eq!(seen.add(print, 0, 7), None);
        }
        assert!(seen.reserve(usize::MAX / 2).is_err());
        assert!(frontier.reserve(1, usize::MAX / 2).is_err());
        assert!(frontier.reserve(1, 100).is_ok());
        assert_eq!((seen.len(), frontier.waiting()), (10_000, 0));
        assert_eq!((seen.print(9_999), seen.way_to(9_999)), (9_999, vec![7]));
    }
}
