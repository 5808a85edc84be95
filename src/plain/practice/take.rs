//! Takes an answer to a question of each kind, and asks again where it is none.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};

use crate::course::Rich;
use crate::plain::{Dialogue, dialogue::numbered};
use crate::practice::standing::counted;
use crate::practice::{GRADES, Given, How, SURE, Sheet, grade_name, sure_word};
use crate::progress::Sure;

/// What was said to a question.
pub(super) enum Taken {
    Given(Given),
    Passed,
    Left,
}

/// A line that was typed, or the end.
enum Said {
    Line(String),
    Empty,
    Left,
}

impl<R: BufRead, W: Write> Dialogue<R, W> {
    /// Asks the question, and takes an answer to it; `begun` is what was written for it before.
    pub(super) fn take(&mut self, sheet: &Sheet, begun: &str) -> io::Result<Taken> {
        self.asked(sheet)?;
        if !begun.is_empty() {
            self.out.gap()?;
            for line in begun.lines() {
                self.out.paragraph("Written before: ", line)?;
            }
        }
        if sheet.items.is_empty() && sheet.how == How::One {
            self.out.line("This run asks nothing there.")?;
            return Ok(Taken::Passed);
        }
        let count = sheet.items.len();
        match sheet.how {
            How::Recall => self.recall(begun),
            How::One => {
                let ask = format!("Which one? Write 1 to {count}; Enter passes over.");
                self.numbers(&ask, |numbers| match numbers {
                    [one] if *one < count => Ok(Given::One(Some(*one))),
                    _ => Err(format!("write one number from 1 to {count}")),
                })
            }
            How::Several => {
                let ask = "Which are right? Write their numbers, such as 1 3, or 0 for none; Enter passes over.";
                self.numbers(ask, |numbers| {
                    let chosen = some(numbers, count).map(Given::Several);
                    chosen.ok_or_else(|| format!("write numbers from 1 to {count}"))
                })
            }
            How::Order => {
                let ask = "In which order? Write all the numbers, the first one first, such as 3 1 2; Enter passes over.";
                self.numbers(ask, |numbers| {
                    let all: BTreeSet<usize> = numbers.iter().copied().collect();
                    let whole = numbers.len() == count && all.len() == count;
                    let known = all.iter().all(|one| *one < count);
                    match whole && known {
                        true => Ok(Given::Order(numbers.to_vec())),
                        false => Err(format!("write each number from 1 to {count} once")),
                    }
                })
            }
            How::Match => self.pairs(sheet),
            How::Condition => self.condition(sheet),
        }
    }

    /// What is asked, and what there is to choose from.
    fn asked(&mut self, sheet: &Sheet) -> io::Result<()> {
        self.prose("", &sheet.prompt)?;
        self.out.gap()?;
        if let Some((_, code)) = &sheet.code {
            let numbered = sheet.condition.is_none();
            for (number, line) in (1..).zip(code.lines()) {
                match numbered {
                    true => self.out.line(&format!("  {number}  {line}"))?,
                    false => self.out.line(&format!("  {line}"))?,
                }
            }
            self.out.gap()?;
        }
        if matches!(sheet.how, How::One | How::Several | How::Order) {
            for (number, item) in (1..).zip(&sheet.items) {
                let about = item.line.map(|line| format!("Line {line}: "));
                let text = format!("{}{}", about.unwrap_or_default(), item.text.plain());
                self.out.paragraph(&format!("  {number}. "), &text)?;
            }
        }
        for (number, right) in (1..).zip(&sheet.rights) {
            self.out.paragraph(&format!("  {number}. "), &right.text)?;
        }
        Ok(())
    }

    pub(super) fn prose(&mut self, first: &str, text: &Rich) -> io::Result<()> {
        for line in text.lines() {
            self.out.paragraph(first, &line)?;
        }
        Ok(())
    }

