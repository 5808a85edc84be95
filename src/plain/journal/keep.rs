//! Commands that change the record as a whole: bring a version back, unite two machines, take notes in.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use jiff::tz::TimeZone;

use super::Journal;
use crate::plain::progress::when;
use crate::progress::disk::LARGEST;
use crate::progress::format::{self, FormatError};
use crate::progress::history::Past;
use crate::progress::markdown::{MarkdownError, from_markdown};
use crate::progress::shell::command;
use crate::progress::{Record, StoreError};

/// Why a command changed nothing.
#[derive(Debug, thiserror::Error)]
pub enum KeepError {
    /// The progress file could not be read or saved.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The other file could not be read.
    #[error("could not read {}: {source}; {}", .name, remedy(.source))]
    Read {
        /// Which.
        name: String,
        /// What the system said.
        source: io::Error,
    },
    /// The other file is no progress file.
    #[error("{} is neither a progress file nor what `token34 progress export` writes: {source}", .name)]
    Format {
        /// Which.
        name: String,
        /// What is wrong with it.
        source: FormatError,
    },
    /// The other file is not what `token34 notes export` writes.
    #[error("{}, {source}", .name)]
    Markdown {
        /// Which.
        name: String,
        /// What is wrong with it.
        source: MarkdownError,
    },
    /// The other file holds bytes that are no text.
    #[error(
        "{}, line {line}: this is not UTF-8; save the file in UTF-8 and take it in again",
        .name
    )]
    NotText {
        /// Which.
        name: String,
        /// The line that breaks, from 1.
        line: usize,
    },
    /// There is no such version.
    #[error("no version with revision {revision} was kept; `{list}` lists those that were")]
    NoVersion {
        /// Which was asked for.
        revision: u64,
        /// The command that lists them.
        list: String,
    },
}

impl KeepError {
    /// Whether the command line names what is not there.
    pub fn is_wrong_use(&self) -> bool {
        use io::ErrorKind::{IsADirectory, NotADirectory, NotFound};
        match self {
            Self::NoVersion { .. } => true,
            Self::Read { source, .. } => {
                matches!(source.kind(), IsADirectory | NotADirectory | NotFound)
            }
            _ => false,
        }
    }
}

impl Journal {
    /// The versions that were kept, newest first, each a line: its revision, until when it stood, what it holds.
    ///
    /// # Errors
    /// When the history cannot be read.
    pub fn versions(&self, zone: &TimeZone) -> Result<Vec<String>, KeepError> {
        let line = |past: &Past| {
            let holds = self
                .store
                .read_past(past)
                .map_or_else(|error| error.to_string(), |record| holds(&record));
            format!(
                "{}, until {}: {holds}",
                past.revision,
                when(past.until, zone)
            )
        };
        Ok(self.store.history()?.iter().map(line).collect())
    }

    /// Brings back the version with this revision; says so, and how to undo it.
    ///
    /// # Errors
    /// When there is none, or it cannot be read or saved.
    pub fn restore(&mut self, revision: u64) -> Result<String, KeepError> {
        let history = self.store.history()?;
        let past = history.iter().find(|past| past.revision == revision);
        let past = past.ok_or_else(|| KeepError::NoVersion {
            revision,
            list: command("progress restore", self.store.path(), self.ascii),
        })?;
        let past = self.store.read_past(past)?;
        self.become_record(&past)
    }

    /// Begins anew; says so, and how to undo it.
    ///
    /// # Errors
    /// When it cannot be saved.
    pub fn reset(&mut self) -> Result<String, KeepError> {
        self.become_record(&Record::default())
    }

    fn become_record(&mut self, past: &Record) -> Result<String, KeepError> {
        let restored = self.record.restored(past, &mut self.pen, (self.clock)());
        let before = std::mem::replace(&mut self.record, restored);
        self.keep(before, "Progress now holds")
    }

