//! The only place that touches the outside: enters, waits, draws, carries out effects, leaves.

mod answers;
mod canvas;
mod effects;
mod guard;
#[cfg(unix)]
mod input;
#[cfg(not(unix))]
#[path = "terminal/input_console.rs"]
mod input;
mod keeper;
mod outside;
mod watcher;
mod workers;

use std::{
    fs::File,
    io::{self, IsTerminal},
    path::{Path, PathBuf},
    time::Instant,
};

use jiff::Timestamp;
use ratatui::{Terminal, crossterm::event::Event};

use self::{
    answers::without_answers, canvas::Canvas, guard::Guard, input::Input, keeper::Keeper,
    watcher::Watcher, workers::Workers,
};
use super::{
    app::App,
    keymap,
    message::{Code, Effect, Key, Message},
};
use crate::course::Pack;
use crate::progress::{Store, StoreError};
use crate::text::{clean, clean_line};

/// Pasted text beyond this is cut, and said to be, in bytes.
pub const LONGEST_PASTE: usize = 1 << 20;

/// Why the program left its loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Exit {
    /// The learner left.
    Quit,
    /// A signal asked for it.
    Signal(i32),
    /// The terminal is gone.
    Vanished,
}

impl Exit {
    /// The exit code that a shell expects: 0, or 128 and the signal's number.
    pub fn code(self) -> u8 {
        match self {
            Self::Quit => 0,
            Self::Signal(signal) => u8::try_from(128 + signal).unwrap_or(u8::MAX),
            Self::Vanished => 129,
        }
    }
}

/// What keeps the program from starting, going on, or ending well.
#[derive(Debug, thiserror::Error)]
pub enum TerminalError {
    /// Input or output is no terminal, or one that can do nothing.
    #[error("{0}; try `token34 read` for the lesson as text")]
    None(&'static str),
    /// The terminal fails.
    #[error("the terminal fails: {0}")]
    Io(#[from] io::Error),
    /// What was done could not be saved to the last.
    #[error(transparent)]
    Unsaved(#[from] StoreError),
}

/// Whether there is a terminal to draw on.
///
/// # Errors
/// When there is none; the message says what to do.
pub fn check(term: Option<&str>) -> Result<(), TerminalError> {
    if !io::stdin().is_terminal() || !io::stdout().is_terminal() {
        return Err(TerminalError::None(
            "token34 needs a terminal, for input and for output",
        ));
    }
    if term == Some("dumb") {
        return Err(TerminalError::None(
            "this terminal calls itself dumb and cannot show screens",
        ));
    }
    Ok(())
}

/// Runs the program until it is left, and saves to the last. `content` is the directory that the lesson is read from, if it
/// is one: what an author changes there is shown at once.
///
/// # Errors
/// When the terminal fails, or what was done cannot be saved.
pub fn run(
    app: &mut App,
    store: Store,
    content: Option<&Path>,
    clock: impl Fn() -> Timestamp,
) -> Result<Exit, TerminalError> {
    let input = Input::open()?;
    let guard = Guard::enter()?;
    let size = input.size()?;
    let terminal = Terminal::new(Canvas::new(output()?, size))?;
    let workers = Workers::new(input.bell()?);
    let before = app.record().clone();
    let mut host = Host {
        app,
        progress: store.path().to_owned(),
        keeper: Keeper::new(store),
        clock,
        input,
        workers,
        content: None,
        beside: None,
        terminal,
        guard: Some(guard),
        pending: Vec::new(),
    };
    if let Some(dir) = content {
        host.listen(dir)?;
    }
    host.send(Message::Resize {
        width: size.width,
        height: size.height,
    });
    let ended = host.turn().or_else(vanished);
    host.close(&before)?;
    ended
}

/// A terminal that is gone may be written to, and fail, before it is heard that it is gone: that is the same end.
fn vanished(error: TerminalError) -> Result<Exit, TerminalError> {
    match error {
        TerminalError::Io(error) if input::is_gone(&error) => Ok(Exit::Vanished),
        error => Err(error),
    }
}

/// A handle of our own on the terminal: one write of ours is one write to it.
fn output() -> io::Result<File> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        Ok(File::from(io::stdout().as_fd().try_clone_to_owned()?))
    }
    #[cfg(windows)]
    {
        use std::os::windows::io::AsHandle;
        Ok(File::from(io::stdout().as_handle().try_clone_to_owned()?))
    }
}

/// The loop and what it holds.
struct Host<'a, C> {
    app: &'a mut App,
    /// The progress file, as it was named.
    progress: PathBuf,
    keeper: Keeper,
    clock: C,
    input: Input,
    workers: Workers,
    /// Ears on the directory of the content.
    content: Option<Watcher>,
    /// Ears on what lies beside the progress file.
    beside: Option<Watcher>,
    terminal: Terminal<Canvas<File>>,
    guard: Option<Guard>,
    pending: Vec<Effect>,
}

