//! A disk that takes as long as it likes, or another program that does not let go of the lock: keys answer, the screen says
//! what is not saved, and every way out keeps it.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::Signal;
use support::{Session, in_a_shell, token34};
use tempfile::TempDir;
use token34::progress::Record;
use token34::progress::format::parse;

const SLOW: &str = "Not saved yet: the disk is slow";
const LONG: &str = "Saving takes long";

fn place() -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("progress.toml");
    (dir, file)
}

fn lock_of(file: &Path) -> PathBuf {
    file.with_file_name(".progress.toml.lock")
}

/// A pipe where the lock should be: whoever opens it to save hangs until somebody holds the other end.
fn hang(file: &Path) {
    let made = Command::new("mkfifo").arg(lock_of(file)).status();
    assert!(made.unwrap().success());
}

/// Lets saves through while it lives.
fn free(file: &Path) -> File {
    File::options()
        .read(true)
        .write(true)
        .open(lock_of(file))
        .unwrap()
}

fn start(file: &Path) -> Session {
    let session = Session::start(token34(file), (80, 24));
    session.see("Fencing Tokens");
    session
}

/// As [`start`], on a disk that hangs, with a change that is on its way there.
fn begun(file: &Path) -> Session {
    hang(file);
    let mut session = start(file);
    session.send("c");
    session.see("c open again");
    session
}

fn kept(file: &Path) -> Record {
    parse(&fs::read(file).unwrap()).unwrap()
}

fn holds(record: &Record, note: &str) -> bool {
    let noted = record.notes().iter().any(|one| one.text == note);
    noted && record.is_complete("distributed-locks")
}

/// Takes a note on the lesson, and sees each word of it.
fn note(session: &mut Session, words: &[&str]) {
    session.send("n");
    session.see("^_ undo");
    for word in words {
        session.send(word);
        session.see(word);
    }
}

#[test]
fn keys_answer_while_another_program_holds_the_lock_and_all_is_saved_once_it_is_free() {
    let (_dir, file) = place();
    let lock = File::create(lock_of(&file)).unwrap();
    lock.lock().unwrap();
    let mut session = start(&file);
    session.send("c");
    session.see_that("see it at once", |screen| {
        screen.contains("c open again") && !screen.contains("Marked complete")
    });
    session.see("Not saved: another program holds its lock");
    note(&mut session, &["typed ", "meanwhile"]);
    session.see("Not saved: another program holds its lock");
    assert!(!file.exists());
    lock.unlock().unwrap();
    session.see_that("be told no more that it is not", |screen| {
        !screen.contains("Not saved")
    });
    assert!(kept(&file).is_complete("distributed-locks"));
    session.send("\x03");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
    assert!(holds(&kept(&file), "typed meanwhile"));
}

#[test]
fn keys_answer_while_the_disk_hangs_and_all_is_saved_once_it_does_not() {
    let (_dir, file) = place();
    let mut session = begun(&file);
    session.see(SLOW);
    note(&mut session, &["typed ", "meanwhile"]);
    session.see(SLOW);
    assert!(!file.exists() && !session.screen().contains("Marked complete"));
    let free = free(&file);
    session.see_that("be told no more that it is not", |screen| {
        !screen.contains(SLOW)
    });
    session.send("\x03");
    assert_eq!(session.wait().exit_code(), 0);
    assert!(holds(&kept(&file), "typed meanwhile"));
    drop(free);
}

#[test]
fn whoever_leaves_has_the_terminal_back_before_the_disk_has_ended() {
    for (way, code) in [("\x03", 0), ("TERM", 143), ("HUP", 129)] {
        let (_dir, file) = place();
        let mut session = begun(&file);
        note(&mut session, &["typed ", "meanwhile"]);
        match way {
            "TERM" => session.signal(Signal::TERM),
            "HUP" => session.signal(Signal::HUP),
            key => session.send(key),
        }
        session.see(LONG);
        assert!(!session.parse().screen().alternate_screen());
        let free = free(&file);
        assert_eq!(session.wait().exit_code(), code, "{way:?}");
        session.assert_restored();
        assert!(holds(&kept(&file), "typed meanwhile"), "{way:?}");
        drop(free);
    }
}

#[test]
fn signals_in_a_row_end_nothing_and_one_that_comes_after_the_word_does() {
    let (_dir, file) = place();
    let mut session = begun(&file);
    // As when a session ends: whoever is stopped finds them all together.
    session.signal(Signal::STOP);
    for signal in [Signal::HUP, Signal::TERM, Signal::CONT] {
        session.signal(signal);
    }
    session.see(LONG);
    session.send("\x03");
    let ended = session.wait();
    assert!(
        ended.signal().is_some_and(|name| name.contains("nterrupt")),
        "{ended:?}"
    );
    session.assert_restored();
    assert!(!file.exists());
}

#[test]
fn ctrl_z_stops_once_everything_is_saved_and_nothing_is_locked() {
    let (_dir, file) = place();
    hang(&file);
    let script = r#"set -m; "$@"; echo STOPPED; read line; fg > /dev/null; echo ENDED $?"#;
    let mut session = Session::start(in_a_shell(script, &file), (80, 24));
    session.see("Fencing Tokens");
    session.send("c");
    session.see("c open again");
    session.send("c");
    session.see("c again takes that back");
    session.send("c");
    session.see("c complete");
    session.send("c\x1a");
    session.see(LONG);
    assert!(!session.screen().contains("STOPPED"));
    let free = free(&file);
    session.see("STOPPED");
    assert!(kept(&file).is_complete("distributed-locks"));
    free.try_lock().unwrap();
    free.unlock().unwrap();
    session.send("\r");
    session.see("Fencing Tokens");
    session.send("q");
    session.see("ENDED 0");
    session.wait();
    session.assert_restored();
}
