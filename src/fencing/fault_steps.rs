//! When each fault can strike, what it does, and when it is over.

use super::client::{Ask, Call, Client, Process, Reply, Step};
use super::fault::{Fault, Target};
use super::lock::{Failover, Lease, Node};
use super::world::{Action, World};

/// The strikes and ends that are possible now.
pub(super) fn possible(world: &World, out: &mut Vec<Action>) {
    for fault in world.setup.faults.iter() {
        let many = match fault.target() {
            Target::Client => world.len(),
            Target::Node => world.setup.lock.protocol().nodes(),
            Target::Service | Target::Storage => 1,
        };
        for n in 0..many {
            if can_strike(world, fault, n) {
                out.push(Action::Strike(fault, n as u8));
            }
            if can_cease(world, fault, n) {
                out.push(Action::Cease(fault, n as u8));
            }
        }
    }
}

/// Whether a fault can strike here and would make a difference.
fn can_strike(world: &World, fault: Fault, n: usize) -> bool {
    let protocol = world.setup.lock.protocol();
    match fault {
        Fault::ServerClockJump => {
            protocol.lease() == Lease::WallClock && world.nodes[n].keys.head().is_some()
        }
        Fault::Failover => {
            protocol.failover() != Failover::NoLeader && world.nodes[0].up && world.primary == 0
        }
        Fault::Restart | Fault::RestartEmpty => {
            // With a leader the leader is the service; of independent masters any one can be the one.
            let any = protocol.failover() == Failover::NoLeader;
            world.nodes[n].up && (any || n == usize::from(world.primary))
        }
        Fault::LockDown => world.nodes[0].up,
        Fault::StorageForgets => true,
        _ => can_strike_client(
            &world.clients[n],
            fault,
            world.next_step(n),
            protocol.has_own_or_plain_delete(fault),
        ),
    }
}

fn can_strike_client(client: &Client, fault: Fault, next: Option<Step>, deletes: bool) -> bool {
    match fault {
        Fault::Pause | Fault::VmSuspend | Fault::ClientCrash => client.runs() && client.engaged(),
        Fault::ClientClockBack => client.engaged() && !client.clock_back,
        Fault::PartitionLock => client.engaged() && !client.cut_lock,
        Fault::PartitionStorage => client.engaged() && !client.cut_storage,
        Fault::DelayedWrite => {
            matches!(client.ask, Ask::Write | Ask::Passed) && client.held.is_none()
        }
        Fault::LostAck => matches!(client.ask, Ask::Accepted(_)),
        Fault::StaleDelete | Fault::StaleRelease => {
            deletes
                && client.runs()
                && client.believes
                && client.grant.live
                && !client.late
                && next == Some(Step::Release)
        }
        _ => false,
    }
}

fn can_cease(world: &World, fault: Fault, n: usize) -> bool {
    match fault {
        Fault::Pause => world.clients[n].process == Process::Paused,
        Fault::VmSuspend => world.clients[n].process == Process::Suspended,
        Fault::PartitionLock => world.clients[n].cut_lock,
        Fault::PartitionStorage => world.clients[n].cut_storage,
        Fault::Failover => {
            world.in_force.has(fault)
                && world.setup.lock.protocol().failover() == Failover::Elected
                && !world.nodes[0].up
        }
        Fault::Restart | Fault::RestartEmpty => world.in_force.has(fault) && !world.nodes[n].up,
        _ => false,
    }
}

