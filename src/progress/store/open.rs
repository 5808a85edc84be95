//! Opening: read what stands there, keep what is damaged, fall back on the history.

use std::io::{self, ErrorKind};
use std::path::PathBuf;

use jiff::Timestamp;

use super::Store;
use crate::progress::format::{self, FormatError};
use crate::progress::history::Past;
use crate::progress::record::Record;
use crate::progress::report::{Notice, StoreError};

impl Store {
    pub(super) fn load(&mut self, now: Timestamp) -> Result<(Record, Notice), StoreError> {
        self.stamp = self.disk.stamp(&self.file).ok();
        let Some(content) = self.read()? else {
            return Ok((self.fresh(), Notice::Fresh));
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
                let whole = self.last_whole();
                let from = whole.as_ref().map(|(_, past)| past.until);
                let record = whole.map_or_else(|| self.fresh(), |(record, _)| record);
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

    /// A record that counts on from the history, if there is one: a revision is not given twice.
    fn fresh(&self) -> Record {
        let last = self
            .history()
            .ok()
            .and_then(|kept| Some(kept.first()?.revision));
        Record {
            revision: last.unwrap_or(0),
            ..Record::default()
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

    /// Gives a damaged file a second name with the date, so that it stays when the first is written over. Says
    /// whether that was new: a file that was not written since is not kept twice.
    pub(super) fn set_aside(&self, now: Timestamp) -> io::Result<(PathBuf, bool)> {
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
}
