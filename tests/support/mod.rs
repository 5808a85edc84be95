//! Drives the program in a pseudo-terminal, as a learner would: keys in, a screen out.
//!
//! Nothing here sleeps: every wait is for a condition, and has a bound.

#![allow(dead_code, reason = "each test file uses a part of the harness")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::{
    io::{Read, Write},
    path::Path,
    sync::{Arc, Condvar, Mutex},
    thread,
    time::Duration,
};

use portable_pty::{Child, CommandBuilder, ExitStatus, MasterPty, PtySize, native_pty_system};

/// The longest that anything may take on a loaded machine.
pub(crate) const BOUND: Duration = Duration::from_secs(20);

/// What the program wrote so far.
#[derive(Default)]
struct Output {
    bytes: Vec<u8>,
    /// Nothing is read any more.
    ended: bool,
    /// The reader is to end at the next chance, so that nothing holds the terminal open.
    closing: bool,
}

type Shared = Arc<(Mutex<Output>, Condvar)>;

/// A program in a pseudo-terminal.
pub(crate) struct Session {
    master: Option<Box<dyn MasterPty + Send>>,
    writer: Option<Box<dyn Write + Send>>,
    child: Box<dyn Child + Send + Sync>,
    output: Shared,
    size: (u16, u16),
    /// The terminal's settings before the program began.
    before: String,
}

/// `token34` with a progress file of its own, on a terminal that promises nothing special.
pub(crate) fn token34(progress: &Path) -> CommandBuilder {
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_token34"));
    command.arg("--progress");
    command.arg(progress);
    command.env("TERM", "xterm-256color");
    for name in [
        "COLORTERM",
        "NO_COLOR",
        "TOKEN34_PROGRESS",
        "VISUAL",
        "EDITOR",
        "LC_ALL",
    ] {
        command.env_remove(name);
    }
    command.env("LANG", "C.UTF-8");
    command
}

/// The program run by a shell with job control, which says how it ended.
pub(crate) fn in_a_shell(script: &str, progress: &Path) -> CommandBuilder {
    let mut command = token34(progress);
    let program = command.get_argv()[0].clone();
    let argv = command.get_argv_mut();
    argv.clear();
    argv.extend(["sh", "-c", script, "sh"].map(Into::into));
    argv.push(program);
    argv.extend(["--progress".into(), progress.into()]);
    command
}

