//! Bad scenarios are refused with file, line and what to write instead.

use token34::fencing::scenario::Scenario;

/// The scenario that every case spoils; its lines are counted from 1.
const GOOD: &str = r#"format = 1
id = "good"
title = "Good"
summary = "Good."
lock = "etcd"
ttl = "10 s"
check = "strict"
next-token = 33

[[client]]
name = "A"
start = "0 s"
plan = ["acquire", "read", "write after 2 s", "release"]

[[fault]]
kind = "pause"
client = "A"
at = "2 s"
lasts = "12 s"

[[caption]]
event = "woke"
text = "A wakes."

[expect]
ordered-writes = "holds"
"#;

#[test]
fn the_good_one_is_good() {
    assert!(Scenario::check("good.toml", GOOD).is_ok());
}

#[test]
fn each_mistake_is_named_with_its_line_and_a_remedy() {
    #[rustfmt::skip]
    let table = [
        // what is written, what is written instead, line, words of the error
        ("format = 1", "format = 2", 1, &["format = 1"][..]),
        ("lock = \"etcd\"", "lock = \"chubby\"", 5, &["chubby", "etcd, zookeeper"]),
        ("ttl = \"10 s\"", "ttl = \"-10 s\"", 6, &["-10 s", "not negative", "\"10 s\""]),
        ("ttl = \"10 s\"", "ttl = \"10\"", 6, &["unit"]),
        ("ttl = \"10 s\"", "ttl = \"0 s\"", 6, &["above 0"]),
        ("ttl = \"10 s\"", "ttl = \"9999999 min\"", 6, &["9999999"]),
        ("check = \"strict\"", "check = \"strictly\"", 7, &["none, strict, at-least, sequence"]),
        ("ttl = \"10 s\"", "ttl = 10", 6, &["integer `10`", "as a string, in quotation marks"]),
        ("title = \"Good\"", "title = \"\"", 3, &["empty", "write it"]),
        ("summary = \"Good.\"", "summary = \" \"", 4, &["empty"]),
        ("lock = \"etcd\"", "group = \"\"\nlock = \"etcd\"", 5, &["empty"]),
        ("text = \"A wakes.\"", "text = \"\"", 23, &["empty"]),
        ("next-token = 33", "next-token = 0", 8, &["token 0", "from 1 to 60000", "next-token = 33"]),
        ("next-token = 33", "next-token = -3", 8, &["-3", "from 1 to 60000"]),
        ("next-token = 33", "next-token = 65535", 8, &["65535", "from 1 to 60000"]),
        ("next-token = 33", "next-token = 65536", 8, &["65536", "from 1 to 60000"]),
        ("next-token = 33", "next-token = true", 8, &["expected a whole number", "write a value"]),
        ("name = \"A\"", "name = \"\"", 11, &["empty"]),
        ("name = \"A\"", "name = \"A\"\nttl = \"0 s\"", 12, &["above 0"]),
        ("name = \"A\"", "name = \"A\"\nlock = 256", 12, &["from 0 to 255", "write a value"]),
        ("next-token = 33", "next_token = 33", 8, &["next_token", "next-token"]),
        ("\"read\"", "\"raed\"", 13, &["raed", "acquire, read"]),
        ("write after 2 s", "write after -2 s", 13, &["-2 s", "not negative"]),
        ("[\"acquire\", ", "[", 10, &["acquire"]),
        ("plan = [", "plans = [", 13, &["`plans`", "take the key out"]),
        ("start = \"0 s\"", "start = \"soon\"", 12, &["soon"]),
        ("kind = \"pause\"", "kind = \"nap\"", 16, &["nap", "pause"]),
        ("client = \"A\"", "client = \"Z\"", 17, &["`Z`", "one of A"]),
        ("client = \"A\"\n", "", 15, &["client = \"A\""]),
        ("at = \"2 s\"", "at = \"2 hours\"", 18, &["2 hours"]),
        ("at = \"2 s\"", "at = \"50 s\"", 15, &["pause", "never", "earlier"]),
        ("event = \"woke\"", "event = \"exploded\"", 22, &["exploded", "woke"]),
        ("ordered-writes", "orderly-writes", 26, &["orderly-writes", "ordered-writes"]),
        ("\"holds\"", "\"maybe\"", 26, &["maybe", "holds, violated"]),
    ];
    for (from, to, line, words) in table {
        assert!(GOOD.contains(from), "{from}");
        let spoilt = GOOD.replacen(from, to, 1);
        let error = Scenario::check("spoilt.toml", &spoilt)
            .expect_err(to)
            .to_string();
        assert!(
            error.starts_with(&format!("spoilt.toml:{line}: ")),
            "{to}: {error}"
        );
        for word in words {
            assert!(error.contains(word), "{to}: `{word}` is not in: {error}");
        }
    }
}

