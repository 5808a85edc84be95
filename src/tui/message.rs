//! What comes in and what goes out, in words of our own.

use std::time::Duration;

use super::work::{Found, Job};
use crate::course::{Pack, Problems};

/// Something that happened.
#[derive(Debug, Clone, PartialEq)]
pub enum Message {
    /// A key was pressed or repeats.
    Key(Key),
    /// Text was pasted, or typed faster than frames are drawn; lines end in `\n`.
    Paste(String),
    /// The mouse did something.
    Mouse(Mouse),
    /// The terminal has this size now.
    Resize {
        /// Columns.
        width: u16,
        /// Rows.
        height: u16,
    },
    /// So much time went by; comes only while [`crate::tui::app::App::waits`] asks for it.
    Elapsed(Duration),
    /// The window came to the front, or left it.
    Focus(bool),
    /// The text that an [`Effect::Edit`] came back with.
    Edited(String),
    /// An effect could not be carried out: what happened and what to do, in a sentence.
    Failed(String),
    /// A part of what an [`Effect::Work`] found.
    Worked(Found),
    /// The content was read again, since its files changed; or what keeps it from being read.
    Content(Box<Result<Pack, Problems>>),
    /// A save went through.
    Saved,
    /// A save did not go through.
    Unsaved {
        /// What happened and what to do, in a sentence.
        why: String,
        /// Trying again is of no use.
        for_good: bool,
    },
}

/// A key with what was held down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Key {
    /// Which key.
    pub code: Code,
    /// Control was held.
    pub ctrl: bool,
    /// Alt was held.
    pub alt: bool,
    /// Shift was held; never set for characters, which carry it themselves.
    pub shift: bool,
}

/// Which key.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Code {
    /// A character as typed.
    Char(char),
    /// Enter.
    Enter,
    /// Escape.
    Esc,
    /// Tab.
    Tab,
    /// Shift and Tab.
    BackTab,
    /// Backspace.
    Backspace,
    /// Delete.
    Delete,
    /// Insert.
    Insert,
    /// Arrow up.
    Up,
    /// Arrow down.
    Down,
    /// Arrow left.
    Left,
    /// Arrow right.
    Right,
    /// Home.
    Home,
    /// End.
    End,
    /// Page up.
    PageUp,
    /// Page down.
    PageDown,
    /// A function key by its number.
    F(u8),
}

impl Key {
    /// The key alone.
    pub const fn plain(code: Code) -> Self {
        Self {
            code,
            ctrl: false,
            alt: false,
            shift: false,
        }
    }

    /// The character that this key types, if it types one.
    pub fn typed(self) -> Option<char> {
        match self.code {
            Code::Char(c) if self.ctrl == self.alt => Some(c),
            _ => None,
        }
    }
}

/// What the mouse did, and where.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Mouse {
    /// What it did.
    pub kind: MouseKind,
    /// Column, from 0.
    pub column: u16,
    /// Row, from 0.
    pub row: u16,
}

/// What the mouse did.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MouseKind {
    /// The left button went down.
    Press,
    /// It moves with the left button down.
    Drag,
    /// The left button came up.
    Release,
    /// The wheel, away from the user.
    WheelUp,
    /// The wheel, towards the user.
    WheelDown,
}

/// What the program asks of the outside; the only way there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Effect {
    /// Write the record down beside all else, as [`crate::tui::app::App::begin_save`] gives it; answered by [`Message::Saved`]
    /// or [`Message::Unsaved`].
    Save,
    /// Save, and give the terminal back to the shell until it says go on.
    Suspend,
    /// Open an address in the user's browser or mailer.
    Open(String),
    /// Hand this text to `$VISUAL` or `$EDITOR`; answered by [`Message::Edited`] or [`Message::Failed`].
    Edit(String),
    /// Do this beside the screens, and end what was done there before; answered by many [`Message::Worked`].
    Work(Job),
    /// Leave. What is to be saved is asked for before this.
    Quit,
}
