//! The same lesson line by line: for pipes, screen readers and dumb terminals.
//!
//! Nothing here moves a cursor or sets a colour. Every line passes [`Out`], which cleans it once more on its way out.

mod dialogue;
mod explore;
mod find;
mod follow;
mod glossary;
mod guide;
mod journal;
mod lab;
mod lessons;
mod practice;
mod progress;
mod read;
mod reading;
mod runs;
mod session;
mod summary;
mod watch;

use std::io::{self, Write};

pub use dialogue::Dialogue;
pub use explore::{
    NoSuch, explored, explored_json, falls_short, marks, matrix, matrix_json, named, walk_matrix,
};
pub use find::{find_notes, find_words};
pub use follow::follow;
pub use glossary::read_glossary;
pub use guide::guide;
pub use journal::{Journal, KeepError};
pub use lab::lab;
pub use practice::{practice, practice_fresh, practice_on};
pub use progress::{export_notes, list_notes, show};
pub use read::{NoSection, cheatsheet, read, read_section, section};
pub use runs::{NoScenario, choose_run, find, list_scenarios, scenarios, taught_by};
pub use session::session;
pub use summary::summary;
pub use watch::{watch, watch_json};

use crate::text::{clean_line, to_ascii, wrap};

/// Where lines go, and how.
#[derive(Debug)]
pub struct Out<W> {
    sink: W,
    style: Style,
}

/// How lines are set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Style {
    /// Nothing but ASCII.
    pub ascii: bool,
    /// Wrap at so many columns; `None`, for a pipe, keeps each paragraph on one line, where `grep` finds it.
    pub columns: Option<usize>,
}

impl<W: Write> Out<W> {
    /// Lines to `sink`.
    pub fn new(sink: W, style: Style) -> Self {
        Self { sink, style }
    }

    /// A line that is never wrapped.
    ///
    /// # Errors
    /// Those of the sink, here and below.
    pub fn line(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.sink, "{}", self.set(text))
    }

    /// An empty line.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn gap(&mut self) -> io::Result<()> {
        writeln!(self.sink)
    }

    /// A paragraph, wrapped where there is a width to wrap at; `first` stands before it, such as `- `, and the lines
    /// after the first are indented as deep.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn paragraph(&mut self, first: &str, text: &str) -> io::Result<()> {
        let text = self.set(text);
        let indent = crate::text::width(first);
        let columns = self.style.columns.unwrap_or(usize::MAX);
        let lines = wrap(&text, columns.saturating_sub(indent));
        for (index, line) in lines.iter().enumerate() {
            let lead = if index == 0 { first } else { "" };
            writeln!(self.sink, "{lead:indent$}{line}")?;
        }
        Ok(())
    }

    /// Bytes that are ready for the sink as they are, such as JSON or a completion script.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn raw(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.sink.write_all(bytes)
    }

    /// Give everything to the reader.
    ///
    /// # Errors
    /// Those of the sink.
    pub fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }

    /// How many columns there are, if that matters.
    fn columns(&self) -> Option<usize> {
        self.style.columns
    }

    fn set(&self, text: &str) -> String {
        let clean = clean_line(text);
        if self.style.ascii {
            to_ascii(&clean)
        } else {
            clean
        }
    }
}
