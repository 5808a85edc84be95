//! The text of a condition to an [`Expr`].

use super::{Compare, Error, Expr, Names, error::LONGEST, words::words};

/// So deep may brackets stand within each other.
const DEEPEST: usize = 40;

/// Reads a condition.
pub(super) fn condition(text: &str, names: &Names) -> Result<Expr, Error> {
    if text.chars().count() > LONGEST {
        return Err(Error::Long);
    }
    // Quotes around a name change nothing here: each is written in small letters.
    let tokens = words(&text.replace('"', ""), &names.parameters)?;
    match tokens.first().map(|first| first.to_ascii_uppercase()) {
        None => return Err(Error::Empty),
        Some(first) if first == "WHERE" || first == "AND" => return Err(Error::Lead(first)),
        _ => {}
    }
    let mut parser = Parser {
        tokens,
        at: 0,
        depth: 0,
        names,
    };
    let expr = parser.or()?;
    match parser.tokens.get(parser.at) {
        Some(stray) => Err(Error::Stray(stray.clone())),
        None => truth(expr),
    }
}

pub(super) fn truth(expr: Expr) -> Result<Expr, Error> {
    if is_truth(&expr) {
        Ok(expr)
    } else {
        Err(Error::NoTruth)
    }
}

pub(super) fn number(expr: Expr) -> Result<Expr, Error> {
    if is_truth(&expr) || matches!(expr, Expr::Row(_)) {
        Err(Error::NoNumber)
    } else {
        Ok(expr)
    }
}

pub(super) fn is_truth(expr: &Expr) -> bool {
    matches!(
        expr,
        Expr::Truth(_)
            | Expr::Not(_)
            | Expr::And(..)
            | Expr::Or(..)
            | Expr::Compare(..)
            | Expr::IsNull(_)
            | Expr::Is(..)
            | Expr::Distinct(..)
    ) || match expr {
        Expr::Coalesce(parts) => parts.iter().any(is_truth),
        Expr::If(_, then, or) => is_truth(then) || is_truth(or),
        _ => false,
    }
}

pub(super) struct Parser<'a> {
    tokens: Vec<String>,
    pub(super) at: usize,
    depth: usize,
    names: &'a Names,
}

