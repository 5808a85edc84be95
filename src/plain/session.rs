//! `token34 --plain`: the whole program as a conversation in lines.

use std::io::{self, BufRead, Write};

use super::read::print_section;
use super::watch::{find, list_scenarios, scenarios};
use super::{Dialogue, Journal, follow, practice};
use crate::course::{Lesson, Pack};
use crate::progress::Spot;

const COMMANDS: &str = "Type read, watch, practice, note, complete or leave, and press Enter.";

/// Offer what there is to do, and do it, until the learner leaves or the input ends.
///
/// # Errors
/// Those of the input and the output.
pub fn session<R: BufRead, W: Write>(
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let Some(lesson) = pack.lessons.first() else {
        return talk.out.line("There is no lesson in this content.");
    };
    talk.out.line(&lesson.title)?;
    talk.out.line(&lesson.subtitle)?;
    loop {
        talk.out.gap()?;
        talk.out.line(&standing(lesson, journal))?;
        let Some(command) = talk.prompt(COMMANDS)? else {
            return Ok(());
        };
        match command.to_ascii_lowercase().as_str() {
            "read" | "r" => read(lesson, talk, journal)?,
            "watch" | "w" => pick(pack, lesson, talk, journal)?,
            "practice" | "p" => practice(pack, talk, journal)?,
            "note" | "n" => note(lesson, talk, journal)?,
            "complete" | "c" => {
                let saved = journal.toggle_complete(&lesson.id);
                talk.kept("The mark is kept.", saved)?;
            }
            "leave" | "q" | "quit" | "exit" => return Ok(()),
            other => talk
                .out
                .line(&format!("There is no command \"{other}\"."))?,
        }
    }
}

fn standing(lesson: &Lesson, journal: &Journal) -> String {
    let record = journal.record();
    let read = lesson.sections.iter();
    let read = read.filter(|section| record.is_read(&lesson.id, &section.id));
    let parts = lesson.sections.len();
    let state = if record.is_complete(&lesson.id) {
        "The lesson is complete"
    } else {
        "The lesson is open"
    };
    format!("{state}; {} of {parts} parts read.", read.count())
}

/// Section by section, from the first that is unread.
fn read<R: BufRead, W: Write>(
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let unread = |id: &str| !journal.record().is_read(&lesson.id, id);
    let start = lesson.sections.iter().position(|s| unread(&s.id));
    let parts = lesson.sections.len();
    for (index, section) in lesson.sections.iter().enumerate().skip(start.unwrap_or(0)) {
        talk.out.gap()?;
        let heading = format!("Part {} of {parts}: {}", index + 1, section.title);
        talk.out.line(&heading)?;
        print_section(section, &mut talk.out)?;
        talk.out.gap()?;
        let answer = talk.prompt("Press Enter when you have read it; q stops here.")?;
        if answer.is_none_or(|answer| answer == "q") {
            return Ok(());
        }
        let saved = journal.read(&lesson.id, &section.id);
        talk.kept("Marked as read.", saved)?;
    }
    Ok(())
}

/// Choose a scenario and have it told.
fn pick<R: BufRead, W: Write>(
    pack: &Pack,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let scenarios = match scenarios(pack) {
        Ok(scenarios) => scenarios,
        Err(error) => return talk.out.line(&error.to_string()),
    };
    list_scenarios(&scenarios, &mut talk.out)?;
    let Some(id) = talk.prompt("Which one? Enter takes the first.")? else {
        return Ok(());
    };
    match find(&scenarios, Some(id.as_str()).filter(|id| !id.is_empty())) {
        Ok(scenario) => {
            talk.out.gap()?;
            let taught = lesson
                .scenarios
                .iter()
                .any(|source| source.id() == scenario.id);
            let taught = taught.then_some(lesson.id.as_str());
            follow(&scenario, taught, talk, journal)
        }
        Err(error) => talk.out.line(&error.to_string()),
    }
}

fn note<R: BufRead, W: Write>(
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let mut lines = Vec::new();
    let mut question = "Write the note; an empty line ends it.";
    while let Some(line) = talk.prompt(question)?.filter(|line| !line.is_empty()) {
        lines.push(line);
        question = "…";
    }
    if lines.is_empty() {
        return talk.out.line("Nothing was written, and nothing is kept.");
    }
    let place = journal.record().place.clone();
    let spot = place.filter(|place| place.lesson == lesson.id);
    let spot = spot.map_or(Spot::Home, |place| place.spot);
    let saved = journal.note(&lesson.id, spot, &lines.join("\n"));
    talk.kept("The note is kept.", saved)
}
