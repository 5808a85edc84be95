//! The progress file, kept as the lesson teaches.
//!
//! Two programs may have the file open, and either may be stopped at any moment: by `kill -9`, by a laptop's lid,
//! by a full disk. In the words of the lesson:
//!
//! - **The lock** is an advisory lock on a file beside the progress file. It keeps writers from working at the
//!   same time, and that is all it does: it saves work. A file system may have none, and a backup or a sync
//!   program never asks for it. So nothing below rests on it alone.
//! - **The fence** is the `revision` in the file. It rises by one with every write.
//! - **The resource checks.** A writer compares what stands in the file with what it last saw there. If they
//!   differ it is a stale writer, and its write is refused: it has to take in what stands there first (see
//!   [`merge`](super::merge)) and write under a higher revision. It never overwrites what it has not seen.
//! - **Check and write are one step** for every reader: the new content is written beside the file, flushed to
//!   the disk, and then renamed over it, and the directory is flushed. Whoever reads finds the old content or the
//!   new, never a part.
//!
//! Who skips the lock (because there is none) can slip in between another's check and its rename. Readers still
//! find a whole file, and the writer that lost the race still has its record in memory and merges it at its next
//! save, for it finds a content that is not its own. That is the gap of the lesson, and the reason for the lock.
//!
//! A record in memory is only ever added to: when a save fails, nothing of it is lost while the program runs.

use std::ffi::OsStr;
use std::fmt;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;

use super::disk::{Disk, RealSystem, Stamp, System};
use super::format::{self, FormatError};
use super::record::Record;

/// How long a save waits for another instance's save, unless told otherwise. A save takes some milliseconds.
pub const PATIENCE: Duration = Duration::from_millis(300);
/// The time between two looks at a lock that is held.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// The file that progress is kept in, and what this program last saw in it.
pub struct Store {
    disk: Disk,
    /// As named by the user: for messages.
    path: PathBuf,
    /// At the end of symbolic links: what is read and replaced.
    file: PathBuf,
    /// What this program last read or wrote there.
    seen: Option<Vec<u8>>,
    /// The stamp of that content.
    stamp: Option<Stamp>,
    /// The format of the file, when it is newer than this program.
    newer: Option<u32>,
    patience: Duration,
}

/// What opening gives.
pub struct Opened {
    /// To save into.
    pub store: Store,
    /// What was done so far.
    pub record: Record,
    /// How it went.
    pub notice: Notice,
}

/// How opening went, to be shown: as text a sentence.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// There was no file yet.
    Fresh,
    /// All is as it was left.
    Loaded,
    /// The file could not be read as a record. It was moved, or will be before anything is written.
    Damaged {
        /// What was wrong with it.
        why: String,
        /// Where it is now, or `None` when it could not be moved.
        set_aside: Option<PathBuf>,
    },
    /// The file is of a newer format: it is shown as far as it can be, and never written.
    Newer {
        /// Its format.
        format: u32,
    },
}

/// A save that succeeded.
#[derive(Debug, Clone, PartialEq, Eq)]
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
    /// The file system knows no locks.
    NoLock,
    /// What stood in the file was no record; it was moved before the write.
    SetAside {
        /// Where it is now.
        to: PathBuf,
        /// What was wrong with it.
        why: String,
    },
}

/// Why a file could not be opened or saved.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    /// The system refused a call.
    #[error("could not {what} {}: {source}; {}", .path.display(), remedy(.source))]
    Io {
        /// What was tried, such as `write`.
        what: &'static str,
        /// Which file.
        path: PathBuf,
        /// What the system said.
        source: io::Error,
    },
    /// Another instance holds the lock for longer than this one waits.
    #[error("{} is being written by another program; it is tried again", .path.display())]
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
    /// The record cannot be put as a file.
    #[error("the record does not fit into {}: {source}", .path.display())]
    Unwritable {
        /// Which file.
        path: PathBuf,
        /// What does not fit.
        source: FormatError,
    },
}

/// The platform's place for the progress file; `None` where there is no home directory.
pub fn default_path() -> Option<PathBuf> {
    Some(
        directories::ProjectDirs::from("", "", "token34")?
            .data_dir()
            .join("progress.toml"),
    )
}

