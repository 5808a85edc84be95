//! The progress file as a learner's disk sees it: begun, kept, damaged, newer, shared.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;
use token34::progress::{
    Answer, Grade, Notice, Opened, Pen, Record, Spot, Store, StoreError, Warning,
};

const LESSON: &str = "distributed-locks";

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

fn pen(nonce: u64) -> Pen {
    Pen::new(at(0), 1, nonce)
}

fn open(path: &Path) -> Opened {
    Store::open(path).unwrap()
}

fn place() -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("deep/er/progress.toml");
    (dir, path)
}

fn texts(record: &Record) -> Vec<String> {
    let mut texts: Vec<_> = record
        .notes()
        .iter()
        .map(|note| note.text.to_owned())
        .collect();
    texts.sort();
    texts
}

fn everything(record: &mut Record) {
    let mut pen = pen(7);
    record.mark_read(LESSON, "overview");
    record.mark_watched(LESSON, "paused-holder");
    record.toggle_complete(LESSON, at(1));
    record.set_place(
        LESSON,
        Spot::Watch {
            scenario: "paused-holder".to_owned(),
            at_ms: 14_200,
            nth: None,
        },
        at(2),
    );
    let answer = Answer {
        text: "a pause\nlonger than \"its\" lease".to_owned(),
        ..Answer::new("two-believers", at(3), Grade::Partly)
    };
    record.add_answer(&mut pen, answer);
    let key = record.begin_note(&mut pen, LESSON, Spot::Home, "first", at(4));
    record.begin_note(
        &mut pen,
        LESSON,
        Spot::Read {
            section: "pitfalls".to_owned(),
            permille: 500,
        },
        "# läuft '''\n\n\"\"\"",
        at(5),
    );
    record.edit_note(&mut pen, &key, "second", at(6)).unwrap();
}

#[test]
fn what_was_done_is_there_again() {
    let (_dir, path) = place();
    let Opened {
        mut store,
        mut record,
        notice,
    } = open(&path);
    assert_eq!(notice, Notice::Fresh);
    everything(&mut record);
    let saved = store.save(&mut record, at(9)).unwrap();
    assert_eq!(
        (saved.revision, saved.merged, saved.warnings),
        (1, false, vec![])
    );
    assert_eq!(store.save(&mut record, at(9)).unwrap().revision, 2);
    let again = open(&path);
    assert_eq!((again.notice, again.record), (Notice::Loaded, record));
}

#[cfg(unix)]
#[test]
fn the_file_is_for_its_owner_alone_and_a_link_and_a_mode_are_kept() {
    use std::os::unix::fs::{PermissionsExt as _, symlink};
    let (dir, path) = place();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
    let Opened {
        mut store,
        mut record,
        ..
    } = open(&path);
    store.save(&mut record, at(0)).unwrap();
    assert_eq!((mode(&path), mode(path.parent().unwrap())), (0o600, 0o700));
    fs::set_permissions(&path, fs::Permissions::from_mode(0o640)).unwrap();
    let link = dir.path().join("link.toml");
    symlink("deep/er/progress.toml", &link).unwrap();
    let Opened {
        mut store,
        mut record,
        notice,
    } = open(&link);
    assert_eq!(notice, Notice::Loaded);
    record.mark_read(LESSON, "overview");
    store.save(&mut record, at(0)).unwrap();
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());
    assert_eq!(mode(&path), 0o640);
    assert_eq!(open(&path).record, record);
    fs::set_permissions(&path, fs::Permissions::from_mode(0o400)).unwrap();
    assert!(matches!(
        store.save(&mut record, at(0)),
        Err(StoreError::ReadOnly { .. })
    ));
}

#[test]
fn a_damaged_file_is_set_aside_under_its_date_and_never_replaced() {
    for damage in [
        &b"format = 2\nrevision = \xff"[..],
        b"notes = 3",
        b"format = 2\nrevision = 4\nnotes = 3",
        b"{}",
        b"\0\0\0",
    ] {
        let (_dir, path) = place();
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        for round in 0..2 {
            fs::write(&path, damage).unwrap();
            let files = || fs::read_dir(path.parent().unwrap()).unwrap().count();
            let before = files();
            let Opened {
                mut store,
                mut record,
                notice,
            } = open(&path);
            assert!(matches!(notice, Notice::Damaged { .. }), "{notice}");
            assert_eq!(files(), before, "to look changes nothing");
            let saved = store.save(&mut record, at(0)).unwrap();
            // Kept twice is once.
            let told = (round == 0).then_some(&saved.warnings);
            let Some([Warning::SetAside { to, .. }]) = told.map(Vec::as_slice) else {
                assert_eq!((round, saved.warnings), (1, vec![]));
                continue;
            };
            assert_eq!(fs::read(to).unwrap(), damage);
            let name = to.file_name().unwrap().to_str().unwrap();
            assert!(
                name.starts_with("progress.toml.damaged-2023-11-14T22-13-20Z"),
                "{name}"
            );
            // Damaged again while it is open: the save sets that aside, too.
            let other_damage = [damage, round.to_string().as_bytes()].concat();
            fs::write(&path, &other_damage).unwrap();
            let saved = store.save(&mut record, at(60)).unwrap();
            let [Warning::SetAside { to, .. }] = &saved.warnings[..] else {
                panic!("{:?}", saved.warnings)
            };
            assert_eq!(fs::read(to).unwrap(), other_damage);
            assert_eq!(open(&path).notice, Notice::Loaded);
        }
    }
}