impl<C: Fn() -> Timestamp> Host<'_, C> {
    /// Draws, waits, takes in everything there is, and again.
    fn turn(&mut self) -> Result<Exit, TerminalError> {
        let mut since: Option<Instant> = None;
        let mut first = true;
        loop {
            if let Some(exit) = self.carry_out()? {
                return Ok(exit);
            }
            self.terminal.draw(|frame| self.app.view(frame))?;
            // Once there is something to look at.
            if std::mem::take(&mut first) {
                self.listen_beside();
            }
            let limit = self.app.waits();
            since = limit.and(since.or_else(|| Some(moment())));
            let woken = self.input.wait(limit)?;
            if woken.vanished || woken.signal.is_some() {
                // What was typed came before the signal.
                self.take_in(without_answers(woken.events));
                return Ok(woken.signal.map_or(Exit::Vanished, Exit::Signal));
            }
            if let Some(start) = since {
                let end = moment();
                self.send(Message::Elapsed(end - start));
                since = Some(end);
            }
            if woken.resized {
                self.resize()?;
            }
            if let Some(kept) = self.keeper.back() {
                self.kept(kept);
            }
            for found in self.workers.found() {
                self.send(Message::Worked(found));
            }
            self.hear();
            self.take_in(without_answers(woken.events));
            if woken.suspend {
                self.pending.push(Effect::Suspend);
            }
        }
    }

    /// Opens ears on what lies beside the progress file. Without them, what another instance writes is taken in at the next key:
    /// so it is on Windows, where only the console ends a wait, and ears would have the loop look up for ever.
    fn listen_beside(&mut self) {
        if cfg!(windows) {
            return;
        }
        let dir = self.progress.parent();
        let bell = self.input.bell();
        self.beside = dir.and_then(|dir| Watcher::new(dir, false, bell.ok()?).ok());
    }

    fn send(&mut self, message: Message) {
        let effects = self.app.update(message, (self.clock)());
        for effect in effects {
            // Every event of a burst may ask for the save that the first of them made due; one takes in all of them.
            if effect != Effect::Save || !self.pending.contains(&Effect::Save) {
                self.pending.push(effect);
            }
        }
    }

    /// Listens to the directory of the content.
    fn listen(&mut self, dir: &Path) -> io::Result<()> {
        match Watcher::new(dir, true, self.input.bell()?) {
            Ok(watcher) => self.content = Some(watcher),
            Err(error) => {
                let why = format!("Changes to the content are not seen: {error}");
                self.send(Message::Failed(clean_line(&why)));
            }
        }
        Ok(())
    }

    /// Takes in what changed on disk.
    fn hear(&mut self) {
        if self.beside.as_mut().is_some_and(Watcher::changed) {
            self.refresh();
        }
        if let Some(ears) = &mut self.content
            && ears.changed()
        {
            let pack = Pack::load(ears.dir());
            self.send(Message::Content(Box::new(pack)));
        }
    }

    /// Turns events into messages; keys that type text in a row become one paste, so that ten thousand of them
    /// are wrapped once and not ten thousand times.
    fn take_in(&mut self, events: Vec<Event>) {
        if !events.is_empty() {
            self.refresh();
        }
        let mut run = String::new();
        for event in events {
            let key = match &event {
                Event::Key(event) => keymap::key(*event),
                _ => None,
            };
            if let Some(c) = key.and_then(Key::typed).filter(|_| self.app.typing()) {
                run.push(c);
                continue;
            }
            self.flush_run(&mut run);
            let cut = matches!(&event, Event::Paste(text) if text.len() > LONGEST_PASTE);
            if let Some(message) = message(event) {
                self.send(message);
            }
            if cut && self.app.typing() {
                let longest = LONGEST_PASTE >> 20;
                let why = format!("More than {longest} MiB was pasted; the rest is left out.");
                self.send(Message::Failed(why));
            }
        }
        self.flush_run(&mut run);
    }

    fn flush_run(&mut self, run: &mut String) {
        let mut chars = run.chars();
        match (chars.next(), chars.next()) {
            (None, _) => return,
            (Some(c), None) => self.send(Message::Key(Key::plain(Code::Char(c)))),
            _ => self.send(Message::Paste(run.clone())),
        }
        run.clear();
    }

    fn resize(&mut self) -> io::Result<()> {
        let size = self.input.size()?;
        self.terminal.backend_mut().resize(size);
        self.send(Message::Resize {
            width: size.width,
            height: size.height,
        });
        Ok(())
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one clock that measures how long a wait took"
)]
fn moment() -> Instant {
    Instant::now()
}

fn message(event: Event) -> Option<Message> {
    match event {
        Event::Key(event) => keymap::key(event).map(Message::Key),
        Event::Mouse(event) => keymap::mouse(event).map(Message::Mouse),
        Event::Paste(text) => Some(Message::Paste(pasted(&text))),
        Event::FocusGained => Some(Message::Focus(true)),
        Event::FocusLost => Some(Message::Focus(false)),
        // Resizes are heard as signals, together with whatever else woke us.
        Event::Resize(..) => None,
    }
}

/// Pasted text, cut and cleaned.
fn pasted(text: &str) -> String {
    let mut end = text.len().min(LONGEST_PASTE);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    clean(&text[..end])
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_that_is_gone_ends_the_program_whoever_hears_of_it_first() {
        // EIO, EBADF, ENXIO and EPIPE, as `errno(3)` numbers them everywhere.
        for (errno, gone) in [(5, true), (9, true), (6, true), (32, true), (28, false)] {
            let failed = TerminalError::Io(io::Error::from_raw_os_error(errno));
            let ended = vanished(failed).is_ok_and(|exit| exit == Exit::Vanished);
            assert_eq!(ended, gone, "{errno}");
        }
    }
}
