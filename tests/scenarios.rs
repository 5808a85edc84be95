//! Every scenario of the lesson, played: it ends as it expects, it is told in order, and it fits on a screen.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use token34::course::Pack;
use token34::fencing::property::{Property, Verdict};
use token34::fencing::scenario::Scenario;
use token34::fencing::timeline::Timeline;

use Property::{ExclusiveGrants, NoLostUpdate, OrderedWrites, Progress};
use Verdict::{Holds, Violated};

fn scenarios() -> Vec<Scenario> {
    let pack = Pack::embedded().unwrap();
    let sources = pack.lessons.iter().flat_map(|lesson| &lesson.scenarios);
    sources
        .map(|source| Scenario::parse(&source.file, &source.toml).unwrap())
        .collect()
}

fn scenario(id: &str) -> Scenario {
    let pack = Pack::embedded().unwrap();
    let source = pack.lessons.iter().find_map(|lesson| lesson.scenario(id));
    let source = source.unwrap_or_else(|| panic!("no scenario {id}"));
    Scenario::parse(&source.file, &source.toml).unwrap()
}

fn run(id: &str) -> Timeline {
    scenario(id).run()
}

#[test]
fn each_ends_as_it_expects_and_leaves_no_property_out() {
    for scenario in scenarios() {
        let run = scenario.run();
        assert_eq!(scenario.surprises(&run), [], "{}", scenario.id);
        assert_eq!(
            scenario.expect.len(),
            Property::ALL.len(),
            "{}",
            scenario.id
        );
    }
}

#[test]
fn each_is_short_enough_to_be_drawn_and_read() {
    for scenario in scenarios() {
        let (id, run) = (&scenario.id, scenario.run());
        assert!(scenario.title.chars().count() <= 52, "{id}: its title");
        assert!(scenario.summary.chars().count() <= 330, "{id}: its summary");
        assert!(run.end <= 40_000, "{id} lasts {} ms", run.end);
        assert!(run.moments.len() <= 60, "{id}: {}", run.moments.len());
        for moment in &run.moments {
            let caption = moment.caption.chars().count();
            assert!((8..=200).contains(&caption), "{id}: {}", moment.caption);
        }
    }
}

#[test]
fn moments_follow_one_another_and_belong_to_somebody() {
    for scenario in scenarios() {
        let run = scenario.run();
        let times: Vec<u64> = run.moments.iter().map(|moment| moment.at).collect();
        assert!(times.is_sorted(), "{}", scenario.id);
        assert!(
            run.moments.iter().any(|moment| moment.decisive),
            "{}",
            scenario.id
        );
        for span in &run.spans {
            assert!(span.from <= span.to && span.to <= run.end, "{span:?}");
        }
    }
}

#[test]
fn no_two_share_a_title_or_tell_the_same_run() {
    let all = scenarios();
    for (at, one) in all.iter().enumerate() {
        for other in &all[at + 1..] {
            assert_ne!(one.title, other.title);
            let same = (one.setup, &one.timing) == (other.setup, &other.timing);
            assert!(!same, "{} and {}", one.id, other.id);
        }
    }
}

/// A run that goes wrong, the one that mends it, and the property that tells them apart.
const TWINS: [(&str, &str, Property); 26] = [
    ("paused-holder-unchecked", "paused-holder", OrderedWrites),
    ("paused-holder-unchecked", "short-pause", OrderedWrites),
    ("slow-holder", "slow-holder-fenced", OrderedWrites),
    ("check-then-write", "check-lease-first", OrderedWrites),
    ("stopped-clock", "check-lease-first", OrderedWrites),
    ("late-packet", "late-packet-fenced", OrderedWrites),
    ("the-gap", "the-gap-closed", NoLostUpdate),
    ("the-gap", "granted-is-not-seen", NoLostUpdate),
    ("own-duplicate", "own-duplicate-numbered", NoLostUpdate),
    ("forgotten-fence", "paused-holder", OrderedWrites),
    ("redis-pause", "redis-pause-fenced", OrderedWrites),
    ("redis-clock-jump", "redis-clock-jump-fenced", OrderedWrites),
    ("redis-failover", "etcd-failover", ExclusiveGrants),
    ("redlock-restart", "redlock-restart-late", ExclusiveGrants),
    ("redlock-pause", "redlock-slow-replies", OrderedWrites),
    (
        "zookeeper-partition-unchecked",
        "zookeeper-partition",
        OrderedWrites,
    ),
    ("pg-outside-reaped", "pg-reaped", OrderedWrites),
    ("pg-outside-reaped", "pg-outside-fenced", OrderedWrites),
    (
        "pg-rollback-transaction",
        "pg-rollback-session",
        OrderedWrites,
    ),
    ("no-ttl-crash", "ttl-crash", Progress),
    ("no-ttl-crash", "pg-crash", Progress),
    ("hbase-2312", "hbase-2312-fenced", NoLostUpdate),
    ("etcd-11456", "etcd-11456-fenced", OrderedWrites),
    ("kubernetes-23731", "kubernetes-23731-fenced", OrderedWrites),
    ("redis-py-415", "redis-py-415-fenced", OrderedWrites),
    ("redisson-5698", "redisson-5698-fenced", OrderedWrites),
];

