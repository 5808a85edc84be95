//! Kinds of locks: what each service does with a request, when a lease ends, what a token is.
//!
//! A new kind is one file that implements [`Protocol`] and one line in `KINDS`.

mod etcd;
mod postgres;
mod redis;
mod redlock;
mod zookeeper;

use super::client::{Call, MAX_CLIENTS, Reply, Request};
use super::world::World;

/// The most nodes a service can have: the five masters of Redlock.
pub const MAX_NODES: usize = 5;

/// Every kind of lock, in the order in which they are shown.
static KINDS: [&dyn Protocol; 9] = [
    &redis::Redis::SINGLE,
    &redis::Redis::REPLICA,
    &redlock::Redlock,
    &etcd::Etcd,
    &zookeeper::ZooKeeper,
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

/// A client's key, queue node or lock request, as the service keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Entry {
    /// Whose it is.
    pub client: u8,
    /// The round in which it was made: the random value, lease or session that tells it from the client's others.
    pub round: u8,
    /// Its token, 0 for none.
    pub token: u16,
    /// It ends by itself.
    pub expires: bool,
}

/// What a node knows: a queue whose head holds the lock, and a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Keys {
    queue: [Entry; MAX_CLIENTS],
    len: u8,
    /// The last number handed out: revision, zxid, `INCR` counter, fence column.
    pub counter: u16,
}

impl Keys {
    pub(super) fn new(counter: u16) -> Self {
        Self {
            queue: [Entry::default(); MAX_CLIENTS],
            len: 0,
            counter,
        }
    }

    /// The entries, in the order in which they were made.
    pub fn entries(&self) -> &[Entry] {
        &self.queue[..usize::from(self.len)]
    }

    /// The entry that holds.
    pub fn head(&self) -> Option<Entry> {
        self.entries().first().copied()
    }

    /// Whether a client has an entry.
    pub fn has(&self, client: u8) -> bool {
        self.entries().iter().any(|entry| entry.client == client)
    }

    fn expires(&self, client: u8) -> bool {
        self.entries()
            .iter()
            .any(|entry| entry.client == client && entry.expires)
    }

    fn token_of(&self, client: u8) -> u16 {
        self.entries()
            .iter()
            .find(|entry| entry.client == client)
            .map_or(0, |entry| entry.token)
    }

    fn set_token(&mut self, client: u8, token: u16) {
        let len = usize::from(self.len);
        self.queue[..len]
            .iter_mut()
            .filter(|entry| entry.client == client)
            .for_each(|entry| entry.token = token);
    }

    fn set_expiry(&mut self, client: u8) {
        let len = usize::from(self.len);
        self.queue[..len]
            .iter_mut()
            .filter(|entry| entry.client == client)
            .for_each(|entry| entry.expires = true);
    }

    /// The client just before this one.
    fn before(&self, client: u8) -> Option<u8> {
        let at = self
            .entries()
            .iter()
            .position(|entry| entry.client == client)?;
        Some(self.entries().get(at.checked_sub(1)?)?.client)
    }

    /// The next number.
    fn count(&mut self) -> u16 {
        self.counter += 1;
        self.counter
    }

    pub(super) fn push(&mut self, entry: Entry) {
        if let Some(place) = self.queue.get_mut(usize::from(self.len)) {
            *place = entry;
            self.len += 1;
        }
    }

    /// Redis DEL, or compare-and-delete: only the key of this very attempt.
    fn delete(&mut self, client: u8, round: u8, blind: bool) {
        if let Some(head) = self.head()
            && (blind || (head.client, head.round) == (client, round))
        {
            self.remove(head.client);
        }
    }

    /// Remove a client's entry; false if it had none.
    pub(super) fn remove(&mut self, client: u8) -> bool {
        let Some(at) = self
            .entries()
            .iter()
            .position(|entry| entry.client == client)
        else {
            return false;
        };
        self.queue.copy_within(at + 1.., at);
        self.queue[MAX_CLIENTS - 1] = Entry::default();
        self.len -= 1;
        true
    }
}

/// A node of the lock service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// It answers.
    pub up: bool,
    /// What it knows.
    pub keys: Keys,
    /// What its disk or follower knows.
    pub saved: Keys,
}