    fn said(&mut self, ask: &str) -> io::Result<Said> {
        Ok(match self.prompt(ask)? {
            None => Said::Left,
            Some(line) if line == "q" => Said::Left,
            Some(line) if line.is_empty() => Said::Empty,
            Some(line) => Said::Line(line),
        })
    }

    fn recall(&mut self, begun: &str) -> io::Result<Taken> {
        let ask = if begun.is_empty() {
            "Answer in a line, or just think and press Enter."
        } else {
            "Answer in a line; Enter takes what was written before."
        };
        let text = match self.said(ask)? {
            Said::Left => return Ok(Taken::Left),
            Said::Empty => begun.to_owned(),
            Said::Line(text) => text,
        };
        Ok(Taken::Given(Given::Recall {
            text,
            ticks: BTreeSet::new(),
            grade: None,
        }))
    }

    /// Takes numbers until they make an answer; they are counted from 0 then.
    fn numbers(
        &mut self,
        ask: &str,
        answer: impl Fn(&[usize]) -> Result<Given, String>,
    ) -> io::Result<Taken> {
        loop {
            match self.said(ask)? {
                Said::Left => return Ok(Taken::Left),
                Said::Empty => return Ok(Taken::Passed),
                Said::Line(line) => {
                    // A line with a word in it is no answer either: a number that there is not stands for it.
                    let numbers = numbers(&line).unwrap_or_else(|| vec![usize::MAX]);
                    match answer(&numbers) {
                        Ok(given) => return Ok(Taken::Given(given)),
                        Err(can) => self.misread(&line, &can)?,
                    }
                }
            }
        }
    }

    fn pairs(&mut self, sheet: &Sheet) -> io::Result<Taken> {
        let rights = sheet.rights.len();
        let mut chosen = Vec::new();
        for item in &sheet.items {
            let left = item.text.plain();
            let ask = format!(
                "{left}: which of 1 to {rights} belongs to it? Enter passes over the question."
            );
            let one = |numbers: &[usize]| match numbers {
                [one] if *one < rights => Ok(Given::One(Some(*one))),
                _ => Err(format!("write one number from 1 to {rights}")),
            };
            let mut said = self.numbers(&ask, one)?;
            if matches!(said, Taken::Passed) && !chosen.is_empty() {
                // What is given already goes only with a second word.
                let given = counted(chosen.len(), "pair", "pairs");
                let again = format!(
                    "Write 1 to {rights} to go on. Enter again passes over the question, and drops the {given} given."
                );
                said = self.numbers(&again, one)?;
            }
            match said {
                Taken::Given(Given::One(one)) => chosen.push(one),
                other => return Ok(other),
            }
        }
        Ok(Taken::Given(Given::Match(chosen)))
    }

    fn condition(&mut self, sheet: &Sheet) -> io::Result<Taken> {
        self.out.paragraph("", &sheet.names().unwrap_or_default())?;
        loop {
            let said = self.said("Write the condition; Enter passes over.")?;
            let given = match said {
                Said::Left => return Ok(Taken::Left),
                Said::Empty => return Ok(Taken::Passed),
                Said::Line(text) => Given::Condition(text),
            };
            match sheet.mark(&given) {
                Ok(_) => return Ok(Taken::Given(given)),
                Err(error) => self.out.paragraph("", &format!("{error}."))?,
            }
        }
    }

    /// How sure the learner is; `None` when they leave.
    pub(in crate::plain) fn how_sure(&mut self) -> io::Result<Option<Sure>> {
        let steps = (1..).zip(SURE);
        let steps: Vec<_> = steps
            .map(|(number, sure)| format!("{number} {}", sure_word(sure)))
            .collect();
        let ask = format!("How sure are you? {}.", steps.join(", "));
        let can = format!("write one number from 1 to {}, or q to leave", SURE.len());
        loop {
            match self.said(&ask)? {
                Said::Left => return Ok(None),
                Said::Empty => self.misread("", &can)?,
                Said::Line(line) => match numbered(&line, &SURE) {
                    Some(sure) => return Ok(Some(*sure)),
                    None => self.misread(&line, &can)?,
                },
            }
        }
    }

