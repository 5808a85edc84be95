//! What becomes of a write.

mod facts;
mod why;

use super::{Draft, Story};
use crate::fencing::{
    storage::Check,
    timeline::{Party, Timeline},
};

/// What may become of a write.
const REFUSED: &str = "refused";
const FINE: &str = "accepted";
const HARM: &str = "accepted-with-harm";
const NO_SESSION: &str = "no-session";
/// Storage knows its key, and does nothing again.
const REPEATED: &str = "repeated";
/// The lock service keeps it from storage: it does not, it is not on the way.
const LOCK_STOPS: &str = "stopped-by-the-lock";
/// The client knows better: it does not.
const NOT_SENT: &str = "not-sent";
/// The network throws it away: not because it is old.
const DROPPED: &str = "dropped";

/// The question that the write which lands at this moment is worth, if it is.
pub(super) fn question(story: Story<'_>, moment: usize, others: &[Timeline]) -> Option<Draft> {
    let run = story.run;
    let right = fate(run, moment)?;
    let client = writer(run, moment)?;
    if run.moments[..moment].iter().any(|earlier| earlier.harm) {
        return None;
    }
    let late = run.moments[moment].event.starts_with("late-");
    let stake = match right {
        HARM | REFUSED | NO_SESSION | REPEATED => 100,
        _ if late || story.stale(client, moment) => 90,
        _ if woke(run, client, moment) => 70,
        _ => return None,
    };
    let before = if late {
        moment
    } else {
        last_look(run, client, moment)
    };
    let write = Write {
        story,
        client,
        moment,
        before,
        late,
    };
    Some(Draft {
        stake,
        id: format!("write-{}-{}", story.name(client), number(run, moment)),
        before,
        answered: moment,
        prompt: write.prompt(),
        right,
        options: write.options(right, others),
    })
}

/// What a moment says became of a write; `None` if it is about none.
pub(super) fn fate(run: &Timeline, moment: usize) -> Option<&'static str> {
    let moment = &run.moments[moment];
    Some(match moment.event {
        "write-accepted" | "late-write-accepted" if moment.harm => HARM,
        "write-accepted" | "late-write-accepted" => FINE,
        "write-refused" | "late-write-refused" => REFUSED,
        "session-is-over" => NO_SESSION,
        "write-repeated" | "late-write-repeated" => REPEATED,
        _ => return None,
    })
}

/// The client whose write lands at a moment.
pub(super) fn writer(run: &Timeline, moment: usize) -> Option<u8> {
    let moment = &run.moments[moment];
    let lands = run.flights.iter().filter(|flight| {
        flight.to == Party::Storage
            && flight.arrives == Some(moment.at)
            && flight.label.starts_with("write")
            && (moment.token.is_none() || flight.token == moment.token)
    });
    lands
        .filter_map(|flight| match flight.from {
            Party::Client(client) => Some(client),
            _ => None,
        })
        .next()
}

/// The how-manieth write of its client lands at a moment, from 1.
fn number(run: &Timeline, moment: usize) -> usize {
    let client = writer(run, moment);
    let earlier = (0..moment).filter(|other| fate(run, *other).is_some());
    1 + earlier
        .filter(|other| writer(run, *other) == client)
        .count()
}

/// Whether the client stood still since its last grant, and this is its first write since.
fn woke(run: &Timeline, client: u8, moment: usize) -> bool {
    let me = Party::Client(client);
    let since = (0..moment)
        .rev()
        .take_while(|other| fate(run, *other).is_none() || writer(run, *other) != Some(client));
    since
        .map(|other| &run.moments[other])
        .any(|other| other.party == me && other.event == "woke")
}

/// The moment of sending, where nothing that matters changes between it and the landing; else the landing.
fn last_look(run: &Timeline, client: u8, moment: usize) -> usize {
    let me = Party::Client(client);
    let sent = run.moments[..moment].iter().rposition(|other| {
        other.party == me && matches!(other.event, "write-sent" | "write-retried")
    });
    let state = |moment: usize| {
        let known = &run.moments[moment.saturating_sub(1)].known;
        (known.holder, known.fence, known.data, known.version)
    };
    sent.filter(|sent| *sent > 0 && state(*sent) == state(moment))
        .unwrap_or(moment)
}

struct Write<'a> {
    story: Story<'a>,
    client: u8,
    moment: usize,
    before: usize,
    late: bool,
}

