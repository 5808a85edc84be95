//! `token34 watch`: a timeline as numbered lines, or as JSON.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::time::Duration;

use serde::Serialize;

use super::Out;
use crate::fencing::timeline::{Knowledge, Millis, Moment, Party, Timeline};

/// Print a timeline, one numbered line a moment. Where the story turns and that changed, a line below says who knows
/// what.
///
/// # Errors
/// Those of the sink.
pub fn watch<W: Write>(timeline: &Timeline, out: &mut Out<W>) -> io::Result<()> {
    head(timeline, out)?;
    let digits = timeline.moments.len().to_string().len();
    let mut last = String::new();
    for (index, moment) in timeline.moments.iter().enumerate() {
        let number = format!("{:digits$}. ", index + 1);
        out.paragraph(&number, &told(timeline, moment))?;
        if let Some(known) = known_after(timeline, moment, &last) {
            out.paragraph(&" ".repeat(number.len()), &known)?;
            last = known;
        }
    }
    ending(timeline, out)
}

/// What the run is about.
pub(super) fn head<W: Write>(timeline: &Timeline, out: &mut Out<W>) -> io::Result<()> {
    out.line(&timeline.title)?;
    out.paragraph("", &timeline.summary)?;
    out.line(&timeline.conditions)?;
    out.gap()
}

/// How the run came out.
pub(super) fn ending<W: Write>(timeline: &Timeline, out: &mut Out<W>) -> io::Result<()> {
    out.gap()?;
    out.paragraph("", &format!("Outcome: {}", timeline.outcome))?;
    for (property, verdict) in &timeline.verdicts {
        out.line(&format!("{}: {}", property.name(), verdict.name()))?;
    }
    Ok(())
}

/// Who knows what after a turn of the story, unless that is what was said last.
pub(super) fn known_after(timeline: &Timeline, moment: &Moment, last: &str) -> Option<String> {
    let known = knowledge(timeline, &moment.known);
    (moment.decisive && known != last).then_some(known)
}

/// The moment in a sentence: when, who, what.
pub(super) fn told(timeline: &Timeline, moment: &Moment) -> String {
    let actor = match moment.party {
        Party::Client(client) => name(timeline, client).to_owned(),
        Party::Lock => "Lock".to_owned(),
        Party::Storage => "Storage".to_owned(),
    };
    format!("{}, {actor}: {}", seconds(moment.at), moment.caption)
}

fn seconds(at: Millis) -> String {
    format!("{:.2} s", Duration::from_millis(at).as_secs_f64())
}

/// Who holds, who believes what, and what storage has, in brackets.
pub(super) fn knowledge(timeline: &Timeline, known: &Knowledge) -> String {
    let with = |token: Option<u32>| token.map_or(String::new(), |token| format!(" with {token}"));
    let mut facts = vec![match known.holder {
        Some((client, token)) => format!("Held by {}{}", name(timeline, client), with(token)),
        None => "Held by nobody".to_owned(),
    }];
    for (client, mind) in (0..).zip(&known.clients) {
        if mind.believes {
            let wrong = if mind.mistaken(client, known.holder) {
                " and is wrong"
            } else {
                ""
            };
            let who = name(timeline, client);
            facts.push(format!(
                "{who} believes that it holds{}{wrong}",
                with(mind.token)
            ));
        }
    }
    let data = known.data.map_or("nobody", |client| name(timeline, client));
    facts.push(format!(
        "storage has fence {}, written by {data}",
        known.fence_shown()
    ));
    format!("({}.)", facts.join("; "))
}

/// A client's name.
fn name(timeline: &Timeline, client: u8) -> &str {
    let name = timeline.clients.get(usize::from(client));
    name.map_or("?", String::as_str)
}

/// Print a timeline as one JSON object.
///
/// # Errors
/// Those of the sink.
pub fn watch_json<W: Write>(timeline: &Timeline, out: &mut Out<W>) -> io::Result<()> {
    let json = serde_json::to_string_pretty(&Run::of(timeline))?;
    out.raw(json.as_bytes())?;
    out.gap()
}

#[derive(Serialize)]
struct Run<'a> {
    scenario: &'a str,
    lock: &'a str,
    check: &'a str,
    moments: Vec<Step<'a>>,
    end: End<'a>,
    properties: BTreeMap<&'static str, &'static str>,
}

#[derive(Serialize)]
struct Step<'a> {
    at_ms: Millis,
    actor: &'a str,
    event: &'static str,
    token: Option<u32>,
    caption: &'a str,
}

#[derive(Serialize)]
struct End<'a> {
    fence: Option<u32>,
    data: Option<&'a str>,
    accepted: Vec<Written<'a>>,
    refused: Vec<Written<'a>>,
}

