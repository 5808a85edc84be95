//! What the screens make of the progress file: another instance's work, damage, a newer format, a full disk.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use std::fs;
use std::path::{Path, PathBuf};

use support::{Session, token34};
use tempfile::TempDir;
use token34::progress::format::parse;

const SIZE: (u16, u16) = (100, 30);

fn place() -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("data/progress.toml");
    fs::create_dir(dir.path().join("data")).unwrap();
    (dir, file)
}

fn open(file: &Path) -> Session {
    let session = Session::start(token34(file), SIZE);
    session.see("Fencing Tokens");
    session
}

fn is_complete(file: &Path) -> bool {
    parse(&fs::read(file).unwrap())
        .unwrap()
        .is_complete("distributed-locks")
}

/// Waits for a text that the terminal may have broken over lines.
fn tells(session: &Session, text: &str) {
    session.see_that(text, |screen| screen.replace('\n', "").contains(text));
}

#[test]
fn what_another_instance_did_is_there_at_the_next_key() {
    let (_dir, file) = place();
    let (mut one, mut other) = (open(&file), open(&file));
    one.send("c");
    one.see("complete");
    one.send("q");
    assert_eq!(one.wait().exit_code(), 0);
    assert!(is_complete(&file));
    // The same key undoes what this instance has only now heard of.
    other.send("c");
    other.see("c again takes that back");
    other.send("c");
    other.see("The lesson is open again");
    other.send("q");
    assert_eq!(other.wait().exit_code(), 0);
    assert!(!is_complete(&file));
}

#[test]
fn a_damaged_file_is_told_and_kept() {
    let (_dir, file) = place();
    fs::write(&file, "notes = 3").unwrap();
    let mut session = open(&file);
    session.see("damaged");
    session.send("c");
    session.see("complete");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    assert!(is_complete(&file));
    let kept = fs::read_dir(file.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let kept: Vec<_> = kept
        .filter(|path| path.to_string_lossy().contains(".damaged-"))
        .collect();
    assert_eq!(fs::read_to_string(&kept[0]).unwrap(), "notes = 3");
}

#[test]
fn a_newer_format_is_told_and_left_untouched() {
    let (_dir, file) = place();
    let newer = "format = 99\nrevision = 7\n";
    fs::write(&file, newer).unwrap();
    let mut session = open(&file);
    session.see("Not saved");
    session.send("c");
    session.see("Not saved");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 1);
    tells(&session, "token34-unsaved-");
    assert_eq!(fs::read_to_string(&file).unwrap(), newer);
}

#[test]
fn a_save_that_fails_is_told_and_tried_again() {
    let (_dir, file) = place();
    // A directory where the lock should be: no save can succeed, also not for root.
    let lock = file.with_file_name(".progress.toml.lock");
    fs::create_dir(&lock).unwrap();
    let mut session = open(&file);
    session.send("c");
    session.see("Not saved");
    fs::remove_dir(&lock).unwrap();
    session.see_that("the retry succeed", |screen| !screen.contains("Not saved"));
    assert!(is_complete(&file));
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
}

#[test]
fn what_cannot_be_saved_on_the_way_out_is_kept_beside_the_file() {
    let (_dir, file) = place();
    let lock = file.with_file_name(".progress.toml.lock");
    fs::create_dir(&lock).unwrap();
    let mut session = open(&file);
    session.send("c");
    session.see("Not saved");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 1);
    tells(&session, "token34 progress merge");
    let kept = fs::read_dir(file.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    let kept: Vec<_> = kept
        .filter(|path| path.to_string_lossy().contains("token34-unsaved-"))
        .collect();
    assert!(is_complete(&kept[0]) && !file.exists());
}

#[test]
fn a_session_that_changed_nothing_leaves_nothing_behind_when_it_cannot_save() {
    let (_dir, file) = place();
    fs::write(&file, "format = 99\nrevision = 7\n").unwrap();
    let mut session = open(&file);
    session.send("1");
    session.see("1 of 6");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    assert_eq!(fs::read_dir(file.parent().unwrap()).unwrap().count(), 1);
}
