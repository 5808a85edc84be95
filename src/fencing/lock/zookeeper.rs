//! ZooKeeper's lock recipe.
//!
//! *Acquire*: create an ephemeral sequential node; the lowest holds, each waiter watches only its predecessor.
//! *Renew*: the session's heartbeat. *Release*: delete the node. *Expiry*: the ensemble alone decides that a session
//! has expired (programmer's guide, "ZooKeeper Sessions"). *What the client learns*: "disconnected" early, but
//! "expired" only after it has connected again. *Token*: the node's `czxid`, ordered over the whole ensemble; not
//! the sequence suffix, which rises only per parent, and not the session id, which is not ordered.

use super::super::world::World;
use super::{Failover, Lease, Protocol, queue};

/// Ephemeral sequential nodes.
pub(super) struct ZooKeeper;

impl Protocol for ZooKeeper {
    fn id(&self) -> &'static str {
        "zookeeper"
    }
    fn title(&self) -> &'static str {
        "ZooKeeper ephemeral node"
    }
    fn table_row(&self) -> &'static str {
        "etcd-zookeeper"
    }
    fn token(&self) -> Option<&'static str> {
        Some("czxid")
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
        true // but the node is the client's own: no other client has one of that name
    }
    fn learns_by_itself(&self) -> bool {
        false
    }
    fn lease_can_end(&self, world: &World, c: usize) -> bool {
        queue::lease_can_end(world, c)
    }
    fn removed(&self, world: &mut World, n: usize, gone: usize) {
        queue::removed(world, n, gone);
    }
    fn serve(&self, world: &mut World, c: usize) {
        queue::serve(world, c);
    }
    fn hear(&self, world: &mut World, c: usize) {
        queue::hear(world, c);
    }
}
