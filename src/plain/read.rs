//! `token34 read`: the lesson as text.

use std::io::{self, Write};

use super::Out;
use crate::course::{Block, Lesson, Link, Pack, Point, Question, Rich, Row, Section};
use crate::text::{clean_line, has_words, width};

/// Spaces between the columns of a table.
const GUTTER: usize = 3;

/// A section that is asked for and is not there.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoSection {
    /// None has this id, or these words.
    #[error("there is no section \"{0}\"; there are: {1}")]
    Named(String, String),
    /// It may stand for several.
    #[error("\"{0}\" may stand for any of these:\n{1}\nwrite an id, or more of the title")]
    Several(String, String),
    /// No lesson has a cheat sheet.
    #[error("this content has no cheat sheet")]
    Sheet,
}

/// The section of any lesson of `pack` that `said` names: by its id, its title, or words of them.
///
/// # Errors
/// When there is none, or more than one.
pub fn section<'p>(pack: &'p Pack, said: &str) -> Result<&'p Section, NoSection> {
    let mut known = pack.lessons.iter().filter_map(|one| one.section(said));
    if let Some(known) = known.next() {
        return Ok(known);
    }
    let all: Vec<&Section> = pack.lessons.iter().flat_map(Lesson::outline).collect();
    by_words(&all, said)
}

/// The one of `all` with this id or title, or else with all these words in them.
pub(super) fn by_words<'s>(all: &[&'s Section], said: &str) -> Result<&'s Section, NoSection> {
    let same = |name: &str| name.eq_ignore_ascii_case(said);
    let mut whole = all.iter().filter(|one| same(&one.id) || same(&one.title));
    if let Some(found) = whole.next() {
        return Ok(found);
    }
    let has = |one: &&&Section| has_words(&format!("{} {}", one.id, one.title), said);
    let found: Vec<&Section> = all.iter().filter(has).copied().collect();
    match found[..] {
        [] => {
            let ids: Vec<&str> = all.iter().map(|section| section.id.as_str()).collect();
            Err(NoSection::Named(clean_line(said), ids.join(", ")))
        }
        [one] => Ok(one),
        _ => {
            let line = |one: &&Section| format!("  {} ({})", one.title, one.id);
            let lines: Vec<String> = found.iter().map(line).collect();
            Err(NoSection::Several(clean_line(said), lines.join("\n")))
        }
    }
}

/// The first cheat sheet of `pack`.
///
/// # Errors
/// When there is none.
pub fn cheatsheet(pack: &Pack) -> Result<&Section, NoSection> {
    let mut sheets = pack
        .lessons
        .iter()
        .filter_map(|lesson| lesson.cheatsheet.as_ref());
    sheets.next().ok_or(NoSection::Sheet)
}

/// Print one section.
///
/// # Errors
/// Those of the sink.
pub fn read_section<W: Write>(section: &Section, out: &mut Out<W>) -> io::Result<()> {
    out.line(&section.title)?;
    print_section(section, out)
}

/// Print every lesson of `pack` in full; if `deeper`, with what goes deeper after each.
///
/// Table cells, code, the steps of a trace and the points of a list stand on lines of their own; only prose is wrapped.
///
/// # Errors
/// Those of the sink.
pub fn read<W: Write>(pack: &Pack, deeper: bool, out: &mut Out<W>) -> io::Result<()> {
    for (index, lesson) in pack.lessons.iter().enumerate() {
        if index > 0 {
            out.gap()?;
            out.gap()?;
        }
        let module = pack.module_of(&lesson.id).map(|m| m.title.as_str());
        let course = [pack.course.title.as_str(), module.unwrap_or_default()];
        out.line(&course.join(" · "))?;
        out.gap()?;
        print_lesson(lesson, out)?;
        if deeper {
            print_deeper(lesson, out)?;
        }
    }
    out.gap()?;
    out.line(
        "Open token34 in a terminal to mark lessons complete, take notes and track your progress.",
    )
}

