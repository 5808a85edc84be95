use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use super::{facts::about, *};
use crate::{
    course::{Choice, Pack},
    fencing::{
        property::{Property, Verdict},
        storage::Check,
        timeline::{Millis, SpanKind, Timeline},
    },
    practice::Sheet,
    progress::{Answer, Pen, Record},
};

/// So many seeds are tried.
const SEEDS: u32 = 4_000;

fn all() -> impl Iterator<Item = Fresh> {
    (0..SEEDS).filter_map(invent)
}

fn right(fresh: &Fresh) -> &Choice {
    let mut options = fresh.question.ask.choices().iter();
    options.find(|option| option.right).unwrap()
}

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

/// What the right answer begins with, told from the run alone by other means than the template's.
fn expected(fresh: &Fresh) -> String {
    let (run, names) = (fresh.scenario.run(), &fresh.scenario.clients);
    let holds = from(&run, SpanKind::Lease, 1);
    match fresh.kept_as.as_str() {
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

#[test]
fn the_right_answer_is_what_the_run_does() {
    for fresh in all() {
        let (given, expected) = (right(&fresh).text.plain(), expected(&fresh));
        assert!(
            given.starts_with(&expected),
            "{}: {given} / {expected}",
            fresh.question.id
        );
    }
}

#[test]
fn one_option_is_right_and_each_other_one_is_a_misconception_of_the_lesson() {
    let pack = Pack::embedded().unwrap();
    let lesson = &pack.lessons[0];
    for fresh in all() {
        let options = fresh.question.ask.choices();
        let id = &fresh.question.id;
        assert!((3..=4).contains(&options.len()), "{id}");
        assert_eq!(
            options.iter().filter(|option| option.right).count(),
            1,
            "{id}"
        );
        let texts: BTreeSet<_> = options.iter().map(|option| option.text.plain()).collect();
        let ids: BTreeSet<_> = options.iter().map(|option| &option.id).collect();
        assert_eq!(
            (texts.len(), ids.len()),
            (options.len(), options.len()),
            "{id}"
        );
        for option in options.iter().filter(|option| !option.right) {
            let belief = option.misconception.as_deref().unwrap();
            assert!(lesson.misconception(belief).is_some(), "{id}: {belief}");
            assert_eq!(option.id, belief, "{id}");
        }
        assert!(lesson.section(&fresh.question.section).is_some(), "{id}");
    }
}

#[test]
fn texts_are_in_good_order() {
    let starts = |first: char| first.is_uppercase() || first.is_ascii_digit();
    // They stand so even at the beginning of a sentence.
    let names = ["etcd", "fence", "pg_advisory_lock"];
    for fresh in all() {
        let (id, prompt) = (&fresh.question.id, fresh.question.prompt.plain());
        let words = prompt
            .split_whitespace()
            .filter(|word| word.chars().any(char::is_alphanumeric));
        let words = words.count();
        assert!(words <= 60, "{id} has {words} words: {prompt}");
        assert!(prompt.ends_with('?'), "{id}: {prompt}");
        let options = fresh.question.ask.choices().iter();
        let texts = options.flat_map(|option| [option.text.plain(), option.why.plain()]);
        for text in texts.chain([prompt, fresh.question.answer.plain()]) {
            assert!(!text.is_empty(), "{id}");
            assert!(
                !text.contains(['{', '}', '!']) && !text.contains("  "),
                "{id}: {text}"
            );
            assert!(
                names.iter().any(|name| text.starts_with(name)) || text.starts_with(starts),
                "{id}: {text}"
            );
        }
    }
}

#[test]
fn every_template_comes_up_and_every_misconception_that_it_can_show() {
    let mut shown: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for fresh in all() {
        let options = fresh.question.ask.choices().iter();
        let beliefs = options.filter_map(|option| option.misconception.clone());
        shown
            .entry(fresh.kept_as.clone())
            .or_default()
            .extend(beliefs);
    }
    let told = shown.iter().map(|(name, beliefs)| {
        let beliefs: Vec<_> = beliefs.iter().map(String::as_str).collect();
        format!("{name}: {}\n", beliefs.join(", "))
    });
    assert_eq!(shown.len(), TEMPLATES.len());
    insta::assert_snapshot!(told.collect::<String>());
}

#[test]
fn a_question_of_each_template_reads_well() {
    let mut shown = BTreeMap::new();
    for fresh in (0..400).filter_map(invent) {
        shown.entry(fresh.kept_as.clone()).or_insert(fresh);
    }
    let mut text = String::new();
    for fresh in shown.values() {
        text += &format!(
            "{} {}\n{}\n",
            fresh.kept_as,
            fresh.seed,
            fresh.question.prompt.plain()
        );
        for option in fresh.question.ask.choices() {
            let sign = if option.right { "✓" } else { "✗" };
            text += &format!(
                "  {sign} {}\n    {}\n",
                option.text.plain(),
                option.why.plain()
            );
        }
        text += &format!("  {}\n\n", fresh.question.answer.plain());
    }
    insta::assert_snapshot!(text);
}

#[test]
fn the_right_answer_stands_in_every_place() {
    let pack = Pack::embedded().unwrap();
    let mut places = [0; 4];
    for fresh in (0..400).filter_map(invent) {
        let sheet = Sheet::new(&fresh.question, &pack.lessons[0], 0);
        let place = sheet.items.iter().position(|item| item.right).unwrap();
        places[place] += 1;
        assert_eq!(sheet.run.unwrap().scenario, fresh.scenario.id);
    }
    assert!(places.iter().all(|count| *count > 40), "{places:?}");
}

#[test]
fn a_series_asks_nothing_twice_and_nothing_that_was_answered() {
    let mut record = Record::default();
    let asked: Vec<Fresh> = Series::new(7, &record).take(40).collect();
    let prompts: BTreeSet<_> = asked
        .iter()
        .map(|fresh| fresh.question.prompt.plain())
        .collect();
    assert_eq!(prompts.len(), 40);
    assert!(
        asked
            .windows(2)
            .all(|pair| pair[0].kept_as != pair[1].kept_as)
    );
    assert_eq!(asked, Series::new(7, &record).take(40).collect::<Vec<_>>());

    let now = jiff::Timestamp::UNIX_EPOCH;
    let mut pen = Pen::new(now, 1, 0);
    for fresh in &asked[..20] {
        let answer = Answer::new(&fresh.kept_as, now, crate::progress::Grade::Knew);
        let answer = Answer {
            seed: Some(fresh.seed),
            ..answer
        };
        record.add_answer(&mut pen, answer);
    }
    let known: BTreeSet<u32> = asked[..20].iter().map(|fresh| fresh.seed).collect();
    let mut later = Series::new(7, &record).take(40);
    assert!(later.all(|fresh| !known.contains(&fresh.seed)));
}

#[test]
fn an_id_brings_its_question_back() {
    assert_eq!(seed_of("fresh-1-4294967295"), Some(u32::MAX));
    for id in [
        "fresh-1-",
        "fresh-1-01",
        "fresh-1-+1",
        "fresh-1-4294967296",
        "fresh-0-1",
        "late-packet",
    ] {
        assert_eq!(seed_of(id), None, "{id}");
    }
    assert_eq!(scenario("late-packet"), None);
}

proptest! {
    #[test]
    fn any_seed_makes_one_question(seed: u32) {
        let fresh = invent(seed).expect("a question");
        prop_assert_eq!(seed_of(&fresh.question.id), Some(seed));
        prop_assert_eq!(scenario(&fresh.question.id), Some(fresh.scenario.clone()));
        let given = right(&fresh).text.plain();
        prop_assert!(given.starts_with(&expected(&fresh)));
        prop_assert_eq!(invent(seed), Some(fresh));
    }
}
