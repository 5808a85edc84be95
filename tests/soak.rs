//! Whatever comes, for a long time: keys, text in any script, the mouse, pastes, broken sequences, resizes and signals at
//! fifty a second, in a pseudo-terminal under a shell with job control. The program neither ends nor grows, and gives
//! the terminal back.
//!
//! `TOKEN34_SOAK_SECONDS` sets how long (20), `TOKEN34_SOAK_SEED` what comes (34), and `TOKEN34_SOAK_PROGRAM` names
//! another build to try.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::{
    fs,
    io::{Read as _, Write},
    path::Path,
    sync::mpsc::{self, Receiver, RecvTimeoutError},
    thread,
    time::{Duration, Instant},
};

use portable_pty::{Child, CommandBuilder, MasterPty, PtySize, native_pty_system};
use rand::{RngExt as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;
use rustix::process::{Pid, Signal, kill_process};

/// Fifty a second.
const BEAT: Duration = Duration::from_millis(20);
const A_SECOND: u64 = 50;
/// Memory may move by this much, in KiB, after the first quarter, or the first minute if that is sooner; in a long run after the
/// first half, since what is computed once in a session, and kept, may be asked for late.
const FLAT: u64 = 5 * 1024;
/// From so many seconds on, a run goes into the Lab, which takes its time with a build that is not optimised.
const LONG: u64 = 600;
/// So much of the output is kept, in bytes.
const TAIL: usize = 1 << 16;
/// Runs the program again in front whenever it has stopped, and writes down how it ended.
const SHELL: &str = r#"set -m; "$@"; code=$?
while [ $code = 147 ] || [ $code = 148 ]; do fg > /dev/null; code=$?; done
echo $code > "$HOME/code""#;

/// Keys as a terminal sends them. Those that leave (`q` and ^C) are missing, and those that only a cooked terminal
/// takes for commands, which it is while the program is stopped (^\ and ^S).
const KEYS: &[&str] = &[
    "\r",
    "\t",
    "\x1b",
    "\x1b",
    "\x1b",
    " ",
    "\x7f",
    "\x08",
    "\x15",
    "\x12",
    "\x0f",
    "\x18",
    "\x1a",
    "\x01",
    "\x05",
    "\x17",
    "\x0b",
    "\x1b[A",
    "\x1b[B",
    "\x1b[C",
    "\x1b[D",
    "\x1bOA",
    "\x1b[H",
    "\x1b[F",
    "\x1b[5~",
    "\x1b[6~",
    "\x1b[3~",
    "\x1b[2~",
    "\x1b[Z",
    "\x1b[1;2C",
    "\x1b[1;2D",
    "\x1b[1;5A",
    "\x1bOP",
    "\x1b[24~",
    "\x1bb",
    "\x1bf",
    "\x1b\x7f",
    "\x1b\x1b[A",
];
/// The first is left out of a short run: it opens the Lab.
const LETTERS: &str = "3abcdefghijklmnoprstuvwxyzGNQ012456789?/[]+-=_.,<> '\"\\{}!@#$%^&*()|;:~`";
const ODD: &[&str] = &[
    "語",
    "한",
    "é",
    "e\u{301}",
    "שלום",
    "مرحبا",
    "👩\u{200d}👩\u{200d}👧",
    "🇩🇪",
    "ß",
    "\u{200b}",
    "\u{202e}",
    "\u{a0}",
    "ﷺ",
];
/// What a terminal or the line to it may produce besides keys: late answers, focus, sequences that do not end, bytes
/// that are no text.
const NOISE: &[&[u8]] = &[
    b"\x1b[I",
    b"\x1b[O",
    b"\x1b[?62;22c",
    b"\x1b[>41;354;0c",
    b"\x1b[12;40R",
    b"\x1b[?2026;2$y",
    b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
    b"\x1b]10;rgb:0/0/0\x07",
    b"\x1b[?1u",
    b"\x1bP>|term\x1b\\",
    b"\x1b[",
    b"\x1b[<0;",
    b"\x1b[<0;99999;99999M",
    b"\x1b[<64;",
    b"\x1b[200",
    b"\x1b[201~",
    b"\x1b[M",
    b"\x1bO",
    b"\x1b]",
    b"\x1b[1;99;",
    b"\xff\xfe",
    b"\xc3",
    b"\xe2\x82",
    b"\xf0\x9f\x91",
    b"\x80\x80",
    b"\x1b[97;1:3u",
    b"\x1b[57441u",
    b"\x00",
    b"\x1b[38;2;1;2;3m",
    b"\x1b[2J",
];

struct Soak {
    rng: ChaCha8Rng,
    master: Box<dyn MasterPty + Send>,
    writer: Box<dyn Write + Send>,
    shell: Box<dyn Child + Send + Sync>,
    output: Receiver<Vec<u8>>,
    tail: Vec<u8>,
    written: usize,
    pid: i32,
    /// When the beat ends.
    next: Instant,
    /// Whether the Lab may be opened.
    lab: bool,
}

impl Soak {
    fn start(home: &Path, seed: u64) -> (Self, String) {
        let pair = native_pty_system().openpty(size(120, 40)).unwrap();
        let before = format!("{:?}", pair.master.get_termios().unwrap());
        let shell = pair.slave.spawn_command(command(home)).unwrap();
        drop(pair.slave);
        let mut reader = pair.master.try_clone_reader().unwrap();
        let (send, output) = mpsc::channel();
        thread::spawn(move || {
            let mut buffer = [0; 1 << 16];
            while let Ok(count @ 1..) = reader.read(&mut buffer) {
                if send.send(buffer[..count].to_vec()).is_err() {
                    break;
                }
            }
        });
        let soak = Self {
            rng: ChaCha8Rng::seed_from_u64(seed),
            writer: pair.master.take_writer().unwrap(),
            master: pair.master,
            shell,
            output,
            tail: Vec::new(),
            written: 0,
            pid: 0,
            next: now(),
            lab: false,
        };
        (soak, before)
    }

    /// Takes in what the program writes for one beat; false: nobody writes any more.
    fn beat(&mut self) -> bool {
        self.next += BEAT;
        loop {
            match self.output.recv_timeout(self.next - now().min(self.next)) {
                Ok(bytes) => {
                    self.written += bytes.len();
                    self.tail.extend(bytes);
                    let extra = self.tail.len().saturating_sub(TAIL);
                    self.tail.drain(..extra);
                }
                Err(RecvTimeoutError::Timeout) => return true,
                Err(RecvTimeoutError::Disconnected) => return false,
            }
        }
    }

    fn send(&mut self, bytes: &[u8]) {
        self.writer.write_all(bytes).unwrap();
        self.writer.flush().unwrap();
    }

    /// Lets the Lab walk every schedule of its matrix and keep what it found for the session, so that its memory counts from
    /// the beginning. While it works, it draws how far it is.
    fn open_lab(&mut self) {
        self.send(b"3\t\t\t");
        let (mut silent, mut before) = (0, 0);
        for _ in 0..600 * A_SECOND {
            assert!(self.beat(), "it ended in the Lab");
            silent = if self.written == before {
                silent + 1
            } else {
                0
            };
            before = self.written;
            if silent == 10 * A_SECOND {
                self.lab = true;
                return;
            }
        }
        panic!("the matrix was not walked in ten minutes");
    }

    /// One of everything that can happen.
    fn act(&mut self) {
        match self.rng.random_range(0..100) {
            0..40 => {
                let key = *KEYS.choose(&mut self.rng).unwrap();
                self.send(key.as_bytes());
            }
            40..65 => {
                let at = self.rng.random_range(usize::from(!self.lab)..LETTERS.len());
                self.send(&LETTERS.as_bytes()[at..=at]);
            }
            65..70 => {
                let text = *ODD.choose(&mut self.rng).unwrap();
                self.send(text.as_bytes());
            }
            70..83 => self.mouse(),
            83..86 => self.paste(),
            86..92 => {
                let noise = *NOISE.choose(&mut self.rng).unwrap();
                self.send(noise);
            }
            92..97 => {
                let (columns, rows) = match self.rng.random_range(0..4) {
                    0 => (self.rng.random_range(0..13), self.rng.random_range(0..13)),
                    1 => (80, 24),
                    _ => (self.rng.random_range(0..200), self.rng.random_range(0..60)),
                };
                self.master.resize(size(columns, rows)).unwrap();
            }
            97 => self.signal(Signal::WINCH),
            98 => self.signal(Signal::TSTP),
            _ => self.signal(Signal::CONT),
        }
    }

    fn mouse(&mut self) {
        let button = *[0, 0, 32, 2, 35, 64, 65, 66].choose(&mut self.rng).unwrap();
        let (column, row) = (self.rng.random_range(1..200), self.rng.random_range(1..60));
        let end = if self.rng.random_bool(0.7) { 'M' } else { 'm' };
        for _ in 0..self.rng.random_range(1..4) {
            self.send(format!("\x1b[<{button};{column};{row}{end}").as_bytes());
        }
    }

    /// Pasted lines; now and then one that is not closed before other things happen.
    fn paste(&mut self) {
        self.send(b"\x1b[200~");
        for _ in 0..self.rng.random_range(1..6) {
            let text = *ODD.choose(&mut self.rng).unwrap();
            self.send(format!("a line of it {text}\r").as_bytes());
        }
        if self.rng.random_bool(0.9) {
            self.send(b"\x1b[201~");
        }
    }

    fn signal(&mut self, signal: Signal) {
        kill_process(Pid::from_raw(self.pid).unwrap(), signal).unwrap();
    }

    /// The program's memory in KiB, or the reason why there is none.
    fn memory(&self) -> Result<u64, String> {
        let status = fs::read_to_string(format!("/proc/{}/status", self.pid))
            .map_err(|error| format!("{error}: {}", String::from_utf8_lossy(&self.tail)))?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse().ok());
        kib.ok_or(status)
    }

    /// What it did meanwhile: a program that hangs would have a flat memory too.
    fn traces(&self, home: &Path) -> String {
        let file = fs::read_to_string(home.join("progress.toml")).unwrap_or_default();
        let revision = file.lines().find(|line| line.starts_with("revision"));
        format!(
            "{} KiB drawn, {}, {} KiB of progress",
            self.written / 1024,
            revision.unwrap_or("nothing saved"),
            file.len() / 1024
        )
    }

    /// Leaves, whatever half of a sequence the program may be in.
    fn leave(&mut self) {
        self.send(b"\x1b[201~");
        for _ in 0..500 {
            if !self.beat() || matches!(self.shell.try_wait(), Ok(Some(_))) {
                return;
            }
            // `u` and `M` end what crossterm may still wait for; the terminal may be gone between our look and our key.
            let _ = self.writer.write_all(b"uM\x03");
        }
        panic!("^C does not leave");
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "fifty a second are counted in real time"
)]
fn now() -> Instant {
    Instant::now()
}

