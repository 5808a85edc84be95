//! How a run came out, in a sentence.

use super::super::client::{Outcome, Process};
use super::super::property::Property;
use super::super::timeline::{Moment, Party, Timeline};
use super::super::world::World;

/// A write was accepted from somebody who did not hold the lock any more.
fn wrote_late(timeline: &Timeline) -> bool {
    let accepted = timeline
        .moments
        .iter()
        .filter(|moment| matches!(moment.event, "write-accepted" | "late-write-accepted"));
    accepted
        .zip(&timeline.accepted)
        .any(|(moment, (client, _))| {
            moment
                .known
                .holder
                .is_none_or(|(holder, _)| holder != *client)
        })
}

/// The client whose read comes to this while another holds the lock.
fn read_late(timeline: &Timeline, event: &str) -> Option<u8> {
    let came = timeline
        .moments
        .iter()
        .filter(|moment| moment.event == event);
    came.filter_map(|moment| {
        let (holder, _) = moment.known.holder?;
        timeline
            .flights
            .iter()
            .find_map(|flight| match flight.from {
                Party::Client(c)
                    if c != holder
                        && flight.label.starts_with("read")
                        && flight.arrives == Some(moment.at) =>
                {
                    Some(c)
                }
                _ => None,
            })
    })
    .next()
}

/// The outcome of a run in a sentence.
pub(in crate::fencing) fn outcome(names: &[String], world: &World, timeline: &Timeline) -> String {
    let name = |c: u8| names.get(usize::from(c)).map_or("?", String::as_str);
    let waits = (0..world.len()).find(|c| {
        let client = &world.clients[*c];
        client.process == Process::Running && client.started() && !client.done
    });
    let both = world.clients[..world.len()]
        .iter()
        .filter(|client| client.grant.order > 0)
        .count()
        > 1;
    let wrote = |c: usize| {
        let mut accepted = timeline.accepted.iter();
        accepted.any(|(writer, _)| usize::from(*writer) == c)
    };
    let over = |moment: &Moment| moment.event == "session-is-over";
    let old_packet = |moment: &Moment| moment.event == "late-write-refused";
    if world.broken(Property::OrderedWrites) && world.primary > 0 {
        "Two primaries have each accepted a write: one of the two will be lost.".to_owned()
    } else if world.broken(Property::OrderedWrites) && world.broken(Property::NoLostUpdate) {
        "Data lost: an older grant has written over a newer one.".to_owned()
    } else if world.broken(Property::OrderedWrites) {
        "Out of order: an older grant has written after a newer one.".to_owned()
    } else if world.broken(Property::NoLostUpdate) {
        "Data lost: a write was accepted that was worked out from a value replaced since."
            .to_owned()
    } else if world.setup.null_fence && !timeline.refused.is_empty() {
        "Nobody's write was let in: the fence is NULL, and no comparison with NULL is true."
            .to_owned()
    } else if timeline
        .moments
        .iter()
        .any(|moment| moment.event.ends_with("write-repeated"))
    {
        "Done once: storage knew the key, and answered the second sending like the first."
            .to_owned()
    } else if let Some(c) = read_late(timeline, "read-refused") {
        format!("Saved by the fence: storage refused {}'s read.", name(c))
    } else if let Some((c, token)) = timeline.refused.first() {
        let stale = world.clients[usize::from(*c)].grant.order < world.grants;
        let refused = |moment: &&Moment| moment.event.ends_with("write-refused");
        let holds = timeline
            .moments
            .iter()
            .find(refused)
            .is_some_and(|moment| moment.known.holder.is_some_and(|(holder, _)| holder == *c));
        let token = token.map_or(String::new(), |token| format!(" with {token}"));
        if timeline.moments.iter().any(over) {
            format!(
                "Saved by the session: it has ended, and {}'s write{token} could not land.",
                name(*c)
            )
        } else if timeline.moments.iter().any(old_packet) {
            format!(
                "Saved by the fence: storage refused {}'s old packet{token}.",
                name(*c)
            )
        } else if stale {
            format!(
                "Saved by the fence: storage refused {}'s write{token}.",
                name(*c)
            )
        } else if holds {
            format!(
                "Storage refused {}'s own write{token}, though it holds the lock.",
                name(*c)
            )
        } else {
            format!(
                "Storage refused {}'s own write{token}, though nobody was granted the lock after it.",
                name(*c)
            )
        }
    } else if let Some(c) = waits {
        format!("Safe, but {} was kept waiting to the end.", name(c as u8))
    } else if let Some(c) =
        (0..world.len()).find(|c| world.clients[*c].outcome == Some(Outcome::Stopped) && !wrote(*c))
    {
        let who = name(c as u8);
        format!(
            "Nothing was lost this time: {who} found out that the lock was gone before it wrote."
        )
    } else if let Some(c) = read_late(timeline, "read") {
        format!(
            "Nothing was overwritten, but {} read without the lock: what it decides rests on that.",
            name(c)
        )
    } else if wrote_late(timeline) {
        "Safe: a write came after its sender had lost the lock, and still before any of the next holder's."
            .to_owned()
    } else if let Some(dead) = (0..world.len())
        .find(|c| world.clients[*c].process == Process::Crashed)
        .filter(|_| both)
    {
        format!("Safe: {} died, and the lock passed on.", name(dead as u8))
    } else if let Some(c) =
        (0..world.len()).find(|c| world.clients[*c].outcome == Some(Outcome::GaveUp))
    {
        let who = name(c as u8);
        format!("Safe: nothing was overwritten, though {who} gave up waiting for storage.")
    } else if both {
        "Safe: each client wrote while it held the lock.".to_owned()
    } else {
        "Safe: nothing was overwritten.".to_owned()
    }
}
