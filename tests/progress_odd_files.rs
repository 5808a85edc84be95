//! Files that no version of the program writes: nested too deep, huge, of the wrong type. Nothing of them is lost, and
//! no save makes a file that cannot be read again.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use proptest::prelude::*;
use tempfile::TempDir;
use token34::progress::format::{parse_json, parse_telling, print};
use token34::progress::markdown::from_markdown;
use token34::progress::{Notice, Opened, Pen, Record, Spot, Store, StoreError, Warning};
use toml::Table;

const LESSON: &str = "distributed-locks";
const PARTS: [&str; 5] = ["lessons", "notes", "answers", "predictions", "drafts"];

fn now() -> Timestamp {
    Timestamp::from_second(1_700_000_000).unwrap()
}

fn file(dir: &TempDir, text: &str) -> PathBuf {
    let path = dir.path().join("progress.toml");
    fs::write(&path, text).unwrap();
    path
}

/// Takes a note as any session does, and gives the warnings.
fn take_note(path: &Path) -> Vec<Warning> {
    let Opened {
        mut store,
        mut record,
        ..
    } = Store::open(path).unwrap();
    let mut pen = Pen::new(now(), 1, 7);
    record.begin_note(&mut pen, LESSON, Spot::Home, "kept", now());
    store.save(&mut record, now()).unwrap().warnings
}

