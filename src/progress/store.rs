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
//!   [`merge`](mod@super::merge)) and write under a higher revision. It never overwrites what it has not seen.
//! - **Check and write are one step** for every reader: the new content is written beside the file, flushed to
//!   the disk, and then renamed over it, and the directory is flushed. Whoever reads finds the old content or the
//!   new, never a part.
//!
//! Without a lock, another's write can fall between the check and the rename. A second look just before the rename
//! makes that window narrow; it cannot close it, as the lesson says of every check that is not one step with the
//! write. What is overwritten there is still in memory of the one that wrote it, which finds a content that is not
//! its own and merges at its next save, and as a rule in the [history](super::history).
//!
//! A record in memory is only ever added to: when a save fails, nothing of it is lost while the program runs. So a save
//! can work on a copy while more is added to the record, and the two are joined when it comes back.

mod open;
mod write;

use std::collections::HashSet;
use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind};
use std::mem::{Discriminant, discriminant};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;

use super::disk::{self, Disk, RealSystem, Stamp, System};
use super::format::{self, FormatError};
use super::history::{History, Past};
use super::record::Record;
use super::report::{Notice, Saved, StoreError, Warning, io_error};
use super::shell::{command, quoted};

/// How long a save waits for another instance's save, unless told otherwise. A save takes some milliseconds.
pub const PATIENCE: Duration = Duration::from_millis(300);
/// How often a save starts over because the file changed under it, which only happens where nobody locks.
const ATTEMPTS: usize = 5;

/// The file that progress is kept in, and what this program last saw in it.
pub struct Store {
    disk: Disk,
    /// As named by the user: for messages.
    path: PathBuf,
    /// At the end of symbolic links: what is read and replaced.
    file: PathBuf,
    /// What this program last read or wrote there, and its revision.
    seen: Option<(Vec<u8>, u64)>,
    /// The stamp of that content.
    stamp: Option<Stamp>,
    /// The format of the file, when it is newer than this program.
    newer: Option<u32>,
    /// Whether temporary files of writers that were killed have been cleared away.
    swept: bool,
    /// The kinds of warnings that were given; one that would come with every save is given once.
    told: HashSet<Discriminant<Warning>>,
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

/// The platform's place for the progress file; `None` where there is no home directory.
pub fn default_path() -> Option<PathBuf> {
    let dirs = directories::ProjectDirs::from("", "", "token34")?;
    // A home that is relative is another one in each directory.
    let dir = Some(dirs.data_dir()).filter(|dir| dir.is_absolute());
    dir.map(|dir| dir.join("progress.toml"))
}

impl Store {
    /// Opens the file, which need not exist. Nothing on disk is changed by that: a file that is no record gets a second
    /// name, under which it stays, when the next save is about to replace it.
    ///
    /// # Errors
    /// When the file is there and cannot be read, or when nothing could be saved under its name.
    pub fn open(path: &Path) -> Result<Opened, StoreError> {
        Self::open_on(Box::new(RealSystem), path)
    }

