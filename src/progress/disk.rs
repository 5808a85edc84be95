//! The file system, through one seam.
//!
//! Every call that the store makes asks a [`System`] first. The real one lets all pass; a test's one makes any call
//! fail with any error.

mod calls;

use std::ffi::{OsStr, OsString};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::Duration;

use jiff::Timestamp;
use tempfile::NamedTempFile;

use self::calls::{link_target, set_owner, sync_dir};
use crate::course::ordinary::{TooLarge, read_ordinary};

/// How often a call that a signal interrupted is made again.
const INTERRUPTIONS: usize = 16;
/// Symbolic links that are followed one after the other, as many as Linux does.
const LONGEST_CHAIN: usize = 40;
/// Letters and digits in the name of a temporary file that nobody can guess.
pub(super) const RANDOM: usize = 6;
/// The largest file that is read or written, in bytes; a learner's record is a thousandth of it.
pub const LARGEST: u64 = 64 << 20;

/// A kind of call to the file system.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Call {
    /// Follow a symbolic link.
    ReadLink,
    /// Look at a file's size, time and mode.
    Stat,
    /// Read a whole file.
    Read,
    /// Create the directory.
    CreateDir,
    /// Open the lock file.
    OpenLock,
    /// Try to lock it.
    Lock,
    /// Open a temporary file beside the target.
    CreateTemp,
    /// Write into it.
    Write,
    /// Give it the target's owner, group and mode.
    SetMode,
    /// Flush it to the disk.
    Sync,
    /// Put it in the target's place.
    Rename,
    /// Flush the directory to the disk.
    SyncDir,
    /// Give a file a second name, for the history or to set it aside.
    Link,
    /// List a directory.
    List,
    /// Remove a file.
    Remove,
}

impl Call {
    /// All of them, in the order of a save.
    pub const ALL: [Self; 15] = [
        Self::ReadLink,
        Self::CreateDir,
        Self::OpenLock,
        Self::Lock,
        Self::Read,
        Self::Stat,
        Self::CreateTemp,
        Self::Write,
        Self::SetMode,
        Self::Sync,
        Self::Link,
        Self::Rename,
        Self::SyncDir,
        Self::List,
        Self::Remove,
    ];
}

/// What stands between the store and the operating system. It goes with the store to the thread that saves.
pub trait System: Send {
    /// Asked before each call; an error is what the call then fails with.
    ///
    /// # Errors
    /// Whatever the call is to fail with.
    fn before(&self, call: Call) -> io::Result<()>;

    /// Lets some time pass, while another instance holds the lock.
    fn wait(&self, time: Duration);

    /// The largest file that is read or written, in bytes.
    fn largest(&self) -> u64 {
        LARGEST
    }
}

/// The operating system as it is.
#[derive(Debug, Clone, Copy, Default)]
pub struct RealSystem;

impl System for RealSystem {
    fn before(&self, _: Call) -> io::Result<()> {
        Ok(())
    }

    #[expect(
        clippy::disallowed_methods,
        reason = "no event tells that a file lock is free; the wait is short and bounded"
    )]
    fn wait(&self, time: Duration) {
        std::thread::sleep(time);
    }
}

/// What tells one content of a file from another without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Stamp {
    modified: Option<Timestamp>,
    bytes: u64,
    /// Which file stands under the name; each write puts another one there.
    inode: u64,
}

/// Whether a file was not read because of its size.
pub(super) fn is_too_large(error: &io::Error) -> bool {
    error.get_ref().is_some_and(|why| why.is::<TooLarge>())
}

/// The file system.
pub struct Disk {
    system: Box<dyn System>,
}

impl Disk {
    /// A disk behind a system.
    pub fn new(system: Box<dyn System>) -> Self {
        Self { system }
    }

    /// Makes a call, again where a signal interrupted it.
    fn call<T>(&self, call: Call, mut make: impl FnMut() -> io::Result<T>) -> io::Result<T> {
        let mut result = self.system.before(call).and_then(|()| make());
        for _ in 1..INTERRUPTIONS {
            match result {
                Err(error) if error.kind() == ErrorKind::Interrupted => {
                    result = self.system.before(call).and_then(|()| make());
                }
                result => return result,
            }
        }
        result
    }

    pub(super) fn wait(&self, time: Duration) {
        self.system.wait(time);
    }

    pub(super) fn largest(&self) -> u64 {
        self.system.largest()
    }

    /// The path at the end of a chain of symbolic links; it need not exist.
    pub(super) fn follow(&self, path: &Path) -> io::Result<PathBuf> {
        let mut path = path.to_owned();
        for _ in 0..LONGEST_CHAIN {
            match self.call(Call::ReadLink, || link_target(&path))? {
                Some(target) => path = path.parent().unwrap_or(Path::new("")).join(target),
                None => return Ok(path),
            }
        }
        Err(invalid("it is a symbolic link that leads to no end"))
    }

    pub(super) fn stamp(&self, path: &Path) -> io::Result<Stamp> {
        self.call(Call::Stat, || fs::metadata(path))
            .map(|metadata| stamp(&metadata))
    }

