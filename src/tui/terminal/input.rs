//! Waits for what happens: keys, signals, the end of a wait, the end of the terminal.
//!
//! One thread, no timer: `poll(2)` sleeps on the terminal, on the pipe that signals are written to, and on the one that
//! workers ring. Nothing reads the terminal between two calls, so that an editor started from here gets every key.

use std::{
    ffi::CString,
    fs::File,
    io::{self, Read, Write},
    os::{
        fd::{AsFd, OwnedFd},
        unix::net::UnixStream,
    },
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::Duration,
};

use nix::unistd;
use ratatui::{
    crossterm::event::{self, Event},
    layout::Size,
};
use rustix::{
    event::{PollFd, PollFlags, Timespec, poll},
    fs::{Mode, OFlags},
    process, stdio, termios,
};
use signal_hook::{
    consts::{
        SIGALRM, SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGTSTP, SIGUSR1, SIGUSR2, SIGVTALRM, SIGWINCH,
        SIGXCPU,
    },
    flag,
    iterator::{backend::SignalDelivery, exfiltrator::SignalOnly},
};

/// Signals that ask us to leave: those that mean it, and those that would end us all the same, with the terminal in disorder and
/// the last keys lost.
const LEAVE: [i32; 9] = [
    SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGXCPU,
];

/// What ended a wait.
#[derive(Debug, Default)]
pub(super) struct Woken {
    /// Events of the terminal, in order.
    pub(super) events: Vec<Event>,
    /// The terminal may have another size.
    pub(super) resized: bool,
    /// Somebody asks us to suspend.
    pub(super) suspend: bool,
    /// A signal asks us to leave.
    pub(super) signal: Option<i32>,
    /// The terminal is gone.
    pub(super) vanished: bool,
}

/// Where events come from.
#[derive(Debug)]
pub(super) struct Input {
    signals: SignalDelivery<UnixStream, SignalOnly>,
    bell: Bell,
    rings: UnixStream,
    /// The terminal as it was handed to us, for those who come after.
    terminal: File,
}

impl Input {
    /// Starts to listen.
    pub(super) fn open() -> io::Result<Self> {
        let terminal = File::from(io::stdin().as_fd().try_clone_to_owned()?);
        // crossterm reads until it would block, and takes for granted that it would: half an escape sequence on a
        // blocking terminal stops it, and us, for good. A terminal opened anew has flags of its own, so that
        // the shell's stays as it is.
        if let Ok(own) = open_anew() {
            stdio::dup2_stdin(&own)?;
        }
        for signal in LEAVE {
            flag::register_conditional_default(signal, &SIGNALS_END)?;
        }
        flag::register_conditional_default(SIGTSTP, &KEYS_STOP)?;
        let (read, write) = UnixStream::pair()?;
        let signals = SignalDelivery::with_pipe(
            read,
            write,
            SignalOnly,
            LEAVE.into_iter().chain([SIGTSTP, SIGWINCH]),
        )?;
        let (rings, ringing) = UnixStream::pair()?;
        rings.set_nonblocking(true)?;
        ringing.set_nonblocking(true)?;
        let bell = Bell {
            pipe: ringing,
            rung: Arc::default(),
        };
        Ok(Self {
            signals,
            bell,
            rings,
            terminal,
        })
    }

    /// A bell that ends a wait when it is rung from another thread.
    pub(super) fn bell(&self) -> io::Result<Bell> {
        self.bell.another()
    }

    /// Sleeps until something happens, at most for `limit`, and takes in everything that is there.
    pub(super) fn wait(&mut self, limit: Option<Duration>) -> io::Result<Woken> {
        let mut woken = Woken::default();
        let limit = limit.map(|limit| Timespec {
            tv_sec: i64::try_from(limit.as_secs()).unwrap_or(i64::MAX),
            tv_nsec: limit.subsec_nanos().into(),
        });
        self.poll(limit.as_ref(), &mut woken)?;
        self.bell.hush(&self.rings);
        for signal in self.signals.pending() {
            match signal {
                SIGWINCH => woken.resized = true,
                SIGTSTP => woken.suspend = true,
                other => woken.signal = Some(other),
            }
        }
        Ok(woken)
    }