impl Store {
    /// Opens the file, which need not exist. A file that is no record is set aside under a name with the date `now`.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub fn open(path: &Path, now: Timestamp) -> Result<Opened, StoreError> {
        Self::open_on(Box::new(RealSystem), path, now)
    }

    /// As [`Store::open`], on another system.
    ///
    /// # Errors
    /// When the file is there and cannot be read.
    pub fn open_on(
        system: Box<dyn System>,
        path: &Path,
        now: Timestamp,
    ) -> Result<Opened, StoreError> {
        let disk = Disk::new(system);
        let file = disk
            .follow(path)
            .map_err(|source| io_error("follow the link", path, source))?;
        let mut store = Self {
            disk,
            path: path.to_owned(),
            file,
            seen: None,
            stamp: None,
            newer: None,
            patience: PATIENCE,
        };
        let (record, notice) = store.load(now)?;
        Ok(Opened {
            store,
            record,
            notice,
        })
    }

    /// How long a save waits for another instance's save.
    #[must_use]
    pub fn with_patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// The file, as it was named.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Whether nothing can be saved, because the file is of a newer format.
    pub fn is_read_only(&self) -> bool {
        self.newer.is_some()
    }

    /// Writes the record. When another program wrote since, its work is first taken into `record`.
    ///
    /// # Errors
    /// When it could not be written: the file then holds the old content or the new, and the record is as it was
    /// or has gained what the file held.
    pub fn save(&mut self, record: &mut Record, now: Timestamp) -> Result<Saved, StoreError> {
        self.refuse_newer()?;
        let mut warnings = Vec::new();
        let dir = self.dir();
        self.disk
            .create_dir(&dir)
            .map_err(|source| io_error("create the directory", &dir, source))?;
        let lock = self.lock()?;
        if lock.is_none() {
            warnings.push(Warning::NoLock);
        }
        let merged = self.take_in(record, now, &mut warnings)?;
        let before = record.revision;
        record.revision = before.saturating_add(1);
        if let Err(error) = self.write(record) {
            record.revision = before;
            return Err(error);
        }
        Ok(Saved {
            revision: record.revision,
            merged,
            warnings,
        })
    }

    /// Whether another program wrote the file since this one last read or wrote it: one look at the directory
    /// entry, cheap enough for every key.
    pub fn changed_on_disk(&self) -> bool {
        self.disk
            .stamp(&self.file)
            .ok()
            .is_some_and(|stamp| Some(stamp) != self.stamp)
    }

    /// Takes in what another program wrote; says whether the record changed. What is no record is left for the
    /// next save to set aside, since a sync program may be in the middle of it.
    ///
    /// # Errors
    /// When the file cannot be read, or is now of a newer format.
    pub fn refresh(&mut self, record: &mut Record) -> Result<bool, StoreError> {
        let stamp = self.disk.stamp(&self.file).ok();
        let Some(content) = self.read()? else {
            return Ok(false);
        };
        self.stamp = stamp;
        if self.seen.as_ref() == Some(&content) {
            return Ok(false);
        }
        match format::parse(&content) {
            Ok(theirs) => {
                let before = record.clone();
                record.join(&theirs);
                self.seen = Some(content);
                Ok(*record != before)
            }
            Err(FormatError::Newer(format)) => {
                self.newer = Some(format);
                self.refuse_newer().map(|()| false)
            }
            Err(_) => Ok(false),
        }
    }

    fn load(&mut self, now: Timestamp) -> Result<(Record, Notice), StoreError> {
        self.stamp = self.disk.stamp(&self.file).ok();
        let Some(content) = self.read()?.filter(|content| !is_blank(content)) else {
            return Ok((Record::default(), Notice::Fresh));
        };
        match format::parse(&content) {
            Ok(record) => {
                self.seen = Some(content);
                Ok((record, Notice::Loaded))
            }
            Err(FormatError::Newer(format)) => {
                self.newer = Some(format);
                Ok((
                    format::parse_newer(&content).unwrap_or_default(),
                    Notice::Newer { format },
                ))
            }
            Err(why) => {
                let set_aside = self.set_aside_damaged(now);
                Ok((
                    Record::default(),
                    Notice::Damaged {
                        why: why.to_string(),
                        set_aside,
                    },
                ))
            }
        }
    }

    /// Under the lock, and only if it is still no record: another instance may have put things right.
    fn set_aside_damaged(&mut self, now: Timestamp) -> Option<PathBuf> {
        let _lock = self.lock().ok()?;
        let content = self.read().ok()??;
        match format::parse(&content) {
            Ok(_) | Err(FormatError::Newer(_)) => None,
            Err(_) => self.set_aside(now).ok(),
        }
    }

    fn refuse_newer(&self) -> Result<(), StoreError> {
        self.newer.map_or(Ok(()), |format| {
            Err(StoreError::Newer {
                path: self.path.clone(),
                format,
            })
        })
    }

    /// The lock, or `None` where the file system has none.
    fn lock(&self) -> Result<Option<File>, StoreError> {
        let path = self.beside(".", ".lock");
        let file = self
            .disk
            .open_lock(&path)
            .map_err(|source| io_error("open the lock", &path, source))?;
        let mut waited = Duration::ZERO;
        loop {
            match self.disk.try_lock(&file) {
                Ok(true) => return Ok(Some(file)),
                Ok(false) if waited >= self.patience => {
                    return Err(StoreError::Busy {
                        path: self.path.clone(),
                    });
                }
                Ok(false) => {
                    self.disk.wait(LOOK_AGAIN);
                    waited += LOOK_AGAIN;
                }
                Err(error) if has_no_locks(&error) => return Ok(None),
                Err(source) => return Err(io_error("lock", &path, source)),
            }
        }
    }

    /// The check at the resource: whatever this program has not seen goes into the record first.
    fn take_in(
        &mut self,
        record: &mut Record,
        now: Timestamp,
        warnings: &mut Vec<Warning>,
    ) -> Result<bool, StoreError> {
        let Some(content) = self.read()?.filter(|content| !is_blank(content)) else {
            return Ok(false);
        };
        if self.seen.as_ref() == Some(&content) {
            return Ok(false);
        }
        match format::parse(&content) {
            Ok(theirs) => {
                record.join(&theirs);
                Ok(true)
            }
            Err(FormatError::Newer(format)) => {
                self.newer = Some(format);
                self.refuse_newer().map(|()| false)
            }
            Err(why) => {
                let to = self.set_aside(now)?;
                warnings.push(Warning::SetAside {
                    to,
                    why: why.to_string(),
                });
                Ok(false)
            }
        }
    }

    /// Temporary file, flush, rename, flush of the directory.
    fn write(&mut self, record: &Record) -> Result<(), StoreError> {
        let text = format::print(record).map_err(|source| StoreError::Unwritable {
            path: self.path.clone(),
            source,
        })?;
        let dir = self.dir();
        let error =
            |what: &'static str| move |path: &Path, source: io::Error| io_error(what, path, source);
        let mode = match self.disk.permissions(&self.file) {
            Ok(mode) if mode.readonly() => {
                return Err(StoreError::ReadOnly {
                    path: self.path.clone(),
                });
            }
            Ok(mode) => Some(mode),
            Err(source) if source.kind() == ErrorKind::NotFound => None,
            Err(source) => return Err(error("look at")(&self.path, source)),
        };
        let prefix = format!(".{}.", self.name());
        let mut temp = self
            .disk
            .create_temp(&dir, &prefix)
            .map_err(|e| error("create a file in")(&dir, e))?;
        self.disk
            .write(&mut temp, text.as_bytes())
            .map_err(|e| error("write")(&self.path, e))?;
        if let Some(mode) = mode {
            self.disk
                .set_mode(&temp, &mode)
                .map_err(|e| error("set the mode of")(&self.path, e))?;
        }
        let stamp = self
            .disk
            .sync(&temp)
            .map_err(|e| error("flush")(&self.path, e))?;
        self.disk
            .rename(temp, &self.file)
            .map_err(|e| error("replace")(&self.path, e))?;
        // Not before this: a write that may not last counts as another's, to be merged by the next save.
        self.disk
            .sync_dir(&dir)
            .map_err(|e| error("flush the directory")(&dir, e))?;
        self.seen = Some(text.into_bytes());
        self.stamp = Some(stamp);
        Ok(())
    }

    fn read(&self) -> Result<Option<Vec<u8>>, StoreError> {
        self.disk
            .read(&self.file)
            .map_err(|source| io_error("read", &self.path, source))
    }

    /// Moves the file to a free name with the date.
    fn set_aside(&self, now: Timestamp) -> Result<PathBuf, StoreError> {
        let date = now.strftime("%Y-%m-%dT%H-%M-%SZ");
        let mut result = Err(io::Error::from(ErrorKind::AlreadyExists));
        for attempt in 1..100 {
            let again = if attempt == 1 {
                String::new()
            } else {
                format!("-{attempt}")
            };
            let to = self.beside("", &format!(".damaged-{date}{again}"));
            result = self.disk.set_aside(&self.file, &to).map(|()| to);
            if result.as_ref().is_ok()
                || result
                    .as_ref()
                    .is_err_and(|e| e.kind() != ErrorKind::AlreadyExists)
            {
                break;
            }
        }
        result.map_err(|source| io_error("set aside", &self.path, source))
    }

    fn dir(&self) -> PathBuf {
        match self.file.parent() {
            Some(dir) if dir != Path::new("") => dir.to_owned(),
            _ => PathBuf::from("."),
        }
    }

    fn name(&self) -> String {
        self.file
            .file_name()
            .unwrap_or(OsStr::new("progress.toml"))
            .to_string_lossy()
            .into_owned()
    }

    fn beside(&self, before: &str, after: &str) -> PathBuf {
        self.dir().join(format!("{before}{}{after}", self.name()))
    }
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Fresh => write!(f, "a new progress file begins"),
            Self::Loaded => write!(f, "progress loaded"),
            Self::Damaged {
                why,
                set_aside: Some(to),
            } => {
                write!(
                    f,
                    "the progress file was damaged ({why}); it was kept as {}",
                    to.display()
                )
            }
            Self::Damaged {
                why,
                set_aside: None,
            } => {
                write!(
                    f,
                    "the progress file is damaged ({why}) and could not be moved; it is left as it is"
                )
            }
            Self::Newer { format } => {
                write!(
                    f,
                    "the progress file has format {format}, from a newer token34: this session is not saved"
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
            Self::SetAside { to, why } => {
                write!(
                    f,
                    "the progress file had been damaged ({why}); what stood there was kept as {}",
                    to.display()
                )
            }
        }
    }
}