    pub(super) fn metadata(&self, path: &Path) -> io::Result<Metadata> {
        self.call(Call::Stat, || fs::metadata(path))
    }

    /// The content, or `None` when there is no such file.
    pub(super) fn read(&self, path: &Path) -> io::Result<Option<Vec<u8>>> {
        let read = || read_ordinary(path, self.largest());
        match self.call(Call::Read, read) {
            Ok(content) => Ok(Some(content)),
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error),
        }
    }

    /// Creates the directory where it is missing, for its owner alone.
    pub(super) fn create_dir(&self, path: &Path) -> io::Result<()> {
        let create = || {
            let mut builder = DirBuilder::new();
            builder.recursive(true);
            #[cfg(unix)]
            std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
            builder.create(path)?;
            path.parent()
                .filter(|parent| *parent != Path::new(""))
                .map_or(Ok(()), sync_dir)
        };
        self.call(Call::CreateDir, || {
            if path.is_dir() { Ok(()) } else { create() }
        })
    }

    pub(super) fn open_lock(&self, path: &Path) -> io::Result<File> {
        self.call(Call::OpenLock, || {
            let mut options = OpenOptions::new();
            options.write(true).create(true).truncate(false);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            options.open(path)
        })
    }

    /// Whether the lock was free; it is let go when the file is dropped.
    pub(super) fn try_lock(&self, file: &File) -> io::Result<bool> {
        self.call(Call::Lock, || match file.try_lock() {
            Ok(()) => Ok(true),
            Err(TryLockError::WouldBlock) => Ok(false),
            Err(TryLockError::Error(error)) => Err(error),
        })
    }

    /// An empty file, readable by its owner alone, that goes when it is dropped.
    pub(super) fn create_temp(
        &self,
        dir: &Path,
        prefix: &OsStr,
        suffix: &str,
    ) -> io::Result<NamedTempFile> {
        self.call(Call::CreateTemp, || {
            tempfile::Builder::new()
                .prefix(prefix)
                .rand_bytes(RANDOM)
                .suffix(suffix)
                .tempfile_in(dir)
        })
    }

    pub(super) fn write(&self, file: &mut NamedTempFile, content: &[u8]) -> io::Result<()> {
        self.call(Call::Write, || file.as_file_mut().write_all(content))
    }

    /// Gives the file the owner and the group of another, where the system lets us, and its mode.
    pub(super) fn set_mode(&self, file: &NamedTempFile, of: &Metadata) -> io::Result<()> {
        self.call(Call::SetMode, || {
            set_owner(file.as_file(), of)?;
            file.as_file().set_permissions(of.permissions())
        })
    }

    /// Flushes the file to the disk, and gives its stamp.
    pub(super) fn sync(&self, file: &NamedTempFile) -> io::Result<Stamp> {
        self.call(Call::Sync, || {
            file.as_file().sync_all()?;
            file.as_file().metadata().map(|metadata| stamp(&metadata))
        })
    }

    /// Puts the temporary file in the target's place, in one step.
    pub(super) fn rename(&self, file: NamedTempFile, to: &Path) -> io::Result<()> {
        let mut file = Some(file);
        self.call(Call::Rename, || {
            match file.take().map(|file| file.persist(to)) {
                Some(Err(error)) => {
                    file = Some(error.file);
                    Err(error.error)
                }
                Some(Ok(_)) | None => Ok(()),
            }
        })
    }

    /// Makes a rename in the directory survive a loss of power, where the system can.
    pub(super) fn sync_dir(&self, dir: &Path) -> io::Result<()> {
        self.call(Call::SyncDir, || sync_dir(dir))
    }

    /// Gives the file a second name, or a copy where the file system has no links.
    pub(super) fn link(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.call(Call::Link, || match fs::hard_link(from, to) {
            Err(error)
                if error.kind() != ErrorKind::AlreadyExists
                    && error.kind() != ErrorKind::NotFound =>
            {
                fs::copy(from, to).map(|_| ())
            }
            linked => linked,
        })
    }

    /// The files of a directory by name, with their sizes in bytes; none when it does not exist.
    pub(super) fn list(&self, dir: &Path) -> io::Result<Vec<(OsString, u64)>> {
        let list = || {
            let entries = fs::read_dir(dir)?.filter_map(|entry| {
                let entry = entry.ok()?;
                Some((entry.file_name(), entry.metadata().ok()?.len()))
            });
            Ok(entries.collect())
        };
        match self.call(Call::List, list) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
            listed => listed,
        }
    }

    pub(super) fn remove(&self, path: &Path) -> io::Result<()> {
        self.call(Call::Remove, || fs::remove_file(path))
    }
}

fn invalid(why: &str) -> io::Error {
    io::Error::new(ErrorKind::InvalidInput, why)
}

fn stamp(metadata: &fs::Metadata) -> Stamp {
    #[cfg(unix)]
    let inode = std::os::unix::fs::MetadataExt::ino(metadata);
    #[cfg(not(unix))]
    let inode = 0;
    let modified = metadata
        .modified()
        .ok()
        .and_then(|time| Timestamp::try_from(time).ok());
    Stamp {
        modified,
        bytes: metadata.len(),
        inode,
    }
}