#[test]
fn what_is_no_toml_is_refused_where_it_breaks() {
    let error = Scenario::check("broken.toml", "format = 1\nid = \"x\n")
        .expect_err("no toml")
        .to_string();
    assert!(error.starts_with("broken.toml:2: "), "{error}");
    assert!(
        Scenario::check("empty.toml", "")
            .expect_err("empty")
            .to_string()
            .starts_with("empty.toml:1: ")
    );
}

/// A token is kept in 16 bits: whatever a run does, it must not come round to zero.
#[test]
fn a_run_that_begins_at_the_highest_token_has_room_to_its_end() {
    let last = GOOD.replacen("next-token = 33", "next-token = 60000", 1);
    let run = Scenario::check("last.toml", &last).expect("in range").run();
    assert_eq!(run.accepted, [(0, Some(60_000))]);
}

#[test]
fn clients_that_cannot_be_told_apart_are_refused_at_the_second() {
    let twin = "[[client]]\nname = \"A\"\nstart = \"0 s\"\nplan = [\"acquire\"]\n\n[[fault]]";
    let error = Scenario::check("twins.toml", &GOOD.replacen("[[fault]]", twin, 1));
    let error = error.expect_err("two of a name").to_string();
    assert!(error.starts_with("twins.toml:16: "), "{error}");
    assert!(error.contains("`A`: give each its own name"), "{error}");
}

#[test]
fn what_is_quoted_is_short_however_long_it_is_written() {
    let long = "9".repeat(1_000_000);
    for (from, to) in [
        ("ttl = \"10 s\"", format!("ttl = \"{long}\"")),
        ("lock = \"etcd\"", format!("lock = \"{long}\"")),
        ("client = \"A\"", format!("client = \"{long}\"")),
        ("name = \"A\"", format!("name = \"{long}\"")),
        ("summary", format!("\"{long}\"")),
    ] {
        let error = Scenario::check("long.toml", &GOOD.replacen(from, &to, 1));
        let error = error.expect_err(from).to_string();
        assert!(error.len() < 1_000, "{from}: {} bytes", error.len());
        assert!(error.contains("99 … "), "{error}");
    }
}

#[test]
fn too_many_clients_and_too_many_steps_are_refused() {
    let client = |name: &str| {
        format!("[[client]]\nname = \"{name}\"\nstart = \"0 s\"\nplan = [\"acquire\"]\n\n")
    };
    let many: String = ["B", "C", "D"].map(client).concat();
    let error = Scenario::check(
        "many.toml",
        &GOOD.replacen("[[fault]]", &format!("{many}[[fault]]"), 1),
    );
    assert!(
        error
            .expect_err("four clients")
            .to_string()
            .contains("one to 3 clients, this one has 4")
    );
    let long = GOOD.replacen("\"read\"", &["\"read\""; 9].join(", "), 1);
    assert!(
        Scenario::check("long.toml", &long)
            .expect_err("eleven steps")
            .to_string()
            .contains("at most 8 steps")
    );
}
