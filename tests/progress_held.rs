//! One value that makes no sense takes nothing else away with it, and stays where it is until it is mended.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use proptest::prelude::*;
use tempfile::TempDir;
use token34::progress::format::{parse, parse_newer, parse_telling, print};
use token34::progress::{
    Answer, Grade, Notice, Opened, Pen, Prediction, Record, Spot, Store, Sure, Warning,
};
use toml::{Table, Value};

const LESSON: &str = "distributed-locks";
const GOLDEN_1: &str = include_str!("golden/progress-1.toml");

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

/// A record with something of everything.
fn full() -> Record {
    let (mut record, mut pen) = (Record::default(), Pen::new(at(0), 1, 7));
    for lesson in [LESSON, "other"] {
        record.mark_read(lesson, "overview");
        record.mark_read(lesson, "redis");
        record.mark_watched(lesson, "paused-holder");
        record.mark_solved(lesson, "first");
        record.toggle_complete(lesson, at(1));
    }
    for (number, grade) in [Grade::Missed, Grade::Knew].into_iter().enumerate() {
        let answer = Answer {
            text: format!("answer {number}"),
            sure: Some(Sure::Guess),
            picked: vec!["stops".to_owned()],
            seed: Some(34),
            ..Answer::new("two-believers", at(3), grade)
        };
        record.add_answer(&mut pen, answer);
        let prediction = Prediction {
            scenario: "paused-holder".to_owned(),
            moment: "write-A-1".to_owned(),
            answer: "refused".to_owned(),
            right: true,
            sure: Sure::Certain,
            at: at(4),
        };
        record.add_prediction(&mut pen, prediction);
        record.set_draft(&format!("question-{number}"), "begun", at(5));
        let spot = Spot::Watch {
            scenario: "paused-holder".to_owned(),
            at_ms: 14_200,
            nth: None,
        };
        record.begin_note(&mut pen, LESSON, spot, &format!("note {number}"), at(6));
    }
    record.set_place(LESSON, Spot::Notes, at(7));
    record.revision = 5;
    record
}

fn table(record: &Record) -> Table {
    toml::from_str(&print(record).unwrap()).unwrap()
}

/// The entries of a file, by their keys from the top.
fn entries(file: &Table) -> Vec<Vec<String>> {
    let below = |path: &[&str]| -> Vec<Vec<String>> {
        let mut inner = file;
        for key in path {
            inner = inner[*key].as_table().unwrap();
        }
        let path = path.iter().map(|&key| key.to_owned());
        let keys = inner.keys();
        keys.map(|key| path.clone().chain([key.clone()]).collect())
            .collect()
    };
    let parts = ["answers", "predictions", "drafts", "notes"];
    let mut all: Vec<_> = parts.iter().flat_map(|part| below(&[part])).collect();
    all.extend(
        [LESSON, "other"]
            .iter()
            .flat_map(|id| below(&["lessons", id])),
    );
    all.push(vec!["place".to_owned()]);
    all
}

/// Every value in a value, the value itself first.
fn leaves(value: &Value, path: &[String]) -> Vec<Vec<String>> {
    let mut all = vec![path.to_owned()];
    if let Value::Table(table) = value {
        for (key, value) in table {
            all.extend(leaves(value, &[path, std::slice::from_ref(key)].concat()));
        }
    }
    all
}

fn get<'a>(file: &'a Table, path: &[String]) -> Option<&'a Value> {
    let (first, rest) = path.split_first()?;
    let mut value = file.get(first)?;
    for key in rest {
        value = value.get(key)?;
    }
    Some(value)
}

fn set(file: &mut Table, path: &[String], to: Option<Value>) {
    let (last, above) = path.split_last().unwrap();
    let mut inner = file;
    for key in above {
        inner = inner[key].as_table_mut().unwrap();
    }
    match to {
        Some(to) => inner.insert(last.clone(), to),
        None => inner.remove(last),
    };
}

/// What somebody, or a program, might put in the place of a value; `None`: nothing.
fn damage() -> impl Strategy<Value = Option<Value>> {
    let words = [
        "9999-12-31T23:59:59Z",
        "yesterday",
        "fairy",
        "",
        "\u{1b}[2J",
    ];
    let odd = words.map(|word| Value::String(word.to_owned()));
    let table = Table::from_iter([("screen".to_owned(), Value::String("hologram".to_owned()))]);
    prop_oneof![
        proptest::sample::select(odd.to_vec()).prop_map(Some),
        (i64::MIN..0).prop_map(|number| Some(Value::Integer(number))),
        Just(Some(Value::Integer(i64::MAX))),
        Just(Some(Value::Float(2.5))),
        any::<bool>().prop_map(|truth| Some(Value::Boolean(truth))),
        Just(Some(Value::Datetime("2026-02-01".parse().unwrap()))),
        Just(Some(Value::Array(vec![
            Value::Integer(3),
            Value::String("kept".to_owned())
        ]))),
        Just(Some(Value::Table(table))),
        Just(None),
    ]
}

