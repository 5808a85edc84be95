//! etcd, as its `client/v3/concurrency` package locks.
//!
//! *Acquire*: grant a lease, then one transaction that creates the client's own key under the lock's prefix. The
//! lowest `create_revision` holds; the others wait for the key before theirs to go, then read their own key again
//! (`mutex.go`). *Renew*: keep the lease alive. *Release*: delete the own key. *Expiry*: the leader's lessor
//! decides on a monotonic clock and commits the revocation through Raft; a new leader gives every lease its full
//! TTL again, so the TTL is a lower bound (`lessor.go`). *What the client learns*: its session counts from when the
//! answer arrived, so its belief can outlive the lease with no pause at all (`lease.go`). *Token*: the key's
//! `create_revision`; not the lease id, which is not ordered.

use super::super::world::World;
use super::{Failover, Lease, Protocol, queue};

/// Lease, create_revision, watch on the key before.
pub(super) struct Etcd;

impl Protocol for Etcd {
    fn id(&self) -> &'static str {
        "etcd"
    }
    fn title(&self) -> &'static str {
        "etcd lease"
    }
    fn table_row(&self) -> &'static str {
        "etcd-zookeeper"
    }
    fn token(&self) -> Option<&'static str> {
        Some("create_revision")
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
        true // but the key is the client's own: no other client has one of that name
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