fn io_error(what: &'static str, path: &Path, source: io::Error) -> StoreError {
    StoreError::Io {
        what,
        path: path.to_owned(),
        source,
    }
}

fn remedy(error: &io::Error) -> &'static str {
    match error.kind() {
        ErrorKind::StorageFull => "free some space on the disk",
        ErrorKind::QuotaExceeded => "free some of your disk quota",
        ErrorKind::PermissionDenied | ErrorKind::ReadOnlyFilesystem => {
            "make it writable or choose another file with --progress"
        }
        ErrorKind::IsADirectory
        | ErrorKind::NotADirectory
        | ErrorKind::InvalidInput
        | ErrorKind::FileTooLarge => "choose another file with --progress",
        _ => "check the disk, or choose another file with --progress",
    }
}

fn has_no_locks(error: &io::Error) -> bool {
    /// `ENOLCK` and `EOPNOTSUPP` of Linux: a network file system without its lock service.
    const NO_LOCKS: [i32; 2] = [37, 95];
    error.kind() == ErrorKind::Unsupported
        || (cfg!(target_os = "linux")
            && error
                .raw_os_error()
                .is_some_and(|code| NO_LOCKS.contains(&code)))
}

/// A file that was made and never written, as by `mktemp`, is no damage.
fn is_blank(content: &[u8]) -> bool {
    content.iter().all(u8::is_ascii_whitespace)
}
