//! A line out, a line in.

use std::io::{self, BufRead, Read, Write};

use super::Out;
use crate::progress::StoreError;
use crate::text::clean_line;

/// Longest line that is taken in, in bytes; the rest of a longer one is read as the next.
const LONGEST_LINE: u64 = 64 * 1024;

/// The most characters of a line that are quoted back.
const QUOTED: usize = 40;

/// As much of a line as is quoted back.
fn short(said: &str) -> String {
    match said.char_indices().nth(QUOTED) {
        None => said.to_owned(),
        Some((end, _)) => format!("{}…", &said[..end]),
    }
}

/// One of several by its number from 1, as it was typed.
pub(super) fn numbered<'a, T>(said: &str, all: &'a [T]) -> Option<&'a T> {
    let number: usize = said.parse().ok()?;
    all.get(number.checked_sub(1)?)
}

/// A conversation in lines.
#[derive(Debug)]
pub struct Dialogue<R, W> {
    input: R,
    /// What the program says.
    pub out: Out<W>,
}

impl<R: BufRead, W: Write> Dialogue<R, W> {
    /// A conversation over two streams.
    pub fn new(input: R, out: Out<W>) -> Self {
        Self { input, out }
    }

    /// Say `question` and take a line, cleaned and trimmed; `None` when the input has ended.
    ///
    /// # Errors
    /// Those of the streams.
    pub fn prompt(&mut self, question: &str) -> io::Result<Option<String>> {
        self.out.line(question)?;
        self.line()
    }

    /// Take a line without a word, cleaned and trimmed; `None` when the input has ended.
    ///
    /// # Errors
    /// Those of the streams.
    pub fn line(&mut self) -> io::Result<Option<String>> {
        self.out.flush()?;
        let mut bytes = Vec::new();
        let mut limited = self.input.by_ref().take(LONGEST_LINE);
        let read = limited.read_until(b'\n', &mut bytes).map_err(|error| {
            io::Error::new(error.kind(), format!("could not read the input: {error}"))
        });
        if read? == 0 {
            return Ok(None);
        }
        let line = clean_line(&String::from_utf8_lossy(&bytes));
        Ok(Some(line.trim().to_owned()))
    }

    /// Say that a line means nothing here, and what can be typed.
    ///
    /// # Errors
    /// Those of the output.
    pub fn misread(&mut self, said: &str, can: &str) -> io::Result<()> {
        let quoted = match said {
            "" => "An empty line".to_owned(),
            said => format!("\"{}\"", short(said)),
        };
        self.out
            .line(&format!("{quoted} means nothing here: {can}."))
    }

    /// Say that something is kept, or why it is not yet.
    ///
    /// # Errors
    /// Those of the output.
    pub fn kept(&mut self, what: &str, saved: Result<(), StoreError>) -> io::Result<()> {
        match saved {
            Ok(()) => self.out.line(what),
            Err(error) => self.out.line(&format!("Not saved yet: {error}")),
        }
    }
}