    fn poll(&mut self, limit: Option<&Timespec>, woken: &mut Woken) -> io::Result<()> {
        let mut limit = limit.copied();
        loop {
            let ready = {
                let stdin = io::stdin();
                let mut fds = [
                    PollFd::new(&stdin, PollFlags::IN),
                    PollFd::new(self.signals.get_read(), PollFlags::IN),
                    PollFd::new(&self.rings, PollFlags::IN),
                ];
                match poll(&mut fds, limit.as_ref()) {
                    Ok(_) => {}
                    Err(rustix::io::Errno::INTR) => continue,
                    Err(error) => return Err(error.into()),
                }
                fds[0].revents()
            };
            // Looked at before crossterm reads: on a terminal that is gone it would read for ever.
            if ready.intersects(PollFlags::HUP | PollFlags::ERR | PollFlags::NVAL) {
                woken.vanished = true;
                return Ok(());
            }
            if !ready.contains(PollFlags::IN) || woken.events.len() > BURST {
                return Ok(());
            }
            if take_in(&mut woken.events).is_err() {
                // It went between our look and crossterm's.
                woken.vanished = true;
                return Ok(());
            }
            limit = Some(Timespec {
                tv_sec: 0,
                tv_nsec: 0,
            });
        }
    }

    /// The terminal's size.
    pub(super) fn size(&self) -> io::Result<Size> {
        let size = termios::tcgetwinsize(&self.terminal)?;
        Ok(Size::new(size.ws_col, size.ws_row))
    }

    /// The terminal as it was handed to us: it blocks, as other programs expect.
    pub(super) fn terminal(&self) -> io::Result<File> {
        self.terminal.try_clone()
    }

    /// Forgets the signals that came while another program had the terminal: those of its keys were meant for it. One that
    /// asks to leave was meant for us, and is given.
    pub(super) fn forget(&mut self) -> Option<i32> {
        let leave = |signal: &i32| LEAVE.contains(signal) && ![SIGINT, SIGQUIT].contains(signal);
        self.signals.pending().filter(leave).last()
    }

    /// Stops this job until somebody says go on and it has the terminal again: in the background nobody could see it, and
    /// whoever touches the terminal there is stopped in the midst of it. Gives the signal that asks to leave, if one does.
    pub(super) fn suspend(&mut self) -> io::Result<Option<i32>> {
        loop {
            process::kill_current_process_group(process::Signal::STOP)?;
            let in_front = self.in_front();
            if !in_front {
                // `kill %1` sends the signal and then "go on", and another thread of ours may be the one that takes it.
                let mut fds = [PollFd::new(self.signals.get_read(), PollFlags::IN)];
                let _ = poll(&mut fds, Some(&SHORTLY));
            }
            let leave = self.forget();
            if in_front || leave.is_some() {
                return Ok(leave);
            }
        }
    }

    /// Whether this job has the terminal; where that is not to be known, it has.
    fn in_front(&self) -> bool {
        let front = termios::tcgetpgrp(&self.terminal);
        front.map_or(true, |front| {
            front.as_raw_nonzero().get() == unistd::getpgrp().as_raw()
        })
    }
}

/// Whether a signal that asks us to leave ends us at once, as it ends any other program.
static SIGNALS_END: AtomicBool = AtomicBool::new(false);

/// Has signals end the program at once, or no longer; gives how it was before.
pub(super) fn let_signals_end(end: bool) -> bool {
    SIGNALS_END.swap(end, Ordering::SeqCst)
}

/// Whether Ctrl-Z stops us, as it stops any other program.
static KEYS_STOP: AtomicBool = AtomicBool::new(false);

/// Has Ctrl-Z stop us at once, or no longer: it stops an editor that was started from here, and a shell takes the two for one
/// job, which it gives back the terminal only once all of it stands.
pub(super) fn let_keys_stop(stop: bool) {
    KEYS_STOP.store(stop, Ordering::SeqCst);
}

/// Wakes the loop from another thread.
#[derive(Debug)]
pub(super) struct Bell {
    pipe: UnixStream,
    /// Rung and not yet heard: ringing again would say nothing new.
    rung: Arc<AtomicBool>,
}

impl Bell {
    /// The same bell, for another hand.
    pub(super) fn another(&self) -> io::Result<Self> {
        Ok(Self {
            pipe: self.pipe.try_clone()?,
            rung: Arc::clone(&self.rung),
        })
    }

    /// Ends the wait that is under way, or the next one.
    pub(super) fn ring(&self) {
        if !self.rung.swap(true, Ordering::AcqRel) {
            // A full pipe wakes as well as one more byte in it.
            let _ = (&self.pipe).write(&[0]);
        }
    }

    /// It was heard. Whoever rings from now on wakes the next wait, and what was found before that is there to be taken.
    ///
    /// The pipe is emptied first: a ring that comes between the two says nothing new, and what it tells of is taken in
    /// after this. The other way round, its byte would be gone and `rung` would stay, and nobody would ring again. A byte
    /// that is not in the pipe yet comes later, and wakes once for nothing.
    fn hush(&self, mut rings: &UnixStream) {
        while matches!(rings.read(&mut [0; 16]), Ok(1..)) {}
        self.rung.swap(false, Ordering::AcqRel);
    }
}

