//! `token34 practice`: questions of every kind, line by line.
//!
//! ```text
//!  take   takes an answer to a question of each kind
//!  tell   says how it went, and explains every part of it
//! ```

mod take;
mod tell;

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};

use self::take::Taken;
pub(super) use self::take::numbers_below;
use super::{Dialogue, Journal, find::noted};
use crate::course::{Lesson, Pack, Question};
use crate::practice::generate::{self, Series};
use crate::practice::queue::Queue;
use crate::practice::standing::counted;
use crate::practice::{Given, How, Sheet, grade_name, kind_name};
use crate::progress::{Grade, Spot, Sure};

/// Asks round after round: what is due, then what is new; explains each answer, and keeps it as soon as it is given.
///
/// It ends with `q`, or with the input.
///
/// # Errors
/// Those of the input and the output.
pub fn practice<R: BufRead, W: Write>(
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let Some(lesson) = pack.lessons.first() else {
        return talk.out.line("There is no lesson in this content.");
    };
    // Until the learner leaves, what they pass over does not come again.
    let mut passed = BTreeSet::new();
    loop {
        let queue = Queue::of(lesson, journal.record(), journal.now(), journal.zone());
        let round = queue.next_but(&passed);
        if round.is_empty() {
            return talk.out.line(match passed.is_empty() {
                true => "There are no questions yet.",
                false => "You have passed over all that is left.",
            });
        }
        let said = match left_today(&queue, &passed) {
            (0, 0) => "Nothing is due today; you can practise all the same.".to_owned(),
            (due, new) => format!("{due} due today, {new} new. q leaves at any time."),
        };
        talk.out.line(&said)?;
        talk.out.gap()?;
        if ask_round(lesson, round.len(), round, &mut passed, talk, journal)? == On::Leave {
            return Ok(());
        }
        let queue = Queue::of(lesson, journal.record(), journal.now(), journal.zone());
        if !another(left_today(&queue, &passed) == (0, 0), talk)? {
            return Ok(());
        }
    }
}

/// Asks the questions on one section, by its id: those due first, then those new, then the rest.
///
/// # Errors
/// Those of the input and the output.
pub fn practice_on<R: BufRead, W: Write>(
    section: &str,
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let mut lessons = pack.lessons.iter();
    let found = lessons.find_map(|lesson| Some((lesson, lesson.section(section)?)));
    let Some((lesson, section)) = found else {
        return talk.out.line("There is no such part.");
    };
    let queue = Queue::of(lesson, journal.record(), journal.now(), journal.zone());
    let round: Vec<String> = queue.on(&section.id, lesson).cloned().collect();
    let title = &section.title;
    if round.is_empty() {
        return talk
            .out
            .line(&format!("{title} has no questions of its own."));
    }
    let count = counted(round.len(), "question", "questions");
    talk.out
        .line(&format!("{title}: {count}. q leaves at any time."))?;
    talk.out.gap()?;
    let passed = &mut BTreeSet::new();
    match ask_round(lesson, round.len(), round, passed, talk, journal)? {
        On::Leave => Ok(()),
        _ => talk
            .out
            .line(&format!("Those were the questions on {title}.")),
    }
}

/// How many of today's questions that come again, and of its new ones, were not passed over.
fn left_today(queue: &Queue, passed: &BTreeSet<String>) -> (usize, usize) {
    let left = |ids: &[String]| ids.iter().filter(|id| !passed.contains(*id)).count();
    (left(&queue.due), left(&queue.fresh))
}

/// Whether another round is wanted; once today is done, one over all there is.
fn another<R: BufRead, W: Write>(done: bool, talk: &mut Dialogue<R, W>) -> io::Result<bool> {
    let ask = match done {
        true => {
            "That was the round, and all for today. Enter goes on with all questions, new ones first; q leaves."
        }
        false => "That was the round. Enter begins another one; q leaves.",
    };
    loop {
        let more = talk.prompt(ask)?;
        match more.as_deref() {
            Some("") => return Ok(true),
            None | Some("q") => return Ok(false),
            Some(said) => talk.misread(said, "Enter begins another round, q leaves")?,
        }
    }
}

/// Asks so many questions that the world invents.
///
/// # Errors
/// Those of the input and the output.
pub fn practice_fresh<R: BufRead, W: Write>(
    count: usize,
    series: &mut Series,
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let Some(lesson) = pack.lessons.first() else {
        return talk.out.line("There is no lesson in this content.");
    };
    let round = series.take(count).map(|fresh| fresh.question.id);
    ask_round(lesson, count, round, &mut BTreeSet::new(), talk, journal).map(drop)
}