#[test]
fn a_newer_format_is_shown_and_left_untouched() {
    let (_dir, path) = place();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    let newer = "format = 99\nrevision = 7\nhologram = true\n[lessons.x]\nread = [\"overview\"]\n";
    fs::write(&path, newer).unwrap();
    let Opened {
        mut store,
        mut record,
        notice,
    } = open(&path);
    assert_eq!(notice, Notice::Newer { format: 99 });
    assert!(store.is_read_only() && record.is_read("x", "overview"));
    let error = store.save(&mut record, at(0)).unwrap_err();
    assert!(error.to_string().contains("format 99"), "{error}");
    assert_eq!(fs::read_to_string(&path).unwrap(), newer);
    // Also when it becomes newer while it is open.
    fs::remove_file(&path).unwrap();
    let Opened {
        mut store,
        mut record,
        ..
    } = open(&path);
    store.save(&mut record, at(0)).unwrap();
    fs::write(&path, newer).unwrap();
    assert!(store.changed_on_disk());
    assert!(matches!(
        store.refresh(&mut record),
        Err(StoreError::Newer { format: 99, .. })
    ));
    assert!(matches!(
        store.save(&mut record, at(0)),
        Err(StoreError::Newer { format: 99, .. })
    ));
    assert_eq!(fs::read_to_string(&path).unwrap(), newer);
}

#[test]
fn an_empty_file_is_a_fresh_one() {
    let (_dir, path) = place();
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, "\n").unwrap();
    let Opened {
        mut store,
        mut record,
        notice,
    } = open(&path);
    assert_eq!(notice, Notice::Fresh);
    assert!(store.save(&mut record, at(0)).unwrap().warnings.is_empty());
}

#[test]
fn a_stale_writer_takes_in_what_stands_there_before_it_writes() {
    let (_dir, path) = place();
    let mut a = open(&path);
    let mut b = open(&path);
    let (mut pen_a, mut pen_b) = (pen(1), pen(2));
    a.record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "from A", at(1));
    b.record
        .begin_note(&mut pen_b, LESSON, Spot::Home, "from B", at(2));
    assert!(!a.store.save(&mut a.record, at(3)).unwrap().merged);
    let saved = b.store.save(&mut b.record, at(4)).unwrap();
    assert_eq!((saved.merged, saved.revision), (true, 2));
    assert_eq!(texts(&b.record), ["from A", "from B"]);
    assert!(a.store.changed_on_disk());
    assert!(a.store.refresh(&mut a.record).unwrap());
    assert!(!a.store.changed_on_disk());
    assert!(!a.store.refresh(&mut a.record).unwrap());
    assert_eq!(a.record, b.record);
}

#[test]
fn both_versions_of_a_note_that_was_edited_apart_stay_and_a_deletion_is_remembered() {
    let (_dir, path) = place();
    let mut a = open(&path);
    let (mut pen_a, mut pen_b) = (pen(1), pen(2));
    let shared = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "shared", at(1));
    let doomed = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "doomed", at(1));
    a.store.save(&mut a.record, at(2)).unwrap();
    let mut b = open(&path);
    let in_a = a
        .record
        .edit_note(&mut pen_a, &shared, "as A says", at(3))
        .unwrap();
    a.record.delete_note(&doomed);
    b.record
        .edit_note(&mut pen_b, &shared, "as B says", at(4))
        .unwrap();
    a.store.save(&mut a.record, at(5)).unwrap();
    b.store.save(&mut b.record, at(6)).unwrap();
    a.store.refresh(&mut a.record).unwrap();
    assert_eq!(texts(&a.record), ["as A says", "as B says"]);
    assert!(a.record.notes().iter().all(|note| note.twofold));
    // A goes on typing into its own version; B's stands until somebody deletes it.
    let in_a = a
        .record
        .edit_note(&mut pen_a, &in_a, "as both say", at(7))
        .unwrap();
    let other = a
        .record
        .notes()
        .into_iter()
        .find(|note| note.key != in_a)
        .unwrap()
        .key;
    a.record.delete_note(&other);
    a.store.save(&mut a.record, at(8)).unwrap();
    b.store.save(&mut b.record, at(9)).unwrap();
    assert_eq!(texts(&b.record), ["as both say"]);
    assert!(!b.record.notes()[0].twofold);
}

