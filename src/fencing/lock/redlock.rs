//! Redlock: five independent Redis masters, and a majority.
//!
//! *Acquire*: t1 = now; `SET NX PX` on each master in turn, with a short timeout each; held if at least 3 granted it
//! and less than the TTL has passed since t1; otherwise unlock *all* and try again (Redis documentation). *Renew*,
//! *release*: on all. *Expiry*: each master's wall clock. *Token*: none: the random value is unique but not ordered,
//! so it is no fencing token (Kleppmann). *On disk*: as for one node, so a master that restarts may have forgotten
//! its key. The client measures "less than the TTL" on its own clock.

use super::super::client::{Call, Reply, Request, Step};
use super::super::world::World;
use super::redis::deletes_blindly;
use super::{Entry, Failover, Lease, MAX_NODES, Protocol};

const MAJORITY: usize = 3;

/// Five masters.
pub(super) struct Redlock;

impl Redlock {
    fn set(world: &mut World, c: usize) -> Reply {
        let n = usize::from(world.clients[c].node);
        if !world.nodes[n].up {
            return Reply::TimedOut;
        }
        if world.nodes[n].keys.head().is_some() {
            return Reply::Busy;
        }
        let entry = Entry {
            client: c as u8,
            round: world.clients[c].round,
            token: 0,
            expires: true,
        };
        world.nodes[n].keys.push(entry);
        Reply::Granted(0)
    }

    fn unlock_all(world: &mut World, c: usize) -> Reply {
        let blind = deletes_blindly(world, c);
        let round = world.clients[c].round;
        world.clients[c].grant.live = false;
        for node in world.nodes.iter_mut().filter(|node| node.up) {
            node.keys.delete(c as u8, round, blind);
        }
        Reply::Released
    }

    /// One master has answered; go on to the next, and after the last one count.
    fn vote(world: &mut World, c: usize, granted: bool) {
        let client = &mut world.clients[c];
        client.votes |= u8::from(granted) << client.node;
        client.node += 1;
        if usize::from(client.node) < MAX_NODES {
            client.call = Call::Sent(Request::Acquire);
            return;
        }
        client.node = 0;
        let held = client.votes.count_ones() as usize >= MAJORITY;
        // The step that antirez defends: delay before this point is discarded, if the clock tells of it.
        let in_time = !client.overdue || client.clock_back || client.clock_stood;
        if held && in_time {
            let overdue = client.overdue;
            world.grant(c, 0);
            world.clients[c].grant.live = !overdue;
            world.clients[c].take(0);
        } else {
            client.call = Call::Sent(Request::Release);
        }
    }
}

impl Protocol for Redlock {
    fn id(&self) -> &'static str {
        "redlock"
    }
    fn title(&self) -> &'static str {
        "Redlock"
    }
    fn table_row(&self) -> &'static str {
        "redlock"
    }
    fn token(&self) -> Option<&'static str> {
        None
    }
    fn lease(&self) -> Lease {
        Lease::WallClock
    }
    fn failover(&self) -> Failover {
        Failover::NoLeader
    }
    fn lags(&self) -> bool {
        true
    }
    fn nodes(&self) -> usize {
        MAX_NODES
    }
    fn has_plain_delete(&self) -> bool {
        true
    }
    fn answers(&self, _world: &World, _c: usize) -> bool {
        // A master that is down is passed over after a short timeout, so a client always gets on.
        true
    }
    fn holder(&self, world: &World) -> Option<(u8, u16)> {
        (0..world.len())
            .find(|c| world.clients[*c].grant.order > 0 && self.keeps(world, *c))
            .map(|c| (c as u8, 0))
    }
    fn keeps(&self, world: &World, c: usize) -> bool {
        world
            .nodes
            .iter()
            .filter(|node| node.keys.has(c as u8))
            .count()
            >= MAJORITY
    }
    fn serve(&self, world: &mut World, c: usize) {
        let reply = match world.clients[c].call {
            Call::Sent(Request::Acquire) => Self::set(world, c),
            Call::Sent(Request::Release) => Self::unlock_all(world, c),
            Call::Sent(_) => Reply::RolledBack,
            _ => return,
        };
        world.clients[c].call = Call::Answered(reply);
    }
    fn hear(&self, world: &mut World, c: usize) {
        match world.clients[c].call {
            Call::Answered(Reply::Released) if world.next_step(c) == Some(Step::Acquire) => {
                world.clients[c].call = Call::Idle;
            }
            Call::Answered(Reply::Released) => world.released(c),
            Call::Answered(Reply::RolledBack) => world.clients[c].rolled_back(),
            Call::Answered(reply) => Self::vote(world, c, reply == Reply::Granted(0)),
            _ => {}
        }
    }
}