/// The fault strikes client or node `n`.
pub(super) fn strike(world: &mut World, fault: Fault, n: usize) {
    world.struck = world.struck.with(fault);
    if lasts(world, fault) {
        world.in_force = world.in_force.with(fault);
    }
    match fault {
        Fault::Pause => world.clients[n].process = Process::Paused,
        Fault::VmSuspend => {
            world.clients[n].process = Process::Suspended;
            world.clients[n].clock_stood = true;
        }
        Fault::ServerClockJump => expire_all(world, n),
        Fault::ClientClockBack => world.clients[n].clock_back = true,
        Fault::PartitionLock => world.clients[n].cut_lock = true,
        Fault::PartitionStorage => world.clients[n].cut_storage = true,
        Fault::Failover => fail_over(world),
        Fault::Restart | Fault::RestartEmpty => crash(world, n),
        Fault::LockDown => {
            // A quorum of Redlock is three of its five masters; elsewhere there is one service to lose.
            let quorum = world.setup.lock.protocol().nodes().div_ceil(2);
            world.nodes[..quorum]
                .iter_mut()
                .for_each(|node| node.up = false);
        }
        Fault::DelayedWrite => {
            let client = &mut world.clients[n];
            client.held = Some(client.write());
            client.ask = Ask::Lost;
        }
        Fault::LostAck => world.clients[n].ask = Ask::Lost,
        Fault::ClientCrash => world.clients[n].process = Process::Crashed,
        Fault::StaleDelete | Fault::StaleRelease => world.clients[n].late = true,
        Fault::StorageForgets => world
            .stores
            .iter_mut()
            .for_each(|store| (store.fence, store.seq) = (0, 0)),
    }
}

/// Whether a fault goes on after it has struck.
fn lasts(world: &World, fault: Fault) -> bool {
    match fault {
        Fault::ServerClockJump
        | Fault::ClientClockBack
        | Fault::LostAck
        | Fault::StorageForgets => false,
        Fault::Failover => {
            matches!(
                world.setup.lock.protocol().failover(),
                Failover::Elected | Failover::NoFollower
            )
        }
        _ => true,
    }
}

/// The fault is over for client or node `n`.
pub(super) fn cease(world: &mut World, fault: Fault, n: usize) {
    let other_node_down = fault.target() == Target::Node
        && (0..world.node_count()).any(|other| other != n && !world.nodes[other].up);
    if !other_node_down {
        world.in_force = world.in_force.without(fault);
    }
    match fault {
        Fault::Pause | Fault::VmSuspend => world.clients[n].process = Process::Running,
        Fault::PartitionLock => world.clients[n].cut_lock = false,
        Fault::PartitionStorage => world.clients[n].cut_storage = false,
        Fault::Failover => world.nodes[0].up = true,
        Fault::Restart => {
            if world.setup.lock.protocol().lease() == Lease::WallClock {
                world.nodes[n].keys = world.nodes[n].saved;
            }
            world.nodes[n].up = true;
        }
        Fault::RestartEmpty => {
            world.nodes[n] = Node::new(world.setup.first_count());
            if world.inside() {
                world.stores[n] = Default::default();
            }
            forget_queue(world);
        }
        _ => {}
    }
}

/// A wall clock leaps: every key of this node is past its expiry at once, whatever was promised.
fn expire_all(world: &mut World, n: usize) {
    for c in 0..world.len() {
        if world.nodes[n].keys.remove(c as u8) {
            world.setup.lock.protocol().removed(world, n, c);
        }
    }
}

fn fail_over(world: &mut World) {
    match world.setup.lock.protocol().failover() {
        Failover::Promoted => world.nodes[0].keys = world.nodes[0].saved,
        Failover::Split => world.primary = 1,
        Failover::Elected | Failover::NoFollower => world.nodes[0].up = false,
        Failover::NoLeader => {}
    }
}

/// A node is gone, and with a database every session on it.
fn crash(world: &mut World, n: usize) {
    world.nodes[n].up = false;
    if world.setup.lock.protocol().lease() != Lease::Session {
        return;
    }
    for c in 0..world.len() {
        if world.nodes[n].keys.remove(c as u8) {
            world.clients[c].session_over = true;
            world.clients[c].grant.live = false;
            if matches!(world.clients[c].call, Call::Queued { .. }) {
                world.clients[c].call = Call::Answered(Reply::Gone);
            }
        }
    }
}

/// Whoever waited in a queue that is no more is told that its entry is gone.
fn forget_queue(world: &mut World) {
    for client in &mut world.clients {
        if matches!(client.call, Call::Queued { .. }) {
            client.call = Call::Answered(Reply::Gone);
        }
    }
}
