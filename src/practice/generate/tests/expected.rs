//! The right answers, told from the runs by other means than the templates'.

use std::collections::BTreeSet;

use super::{
    super::{Fresh, facts::about},
    right,
};
use crate::fencing::{
    property::{Property, Verdict},
    storage::Check,
    timeline::{Millis, Party, SpanKind, Timeline},
};

/// The clients whose bars of a kind cover a time.
fn under(run: &Timeline, kind: SpanKind, at: Millis) -> BTreeSet<u8> {
    let bars = run.spans.iter().filter(|span| span.kind == kind);
    let over = bars.filter(|span| span.from <= at && at < span.to);
    over.map(|span| span.client).collect()
}

fn from(run: &Timeline, kind: SpanKind, client: u8) -> Option<Millis> {
    let mut bars = run.spans.iter();
    let bar = bars.find(|span| (span.kind, span.client) == (kind, client))?;
    Some(bar.from)
}

/// The last of the first client's writes: its token, and the highest that was let in before it.
fn last_write(run: &Timeline) -> (u32, u32) {
    let own = run.refused.iter().find(|(client, _)| *client == 0);
    if let Some((_, token)) = own {
        let seen = run.accepted.iter().filter_map(|(_, token)| *token).max();
        return (token.unwrap(), seen.unwrap_or(0));
    }
    let at = run.accepted.iter().rposition(|(client, _)| *client == 0);
    let before = &run.accepted[..at.unwrap()];
    let seen = before.iter().filter_map(|(_, token)| *token).max();
    (run.accepted[at.unwrap()].1.unwrap(), seen.unwrap_or(0))
}

fn fate(run: &Timeline, names: &[String]) -> String {
    let broken = run.verdict(Property::OrderedWrites) == Some(Verdict::Violated);
    match run.refused.first() {
        Some((0, Some(token))) => format!("Storage refuses it: {token} <"),
        _ if broken => format!("Storage accepts it, over the newer write of {}.", names[1]),
        _ => "Storage accepts it, and nothing is lost.".to_owned(),
    }
}

fn updates(run: &Timeline) -> &'static str {
    let refused: Vec<u8> = run.refused.iter().map(|(client, _)| *client).collect();
    let lost = run.verdict(Property::NoLostUpdate) == Some(Verdict::Violated);
    match (refused.as_slice(), lost) {
        ([], true) => "Both writes are accepted, and the update of",
        ([0], false) => "Nothing is lost: storage refuses",
        ([0, 1], false) => "Nothing is lost, but both writes are refused:",
        _ => "?",
    }
}

/// Who holds and who believes, at a time, from the bars alone.
fn beliefs(run: &Timeline, names: &[String], at: Millis) -> String {
    let holder = under(run, SpanKind::Lease, at).into_iter().next().unwrap();
    let holder = &names[usize::from(holder)];
    match under(run, SpanKind::Belief, at).len() {
        2 => format!("{holder} holds it. Both believe"),
        _ => format!("{holder} holds it, and believes so."),
    }
}

fn two_checks(run: &Timeline) -> &'static str {
    let (token, fence) = last_write(run);
    match (token <= fence, token < fence) {
        (true, true) => "Both.",
        (true, false) => "Only fence < token.",
        _ => "Neither.",
    }
}

fn reported(run: &Timeline, check: Check) -> &'static str {
    let (token, fence) = last_write(run);
    let passes = match check {
        Check::Strict => fence < token,
        _ => fence <= token,
    };
    if passes { "1 row:" } else { "0 rows:" }
}

/// The time that a question names in its last sentence, after "At ".
fn asked_at(fresh: &Fresh) -> Millis {
    let prompt = fresh.question.prompt.plain();
    let (_, rest) = prompt.rsplit_once("At ").unwrap();
    let (seconds, _) = rest.split_once(" s:").unwrap();
    (seconds.parse::<f64>().unwrap() * 1_000.0) as Millis
}

