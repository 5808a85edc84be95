//! Writing: the lock, the check against the fence, and the one step that replaces the file.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use tempfile::NamedTempFile;

use super::Store;
use crate::progress::disk::{RANDOM, Stamp};
use crate::progress::format::{self, FormatError, Parsed};
use crate::progress::record::Record;
use crate::progress::report::{Saved, StoreError, Warning};

/// The time between two looks at a lock that is held.
const LOOK_AGAIN: Duration = Duration::from_millis(2);

/// How temporary files are named at their end.
pub(super) const TEMP_SUFFIX: &str = ".tmp";

/// What a writer finds in the file when it checks.
pub(super) struct Standing {
    pub(super) stamp: Option<Stamp>,
    pub(super) revision: Option<u64>,
}

impl Store {
    /// The lock, or `None` where the file system has none.
    pub(super) fn lock(&self) -> Result<Option<File>, StoreError> {
        let path = self.beside(".", ".lock");
        let file = self
            .disk
            .open_lock(&path)
            .map_err(self.failed("open the lock of"))?;
        let mut waited = Duration::ZERO;
        loop {
            match self.disk.try_lock(&file) {
                Ok(true) => return Ok(Some(file)),
                Ok(false) if waited >= self.patience => return Err(self.busy()),
                Ok(false) => {
                    self.disk.wait(LOOK_AGAIN);
                    waited += LOOK_AGAIN;
                }
                Err(error) if has_no_locks(&error) => return Ok(None),
                Err(source) => return Err(self.failed("lock")(source)),
            }
        }
    }

    /// Removes temporary files of writers that were killed. Under the lock nobody else has one, so none is in use.
    pub(super) fn sweep(&mut self) {
        if std::mem::replace(&mut self.swept, true) {
            return;
        }
        let (dir, prefix) = (self.dir(), self.temp_prefix());
        for (name, _) in self.disk.list(&dir).unwrap_or_default() {
            if is_ours(&name, &prefix) {
                // One that stays is only in the way of tidiness; the next run tries again.
                let _ = self.disk.remove(&dir.join(name));
            }
        }
    }

    /// The check at the resource: whatever this program has not seen goes into the record first.
    pub(super) fn check(
        &mut self,
        record: &mut Record,
        now: Timestamp,
        saved: &mut Saved,
    ) -> Result<Standing, StoreError> {
        let mut standing = Standing {
            stamp: self.disk.stamp(&self.file).ok(),
            revision: None,
        };
        let parsed = match self.read() {
            Ok(None) => return Ok(standing),
            Ok(Some(content)) => {
                if let Some((seen, revision)) = &self.seen
                    && *seen == content
                {
                    standing.revision = Some(*revision);
                    return Ok(standing);
                }
                format::parse_telling(&content)
            }
            Err(StoreError::Invalid { source, .. }) => Err(source),
            Err(error) => return Err(error),
        };
        match parsed {
            Ok(Parsed {
                record: theirs,
                unreadable,
            }) => {
                record.join(&theirs);
                saved.merged = true;
                let told = (!unreadable.is_empty()).then_some(Warning::Unreadable(unreadable));
                saved.warnings.extend(told);
                standing.revision = Some(theirs.revision);
            }
            Err(FormatError::Newer(format)) => self.turned_newer(format)?,
            Err(why) => {
                let (to, new) = self.set_aside(now).map_err(self.failed("set aside"))?;
                let warning = Warning::SetAside {
                    to,
                    why: why.to_string(),
                };
                saved.warnings.extend(new.then_some(warning));
            }
        }
        Ok(standing)
    }

    /// Entries that could not be read and have no place in the file go into a file of their own before the write.
    pub(super) fn make_room(
        &self,
        record: &mut Record,
        now: Timestamp,
        saved: &mut Saved,
    ) -> Result<(), StoreError> {
        if record.held.is_empty() && record.unknown.is_empty() {
            return Ok(());
        }
        let mut without = record.clone();
        let displaced =
            format::take_displaced(&mut without).map_err(|source| self.unprintable(source))?;
        if displaced.is_empty() {
            return Ok(());
        }
        let kept = self
            .set_entries_aside(&displaced, now)
            .map_err(self.failed("keep what cannot be read beside"))?;
        *record = without;
        let entries = displaced.names();
        saved
            .warnings
            .extend(kept.into_iter().map(|to| Warning::Displaced {
                entries: entries.clone(),
                to,
            }));
        Ok(())
    }

    fn unprintable(&self, source: FormatError) -> StoreError {
        StoreError::Invalid {
            path: self.path.clone(),
            source,
        }
    }

