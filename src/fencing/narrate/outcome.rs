//! How a run came out, in a sentence.

use super::super::client::{Client, Outcome, Process, Step};
use super::super::property::Property;
use super::super::timeline::{Moment, Party, SpanKind, Timeline};
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

/// What is said where a late write did no harm.
const LATE: &str =
    "a write came after its sender had lost the lock, and still before any of the next holder's.";

/// What is said where two grants were live at once and nothing came of it.
const TWICE: &str = "Two grants were live at once.";

/// The outcome of a run in a sentence; in a second one, where the first is about somebody else, that a late write was let in.
pub(in crate::fencing) fn outcome(names: &[String], world: &World, timeline: &Timeline) -> String {
    if let Some(said) = broken(world) {
        return said.to_owned();
    }
    let end = End {
        names,
        world,
        timeline,
    };
    let said = end.refused().or_else(|| end.disappointed());
    let said = match (said, wrote_late(timeline)) {
        (Some(said), true) => format!("{said} Besides, {LATE}"),
        (Some(said), false) => said,
        (None, true) => format!("Safe: {LATE}"),
        (None, false) => end.safe(),
    };
    match world.broken(Property::ExclusiveGrants) {
        true => format!("{} {TWICE}", said.replacen("Safe", "No harm this time", 1)),
        false => said,
    }
}

/// What was broken, the worst first.
fn broken(world: &World) -> Option<&'static str> {
    let lost = world.broken(Property::NoLostUpdate);
    match world.broken(Property::OrderedWrites) {
        true if world.primary > 0 => {
            Some("Two primaries have each accepted a write: one of the two will be lost.")
        }
        true if lost => Some("Data lost: an older grant has written over a newer one."),
        // What is written without a look at what was there builds on nothing that could be lost.
        true if !anybody_reads(world) => Some(
            "Done twice, and out of order: an older grant has written after a newer one. Neither had read.",
        ),
        true => Some("Out of order: an older grant has written after a newer one."),
        false if lost => {
            Some("Data lost: an accepted write has replaced another that it knew nothing of.")
        }
        false => None,
    }
}

fn anybody_reads(world: &World) -> bool {
    let mut plans = world.setup.plans[..world.len()].iter();
    plans.any(|plan| plan.steps().contains(&Step::Read))
}

/// The end of a run in which nothing was broken.
struct End<'a> {
    names: &'a [String],
    world: &'a World,
    timeline: &'a Timeline,
}

