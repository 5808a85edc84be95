//! The lock service itself is struck.

use super::super::{Draft, Story};
use super::{Choice, draft, option};
use crate::fencing::{
    lock::{Failover, Protocol},
    timeline::Moment,
};

/// What becomes of a lock that somebody holds.
pub(super) fn struck(story: Story<'_>, moment: usize) -> Option<Draft> {
    let run = story.run;
    let event = run.moments[moment].event;
    let (client, token) = run.moments[moment - 1].known.holder?;
    // Where a new leader comes later, that is when it is decided.
    let elected = |moments: &[Moment]| moments.iter().any(|other| other.event == "leader-elected");
    if event == "failed-over" && elected(&run.moments[moment..]) {
        return None;
    }
    let who = story.name(client);
    let known = &run.moments[moment].known;
    let kept = known.holder == Some((client, token));
    let mind = known.clients.get(usize::from(client));
    let right = match kept {
        true => "kept",
        false if mind.is_some_and(|mind| mind.believes) => "lost-unseen",
        false => "lost-told",
    };
    let blow = blow(event, story.scenario.setup.lock.protocol());
    let lead = blow.lead;
    let options = options(who, kept, &blow);
    let prompt = format!("{who} holds the lock. {lead}. What becomes of the grant?");
    draft(story, (80, event, client), moment, prompt, (right, options))
}

fn options(who: &str, kept: bool, blow: &Blow) -> Vec<Choice> {
    vec![
        option(
            "kept",
            format!("It stays: {who} holds the lock."),
            blow.why_gone,
        ),
        option(
            "lost-told",
            format!("It is gone, and {who} is told at once."),
            match kept {
                true => blow.why_kept.to_owned(),
                false => format!("Whoever has forgotten the grant cannot tell {who} about it."),
            },
        ),
        option(
            "lost-unseen",
            format!("It is gone, and {who} still thinks that it holds."),
            match kept {
                true => blow.why_kept.to_owned(),
                false => format!("{who} has heard of it: it no longer thinks so."),
            },
        ),
    ]
}

/// What strikes the service.
struct Blow {
    lead: &'static str,
    /// Why the lock is gone, where it is.
    why_gone: &'static str,
    /// Why it is not, where it stays.
    why_kept: &'static str,
}

fn blow(event: &str, protocol: &dyn Protocol) -> Blow {
    match event {
        "clock-jumped" if protocol.nodes() > 1 => Blow {
            lead: "The wall clock of one master is about to leap forward",
            why_gone: "With that master the majority is gone.",
            why_kept: "A majority of the masters still has the key.",
        },
        "clock-jumped" => Blow {
            lead: "The wall clock of the lock service is about to leap forward",
            why_gone: "Its expiry is a time on that clock, and that time is past at once.",
            why_kept: "The lease is measured by a clock that does not leap.",
        },
        "lock-back" if protocol.nodes() > 1 => Blow {
            lead: "A master that was down comes back, without keys",
            why_gone: "Too few masters still have the key.",
            why_kept: "A majority of the other masters has the key.",
        },
        "lock-back" => Blow {
            lead: "The lock service comes back after a crash",
            why_gone: "What was not on disk when it crashed is gone.",
            why_kept: "The grant was on disk before it was given.",
        },
        "failed-over" if protocol.failover() == Failover::Split => Blow {
            lead: "The replica takes over, and the old primary goes on serving",
            why_gone: "Locks are not replicated: the new primary has none.",
            why_kept: "The new primary has the lock.",
        },
        "leader-elected" => Blow {
            lead: "A new leader is about to be elected",
            why_gone: "The new leader knows nothing of it.",
            why_kept: "A majority had the grant before it was given, so every new leader knows it.",
        },
        _ => Blow {
            lead: "The primary fails, and the replica takes over",
            why_gone: "The grant was acknowledged before the replica had it.",
            why_kept: "The replica had the grant already.",
        },
    }
}
