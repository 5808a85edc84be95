//! Standard output, as the commands see it.

use std::io::{self, ErrorKind, Write};

/// Standard output. Its errors say that they are its own.
///
/// A stream that cannot be written to is one of them; the standard library would take what is written there for done. Of a
/// stream that was closed before the start there is no trace: the standard library has put `/dev/null` in its place by then, in
/// the way in which Python and Node hand it over when the output is not wanted.
pub(super) struct Stdout {
    /// Whether a reader who leaves, as `head` does, ends what is said with an error.
    stops: bool,
    /// The reader has left.
    left: bool,
}

impl Stdout {
    /// For a conversation, which is over when nobody listens.
    pub(super) fn to_talk() -> Self {
        Self {
            stops: true,
            left: false,
        }
    }

    /// For a report, whose end decides on the exit code whether or not anybody has read so far.
    pub(super) fn to_report() -> Self {
        Self {
            stops: false,
            ..Self::to_talk()
        }
    }

    /// The answer of the system; where the reader has left and that is all right, `done` instead.
    fn answer<T>(&mut self, answer: io::Result<T>, done: T) -> io::Result<T> {
        answer.or_else(|error| match error.kind() {
            ErrorKind::BrokenPipe if !self.stops => {
                self.left = true;
                Ok(done)
            }
            _ => Err(named(&error)),
        })
    }
}

/// Prints what the command line asked for instead of a command.
pub(super) fn help(help: &clap::Error) -> io::Result<()> {
    // Through the standard library, which says nothing of a stream that cannot be written to: that is asked for first.
    Stdout::to_talk().write(b"").map(drop)?;
    let printed = help.print().and_then(|()| io::stdout().flush());
    printed.map_err(|error| named(&error))
}

/// The same error, saying what failed.
fn named(error: &io::Error) -> io::Error {
    let why = format!("could not write to standard output: {error}");
    io::Error::new(error.kind(), why)
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left {
            return Ok(bytes.len());
        }
        self.answer(put(bytes), bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        // What is written is gone at once.
        Ok(())
    }
}

#[cfg(unix)]
fn put(bytes: &[u8]) -> io::Result<usize> {
    Ok(rustix::io::write(rustix::stdio::stdout(), bytes)?)
}

#[cfg(not(unix))]
fn put(bytes: &[u8]) -> io::Result<usize> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()?;
    Ok(bytes.len())
}
