//! The shortest way on from any state: what a hint is made of.

use super::super::world::World;
use super::Budget;
use super::seen::{Frontier, Seen, fingerprint, pack};

/// What a search for a way found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Way<M> {
    /// A shortest one.
    Found(Vec<M>),
    /// There is none: everything that can be reached was looked at.
    Nowhere,
    /// The budget was spent before.
    Spent,
}

/// Searches breadth first from a state to the first one that is the goal.
///
/// `moves` says what can be done in a state, in a fixed order and never more than 255 of them; `apply` does it.
pub fn shortest<M: Copy>(
    from: &World,
    budget: Budget,
    moves: impl Fn(&World, &mut Vec<M>),
    apply: impl Fn(&mut World, M),
    goal: impl Fn(&World) -> bool,
) -> Way<M> {
    if goal(from) {
        return Way::Found(Vec::new());
    }
    let (mut seen, mut frontier, mut buffer) = (Seen::default(), Frontier::default(), Vec::new());
    let packed = pack(from, &mut buffer);
    seen.add(fingerprint(packed), 0, 0);
    frontier.push(packed);
    let mut found = Vec::new();
    let mut number = 0;
    while let Some(world) = frontier.pop(from.setup) {
        let bytes = seen.bytes() + frontier.bytes();
        if seen.len() > budget.states || bytes > budget.bytes {
            return Way::Spent;
        }
        moves(&world, &mut found);
        for (choice, step) in found.iter().enumerate() {
            let mut after = world;
            apply(&mut after, *step);
            let packed = pack(&after, &mut buffer);
            let Some(state) = seen.add(fingerprint(packed), number, choice as u8) else {
                continue;
            };
            if goal(&after) {
                return Way::Found(replay(from, &seen.way_to(state), &moves, &apply));
            }
            frontier.push(packed);
        }
        number += 1;
    }
    Way::Nowhere
}

fn replay<M: Copy>(
    from: &World,
    way: &[u8],
    moves: &impl Fn(&World, &mut Vec<M>),
    apply: &impl Fn(&mut World, M),
) -> Vec<M> {
    let mut world = *from;
    let mut found = Vec::new();
    way.iter()
        .filter_map(|choice| {
            moves(&world, &mut found);
            let step = *found.get(usize::from(*choice))?;
            apply(&mut world, step);
            Some(step)
        })
        .collect()
}
