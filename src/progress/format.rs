//! The record as text: TOML that people can read. What cannot be read of it is held, entry by entry.

mod escapes;
mod older;

use toml::{Table, Value};

use super::held::{Held, Unreadable, is_all};
use super::note::{Note, Version, version_dot, versions_of};
use super::record::{FORMAT, Prediction, Record, Spot};
use super::unknown::Unknown;
use crate::text::{clean, clean_line};

pub(super) use escapes::escaped;

/// The first lines of the file.
const HEADER: &str =
    "# What you did in token34. The program writes this file; an edit by hand is taken in.\n\n";

/// The first lines of a file with what could not be read.
const HELD_HEADER: &str = "# What token34 could not read, as it stood. Mend it, and take it in with `token34 progress merge`.\n\n";

/// No file was written this often. A higher revision was put there by hand, and would leave no room to count on from.
/// Counting anew harms nothing: a writer compares the content that it finds, not only its number.
const HIGHEST_REVISION: u64 = 1 << 53;

/// Why a text is not a record.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum FormatError {
    /// Not text at all.
    #[error("it is not UTF-8 text")]
    NotText,
    /// More than is read at all.
    #[error("it is larger than a progress file can be")]
    TooLarge,
    /// Not TOML, or not what the format asks for.
    #[error("{}{message}", .line.map(|line| format!("line {line}: ")).unwrap_or_default())]
    Invalid {
        /// Where, counted from 1, when it is known.
        line: Option<usize>,
        /// What was wrong there.
        message: String,
    },
    /// Written by a program that is newer than this one.
    #[error("it has format {0}, and this version of token34 knows formats up to {FORMAT}")]
    Newer(u32),
}

/// What a text holds.
#[derive(Debug, Clone, PartialEq)]
pub struct Parsed {
    /// What could be read of it.
    pub record: Record,
    /// What could not: entries that the record holds on to as they are.
    pub unreadable: Vec<Unreadable>,
}

/// Reads a record of any format up to this program's own, from TOML, and cleans what came from outside.
///
/// # Errors
/// When the text is no record, or one of a newer format.
pub fn parse(bytes: &[u8]) -> Result<Record, FormatError> {
    Ok(parse_telling(bytes)?.record)
}

/// As [`parse`], and tells which entries could not be read.
///
/// # Errors
/// As [`parse`].
pub fn parse_telling(bytes: &[u8]) -> Result<Parsed, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|_| FormatError::NotText)?;
    let table: Table = toml::from_str(text).map_err(|error| invalid(&error, text))?;
    assemble(table, Some(text))
}

/// As [`parse_telling`], from what [`to_json`] wrote.
///
/// # Errors
/// When the text is no record, or one of a newer format.
pub fn parse_json(bytes: &[u8]) -> Result<Parsed, FormatError> {
    let table: Table = serde_json::from_slice(bytes).map_err(|error| FormatError::Invalid {
        line: Some(error.line()),
        message: clean_line(&error.to_string()),
    })?;
    assemble(table, None)
}

fn assemble(mut table: Table, text: Option<&str>) -> Result<Parsed, FormatError> {
    let format = format_of(&table)?;
    if format > FORMAT {
        return Err(FormatError::Newer(format));
    }
    older::migrate(&mut table, format);
    let (mut held, mut unreadable) = (Held::default(), Vec::new());
    let mut whole = read(&table);
    if !whole.as_ref().is_ok_and(|(_, known)| is_all(known, &table)) {
        (held, unreadable) = Held::sift(&mut table, text);
        whole = read(&table);
    }
    // Where that does not help, the top is broken.
    let (mut record, known) = whole.map_err(|error| in_file(text).unwrap_or(error))?;
    record.unknown = Unknown::beyond(&known, &table);
    record.held = held;
    tidy(&mut record);
    Ok(Parsed { record, unreadable })
}

