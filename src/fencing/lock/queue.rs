//! etcd and ZooKeeper keep a queue of entries, each with its number; the lowest holds, the next ones watch.

use super::super::client::{Call, Reply, Request};
use super::super::world::World;
use super::{Entry, Failover, Lease, Protocol};

/// A service that keeps its locks in such a queue, in a log that a majority has agreed on.
pub(super) struct Queue {
    pub(super) id: &'static str,
    pub(super) title: &'static str,
    pub(super) token: &'static str,
    /// A client's own clock tells it when its lease is over; else it hears of that from the service alone.
    pub(super) learns_by_itself: bool,
}

impl Protocol for Queue {
    fn id(&self) -> &'static str {
        self.id
    }
    fn title(&self) -> &'static str {
        self.title
    }
    fn table_row(&self) -> &'static str {
        "etcd-zookeeper"
    }
    fn token(&self) -> Option<&'static str> {
        Some(self.token)
    }
    fn lease(&self) -> Lease {
        Lease::Monotonic
    }
    fn failover(&self) -> Failover {
        Failover::Elected
    }
    fn lags(&self) -> bool {
        false
    }
    fn has_plain_delete(&self) -> bool {
        true // but the entry is the client's own: no other client has one of that name
    }
    fn learns_by_itself(&self) -> bool {
        self.learns_by_itself
    }
    fn lease_can_end(&self, world: &World, c: usize) -> bool {
        // Without a leader nobody ends a lease or a session, and a new one gives each its full time again.
        world.nodes[0].up && (world.clients[c].grant.live || world.nodes[0].keys.has(c as u8))
    }
    fn removed(&self, world: &mut World, n: usize, gone: usize) {
        removed(world, n, gone);
    }
    fn serve(&self, world: &mut World, c: usize) {
        serve(world, c);
    }
    fn hear(&self, world: &mut World, c: usize) {
        hear(world, c);
    }
}

/// Take a request in.
fn serve(world: &mut World, c: usize) {
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
        Call::Sent(Request::Rollback) => world.clients[c].call = Call::Answered(Reply::RolledBack),
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
fn removed(world: &mut World, n: usize, gone: usize) {
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
fn hear(world: &mut World, c: usize) {
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
