//! The progress file as a learner's disk sees it: begun, kept, damaged, newer.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

mod store;

use std::fs;
use std::path::{Path, PathBuf};

use jiff::{SignedDuration, Timestamp};
use tempfile::TempDir;
use token34::progress::{Answer, Grade, Notice, Opened, Record, Spot, Store, StoreError, Warning};

use store::{LESSON, at, open, pen, place};

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
        b"format = 2\nrevision = \"x\"",
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
