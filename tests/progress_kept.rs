//! Whatever is in the file stays: what hands and newer programs put into any of its tables, under whatever key, is read,
//! written, united with another's and passed on as JSON, and none of it vanishes on the way.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

mod records;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use jiff::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use records::record;
use tempfile::TempDir;
use token34::progress::format::{parse, parse_json, print, to_json};
use token34::progress::note::version_key;
use token34::progress::pen::Dot;
use token34::progress::{Pen, Record, Spot, Store, merge};
use token34::text::clean_line;
use toml::{Table, Value};

/// What a hand, or a newer program, does to a file.
#[derive(Debug, Clone)]
enum Touch {
    /// A key that this version does not know, in one of the tables.
    Put(Index, &'static str, Shape),
    /// The key of an entry, or of a version of a note, becomes another one.
    Rename(Index, &'static str),
    /// The text of a version.
    Edit(Index, &'static str),
    /// A table becomes the list of its values; not one that is unknown as a whole, since a merge keeps the table of another.
    List(Index),
    /// A single value becomes a table.
    Break(Index),
    /// A mark in a list of a lesson that is none.
    Mark(Index, Shape),
}

/// What is put there.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Text,
    Table,
    List,
    Number,
    NoNumber,
    Nothing,
}

impl Shape {
    fn value(self, mark: &str) -> Value {
        let text = Value::String(mark.to_owned());
        match self {
            Self::Text => text,
            Self::Table => Value::Table(Table::from_iter([("z".to_owned(), text)])),
            Self::List => Value::Array(vec![text.clone(), text, Value::Integer(1)]),
            Self::Number => Value::Integer(34),
            Self::NoNumber => Value::Float(f64::NAN),
            Self::Nothing => Value::Array(Vec::new()),
        }
    }
}

fn touch() -> impl Strategy<Value = Touch> {
    use Shape::*;
    let keys = [
        "zz",
        "a.b",
        "",
        "\u{202e}z",
        "'\"",
        "\\u0001",
        "\u{1}",
        "withdrawn",
        "picked",
        "solved",
        "drafts",
    ];
    let shape = || select(vec![Text, Table, List, Number, NoNumber, Nothing]);
    let ends = ["\u{200b}", "\u{1b}[1m", "x", "-0", "\u{7}"];
    let texts = ["x", "y", "", "bell\u{7}", "\u{202e}x"];
    let at = any::<Index>;
    prop_oneof![
        4 => (at(), select(keys.to_vec()), shape()).prop_map(|(at, key, shape)| Touch::Put(at, key, shape)),
        3 => (at(), select(ends.to_vec())).prop_map(|(at, end)| Touch::Rename(at, end)),
        2 => (at(), select(texts.to_vec())).prop_map(|(at, text)| Touch::Edit(at, text)),
        1 => at().prop_map(Touch::List),
        1 => at().prop_map(Touch::Break),
        1 => (at(), shape()).prop_map(|(at, shape)| Touch::Mark(at, shape)),
    ]
}

/// The paths to what is in the file, the file itself first.
fn paths(value: &Value, here: &[String]) -> Vec<Vec<String>> {
    let mut all = vec![here.to_owned()];
    for (key, value) in value.as_table().into_iter().flatten() {
        all.extend(paths(value, &[here, std::slice::from_ref(key)].concat()));
    }
    all
}

fn get<'a>(file: &'a mut Value, path: &[String]) -> &'a mut Value {
    path.iter()
        .fold(file, |value, key| &mut value[key.as_str()])
}

/// Whether an entry of the file stands there, or a version of a note.
fn has_a_name(path: &[String]) -> bool {
    const PARTS: [&str; 5] = ["lessons", "notes", "answers", "predictions", "drafts"];
    match path {
        [part, _] => PARTS.contains(&part.as_str()),
        [part, _, versions, _] => part == "notes" && versions == "versions",
        _ => false,
    }
}

