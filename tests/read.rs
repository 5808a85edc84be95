//! `token34 read` and its neighbours, as the binary that a learner runs.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::path::Path;
use std::process::{Command, Output, Stdio};

fn token34(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_token34"));
    command.args(args).stdin(Stdio::null());
    for name in ["LC_ALL", "LC_CTYPE", "LANG"] {
        command.env_remove(name);
    }
    command
}

fn run(args: &[&str]) -> Output {
    token34(args).output().unwrap()
}

fn stdout(output: &Output) -> &str {
    std::str::from_utf8(&output.stdout).unwrap()
}

fn stderr(output: &Output) -> &str {
    std::str::from_utf8(&output.stderr).unwrap()
}

/// What the lesson must hold, word for word; all of it on one line of the output.
const LESSON: &[&str] = &[
    "Distributed Systems for Backend Engineers · Coordination",
    "Distributed Locks and Fencing Tokens",
    "Mutual exclusion that survives pauses and partitions.",
    "Overview",
    "Redis SET NX PX, leases in ZooKeeper or etcd, and the advisory locks of a database",
    "(GC)",
    "VM migration",
    "another process acquires the lock",
    "both act",
    "monotonically increasing token",
    "consensus-backed locks (etcd/ZooKeeper) for correctness",
    "Redis locks are fine",
    "efficiency (avoiding duplicate work), not correctness",
    "Lock options",
    "Lock type",
    "Correctness under pauses/partitions",
    "Fencing token",
    "Use for",
    "Redis SET NX PX (single node)",
    "Weak",
    "Not built in",
    "Efficiency (dedupe work)",
    "Redlock",
    "Debated",
    "Efficiency",
    "etcd / ZooKeeper lease",
    "Strong (with fencing)",
    "Revision / zxid",
    "Correctness-critical",
    "PostgreSQL advisory / row lock",
    "Strong within the DB",
    "Use DB transactions",
    "Work tied to that DB",
    "Fencing in practice",
    "client A acquires lock → token 33 → long GC pause → lease expires",
    "client B acquires lock → token 34 → writes to storage with token 34",
    "client A wakes → writes with token 33 → storage rejects (33 < 34) ✓",
    "Storage check: UPDATE files SET data=$1, fence=$2 WHERE id=$3 AND fence < $2",
    "Common pitfalls",
    "Assuming lock expiry means the old holder stopped working.",
    "Redis locks guarding money movements.",
    "Locks without TTLs (deadlock on crash).",
    "Key points",
    "Leases expire while holders still run",
    "Fencing tokens enforce safety at the resource",
    "Consensus-backed locks for correctness",
    "Further reading",
    "Kleppmann: How to do distributed locking",
    "https://martin.kleppmann.com/2016/02/08/how-to-do-distributed-locking.html",
    "Practice questions",
    "Why can two processes believe they hold the same distributed lock?",
    "A holder can pause (GC, VM stall) past its lease expiry",
    "it still thinks it holds it",
    "What does a fencing token do?",
    "monotonically increasing number issued with each lock grant",
    "the protected resource rejects operations carrying a token older than one it has already seen",
    "mark lessons complete, take notes and track your progress",
];

#[test]
fn read_prints_the_whole_lesson_without_an_escape() {
    let output = run(&["read"]);
    assert!(output.status.success());
    let text = stdout(&output);
    for words in LESSON {
        assert!(text.lines().any(|line| line.contains(words)), "{words:?}");
    }
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    assert_eq!(stderr(&output), "");
}

#[test]
fn a_row_of_the_table_is_a_line() {
    let output = run(&["read"]);
    let row = "etcd / ZooKeeper lease           Strong (with fencing)                 Revision / zxid       Correctness-critical";
    assert!(stdout(&output).lines().any(|line| line == row));
}

#[test]
fn the_c_locale_and_ascii_get_nothing_beyond_ascii() {
    let locale = token34(&["read"]).env("LC_ALL", "C").output().unwrap();
    let flag = run(&["read", "--ascii"]);
    assert!(locale.stdout.is_ascii());
    assert_eq!(locale.stdout, flag.stdout);
    assert!(stdout(&flag).contains("storage rejects (33 < 34) [ok]"));
}

#[test]
fn a_directory_takes_the_place_of_what_is_built_in() {
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/content");
    let output = run(&["--content", dir, "read"]);
    assert_eq!(output.stdout, run(&["read"]).stdout);
}

#[test]
fn a_bad_pack_is_refused_with_file_line_and_remedy() {
    let dir = tempfile::tempdir().unwrap();
    let course = "format = 1\nid = \"c\"\ntitel = \"C\"\nmodules = []\n";
    std::fs::write(dir.path().join("course.toml"), course).unwrap();
    let path = dir.path().to_str().unwrap();
    for args in [&["check", path][..], &["read", "--content", path]] {
        let output = run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}");
        assert_eq!(stdout(&output), "");
        let complaint = "course.toml:3: Unknown field `titel`, expected one of";
        assert!(stderr(&output).starts_with(complaint), "{output:?}");
    }
}

