//! `token34 read --guide`: the guide to a decision, one question at a time.

use std::io::{self, BufRead, Write};

use super::{Dialogue, Out};
use crate::course::{Advice, Fork, GUIDE_TITLE, Lesson, Rich, Stop};

/// Ask the questions of the guide, each after the answer to the one before, and print what they lead to.
///
/// `b` takes the last answer back, from the advice too. It ends with `q`, with Enter after the advice, or with the input.
///
/// # Errors
/// Those of the input and the output.
pub fn guide<R: BufRead, W: Write>(lesson: &Lesson, talk: &mut Dialogue<R, W>) -> io::Result<()> {
    talk.out.line(GUIDE_TITLE)?;
    let mut answers = Vec::new();
    loop {
        talk.out.gap()?;
        let (taken, stop) = lesson.guide.walk(&answers);
        for (_, turn) in &taken {
            talk.out.paragraph("You said: ", &turn.text)?;
        }
        match stop {
            Some(Stop::Question(fork)) => print_fork(fork, &mut talk.out)?,
            Some(Stop::Advice(advice)) => print_advice(advice, lesson, &mut talk.out)?,
            None => return talk.out.line("This lesson has no guide."),
        }
        let choices = match stop {
            Some(Stop::Question(fork)) => fork.answers.len(),
            _ => 0,
        };
        match reply(choices, !answers.is_empty(), talk)? {
            Reply::Answer(number) => answers.push(number),
            Reply::Back => {
                answers.pop();
            }
            Reply::Leave => return Ok(()),
        }
    }
}

/// What was said to a question, or to the advice.
enum Reply {
    Answer(usize),
    Back,
    Leave,
}

/// Takes an answer out of so many; none are left once there is advice.
fn reply<R: BufRead, W: Write>(
    choices: usize,
    begun: bool,
    talk: &mut Dialogue<R, W>,
) -> io::Result<Reply> {
    let back = if begun {
        "b takes the last answer back; "
    } else {
        ""
    };
    let question = match choices {
        0 => format!("{back}Enter ends here."),
        last => format!("Write 1 to {last}; {back}q leaves."),
    };
    loop {
        let Some(said) = talk.prompt(&question)? else {
            return Ok(Reply::Leave);
        };
        let number = said.parse::<usize>().ok();
        let number = number.and_then(|number| number.checked_sub(1));
        match said.as_str() {
            "q" => return Ok(Reply::Leave),
            "" if choices == 0 => return Ok(Reply::Leave),
            "b" if begun => return Ok(Reply::Back),
            _ => {}
        }
        match number.filter(|number| *number < choices) {
            Some(number) => return Ok(Reply::Answer(number)),
            None if choices == 0 => {
                talk.misread(&said, "this is the advice, and nothing is asked")?
            }
            None => talk.misread(&said, &format!("the answers are 1 to {choices}"))?,
        }
    }
}

fn print_fork<W: Write>(fork: &Fork, out: &mut Out<W>) -> io::Result<()> {
    out.paragraph("? ", &fork.text)?;
    if let Some(hint) = &fork.hint {
        out.paragraph("  ", hint)?;
    }
    for (number, turn) in (1..).zip(&fork.answers) {
        out.paragraph(&format!("  {number}. "), &turn.text)?;
    }
    Ok(())
}

fn print_advice<W: Write>(advice: &Advice, lesson: &Lesson, out: &mut Out<W>) -> io::Result<()> {
    out.gap()?;
    out.line(&advice.title)?;
    part("Lock: ", &advice.lock, out)?;
    part("Check: ", &advice.check, out)?;
    for reason in &advice.reasons {
        part("Why: ", reason, out)?;
    }
    part("The risk that remains: ", &advice.risk, out)?;
    if let Some(scenario) = &advice.scenario {
        out.line(&format!("It plays: token34 watch {scenario}"))?;
    }
    if let Some(section) = &advice.section {
        let title = lesson.title_of(section).unwrap_or(section);
        out.line(&format!("More in {title}: token34 read {section}"))?;
    }
    Ok(())
}

/// Paragraphs behind a label.
fn part<W: Write>(label: &str, text: &Rich, out: &mut Out<W>) -> io::Result<()> {
    for (index, line) in text.lines().enumerate() {
        if index == 0 {
            out.paragraph("", &format!("{label}{line}"))?;
        } else {
            out.paragraph("", &line)?;
        }
    }
    Ok(())
}
