//! `find WORDS`: the search, line by line.

use std::io::{self, Write};

use super::{Out, progress::place};
use crate::course::Pack;
use crate::progress::{Record, Spot};
use crate::search::Index;

/// So many results are told at once.
const MOST: usize = 12;

/// Print what has all of these words in it: kind and title, and under them the text that fits best.
///
/// # Errors
/// Those of the sink, here and below.
pub fn find_words<W: Write>(
    pack: &Pack,
    record: &Record,
    words: &str,
    out: &mut Out<W>,
) -> io::Result<()> {
    let mut index = Index::new(pack);
    index.set_notes(record);
    tell(pack, &index, words, out)
}

/// Print the notes that have all of these words in them, each with the place in `pack` that it belongs to.
///
/// # Errors
/// Those of the sink.
pub fn find_notes<W: Write>(
    pack: &Pack,
    record: &Record,
    words: &str,
    out: &mut Out<W>,
) -> io::Result<()> {
    let mut index = Index::default();
    index.set_notes(record);
    tell(pack, &index, words, out)
}

/// How many notes belong to a place of `lesson`, in words; nothing where there are none.
pub(super) fn noted(
    record: &Record,
    lesson: &str,
    is_here: impl Fn(&Spot) -> bool,
) -> Option<String> {
    match record.noted(lesson).filter(|spot| is_here(spot)).count() {
        0 => None,
        1 => Some("A note of yours belongs here.".to_owned()),
        count => Some(format!("{count} notes of yours belong here.")),
    }
}

fn tell<W: Write>(pack: &Pack, index: &Index, words: &str, out: &mut Out<W>) -> io::Result<()> {
    let hits = index.find(words);
    for hit in hits.iter().take(MOST) {
        let Some(entry) = index.entry(hit) else {
            continue;
        };
        out.line(&format!("{}: {}", entry.kind.name(), entry.title()))?;
        if entry.note.is_some() {
            let place = place(pack, &entry.lesson, &entry.spot);
            out.paragraph("   ", &format!("on {place}"))?;
        }
        let passage = entry.passage(hit).filter(|_| !hit.marks.is_empty());
        if let Some(passage) = passage {
            out.paragraph("   ", passage)?;
        }
    }
    match hits.len() {
        0 => out.line("Nothing has all of these words."),
        1..=MOST => Ok(()),
        all => out.line(&format!(
            "And {} more; another word finds fewer.",
            all - MOST
        )),
    }
}
