//! `token34 progress export --summary`: what was done and what is open, as a page of Markdown to keep or to show.

use std::io::{self, Write};

use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::Out;
use crate::course::{Inline, InlineStyle, Lesson, Pack, Rich};
use crate::practice::diary::Calibration;
use crate::practice::standing::{Standing, date};
use crate::progress::Record;

/// Print the summary of each lesson.
///
/// # Errors
/// Those of the sink.
pub fn summary<W: Write>(
    pack: &Pack,
    record: &Record,
    now: Timestamp,
    zone: &TimeZone,
    out: &mut Out<W>,
) -> io::Result<()> {
    for (index, lesson) in pack.lessons.iter().enumerate() {
        if index > 0 {
            out.gap()?;
        }
        let standing = Standing::of(lesson, record, now, zone);
        let mut page = Page { out };
        page.lesson(lesson, &standing, record, zone)?;
    }
    Ok(())
}

struct Page<'a, W> {
    out: &'a mut Out<W>,
}

impl<W: Write> Page<'_, W> {
    fn lesson(
        &mut self,
        lesson: &Lesson,
        standing: &Standing,
        record: &Record,
        zone: &TimeZone,
    ) -> io::Result<()> {
        self.out.line(&format!("# {}", escaped(&lesson.title)))?;
        let state = match standing.complete {
            Some(at) => format!("Complete since {}.", date(zone.to_datetime(at).date())),
            None => "Not marked complete.".to_owned(),
        };
        let totals = standing.totals(lesson, record);
        let first = record.counted_answers().map(|answer| answer.at).min();
        // A date is told as the calendar has it, whichever study day it belongs to.
        let since = first.map(|at| {
            let on = date(zone.to_datetime(at).date());
            format!(" First answer on {on}.")
        });
        self.text(&format!("{state} {totals}{}", since.unwrap_or_default()))?;
        self.title("How sure, and how right")?;
        self.calibration(&standing.calibration)?;
        self.title("Misconceptions")?;
        self.text(&standing.met(lesson))?;
        self.beliefs(lesson, standing)?;
        self.title("What comes again")?;
        let review = &standing.review;
        self.text(&format!("{} {}", review.sentence(), review.retained()))?;
        self.title("Still open")?;
        self.open(lesson, standing)
    }

    fn title(&mut self, title: &str) -> io::Result<()> {
        self.out.gap()?;
        self.out.line(&format!("## {title}"))
    }

    fn text(&mut self, text: &str) -> io::Result<()> {
        self.out.gap()?;
        self.out.paragraph("", text)
    }

    fn calibration(&mut self, calibration: &Calibration) -> io::Result<()> {
        self.text(&calibration.sentence())?;
        if calibration.is_empty() {
            return Ok(());
        }
        self.out.gap()?;
        self.out.line("| | right | partly | wrong |")?;
        self.out.line("|---|---|---|---|")?;
        for (sure, [right, partly, wrong]) in calibration.rows() {
            let row = format!("| {sure} | {right} | {partly} | {wrong} |");
            self.out.line(&row)?;
        }
        Ok(())
    }

    fn beliefs(&mut self, lesson: &Lesson, standing: &Standing) -> io::Result<()> {
        let known = standing.beliefs();
        let known = known.filter_map(|one| Some((one, lesson.misconception(&one.id)?)));
        for (index, (belief, known)) in known.enumerate() {
            if index == 0 {
                self.out.gap()?;
            }
            let said = escaped(&known.belief);
            let entry = format!(
                "**“{said}”** ({}). {}",
                belief.state(),
                markdown(&known.truth)
            );
            self.out.paragraph("- ", &entry)?;
        }
        Ok(())
    }

    fn open(&mut self, lesson: &Lesson, standing: &Standing) -> io::Result<()> {
        let open = &standing.open;
        self.text(
            &open
                .told()
                .map_or("Nothing.".to_owned(), |told| format!("{told}.")),
        )?;
        let sections = lesson.sections.iter();
        let sections = sections.filter(|section| open.sections.contains(&section.id));
        for (index, section) in sections.enumerate() {
            if index == 0 {
                self.out.gap()?;
            }
            self.out
                .line(&format!("- Read: {}", escaped(&section.title)))?;
        }
        Ok(())
    }
}

/// Prose as Markdown, in one paragraph.
fn markdown(text: &Rich) -> String {
    let paragraphs = text.paragraphs.iter();
    let paragraphs = paragraphs.map(|inlines| inlines.iter().map(inline).collect::<String>());
    paragraphs.collect::<Vec<_>>().join(" ")
}

fn inline(inline: &Inline) -> String {
    let text = match inline.style {
        InlineStyle::Code => format!("`{}`", inline.text),
        InlineStyle::Plain => escaped(&inline.text),
        InlineStyle::Emphasis => format!("*{}*", escaped(&inline.text)),
        InlineStyle::Strong => format!("**{}**", escaped(&inline.text)),
    };
    match &inline.link {
        Some(url) => format!("[{text}]({url})"),
        None => text,
    }
}

/// Text that Markdown takes for nothing but text.
fn escaped(text: &str) -> String {
    let mut escaped = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '&' | '#') {
            escaped.push('\\');
        }
        escaped.push(c);
    }
    escaped
}
