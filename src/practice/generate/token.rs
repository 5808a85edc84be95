//! A template about the token that a successor is granted.

use super::{
    case::Case,
    draw::{Draw, acts, strikes, work},
    facts,
};
use crate::fencing::{
    fault::Fault,
    property::{Property, Verdict},
    scenario::show_time,
    storage::Check,
};

/// Which token does the successor carry?
pub(super) fn next_token(draw: &mut Draw) -> Option<Case> {
    match draw.chance(65) {
        true => next_revision(draw),
        false => lost_counter(draw),
    }
}

/// In etcd other changes take numbers, too.
fn next_revision(draw: &mut Draw) -> Option<Case> {
    let waiter = draw.chance(50);
    let lock = draw.lock(&["etcd"])?;
    let mut scenario = draw.scenario(lock, if waiter { 3 } else { 2 }, Check::AtLeast);
    scenario.timing.ttl = [draw.time(8_000, 15_000); 3];
    let names = scenario.clients.clone();
    let (a, b) = (&names[0], &names[1]);
    if waiter {
        acts(&mut scenario, 0, 0, &work(5_000, 500));
        acts(&mut scenario, 2, 1_000, &work(500, 0));
        let dies = draw.time(2_000, 3_000);
        strikes(&mut scenario, Fault::ClientCrash, 2, (dies, 0), "");
        acts(&mut scenario, 1, dies + 500, &work(500, 500));
    } else {
        let held = draw.time(1_000, 3_000);
        acts(&mut scenario, 0, 0, &work(held, 500));
        acts(&mut scenario, 1, held + 4_000, &work(500, 500));
    }
    let run = scenario.run();
    let (x, y) = (facts::token(&run, 0)?, facts::token(&run, 1)?);
    if y != x + 2 {
        return None;
    }
    let (story, why, between) = match names.get(2) {
        Some(c) => (
            format!(
                "Nothing but this lock changes in this etcd. {a} holds it with {x}. {c} puts its key, waits, and dies. Its lease has not ended when {b} puts its key and waits."
            ),
            format!(
                "The key of {c} took {}, and {c} is dead; that of {b} was put next. The gap harms nothing.",
                x + 1
            ),
            format!("the key of {c}"),
        ),
        None => (
            format!(
                "Nothing but this lock changes in this etcd. {a} holds it with {x}, and releases it: its key is deleted. Then {b} puts its key."
            ),
            format!(
                "The deletion is a change as well and took {}; the key of {b} was put next. The gap harms nothing.",
                x + 1
            ),
            "the deletion".to_owned(),
        ),
    };
    let case = Case::new(&scenario, story, format!("With which token will {b} hold the lock?"))
        .right(format!("{y}"), why)
        .wrong(
            "tokens-are-consecutive",
            format!("{}", x + 1),
            format!("Tokens rise from grant to grant, but not by one: {} went to {between}.", x + 1),
        )
        .wrong(
            "lease-id-is-a-token",
            format!("The id of its lease, which may be lower than {x}"),
            format!("A lease id has no order, and cannot show that {b} came after {x}. The token is the create_revision of its key, {y}."),
        )
        .wrong(
            "any-unique-id",
            "A random value that nobody else has",
            format!("A unique value says whose the lock is. The fence needs to know which grant came later: {y} came after {x}."),
        );
    Some(case.answer("A token is the create_revision of the lock's key. It rises with every grant and may leave gaps."))
}

/// A replica that was never told of the counter takes over.
fn lost_counter(draw: &mut Draw) -> Option<Case> {
    let lock = draw.lock(&["redis-replica"])?;
    let mut scenario = draw.scenario(lock, 2, Check::AtLeast);
    scenario.timing.ttl = [draw.time(10_000, 20_000); 3];
    scenario.timing.lag = 2_000;
    acts(&mut scenario, 0, 0, &work(draw.time(4_000, 6_000), 0));
    acts(&mut scenario, 1, draw.time(1_500, 3_000), &work(500, 0));
    strikes(&mut scenario, Fault::Failover, 0, (1_200, 0), "");
    let run = scenario.run();
    let (x, y) = (facts::token(&run, 0)?, facts::token(&run, 1)?);
    if y != x || run.verdict(Property::ExclusiveGrants) != Some(Verdict::Violated) {
        return None;
    }
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let asks = show_time(scenario.timing.start[1]);
    let story = format!(
        "The acquire script counts tokens with INCR. {a} is granted {x}. At 1.2 s the primary fails, before it has replicated that. The replica takes over, and {b} asks at {asks}."
    );
    let case = Case::new(&scenario, story, format!("What is {b} told?"))
        .right(
            format!("It is granted the lock, with {x} again."),
            format!("The replica has neither the key of {a} nor the counter. It counts from where it stood, so both carry {x}."),
        )
        .wrong(
            "replicas-make-it-safe",
            format!("It has to wait: the replica has the key of {a}."),
            format!("Replication is asynchronous. The grant of {x} was answered before it reached the replica, and never did."),
        )
        .wrong(
            "any-unique-id",
            format!("It is granted the lock, and its random value tells it from {a} at storage."),
            format!("Two random values differ, but have no order. Storage would not know which of the two came later, and both carry {x}."),
        )
        .wrong(
            "fencing-prevents-two-holders",
            format!("It has to wait: {x} has been issued and not given back."),
            format!("Nobody waits for a token to come back. The replica knows of no holder, and grants {x}."),
        );
    Some(case.answer("A failover may lose the lock together with the counter. Of two holders with one token `fence <= token` lets both write, and `fence < token` whoever comes first."))
}