impl Touch {
    /// Does it to the file, where there is something to do it to. `mark` is what can be told again; `whose` ends new keys,
    /// since of two unknown values in the same place a merge keeps one.
    fn apply(&self, file: &mut Value, mark: &str, whose: &str) {
        let all = paths(file, &[]);
        let mut pick = |at: &Index, wanted: &dyn Fn(&[String], &Value) -> bool| {
            let fit: Vec<_> = all
                .iter()
                .filter(|path| wanted(path, get(file, path)))
                .collect();
            (!fit.is_empty()).then(|| (*at.get(&fit)).clone())
        };
        match self {
            Self::Put(at, key, shape) => {
                let path = pick(at, &|_, value| value.is_table()).unwrap_or_default();
                let table = get(file, &path).as_table_mut().unwrap();
                let key = format!("{key}{whose}");
                table.entry(key).or_insert_with(|| shape.value(mark));
            }
            Self::Rename(at, end) => {
                let Some(path) = pick(at, &|path, _| has_a_name(path)) else {
                    return;
                };
                let (key, above) = path.split_last().unwrap();
                let table = get(file, above).as_table_mut().unwrap();
                let new = format!("{key}{end}");
                if !table.contains_key(&new) {
                    let value = table.remove(key).unwrap();
                    table.insert(new, value);
                }
            }
            Self::Edit(at, text) => {
                let Some(path) = pick(at, &|path, value| {
                    path.len() == 4 && has_a_name(path) && value.is_table()
                }) else {
                    return;
                };
                let version = get(file, &path).as_table_mut().unwrap();
                version.insert("text".to_owned(), Value::String((*text).to_owned()));
            }
            Self::List(at) => {
                let Some(path) = pick(at, &|path, value| {
                    value.is_table() && !path.is_empty() && path[0] != "zz"
                }) else {
                    return;
                };
                let value = get(file, &path);
                *value = Value::Array(value.as_table().unwrap().values().cloned().collect());
            }
            Self::Break(at) => {
                let Some(path) = pick(at, &|path, value| path.len() > 1 && !value.is_table())
                else {
                    return;
                };
                *get(file, &path) = Shape::Table.value(mark);
            }
            Self::Mark(at, shape) => {
                let Some(path) = pick(at, &|path, value| {
                    path.len() == 3 && path[0] == "lessons" && value.is_array()
                }) else {
                    return;
                };
                get(file, &path)
                    .as_array_mut()
                    .unwrap()
                    .push(shape.value(mark));
            }
        }
    }
}

/// A file that hands and newer programs were at; what they put there is told by its marks.
fn file(whose: &'static str) -> impl Strategy<Value = Value> {
    (record(), vec(touch(), 1..8)).prop_map(move |(record, touches)| {
        let mut file = Value::Table(toml::from_str(&print(&record).unwrap()).unwrap());
        for (number, touch) in touches.iter().enumerate() {
            touch.apply(&mut file, &format!("mark-{whose}{number}"), whose);
        }
        file
    })
}

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

fn read(file: &Value) -> Record {
    parse(toml::to_string(file).unwrap().as_bytes()).unwrap()
}

fn written(record: &Record) -> Value {
    Value::Table(toml::from_str(&print(record).unwrap()).unwrap())
}

/// Every single value in it, as the program may show it.
fn leaves(value: &Value) -> BTreeSet<String> {
    match value {
        Value::Table(table) => table.values().flat_map(leaves).collect(),
        Value::Array(items) => items.iter().flat_map(leaves).collect(),
        Value::String(text) => BTreeSet::from([clean_line(text)]),
        single => BTreeSet::from([single.to_string()]),
    }
}