fn print_lesson<W: Write>(lesson: &Lesson, out: &mut Out<W>) -> io::Result<()> {
    out.line(&lesson.title)?;
    out.line(&lesson.subtitle)?;
    let parts = lesson.sections.len();
    for (index, section) in lesson.sections.iter().enumerate() {
        out.gap()?;
        out.gap()?;
        out.line(&format!("Part {} of {parts}: {}", index + 1, section.title))?;
        print_section(section, out)?;
    }
    if !lesson.questions.is_empty() {
        out.gap()?;
        out.gap()?;
        out.line("Practice questions")?;
    }
    for (index, question) in lesson.questions.iter().enumerate() {
        print_question(index + 1, question, out)?;
    }
    Ok(())
}

/// Everything that goes deeper, each with the part that it belongs to.
fn print_deeper<W: Write>(lesson: &Lesson, out: &mut Out<W>) -> io::Result<()> {
    for part in &lesson.sections {
        for section in lesson.deeper_into(&part.id) {
            out.gap()?;
            out.gap()?;
            out.line(&format!("{}: {}", part.title, section.title))?;
            print_section(section, out)?;
        }
    }
    Ok(())
}

fn print_question<W: Write>(
    number: usize,
    question: &Question,
    out: &mut Out<W>,
) -> io::Result<()> {
    out.gap()?;
    item(&format!("{number}. "), &question.prompt, out)?;
    out.line("   Answer")?;
    for line in question.answer.lines() {
        out.paragraph("   ", &line)?;
    }
    Ok(())
}

/// What stands under a section's title.
pub(super) fn print_section<W: Write>(section: &Section, out: &mut Out<W>) -> io::Result<()> {
    for block in section.blocks() {
        out.gap()?;
        print_block(block, out)?;
    }
    if section.sources().is_empty() {
        return Ok(());
    }
    out.gap()?;
    out.line("Sources")?;
    print_links(section.sources(), out)
}

/// Each link on two lines: what it is called, and its address.
fn print_links<W: Write>(links: &[Link], out: &mut Out<W>) -> io::Result<()> {
    for link in links {
        out.line(&format!("- {}", link.title))?;
        out.line(&format!("  {}", link.url))?;
    }
    Ok(())
}

fn print_block<W: Write>(block: &Block, out: &mut Out<W>) -> io::Result<()> {
    match block {
        Block::Prose { text, .. } => prose(text, out),
        Block::Table { columns, rows } => table(columns, rows, out),
        Block::Trace { steps, scenario } => trace(steps, scenario.as_deref(), out),
        Block::Code { title, code, .. } => print_code(title, code, out),
        Block::Points { points, .. } => {
            for (index, point) in points.iter().enumerate() {
                if index > 0 && !block.is_close() {
                    out.gap()?;
                }
                item("- ", &point.text, out)?;
            }
            Ok(())
        }
        Block::Reading { links } => print_links(links, out),
    }
}

fn prose<W: Write>(text: &Rich, out: &mut Out<W>) -> io::Result<()> {
    for (index, line) in with_links(text).enumerate() {
        if index > 0 {
            out.gap()?;
        }
        out.paragraph("", &line)?;
    }
    Ok(())
}

/// Paragraphs under a mark. A first paragraph that others explain is a line of its own and is not wrapped.
fn item<W: Write>(mark: &str, text: &Rich, out: &mut Out<W>) -> io::Result<()> {
    let indent = " ".repeat(width(mark));
    for (index, line) in with_links(text).enumerate() {
        match index {
            0 if text.paragraphs.len() > 1 => out.line(&format!("{mark}{line}"))?,
            0 => out.paragraph(mark, &line)?,
            _ => out.paragraph(&indent, &line)?,
        }
    }
    Ok(())
}

