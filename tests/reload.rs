//! Content that changes on disk while it is shown.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod files;
mod support;

use std::{fs, path::Path};

use files::copy;
use support::{Session, token34};

#[test]
fn what_an_author_changes_is_shown_at_once_and_a_mistake_is_told_until_it_is_mended() {
    let dir = tempfile::tempdir().unwrap();
    let content = dir.path().join("content");
    copy(
        Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pack")),
        &content,
    );
    let mut command = token34(&dir.path().join("progress.toml"));
    command.arg("--content");
    command.arg(&content);
    let mut session = Session::start(command, (80, 24));
    session.see("Fencing Tokens");
    session.send("1\x1b[C\x1b[C");
    session.see("3 of 6");
    let file = content.join("distributed-locks/lesson.toml");
    let sound = fs::read_to_string(&file).unwrap();
    let renamed = sound.replace("Fencing in practice", "Fences at work");
    fs::write(&file, &renamed).unwrap();
    session.see("Fences at work");
    session.see("3 of 6");
    fs::write(
        &file,
        renamed.replace("title = \"Key points\"", "titel = \"Key points\""),
    )
    .unwrap();
    session.see("distributed-locks/lesson.toml:");
    session.see("titel");
    session.see("3 of 6");
    fs::write(&file, &sound).unwrap();
    session.see_that("see it go", |screen| {
        !screen.contains("titel") && screen.contains("Fencing in practice")
    });
    session.see("3 of 6");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
}

#[test]
fn a_note_of_another_instance_is_there_without_a_key() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("progress.toml");
    let start = || {
        let session = Session::start(token34(&file), (80, 24));
        session.see("Fencing Tokens");
        session
    };
    let mut one = start();
    let mut other = start();
    // The first save makes the file, and with it what there is to listen to.
    other.send("5");
    other.see("No notes yet");
    one.send("nFrom the other side\x1b");
    other.see("From the other side");
    for session in [&mut one, &mut other] {
        session.send("\x03");
        session.wait();
    }
}
