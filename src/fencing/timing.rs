//! What "all else is timely" means: the rules under which the explorer lets time pass.
//!
//! The matrix is about one fault at a time. So apart from the fault, steps and messages take less than a lease
//! allows, and holders renew: a lease ends only when something keeps it from being renewed, and a fault that is said
//! to last longer than a lease is not over before the lease is.

use super::client::{Ask, Call, Client, Process, Step, UNREAD};
use super::fault::Fault;
use super::lock::{Failover, Lease, Node};
use super::world::{Action, World};

/// Whether a possible step may come now, in a timely run in which each fault strikes at most once.
pub fn timely(world: &World, action: Action) -> bool {
    match action {
        Action::Strike(fault, _) => !world.struck.has(fault),
        Action::Cease(Fault::Pause | Fault::PartitionLock, c) => lease_is_over(world, c.into()),
        Action::Cease(Fault::VmSuspend, c) => {
            lease_is_over(world, c.into()) && !keeps_session(world, c.into())
        }
        Action::LeaseEnds(c) => {
            cannot_renew(world, c.into())
                && !in_flight(world, c.into())
                && !attempt_under_way(world)
        }
        Action::Reap(c) => !in_flight(world, c.into()),
        Action::Sync(n) => only_node_synced(world, n.into()),
        Action::LateWrite(c) => successor_acted(world, c.into()),
        Action::Go(c) => may_go(world, c.into()),
        _ => true,
    }
}

/// It has no lease that still runs; where there are no leases, or none that will end, nothing has to be waited for.
fn lease_is_over(world: &World, c: usize) -> bool {
    let protocol = world.setup.lock.protocol();
    !protocol.lease().ends_by_itself()
        || !world.clients[c].grant.live && !has_entry(world, c)
        || never_expires(world, c)
}

/// Its key was made without an expiry, and the request that would give it one is not on its way.
fn never_expires(world: &World, c: usize) -> bool {
    let mut nodes = world.nodes[..world.setup.lock.protocol().nodes()].iter();
    has_entry(world, c) && !in_flight(world, c) && !nodes.any(|node| node.keys.expires(c as u8))
}

/// Keepalive has not given up on its session yet.
fn keeps_session(world: &World, c: usize) -> bool {
    world.setup.lock.protocol().lease() == Lease::Session && has_entry(world, c)
}

fn has_entry(world: &World, c: usize) -> bool {
    world.nodes[..world.setup.lock.protocol().nodes()]
        .iter()
        .any(|node| node.keys.has(c as u8))
}

/// Something keeps its lease from being renewed: it does not run, it does not get through, it has stopped asking,
/// or the service has nothing left to renew.
fn cannot_renew(world: &World, c: usize) -> bool {
    let client = &world.clients[c];
    client.process != Process::Running
        || client.cut_lock
        || client.late
        || client.done
        || client.grant.live && !world.setup.lock.protocol().keeps(world, c)
        || service_is_gone(world)
}

/// The service does not answer, and will not again.
pub(super) fn service_is_gone(world: &World) -> bool {
    world.in_force.has(Fault::LockDown)
        || world.in_force.has(Fault::Failover)
            && world.setup.lock.protocol().failover() == Failover::NoFollower
}

/// A message of its own is on its way, and will be there before a lease can end.
fn in_flight(world: &World, c: usize) -> bool {
    let client = &world.clients[c];
    client.ask == Ask::Passed
        || matches!(client.ask, Ask::Read | Ask::Write) && world.reaches_storage(c)
        || matches!(client.call, Call::Sent(_))
            && world.reaches_lock(c)
            && world.setup.lock.protocol().answers(world, c)
}

/// A quorum has gone in the middle of somebody's attempt, which will be over before a lease can end.
fn attempt_under_way(world: &World) -> bool {
    service_is_gone(world)
        && world.clients[..world.len()]
            .iter()
            .any(|client| client.runs() && matches!(client.call, Call::Sent(_) | Call::Answered(_)))
}

/// What reaches a disk matters on the one node that will crash. No other needs to be looked at.
fn only_node_synced(world: &World, n: usize) -> bool {
    let fresh = Node::new(world.setup.last_token()).saved;
    let nodes = &world.nodes[..world.setup.lock.protocol().nodes()];
    nodes
        .iter()
        .enumerate()
        .all(|(other, node)| other == n || node.saved == fresh)
}

/// Somebody who was granted the lock later has been at storage, be it only to read.
fn successor_acted(world: &World, c: usize) -> bool {
    let resource = world.setup.plans[c].resource;
    world.clients[c].held.is_some_and(|held| {
        let has_read = |(other, client): (usize, &Client)| {
            world.setup.plans[other].resource == resource
                && client.grant.order > held.order
                && client.believes
                && (client.base != UNREAD || matches!(client.ask, Ask::Value(_)))
        };
        world.ledgers[usize::from(resource)].newest > held.order
            || held.token > 0 && world.stores.iter().any(|store| store.fence > held.token)
            || world.clients[..world.len()]
                .iter()
                .enumerate()
                .any(has_read)
    })
}

/// Of clients with one plan the first to start is called A: the others are its mirror images. A client that is late
/// with its release is later than its lease.
fn may_go(world: &World, c: usize) -> bool {
    let client = &world.clients[c];
    if client.late && world.next_step(c) == Some(Step::Release) {
        return lease_is_over(world, c);
    }
    client.started()
        || (0..c).all(|other| {
            world.setup.plans[other] != world.setup.plans[c] || world.clients[other].started()
        })
}
