//! The program is killed at any moment, and the file is whole and holds all but the last second.
//!
//! The child is this test executable again. It types as fast as it can, on a clock of its own on which a key takes
//! 40 ms, saves when the [`Saver`] says so, and notes each key in a journal before it takes it in. The parent kills it
//! at a random moment and compares the file with the journal. `TOKEN34_KILLS` sets how often.

#![expect(
    clippy::unwrap_used,
    reason = "helpers of tests fail by panicking; parent and child talk over stdout"
)]
#![expect(
    clippy::disallowed_methods,
    reason = "a kill comes at a moment of real time"
)]

use std::collections::BTreeSet;
use std::fs::{self, OpenOptions};
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Duration;

use jiff::Timestamp;
use rand::{RngExt as _, SeedableRng as _};
use rand_chacha::ChaCha8Rng;
use tempfile::TempDir;
use token34::progress::format::parse;
use token34::progress::{Answer, Change, Grade, Opened, Pen, Record, Saver, Spot, Store};

const DIR: &str = "TOKEN34_TEST_CRASH_DIR";
const RUN: &str = "TOKEN34_TEST_CRASH_RUN";
const KEY: Duration = Duration::from_millis(40);
const SECOND: u64 = 1000;
/// Kills of one file before the next begins.
const A_FILE: u64 = 20;

/// Does nothing unless the parent below has started it.
#[test]
fn child_types_until_it_is_killed() {
    let (Ok(dir), Ok(run)) = (std::env::var(DIR), std::env::var(RUN)) else {
        return;
    };
    let (dir, run) = (Path::new(&dir), run.parse::<u64>().unwrap());
    let now = Timestamp::from_second(1_700_000_000 + i64::try_from(run).unwrap()).unwrap();
    let Opened {
        mut store,
        mut record,
        ..
    } = Store::open(&dir.join("progress.toml")).unwrap();
    let mut journal = OpenOptions::new()
        .create(true)
        .append(true)
        .open(dir.join("journal"))
        .unwrap();
    let (mut pen, mut saver) = (Pen::new(now, std::process::id(), run), Saver::default());
    let mut note = record.begin_note(&mut pen, "lesson", Spot::Home, "", now);
    let mut text = String::new();
    println!("\nready");
    for key in 0.. {
        let clock = KEY * key;
        let name = format!("k{run}.{key};");
        if saver.is_due(clock) && saver.begin(clock) {
            store.save(&mut record, now).unwrap();
            saver.saved();
        }
        writeln!(journal, "{} {name}", clock.as_millis()).unwrap();
        // Long stretches of nothing but typing, and answers in between.
        match key % 150 {
            100 | 117 | 127 => {
                let answer = Answer::new(&name, now, Grade::Knew);
                record.add_answer(&mut pen, answer);
                saver.changed(Change::Other, clock);
            }
            80 | 149 => {
                text = name;
                note = record.begin_note(&mut pen, "lesson", Spot::Home, &text, now);
                saver.changed(Change::Typing, clock);
            }
            _ => {
                text += &name;
                note = record.edit_note(&mut pen, &note, &text, now).unwrap();
                saver.changed(Change::Typing, clock);
            }
        }
    }
}

/// Every key that the record holds.
fn keys(record: &Record) -> BTreeSet<String> {
    let typed = record
        .notes()
        .iter()
        .flat_map(|note| note.text.split_inclusive(';').map(str::to_owned))
        .collect::<Vec<_>>();
    typed
        .into_iter()
        .chain(
            record
                .answers
                .values()
                .map(|answer| answer.question.clone()),
        )
        .collect()
}

/// Runs the child on the directory and kills it; gives the keys in the journal that were a second old by then.
fn kill_one(dir: &Path, run: u64, after: Duration) -> BTreeSet<String> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "child_types_until_it_is_killed", "--nocapture"])
        .envs([(DIR, dir.as_os_str()), (RUN, run.to_string().as_ref())])
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(
        lines.any(|line| line.unwrap() == "ready"),
        "the child ended by itself"
    );
    std::thread::sleep(after);
    child.kill().unwrap();
    child.wait().unwrap();
    let journal = fs::read_to_string(dir.join("journal")).unwrap();
    fs::remove_file(dir.join("journal")).unwrap();
    let keys: Vec<_> = journal
        .lines()
        .filter_map(|line| line.split_once(' '))
        .filter(|(_, name)| name.ends_with(';'))
        .map(|(time, name)| (time.parse::<u64>().unwrap(), name.to_owned()))
        .collect();
    let last = keys.last().map_or(0, |(time, _)| *time);
    keys.into_iter()
        .filter(|(time, _)| time + SECOND <= last)
        .map(|(_, name)| name)
        .collect()
}

#[test]
fn a_kill_at_any_moment_loses_no_more_than_the_last_second() {
    let kills = std::env::var("TOKEN34_KILLS").map_or(200, |count| count.parse().unwrap());
    let mut rng = ChaCha8Rng::seed_from_u64(34);
    let (mut checked, mut revisions) = (0, 0);
    let mut dir = TempDir::new().unwrap();
    let mut kept = BTreeSet::new();
    for run in 0..kills {
        if run % A_FILE == 0 {
            (dir, kept) = (TempDir::new().unwrap(), BTreeSet::new());
        }
        kept.extend(kill_one(
            dir.path(),
            run,
            Duration::from_micros(rng.random_range(0..40_000)),
        ));
        let path = dir.path().join("progress.toml");
        if !path.exists() {
            assert!(kept.is_empty(), "run {run}: there is no file");
            continue;
        }
        let record =
            parse(&fs::read(&path).unwrap()).unwrap_or_else(|error| panic!("run {run}: {error}"));
        let found = keys(&record);
        let lost: Vec<_> = kept.difference(&found).collect();
        assert!(lost.is_empty(), "run {run}: lost {lost:?}");
        checked += kept.len();
        revisions = revisions.max(record.revision);
        // What was once in the file stays, whatever happens to later runs.
        kept = found;
    }
    println!(
        "{kills} kills, {checked} keys looked for, up to {revisions} writes of one file, nothing older than a second lost"
    );
}
