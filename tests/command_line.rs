//! What is written after `token34` and around it: arguments that would do nothing are refused, and the environment is heeded.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::process::{Command, Output};

/// token34 with these arguments in this environment.
fn run(args: &[&str], env: &[(&str, &str)]) -> Output {
    let home = tempfile::tempdir().unwrap();
    Command::new(env!("CARGO_BIN_EXE_token34"))
        .args(args)
        .env("TOKEN34_PROGRESS", home.path().join("progress.toml"))
        .env("LC_ALL", "C.UTF-8")
        .env("TZ", "UTC")
        .envs(env.iter().copied())
        .output()
        .unwrap()
}

#[test]
fn arguments_that_would_do_nothing_are_refused() {
    for (args, word) in [
        (&["explore", "--matrix", "--states", "9"][..], "--states"),
        (&["explore", "--matrix", "--memory", "9"], "--memory"),
        (&["--lesson", "nonsense", "check", "tests/pack"], "--lesson"),
        (
            &["--content", "tests/kinds", "check", "tests/pack"],
            "--content",
        ),
    ] {
        let output = run(args, &[]);
        let why = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{args:?}: {why}");
        assert!(why.contains(word), "{args:?}: {why}");
    }
}

#[test]
fn a_budget_is_heeded_line_by_line_too() {
    for budget in [["--states", "30"], ["--memory", "0"]] {
        let args = [&["--plain", "explore"][..], &budget].concat();
        let output = run(&args, &[]);
        let said = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(1), "{said}");
        assert!(said.contains("unknown"), "{said}");
    }
}

#[test]
fn what_goes_wrong_is_told_in_ascii_where_there_is_no_more() {
    let calls = [
        &["watch", "ü → b"][..],
        &["check", "/no/ü"],
        &["--lesson", "ü", "read"],
        &["explore", "--lock", "ü"],
        &["--ü"],
        &["read", "ü"],
        &["--content", "/no/ü", "read"],
    ];
    for args in calls {
        let latin = ("LC_ALL", "en_US.ISO-8859-1");
        let ascii = [&["--ascii"][..], args].concat();
        for output in [
            run(args, &[("LC_ALL", "C")]),
            run(args, &[latin]),
            run(&ascii, &[]),
        ] {
            assert!(!output.status.success());
            assert!(
                !output.stderr.is_empty() && output.stderr.is_ascii(),
                "{output:?}"
            );
            assert!(output.stdout.is_ascii(), "{output:?}");
        }
        let output = run(args, &[]);
        assert!(String::from_utf8(output.stderr).unwrap().contains('ü'));
    }
}

#[cfg(target_os = "linux")]
#[test]
fn help_that_cannot_be_written_is_no_success() {
    for args in [&["--help"][..], &["-V"], &["help", "watch"], &["man"]] {
        let full = std::fs::File::create("/dev/full").unwrap();
        let output = Command::new(env!("CARGO_BIN_EXE_token34"))
            .args(args)
            .stdout(full)
            .output()
            .unwrap();
        let why = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(1), "{args:?}: {why}");
        assert!(why.contains("No space left"), "{args:?}: {why}");
    }
}