/// What can be told again, of all that is in the files of a directory.
fn leaves_in(dir: &Path) -> BTreeSet<String> {
    let files = fs::read_dir(dir).unwrap().map(|file| file.unwrap().path());
    let read = files.filter_map(|path| fs::read_to_string(path).ok());
    read.flat_map(|text| leaves(&Value::Table(toml::from_str(&text).unwrap_or_default())))
        .collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn all_that_is_in_a_file_is_there_after_it_was_read_and_written(file in file("")) {
        let record = read(&file);
        let once = written(&record);
        let gone: Vec<_> = leaves(&file).difference(&leaves(&once)).cloned().collect();
        prop_assert!(gone.is_empty(), "{gone:?} of\n{file}\nis not in\n{once}");
        let again = read(&once);
        prop_assert_eq!(&again, &record);
        prop_assert_eq!(print(&again).unwrap(), print(&record).unwrap());
        prop_assert_eq!(&merge(&record, &record), &record);
        let json = to_json(&record).unwrap();
        let there = parse_json(json.as_bytes()).unwrap().record;
        let gone: Vec<_> = leaves(&file).difference(&leaves(&written(&there))).cloned().collect();
        prop_assert!(gone.is_empty(), "{gone:?} of\n{file}\nis not in\n{json}");
    }
}

/// The marks of versions that one of two records replaced: they go with their text.
fn replaced(record: &Record, united: &Record) -> BTreeSet<String> {
    let mut file = written(record);
    let notes = record
        .notes
        .iter()
        .flat_map(|(id, note)| note.versions.keys().map(move |key| (id, key)));
    let gone = notes.filter(|(id, key)| !united.notes[*id].versions.contains_key(*key));
    let path = |id: &String, key: &String| {
        [
            "notes".to_owned(),
            id.clone(),
            "versions".to_owned(),
            key.clone(),
        ]
    };
    gone.flat_map(|(id, key)| leaves(get(&mut file, &path(id, key))))
        .collect()
}

fn marks(file: &Value) -> BTreeSet<String> {
    let all = leaves(file).into_iter();
    all.filter(|leaf| leaf.contains("mark-")).collect()
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    #[test]
    fn what_two_files_hold_is_in_the_files_that_a_save_of_both_writes(one in file("a"), other in file("b")) {
        let dir = TempDir::new_in("/dev/shm").or_else(|_| TempDir::new()).unwrap();
        let path = dir.path().join("progress.toml");
        let (a, b) = (read(&one), read(&other));
        let mut united = merge(&a, &b);
        prop_assert_eq!(&merge(&b, &a), &united);
        prop_assert_eq!(&merge(&united, &a), &united);
        let mut store = Store::open(&path).unwrap().store;
        store.save(&mut united, at(0)).unwrap();
        let there = leaves_in(dir.path());
        for (file, record) in [(&one, &a), (&other, &b)] {
            let kept = marks(file);
            let gone = kept.difference(&there).filter(|mark| !replaced(record, &united).contains(*mark));
            let gone: Vec<_> = gone.collect();
            prop_assert!(gone.is_empty(), "{gone:?} of\n{file}\nunited with\n{}", if *file == one { &other } else { &one });
        }
        // What was written is what is held on to, whatever had to make room.
        prop_assert_eq!(print(&Store::open(&path).unwrap().record).unwrap(), print(&united).unwrap());
    }
}

/// A note with one version, with a key of a newer token34 in it.
fn noted(text: &str) -> Record {
    let mut record = Record::default();
    record.begin_note(
        &mut Pen::new(at(0), 1, 1),
        "lesson",
        Spot::Home,
        text,
        at(0),
    );
    let printed = print(&record).unwrap();
    let tagged = printed.replacen("changed = ", "tags = [\"mark\"]\nchanged = ", 1);
    assert_ne!(printed, tagged);
    parse(tagged.as_bytes()).unwrap()
}

