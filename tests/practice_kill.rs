//! What was answered is there after a kill, whatever kind of question it was.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod answers;
mod support;

use std::fs;

use answers::{ANSWERS, to};
use support::{Session, token34};
use token34::progress::format::parse;

#[test]
fn what_was_answered_is_there_after_a_kill() {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    for (kind, keys, grade, _) in ANSWERS {
        let dir = tempfile::tempdir().unwrap();
        let file = dir.path().join("progress.toml");
        let mut command = token34(&file);
        command.args(["--content", pack]);
        let mut session = Session::start(command, (80, 24));
        session.see("Practice");
        session.send(bytes(&to(kind)));
        session.see("1 of 1");
        session.send(bytes(keys));
        session.see_that("explain or sum up", |screen| {
            screen.contains("take back") || screen.contains("One question")
        });
        session.see_that("have saved", |_| {
            let saved = fs::read(&file).ok().and_then(|bytes| parse(&bytes).ok());
            saved.is_some_and(|record| record.last_answer(kind).is_some())
        });
        session.signal(rustix::process::Signal::KILL);
        session.wait();
        let record = parse(&fs::read(&file).unwrap()).unwrap();
        assert_eq!(record.last_answer(kind).unwrap().grade, grade, "{kind}");
    }
}

/// The bytes that a terminal sends for keys by their names; what stands in single quotes is typed.
fn bytes(keys: &str) -> String {
    let mut sent = String::new();
    for (index, part) in keys.split('\'').enumerate() {
        if index % 2 == 1 {
            sent.push_str(part);
            continue;
        }
        for name in part.split_whitespace() {
            sent.push_str(match name {
                "enter" => "\r",
                "space" => " ",
                "up" => "\x1b[A",
                "down" => "\x1b[B",
                "home" => "\x1b[H",
                other => other,
            });
        }
    }
    sent
}
