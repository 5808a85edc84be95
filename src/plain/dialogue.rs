//! A line out, a line in.

use std::io::{self, BufRead, Read, Write};

use super::Out;
use crate::progress::{LONGEST_NOTE, StoreError};
use crate::text::{clean_line, thousands};

/// Longest line that is taken in, in bytes: as much as a note holds. Of a longer one the rest is left, which is said.
const LONGEST_LINE: usize = LONGEST_NOTE;

/// The most characters of a line that are quoted back.
const QUOTED: usize = 40;

/// As much of a line as is quoted back.
fn short(said: &str) -> String {
    match said.char_indices().nth(QUOTED) {
        None => said.to_owned(),
        Some((end, _)) => format!("{}…", &said[..end]),
    }
}

/// What is said when the input fails.
fn unread(error: io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("could not read the input: {error}"))
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

    /// Say `question` and take a line of a text, cleaned; white space that it begins with belongs to it. `None` when the input
    /// has ended.
    ///
    /// # Errors
    /// Those of the streams.
    pub fn text(&mut self, question: &str) -> io::Result<Option<String>> {
        self.out.line(question)?;
        let line = self.next_line()?;
        Ok(line.map(|line| line.trim_end().to_owned()))
    }

    /// Take a line without a word, cleaned and trimmed; `None` when the input has ended.
    ///
    /// # Errors
    /// Those of the streams.
    pub fn line(&mut self) -> io::Result<Option<String>> {
        let line = self.next_line()?;
        Ok(line.map(|line| line.trim().to_owned()))
    }

    fn next_line(&mut self) -> io::Result<Option<String>> {
        self.out.flush()?;
        let mut bytes = Vec::new();
        // One more, for the end of the line.
        let mut limited = self.input.by_ref().take(LONGEST_LINE as u64 + 1);
        let read = limited.read_until(b'\n', &mut bytes);
        if read.map_err(unread)? == 0 {
            return Ok(None);
        }
        let ended = bytes.pop_if(|byte| *byte == b'\n').is_some();
        if bytes.len() > LONGEST_LINE {
            if !ended {
                self.input.skip_until(b'\n').map_err(unread)?;
            }
            bytes.truncate(LONGEST_LINE);
            // The last character may be half of one.
            while bytes.pop().is_some_and(|byte| byte & 0xc0 == 0x80) {}
            let most = thousands(LONGEST_LINE);
            let said = format!("A line holds {most} bytes: the rest of this one was not taken.");
            self.out.line(&said)?;
        }
        Ok(Some(clean_line(&String::from_utf8_lossy(&bytes))))
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
