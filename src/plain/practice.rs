//! `token34 practice`: the questions line by line.

use std::io::{self, BufRead, Write};

use super::{Dialogue, Journal};
use crate::course::{Pack, Question};
use crate::practice::{GRADES, grade_name};

/// Ask every question of `pack` in turn, show the model answer, and keep what the learner says of their own.
///
/// It ends when the questions do, with `q`, or with the input. An answer is kept as soon as it is graded.
///
/// # Errors
/// Those of the input and the output.
pub fn practice<R: BufRead, W: Write>(
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let questions: Vec<_> = pack.lessons.iter().flat_map(|l| &l.questions).collect();
    let count = questions.len();
    for (index, question) in questions.into_iter().enumerate() {
        talk.out
            .line(&format!("Question {} of {count}", index + 1))?;
        if !ask(question, talk, journal)? {
            break;
        }
        talk.out.gap()?;
    }
    Ok(())
}

/// One question; `false` when the learner leaves.
fn ask<R: BufRead, W: Write>(
    question: &Question,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<bool> {
    for line in question.prompt.lines() {
        talk.out.paragraph("", &line)?;
    }
    talk.out.gap()?;
    let Some(text) = talk.prompt("Answer in a line, or just think and press Enter.")? else {
        return Ok(false);
    };
    talk.out.gap()?;
    talk.out.line("Model answer:")?;
    for line in question.answer.lines() {
        talk.out.paragraph("", &line)?;
    }
    talk.out.gap()?;
    loop {
        let choices = "How much of it did you know? 1 none, 2 part, 3 all; q leaves.";
        let Some(choice) = talk.prompt(choices)? else {
            return Ok(false);
        };
        if choice == "q" {
            return Ok(false);
        }
        let number: Option<usize> = choice.parse().ok();
        let Some(&grade) = number.and_then(|number| GRADES.get(number.checked_sub(1)?)) else {
            continue;
        };
        let saved = journal.answer(&question.id, &text, grade);
        talk.kept(&format!("Kept: {}.", grade_name(grade)), saved)?;
        return Ok(true);
    }
}
