//! Hears of changes to files while nothing else happens, and wakes the loop.
//!
//! The operating system tells of them; nobody looks. The threads of `notify` ring the bell that workers ring too.

use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::input::Bell;

/// Ears on a directory, under its name: whatever stands there, also when another takes its place.
#[derive(Debug)]
pub(super) struct Watcher {
    /// They listen until they are dropped.
    ears: RecommendedWatcher,
    dir: PathBuf,
    mode: RecursiveMode,
    changed: Arc<AtomicBool>,
}

impl Watcher {
    /// Listens to what happens to the files in `dir`, which need not exist yet, and, if `deep`, in the directories below.
    /// `bell` wakes the loop.
    pub(super) fn new(dir: &Path, deep: bool, bell: Bell) -> notify::Result<Self> {
        let dir = std::path::absolute(dir)?;
        let above = dir.parent().and_then(|above| above.canonicalize().ok());
        let changed = Arc::new(AtomicBool::new(false));
        let mut ears = {
            let (changed, above) = (Arc::clone(&changed), above.clone());
            let name = dir.file_name().map(ToOwned::to_owned);
            notify::recommended_watcher(move |event: notify::Result<Event>| {
                // What was only read is as it was, and so is what lies beside the directory; on an error nobody knows.
                let beside = |path: &PathBuf| {
                    above.is_some()
                        && path.parent() == above.as_deref()
                        && path.file_name() != name.as_deref()
                };
                let idle = event.is_ok_and(|event| {
                    let all_beside = !event.paths.is_empty() && event.paths.iter().all(beside);
                    all_beside || matches!(event.kind, EventKind::Access(_))
                });
                if !idle && !changed.swap(true, Ordering::AcqRel) {
                    bell.ring();
                }
            })?
        };
        let mode = if deep {
            RecursiveMode::Recursive
        } else {
            RecursiveMode::NonRecursive
        };
        // The directory itself may come later, or be moved away for another; only the one above hears of that.
        let hears_above = above
            .map(|above| ears.watch(&above, RecursiveMode::NonRecursive))
            .is_some_and(|watched| watched.is_ok());
        match ears.watch(&dir, mode) {
            Err(error) if !hears_above => return Err(error),
            _ => {}
        }
        Ok(Self {
            ears,
            dir,
            mode,
            changed,
        })
    }

    /// Whether something has changed since one last asked. From then on the ears are on what now stands there: on
    /// directories that came since, too, so that nothing falls between this and a look at the files.
    pub(super) fn changed(&mut self) -> bool {
        let changed = self.changed.swap(false, Ordering::AcqRel);
        if changed {
            let _ = self.ears.unwatch(&self.dir);
            // Where nothing stands now, the directory above tells when something does.
            let _ = self.ears.watch(&self.dir, self.mode);
        }
        changed
    }

    /// The directory, by a name that stays the same when the one that the program was started in is replaced.
    pub(super) fn dir(&self) -> &Path {
        &self.dir
    }
}
