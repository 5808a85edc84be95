//! Waits for what happens, where there are no signals: the console tells everything by events.

use std::{
    fs::{File, OpenOptions},
    io,
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
pub(super) struct Input(());

impl Input {
    /// Starts to listen.
    pub(super) fn open() -> io::Result<Self> {
        Ok(Self(()))
    }

    /// Sleeps until something happens, at most for `limit`, and takes in everything that is there.
    pub(super) fn wait(&mut self, limit: Option<Duration>) -> io::Result<Woken> {
        let mut woken = Woken::default();
        if let Some(limit) = limit
            && !event::poll(limit)?
        {
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

    /// The terminal's size.
    pub(super) fn size(&self) -> io::Result<Size> {
        terminal::size().map(|(width, height)| Size::new(width, height))
    }

    /// The console, for another program.
    pub(super) fn terminal(&self) -> io::Result<File> {
        OpenOptions::new().read(true).write(true).open("CONIN$")
    }

    /// Nothing waits here while another program has the terminal.
    pub(super) fn forget(&mut self) {}
}

/// So many events are taken in before a frame is drawn all the same.
const BURST: usize = 200_000;

/// There is no job control.
pub(super) fn can_suspend() -> bool {
    false
}

/// There is no job control.
pub(super) fn suspend() -> io::Result<()> {
    Ok(())
}