    /// Temporary file, flush, rename, flush of the directory. `false` when the file changed since the check.
    pub(super) fn write(
        &mut self,
        record: &Record,
        standing: &Standing,
        now: Timestamp,
        saved: &mut Saved,
    ) -> Result<bool, StoreError> {
        let text = format::print_readable(record).map_err(|source| self.unprintable(source))?;
        if text.len() as u64 > self.disk.largest() {
            return Err(StoreError::TooLarge {
                path: self.path.clone(),
            });
        }
        let (temp, stamp) = self.temp_with(&text)?;
        if let Some(revision) = standing.revision
            && let Err(error) = self.past().keep(&self.disk, &self.file, revision, now)
        {
            saved.warnings.push(Warning::NoHistory {
                why: error.to_string(),
            });
        }
        if self.disk.stamp(&self.file).ok() != standing.stamp {
            return Ok(false);
        }
        self.disk
            .rename(temp, &self.file)
            .map_err(self.failed("replace"))?;
        // Not noted as seen before this: a write that may not last counts as another's, to be merged by the next save.
        self.disk
            .sync_dir(&self.dir())
            .map_err(self.failed("flush the directory of"))?;
        self.seen = Some((text.into_bytes(), record.revision));
        self.stamp = Some(stamp);
        Ok(true)
    }

    /// A temporary file beside the target, with its owner and mode and the new content, flushed.
    fn temp_with(&self, text: &str) -> Result<(NamedTempFile, Stamp), StoreError> {
        let before = match self.disk.metadata(&self.file) {
            Ok(before) if before.permissions().readonly() => {
                return Err(StoreError::ReadOnly {
                    path: self.path.clone(),
                });
            }
            Ok(before) => Some(before),
            Err(error) if error.kind() == ErrorKind::NotFound => None,
            Err(error) => return Err(self.failed("look at")(error)),
        };
        let temp = self
            .disk
            .create_temp(&self.dir(), &self.temp_prefix(), TEMP_SUFFIX);
        let mut temp = temp.map_err(self.failed("create a file beside"))?;
        self.disk
            .write(&mut temp, text.as_bytes())
            .map_err(self.failed("write"))?;
        if let Some(before) = before {
            self.disk
                .set_mode(&temp, &before)
                .map_err(self.failed("set the mode of"))?;
        }
        let stamp = self.disk.sync(&temp).map_err(self.failed("flush"))?;
        Ok((temp, stamp))
    }

    /// Files of its own for a record that cannot be saved, beside the progress file or else in `elsewhere`: one that can be
    /// taken in again, and those with what has no place in it.
    pub(super) fn rescue(
        &self,
        record: &Record,
        elsewhere: &Path,
    ) -> Option<(PathBuf, Vec<PathBuf>)> {
        let mut record = record.clone();
        let displaced = format::take_displaced(&mut record).ok()?;
        let text = format::print_readable(&record).ok()?;
        let to = self.write_new("token34-unsaved-", &text, elsewhere)?;
        let others = format::print_held(&displaced).unwrap_or_default();
        let write = |text: &String| self.write_new("token34-unreadable-", text, elsewhere);
        Some((to, others.iter().filter_map(write).collect()))
    }

    /// A new file with this content, beside the progress file or else in `elsewhere`.
    fn write_new(&self, prefix: &str, text: &str, elsewhere: &Path) -> Option<PathBuf> {
        let write = |dir: &Path| {
            let mut file = self.disk.create_temp(dir, OsStr::new(prefix), ".toml")?;
            self.disk.write(&mut file, text.as_bytes())?;
            self.disk.sync(&file)?;
            file.keep()
                .map(|(_, path)| path)
                .map_err(|error| error.error)
        };
        write(&self.dir()).or_else(|_| write(elsewhere)).ok()
    }

    pub(super) fn busy(&self) -> StoreError {
        StoreError::Busy {
            path: self.path.clone(),
        }
    }
}

/// Whether a file has a name that [`Store::temp_with`] gives, exactly: what is only like it belongs to somebody else.
fn is_ours(name: &OsStr, prefix: &OsStr) -> bool {
    let rest = name
        .as_encoded_bytes()
        .strip_prefix(prefix.as_encoded_bytes());
    let random = rest.and_then(|rest| rest.strip_suffix(TEMP_SUFFIX.as_bytes()));
    random.is_some_and(|random| {
        random.len() == RANDOM && random.iter().all(u8::is_ascii_alphanumeric)
    })
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
