//! Templates about the two checks, and what the UPDATE reports.

use super::{
    case::Case,
    draw::{Draw, acts, strikes},
    facts::{self, Fate},
    late::{Late, Told},
};
use crate::fencing::{
    client::Step,
    fault::Fault,
    scenario::{Scenario, show_time},
    storage::Check,
};

/// How the second write of one holder comes about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Again {
    /// The answer to the first is lost, and it is sent again.
    Retry,
    /// The holder has more to write.
    More,
}

/// A client that writes twice under one token.
fn twice(draw: &mut Draw, check: Check, again: Again) -> Option<Scenario> {
    let lock = draw.lock(&["etcd", "redis", "zookeeper"])?;
    let mut scenario = draw.scenario(lock, 1, check);
    scenario.timing.ttl = [draw.time(8_000, 20_000); 3];
    let work = draw.time(500, 2_500);
    let mut plan = vec![(Step::Acquire, 0), (Step::Read, 0), (Step::Write, work)];
    plan.extend((again == Again::More).then_some((Step::Write, 1_000)));
    plan.push((Step::Release, 500));
    acts(&mut scenario, 0, 0, &plan);
    if again == Again::Retry {
        scenario.setup.retries = true;
        scenario.timing.timeout = draw.time(1_000, 3_000);
        strikes(&mut scenario, Fault::LostAck, 0, (0, 0), "");
    }
    Some(scenario)
}

/// The same, told.
fn told_twice(scenario: &Scenario, x: u32, again: Again) -> String {
    let a = &scenario.clients[0];
    match again {
        Again::Retry => format!(
            "{a} alone uses the lock, with token {x}. Its write reaches storage, but the answer is lost. After {} it sends the same write again.",
            show_time(scenario.timing.timeout)
        ),
        Again::More => format!(
            "{a} alone uses the lock, with token {x}. It reads and writes; the answer comes. Then it writes once more, with {x} again."
        ),
    }
}

/// What the second write meets under each of the two checks: whether it is refused.
pub(super) fn refused(scenario: &Scenario, nth: usize) -> Option<[bool; 2]> {
    let under = |check: Check| {
        let mut other = scenario.clone();
        other.setup.check = check;
        let fate = facts::landing(&other.run(), 0, nth)?.fate;
        Some(fate == Fate::Refused)
    };
    Some([under(Check::Strict)?, under(Check::AtLeast)?])
}

/// Which check would have refused it?
pub(super) fn which_check(draw: &mut Draw) -> Option<Case> {
    match *draw.one_of(&[Some(Again::Retry), Some(Again::More), None, None]) {
        Some(again) => which_for_own(draw, again),
        None => which_for_late(draw),
    }
}

fn which_for_own(draw: &mut Draw, again: Again) -> Option<Case> {
    let scenario = twice(draw, Check::None, again)?;
    let run = scenario.run();
    let x = facts::token(&run, 0)?;
    if facts::landing(&run, 0, 1)?.fate != Fate::Accepted || refused(&scenario, 1)? != [true, false]
    {
        return None;
    }
    let asked =
        "Which check would have refused its second request: fence < token, or fence <= token?";
    let case = Case::new(&scenario, told_twice(&scenario, x, again), asked)
        .right(
            "Only fence < token.",
            format!("After the first the fence would stand at {x}. {x} < {x} is false, and {x} <= {x} is true."),
        )
        .wrong(
            "strict-is-at-least",
            "Both: they do the same.",
            format!("They differ where the numbers are equal, and here they are: {x} and {x}."),
        )
        .wrong(
            "zero-rows-means-fenced",
            "Neither: storage refuses only those who have a successor.",
            format!("Storage knows no successors, only numbers. With fence < token it refuses {x} once it has seen {x}."),
        )
        .wrong_if(
            again == Again::Retry,
            "timed-out-means-failed",
            format!("Neither: the first request has failed, so this is the first that comes in with {x}."),
            "The first is in; only its answer was lost.",
        )
        .wrong_if(
            again == Again::More,
            "any-unique-id",
            format!("Neither: {x} is a token that the lock service has issued."),
            format!("Whether {x} was issued is not asked. With fence < token it has to be above the fence, {x}."),
        );
    Some(case.answer("fence < token lets each token pass once; fence <= token lets the holder write as often as it likes. Both refuse an older one."))
}

