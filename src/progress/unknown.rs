//! Keys of the file that this version does not know: kept, merged and written back where they stood.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::held::{Held, is_too_deep};

/// What stands in a file beyond what this version reads.
#[derive(Debug, Clone, Default)]
pub struct Unknown {
    /// Unknown keys of this table.
    keys: Table,
    /// Unknown keys inside tables that are known.
    inside: BTreeMap<String, Unknown>,
}

impl Unknown {
    /// What `raw` holds and `known`, the same file as this version would write it, does not.
    pub(super) fn beyond(known: &Table, raw: &Table) -> Self {
        let mut unknown = Self::default();
        for (key, value) in raw {
            match (known.get(key), value) {
                (None, value) => {
                    unknown.keys.insert(key.clone(), value.clone());
                }
                (Some(Value::Table(known)), Value::Table(raw)) => {
                    let inside = Self::beyond(known, raw);
                    if !inside.is_empty() {
                        unknown.inside.insert(key.clone(), inside);
                    }
                }
                (Some(_), _) => {}
            }
        }
        unknown
    }

    /// Puts the keys back where the tables that held them still stand.
    pub(super) fn put_into(&self, table: &mut Table) {
        for (key, value) in &self.keys {
            table.entry(key).or_insert_with(|| value.clone());
        }
        for (key, unknown) in &self.inside {
            if let Some(Value::Table(table)) = table.get_mut(key) {
                unknown.put_into(table);
            }
        }
    }

    /// Takes out what stands deeper in the file than a file is read; `within` are the keys from the top to here.
    pub(super) fn take_too_deep(&mut self, within: &[String], deep: &mut Held) {
        self.keys.retain(|key, value| {
            let path = [within, &[key.to_owned()]].concat();
            let shallow = !is_too_deep(&path, value);
            if !shallow {
                deep.hold(path, value.clone());
            }
            shallow
        });
        for (key, unknown) in &mut self.inside {
            let path = [within, std::slice::from_ref(key)].concat();
            unknown.take_too_deep(&path, deep);
        }
        self.inside.retain(|_, unknown| !unknown.is_empty());
    }

    /// That of the table under `key` alone.
    pub(super) fn within(&self, key: &str) -> Self {
        let inside = self.inside.get_key_value(key).into_iter();
        Self {
            keys: Table::new(),
            inside: inside
                .map(|(key, inside)| (key.clone(), inside.clone()))
                .collect(),
        }
    }

    /// What stood under the first key of each pair now stands under the second, and its unknown keys with it; `within`
    /// are the keys from the top to the table that holds them.
    pub(super) fn rename(&mut self, within: &[&str], renamed: &[(String, String)]) {
        if let Some((key, rest)) = within.split_first() {
            if let Some(inside) = self.inside.get_mut(*key) {
                inside.rename(rest, renamed);
            }
            return;
        }
        let take = |(from, to): &(String, String)| Some((self.inside.remove(from)?, to.clone()));
        // A key may be new for one and old for another, so that all are taken before any is put.
        let moved: Vec<_> = renamed.iter().filter_map(take).collect();
        for (inside, to) in moved {
            self.inside.entry(to).or_default().join(&inside);
        }
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.keys.is_empty() && self.inside.is_empty()
    }

    /// The keys of both.
    pub(super) fn join(&mut self, other: &Self) {
        join_tables(&mut self.keys, &other.keys);
        for (key, theirs) in &other.inside {
            self.inside.entry(key.clone()).or_default().join(theirs);
        }
    }
}

impl PartialEq for Unknown {
    fn eq(&self, other: &Self) -> bool {
        let keys = self.keys == other.keys || self.keys.to_string() == other.keys.to_string();
        keys && self.inside == other.inside
    }
}

/// Whether two values are written alike; a number that is none, `nan`, is not equal to itself.
pub(super) fn alike(one: &Value, other: &Value) -> bool {
    one == other || one.to_string() == other.to_string()
}

/// Each item once, in an order that is always the same.
pub(super) fn as_set(items: &mut Vec<Value>) {
    items.sort_by_cached_key(Value::to_string);
    items.dedup_by(|one, other| alike(one, other));
}

fn join_tables(ours: &mut Table, theirs: &Table) {
    for (key, value) in theirs {
        match ours.get_mut(key) {
            Some(our) => join_values(our, value),
            None => {
                ours.insert(key.clone(), value.clone());
            }
        }
    }
}

/// A table before a list before a single value; two tables or lists are united; of two single values the
/// greater as text stays, so that the order of merging does not matter.
fn join_values(ours: &mut Value, theirs: &Value) {
    match (ours, theirs) {
        (Value::Table(ours), Value::Table(theirs)) => join_tables(ours, theirs),
        (ours, theirs) if alike(ours, theirs) => {}
        (Value::Array(ours), Value::Array(theirs)) => {
            ours.extend(theirs.iter().cloned());
            as_set(ours);
        }
        (ours, theirs) if rank(theirs) > rank(ours) => *ours = theirs.clone(),
        _ => {}
    }
}

fn rank(value: &Value) -> (u8, String) {
    match value {
        Value::Table(_) => (2, String::new()),
        Value::Array(_) => (1, String::new()),
        single => (0, single.to_string()),
    }
}
