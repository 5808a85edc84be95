//! What each party knows, and what the run did to each property.

use super::super::client::{Call, Process, Step};
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
        data: store.writer.checked_sub(1),
        version: store.version.into(),
    }
}

/// What the run did to each property. `progress` is broken when somebody who can run never came to its end.
pub(super) fn verdicts(world: &World, waits: impl Fn(u8) -> bool) -> Vec<(Property, Verdict)> {
    let kept_out = (0..world.setup.clients).any(|c| {
        let client = &world.clients[usize::from(c)];
        client.process == Process::Running && !client.done && (client.started() || waits(c))
    });
    Property::ALL
        .map(|property| {
            let broken = if property == Property::Progress {
                kept_out
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
