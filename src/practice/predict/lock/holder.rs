//! What a holder does to its lock: it dies, gives it back late, or rolls its transaction back.

use super::super::{Draft, Story};
use super::{draft, option};
use crate::fencing::timeline::{Millis, Party};

/// A holder dies: when is the lock free?
pub(super) fn crash(story: Story<'_>, moment: usize) -> Option<Draft> {
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
            "At once: the lock service watches the process itself.",
            match right {
                "session" => {
                    "It watches the connection. The kernel closes that here; had the host gone too, it would take until keepalive gives up."
                }
                _ => "A dead client and a slow one look the same from outside: silence.",
            },
        ),
        option(
            "lease",
            if ends {
                format!(
                    "When its {} of {} has run out.",
                    story.scenario.setup.lock.protocol().lease_word(),
                    crate::fencing::scenario::show_time(ttl)
                )
            } else {
                "When its lease has run out.".to_owned()
            },
            "There is no lease here: nothing was given an end.",
        ),
        option(
            "session",
            "With its connection, which its kernel closes.",
            "This lock is not tied to a connection.",
        ),
    ];
    let prompt = format!(
        "{who} holds the lock, and its process is about to die; its host lives on. When is the lock free?"
    );
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
pub(super) fn release(story: Story<'_>, moment: usize) -> Option<Draft> {
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
pub(super) fn rollback(story: Story<'_>, moment: usize) -> Option<Draft> {
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
