//! How a run came out, told from its parts by other means than the sentence is made by.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use token34::course::Pack;
use token34::fencing::fault::Fault;
use token34::fencing::knobs::{Ending, Knobs, ending};
use token34::fencing::lock::Kind;
use token34::fencing::property::{Property, Verdict};
use token34::fencing::scenario::Scenario;
use token34::fencing::storage::Check;
use token34::fencing::timeline::Timeline;

/// The runs of the lesson, and those of the knobs under every lock and fault, each with a name.
fn runs() -> Vec<(String, Timeline)> {
    let pack = Pack::embedded().unwrap();
    let sources = pack.lessons.iter().flat_map(|lesson| &lesson.scenarios);
    let lesson = sources.map(|source| Scenario::parse(&source.file, &source.toml).unwrap());
    let mut runs: Vec<_> = lesson
        .map(|scenario| (scenario.id.clone(), scenario.run()))
        .collect();
    let faults = Fault::MATRIX.into_iter().chain(Fault::STORAGE);
    for (lock, fault) in Kind::all().flat_map(|lock| faults.clone().map(move |fault| (lock, fault)))
    {
        for (_, check) in Check::NAMES {
            for (ttl, lasts) in [
                (2_000, 12_000),
                (5_000, 4_500),
                (5_000, 30_000),
                (10_000, 9_000),
            ] {
                let knobs = Knobs {
                    lock,
                    check,
                    ttl,
                    lasts,
                    fault: Some(fault),
                    ..Knobs::default()
                };
                runs.push((knobs.code(), knobs.run()));
            }
        }
    }
    runs
}

/// Writes that storage accepted: the client, its token, and whether somebody else, or nobody, held the lock by then.
fn accepted(run: &Timeline) -> Vec<(u8, Option<u32>, bool)> {
    let came = run
        .moments
        .iter()
        .filter(|moment| matches!(moment.event, "write-accepted" | "late-write-accepted"));
    came.zip(&run.accepted)
        .map(|(moment, (client, token))| {
            let over = moment
                .known
                .holder
                .is_none_or(|(holder, _)| holder != *client);
            (*client, *token, over)
        })
        .collect()
}

#[test]
fn a_late_write_that_was_let_in_is_told_whatever_else_there_is_to_tell() {
    let (mut after, mut before, mut beside) = (0, 0, 0);
    for (name, run) in runs() {
        let all = accepted(&run);
        assert_eq!(all.len(), run.accepted.len(), "{name}");
        let broken = run.verdict(Property::OrderedWrites) == Some(Verdict::Violated);
        let lost = run.verdict(Property::NoLostUpdate) == Some(Verdict::Violated);
        let late = all.iter().enumerate().filter(|(_, (.., over))| *over);
        for (at, (_, token, _)) in late {
            let newer = all[..at].iter().any(|(_, earlier, _)| earlier > token);
            let said = &run.outcome;
            if newer {
                after += 1;
                assert!(
                    said.contains("an older grant has written") || said.contains("Two primaries"),
                    "{name}: {said}"
                );
            } else if !broken && !lost {
                before += 1;
                beside += usize::from(!said.starts_with("Safe: a write"));
                assert!(
                    said.contains("a write came after its sender had lost the lock"),
                    "{name}: {said}"
                );
            }
        }
    }
    let counts = [after, before, beside];
    assert!(counts.iter().all(|count| *count > 2), "{counts:?}");
}

/// What storage does to a holder of its own is no rescue, and no progress.
#[test]
fn a_holder_that_is_refused_is_said_to_be_stuck_and_not_saved() {
    let knobs = Knobs {
        check: Check::Strict,
        fence_on_read: true,
        fault: None,
        ..Knobs::default()
    };
    let run = knobs.run();
    assert_eq!(ending(&run), Ending::Waited);
    assert_eq!(run.verdict(Property::Progress), Some(Verdict::Violated));
    assert!(run.outcome.starts_with("Storage refused A's own write"));
    let stands_before_it_reads = Knobs {
        check: Check::AtLeast,
        at: 400,
        ..knobs
    };
    let late = Knobs {
        fault: Some(Fault::Pause),
        ..stands_before_it_reads
    };
    assert_eq!(ending(&late.run()), Ending::Saved, "{}", late.run().outcome);
}

