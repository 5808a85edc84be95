//! The condition of an SQL statement, judged by what it does.
//!
//! Two conditions are the same when they let the same rows pass: [`Task::judge`] runs both over every case that can tell them
//! apart, as a database would, with NULL being neither true nor false. So `fence <= $2`, `$2 >= fence` and
//! `NOT fence > $2` are one answer.
//!
//! ```text
//!  words    text to words and signs, whoever's habit they are written in
//!  parse    words to Expr, with an error that says what was not understood
//!  forms    what stands in words and brackets: CASE, NULLIF, CAST, ROW
//!  eval     what an Expr is for given values
//! ```

mod error;
mod eval;
mod forms;
mod parse;
#[cfg(test)]
mod tests;
mod words;

pub use error::Error;

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
    /// Whether it is true, false or, as `None`, neither.
    Is(Box<Self>, Option<bool>),
    /// Whether two are different, NULL being equal to NULL.
    Distinct(Box<Self>, Box<Self>),
    Plus(Box<Self>, Box<Self>),
    Minus(Box<Self>, Box<Self>),
    Coalesce(Vec<Self>),
    Greatest(Vec<Self>),
    Least(Vec<Self>),
    /// The second if the first is true, else the third.
    If(Box<Self>, Box<Self>, Box<Self>),
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
    /// When `want` is no condition over these names, or there are too many of them.
    pub fn new(names: Names, want: &str) -> Result<Self, Error> {
        if !affordable(VALUES.len(), names.all().count()) {
            return Err(Error::Names);
        }
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
        let domains = self.domains(&given)?;
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

    /// For each name the values that it is tried with: a few, and those around every number that decides in one of the two
    /// conditions. None is below 0, since tokens, numbers of writes and times are not. A parameter begins at 1, as tokens do, and so
    /// does a column that is NULL until it has been written: so NULL may be taken for 0.
    fn domains(&self, given: &Expr) -> Result<Vec<Vec<Option<i64>>>, Error> {
        let mut values = VALUES.to_vec();
        let mut numbers = Vec::new();
        self.want.thresholds(&mut numbers);
        given.thresholds(&mut numbers);
        for number in numbers {
            for near in [number.saturating_sub(1), number, number.saturating_add(1)] {
                if near >= 0 && !values.contains(&near) {
                    values.push(near);
                }
            }
        }
        if !affordable(values.len(), self.names.all().count()) {
            return Err(Error::Numbers);
        }
        let names = self.names.all();
        let domain = names.map(|name| {
            let column = self.names.columns.contains(name);
            let nullable = column && !self.names.not_null.contains(name);
            let least = i64::from(nullable || !column);
            let values = values.iter().copied().filter(|value| *value >= least);
            let mut domain: Vec<_> = values.map(Some).collect();
            domain.extend(nullable.then_some(None));
            domain
        });
        Ok(domain.collect())
    }
}

/// So many cases are tried at most.
const MOST_CASES: usize = 400_000;

/// Whether every combination of so many values of so many names can be tried.
fn affordable(values: usize, names: usize) -> bool {
    let names = u32::try_from(names).unwrap_or(u32::MAX);
    values
        .checked_pow(names)
        .is_some_and(|cases| cases <= MOST_CASES)
}

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
    /// The numbers at which it may turn from true to false: those that it names, and what the constants of a comparison add
    /// up to, for each of the names that it compares.
    fn thresholds(&self, into: &mut Vec<i64>) {
        match self {
            Self::Number(number) => into.push(*number),
            Self::Null | Self::Truth(_) | Self::Name(_) => {}
            Self::Not(one) | Self::IsNull(one) | Self::Is(one, _) => one.thresholds(into),
            Self::Compare(_, left, right) | Self::Distinct(left, right) => {
                let (left_sum, left_names) = left.sum();
                let (right_sum, right_names) = right.sum();
                let apart = right_sum.saturating_sub(left_sum).saturating_abs();
                into.push(apart);
                into.push(apart / (left_names + right_names).max(1));
                left.thresholds(into);
                right.thresholds(into);
            }
            Self::Plus(left, right) | Self::Minus(left, right) => {
                into.push(self.sum().0.saturating_abs());
                left.thresholds(into);
                right.thresholds(into);
            }
            Self::And(left, right) | Self::Or(left, right) => {
                left.thresholds(into);
                right.thresholds(into);
            }
            Self::If(when, then, or) => {
                [when, then, or].iter().for_each(|one| one.thresholds(into));
            }
            Self::Row(all) | Self::Coalesce(all) | Self::Greatest(all) | Self::Least(all) => {
                all.iter().for_each(|one| one.thresholds(into));
            }
        }
    }

    /// What the constants of a sum come to, and how many other things it adds up.
    fn sum(&self) -> (i64, i64) {
        match self {
            Self::Number(number) => (*number, 0),
            Self::Plus(left, right) => {
                let (left, right) = (left.sum(), right.sum());
                (left.0.saturating_add(right.0), left.1 + right.1)
            }
            Self::Minus(left, right) => {
                let (left, right) = (left.sum(), right.sum());
                (left.0.saturating_sub(right.0), left.1 + right.1)
            }
            _ => (0, 1),
        }
    }
}
