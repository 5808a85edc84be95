//! What is asked, over every scenario of the lesson.

use std::collections::BTreeSet;

use super::*;
use crate::{
    course::Pack,
    fencing::{
        property::{Property, Verdict},
        storage::Check,
        timeline::{Moment, Party},
    },
};

fn all() -> Vec<(Scenario, Timeline)> {
    let pack = Pack::embedded().unwrap();
    let sources = pack.lessons.iter().flat_map(|lesson| &lesson.scenarios);
    sources
        .map(|source| {
            let scenario = Scenario::parse(&source.file, &source.toml).unwrap();
            let run = scenario.run();
            (scenario, run)
        })
        .collect()
}

/// What the run did, told apart from how the question was made: by what storage and the lock had before and after.
fn done(run: &Timeline, question: &Question) -> String {
    let (was, is) = (
        &run.moments[question.answered - 1].known,
        &run.moments[question.answered].known,
    );
    let kind = question.id.split('-').next().unwrap();
    let event = run.moments[question.answered].event;
    let wrote = is.version > was.version || event.ends_with("-accepted");
    let stayed = is.holder == was.holder;
    let before = was.holder.map(|(holder, _)| usize::from(holder));
    let believes = before.is_some_and(|holder| is.clients[holder].believes);
    match kind {
        "write" if wrote && run.moments[question.answered].harm => "accepted-with-harm",
        "write" if wrote => "accepted",
        "write" if run.moments[question.answered].event == "session-is-over" => "no-session",
        "write" if event.ends_with("-repeated") => "repeated",
        "late" if event.ends_with("-refused") => "refused",
        "late" => "answered",
        "write" => "refused",
        "end" if !believes => "told",
        "end" if is.holder.is_none() => "free",
        "end" => "passed",
        "failed" | "leader" | "clock" | "lock" if stayed => "kept",
        "failed" | "leader" | "clock" | "lock" if believes => "lost-unseen",
        "failed" | "leader" | "clock" | "lock" => "lost-told",
        "crash" if stayed => "never",
        "crash" if run.moments[question.answered].event == "lease-ended" => "lease",
        "crash" => "session",
        "release" if stayed => "nothing",
        "release" => "deletes",
        "rollback" if stayed => "kept",
        "rollback" => "freed",
        "read" if is.fence > was.fence => "raised",
        "token" => return question.choices[question.right].id.clone(),
        _ => "?",
    }
    .to_owned()
}

#[test]
fn the_right_answer_is_what_the_run_does() {
    for (scenario, run) in all() {
        for question in questions(&scenario, &run) {
            let place = format!("{} {}: {question:#?}", scenario.id, question.id);
            assert_eq!(
                question.choices[question.right].id,
                done(&run, &question),
                "{place}"
            );
            assert!(
                question.before >= 1 && question.before <= question.answered,
                "{place}"
            );
            assert!(question.answered < run.moments.len(), "{place}");
            let ids: BTreeSet<_> = question.choices.iter().map(|choice| &choice.id).collect();
            let texts: BTreeSet<_> = question.choices.iter().map(|choice| &choice.text).collect();
            assert!((2..=4).contains(&ids.len()), "{place}");
            assert_eq!(
                (ids.len(), texts.len()),
                (question.choices.len(), question.choices.len()),
                "{place}"
            );
            for (number, choice) in question.choices.iter().enumerate() {
                assert_eq!(choice.why.is_empty(), number == question.right, "{place}");
            }
        }
    }
}

#[test]
fn something_is_asked_where_something_is_at_stake_and_not_too_often() {
    let (mut calm, all) = (0, all());
    for (scenario, run) in &all {
        let asked = questions(scenario, run);
        assert!(asked.len() <= MOST, "{}", scenario.id);
        let apart = asked
            .windows(2)
            .all(|pair| pair[0].answered < pair[1].before);
        assert!(apart, "{}", scenario.id);
        let ids: BTreeSet<_> = asked.iter().map(|question| &question.id).collect();
        assert_eq!(ids.len(), asked.len(), "{}", scenario.id);
        let lost = run.verdict(Property::NoLostUpdate) == Some(Verdict::Violated);
        assert!(
            !asked.is_empty() || !lost && run.refused.is_empty(),
            "{}",
            scenario.id
        );
        calm += usize::from(asked.is_empty());
    }
    assert!(calm * 10 < all.len(), "{calm} of {}", all.len());
}

#[test]
fn the_right_answer_has_no_place_of_its_own() {
    let mut places = [0; 4];
    for (scenario, run) in all() {
        for question in questions(&scenario, &run) {
            places[question.right] += 1;
        }
    }
    assert!(places[..3].iter().all(|count| *count >= 10), "{places:?}");
}

#[test]
fn the_lesson_asks_what_happens_to_the_write() {
    for (id, right, texts) in [
        ("paused-holder", "refused", "Storage refuses it: 33 < 34."),
        (
            "paused-holder-unchecked",
            "accepted-with-harm",
            "Storage accepts it, over B's newer write.",
        ),
        (
            "short-pause",
            "accepted",
            "Storage accepts it; so far nothing is lost.",
        ),
    ] {
        let (scenario, run) = all()
            .into_iter()
            .find(|(scenario, _)| scenario.id == id)
            .unwrap();
        let asked = questions(&scenario, &run);
        let write = asked
            .iter()
            .find(|question| question.id == "write-A-1")
            .unwrap();
        assert_eq!(write.choices[write.right].id, right);
        assert_eq!(write.choices[write.right].text, texts);
        assert!(write.prompt.starts_with("A wakes"), "{}", write.prompt);
    }
}

