//! Kinds of locks: what each service does with a request, when a lease ends, what a token is.
//!
//! A new kind is one file that implements [`Protocol`] and one line in `KINDS`.

mod etcd;
mod keys;
mod postgres;
mod queue;
mod redis;
mod redlock;
mod zookeeper;

pub use keys::{Entry, Keys, Node};

use super::world::World;

/// The most nodes a service can have: the five masters of Redlock.
pub const MAX_NODES: usize = 5;

/// Every kind of lock, in the order in which they are shown.
static KINDS: [&dyn Protocol; 9] = [
    &redis::Redis::SINGLE,
    &redis::Redis::REPLICA,
    &redlock::Redlock,
    &etcd::ETCD,
    &zookeeper::ZOOKEEPER,
    &postgres::Postgres::INSIDE,
    &postgres::Postgres::OUTSIDE,
    &redis::Redis::NO_TTL,
    &redis::Redis::SETNX_EXPIRE,
];

/// A kind of lock, by its place among the kinds.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Kind(u8);

impl Kind {
    /// The kind of the lesson's own story.
    pub const ETCD: Self = Self(3);

    /// Its place among the kinds: share codes hold on to it, so new kinds come last.
    pub fn number(self) -> u8 {
        self.0
    }

    /// Every kind.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..KINDS.len()).map(|i| Self(i as u8))
    }

    /// The kinds of the matrix: those of the lesson's table.
    pub fn matrix() -> impl Iterator<Item = Self> {
        Self::all().filter(|kind| kind.protocol().in_matrix())
    }

    /// The kind of that name, such as `pg-inside`.
    pub fn named(id: &str) -> Option<Self> {
        Self::all().find(|kind| kind.protocol().id() == id)
    }

    /// How it works.
    pub fn protocol(self) -> &'static dyn Protocol {
        KINDS[usize::from(self.0)]
    }
}

impl std::fmt::Debug for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.protocol().id())
    }
}

/// Who decides that a lease ends, and by which clock.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Lease {
    /// The server's wall clock.
    WallClock,
    /// A clock that cannot be set.
    Monotonic,
    /// There is none: the lock lives as long as the session that took it.
    Session,
    /// There is none: only a release ends it.
    Never,
}

impl Lease {
    /// It ends after its TTL unless it is renewed.
    pub fn ends_by_itself(self) -> bool {
        matches!(self, Self::WallClock | Self::Monotonic)
    }
}

/// What happens when the leader is lost.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Failover {
    /// There is no leader to lose.
    NoLeader,
    /// There is no follower: the service is gone until somebody restarts it.
    NoFollower,
    /// A follower takes over with what had reached it.
    Promoted,
    /// A follower takes over with what had reached it, and the old leader goes on serving those connected to it.
    Split,
    /// The others elect a leader that has everything; until then nothing is decided.
    Elected,
}

/// A kind of lock service. Its methods act on the world; the world asks, the protocol answers.
pub trait Protocol: Sync {
    /// Stable name.
    fn id(&self) -> &'static str;
    /// As shown.
    fn title(&self) -> &'static str;
    /// As shown for a run, whose grants come with `tokens` or without: says what adds them, if they are not built in.
    fn label(&self, _tokens: bool) -> &'static str {
        self.title()
    }
    /// What its fencing token is, if it has one.
    fn token(&self) -> Option<&'static str>;
    /// Who ends a lease.
    fn lease(&self) -> Lease;
    /// What a failover does.
    fn failover(&self) -> Failover;
    /// What reaches disk or follower only some time later, as commonly run.
    fn lags(&self) -> bool;
    /// The number of nodes that a client talks to.
    fn nodes(&self) -> usize {
        1
    }
    /// The row of the lesson's table that it belongs to.
    fn table_row(&self) -> &'static str;
    /// Whether it stands in the lesson's table, and so in the matrix.
    fn in_matrix(&self) -> bool {
        true
    }
    /// The protected writes travel through the session that holds the lock.
    fn inside(&self) -> bool {
        false
    }
    /// It has a release that deletes whatever is there.
    fn has_plain_delete(&self) -> bool {
        false
    }
    /// Whether a stale client can release in the way that this fault asks for.
    fn has_own_or_plain_delete(&self, fault: super::fault::Fault) -> bool {
        self.lease().ends_by_itself()
            && (fault != super::fault::Fault::StaleDelete || self.has_plain_delete())
    }
    /// A client can find out that it lost the lock without the service's word, by its own clock.
    fn learns_by_itself(&self) -> bool {
        self.lease().ends_by_itself()
    }
    /// What keeps a grant alive, in the service's own word.
    fn lease_word(&self) -> &'static str {
        match self.lease() {
            Lease::Session => "session",
            Lease::Never => "lock",
            // ZooKeeper's: the ensemble alone decides that it is over.
            _ if !self.learns_by_itself() => "session",
            _ => "lease",
        }
    }
    /// Whether the service takes in a client's message now.
    fn answers(&self, world: &World, c: usize) -> bool {
        world.nodes[usize::from(world.clients[c].node)].up
    }
    /// The client and token that the service takes to hold.
    fn holder(&self, world: &World) -> Option<(u8, u16)> {
        let head = |n: usize| world.nodes[n].keys.head();
        // Where a single service keeps two locks, a run shows whoever holds one of them.
        let second = || (self.nodes() == 1).then(|| head(1)).flatten();
        head(world.primary.into())
            .or_else(second)
            .map(|entry| (entry.client, entry.token))
    }
    /// Whether the service still has this client's grant.
    fn keeps(&self, world: &World, c: usize) -> bool {
        world.nodes[usize::from(world.clients[c].node)]
            .keys
            .has(c as u8)
    }
    /// Whether a client's lease can run out: a key with an expiry is there, or the promise outlives the key.
    fn lease_can_end(&self, world: &World, c: usize) -> bool {
        let nodes = &world.nodes[..self.nodes()];
        let promised =
            || world.clients[c].grant.live && !nodes.iter().any(|node| node.keys.has(c as u8));
        self.lease().ends_by_itself()
            && (nodes.iter().any(|node| node.keys.expires(c as u8)) || promised())
    }
    /// Whether the service can end a silent client's session.
    fn can_reap(&self, _world: &World, _c: usize) -> bool {
        false
    }
    /// Whether a node's disk or follower is behind.
    fn behind(&self, world: &World, n: usize) -> bool {
        world.nodes[n].keys != world.nodes[n].saved
    }
    /// When a run begins, what a follower or a disk has of the counter is this much.
    fn begin_behind(&self, world: &mut World, counter: u16) {
        let nodes = self.nodes();
        world.nodes[..nodes]
            .iter_mut()
            .for_each(|node| node.saved.counter = counter);
    }
    /// A node's state reaches its disk or follower.
    fn sync(&self, world: &mut World, n: usize) {
        world.nodes[n].saved = world.nodes[n].keys;
    }
    /// An entry is gone from a node's keys; whoever waited for that is told.
    fn removed(&self, _world: &mut World, _n: usize, _gone: usize) {}
    /// The client's request has arrived: act on it and answer.
    fn serve(&self, world: &mut World, c: usize);
    /// The answer has arrived at the client.
    fn hear(&self, world: &mut World, c: usize);
}
