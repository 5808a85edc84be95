//! Entries of the file that this version cannot read: kept word for word where they stand, and told.
//!
//! One value that makes no sense must not take everything else away with it. An entry is an answer, a prediction, a
//! draft, a note with all its versions, what is kept of a lesson under one key, a mark in one of its lists, or the place.
//! A note is held as a whole: one that lacks a version would tell a merge that the version had been deleted.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::de::DeserializeOwned;
use toml::de::DeTable;
use toml::{Table, Value};

use super::draft::Draft;
use super::note::Note;
use super::record::{Answer, Completion, LessonRecord, Place, Prediction};
use crate::text::clean_line;

/// The keys from the top of the file down to an entry, or to a list of which items are held.
type Path = Vec<String>;

/// How deep tables and lists may stand one inside the other; TOML is read up to 80. Each part of a file can be within
/// that and the whole not, since one value is written in more than one way.
const DEEPEST: usize = 78;

/// Values that could not be read, by where they stand; several where files were united that differ there.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Held(BTreeMap<Path, Vec<Value>>);

/// An entry that could not be read, as the learner is told of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable {
    /// Which, by its keys with dots between them.
    pub entry: String,
    /// Where in the file it begins, counted from 1, when that is known.
    pub line: Option<usize>,
    /// What is wrong with it.
    pub why: String,
}

impl Held {
    /// Takes what cannot be read out of the table of a file; `text` is the file, where it has lines.
    pub(super) fn sift(table: &mut Table, text: Option<&str>) -> (Self, Vec<Unreadable>) {
        let mut sieve = Sieve {
            held: Self::default(),
            told: Vec::new(),
            text: text.and_then(Lines::of),
        };
        sieve.parts(table);
        sieve.lessons(table);
        sieve.entries::<Note>(table, "notes");
        sieve.entries::<Answer>(table, "answers");
        sieve.entries::<Prediction>(table, "predictions");
        sieve.entries::<Draft>(table, "drafts");
        sieve.entry::<Place>(table, &[], "place");
        (sieve.held, sieve.told)
    }

    /// Puts each entry back where it stood. What finds another in its place is given back.
    pub(super) fn put_into(&self, table: &mut Table) -> Self {
        let mut left = Self::default();
        for (path, values) in &self.0 {
            for value in values {
                if !put(value, path, table) {
                    left.hold(path.clone(), value.clone());
                }
            }
        }
        left
    }

    /// The entries of both.
    pub(super) fn join(&mut self, other: &Self) {
        for (path, values) in &other.0 {
            for value in values {
                self.hold(path.clone(), value.clone());
            }
        }
    }

    /// Lets go of entries that are kept elsewhere.
    pub(super) fn let_go(&mut self, of: &Self) {
        for (path, values) in &of.0 {
            if let Some(held) = self.0.get_mut(path) {
                held.retain(|value| !values.contains(value));
            }
        }
        self.0.retain(|_, values| !values.is_empty());
    }

    /// Those that stand deeper in the file than a file is read.
    pub(super) fn too_deep(&self) -> Self {
        let mut deep = Self::default();
        for (path, values) in &self.0 {
            for value in values.iter().filter(|value| is_too_deep(path, value)) {
                deep.hold(path.clone(), value.clone());
            }
        }
        deep
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The entries by their keys with dots between them.
    pub(super) fn names(&self) -> Vec<String> {
        self.0.keys().map(|path| name(path)).collect()
    }

    pub(super) fn hold(&mut self, path: Path, value: Value) {
        let values = self.0.entry(path).or_default();
        if !values.contains(&value) {
            values.push(value);
            values.sort_by_cached_key(Value::to_string);
        }
    }
}

fn put(value: &Value, path: &[String], table: &mut Table) -> bool {
    let Some((key, rest)) = path.split_first() else {
        return false;
    };
    if !rest.is_empty() {
        let inner = table
            .entry(key)
            .or_insert_with(|| Value::Table(Table::new()));
        return inner
            .as_table_mut()
            .is_some_and(|table| put(value, rest, table));
    }
    match (table.get_mut(key), value) {
        (None, value) => {
            table.insert(key.clone(), value.clone());
            true
        }
        // A list without marks is written too, as is a part without entries, and stands for nothing.
        (Some(there), value) if is_empty(there) => {
            *there = value.clone();
            true
        }
        (Some(Value::Array(there)), Value::Array(items)) => {
            let mut known: BTreeSet<String> = there.iter().map(Value::to_string).collect();
            let new = items.iter().filter(|item| known.insert(item.to_string()));
            there.extend(new.cloned());
            true
        }
        (Some(there), value) => there == value,
    }
}

fn is_empty(value: &Value) -> bool {
    match value {
        Value::Array(items) => items.is_empty(),
        Value::Table(entries) => entries.is_empty(),
        _ => false,
    }
}

/// Whether a value at the end of `path` could be written and not be read again.
pub(super) fn is_too_deep(path: &[String], value: &Value) -> bool {
    path.len() + depth(value) > DEEPEST
}

/// How many tables and lists stand one inside the other.
fn depth(value: &Value) -> usize {
    match value {
        Value::Table(table) => 1 + table.values().map(depth).max().unwrap_or(0),
        Value::Array(items) => 1 + items.iter().map(depth).max().unwrap_or(0),
        _ => 0,
    }
}

fn name(path: &[String]) -> String {
    clean_line(&path.join("."))
}

/// Takes out entry by entry.
struct Sieve<'a> {
    held: Held,
    told: Vec<Unreadable>,
    text: Option<Lines<'a>>,
}

