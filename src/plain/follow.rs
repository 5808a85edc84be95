//! `token34 watch --plain`: a timeline step by step, with the same predictions as on the screens.

use std::io::{self, BufRead, Write};

use super::find::noted;
use super::watch::{ending, head, known_after, told};
use super::{Dialogue, Journal, dialogue::numbered};
use crate::fencing::scenario::Scenario;
use crate::practice::predict::{self, Choice, Question};
use crate::progress::Spot;

const KEYS: &str = "Enter goes on a step, rest tells the rest without asking, q leaves. Before the story turns you are asked what will happen.";

/// What was said to a question.
struct Given<'q> {
    question: &'q Question,
    choice: &'q Choice,
}

/// How to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum On {
    Step,
    Rest,
    Leave,
}

/// Tell the run of a scenario a step at a time, ask for a prediction before the story turns, and keep it at once.
///
/// `lesson` is the one that teaches it; a run of one's own is taught by none, and not marked as watched.
///
/// It ends when the run does, with `q`, or with the input.
///
/// # Errors
/// Those of the input and the output.
pub fn follow<R: BufRead, W: Write>(
    scenario: &Scenario,
    lesson: Option<&str>,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let run = scenario.run();
    let questions = predict::questions(scenario, &run);
    head(&run, &mut talk.out)?;
    talk.out.paragraph("", KEYS)?;
    talk.out.gap()?;
    let mut on = On::Step;
    let mut given: Option<Given<'_>> = None;
    let mut known = String::new();
    for (index, moment) in run.moments.iter().enumerate() {
        let question = questions.iter().find(|question| question.before == index);
        if let Some(question) = question.filter(|_| on == On::Step) {
            match ask(&scenario.id, question, talk, journal)? {
                Answer::Given(choice) => given = Some(Given { question, choice }),
                Answer::Passed => {}
                Answer::Leave => return Ok(()),
            }
        }
        talk.out.paragraph("", &told(&run, moment))?;
        let is_here = |spot: &Spot| match spot {
            Spot::Watch {
                scenario,
                at_ms,
                nth,
            } => *scenario == run.scenario && run.moment_of(*at_ms, *nth) == index,
            _ => false,
        };
        let said = lesson.and_then(|lesson| noted(journal.record(), lesson, is_here));
        if let Some(said) = said {
            talk.out.paragraph("   ", &said)?;
        }
        if let Some(after) = known_after(&run, moment, &known) {
            talk.out.paragraph("   ", &after)?;
            known = after;
        }
        if let Some(given) = given.take_if(|given| given.question.answered == index) {
            tell(&given, talk)?;
        }
        // After a prediction the run goes on to where it is decided.
        if on == On::Step && given.is_none() && index + 1 < run.moments.len() {
            on = go_on(talk)?;
        }
        if on == On::Leave {
            return Ok(());
        }
    }
    ending(&run, &mut talk.out)?;
    match lesson {
        Some(lesson) => {
            let saved = journal.watched(lesson, &scenario.id);
            talk.kept("Marked as watched.", saved)
        }
        None => Ok(()),
    }
}

fn go_on<R: BufRead, W: Write>(talk: &mut Dialogue<R, W>) -> io::Result<On> {
    loop {
        match talk.line()?.as_deref() {
            Some("") => return Ok(On::Step),
            Some("rest") => return Ok(On::Rest),
            None | Some("q") => return Ok(On::Leave),
            Some(said) => talk.misread(said, "Enter goes on, rest tells the rest, q leaves")?,
        }
    }
}

enum Answer<'q> {
    Given(&'q Choice),
    Passed,
    Leave,
}

/// One question, and how sure the learner is of the answer.
fn ask<'q, R: BufRead, W: Write>(
    scenario: &str,
    question: &'q Question,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<Answer<'q>> {
    talk.out.paragraph("? ", &question.prompt)?;
    for (number, choice) in (1..).zip(&question.choices) {
        talk.out.paragraph(&format!("  {number}. "), &choice.text)?;
    }
    let last = question.choices.len();
    let which = format!("What will happen? Write 1 to {last}; Enter passes over.");
    let choice = loop {
        let Some(said) = talk.prompt(&which)? else {
            return Ok(Answer::Leave);
        };
        match (said.as_str(), numbered(&said, &question.choices)) {
            ("", _) => {
                talk.out.line("Passed over: nothing is kept.")?;
                return Ok(Answer::Passed);
            }
            ("q", _) => return Ok(Answer::Leave),
            (_, Some(choice)) => break choice,
            (said, None) => talk.misread(said, &format!("the answers are 1 to {last}"))?,
        }
    };
    let Some(sure) = talk.how_sure()? else {
        return Ok(Answer::Leave);
    };
    let right = question.choices.get(question.right) == Some(choice);
    let saved = journal.predicted(scenario, (&question.id, &choice.id), right, sure);
    talk.kept("Your prediction is kept.", saved)?;
    Ok(Answer::Given(choice))
}

/// What came of it, which answer was right, and why each other one is not so.
fn tell<R: BufRead, W: Write>(given: &Given<'_>, talk: &mut Dialogue<R, W>) -> io::Result<()> {
    let Given { question, choice } = given;
    let right = question.choices.get(question.right);
    let right = right.filter(|right| right != choice);
    let verdict = match right {
        None => "Right",
        Some(_) => "Not so",
    };
    talk.out
        .paragraph("", &format!("{verdict}. You said: {}", choice.text))?;
    if let Some(right) = right {
        talk.out.paragraph("Right: ", &right.text)?;
    }
    for other in question
        .choices
        .iter()
        .filter(|other| !other.why.is_empty())
    {
        talk.out
            .paragraph("  - ", &format!("{} {}", other.text, other.why))?;
    }
    Ok(())
}
