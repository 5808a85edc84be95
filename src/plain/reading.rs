//! Reading in the line face: part after part, and from each to what goes deeper.

use std::io::{self, BufRead, Write};

use super::find::noted;
use super::glossary::define;
use super::read::{by_words, print_section};
use super::{Dialogue, Journal, NoSection, dialogue::numbered};
use crate::course::{Lesson, Section};
use crate::progress::Spot;

/// How a part was left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Left {
    Read,
    Stopped,
}

/// Read section by section, from the first that is unread, or from the beginning.
pub(super) fn read_on<R: BufRead, W: Write>(
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let unread = |id: &str| !journal.record().is_read(&lesson.id, id);
    let start = lesson.sections.iter().position(|s| unread(&s.id));
    for section in lesson.sections.iter().skip(start.unwrap_or(0)) {
        if part(section, lesson, talk, journal)? == Left::Stopped {
            break;
        }
    }
    Ok(())
}

/// Read the section that `name` stands for: an id, a title, or words of them.
pub(super) fn read_one<R: BufRead, W: Write>(
    name: &str,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    match named(name, lesson, talk)? {
        Some(section) => part(section, lesson, talk, journal).map(|_| ()),
        None => Ok(()),
    }
}

/// The section that `name` stands for; where it stands for none or for several, that is told.
pub(super) fn named<'l, R: BufRead, W: Write>(
    name: &str,
    lesson: &'l Lesson,
    talk: &mut Dialogue<R, W>,
) -> io::Result<Option<&'l Section>> {
    let all = lesson.outline();
    match by_words(&all, name) {
        Ok(section) => return Ok(Some(section)),
        Err(several @ NoSection::Several(..)) => {
            for line in several.to_string().lines() {
                talk.out.line(line)?;
            }
        }
        Err(_) => {
            let names: Vec<&str> = all.iter().map(|section| section.id.as_str()).collect();
            talk.out
                .line(&format!("There is no part \"{name}\"; the parts are:"))?;
            talk.out.paragraph("  ", &names.join(", "))?;
        }
    }
    Ok(None)
}

/// List what goes deeper, and read what is chosen.
pub(super) fn deeper<R: BufRead, W: Write>(
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let all: Vec<&Section> = lesson.outline();
    let all: Vec<&Section> = all.into_iter().filter(|one| one.under.is_some()).collect();
    if all.is_empty() {
        return talk.out.line("Nothing goes deeper in this lesson.");
    }
    list(&all, lesson, talk, journal)?;
    let Some(said) = talk.prompt("Which one? Write its number or its name.")? else {
        return Ok(());
    };
    match numbered(&said, &all) {
        Some(section) => part(section, lesson, talk, journal).map(|_| ()),
        None if said.is_empty() => Ok(()),
        None => read_one(&said, lesson, talk, journal),
    }
}

fn list<R: BufRead, W: Write>(
    sections: &[&Section],
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &Journal,
) -> io::Result<()> {
    for (number, section) in (1..).zip(sections) {
        let read = if journal.record().is_read(&lesson.id, &section.id) {
            ", read"
        } else {
            ""
        };
        talk.out
            .line(&format!("  {number}. {}{read}", section.title))?;
    }
    Ok(())
}

/// Which part it is, and of how many.
fn heading(section: &Section, lesson: &Lesson) -> String {
    let beside = lesson.beside(&section.id);
    let at = beside.iter().position(|one| one.id == section.id);
    let at = at.unwrap_or(0) + 1;
    let under = section.under.as_ref();
    let under = under.and_then(|under| lesson.title_of(&under.section));
    match (under, beside.len()) {
        (Some(under), count) => format!("Under {under}, {at} of {count}: {}", section.title),
        (None, 1) => section.title.clone(),
        (None, count) => format!("Part {at} of {count}: {}", section.title),
    }
}

/// Read one part, with what goes deeper under it, until it is read or left.
fn part<R: BufRead, W: Write>(
    section: &Section,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<Left> {
    talk.out.gap()?;
    talk.out.line(&heading(section, lesson))?;
    let is_here = |spot: &Spot| matches!(spot, Spot::Read { section: id, .. } if *id == section.id);
    if let Some(said) = noted(journal.record(), &lesson.id, is_here) {
        talk.out.line(&said)?;
    }
    print_section(section, &mut talk.out)?;
    let deeper: Vec<&Section> = lesson.deeper_into(&section.id).collect();
    let choice = if deeper.is_empty() {
        ""
    } else {
        "a number goes deeper; "
    };
    let question = format!(
        "Press Enter when you have read it; {choice}define WORD explains a term; q stops here."
    );
    loop {
        talk.out.gap()?;
        if !deeper.is_empty() {
            talk.out.line("Go deeper:")?;
            list(&deeper, lesson, talk, journal)?;
        }
        let Some(said) = talk.prompt(&question)? else {
            return Ok(Left::Stopped);
        };
        if let Some(deeper) = numbered(&said, &deeper) {
            part(deeper, lesson, talk, journal)?;
            continue;
        }
        match said.split_once(' ').unwrap_or((&said, "")) {
            ("", _) => break,
            ("q", _) => return Ok(Left::Stopped),
            ("define" | "d", word) => define(word.trim(), lesson, &mut talk.out)?,
            _ => talk.misread(
                &said,
                "Enter marks this part as read, define WORD explains a term, q stops here",
            )?,
        }
    }
    let saved = journal.read(&lesson.id, &section.id);
    talk.kept("Marked as read.", saved)?;
    Ok(Left::Read)
}
