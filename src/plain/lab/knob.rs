//! The conditions of a run by their names: how they stand, and how a line changes them.

use crate::fencing::fault::Fault;
use crate::fencing::knobs::{Knobs, LONGEST};
use crate::fencing::lock::Kind;
use crate::fencing::scenario::show_time;
use crate::fencing::storage::Check;
use crate::fencing::timeline::Millis;

/// What a line begins with, and what it changes.
pub(super) const WORDS: &[(&str, &str)] = &[
    (
        "lock NAME",
        "the kind of lock, such as lock redis; lock alone names them all",
    ),
    (
        "fault NAME",
        "what goes wrong, such as fault failover, or fault none",
    ),
    (
        "check NAME",
        "what storage compares, such as check none or check at-least",
    ),
    (
        "reads raise, reads pass",
        "whether reads carry the token and raise the fence",
    ),
    (
        "lease renewed, lease never",
        "whether holders renew their leases",
    ),
    (
        "ttl 10, at 2, for 12, latency 0.25",
        "the TTL, when the fault strikes and for how long, and how long a message takes, in seconds",
    ),
];

/// How the conditions stand.
pub(super) fn told(knobs: &Knobs) -> String {
    let fault = match knobs.fault {
        None => "no fault".to_owned(),
        Some(fault) => format!(
            "fault {} at {} for {}",
            fault.name(),
            show_time(knobs.at),
            show_time(knobs.lasts)
        ),
    };
    let check = match knobs.check {
        Check::None => "storage checks nothing".to_owned(),
        check => format!("storage checks {}", check.condition()),
    };
    let reads = match knobs.fence_on_read {
        true => "reads raise the fence",
        false => "reads pass freely",
    };
    let lease = match knobs.renews {
        true => "renewed",
        false => "never renewed",
    };
    let lock = knobs.lock.protocol().label(true);
    let (ttl, latency) = (show_time(knobs.ttl), show_time(knobs.latency));
    format!("{lock}; {fault}; {check}; {reads}; TTL {ttl}, {lease}; latency {latency}.")
}

/// The conditions after a line that begins with `word`; why it changes nothing, or `None` where the word is no condition.
pub(super) fn turned(knobs: Knobs, word: &str, value: &str) -> Option<Result<Knobs, String>> {
    let turned = match word {
        "lock" => lock(knobs, value),
        "fault" => fault(knobs, value),
        "check" => check(knobs, value),
        "reads" => either(word, value, ["pass", "raise"]).map(|fence_on_read| Knobs {
            fence_on_read,
            ..knobs
        }),
        "lease" => {
            either(word, value, ["never", "renewed"]).map(|renews| Knobs { renews, ..knobs })
        }
        "ttl" => time(word, value).map(|ttl| Knobs { ttl, ..knobs }),
        "at" => time(word, value).map(|at| Knobs { at, ..knobs }),
        "for" => time(word, value).map(|lasts| Knobs { lasts, ..knobs }),
        "latency" => time(word, value).map(|latency| Knobs { latency, ..knobs }),
        _ => return None,
    };
    Some(turned.map(Knobs::bounded))
}

/// Why a value is none, and what there is.
fn none_of(word: &str, value: &str, all: &[&str]) -> String {
    let all = all.join(", ");
    match value {
        "" => format!("Write {word} and one of {all}."),
        value => format!("There is no {word} \"{value}\": write one of {all}."),
    }
}

fn lock(knobs: Knobs, value: &str) -> Result<Knobs, String> {
    let names: Vec<&str> = Kind::all().map(|kind| kind.protocol().id()).collect();
    let lock = Kind::named(value).ok_or_else(|| none_of("lock", value, &names))?;
    Ok(Knobs { lock, ..knobs })
}

fn fault(knobs: Knobs, value: &str) -> Result<Knobs, String> {
    if value == "none" {
        return Ok(Knobs {
            fault: None,
            ..knobs
        });
    }
    let all = Fault::MATRIX.into_iter().chain(Fault::STORAGE);
    let names: Vec<&str> = ["none"].into_iter().chain(all.map(Fault::name)).collect();
    let fault = Fault::named(value).ok_or_else(|| none_of("fault", value, &names))?;
    Ok(Knobs {
        fault: Some(fault),
        ..knobs
    })
}

fn check(knobs: Knobs, value: &str) -> Result<Knobs, String> {
    let names = Check::NAMES.map(|(name, _)| name);
    let known = Check::NAMES.iter().find(|(name, _)| *name == value);
    let (_, check) = known.ok_or_else(|| none_of("check", value, &names))?;
    Ok(Knobs {
        check: *check,
        ..knobs
    })
}

/// Whether it is the second of two words.
fn either(word: &str, value: &str, words: [&str; 2]) -> Result<bool, String> {
    let at = words.iter().position(|one| *one == value);
    let at = at.ok_or_else(|| none_of(word, value, &words))?;
    Ok(at == 1)
}

/// A time in seconds, or in milliseconds where it says `ms`.
fn time(word: &str, value: &str) -> Result<Millis, String> {
    let value = value.trim();
    let (number, scale) = match value.strip_suffix("ms") {
        Some(number) => (number, 1.0),
        None => (value.trim_end_matches('s'), 1_000.0),
    };
    let millis = number.trim().parse::<f64>().ok().map(|time| time * scale);
    let millis = millis.filter(|millis| (0.0..=LONGEST as f64).contains(millis));
    let most = LONGEST / 1_000;
    let why = || format!("Write {word} and a time from 0 to {most} seconds, such as {word} 2.5.");
    Ok(millis.ok_or_else(why)?.round() as Millis)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_turns_one_condition_or_says_what_it_takes() {
        let knobs = Knobs::default();
        let turn = |word, value| turned(knobs, word, value);
        let table = [
            ("lock", "redis", "Redis"),
            ("fault", "none", "no fault"),
            ("fault", "failover", "fault failover at 2 s for 12 s"),
            ("check", "none", "storage checks nothing"),
            ("reads", "raise", "reads raise the fence"),
            ("lease", "never", "TTL 10 s, never renewed"),
            ("ttl", "4.5 s", "TTL 4.5 s"),
            ("for", "300ms", "for 300 ms"),
            ("latency", "0.05", "latency 50 ms"),
        ];
        for (word, value, wanted) in table {
            let said = turn(word, value).map(|knobs| told(&knobs.expect("a value")));
            let said = said.expect("a condition");
            assert!(said.contains(wanted), "{word} {value}: {said}");
        }
        for (word, value, wanted) in [
            (
                "lock",
                "chubby",
                "There is no lock \"chubby\": write one of redis, ",
            ),
            ("lock", "", "Write lock and one of redis, "),
            ("reads", "maybe", "one of pass, raise"),
            ("ttl", "61", "from 0 to 60 seconds"),
            ("ttl", "nan", "from 0 to 60 seconds"),
            ("at", "-1", "such as at 2.5"),
        ] {
            let why = turn(word, value)
                .expect("a condition")
                .expect_err("no value");
            assert!(why.contains(wanted), "{word} {value}: {why}");
        }
        assert_eq!(turn("dance", "pause"), None);
    }
}
