//! A state in as few bytes as it needs, for the explorer: what is hashed, and what waits its turn.
//!
//! Two states have the same bytes exactly when they are equal (within one setup), so that hashing the bytes is hashing
//! the state.

#[cfg(test)]
mod tests;
mod unpack;

use super::super::client::{Ask, Call, Client, Grant, Renewal, Reply};
use super::super::lock::{Entry, Keys, Node};
use super::super::storage::{Ledger, Store, Write};
use super::super::world::World;
pub(super) use unpack::decode;

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
    let [[struck, also_struck], [in_force, also_in_force]] =
        [struck.bits().to_le_bytes(), in_force.bits().to_le_bytes()];
    out.extend_from_slice(&[
        *primary,
        *grants,
        *broken,
        struck,
        also_struck,
        in_force,
        also_in_force,
    ]);
    stores.iter().for_each(|store| put_store(store, out));
    ledgers.iter().for_each(|ledger| put_ledger(ledger, out));
    // Without keys none is ever taken, and there is less to hash.
    if setup.idempotency_key {
        out.extend(stores.iter().map(|store| store.taken));
    }
    clients[..world.len()]
        .iter()
        .for_each(|client| put_client(client, out));
    let counter = setup.last_token();
    for Node { up, keys, saved } in &nodes[..world.node_count()] {
        // Most nodes know nothing most of the time.
        let [knows, saves] = [!keys.is_new(counter), !saved.is_new(counter)];
        out.push(bits(&[*up, knows, saves]));
        if knows {
            put_keys(keys, out);
        }
        if saves {
            put_keys(saved, out);
        }
    }
}

// Every field by name: one that is added and forgotten here does not compile.

fn put_store(store: &Store, out: &mut Vec<u8>) {
    let Store {
        fence,
        seq,
        version,
        writer,
        taken: _, // apart, since most setups have none
    } = store;
    let [low, high] = fence.to_le_bytes();
    out.extend_from_slice(&[low, high, *seq, *version, *writer]);
}

fn put_ledger(ledger: &Ledger, out: &mut Vec<u8>) {
    let Ledger {
        writes,
        last,
        newest,
        last_n,
    } = ledger;
    out.extend_from_slice(&[*writes, *last, *newest, *last_n]);
}

fn put_client(client: &Client, out: &mut Vec<u8>) {
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
    let (call, told) = call_bytes(*call);
    let more = [
        *overdue,
        *session_over,
        held.is_some(),
        compared,
        told.is_some(),
    ];
    let [ask, number] = ask_bytes(*ask);
    let [granted, token] = [granted.to_le_bytes(), token.to_le_bytes()];
    out.extend_from_slice(&[
        bits(&flags),
        bits(&more),
        *step,
        *round,
        *process as u8,
        *order,
        *base,
        *seq,
        *votes,
        *node,
        outcome.map_or(0, |outcome| 1 + outcome as u8),
        call,
        ask,
        number,
        match renewal {
            Renewal::Idle => 0,
            Renewal::Sent => 1,
            Renewal::Answered(kept) => 2 + u8::from(*kept),
        },
        granted[0],
        granted[1],
        token[0],
        token[1],
    ]);
    if let Some(token) = told {
        out.extend_from_slice(&token.to_le_bytes());
    }
    if let Some(Write {
        token,
        order,
        base,
        n,
        compared: _, // among the flags
    }) = held
    {
        let [low, high] = token.to_le_bytes();
        out.extend_from_slice(&[low, high, *order, *base, *n]);
    }
}

/// What it is, and the token that comes with it.
fn call_bytes(call: Call) -> (u8, Option<u16>) {
    match call {
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
    }
}

fn ask_bytes(ask: Ask) -> [u8; 2] {
    match ask {
        Ask::Idle => [0, 0],
        Ask::Read => [1, 0],
        Ask::Write => [2, 0],
        Ask::Value(version) => [3, version],
        Ask::Accepted(number) => [4, number],
        Ask::Refused => [5, 0],
        Ask::NoSession => [6, 0],
        Ask::Lost => [7, 0],
        Ask::Passed => [8, 0],
    }
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
