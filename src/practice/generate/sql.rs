//! A template in which a condition is written: what the UPDATE checks.

use super::{
    case::{Case, Statement},
    draw::Draw,
    facts::{self, Fate},
    late::{Late, Told},
    rows::refused,
};
use crate::{
    course::{
        Condition,
        sql::{Names, Task},
    },
    fencing::storage::Check,
};

/// What may be protected.
const TABLES: [&str; 4] = ["files", "accounts", "jobs", "invoices"];

/// Which condition makes the UPDATE refuse a late write, and do with the holder's own writes what is asked for?
pub(super) fn write_check(draw: &mut Draw) -> Option<Case> {
    let check = *draw.one_of(&[Check::Strict, Check::AtLeast]);
    let table = *draw.one_of(&TABLES);
    let late = Late::draw(draw, Check::None, false, [0, 500])?;
    let told = late.told()?;
    let write = facts::landing(&told.run, 0, 0)?;
    if refused(&late.scenario, 0)? != [true, true] || write.fate != Fate::Harms {
        return None;
    }
    let Told {
        a, b, x, y, lease, ..
    } = &told;
    let story = format!(
        "{a} holds the lock with {x} and stands still past the end of its {lease}. {b} is granted {y} and writes. Then {a} writes."
    );
    let own = match check {
        Check::Strict => "each token may change it once at most".to_owned(),
        _ => format!("{b} may change it as often as it likes"),
    };
    let asked =
        format!("That last write must not change the row, and {own}. Which condition does that?");
    let names = Names {
        columns: vec!["fence".to_owned()],
        not_null: vec!["fence".to_owned()],
        parameters: vec!["$2".to_owned()],
    };
    let task = Task::new(names, &condition(check)).ok()?;
    let code = format!(
        "UPDATE {table} SET data = $1, fence = $2\nWHERE id = $3 AND ({})",
        Condition::BLANK
    );
    let case = tries(check, &told)
        .into_iter()
        .fold(Case::new(&late.scenario, story, asked), Case::statement);
    let case = case.condition(code, task);
    Some(case.answer(match check {
        Check::Strict => "fence < $2 lets each token change the row once: a second write with the same one finds the fence at its own number.",
        _ => "fence <= $2 lets the holder write as often as it likes, and refuses every older token.",
    }))
}

/// The condition of a check, over the parameter that carries the token.
fn condition(check: Check) -> String {
    check.condition().replace("token", "$2")
}

/// Conditions that people write.
fn tries(check: Check, told: &Told) -> Vec<Statement> {
    let Told { a, b, x, y, .. } = told;
    let (other, again) = match check {
        Check::Strict => (
            Check::AtLeast,
            format!("{y} <= {y} is true: {b} changes the row a second time with the same token."),
        ),
        _ => (
            Check::Strict,
            format!("{y} < {y} is false: the second write of {b} changes no row."),
        ),
    };
    let sign = if check == Check::Strict { "<" } else { "<=" };
    vec![
        Statement::so(
            "right",
            condition(check),
            format!(
                "The fence stands at {y}. {y} {sign} {x} is false, so the write of {a} changes no row."
            ),
        ),
        Statement::not_so("strict-is-at-least", condition(other), again),
        Statement::not_so(
            "any-unique-id",
            "fence = $2",
            format!(
                "The first write of {b} finds another number than {y} there, and changes no row. A fence asks which number is higher."
            ),
        ),
        Statement::not_so(
            "tokens-are-consecutive",
            "fence + 1 = $2",
            "Tokens rise, and leave gaps: the next one may be any higher number.",
        ),
    ]
}
