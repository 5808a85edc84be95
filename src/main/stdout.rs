//! Standard output, as the commands see it.

use std::io::{self, ErrorKind, StdoutLock, Write};

/// Standard output. Its errors say that they are its own.
pub(super) struct Stdout {
    sink: StdoutLock<'static>,
    /// Whether a reader who leaves, as `head` does, ends what is said with an error.
    stops: bool,
    /// The reader has left.
    left: bool,
}

impl Stdout {
    /// For a conversation, which is over when nobody listens.
    pub(super) fn to_talk() -> Self {
        Self {
            sink: io::stdout().lock(),
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
            kind => {
                let why = format!("could not write to standard output: {error}");
                Err(io::Error::new(kind, why))
            }
        })
    }
}

impl Write for Stdout {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.left {
            return Ok(bytes.len());
        }
        let written = self.sink.write(bytes);
        self.answer(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.left {
            return Ok(());
        }
        let flushed = self.sink.flush();
        self.answer(flushed, ())
    }
}
