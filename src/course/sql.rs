//! The condition of an SQL statement, judged by what it does.
//!
//! Two conditions are the same when they let the same rows pass: [`Task::judge`] runs both over every case that can tell them
//! apart, as a database would, with NULL being neither true nor false. So `fence <= $2`, `$2 >= fence` and
//! `NOT fence > $2` are one answer.
//!
//! ```text
//!  parse    text to Expr, with an error that says what was not understood
//!  eval     what an Expr is for given values
//! ```

mod eval;
mod parse;

pub use parse::Error;

/// What a condition may speak of: integers, by their names.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Names {
    /// Columns of the row.
    pub columns: Vec<String>,
    /// Those of them that are never NULL.
    pub not_null: Vec<String>,
    /// Parameters, such as `$2`; never NULL.
    pub parameters: Vec<String>,
}

/// A condition that is asked for.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Task {
    names: Names,
    want: Expr,
}

/// How a condition compares with the one that is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judged {
    /// It lets the same rows pass.
    Right,
    /// It does not, and here is a case.
    Wrong(Case),
}

/// A case in which a condition does something else than is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Case {
    /// Each name with its value; `None` is NULL.
    pub values: Vec<(String, Option<i64>)>,
    /// Whether the row is to pass.
    pub wanted: bool,
}