#[test]
fn questions_read_like_this() {
    let kept = [
        "paused-holder",
        "the-gap-closed",
        "late-packet-fenced",
        "no-ttl-crash",
        "redis-py-415",
        "redis-failover",
        "pg-rollback-session",
        "gaps-in-tokens",
    ];
    let mut shown = String::new();
    for (scenario, run) in all() {
        if !kept.contains(&scenario.id.as_str()) {
            continue;
        }
        for question in questions(&scenario, &run) {
            shown += &format!("{} · {}\n  {}\n", scenario.id, question.id, question.prompt);
            for (number, choice) in question.choices.iter().enumerate() {
                let sign = if number == question.right {
                    "✓"
                } else {
                    "✗"
                };
                shown += &format!("  {sign} {} {}\n", choice.text, choice.why);
            }
        }
    }
    insta::assert_snapshot!(shown);
}

#[test]
fn a_cell_has_one_right_filling() {
    for (scenario, run) in all() {
        let asked = cells(&run);
        assert!(!asked.is_empty(), "{}", scenario.id);
        for question in asked {
            let cell = question.cell.unwrap();
            let right = cell::said(&run, &run.moments[question.answered].known, cell);
            let fits = question
                .choices
                .iter()
                .filter(|choice| choice.text == right);
            assert_eq!(fits.count(), 1, "{} {question:#?}", scenario.id);
            assert_eq!(
                question.choices[question.right].text, right,
                "{}",
                scenario.id
            );
            let texts: BTreeSet<_> = question.choices.iter().map(|choice| &choice.text).collect();
            assert_eq!(
                texts.len(),
                question.choices.len(),
                "{} {question:#?}",
                scenario.id
            );
        }
    }
}

/// Whose accepted writes go in from one moment to another.
fn written(run: &Timeline, moments: std::ops::Range<usize>) -> Vec<Option<u8>> {
    let accepted = moments.filter(|at| run.moments[*at].event.ends_with("write-accepted"));
    accepted.map(|at| write::writer(run, at)).collect()
}

/// What a sentence says beside its question, and whether the run shows that.
fn shown(scenario: &Scenario, run: &Timeline, question: &Question, text: &str) -> bool {
    let before = &run.moments[..question.answered];
    let happened = |event: &str| before.iter().any(|moment| moment.event == event);
    let who = question.id.split('-').nth(1).unwrap_or_default();
    let c = run.clients.iter().position(|name| name == who).unwrap_or(0);
    let me = Party::Client(c as u8);
    let says = |words: &str| text.contains(words);
    let lock = scenario.setup.lock.protocol();
    let asked = |moment: &Moment| moment.event == "read-sent" && moment.party == me;
    let read = before.iter().rposition(asked);
    let since = |from: usize| written(run, from..question.answered);
    let others = |from: usize| since(from).iter().any(|other| *other != Some(c as u8));
    let late = run.moments[question.answered].event.starts_with("late-");
    let lives = run.moments[question.answered]
        .known
        .holder
        .is_some_and(|(holder, _)| usize::from(holder) == c);
    let taken = |moment: &Moment| {
        moment.event.ends_with("write-accepted") && moment.token == Some(moment.known.fence)
    };
    let stood_by = |moment: &Moment| moment.event == "woke" && moment.party == me;
    (!says("value that was replaced")
        || read.is_some_and(|read| others(read) || late && !since(read).is_empty()))
        && (!says("while it was away") || before.iter().any(stood_by))
        && (!says("stood still") || before.iter().any(stood_by))
        && (!says("has taken one write")
            || before.last().is_some_and(|moment| moment.known.fence > 0)
                && before.iter().any(taken))
        && (!says("counter was lost") || happened("failed-over") || happened("lock-back"))
        && (!says("'s newer write")
            || run.moments[question.answered].known.data == Some(c as u8)
            || !says("over")
            || !lives)
        && (!says("had the lease lasted") || happened("lease-ended"))
        && (!says("kept the lock") || !lives)
        && (!says("nobody else has come")
            || !before
                .iter()
                .any(|moment| moment.event == "read" && moment.at > 0))
        && (!says("lease")
            || says("no lease")
            || says("its lease has run out")
            || lock.lease_word() == "lease")
        && (!says("not above") || scenario.setup.check != Check::Sequence || says("("))
        && (!says("on its way") || !lock.inside() || question.choices[question.right].text != text)
        && (!says("only storage sees") || !lock.inside())
}

#[test]
fn a_sentence_says_no_more_than_the_run_shows() {
    let mut wrong = String::new();
    for (scenario, run) in all() {
        for question in questions(&scenario, &run) {
            let sentences = question
                .choices
                .iter()
                .flat_map(|choice| [&choice.text, &choice.why]);
            for text in sentences.chain([&question.prompt]) {
                if !shown(&scenario, &run, &question, text) {
                    wrong += &format!("{} {}: {text}\n", scenario.id, question.id);
                }
            }
        }
    }
    assert_eq!(wrong, "");
}

#[test]
fn a_word_that_a_lock_does_not_know_is_not_said_of_it() {
    for (scenario, run) in all() {
        let lock = scenario.setup.lock.protocol();
        let told = run.moments.iter().map(|moment| &moment.caption);
        for text in told
            .chain([&run.outcome])
            .filter(|text| text.contains("lease"))
        {
            let known = lock.lease_word() == "lease" || text.contains("release");
            assert!(known, "{}: {text}", scenario.id);
        }
    }
}