/// The record without an entry, held or not.
fn without(mut file: Table, entry: &[String]) -> Record {
    set(&mut file, entry, None);
    parse(toml::to_string(&file).unwrap().as_bytes()).unwrap()
}

fn saved_and_loaded(file: &Table, dir: &TempDir) -> (Record, Notice, Table) {
    let path = dir.path().join("progress.toml");
    fs::write(&path, toml::to_string_pretty(file).unwrap()).unwrap();
    let Opened {
        mut store,
        mut record,
        notice,
    } = Store::open(&path).unwrap();
    let saved = store.save(&mut record, at(60)).unwrap();
    assert_eq!(saved.warnings, []);
    let again = Store::open(&path).unwrap();
    assert_eq!(again.record, record);
    let text = fs::read_to_string(&path).unwrap();
    (record, notice, toml::from_str(&text).unwrap())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn whatever_becomes_of_one_entry_all_others_are_read_and_it_is_kept(
        entry in any::<proptest::sample::Index>(),
        leaf in any::<proptest::sample::Index>(),
        to in damage(),
    ) {
        let whole = table(&full());
        let all = entries(&whole);
        let entry = entry.get(&all);
        let leaves = leaves(get(&whole, entry).unwrap(), entry);
        let leaf = leaf.get(&leaves);
        let mut file = whole.clone();
        set(&mut file, leaf, to);

        let dir = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap();
        let (mut record, notice, written) = saved_and_loaded(&file, &dir);
        let parsed = parse_telling(toml::to_string(&file).unwrap().as_bytes()).unwrap();
        match &notice {
            Notice::Loaded => prop_assert!(record.held.is_empty()),
            Notice::Unreadable(told) => {
                prop_assert_eq!(told.len(), 1);
                prop_assert_eq!(&told[0].entry, &entry.join("."));
                prop_assert!(told[0].line.is_some());
                prop_assert_eq!(told.len(), parsed.unreadable.len());
                // As it was, word for word. A list of marks keeps those that are some, and has no order.
                let (now, then) = (get(&written, entry), get(&file, entry));
                if let Some(Value::Array(then)) = then {
                    let now = now.and_then(Value::as_array);
                    prop_assert!(now.is_some_and(|now| then.iter().all(|item| now.contains(item))));
                } else {
                    prop_assert_eq!(now, then);
                    let mut rest = without(file.clone(), entry);
                    rest.revision = record.revision;
                    record.held = rest.held.clone();
                    prop_assert_eq!(&record, &rest);
                }
            }
            other => prop_assert!(false, "{}", other),
        }
        // Everything else stands in the file as it did.
        for other in all.iter().filter(|other| *other != entry) {
            prop_assert_eq!(get(&written, other), get(&whole, other), "{:?}", other);
        }
    }

    #[test]
    fn two_damaged_entries_merge_in_any_order_and_none_is_lost(
        picks in proptest::collection::vec((any::<proptest::sample::Index>(), damage()), 2..4),
    ) {
        let whole = table(&full());
        let all = entries(&whole);
        let mut records = Vec::new();
        for (entry, to) in picks {
            let mut file = whole.clone();
            let entry: &Vec<String> = entry.get(&all);
            set(&mut file, entry, to);
            records.push(parse(toml::to_string(&file).unwrap().as_bytes()).unwrap());
        }
        let join = |order: Vec<&Record>| {
            let mut joined = Record::default();
            order.into_iter().for_each(|record| joined.join(record));
            joined
        };
        let one = join(records.iter().collect());
        prop_assert_eq!(&join(records.iter().rev().collect()), &one);
        prop_assert_eq!(&token34::progress::merge(&one, &one), &one);
    }
}

#[test]
fn the_marks_of_a_list_that_are_marks_stay_read() {
    let mut file = table(&full());
    let read = vec![
        Value::String("overview".to_owned()),
        Value::Integer(3),
        Value::String("redis".to_owned()),
    ];
    let path = ["lessons", LESSON, "read"].map(str::to_owned);
    set(&mut file, &path, Some(Value::Array(read)));
    let dir = TempDir::new().unwrap();
    let (record, notice, written) = saved_and_loaded(&file, &dir);
    assert!(record.is_read(LESSON, "overview") && record.is_read(LESSON, "redis"));
    let Notice::Unreadable(told) = notice else {
        panic!("{notice}")
    };
    assert_eq!(told[0].entry, "lessons.distributed-locks.read");
    assert_eq!(told[0].why, "[3] is no text");
    let written = get(&written, &path).unwrap().as_array().unwrap();
    assert!(written.len() == 3 && written.contains(&Value::Integer(3)));
}

/// A progress file with a change in its text.
fn changed(dir: &Path, from: &str, to: &str) -> PathBuf {
    let path = dir.join("progress.toml");
    let text = print(&full()).unwrap();
    assert!(text.contains(from), "{from} is not in\n{text}");
    fs::write(&path, text.replacen(from, to, 1)).unwrap();
    path
}

