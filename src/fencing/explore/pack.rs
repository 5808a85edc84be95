//! A state in as few bytes as it needs, for the explorer: what is hashed, and what waits its turn.
//!
//! Two states have the same bytes exactly when they are equal (within one setup), so that hashing the bytes is hashing
//! the state.

#[cfg(test)]
mod tests;

use super::super::client::{Ask, Call, Client, Grant, Outcome, Process, Renewal, Reply, Request};
use super::super::fault::FaultSet;
use super::super::lock::{Entry, Keys, Node};
use super::super::storage::{Ledger, Store, Write};
use super::super::world::{Setup, World};

/// Append a state to `out`.
pub(super) fn encode(world: &World, out: &mut Vec<u8>) {
    let World {
        setup,
        clients,
        nodes,
        stores,
        ledgers,
        primary,
        grants,
        struck,
        in_force,
        broken,
    } = world;
    out.extend([*primary, *grants, *broken]);
    out.extend(struck.bits().to_le_bytes());
    out.extend(in_force.bits().to_le_bytes());
    for Store {
        fence,
        seq,
        version,
        writer,
        taken,
    } in stores
    {
        out.extend(fence.to_le_bytes());
        out.extend([*seq, *version, *writer]);
        // Without keys it is always 0, and a byte less is to be hashed.
        if setup.idempotency_key {
            out.push(*taken);
        }
    }
    for Ledger {
        writes,
        last,
        newest,
        last_n,
    } in ledgers
    {
        out.extend([*writes, *last, *newest, *last_n]);
    }
    clients[..world.len()]
        .iter()
        .for_each(|client| put_client(client, out));
    for Node { up, keys, saved } in &nodes[..world.node_count()] {
        out.push((*up).into());
        put_keys(keys, out);
        put_keys(saved, out);
    }
}

/// The state that [`encode`] wrote; `None` if these are not its bytes.
pub(super) fn decode(setup: Setup, bytes: &[u8]) -> Option<World> {
    let mut world = World::new(setup);
    let mut from = Reader(bytes);
    (world.primary, world.grants, world.broken) = (from.byte()?, from.byte()?, from.byte()?);
    (world.struck, world.in_force) = (
        FaultSet::from_bits(from.word()?),
        FaultSet::from_bits(from.word()?),
    );
    for store in &mut world.stores {
        *store = Store {
            fence: from.word()?,
            seq: from.byte()?,
            version: from.byte()?,
            writer: from.byte()?,
            taken: if setup.idempotency_key {
                from.byte()?
            } else {
                0
            },
        };
    }
    for ledger in &mut world.ledgers {
        *ledger = Ledger {
            writes: from.byte()?,
            last: from.byte()?,
            newest: from.byte()?,
            last_n: from.byte()?,
        };
    }
    for c in 0..world.len() {
        world.clients[c] = from.client()?;
    }
    for n in 0..world.node_count() {
        world.nodes[n] = Node {
            up: from.byte()? != 0,
            keys: from.keys()?,
            saved: from.keys()?,
        };
    }
    Some(world)
}

fn put_client(client: &Client, out: &mut Vec<u8>) {
    // Every field by name: one that is added and forgotten here does not compile.
    let Client {
        step,
        round,
        process,
        call,
        ask,
        renewal,
        held,
        grant: Grant {
            order,
            token: granted,
            live,
        },
        believes,
        token,
        base,
        seq,
        votes,
        node,
        outcome,
        done,
        cut_lock,
        cut_storage,
        clock_back,
        clock_stood,
        late,
        overdue,
        session_over,
    } = client;
    let flags = [
        *live,
        *believes,
        *done,
        *cut_lock,
        *cut_storage,
        *clock_back,
        *clock_stood,
        *late,
    ];
    let compared = held.is_some_and(|write| write.compared);
    let more = [*overdue, *session_over, held.is_some(), compared];
    let [granted, token] = [granted.to_le_bytes(), token.to_le_bytes()];
    out.extend_from_slice(&[
        *step,
        *round,
        *process as u8,
        *order,
        *base,
        *seq,
        *votes,
        *node,
        bits(&flags),
        bits(&more),
        outcome.map_or(0, |outcome| 1 + outcome as u8),
        granted[0],
        granted[1],
        token[0],
        token[1],
    ]);
    put_call(*call, out);
    put_ask(*ask, out);
    out.push(match renewal {
        Renewal::Idle => 0,
        Renewal::Sent => 1,
        Renewal::Answered(kept) => 2 + u8::from(*kept),
    });
    if let Some(Write {
        token,
        order,
        base,
        n,
        compared: _, // among the flags
    }) = held
    {
        out.extend(token.to_le_bytes());
        out.extend([*order, *base, *n]);
    }
}

