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

/// A directory of content, shown from its section 3 on; the session, and the directory it lies in.
fn shown() -> (Session, tempfile::TempDir) {
    let dir = tempfile::tempdir().unwrap();
    let pack = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pack"));
    copy(pack, &dir.path().join("content"));
    let mut command = token34(&dir.path().join("progress.toml"));
    command.arg("--content");
    command.arg(dir.path().join("content"));
    let mut session = Session::start(command, (80, 24));
    session.see("Fencing Tokens");
    session.send("1\x1b[C\x1b[C");
    session.see("3 of 6");
    (session, dir)
}

/// A pack beside the one that is shown, with another title for a section.
fn other(dir: &Path, name: &str, title: &str) {
    let pack = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pack"));
    copy(pack, &dir.join(name));
    retitle(&dir.join(name), title);
}

fn retitle(pack: &Path, title: &str) {
    let file = pack.join("distributed-locks/lesson.toml");
    let text = fs::read_to_string(&file).unwrap();
    let (before, rest) = text
        .split_once("\"fencing-in-practice\", title = \"")
        .unwrap();
    let (_, after) = rest.split_once('"').unwrap();
    let text = format!("{before}\"fencing-in-practice\", title = \"{title}\"{after}");
    fs::write(&file, text).unwrap();
}

#[test]
fn a_directory_that_takes_the_place_of_the_content_is_shown_and_heard_as_often_as_it_happens() {
    let (mut session, dir) = shown();
    let content = dir.path().join("content");
    for round in 1..=3 {
        let (new, old) = (
            format!("new-{round}"),
            dir.path().join(format!("old-{round}")),
        );
        other(dir.path(), &new, &format!("Swapped {round}"));
        fs::rename(&content, &old).unwrap();
        session.see("Cannot be read");
        fs::rename(dir.path().join(&new), &content).unwrap();
        session.see(&format!("Swapped {round}"));
        // And what changes in it afterwards, too.
        retitle(&content, &format!("Edited {round}"));
        session.see(&format!("Edited {round}"));
    }
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
}

#[test]
fn directories_that_are_written_anew_are_heard_as_a_checkout_writes_them() {
    let (mut session, dir) = shown();
    let content = dir.path().join("content");
    for round in 1..=3 {
        fs::remove_dir_all(content.join("distributed-locks")).unwrap();
        session.see("There is no file distributed-locks/lesson.toml");
        other(dir.path(), "new", &format!("Checked out {round}"));
        copy(
            &dir.path().join("new/distributed-locks"),
            &content.join("distributed-locks"),
        );
        session.see(&format!("Checked out {round}"));
    }
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
}

#[test]
fn the_file_of_a_section_that_is_gone_is_told_as_gone() {
    let (mut session, dir) = shown();
    let file = dir
        .path()
        .join("content/distributed-locks/sections/overview.toml");
    let text = fs::read_to_string(&file).unwrap();
    fs::remove_file(&file).unwrap();
    session.see("There is no file");
    session.see_that("see that alone", |screen| !screen.contains("format"));
    fs::write(&file, text).unwrap();
    session.see_that("see it go", |screen| !screen.contains("There is no file"));
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
}

#[test]
fn a_note_of_another_instance_is_there_without_a_key() {
    let dir = tempfile::tempdir().unwrap();
    // The first save makes the directory that there is to listen to.
    let file = dir.path().join("data/progress.toml");
    let start = || {
        let session = Session::start(token34(&file), (80, 24));
        session.see("Fencing Tokens");
        session
    };
    let mut one = start();
    let mut other = start();
    other.send("5");
    other.see("No notes yet");
    one.send("nFrom the other side\x1b");
    other.see("From the other side");
    for session in [&mut one, &mut other] {
        session.send("\x03");
        session.wait();
    }
}
