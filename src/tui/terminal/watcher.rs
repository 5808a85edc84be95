//! Hears of changes to files while nothing else happens, and wakes the loop.
//!
//! The operating system tells of them; nobody looks. The threads of `notify` ring the bell that workers ring too.

use std::{
    path::Path,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
};

use notify::{Event, EventKind, RecommendedWatcher, RecursiveMode, Watcher as _};

use super::input::Bell;

/// Ears on a directory.
#[derive(Debug)]
pub(super) struct Watcher {
    /// It listens until it is dropped.
    _ears: RecommendedWatcher,
    changed: Arc<AtomicBool>,
}

impl Watcher {
    /// Listens to what happens to the files in `dir`, and, if `deep`, in the directories below. `bell` wakes the loop.
    pub(super) fn new(dir: &Path, deep: bool, bell: Bell) -> notify::Result<Self> {
        let changed = Arc::new(AtomicBool::new(false));
        let heard = Arc::clone(&changed);
        let mut ears = notify::recommended_watcher(move |event: notify::Result<Event>| {
            // What was only read is as it was; on an error nobody knows.
            if event.is_ok_and(|event| matches!(event.kind, EventKind::Access(_))) {
                return;
            }
            if !heard.swap(true, Ordering::AcqRel) {
                bell.ring();
            }
        })?;
        let mode = if deep {
            RecursiveMode::Recursive
        } else {
            RecursiveMode::NonRecursive
        };
        ears.watch(dir, mode)?;
        Ok(Self {
            _ears: ears,
            changed,
        })
    }

    /// Whether something has changed since one last asked.
    pub(super) fn changed(&self) -> bool {
        self.changed.swap(false, Ordering::AcqRel)
    }
}