fn which_for_late(draw: &mut Draw) -> Option<Case> {
    let seen = draw.chance(50);
    let late = Late::draw(
        draw,
        Check::None,
        false,
        [if seen { 0 } else { 30_000 }, 500],
    )?;
    let told = late.told()?;
    let write = facts::landing(&told.run, 0, 0)?;
    let Told {
        a, b, x, y, lease, ..
    } = &told;
    let known = &told.run.moments[write.moment - 1].known;
    let does = if known.data == Some(1) {
        "and writes"
    } else {
        "and has not been to storage yet"
    };
    let story = format!(
        "{a} holds the lock with {x}. Then {}. {b} is granted {y} {does}. {a} wakes, and its write is accepted.",
        late.stops
    );
    let asked = "Which check would have refused that write: fence < token, or fence <= token?";
    let case = Case::new(&late.scenario, story, asked);
    Some(match (refused(&late.scenario, 0)?, write.fate) {
        ([true, true], Fate::Harms) => case
            .right(
                "Both.",
                format!("With either the fence would stand at {y} after the write of {b}, and {x} is below that."),
            )
            .wrong(
                "any-unique-id",
                format!("Neither: {x} is a token that the lock service has issued."),
                "Both ask which number is higher, and neither asks whether it was issued.",
            )
            .wrong(
                "lock-service-enforces",
                "Neither: that is for the lock service to refuse.",
                format!("The lock service never sees a write, and cannot refuse {x}."),
            )
            .wrong(
                "fencing-is-exactly-once",
                "Only fence < token: it lets every write in exactly once.",
                format!("{x} is below {y}, and fence <= token refuses what is below, too. Neither counts writes."),
            )
            .answer("Both checks refuse what is older than the highest token that storage has seen."),
        ([false, false], Fate::Accepted) if facts::is_new_to_storage(&told.run, 1, write.moment) => case
            .right(
                "Neither.",
                format!("No request with {y} has come to storage, so nothing is above {x}. No update is lost either: {b} has not read yet, and will read what {a} wrote."),
            )
            .wrong(
                "granted-blocks-at-once",
                format!("Both: {y} was granted before it."),
                format!("Storage does not hear of a grant. The fence rises to {y} with the first request that carries {y}."),
            )
            .wrong(
                "lock-service-enforces",
                format!("Both: the lock service has told storage that the {lease} of {a} is over."),
                format!("The two do not talk. Storage compares {x} with the highest token that it has seen, and it has seen no other."),
            )
            .answer("A check compares a token with the highest that storage has seen; what was granted meanwhile it does not know."),
        _ => return None,
    })
}

/// What does the UPDATE report, and why?
pub(super) fn rows(draw: &mut Draw) -> Option<Case> {
    let check = *draw.one_of(&[Check::Strict, Check::AtLeast]);
    match *draw.one_of(&[Some(Again::Retry), Some(Again::More), None]) {
        Some(again) => rows_for_own(draw, check, again),
        None => rows_for_late(draw, check),
    }
}

/// The statement that is asked about.
fn statement(check: Check, token: u32) -> String {
    let sign = if check == Check::Strict { "<" } else { "<=" };
    format!("UPDATE files SET data = $1, fence = {token} WHERE id = $2 AND fence {sign} {token}")
}

fn rows_for_own(draw: &mut Draw, check: Check, again: Again) -> Option<Case> {
    let scenario = twice(draw, check, again)?;
    let run = scenario.run();
    let x = facts::token(&run, 0)?;
    let fate = facts::landing(&run, 0, 1)?.fate;
    let case = Case::new(
        &scenario,
        told_twice(&scenario, x, again),
        "What does the second UPDATE report, and why?",
    )
    .about(statement(check, x));
    let retried = again == Again::Retry;
    let failed = |case: Case| {
        case.wrong_if(
            retried,
            "timed-out-means-failed",
            "1 row: the first attempt failed, so this is the first that counts.",
            format!("The first attempt is in, and has raised the fence to {x}. Only its answer was lost."),
        )
    };
    Some(match fate {
        Fate::Refused => failed(case)
            .right(
                format!("0 rows: its own first write is in, and {x} is not above {x}."),
                format!("The first write has raised the fence to {x}, and {x} < {x} is false. Nobody else has been here."),
            )
            .wrong(
                "zero-rows-means-fenced",
                "0 rows: somebody with a higher token has written.",
                format!("Nobody else uses the lock. The fence stands at {x} because of the first write."),
            )
            .wrong(
                "strict-is-at-least",
                format!("1 row: {x} is not older than {x}."),
                format!("It is not older, but fence < token asks for a higher number, and {x} is not above {x}."),
            )
            .answer("0 rows do not say why. Before a client concludes that it was fenced off, it reads the row: its own write may be in."),
        Fate::Accepted => failed(case)
            .right(
                format!("1 row: {x} <= {x}."),
                format!("The first write has raised the fence to {x}. With <= the same token passes again."),
            )
            .wrong(
                "strict-is-at-least",
                format!("0 rows: {x} is not above {x}."),
                format!("So it would be with fence < {x}. The statement says <=, which lets an equal number pass."),
            )
            .wrong(
                "fencing-is-exactly-once",
                format!("0 rows: {x} has had its one write."),
                format!("A fence counts no writes. It keeps older tokens out, and {x} is not older than {x}."),
            )
            .answer("With <= a holder may write many times under one token, and a retry is applied again. Older tokens are refused all the same."),
        Fate::Harms => return None,
    })
}

fn rows_for_late(draw: &mut Draw, check: Check) -> Option<Case> {
    let late = Late::draw(draw, check, false, [0, 500])?;
    let told = late.told()?;
    let write = facts::landing(&told.run, 0, 0)?;
    let fence = told.run.moments[write.moment - 1].known.fence;
    let Told {
        a, b, x, y, lease, ..
    } = &told;
    if write.fate != Fate::Refused || fence != *y {
        return None;
    }
    let story = format!(
        "{a} holds the lock with {x}. Then {}. {b} is granted {y} and writes. {a} wakes at this line:",
        late.stops
    );
    let case = Case::new(
        &late.scenario,
        story,
        "What does the UPDATE report, and why?",
    )
    .about(statement(check, *x))
    .right(
        format!("0 rows: storage has seen {y}."),
        format!("The write of {b} has raised the fence to {y}, so the condition is false for {x}."),
    )
    .wrong(
        "lock-service-enforces",
        format!("0 rows: the lock service has told storage that the {lease} of {a} is over."),
        format!("The two do not talk. Storage knows {y} from the write of {b} alone."),
    )
    .wrong(
        "any-unique-id",
        format!("1 row: {x} was issued by the lock service."),
        format!("Whether {x} was issued is not asked. It is below the fence, {y}."),
    );
    Some(told.late(case, false).answer(told.run.outcome.clone()))
}
