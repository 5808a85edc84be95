//! Templates about how long the other client waits.

use super::{
    case::Case,
    draw::{Draw, acts, strikes, work},
    facts,
    late::apart,
};
use crate::fencing::{client::Step, fault::Fault, scenario::show_time, storage::Check};

/// How long does the other wait while the holder is gone?
pub(super) fn waits(draw: &mut Draw) -> Option<Case> {
    match *draw.one_of(&[0, 0, 1, 2]) {
        0 => waits_for_lease(draw),
        1 => waits_for_session(draw),
        _ => waits_for_ever(draw),
    }
}

fn waits_for_lease(draw: &mut Draw) -> Option<Case> {
    let lock = draw.lock(&["etcd", "zookeeper", "redis"])?;
    let mut scenario = draw.scenario(lock, 2, Check::AtLeast);
    let ttl = draw.time(5_000, 15_000);
    scenario.timing.ttl = [ttl; 3];
    let at = draw.time(2_000, 3_500);
    acts(&mut scenario, 0, 0, &work(at, 500));
    acts(
        &mut scenario,
        1,
        at + draw.time(500, 2_000),
        &work(500, 500),
    );
    let dies = draw.chance(50);
    let fault = if dies {
        Fault::ClientCrash
    } else {
        Fault::Pause
    };
    let wakes = at + ttl + draw.time(4_000, 10_000);
    strikes(
        &mut scenario,
        fault,
        0,
        (at, wakes - at),
        if dies { "" } else { "GC" },
    );
    let run = scenario.run();
    let (x, ends) = (facts::token(&run, 0)?, facts::lease_ends(&run, 0)?);
    let holds = facts::holds_from(&run, 1)?;
    if !(apart(holds, wakes) && holds < wakes && ends <= holds) {
        return None;
    }
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let (asks, since) = (show_time(scenario.timing.start[1]), show_time(at));
    let what = match dies {
        true => format!("At {since} its process dies, and it never comes back."),
        false => format!("At {since} its process stops, until {}.", show_time(wakes)),
    };
    let lease = if lock.protocol().learns_by_itself() {
        "lease"
    } else {
        "session"
    };
    let story = format!(
        "{a} holds the lock with {x} from the first second on, and renews. {what} {b} asks at {asks}."
    );
    let end = if dies {
        "Never".to_owned()
    } else {
        format!("Not before {}", show_time(wakes))
    };
    let case = Case::new(&scenario, story, format!("When does {b} hold the lock, at the earliest?"))
        .right(
            format!("At about {}, once the {lease} of {a} is over.", facts::about(holds)),
            format!("Nothing renews any more, so the {lease} ends one TTL ({}) after it was renewed last, at about {}.", show_time(ttl), facts::about(ends)),
        )
        .wrong(
            "watchdog-guarantees",
            format!("{end}: the watchdog keeps the {lease} of {a}."),
            format!("The watchdog is a part of {a}: what stops the one stops the other."),
        )
        .wrong(
            "fencing-prevents-two-holders",
            match dies {
                true => format!("Never: {a} has not given {x} back."),
                false => format!("{end}, when {a} has given {x} back."),
            },
            format!("Nobody waits for a token. The lock is free when the {lease} is over, and {b} gets a token of its own."),
        )
        .wrong_if(
            lock.protocol().id() == "zookeeper" && dies,
            "disconnected-means-expired",
            format!("At {asks}, when it asks: {a} is disconnected, so its session has expired."),
            format!("A lost connection does not end a session. The ensemble waits for the session timeout, {}.", show_time(ttl)),
        );
    Some(case.answer("A lease ends by itself: whoever comes next waits until it has run out, and no longer. A shorter TTL makes the wait shorter."))
}

fn waits_for_session(draw: &mut Draw) -> Option<Case> {
    let lock = draw.lock(&["pg-inside", "pg-outside"])?;
    let mut scenario = draw.scenario(lock, 2, Check::None);
    let at = draw.time(2_000, 4_000);
    scenario.timing.keepalive = draw.time(8_000, 20_000);
    acts(&mut scenario, 0, 0, &work(at, 500));
    acts(
        &mut scenario,
        1,
        at + draw.time(1_000, 2_000),
        &work(500, 500),
    );
    let gone = draw.chance(50);
    let fault = if gone { Fault::VmSuspend } else { Fault::Pause };
    let lasts = scenario.timing.keepalive + draw.time(5_000, 12_000);
    strikes(
        &mut scenario,
        fault,
        0,
        (at, lasts),
        if gone { "VM migration" } else { "SIGSTOP" },
    );
    let run = scenario.run();
    let holds = facts::holds_from(&run, 1)?;
    let wakes = at + lasts;
    if gone != (holds + 2_000 < wakes) {
        return None;
    }
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let [asks, since, until, keeps] = [
        scenario.timing.start[1],
        at,
        wakes,
        scenario.timing.keepalive,
    ]
    .map(show_time);
    let what = if gone {
        "its whole host stands still (VM migration)"
    } else {
        "its process is stopped (SIGSTOP)"
    };
    let story = format!(
        "{a} holds pg_advisory_lock. TCP keepalive gives a silent connection up after {keeps}. At {since} {what}, until {until}. {b} asks at {asks}."
    );
    let case = Case::new(&scenario, story, format!("When does {b} hold the lock?"))
        .wrong(
            "dead-client-frees-at-once",
            format!("At {asks}, as soon as it asks: {a} does not run."),
            format!("The database sees a connection, not a process. As long as it takes that for alive, {a} keeps the lock."),
        )
        .wrong(
            "rollback-frees-session-lock",
            format!("At {asks}: the database rolls the transaction of {a} back, and the lock goes with it."),
            "It rolls nothing back while the session lives, and ROLLBACK would leave this lock: it belongs to the session.",
        );
    let holds = facts::about(holds);
    let case = match gone {
        true => case.right(
            format!("At about {holds}, when keepalive has given up."),
            format!("Nothing answers for a host that stands still. After {keeps} the database ends the session, and with it the lock."),
        ),
        false => case.right(
            format!("At about {holds}, when {a} has gone on and released it."),
            format!("The kernel of a stopped process answers keepalives, so its session lives. There is no TTL: {b} waits until after {until}."),
        ),
    };
    Some(case.answer(
        "A PostgreSQL lock has no TTL. It lives as long as the session, whatever its client does.",
    ))
}

