//! The adversary: a game in which the learner chooses what happens next, and tries to make a property fail.
//!
//! A [`Game`] is a tree of worlds. To go back, and then to choose otherwise, opens another branch beside the first;
//! nothing that was played is lost. Every move is one that the explorer would take, too, so what the learner breaks is
//! broken by a schedule that can come.

mod attempt;
mod level;
mod mend;
#[cfg(test)]
mod tests;

pub use attempt::{Attempt, Hint};
pub use level::Level;
pub use mend::{Trial, Tried, Verdict};

use super::explore::Budget;
use super::explore::way::{Way, shortest};
use super::moves::{Move, moves};
use super::property::Property;
use super::recorder::{Heading, Recorder};
use super::timeline::{Millis, Timeline};
use super::world::{Action, Setup, World};

/// How far a search for a hint goes.
const HINT: Budget = Budget {
    states: 400_000,
    bytes: 64 << 20,
};

/// The names of the two clients.
pub fn names() -> Vec<String> {
    vec!["A".to_owned(), "B".to_owned()]
}

/// A state that was played to.
#[derive(Debug, Clone)]
struct Node {
    parent: usize,
    /// The move that led here; none to the beginning.
    by: Option<Move>,
    world: World,
    children: Vec<usize>,
    /// Where the learner went from here last.
    latest: Option<usize>,
}

/// A game: all that was played, and where it stands.
#[derive(Debug, Clone)]
pub struct Game {
    nodes: Vec<Node>,
    here: usize,
}

impl Game {
    /// A game at its beginning.
    pub fn new(setup: Setup) -> Self {
        let root = Node {
            parent: 0,
            by: None,
            world: World::new(setup),
            children: Vec::new(),
            latest: None,
        };
        Self {
            nodes: vec![root],
            here: 0,
        }
    }

    /// The world as it stands.
    pub fn world(&self) -> &World {
        &self.nodes[self.here].world
    }

    /// What can be chosen, in a fixed order.
    pub fn choices(&self) -> Vec<Move> {
        let mut out = Vec::new();
        moves(self.world(), &mut out);
        out
    }

    /// Whether a choice was made from here before, on one branch or another.
    pub fn tried(&self, choice: Move) -> bool {
        self.child(choice).is_some()
    }

    fn child(&self, choice: Move) -> Option<usize> {
        let children = self.nodes[self.here].children.iter().copied();
        children
            .into_iter()
            .find(|child| self.nodes[*child].by == Some(choice))
    }

    /// Takes a choice by its number; `false` if there is none of that number. A choice that was taken before leads to
    /// the branch that is there.
    pub fn take(&mut self, number: usize) -> bool {
        let Some(choice) = self.choices().get(number).copied() else {
            return false;
        };
        let next = self.child(choice).unwrap_or_else(|| self.grow(choice));
        self.nodes[self.here].latest = Some(next);
        self.here = next;
        true
    }

    fn grow(&mut self, by: Move) -> usize {
        let mut world = *self.world();
        by.apply(&mut world);
        let number = self.nodes.len();
        self.nodes[self.here].children.push(number);
        self.nodes.push(Node {
            parent: self.here,
            by: Some(by),
            world,
            children: Vec::new(),
            latest: None,
        });
        number
    }

    /// A step back; `false` at the beginning.
    pub fn back(&mut self) -> bool {
        let moved = self.here != 0;
        self.here = self.nodes[self.here].parent;
        moved
    }

    /// A step on along the branch that was walked last; `false` at its end.
    pub fn on(&mut self) -> bool {
        let latest = self.nodes[self.here].latest;
        self.here = latest.unwrap_or(self.here);
        latest.is_some()
    }