impl End<'_> {
    fn name(&self, client: usize) -> &str {
        self.names.get(client).map_or("?", String::as_str)
    }

    /// The first client of which something is true.
    fn who(&self, is: impl Fn(usize, &Client) -> bool) -> Option<&str> {
        let clients = self.world.clients[..self.world.len()].iter().enumerate();
        let mut clients = clients.filter(|(c, client)| is(*c, client));
        clients.next().map(|(c, _)| self.name(c))
    }

    fn happened(&self, is: impl Fn(&str) -> bool) -> bool {
        self.timeline.moments.iter().any(|moment| is(moment.event))
    }

    /// Storage refused something, or answered it a second time.
    fn refused(&self) -> Option<String> {
        if self.world.setup.null_fence && !self.timeline.refused.is_empty() {
            let said = "Nobody's write was let in: the fence is NULL, and no comparison with NULL is true.";
            return Some(said.to_owned());
        }
        if self.happened(|event| event.ends_with("write-repeated")) {
            let said =
                "Done once: storage knew the key, and answered the second sending like the first.";
            return Some(said.to_owned());
        }
        if let Some(c) = read_late(self.timeline, "read-refused") {
            let who = self.name(c.into());
            return Some(format!("Saved by the fence: storage refused {who}'s read."));
        }
        let said = self.refused_write()?;
        Some(match self.refused_too() {
            Some(who) => {
                format!("{said} It refused {who}'s own as well, though {who} holds the lock.")
            }
            None => said,
        })
    }

    /// A holder whose own write was refused after somebody else's.
    fn refused_too(&self) -> Option<&str> {
        let moments = self.timeline.moments.iter();
        let refused = moments.filter(|moment| moment.event.ends_with("write-refused"));
        let holds = |moment: &Moment, c: u8| {
            let holder = moment.known.holder;
            holder.is_some_and(|(holder, _)| holder == c)
        };
        let mut own = refused
            .zip(&self.timeline.refused)
            .map(|(moment, (c, _))| (*c, holds(moment, *c)));
        let (_, at_first) = own.next()?;
        let (c, _) = own.find(|(_, holds)| *holds && !at_first)?;
        Some(self.name(c.into()))
    }

    fn refused_write(&self) -> Option<String> {
        let (c, token) = self.timeline.refused.first()?;
        let refused = |moment: &&Moment| moment.event.ends_with("write-refused");
        let moment = self.timeline.moments.iter().find(refused);
        let later_grant = self.world.clients[usize::from(*c)].grant.order < self.world.grants;
        // What a client took for a grant may have come last, and its token is older all the same.
        let stale = later_grant || moment.is_some_and(|moment| Some(moment.known.fence) > *token);
        let holder = moment.and_then(|moment| moment.known.holder);
        let holds = holder.is_some_and(|(holder, _)| holder == *c);
        let is_in = self.timeline.accepted.contains(&(*c, *token));
        let token = token.map_or(String::new(), |token| format!(" with {token}"));
        let who = self.name(usize::from(*c));
        Some(if self.happened(|event| event == "session-is-over") {
            format!("Saved by the session: it has ended, and {who}'s write{token} could not land.")
        } else if self.happened(|event| event == "late-write-refused") {
            format!("Saved by the fence: storage refused {who}'s old packet{token}.")
        } else if is_in && self.happened(|event| event == "write-retried") {
            format!("{who}'s write{token} is in: storage refused only what came a second time.")
        } else if is_in && holds {
            format!("Storage refused {who}'s next write{token}: its first has raised the fence.")
        } else if holds {
            format!("Storage refused {who}'s own write{token}, though it holds the lock.")
        } else if stale {
            format!("Saved by the fence: storage refused {who}'s write{token}.")
        } else {
            format!(
                "Storage refused {who}'s own write{token}, though nobody was granted the lock after it."
            )
        })
    }

    /// Somebody did not get what it wanted, or got it without the lock.
    fn disappointed(&self) -> Option<String> {
        let end = self.timeline.end;
        let asks = |c: usize| {
            let mut spans = self.timeline.spans.iter();
            spans.any(|span| {
                (span.kind, usize::from(span.client), span.to) == (SpanKind::Wait, c, end)
            })
        };
        let waits = |c, client: &Client| {
            let begun = client.started() || asks(c);
            client.process == Process::Running && begun && !client.done
        };
        if let Some(who) = self.who(waits) {
            return Some(format!("Safe, but {who} was kept waiting to the end."));
        }
        let wrote = |c: usize| {
            let mut accepted = self.timeline.accepted.iter();
            accepted.any(|(writer, _)| usize::from(*writer) == c)
        };
        let stopped = |c, client: &Client| client.outcome == Some(Outcome::Stopped) && !wrote(c);
        if let Some(who) = self.who(stopped) {
            return Some(format!(
                "Nothing was lost this time: {who} found out that the lock was gone before it wrote."
            ));
        }
        let read = read_late(self.timeline, "read")?;
        let who = self.name(read.into());
        Some(format!(
            "Nothing was overwritten, but {who} read without the lock: what it decides rests on that."
        ))
    }

    fn safe(&self) -> String {
        let clients = self.world.clients[..self.world.len()].iter();
        let both = clients.filter(|client| client.grant.order > 0).count() > 1;
        let dead = self.who(|_, client| client.process == Process::Crashed);
        let gave_up = self.who(|_, client| client.outcome == Some(Outcome::GaveUp));
        match (dead, gave_up) {
            (Some(who), _) if both => format!("Safe: {who} died, and the lock passed on."),
            (_, Some(who)) => {
                format!("Safe: nothing was overwritten, though {who} gave up waiting for storage.")
            }
            _ if both => "Safe: each client wrote while it held the lock.".to_owned(),
            _ => "Safe: nothing was overwritten.".to_owned(),
        }
    }
}
