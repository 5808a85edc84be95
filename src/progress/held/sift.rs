//! Taking entries that cannot be read out of the table of a file.

use std::collections::BTreeSet;

use serde::Serialize;
use serde::de::DeserializeOwned;
use toml::de::DeTable;
use toml::{Table, Value};

use super::{Held, MARKS, PARTS, Path, Unreadable, name};
use crate::progress::draft::Draft;
use crate::progress::note::Note;
use crate::progress::record::{Answer, Completion, LessonRecord, Place, Prediction};
use crate::text::{clean_line, is_hidden};

impl Held {
    /// Takes what cannot be read out of the table of a file; `text` is the file, where it has lines.
    pub(in crate::progress) fn sift(
        table: &mut Table,
        text: Option<&str>,
    ) -> (Self, Vec<Unreadable>) {
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
}

/// What can be an entry.
trait Entry: DeserializeOwned + Serialize {}

impl<T: DeserializeOwned + Serialize> Entry for T {}

/// Whether a record holds all of the table that it was read from; `known` is the record as it would be written.
pub(in crate::progress) fn is_all(known: &Table, raw: &Table) -> bool {
    let parts = PARTS.iter().filter_map(|part| raw.get(*part)?.as_table());
    let mut keys = parts.flat_map(Table::keys);
    !keys.any(|key| hides(key)) && fits(known, raw)
}

/// Why an entry cannot be read, or would not be read as a whole.
fn read<T: Entry>(key: &str, value: &Value) -> Result<(), String> {
    if hides(key) {
        return Err("its key has characters that do not show".to_owned());
    }
    let entry: T = value
        .clone()
        .try_into()
        .map_err(|error: toml::de::Error| error.message().to_owned())?;
    let known = Value::try_from(&entry).map_err(|error| error.to_string())?;
    if fits_value(&known, value) {
        Ok(())
    } else {
        Err("a list stands in it where a table belongs".to_owned())
    }
}

fn hides(key: &str) -> bool {
    key.chars().any(is_hidden)
}

/// Whether tables were read from tables. One can be read from a list too, but what it has no field for is then lost.
fn fits(known: &Table, raw: &Table) -> bool {
    let mut both = raw
        .iter()
        .filter_map(|(key, raw)| Some((known.get(key)?, raw)));
    both.all(|(known, raw)| fits_value(known, raw))
}

fn fits_value(known: &Value, raw: &Value) -> bool {
    match (known, raw) {
        (Value::Table(known), Value::Table(raw)) => fits(known, raw),
        (known, raw) => known.is_table() == raw.is_table(),
    }
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
        for part in PARTS {
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
            // One under a key that hides something is held as a whole.
            let Some(lesson) = lesson.as_table_mut().filter(|_| !hides(id)) else {
                continue;
            };
            let within = ["lessons", id];
            self.entry::<Completion>(lesson, &within, "completion");
            for marks in MARKS {
                self.items(lesson, &within, marks);
                self.entry::<BTreeSet<String>>(lesson, &within, marks);
            }
        }
        self.entries::<LessonRecord>(table, "lessons");
    }

    /// Each entry of the part of the file that is called `part`.
    fn entries<T: Entry>(&mut self, table: &mut Table, part: &str) {
        let Some(Value::Table(entries)) = table.get_mut(part) else {
            return;
        };
        let keys: Vec<String> = entries.keys().cloned().collect();
        for key in keys {
            self.entry::<T>(entries, &[part], &key);
        }
    }

    fn entry<T: Entry>(&mut self, table: &mut Table, within: &[&str], key: &str) {
        if let Some(Err(why)) = table.get(key).map(|value| read::<T>(key, value))
            && let Some(value) = table.remove(key)
        {
            self.hold(within, key, value, &why);
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
        if others.is_empty() {
            return;
        }
        let why = format!("{} is no text", Value::Array(others.clone()));
        self.hold(within, key, Value::Array(others), &why);
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
