//! On a terminal that can only print lines, and on one that is asked to.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use support::{Session, token34};

const SIZE: (u16, u16) = (80, 200);

/// token34 with these arguments on a terminal that calls itself `term`.
fn started(args: &[&str], term: &str) -> (Session, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    let mut command = token34(&home.path().join("progress.toml"));
    command.args(args);
    command.env("TERM", term);
    (Session::start(command, SIZE), home)
}

#[test]
fn it_talks_in_lines() {
    for (args, term) in [(&[][..], "dumb"), (&["--plain"], "xterm-256color")] {
        let (mut session, _home) = started(args, term);
        session.see("The lesson is open; 0 of 6 parts read.");
        session.send("complete\n");
        session.see("The lesson is complete; 0 of 6 parts read.");
        session.send("leave\n");
        assert!(session.wait().success());
        assert!(!session.bytes().contains(&0x1b));
    }
}

#[test]
fn the_lesson_is_wrapped_and_its_table_becomes_cards() {
    let (mut session, _home) = started(&["read"], "xterm-256color");
    session.see("Open token34 in a terminal");
    assert!(session.wait().success());
    let screen = session.screen();
    assert!(screen.contains("\nLock type: Redlock\n"));
    assert!(!session.bytes().contains(&0x1b));
}
