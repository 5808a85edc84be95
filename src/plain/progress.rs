//! `token34 progress` and `token34 notes`: what was done, as text.

use std::io::{self, Write};

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::Out;
use crate::course::{Lesson, Pack};
use crate::practice::{generate, grade_name, standing::Standing};
use crate::progress::markdown::to_markdown;
use crate::progress::record::moment;
use crate::progress::{Record, Spot};

/// Print where the learner stands in each lesson.
///
/// # Errors
/// Those of the sink, here and below.
pub fn show<W: Write>(
    pack: &Pack,
    record: &Record,
    now: Timestamp,
    zone: &TimeZone,
    out: &mut Out<W>,
) -> io::Result<()> {
    for lesson in &pack.lessons {
        out.line(&format!(
            "{}: {}",
            lesson.title,
            state(lesson, record, zone)
        ))?;
        let read = lesson.sections.iter();
        let read = read.filter(|section| record.is_read(&lesson.id, &section.id));
        let parts = lesson.sections.len();
        out.line(&format!("Read: {} of {parts} parts", read.count()))?;
        let watched = lesson.scenarios.iter();
        let watched = watched.filter(|scenario| record.is_watched(&lesson.id, scenario.id()));
        let scenarios = lesson.scenarios.len();
        out.line(&format!("Watched: {} of {scenarios}", watched.count()))?;
        show_answers(lesson, record, zone, out)?;
        let notes = record.notes();
        let notes = notes.iter().filter(|note| note.lesson == lesson.id);
        out.line(&format!("Notes: {}", notes.count()))?;
        let standing = Standing::of(lesson, record, now, zone);
        show_standing(lesson, &standing, out)?;
    }
    Ok(())
}

/// What comes again, how sure and how right, what was got wrong, and what is open.
fn show_standing<W: Write>(
    lesson: &Lesson,
    standing: &Standing,
    out: &mut Out<W>,
) -> io::Result<()> {
    let (review, calibration) = (&standing.review, &standing.calibration);
    out.paragraph("", &format!("Practice: {}", review.sentence()))?;
    out.paragraph("", &format!("Remembered: {}", review.retained()))?;
    out.paragraph("", &format!("How sure: {}", calibration.sentence()))?;
    if !calibration.is_empty() {
        for (sure, [right, partly, wrong]) in calibration.rows() {
            let row = format!("- {sure}: {right} right, {partly} partly, {wrong} wrong");
            out.line(&row)?;
        }
    }
    out.line(&format!("Misconceptions: {}", standing.met(lesson)))?;
    for belief in standing.beliefs() {
        if let Some(known) = lesson.misconception(&belief.id) {
            out.paragraph("- ", &format!("“{}” ({})", known.belief, belief.state()))?;
            out.paragraph("  ", &known.truth.plain())?;
            let scenario = known.scenario.as_deref();
            scenario.map_or(Ok(()), |id| out.line(&format!("  token34 watch {id}")))?;
        }
    }
    let open = standing.open.told();
    let open = open.as_deref().unwrap_or("nothing");
    out.paragraph("", &format!("Still open: {open}."))?;
    let sections = lesson.sections.iter();
    for section in sections.filter(|one| standing.open.sections.contains(&one.id)) {
        out.line(&format!("- read: {}", section.title))?;
    }
    let rules = Standing::rules();
    rules.iter().try_for_each(|rule| out.paragraph("", rule))
}

fn state(lesson: &Lesson, record: &Record, zone: &TimeZone) -> String {
    match record.complete_since(&lesson.id) {
        Some(at) => format!("complete since {}", when(at, zone)),
        None => "open".to_owned(),
    }
}

fn show_answers<W: Write>(
    lesson: &Lesson,
    record: &Record,
    zone: &TimeZone,
    out: &mut Out<W>,
) -> io::Result<()> {
    let answered = lesson.all_questions();
    let answered = answered.filter(|question| record.last_answer(&question.id).is_some());
    let questions = lesson.all_questions().count();
    out.line(&format!(
        "Answered: {} of {questions} questions",
        answered.count()
    ))?;
    for question in &lesson.questions {
        if let Some(answer) = record.last_answer(&question.id) {
            let (grade, at) = (grade_name(answer.grade), when(answer.at, zone));
            out.line(&format!("- {}: {grade}, {at}", question.prompt.plain()))?;
        }
    }
    Ok(())
}

/// Print the notes, one a line: its number, when it last changed, where it was taken, how it begins.
///
/// # Errors
/// Those of the sink.
pub fn list_notes<W: Write>(
    pack: &Pack,
    record: &Record,
    zone: &TimeZone,
    out: &mut Out<W>,
) -> io::Result<()> {
    for (index, note) in record.notes().iter().enumerate() {
        let first = note.text.lines().find(|line| !line.trim().is_empty());
        let (at, place) = (
            when(note.changed, zone),
            place(pack, note.lesson, note.spot),
        );
        let first = first.unwrap_or("(empty)");
        out.line(&format!("{}. {at}, {place}: {first}", index + 1))?;
    }
    Ok(())
}

/// Print the notes as one Markdown document, which can be taken in again.
///
/// # Errors
/// Those of the sink.
pub fn export_notes<W: Write>(pack: &Pack, record: &Record, out: &mut Out<W>) -> io::Result<()> {
    let document = to_markdown(record, |lesson, spot| place(pack, lesson, spot));
    out.raw(document.as_bytes())
}

/// Where a note was taken, in the titles of the content; by id where the content no longer has it.
pub(super) fn place(pack: &Pack, lesson: &str, spot: &Spot) -> String {
    let Some(lesson) = pack.lesson(lesson) else {
        return lesson.to_owned();
    };
    let within = match spot {
        Spot::Home | Spot::Notes | Spot::Progress => return lesson.title.clone(),
        Spot::Read { section, .. } => lesson.title_of(section).unwrap_or(section).to_owned(),
        Spot::Watch {
            scenario, at_ms, ..
        } => format!("{scenario} at {}", moment(*at_ms)),
        Spot::Lab { view, .. } => format!("Lab, {view}"),
        Spot::Practice { question } => {
            let question = generate::question(lesson, question).map(|q| q.prompt.plain());
            question.unwrap_or_else(|| "Practice".to_owned())
        }
    };
    format!("{}: {within}", lesson.title)
}

/// The date and the minute in the learner's own time.
pub(super) fn when(at: Timestamp, zone: &TimeZone) -> String {
    let local = at.to_zoned_datetime(zone.clone());
    local.strftime("%Y-%m-%d %H:%M").to_string()
}
