//! Templates about what storage does with a token.

use super::{
    case::Case,
    draw::{self, Draw, acts, strikes},
    facts::{self, Fate},
    late::{Late, Told},
};
use crate::fencing::{
    client::Step, fault::Fault, scenario::show_time, storage::Check, timeline::Timeline,
};

/// Locks whose tokens can be told beforehand, and do not rest on a replica.
const TOKENS: [&str; 2] = ["etcd", "redis"];

/// Where does the fence stand in the end?
pub(super) fn fence_after(draw: &mut Draw) -> Option<Case> {
    let check = *draw.one_of(&[Check::Strict, Check::AtLeast]);
    let mut late = Late::draw(draw, check, false, [0, 500])?;
    let third = draw::third(&late.scenario.clients[0]);
    late.scenario.clients.push(third.to_owned());
    late.scenario.setup.clients = 3;
    let asks = late.wakes + 2_000;
    acts(
        &mut late.scenario,
        2,
        asks,
        &[(Step::Acquire, 0), (Step::Read, 20_000)],
    );
    strikes(
        &mut late.scenario,
        Fault::ClientCrash,
        2,
        (asks + 2_000, 0),
        "",
    );
    let told = late.told()?;
    let z = facts::token(&told.run, 2)?;
    let fence = told.run.moments.last()?.known.fence;
    let Told { a, b, x, y, .. } = &told;
    if facts::landing(&told.run, 0, 0)?.fate != Fate::Refused || told.run.accepted.len() != 1 {
        return None;
    }
    let c = &late.scenario.clients[2];
    let story = format!(
        "{a} holds the lock with {x}. Then {}. {b} is granted {y} and writes. {a} wakes, and its write comes. Last, {c} is granted {z} and dies before it sends anything.",
        late.stops
    );
    let case = Case::new(&late.scenario, story, "Where does the fence stand now?")
        .right(
            format!("At {fence}."),
            format!("{fence} is the highest token that has come to storage: {b} wrote with it. {x} was refused, and {z} never came."),
        )
        .wrong(
            "granted-blocks-at-once",
            format!("At {z}."),
            format!("{z} was granted, but storage hears of a token from a request, and {c} sent none."),
        )
        .wrong(
            "any-unique-id",
            format!("At {x}."),
            format!("{x} came last and was refused: {x} < {y}. A fence keeps the highest token, not the latest to arrive."),
        )
        .wrong(
            "lock-service-enforces",
            format!("At {z}, and it is kept by the lock service."),
            format!("The fence is kept where the data is. The lock service has issued {z}, and storage has never seen it."),
        );
    Some(case.answer("The fence is the highest token that the resource has seen."))
}

/// What happens to a packet that was held up in the network?
pub(super) fn late_packet(draw: &mut Draw) -> Option<Case> {
    let check = *draw.one_of(&[Check::None, Check::Strict, Check::AtLeast]);
    let lock = draw.lock(&TOKENS)?;
    let mut scenario = draw.scenario(lock, 2, check);
    scenario.timing.timeout = draw.time(1_500, 3_500);
    scenario.timing.ttl = [draw.time(8_000, 15_000); 3];
    acts(
        &mut scenario,
        0,
        0,
        &[
            (Step::Acquire, 0),
            (Step::Read, 0),
            (Step::Write, 500),
            (Step::Release, 0),
        ],
    );
    let asks = draw.time(2_000, 4_000);
    acts(
        &mut scenario,
        1,
        asks,
        &[
            (Step::Acquire, 0),
            (Step::Read, 0),
            (Step::Write, 500),
            (Step::Release, 500),
        ],
    );
    let lasts = draw.time(9_000, 14_000);
    strikes(&mut scenario, Fault::DelayedWrite, 0, (0, lasts), "");
    let run = scenario.run();
    let write = facts::landing(&run, 0, 0)?;
    let own = facts::landing(&run, 1, 0)?;
    if own.moment > write.moment || own.fate != Fate::Accepted {
        return None;
    }
    let (a, b) = (&scenario.clients[0], &scenario.clients[1]);
    let (x, y) = (facts::token(&run, 0)?, facts::token(&run, 1)?);
    let waits = show_time(scenario.timing.timeout);
    let story = format!(
        "{a} sends its write with {x}. After {waits} without an answer it gives up and releases the lock. {b} is granted {y} and writes. Then the packet of {a}, which the network held up, arrives."
    );
    let case = Case::new(&scenario, story, "What happens?");
    packet(case, &run, write.fate, [a, b], [x, y])
}