/// The record in a table, and the same as this version would write it.
fn read(table: &Table) -> Result<(Record, Table), FormatError> {
    let record = table.clone().try_into::<Record>();
    let record = record.map_err(|error| invalid(&error, ""))?;
    let known = to_table(&record)?;
    Ok((record, known))
}

/// What is wrong with a file, with its line.
fn in_file(text: Option<&str>) -> Option<FormatError> {
    let text = text?;
    let error = toml::from_str::<Record>(text).err()?;
    Some(invalid(&error, text))
}

/// What can be read of a record of a newer format: to show it, never to write it back.
pub fn parse_newer(bytes: &[u8]) -> Option<Record> {
    let mut table: Table = toml::from_str(std::str::from_utf8(bytes).ok()?).ok()?;
    Held::sift(&mut table, None);
    let mut record: Record = table.try_into().ok()?;
    tidy(&mut record);
    Some(record)
}

/// A record of a newer format as JSON, as it stands.
///
/// # Errors
/// When the text is no TOML.
pub fn newer_to_json(bytes: &[u8]) -> Result<String, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|_| FormatError::NotText)?;
    let table: Table = toml::from_str(text).map_err(|error| invalid(&error, text))?;
    print_json(table)
}

/// The record as the file holds it.
///
/// # Errors
/// When it cannot be put as TOML, as with a revision over 2^63.
pub fn print(record: &Record) -> Result<String, FormatError> {
    let body = escapes::toml(&whole(record)?).map_err(|error| unprintable(&error))?;
    Ok(format!("{HEADER}{body}"))
}

/// The record as JSON, with the same keys as the file.
///
/// # Errors
/// As [`print()`].
pub fn to_json(record: &Record) -> Result<String, FormatError> {
    print_json(whole(record)?)
}

fn print_json(table: Table) -> Result<String, FormatError> {
    let printed = serde_json::to_string_pretty(&json(Value::Table(table)));
    Ok(escaped(&printed.map_err(|error| unprintable(&error))?))
}

/// A date has no type of its own in JSON and becomes text, as does a number that JSON lacks.
fn json(value: Value) -> serde_json::Value {
    match value {
        Value::Table(table) => table
            .into_iter()
            .map(|(key, value)| (key, json(value)))
            .collect(),
        Value::Array(values) => values.into_iter().map(json).collect(),
        Value::Datetime(date) => date.to_string().into(),
        Value::String(text) => text.into(),
        Value::Integer(number) => number.into(),
        Value::Float(number) if number.is_finite() => number.into(),
        Value::Float(_) => value.to_string().into(),
        Value::Boolean(truth) => truth.into(),
    }
}

fn whole(record: &Record) -> Result<Table, FormatError> {
    let mut table = to_table(record)?;
    record.unknown.put_into(&mut table);
    record.held.put_into(&mut table);
    Ok(table)
}

/// Takes out of the record what it holds on to and cannot put back where it stood: something else stands there now, or
/// it would stand too deep to be read again.
pub(super) fn take_displaced(record: &mut Record) -> Result<Held, FormatError> {
    let mut displaced = record.held.too_deep();
    record.unknown.take_too_deep(&[], &mut displaced);
    record.held.let_go(&displaced);
    if !record.held.is_empty() {
        let mut table = to_table(record)?;
        record.unknown.put_into(&mut table);
        let left = record.held.put_into(&mut table);
        record.held.let_go(&left);
        displaced.join(&left);
    }
    Ok(displaced)
}

/// As [`print()`], and makes sure that it can be read again where it holds what this version did not write.
///
/// # Errors
/// As [`print()`], and when it could not be read.
pub(super) fn print_readable(record: &Record) -> Result<String, FormatError> {
    let text = print(record)?;
    if !(record.held.is_empty() && record.unknown.is_empty()) {
        parse(text.as_bytes())?;
    }
    Ok(text)
}

