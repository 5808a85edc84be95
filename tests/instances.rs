//! Many instances save at once: every note is there, and the revision counts the writes.
//!
//! The children are this test executable again. `TOKEN34_SAVES` sets how often each of the eight saves.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking; parent and child talk over stdout"
)]

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::Duration;

use jiff::Timestamp;
use tempfile::TempDir;
use token34::progress::format::parse;
use token34::progress::{Opened, Pen, Spot, Store};

const INSTANCES: usize = 8;
const PATH: &str = "TOKEN34_TEST_INSTANCE_PATH";
const NAME: &str = "TOKEN34_TEST_INSTANCE_NAME";

fn saves() -> usize {
    std::env::var("TOKEN34_SAVES").map_or(20, |count| count.parse().unwrap())
}

/// Does nothing unless the parent below has started it.
#[test]
fn child_saves_notes() {
    let (Ok(path), Ok(name)) = (std::env::var(PATH), std::env::var(NAME)) else {
        return;
    };
    let now = Timestamp::from_second(1_700_000_000).unwrap();
    let Opened {
        store, mut record, ..
    } = Store::open(Path::new(&path)).unwrap();
    let mut store = store.with_patience(Duration::from_secs(120));
    let mut pen = Pen::new(now, std::process::id(), 0);
    println!("\nready");
    std::io::stdin().read_line(&mut String::new()).unwrap();
    for save in 0..saves() {
        record.begin_note(
            &mut pen,
            "lesson",
            Spot::Home,
            &format!("{name} {save}"),
            now,
        );
        let saved = store.save(&mut record, now).unwrap();
        assert!(saved.warnings.is_empty(), "{:?}", saved.warnings);
    }
    println!("\nsaved");
}

fn spawn(path: &Path, name: usize) -> (Child, impl Iterator<Item = String> + use<>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_saves_notes", "--nocapture"])
        .envs([(PATH, path.as_os_str()), (NAME, name.to_string().as_ref())])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let lines = BufReader::new(child.stdout.take().unwrap())
        .lines()
        .map_while(Result::ok);
    (child, lines)
}

#[test]
fn eight_instances_save_at_once_and_every_note_is_there() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("data/progress.toml");
    let mut children: Vec<_> = (0..INSTANCES).map(|name| spawn(&path, name)).collect();
    for (_, lines) in &mut children {
        assert!(lines.any(|line| line == "ready"));
    }
    for (child, _) in &mut children {
        child.stdin.take().unwrap().write_all(b"go\n").unwrap();
    }
    for (child, lines) in &mut children {
        assert!(
            lines.any(|line| line == "saved"),
            "a child did not save all"
        );
        lines.for_each(drop);
        assert!(child.wait().unwrap().success());
    }
    let record = parse(&fs::read(&path).unwrap()).unwrap();
    let found: BTreeSet<_> = record
        .notes()
        .iter()
        .map(|note| note.text.to_owned())
        .collect();
    let wanted: BTreeSet<_> = (0..INSTANCES)
        .flat_map(|name| (0..saves()).map(move |save| format!("{name} {save}")))
        .collect();
    assert_eq!(found, wanted);
    assert_eq!(
        record.revision,
        (INSTANCES * saves()) as u64,
        "one revision a successful write"
    );
    println!(
        "{} notes by {INSTANCES} instances, revision {}",
        found.len(),
        record.revision
    );
}