    /// Unites the record with that of another file, as of another machine. Nothing in either is lost.
    ///
    /// # Errors
    /// When the other file cannot be read, or the result not saved.
    pub fn merge(&mut self, file: &Path) -> Result<String, KeepError> {
        let bytes = read(file)?;
        let is_json = bytes.trim_ascii_start().starts_with(b"{");
        let theirs = if is_json {
            format::parse_json(&bytes)
        } else {
            format::parse_telling(&bytes)
        };
        let theirs = theirs.map_err(|source| KeepError::Format {
            name: name(file),
            source,
        })?;
        let before = self.record.clone();
        self.record.join(&theirs.record);
        let mut said = self.keep(before, "Both together hold")?;
        for entry in theirs.unreadable {
            said += &format!("\nKept as it is, since it cannot be read: {entry}");
        }
        Ok(said)
    }

    /// Takes in notes from Markdown; those without a mark belong to `lesson`.
    ///
    /// # Errors
    /// When the file cannot be read, or the notes not saved.
    pub fn import_notes(&mut self, lesson: &str, file: &Path) -> Result<String, KeepError> {
        let text = String::from_utf8(read(file)?).map_err(|error| KeepError::NotText {
            name: name(file),
            line: 1 + error.as_bytes()[..error.utf8_error().valid_up_to()]
                .iter()
                .filter(|byte| **byte == b'\n')
                .count(),
        })?;
        let before = self.record.clone();
        let imported = from_markdown(
            &mut self.record,
            &mut self.pen,
            lesson,
            &text,
            (self.clock)(),
        );
        let imported = imported.map_err(|source| KeepError::Markdown {
            name: name(file),
            source,
        })?;
        let counts = format!(
            "{} added, {} changed, {} as they were. Now there are",
            imported.added, imported.changed, imported.unchanged
        );
        self.keep(before, &counts)
    }

    /// Saves what a command made of the record, unless that is what it was: then nothing is written. Says `what` it is now.
    fn keep(&mut self, before: Record, what: &str) -> Result<String, KeepError> {
        let changed = Record {
            revision: self.record.revision,
            ..before.clone()
        } != self.record;
        if changed || self.damaged {
            self.save()?;
            return Ok(self.done(what));
        }
        self.record = before;
        Ok(format!(
            "{what} {}; nothing was changed.",
            holds(&self.record)
        ))
    }

    fn done(&self, what: &str) -> String {
        let before = self.record.revision.saturating_sub(1);
        let kept = self
            .store
            .history()
            .is_ok_and(|kept| kept.iter().any(|past| past.revision == before));
        let undo = if kept {
            let restore = format!("progress restore {before}");
            let restore = command(&restore, self.store.path(), self.ascii);
            format!(" Undo: {restore}")
        } else {
            String::new()
        };
        format!("{what} {}.{undo}", holds(&self.record))
    }
}

fn holds(record: &Record) -> String {
    let count = |count: usize, one: &str, many: &str| {
        format!("{count} {}", if count == 1 { one } else { many })
    };
    let (notes, answers) = (record.notes().len(), record.answers.len());
    let read = record
        .lessons
        .values()
        .map(|lesson| lesson.read.len())
        .sum();
    [
        count(notes, "note", "notes"),
        count(answers, "answer", "answers"),
        count(read, "part read", "parts read"),
    ]
    .join(", ")
}

/// What the file holds, or standard input where it is called `-`.
fn read(file: &Path) -> Result<Vec<u8>, KeepError> {
    let mut bytes = Vec::new();
    let read = if file == Path::new("-") {
        let input = io::stdin().lock();
        input.take(LARGEST + 1).read_to_end(&mut bytes)
    } else {
        File::open(file).and_then(|open| open.take(LARGEST + 1).read_to_end(&mut bytes))
    };
    let too_large = || {
        let why = format!("it is larger than {} MiB", LARGEST >> 20);
        io::Error::new(io::ErrorKind::FileTooLarge, why)
    };
    let read = read.and_then(|_| {
        if bytes.len() as u64 > LARGEST {
            Err(too_large())
        } else {
            Ok(bytes)
        }
    });
    read.map_err(|source| KeepError::Read {
        name: name(file),
        source,
    })
}

fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        io::ErrorKind::FileTooLarge => "name a smaller file",
        io::ErrorKind::PermissionDenied => "make it readable, or name another file",
        _ => "name another file, or - for standard input",
    }
}

/// As what is told of it.
fn name(file: &Path) -> String {
    match file.to_str() {
        Some("-") => "standard input".to_owned(),
        _ => file.display().to_string(),
    }
}
