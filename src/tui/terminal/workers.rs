//! Work beside the loop: one job at a time on threads of its own, which ring when they have found something.

use std::{
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
        mpsc::{self, Receiver, Sender},
    },
    thread,
};

use super::input::Bell;
use crate::tui::work::{Found, Job};

/// The threads, from the loop's side.
#[derive(Debug)]
pub(super) struct Workers {
    bell: Bell,
    to_us: Sender<Found>,
    found: Receiver<Found>,
    /// Raised, it ends the job that is under way.
    stop: Arc<AtomicBool>,
}

impl Workers {
    /// Nobody works yet. `bell` wakes the loop.
    pub(super) fn new(bell: Bell) -> Self {
        let (to_us, found) = mpsc::channel();
        Self {
            bell,
            to_us,
            found,
            stop: Arc::default(),
        }
    }

    /// Ends the job that is under way, and begins this one. Nobody waits for the end: the old one sees at its next step
    /// that it is to stop.
    pub(super) fn begin(&mut self, job: Job) -> io::Result<()> {
        self.stop.store(true, Ordering::Relaxed);
        self.stop = Arc::default();
        let stop = Arc::clone(&self.stop);
        let (to_us, bell) = (self.to_us.clone(), self.bell.another()?);
        let threads = thread::available_parallelism().map_or(1, usize::from);
        thread::Builder::new()
            .name("work".to_owned())
            .spawn(move || {
                job.carry_out(threads, &stop, |found| {
                    // On the way out nobody listens any more.
                    if to_us.send(found).is_ok() {
                        bell.ring();
                    }
                });
            })?;
        Ok(())
    }

    /// What was found since one last looked.
    pub(super) fn found(&self) -> Vec<Found> {
        self.found.try_iter().collect()
    }
}

impl Drop for Workers {
    /// The program does not wait for them: they see it, or end with it.
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}