/// How to go on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum On {
    /// To the next question.
    Next,
    /// The same, and this one was passed over.
    Passed,
    /// The same question again: its answer was taken back.
    Again,
    /// Out.
    Leave,
}

/// Asks the questions of a round, and notes those that are passed over.
fn ask_round<R: BufRead, W: Write>(
    lesson: &Lesson,
    count: usize,
    round: impl IntoIterator<Item = String>,
    passed: &mut BTreeSet<String>,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<On> {
    for (index, id) in round.into_iter().enumerate() {
        let Some(question) = generate::question(lesson, &id) else {
            continue;
        };
        let kind = kind_name(question.ask.kind());
        let heading = format!("Question {} of {count}, {kind}", index + 1);
        talk.out.line(&heading)?;
        loop {
            match ask(&question, lesson, talk, journal)? {
                On::Next => break,
                On::Passed => {
                    passed.insert(id);
                    break;
                }
                On::Again => talk.out.line("The answer is taken back. Once more:")?,
                On::Leave => return Ok(On::Leave),
            }
        }
        talk.out.gap()?;
    }
    Ok(On::Next)
}

/// One question: asked, answered, kept, explained.
fn ask<R: BufRead, W: Write>(
    question: &Question,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<On> {
    let earlier = journal.record().answers_to(&question.id).len();
    let sheet = Sheet::new(question, lesson, earlier);
    let is_here =
        |spot: &Spot| matches!(spot, Spot::Practice { question: id } if *id == question.id);
    if let Some(said) = noted(journal.record(), &lesson.id, is_here) {
        talk.out.line(&said)?;
    }
    let given = match talk.take(&sheet, journal.record().draft(&question.id))? {
        Taken::Given(given) => given,
        Taken::Passed => {
            talk.out.line("Passed over: nothing is kept.")?;
            return Ok(On::Passed);
        }
        Taken::Left => return Ok(On::Leave),
    };
    // What was written is safe before anything else is asked, whichever way out is taken there.
    let begun = match &given {
        Given::Recall { text, .. } | Given::Condition(text) if !text.is_empty() => {
            Some(journal.begin_answer(&question.id, text))
        }
        _ => None,
    };
    if let Some((given, sure)) = judge(&sheet, given, talk)? {
        return keep(&sheet, &given, sure, lesson, talk, journal);
    }
    if let Some(saved) = begun {
        let said = "What you wrote is kept. It does not count yet, and is here when the question comes again.";
        talk.kept(said, saved)?;
    }
    Ok(On::Leave)
}

/// How sure the learner is, and what only they can say of their answer; `None` when they leave.
fn judge<R: BufRead, W: Write>(
    sheet: &Sheet,
    given: Given,
    talk: &mut Dialogue<R, W>,
) -> io::Result<Option<(Given, Sure)>> {
    let Some(sure) = talk.how_sure()? else {
        return Ok(None);
    };
    let given = match sheet.how {
        How::Recall => talk.tick_off(sheet, given)?,
        _ => Some(given),
    };
    Ok(given.map(|given| (given, sure)))
}

/// Keeps an answer, explains it, and asks how to go on.
fn keep<R: BufRead, W: Write>(
    sheet: &Sheet,
    given: &Given,
    sure: Sure,
    lesson: &Lesson,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<On> {
    let mark = match sheet.mark(given) {
        Ok(mark) => mark,
        // A condition was judged when it was taken.
        Err(error) => {
            talk.out.line(&error.to_string())?;
            return Ok(On::Next);
        }
    };
    let answer = mark.answer(&sheet.question, Some(sure), journal.now());
    let (id, saved) = journal.answer(&sheet.question, answer);
    if sheet.how != How::Recall {
        talk.out.gap()?;
        talk.explain(sheet, &mark, sure)?;
        talk.out.gap()?;
    }
    let told: Grade = mark.grade;
    talk.kept(&format!("Kept: {}.", grade_name(told)), saved)?;
    let on = talk.go_on(sheet, &mark, lesson)?;
    if on == On::Again {
        let saved = journal.take_back(&sheet.question, &id);
        talk.kept("It does not count.", saved)?;
    }
    Ok(on)
}
