//! Carries out what the program asks of the outside: save, suspend, edit, open, work.

use jiff::Timestamp;
use ratatui::Terminal;

use super::{Canvas, Exit, Guard, Host, TerminalError, input, output, outside};
use crate::progress::StoreError;
use crate::text::clean_line;
use crate::tui::message::{Effect, Message};

impl<C: Fn() -> Timestamp> Host<'_, C> {
    pub(super) fn carry_out(&mut self) -> Result<Option<Exit>, TerminalError> {
        // An effect may be answered by a message that asks for further ones; the bound is for the case that
        // each save fails and asks for the next.
        for _ in 0..16 {
            if self.pending.is_empty() {
                break;
            }
            for effect in std::mem::take(&mut self.pending) {
                match effect {
                    Effect::Save => self.save(),
                    Effect::Suspend => self.suspend()?,
                    Effect::Open(url) => {
                        if let Err(why) = outside::open(&url) {
                            self.send(Message::Failed(why));
                        }
                    }
                    Effect::Edit(text) => self.edit(&text)?,
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

    fn save(&mut self) {
        let now = (self.clock)();
        match self.store.save(self.app.record_mut(), now) {
            Ok(saved) => {
                self.send(Message::Saved);
                for warning in saved.warnings {
                    self.send(Message::Failed(clean_line(&warning.to_string())));
                }
            }
            Err(error) => self.unsaved(&error),
        }
    }

    /// Takes in what another instance wrote: as soon as one hears of it, and before a key or click is.
    /// A file that cannot be read now is left to the next save, which says so.
    pub(super) fn refresh(&mut self) {
        if self.store.changed_on_disk()
            && let Err(error @ StoreError::Newer { .. }) = self.store.refresh(self.app.record_mut())
        {
            self.unsaved(&error);
        }
    }

    fn unsaved(&mut self, error: &StoreError) {
        self.send(Message::Unsaved {
            for_good: matches!(error, StoreError::Newer { .. }),
            why: clean_line(&error.brief()),
        });
    }

    /// On the way out by a signal: whatever is not written yet.
    pub(super) fn save_last(&mut self) {
        if self.app.leave((self.clock)()) {
            self.save();
        }
    }

    fn suspend(&mut self) -> Result<(), TerminalError> {
        if !input::can_suspend() {
            self.send(Message::Failed(
                "There is no shell to come back from, so token34 stays.".to_owned(),
            ));
            return Ok(());
        }
        self.guard = None;
        input::suspend()?;
        self.reclaim()
    }

    fn edit(&mut self, text: &str) -> Result<(), TerminalError> {
        self.guard = None;
        let edited = self
            .input
            .terminal()
            .map_err(|error| error.to_string())
            .and_then(|terminal| outside::edit(text, terminal));
        self.reclaim()?;
        self.send(match edited {
            Ok(text) => Message::Edited(text),
            Err(why) => Message::Failed(why),
        });
        Ok(())
    }

    /// Takes the terminal back. A new [`Terminal`] knows nothing of what is on the screen, and draws all of it;
    /// clearing the old one would ask the terminal where its cursor is, and wait for an answer.
    fn reclaim(&mut self) -> Result<(), TerminalError> {
        self.input.forget();
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