    /// Shows the model answer, and takes which of its points were there; `None` when the learner leaves.
    pub(super) fn tick_off(&mut self, sheet: &Sheet, given: Given) -> io::Result<Option<Given>> {
        let Given::Recall { text, .. } = given else {
            return Ok(Some(given));
        };
        self.out.gap()?;
        self.out.line("Model answer:")?;
        self.prose("", &sheet.answer)?;
        self.believed(sheet)?;
        if !text.trim().is_empty() {
            self.out.gap()?;
            self.out.line("Your answer:")?;
            for line in text.trim().lines() {
                self.out.paragraph("  ", line)?;
            }
        }
        self.out.gap()?;
        let mut ticks = BTreeSet::new();
        if !sheet.items.is_empty() {
            for (number, item) in (1..).zip(&sheet.items) {
                let point = item.text.plain();
                self.out.paragraph(&format!("  {number}. "), &point)?;
            }
            let ask = "Which of these points did yours have? Write their numbers, such as 1 3; Enter for none.";
            loop {
                match self.said(ask)? {
                    Said::Left => return Ok(None),
                    Said::Empty => break,
                    Said::Line(line) => {
                        let some = numbers(&line).and_then(|all| some(&all, sheet.items.len()));
                        if let Some(some) = some {
                            ticks = some;
                            break;
                        }
                        let last = sheet.items.len();
                        self.misread(&line, &format!("the points are 1 to {last}"))?;
                    }
                }
            }
        }
        self.grade(sheet, text, ticks)
    }

    /// What the points come to, unless the learner says otherwise.
    fn grade(
        &mut self,
        sheet: &Sheet,
        text: String,
        ticks: BTreeSet<usize>,
    ) -> io::Result<Option<Given>> {
        let by_points = (!sheet.items.is_empty()).then(|| sheet.ticked(&ticks));
        let ask = match by_points {
            Some(grade) => format!(
                "That comes to: {}. Enter keeps it; 1 none, 2 part, 3 all says otherwise.",
                grade_name(grade)
            ),
            None => "How much of it did you know? 1 none, 2 part, 3 all.".to_owned(),
        };
        let can = "write 1, 2 or 3, or q to leave";
        loop {
            let grade = match self.said(&ask)? {
                Said::Left => return Ok(None),
                Said::Empty if by_points.is_some() => None,
                Said::Empty => {
                    self.misread("", can)?;
                    continue;
                }
                Said::Line(line) => match numbered(&line, &GRADES) {
                    Some(grade) => Some(*grade),
                    None => {
                        self.misread(&line, can)?;
                        continue;
                    }
                },
            };
            return Ok(Some(Given::Recall { text, ticks, grade }));
        }
    }
}

/// The digits of a line as numbers counted from 0, and none of them for a 0 alone; `None` when anything else stands there.
fn numbers(line: &str) -> Option<Vec<usize>> {
    if line.trim() == "0" {
        return Some(Vec::new());
    }
    let signs = line.chars().filter(|c| !matches!(c, ' ' | ',' | '.'));
    let number = |c: char| usize::try_from(c.to_digit(10)?).ok()?.checked_sub(1);
    signs.map(number).collect()
}

/// The numbers of a line counted from 0, each below `count`.
pub(in crate::plain) fn numbers_below(line: &str, count: usize) -> Option<BTreeSet<usize>> {
    some(&numbers(line)?, count)
}

/// A set of numbers below `count`.
fn some(numbers: &[usize], count: usize) -> Option<BTreeSet<usize>> {
    let known = numbers.iter().all(|one| *one < count);
    known.then(|| numbers.iter().copied().collect())
}
