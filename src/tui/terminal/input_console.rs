//! Waits for what happens, where there are no signals: the console tells everything by events.

use std::{
    fs::{File, OpenOptions},
    io,
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use ratatui::{
    crossterm::{
        event::{self, Event},
        terminal,
    },
    layout::Size,
};

/// What ended a wait.
#[derive(Debug, Default)]
pub(super) struct Woken {
    /// Events of the terminal, in order.
    pub(super) events: Vec<Event>,
    /// The terminal may have another size.
    pub(super) resized: bool,
    /// Somebody asks us to suspend: never, here.
    pub(super) suspend: bool,
    /// A signal asks us to leave: never, here.
    pub(super) signal: Option<i32>,
    /// The terminal is gone.
    pub(super) vanished: bool,
}

/// Where events come from.
#[derive(Debug)]
pub(super) struct Input {
    bell: Bell,
}

impl Input {
    /// Starts to listen.
    pub(super) fn open() -> io::Result<Self> {
        Ok(Self {
            bell: Bell(Arc::default()),
        })
    }

    /// A bell that ends a wait when it is rung from another thread.
    pub(super) fn bell(&self) -> io::Result<Bell> {
        self.bell.another()
    }

    /// Sleeps until something happens, at most for `limit`, and takes in everything that is there.
    pub(super) fn wait(&mut self, limit: Option<Duration>) -> io::Result<Woken> {
        let mut woken = Woken::default();
        if !self.sleep(limit)? {
            return Ok(woken);
        }
        woken.events.push(event::read()?);
        while woken.events.len() < BURST && event::poll(Duration::ZERO)? {
            woken.events.push(event::read()?);
        }
        let is_resize = |event: &Event| matches!(event, Event::Resize(..));
        woken.resized = woken.events.iter().any(is_resize);
        Ok(woken)
    }

    /// Sleeps; says whether the console has an event. Only events wake us here, so while somebody works or saves,
    /// or listens to the content for its author, the bell is looked at every few milliseconds. Otherwise the wait has no end.
    fn sleep(&self, limit: Option<Duration>) -> io::Result<bool> {
        let mut left = limit;
        loop {
            let look = self.bell.is_out().then_some(LOOK);
            let Some(slice) = left.into_iter().chain(look).min() else {
                return Ok(true);
            };
            if event::poll(slice)? {
                return Ok(true);
            }
            left = left.map(|left| left.saturating_sub(slice));
            if self.bell.0.swap(false, Ordering::AcqRel) || left.is_some_and(|left| left.is_zero())
            {
                return Ok(false);
            }
        }
    }

    /// The terminal's size.
    pub(super) fn size(&self) -> io::Result<Size> {
        terminal::size().map(|(width, height)| Size::new(width, height))
    }

    /// The console, for another program.
    pub(super) fn terminal(&self) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).open("CONIN$")
    }

    /// Nothing waits here while another program has the terminal.
    pub(super) fn forget(&mut self) -> Option<i32> {
        None
    }

    /// There is no job control.
    pub(super) fn suspend(&mut self) -> io::Result<Option<i32>> {
        Ok(None)
    }
}

/// The console ends a program on Ctrl-C whenever that is not read as a key.
pub(super) fn let_signals_end(_: bool) -> bool {
    false
}

/// Wakes the loop from another thread.
#[derive(Debug)]
pub(super) struct Bell(Arc<AtomicBool>);

impl Bell {
    /// The same bell, for another hand.
    pub(super) fn another(&self) -> io::Result<Self> {
        Ok(Self(Arc::clone(&self.0)))
    }

    /// Ends the wait that is under way, or the next one.
    pub(super) fn ring(&self) {
        self.0.store(true, Ordering::Release);
    }

    /// Whether another thread has a hand on it, beside the loop's own two: [`Input`]'s and the one that workers get theirs of.
    fn is_out(&self) -> bool {
        Arc::strong_count(&self.0) > 2 || self.0.load(Ordering::Acquire)
    }
}

/// How often the bell is looked at.
const LOOK: Duration = Duration::from_millis(15);
/// So many events are taken in before a frame is drawn all the same.
const BURST: usize = 200_000;

/// Whether something failed because the terminal is gone.
pub(super) fn is_gone(error: &io::Error) -> bool {
    error.kind() == io::ErrorKind::BrokenPipe
}

/// There is no job control.
pub(super) fn let_keys_stop(_: bool) {}

/// There is no job control.
pub(super) fn can_suspend() -> bool {
    false
}
