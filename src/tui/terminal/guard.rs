//! Enters the terminal, and gives it back as it was on every way out.

use std::{
    io::{self, Write},
    panic,
    sync::Once,
    sync::atomic::{AtomicBool, Ordering},
};

use ratatui::crossterm::{style, terminal};

/// Alternate screen, hidden cursor, buttons and drags of the mouse (not its every move), focus, bracketed paste.
const ENTER: &[u8] =
    b"\x1b[?1049h\x1b[?25l\x1b[?1000h\x1b[?1002h\x1b[?1006h\x1b[?1004h\x1b[?2004h\x1b[2J";
/// The reverse, and whatever a frame may have left open: synchronized output, a link, a style.
const LEAVE: &[u8] = b"\x1b[?2026l\x1b]8;;\x1b\\\x1b[0m\x1b[?2004l\x1b[?1004l\x1b[?1006l\x1b[?1003l\x1b[?1002l\x1b[?1000l\x1b[?25h\x1b[?1049l";

/// Whether the terminal is ours now; a panic and the guard's end must not both give it back.
static OURS: AtomicBool = AtomicBool::new(false);
static HOOK: Once = Once::new();

/// While it lives, the terminal is ours; when it goes, for whatever reason, the terminal is as it was.
#[derive(Debug)]
pub(super) struct Guard(());

impl Guard {
    /// Takes the terminal.
    pub(super) fn enter() -> io::Result<Self> {
        HOOK.call_once(|| {
            let before = panic::take_hook();
            panic::set_hook(Box::new(move |info| {
                // The message must reach the shell's screen, not ours.
                leave();
                before(info);
            }));
        });
        // The theme alone decides on colours. Under NO_COLOR crossterm would write `ESC[m` for them, which cancels
        // bold and reverse.
        style::force_color_output(true);
        terminal::enable_raw_mode()?;
        OURS.store(true, Ordering::SeqCst);
        let guard = Self(());
        enter_modes()?;
        Ok(guard)
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        leave();
    }
}

#[cfg(unix)]
fn enter_modes() -> io::Result<()> {
    send(ENTER)
}

#[cfg(not(unix))]
fn enter_modes() -> io::Result<()> {
    use ratatui::crossterm::{event, execute};
    execute!(io::stdout(), event::EnableMouseCapture)?;
    send(ENTER)
}

/// Gives the terminal back, once. Errors are of no use here: the terminal may be gone.
fn leave() {
    if OURS.swap(false, Ordering::SeqCst) {
        #[cfg(not(unix))]
        let _ = ratatui::crossterm::execute!(
            io::stdout(),
            ratatui::crossterm::event::DisableMouseCapture
        );
        let _ = send(LEAVE);
        let _ = terminal::disable_raw_mode();
    }
}

fn send(bytes: &[u8]) -> io::Result<()> {
    let mut out = io::stdout().lock();
    out.write_all(bytes)?;
    out.flush()
}

#[cfg(all(test, unix))]
mod tests {
    use std::io::Read;

    use portable_pty::{CommandBuilder, PtySize, native_pty_system};

    use super::*;

    const CHILD: &str = "TOKEN34_TEST_PANICS";

    /// Not a test by itself: [`a_panic_gives_the_terminal_back`] runs it in a terminal of its own.
    #[test]
    fn panics_inside_when_told_to() {
        if std::env::var_os(CHILD).is_some() {
            let _guard = Guard::enter().unwrap();
            panic!("the learner must be able to read this");
        }
    }

    #[test]
    fn a_panic_gives_the_terminal_back() {
        let pair = native_pty_system().openpty(PtySize::default()).unwrap();
        let before = format!("{:?}", pair.master.get_termios());
        let mut command = CommandBuilder::new(std::env::current_exe().unwrap());
        command.args([
            "--exact",
            "--nocapture",
            "tui::terminal::guard::tests::panics_inside_when_told_to",
        ]);
        command.env(CHILD, "1");
        let mut child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (mut bytes, mut buffer) = (Vec::new(), [0; 4096]);
        // The end of a terminal is an error on Linux.
        while let Ok(count @ 1..) = reader.read(&mut buffer) {
            bytes.extend_from_slice(&buffer[..count]);
        }
        child.wait().unwrap();
        let find = |wanted: &[u8]| {
            bytes
                .windows(wanted.len())
                .position(|window| window == wanted)
        };
        let entered = find(ENTER).unwrap();
        let left = find(LEAVE).unwrap();
        let said = find(b"the learner must be able to read this").unwrap();
        assert!(
            entered < left && left < said,
            "{}",
            String::from_utf8_lossy(&bytes)
        );
        assert_eq!(
            bytes
                .windows(LEAVE.len())
                .filter(|window| *window == LEAVE)
                .count(),
            1
        );
        assert_eq!(before, format!("{:?}", pair.master.get_termios()));
    }
}
