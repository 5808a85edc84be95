//! `token34 --plain`: the whole program as a conversation in lines.

use std::io::{self, BufRead, Write};

use super::find::find_words;
use super::glossary::define;
use super::lessons::{choose, last};
use super::reading::{deeper, named, read_on, read_one};
use super::runs::choose_run;
use super::{
    Dialogue, Journal, follow, guide, lab, practice, practice_fresh, practice_on, read_glossary,
    show,
};
use crate::course::{Lesson, Pack, Section};
use crate::fencing::knobs::Knobs;
use crate::practice::{
    generate::Series,
    queue::ROUND,
    review::Review,
    standing::{Next, Open, date},
};
use crate::progress::{LONGEST_NOTE, Spot};
use crate::text::thousands;

const COMMANDS: &str = "read, deeper, find WORDS, define WORD, glossary, sheet, guide, watch, lab, practice, fresh, progress, note WORDS, complete, help or leave.";

/// What can be typed, and what it does.
const HELP: &[(&str, &str)] = &[
    ("Enter", "read on"),
    ("read NAME", "read the part of this name"),
    ("deeper", "the parts that go deeper; with a name, that part"),
    ("find WORDS", "search in all that is taught and noted"),
    ("define WORD", "what a term means"),
    ("glossary", "every term"),
    ("sheet", "the cheat sheet"),
    ("guide", "choose a lock by questions"),
    (
        "watch",
        "choose a run and follow it; with a number, a name or part of a title, that run",
    ),
    (
        "lab",
        "turn the conditions, predict, break a lock and mend it",
    ),
    (
        "practice",
        "a round of questions; with a name, those on the part of this name",
    ),
    ("fresh", "a round of questions that the world invents"),
    ("progress", "what was done, and what is open"),
    (
        "note WORDS",
        "keep these words as a note; without words, write one of several lines",
    ),
    ("complete", "mark the lesson complete, or open again"),
    ("lessons", "choose another lesson"),
    ("help", "this list"),
    ("leave", "end; everything is kept"),
];

/// Offer what there is to do, and do it, until the learner leaves or the input ends. Invented questions are those of `series`.
///
/// # Errors
/// Those of the input and the output.
pub fn session<R: BufRead, W: Write>(
    series: &mut Series,
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let mut at = last(pack, journal.record());
    loop {
        let lesson = pack.lessons.get(at);
        let Some(one) = lesson.and_then(|lesson| pack.only(&lesson.id)) else {
            return talk.out.line("There is no lesson in this content.");
        };
        match within(series, pack, &one, talk, journal)? {
            Some(next) => at = next,
            None => return Ok(()),
        }
        talk.out.gap()?;
    }
}

