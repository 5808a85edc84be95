//! A lease ends, or a session.

use super::super::{Draft, Story};
use super::{draft, option};
use crate::fencing::timeline::Party;

/// A lease ends under somebody who goes on believing.
pub(super) fn ends(story: Story<'_>, moment: usize) -> Option<Draft> {
    let moments = &story.run.moments;
    let (was, is) = (&moments[moment - 1].known, &moments[moment].known);
    let (client, _) = was.holder?;
    let crashed = moments[..moment]
        .iter()
        .any(|other| other.event == "crashed" && other.party == Party::Client(client));
    if is.holder == was.holder || crashed {
        return None;
    }
    let who = story.name(client);
    let mind = is.clients.get(usize::from(client))?;
    let word = match moments[moment].event {
        "session-ended" => "session",
        _ => story.scenario.setup.lock.protocol().lease_word(),
    };
    let next = (0..)
        .zip(&was.clients)
        .find(|(_, mind)| mind.waits)
        .map(|(other, _)| story.name(other));
    let right = match (mind.believes, is.holder) {
        (false, _) => "told",
        (true, Some(_)) => "passed",
        (true, None) => "free",
    };
    let heir = next.unwrap_or("the next client");
    let options = vec![
        option(
            "passed",
            format!("The lock is {heir}'s, and {who} still thinks that it holds it."),
            "A lock goes to somebody who asks for it, and nobody was next in line just then.",
        ),
        option(
            "told",
            format!("{who} is told, and stops."),
            why_untold(story, who, mind.running),
        ),
        option(
            "kept",
            format!("Nothing: {who} is alive, so it keeps the lock."),
            why_lost(story, moment, who),
        ),
        option(
            "free",
            format!("The lock is free, and {who} still thinks that it holds it."),
            format!("It does not become free: {heir} was waiting, and has it at once."),
        ),
    ];
    let doing = match mind.running {
        true => "works on",
        false => "stands still",
    };
    let prompt = format!("{who} {doing}. Its {word} ends now. What then?");
    draft(story, (50, "end", client), moment, prompt, (right, options))
}

/// Why nobody tells the holder.
fn why_untold(story: Story<'_>, who: &str, running: bool) -> String {
    match running {
        true if story.scenario.timing.own_clock => {
            format!("Nobody tells {who}, and by its own clock there is time left.")
        }
        true => format!("Nobody tells {who}: it learns of it when it asks next."),
        false => format!(
            "Nothing reaches a process that stands still, and {who} will wake where it was."
        ),
    }
}

/// Why the holder loses the lock, alive as it is.
fn why_lost(story: Story<'_>, moment: usize, who: &str) -> String {
    match story.run.moments[moment].event {
        "session-ended" => {
            format!("The database sees a connection that is silent, and not whether {who} is done.")
        }
        _ => {
            format!("The lock service counts time, not work: it cannot see whether {who} is done.")
        }
    }
}
