//! Every call to the file system fails in turn, with every error that a disk gives: nothing is lost.
//!
//! `cargo test --test progress_faults -- --nocapture` prints the table.

#![cfg(unix)]
#![expect(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "helpers of tests fail by panicking; the table is to be read"
)]

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use jiff::Timestamp;
use tempfile::TempDir;
use token34::progress::disk::{Call, System};
use token34::progress::format::parse;
use token34::progress::{Opened, Pen, Record, Spot, Store, StoreError};

/// Name and number.
const ERRORS: [(&str, i32); 6] = [
    ("ENOSPC", 28),
    ("EIO", 5),
    ("EACCES", 13),
    ("EROFS", 30),
    ("EINTR", 4),
    ("EDQUOT", if cfg!(target_os = "linux") { 122 } else { 69 }),
];

/// A system that fails the call with a given index, once or from then on for all of its kind.
#[derive(Default)]
struct Plan {
    made: Vec<Call>,
    fail: Option<(usize, i32, bool)>,
    failing: Option<(Call, i32)>,
    waited: Duration,
}

#[derive(Clone, Default)]
struct Faulty(Arc<Mutex<Plan>>);

impl Faulty {
    fn plan(&self) -> MutexGuard<'_, Plan> {
        self.0.lock().unwrap()
    }
}

impl System for Faulty {
    fn before(&self, call: Call) -> io::Result<()> {
        let mut plan = self.plan();
        let index = plan.made.len();
        plan.made.push(call);
        if let Some((at, error, for_good)) = plan.fail
            && at == index
        {
            plan.failing = for_good.then_some((call, error));
            return Err(io::Error::from_raw_os_error(error));
        }
        match plan.failing {
            Some((kind, error)) if kind == call => Err(io::Error::from_raw_os_error(error)),
            _ => Ok(()),
        }
    }

    fn wait(&self, time: Duration) {
        self.plan().waited += time;
    }
}

/// What stands in the file when the save begins.
#[derive(Debug, Clone, Copy)]
enum Before {
    Nothing,
    Ours,
    Theirs,
    Damage,
}

const ALL: [Before; 4] = [
    Before::Nothing,
    Before::Ours,
    Before::Theirs,
    Before::Damage,
];

struct Stage {
    dir: TempDir,
    system: Faulty,
    opened: Opened,
    old: Option<Vec<u8>>,
    /// Texts that must be in the file in the end.
    wanted: BTreeSet<String>,
}

/// A directory in memory where the system has one: what is tried is the seam, and a flush to a disk takes time.
fn room() -> TempDir {
    TempDir::new_in("/dev/shm")
        .or_else(|_| TempDir::new())
        .unwrap()
}

fn now() -> Timestamp {
    Timestamp::from_second(1_700_000_000).unwrap()
}

fn texts(record: &Record) -> BTreeSet<String> {
    record
        .notes()
        .iter()
        .map(|note| note.text.to_owned())
        .collect()
}

fn write_note(record: &mut Record, nonce: u64, text: &str) {
    record.begin_note(
        &mut Pen::new(now(), 0, nonce),
        "lesson",
        Spot::Home,
        text,
        now(),
    );
}

impl Stage {
    fn path(dir: &TempDir) -> PathBuf {
        dir.path().join("data/progress.toml")
    }

    fn set(before: Before) -> Self {
        let dir = room();
        let (path, system) = (Self::path(&dir), Faulty::default());
        let mut opened = Store::open_on(Box::new(system.clone()), &path).unwrap();
        let mut wanted = BTreeSet::new();
        if !matches!(before, Before::Nothing) {
            write_note(&mut opened.record, 1, "saved");
            opened.store.save(&mut opened.record, now()).unwrap();
            wanted.insert("saved".to_owned());
        }
        match before {
            Before::Theirs => {
                let mut other = Store::open(&path).unwrap();
                write_note(&mut other.record, 2, "theirs");
                other.store.save(&mut other.record, now()).unwrap();
                wanted.insert("theirs".to_owned());
            }
            Before::Damage => fs::write(&path, "damage").unwrap(),
            Before::Nothing | Before::Ours => {}
        }
        write_note(&mut opened.record, 3, "typed");
        wanted.insert("typed".to_owned());
        let old = fs::read(&path).ok();
        *system.plan() = Plan::default();
        Self {
            dir,
            system,
            opened,
            old,
            wanted,
        }
    }