/// The terminal, opened once more: reading it never blocks.
fn open_anew() -> rustix::io::Result<OwnedFd> {
    let flags = OFlags::RDWR | OFlags::NONBLOCK | OFlags::CLOEXEC;
    rustix::fs::open(name()?, flags, Mode::empty())
}

/// What the terminal is opened by.
#[cfg(not(target_vendor = "apple"))]
fn name() -> rustix::io::Result<CString> {
    Ok(c"/dev/tty".to_owned())
}

/// What the terminal is opened by: a name of its own, such as `/dev/ttys003`. To `poll(2)` of macOS, what was opened as
/// `/dev/tty` is no descriptor (`POLLNVAL`), and the terminal would seem to be gone at the first look.
#[cfg(target_vendor = "apple")]
fn name() -> rustix::io::Result<CString> {
    let names = [
        termios::ttyname(io::stdin(), Vec::new()),
        termios::ttyname(io::stdout(), Vec::new()),
    ];
    let own = |name: &CString| name.as_c_str() != c"/dev/tty";
    let found = names.into_iter().flatten().find(own);
    found.ok_or(rustix::io::Errno::NOTTY)
}

/// Takes in what crossterm has read. It hands out one event at a time, tells only by its silence that there are no
/// more, and with no time at all it does not even look; so the silence is asked for twice, for the case that this
/// thread was put off between the question and the look.
fn take_in(events: &mut Vec<Event>) -> io::Result<()> {
    let mut silent = 0;
    while silent < 2 {
        if event::poll(LOOK)? {
            events.push(event::read()?);
            silent = 0;
        } else {
            silent += 1;
        }
    }
    Ok(())
}

/// How long crossterm may look for an event that is there.
const LOOK: Duration = Duration::from_micros(100);
/// So long a signal may be on its way from one thread to another.
const SHORTLY: Timespec = Timespec {
    tv_sec: 0,
    tv_nsec: 100_000_000,
};
/// So many events are taken in before a frame is drawn all the same.
const BURST: usize = 200_000;

/// Whether something failed because the terminal is gone.
pub(super) fn is_gone(error: &io::Error) -> bool {
    use rustix::io::Errno;
    let gone = [Errno::IO, Errno::BADF, Errno::NXIO, Errno::PIPE];
    Errno::from_io_error(error).is_some_and(|errno| gone.contains(&errno))
}

/// Whether somebody is there to say "go on" once we have stopped: a shell with job control, which puts each job into a
/// group of its own within its session.
///
/// Asked of nix, since rustix holds every process id to be more than zero, and a session that was begun outside of our
/// container has the number 0 in it.
pub(super) fn can_suspend() -> bool {
    let session = unistd::getsid(None);
    session.is_ok_and(|session| {
        unistd::getpgrp() != session && unistd::getsid(Some(unistd::getppid())) == Ok(session)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bell() -> (Bell, UnixStream) {
        let (rings, pipe) = UnixStream::pair().unwrap();
        rings.set_nonblocking(true).unwrap();
        pipe.set_nonblocking(true).unwrap();
        let rung = Arc::default();
        (Bell { pipe, rung }, rings)
    }

    /// Whether a wait would end at once.
    fn wakes(rings: &UnixStream) -> bool {
        let at_once = Timespec {
            tv_sec: 0,
            tv_nsec: 0,
        };
        let mut fds = [PollFd::new(rings, PollFlags::IN)];
        poll(&mut fds, Some(&at_once)).unwrap() > 0
    }

    #[test]
    fn a_bell_wakes_once_however_often_it_is_rung() {
        let (bell, rings) = bell();
        for _ in 0..3 {
            bell.ring();
        }
        assert!(wakes(&rings));
        bell.hush(&rings);
        assert!(!wakes(&rings));
        bell.ring();
        assert!(wakes(&rings), "what comes later is heard");
    }

    /// The ringing thread is put off between its look at `rung` and its byte, and the loop wakes for another reason.
    #[test]
    fn a_byte_that_comes_late_wakes_once_for_nothing() {
        let (bell, rings) = bell();
        assert!(!bell.rung.swap(true, Ordering::AcqRel));
        bell.hush(&rings);
        (&bell.pipe).write_all(&[0]).unwrap();
        assert!(wakes(&rings));
        bell.hush(&rings);
        assert!(!wakes(&rings), "the wait is a busy loop");
        bell.ring();
        assert!(wakes(&rings), "what comes later is heard");
    }
}
