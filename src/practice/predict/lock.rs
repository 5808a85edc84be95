//! What becomes of a lock: its lease ends, its service fails, its holder dies, or gives it back too late.

mod holder;

use super::{Draft, Story};
use crate::fencing::{lock::Failover, timeline::Party};

type Options = Vec<(&'static str, String, String)>;

fn option(
    id: &'static str,
    text: impl Into<String>,
    why: impl Into<String>,
) -> (&'static str, String, String) {
    (id, text.into(), why.into())
}

/// The question that this moment of the lock's life is worth, if it is.
pub(super) fn question(story: Story<'_>, moment: usize) -> Option<Draft> {
    match story.run.moments[moment].event {
        "lease-ended" | "session-ended" => ends(story, moment),
        "failed-over" | "leader-elected" | "clock-jumped" | "lock-back" => service(story, moment),
        "crashed" => holder::crash(story, moment),
        "foreign-lock-deleted" | "nothing-released" => holder::release(story, moment),
        "rolled-back-kept" | "rolled-back-freed" => holder::rollback(story, moment),
        "granted" => token(story, moment),
        "fence-raised" => read(story, moment),
        "read" | "read-refused" => late_read(story, moment),
        _ => None,
    }
}

fn draft(
    story: Story<'_>,
    (stake, what, client): (u8, &str, u8),
    moment: usize,
    prompt: String,
    (right, options): (&'static str, Options),
) -> Option<Draft> {
    Some(Draft {
        stake,
        id: story.id(what, client, moment),
        before: moment,
        answered: moment,
        prompt,
        right,
        options,
    })
}

/// A lease ends under somebody who goes on believing.
fn ends(story: Story<'_>, moment: usize) -> Option<Draft> {
    let (was, is) = (
        &story.run.moments[moment - 1].known,
        &story.run.moments[moment].known,
    );
    let (client, _) = was.holder?;
    let crashed = story.run.moments[..moment]
        .iter()
        .any(|other| other.event == "crashed" && other.party == Party::Client(client));
    if is.holder == was.holder || crashed {
        return None;
    }
    let who = story.name(client);
    let mind = is.clients.get(usize::from(client))?;
    let word = match story.run.moments[moment].event {
        "session-ended" => "session",
        _ => story.scenario.setup.lock.protocol().lease_word(),
    };
    let doing = if mind.running {
        "works on"
    } else {
        "stands still"
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
    let why_kept = match story.run.moments[moment].event {
        "session-ended" => {
            format!("The database sees a connection that is silent, and not whether {who} is done.")
        }
        _ => {
            format!("The lock service counts time, not work: it cannot see whether {who} is done.")
        }
    };
    let options = vec![
        option(
            "passed",
            format!("The lock is {heir}'s, and {who} still thinks that it holds it."),
            "A lock goes to somebody who asks for it, and nobody was next in line just then.",
        ),
        option(
            "told",
            format!("{who} is told, and stops."),
            match mind.running {
                true if story.scenario.timing.own_clock => {
                    format!("Nobody tells {who}, and by its own clock there is time left.")
                }
                true => format!("Nobody tells {who}: it learns of it when it asks next."),
                false => format!(
                    "Nothing reaches a process that stands still, and {who} will wake where it was."
                ),
            },
        ),
        option(
            "kept",
            format!("Nothing: {who} is alive, so it keeps the lock."),
            why_kept,
        ),
        option(
            "free",
            format!("The lock is free, and {who} still thinks that it holds it."),
            format!("It does not become free: {heir} was waiting, and has it at once."),
        ),
    ];
    let prompt = format!("{who} {doing}. Its {word} ends now. What then?");
    draft(story, (50, "end", client), moment, prompt, (right, options))
}

/// The lock service itself is struck while somebody holds.
fn service(story: Story<'_>, moment: usize) -> Option<Draft> {
    let run = story.run;
    let event = run.moments[moment].event;
    let (client, token) = run.moments[moment - 1].known.holder?;
    // Where a new leader comes later, that is when it is decided.
    let later = run.moments[moment..].iter();
    if event == "failed-over"
        && later
            .into_iter()
            .any(|other| other.event == "leader-elected")
    {
        return None;
    }
    let who = story.name(client);
    let kept = run.moments[moment].known.holder == Some((client, token));
    let believes = |moment: usize| {
        let minds = &run.moments[moment].known.clients;
        minds
            .get(usize::from(client))
            .is_some_and(|mind| mind.believes)
    };
    let right = match (kept, believes(moment)) {
        (true, _) => "kept",
        (false, true) => "lost-unseen",
        (false, false) => "lost-told",
    };
    let protocol = story.scenario.setup.lock.protocol();
    let (lead, why_kept, why_lost) = match event {
        "clock-jumped" if protocol.nodes() > 1 => (
            "The wall clock of one master is about to leap forward",
            "With that master the majority is gone.",
            "A majority of the masters still has the key.",
        ),
        "clock-jumped" => (
            "The wall clock of the lock service is about to leap forward",
            "Its expiry is a time on that clock, and that time is past at once.",
            "The lease is measured by a clock that does not leap.",
        ),
        "lock-back" if protocol.nodes() > 1 => (
            "A master that was down comes back, without keys",
            "Too few masters still have the key.",
            "A majority of the other masters has the key.",
        ),
        "lock-back" => (
            "The lock service comes back after a crash",
            "What was not on disk when it crashed is gone.",
            "The grant was on disk before it was given.",
        ),
        "failed-over" if protocol.failover() == Failover::Split => (
            "The replica takes over, and the old primary goes on serving",
            "Locks are not replicated: the new primary has none.",
            "The new primary has the lock.",
        ),
        "leader-elected" => (
            "A new leader is about to be elected",
            "The new leader knows nothing of it.",
            "A majority had the grant before it was given, so every new leader knows it.",
        ),
        _ => (
            "The primary fails, and the replica takes over",
            "The grant was acknowledged before the replica had it.",
            "The replica had the grant already.",
        ),
    };
    let options = vec![
        option("kept", format!("It stays: {who} holds the lock."), why_kept),
        option(
            "lost-told",
            format!("It is gone, and {who} is told at once."),
            match kept {
                true => why_lost.to_owned(),
                false => format!("Whoever has forgotten the grant cannot tell {who} about it."),
            },
        ),
        option(
            "lost-unseen",
            format!("It is gone, and {who} still thinks that it holds."),
            match kept {
                true => why_lost.to_owned(),
                false => format!("{who} has heard of it: it no longer thinks so."),
            },
        ),
    ];
    let prompt = format!("{who} holds the lock. {lead}. What becomes of the grant?");
    draft(story, (80, event, client), moment, prompt, (right, options))
}

/// What used up the numbers between two tokens of a queue: each key or node that goes is a change as well.
fn changes_since(last: u32, token: u32) -> String {
    let gone = match token - last - 1 {
        1 => "one entry of the queue has".to_owned(),
        many => format!("{many} entries of the queue have"),
    };
    format!(
        " Every change of the service counts, an entry that comes and one that goes; since then {gone} gone."
    )
}

/// A grant whose token is not the next number.
fn token(story: Story<'_>, moment: usize) -> Option<Draft> {
    let run = story.run;
    let token = run.moments[moment].token?;
    let (client, _) = run.moments[moment].known.holder?;
    let earlier = run.moments[..moment].iter();
    let last = earlier
        .filter(|other| matches!(other.event, "granted" | "handed-on" | "queued"))
        .filter_map(|other| other.token)
        .next_back()?;
    if token == last + 1 || token == last && run.moments[moment - 1].known.holder.is_some() {
        return None;
    }
    let plans = story.scenario.setup.plans;
    let lock_of = |client: u8| plans[usize::from(client)].lock;
    let own_counter = (0..client).any(|other| lock_of(other) != lock_of(client));
    let right = match token {
        _ if token == last => "same",
        _ if token < last => "lower",
        _ => "higher",
    };
    let mut options = vec![
        option(
            "next",
            format!("{}: one more than the last.", last + 1),
            match right {
                _ if own_counter => {
                    "That would be the next of another lock: each lock counts for itself."
                }
                "higher" => {
                    "Tokens rise, but not by one: other changes of the store use numbers up too."
                }
                _ => "The counter was lost with the lock, and counts on from an older number.",
            },
        ),
        option(
            "same",
            format!("{last} once more."),
            match own_counter {
                true => "That is a number of another lock, and this one counts for itself.",
                false => "A number that was given out is not given out again here.",
            },
        ),
    ];
    match right {
        "higher" => options.push(option(right, format!("{token}: higher, with a gap."), "")),
        "lower" if own_counter => {
            options.push(option(
                right,
                format!("{token}: the next of its own lock."),
                "",
            ));
        }
        "lower" => options.push(option(right, format!("{token}: lower than the last."), "")),
        _ => {}
    }
    let who = story.name(client);
    let prompt = if own_counter {
        format!(
            "{who} is about to be granted a lock of its own. The last token of the other lock was {last}. Which does {who} get?"
        )
    } else {
        let changes = match right {
            "higher" => changes_since(last, token),
            _ => String::new(),
        };
        format!(
            "{who} is about to be granted the lock. The last token was {last}.{changes} Which does {who} get?"
        )
    };
    draft(
        story,
        (75, "token", client),
        moment,
        prompt,
        (right, options),
    )
}

/// A read that raises the fence against somebody who still thinks that it holds.
fn read(story: Story<'_>, moment: usize) -> Option<Draft> {
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
fn late_read(story: Story<'_>, moment: usize) -> Option<Draft> {
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
