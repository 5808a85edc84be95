//! Keys of the file that this version does not know: kept, merged and written back where they stood.

use std::collections::BTreeMap;

use toml::{Table, Value};

use super::held::{Held, is_too_deep};

/// What stands in a file beyond what this version reads.
#[derive(Debug, Clone, Default, PartialEq)]
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
                    if inside != Self::default() {
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
        self.inside.retain(|_, unknown| *unknown != Self::default());
    }

    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The keys of both.
    pub(super) fn join(&mut self, other: &Self) {
        join_tables(&mut self.keys, &other.keys);
        for (key, theirs) in &other.inside {
            self.inside.entry(key.clone()).or_default().join(theirs);
        }
    }
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
        (Value::Array(ours), Value::Array(theirs)) if ours != theirs => {
            ours.extend(theirs.iter().cloned());
            ours.sort_by_cached_key(Value::to_string);
            ours.dedup();
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