/// A condition, or a part of one.
#[derive(Debug, Clone, PartialEq)]
enum Expr {
    Null,
    Number(i64),
    Truth(bool),
    /// By its place among columns and parameters.
    Name(usize),
    Row(Vec<Self>),
    Not(Box<Self>),
    And(Box<Self>, Box<Self>),
    Or(Box<Self>, Box<Self>),
    Compare(Compare, Box<Self>, Box<Self>),
    /// Whether it is NULL.
    IsNull(Box<Self>),
    /// Whether two are different, NULL being equal to NULL.
    Distinct(Box<Self>, Box<Self>),
    Plus(Box<Self>, Box<Self>),
    Minus(Box<Self>, Box<Self>),
    Coalesce(Vec<Self>),
    Greatest(Vec<Self>),
    Least(Vec<Self>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Compare {
    Equal,
    Unequal,
    Less,
    AtMost,
    More,
    AtLeast,
}

impl Default for Expr {
    fn default() -> Self {
        Self::Truth(true)
    }
}

/// Values to try each name with, the more telling first: they lie beside each other, apart, and around 0.
const VALUES: [i64; 8] = [33, 34, 32, 35, 1, 0, 2, 100];

impl Judged {
    /// Whether it is what was asked for.
    pub fn is_right(&self) -> bool {
        *self == Self::Right
    }
}

impl Task {
    /// The task to write a condition that does what `want` does.
    ///
    /// # Errors
    /// When `want` is no condition over these names.
    pub fn new(names: Names, want: &str) -> Result<Self, Error> {
        let want = parse::condition(want, &names)?;
        Ok(Self { names, want })
    }

    /// The names that may be used.
    pub fn names(&self) -> &Names {
        &self.names
    }

    /// Runs a condition and the one that is asked for over every case.
    ///
    /// # Errors
    /// When it is no condition over the names of the task.
    pub fn judge(&self, condition: &str) -> Result<Judged, Error> {
        let given = parse::condition(condition, &self.names)?;
        let domains = self.domains(&given);
        let mut at = vec![0; domains.len()];
        loop {
            let values: Vec<_> = domains
                .iter()
                .zip(&at)
                .map(|(domain, at)| domain[*at])
                .collect();
            let wanted = eval::passes(&self.want, &values);
            if eval::passes(&given, &values) != wanted {
                return Ok(Judged::Wrong(self.case(values, wanted)));
            }
            if !advance(&mut at, &domains) {
                return Ok(Judged::Right);
            }
        }
    }

    fn case(&self, values: Vec<Option<i64>>, wanted: bool) -> Case {
        Case {
            values: self.names.all().cloned().zip(values).collect(),
            wanted,
        }
    }

    /// For each name the values that it is tried with: those around every number that one of the two conditions names, too.
    /// None is below 0, since tokens, numbers of writes and times are not: so NULL may be taken for 0.
    fn domains(&self, given: &Expr) -> Vec<Vec<Option<i64>>> {
        let mut values = VALUES.to_vec();
        let mut numbers = Vec::new();
        self.want.numbers(&mut numbers);
        given.numbers(&mut numbers);
        for number in numbers.into_iter().take(MOST_NUMBERS) {
            for near in [number.saturating_sub(1), number, number.saturating_add(1)] {
                if near >= 0 && !values.contains(&near) {
                    values.push(near);
                }
            }
        }
        let names = self.names.all();
        let domain = names.map(|name| {
            let mut domain: Vec<_> = values.iter().copied().map(Some).collect();
            if self.names.columns.contains(name) && !self.names.not_null.contains(name) {
                domain.push(None);
            }
            domain
        });
        domain.collect()
    }
}

/// So many numbers in a condition are looked around at most.
const MOST_NUMBERS: usize = 4;

/// To the next combination, the last name turning fastest; says whether there is one.
fn advance(at: &mut [usize], domains: &[Vec<Option<i64>>]) -> bool {
    for (at, domain) in at.iter_mut().zip(domains).rev() {
        *at += 1;
        if *at < domain.len() {
            return true;
        }
        *at = 0;
    }
    false
}

impl Names {
    /// All names: columns, then parameters.
    fn all(&self) -> impl Iterator<Item = &String> {
        self.columns.iter().chain(&self.parameters)
    }

    fn place(&self, name: &str) -> Option<usize> {
        self.all()
            .position(|known| known.eq_ignore_ascii_case(name))
    }
}

impl Expr {
    /// Every number in it.
    fn numbers(&self, into: &mut Vec<i64>) {
        match self {
            Self::Number(number) => into.push(*number),
            Self::Null | Self::Truth(_) | Self::Name(_) => {}
            Self::Not(one) | Self::IsNull(one) => one.numbers(into),
            Self::And(left, right)
            | Self::Or(left, right)
            | Self::Compare(_, left, right)
            | Self::Distinct(left, right)
            | Self::Plus(left, right)
            | Self::Minus(left, right) => {
                left.numbers(into);
                right.numbers(into);
            }
            Self::Row(all) | Self::Coalesce(all) | Self::Greatest(all) | Self::Least(all) => {
                all.iter().for_each(|one| one.numbers(into));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn task(columns: &[&str], not_null: &[&str], parameters: &[&str], want: &str) -> Task {
        let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
        let names = Names {
            columns: owned(columns),
            not_null: owned(not_null),
            parameters: owned(parameters),
        };
        Task::new(names, want).unwrap()
    }

    fn fence(want: &str) -> Task {
        task(&["fence"], &["fence"], &["$2"], want)
    }

    #[test]
    fn conditions_that_do_the_same_are_the_same() {
        let same = [
            "$2 >= fence",
            "NOT fence > $2",
            "not (fence > $2)",
            "fence < $2 OR fence = $2",
            "FENCE<=$2",
            "(fence) <= ($2)",
            "fence - $2 <= 0",
            "fence < $2 + 1",
            "$2 BETWEEN fence AND $2",
            "fence IS NOT NULL AND fence <= $2",
            "greatest(fence, $2) = $2",
            "NOT (fence IS DISTINCT FROM $2) OR fence < $2",
            "fence IN ($2) OR fence < $2",
            "COALESCE(fence, 0) <= $2",
            "TRUE AND fence <= $2 AND NOT FALSE",
        ];
        for condition in same {
            assert_eq!(
                fence("fence <= $2").judge(condition),
                Ok(Judged::Right),
                "{condition}"
            );
        }
    }

    #[test]
    fn a_wrong_condition_comes_with_a_case_that_shows_it() {
        let case = |fence, token, wanted| {
            Ok(Judged::Wrong(Case {
                values: vec![
                    ("fence".to_owned(), Some(fence)),
                    ("$2".to_owned(), Some(token)),
                ],
                wanted,
            }))
        };
        let task = fence("fence <= $2");
        assert_eq!(task.judge("fence < $2"), case(33, 33, true));
        assert_eq!(task.judge("fence = $2"), case(33, 34, true));
        assert_eq!(task.judge("TRUE"), case(33, 32, false));
        assert_eq!(
            task.judge("fence + 1 = $2 OR fence = $2"),
            case(33, 35, true)
        );
        assert_eq!(task.judge("fence <= 34"), case(33, 32, false));
        assert!(!task.judge("fence <= $2 AND $2 <> 7777").unwrap().is_right());
    }

    #[test]
    fn null_is_neither_true_nor_false() {
        let task = task(&["fence"], &[], &["$2"], "COALESCE(fence, 0) < $2");
        let Judged::Wrong(case) = task.judge("fence < $2").unwrap() else {
            panic!("NULL was overlooked");
        };
        assert_eq!(case.values[0], ("fence".to_owned(), None));
        assert!(case.wanted);
        assert!(!task.judge("NOT fence >= $2").unwrap().is_right());
        for right in [
            "fence < $2 OR fence IS NULL AND $2 > 0",
            "(fence IS NOT NULL AND fence < $2) OR (fence IS NULL AND 0 < $2)",
        ] {
            assert_eq!(task.judge(right), Ok(Judged::Right), "{right}");
        }
    }

    #[test]
    fn null_may_be_taken_for_0_where_the_lowest_passes() {
        let task = task(&["fence"], &[], &["$2"], "fence IS NULL OR fence <= $2");
        assert_eq!(task.judge("COALESCE(fence, 0) <= $2"), Ok(Judged::Right));
        assert!(!task.judge("COALESCE(fence, 2) <= $2").unwrap().is_right());
        assert!(!task.judge("fence <= $2").unwrap().is_right());
    }

    #[test]
    fn rows_compare_from_left_to_right() {
        let names = ["fence", "seq"];
        let task = task(&names, &names, &["$1", "$2"], "(fence, seq) < ($1, $2)");
        let right = "fence < $1 OR (fence = $1 AND seq < $2)";
        assert_eq!(task.judge(right), Ok(Judged::Right));
        assert_eq!(task.judge("($1, $2) > (fence, seq)"), Ok(Judged::Right));
        assert!(!task.judge("fence < $1 AND seq < $2").unwrap().is_right());
        assert!(!task.judge("fence <= $1 AND seq < $2").unwrap().is_right());
    }

    #[test]
    fn what_is_no_condition_is_refused_with_a_reason() {
        let table = [
            ("", "There is no condition"),
            ("fence", "true or false"),
            ("fence <", "ends too early"),
            ("fence < $3", "\"$3\""),
            ("token < $2", "\"token\""),
            ("fence < 'x'", "\"'\""),
            ("fence < $2; DROP TABLE files", "\";\""),
            ("fence < $2 $2", "\"$2\""),
            ("fence < 99999999999999999999", "too large"),
            ("(fence, $2) < fence", "compared"),
            ("(fence, $2) < (fence)", "compared"),
            ("(fence < $2", "ends too early"),
            ("fence < TRUE", "compared"),
            ("NOT fence", "true or false"),
            ("fence AND $2", "true or false"),
            ("COALESCE(fence < $2, 1)", "number"),
            ("NULL", "true or false"),
        ];
        for (condition, told) in table {
            let error = fence("fence < $2")
                .judge(condition)
                .unwrap_err()
                .to_string();
            assert!(error.contains(told), "{condition}: {error}");
        }
        let deep = format!("{}fence < $2{}", "(".repeat(5_000), ")".repeat(5_000));
        assert!(fence("fence < $2").judge(&deep).is_err());
        let long = "NOT ".repeat(100_000);
        assert!(fence("fence < $2").judge(&long).is_err());
    }
}
