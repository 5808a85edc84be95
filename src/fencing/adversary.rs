//! The adversary: a game in which the learner chooses what happens next, and tries to make a property fail.
//!
//! A [`Game`] is a tree of worlds. To go back, and then to choose otherwise, opens another branch beside the first;
//! nothing that was played is lost. Every move is one that the explorer would take, too, so what the learner breaks is
//! broken by a schedule that can come.

use super::explore::Budget;
use super::explore::way::{Way, shortest};
use super::fault::Fault;
use super::lock::Kind;
use super::moves::{Move, moves};
use super::property::Property;
use super::storage::Check;
use super::world::{Action, Setup, World};

/// How far a search for a hint goes.
const HINT: Budget = Budget {
    states: 400_000,
    bytes: 64 << 20,
};

/// What the learner is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Break a lock without a fence.
    Unfenced,
    /// Break Redlock.
    Redlock,
    /// Break a lock with a fence.
    Fenced,
    /// Choose a check that nothing breaks.
    Mend,
}

impl Level {
    /// Every level, in order.
    pub const ALL: [Self; 4] = [Self::Unfenced, Self::Redlock, Self::Fenced, Self::Mend];

    /// The stable name: progress files hold on to it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Unfenced => "break-unfenced",
            Self::Redlock => "break-redlock",
            Self::Fenced => "break-fenced",
            Self::Mend => "mend",
        }
    }

    /// The level of that name.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.id() == id)
    }

    /// As shown.
    pub fn title(self) -> &'static str {
        match self {
            Self::Unfenced => "Break the lock",
            Self::Redlock => "Break Redlock",
            Self::Fenced => "Break the fence",
            Self::Mend => "Mend it",
        }
    }

    /// What is to be done.
    pub fn task(self) -> &'static str {
        match self {
            Self::Unfenced => "etcd, and no check. Let an older grant write over a newer one.",
            Self::Redlock => "Five masters; one clock may leap. Get both A and B to hold the lock.",
            Self::Fenced => "Storage refuses token < fence. Lose an update all the same.",
            Self::Mend => "Choose what storage checks. The explorer tries to lose an update.",
        }
    }

    /// The first hint: what the break rests on.
    pub fn idea(self) -> &'static str {
        match self {
            Self::Unfenced => {
                "A lease ends by time. A process that stands still does not see it end."
            }
            Self::Redlock => {
                "Three masters make a majority. A clock that leaps makes one of them forget a key, and then it may give it away again."
            }
            Self::Fenced => {
                "The fence rises only when a write comes. What if B has read, and has not written yet?"
            }
            Self::Mend => {
                "Between B's read and B's write the fence still stands at A's token. Something else than a write could raise it."
            }
        }
    }

    /// What is to fail; when mending, what is to hold.
    pub fn property(self) -> Property {
        match self {
            Self::Unfenced => Property::OrderedWrites,
            Self::Redlock => Property::ExclusiveGrants,
            Self::Fenced | Self::Mend => Property::NoLostUpdate,
        }
    }

    /// The world that it is about.
    pub fn setup(self) -> Setup {
        let (lock, fault, check) = match self {
            Self::Unfenced => (Kind::ETCD, Fault::Pause, Check::None),
            Self::Redlock => (
                Kind::named("redlock").unwrap_or(Kind::ETCD),
                Fault::ServerClockJump,
                Check::None,
            ),
            Self::Fenced | Self::Mend => (Kind::ETCD, Fault::Pause, Check::AtLeast),
        };
        Setup {
            check,
            faults: [fault].into_iter().collect(),
            ..Setup::new(lock)
        }
    }
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
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// What a learner does, by number.
    fn act(game: &mut Game, what: u8, number: usize) {
        match what {
            0..5 => {
                let count = game.choices().len().max(1);
                game.take(number % count);
            }
            5 => drop(game.back()),
            6 => drop(game.on()),
            7 => drop(game.branch(if number.is_multiple_of(2) { 1 } else { -1 })),
            _ => game.restart(),
        }
    }

    fn replayed(game: &Game, setup: Setup) -> World {
        let mut world = World::new(setup);
        game.path()
            .into_iter()
            .for_each(|action| world.apply(action));
        world
    }

    proptest! {
        #[test]
        fn branch_and_undo_leave_the_world_as_it_was(
            level in 0..3_usize,
            steps in proptest::collection::vec((0..9_u8, 0..16_usize), 0..80),
            detour in proptest::collection::vec(0..16_usize, 1..12),
        ) {
            let setup = Level::ALL[level].setup();
            let mut game = Game::new(setup);
            for (what, number) in steps {
                act(&mut game, what, number);
                prop_assert_eq!(*game.world(), replayed(&game, setup), "where it stands is where its path leads");
            }
            let (before, path) = (*game.world(), game.path());
            let mut taken = 0;
            for number in detour {
                let count = game.choices().len().max(1);
                taken += usize::from(game.take(number % count));
            }
            for _ in 0..taken {
                prop_assert!(game.back());
            }
            prop_assert_eq!(*game.world(), before);
            prop_assert_eq!(game.path(), path);
            for _ in 0..taken {
                prop_assert!(game.on(), "what was played is still there");
            }
        }

        #[test]
        fn the_numbers_of_a_path_lead_back_to_it(level in 0..3_usize, steps in proptest::collection::vec(0..16_usize, 0..60)) {
            let setup = Level::ALL[level].setup();
            let mut game = Game::new(setup);
            for number in steps {
                let count = game.choices().len().max(1);
                game.take(number % count);
            }
            let mut again = Game::new(setup);
            prop_assert!(game.numbers().into_iter().all(|number| again.take(number)));
            prop_assert_eq!(again.world(), game.world());
        }
    }

    #[test]
    fn each_level_can_be_broken_in_a_playable_number_of_choices() {
        for level in [Level::Unfenced, Level::Redlock, Level::Fenced] {
            let game = Game::new(level.setup());
            let Way::Found(way) = game.way(level.property()) else {
                panic!("{level:?}: {:?}", game.way(level.property()));
            };
            assert!(
                (5..30).contains(&way.len()),
                "{level:?}: {} choices",
                way.len()
            );
            let mut world = *game.world();
            way.into_iter().for_each(|by| by.apply(&mut world));
            assert!(world.broken(level.property()));
        }
    }

    #[test]
    fn a_branch_is_kept_beside_the_other() {
        let mut game = Game::new(Level::Unfenced.setup());
        game.take(0);
        game.take(0);
        let first = game.path();
        game.back();
        game.take(1);
        assert_ne!(game.path(), first);
        assert_eq!(game.forks(), [1, 2]);
        assert!(game.branch(1));
        assert_eq!(game.path(), first);
    }
}