#[derive(Serialize)]
struct Written<'a> {
    actor: &'a str,
    token: Option<u32>,
}

impl<'a> Run<'a> {
    fn of(timeline: &'a Timeline) -> Self {
        let steps = timeline.moments.iter().map(|moment| Step {
            at_ms: moment.at,
            actor: match moment.party {
                Party::Client(client) => name(timeline, client),
                Party::Lock => "lock",
                Party::Storage => "storage",
            },
            event: moment.event,
            token: moment.token,
            caption: &moment.caption,
        });
        let verdicts = timeline.verdicts.iter();
        Self {
            scenario: &timeline.scenario,
            lock: &timeline.lock,
            check: &timeline.check,
            moments: steps.collect(),
            end: End::of(timeline),
            properties: verdicts.map(|(p, v)| (p.name(), v.name())).collect(),
        }
    }
}

impl<'a> End<'a> {
    fn of(timeline: &'a Timeline) -> Self {
        let last = timeline.moments.last().map(|moment| &moment.known);
        let written = |writes: &[(u8, Option<u32>)]| {
            let writes = writes.iter();
            let writes = writes.map(|&(client, token)| Written {
                actor: name(timeline, client),
                token,
            });
            writes.collect()
        };
        Self {
            fence: last.and_then(|known| (!known.null_fence).then_some(known.fence)),
            data: last.and_then(|known| Some(name(timeline, known.data?))),
            accepted: written(&timeline.accepted),
            refused: written(&timeline.refused),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::Style;
    use super::*;
    use crate::fencing::property::{Property, Verdict};
    use crate::fencing::timeline::Mind;

    fn mind(token: Option<u32>) -> Mind {
        Mind {
            token,
            believes: token.is_some(),
            waits: false,
            running: true,
        }
    }

    /// The last two moments of the lesson's trace.
    fn timeline() -> Timeline {
        let known = Knowledge {
            holder: Some((1, Some(34))),
            clients: vec![mind(Some(33)), mind(Some(34))],
            fence: 34,
            null_fence: false,
            data: Some(1),
            version: 1,
        };
        let moment = |at, party, event, token, caption: &str, decisive| Moment {
            at,
            party,
            event,
            token: Some(token),
            caption: caption.to_owned(),
            known: known.clone(),
            decisive,
            harm: false,
        };
        Timeline {
            scenario: "tail".to_owned(),
            title: "The tail".to_owned(),
            summary: "A wakes.".to_owned(),
            conditions: "etcd".to_owned(),
            lock: "etcd".to_owned(),
            check: "strict".to_owned(),
            clients: vec!["A".to_owned(), "B".to_owned()],
            moments: vec![
                moment(13_000, Party::Client(0), "woke", 33, "A wakes.", false),
                moment(
                    14_250,
                    Party::Storage,
                    "write-refused",
                    33,
                    "33 < 34.",
                    true,
                ),
            ],
            spans: Vec::new(),
            flights: Vec::new(),
            saved: true,
            end: 15_000,
            verdicts: vec![(Property::OrderedWrites, Verdict::Holds)],
            accepted: vec![(1, Some(34))],
            refused: vec![(0, Some(33))],
            outcome: "The fence held.".to_owned(),
        }
    }

    fn printed(print: fn(&Timeline, &mut Out<Vec<u8>>) -> io::Result<()>) -> String {
        let mut out = Out::new(Vec::new(), Style::default());
        print(&timeline(), &mut out).unwrap();
        String::from_utf8(out.sink).unwrap()
    }

    #[test]
    fn lines_say_when_who_what_and_who_is_wrong() {
        insta::assert_snapshot!(printed(watch), @"
        The tail
        A wakes.
        etcd

        1. 13.00 s, A: A wakes.
        2. 14.25 s, Storage: 33 < 34.
           (Held by B with 34; A believes that it holds with 33 and is wrong; B believes that it holds with 34; storage has fence 34, written by B.)

        Outcome: The fence held.
        ordered-writes: holds
        ");
    }

    #[test]
    fn json_has_the_shape_that_others_read() {
        let json: serde_json::Value = serde_json::from_str(&printed(watch_json)).unwrap();
        let wanted = serde_json::json!({
            "scenario": "tail", "lock": "etcd", "check": "strict",
            "moments": [
                {"at_ms": 13_000, "actor": "A", "event": "woke", "token": 33, "caption": "A wakes."},
                {"at_ms": 14_250, "actor": "storage", "event": "write-refused", "token": 33, "caption": "33 < 34."},
            ],
            "end": {
                "fence": 34, "data": "B",
                "accepted": [{"actor": "B", "token": 34}], "refused": [{"actor": "A", "token": 33}],
            },
            "properties": {"ordered-writes": "holds"},
        });
        assert_eq!(json, wanted);
    }
}