/// Each paragraph on one line, with the address after the words that lead to it.
fn with_links(text: &Rich) -> impl Iterator<Item = String> {
    text.paragraphs.iter().map(|inlines| {
        let mut line = String::new();
        let mut inlines = inlines.iter().peekable();
        while let Some(inline) = inlines.next() {
            line += &inline.text;
            let next = inlines.peek().and_then(|next| next.link.as_ref());
            match &inline.link {
                Some(url) if next != Some(url) && *url != inline.text => {
                    line += &format!(" ({url})");
                }
                _ => {}
            }
        }
        line
    })
}

fn trace<W: Write>(steps: &[Point], scenario: Option<&str>, out: &mut Out<W>) -> io::Result<()> {
    for (index, step) in steps.iter().enumerate() {
        for line in step.text.lines() {
            out.line(&format!("{}. {line}", index + 1))?;
        }
    }
    match scenario {
        Some(id) => {
            out.gap()?;
            out.line(&format!("It plays: token34 watch {id}"))
        }
        None => Ok(()),
    }
}

fn print_code<W: Write>(title: &str, code: &str, out: &mut Out<W>) -> io::Result<()> {
    if !code.contains('\n') {
        return out.line(&format!("{title}: {code}"));
    }
    out.line(&format!("{title}:"))?;
    for line in code.lines() {
        out.line(&format!("    {line}"))?;
    }
    Ok(())
}

/// A table in columns where it fits, and as one card a row where it does not.
fn table<W: Write>(columns: &[String], rows: &[Row], out: &mut Out<W>) -> io::Result<()> {
    let widths: Vec<usize> = (0..columns.len())
        .map(|index| {
            let cells = rows.iter().filter_map(|row| row.cells.get(index));
            let cells = cells.chain(columns.get(index)).map(|cell| width(cell));
            cells.max().unwrap_or(0)
        })
        .collect();
    let whole = widths.iter().sum::<usize>() + GUTTER * columns.len().saturating_sub(1);
    if out.columns().is_some_and(|columns| whole > columns) {
        return cards(columns, rows, out);
    }
    out.line(&aligned(columns, &widths))?;
    let rules: Vec<String> = widths.iter().map(|width| "-".repeat(*width)).collect();
    out.line(&aligned(&rules, &widths))?;
    for row in rows {
        out.line(&aligned(&row.cells, &widths))?;
    }
    Ok(())
}

fn aligned(cells: &[String], widths: &[usize]) -> String {
    let mut line = String::new();
    for (cell, column) in cells.iter().zip(widths) {
        line += cell;
        line += &" ".repeat(column.saturating_sub(width(cell)) + GUTTER);
    }
    line.trim_end().to_owned()
}

fn cards<W: Write>(columns: &[String], rows: &[Row], out: &mut Out<W>) -> io::Result<()> {
    for (index, row) in rows.iter().enumerate() {
        if index > 0 {
            out.gap()?;
        }
        for (column, cell) in columns.iter().zip(&row.cells) {
            out.line(&format!("{column}: {cell}"))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Style;
    use super::*;

    fn printed(style: Style) -> String {
        let pack = Pack::embedded().unwrap();
        let mut bytes = Vec::new();
        read(&pack, false, &mut Out::new(&mut bytes, style)).unwrap();
        String::from_utf8(bytes).unwrap()
    }

    #[test]
    fn a_terminal_gets_lines_that_fit_it() {
        let style = Style {
            ascii: false,
            columns: Some(80),
        };
        let text = printed(style);
        let wide: Vec<_> = text.lines().filter(|line| width(line) > 80).collect();
        let kept = [
            "Open token34 in a terminal to mark lessons complete, take notes and track your progress.",
        ];
        assert_eq!(wide, kept);
        assert!(text.contains("Lock type: Redis SET NX PX (single node)\n"));
    }

    #[test]
    fn ascii_is_ascii() {
        let style = Style {
            ascii: true,
            columns: None,
        };
        let text = printed(style);
        assert!(text.is_ascii());
        assert!(text.contains("client A acquires lock -> token 33"));
    }

    #[test]
    fn the_lesson_as_text() {
        insta::assert_snapshot!(printed(Style::default()));
    }
}