#[test]
fn what_takes_the_place_of_such_an_entry_moves_it_into_a_file_that_can_be_mended_and_merged() {
    let dir = TempDir::new().unwrap();
    let path = changed(dir.path(), "screen = \"notes\"", "screen = \"hologram\"");
    let Opened {
        mut store,
        mut record,
        notice,
    } = Store::open(&path).unwrap();
    let told = notice.to_string();
    assert!(
        told.starts_with("Unreadable, kept in the progress file: place (line "),
        "{told}"
    );
    let Notice::Unreadable(told) = notice else {
        panic!("{notice}")
    };
    assert!(told[0].to_string().contains("hologram"), "{}", told[0]);
    assert!(record.place.is_none() && record.notes().len() == 2);
    record.set_place(LESSON, Spot::Home, at(9));
    let saved = store.save(&mut record, at(10)).unwrap();
    let [Warning::Displaced { entries, to }] = &saved.warnings[..] else {
        panic!("{:?}", saved.warnings)
    };
    assert_eq!(entries, &["place"]);
    let kept = fs::read_to_string(to).unwrap();
    assert!(kept.contains("screen = \"hologram\""), "{kept}");
    assert_eq!(store.save(&mut record, at(11)).unwrap().warnings, []);
    assert_eq!(Store::open(&path).unwrap().notice, Notice::Loaded);
    // Mended, it comes back.
    let mended = kept.replace("hologram", "progress");
    record.join(&parse(mended.as_bytes()).unwrap());
    assert!(record.held.is_empty());
    // As it is, it goes into no second file of the same content.
    record.join(&parse(kept.as_bytes()).unwrap());
    store.save(&mut record, at(12)).unwrap();
    let beside = fs::read_dir(dir.path()).unwrap();
    let beside = beside.filter(|file| {
        let name = file.as_ref().unwrap().file_name();
        name.to_string_lossy().contains(".unreadable-")
    });
    assert_eq!(beside.count(), 1);
}

#[test]
fn an_entry_that_another_program_damages_while_it_is_open_costs_nothing() {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("progress.toml");
    let mut record = full();
    let mut store = Store::open(&path).unwrap().store;
    store.save(&mut record, at(8)).unwrap();
    let text = fs::read_to_string(&path).unwrap();
    fs::write(
        &path,
        text.replacen("sure = \"guess\"", "sure = \"fairy\"", 1),
    )
    .unwrap();
    let before = record.answers.clone();
    let saved = store.save(&mut record, at(9)).unwrap();
    let [Warning::Unreadable(told), Warning::Displaced { .. }] = &saved.warnings[..] else {
        panic!("{:?}", saved.warnings)
    };
    assert!(told[0].entry.starts_with("answers."));
    assert_eq!(record.answers, before);
    assert_eq!(Store::open(&path).unwrap().record.answers, before);
}

#[test]
fn a_note_of_the_first_format_that_is_none_is_held_too() {
    for (key, to) in [
        ("text", Value::Integer(3)),
        ("changed", Value::String("yesterday".to_owned())),
        ("deleted", Value::String("yes".to_owned())),
    ] {
        let mut first: Table = toml::from_str(GOLDEN_1).unwrap();
        set(
            &mut first,
            &["notes", "k3f", key].map(str::to_owned),
            Some(to),
        );
        let text = toml::to_string(&first).unwrap();
        let parsed = parse_telling(text.as_bytes()).unwrap();
        assert_eq!(parsed.unreadable.len(), 1, "{key}");
        assert_eq!(parsed.unreadable[0].entry, "notes.k3f");
        let printed = print(&parsed.record).unwrap();
        let again = parse_telling(printed.as_bytes()).unwrap();
        assert_eq!((&again.record, again.unreadable.len()), (&parsed.record, 1));
    }
}

#[test]
fn an_entry_under_a_key_that_hides_something_is_held_and_takes_nobody_elses_place() {
    let mut file = table(&full());
    let answers = file["answers"].as_table_mut().unwrap();
    let (key, answer) = answers.iter().next().unwrap();
    let (key, hiding, answer) = (key.clone(), format!("{key}\u{200b}"), answer.clone());
    answers.insert(hiding.clone(), answer.clone());
    let dir = TempDir::new().unwrap();
    let (record, notice, written) = saved_and_loaded(&file, &dir);
    let Notice::Unreadable(told) = notice else {
        panic!("{notice}")
    };
    assert_eq!(told[0].entry, format!("answers.{key}"));
    assert_eq!(told[0].why, "its key has characters that do not show");
    assert_eq!(record.answers.len(), 2);
    assert_eq!(written["answers"].get(&hiding), Some(&answer));
}

#[test]
fn of_a_newer_format_all_is_shown_that_can_be_read() {
    let text = print(&full()).unwrap().replace("format = 4", "format = 99");
    let text = text.replacen("grade = \"knew\"", "grade = \"sublime\"", 1);
    let record = parse_newer(text.as_bytes()).unwrap();
    assert_eq!((record.answers.len(), record.notes().len()), (1, 2));
}
