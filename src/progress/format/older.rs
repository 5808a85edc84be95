//! Older formats, brought up to date step by step.

use toml::{Table, Value};

use crate::progress::note::{hash, version_key};
use crate::progress::pen::Dot;
use crate::progress::record::FORMAT;

/// Step `n` turns format `n + 1` into format `n + 2`.
const STEPS: [fn(&mut Table); FORMAT as usize - 1] =
    [notes_get_versions, the_lab_opens, progress_is_a_place];

/// Brings a table of format `from` up to date.
pub(super) fn migrate(table: &mut Table, from: u32) {
    for step in STEPS.iter().skip(from as usize - 1) {
        step(table);
    }
    table.insert("format".to_owned(), Value::Integer(FORMAT.into()));
}

/// 1 to 2: a note had one text and a mark `deleted`; answers were a list.
fn notes_get_versions(table: &mut Table) {
    for (_, note) in table
        .get_mut("notes")
        .and_then(Value::as_table_mut)
        .into_iter()
        .flatten()
    {
        if let Value::Table(note) = note {
            one_version(note);
        }
    }
    if let Some(Value::Array(answers)) = table.get("answers") {
        let named = Value::Table(named(answers));
        table.insert("answers".to_owned(), named);
    }
}

/// Each answer under a name made of it, so that two machines which bring the same list up to date agree.
fn named(answers: &[Value]) -> Table {
    let mut named = Table::new();
    for answer in answers {
        let mut name = format!("format1-{:08x}", hash(&answer.to_string()));
        while named.get(&name).is_some_and(|there| there != answer) {
            name.push('x');
        }
        named.insert(name, answer.clone());
    }
    named
}

/// 2 to 3: a place may be in the lab. Nothing that there was changes.
fn the_lab_opens(_: &mut Table) {}

/// 3 to 4: a place may be the page of progress. Nothing that there was changes.
fn progress_is_a_place(_: &mut Table) {}

/// A note that is no note of format 1 stays as it is: as one that cannot be read, or one that already has versions.
fn one_version(note: &mut Table) {
    if note.contains_key("versions") || note.contains_key("seen") {
        return;
    }
    let text = |key: &str| note.get(key).and_then(Value::as_str).map(str::to_owned);
    let deleted = note
        .get("deleted")
        .map_or(Some(false), |deleted| deleted.as_bool());
    let (Some(text), Some(changed), Some(deleted)) = (text("text"), text("changed"), deleted)
    else {
        return;
    };
    for key in ["deleted", "text", "changed"] {
        note.remove(key);
    }
    // Named by its text, so that two machines which bring the same note up to date agree.
    let dot = Dot {
        writer: format!("format1{:08x}", hash(&text)),
        number: 1,
    };
    note.insert(
        "seen".to_owned(),
        Value::Table(Table::from_iter([(dot.writer.clone(), Value::Integer(1))])),
    );
    let mut versions = Table::new();
    if !deleted {
        let key = version_key(&dot, &text);
        let version = Table::from_iter([
            ("changed".to_owned(), Value::String(changed)),
            ("text".to_owned(), Value::String(text)),
        ]);
        versions.insert(key, Value::Table(version));
    }
    note.insert("versions".to_owned(), Value::Table(versions));
}
