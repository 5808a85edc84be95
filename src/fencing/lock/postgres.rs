//! PostgreSQL: advisory locks and row locks, guarding work inside the database or something elsewhere.
//!
//! *Acquire*: `pg_advisory_lock` (session), `pg_advisory_xact_lock` or `SELECT … FOR UPDATE` (transaction); the
//! server queues whoever waits. *Renew*: nothing to renew, there is no TTL. *Release*: unlock, the end of the
//! transaction, or the end of the session (manual, "Concurrency Control"). *What ends a session*: the client's
//! process dies and its kernel closes the connection, or keepalive gives up on a host that does not answer. A
//! stopped process keeps its lock, since the kernel still answers. *Token*: a fence column bumped `RETURNING` under
//! the lock. *Failover*: with asynchronous replication and nothing that fences the old primary off, both serve.
//!
//! `pg-inside`: the protected writes go through the very session that holds the lock, so a write of a session that
//! has ended cannot land. `pg-outside`: the lock guards something elsewhere, and nothing stops a late write.

use super::super::client::{Call, Process, Reply, Request};
use super::super::world::World;
use super::{Entry, Failover, Lease, Protocol};

/// A lock that lives as long as its session.
pub(super) struct Postgres {
    inside: bool,
}

impl Postgres {
    /// The work is in the same database.
    pub(super) const INSIDE: Self = Self { inside: true };
    /// The work is elsewhere.
    pub(super) const OUTSIDE: Self = Self { inside: false };

    /// The first in the queue holds; its token is the fence column's next value.
    fn let_in(world: &mut World, n: usize) -> Option<Reply> {
        let head = world.nodes[n].keys.head().filter(|head| head.token == 0)?;
        let token = world.nodes[n].keys.count();
        world.nodes[n].keys.set_token(head.client, token);
        world.grant(head.client.into(), token);
        Some(Reply::Granted(token))
    }

    fn acquire(world: &mut World, c: usize, n: usize) {
        let id = c as u8;
        world.nodes[n].keys.push(Entry {
            client: id,
            round: world.clients[c].round,
            token: 0,
            expires: false,
        });
        world.clients[c].call = match world.nodes[n].keys.before(id) {
            Some(behind) => Call::Queued { behind },
            None => Self::let_in(world, n).map_or(Call::Idle, Call::Answered),
        };
    }

    fn release(&self, world: &mut World, c: usize, n: usize) {
        if !world.clients[c].session_over {
            world.clients[c].grant.live = false;
            if world.nodes[n].keys.remove(c as u8) {
                self.removed(world, n, c);
            }
        }
    }
}

impl Protocol for Postgres {
    fn id(&self) -> &'static str {
        if self.inside {
            "pg-inside"
        } else {
            "pg-outside"
        }
    }
    fn title(&self) -> &'static str {
        if self.inside {
            "PostgreSQL lock, work in that DB"
        } else {
            "PostgreSQL lock, work elsewhere"
        }
    }
    fn table_row(&self) -> &'static str {
        "postgresql"
    }
    fn token(&self) -> Option<&'static str> {
        Some("fence column")
    }
    fn lease(&self) -> Lease {
        Lease::Session
    }
    fn failover(&self) -> Failover {
        Failover::Split
    }
    fn lags(&self) -> bool {
        true // its replica, not its own disk: see `behind` and `sync`
    }
    fn nodes(&self) -> usize {
        2
    }
    fn inside(&self) -> bool {
        self.inside
    }
    fn can_reap(&self, world: &World, c: usize) -> bool {
        let client = &world.clients[c];
        let silent =
            client.cut_lock || matches!(client.process, Process::Suspended | Process::Crashed);
        silent && world.nodes[usize::from(client.node)].keys.has(c as u8)
    }
    fn behind(&self, world: &World, n: usize) -> bool {
        let [primary, replica] = [&world.nodes[0].keys, &world.nodes[1].keys];
        n == 0
            && world.primary == 0
            && (replica.counter != primary.counter
                || self.inside && world.stores[1] != world.stores[0])
    }
    fn begin_behind(&self, world: &mut World, counter: u16) {
        world.nodes[1].keys.counter = counter;
    }
    fn sync(&self, world: &mut World, _n: usize) {
        // Locks are not replicated; data is.
        world.nodes[1].keys.counter = world.nodes[0].keys.counter;
        if self.inside {
            world.stores[1] = world.stores[0];
        }
    }
    fn removed(&self, world: &mut World, n: usize, gone: usize) {
        if let Some(reply) = Self::let_in(world, n)
            && let Some(next) = world.nodes[n].keys.head()
        {
            world.clients[usize::from(next.client)].call = Call::Answered(reply);
        }
        for c in 0..world.len() {
            if world.clients[c].call == (Call::Queued { behind: gone as u8 })
                && let Some(behind) = world.nodes[n].keys.before(c as u8)
            {
                world.clients[c].call = Call::Queued { behind };
            }
        }
    }
    fn serve(&self, world: &mut World, c: usize) {
        let n = usize::from(world.clients[c].node);
        match world.clients[c].call {
            Call::Sent(Request::Acquire | Request::Recheck) => Self::acquire(world, c, n),
            Call::Sent(Request::Rollback) => {
                if world.setup.ends_with_transaction {
                    self.release(world, c, n);
                }
                world.clients[c].call = Call::Answered(Reply::RolledBack);
            }
            Call::Sent(_) => {
                self.release(world, c, n);
                world.clients[c].call = Call::Answered(Reply::Released);
            }
            _ => {}
        }
    }
    fn hear(&self, world: &mut World, c: usize) {
        match world.clients[c].call {
            Call::Answered(Reply::Granted(token)) => world.clients[c].take(token),
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
