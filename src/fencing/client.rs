//! Who acts: a client, its plan, and what it has in hand and in mind.

use super::storage::Write;

/// The most clients a world can hold.
pub const MAX_CLIENTS: usize = 3;
/// The most steps of a plan.
pub const MAX_STEPS: usize = 8;

/// One step of a client's plan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Step {
    /// Ask for the lock and wait until it is granted.
    Acquire,
    /// Read the protected value.
    Read,
    /// Look at the own clock: go on only if the lease still seems to run.
    CheckLease,
    /// Write a value computed from what was read.
    Write,
    /// Roll the transaction back (PostgreSQL).
    Rollback,
    /// Give the lock back.
    Release,
}

impl Step {
    /// Every step with the name that scenarios use.
    pub const NAMES: [(&'static str, Self); 6] = [
        ("acquire", Self::Acquire),
        ("read", Self::Read),
        ("check-lease", Self::CheckLease),
        ("write", Self::Write),
        ("rollback", Self::Rollback),
        ("release", Self::Release),
    ];
}

/// What a client sets out to do: the same steps each round.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Plan {
    steps: [Step; MAX_STEPS],
    len: u8,
    /// How often it goes through its steps.
    pub rounds: u8,
    /// Which lock it takes, where the service keeps several.
    pub lock: u8,
    /// Which resource it reads and writes.
    pub resource: u8,
}

impl Plan {
    /// A plan of one round; steps beyond [`MAX_STEPS`] do not fit and give `None`.
    pub fn new(steps: &[Step]) -> Option<Self> {
        let mut all = [Step::Release; MAX_STEPS];
        all.get_mut(..steps.len())?.copy_from_slice(steps);
        Some(Self {
            steps: all,
            len: steps.len() as u8,
            rounds: 1,
            lock: 0,
            resource: 0,
        })
    }

    /// Its steps.
    pub fn steps(&self) -> &[Step] {
        &self.steps[..usize::from(self.len)]
    }

    /// The position of the next release at or after `from`, or the end.
    pub fn release_after(&self, from: u8) -> u8 {
        let tail = &self.steps()[usize::from(from.min(self.len))..];
        from + tail
            .iter()
            .position(|step| *step == Step::Release)
            .unwrap_or(tail.len()) as u8
    }
}

impl Default for Plan {
    /// Acquire, read, write, release: a read-modify-write under the lock.
    fn default() -> Self {
        let mut steps = [Step::Release; MAX_STEPS];
        steps[..3].copy_from_slice(&[Step::Acquire, Step::Read, Step::Write]);
        Self {
            steps,
            len: 4,
            rounds: 1,
            lock: 0,
            resource: 0,
        }
    }
}

/// Whether the process runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Process {
    /// It runs.
    #[default]
    Running,
    /// Stopped (GC, SIGSTOP); its kernel still answers keepalives and its clocks run.
    Paused,
    /// Its whole host stands still, monotonic clock included; nothing answers for it.
    Suspended,
    /// Dead for good.
    Crashed,
}

/// The conversation with the lock service. A client has one request out at a time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Call {
    /// Nothing is outstanding.
    #[default]
    Idle,
    /// A request is on its way to the service.
    Sent(Request),
    /// The service has it in its queue; the client waits for the grant of the one before it to go.
    Queued {
        /// The client whose entry stands before this one.
        behind: u8,
    },
    /// An answer or a notice is on its way to the client.
    Answered(Reply),
}

/// What a client asks of the lock service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Request {
    /// Grant me the lock.
    Acquire,
    /// The entry before mine is gone: do I hold now?
    Recheck,
    /// Give the key its expiry (the second half of SETNX-then-EXPIRE).
    SetExpiry,
    /// End the transaction without its effects.
    Rollback,
    /// I give it back.
    Release,
}

/// What the lock service tells a client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Reply {
    /// Granted, with a token (0 where the service issues none).
    Granted(u16),
    /// Somebody else has it; ask again.
    Busy,
    /// The entry before yours is gone.
    Turn,
    /// Your own entry is gone.
    Gone,
    /// The expiry is set.
    ExpirySet,
    /// The transaction has ended.
    RolledBack,
    /// Your release was taken in, whatever it did.
    Released,
    /// One of several masters did not answer in time.
    TimedOut,
}

/// The conversation with storage.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Ask {
    /// Nothing is outstanding.
    #[default]
    Idle,
    /// A read is on its way.
    Read,
    /// A write is on its way.
    Write,
    /// The value is on its way back: the write that made it, 0 if none did.
    Value(u8),
    /// The write was compared and let through, and is to go in with the next step.
    Passed,
    /// `1 row`: the write was accepted; the number is that write's own.
    Accepted(u8),
    /// `0 rows`: refused by the fence.
    Refused,
    /// The database session that carried it has ended.
    NoSession,
    /// Neither request nor answer will come: the client waits in vain until it gives up.
    Lost,
}

