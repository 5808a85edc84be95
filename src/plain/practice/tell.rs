//! Says how an answer went, explains every part of the question, and tells the runs that show it.

use std::io::{self, BufRead, Write};

use super::On;
use crate::course::Lesson;
use crate::fencing::scenario::Scenario;
use crate::plain::{Dialogue, watch::watch};
use crate::practice::{How, Item, Mark, Remark, Run, Sheet, generate, verdict};
use crate::progress::Sure;

impl<R: BufRead, W: Write> Dialogue<R, W> {
    /// How it went, the answer, and a remark on each item.
    pub(super) fn explain(&mut self, sheet: &Sheet, mark: &Mark, sure: Sure) -> io::Result<()> {
        self.out.line(&verdict(mark.grade, Some(sure)))?;
        if let Some(told) = &mark.told {
            self.out.paragraph("", told)?;
        }
        self.prose("", &sheet.answer)?;
        self.out.gap()?;
        let runs = runs(sheet, mark);
        for (place, remark) in (1..).zip(&mark.remarks) {
            let Some(item) = sheet.items.get(remark.item) else {
                continue;
            };
            let number = match sheet.how {
                How::Order | How::Match | How::Condition => place,
                _ => remark.item + 1,
            };
            self.out
                .paragraph(&format!("  {number}. "), &named(sheet, item))?;
            self.out.paragraph("     ", &said(remark, item, &runs))?;
        }
        self.believed(sheet)
    }

    /// What is often believed instead, and what is so.
    pub(super) fn believed(&mut self, sheet: &Sheet) -> io::Result<()> {
        for belief in &sheet.beliefs {
            self.out.gap()?;
            self.out.paragraph("", &belief.said)?;
            self.prose("", &belief.truth)?;
        }
        Ok(())
    }

    /// Asks how to go on, and tells runs as long as the learner wants to.
    pub(super) fn go_on(&mut self, sheet: &Sheet, mark: &Mark, lesson: &Lesson) -> io::Result<On> {
        let runs = runs(sheet, mark);
        for (number, run) in (1..).zip(&runs) {
            self.out.paragraph(&format!("  p{number} "), &run.title)?;
        }
        let ask = match runs.len() {
            0 => "Enter goes on; u takes the answer back; q leaves.",
            _ => {
                "Enter goes on; p and a number tells a run that shows it; u takes the answer back; q leaves."
            }
        };
        loop {
            let Some(line) = self.prompt(ask)? else {
                return Ok(On::Leave);
            };
            match line.as_str() {
                "" => return Ok(On::Next),
                "q" => return Ok(On::Leave),
                "u" => return Ok(On::Again),
                other => {
                    let number = other.strip_prefix('p').map(str::trim);
                    let number = number.and_then(|number| number.parse::<usize>().ok());
                    let run = number.and_then(|number| runs.get(number.checked_sub(1)?));
                    match run {
                        Some(run) => self.run(run, lesson)?,
                        None => self.misread(other, &can(runs.len()))?,
                    }
                }
            }
        }
    }

    fn run(&mut self, run: &Run, lesson: &Lesson) -> io::Result<()> {
        let source = lesson.scenario(&run.scenario);
        let read = source.map(|source| Scenario::parse(&source.file, &source.toml));
        let read = read.or_else(|| generate::scenario(&run.scenario).map(Ok));
        match read {
            Some(Ok(scenario)) => watch(&scenario.run(), &mut self.out),
            Some(Err(error)) => self.out.line(&error.to_string()),
            None => Ok(()),
        }
    }
}

/// What can be typed after an answer, where so many runs show it.
fn can(runs: usize) -> String {
    let told = match runs {
        0 => String::new(),
        1 => "p1 tells the run, ".to_owned(),
        last => format!("p1 to p{last} tell the runs, "),
    };
    format!("Enter goes on, {told}u takes the answer back, q leaves")
}

/// The runs that show it, each once: that of the question, then those of its items.
fn runs(sheet: &Sheet, mark: &Mark) -> Vec<Run> {
    let items = mark.remarks.iter();
    let items = items.filter_map(|remark| sheet.items.get(remark.item)?.run.as_ref());
    let mut runs: Vec<Run> = Vec::new();
    for run in sheet.run.iter().chain(items) {
        if !runs.contains(run) {
            runs.push(run.clone());
        }
    }
    runs
}

/// What an item says, with its match or its line of the code.
fn named(sheet: &Sheet, item: &Item) -> String {
    let text = item.text.plain();
    match (sheet.how, item.line) {
        (How::Match, _) => {
            let right = sheet.rights.get(item.place);
            format!("{text}: {}", right.map_or("", |right| right.text.as_str()))
        }
        (_, Some(line)) => format!("Line {line}: {text}"),
        _ => text,
    }
}

/// Whether it is right, why, and which of the runs shows it.
fn said(remark: &Remark, item: &Item, runs: &[Run]) -> String {
    let why = item.why.plain();
    let shown = runs.iter().position(|run| Some(run) == item.run.as_ref());
    let shown = shown.map_or(String::new(), |at| format!(" (p{})", at + 1));
    format!("{} {why}{shown}", remark.word)
        .trim_end()
        .to_owned()
}
