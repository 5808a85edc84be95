//! Templates about a lock service that has a fault, is cut off, or is told to delete.

use super::{
    case::Case,
    draw::{Draw, acts, strikes, work},
    facts,
    late::apart,
};
use crate::fencing::{
    fault::Fault,
    property::{Property, Verdict},
    scenario::{Scenario, show_time},
    storage::Check,
    timeline::Millis,
};

/// What is a second client told when the service has a fault?
pub(super) fn service_fault(draw: &mut Draw) -> Option<Case> {
    let lock = draw.lock(&["redis", "redlock", "redis-replica"])?;
    let mut scenario = draw.scenario(lock, 2, Check::None);
    let ttl = draw.time(12_000, 24_000);
    scenario.timing.ttl = [ttl; 3];
    scenario.setup.tokens = false;
    let (asks, what) = fail(&mut scenario, draw);
    acts(&mut scenario, 0, 0, &work(asks + 1_500, 0));
    acts(&mut scenario, 1, asks, &work(500, 500));
    let run = scenario.run();
    let granted = run
        .moments
        .iter()
        .position(|moment| moment.known.clients[1].believes)?;
    let both = run.moments[granted].known.clients[0].believes;
    if !both || run.verdict(Property::ExclusiveGrants) != Some(Verdict::Violated) {
        return None;
    }
    Some(fault_case(&scenario, &what))
}

/// The fault, when the other client asks, and how it is told.
fn fail(scenario: &mut Scenario, draw: &mut Draw) -> (Millis, String) {
    let a = scenario.clients[0].clone();
    match scenario.setup.lock.protocol().id() {
        "redlock" => {
            scenario.timing.latency_lock = 100;
            strikes(scenario, Fault::Restart, 3, (0, 2_000), "");
            strikes(scenario, Fault::Restart, 4, (0, 2_200), "");
            strikes(scenario, Fault::ServerClockJump, 2, (2_800, 0), "");
            (
                draw.time(3_000, 3_500),
                format!(
                    "{a} has the keys of masters 1, 2 and 3; masters 4 and 5 were down, and are back empty. At 2.8 s the clock of master 3 leaps ahead by a TTL."
                ),
            )
        }
        "redis-replica" => {
            strikes(scenario, Fault::Failover, 0, (1_000, 0), "");
            scenario.timing.lag = 2_000;
            (
                draw.time(1_500, 3_000),
                format!(
                    "{a} was granted the lock at 0.25 s. At 1 s the primary fails and the replica takes over; it is two seconds behind."
                ),
            )
        }
        _ => {
            let at = draw.time(1_500, 2_500);
            strikes(scenario, Fault::ServerClockJump, 0, (at, 0), "");
            (
                at + 500,
                format!(
                    "{a} holds the lock. At {} the clock of the server leaps ahead by a TTL.",
                    show_time(at)
                ),
            )
        }
    }
}

fn fault_case(scenario: &Scenario, what: &str) -> Case {
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let ttl = show_time(scenario.timing.ttl[0]);
    let asks = show_time(scenario.timing.start[1]);
    let kind = scenario.setup.lock.protocol().id();
    let why = match kind {
        "redlock" => format!(
            "Master 3 takes the key of {a} for expired; with 4 and 5 that makes three for {b}."
        ),
        "redis-replica" => {
            "The grant had not reached the replica. For it the lock is free.".to_owned()
        }
        _ => format!("The server ends keys by its wall clock. To that clock the {ttl} are over."),
    };
    let story = format!("{what} {a} works on, and renews. {b} asks at {asks}.");
    Case::new(scenario, story, format!("What is {b} told?"))
        .right(
            format!("It is granted the lock, while {a} believes that it holds."),
            format!("{why} {a} was promised {ttl} and knows of nothing."),
        )
        .wrong(
            "expired-means-stopped",
            format!("It is granted the lock, for {a} has stopped by then."),
            format!("Nothing reaches {a}. It works on in the belief that it holds."),
        )
        .wrong(
            "watchdog-guarantees",
            format!("It has to wait: the watchdog of {a} keeps the lock."),
            "A watchdog can prolong a key that is there. Here it is gone before the next renewal.",
        )
        .wrong_if(
            kind == "redis-replica",
            "replicas-make-it-safe",
            format!("It has to wait: the replica knows of {a}."),
            "The grant was answered before it had been replicated, and never was.",
        )
        .wrong_if(
            kind == "redlock",
            "redlock-is-consensus",
            format!("It has to wait: a majority has agreed on {a}."),
            format!("The masters have agreed on nothing that lasts. {b} needs three keys that are free now: 3, 4 and 5."),
        )
        .answer("What a lock service promises rests on its clock and on what it keeps. When that fails, two clients hold at once.")
}