    fn save(&mut self) -> Result<token34::progress::Saved, StoreError> {
        self.opened.store.save(&mut self.opened.record, now())
    }

    /// The file holds what it held or the new record whole; what was typed is in memory; damage is kept somewhere.
    fn check(&self, saved: bool) -> Result<&'static str, String> {
        let content = fs::read(Self::path(&self.dir)).ok();
        let outcome = if content == self.old {
            "old"
        } else {
            let written = content.ok_or("the file is gone")?;
            let written =
                parse(&written).map_err(|error| format!("neither old nor new: {error}"))?;
            if !texts(&written).is_superset(&self.wanted) {
                return Err(format!("{:?} lacks something", texts(&written)));
            }
            "new"
        };
        if saved && outcome == "old" {
            return Err("said that it saved, and did not".to_owned());
        }
        if !texts(&self.opened.record).contains("typed") {
            return Err("the record in memory lost what was typed".to_owned());
        }
        if self.old.as_deref() == Some(b"damage") && !keeps(&Self::path(&self.dir), b"damage") {
            return Err("the damaged content is gone".to_owned());
        }
        Ok(outcome)
    }
}

fn keeps(path: &Path, content: &[u8]) -> bool {
    let files = fs::read_dir(path.parent().unwrap())
        .unwrap()
        .map(|entry| entry.unwrap().path());
    files
        .filter(|file| file.is_file())
        .any(|file| fs::read(file).unwrap() == content)
}

/// One save with one fault, and a second save when the fault is over.
fn run(before: Before, fault: (usize, i32, bool)) -> Result<&'static str, String> {
    let mut stage = Stage::set(before);
    stage.system.plan().fail = Some(fault);
    let first = stage.save();
    let outcome = stage.check(first.is_ok())?;
    if let Err(error) = first
        && !error.to_string().contains("/data")
    {
        return Err(format!("the error names no file: {error}"));
    }
    *stage.system.plan() = Plan::default();
    stage
        .save()
        .map_err(|error| format!("does not save after the fault: {error}"))?;
    match stage.check(true)? {
        "new" => Ok(outcome),
        other => Err(format!("{other} after the fault is over")),
    }
}

#[test]
fn every_call_fails_in_turn_with_every_error_and_nothing_is_lost() {
    let mut table: BTreeMap<usize, BTreeMap<&str, BTreeMap<&str, usize>>> = BTreeMap::new();
    let mut losses = Vec::new();
    let mut runs = 0;
    for before in ALL {
        let mut clean = Stage::set(before);
        clean.save().unwrap();
        let calls = clean.system.plan().made.clone();
        for (index, call) in calls.into_iter().enumerate() {
            let row = table
                .entry(Call::ALL.iter().position(|&known| known == call).unwrap())
                .or_default();
            for ((name, error), for_good) in ERRORS
                .iter()
                .flat_map(|&error| [(error, false), (error, true)])
            {
                runs += 1;
                match run(before, (index, error, for_good)) {
                    Ok(outcome) => *row.entry(name).or_default().entry(outcome).or_default() += 1,
                    Err(loss) => losses.push(format!(
                        "{before:?}, call {index} {call:?}, {name}, for good {for_good}: {loss}"
                    )),
                }
            }
        }
    }
    print_table(&table);
    println!("{runs} saves with a fault, {} losses", losses.len());
    assert!(losses.is_empty(), "{}", losses.join("\n"));
    let reached: BTreeSet<_> = table
        .keys()
        .map(|&index| format!("{:?}", Call::ALL[index]))
        .collect();
    let missed: Vec<_> = Call::ALL
        .iter()
        .map(|call| format!("{call:?}"))
        .filter(|call| !reached.contains(call))
        .collect();
    assert_eq!(
        missed,
        ["ReadLink", "Remove"],
        "the calls that a save of these four does not make"
    );
}

fn print_table(table: &BTreeMap<usize, BTreeMap<&str, BTreeMap<&str, usize>>>) {
    println!("what the file holds after a save in which one call failed");
    println!(
        "{:<11}{}",
        "call",
        ERRORS.map(|(name, _)| format!("{name:<15}")).concat()
    );
    for (index, row) in table {
        let cell = |name| {
            let counts = row
                .get(name)
                .into_iter()
                .flatten()
                .map(|(outcome, count)| format!("{count} {outcome}"));
            format!("{:<15}", counts.collect::<Vec<_>>().join(", "))
        };
        let call = format!("{:?}", Call::ALL[*index]);
        println!("{call:<11}{}", ERRORS.map(|(name, _)| cell(name)).concat());
    }
}

