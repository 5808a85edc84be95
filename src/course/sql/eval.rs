//! What a condition is for given values, as a database has it.

use std::cmp::Ordering;

use super::{Compare, Expr};

/// Whether a row passes: only what is true does, and NULL is not.
pub(super) fn passes(condition: &Expr, values: &[Option<i64>]) -> bool {
    truth(condition, values) == Some(true)
}

/// True, false or, as `None`, unknown.
fn truth(expr: &Expr, values: &[Option<i64>]) -> Option<bool> {
    match expr {
        Expr::Truth(truth) => Some(*truth),
        Expr::Not(one) => truth(one, values).map(|truth| !truth),
        Expr::And(left, right) => match (truth(left, values), truth(right, values)) {
            (Some(false), _) | (_, Some(false)) => Some(false),
            (Some(true), Some(true)) => Some(true),
            _ => None,
        },
        Expr::Or(left, right) => match (truth(left, values), truth(right, values)) {
            (Some(true), _) | (_, Some(true)) => Some(true),
            (Some(false), Some(false)) => Some(false),
            _ => None,
        },
        Expr::Compare(how, left, right) => compare(*how, left, right, values),
        Expr::IsNull(one) => Some(match one.as_ref() {
            // A row is NULL when every part of it is.
            Expr::Row(parts) => parts.iter().all(|part| number(part, values).is_none()),
            one => number(one, values).is_none(),
        }),
        Expr::Is(one, wanted) => Some(truth(one, values) == *wanted),
        Expr::Coalesce(parts) => parts.iter().find_map(|part| truth(part, values)),
        Expr::If(when, then, or) => truth(chosen(when, then, or, values), values),
        Expr::Distinct(left, right) => Some(number(left, values) != number(right, values)),
        // The parser lets nothing else stand where a truth is asked for.
        _ => None,
    }
}

fn number(expr: &Expr, values: &[Option<i64>]) -> Option<i64> {
    let numbers = |parts: &[Expr]| -> Vec<i64> {
        parts
            .iter()
            .filter_map(|part| number(part, values))
            .collect()
    };
    match expr {
        Expr::Number(number) => Some(*number),
        Expr::Name(name) => values.get(*name).copied().flatten(),
        Expr::Plus(left, right) => number(left, values)?.checked_add(number(right, values)?),
        Expr::Minus(left, right) => number(left, values)?.checked_sub(number(right, values)?),
        Expr::Coalesce(parts) => parts.iter().find_map(|part| number(part, values)),
        Expr::If(when, then, or) => number(chosen(when, then, or, values), values),
        // Both pass over NULLs.
        Expr::Greatest(parts) => numbers(parts).into_iter().max(),
        Expr::Least(parts) => numbers(parts).into_iter().min(),
        _ => None,
    }
}

/// The branch that is taken: only what is true leads into the first.
fn chosen<'e>(when: &Expr, then: &'e Expr, or: &'e Expr, values: &[Option<i64>]) -> &'e Expr {
    match truth(when, values) {
        Some(true) => then,
        _ => or,
    }
}

fn compare(how: Compare, left: &Expr, right: &Expr, values: &[Option<i64>]) -> Option<bool> {
    let one = |left: &Expr, right: &Expr| Some(number(left, values)?.cmp(&number(right, values)?));
    let order = match (left, right) {
        (Expr::Row(left), Expr::Row(right)) => {
            let mut pairs = left.iter().zip(right);
            if matches!(how, Compare::Equal | Compare::Unequal) {
                return rows_equal(pairs.map(|(left, right)| one(left, right)))
                    .map(|equal| equal == (how == Compare::Equal));
            }
            // The first pair that is not equal decides; NULL before it leaves the whole unknown.
            loop {
                match pairs.next() {
                    None => break Ordering::Equal,
                    Some((left, right)) => match one(left, right)? {
                        Ordering::Equal => {}
                        decided => break decided,
                    },
                }
            }
        }
        (left, right) => one(left, right)?,
    };
    Some(match how {
        Compare::Equal => order.is_eq(),
        Compare::Unequal => order.is_ne(),
        Compare::Less => order.is_lt(),
        Compare::AtMost => order.is_le(),
        Compare::More => order.is_gt(),
        Compare::AtLeast => order.is_ge(),
    })
}

/// Rows are unequal as soon as one pair is, equal when all are, and else unknown.
fn rows_equal(pairs: impl Iterator<Item = Option<Ordering>>) -> Option<bool> {
    let mut equal = Some(true);
    for pair in pairs {
        match pair {
            Some(Ordering::Equal) => {}
            Some(_) => return Some(false),
            None => equal = None,
        }
    }
    equal
}
