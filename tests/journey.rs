//! A learner's way through the lesson, in a pseudo-terminal: read it, look something up, mark it complete, leave, come
//! back, and find everything where it was.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use portable_pty::CommandBuilder;
use support::{Session, token34};

const SIZE: (u16, u16) = (100, 30);

fn command(dir: &tempfile::TempDir) -> CommandBuilder {
    token34(&dir.path().join("deeper/progress.toml"))
}

#[test]
fn the_whole_lesson_is_read_completed_and_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(command(&dir), SIZE);
    session.see("0 of 6");
    session.send("\r");
    for (part, shown) in [
        ("1 of 6", "Distributed locks coordinate exclusive work"),
        ("2 of 6", "Redlock"),
        ("3 of 6", "token 33"),
        ("4 of 6", "Common pitfalls"),
        ("5 of 6", "Leases expire while holders still run"),
        ("6 of 6", "Kleppmann"),
    ] {
        session.see(part);
        session.see(shown);
        // To the end of the part, and on to the next.
        session.send("G");
        session.see_that("come to the end", |screen| {
            screen.contains("That was the last part") || screen.contains("\u{2192} ")
        });
        session.send(" ");
    }
    session.see("6 of 6");
    session.see("Every part is read");
    session.send("c");
    session.see("complete since");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();

    let mut again = Session::start(command(&dir), SIZE);
    again.see("complete since");
    again.send("c");
    again.see_that("be open again", |screen| !screen.contains("complete since"));
    again.send("q");
    assert_eq!(again.wait().exit_code(), 0);

    let again = Session::start(command(&dir), SIZE);
    again.see("Every part is read");
}

#[test]
fn what_is_looked_up_is_found_and_the_place_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(command(&dir), SIZE);
    session.see("0 of 6");
    session.send("1/row count\r");
    session.see("3 of 6");
    session.see("1 of 1");
    session.send("\x1b");
    session.see_that("close the search", |screen| !screen.contains("1 of 1"));
    session.send("q");
    session.wait();

    let mut again = Session::start(command(&dir), SIZE);
    again.see("Fencing in practice");
    again.send("\r");
    again.see("3 of 6");
    again.see("row count");
}