/// Where in the text of a file its values stand. The ends of the lines are counted once, not for each value anew.
struct Lines<'a> {
    top: DeTable<'a>,
    ends: Vec<usize>,
}

impl<'a> Lines<'a> {
    fn of(text: &'a str) -> Option<Self> {
        let top = DeTable::parse(text).ok()?.into_inner();
        let ends = text.match_indices('\n').map(|(end, _)| end).collect();
        Some(Self { top, ends })
    }

    /// The line, from 1, on which the key at the end of `path` stands.
    fn find(&self, path: &[String]) -> Option<usize> {
        let (last, above) = path.split_last()?;
        let mut table = &self.top;
        for key in above {
            table = table.get(key.as_str())?.get_ref().as_table()?;
        }
        let (key, _) = table.get_key_value(last.as_str())?;
        let start = key.span().start;
        Some(1 + self.ends.partition_point(|&end| end < start))
    }
}

impl Sieve<'_> {
    /// The parts of the file that are no tables: each is an entry of its own.
    fn parts(&mut self, table: &mut Table) {
        for part in ["lessons", "notes", "answers", "predictions", "drafts"] {
            if table.get(part).is_some_and(|value| !value.is_table())
                && let Some(value) = table.remove(part)
            {
                let why = format!("{} instead of a table", value.type_str());
                self.hold(&[], part, value, &why);
            }
        }
    }

    fn lessons(&mut self, table: &mut Table) {
        let lessons = table.get_mut("lessons").and_then(Value::as_table_mut);
        for (id, lesson) in lessons.into_iter().flatten() {
            let Value::Table(lesson) = lesson else {
                continue;
            };
            let within = ["lessons", id];
            self.entry::<Completion>(lesson, &within, "completion");
            for marks in ["read", "watched", "solved"] {
                self.items(lesson, &within, marks);
                self.entry::<BTreeSet<String>>(lesson, &within, marks);
            }
        }
        self.entries::<LessonRecord>(table, "lessons");
    }

    /// Each entry of the part of the file that is called `part`.
    fn entries<T: DeserializeOwned>(&mut self, table: &mut Table, part: &str) {
        let Some(Value::Table(entries)) = table.get_mut(part) else {
            return;
        };
        let keys: Vec<String> = entries.keys().cloned().collect();
        for key in keys {
            self.entry::<T>(entries, &[part], &key);
        }
    }

    fn entry<T: DeserializeOwned>(&mut self, table: &mut Table, within: &[&str], key: &str) {
        let read = table.get(key).map(|value| value.clone().try_into::<T>());
        if let Some(Err(error)) = read
            && let Some(value) = table.remove(key)
        {
            self.hold(within, key, value, error.message());
        }
    }

    /// The items of a list of marks that are no text.
    fn items(&mut self, table: &mut Table, within: &[&str], key: &str) {
        let Some(Value::Array(items)) = table.get_mut(key) else {
            return;
        };
        let (texts, others): (Vec<_>, Vec<_>) =
            std::mem::take(items).into_iter().partition(Value::is_str);
        *items = texts;
        if !others.is_empty() {
            let why = format!("{} is no text", Value::Array(others.clone()));
            self.hold(within, key, Value::Array(others), &why);
        }
    }

    fn hold(&mut self, within: &[&str], key: &str, value: Value, why: &str) {
        let path: Path = within
            .iter()
            .chain(&[key])
            .map(|&key| key.to_owned())
            .collect();
        self.told.push(Unreadable {
            entry: name(&path),
            line: self.text.as_ref().and_then(|lines| lines.find(&path)),
            why: clean_line(why),
        });
        self.held.hold(path, value);
    }
}

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "{} ({})", self.entry, self.why)
    }
}
