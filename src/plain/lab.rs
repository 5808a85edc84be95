//! `token34 explore --plain`: the lab as a conversation in lines.
//!
//! ```text
//!  knob     what the conditions of a run are called, and how they are changed
//!  foretell say how a run ends or what a fault breaks, then see it
//!  level    break a lock step by step, and mend the fence
//! ```
//!
//! What is answered here is kept as on the screens: predictions with how sure one was, levels that were solved.

mod foretell;
mod knob;
mod level;

use std::io::{self, BufRead, Write};

use super::{Dialogue, Journal};
use crate::course::Lesson;
use crate::fencing::adversary::Level;
use crate::fencing::knobs::Knobs;

/// What can be typed, and what it does.
const HELP: &[(&str, &str)] = &[
    (
        "run",
        "say how the run ends under these conditions, then hear it",
    ),
    (
        "walk",
        "say what some schedule breaks under this fault, then have every schedule walked",
    ),
    (
        "break",
        "choose each step yourself until a lock breaks; three locks, so break 1 to break 3",
    ),
    (
        "mend",
        "choose what storage checks, and hear what breaks it",
    ),
    (
        "code",
        "the code of this run; with a code, the run that it stands for",
    ),
    ("help", "this list"),
    ("q", "leave the lab"),
];

/// Turn conditions, predict, break and mend, until the learner leaves or the input ends. It begins with `knobs`.
///
/// # Errors
/// Those of the input and the output.
pub fn lab<R: BufRead, W: Write>(
    mut knobs: Knobs,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    talk.out.line("The lab")?;
    help(talk)?;
    loop {
        talk.out.gap()?;
        talk.out.paragraph("", &knob::told(&knobs))?;
        let ask =
            "Type run, walk, break, mend, a condition and its value, or help; q leaves the lab.";
        let Some(said) = talk.prompt(ask)? else {
            return Ok(());
        };
        let (word, rest) = said.split_once(' ').unwrap_or((&said, ""));
        match (word.to_ascii_lowercase().as_str(), rest.trim()) {
            ("q" | "quit" | "leave", _) => return Ok(()),
            ("help" | "h" | "?", _) => help(talk)?,
            ("run" | "r", _) => foretell::ending_of(&knobs, talk, journal)?,
            ("walk" | "w", _) => foretell::broken_by(&knobs, talk, journal)?,
            ("break" | "b", which) => match broken(which, lesson, journal) {
                Some(one) => level::break_it(one, lesson, talk, journal)?,
                None => talk.misread(&said, "write break, or break 1 to break 3")?,
            },
            ("mend" | "m", _) => level::mend(lesson, talk, journal)?,
            ("code", "") => talk
                .out
                .line(&format!("The code of this run: {}", knobs.code()))?,
            ("code", code) => match Knobs::from_code(code) {
                Ok(coded) => knobs = coded,
                Err(error) => talk.out.paragraph("", &format!("{error}."))?,
            },
            (word, value) => match knob::turned(knobs, word, value) {
                Some(Ok(turned)) => knobs = turned,
                Some(Err(why)) => talk.out.paragraph("", &why)?,
                None => talk.misread(&said, "type help for what there is")?,
            },
        }
    }
}

/// The level that is to be broken: by its number, or the first that is not solved.
fn broken(which: &str, lesson: &Lesson, journal: &Journal) -> Option<Level> {
    let levels = Level::BREAK;
    if !which.is_empty() {
        return super::dialogue::numbered(which, &levels).copied();
    }
    let open = |level: &&Level| !journal.record().is_solved(&lesson.id, level.id());
    levels.iter().find(open).or(levels.first()).copied()
}

fn help<R: BufRead, W: Write>(talk: &mut Dialogue<R, W>) -> io::Result<()> {
    for (word, does) in HELP {
        talk.out.paragraph("", &format!("{word}: {does}."))?;
    }
    talk.out.line("The conditions:")?;
    for (word, does) in knob::WORDS {
        talk.out.paragraph("  ", &format!("{word}: {does}."))?;
    }
    Ok(())
}