fn put_call(call: Call, out: &mut Vec<u8>) {
    let (tag, token) = match call {
        Call::Idle => (0, None),
        Call::Sent(request) => (1 + request as u8, None),
        Call::Queued { behind } => (16 + behind, None),
        Call::Answered(Reply::Granted(token)) => (32, Some(token)),
        Call::Answered(Reply::Busy) => (33, None),
        Call::Answered(Reply::Turn) => (34, None),
        Call::Answered(Reply::Gone) => (35, None),
        Call::Answered(Reply::ExpirySet) => (36, None),
        Call::Answered(Reply::RolledBack) => (37, None),
        Call::Answered(Reply::Released) => (38, None),
        Call::Answered(Reply::TimedOut) => (39, None),
    };
    out.push(tag);
    if let Some(token) = token {
        out.extend(token.to_le_bytes());
    }
}

fn put_ask(ask: Ask, out: &mut Vec<u8>) {
    let (tag, number) = match ask {
        Ask::Idle => (0, 0),
        Ask::Read => (1, 0),
        Ask::Write => (2, 0),
        Ask::Value(version) => (3, version),
        Ask::Accepted(number) => (4, number),
        Ask::Refused => (5, 0),
        Ask::NoSession => (6, 0),
        Ask::Lost => (7, 0),
        Ask::Passed => (8, 0),
    };
    out.extend([tag, number]);
}

fn put_keys(keys: &Keys, out: &mut Vec<u8>) {
    let counter = keys.counter.to_le_bytes();
    out.extend_from_slice(&[keys.entries().len() as u8, counter[0], counter[1]]);
    for Entry {
        client,
        round,
        token,
        expires,
    } in keys.entries()
    {
        let token = token.to_le_bytes();
        out.extend_from_slice(&[*client, *round, u8::from(*expires), token[0], token[1]]);
    }
}

fn bits(flags: &[bool]) -> u8 {
    flags
        .iter()
        .rev()
        .fold(0, |bits, flag| bits << 1 | u8::from(*flag))
}

/// Reads what was written, in the same order.
struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    fn byte(&mut self) -> Option<u8> {
        let (first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(*first)
    }

    fn word(&mut self) -> Option<u16> {
        Some(u16::from_le_bytes([self.byte()?, self.byte()?]))
    }

    fn client(&mut self) -> Option<Client> {
        let [
            step,
            round,
            process,
            order,
            base,
            seq,
            votes,
            node,
            flags,
            more,
            outcome,
        ] = self.bytes()?;
        let flag = |n: u8| flags & 1 << n != 0;
        let mut client = Client {
            step,
            round,
            process: [
                Process::Running,
                Process::Paused,
                Process::Suspended,
                Process::Crashed,
            ]
            .into_iter()
            .nth(process.into())?,
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
            overdue: more & 1 != 0,
            session_over: more & 2 != 0,
            ..Client::default()
        };
        let outcomes = [
            Outcome::Finished,
            Outcome::Refused,
            Outcome::GaveUp,
            Outcome::Stopped,
        ];
        client.outcome = outcome
            .checked_sub(1)
            .and_then(|n| outcomes.into_iter().nth(n.into()));
        client.grant = Grant {
            order,
            token: self.word()?,
            live: flag(0),
        };
        client.token = self.word()?;
        client.call = self.call()?;
        client.ask = self.ask()?;
        client.renewal = match self.byte()? {
            0 => Renewal::Idle,
            1 => Renewal::Sent,
            kept => Renewal::Answered(kept == 3),
        };
        if more & 4 != 0 {
            let token = self.word()?;
            let [order, base, n] = self.bytes()?;
            client.held = Some(Write {
                token,
                order,
                base,
                n,
                compared: more & 8 != 0,
            });
        }
        Some(client)
    }

    fn bytes<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (first, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(*first)
    }

    fn call(&mut self) -> Option<Call> {
        let requests = [
            Request::Acquire,
            Request::Recheck,
            Request::SetExpiry,
            Request::Rollback,
            Request::Release,
        ];
        Some(match self.byte()? {
            0 => Call::Idle,
            tag @ 1..16 => Call::Sent(requests.into_iter().nth(usize::from(tag) - 1)?),
            tag @ 16..32 => Call::Queued { behind: tag - 16 },
            32 => Call::Answered(Reply::Granted(self.word()?)),
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

    fn ask(&mut self) -> Option<Ask> {
        let [tag, number] = self.bytes()?;
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

    fn keys(&mut self) -> Option<Keys> {
        let len = self.byte()?;
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
