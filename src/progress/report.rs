//! How opening and saving went, in types for the program and in sentences for the learner.

use std::fmt;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use super::disk::LARGEST;
use super::format::FormatError;
use super::held::Unreadable;

/// How opening went, to be shown: as text a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// There was no file yet.
    Fresh,
    /// All is as it was left.
    Loaded,
    /// All is as it was left but these entries, which stay in the file as they are.
    Unreadable(Vec<Unreadable>),
    /// The file could not be read as a record. It gets another name before the next save replaces it.
    Damaged {
        /// What was wrong with it.
        why: String,
        /// Until when the version of the history was current that is shown instead, if there was one.
        from: Option<Timestamp>,
    },
    /// The file is of a newer format: it is shown as far as it can be, and never written.
    Newer {
        /// Its format.
        format: u32,
    },
}

/// A save that succeeded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Saved {
    /// The revision that now stands in the file.
    pub revision: u64,
    /// Another program had written since: its work is now in the record, and this one's in the file.
    pub merged: bool,
    /// What was not as it should be, though the record is safe.
    pub warnings: Vec<Warning>,
}

/// Something that the learner should know about a save that succeeded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Warning {
    /// The file system knows no locks; told once.
    NoLock,
    /// What stood in the file was no record; it was kept under another name before the write.
    SetAside {
        /// Where it is now.
        to: PathBuf,
        /// What was wrong with it.
        why: String,
    },
    /// What another program wrote holds entries that cannot be read; they stay as they are.
    Unreadable(Vec<Unreadable>),
    /// Something took the place of entries that cannot be read; they were kept in another file before the write.
    Displaced {
        /// Which, by their keys with dots between them.
        entries: Vec<String>,
        /// Where they are now.
        to: PathBuf,
    },
    /// The version that was replaced could not be kept in the history; told once.
    NoHistory {
        /// What the system said.
        why: String,
    },
}

/// Why a file could not be opened or saved.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused a call.
    #[error("could not {what} {}: {source}; {}", .path.display(), remedy(what, .source))]
    Io {
        /// What was tried, such as `write`.
        what: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another instance holds the lock for longer than this one waits.
    #[error("{} has been locked by another program for longer than a save takes; try again", .path.display())]
    Busy {
        /// Which file.
        path: PathBuf,
    },
    /// The file is of a newer format.
    #[error("{} has format {format}, which a newer token34 wrote; it is left as it is, and this session is not saved", .path.display())]
    Newer {
        /// Which file.
        path: PathBuf,
        /// Its format.
        format: u32,
    },
    /// The file is marked as read-only.
    #[error("{} is read-only; make it writable or choose another file with --progress", .path.display())]
    ReadOnly {
        /// Which file.
        path: PathBuf,
    },
    /// What is to be saved could not be read again.
    #[error(
        "what is to be saved is larger than a progress file can be ({} MiB), and {} is left as it is; keep some of it elsewhere",
        LARGEST >> 20,
        .path.display()
    )]
    TooLarge {
        /// Which file.
        path: PathBuf,
    },
    /// The last save of a session failed, and no other file could be written either.
    #[error("{why}; what you did since the last save could not be kept anywhere, and is lost")]
    Lost {
        /// Why it could not be saved.
        why: Box<StoreError>,
    },
    /// The last save of a session failed, and the record is in a file of its own.
    #[error("{why}; what you did is in {}, take it in with `{take_in}`{}", .to.display(), beside(.unreadable))]
    Rescued {
        /// The command that takes it in.
        take_in: String,
        /// Why it could not be saved.
        why: Box<StoreError>,
        /// Where it is.
        to: PathBuf,
        /// Where those of its entries are that could not be read and whose place is taken.
        unreadable: Vec<PathBuf>,
    },
    /// A file is no record, or the record cannot be put as one.
    #[error("{} is no progress file: {source}", .path.display())]
    Invalid {
        /// Which file.
        path: PathBuf,
        /// What is wrong.
        source: FormatError,
    },
}

impl StoreError {
    /// Whether the file that was named can be no progress file, as a directory or a device. What stands in the way of a save
    /// beside it is another matter.
    pub fn is_wrong_use(&self) -> bool {
        let Self::Io { what, source, .. } = self else {
            return false;
        };
        matches!(*what, "reach" | "read" | "find room beside")
            && is_no_name_of_a_file(source.kind())
    }