/// What does a client know that is cut off from ZooKeeper?
pub(super) fn cut_off(draw: &mut Draw) -> Option<Case> {
    let lock = draw.lock(&["zookeeper"])?;
    let mut scenario = draw.scenario(lock, 2, Check::AtLeast);
    let ttl = draw.time(6_000, 12_000);
    scenario.timing.ttl = [ttl; 3];
    let cut = draw.time(2_000, 3_500);
    strikes(
        &mut scenario,
        Fault::PartitionLock,
        0,
        (cut, 2 * ttl + 10_000),
        "",
    );
    acts(&mut scenario, 0, 0, &work(2 * ttl + 8_000, 500));
    acts(&mut scenario, 1, cut + 500, &work(2 * ttl, 500));
    let early = draw.chance(50);
    let at = match early {
        true => cut + draw.time(1_000, 2_000),
        false => cut + ttl + draw.time(1_500, 4_000),
    };
    let run = scenario.run();
    let known = &run.moments[run.moment_at(at)].known;
    let ends = facts::lease_ends(&run, 0)?;
    let holder = u8::from(!early);
    let minds: Vec<bool> = known.clients.iter().map(|mind| mind.believes).collect();
    if known.holder?.0 != holder || minds != [true, !early] || !apart(ends, at) {
        return None;
    }
    Some(cut_case(&scenario, (cut, at, ends)))
}

fn cut_case(scenario: &Scenario, (cut, at, ends): (Millis, Millis, Millis)) -> Case {
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let timeout = show_time(scenario.timing.ttl[0]);
    let story = format!(
        "The session timeout is {timeout}. At {} {a}, the holder, loses its connection to the ensemble. It goes on working. {b} waits for the lock.",
        show_time(cut)
    );
    let asked = format!(
        "At {}: who holds the lock, and who believes that it does?",
        show_time(at)
    );
    let ends = facts::about(ends);
    let case = Case::new(scenario, story, asked);
    let case = match at > scenario.timing.ttl[0] + cut {
        false => case
            .right(
                format!("{a} holds it, and believes so. {b} waits."),
                format!("The session of {a} lives until the ensemble has heard nothing for {timeout}: until about {ends}."),
            )
            .wrong(
                "disconnected-means-expired",
                format!("{b} holds it, and only {b} believes so: {a} is disconnected."),
                format!("Disconnected means that no server answers. The session ends at about {ends}, not before."),
            ),
        true => case
            .right(
                format!("{b} holds it. Both believe that they do."),
                format!("The session of {a} ended at about {ends}. {a} will hear of that when it is connected again."),
            )
            .wrong(
                "disconnected-means-expired",
                format!("{b} holds it, and only {b} believes so: {a} gave up when it was cut off."),
                format!("{a} knows that it is disconnected. Whether its session has expired it cannot know."),
            )
            .wrong(
                "consensus-means-one-believer",
                format!("{b} holds it, and only {b} believes so: the ensemble has agreed on one holder."),
                format!("The ensemble agrees with itself. {a} is cut off from it, and believes what it heard last."),
            ),
    };
    case.wrong(
        "watchdog-guarantees",
        format!("{a} holds it, and it will: its heartbeats keep the session."),
        format!("The heartbeats do not get through, and the session ends at about {ends}."),
    )
    .answer("The ensemble alone decides when a session has expired, and its client learns of that after it has reconnected.")
}

/// What does a plain delete release?
pub(super) fn stale_release(draw: &mut Draw) -> Option<Case> {
    let lock = draw.lock(&["redis"])?;
    let mut scenario = draw.scenario(lock, 2, Check::None);
    scenario.setup.plain_delete = true;
    let ttl = draw.time(4_000, 8_000);
    scenario.timing.ttl = [ttl, 60_000, 60_000];
    scenario.timing.renews[0] = false;
    acts(&mut scenario, 0, 0, &work(500, 1_000));
    let wakes = ttl + draw.time(3_000, 6_000);
    acts(&mut scenario, 1, draw.time(1_500, ttl), &work(9_000, 500));
    strikes(&mut scenario, Fault::Pause, 0, (2_500, wakes - 2_500), "GC");
    let run = scenario.run();
    let deleted = run
        .moments
        .iter()
        .find(|moment| moment.event == "foreign-lock-deleted")?;
    let (x, y) = (facts::token(&run, 0)?, facts::token(&run, 1)?);
    if deleted.known.holder.is_some() {
        return None;
    }
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let ends = facts::about(facts::lease_ends(&run, 0)?);
    let story = format!(
        "{a} holds the lock with {x} and does not renew. It has written, and stands still before it releases (GC). {b} is granted {y} for 60 s. At {} {a} wakes and releases with a plain DEL.",
        show_time(wakes)
    );
    let case = Case::new(&scenario, story, "Who holds the lock after that?")
        .right(
            format!("Nobody: the key that it deletes is that of {b}."),
            format!("The key of {a} expired at about {ends}. Under the same name there is now the key of {b}, and DEL does not look whose it is."),
        )
        .wrong(
            "del-releases-mine",
            format!("{b}: the DEL releases the lock of {a}, and that is gone already."),
            format!("There is one key, and the holder's value is in it. DEL removes it whatever the value: here that of {b}."),
        )
        .wrong(
            "expired-means-stopped",
            format!("{b}: {a} knows that its lease is over, and sends no DEL."),
            format!("{a} stood still when its lease ended, at about {ends}, and goes on at the next line: the release."),
        )
        .wrong(
            "lock-service-enforces",
            format!("{b}: Redis sees that {y} is higher than {x}, and refuses the DEL."),
            format!("DEL carries no token, and Redis compares none. A script that compares the value first would find that of {b}, and delete nothing."),
        );
    Some(case.answer("A release compares the value and deletes in one step. A plain DEL removes whatever is there."))
}