/// Files with these entries alone, for somebody to mend and take in; more than one where two stood in the same place.
pub(super) fn print_held(held: &Held) -> Result<Vec<String>, FormatError> {
    let mut files = Vec::new();
    let mut left = held.clone();
    while !left.is_empty() {
        let mut table = Table::from_iter([
            ("format".to_owned(), Value::Integer(FORMAT.into())),
            ("revision".to_owned(), Value::Integer(0)),
        ]);
        left = left.put_into(&mut table);
        let body = escapes::toml(&table).map_err(|error| unprintable(&error))?;
        files.push(format!("{HELD_HEADER}{body}"));
    }
    Ok(files)
}

fn to_table(record: &Record) -> Result<Table, FormatError> {
    Table::try_from(record).map_err(|error| unprintable(&error))
}

fn unprintable(error: &dyn std::error::Error) -> FormatError {
    FormatError::Invalid {
        line: None,
        message: clean_line(&error.to_string()),
    }
}

fn invalid(error: &toml::de::Error, text: &str) -> FormatError {
    let line = error.span().map(|span| {
        1 + text
            .bytes()
            .take(span.start)
            .filter(|&b| b == b'\n')
            .count()
    });
    FormatError::Invalid {
        line,
        message: clean_line(error.message()),
    }
}

fn format_of(table: &Table) -> Result<u32, FormatError> {
    let number = table
        .get("format")
        .and_then(Value::as_integer)
        .filter(|&number| number >= 1);
    let missing = || FormatError::Invalid {
        line: None,
        message: "the key `format` with a number is missing".to_owned(),
    };
    number
        .map(|number| u32::try_from(number).unwrap_or(u32::MAX))
        .ok_or_else(missing)
}

/// Makes whole what came from a file: text without control characters, versions under their own keys.
fn tidy(record: &mut Record) {
    record.format = FORMAT;
    if record.revision > HIGHEST_REVISION {
        record.revision = 0;
    }
    if let Some(place) = &mut record.place {
        place.lesson = clean_line(&place.lesson);
        tidy_spot(&mut place.spot);
    }
    for lesson in record.lessons.values_mut() {
        lesson.read = lesson.read.iter().map(|id| clean_line(id)).collect();
        lesson.watched = lesson.watched.iter().map(|id| clean_line(id)).collect();
        lesson.solved = lesson.solved.iter().map(|id| clean_line(id)).collect();
    }
    for answer in record.answers.values_mut() {
        answer.question = clean_line(&answer.question);
        answer.text = clean(&answer.text);
    }
    for prediction in record.predictions.values_mut() {
        let Prediction {
            scenario,
            moment,
            answer,
            ..
        } = prediction;
        for id in [scenario, moment, answer] {
            *id = clean_line(id);
        }
    }
    for draft in record.drafts.values_mut() {
        draft.text = clean(&draft.text);
    }
    for (id, note) in &mut record.notes {
        let renamed = tidy_note(note);
        record.unknown.rename(&versions_of(id), &renamed);
    }
}

pub(super) fn tidy_spot(spot: &mut Spot) {
    match spot {
        Spot::Read { section: id, .. }
        | Spot::Watch { scenario: id, .. }
        | Spot::Practice { question: id } => {
            *id = clean_line(id);
        }
        Spot::Lab { view, at } => {
            *view = clean_line(view);
            *at = clean_line(at);
        }
        Spot::Home | Spot::Notes | Spot::Progress => {}
    }
}

/// A version whose key does not fit its text was edited by hand: it becomes a version of its own, under a number that
/// no instance has seen, so that none takes it for one that it replaced. Gives the old key of each version and the new.
fn tidy_note(note: &mut Note) -> Vec<(String, String)> {
    note.lesson = clean_line(&note.lesson);
    tidy_spot(&mut note.spot);
    let seen = note.seen.clone();
    let mut renamed = Vec::new();
    for (key, Version { changed, text }) in std::mem::take(&mut note.versions) {
        let version = Version {
            changed,
            text: clean(&text),
        };
        let dot = version_dot(&key, &version.text).unwrap_or_else(|| note.by_hand(&seen, &version));
        renamed.push((key, note.put(&dot, version)));
    }
    renamed
}