impl Node {
    /// An empty node whose next number follows `counter`.
    pub fn new(counter: u16) -> Self {
        Self {
            up: true,
            keys: Keys::new(counter),
            saved: Keys::new(counter),
        }
    }
}

/// etcd and ZooKeeper keep a queue of entries, each with its number; the lowest holds, the next ones watch.
mod queue {
    use super::{Call, Entry, Reply, Request, World};

    /// Take a request in.
    pub(super) fn serve(world: &mut World, c: usize) {
        let (id, round) = (c as u8, world.clients[c].round);
        let n = usize::from(world.clients[c].node);
        match world.clients[c].call {
            Call::Sent(Request::Acquire) if !world.nodes[n].keys.has(id) => {
                let token = world.nodes[n].keys.count();
                world.nodes[n].keys.push(Entry {
                    client: id,
                    round,
                    token,
                    expires: true,
                });
                if world.nodes[n]
                    .keys
                    .head()
                    .is_some_and(|head| head.client == id)
                {
                    world.grant(c, token);
                }
                place(world, n, c);
            }
            Call::Sent(Request::Acquire | Request::Recheck) => place(world, n, c),
            Call::Sent(Request::Rollback) => {
                world.clients[c].call = Call::Answered(Reply::RolledBack)
            }
            Call::Sent(_) => {
                world.clients[c].grant.live = false;
                if world.nodes[n].keys.remove(id) {
                    removed(world, n, c);
                }
                world.clients[c].call = Call::Answered(Reply::Released);
            }
            _ => {}
        }
    }

    /// Without a leader nobody ends a lease or a session, and a new one gives each its full time again.
    pub(super) fn lease_can_end(world: &World, c: usize) -> bool {
        world.nodes[0].up && (world.clients[c].grant.live || world.nodes[0].keys.has(c as u8))
    }

    /// Where does the client stand?
    fn place(world: &mut World, n: usize, c: usize) {
        let keys = world.nodes[n].keys;
        world.clients[c].call = if !keys.has(c as u8) {
            Call::Answered(Reply::Gone)
        } else if let Some(behind) = keys.before(c as u8) {
            // The answer to its put has told it its own create_revision or czxid.
            world.clients[c].token = keys.token_of(c as u8);
            Call::Queued { behind }
        } else {
            Call::Answered(Reply::Granted(keys.token_of(c as u8)))
        };
    }

    /// An entry is gone: that is a change with a number of its own, the new lowest entry holds from now on, and
    /// whoever watched the old one is told.
    pub(super) fn removed(world: &mut World, n: usize, gone: usize) {
        world.nodes[n].keys.count();
        if let Some(head) = world.nodes[n].keys.head() {
            let known = &world.clients[usize::from(head.client)].grant;
            if !(known.live && known.token == head.token) {
                world.grant(head.client.into(), head.token);
            }
        }
        for c in 0..world.len() {
            if world.clients[c].call == (Call::Queued { behind: gone as u8 }) {
                world.clients[c].call = Call::Answered(Reply::Turn);
            }
        }
    }

    /// Take an answer in.
    pub(super) fn hear(world: &mut World, c: usize) {
        match world.clients[c].call {
            Call::Answered(Reply::Granted(token)) => world.clients[c].take(token),
            Call::Answered(Reply::Turn) if world.setup.rereads => {
                world.clients[c].call = Call::Sent(Request::Recheck);
            }
            Call::Answered(Reply::Turn) => {
                // It does not look whether its own key is still there (etcd issue 11456): its library grants the
                // lock that the service may have taken back.
                let (n, token) = (usize::from(world.clients[c].node), world.clients[c].token);
                if !world.nodes[n].keys.has(c as u8) {
                    world.grant(c, token);
                    world.clients[c].grant.live = false;
                }
                world.clients[c].take(token);
            }
            Call::Answered(Reply::Released) => world.released(c),
            Call::Answered(Reply::RolledBack) => world.clients[c].rolled_back(),
            Call::Answered(_) => {
                world.clients[c].call = Call::Idle;
                world.clients[c].stop();
            }
            _ => {}
        }
    }
}
