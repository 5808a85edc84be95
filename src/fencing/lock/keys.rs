//! What a node of a lock service knows.

use super::super::client::MAX_CLIENTS;

/// A client's key, queue node or lock request, as the service keeps it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Entry {
    /// Whose it is.
    pub client: u8,
    /// The round in which it was made: the random value, lease or session that tells it from the client's others.
    pub round: u8,
    /// Its token, 0 for none.
    pub token: u16,
    /// It ends by itself.
    pub expires: bool,
}

/// What a node knows: a queue whose head holds the lock, and a counter.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Keys {
    queue: [Entry; MAX_CLIENTS],
    len: u8,
    /// The last number handed out: revision, zxid, `INCR` counter, fence column.
    pub counter: u16,
}

impl Keys {
    pub(in crate::fencing) fn new(counter: u16) -> Self {
        Self {
            queue: [Entry::default(); MAX_CLIENTS],
            len: 0,
            counter,
        }
    }

    /// Whether it is as [`Keys::new`] made it.
    pub(in crate::fencing) fn is_new(&self, counter: u16) -> bool {
        self.len == 0 && self.counter == counter
    }

    /// The entries, in the order in which they were made.
    pub fn entries(&self) -> &[Entry] {
        &self.queue[..usize::from(self.len)]
    }

    /// The entry that holds.
    pub fn head(&self) -> Option<Entry> {
        self.entries().first().copied()
    }

    /// Whether a client has an entry.
    pub fn has(&self, client: u8) -> bool {
        self.entries().iter().any(|entry| entry.client == client)
    }

    /// Whether a client's entry ends by itself.
    pub(in crate::fencing) fn expires(&self, client: u8) -> bool {
        self.entries()
            .iter()
            .any(|entry| entry.client == client && entry.expires)
    }

    pub(super) fn token_of(&self, client: u8) -> u16 {
        self.entries()
            .iter()
            .find(|entry| entry.client == client)
            .map_or(0, |entry| entry.token)
    }

    pub(super) fn set_token(&mut self, client: u8, token: u16) {
        let len = usize::from(self.len);
        self.queue[..len]
            .iter_mut()
            .filter(|entry| entry.client == client)
            .for_each(|entry| entry.token = token);
    }

    pub(super) fn set_expiry(&mut self, client: u8) {
        let len = usize::from(self.len);
        self.queue[..len]
            .iter_mut()
            .filter(|entry| entry.client == client)
            .for_each(|entry| entry.expires = true);
    }

    /// The client just before this one.
    pub(super) fn before(&self, client: u8) -> Option<u8> {
        let at = self
            .entries()
            .iter()
            .position(|entry| entry.client == client)?;
        Some(self.entries().get(at.checked_sub(1)?)?.client)
    }

    /// The next number.
    pub(super) fn count(&mut self) -> u16 {
        self.counter += 1;
        self.counter
    }

    pub(in crate::fencing) fn push(&mut self, entry: Entry) {
        if let Some(place) = self.queue.get_mut(usize::from(self.len)) {
            *place = entry;
            self.len += 1;
        }
    }

    /// Redis DEL, or compare-and-delete: only the key of this very attempt.
    pub(super) fn delete(&mut self, client: u8, round: u8, blind: bool) {
        if let Some(head) = self.head()
            && (blind || (head.client, head.round) == (client, round))
        {
            self.remove(head.client);
        }
    }

    /// Remove a client's entry; false if it had none.
    pub(in crate::fencing) fn remove(&mut self, client: u8) -> bool {
        let Some(at) = self
            .entries()
            .iter()
            .position(|entry| entry.client == client)
        else {
            return false;
        };
        self.queue.copy_within(at + 1.., at);
        self.queue[MAX_CLIENTS - 1] = Entry::default();
        self.len -= 1;
        true
    }
}

/// A node of the lock service.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Node {
    /// It answers.
    pub up: bool,
    /// What it knows.
    pub keys: Keys,
    /// What its disk or follower knows.
    pub saved: Keys,
}

impl Node {
    /// An empty node whose next number follows `counter`.
    pub fn new(counter: u16) -> Self {
        Self {
            up: true,
            keys: Keys::new(counter),
            saved: Keys::new(counter),
        }
    }
}
