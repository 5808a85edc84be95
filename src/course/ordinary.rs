//! Ordinary files, read without waiting, and no more of them than there should be.

use std::fs::{self, File, OpenOptions};
use std::io::{self, ErrorKind, Read as _};
use std::path::Path;

/// Why a file is not read: there is more of it than of any that is meant.
#[derive(Debug, thiserror::Error)]
#[error("it is larger than {} MiB", .limit >> 20)]
pub(crate) struct TooLarge {
    limit: u64,
}

/// The content of an ordinary file of at most `limit` bytes.
///
/// Neither a pipe nor a device is opened, also behind a link, and nothing waits: of what only looks like an ordinary file, as
/// the kernel's log does, comes what is there, or an error.
///
/// # Errors
/// Those of the system; for what is not ordinary and for what is too large, one that says so.
pub(crate) fn read_ordinary(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    let metadata = fs::metadata(path)?;
    if metadata.is_dir() {
        return Err(ErrorKind::IsADirectory.into());
    }
    if !metadata.is_file() {
        let why = "it is no ordinary file, but a device or a pipe";
        return Err(io::Error::new(ErrorKind::InvalidInput, why));
    }
    // The size may be told wrongly, as of what the kernel makes up while it is read.
    let mut content = Vec::new();
    if metadata.len() <= limit {
        let file = open_at_once(path)?;
        file.take(limit.saturating_add(1))
            .read_to_end(&mut content)?;
    }
    if metadata.len().max(content.len() as u64) > limit {
        return Err(io::Error::new(ErrorKind::FileTooLarge, TooLarge { limit }));
    }
    Ok(content)
}

/// Opens a file to read, without waiting for the other end of a pipe, or for a device to have something.
fn open_at_once(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    #[cfg(unix)]
    {
        let flags = rustix::fs::OFlags::NONBLOCK.bits().cast_signed();
        std::os::unix::fs::OpenOptionsExt::custom_flags(&mut options, flags);
    }
    options.read(true).open(path)
}
