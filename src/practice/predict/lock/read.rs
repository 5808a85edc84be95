//! A read, where storage compares reads too, or does not.

use super::super::{Draft, Story};
use super::{draft, option};
use crate::fencing::timeline::Party;

/// A read that raises the fence against somebody who still thinks that it holds.
pub(super) fn raises(story: Story<'_>, moment: usize) -> Option<Draft> {
    let known = &story.run.moments[moment - 1].known;
    let (client, _) = known.holder?;
    let stale = (0..)
        .zip(&known.clients)
        .find(|(other, mind)| mind.mistaken(*other, known.holder))?
        .0;
    let token = story.run.moments[moment].token?;
    let (who, old) = (story.name(client), story.name(stale));
    let options = vec![
        option("raised", format!("It raises its fence to {token}."), ""),
        option(
            "left",
            "Nothing: only writes move the fence.",
            format!(
                "Here reads carry their token too; else {old} could still write between this read and {who}'s write."
            ),
        ),
        option(
            "waits",
            format!("It waits until {old} has written."),
            format!("Storage does not know of {old}'s plans: it sees only what reaches it."),
        ),
    ];
    let prompt = format!(
        "{who} reads, holding {token}. What does storage do before it hands out the value?"
    );
    draft(
        story,
        (65, "read", client),
        moment,
        prompt,
        ("raised", options),
    )
}

/// A read by somebody who thinks that it holds, and does not.
pub(super) fn late(story: Story<'_>, moment: usize) -> Option<Draft> {
    let run = story.run;
    let at = run.moments[moment].at;
    let client = run.flights.iter().find_map(|flight| match flight.from {
        Party::Client(client) if flight.arrives == Some(at) && flight.label.starts_with("read") => {
            Some(client)
        }
        _ => None,
    })?;
    let known = &run.moments[moment - 1].known;
    let mind = known.clients.get(usize::from(client))?;
    let (holder, _) = known.holder?;
    if !mind.mistaken(client, known.holder) {
        return None;
    }
    let (who, other) = (story.name(client), story.name(holder));
    let (token, fence) = (mind.token.unwrap_or(0), known.fence);
    let right = match run.moments[moment].event {
        "read-refused" => "refused",
        _ => "answered",
    };
    let options = vec![
        option(
            "answered",
            "Storage hands it the value.",
            format!("Here reads are compared too, and {token} < {fence}."),
        ),
        option(
            "refused",
            match story.scenario.setup.fence_on_read {
                true => format!("Storage refuses it: {token} < {fence}."),
                false => format!("Storage refuses it: the lock is {other}'s."),
            },
            "Here only writes are compared: a read carries no token.",
        ),
        option(
            "stopped-by-the-lock",
            "The lock service stops it on its way.",
            "The lock service is not on the way: only storage sees the read.",
        ),
    ];
    let prompt = format!(
        "{who} reads; by now {other} holds the lock, and has written. What happens to the read?"
    );
    draft(
        story,
        (85, "late-read", client),
        moment,
        prompt,
        (right, options),
    )
}
