//! What the lock protects, and its fence: the only place where a stale client can be stopped.

/// What storage compares before it accepts an operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Check {
    /// Nothing.
    #[default]
    None,
    /// `fence < token`, the lesson's: one operation a token.
    Strict,
    /// `fence <= token`: the holder may write many times.
    AtLeast,
    /// `(fence, seq) < (token, n)`: many times, each once, in order.
    Sequence,
    /// `fence <= token` by a SELECT, and then the UPDATE without it: two steps, with room between them.
    SelectThenUpdate,
}

impl Check {
    /// Every check with its stable name.
    pub const NAMES: [(&'static str, Self); 5] = [
        ("none", Self::None),
        ("strict", Self::Strict),
        ("at-least", Self::AtLeast),
        ("sequence", Self::Sequence),
        ("select-then-update", Self::SelectThenUpdate),
    ];

    /// The stable name.
    pub fn name(self) -> &'static str {
        Self::NAMES[self as usize].0
    }

    /// The condition as it would stand in SQL.
    pub fn condition(self) -> &'static str {
        match self {
            Self::None => "no check",
            Self::Strict => "fence < token",
            Self::AtLeast => "fence <= token",
            Self::Sequence => "(fence, seq) < (token, n)",
            Self::SelectThenUpdate => "fence <= token in SELECT",
        }
    }
}

/// A write as it travels.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Write {
    /// The token that it carries, 0 for none.
    pub token: u16,
    /// The grant under which it was sent.
    pub order: u8,
    /// What it was based on.
    pub base: u8,
    /// Its number among the operations under this token.
    pub n: u8,
    /// It was compared and let through in a step before ([`Check::SelectThenUpdate`]).
    pub compared: bool,
}

/// One copy of a protected resource.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Store {
    /// The highest token seen.
    pub fence: u16,
    /// The number of the last operation under that token.
    pub seq: u8,
    /// The number of the write whose value it holds; 0 is the value it began with.
    pub version: u8,
    /// The client that wrote it, plus one.
    pub writer: u8,
    /// The idempotency keys that it has taken, a bit each; it keeps them only where operations carry one.
    pub taken: u8,
}

impl Store {
    /// Whether an operation with this token and number passes the check.
    ///
    /// An operation without a token cannot be compared: the check has nothing to go by and lets it pass.
    pub fn admits(&self, check: Check, token: u16, n: u8) -> bool {
        match check {
            _ if token == 0 => true,
            Check::None => true,
            Check::Strict => self.fence < token,
            Check::AtLeast | Check::SelectThenUpdate => self.fence <= token,
            Check::Sequence => (self.fence, self.seq) < (token, n),
        }
    }

    /// Whether it has taken the operation whose key has this number.
    pub fn has_taken(&self, n: u8) -> bool {
        self.taken & key(n) != 0
    }

    /// Keep the key of an operation that was let in.
    pub fn keep_key(&mut self, n: u8) {
        self.taken |= key(n);
    }

    /// Raise the fence to an operation that was let in. A resource that does not check keeps no fence.
    pub fn raise(&mut self, check: Check, token: u16, n: u8) {
        if check != Check::None && token > 0 {
            (self.fence, self.seq) = (token, n);
        }
    }
}

/// The bit of a key. A plan is shorter than a byte is wide, so no two keys of a run share one.
fn key(n: u8) -> u8 {
    1_u8.rotate_left(n.into())
}

/// What is true of a resource over all its copies, for the properties.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Ledger {
    /// The number of accepted writes.
    pub writes: u8,
    /// The grant of the last accepted write.
    pub last: u8,
    /// Its number among the operations of that grant.
    pub last_n: u8,
    /// The latest grant that any accepted write came from.
    pub newest: u8,
}