fn packet(
    case: Case,
    run: &Timeline,
    fate: Fate,
    [a, b]: [&String; 2],
    [x, y]: [u32; 2],
) -> Option<Case> {
    let case = match fate {
        Fate::Refused => case
            .right(
                format!("Storage refuses it: {x} < {y}."),
                format!("Storage has seen {y} with the write of {b}. How long the packet was on its way makes no difference."),
            )
            .wrong(
                "any-unique-id",
                format!("Storage accepts it: {x} is a token that the lock service has issued."),
                format!("Storage does not ask whether {x} was issued. It asks which one is higher, and {x} < {y}."),
            ),
        Fate::Harms => case
            .right(
                format!("Storage accepts it, over the newer write of {b}."),
                format!("Storage checks nothing, and a packet has no date. {x} is older than {y}, and nobody looks."),
            )
            .wrong(
                "lock-service-enforces",
                format!("It is refused: the lock service has issued {y} since."),
                "The lock service does not see the packet, and storage checks nothing.",
            ),
        Fate::Accepted => return None,
    };
    Some(case
        .wrong(
            "timed-out-means-failed",
            format!("Nothing: the write of {a} timed out, so it has failed."),
            "A time-out says that no answer came in time. The packet was still on its way, and storage decides when it arrives.",
        )
        .wrong(
            "expired-means-stopped",
            format!("The network drops it: {a} does not hold the lock any more."),
            "The network knows of no lock. What is under way arrives, be its sender still the holder or not.",
        )
        .answer(run.outcome.clone()))
}

/// What does one fence make of the tokens of two locks?
pub(super) fn two_locks(draw: &mut Draw) -> Option<Case> {
    let check = *draw.one_of(&[Check::Strict, Check::AtLeast]);
    let lock = draw.lock(&["redis"])?;
    let mut scenario = draw.scenario(lock, 3, check);
    let ttl = draw.time(8_000, 15_000);
    scenario.timing.ttl = [ttl; 3];
    let plan = [
        (Step::Acquire, 0),
        (Step::Read, 0),
        (Step::Write, 500),
        (Step::Release, 0),
    ];
    for (c, start) in [(0, 0), (1, 3_000), (2, 7_500)] {
        acts(&mut scenario, c, start, &plan);
    }
    scenario.setup.plans[2].lock = 1;
    let run = scenario.run();
    let [y, z] = [facts::token(&run, 1)?, facts::token(&run, 2)?];
    if facts::landing(&run, 2, 0)?.fate != Fate::Refused {
        return None;
    }
    let [a, b, c] = [
        &scenario.clients[0],
        &scenario.clients[1],
        &scenario.clients[2],
    ];
    let story = format!(
        "{a} and then {b} write under one lock, {b} with {y}. {c} takes another lock, whose counter has come to {z}, and is alone there. It writes to the same row."
    );
    let case = Case::new(&scenario, story, format!("What does storage do with the write of {c}?"))
        .right(
            format!("It refuses it: {z} < {y}, though {c} holds its lock."),
            format!("The fence compares numbers of two counters. That {z} is below {y} says nothing about {c}, and storage cannot know that."),
        )
        .wrong(
            "one-token-for-all-locks",
            format!("It refuses it, and rightly: {z} < {y} means that {c} is out of date."),
            format!("{z} and {y} come from two counters. {c} holds its lock, and nobody has come after it."),
        )
        .wrong(
            "zero-rows-means-fenced",
            format!("It refuses it: somebody has been granted the lock of {c} since."),
            format!("Nobody else is after that lock. It is the {y} of the other lock that stands in the way."),
        )
        .wrong(
            "lock-service-enforces",
            format!("It accepts it: the lock service vouches for {z}."),
            format!("The lock service has no part in it. Storage sees {z}, and the fence at {y}."),
        );
    Some(case.answer("Tokens of two locks cannot be compared. One lock feeds a fence."))
}