impl Session {
    /// Starts `command` at this size: columns and rows.
    pub(crate) fn start(command: CommandBuilder, (columns, rows): (u16, u16)) -> Self {
        let pair = native_pty_system().openpty(size(columns, rows)).unwrap();
        let before = format!("{:?}", pair.master.get_termios().unwrap());
        let child = pair.slave.spawn_command(command).unwrap();
        drop(pair.slave);
        let output = Shared::default();
        let mut reader = pair.master.try_clone_reader().unwrap();
        let shared = Arc::clone(&output);
        thread::spawn(move || {
            let mut buffer = [0; 65536];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                let mut output = shared.0.lock().unwrap();
                output.bytes.extend_from_slice(&buffer[..count]);
                shared.1.notify_all();
                if output.closing {
                    break;
                }
            }
            drop(reader);
            shared.0.lock().unwrap().ended = true;
            shared.1.notify_all();
        });
        let writer = pair.master.take_writer().unwrap();
        Self {
            master: Some(pair.master),
            writer: Some(writer),
            child,
            output,
            size: (columns, rows),
            before,
        }
    }

    /// Sends bytes as a terminal would.
    pub(crate) fn send(&mut self, bytes: impl AsRef<[u8]>) {
        let writer = self.writer.as_mut().unwrap();
        writer.write_all(bytes.as_ref()).unwrap();
        writer.flush().unwrap();
    }

    /// Changes the size: columns and rows.
    pub(crate) fn resize(&mut self, columns: u16, rows: u16) {
        self.master
            .as_ref()
            .unwrap()
            .resize(size(columns, rows))
            .unwrap();
        self.size = (columns, rows);
    }

    /// The screen as text.
    pub(crate) fn screen(&self) -> String {
        self.parse().screen().contents()
    }

    /// The screen with its modes.
    pub(crate) fn parse(&self) -> vt100::Parser {
        let mut parser = vt100::Parser::new(self.size.1, self.size.0, 0);
        parser.process(&self.output.0.lock().unwrap().bytes);
        parser
    }

    /// Everything that the program wrote.
    pub(crate) fn bytes(&self) -> Vec<u8> {
        self.output.0.lock().unwrap().bytes.clone()
    }

    /// Waits until the screen shows `text`.
    #[track_caller]
    pub(crate) fn see(&self, text: &str) {
        self.see_that(&format!("see `{text}`"), |screen| screen.contains(text));
    }

    /// Waits until the screen as text meets a condition.
    #[track_caller]
    pub(crate) fn see_that(&self, what: &str, condition: impl Fn(&str) -> bool) {
        let (lock, changed) = &*self.output;
        let shown = |bytes: &[u8]| {
            let mut parser = vt100::Parser::new(self.size.1, self.size.0, 0);
            parser.process(bytes);
            parser.screen().contents()
        };
        let (output, timeout) = changed
            .wait_timeout_while(lock.lock().unwrap(), BOUND, |output| {
                !condition(&shown(&output.bytes)) && !output.ended
            })
            .unwrap();
        let screen = shown(&output.bytes);
        assert!(
            condition(&screen),
            "did not {what} (timed out: {}); the screen:\n{screen}",
            timeout.timed_out()
        );
    }

    /// Waits until the raw output holds `wanted`, after the first `from` bytes.
    #[track_caller]
    pub(crate) fn wait_for_bytes(&self, wanted: &[u8], from: usize) {
        let (lock, changed) = &*self.output;
        let holds = |bytes: &[u8]| {
            let rest = bytes.get(from..).unwrap_or_default();
            rest.windows(wanted.len()).any(|window| window == wanted)
        };
        let (output, _) = changed
            .wait_timeout_while(lock.lock().unwrap(), BOUND, |output| {
                !holds(&output.bytes) && !output.ended
            })
            .unwrap();
        let tail = String::from_utf8_lossy(&output.bytes).into_owned();
        assert!(
            holds(&output.bytes),
            "never wrote {:?}: {tail:?}",
            String::from_utf8_lossy(wanted)
        );
    }

    /// Waits until more than `from` bytes were written; false: the program has ended.
    #[track_caller]
    pub(crate) fn answers(&self, from: usize) -> bool {
        let (lock, changed) = &*self.output;
        let (output, timeout) = changed
            .wait_timeout_while(lock.lock().unwrap(), BOUND, |output| {
                output.bytes.len() <= from && !output.ended
            })
            .unwrap();
        assert!(!timeout.timed_out(), "the program does not answer");
        !output.ended
    }

    /// Waits until nothing was written for `quiet`, and says how much had been written by then.
    pub(crate) fn settle(&self, quiet: Duration) -> usize {
        let (lock, changed) = &*self.output;
        let mut output = lock.lock().unwrap();
        for _ in 0..10_000 {
            let before = output.bytes.len();
            let (next, timeout) = changed
                .wait_timeout_while(output, quiet, |output| {
                    output.bytes.len() == before && !output.ended
                })
                .unwrap();
            output = next;
            if timeout.timed_out() || output.ended {
                return output.bytes.len();
            }
        }
        panic!("the program never comes to rest");
    }

    /// The process that was started.
    pub(crate) fn pid(&self) -> i32 {
        i32::try_from(self.child.process_id().unwrap()).unwrap()
    }

    /// Sends a signal.
    pub(crate) fn signal(&self, signal: rustix::process::Signal) {
        let pid = rustix::process::Pid::from_raw(self.pid()).unwrap();
        rustix::process::kill_process(pid, signal).unwrap();
    }

    /// Closes the terminal, as when its window is closed. `key` makes the program write, which frees the reader.
    pub(crate) fn vanish(&mut self, key: &str) {
        self.output.0.lock().unwrap().closing = true;
        self.send(key);
        let (lock, changed) = &*self.output;
        let (output, timeout) = changed
            .wait_timeout_while(lock.lock().unwrap(), BOUND, |output| !output.ended)
            .unwrap();
        assert!(
            !timeout.timed_out(),
            "`{key}` made the program write nothing"
        );
        drop(output);
        self.writer = None;
        self.master = None;
    }

    /// Waits for the program to end.
    #[track_caller]
    pub(crate) fn wait(&mut self) -> ExitStatus {
        // The child is waited for by a thread of its own, so that the bound holds.
        let mut killer = self.child.clone_killer();
        let done = Arc::new((Mutex::new(false), Condvar::new()));
        let watch = Arc::clone(&done);
        let watcher = thread::spawn(move || {
            let guard = watch.0.lock().unwrap();
            let (_guard, timeout) = watch
                .1
                .wait_timeout_while(guard, BOUND, |done| !*done)
                .unwrap();
            if timeout.timed_out() {
                killer.kill().unwrap();
            }
            timeout.timed_out()
        });
        let status = self.child.wait().unwrap();
        *done.0.lock().unwrap() = true;
        done.1.notify_all();
        assert!(
            !watcher.join().unwrap(),
            "the program did not end; the screen:\n{}",
            self.screen()
        );
        status
    }

    /// Asserts that the terminal is as it was found.
    #[track_caller]
    pub(crate) fn assert_restored(&self) {
        let (lock, changed) = &*self.output;
        drop(changed.wait_timeout_while(lock.lock().unwrap(), BOUND, |output| !output.ended));
        let parser = self.parse();
        let screen = parser.screen();
        assert!(!screen.alternate_screen(), "the alternate screen stays");
        assert!(!screen.hide_cursor(), "the cursor stays hidden");
        assert!(!screen.bracketed_paste(), "bracketed paste stays on");
        assert_eq!(screen.mouse_protocol_mode(), vt100::MouseProtocolMode::None);
        let bytes = self.bytes();
        for mode in [
            "1000", "1002", "1003", "1004", "1006", "2004", "2026", "1049",
        ] {
            let on = last(&bytes, &format!("\x1b[?{mode}h"));
            let off = last(&bytes, &format!("\x1b[?{mode}l"));
            assert!(on.is_none() || on < off, "mode {mode} stays on");
        }
        let after = self.master.as_ref().unwrap().get_termios().unwrap();
        assert_eq!(
            self.before,
            format!("{after:?}"),
            "the terminal's settings are not as they were"
        );
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        if matches!(self.child.try_wait(), Ok(None)) {
            let _ = self.child.kill();
            let _ = self.child.wait();
        }
    }
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        pixel_width: 0,
        pixel_height: 0,
    }
}

fn last(bytes: &[u8], wanted: &str) -> Option<usize> {
    let wanted = wanted.as_bytes();
    bytes
        .windows(wanted.len())
        .rposition(|window| window == wanted)
}
