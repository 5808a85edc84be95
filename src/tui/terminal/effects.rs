//! Carries out what the program asks of the outside: save, suspend, edit, open, work.

use std::{
    env,
    io::{self, Write as _},
};

use jiff::Timestamp;
use ratatui::Terminal;

use super::{Canvas, Exit, Guard, Host, TerminalError, input, keeper::Kept, output, outside};
use crate::progress::{Record, StoreError};
use crate::text::clean_line;
use crate::tui::message::{Effect, Message};

impl<C: Fn() -> Timestamp> Host<'_, C> {
    pub(super) fn carry_out(&mut self) -> Result<Option<Exit>, TerminalError> {
        // An effect may be answered by a message that asks for further ones.
        while !self.pending.is_empty() {
            for effect in std::mem::take(&mut self.pending) {
                match effect {
                    Effect::Save => self.save(),
                    Effect::Suspend => {
                        if let Some(signal) = self.suspend()? {
                            return Ok(Some(Exit::Signal(signal)));
                        }
                    }
                    Effect::Open(url) => {
                        if let Err(why) = outside::open(&url) {
                            self.send(Message::Failed(why));
                        }
                    }
                    Effect::Edit(text) => {
                        if let Some(signal) = self.edit(&text)? {
                            return Ok(Some(Exit::Signal(signal)));
                        }
                    }
                    Effect::Work(job) => {
                        if let Err(error) = self.workers.begin(job) {
                            let why = format!("Nothing can be worked out now: {error}");
                            self.send(Message::Failed(clean_line(&why)));
                        }
                    }
                    Effect::Quit => return Ok(Some(Exit::Quit)),
                }
            }
        }
        Ok(None)
    }

    /// Begins to save; [`Host::kept`] takes the answer in.
    fn save(&mut self) {
        let now = (self.clock)();
        let bell = match self.input.bell() {
            Ok(bell) => bell,
            Err(error) => {
                return self.send(Message::Unsaved {
                    for_good: false,
                    why: clean_line(&error.to_string()),
                });
            }
        };
        if let Some(record) = self.app.begin_save(now) {
            self.keeper.begin(record, now, None, move || bell.ring());
        }
    }

    /// Takes in what a save came back with, and what another instance wrote meanwhile.
    pub(super) fn kept(&mut self, kept: Kept) {
        self.app.take_back(kept.record);
        match kept.answer {
            Ok(saved) => {
                self.send(Message::Saved);
                for warning in saved.warnings {
                    self.send(Message::Failed(clean_line(&warning.to_string())));
                }
            }
            Err(error) => self.unsaved(&error),
        }
        self.refresh();
    }

    /// Takes in what another instance wrote: as soon as one hears of it, and before a key or click is; while a save is
    /// under way, after that. A file that cannot be read now is left to the next save, which says so.
    pub(super) fn refresh(&mut self) {
        let Some(store) = self.keeper.store().filter(|store| store.changed_on_disk()) else {
            return;
        };
        let mut record = self.app.record().clone();
        match store.refresh(&mut record) {
            Ok(true) => self.app.take_in(&record),
            Err(error @ StoreError::Newer { .. }) => self.unsaved(&error),
            _ => {}
        }
    }

    fn unsaved(&mut self, error: &StoreError) {
        self.send(Message::Unsaved {
            for_good: matches!(error, StoreError::Newer { .. }),
            why: clean_line(&error.brief()),
        });
    }

    /// Gives the terminal back and saves what is left; fails where something of this session is left that adds to what was
    /// there `before`. Whoever looks at the shell again can wait for a slow disk, or go.
    pub(super) fn close(&mut self, before: &Record) -> Result<(), StoreError> {
        self.guard = None;
        self.wait_for_save();
        let now = (self.clock)();
        if !self.app.leave(now) {
            return Ok(());
        }
        let record = self.app.record().clone();
        let elsewhere = record.adds_to(before).then(env::temp_dir);
        let matters = elsewhere.is_some();
        self.keeper.begin(record, now, elsewhere, || {});
        match self.keeper.wait(tell_of_slow_disk) {
            Some(Kept {
                answer: Err(error), ..
            }) if matters => Err(error),
            _ => Ok(()),
        }
    }

    /// Waits until no save is under way. The terminal is not ours now.
    fn wait_for_save(&mut self) {
        if let Some(kept) = self.keeper.wait(tell_of_slow_disk) {
            self.kept(kept);
        }
    }

    /// Gives the terminal back for a while, with everything saved and no save under way: whoever is stopped meanwhile with the
    /// lock in hand would keep all others from saving.
    fn step_aside(&mut self) {
        self.guard = None;
        self.wait_for_save();
        self.save();
        self.wait_for_save();
        input::let_signals_end(false);
    }

    /// Stops until somebody says go on. Gives the signal that came meanwhile and asks to leave, if one did.
    fn suspend(&mut self) -> Result<Option<i32>, TerminalError> {
        if !input::can_suspend() {
            self.send(Message::Failed(
                "There is no shell to come back from, so token34 stays.".to_owned(),
            ));
            return Ok(None);
        }
        self.step_aside();
        let leave = self.input.suspend()?;
        if leave.is_none() {
            self.reclaim()?;
        }
        Ok(leave)
    }

    /// Lets an editor change `text`. Gives the signal that came meanwhile and asks to leave, if one did.
    fn edit(&mut self, text: &str) -> Result<Option<i32>, TerminalError> {
        self.step_aside();
        // The default of a stop is to stop only where somebody can say "go on"; what stands in for it here stops anyway.
        input::let_keys_stop(input::can_suspend());
        let edited = self
            .input
            .terminal()
            .map_err(|error| error.to_string())
            .and_then(|terminal| outside::edit(text, terminal));
        input::let_keys_stop(false);
        // First of all, what was written is taken in: the terminal may be gone, or the program be asked to leave.
        self.send(match edited {
            Ok(text) => Message::Edited(text),
            Err(why) => Message::Failed(why),
        });
        let leave = self.input.forget();
        if leave.is_none() {
            self.reclaim()?;
        }
        Ok(leave)
    }

    /// Takes the terminal back. A new [`Terminal`] knows nothing of what is on the screen, and draws all of it;
    /// clearing the old one would ask the terminal where its cursor is, and wait for an answer.
    fn reclaim(&mut self) -> Result<(), TerminalError> {
        self.guard = Some(Guard::enter()?);
        let size = self.input.size()?;
        self.terminal = Terminal::new(Canvas::new(output()?, size))?;
        self.send(Message::Resize {
            width: size.width,
            height: size.height,
        });
        Ok(())
    }
}

/// For whoever waits in the shell. Only from now on does a signal end what it asks to end: sooner it may be the second of those
/// that the end of a session sends in a row.
fn tell_of_slow_disk() {
    if !input::let_signals_end(true) {
        // Where nobody can read it, nobody waits.
        let _ = writeln!(
            io::stderr(),
            "Saving takes long. Ctrl-C leaves now, without what is not saved yet."
        );
    }
}
