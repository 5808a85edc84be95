//! etcd, as its `client/v3/concurrency` package locks.
//!
//! *Acquire*: grant a lease, then one transaction that creates the client's own key under the lock's prefix. The
//! lowest `create_revision` holds; the others wait for the key before theirs to go, then read their own key again
//! (`mutex.go`). *Renew*: keep the lease alive. *Release*: delete its own key. *Expiry*: the leader's lessor
//! decides on a monotonic clock and commits the revocation through Raft; a new leader gives every lease its full
//! TTL again, so the TTL is a lower bound (`lessor.go`). *What the client learns*: its session counts from when the
//! answer arrived, so its belief can outlive the lease with no pause at all (`lease.go`). *Token*: the key's
//! `create_revision`; not the lease id, which is not ordered.

use super::queue::Queue;

/// Lease, create_revision, watch on the key before.
pub(super) const ETCD: Queue = Queue {
    id: "etcd",
    title: "etcd lease",
    token: "create_revision",
    learns_by_itself: true,
};
