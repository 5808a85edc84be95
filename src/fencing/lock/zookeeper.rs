//! ZooKeeper's lock recipe.
//!
//! *Acquire*: create an ephemeral sequential node; the lowest holds, each waiter watches only its predecessor.
//! *Renew*: the session's heartbeat. *Release*: delete the node. *Expiry*: the ensemble alone decides that a session
//! has expired (programmer's guide, "ZooKeeper Sessions"). *What the client learns*: "disconnected" early, but
//! "expired" only after it has connected again. *Token*: the node's `czxid`, ordered over the whole ensemble; not
//! the sequence suffix, which rises only per parent, and not the session id, which is not ordered.

use super::queue::Queue;

/// Ephemeral sequential nodes.
pub(super) const ZOOKEEPER: Queue = Queue {
    id: "zookeeper",
    title: "ZooKeeper ephemeral node",
    token: "czxid",
    learns_by_itself: false,
};