    /// For a line of the screen: why, and what to do, without the file and without the call.
    pub fn brief(&self) -> String {
        match self {
            Self::Io { what, source, .. } => {
                format!("{}; {}", reason(source), remedy(what, source))
            }
            Self::Busy { .. } => "another program holds its lock".to_owned(),
            Self::Newer { format, .. } => {
                format!("the progress file is of a newer token34 (format {format})")
            }
            Self::ReadOnly { .. } => "the progress file is read-only; make it writable".to_owned(),
            Self::TooLarge { .. } => {
                "it is more than a progress file can hold; keep some of it elsewhere".to_owned()
            }
            Self::Rescued { why, .. } | Self::Lost { why } => why.brief(),
            Self::Invalid { source, .. } => source.to_string(),
        }
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fresh => write!(f, "a new progress file begins"),
            Self::Loaded => write!(f, "progress loaded"),
            Self::Unreadable(entries) => unreadable(entries, f),
            Self::Damaged { why, from } => {
                write!(f, "the progress file is damaged")?;
                if let Some(from) = from {
                    write!(f, "; the version of {from:.0} is shown")?;
                }
                write!(f, "; a save first keeps it under another name ({why})")
            }
            Self::Newer { format } => {
                write!(
                    f,
                    "the progress file is of a newer token34 (format {format}); this session is not saved"
                )
            }
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoLock => write!(
                f,
                "this file system has no locks: do not write from two programs at once"
            ),
            Self::NoHistory { why } => {
                write!(f, "the version before this one could not be kept: {why}")
            }
            Self::Unreadable(entries) => unreadable(entries, f),
            Self::Displaced { entries, to } => write!(
                f,
                "{} could not be read and is now in {}",
                entries.join(", "),
                name(to)
            ),
            Self::SetAside { to, why } => {
                write!(f, "damaged progress file kept as {} ({why})", name(to))
            }
        }
    }
}

/// For two lines of a narrow screen: which, and what becomes of them. What is wrong with each is told line by line.
fn unreadable(entries: &[Unreadable], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    let Some(first) = entries.first() else {
        return Ok(());
    };
    write!(f, "Unreadable, kept in the progress file: {}", first.entry)?;
    if let Some(line) = first.line {
        write!(f, " (line {line})")?;
    }
    match entries.len() - 1 {
        0 => Ok(()),
        more => write!(f, " and {more} more"),
    }
}

/// Where what cannot be taken in is, if there is any.
fn beside(unreadable: &[PathBuf]) -> String {
    let name = |path: &PathBuf| format!("; what could not be read is in {}", path.display());
    unreadable.iter().map(name).collect()
}

pub(super) fn io_error(what: &'static str, path: &Path, source: io::Error) -> StoreError {
    StoreError::Io {
        what,
        path: path.to_owned(),
        source,
    }
}

/// What the system said, without its number.
fn reason(error: &io::Error) -> String {
    let text = error.to_string();
    text.split(" (os error")
        .next()
        .unwrap_or_default()
        .to_owned()
}

/// The name of a file that stands beside the progress file.
fn name(path: &Path) -> std::borrow::Cow<'_, str> {
    path.file_name()
        .unwrap_or(path.as_os_str())
        .to_string_lossy()
}

/// Whether the name is what is wrong, and not what stands there.
fn is_no_name_of_a_file(kind: ErrorKind) -> bool {
    use ErrorKind::{InvalidFilename, InvalidInput, IsADirectory, NotADirectory};
    matches!(
        kind,
        InvalidFilename | InvalidInput | IsADirectory | NotADirectory
    )
}

fn remedy(what: &str, error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::PermissionDenied if what == "read" => {
            "make it readable or choose another file with --progress"
        }
        ErrorKind::FileTooLarge => "raise the limit on the size of files",
        ErrorKind::StorageFull => "free some space on the disk",
        ErrorKind::QuotaExceeded => "free some of your disk quota",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "make it writable or choose another file with --progress"
        }
        kind if is_no_name_of_a_file(kind) => "choose another file with --progress",
        _ => "check the disk, or choose another file with --progress",
    }
}
