//! A progress file among others: names of any bytes, what belongs to somebody else, and what is too large to be one.

#![cfg(unix)]
#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

mod lines;
mod store;

use std::ffi::OsStr;
use std::fs::{self, File};
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::os::unix::fs::{MetadataExt as _, chown};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use tempfile::TempDir;
use token34::progress::disk::{Call, LARGEST, RealSystem, System};
use token34::progress::{Notice, Opened, Record, Spot, Store, StoreError, Warning};

use lines::{says, types};
use store::{LESSON, at, open, pen, place};

/// Takes a note as any session does, and gives the warnings.
fn take_note(path: &Path, text: &str) -> Vec<Warning> {
    let Opened {
        mut store,
        mut record,
        ..
    } = open(path);
    let nonce = text.bytes().map(u64::from).sum();
    record.begin_note(&mut pen(nonce), LESSON, Spot::Home, text, at(1));
    store.save(&mut record, at(2)).unwrap().warnings
}

fn names(dir: &Path) -> Vec<PathBuf> {
    let mut names: Vec<_> = fs::read_dir(dir)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    names.sort();
    names
}

#[test]
fn names_of_any_bytes_share_neither_lock_nor_history() {
    let dir = TempDir::new().unwrap();
    let paths = [b"p\xff.toml", b"p\xfe.toml"].map(|name| dir.path().join(OsStr::from_bytes(name)));
    for path in &paths {
        for text in ["one", "two"] {
            assert_eq!(take_note(path, text), []);
        }
        assert_eq!(open(path).store.history().unwrap().len(), 1);
    }
    assert_eq!(names(dir.path()).len(), 6);
    // A damaged one is set aside once, under its own name.
    fs::write(&paths[0], "\0").unwrap();
    let set_aside = take_note(&paths[0], "three");
    assert!(
        matches!(&set_aside[..], [Warning::SetAside { to, .. }] if to.as_os_str().as_bytes().contains(&0xff)),
        "{set_aside:?}"
    );
}

#[test]
fn what_only_has_the_name_of_a_damaged_file_is_in_nobodys_way() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("p.toml");
    fs::create_dir(dir.path().join("p.toml.damaged-old")).unwrap();
    let pipe = dir.path().join("p.toml.damaged-pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    fs::write(&path, "\0").unwrap();
    let warnings = take_note(&path, "kept");
    let [Warning::SetAside { to, .. }] = &warnings[..] else {
        panic!("{warnings:?}")
    };
    assert_eq!(fs::read(to).unwrap(), b"\0");
}

#[test]
fn a_file_stays_with_whom_it_belongs_to() {
    let (_dir, path) = place();
    take_note(&path, "mine");
    // Only the superuser can give a file away; for anyone else it stays their own.
    let given = chown(&path, Some(1234), Some(1235)).is_ok();
    let before = fs::metadata(&path).unwrap();
    assert_eq!(given, before.uid() == 1234);
    take_note(&path, "by another");
    let after = fs::metadata(&path).unwrap();
    assert_eq!(
        (after.uid(), after.gid(), after.mode()),
        (before.uid(), before.gid(), before.mode())
    );
}

/// A system on which a progress file has room for one note and not for a long one.
struct Small;

const SMALL: u64 = 2000;

impl System for Small {
    fn before(&self, call: Call) -> io::Result<()> {
        RealSystem.before(call)
    }

    fn wait(&self, time: Duration) {
        RealSystem.wait(time);
    }

    fn largest(&self) -> u64 {
        SMALL
    }
}

#[test]
fn nothing_is_written_that_could_not_be_read_again() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("p.toml");
    let mut text = "short".to_owned();
    let mut refused = None;
    while refused.is_none() {
        let before = fs::read(&path).ok();
        let Opened {
            mut store,
            mut record,
            notice,
        } = Store::open_on(Box::new(Small), &path).unwrap();
        let loaded = before.as_ref().map_or(Notice::Fresh, |_| Notice::Loaded);
        assert_eq!(notice, loaded);
        record.begin_note(
            &mut pen(text.len() as u64),
            LESSON,
            Spot::Home,
            &text,
            at(1),
        );
        refused = store.save(&mut record, at(2)).err();
        let length = fs::metadata(&path).unwrap().len();
        assert!(length <= SMALL, "{length}");
        if refused.is_some() {
            assert_eq!(fs::read(&path).ok(), before);
            // What is in memory stays there.
            assert!(record.notes().iter().any(|note| note.text == text));
        }
        text += &"x".repeat(100);
    }
    let error = refused.unwrap();
    assert!(matches!(error, StoreError::TooLarge { .. }), "{error}");
    assert!(
        error.to_string().contains("p.toml is left as it is"),
        "{error}"
    );
}

#[test]
fn a_file_that_is_too_large_is_set_aside_and_what_was_before_comes_back() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("p.toml");
    take_note(&path, "first");
    take_note(&path, "second");
    let large = || File::create(&path).unwrap().set_len(LARGEST + 1).unwrap();
    let is_set_aside = || {
        names(dir.path()).iter().any(|path| {
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            name.starts_with("p.toml.damaged-") && fs::metadata(path).unwrap().len() == LARGEST + 1
        })
    };
    fs::remove_file(&path).unwrap();
    large();
    let shown = types(&path, &["progress", "show"], "");
    let told = String::from_utf8_lossy(&shown.stderr);
    assert!(
        told.contains("larger than a progress file can be"),
        "{told}"
    );
    assert_eq!((shown.status.code(), is_set_aside()), (Some(1), false));
    assert!(says(&path, &["progress", "restore"], "").starts_with("1, until "));
    says(&path, &["progress", "restore", "1"], "");
    assert!(is_set_aside());
    let texts = |record: &Record| {
        record
            .notes()
            .iter()
            .map(|note| note.text.to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(texts(&open(&path).record), ["first"]);
    fs::remove_file(&path).unwrap();
    large();
    says(&path, &["progress", "reset"], "");
    assert!(open(&path).record.notes().is_empty());
}

#[test]
fn a_file_that_nobody_may_read_is_to_be_made_readable() {
    struct Shut;
    impl System for Shut {
        fn before(&self, call: Call) -> io::Result<()> {
            if call == Call::Read {
                return Err(io::ErrorKind::PermissionDenied.into());
            }
            Ok(())
        }
        fn wait(&self, _: Duration) {}
    }
    let error = Store::open_on(Box::new(Shut), Path::new("p.toml"))
        .err()
        .unwrap();
    assert!(error.to_string().contains("make it readable"), "{error}");
}

#[test]
fn what_can_be_kept_nowhere_is_said_to_be_lost() {
    struct Full;
    impl System for Full {
        fn before(&self, call: Call) -> io::Result<()> {
            if call == Call::Write {
                return Err(io::ErrorKind::StorageFull.into());
            }
            Ok(())
        }
        fn wait(&self, _: Duration) {}
    }
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("p.toml");
    let Opened {
        mut store,
        mut record,
        ..
    } = Store::open_on(Box::new(Full), &path).unwrap();
    record.mark_read(LESSON, "overview");
    let error = store.save_last(&mut record, dir.path(), at(0)).unwrap_err();
    assert!(
        error.to_string().contains("could not be kept anywhere"),
        "{error}"
    );
}
