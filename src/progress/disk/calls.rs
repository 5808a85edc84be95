//! Calls that take more than one line, or another one on each system.

use std::fs::{self, File, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Keeps a file with whom it belongs to when somebody else writes it, as `sudo` does. Only the superuser may give a file away,
/// and others only to a group of their own: then it is the writer's.
#[cfg(unix)]
pub(super) fn set_owner(file: &File, of: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt as _, fchown};
    let now = file.metadata()?;
    if (now.uid(), now.gid()) != (of.uid(), of.gid()) {
        let _ = fchown(file, None, Some(of.gid()));
        let _ = fchown(file, Some(of.uid()), None);
    }
    Ok(())
}

#[cfg(not(unix))]
pub(super) fn set_owner(_: &File, _: &Metadata) -> io::Result<()> {
    Ok(())
}

pub(super) fn link_target(path: &Path) -> io::Result<Option<PathBuf>> {
    match fs::symlink_metadata(path) {
        Ok(metadata) if metadata.is_symlink() => fs::read_link(path).map(Some),
        Err(error) if error.kind() != ErrorKind::NotFound => Err(error),
        _ => Ok(None),
    }
}

pub(super) fn sync_dir(dir: &Path) -> io::Result<()> {
    if !cfg!(unix) {
        return Ok(());
    }
    match File::open(dir)?.sync_all() {
        Err(error)
            if matches!(
                error.kind(),
                ErrorKind::InvalidInput | ErrorKind::Unsupported
            ) =>
        {
            Ok(())
        }
        synced => synced,
    }
}
