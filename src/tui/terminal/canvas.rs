//! A ratatui backend that gathers a frame in memory and sends it in one write.
//!
//! ratatui's own crossterm backend opens the terminal anew for its size at each draw, repeats the cursor and
//! colour commands when nothing has changed, and hands every command to the writer. Here the size is told
//! by whoever hears of a resize, a frame without a change costs no byte, and a frame with one is
//! framed by `?2026` (synchronized output), so that a terminal shows it whole.

use std::io::{self, Write};

use ratatui::{
    backend::{Backend, ClearType, WindowSize},
    buffer::Cell,
    crossterm::{
        cursor::{Hide, MoveTo, Show},
        queue, terminal,
    },
    layout::{Position, Size},
    prelude::CrosstermBackend,
};

const BEGIN: &[u8] = b"\x1b[?2026h";
const END: &[u8] = b"\x1b[?2026l";

/// See the module.
#[derive(Debug)]
pub(super) struct Canvas<W: Write> {
    out: W,
    /// What the frame being drawn will send.
    frame: Vec<u8>,
    size: Size,
    /// Where the cursor is shown, as far as the terminal was told; `None`: hidden.
    cursor: Option<Position>,
    /// Whether the cursor was moved by drawing since.
    strayed: bool,
}

impl<W: Write> Canvas<W> {
    /// A canvas of this size on a terminal whose cursor is hidden.
    pub(super) fn new(out: W, size: Size) -> Self {
        let frame = Vec::with_capacity(64 * 1024);
        Self {
            out,
            frame,
            size,
            cursor: None,
            strayed: false,
        }
    }

    /// Takes the terminal's new size; the next draw follows it.
    pub(super) fn resize(&mut self, size: Size) {
        self.size = size;
    }
}

impl<W: Write> Backend for Canvas<W> {
    type Error = io::Error;

    fn draw<'a, I>(&mut self, content: I) -> io::Result<()>
    where
        I: Iterator<Item = (u16, u16, &'a Cell)>,
    {
        let mut content = content.peekable();
        if content.peek().is_none() {
            return Ok(());
        }
        self.strayed = true;
        CrosstermBackend::new(&mut self.frame).draw(content)
    }

    fn hide_cursor(&mut self) -> io::Result<()> {
        if self.cursor.take().is_some() {
            queue!(self.frame, Hide)?;
        }
        Ok(())
    }

    fn show_cursor(&mut self) -> io::Result<()> {
        // Shown by set_cursor_position, once its place is known.
        Ok(())
    }

    fn get_cursor_position(&mut self) -> io::Result<Position> {
        Ok(self.cursor.unwrap_or_default())
    }

    fn set_cursor_position<P: Into<Position>>(&mut self, position: P) -> io::Result<()> {
        let position = position.into();
        if self.cursor == Some(position) && !self.strayed {
            return Ok(());
        }
        queue!(self.frame, MoveTo(position.x, position.y))?;
        if self.cursor.replace(position).is_none() {
            queue!(self.frame, Show)?;
        }
        self.strayed = false;
        Ok(())
    }

    fn clear(&mut self) -> io::Result<()> {
        self.clear_region(ClearType::All)
    }

    fn clear_region(&mut self, _: ClearType) -> io::Result<()> {
        queue!(self.frame, terminal::Clear(terminal::ClearType::All))
    }

    fn size(&self) -> io::Result<Size> {
        Ok(self.size)
    }

    fn window_size(&mut self) -> io::Result<WindowSize> {
        Ok(WindowSize {
            columns_rows: self.size,
            pixels: Size::ZERO,
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.frame.is_empty() {
            return Ok(());
        }
        self.frame.splice(0..0, BEGIN.iter().copied());
        self.frame.extend_from_slice(END);
        let sent = self
            .out
            .write_all(&self.frame)
            .and_then(|()| self.out.flush());
        self.frame.clear();
        sent
    }
}

#[cfg(test)]
mod tests {
    use ratatui::{Terminal, widgets::Paragraph};

    use super::*;

    /// Counts the writes that reach the terminal.
    #[derive(Default)]
    struct Writes(Vec<Vec<u8>>);

    impl Write for &mut Writes {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.push(bytes.to_vec());
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn a_frame_is_one_write_and_an_unchanged_one_none() {
        let mut writes = Writes::default();
        let canvas = Canvas::new(&mut writes, Size::new(80, 24));
        let mut terminal = Terminal::new(canvas).unwrap();
        let draw = |text: &str, terminal: &mut Terminal<_>| {
            let wide = Paragraph::new(text.repeat(400)).wrap(ratatui::widgets::Wrap { trim: true });
            terminal
                .draw(|frame| {
                    frame.render_widget(wide, frame.area());
                    frame.set_cursor_position((3, 4));
                })
                .unwrap();
        };
        draw("token ", &mut terminal);
        draw("token ", &mut terminal);
        draw("fence ", &mut terminal);
        drop(terminal);
        assert_eq!(writes.0.len(), 2);
        for frame in &writes.0 {
            assert!(frame.starts_with(BEGIN) && frame.ends_with(END));
        }
    }

    #[test]
    fn it_never_asks_the_terminal_anything() {
        let mut writes = Writes::default();
        let mut terminal = Terminal::new(Canvas::new(&mut writes, Size::new(80, 24))).unwrap();
        terminal
            .draw(|frame| frame.render_widget("one", frame.area()))
            .unwrap();
        terminal.backend_mut().resize(Size::new(40, 12));
        terminal
            .draw(|frame| frame.render_widget("two", frame.area()))
            .unwrap();
        terminal.clear().unwrap();
        terminal
            .draw(|frame| frame.render_widget("three", frame.area()))
            .unwrap();
        drop(terminal);
        let all = writes.0.concat();
        assert!(!all.windows(4).any(|bytes| bytes == b"\x1b[6n"));
    }
}