#[test]
fn check_counts_what_a_sound_pack_holds() {
    let output = run(&["check", concat!(env!("CARGO_MANIFEST_DIR"), "/content")]);
    assert_eq!(output.status.code(), Some(0));
    assert!(
        stdout(&output).starts_with("1 lesson, 6 sections,"),
        "{output:?}"
    );
}

#[test]
fn a_directory_that_is_not_there_is_named() {
    let output = run(&["check", "no-such-directory"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("no-such-directory"));
    assert!(!Path::new("no-such-directory").exists());
}

#[test]
fn without_a_terminal_there_is_one_sentence() {
    for term in ["dumb", "xterm-256color"] {
        let output = token34(&[]).env("TERM", term).output().unwrap();
        assert_eq!(output.status.code(), Some(2));
        assert_eq!(stdout(&output), "");
        let said = stderr(&output);
        assert_eq!(said.lines().count(), 1);
        assert!(said.contains("token34 read"));
        assert!(!said.contains('\u{1b}'));
    }
}

#[test]
fn wrong_use_is_told_from_failure() {
    let output = run(&["raed"]);
    assert_eq!(output.status.code(), Some(2));
    assert!(stderr(&output).contains("read"));
}

#[test]
fn a_reader_that_leaves_early_is_no_fault() {
    let mut child = token34(&["completions", "bash"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    assert_eq!(stderr(&output), "");
}

#[test]
fn completions_and_the_manual_page_are_made() {
    assert!(stdout(&run(&["completions", "zsh"])).contains("#compdef token34"));
    assert!(stdout(&run(&["man"])).contains(".TH token34"));
}

/// The pack in `tests/deep`, which has parts that go deeper, a glossary, a guide and a cheat sheet.
const DEEP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/deep");

#[test]
fn what_goes_deeper_follows_the_lesson() {
    let whole = run(&["read", "--content", DEEP]);
    let deeper = run(&["read", "--deeper", "--content", DEEP]);
    assert!(!stdout(&whole).contains("Lock options: Redis"));
    let text = stdout(&deeper);
    let places = [
        "Practice questions",
        "Lock options: Redis, one node\n",
        "Sources\n- Redis: SET\n  https://redis.io/docs/latest/commands/set/\n",
        "Lock options: etcd\n",
        "Fencing in practice: The gap\n",
    ];
    let found: Vec<_> = places.iter().map(|place| text.find(place)).collect();
    assert!(
        found.iter().all(Option::is_some) && found.is_sorted(),
        "{found:?}"
    );
}

#[test]
fn one_section_or_the_glossary_is_printed_alone() {
    let section = run(&["read", "etcd", "--content", DEEP]);
    assert!(stdout(&section).starts_with("etcd\n\nThe fencing token is the key's create_revision"));
    let glossary = run(&["read", "--glossary", "--content", DEEP]);
    let text = stdout(&glossary);
    let terms = [
        "fence: ",
        "fencing token: ",
        "holder: ",
        "lease: ",
        "resource: ",
    ];
    let found: Vec<_> = terms
        .iter()
        .map(|term| text.find(&format!("\n{term}")))
        .collect();
    assert!(
        found.iter().all(Option::is_some) && found.is_sorted(),
        "{text}"
    );
}

#[test]
fn a_section_that_is_not_there_is_wrong_use_and_the_others_are_named() {
    let output = run(&["read", "etdc", "--content", DEEP]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("\"etdc\"") && said.contains("redis-replica, etcd"),
        "{said}"
    );
    assert_eq!(run(&["read", "etcd", "--deeper"]).status.code(), Some(2));
}

#[test]
fn words_of_a_title_name_a_section_and_those_of_several_name_them_all() {
    let by_id = run(&["read", "common-pitfalls"]);
    assert!(by_id.status.success(), "{by_id:?}");
    for words in ["Common pitfalls", "pitfalls", "PITFALL common"] {
        assert_eq!(stdout(&run(&["read", words])), stdout(&by_id), "{words}");
    }
    let output = run(&["read", "lock"]);
    assert_eq!(output.status.code(), Some(2));
    let said = stderr(&output);
    assert!(
        said.contains("\"lock\" may stand for any of these:\n  Lock options (lock-options)\n"),
        "{said}"
    );
    assert!(stdout(&output).is_empty());
}

#[test]
fn the_cheat_sheet_fits_80_columns_also_through_a_pipe() {
    for args in [
        &["read", "--cheatsheet"][..],
        &["read", "--cheatsheet", "--ascii"],
        &["read", "--cheatsheet", "--content", DEEP],
    ] {
        let output = run(args);
        let text = stdout(&output);
        assert!(text.starts_with("Cheat sheet\n"));
        for line in text.lines() {
            assert!(token34::text::width(line) <= 80, "{line}");
        }
    }
}