#[test]
fn opening_with_a_fault_changes_nothing_and_what_opens_saves() {
    for before in ALL {
        let stage = Stage::set(before);
        let path = Stage::path(&stage.dir);
        let system = Faulty::default();
        drop(Store::open_on(Box::new(system.clone()), &path).map_err(|error| error.to_string()));
        let calls = system.plan().made.len();
        for (index, (_, error), for_good) in (0..calls).flat_map(|i| {
            ERRORS
                .iter()
                .flat_map(move |&e| [(i, e, false), (i, e, true)])
        }) {
            let system = Faulty::default();
            system.plan().fail = Some((index, error, for_good));
            let opened = Store::open_on(Box::new(system.clone()), &path);
            assert_eq!(fs::read(&path).ok(), stage.old);
            let Ok(Opened {
                mut store,
                mut record,
                ..
            }) = opened
            else {
                continue;
            };
            *system.plan() = Plan::default();
            write_note(&mut record, 9, "after");
            store.save(&mut record, now()).unwrap();
            let written = parse(&fs::read(&path).unwrap()).unwrap();
            assert!(texts(&written).contains("after"));
            let had_saved = matches!(before, Before::Ours | Before::Theirs);
            assert_eq!(texts(&written).contains("saved"), had_saved, "{before:?}");
            if let Some(old) = &stage.old {
                assert!(had_saved || keeps(&path, old));
                fs::write(&path, old).unwrap();
            } else {
                fs::remove_file(&path).unwrap();
            }
        }
    }
}

#[test]
fn a_lock_that_is_held_is_waited_for_and_then_told() {
    let mut stage = Stage::set(Before::Ours);
    let lock = fs::OpenOptions::new()
        .write(true)
        .open(stage.dir.path().join("data/.progress.toml.lock"))
        .unwrap();
    lock.lock().unwrap();
    assert!(matches!(stage.save(), Err(StoreError::Busy { .. })));
    assert!(stage.system.plan().waited >= token34::progress::store::PATIENCE);
    assert_eq!(fs::read(Stage::path(&stage.dir)).ok(), stage.old);
    lock.unlock().unwrap();
    stage.save().unwrap();
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_system_without_locks_is_written_with_a_warning() {
    let mut stage = Stage::set(Before::Theirs);
    let calls = {
        let mut clean = Stage::set(Before::Theirs);
        clean.save().unwrap();
        clean.system.plan().made.clone()
    };
    let lock = calls.iter().position(|&call| call == Call::Lock).unwrap();
    stage.system.plan().fail = Some((lock, 37, true));
    let saved = stage.save().unwrap();
    assert_eq!(saved.warnings, [token34::progress::Warning::NoLock]);
    assert_eq!(stage.save().unwrap().warnings, []);
    assert_eq!(stage.check(true), Ok("new"));
}

#[test]
fn temporary_files_of_a_writer_that_was_killed_are_cleared_away() {
    let stage = Stage::set(Before::Ours);
    let path = Stage::path(&stage.dir);
    let leftover = path.with_file_name(".progress.toml.token34-x1Y2z3.tmp");
    // What is only called like one of ours is somebody else's, as of a writer of another progress file.
    let others = [
        "mine.tmp",
        ".progress.toml.backup.tmp",
        ".progress.toml.token34-x1y2z3.bak.tmp",
        ".progress.toml.token34-x1y2z34.tmp",
        ".progress.toml.token34-x1y2-3.tmp",
        ".progress.toml.token34-.tmp",
        ".progress.toml.token34-x1y2z3",
        ".progress.toml.toml.token34-x1y2z3.tmp",
        ".progress.token34-x1y2z3.tmp",
        "progress.toml.token34-x1y2z3.tmp",
    ]
    .map(|name| path.with_file_name(name));
    for path in [&leftover].into_iter().chain(&others) {
        fs::write(path, "half a rec").unwrap();
    }
    let Opened {
        mut store,
        mut record,
        ..
    } = Store::open(&path).unwrap();
    store.save(&mut record, now()).unwrap();
    assert!(!leftover.exists());
    for other in others {
        assert!(other.exists(), "{}", other.display());
    }
}
