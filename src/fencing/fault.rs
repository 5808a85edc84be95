//! What can go wrong, one name a kind.

/// A fault. The definitions are those of the lesson's matrix; each says what it does when it strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
#[repr(u8)]
pub enum Fault {
    /// The holder's process stops for longer than its lease; its kernel still answers keepalives.
    Pause,
    /// Its whole host stops, longer than lease and keepalive; its monotonic clock may stand still.
    VmSuspend,
    /// The wall clock of one lock server leaps forward by a TTL.
    ServerClockJump,
    /// The wall clock of one client steps back.
    ClientClockBack,
    /// A client is cut from the lock service for longer than its lease; it still reaches storage.
    PartitionLock,
    /// A client is cut from storage; it still reaches the lock service.
    PartitionStorage,
    /// The lock service's leader is replaced by a follower, as that system does it.
    Failover,
    /// The lock service (one node of Redlock) crashes and comes back with what it keeps on disk as commonly run.
    Restart,
    /// It comes back without its data, or with an old backup.
    RestartEmpty,
    /// The lock service or its quorum does not answer any more.
    LockDown,
    /// A write is held up in the network until its sender has released or lost the lock and a successor has acted.
    DelayedWrite,
    /// The holder dies.
    ClientCrash,
    /// A client whose lease has ended releases with a plain delete.
    StaleDelete,
    /// The same, with the protocol's own compare-and-delete.
    StaleRelease,
    /// The answer to an accepted write is lost.
    LostAck,
    /// Storage restarts and has kept its data but not its fence.
    StorageForgets,
}

impl Fault {
    /// The faults of the matrix, in its order.
    pub const MATRIX: [Self; 14] = [
        Self::Pause,
        Self::VmSuspend,
        Self::ServerClockJump,
        Self::ClientClockBack,
        Self::PartitionLock,
        Self::PartitionStorage,
        Self::Failover,
        Self::Restart,
        Self::RestartEmpty,
        Self::LockDown,
        Self::DelayedWrite,
        Self::ClientCrash,
        Self::StaleDelete,
        Self::StaleRelease,
    ];

    /// The faults that strike storage or its answers; scenarios use them, the matrix does not.
    pub const STORAGE: [Self; 2] = [Self::LostAck, Self::StorageForgets];

    /// The stable name, such as `partition-lock`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Pause => "pause",
            Self::VmSuspend => "vm-suspend",
            Self::ServerClockJump => "server-clock-jump",
            Self::ClientClockBack => "client-clock-back",
            Self::PartitionLock => "partition-lock",
            Self::PartitionStorage => "partition-storage",
            Self::Failover => "failover",
            Self::Restart => "restart",
            Self::RestartEmpty => "restart-empty",
            Self::LockDown => "lock-down",
            Self::DelayedWrite => "delayed-write",
            Self::ClientCrash => "client-crash",
            Self::StaleDelete => "stale-delete",
            Self::StaleRelease => "stale-release",
            Self::LostAck => "lost-ack",
            Self::StorageForgets => "storage-forgets",
        }
    }

    /// Why it comes out as it does, over all locks, in a line.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Pause => {
                "a lease ends, the code does not; where there is no lease, the others wait"
            }
            Self::VmSuspend => {
                "keepalive gives up too; a clock that stood still even fools Redlock's elapsed check"
            }
            Self::ServerClockJump => {
                "a lease that ends by a wall clock ends when that clock says so; a monotonic one cannot jump"
            }
            Self::ClientClockBack => {
                "alone it does nothing: no service asks a client for the time, and acquiring was quick"
            }
            Self::PartitionLock => {
                "the lease cannot be renewed; inside one database no path to the lock is no path to the data"
            }
            Self::PartitionStorage => {
                "the holder renews and makes no progress, so nobody else does"
            }
            Self::Failover => {
                "asynchronous replication loses lock and counter; a quorum loses only a moment"
            }
            Self::Restart => {
                "a grant that had not reached the disk is forgotten; what is synced before it is answered is not"
            }
            Self::RestartEmpty => {
                "no protocol survives the loss of its state: the lock and the order of tokens go with it"
            }
            Self::LockDown => "nothing is granted any more: safe, and at a standstill",
            Self::DelayedWrite => {
                "packets outlive leases; only a session's own packets end with the session"
            }
            Self::ClientCrash => {
                "a lease ends by itself, a session ends with its process; without either the lock stays for ever"
            }
            Self::StaleDelete => {
                "DEL deletes whatever is there, the successor's lock too; a key or node of one's own cannot be mistaken for another's"
            }
            Self::StaleRelease => "compare-and-delete finds another's value and does nothing",
            Self::LostAck => "a write that is in looks like one that failed",
            Self::StorageForgets => {
                "a fence that is not kept with the data admits old tokens again"
            }
        }
    }

    /// The fault of that number, as `fault as u8` gives it: share codes hold on to it, so new faults come last.
    pub fn numbered(number: u8) -> Option<Self> {
        Self::MATRIX
            .into_iter()
            .chain(Self::STORAGE)
            .find(|fault| *fault as u8 == number)
    }

    /// The fault of that name.
    pub fn named(name: &str) -> Option<Self> {
        Self::MATRIX
            .into_iter()
            .chain(Self::STORAGE)
            .find(|fault| fault.name() == name)
    }

    /// Whom it strikes.
    pub fn target(self) -> Target {
        match self {
            Self::ServerClockJump | Self::Restart | Self::RestartEmpty => Target::Node,
            Self::Failover | Self::LockDown => Target::Service,
            Self::StorageForgets => Target::Storage,
            _ => Target::Client,
        }
    }
}

/// Whom a fault strikes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Target {
    /// One client.
    Client,
    /// One node of the lock service.
    Node,
    /// The lock service as a whole.
    Service,
    /// The protected resource.
    Storage,
}

/// A set of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct FaultSet(u16);

impl FaultSet {
    /// The set with one more.
    #[must_use]
    pub fn with(self, fault: Fault) -> Self {
        Self(self.0 | 1 << fault as u8)
    }

    /// The set with one less.
    #[must_use]
    pub fn without(self, fault: Fault) -> Self {
        Self(self.0 & !(1 << fault as u8))
    }

    /// Whether it is in.
    pub fn has(self, fault: Fault) -> bool {
        self.0 & 1 << fault as u8 != 0
    }

    pub(super) fn bits(self) -> u16 {
        self.0
    }

    pub(super) fn from_bits(bits: u16) -> Self {
        Self(bits)
    }

    /// Whether there is none.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its members in order.
    pub fn iter(self) -> impl Iterator<Item = Fault> {
        Fault::MATRIX
            .into_iter()
            .chain(Fault::STORAGE)
            .filter(move |fault| self.has(*fault))
    }
}

impl FromIterator<Fault> for FaultSet {
    fn from_iter<I: IntoIterator<Item = Fault>>(faults: I) -> Self {
        faults.into_iter().fold(Self::default(), Self::with)
    }
}
