//! Opening: read what stands there, or fall back on the history. Nothing is changed by it.

use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf, is_separator};

use jiff::Timestamp;

use super::Store;
use super::write::TEMP_SUFFIX;
use crate::progress::disk::{RANDOM, is_too_large};
use crate::progress::format::{self, FormatError, Parsed};
use crate::progress::held::Held;
use crate::progress::history::Past;
use crate::progress::record::Record;
use crate::progress::report::{Notice, StoreError};

impl Store {
    /// Refuses a name under which nothing could ever be saved: better now than when there is something to save.
    pub(super) fn check_name(&self) -> Result<(), StoreError> {
        let ends = self.file.as_os_str().as_encoded_bytes().last();
        if ends.is_some_and(|end| is_separator(char::from(*end))) {
            let why = "its name is that of a directory";
            let source = io::Error::new(ErrorKind::IsADirectory, why);
            return Err(self.failed("read")(source));
        }
        // The longest of the names beside it, which a save needs.
        let mut longest = self.temp_prefix();
        longest.push("x".repeat(RANDOM));
        longest.push(TEMP_SUFFIX);
        match self.disk.stamp(&self.dir().join(longest)) {
            Err(source) if source.kind() == ErrorKind::InvalidFilename => {
                Err(self.failed("find room beside")(source))
            }
            _ => Ok(()),
        }
    }

    pub(super) fn load(&mut self) -> Result<(Record, Notice), StoreError> {
        self.stamp = self.disk.stamp(&self.file).ok();
        let (content, parsed) = match self.read() {
            Ok(None) => return Ok((self.fresh(), Notice::Fresh)),
            Ok(Some(content)) => {
                let parsed = format::parse_telling(&content);
                (content, parsed)
            }
            Err(StoreError::Invalid { source, .. }) => (Vec::new(), Err(source)),
            Err(error) => return Err(error),
        };
        match parsed {
            Ok(Parsed { record, unreadable }) => {
                self.seen = Some((content, record.revision));
                let notice = if unreadable.is_empty() {
                    Notice::Loaded
                } else {
                    Notice::Unreadable(unreadable)
                };
                Ok((record, notice))
            }
            Err(FormatError::Newer(format)) => {
                self.newer = Some(format);
                Ok((
                    format::parse_newer(&content).unwrap_or_default(),
                    Notice::Newer { format },
                ))
            }
            Err(why) => {
                let whole = self.last_whole();
                let from = whole.as_ref().map(|(_, past)| past.until);
                let record = whole.map_or_else(|| self.fresh(), |(record, _)| record);
                Ok((
                    record,
                    Notice::Damaged {
                        why: why.to_string(),
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

    /// Gives a damaged file a second name with the date, so that it stays when the first is written over. Says
    /// whether that was new: a file that was not written since is not kept twice.
    pub(super) fn set_aside(&self, now: Timestamp) -> io::Result<(PathBuf, bool)> {
        let damaged = match self.disk.read(&self.file) {
            Err(error) if is_too_large(&error) => None,
            damaged => Some(damaged?.unwrap_or_default()),
        };
        self.keep_as("damaged", damaged.as_deref(), &self.file, now)
    }

    /// Keeps entries that could not be read in a file of their own, where something else has taken their place.
    pub(super) fn set_entries_aside(&self, of: &Held, now: Timestamp) -> io::Result<Vec<PathBuf>> {
        let files = format::print_held(of).map_err(io::Error::other)?;
        let mut kept = Vec::new();
        for text in files {
            let temp = self
                .disk
                .create_temp(&self.dir(), &self.temp_prefix(), TEMP_SUFFIX);
            let mut temp = temp?;
            self.disk.write(&mut temp, text.as_bytes())?;
            self.disk.sync(&temp)?;
            let (path, _) = self.keep_as("unreadable", Some(text.as_bytes()), temp.path(), now)?;
            kept.push(path);
        }
        Ok(kept)
    }

    /// Gives the file `from`, which holds `content` or is too large to be read, a name beside the progress file that says what
    /// it is and when it was kept; says whether that was new.
    fn keep_as(
        &self,
        what: &str,
        content: Option<&[u8]>,
        from: &Path,
        now: Timestamp,
    ) -> io::Result<(PathBuf, bool)> {
        let (dir, prefix) = (self.dir(), self.named("", &format!(".{what}-")));
        // What is called like that and cannot be read is somebody else's, and in nobody's way.
        let holds_it = |kept: &Path| match content {
            Some(content) => self
                .disk
                .read(kept)
                .is_ok_and(|it| it.as_deref() == Some(content)),
            None => self.disk.stamp(kept).ok() == self.disk.stamp(from).ok(),
        };
        for (name, _) in self.disk.list(&dir)? {
            let kept = dir.join(&name);
            let begins = name
                .as_encoded_bytes()
                .starts_with(prefix.as_encoded_bytes());
            if begins && holds_it(&kept) {
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
            let mut name = prefix.clone();
            name.push(format!("{date}{again}"));
            let to = dir.join(name);
            match self.disk.link(from, &to) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {}
                result => return result.map(|()| (to, true)),
            }
        }
        Err(ErrorKind::AlreadyExists.into())
    }
}