/// Whether a statement is so, from the bars, the messages and what storage took in.
fn is_so(statement: &str, run: &Timeline) -> bool {
    let says = |what: &str| statement.contains(what);
    let sent = run.flights.iter().rfind(|flight| {
        (flight.from, flight.to) == (Party::Client(0), Party::Storage)
            && flight.label.starts_with("write")
    });
    let sent = sent.unwrap().sent;
    let broken = run.verdict(Property::OrderedWrites) == Some(Verdict::Violated);
    let refused = run.refused.iter().any(|(client, _)| *client == 0);
    if says("in the belief") {
        return under(run, SpanKind::Belief, sent).contains(&0);
    }
    if says("both believe") {
        let wakes = run.moments.iter().map(|moment| moment.at);
        return wakes
            .into_iter()
            .any(|at| under(run, SpanKind::Belief, at).len() == 2);
    }
    if says("Storage refuses") {
        return refused;
    }
    if says("over the newer one") {
        return broken;
    }
    // What misconceptions say: who refuses is storage, and nobody is told or stopped by anything else.
    let wrong = [
        "The lock service refuses",
        "gives up its work",
        "The check keeps",
        "so only",
    ];
    assert!(wrong.iter().any(|what| says(what)), "{statement}");
    false
}

/// What the right answer begins with, told from the run alone by other means than the template's.
pub(super) fn expected(fresh: &Fresh) -> String {
    let (run, names) = (fresh.scenario.run(), &fresh.scenario.clients);
    let holds = from(&run, SpanKind::Lease, 1);
    match fresh.kept_as.as_str() {
        "fresh-write-check" => {
            let (token, fence) = last_write(&run);
            assert!(token < fence, "it is late");
            let once = fresh.question.prompt.plain().contains("once at most");
            if once { "fence < $2" } else { "fence <= $2" }.to_owned()
        }
        "fresh-what-is-so" => {
            for option in fresh.question.ask.choices() {
                let text = option.text.plain();
                assert_eq!(option.right, is_so(&text, &run), "{text}");
            }
            right(fresh).text.plain()
        }
        "fresh-late-write" | "fresh-late-packet" | "fresh-longer-ttl" => fate(&run, names),
        "fresh-lost-update" => updates(&run).to_owned(),
        "fresh-believers" => {
            let pause = run.spans.iter().find(|span| span.kind == SpanKind::Pause);
            beliefs(&run, names, pause.unwrap().to)
        }
        "fresh-cut-off" => beliefs(&run, names, asked_at(fresh)),
        "fresh-which-check" => two_checks(&run).to_owned(),
        "fresh-rows" => reported(&run, fresh.scenario.setup.check).to_owned(),
        "fresh-fence-after" => {
            let seen = run.accepted.iter().filter_map(|(_, token)| *token);
            format!("At {}.", seen.max().unwrap())
        }
        "fresh-two-locks" => {
            let (client, token) = run.refused[0];
            assert_eq!(client, 2);
            format!("It refuses it: {} <", token.unwrap())
        }
        "fresh-next-token" => {
            let own = |span: &&crate::fencing::timeline::Span| {
                (span.kind, span.client) == (SpanKind::Belief, 1)
            };
            let token = run.spans.iter().find(own).unwrap().token.unwrap();
            match right(fresh).text.plain().starts_with("It is granted") {
                true => format!("It is granted the lock, with {token} again."),
                false => format!("{token}"),
            }
        }
        "fresh-waits" | "fresh-rollback" => match holds {
            Some(at) => format!("At about {}, ", about(at)),
            None => "Never.".to_owned(),
        },
        "fresh-stale-release" => {
            let deletes = run
                .moments
                .iter()
                .find(|moment| moment.event == "foreign-lock-deleted");
            assert!(under(&run, SpanKind::Lease, deletes.unwrap().at).is_empty());
            "Nobody:".to_owned()
        }
        "fresh-service-fault" => {
            let at = from(&run, SpanKind::Belief, 1).unwrap();
            assert_eq!(under(&run, SpanKind::Belief, at), BTreeSet::from([0, 1]));
            "It is granted the lock, while".to_owned()
        }
        other => panic!("{other} is not known here"),
    }
}