    /// As [`Store::open`], on another system.
    ///
    /// # Errors
    /// As [`Store::open`].
    pub fn open_on(system: Box<dyn System>, path: &Path) -> Result<Opened, StoreError> {
        let disk = Disk::new(system);
        let file = disk
            .follow(path)
            .map_err(|source| io_error("reach", path, source))?;
        let mut store = Self {
            disk,
            path: path.to_owned(),
            file,
            seen: None,
            stamp: None,
            newer: None,
            swept: false,
            told: HashSet::new(),
            patience: PATIENCE,
        };
        store.check_name()?;
        let (record, notice) = store.load()?;
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

    /// The record as JSON. A file of a newer format is given as it stands, with its own format and all that this version
    /// does not know: a number that does not fit the content would have it taken for less than it is.
    ///
    /// # Errors
    /// When the file cannot be read, or the record not be put as JSON.
    pub fn export(&self, record: &Record) -> Result<String, StoreError> {
        let json = match self.newer {
            Some(_) => format::newer_to_json(&self.read()?.unwrap_or_default()),
            None => format::to_json(record),
        };
        json.map_err(|source| StoreError::Invalid {
            path: self.path.clone(),
            source,
        })
    }

    /// Writes the record. When another program wrote since, its work is first taken into `record`.
    ///
    /// # Errors
    /// When it could not be written: the file then holds the old content or the new, and the record is as it was
    /// or has gained what the file held.
    pub fn save(&mut self, record: &mut Record, now: Timestamp) -> Result<Saved, StoreError> {
        self.refuse_newer()?;
        let mut saved = Saved::default();
        self.disk
            .create_dir(&self.dir())
            .map_err(self.failed("create the directory of"))?;
        let lock = self.lock()?;
        match lock {
            Some(_) => self.sweep(),
            None => saved.warnings.push(Warning::NoLock),
        }
        for _ in 0..ATTEMPTS {
            let standing = self.check(record, now, &mut saved)?;
            self.make_room(record, now, &mut saved)?;
            saved.revision = record.revision.saturating_add(1);
            let before = std::mem::replace(&mut record.revision, saved.revision);
            let written = self.write(record, &standing, now, &mut saved);
            if let Ok(true) = written {
                saved.warnings.retain(|warning| self.is_news(warning));
                return Ok(saved);
            }
            record.revision = before;
            written?;
        }
        Err(self.busy())
    }

    /// The last save of a session. What cannot be saved goes into a file of its own, beside the progress file or in
    /// `elsewhere`, from where `token34 progress merge` takes it in.
    ///
    /// # Errors
    /// As [`Store::save`]; [`StoreError::Rescued`] names that file, and [`StoreError::Lost`] says that there is none.
    pub fn save_last(
        &mut self,
        record: &mut Record,
        elsewhere: &Path,
        now: Timestamp,
    ) -> Result<Saved, StoreError> {
        self.save(record, now)
            .map_err(|why| match self.rescue(record, elsewhere) {
                Some((to, unreadable)) => StoreError::Rescued {
                    take_in: command(
                        &format!("progress merge {}", quoted(&to, false)),
                        &self.path,
                        false,
                    ),
                    why: Box::new(why),
                    to,
                    unreadable,
                },
                None => StoreError::Lost { why: Box::new(why) },
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
        self.stamp = self.disk.stamp(&self.file).ok();
        let Some(content) = self.read()?.filter(|content| !self.has_seen(content)) else {
            return Ok(false);
        };
        match format::parse(&content) {
            Ok(theirs) => {
                let before = record.clone();
                record.join(&theirs);
                self.seen = Some((content, theirs.revision));
                Ok(*record != before)
            }
            Err(FormatError::Newer(format)) => self.turned_newer(format).map(|()| false),
            Err(_) => Ok(false),
        }
    }

    /// The versions that were kept, newest first.
    ///
    /// # Errors
    /// When the directory cannot be read.
    pub fn history(&self) -> Result<Vec<Past>, StoreError> {
        let history = self.past();
        history
            .list(&self.disk)
            .map_err(self.failed("list the history of"))
    }

    /// Reads a version that was kept; [`Record::restored`] brings it back.
    ///
    /// # Errors
    /// When it cannot be read, or is no record.
    pub fn read_past(&self, past: &Past) -> Result<Record, StoreError> {
        let gone = || io_error("read", &past.path, ErrorKind::NotFound.into());
        let content = self
            .disk
            .read(&past.path)
            .map_err(|source| io_error("read", &past.path, source))?;
        let invalid = |source| StoreError::Invalid {
            path: past.path.clone(),
            source,
        };
        format::parse(&content.ok_or_else(gone)?).map_err(invalid)
    }

    fn has_seen(&self, content: &[u8]) -> bool {
        self.seen.as_ref().is_some_and(|(seen, _)| seen == content)
    }

    fn is_news(&mut self, warning: &Warning) -> bool {
        matches!(
            warning,
            Warning::SetAside { .. } | Warning::Displaced { .. } | Warning::Unreadable(_)
        ) || self.told.insert(discriminant(warning))
    }

    fn refuse_newer(&self) -> Result<(), StoreError> {
        self.newer.map_or(Ok(()), |format| {
            Err(StoreError::Newer {
                path: self.path.clone(),
                format,
            })
        })
    }

    fn turned_newer(&mut self, format: u32) -> Result<(), StoreError> {
        self.newer = Some(format);
        self.refuse_newer()
    }

    /// The content; `None` when there is none, and [`StoreError::Invalid`] when it is too large to be one. A file that was made and never written, as by `mktemp`, has none.
    fn read(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let failed = |source| match source {
            source if disk::is_too_large(&source) => StoreError::Invalid {
                path: self.path.clone(),
                source: FormatError::TooLarge,
            },
            source => self.failed("read")(source),
        };
        let content = self.disk.read(&self.file).map_err(failed)?;
        Ok(content.filter(|content| !content.iter().all(u8::is_ascii_whitespace)))
    }

    fn past(&self) -> History {
        History::new(self.beside("", ".history"))
    }

    /// For `map_err`: this was tried with the progress file.
    fn failed(&self, what: &'static str) -> impl Fn(io::Error) -> StoreError {
        move |source| io_error(what, &self.path, source)
    }

    fn dir(&self) -> PathBuf {
        match self.file.parent() {
            Some(dir) if dir != Path::new("") => dir.to_owned(),
            _ => PathBuf::from("."),
        }
    }

    /// The file's name with something before and after it, as it is, whatever bytes it has.
    fn named(&self, before: &str, after: &str) -> OsString {
        let mut name = OsString::from(before);
        name.push(self.file.file_name().unwrap_or(OsStr::new("progress.toml")));
        name.push(after);
        name
    }

    /// How our temporary files begin, and nobody else's.
    fn temp_prefix(&self) -> OsString {
        self.named(".", ".token34-")
    }

    fn beside(&self, before: &str, after: &str) -> PathBuf {
        self.dir().join(self.named(before, after))
    }
}
