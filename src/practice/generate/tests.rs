mod expected;

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;

use self::expected::expected;
use super::*;
use crate::{
    course::{Ask, Choice, Pack},
    fencing::{
        property::{Property, Verdict},
        storage::Check,
        timeline::Party,
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
        let rights = options.iter().filter(|option| option.right).count();
        match &fresh.question.ask {
            Ask::Several { .. } => assert!((1..options.len()).contains(&rights), "{id}"),
            _ => assert_eq!(rights, 1, "{id}"),
        }
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

/// An update can be lost though no write is refused wrongly, and none goes back to an older grant.
#[test]
fn what_is_said_not_to_be_lost_is_not_lost_to_the_end_of_the_run() {
    let mut said = 0;
    for fresh in all() {
        let options = fresh.question.ask.choices().iter();
        let rights = options.filter(|option| option.right);
        let told = rights.map(|option| format!("{} {}", option.text.plain(), option.why.plain()));
        let told = told.collect::<String>().to_lowercase();
        if told.contains("nothing is lost") || told.contains("no update is lost") {
            said += 1;
            let lost = fresh.scenario.run().verdict(Property::NoLostUpdate);
            assert_eq!(lost, Some(Verdict::Holds), "{}", fresh.question.id);
        }
        if fresh
            .question
            .prompt
            .plain()
            .contains("has not been to storage")
        {
            let run = fresh.scenario.run();
            let to_storage = |client| {
                let way = (Party::Client(client), Party::Storage);
                let flights = run.flights.iter();
                flights.filter(move |flight| (flight.from, flight.to) == way)
            };
            let late = to_storage(0).map(|flight| flight.sent).max().unwrap();
            let early = to_storage(1).any(|flight| flight.sent <= late);
            assert!(!early, "{}", fresh.question.id);
        }
    }
    assert!(said > 20, "{said}");
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
        assert_eq!(sheet.run.as_ref().unwrap().scenario, fresh.scenario.id);
        if !matches!(fresh.question.ask, Ask::Choice { .. }) {
            continue;
        }
        let place = sheet.items.iter().position(|item| item.right).unwrap();
        places[place] += 1;
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
    assert_eq!(seed_of("fresh-2-4294967295"), Some(u32::MAX));
    for id in [
        "fresh-2-",
        "fresh-2-01",
        "fresh-2-+1",
        "fresh-2-4294967296",
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

#[test]
fn a_condition_is_held_to_what_storage_does_under_each_check() {
    let mut held = BTreeSet::new();
    for fresh in all().filter(|fresh| fresh.kept_as == "fresh-write-check") {
        let Ask::Condition(condition) = &fresh.question.ask else {
            panic!("{}: a condition is asked for", fresh.question.id);
        };
        assert_eq!(condition.code.matches("____").count(), 1);
        for check in [Check::Strict, Check::AtLeast] {
            let written = check.condition().replace("token", "$2");
            let right = condition.task.judge(&written).unwrap().is_right();
            // Any condition that does the same is right, too.
            let turned = format!("NOT ({written} AND 1 = 2) AND {written}");
            assert_eq!(condition.task.judge(&turned).unwrap().is_right(), right);
            let mut other = fresh.scenario.clone();
            other.setup.check = check;
            let refused = other.run().refused;
            assert!(
                refused.iter().any(|(client, _)| *client == 0),
                "the late write"
            );
            held.insert((check.name(), right));
        }
    }
    assert_eq!(held.len(), 4, "both checks are asked for: {held:?}");
}
