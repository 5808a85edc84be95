//! What a command does to the file beyond what it was asked for: nothing; and what of it can be copied and goes out.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::collections::BTreeMap;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use jiff::Timestamp;
use tempfile::TempDir;
use token34::progress::format::{parse, parse_json};
use token34::progress::{Opened, Pen, Record, Spot, Store};

const LESSON: &str = "distributed-locks";

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

/// A progress file with a note at each of these places.
fn noted(path: &Path, spots: Vec<Spot>) {
    let Opened {
        mut store,
        mut record,
        ..
    } = Store::open(path).unwrap();
    let mut pen = Pen::new(at(0), 1, 7);
    for spot in spots {
        record.begin_note(&mut pen, LESSON, spot, "mine", at(1));
    }
    store.save(&mut record, at(2)).unwrap();
}

fn read(path: &Path) -> Record {
    parse(&fs::read(path).unwrap()).unwrap()
}

fn token34(path: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_token34"));
    command.arg("--progress").arg(path).env("TZ", "UTC");
    command
}

/// What a command prints, with `input` on its standard input.
fn says(path: &Path, args: &[&str], input: &str) -> String {
    let mut command = token34(path);
    command.args(args).stdin(Stdio::piped());
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    child
        .stdin
        .take()
        .unwrap()
        .write_all(input.as_bytes())
        .unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{args:?}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

/// Every file below, and what is in it.
fn files(dir: &Path) -> BTreeMap<PathBuf, Vec<u8>> {
    let mut files = BTreeMap::new();
    for entry in fs::read_dir(dir).into_iter().flatten() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(self::files(&path));
        } else {
            files.insert(path.clone(), fs::read(&path).unwrap());
        }
    }
    files
}

#[test]
fn a_command_that_changes_nothing_writes_nothing() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("new/progress.toml");
    for args in [["notes", "import", "-"].as_slice(), &["progress", "reset"]] {
        let said = says(&path, args, "");
        assert!(said.contains("nothing was changed"), "{said}");
        assert!(!dir.path().join("new").exists(), "{args:?}");
    }
    noted(&path, vec![Spot::Home]);
    let document = says(&path, &["notes", "export"], "");
    let export = says(&path, &["progress", "export"], "");
    let before = files(dir.path());
    for (args, input) in [
        (["notes", "import", "-"], document.as_str()),
        (["notes", "import", "-"], " \n"),
        (["notes", "import", "-"], "mine\n"),
        (["progress", "merge", "-"], export.as_str()),
        (["progress", "merge", path.to_str().unwrap()], ""),
    ] {
        let said = says(&path, &args, input);
        assert!(said.contains("nothing was changed"), "{said}");
        assert!(!said.contains("Undo"), "{said}");
        assert_eq!(files(dir.path()), before, "{args:?}");
    }
}

#[test]
fn a_version_that_holds_what_is_there_is_not_written_again() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    noted(&path, vec![Spot::Home]);
    let opened = Store::open(&path).unwrap();
    let (mut store, mut record) = (opened.store, opened.record);
    record.set_complete(LESSON, true, at(3));
    record.set_place(LESSON, Spot::Notes, at(3));
    store.save(&mut record, at(3)).unwrap();
    let key = record.notes()[0].key.clone();
    record.delete_note(&key);
    record.set_complete(LESSON, false, at(4));
    record.set_place(LESSON, Spot::Home, at(4));
    store.save(&mut record, at(4)).unwrap();

    let restored = says(&path, &["progress", "restore", "2"], "");
    assert!(
        restored.contains("1 note") && restored.contains("Undo:"),
        "{restored}"
    );
    let before = files(dir.path());
    let again = says(&path, &["progress", "restore", "2"], "");
    assert!(
        again.contains("1 note") && again.contains("nothing was changed"),
        "{again}"
    );
    assert_eq!(files(dir.path()), before);
    // So it is with a file that was emptied.
    says(&path, &["progress", "reset"], "");
    let before = files(dir.path());
    assert!(says(&path, &["progress", "reset"], "").contains("nothing was changed"));
    assert_eq!(files(dir.path()), before);
}

#[test]
fn a_damaged_file_is_mended_by_what_it_held_before() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    noted(&path, vec![Spot::Home]);
    let export = says(&path, &["progress", "export"], "");
    noted(&path, vec![Spot::Home]);
    fs::write(&path, "damaged").unwrap();
    says(&path, &["progress", "merge", "-"], &export);
    assert!(read(&path).notes().len() == 1);
}

#[cfg(unix)]
#[test]
fn the_way_back_can_be_copied_into_a_shell() {
    for name in ["progress.toml", "my notes/it's $HOME.toml"] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        noted(&path, vec![Spot::Home]);
        let said = says(&path, &["progress", "reset"], "");
        assert!(read(&path).notes().is_empty());
        let undo = said.trim().rsplit_once("Undo: token34 ").unwrap().1;
        let line = format!("{} {undo}", env!("CARGO_BIN_EXE_token34"));
        let shell = Command::new("sh").args(["-c", &line]).output().unwrap();
        assert!(shell.status.success(), "{line}: {shell:?}");
        assert_eq!(read(&path).notes().len(), 1, "{line}");
    }
}

#[test]
fn what_is_exported_does_nothing_to_a_terminal_and_means_the_same() {
    let odd = "x\\u009b31m \\u009d0;t\\u009c \\u202e \\u200f \\u007f \\U000e0041";
    let held = format!("[answers.\"{odd}\"]\nsure = \"{odd}\"\n");
    for format in [4, 99] {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("progress.toml");
        fs::write(&path, format!("format = {format}\nrevision = 1\n{held}")).unwrap();
        let export = says(&path, &["progress", "export"], "");
        assert!(
            export
                .chars()
                .all(|c| c == '\n' || !token34::text::is_hidden(c)),
            "{export:?}"
        );
        if format == 4 {
            assert_eq!(parse_json(export.as_bytes()).unwrap().record, read(&path));
        }
    }
}

#[test]
fn a_note_is_kept_line_by_line_whatever_ends_the_program() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    let mut command = token34(&path);
    command
        .arg("--plain")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"note\nfirst\nsecond\n").unwrap();
    // Each of these is said when the line before it is kept.
    let lines = BufReader::new(child.stdout.take().unwrap()).lines();
    let asked = lines.map(Result::unwrap).filter(|line| line == "…");
    assert_eq!(asked.take(2).count(), 2);
    child.kill().unwrap();
    child.wait().unwrap();
    let record = read(&path);
    let notes: Vec<_> = record
        .notes()
        .iter()
        .map(|note| note.text.to_owned())
        .collect();
    assert_eq!(notes, ["first\nsecond"]);
}

#[test]
fn a_place_that_is_not_in_the_lesson_is_named_in_the_list() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    let section = Spot::Read {
        section: "gone".to_owned(),
        permille: 0,
    };
    let late = Spot::Watch {
        scenario: "paused-holder".to_owned(),
        at_ms: i64::MAX.unsigned_abs(),
        nth: None,
    };
    noted(&path, vec![section, late]);
    let list = says(&path, &["notes", "list"], "");
    assert!(list.contains(": gone: mine"), "{list}");
    assert!(
        list.contains(": paused-holder at a time past its end: mine"),
        "{list}"
    );
}
