//! Which lesson of a course, line by line.

use std::io::{self, BufRead, Write};

use super::{Dialogue, Journal};
use crate::course::{Lesson, Pack};
use crate::progress::Record;

/// The number of the lesson that was open last; of the first one that is not complete, where none was.
pub(super) fn last(pack: &Pack, record: &Record) -> usize {
    let place = record.place.as_ref();
    let left = place.and_then(|place| pack.lessons.iter().position(|one| one.id == place.lesson));
    let open = || {
        pack.lessons
            .iter()
            .position(|one| !record.is_complete(&one.id))
    };
    left.or_else(open).unwrap_or(0)
}

/// Lists the lessons under their modules and takes the number of one; `None` stays where one is.
pub(super) fn choose<R: BufRead, W: Write>(
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &Journal,
) -> io::Result<Option<usize>> {
    let record = journal.record();
    for module in &pack.course.modules {
        talk.out.line(&module.title)?;
        for (index, lesson) in pack.lessons.iter().enumerate() {
            if module.lessons.contains(&lesson.id) {
                let standing = standing(pack, lesson, record);
                let line = format!("  {}. {}: {standing}", index + 1, lesson.title);
                talk.out.line(&line)?;
            }
        }
    }
    loop {
        let Some(said) = talk.prompt("Which one? Enter stays here.")? else {
            return Ok(None);
        };
        let number: Option<usize> = said.parse().ok();
        let index = number.and_then(|number| number.checked_sub(1));
        let last = pack.lessons.len();
        match index.filter(|index| *index < last) {
            Some(index) => return Ok(Some(index)),
            None if said.is_empty() || said == "q" => return Ok(None),
            None => talk.misread(&said, &format!("the lessons are 1 to {last}"))?,
        }
    }
}

/// How a lesson stands, and which ones come before it and are open.
pub(super) fn standing(pack: &Pack, lesson: &Lesson, record: &Record) -> String {
    if record.is_complete(&lesson.id) {
        return "complete".to_owned();
    }
    let parts = lesson.sections.iter();
    let read = parts.filter(|part| record.is_read(&lesson.id, &part.id));
    let said = format!("{} of {} parts read", read.count(), lesson.sections.len());
    let required = pack.required_by(lesson);
    let open = required.filter(|one| !record.is_complete(&one.id));
    let open: Vec<_> = open.map(|one| one.title.as_str()).collect();
    if open.is_empty() {
        return said;
    }
    format!("{said}; first comes {}", open.join(", "))
}
