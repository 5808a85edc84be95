//! Notes as one Markdown document, to be read anywhere, edited, and taken in again.
//!
//! A comment begins the document, and one before each note says which it is, as JSON; Markdown does not show them. A line of
//! a note that would look like such a comment gets a backslash before it, which the way back takes off. So documents can be
//! joined by whoever has several, and whatever a note says of itself stays in it.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::format::{self, tidy_spot};
use super::note::{Note, NoteKey, Version, version_dot};
use super::pen::{Dot, Pen};
use super::record::{Record, Spot};
use crate::text::{clean, clean_line};

/// The line that begins a document; several may stand one after the other, as `cat` joins them.
const BEGIN: &str = "<!-- token34 notes -->";
const TITLE: &str = "# Notes";
const OPEN: &str = "<!-- token34 note ";
/// What no line of a note may begin with.
const GUARDED: &str = "<!-- token34 note";
const CLOSE: &str = " -->";

/// What the comment before a note says.
#[derive(Debug, Serialize, Deserialize)]
struct Mark {
    note: String,
    version: String,
    lesson: String,
    spot: Spot,
    created: Timestamp,
    changed: Timestamp,
    /// The line under the comment, which is no part of the note as long as it reads so.
    heading: String,
    /// Empty lines at the end of the note, which Markdown and editors do not keep.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    end: String,
}

/// What an import did, in notes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Imported {
    /// That were not there.
    pub added: usize,
    /// Whose text was another.
    pub changed: usize,
    /// That were there as they came, or in a later version.
    pub unchanged: usize,
}

/// Why a document was not taken in; nothing of it was.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error(
    "line {line}: this comment does not name a note ({why}); restore it as it was exported, or remove it"
)]
pub struct MarkdownError {
    /// Where, counted from 1.
    pub line: usize,
    /// What was wrong there.
    pub why: String,
}

/// The notes that stand, in the order they were begun. `heading` names a place as the learner knows it.
pub fn to_markdown(record: &Record, heading: impl Fn(&str, &Spot) -> String) -> String {
    let mut out = format!("{BEGIN}\n{TITLE}\n");
    for view in record.notes() {
        let heading = format!("## {}", clean_line(&heading(view.lesson, view.spot)));
        let body = without_end(view.text);
        let mark = Mark {
            note: view.key.note,
            version: view.key.version,
            lesson: view.lesson.to_owned(),
            spot: view.spot.clone(),
            created: view.created,
            changed: view.changed,
            heading: heading.clone(),
            end: view.text[body.len()..].to_owned(),
        };
        // A `>` could end the comment; in JSON it can stand as an escape.
        let mark = serde_json::to_string(&mark).unwrap_or_default();
        let mark = format::escaped(&mark).replace('>', "\\u003e");
        // Writing to a string cannot fail.
        let _ = write!(
            out,
            "\n{OPEN}{mark}{CLOSE}\n{heading}\n\n{}\n",
            escaped(body)
        );
    }
    out
}

/// Takes in a document of [`to_markdown`], edited or not, or several that were joined. A note that was changed in it replaces
/// the version that was exported; where that version has changed here since, both stay. Text that belongs to no note becomes
/// one on `lesson`, unless there is one with this text.
///
/// # Errors
/// When a mark cannot be read; the record is then as it was.
pub fn from_markdown(
    record: &mut Record,
    pen: &mut Pen,
    lesson: &str,
    text: &str,
    now: Timestamp,
) -> Result<Imported, MarkdownError> {
    let text = clean(text);
    let mut parts: Vec<(Option<Mark>, Vec<&str>)> = vec![(None, Vec::new())];
    for (index, line) in text.lines().enumerate() {
        if line.trim_end() == BEGIN {
            parts.push((None, Vec::new()));
        } else if let Some(mark) = mark(line) {
            let line = index + 1;
            let mark = mark.map_err(|why| MarkdownError { line, why })?;
            parts.push((Some(mark), Vec::new()));
        } else if let Some((_, lines)) = parts.last_mut() {
            lines.push(line);
        }
    }
    let mut import = Import {
        texts: Texts::of(record),
        record,
        pen,
        now,
        imported: Imported::default(),
    };
    for (mark, lines) in parts {
        match mark {
            Some(mark) => {
                let body = body(&lines, &mark.heading);
                import.take(mark, body);
            }
            None => import.adopt(lesson, &lines),
        }
    }
    Ok(import.imported)
}

/// How many notes stand with a text: to find whether there is one without a look at all of them.
#[derive(Default)]
struct Texts(HashMap<String, usize>);

impl Texts {
    fn of(record: &Record) -> Self {
        let mut texts = Self::default();
        let versions = record
            .notes
            .values()
            .flat_map(|note| note.versions.values());
        versions.for_each(|version| texts.add(&version.text));
        texts
    }

    fn has(&self, text: &str) -> bool {
        self.0.get(text).is_some_and(|&count| count > 0)
    }

    fn add(&mut self, text: &str) {
        *self.0.entry(text.to_owned()).or_default() += 1;
    }

    fn remove(&mut self, text: &str) {
        if let Some(count) = self.0.get_mut(text) {
            *count = count.saturating_sub(1);
        }
    }
}

