//! What must never happen.

/// A property that a run or an exploration is held to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Property {
    /// No grant is made while an earlier one is unreleased and its promised lease (in true time) or session has not ended.
    ExclusiveGrants,
    /// Accepted writes never go back to an older grant.
    OrderedWrites,
    /// No accepted write was based on a value that another accepted write has replaced since.
    NoLostUpdate,
    /// While the fault lasts, someone can still get the lock and finish.
    Progress,
}

impl Property {
    /// Every property, in the order in which they are shown.
    pub const ALL: [Self; 4] = [
        Self::ExclusiveGrants,
        Self::OrderedWrites,
        Self::NoLostUpdate,
        Self::Progress,
    ];

    /// The stable name, such as `ordered-writes`.
    pub fn name(self) -> &'static str {
        match self {
            Self::ExclusiveGrants => "exclusive-grants",
            Self::OrderedWrites => "ordered-writes",
            Self::NoLostUpdate => "no-lost-update",
            Self::Progress => "progress",
        }
    }

    /// What it asks for, in words.
    pub fn asks(self) -> &'static str {
        match self {
            Self::ExclusiveGrants => "one grant at a time",
            Self::OrderedWrites => "no old write after a newer one",
            Self::NoLostUpdate => "no update is lost",
            Self::Progress => "somebody can finish while the fault lasts",
        }
    }
}

/// What a run did to a property.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Verdict {
    /// It was kept.
    Holds,
    /// It was broken.
    Violated,
}

impl Verdict {
    /// The stable name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "holds",
            Self::Violated => "violated",
        }
    }
}