#[test]
fn a_key_beside_a_text_stays_with_it_when_the_text_changes() {
    let record = noted("as it was");
    let by_hand = print(&record).unwrap().replace("as it was", "by hand");
    let by_hand = parse(by_hand.as_bytes()).unwrap();

    let (mut edited, mut pen) = (record.clone(), Pen::new(at(1), 1, 2));
    let key = edited.notes()[0].key.clone();
    edited
        .edit_note(&mut pen, &key, "in the program", at(1))
        .unwrap();
    let restored = edited.restored(&record, &mut pen, at(2));
    let mut during_a_save = edited.clone();
    during_a_save.take_back(record.clone());
    assert_eq!(print(&during_a_save).unwrap(), print(&edited).unwrap());

    for (record, text) in [
        (&by_hand, "by hand"),
        (&edited, "in the program"),
        (&restored, "as it was"),
    ] {
        let again = read(&written(record));
        assert_eq!(again, *record, "{text}");
        assert_eq!(
            again
                .notes()
                .iter()
                .map(|note| note.text)
                .collect::<Vec<_>>(),
            [text]
        );
        assert!(
            print(&again).unwrap().contains("tags = [\"mark\"]"),
            "{text}"
        );
    }
}

/// Two texts of which version keys have the same end.
fn twins() -> [String; 2] {
    let mut seen = BTreeMap::new();
    let dot = Dot {
        writer: "a".to_owned(),
        number: 1,
    };
    let mut texts = (0..).map(|number| format!("text {number}"));
    texts
        .find_map(|text| Some([seen.insert(version_key(&dot, &text), text.clone())?, text]))
        .unwrap()
}

#[test]
fn versions_that_were_added_by_hand_all_stand() {
    let [one, other] = twins();
    let record = noted(&one);
    let mut file = written(&record);
    let id = record.notes.keys().next().unwrap();
    let path = ["notes", id, "versions"].map(str::to_owned);
    let versions = get(&mut file, &path).as_table_mut().unwrap();
    for (key, text, changed) in [
        ("k", &one, at(1)),
        ("l", &other, at(1)),
        ("m", &one, at(2)),
        ("n", &one, at(2)),
    ] {
        let version = [
            ("text", text.clone()),
            ("changed", changed.to_string()),
            ("mark", key.to_owned()),
        ];
        let version = version.map(|(key, value)| (key.to_owned(), Value::String(value)));
        versions.insert(key.to_owned(), Value::Table(Table::from_iter(version)));
    }
    let record = read(&file);
    // Two of them do not differ.
    assert_eq!(record.notes().len(), 4);
    let gone: Vec<_> = leaves(&file)
        .difference(&leaves(&written(&record)))
        .cloned()
        .collect();
    assert_eq!(gone, ["m"]);
    assert_eq!(read(&written(&record)), record);
}

#[test]
fn what_the_oldest_format_could_hold_is_all_kept() {
    let answer = |text: &str| {
        format!(
            "[[answers]]\nquestion = \"q\"\nat = \"2026-01-01T00:00:00Z\"\ngrade = \"knew\"\ntext = \"{text}\"\n"
        )
    };
    let note = "lesson = \"l\"\nspot = { screen = \"home\" }\ncreated = \"2026-01-01T00:00:00Z\"\ntext = \"old\"\nchanged = \"2026-01-01T00:00:00Z\"\n";
    let versions = "versions = { k = { text = \"new\", changed = \"2026-01-02T00:00:00Z\" } }\n";
    let text = format!(
        "format = 1\nrevision = 1\n{}{}[notes.a]\n{note}{versions}[notes.b]\n{note}seen = 3\n",
        answer("one"),
        answer("two")
    );
    let file = Value::Table(toml::from_str(&text).unwrap());
    let record = parse(text.as_bytes()).unwrap();
    let gone: Vec<_> = leaves(&file)
        .difference(&leaves(&written(&record)))
        .cloned()
        .collect();
    // The number of the format alone.
    assert_eq!(gone, Vec::<String>::new());
    assert_eq!((record.notes().len(), record.answers.len()), (1, 2));
}