#[test]
fn what_breaks_it_has_a_twin_that_mends_it() {
    for (broken, mended, property) in TWINS {
        let (before, after) = (run(broken), run(mended));
        assert_eq!(before.verdict(property), Some(Violated), "{broken}");
        assert_eq!(after.verdict(property), Some(Holds), "{mended}");
    }
}

/// The writes in the order in which storage decided on them: accepted, then refused, each `client token`.
#[test]
fn the_tokens_tell_the_story() {
    let told: [(&str, &[&str], &[&str]); 17] = [
        ("paused-holder", &["B 34"], &["A 33"]),
        ("paused-holder-unchecked", &["B 34", "A 33"], &[]),
        ("short-pause", &["A 33", "B 34"], &[]),
        ("gaps-in-tokens", &["A 33", "B 35"], &[]),
        ("granted-is-not-seen", &["A 33", "B 34"], &[]),
        ("the-gap", &["A 33", "B 34"], &[]),
        ("the-gap-closed", &["B 34"], &["A 33"]),
        ("raise-first-strict", &[], &["A 33"]),
        ("retry-strict", &["A 33"], &["A 33"]),
        ("retry-at-least", &["A 33", "A 33"], &[]),
        ("own-duplicate", &["A 33", "A 33", "A 33"], &[]),
        ("own-duplicate-numbered", &["A 33", "A 33"], &["A 33"]),
        ("redis-failover", &["B 33", "A 33"], &[]),
        ("redis-counter-back", &["B 33", "A 34"], &[]),
        ("redlock-pause", &["B", "A"], &[]),
        ("two-locks-one-fence", &["A 33", "B 34"], &["C 33"]),
        ("two-locks-two-fences", &["A 33", "B 34", "C 33"], &[]),
    ];
    for (id, accepted, refused) in told {
        let run = run(id);
        let shown = |writes: &[(u8, Option<u32>)]| -> Vec<String> {
            let writes = writes.iter();
            let name = |client: &u8| run.clients[usize::from(*client)].clone();
            writes
                .map(|(client, token)| match token {
                    Some(token) => format!("{} {token}", name(client)),
                    None => name(client),
                })
                .collect()
        };
        assert_eq!(shown(&run.accepted), accepted, "{id}");
        assert_eq!(shown(&run.refused), refused, "{id}");
    }
}

/// Changing nothing but the length of the pause turns the refusal into an ordinary turn.
#[test]
fn the_pause_alone_decides() {
    let mut scenario = scenario("paused-holder");
    for (lasts, refused) in [(1_000, 0), (5_000, 0), (12_000, 1), (15_000, 1)] {
        scenario.timing.faults[0].lasts = lasts;
        assert_eq!(scenario.run().refused.len(), refused, "{lasts} ms");
    }
}

#[test]
fn a_second_lock_where_there_is_one_is_refused_with_its_line() {
    let toml = r#"format = 1
id = "two"
title = "Two"
summary = "Two locks of five masters."
lock = "redlock"

[[client]]
name = "A"
start = "0 s"
plan = ["acquire", "release"]
lock = 1

[expect]
progress = "holds"
"#;
    let error = Scenario::parse("two.toml", toml).unwrap_err();
    assert_eq!((error.file.as_str(), error.line), ("two.toml", 7));
    assert!(error.what.contains("take `lock = 1` out"), "{error}");
}

/// Redis as documented issues no token, so that a check lets everything pass; with a counter it refuses.
#[test]
fn without_a_token_a_check_has_nothing_to_compare() {
    let mut scenario = scenario("redis-pause");
    assert!(!scenario.setup.tokens);
    assert_eq!(scenario.run().refused, []);
    scenario.setup.tokens = true;
    assert_eq!(scenario.run().refused, [(0, Some(33))]);
}