#[test]
fn the_outcome_says_what_the_story_tells() {
    let pack = Pack::embedded().unwrap();
    let outcome = |id: &str| {
        let mut sources = pack.lessons.iter().flat_map(|lesson| &lesson.scenarios);
        let source = sources.find(|source| source.id() == id).unwrap();
        Scenario::parse(&source.file, &source.toml).unwrap().run()
    };
    assert_eq!(
        outcome("retry-strict").outcome,
        "A's write with 33 is in: storage refused only what came a second time."
    );
    for twice in ["redbeat-129", "efficiency-lock"] {
        let run = outcome(twice);
        assert!(run.outcome.starts_with("Done twice"), "{}", run.outcome);
        assert_eq!(run.verdict(Property::NoLostUpdate), Some(Verdict::Holds));
    }
    let shut_out = outcome("two-locks-one-fence");
    assert_eq!(
        shut_out.verdict(Property::Progress),
        Some(Verdict::Violated)
    );
}

fn told(toml: &str) -> Timeline {
    let head = "format = 1\nid = \"x\"\ntitle = \"x\"\nsummary = \"x\"\nlatency = \"250 ms\"\n";
    Scenario::parse("x.toml", &format!("{head}{toml}\n[expect]\n"))
        .unwrap()
        .run()
}

#[test]
fn a_lock_that_is_granted_twice_is_not_called_safe() {
    let run = told(
        r#"
lock = "redis"
plain-delete = true
client = [
    { name = "A", start = "0 s", plan = ["acquire", "write", "release after 1 s"] },
    { name = "B", start = "4 s", plan = ["acquire", "write", "release after 10 s"] },
    { name = "C", start = "6 s", plan = ["acquire", "write", "release"] },
]
fault = [{ kind = "pause", client = "A", at = "1500 ms", lasts = "14 s" }]
"#,
    );
    assert_eq!(
        run.verdict(Property::ExclusiveGrants),
        Some(Verdict::Violated)
    );
    assert!(!run.outcome.contains("Safe"), "{}", run.outcome);
    assert!(run.outcome.contains("Two grants"), "{}", run.outcome);
}

#[test]
fn who_asks_in_vain_to_the_end_is_told_of_also_between_two_attempts() {
    for until in (195..200).map(|s| s * 1_000 + 500) {
        let run = told(&format!(
            r#"
lock = "redis-setnx-expire"
until = "{until} ms"
client = [
    {{ name = "A", start = "0 s", plan = ["acquire", "read", "write", "release"] }},
    {{ name = "B", start = "4 s", plan = ["acquire", "read", "write", "release"] }},
]
fault = [{{ kind = "client-crash", client = "A", at = "400 ms" }}]
"#
        ));
        assert!(
            run.outcome.contains("B was kept waiting"),
            "{until}: {}",
            run.outcome
        );
    }
}

#[test]
fn a_place_in_the_queue_that_is_gone_makes_its_token_the_older_one() {
    let run = told(
        r#"
lock = "etcd"
rereads = false
check = "at-least"
client = [
    { name = "A", start = "0 s", plan = ["acquire", "write after 18 s", "release"] },
    { name = "B", start = "1 s", plan = ["acquire", "read", "write after 3 s"], ttl = "5 s", renews = false },
    { name = "C", start = "8 s", plan = ["acquire", "read", "write", "release after 2 s"] },
]
"#,
    );
    assert!(
        run.outcome.starts_with("Saved by the fence"),
        "{}",
        run.outcome
    );
}

/// A clock that stood still while its host was suspended does not tell that the lease is over, and tells it later.
#[test]
fn a_clock_that_stood_still_says_too_little_when_its_host_wakes() {
    let run = told(
        r#"
lock = "etcd"
ttl = "10 s"
own-clock = true
client = [
    { name = "A", start = "0 s", plan = ["acquire", "read", "check-lease after 2 s", "write", "release after 20 s"], renews = false },
]
fault = [{ kind = "vm-suspend", client = "A", at = "2 s", lasts = "14 s" }]
"#,
    );
    let at = |event: &str| {
        let moment = run.moments.iter().find(|moment| moment.event == event);
        moment.map(|moment| moment.at)
    };
    assert_eq!(at("lease-seen-live"), at("woke"));
    assert!(at("write-accepted").is_some());
    // Heard at 0.5 s, 10 s to run, and 14 s that the clock did not see.
    assert_eq!(at("loss-learnt"), Some(24_500));
}
