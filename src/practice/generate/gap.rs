//! A template about a successor that has read before the late write lands.

use super::{
    case::Case,
    draw::Draw,
    facts::{self, Fate},
    late::{Late, Told},
};
use crate::fencing::storage::Check;

/// Is an update lost where the successor has read before the late write lands?
pub(super) fn lost_update(draw: &mut Draw) -> Option<Case> {
    let (check, raises) = *draw.one_of(&[
        (Check::AtLeast, false),
        (Check::AtLeast, true),
        (Check::Strict, true),
    ]);
    let mut late = Late::draw(draw, check, false, [0, 30_000])?;
    late.scenario.setup.fence_on_read = raises;
    let told = late.told()?;
    let [first, second] = [
        facts::landing(&told.run, 0, 0)?,
        facts::landing(&told.run, 1, 0)?,
    ];
    let read = facts::first(&told.run, "value-read", 1)?;
    if !(read < first.moment && first.moment < second.moment) {
        return None;
    }
    let Told { a, b, x, y, .. } = &told;
    let reads = if raises {
        "raises the fence"
    } else {
        "carries no token"
    };
    let story = format!(
        "{a} holds the lock with {x}. Then {}. {b} is granted {y} and reads, which {reads}. {a} wakes and goes on. Then {b} writes.",
        late.stops
    );
    let case = Case::new(
        &late.scenario,
        story,
        "Is an update lost, or a write refused?",
    );
    let case = match (first.fate, second.fate) {
        (Fate::Accepted, Fate::Harms) => unraised(&told, case),
        (Fate::Refused, Fate::Accepted) => raised(&told, case),
        (Fate::Refused, Fate::Refused) => shut_out(&told, case),
        _ => return None,
    };
    Some(case.answer(told.run.outcome.clone()))
}

fn unraised(told: &Told, case: Case) -> Case {
    let Told {
        a, b, x, y, lease, ..
    } = told;
    case.right(
        format!("Both writes are accepted, and the update of {a} is lost."),
        format!("When {x} arrives, storage has seen no higher token, for the read of {b} carried none. Then {b} writes what it worked out before."),
    )
    .wrong(
        "granted-blocks-at-once",
        format!("Nothing is lost: {x} is refused, since {y} was granted."),
        format!("The grant of {y} reaches storage with the write of {b}, and that comes after the one of {a}."),
    )
    .wrong(
        "expired-means-stopped",
        format!("Nothing is lost: {a} sends no write after its {lease} is over."),
        format!("{a} has not noticed that its {lease} is over, and sends its write with {x}."),
    )
    .wrong(
        "lock-service-enforces",
        format!("Nothing is lost: the lock service refuses {x} while {b} holds."),
        format!("The lock service does not see the write of {a}. Storage does, and it has seen nothing above {x}."),
    )
}

fn raised(told: &Told, case: Case) -> Case {
    let Told {
        a, b, x, y, lease, ..
    } = told;
    case.right(
        format!("Nothing is lost: storage refuses {x}, and accepts the write of {b}."),
        format!("The read of {b} has raised the fence to {y}, and {x} < {y}. The own write of {b} passes: {y} <= {y}."),
    )
    .wrong(
        "strict-is-at-least",
        format!("Nothing is lost, but both writes are refused: the read of {b} has used {y} up."),
        format!("So it would be with fence < token. Here the check is fence <= token, and {y} may come again."),
    )
    .wrong(
        "any-unique-id",
        format!("The update of {a} is lost: {x} is a valid token, and {b} writes over it."),
        format!("Storage does not ask whether {x} was issued. It asks whether it is lower than {y}, and it is."),
    )
    .wrong(
        "expired-means-stopped",
        format!("Nothing is lost, and nothing is refused: {a} sends no write after its {lease} is over."),
        format!("{a} does not know that its {lease} is over. It sends its write, and storage refuses it."),
    )
}

fn shut_out(told: &Told, case: Case) -> Case {
    let Told {
        a, b, x, y, lease, ..
    } = told;
    case.right(
        format!("Nothing is lost, but both writes are refused: {x} < {y}, and {y} is not above {y}."),
        format!("The read of {b} has raised the fence to {y}. With fence < token each number passes once, so {b} has shut itself out."),
    )
    .wrong(
        "strict-is-at-least",
        format!("Nothing is lost: storage refuses {x}, and accepts the write of {b}."),
        format!("So it would be with fence <= token. Here it is fence < token, and {y} < {y} is false."),
    )
    .wrong(
        "zero-rows-means-fenced",
        format!("Nothing is lost, but both writes are refused: somebody newer than {b} holds the lock."),
        format!("Nobody came after {b}. The fence stands at {y}, its own token, since it read."),
    )
    .wrong(
        "expired-means-stopped",
        format!("Nothing is lost: {a} sends no write after its {lease} is over, and that of {b} is accepted."),
        format!("{a} sends its write all the same, and is refused. That of {b} is refused as well."),
    )
}