fn size(cols: u16, rows: u16) -> PtySize {
    PtySize {
        rows,
        cols,
        ..PtySize::default()
    }
}

fn command(home: &Path) -> CommandBuilder {
    let program = std::env::var("TOKEN34_SOAK_PROGRAM");
    let program = program.unwrap_or_else(|_| env!("CARGO_BIN_EXE_token34").to_owned());
    let mut command = CommandBuilder::new("/bin/sh");
    command.args(["-c", SHELL, "sh", &program, "--progress"]);
    command.arg(home.join("progress.toml"));
    command.env_clear();
    command.env("HOME", home);
    command.env("TERM", "xterm-256color");
    command.env("LANG", "C.UTF-8");
    // Links open, and notes go through an editor, without anything coming of it.
    std::os::unix::fs::symlink("/bin/true", home.join("xdg-open")).unwrap();
    command.env("PATH", home);
    command.env("EDITOR", "/bin/true");
    command
}

fn number(name: &str, default: u64) -> u64 {
    std::env::var(name).map_or(default, |value| value.parse().unwrap())
}

#[test]
fn whatever_comes_it_neither_ends_nor_grows() {
    let home = tempfile::tempdir().unwrap();
    let (seconds, seed) = (
        number("TOKEN34_SOAK_SECONDS", 20),
        number("TOKEN34_SOAK_SEED", 34),
    );
    let (mut soak, before) = Soak::start(home.path(), seed);
    while soak.written == 0 {
        assert!(soak.beat(), "it never began");
    }
    let children = format!(
        "/proc/{0}/task/{0}/children",
        soak.shell.process_id().unwrap()
    );
    soak.pid = fs::read_to_string(children)
        .unwrap()
        .trim()
        .parse()
        .unwrap();
    if seconds >= LONG {
        soak.open_lab();
    }
    let warm = if seconds >= LONG {
        seconds / 2
    } else {
        (seconds / 4).min(60)
    };
    let (mut least, mut most) = (u64::MAX, 0);
    for second in 0..seconds {
        for _ in 0..A_SECOND {
            soak.act();
            assert!(
                soak.beat(),
                "it ended: {}",
                String::from_utf8_lossy(&soak.tail)
            );
        }
        let memory = soak
            .memory()
            .unwrap_or_else(|why| panic!("second {second} of seed {seed}: {why}"));
        if second >= warm {
            (least, most) = (least.min(memory), most.max(memory));
        }
        if second % 60 == 59 {
            println!(
                "minute {}: {memory} KiB, {}",
                second / 60 + 1,
                soak.traces(home.path())
            );
        }
    }
    let traces = soak.traces(home.path());
    soak.leave();
    let ended = fs::read_to_string(home.path().join("code")).unwrap();
    let tail = String::from_utf8_lossy(&soak.tail).into_owned();
    assert_eq!(ended.trim(), "0", "{tail}");
    assert!(!tail.contains("panicked"), "{tail}");
    for mode in ["1000", "1002", "1004", "1006", "2004", "1049"] {
        let (on, off) = (
            tail.rfind(&format!("\x1b[?{mode}h")),
            tail.rfind(&format!("\x1b[?{mode}l")),
        );
        assert!(off.is_some() && on < off, "mode {mode} stays on");
    }
    let after = format!("{:?}", soak.master.get_termios().unwrap());
    assert_eq!(
        before, after,
        "the terminal's settings are not as they were"
    );
    println!(
        "{} events in {seconds} s, seed {seed}: {least} to {most} KiB of memory, {traces}, terminal restored",
        seconds * A_SECOND
    );
    assert!(
        most - least <= FLAT,
        "memory went from {least} to {most} KiB"
    );
}
