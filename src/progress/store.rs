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
//! Without a lock, another's write can fall between the check and the rename. A second look just before the rename
//! makes that window narrow; it cannot close it, as the lesson says of every check that is not one step with the
//! write. What is overwritten there is still in memory of the one that wrote it, which finds a content that is not
//! its own and merges at its next save, and as a rule in the [history](super::history).
//!
//! A record in memory is only ever added to: when a save fails, nothing of it is lost while the program runs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use tempfile::NamedTempFile;

use super::disk::{Disk, RealSystem, Stamp, System};
use super::format::{self, FormatError};
use super::history::{History, Past};
use super::record::Record;
use super::report::{Notice, Saved, StoreError, Warning, io_error};

/// How long a save waits for another instance's save, unless told otherwise. A save takes some milliseconds.
pub const PATIENCE: Duration = Duration::from_millis(300);
/// The time between two looks at a lock that is held.
const LOOK_AGAIN: Duration = Duration::from_millis(2);
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

/// What a writer finds in the file when it checks.
struct Standing {
    stamp: Option<Stamp>,
    revision: Option<u64>,
    merged: bool,
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
    /// Opens the file, which need not exist. A file that is no record gets a second name with the date `now`,
    /// under which it stays when the next save replaces it.
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
            swept: false,
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
        let mut saved = Saved {
            revision: 0,
            merged: false,
            warnings: Vec::new(),
        };
        let dir = self.dir();
        self.disk
            .create_dir(&dir)
            .map_err(|source| io_error("create the directory", &dir, source))?;
        let lock = self.lock()?;
        match lock {
            Some(_) => self.sweep(),
            None => saved.warnings.push(Warning::NoLock),
        }
        let before = record.revision;
        for _ in 0..ATTEMPTS {
            let standing = self.check(record, now, &mut saved.warnings)?;
            saved.merged |= standing.merged;
            let seen = record.revision;
            record.revision = seen.saturating_add(1);
            match self.write(record, &standing, now, &mut saved.warnings) {
                Ok(true) => {
                    return Ok(Saved {
                        revision: record.revision,
                        ..saved
                    });
                }
                Ok(false) => record.revision = seen,
                Err(error) => {
                    record.revision = before;
                    return Err(error);
                }
            }
        }
        Err(StoreError::Busy {
            path: self.path.clone(),
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
            .map_err(|source| io_error("list", history.dir(), source))
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

    fn load(&mut self, now: Timestamp) -> Result<(Record, Notice), StoreError> {
        self.stamp = self.disk.stamp(&self.file).ok();
        let Some(content) = self.read()? else {
            return Ok((Record::default(), Notice::Fresh));
        };
        match format::parse(&content) {
            Ok(record) => {
                self.seen = Some((content, record.revision));
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
                let (record, from) = self
                    .last_whole()
                    .map_or_else(Default::default, |(r, past)| (r, Some(past.until)));
                Ok((
                    record,
                    Notice::Damaged {
                        why: why.to_string(),
                        set_aside,
                        from,
                    },
                ))
            }
        }
    }

    /// The newest version of the history that can be read.
    fn last_whole(&self) -> Option<(Record, Past)> {
        let history = self.history().ok()?;
        history
            .into_iter()
            .find_map(|past| Some((self.read_past(&past).ok()?, past)))
    }

    /// Under the lock, and only if it is still no record: another instance may have put things right.
    fn set_aside_damaged(&mut self, now: Timestamp) -> Option<PathBuf> {
        let _lock = self.lock().ok()?;
        match format::parse(&self.read().ok()??) {
            Ok(_) | Err(FormatError::Newer(_)) => None,
            Err(_) => Some(self.set_aside(now).ok()?.0),
        }
    }

    fn has_seen(&self, content: &[u8]) -> bool {
        self.seen.as_ref().is_some_and(|(seen, _)| seen == content)
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

    /// Removes temporary files of writers that were killed. Under the lock nobody else has one, so none is in use.
    fn sweep(&mut self) {
        if std::mem::replace(&mut self.swept, true) {
            return;
        }
        let (dir, prefix) = (self.dir(), self.temp_prefix());
        for (name, _) in self.disk.list(&dir).unwrap_or_default() {
            if name.starts_with(&prefix) && name.ends_with(".tmp") {
                // One that stays is only in the way of tidiness; the next run tries again.
                let _ = self.disk.remove(&dir.join(name));
            }
        }
    }

    /// The check at the resource: whatever this program has not seen goes into the record first.
    fn check(
        &mut self,
        record: &mut Record,
        now: Timestamp,
        warnings: &mut Vec<Warning>,
    ) -> Result<Standing, StoreError> {
        let standing = Standing {
            stamp: self.disk.stamp(&self.file).ok(),
            revision: None,
            merged: false,
        };
        let Some(content) = self.read()? else {
            return Ok(standing);
        };
        if let Some((_, revision)) = self.seen.as_ref().filter(|(seen, _)| *seen == content) {
            return Ok(Standing {
                revision: Some(*revision),
                ..standing
            });
        }
        match format::parse(&content) {
            Ok(theirs) => {
                record.join(&theirs);
                Ok(Standing {
                    revision: Some(theirs.revision),
                    merged: true,
                    ..standing
                })
            }
            Err(FormatError::Newer(format)) => self.turned_newer(format).map(|()| standing),
            Err(why) => {
                let set_aside = self
                    .set_aside(now)
                    .map_err(|source| io_error("set aside", &self.path, source));
                if let (to, true) = set_aside? {
                    warnings.push(Warning::SetAside {
                        to,
                        why: why.to_string(),
                    });
                }
                Ok(standing)
            }
        }
    }

    /// Temporary file, flush, rename, flush of the directory. `false` when the file changed since the check.
    fn write(
        &mut self,
        record: &Record,
        standing: &Standing,
        now: Timestamp,
        warnings: &mut Vec<Warning>,
    ) -> Result<bool, StoreError> {
        let text = format::print(record).map_err(|source| StoreError::Invalid {
            path: self.path.clone(),
            source,
        })?;
        let (temp, stamp) = self.temp_with(&text)?;
        if let Some(revision) = standing.revision
            && let Err(error) = self.past().keep(&self.disk, &self.file, revision, now)
        {
            warnings.push(Warning::NoHistory {
                why: error.to_string(),
            });
        }
        if self.disk.stamp(&self.file).ok() != standing.stamp {
            return Ok(false);
        }
        let dir = self.dir();
        self.disk
            .rename(temp, &self.file)
            .map_err(|source| io_error("replace", &self.path, source))?;
        // Not noted as seen before this: a write that may not last counts as another's, to be merged by the next save.
        self.disk
            .sync_dir(&dir)
            .map_err(|source| io_error("flush the directory", &dir, source))?;
        self.seen = Some((text.into_bytes(), record.revision));
        self.stamp = Some(stamp);
        Ok(true)
    }

    /// A temporary file beside the target, with its mode and the new content, flushed.
    fn temp_with(&self, text: &str) -> Result<(NamedTempFile, Stamp), StoreError> {
        let failed =
            |what: &'static str| move |source: io::Error| io_error(what, &self.path, source);
        let mode = match self.disk.permissions(&self.file) {
            Ok(mode) if mode.readonly() => {
                return Err(StoreError::ReadOnly {
                    path: self.path.clone(),
                });
            }
            Ok(mode) => Some(mode),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(failed("look at")(error)),
        };
        let mut temp = self
            .disk
            .create_temp(&self.dir(), &self.temp_prefix())
            .map_err(failed("create a file beside"))?;
        self.disk
            .write(&mut temp, text.as_bytes())
            .map_err(failed("write"))?;
        if let Some(mode) = mode {
            self.disk
                .set_mode(&temp, &mode)
                .map_err(failed("set the mode of"))?;
        }
        let stamp = self.disk.sync(&temp).map_err(failed("flush"))?;
        Ok((temp, stamp))
    }

    /// The content; `None` when there is none. A file that was made and never written, as by `mktemp`, has none.
    fn read(&self) -> Result<Option<Vec<u8>>, StoreError> {
        let content = self
            .disk
            .read(&self.file)
            .map_err(|source| io_error("read", &self.path, source))?;
        Ok(content.filter(|content| !content.iter().all(u8::is_ascii_whitespace)))
    }

    /// Gives a damaged file a second name with the date, so that it stays when the first is written over. Says
    /// whether that was new: a file that was not written since is not kept twice.
    fn set_aside(&self, now: Timestamp) -> io::Result<(PathBuf, bool)> {
        let (dir, prefix) = (self.dir(), format!("{}.damaged-", self.name()));
        let damaged = self.disk.read(&self.file)?;
        for (name, _) in self.disk.list(&dir)? {
            let kept = dir.join(&name);
            if name.starts_with(&prefix) && self.disk.read(&kept)? == damaged {
                return Ok((kept, false));
            }
        }
        let date = now.strftime("%Y-%m-%dT%H-%M-%SZ");
        for attempt in 1..100 {
            let again = if attempt == 1 {
                String::new()
            } else {
                format!("-{attempt}")
            };
            let to = dir.join(format!("{prefix}{date}{again}"));
            match self.disk.link(&self.file, &to) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                result => return result.map(|()| (to, true)),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    fn past(&self) -> History {
        History::new(self.beside("", ".history"))
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

    fn temp_prefix(&self) -> String {
        format!(".{}.", self.name())
    }

    fn beside(&self, before: &str, after: &str) -> PathBuf {
        self.dir().join(format!("{before}{}{after}", self.name()))
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
