//! What is wrong with a pack, where, and what to write instead.

use std::fmt;
use std::ops::Range;

use crate::text::clean_line;

/// One thing that an author has to mend.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problem {
    /// The file, relative to the pack.
    pub file: String,
    /// The line, counted from 1, where one is to blame.
    pub line: Option<usize>,
    /// What is wrong.
    pub what: String,
    /// What to write instead; empty where `what` says that too.
    pub remedy: String,
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let file = clean_line(&self.file);
        match self.line {
            Some(line) => write!(f, "{file}:{line}: ")?,
            None => write!(f, "{file}: ")?,
        }
        write!(f, "{}.", clean_line(&self.what))?;
        if self.remedy.is_empty() {
            return Ok(());
        }
        write!(f, " {}.", clean_line(&self.remedy))
    }
}

/// Everything that is wrong with a pack, one a line; never empty.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problems(
    /// In the order of the files and their lines.
    pub Vec<Problem>,
);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, problem) in self.0.iter().enumerate() {
            let separator = if index == 0 { "" } else { "\n" };
            write!(f, "{separator}{problem}")?;
        }
        Ok(())
    }
}

/// One file while it is read: collects the problems found in it.
#[derive(Debug)]
pub(super) struct Reader<'a> {
    /// The file, relative to the pack.
    pub(super) file: &'a str,
    /// Its text, from which byte offsets become lines.
    pub(super) text: &'a str,
    pub(super) problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    /// Note a problem at the bytes `span`.
    pub(super) fn report(
        &mut self,
        span: Range<usize>,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        let line = line_of(self.text, span.start);
        self.report_line(line, what, remedy);
    }

    /// Note a problem on a line, counted from 1.
    pub(super) fn report_line(
        &mut self,
        line: usize,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        self.problems.push(Problem {
            file: self.file.to_owned(),
            line: Some(line),
            what: what.into(),
            remedy: remedy.into(),
        });
    }
}

/// The line, counted from 1, that byte `offset` of `text` is on.
pub(super) fn line_of(text: &str, offset: usize) -> usize {
    // A slice, not an iterator that takes: that one is counted many bytes at a time, and every id of a pack asks.
    let before = &text.as_bytes()[..offset.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}
