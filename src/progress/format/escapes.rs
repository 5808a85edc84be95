//! TOML and JSON that do nothing to a terminal: what hides there is written as an escape, and means the same.

use std::fmt::Write as _;

use toml::{Table, Value};

use crate::text::{clean, is_hidden};

/// What stands before an escape until the text is printed. A control character is written as an escape itself, and never
/// in a string that knows none.
const MARK: char = '\u{1}';
/// How the mark is printed.
const PRINTED: &str = "\\u0001";

/// A table as TOML. A string that shows as it is stays as it is; of others, each hidden character becomes an escape.
pub(super) fn toml(table: &Table) -> Result<String, toml::ser::Error> {
    let plain = toml::to_string_pretty(table)?;
    if clean(&plain) == plain {
        return Ok(plain);
    }
    let marked = toml::to_string_pretty(&marked_table(table))?;
    Ok(marked.replace(PRINTED, "\\"))
}

fn marked_table(table: &Table) -> Table {
    let entries = table.iter();
    entries
        .map(|(key, value)| (marked(key), marked_value(value)))
        .collect()
}

fn marked_value(value: &Value) -> Value {
    match value {
        Value::String(text) => Value::String(marked(text)),
        Value::Array(items) => Value::Array(items.iter().map(marked_value).collect()),
        Value::Table(table) => Value::Table(marked_table(table)),
        single => single.clone(),
    }
}

/// The text with a mark and the rest of an escape for each character that hides, and for a backslash that would be taken
/// for a printed mark.
fn marked(text: &str) -> String {
    let shows = clean(text) == text;
    let mut marked = String::with_capacity(text.len());
    for (at, c) in text.char_indices() {
        let hides = c != '\n' && is_hidden(c) && !shows;
        if !hides && !text[at..].starts_with(PRINTED) {
            marked.push(c);
            continue;
        }
        // Writing to a string cannot fail.
        let _ = match u16::try_from(u32::from(c)) {
            Ok(short) => write!(marked, "{MARK}u{short:04x}"),
            Err(_) => write!(marked, "{MARK}U{:08x}", u32::from(c)),
        };
    }
    marked
}

/// JSON with its hidden characters as escapes: it means the same, and does nothing to a terminal.
pub(in crate::progress) fn escaped(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        // Inside a string JSON has no line break, so this one stands between values.
        if c == '\n' || !is_hidden(c) {
            escaped.push(c);
            continue;
        }
        for unit in c.encode_utf16(&mut [0; 2]) {
            // Writing to a string cannot fail.
            let _ = write!(escaped, "\\u{unit:04x}");
        }
    }
    escaped
}