/// A document on its way into the record.
struct Import<'a> {
    record: &'a mut Record,
    pen: &'a mut Pen,
    now: Timestamp,
    texts: Texts,
    imported: Imported,
}

impl Import<'_> {
    /// Text that is no note yet becomes one.
    fn adopt(&mut self, lesson: &str, lines: &[&str]) {
        let titled = lines.iter().position(|line| !line.trim().is_empty());
        let lines = match titled {
            Some(at) if lines[at].trim_end() == TITLE => &lines[at + 1..],
            _ => lines,
        };
        let text = lines.join("\n");
        let text = text.trim_matches('\n').trim_end();
        if text.trim().is_empty() {
            return;
        }
        if self.texts.has(text) {
            self.imported.unchanged += 1;
            return;
        }
        let (record, pen) = (&mut *self.record, &mut *self.pen);
        record.begin_note(pen, lesson, Spot::Home, text, self.now);
        self.texts.add(text);
        self.imported.added += 1;
    }

    fn take(&mut self, mark: Mark, body: String) {
        let key = NoteKey {
            note: clean_line(&mark.note),
            version: clean_line(&mark.version),
        };
        // In an older document nothing but its title begins it, and joined to another it is read as the end of a note there.
        let before_title = body.strip_suffix(TITLE).map(without_end);
        let exact = [Some(body.as_str()), before_title]
            .into_iter()
            .flatten()
            .map(|body| format!("{body}{}", clean(&mark.end)))
            .find_map(|exact| Some((version_dot(&key.version, &exact)?, exact)));
        let (as_exported, text) = match exact {
            Some((dot, exact)) => (Some(dot), exact),
            None => (None, body),
        };
        let Some(known) = self.record.notes.get(&key.note) else {
            self.add(key.note, mark, as_exported, text);
            return;
        };
        let stands = known
            .versions
            .values()
            .any(|version| without_end(&version.text) == without_end(&text));
        // As it was exported, and replaced here since: the later version stands.
        let is_older =
            as_exported.is_some_and(|dot| known.has_seen(&dot)) && !known.versions.is_empty();
        if stands || is_older {
            self.imported.unchanged += 1;
        } else {
            self.change(&key, &text);
        }
    }

    /// A note that was not there.
    fn add(&mut self, id: String, mut mark: Mark, as_exported: Option<Dot>, text: String) {
        tidy_spot(&mut mark.spot);
        let (seen, versions) = (BTreeMap::new(), BTreeMap::new());
        let mut note = Note {
            lesson: clean_line(&mark.lesson),
            spot: mark.spot,
            created: mark.created,
            seen,
            versions,
        };
        self.texts.add(&text);
        note.put(
            &as_exported.unwrap_or_else(|| self.pen.dot()),
            Version {
                changed: mark.changed,
                text,
            },
        );
        self.record.notes.insert(id, note);
        self.imported.added += 1;
    }

    /// A note that was there with another text.
    fn change(&mut self, key: &NoteKey, text: &str) {
        if let Some(before) = self.record.note(key) {
            self.texts.remove(before.text);
        }
        let (record, pen) = (&mut *self.record, &mut *self.pen);
        if record.edit_note(pen, key, text, self.now).is_some() {
            self.texts.add(text);
            self.imported.changed += 1;
        }
    }
}

/// The mark on a line that is one.
fn mark(line: &str) -> Option<Result<Mark, String>> {
    let json = line
        .strip_prefix(OPEN)?
        .trim_end()
        .strip_suffix(CLOSE.trim_start());
    Some(json.map_or_else(
        || Err("it does not end on its line".to_owned()),
        |json| {
            serde_json::from_str(json.trim_end()).map_err(|error| clean_line(&error.to_string()))
        },
    ))
}

/// The text of a note, without the heading before it and the empty lines around it.
fn body(lines: &[&str], heading: &str) -> String {
    let heading = usize::from(lines.first().is_some_and(|line| *line == heading));
    let separator = usize::from(
        lines
            .get(heading)
            .is_some_and(|line| line.trim().is_empty()),
    );
    let lines = lines.get(heading + separator..).unwrap_or_default();
    let unguarded = lines
        .iter()
        .map(|line| if is_guarded(line) { &line[1..] } else { *line });
    without_end(&unguarded.collect::<Vec<_>>().join("\n")).to_owned()
}

/// The text up to the empty lines at its end.
fn without_end(text: &str) -> &str {
    let mut text = text;
    while let Some((before, last)) = text.rsplit_once('\n') {
        if !last.trim().is_empty() {
            return text;
        }
        text = before;
    }
    if text.trim().is_empty() { "" } else { text }
}

fn escaped(text: &str) -> String {
    let guard = |line: &str| {
        let guard = if line.trim_start_matches('\\').starts_with(GUARDED) {
            "\\"
        } else {
            ""
        };
        format!("{guard}{line}")
    };
    text.split('\n').map(guard).collect::<Vec<_>>().join("\n")
}

fn is_guarded(line: &str) -> bool {
    line.starts_with('\\') && line.trim_start_matches('\\').starts_with(GUARDED)
}