    /// To the next or previous branch from the nearest fork behind; `false` when there is no fork.
    pub fn branch(&mut self, by: isize) -> bool {
        let mut at = self.here;
        while at != 0 {
            let parent = self.nodes[at].parent;
            let children = &self.nodes[parent].children;
            if children.len() > 1 {
                let here = children.iter().position(|child| *child == at).unwrap_or(0);
                let count = children.len() as isize;
                let next = (here as isize + by).rem_euclid(count) as usize;
                self.here = children[next];
                self.nodes[parent].latest = Some(self.here);
                return true;
            }
            at = parent;
        }
        false
    }

    /// To the beginning; what was played stays reachable.
    pub fn restart(&mut self) {
        self.here = 0;
    }

    /// The states from the beginning to here, without the beginning.
    fn line(&self) -> Vec<usize> {
        let mut line = Vec::new();
        let mut at = self.here;
        while at != 0 {
            line.push(at);
            at = self.nodes[at].parent;
        }
        line.reverse();
        line
    }

    /// The moves from the beginning to here, each with the world before it.
    pub fn played(&self) -> impl Iterator<Item = (Move, &World)> {
        self.line().into_iter().filter_map(|node| {
            let node = &self.nodes[node];
            Some((node.by?, &self.nodes[node.parent].world))
        })
    }

    /// The steps from the beginning to here.
    pub fn path(&self) -> Vec<Action> {
        let moves = self.played().map(|(by, _)| by);
        moves.flat_map(Move::actions).collect()
    }

    /// The numbers of the choices from the beginning to here.
    pub fn numbers(&self) -> Vec<usize> {
        let mut out = Vec::new();
        let number = |(by, before): (Move, &World)| {
            moves(before, &mut out);
            out.iter().position(|choice| *choice == by).unwrap_or(0)
        };
        self.played().map(number).collect()
    }

    /// For each step to here, how many branches lead on from before it.
    pub fn forks(&self) -> Vec<usize> {
        let forks = |node: usize| self.nodes[self.nodes[node].parent].children.len();
        self.line().into_iter().map(forks).collect()
    }

    /// How many steps lie ahead on the branch that was walked last.
    pub fn ahead(&self) -> usize {
        let mut at = self.here;
        let mut count = 0;
        while let Some(next) = self.nodes[at].latest {
            (at, count) = (next, count + 1);
        }
        count
    }

    /// A shortest way from here to a state in which the property is broken.
    pub fn way(&self, property: Property) -> Way<Move> {
        shortest(
            self.world(),
            HINT,
            moves,
            |world, by: Move| by.apply(world),
            |world| world.broken(property),
        )
    }

    /// What was played to here as a timeline, a second a step.
    pub fn run(&self) -> Played {
        let heading = Heading {
            clients: names(),
            ..Heading::default()
        };
        let path = self.path();
        let last = Millis::try_from(path.len()).unwrap_or(0) * 1_000;
        Played::of(Recorder::of_path(heading, self.world().setup, &path), last)
    }
}

/// The axis of a game grows by so much at a time, so that what stands on it does not move with each step.
const WINDOW: Millis = 12_000;
/// So long after the last step the game stands.
const AFTER: Millis = 500;

/// A game as far as it was played.
#[derive(Debug, Clone)]
pub struct Played {
    /// The timeline, with room for the steps to come.
    pub run: Timeline,
    /// The time at which it stands.
    pub now: Millis,
}

impl Played {
    /// A run whose last step came at `last`.
    fn of(mut run: Timeline, last: Millis) -> Self {
        let now = last + AFTER;
        let end = (now / WINDOW + 1) * WINDOW;
        // What has not ended goes on as far as the axis does.
        for span in run.spans.iter_mut().filter(|span| span.to >= run.end) {
            span.to = end;
        }
        run.end = end;
        under_way(&mut run, now);
        Self { run, now }
    }
}

/// No fault of a level loses a message: what has not arrived by `now` has come a quarter of its way, clear of other lanes.
fn under_way(run: &mut Timeline, now: Millis) {
    for flight in &mut run.flights {
        let gone = now.saturating_sub(flight.sent).max(1);
        flight.arrives.get_or_insert(now + 3 * gone);
    }
}
