//! Entries of the file that this version cannot read: kept word for word where they stand, and told.
//!
//! One value that makes no sense must not take everything else away with it. An entry is an answer, a prediction, a
//! draft, a note with all its versions, what is kept of a lesson under one key, a mark in one of its lists, or the place.
//! A note is held as a whole: one that lacks a version would tell a merge that the version had been deleted.

mod sift;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use toml::{Table, Value};

use super::unknown::{alike, as_set};
use crate::text::clean_line;

pub(super) use sift::is_all;

/// The keys from the top of the file down to an entry, or to a list of which items are held.
type Path = Vec<String>;

/// The parts of the file that hold entries by their keys.
const PARTS: [&str; 5] = ["lessons", "notes", "answers", "predictions", "drafts"];

/// The lists of marks in what is kept of a lesson.
const MARKS: [&str; 3] = ["read", "watched", "solved"];

/// How deep tables and lists may stand one inside the other; TOML is read up to 80. Each part of a file can be within
/// that and the whole not, since one value is written in more than one way.
const DEEPEST: usize = 78;

/// Values that could not be read, by where they stand; several where files were united that differ there.
#[derive(Debug, Clone, Default)]
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
                held.retain(|value| !has(values, value));
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

    pub(super) fn hold(&mut self, path: Path, mut value: Value) {
        let of_marks = is_of_marks(&path);
        let values = self.0.entry(path).or_default();
        if let Value::Array(items) = &mut value
            && of_marks
        {
            // A list has no order, and is one, whichever files its items come from.
            let lists = values.iter().filter_map(Value::as_array);
            items.extend(lists.flatten().cloned());
            as_set(items);
            values.retain(|value| !value.is_array());
        }
        if !has(values, &value) {
            values.push(value);
            values.sort_by_cached_key(Value::to_string);
        }
    }
}

impl PartialEq for Held {
    fn eq(&self, other: &Self) -> bool {
        let same = |ours: &[Value], theirs: &[Value]| {
            ours.len() == theirs.len() && ours.iter().all(|value| has(theirs, value))
        };
        let mut pairs = self.0.iter().zip(&other.0);
        self.0.len() == other.0.len()
            && pairs.all(|((at, ours), (there, theirs))| at == there && same(ours, theirs))
    }
}

fn has(values: &[Value], value: &Value) -> bool {
    values.iter().any(|one| alike(one, value))
}

fn is_of_marks(path: &[String]) -> bool {
    matches!(path, [part, _, list] if part == "lessons" && MARKS.contains(&list.as_str()))
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
        (Some(there), value) => alike(there, value),
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

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(line) = self.line {
            write!(f, "line {line}, ")?;
        }
        write!(f, "{} ({})", self.entry, self.why)
    }
}