/// The file can be read, has the note, and the file beside has what has no room in it.
fn is_whole(path: &Path, warnings: &[Warning], mark: &str) {
    let opened = Store::open(path).unwrap();
    let found = !matches!(opened.notice, Notice::Damaged { .. } | Notice::Newer { .. });
    assert!(found, "{}", opened.notice);
    assert_eq!(opened.record.notes().len(), 1);
    let mut all = fs::read_to_string(path).unwrap();
    for warning in warnings {
        if let Warning::Displaced { to, .. } = warning {
            all += &fs::read_to_string(to).unwrap();
        }
    }
    assert!(all.contains(mark), "{all}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    #[test]
    fn however_deep_a_file_is_nested_a_save_leaves_one_that_can_be_read(
        above in 1_usize..78,
        within in 0_usize..78,
        held in any::<bool>(),
    ) {
        let dotted = |levels: usize| vec!["a"; levels].join(".");
        let inner = if within == 0 { "\"deep-mark\"".to_owned() } else {
            format!("{{ {} = \"deep-mark\" }}", dotted(within))
        };
        let top = if held { "answers.x." } else { "" };
        let text = format!("format = 4\nrevision = 1\n[{top}zz.{}]\nb = {inner}\n", dotted(above));
        prop_assume!(parse_telling(text.as_bytes()).is_ok());
        let dir = TempDir::new().unwrap();
        let path = file(&dir, &text);
        let warnings = take_note(&path);
        is_whole(&path, &warnings, "deep-mark");
        prop_assert_eq!(take_note_again(&path), vec![]);
    }

    #[test]
    fn what_json_nests_deeper_than_toml_goes_into_a_file_beside(levels in 60_usize..124) {
        let (open, close) = ("[".repeat(levels), "]".repeat(levels));
        let json = format!("{{\"format\":4,\"revision\":1,\"zz\":{open}\"deep-mark\"{close}}}");
        let theirs = parse_json(json.as_bytes()).unwrap().record;
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("progress.toml");
        let Opened { mut store, mut record, .. } = Store::open(&path).unwrap();
        record.begin_note(&mut Pen::new(now(), 1, 7), LESSON, Spot::Home, "kept", now());
        record.join(&theirs);
        let warnings = store.save(&mut record, now()).unwrap().warnings;
        is_whole(&path, &warnings, "deep-mark");
    }
}

#[test]
fn what_a_last_save_could_not_write_can_be_taken_in_and_nothing_of_it_is_left_out() {
    let dir = TempDir::new().unwrap();
    let odd = "format = 4\nrevision = 1\n[place]\nscreen = \"hologram-mark\"\n[drafts]\nq = \"draft-mark\"\n";
    let path = file(&dir, odd);
    let opened = Store::open(&path).unwrap();
    let (mut store, mut record) = (opened.store.with_patience(Duration::ZERO), opened.record);
    record.set_place(LESSON, Spot::Notes, now());
    let (open, close) = ("[".repeat(100), "]".repeat(100));
    let deep = format!("{{\"format\":4,\"revision\":1,\"zz\":{open}\"deep-mark\"{close}}}");
    record.join(&parse_json(deep.as_bytes()).unwrap().record);

    let lock = fs::File::create(dir.path().join(".progress.toml.lock")).unwrap();
    lock.lock().unwrap();
    let error = store.save_last(&mut record, dir.path(), now()).unwrap_err();
    let StoreError::Rescued { to, unreadable, .. } = &error else {
        panic!("{error}")
    };
    let text = fs::read_to_string(to).unwrap();
    let again = parse_telling(text.as_bytes()).unwrap().record;
    assert_eq!(again.place, record.place);
    let beside = unreadable
        .iter()
        .map(|path| fs::read_to_string(path).unwrap());
    let all: String = beside.chain([text]).collect();
    for mark in ["hologram-mark", "draft-mark", "deep-mark"] {
        assert!(all.contains(mark), "{mark} in\n{all}");
    }
    for path in unreadable {
        let told = path.display().to_string();
        assert!(error.to_string().contains(&told), "{error}");
    }
}

/// A save after that has nothing more to tell.
fn take_note_again(path: &Path) -> Vec<Warning> {
    let Opened {
        mut store,
        mut record,
        ..
    } = Store::open(path).unwrap();
    record.mark_read(LESSON, "overview");
    store.save(&mut record, now()).unwrap().warnings
}

#[test]
fn a_part_of_the_wrong_type_takes_nothing_else_with_it_and_stays() {
    let mut whole = Record::default();
    whole.set_place(LESSON, Spot::Notes, now());
    let text = print(&whole).unwrap();
    for part in PARTS {
        for wrong in ["5", "\"x\"", "false", "[]", "[1, 2]", "2026-02-01"] {
            let mut lines: Vec<_> = text.lines().collect();
            lines.retain(|line| *line != format!("[{part}]"));
            let at = lines
                .iter()
                .position(|line| line.starts_with("revision"))
                .unwrap();
            let entry = format!("{part} = {wrong}");
            lines.insert(at, &entry);
            let dir = TempDir::new().unwrap();
            let path = file(&dir, &lines.join("\n"));
            let Opened {
                mut store,
                mut record,
                notice,
            } = Store::open(&path).unwrap();
            let Notice::Unreadable(told) = notice else {
                panic!("{entry}: {notice}")
            };
            assert_eq!(
                (told.len(), told[0].entry.as_str(), told[0].line),
                (1, part, Some(at + 1))
            );
            assert!(record.place.is_some());
            record.set_place(LESSON, Spot::Home, now());
            assert_eq!(store.save(&mut record, now()).unwrap().warnings, []);
            let written: Table = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
            let before: Table = toml::from_str(&entry).unwrap();
            assert_eq!(written.get(part), before.get(part));
        }
    }
    // Where something takes its place, it goes into a file beside.
    let dir = TempDir::new().unwrap();
    let path = file(&dir, "format = 4\nrevision = 1\nnotes = \"deep-mark\"\n");
    let warnings = take_note(&path);
    assert!(
        matches!(warnings[..], [Warning::Displaced { .. }]),
        "{warnings:?}"
    );
    is_whole(&path, &warnings, "deep-mark");
}

#[test]
fn a_hundred_thousand_unreadable_entries_are_told_with_their_lines() {
    const MANY: usize = 100_000;
    let mut text = "format = 4\nrevision = 1\n".to_owned();
    for number in 0..MANY {
        write!(text, "[answers.a{number}]\nwrong = true\n").unwrap();
    }
    let told = parse_telling(text.as_bytes()).unwrap().unreadable;
    assert_eq!(told.len(), MANY);
    let last = told
        .iter()
        .find(|one| one.entry == "answers.a99999")
        .unwrap();
    assert_eq!(last.line, Some(2 * MANY + 1));
}

#[test]
fn a_hundred_thousand_marks_that_are_none_stay_in_their_list() {
    const MANY: i64 = 100_000;
    let marks: Vec<_> = (0..MANY).map(|number| number.to_string()).collect();
    let marks = marks.join(", ");
    let text = format!(
        "format = 4\nrevision = 1\n[lessons.x]\nread = [\"overview\", {marks}]\nwatched = []\n"
    );
    let parsed = parse_telling(text.as_bytes()).unwrap();
    assert!(parsed.record.is_read("x", "overview"));
    let printed = print(&parsed.record).unwrap();
    assert_eq!(
        parse_telling(printed.as_bytes()).unwrap().record,
        parsed.record
    );
}

#[test]
fn a_document_of_fifty_thousand_parts_is_taken_in() {
    const MANY: usize = 50_000;
    let mut record = Record::default();
    let mut pen = Pen::new(now(), 1, 7);
    let parts = (0..MANY).map(|number| format!("<!-- token34 notes -->\nnote {number}\n"));
    let text: String = parts.collect();
    for (added, unchanged) in [(MANY, 0), (0, MANY)] {
        let imported = from_markdown(&mut record, &mut pen, LESSON, &text, now()).unwrap();
        assert_eq!((imported.added, imported.unchanged), (added, unchanged));
    }
}
