//! `token34 explore`, as the binary that a learner or a script runs.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::process::{Command, Output};

use serde_json::Value;

fn explore(args: &str) -> Output {
    let home = tempfile::tempdir().unwrap();
    let mut command = Command::new(env!("CARGO_BIN_EXE_token34"));
    command
        .env("TOKEN34_PROGRESS", home.path().join("progress.toml"))
        .env("LC_ALL", "C.UTF-8");
    command
        .arg("explore")
        .args(args.split_whitespace())
        .output()
        .unwrap()
}

/// The exit code, and standard output.
fn said(args: &str) -> (i32, String) {
    let output = explore(args);
    let text = String::from_utf8(output.stdout).unwrap();
    (output.status.code().unwrap(), text)
}

#[test]
fn the_exit_code_is_0_only_where_everything_was_shown_to_hold() {
    assert_eq!(said("--check at-least --fence-on-read").0, 0);
    assert_eq!(said("--check at-least").0, 1, "the gap loses an update");
    assert_eq!(said("--lock redlock --fault failover").0, 0, "no leader");
    assert_eq!(said("--check at-least --fence-on-read --states 30").0, 1);
    assert_eq!(said("--lock nonesuch").0, 2);
}

#[test]
fn a_walk_that_was_broken_off_says_that_it_shows_nothing() {
    let (code, text) = said("--check at-least --fence-on-read --states 30");
    assert_eq!(code, 1);
    assert!(text.contains("not all there are"), "{text}");
    assert!(text.contains("nothing is shown either way"), "{text}");
    assert!(text.contains("raise --states"), "{text}");
    assert!(!text.contains("holds"), "{text}");
    let (code, json) = said("--check at-least --fence-on-read --states 30 --json");
    let found: Value = serde_json::from_str(&json).unwrap();
    assert_eq!((code, &found["complete"]), (1, &Value::Bool(false)));
    assert_eq!(found["properties"]["ordered-writes"]["verdict"], "unknown");
    assert!(!said("--fence-on-read").1.contains("raise --states"));
}

#[test]
fn what_does_not_fit_the_lab_is_told_as_a_report() {
    for more in ["--clients 3", "--fault pause,storage-forgets"] {
        let (_, text) = said(&format!("--plain {more}"));
        assert!(text.starts_with("The lab has two clients"), "{text}");
        assert!(text.contains("ordered-writes  "), "{text}");
        assert!(!said(more).1.contains("The lab"));
    }
}
