//! What each party knows, and what the run did to each property.

use super::super::client::{Call, Client, Outcome, Process, Step};
use super::super::property::{Property, Verdict};
use super::super::timeline::{Knowledge, Mind};
use super::super::world::World;

/// What each party knows.
pub(super) fn knowledge(world: &World) -> Knowledge {
    let some = |token: u16| Some(u32::from(token)).filter(|token| *token > 0);
    let store = &world.stores[usize::from(if world.inside() {
        world.primary
    } else {
        world.setup.plans[0].resource
    })];
    Knowledge {
        holder: world.holder().map(|(client, token)| (client, some(token))),
        clients: (0..world.len())
            .map(|c| {
                let client = &world.clients[c];
                Mind {
                    token: some(client.token)
                        .filter(|_| client.believes || client.call == Call::Idle || client.done),
                    believes: client.believes,
                    waits: !client.believes
                        && !client.done
                        && client.started()
                        && world.next_step(c) == Some(Step::Acquire),
                    running: client.process == Process::Running,
                }
            })
            .collect(),
        fence: store.fence.into(),
        null_fence: world.setup.null_fence,
        data: store.writer.checked_sub(1),
        version: store.version.into(),
    }
}

/// What the run did to each property. `progress` is broken when somebody who can run never came to its end, when storage
/// refused somebody who held the lock, or when nobody finished at all: each was refused, gave up or stopped.
pub(super) fn verdicts(
    world: &World,
    waits: impl Fn(u8) -> bool,
    wronged: bool,
) -> Vec<(Property, Verdict)> {
    let clients = || (0..world.setup.clients).map(|c| (c, &world.clients[usize::from(c)]));
    let running = |(_, client): &(u8, &Client)| client.process == Process::Running;
    let kept_out = clients()
        .filter(running)
        .any(|(c, client)| !client.done && (client.started() || waits(c)));
    let nobody = clients().any(|each| running(&each))
        && !clients().any(|(_, client)| client.outcome == Some(Outcome::Finished));
    Property::ALL
        .map(|property| {
            let broken = if property == Property::Progress {
                kept_out || wronged || nobody
            } else {
                world.broken(property)
            };
            let verdict = if broken {
                Verdict::Violated
            } else {
                Verdict::Holds
            };
            (property, verdict)
        })
        .to_vec()
}
