//! The levels: what the learner is to break or to mend, and in which world.

use crate::fencing::fault::Fault;
use crate::fencing::lock::Kind;
use crate::fencing::property::Property;
use crate::fencing::storage::Check;
use crate::fencing::world::{Setup, World};

/// What the learner is to do.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Level {
    /// Break a lock without a fence.
    Unfenced,
    /// Break Redlock.
    Redlock,
    /// Break a lock with a fence.
    Fenced,
    /// Choose a check that nothing breaks.
    Mend,
}

impl Level {
    /// Every level, in order.
    pub const ALL: [Self; 4] = [Self::Unfenced, Self::Redlock, Self::Fenced, Self::Mend];

    /// Those in which something is to be broken, in order.
    pub const BREAK: [Self; 3] = [Self::Unfenced, Self::Redlock, Self::Fenced];

    /// The stable name: progress files hold on to it.
    pub fn id(self) -> &'static str {
        match self {
            Self::Unfenced => "break-unfenced",
            Self::Redlock => "break-redlock",
            Self::Fenced => "break-fenced",
            Self::Mend => "mend",
        }
    }

    /// The level of that name.
    pub fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|level| level.id() == id)
    }

    /// As shown.
    pub fn title(self) -> &'static str {
        match self {
            Self::Unfenced => "Break the lock",
            Self::Redlock => "Break Redlock",
            Self::Fenced => "Break the fence",
            Self::Mend => "Mend it",
        }
    }

    /// What is to be done.
    pub fn task(self) -> &'static str {
        match self {
            Self::Unfenced => "etcd, and no check. Let an older grant write over a newer one.",
            Self::Redlock => "Five masters; one clock may leap. Get two grants to overlap.",
            Self::Fenced => "Storage checks fence <= token. Lose an update all the same.",
            Self::Mend => "Choose what storage checks. The explorer tries to lose an update.",
        }
    }

    /// The first hint: what the break rests on.
    pub fn idea(self) -> &'static str {
        match self {
            Self::Unfenced => {
                "A lease ends by time. A process that stands still does not see it end."
            }
            Self::Redlock => {
                "Three masters make a majority. A clock that leaps makes one of them forget a key, and then it may give it away again."
            }
            Self::Fenced => {
                "The fence rises only when a write comes. What if B has read, and has not written yet?"
            }
            Self::Mend => {
                "Between B's read and B's write the fence still stands at A's token. Something else than a write could raise it."
            }
        }
    }

    /// What is to fail; when mending, what is to hold.
    pub fn property(self) -> Property {
        match self {
            Self::Unfenced => Property::OrderedWrites,
            Self::Redlock => Property::ExclusiveGrants,
            Self::Fenced | Self::Mend => Property::NoLostUpdate,
        }
    }

    /// That it is broken, and what that means, in the world in which it has just been broken.
    pub fn broken(self, names: &[String], world: &World) -> String {
        match self.property() {
            Property::ExclusiveGrants => granted_twice(names, world),
            Property::OrderedWrites => "Broken: an old write went over a newer one.".to_owned(),
            _ => "Broken: an update is lost.".to_owned(),
        }
    }

    /// The world that it is about.
    pub fn setup(self) -> Setup {
        let (lock, fault, check) = match self {
            Self::Unfenced => (Kind::ETCD, Fault::Pause, Check::None),
            Self::Redlock => (
                Kind::named("redlock").unwrap_or(Kind::ETCD),
                Fault::ServerClockJump,
                Check::None,
            ),
            Self::Fenced | Self::Mend => (Kind::ETCD, Fault::Pause, Check::AtLeast),
        };
        Setup {
            check,
            faults: [fault].into_iter().collect(),
            ..Setup::new(lock)
        }
    }
}

/// Whose grant came while whose had not ended. The service may have forgotten the earlier one, so nobody is said to hold.
fn granted_twice(names: &[String], world: &World) -> String {
    let mut live: Vec<usize> = (0..world.len())
        .filter(|c| world.clients[*c].grant.live)
        .collect();
    live.sort_by_key(|c| world.clients[*c].grant.order);
    match live.as_slice() {
        [.., earlier, later] => format!(
            "Broken: two grants overlap. {} was granted the lock while the grant promised to {} had not ended.",
            names[*later], names[*earlier]
        ),
        _ => "Broken: two grants overlap.".to_owned(),
    }
}
