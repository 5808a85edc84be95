//! What stands in words and brackets: CASE, NULLIF, CAST and ROW.

use super::{
    Compare, Error, Expr,
    parse::{Parser, compare, is_truth, number, truth},
    words::is_whole,
};

impl Parser<'_> {
    /// What follows CASE.
    pub(super) fn case(&mut self) -> Result<Expr, Error> {
        let subject = match self.peek().as_deref() {
            Some("WHEN") => None,
            _ => Some(self.sum()?),
        };
        let mut branches = Vec::new();
        while self.take("WHEN") {
            let when = match &subject {
                Some(subject) => compare(Compare::Equal, subject.clone(), self.sum()?)?,
                None => truth(self.or()?)?,
            };
            self.need("THEN")?;
            branches.push((when, self.or()?));
        }
        let or = match self.take("ELSE") {
            true => self.or()?,
            false => Expr::Null,
        };
        self.need("END")?;
        let ends = branches.iter().map(|(_, then)| then).chain([&or]);
        let ends: Vec<_> = ends.filter(|end| **end != Expr::Null).collect();
        // All are true or false, or all are numbers; NULL goes with either.
        if branches.is_empty() || ends.iter().any(|end| is_truth(end) != is_truth(ends[0])) {
            return Err(Error::Unlike);
        }
        Ok(branches.into_iter().rev().fold(or, |or, (when, then)| {
            Expr::If(Box::new(when), Box::new(then), Box::new(or))
        }))
    }

    /// What follows NULLIF.
    pub(super) fn null_if(&mut self) -> Result<Expr, Error> {
        let list = self.list()?;
        let [one, other] = <[Expr; 2]>::try_from(list).map_err(|_| Error::Unlike)?;
        let same = compare(Compare::Equal, one.clone(), other)?;
        Ok(Expr::If(
            Box::new(same),
            Box::new(Expr::Null),
            Box::new(one),
        ))
    }

    /// What follows CAST.
    pub(super) fn cast(&mut self) -> Result<Expr, Error> {
        self.need("(")?;
        let one = number(self.deeper(Self::or)?)?;
        self.need("AS")?;
        is_whole(&self.peek().unwrap_or_default())?;
        self.at += 1;
        self.need(")")?;
        Ok(one)
    }

    /// What follows ROW.
    pub(super) fn row(&mut self) -> Result<Expr, Error> {
        self.need("(")?;
        match self.deeper(Self::bracket)? {
            row @ Expr::Row(_) => Ok(row),
            _ => Err(Error::Unlike),
        }
    }
}
