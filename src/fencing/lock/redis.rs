//! Redis: one key on one node, alone or with an asynchronous replica.
//!
//! *Acquire*: `SET key random NX PX ttl`. *Renew*: a script, "if GET = random then PEXPIRE". *Release*: a script,
//! compare and delete (Redis documentation, "Distributed locks with Redis"). *Expiry*: the server's wall clock.
//! *What the client learns*: nothing is pushed; it learns when a renewal or a release returns 0. *Token*: none is
//! built in; here an `INCR` inside the acquire script, which rises only as long as the node loses no data. *On
//! disk*: snapshots, or an append-only file synced every second, so that a crash may lose the last writes. A replica
//! is filled asynchronously, and a failover can promote one that never saw the grant or the counter.

use super::super::client::{Call, Reply, Request};
use super::super::fault::Fault;
use super::super::world::World;
use super::{Entry, Failover, Lease, Protocol};

/// One node, and how it is used.
pub(super) struct Redis {
    id: &'static str,
    title: &'static str,
    /// The title where the script that acquires also counts tokens.
    counted: &'static str,
    lease: Lease,
    failover: Failover,
    in_matrix: bool,
    /// SETNX, and EXPIRE in a second request.
    two_steps: bool,
}

impl Redis {
    /// One node, as documented.
    pub(super) const SINGLE: Self = Self {
        id: "redis",
        title: "Redis SET NX PX (single node)",
        counted: "Redis SET NX PX + INCR",
        lease: Lease::WallClock,
        failover: Failover::NoFollower,
        in_matrix: true,
        two_steps: false,
    };
    /// With a replica that a failover promotes.
    pub(super) const REPLICA: Self = Self {
        id: "redis-replica",
        title: "Redis with an asynchronous replica",
        counted: "Redis + INCR, asynchronous replica",
        failover: Failover::Promoted,
        ..Self::SINGLE
    };
    /// A key without an expiry: the pitfall "locks without TTLs".
    pub(super) const NO_TTL: Self = Self {
        id: "redis-no-ttl",
        title: "Redis SET NX without a TTL",
        counted: "Redis SET NX + INCR without a TTL",
        lease: Lease::Never,
        in_matrix: false,
        ..Self::SINGLE
    };
    /// SETNX and then EXPIRE: a crash in between leaves a key without an expiry.
    pub(super) const SETNX_EXPIRE: Self = Self {
        id: "redis-setnx-expire",
        title: "Redis SETNX, then EXPIRE",
        counted: "Redis SETNX + INCR, then EXPIRE",
        in_matrix: false,
        two_steps: true,
        ..Self::SINGLE
    };

    fn acquire(&self, world: &mut World, c: usize, n: usize) -> Reply {
        if world.nodes[n].keys.head().is_some() {
            return Reply::Busy;
        }
        let token = if world.setup.tokens {
            world.nodes[n].keys.count()
        } else {
            0
        };
        let expires = self.lease == Lease::WallClock && !self.two_steps;
        world.nodes[n].keys.push(Entry {
            client: c as u8,
            round: world.clients[c].round,
            token,
            expires,
        });
        world.grant(c, token);
        Reply::Granted(token)
    }
}

/// Whether a client's release deletes whatever is there.
pub(super) fn deletes_blindly(world: &World, c: usize) -> bool {
    world.setup.plain_delete || world.clients[c].late && world.struck.has(Fault::StaleDelete)
}

impl Protocol for Redis {
    fn id(&self) -> &'static str {
        self.id
    }
    fn title(&self) -> &'static str {
        self.title
    }
    fn label(&self, tokens: bool) -> &'static str {
        if tokens { self.counted } else { self.title }
    }
    fn table_row(&self) -> &'static str {
        "redis-single-node"
    }
    fn token(&self) -> Option<&'static str> {
        Some("INCR counter")
    }
    fn lease(&self) -> Lease {
        self.lease
    }
    fn failover(&self) -> Failover {
        self.failover
    }
    fn lags(&self) -> bool {
        true
    }
    fn in_matrix(&self) -> bool {
        self.in_matrix
    }
    fn has_plain_delete(&self) -> bool {
        true
    }
    fn serve(&self, world: &mut World, c: usize) {
        let n = usize::from(world.clients[c].node);
        let reply = match world.clients[c].call {
            Call::Sent(Request::Acquire | Request::Recheck) => self.acquire(world, c, n),
            Call::Sent(Request::SetExpiry) => {
                world.nodes[n].keys.set_expiry(c as u8);
                Reply::ExpirySet
            }
            Call::Sent(Request::Rollback) => Reply::RolledBack,
            Call::Sent(Request::Release) => {
                let blind = deletes_blindly(world, c);
                world.clients[c].grant.live = false;
                world.nodes[n]
                    .keys
                    .delete(c as u8, world.clients[c].round, blind);
                Reply::Released
            }
            _ => return,
        };
        world.clients[c].call = Call::Answered(reply);
    }
    fn hear(&self, world: &mut World, c: usize) {
        let client = &mut world.clients[c];
        match client.call {
            Call::Answered(Reply::Granted(token)) if self.two_steps => {
                client.token = token;
                client.call = Call::Sent(Request::SetExpiry);
            }
            Call::Answered(Reply::Granted(token)) => client.take(token),
            Call::Answered(Reply::ExpirySet) => client.take(client.token),
            Call::Answered(Reply::Released) => world.released(c),
            Call::Answered(Reply::RolledBack) => client.rolled_back(),
            Call::Answered(_) => client.call = Call::Idle,
            _ => {}
        }
    }
}