impl Write<'_> {
    fn token(&self) -> Option<u32> {
        let run = self.story.run;
        let minds = &run.moments[self.before.saturating_sub(1)].known.clients;
        let hand = minds
            .get(usize::from(self.client))
            .and_then(|mind| mind.token);
        run.moments[self.moment].token.or(hand)
    }

    fn fence(&self) -> u32 {
        self.story.run.moments[self.before.saturating_sub(1)]
            .known
            .fence
    }

    fn compares(&self) -> bool {
        self.story.scenario.setup.check != Check::None && self.token().is_some()
    }

    /// Whose data storage holds, if another's.
    fn others_data(&self) -> Option<&str> {
        let known = &self.story.run.moments[self.before.saturating_sub(1)].known;
        let other = known.data.filter(|data| *data != self.client)?;
        Some(self.story.name(other))
    }

    fn prompt(&self) -> String {
        let who = self.story.name(self.client);
        let token = self
            .token()
            .map_or(String::new(), |token| format!(", holding {token}"));
        let event = self.story.run.moments[self.before.saturating_sub(1)].event;
        let lead = if self.compared_before() {
            let token = self
                .token()
                .map_or(String::new(), |token| format!(", with {token},"));
            format!("{who}'s write{token} has passed the comparison, and is about to go in")
        } else if self.late {
            let token = self
                .token()
                .map_or(String::new(), |token| format!(", with {token},"));
            format!("{who}'s old packet{token} is about to reach storage")
        } else if self.before == self.moment {
            let token = self
                .token()
                .map_or(String::new(), |token| format!(", with {token},"));
            format!("{who}'s write{token} is about to reach storage")
        } else if event == "woke" {
            format!("{who} wakes{token}")
        } else if self.story.run.moments[self.before].event == "write-retried" {
            format!("{who} has heard nothing, and sends its write again{token}")
        } else {
            format!("{who} is about to write{token}")
        };
        format!(
            "{lead}. {} What happens to {}?",
            self.storage(),
            self.what()
        )
    }

    fn what(&self) -> &'static str {
        if self.late { "it" } else { "its write" }
    }

    /// What there is to know of storage.
    fn storage(&self) -> String {
        if let Some((seen, _)) = self.numbers() {
            return format!("Storage has seen {}, number {seen}.", self.fence());
        }
        let forgotten = || {
            let moments = &self.story.run.moments[..self.before];
            moments.iter().any(|moment| moment.known.fence > 0)
        };
        if self.compares() {
            return match self.fence() {
                _ if self.story.scenario.setup.null_fence => "The fence is NULL.".to_owned(),
                0 if forgotten() => "Storage no longer knows which tokens it has seen.".to_owned(),
                0 => "Storage has seen no token yet.".to_owned(),
                fence => format!("Storage has seen {fence}."),
            };
        }
        if self.story.scenario.setup.idempotency_key && self.others_data().is_some() {
            return "Storage has taken the same key before.".to_owned();
        }
        match self.others_data() {
            Some(other) if self.split() => {
                format!(
                    "The new primary has data of {other}; {} is still with the old one.",
                    self.story.name(self.client)
                )
            }
            Some(other) => format!("Storage has data of {other}."),
            None => "Nobody else has written yet.".to_owned(),
        }
    }

    fn options(
        &self,
        right: &'static str,
        others: &[Timeline],
    ) -> Vec<(&'static str, String, String)> {
        let nth = number(self.story.run, self.moment);
        let elsewhere = others.iter().filter_map(|run| {
            let mine = (0..run.moments.len()).filter(|moment| fate(run, *moment).is_some());
            let mut mine = mine.filter(|moment| writer(run, *moment) == Some(self.client));
            fate(run, mine.nth(nth - 1)?)
        });
        let stale = self.story.stale(self.client, self.moment);
        let misread = [
            self.late.then_some(DROPPED),
            (self.before < self.moment && stale && self.believed()).then_some(NOT_SENT),
            stale.then_some(LOCK_STOPS),
            Some(REFUSED),
            Some(FINE),
            self.others_data().is_some().then_some(HARM),
            (!self.late).then_some(LOCK_STOPS),
        ];
        let mut ids = vec![right];
        for id in elsewhere.chain(misread.into_iter().flatten()) {
            if !ids.contains(&id) {
                ids.push(id);
            }
        }
        ids.into_iter()
            .map(|id| (id, self.text(id), self.why_not(id, right)))
            .collect()
    }

    fn text(&self, id: &str) -> String {
        let (who, fence) = (self.story.name(self.client), self.fence());
        match id {
            REFUSED => match self.token() {
                Some(token) if self.story.scenario.setup.null_fence => {
                    format!("Storage refuses it: no comparison of NULL with {token} is true.")
                }
                Some(token) if self.compares() && token < fence => {
                    format!("Storage refuses it: {token} < {fence}.")
                }
                Some(token) if self.compares() && token == fence => match self.numbers() {
                    Some((seen, n)) => {
                        format!(
                            "Storage refuses it: ({token}, {n}) is not above ({fence}, {seen})."
                        )
                    }
                    None => format!("Storage refuses it: {token} is not above {fence}."),
                },
                _ if self.story.stale(self.client, self.moment) => {
                    format!("Storage refuses it: the lock is not {who}'s.")
                }
                _ => "Storage refuses it.".to_owned(),
            },
            FINE if self.story.scenario.setup.idempotency_key => {
                "Storage takes it in once more.".to_owned()
            }
            FINE => "Storage accepts it; so far nothing is lost.".to_owned(),
            HARM => match self.others_data() {
                Some(other) if self.split() => {
                    format!("The old primary accepts it, and has no write of {other}'s.")
                }
                Some(other) if self.story.stale(self.client, self.moment) && !self.replaced() => {
                    format!("Storage accepts it, after {other}'s newer write.")
                }
                Some(other) if self.story.stale(self.client, self.moment) => {
                    format!("Storage accepts it, over {other}'s newer write.")
                }
                Some(other) => format!("Storage accepts it, and {other}'s update is lost."),
                None => "Storage accepts it, and an update is lost.".to_owned(),
            },
            REPEATED => "Storage answers as it did before, and does nothing again.".to_owned(),
            NO_SESSION => format!("It cannot land: the database has ended {who}'s session."),
            NOT_SENT => format!("{who} sees that its time is over, and sends nothing."),
            LOCK_STOPS => "The lock service stops it on its way.".to_owned(),
            _ => "The network drops it: it is too old.".to_owned(),
        }
    }
}
