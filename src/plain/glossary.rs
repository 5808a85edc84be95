//! `token34 read --glossary`: what the terms mean.

use std::io::{self, Write};

use super::Out;
use crate::course::{GLOSSARY_TITLE, Lesson, Pack, Term};

/// Print every term of `pack` and what it means, in the order of the alphabet.
///
/// # Errors
/// Those of the sink.
pub fn read_glossary<W: Write>(pack: &Pack, out: &mut Out<W>) -> io::Result<()> {
    for lesson in &pack.lessons {
        out.line(&format!("{}: {GLOSSARY_TITLE}", lesson.title))?;
        for term in lesson.terms() {
            out.gap()?;
            print_term(term, lesson, out)?;
        }
    }
    Ok(())
}

/// Print what a word means, or that the glossary does not have it.
pub(super) fn define<W: Write>(word: &str, lesson: &Lesson, out: &mut Out<W>) -> io::Result<()> {
    match lesson.term(word) {
        Some(term) => print_term(term, lesson, out),
        None if word.is_empty() => out.line("Write a word after it, as in: define lease"),
        None => out.line(&format!(
            "The glossary does not have \"{word}\". Type glossary for all of it."
        )),
    }
}

fn print_term<W: Write>(term: &Term, lesson: &Lesson, out: &mut Out<W>) -> io::Result<()> {
    for (index, line) in term.text.lines().enumerate() {
        let name = if index == 0 {
            format!("{}: ", term.term)
        } else {
            String::new()
        };
        out.paragraph("", &format!("{name}{line}"))?;
    }
    match term.section.as_deref() {
        Some(section) => {
            let title = lesson.title_of(section).unwrap_or(section);
            out.line(&format!("  More in {title}: read {section}"))
        }
        None => Ok(()),
    }
}
