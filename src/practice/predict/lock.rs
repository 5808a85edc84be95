//! What becomes of a lock: its lease ends, its service fails, its holder dies, or gives it back too late.

use super::{Draft, Story};
use crate::fencing::timeline::{Millis, Party};

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
        "crashed" => crash(story, moment),
        "foreign-lock-deleted" | "nothing-released" => release(story, moment),
        "rolled-back-kept" | "rolled-back-freed" => rollback(story, moment),
        "granted" => token(story, moment),
        "fence-raised" => read(story, moment),
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
        _ => "lease",
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
    let why_kept =
        format!("The lock service counts time, not work: it cannot see whether {who} is done.");
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
    let (lead, why_kept, why_lost) = match event {
        "clock-jumped" => (
            "The wall clock of the lock service is about to leap forward",
            "Its expiry is a time on that clock, and that time is past at once.",
            "The lease is measured by a clock that does not leap.",
        ),
        "lock-back" => (
            "The lock service comes back after a crash",
            "What was not on disk when it crashed is gone.",
            "The grant was on disk, or on enough other masters.",
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

/// A holder dies: when is the lock free?
fn crash(story: Story<'_>, moment: usize) -> Option<Draft> {
    let run = story.run;
    let Party::Client(client) = run.moments[moment].party else {
        return None;
    };
    let holds = |known: &crate::fencing::timeline::Knowledge| {
        known.holder.is_some_and(|(holder, _)| holder == client)
    };
    if !holds(&run.moments[moment - 1].known) {
        return None;
    }
    let freed = (moment..run.moments.len()).find(|later| !holds(&run.moments[*later].known));
    let right = match freed.map(|freed| run.moments[freed].event) {
        None => "never",
        Some("lease-ended") => "lease",
        Some("session-ended") => "session",
        Some(_) => return None,
    };
    let who = story.name(client);
    let ends = story
        .scenario
        .setup
        .lock
        .protocol()
        .lease()
        .ends_by_itself();
    let ttl: Millis = story.scenario.timing.ttl[usize::from(client)];
    let options = vec![
        option(
            "never",
            "Never, unless somebody deletes it by hand.",
            match right {
                "lease" => "The lease ends by itself, whether its holder lives or not.",
                _ => "The lock lives in a session, and that ends with its connection.",
            },
        ),
        option(
            "at-once",
            "At once: the lock service sees that its holder is dead.",
            match right {
                "session" => {
                    "The database learns of it only by the connection, and that takes as long as it takes."
                }
                _ => "A dead client and a slow one look the same from outside: silence.",
            },
        ),
        option(
            "lease",
            if ends {
                format!(
                    "When its lease of {} has run out.",
                    crate::fencing::scenario::show_time(ttl)
                )
            } else {
                "When its lease has run out.".to_owned()
            },
            "There is no lease here: nothing was given an end.",
        ),
        option(
            "session",
            "When the connection is found closed.",
            "This lock is not tied to a connection.",
        ),
    ];
    let prompt =
        format!("{who} holds the lock, and its process is about to die. When is the lock free?");
    Some(Draft {
        stake: 80,
        id: story.id("crash", client, moment),
        before: moment,
        answered: freed.unwrap_or(run.moments.len() - 1),
        prompt,
        right,
        options,
    })
}

/// A client whose lock is another's by now gives it back.
fn release(story: Story<'_>, moment: usize) -> Option<Draft> {
    let run = story.run;
    let at = run.moments[moment].at;
    let sender = run.flights.iter().find_map(|flight| match flight.from {
        Party::Client(client)
            if flight.to == Party::Lock
                && flight.arrives == Some(at)
                && flight.label == "release" =>
        {
            Some(client)
        }
        _ => None,
    });
    let client = sender?;
    let (holder, _) = run.moments[moment - 1]
        .known
        .holder
        .filter(|(holder, _)| *holder != client)?;
    let (who, other) = (story.name(client), story.name(holder));
    let (right, stake) = match run.moments[moment].event {
        "foreign-lock-deleted" => ("deletes", 95),
        _ if story
            .scenario
            .setup
            .lock
            .protocol()
            .id()
            .starts_with("redis") =>
        {
            ("nothing", 60)
        }
        _ => return None,
    };
    let options = vec![
        option(
            "deletes",
            format!("It deletes the key, and {other}'s lock is gone."),
            format!(
                "The release compares first, and the value in the key is {other}'s, not {who}'s."
            ),
        ),
        option(
            "nothing",
            "It finds no lock of its own, and changes nothing.",
            "A plain delete asks for no owner: it takes the key, whoever's it is.",
        ),
        option(
            "beside",
            format!("It frees {who}'s own lock; {other}'s stays beside it."),
            "There is one key and one lock: the older grant is over.",
        ),
    ];
    let prompt = format!(
        "{who} gives the lock back, late: by now {other} holds it. What does the release do?"
    );
    draft(
        story,
        (stake, "release", client),
        moment,
        prompt,
        (right, options),
    )
}

/// A transaction is rolled back under an advisory lock.
fn rollback(story: Story<'_>, moment: usize) -> Option<Draft> {
    let (client, _) = story.run.moments[moment - 1].known.holder?;
    let who = story.name(client);
    let right = match story.run.moments[moment].event {
        "rolled-back-kept" => "kept",
        _ => "freed",
    };
    let options = vec![
        option(
            "kept",
            "It stays, until it is unlocked or the session ends.",
            "It was taken for the transaction, and goes with it.",
        ),
        option(
            "freed",
            "It is undone, with all else in the transaction.",
            "It was taken for the session, and a session lock is not undone by ROLLBACK.",
        ),
    ];
    let prompt = format!("{who} rolls its transaction back. What becomes of its advisory lock?");
    draft(
        story,
        (80, "rollback", client),
        moment,
        prompt,
        (right, options),
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
                "higher" => {
                    "Tokens rise, but not by one: other changes of the store use numbers up too."
                }
                _ => "The counter was lost with the lock, and counts on from an older number.",
            },
        ),
        option(
            "same",
            format!("{last} once more."),
            "A number that was given out is not given out again here.",
        ),
    ];
    match right {
        "higher" => options.push(option(right, format!("{token}: higher, with a gap."), "")),
        "lower" => options.push(option(right, format!("{token}: lower than the last."), "")),
        _ => {}
    }
    let who = story.name(client);
    let prompt = format!(
        "{who} is about to be granted the lock. The last token was {last}. Which does {who} get?"
    );
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