#[test]
fn a_deleted_note_that_another_instance_went_on_writing_comes_back_with_that_text() {
    let (_dir, path) = place();
    let (mut a, mut pen_a, mut pen_b) = (open(&path), pen(1), pen(2));
    let key = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "draft", at(1));
    a.store.save(&mut a.record, at(2)).unwrap();
    let mut b = open(&path);
    a.record.delete_note(&key);
    a.store.save(&mut a.record, at(3)).unwrap();
    b.record
        .edit_note(&mut pen_b, &key, "draft, and more", at(4))
        .unwrap();
    b.store.save(&mut b.record, at(5)).unwrap();
    assert_eq!(texts(&b.record), ["draft, and more"]);
}

#[test]
fn an_edit_by_hand_is_taken_in_even_while_the_note_is_being_typed() {
    let (_dir, path) = place();
    let (mut a, mut pen_a) = (open(&path), pen(1));
    let mut key = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "typed", at(1));
    a.store.save(&mut a.record, at(2)).unwrap();
    // Twice the same edit: the second time its text is one that the program has seen, and replaced.
    for round in 0..2 {
        let by_hand = fs::read_to_string(&path)
            .unwrap()
            .replace("\"typed\"", "\"by hand\"");
        fs::write(&path, by_hand).unwrap();
        let mut untouched = a.record.clone();
        untouched.join(&open(&path).record);
        assert_eq!(texts(&untouched), ["by hand"]);
        key = a
            .record
            .edit_note(&mut pen_a, &key, "typed on", at(3))
            .unwrap();
        a.store.save(&mut a.record, at(4)).unwrap();
        assert_eq!(texts(&a.record), ["by hand", "typed on"], "round {round}");
        let by_hand = a
            .record
            .notes()
            .into_iter()
            .find(|note| note.text == "by hand")
            .unwrap()
            .key;
        a.record.delete_note(&by_hand);
        key = a
            .record
            .edit_note(&mut pen_a, &key, "typed", at(5))
            .unwrap();
        a.store.save(&mut a.record, at(6)).unwrap();
        assert_eq!(texts(&a.record), ["typed"]);
    }
}

#[test]
fn a_sync_program_that_puts_an_old_version_back_takes_nothing_away() {
    let (_dir, path) = place();
    let (mut a, mut pen_a) = (open(&path), pen(1));
    let deleted = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "deleted later", at(1));
    a.store.save(&mut a.record, at(1)).unwrap();
    let old = fs::read(&path).unwrap();
    a.record.delete_note(&deleted);
    a.record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "written later", at(2));
    a.store.save(&mut a.record, at(2)).unwrap();
    for _ in 0..2 {
        fs::write(&path, &old).unwrap();
        assert!(a.store.changed_on_disk());
        let last = a.record.revision;
        let saved = a.store.save(&mut a.record, at(3)).unwrap();
        assert_eq!((saved.merged, saved.revision), (true, last + 1));
        assert_eq!(texts(&open(&path).record), ["written later"]);
    }
    // Nor does one that takes the file away.
    fs::remove_file(&path).unwrap();
    a.store.save(&mut a.record, at(4)).unwrap();
    assert_eq!(texts(&open(&path).record), ["written later"]);
}

#[test]
fn what_is_done_last_wins_though_the_clock_went_back() {
    let mut record = Record::default();
    let later = at(0) + SignedDuration::from_hours(24 * 365 * 75);
    assert!(record.toggle_complete(LESSON, later));
    let before = record.clone();
    assert!(!record.toggle_complete(LESSON, at(0)));
    assert!(record.set_place(LESSON, Spot::Home, later));
    assert!(record.set_place(LESSON, Spot::Notes, Timestamp::UNIX_EPOCH));
    record.join(&before);
    assert!(!record.is_complete(LESSON));
    assert_eq!(record.place.unwrap().spot, Spot::Notes);
    let mut record = Record::default();
    record.set_complete(LESSON, true, Timestamp::MAX);
    record.set_complete(LESSON, false, Timestamp::MAX);
    assert!(!record.is_complete(LESSON));
}

#[test]
fn what_is_no_file_is_an_error_with_a_remedy_and_is_not_touched() {
    let dir = TempDir::new().unwrap();
    for path in [vec![dir.path().to_owned()], devices_and_circles(dir.path())].concat() {
        let error = Store::open(&path).err().unwrap().to_string();
        assert!(
            error.contains("--progress") && error.contains(path.to_str().unwrap()),
            "{error}"
        );
    }
}

#[cfg(unix)]
fn devices_and_circles(dir: &Path) -> Vec<PathBuf> {
    let circle = dir.join("circle");
    std::os::unix::fs::symlink("circle", &circle).unwrap();
    fs::write(dir.join("file"), "").unwrap();
    vec![
        "/dev/null".into(),
        "/dev/zero".into(),
        circle,
        dir.join("file/progress.toml"),
    ]
}

#[cfg(not(unix))]
fn devices_and_circles(_: &Path) -> Vec<PathBuf> {
    Vec::new()
}