/// One lesson of `whole`, alone in `pack`. Gives the number of the one to go on with; `None` when the learner leaves.
fn within<R: BufRead, W: Write>(
    series: &mut Series,
    whole: &Pack,
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<Option<usize>> {
    let Some(lesson) = pack.lessons.first() else {
        return Ok(None);
    };
    talk.out.line(&lesson.title)?;
    talk.out.line(&lesson.subtitle)?;
    let several = whole.lessons.len() > 1;
    // Whether the command before told what complete would do now.
    let mut told = false;
    loop {
        talk.out.gap()?;
        talk.out.line(&standing(lesson, journal))?;
        let next = what_next(lesson, several, journal);
        let Some(said) = talk.prompt(&next)? else {
            return Ok(None);
        };
        let warned = std::mem::take(&mut told);
        let (command, rest) = said.split_once(' ').unwrap_or((&said, ""));
        match (command.to_ascii_lowercase().as_str(), rest.trim()) {
            ("", _) if all_read(lesson, journal) => go_on(pack, lesson, talk, journal)?,
            ("" | "read" | "r", "") => read_on(lesson, talk, journal)?,
            ("deeper", "") => deeper(lesson, talk, journal)?,
            ("read" | "r" | "deeper", name) => read_one(name, lesson, talk, journal)?,
            ("define" | "d", word) => define(word, lesson, &mut talk.out)?,
            ("glossary", _) => read_glossary(pack, &mut talk.out)?,
            ("sheet" | "cheatsheet", _) => match &lesson.cheatsheet {
                Some(sheet) => read_one(&sheet.id, lesson, talk, journal)?,
                None => talk.out.line("This lesson has no cheat sheet.")?,
            },
            ("guide" | "g", _) => guide(lesson, talk)?,
            ("watch" | "w", run) => pick(run, pack, talk, journal)?,
            ("lab" | "explore", _) => lab(Knobs::default(), lesson, talk, journal)?,
            ("practice" | "p", "") => practice(pack, talk, journal)?,
            ("practice" | "p", name) => practise(name, pack, lesson, talk, journal)?,
            ("fresh", _) => practice_fresh(ROUND, series, pack, talk, journal)?,
            ("progress", _) => {
                let (now, zone) = (journal.now(), journal.zone());
                show(pack, journal.record(), now, zone, &mut talk.out)?;
            }
            ("note" | "n", words) => note(words, lesson, talk, journal)?,
            ("complete" | "c", _) => told = complete(warned, lesson, talk, journal)?,
            ("find" | "/", words) => find_words(whole, journal.record(), words, &mut talk.out)?,
            ("lessons" | "l", _) => {
                if let Some(next) = choose(whole, talk, journal)? {
                    return Ok(Some(next));
                }
            }
            ("leave" | "q" | "quit" | "exit", _) => return Ok(None),
            ("help" | "h" | "?", _) => tell_commands(several, talk)?,
            _ => {
                let said = format!("There is no command \"{said}\"; type help for what there is.");
                talk.out.line(&said)?;
            }
        }
    }
}

fn all_read(lesson: &Lesson, journal: &Journal) -> bool {
    let read = |section: &Section| journal.record().is_read(&lesson.id, &section.id);
    lesson.sections.iter().all(read)
}

/// What can be typed.
fn commands(several: bool) -> String {
    let lessons = if several { "lessons, " } else { "" };
    format!("type {lessons}{COMMANDS}")
}

/// What each of the commands does, a line each.
fn tell_commands<R: BufRead, W: Write>(several: bool, talk: &mut Dialogue<R, W>) -> io::Result<()> {
    for (command, does) in HELP {
        if several || *command != "lessons" {
            talk.out.line(&format!("{command}: {does}."))?;
        }
    }
    Ok(())
}

/// What Enter does, and what else there is to do.
fn what_next(lesson: &Lesson, several: bool, journal: &Journal) -> String {
    let commands = commands(several);
    if !all_read(lesson, journal) {
        return format!("Press Enter to read on, or {commands}");
    }
    match next(lesson, journal) {
        Some(Next::Watch(run)) => {
            format!("Every part is read. Press Enter to watch the run {run}, or {commands}")
        }
        Some(Next::Practice) => {
            format!("Every part is read. Press Enter for a round of questions, or {commands}")
        }
        None => format!("Every part is read: {commands}"),
    }
}

fn next(lesson: &Lesson, journal: &Journal) -> Option<Next> {
    Next::of(lesson, journal.record(), journal.now(), journal.zone())
}

/// What is next once every part is read.
fn go_on<R: BufRead, W: Write>(
    pack: &Pack,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    match next(lesson, journal) {
        Some(Next::Watch(run)) => pick(&run, pack, talk, journal),
        Some(Next::Practice) => practice(pack, talk, journal),
        None => Ok(()),
    }
}

/// Ask the questions on the part that `name` stands for.
fn practise<R: BufRead, W: Write>(
    name: &str,
    pack: &Pack,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    match named(name, lesson, talk)? {
        Some(section) => practice_on(&section.id, pack, talk, journal),
        None => Ok(()),
    }
}

/// Marks the lesson complete, or open again: that only when the learner was `warned` just before, since the day is lost with
/// it. Says whether this warns.
fn complete<R: BufRead, W: Write>(
    warned: bool,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<bool> {
    let since = journal.record().complete_since(&lesson.id);
    if let Some(at) = since.filter(|_| !warned) {
        let day = date(journal.zone().to_datetime(at).date());
        let said = format!("Complete since {day}. Type complete once more to take that back.");
        talk.out.line(&said)?;
        return Ok(true);
    }
    let saved = journal.toggle_complete(&lesson.id);
    let record = journal.record();
    let said = if record.is_complete(&lesson.id) {
        let open = Open::of(lesson, record, journal.zone()).on_completion();
        format!("{open} Type complete once more to open it again.")
    } else {
        "The lesson is open again. Type complete to mark it complete as of now.".to_owned()
    };
    let complete = record.is_complete(&lesson.id);
    talk.kept(&said, saved)?;
    Ok(complete)
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
    let deeper = lesson.deeper.iter();
    let deeper = deeper.filter(|section| record.is_read(&lesson.id, &section.id));
    let beside = match deeper.count() {
        0 => String::new(),
        count => format!(", and {count} deeper"),
    };
    let review = Review::of(lesson, record, journal.now(), journal.zone());
    format!(
        "{state}; {} of {parts} parts read{beside}. {}",
        read.count(),
        review.sentence()
    )
}

/// Choose a run, unless `said` names one, and have it told.
fn pick<R: BufRead, W: Write>(
    said: &str,
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let Some((run, lesson)) = choose_run(said, pack, talk, journal)? else {
        return Ok(());
    };
    talk.out.gap()?;
    follow(&run, lesson.as_deref(), talk, journal)
}

fn note<R: BufRead, W: Write>(
    words: &str,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let place = journal.record().place.clone();
    let spot = place.filter(|place| place.lesson == lesson.id);
    let spot = spot.map_or(Spot::Home, |place| place.spot);
    if !words.is_empty() {
        let (_, saved) = journal.note(&lesson.id, spot, words);
        return talk.kept("The note is kept.", saved);
    }
    let first = "Write the note; each line is kept as it is entered, and an empty line ends it.";
    let Some(mut text) = talk.text(first)?.filter(|line| !line.is_empty()) else {
        return talk.out.line("Nothing was written, and nothing is kept.");
    };
    let (mut key, mut saved) = journal.note(&lesson.id, spot, &text);
    while let Some(line) = talk.text("…")?.filter(|line| !line.is_empty()) {
        if text.len() + 1 + line.len() > LONGEST_NOTE {
            let most = thousands(LONGEST_NOTE);
            let said =
                format!("A note holds {most} bytes: this line does not fit, and is not kept.");
            talk.out.line(&said)?;
            continue;
        }
        text.push('\n');
        text += &line;
        saved = journal.note_more(&mut key, &text);
    }
    talk.kept("The note is kept.", saved)
}