fn waits_for_ever(draw: &mut Draw) -> Option<Case> {
    let lock = draw.lock(&["redis-setnx-expire"])?;
    let mut scenario = draw.scenario(lock, 2, Check::None);
    scenario.setup.tokens = false;
    let ttl = draw.time(4_000, 12_000);
    scenario.timing.ttl = [ttl; 3];
    scenario.timing.until = ttl * 3;
    acts(&mut scenario, 0, 0, &work(500, 500));
    acts(&mut scenario, 1, draw.time(1_000, 2_500), &work(500, 500));
    strikes(&mut scenario, Fault::ClientCrash, 0, (400, 0), "");
    let run = scenario.run();
    if facts::holds_from(&run, 1).is_some() || facts::holds_from(&run, 0).is_none() {
        return None;
    }
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let asks = show_time(scenario.timing.start[1]);
    let ttl = show_time(ttl);
    let story = format!(
        "{a} sends SETNX, to be followed by EXPIRE with {ttl}. The key is set, and {a} dies before it sends EXPIRE. {b} asks at {asks}, and again every second."
    );
    let case = Case::new(&scenario, story, format!("When does {b} hold the lock?"))
        .right(
            "Never.",
            format!("The key has no expiry, and {a}, the only one to delete it, is dead. {b} is told each time that the lock is taken."),
        )
        .wrong(
            "setnx-then-expire",
            format!("At about {ttl}, when the key has expired."),
            format!("The {ttl} were never set: they were to come with EXPIRE, and {a} died before it."),
        )
        .wrong(
            "timed-out-means-failed",
            format!("At {asks}: {a} had no answer to its SETNX, so it never got the lock."),
            format!("The SETNX was carried out before {a} died. That no answer was heard does not undo it."),
        );
    Some(case.answer("Key and TTL belong into one command, SET NX PX. Else a death between the two leaves a lock for ever."))
}

/// Does ROLLBACK free the lock?
pub(super) fn rollback(draw: &mut Draw) -> Option<Case> {
    let lock = draw.lock(&["pg-inside", "pg-outside"])?;
    let mut scenario = draw.scenario(lock, 2, Check::None);
    let rolls = draw.time(1_000, 2_000);
    let stops = rolls + 1_500 + draw.time(500, 1_500);
    let plan = [
        (Step::Acquire, 0),
        (Step::Read, 0),
        (Step::Rollback, rolls),
        (Step::Release, draw.time(4_000, 6_000)),
    ];
    acts(&mut scenario, 0, 0, &plan);
    acts(&mut scenario, 1, 1_000, &work(500, 500));
    let lasts = draw.time(6_000, 12_000);
    strikes(&mut scenario, Fault::Pause, 0, (stops, lasts), "SIGSTOP");
    let run = scenario.run();
    let holds = facts::holds_from(&run, 1)?;
    let rolled = facts::first(&run, "rollback-sent", 0)?;
    let rolled = run.moments[rolled].at;
    if holds < stops + lasts || rolled + 400 > stops {
        return None;
    }
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let [at, stopped, wakes] = [rolled, stops, stops + lasts].map(show_time);
    let story = format!(
        "{a} has taken pg_advisory_lock, and {b} waits for it. At {at} {a} sends ROLLBACK. At {stopped} its process is stopped (SIGSTOP), until {wakes}. After that it releases the lock."
    );
    let case = Case::new(&scenario, story, format!("When does {b} hold the lock?"))
        .right(
            format!("At about {}, when {a} has released it.", facts::about(holds)),
            "pg_advisory_lock belongs to the session. The session outlives ROLLBACK, and it lives while its client is stopped.",
        )
        .wrong(
            "rollback-frees-session-lock",
            format!("At about {at}, with ROLLBACK."),
            "ROLLBACK ends the transaction. That frees pg_advisory_xact_lock and row locks, and not this one.",
        )
        .wrong(
            "dead-client-frees-at-once",
            format!("At about {stopped}, when the process of {a} is stopped."),
            format!("The kernel goes on answering for a stopped process, so the session of {a} lives until {wakes} and beyond."),
        );
    Some(case.answer("pg_advisory_lock ends with an unlock or with the session; pg_advisory_xact_lock ends with the transaction."))
}
