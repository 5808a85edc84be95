//! The way back: the state that was packed.

use crate::fencing::client::{Ask, Call, Client, Grant, Outcome, Process, Renewal, Reply, Request};
use crate::fencing::fault::FaultSet;
use crate::fencing::lock::{Entry, Keys, Node};
use crate::fencing::storage::Write;
use crate::fencing::world::{Setup, World};

/// The state that [`encode`](super::encode) wrote; `None` if these are not its bytes.
pub(in super::super) fn decode(setup: Setup, bytes: &[u8]) -> Option<World> {
    let mut world = World::new(setup);
    world.nodes.fill(Node::new(setup.last_token()));
    let mut from = Reader(bytes);
    [world.primary, world.grants, world.broken] = from.bytes()?;
    world.struck = FaultSet::from_bits(from.word()?);
    world.in_force = FaultSet::from_bits(from.word()?);
    for store in &mut world.stores {
        (store.fence, [store.seq, store.version, store.writer]) = (from.word()?, from.bytes()?);
    }
    for ledger in &mut world.ledgers {
        [ledger.writes, ledger.last, ledger.newest, ledger.last_n] = from.bytes()?;
    }
    if setup.idempotency_key {
        [world.stores[0].taken, world.stores[1].taken] = from.bytes()?;
    }
    for c in 0..world.len() {
        world.clients[c] = from.client()?;
    }
    for n in 0..world.node_count() {
        let [flags] = from.bytes()?;
        let node = &mut world.nodes[n];
        node.up = flags & 1 != 0;
        if flags & 2 != 0 {
            node.keys = from.keys()?;
        }
        if flags & 4 != 0 {
            node.saved = from.keys()?;
        }
    }
    Some(world)
}

const PROCESSES: [Process; 4] = [
    Process::Running,
    Process::Paused,
    Process::Suspended,
    Process::Crashed,
];
const OUTCOMES: [Outcome; 4] = [
    Outcome::Finished,
    Outcome::Refused,
    Outcome::GaveUp,
    Outcome::Stopped,
];
const REQUESTS: [Request; 5] = [
    Request::Acquire,
    Request::Recheck,
    Request::SetExpiry,
    Request::Rollback,
    Request::Release,
];

/// The one with this number.
fn of<T: Copy>(all: &[T], number: u8) -> Option<T> {
    all.get(usize::from(number)).copied()
}

/// Reads what was written, in the same order.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn word(&mut self) -> Option<u16> {
        self.bytes().map(u16::from_le_bytes)
    }

    fn client(&mut self) -> Option<Client> {
        let [
            flags,
            more,
            step,
            round,
            process,
            order,
            base,
            seq,
            votes,
            node,
            outcome,
            call,
            ask,
            number,
            renewal,
        ] = self.bytes()?;
        let flag = |n: u8| flags & 1 << n != 0;
        let more = |n: u8| more & 1 << n != 0;
        Some(Client {
            step,
            round,
            process: of(&PROCESSES, process)?,
            base,
            seq,
            votes,
            node,
            believes: flag(1),
            done: flag(2),
            cut_lock: flag(3),
            cut_storage: flag(4),
            clock_back: flag(5),
            clock_stood: flag(6),
            late: flag(7),
            overdue: more(0),
            session_over: more(1),
            outcome: match outcome {
                0 => None,
                number => Some(of(&OUTCOMES, number - 1)?),
            },
            grant: Grant {
                order,
                token: self.word()?,
                live: flag(0),
            },
            token: self.word()?,
            call: match more(4) {
                true => call_of(call, self.word()?)?,
                false => call_of(call, 0)?,
            },
            ask: ask_of(ask, number)?,
            renewal: match renewal {
                0 => Renewal::Idle,
                1 => Renewal::Sent,
                kept => Renewal::Answered(kept == 3),
            },
            held: match more(2) {
                true => Some(self.write(more(3))?),
                false => None,
            },
        })
    }

    fn write(&mut self, compared: bool) -> Option<Write> {
        let token = self.word()?;
        let [order, base, n] = self.bytes()?;
        Some(Write {
            token,
            order,
            base,
            n,
            compared,
        })
    }

    fn keys(&mut self) -> Option<Keys> {
        let [len] = self.bytes()?;
        let mut keys = Keys::new(self.word()?);
        for _ in 0..len {
            let [client, round, expires] = self.bytes()?;
            keys.push(Entry {
                client,
                round,
                token: self.word()?,
                expires: expires != 0,
            });
        }
        Some(keys)
    }
}

fn call_of(tag: u8, token: u16) -> Option<Call> {
    Some(match tag {
        0 => Call::Idle,
        1..16 => Call::Sent(of(&REQUESTS, tag - 1)?),
        16..32 => Call::Queued { behind: tag - 16 },
        32 => Call::Answered(Reply::Granted(token)),
        33 => Call::Answered(Reply::Busy),
        34 => Call::Answered(Reply::Turn),
        35 => Call::Answered(Reply::Gone),
        36 => Call::Answered(Reply::ExpirySet),
        37 => Call::Answered(Reply::RolledBack),
        38 => Call::Answered(Reply::Released),
        39 => Call::Answered(Reply::TimedOut),
        _ => return None,
    })
}

fn ask_of(tag: u8, number: u8) -> Option<Ask> {
    Some(match tag {
        0 => Ask::Idle,
        1 => Ask::Read,
        2 => Ask::Write,
        3 => Ask::Value(number),
        4 => Ask::Accepted(number),
        5 => Ask::Refused,
        6 => Ask::NoSession,
        7 => Ask::Lost,
        8 => Ask::Passed,
        _ => return None,
    })
}
