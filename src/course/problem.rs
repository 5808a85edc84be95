//! What is wrong with a pack, where, and what to write instead.

use std::cell::OnceCell;
use std::fmt;
use std::ops::Range;

use crate::text::{clean_line, shortened};

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
        write!(f, "{}.", told(&self.what))?;
        if self.remedy.is_empty() {
            return Ok(());
        }
        write!(f, " {}.", told(&self.remedy))
    }
}

/// The most problems of one file that are told; by then something is wrong with the file as a whole.
const MOST: usize = 100;

/// The most names that a remedy lists.
const NAMES: usize = 40;

/// As it is told: clean, on one line, and short, however long a value is that it quotes.
fn told(text: &str) -> String {
    shortened(&clean_line(text))
}

/// The names to choose from, as many as somebody would read.
pub(super) fn one_of<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> String {
    let more = names.len().saturating_sub(NAMES);
    let listed: Vec<_> = names.take(NAMES).collect();
    match more {
        0 => format!("one of {}", listed.join(", ")),
        more => format!("one of {} or {more} others", listed.join(", ")),
    }
}

/// Everything that is wrong with a pack, one a line; never empty. Of a file that has too much of it, the first are told, and how
/// many there are.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub struct Problems(
    /// In the order of the files and their lines.
    pub Vec<Problem>,
);

impl fmt::Display for Problems {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut separator = "";
        for of_file in self.0.chunk_by(|one, next| one.file == next.file) {
            let (shown, more) = of_file.split_at(MOST.min(of_file.len()));
            for problem in shown {
                write!(f, "{separator}{problem}")?;
                separator = "\n";
            }
            if let Some(first) = more.first() {
                let (file, more) = (clean_line(&first.file), more.len());
                write!(f, "\n{file}: and {more} more; mend these first.")?;
            }
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
    /// Where its lines begin, once somebody asked.
    starts: OnceCell<Vec<usize>>,
}

impl<'a> Reader<'a> {
    pub(super) fn new(file: &'a str, text: &'a str, problems: &'a mut Vec<Problem>) -> Self {
        Self {
            file,
            text,
            problems,
            starts: OnceCell::new(),
        }
    }

    /// The line, counted from 1, that byte `offset` is on.
    pub(super) fn line_of(&self, offset: usize) -> usize {
        let starts = self.starts.get_or_init(|| {
            let ends = self.text.match_indices('\n');
            [0].into_iter().chain(ends.map(|(at, _)| at + 1)).collect()
        });
        starts.partition_point(|start| *start <= offset)
    }

    /// Note a problem at the bytes `span`.
    pub(super) fn report(
        &mut self,
        span: Range<usize>,
        what: impl Into<String>,
        remedy: impl Into<String>,
    ) {
        let line = self.line_of(span.start);
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