/// A renewal on its way and back.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Renewal {
    /// None is out.
    #[default]
    Idle,
    /// On its way to the service.
    Sent,
    /// On its way back: whether the lease was still there.
    Answered(bool),
}

/// How a client's plan ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// Every step was done and its writes were accepted.
    Finished,
    /// Storage refused it.
    Refused,
    /// It gave up waiting for storage.
    GaveUp,
    /// It found out that it had lost the lock, and stopped.
    Stopped,
}

/// The last grant that the service made to a client: the truth, whatever the client thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Grant {
    /// First, second … grant of the whole run; 0 before the first.
    pub order: u8,
    /// Its token, 0 for none.
    pub token: u16,
    /// It is unreleased, and its promised lease (in true time) or session has not ended.
    pub live: bool,
}

/// The value was never read.
pub const UNREAD: u8 = u8::MAX;

/// A client.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Client {
    /// Next step of the plan.
    pub step: u8,
    /// Rounds behind it.
    pub round: u8,
    /// Whether its process runs.
    pub process: Process,
    /// With the lock service.
    pub call: Call,
    /// With storage.
    pub ask: Ask,
    /// Of its lease.
    pub renewal: Renewal,
    /// A write of its own that the network holds up.
    pub held: Option<Write>,
    /// The truth about its last grant.
    pub grant: Grant,
    /// It thinks that it holds.
    pub believes: bool,
    /// The token in its hand, 0 for none.
    pub token: u16,
    /// What its next write is based on: the number of the write it read, or [`UNREAD`].
    pub base: u8,
    /// Operations sent under this token that carry a sequence number.
    pub seq: u8,
    /// Masters that granted it the key (Redlock), a bit each.
    pub votes: u8,
    /// The node it talks to: the next master of Redlock, the primary it is connected to, its lock.
    pub node: u8,
    /// How its plan ends, once that is known.
    pub outcome: Option<Outcome>,
    /// It has nothing more to do.
    pub done: bool,
    /// No path to the lock service.
    pub cut_lock: bool,
    /// No path to storage.
    pub cut_storage: bool,
    /// Its wall clock was set back.
    pub clock_back: bool,
    /// Its monotonic clock stood still while the host was suspended.
    pub clock_stood: bool,
    /// It has stopped renewing and is late with its release.
    pub late: bool,
    /// The lease of its present attempt has run out in true time.
    pub overdue: bool,
    /// Its database session has ended.
    pub session_over: bool,
}

impl Default for Client {
    fn default() -> Self {
        Self {
            step: 0,
            round: 0,
            process: Process::Running,
            call: Call::Idle,
            ask: Ask::Idle,
            renewal: Renewal::Idle,
            held: None,
            grant: Grant::default(),
            believes: false,
            token: 0,
            base: UNREAD,
            seq: 0,
            votes: 0,
            node: 0,
            outcome: None,
            done: false,
            cut_lock: false,
            cut_storage: false,
            clock_back: false,
            clock_stood: false,
            late: false,
            overdue: false,
            session_over: false,
        }
    }
}

impl Client {
    /// Its process runs and it has not come to its end.
    pub fn runs(&self) -> bool {
        self.process == Process::Running && !self.done
    }

    /// It has taken its first step.
    pub fn started(&self) -> bool {
        self.step > 0 || self.round > 0 || self.done || self.call != Call::Idle
    }

    /// It holds, thinks so, or is on its way to it.
    pub fn engaged(&self) -> bool {
        !self.done && (self.grant.live || self.believes || self.call != Call::Idle)
    }

    /// Its own clock would tell it that the lease has run out.
    ///
    /// A wall clock that was set back, or a monotonic clock that stood still, says too little.
    pub fn clock_says_over(&self) -> bool {
        (self.overdue || !self.grant.live) && !self.clock_back && !self.clock_stood
    }

    /// The write that it has under way.
    pub fn write(&self) -> Write {
        Write {
            token: self.token,
            order: self.grant.order,
            base: self.base,
            n: self.seq,
            compared: self.ask == Ask::Passed,
        }
    }

    /// The lock is its own now, as far as it can tell.
    pub fn take(&mut self, token: u16) {
        self.call = Call::Idle;
        self.believes = true;
        self.token = token;
        self.base = UNREAD;
        self.seq = 0;
        self.step += 1;
    }

    /// The transaction has ended; its plan goes on.
    pub fn rolled_back(&mut self) {
        self.call = Call::Idle;
        self.step += 1;
    }

    /// It finds out that the lock is lost, and stops where it is.
    pub fn stop(&mut self) {
        self.believes = false;
        self.outcome = Some(Outcome::Stopped);
        self.done = true;
    }
}
