//! A template with several right answers: what is so in a run.

use super::{
    case::{Case, Statement},
    draw::Draw,
    facts::{self, Fate},
    late::{Late, Told},
};
use crate::fencing::{
    storage::Check,
    timeline::{Span, SpanKind, Timeline},
};

/// So many statements there are to judge.
const STATEMENTS: usize = 4;

/// Which of some statements about a late write are so?
pub(super) fn what_is_so(draw: &mut Draw) -> Option<Case> {
    let check = *draw.one_of(&[Check::None, Check::AtLeast, Check::Strict]);
    let late = Late::draw(draw, check, false, [0, 500])?;
    let told = late.told()?;
    let write = facts::landing(&told.run, 0, 0)?;
    let Told { a, b, x, y, .. } = &told;
    let story = format!(
        "{a} holds the lock with {x}. Then {}. {b} is granted {y} and writes. {a} wakes, and sends its write.",
        late.stops
    );
    let trues = trues(&told, write.fate)?;
    let falses = falses(&told, &late, check);
    let count = *draw.one_of(&[1, 2, 3]);
    let trues = draw.some(trues, count);
    let falses = draw.some(falses, STATEMENTS - trues.len());
    let case = Case::new(&late.scenario, story, "Which of these are so?");
    let case = trues.into_iter().chain(falses).fold(case, Case::statement);
    Some(case.answer(told.run.outcome.clone()))
}

/// Whether both clients believe at one time that they hold the lock.
fn both_believe(run: &Timeline) -> bool {
    let beliefs = |client| {
        let mine = move |span: &&Span| (span.kind, span.client) == (SpanKind::Belief, client);
        run.spans.iter().filter(mine)
    };
    beliefs(0).any(|one| beliefs(1).any(|other| one.from < other.to && other.from < one.to))
}

/// What is so in the run; `None` where the late write came before the successor's own.
fn trues(told: &Told, fate: Fate) -> Option<Vec<Statement>> {
    let Told {
        a, b, x, y, lease, ..
    } = told;
    let becomes = match fate {
        Fate::Refused => Statement::so(
            "fate",
            format!("Storage refuses the write of {a}."),
            format!("The fence stands at {y} after the write of {b}, and {x} is below it."),
        ),
        Fate::Harms => Statement::so(
            "fate",
            format!("Storage accepts the write of {a}, over the newer one of {b}."),
            "Storage compares nothing, so the last write stands.",
        ),
        // Let in before the write of the successor: that is another story than is told.
        Fate::Accepted => return None,
    };
    let mut all = vec![
        Statement::so(
            "believes",
            format!("{a} sends its write in the belief that it holds the lock."),
            format!("Nothing has told it that its {lease} ended while it stood still."),
        ),
        becomes,
    ];
    if both_believe(&told.run) {
        all.push(Statement::so(
            "both",
            format!("For a while {a} and {b} both believe that they hold the lock."),
            format!("{b} was told so, and {a} was not told otherwise."),
        ));
    }
    Some(all)
}

/// What misconceptions say of the run.
fn falses(told: &Told, late: &Late, check: Check) -> Vec<Statement> {
    let Told { a, b, lease, .. } = told;
    let mut all = vec![
        Statement::not_so(
            "lock-service-enforces",
            format!("The lock service refuses the write of {a}."),
            format!(
                "The write does not pass through the lock service: it goes from {a} to storage."
            ),
        ),
        Statement::not_so(
            "expired-means-stopped",
            format!("{a} gives up its work when its {lease} ends."),
            format!("It stood still when its {lease} ended, and goes on where it was."),
        ),
    ];
    if check != Check::None {
        all.push(Statement::not_so(
            "fencing-prevents-two-holders",
            format!("The check keeps {a} from believing that it holds the lock."),
            "A check judges what reaches storage. What a client believes it cannot change.",
        ));
    }
    let lock = late.scenario.setup.lock.protocol();
    if matches!(lock.id(), "etcd" | "zookeeper") {
        all.push(Statement::not_so(
            "consensus-means-one-believer",
            format!(
                "The servers agree on the holder, so only {b} can believe that it holds the lock."
            ),
            format!("The servers agree among themselves. {a} is no part of that, and is not told."),
        ));
    }
    all
}
