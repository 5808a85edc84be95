//! Versions beside the file: kept, bounded, brought back, and the bringing back undone.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::Path;

use jiff::Timestamp;
use tempfile::TempDir;
use token34::progress::{NoteKey, Notice, Opened, Pen, Record, Spot, Store};

const LESSON: &str = "distributed-locks";

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

fn open(path: &Path) -> Opened {
    Store::open(path).unwrap()
}

fn texts(record: &Record) -> Vec<String> {
    record
        .notes()
        .iter()
        .map(|note| note.text.to_owned())
        .collect()
}

fn begin(record: &mut Record, pen: &mut Pen, text: &str) -> NoteKey {
    record.begin_note(pen, LESSON, Spot::Home, text, at(0))
}

#[test]
fn the_versions_of_a_day_are_kept_and_no_more_than_ten() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    let (
        Opened {
            mut store,
            mut record,
            ..
        },
        mut pen,
    ) = (open(&path), Pen::new(at(0), 1, 1));
    for save in 0..=40 {
        begin(&mut record, &mut pen, &format!("note {save}"));
        assert!(
            store
                .save(&mut record, at(save))
                .unwrap()
                .warnings
                .is_empty()
        );
        assert_eq!(
            store.history().unwrap().len(),
            usize::try_from(save).unwrap().min(10)
        );
    }
    let history = store.history().unwrap();
    assert_eq!(
        history
            .iter()
            .map(|past| past.revision)
            .take(3)
            .collect::<Vec<_>>(),
        [40, 39, 38]
    );
    assert_eq!(history[9].revision, 1);
    for past in &history {
        let kept = store.read_past(past).unwrap();
        assert_eq!(
            (kept.revision, kept.notes().len() as u64),
            (past.revision, past.revision)
        );
    }
}

#[test]
fn a_version_comes_back_and_the_restore_is_undone_like_any_other_change() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    let (
        Opened {
            mut store,
            mut record,
            ..
        },
        mut pen,
    ) = (open(&path), Pen::new(at(0), 1, 1));
    let edited = begin(&mut record, &mut pen, "long and good");
    let deleted = begin(&mut record, &mut pen, "deleted by mistake");
    record.mark_read(LESSON, "overview");
    store.save(&mut record, at(1)).unwrap();
    record.edit_note(&mut pen, &edited, "oops", at(2)).unwrap();
    record.delete_note(&deleted);
    begin(&mut record, &mut pen, "new");
    record.set_complete(LESSON, true, at(2));
    store.save(&mut record, at(3)).unwrap();

    // Another instance still has what the restore undoes; it must not bring it back.
    let mut other = open(&path);
    let past = store.read_past(&store.history().unwrap()[0]).unwrap();
    let before = record.clone();
    record = record.restored(&past, &mut pen, at(4));
    store.save(&mut record, at(4)).unwrap();
    other.record.mark_read(LESSON, "pitfalls");
    other.store.save(&mut other.record, at(5)).unwrap();
    for record in [&record, &other.record, &open(&path).record] {
        assert_eq!(texts(record), ["long and good", "deleted by mistake"]);
        assert!(!record.is_complete(LESSON) && record.is_read(LESSON, "overview"));
        assert!(record.revision > before.revision);
    }

    let undo = store
        .history()
        .unwrap()
        .into_iter()
        .find(|past| past.revision == before.revision)
        .unwrap();
    let undo = store.read_past(&undo).unwrap();
    record = record.restored(&undo, &mut pen, at(6));
    store.save(&mut record, at(6)).unwrap();
    assert_eq!(texts(&record), ["oops", "new"]);
    assert!(record.is_complete(LESSON));
}

#[test]
fn when_the_file_is_damaged_the_newest_whole_version_is_shown() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    let (
        Opened {
            mut store,
            mut record,
            ..
        },
        mut pen,
    ) = (open(&path), Pen::new(at(0), 1, 1));
    for save in 1..=3 {
        begin(&mut record, &mut pen, &format!("note {save}"));
        store.save(&mut record, at(save)).unwrap();
    }
    fs::write(&path, "revision = 3").unwrap();
    fs::write(&store.history().unwrap()[0].path, "").unwrap();
    let again = open(&path);
    assert!(
        matches!(again.notice, Notice::Damaged { from: Some(from), .. } if from == at(2)),
        "{}",
        again.notice
    );
    assert_eq!(texts(&again.record), ["note 1"]);
}

#[test]
fn a_clock_that_goes_back_does_not_make_the_newest_version_the_oldest() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    let (
        Opened {
            mut store,
            mut record,
            ..
        },
        mut pen,
    ) = (open(&path), Pen::new(at(0), 1, 1));
    let years = [0, 1, 40, -53, -53, 75, -10].map(|year| at(year * 31_557_600));
    for (save, now) in years.into_iter().enumerate() {
        begin(&mut record, &mut pen, &format!("note {save}"));
        assert!(store.save(&mut record, now).unwrap().warnings.is_empty());
    }
    let history = store.history().unwrap();
    assert_eq!(
        history.iter().map(|past| past.revision).collect::<Vec<_>>(),
        [6, 5, 4, 3, 2, 1]
    );
    // A file that is begun anew counts on, so that its versions come after these.
    fs::remove_file(&path).unwrap();
    let Opened {
        mut store,
        mut record,
        notice,
    } = open(&path);
    assert_eq!((notice, record.notes().len()), (Notice::Fresh, 0));
    assert_eq!(store.save(&mut record, at(0)).unwrap().revision, 7);
}