impl Parser<'_> {
    pub(super) fn peek(&self) -> Option<String> {
        self.tokens
            .get(self.at)
            .map(|token| token.to_ascii_uppercase())
    }

    /// Takes the next token if it is this one, in whatever case.
    pub(super) fn take(&mut self, wanted: &str) -> bool {
        let there = self.peek().is_some_and(|token| token == wanted);
        self.at += usize::from(there);
        there
    }

    pub(super) fn need(&mut self, wanted: &str) -> Result<(), Error> {
        if self.take(wanted) {
            Ok(())
        } else {
            Err(self.stray())
        }
    }

    fn stray(&self) -> Error {
        let token = self.tokens.get(self.at);
        token.map_or(Error::Short, |token| Error::Stray(token.clone()))
    }

    pub(super) fn deeper<T>(
        &mut self,
        read: fn(&mut Self) -> Result<T, Error>,
    ) -> Result<T, Error> {
        if self.depth == DEEPEST {
            return Err(Error::Deep);
        }
        self.depth += 1;
        let read = read(self);
        self.depth -= 1;
        read
    }

    pub(super) fn or(&mut self) -> Result<Expr, Error> {
        let mut left = self.and()?;
        while self.take("OR") {
            left = Expr::Or(Box::new(truth(left)?), Box::new(truth(self.and()?)?));
        }
        Ok(left)
    }

    fn and(&mut self) -> Result<Expr, Error> {
        let mut left = self.not()?;
        while self.take("AND") {
            left = Expr::And(Box::new(truth(left)?), Box::new(truth(self.not()?)?));
        }
        Ok(left)
    }

    fn not(&mut self) -> Result<Expr, Error> {
        if self.take("NOT") {
            let one = self.deeper(Self::not)?;
            return Ok(Expr::Not(Box::new(truth(one)?)));
        }
        self.predicate()
    }

    fn predicate(&mut self) -> Result<Expr, Error> {
        let left = self.sum()?;
        let signs = [
            ("=", Compare::Equal),
            ("<>", Compare::Unequal),
            ("!=", Compare::Unequal),
            ("<", Compare::Less),
            ("<=", Compare::AtMost),
            (">", Compare::More),
            (">=", Compare::AtLeast),
        ];
        if let Some((_, how)) = signs.into_iter().find(|(sign, _)| self.take(sign)) {
            let right = self.sum()?;
            let compared = compare(how, left, right)?;
            return match self.take("IS") {
                true => self.is(compared),
                false => Ok(compared),
            };
        }
        if self.take("IS") {
            return self.is(left);
        }
        if self.take("ISNULL") {
            return Ok(Expr::IsNull(Box::new(left)));
        }
        if self.take("NOTNULL") {
            return Ok(Expr::Not(Box::new(Expr::IsNull(Box::new(left)))));
        }
        let negated = self.take("NOT");
        let expr = if self.take("BETWEEN") {
            let low = self.sum()?;
            self.need("AND")?;
            let high = self.sum()?;
            let above = compare(Compare::AtLeast, left.clone(), low)?;
            Expr::And(
                Box::new(above),
                Box::new(compare(Compare::AtMost, left, high)?),
            )
        } else if self.take("IN") {
            let mut any = Expr::Truth(false);
            for one in self.list()? {
                let equal = compare(Compare::Equal, left.clone(), one)?;
                any = Expr::Or(Box::new(any), Box::new(equal));
            }
            any
        } else if negated {
            return Err(self.stray());
        } else {
            return Ok(left);
        };
        Ok(if negated {
            Expr::Not(Box::new(expr))
        } else {
            expr
        })
    }

    /// What follows IS.
    fn is(&mut self, left: Expr) -> Result<Expr, Error> {
        let negated = self.take("NOT");
        let word = self.peek().unwrap_or_default();
        let truths = [
            ("TRUE", Some(true)),
            ("FALSE", Some(false)),
            ("UNKNOWN", None),
        ];
        let asked = truths.into_iter().find(|(known, _)| *known == word);
        let expr = if let Some((_, wanted)) = asked {
            self.at += 1;
            Expr::Is(Box::new(truth(left)?), wanted)
        } else if self.take("NULL") {
            match is_truth(&left) {
                true => Expr::Is(Box::new(left), None),
                false => Expr::IsNull(Box::new(left)),
            }
        } else if self.take("DISTINCT") {
            self.need("FROM")?;
            let right = self.sum()?;
            Expr::Distinct(Box::new(number(left)?), Box::new(number(right)?))
        } else {
            return Err(self.stray());
        };
        Ok(if negated {
            Expr::Not(Box::new(expr))
        } else {
            expr
        })
    }

    pub(super) fn sum(&mut self) -> Result<Expr, Error> {
        let mut left = self.term()?;
        loop {
            let join = match self.peek().as_deref() {
                Some("+") => Expr::Plus,
                Some("-") => Expr::Minus,
                _ => return Ok(left),
            };
            self.at += 1;
            left = join(Box::new(number(left)?), Box::new(number(self.term()?)?));
        }
    }

    fn term(&mut self) -> Result<Expr, Error> {
        let Some(token) = self.tokens.get(self.at).cloned() else {
            return Err(Error::Short);
        };
        self.at += 1;
        let numbers = |list: Vec<Expr>| list.into_iter().map(number).collect::<Result<Vec<_>, _>>();
        match token.to_ascii_uppercase().as_str() {
            "(" => self.deeper(Self::bracket),
            "-" => {
                let one = self.deeper(Self::term)?;
                Ok(Expr::Minus(
                    Box::new(Expr::Number(0)),
                    Box::new(number(one)?),
                ))
            }
            "NULL" => Ok(Expr::Null),
            "TRUE" => Ok(Expr::Truth(true)),
            "FALSE" => Ok(Expr::Truth(false)),
            "ROW" => self.row(),
            "CAST" => self.cast(),
            "CASE" => self.deeper(Self::case),
            "NULLIF" => self.null_if(),
            "COALESCE" | "IFNULL" | "NVL" => {
                let list = self.list()?;
                match list.iter().any(is_truth) {
                    true => list.into_iter().map(truth).collect::<Result<_, _>>(),
                    false => numbers(list),
                }
                .map(Expr::Coalesce)
            }
            "GREATEST" => Ok(Expr::Greatest(numbers(self.list()?)?)),
            "LEAST" => Ok(Expr::Least(numbers(self.list()?)?)),
            "AND" | "OR" | "IS" | "IN" | "BETWEEN" | "DISTINCT" | "FROM" => {
                Err(Error::Stray(token))
            }
            "SELECT" | "EXISTS" | "ANY" | "ALL" | "SOME" | "ARRAY" => {
                Err(Error::Query(token, self.known()))
            }
            _ if self.peek().as_deref() == Some("(") => Err(Error::Needless(token)),
            word => self.name_or_number(&token, word),
        }
    }

    fn name_or_number(&self, token: &str, word: &str) -> Result<Expr, Error> {
        if word.bytes().all(|byte| byte.is_ascii_digit()) {
            let number = token
                .parse()
                .ok()
                .filter(|number: &i64| *number < i64::MAX / 4);
            return number
                .map(Expr::Number)
                .ok_or_else(|| Error::Large(token.to_owned()));
        }
        if !word.starts_with(|c: char| c == '$' || c == '_' || c.is_ascii_alphabetic()) {
            return Err(Error::Stray(token.to_owned()));
        }
        // A table before the column says nothing new: there is one.
        let column = token.rsplit('.').next().unwrap_or(token);
        match self.names.place(column) {
            Some(place) => Ok(Expr::Name(place)),
            None => Err(Error::Unknown(token.to_owned(), self.known())),
        }
    }

    /// The names that may be written.
    fn known(&self) -> String {
        let known: Vec<_> = self.names.all().map(String::as_str).collect();
        known.join(", ")
    }

    /// What follows an opening bracket: something in brackets, or a row.
    pub(super) fn bracket(&mut self) -> Result<Expr, Error> {
        let first = self.or()?;
        if !self.take(",") {
            self.need(")")?;
            return Ok(first);
        }
        let mut row = vec![number(first)?, number(self.sum()?)?];
        while self.take(",") {
            row.push(number(self.sum()?)?);
        }
        self.need(")")?;
        Ok(Expr::Row(row))
    }

    /// A list in brackets.
    pub(super) fn list(&mut self) -> Result<Vec<Expr>, Error> {
        self.need("(")?;
        let mut list = vec![self.deeper(Self::or)?];
        while self.take(",") {
            list.push(self.deeper(Self::or)?);
        }
        self.need(")")?;
        Ok(list)
    }
}

/// Two numbers, or two rows of the same length.
pub(super) fn compare(how: Compare, left: Expr, right: Expr) -> Result<Expr, Error> {
    let alike = match (&left, &right) {
        (Expr::Row(left), Expr::Row(right)) => left.len() == right.len(),
        (Expr::Row(_), _) | (_, Expr::Row(_)) => false,
        (left, right) => !is_truth(left) && !is_truth(right),
    };
    if alike {
        Ok(Expr::Compare(how, Box::new(left), Box::new(right)))
    } else {
        Err(Error::Unlike)
    }
}
