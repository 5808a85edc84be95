//! What is packed comes back, and nothing is told apart less than before.

use std::collections::HashSet;

use super::super::super::fault::Fault;
use super::super::super::lock::Kind;
use super::super::super::storage::Check;
use super::super::super::world::Setup;
use super::super::{cell, steps};
use super::*;

/// States as they are reached, breadth first, at most so many.
fn reached(setup: Setup, most: usize) -> Vec<World> {
    let mut worlds = vec![World::new(setup)];
    let mut met: HashSet<World> = worlds.iter().copied().collect();
    let mut actions = Vec::new();
    let mut i = 0;
    while i < worlds.len() && worlds.len() < most {
        let world = worlds[i];
        steps(&world, &mut actions);
        for action in &actions {
            let mut after = world;
            after.apply(*action);
            if met.insert(after) {
                worlds.push(after);
            }
        }
        i += 1;
    }
    worlds
}

#[test]
fn keys_and_comparisons_of_their_own_are_packed_too() {
    for lock in Kind::all() {
        let setup = Setup {
            check: Check::SelectThenUpdate,
            idempotency_key: true,
            ..Setup::new(lock)
        };
        let worlds = reached(cell(setup, [Fault::DelayedWrite, Fault::Pause]), 4_000);
        let mut different = HashSet::new();
        for world in &worlds {
            let mut bytes = Vec::new();
            encode(world, &mut bytes);
            assert_eq!(decode(world.setup, &bytes), Some(*world), "{lock:?}");
            different.insert(bytes);
        }
        assert_eq!(different.len(), worlds.len(), "{lock:?}");
    }
}

#[test]
fn what_was_packed_is_unpacked_and_only_equal_states_share_bytes() {
    for lock in Kind::all() {
        for fault in Fault::MATRIX.into_iter().chain(Fault::STORAGE) {
            let worlds = reached(cell(Setup::new(lock), Some(fault)), 400);
            let packed = worlds.iter().map(|world| {
                let mut bytes = Vec::new();
                encode(world, &mut bytes);
                assert_eq!(
                    decode(world.setup, &bytes),
                    Some(*world),
                    "{lock:?} × {fault:?}"
                );
                bytes
            });
            let different: HashSet<Vec<u8>> = packed.collect();
            assert_eq!(different.len(), worlds.len(), "{lock:?} × {fault:?}");
        }
    }
}

#[test]
fn bytes_that_were_cut_short_are_no_state() {
    let world = World::new(Setup::new(Kind::all().next().expect("there are locks")));
    let mut bytes = Vec::new();
    encode(&world, &mut bytes);
    for len in 0..bytes.len() {
        assert_eq!(
            decode(world.setup, &bytes[..len]),
            None,
            "{len} of {}",
            bytes.len()
        );
    }
}
