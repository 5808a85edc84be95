//! Say what will come of it, and how sure one is; then see it.

use std::collections::BTreeSet;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use crate::fencing::explore::{Finding, Report, cell, explore};
use crate::fencing::knobs::{Ending, Knobs, ending};
use crate::fencing::property::Property;
use crate::fencing::world::Setup;
use crate::plain::dialogue::numbered;
use crate::plain::practice::numbers_below;
use crate::plain::{Dialogue, Journal, explored, watch};

/// How the run ends under these conditions: predicted, then told.
pub(super) fn ending_of<R: BufRead, W: Write>(
    knobs: &Knobs,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let scenario = knobs.scenario();
    let run = scenario.run();
    talk.out.paragraph("", &scenario.summary)?;
    for (number, ending) in (1..).zip(Ending::ALL) {
        talk.out.line(&format!("  {number}. {}", ending.told()))?;
    }
    let ask = "How does it end? Write 1 to 4; Enter tells it unasked, q goes back.";
    let said = loop {
        match talk.prompt(ask)?.as_deref() {
            None | Some("q") => return Ok(()),
            Some("") => break None,
            Some(said) => match numbered(said, &Ending::ALL) {
                Some(one) => break Some(one),
                None => talk.misread(said, "the answers are 1 to 4")?,
            },
        }
    };
    let ended = ending(&run);
    let verdict = match said {
        None => None,
        Some(guessed) => {
            let Some(sure) = talk.how_sure()? else {
                return Ok(());
            };
            let right = *guessed == ended;
            let saved = journal.predicted(&scenario.id, ("ending", guessed.name()), right, sure);
            talk.kept("Your prediction is kept.", saved)?;
            let word = if right { "Right" } else { "Not so" };
            Some(format!("{word}. You said: {}", guessed.told()))
        }
    };
    talk.out.gap()?;
    watch(&run, &mut talk.out)?;
    if let Some(verdict) = verdict {
        talk.out.gap()?;
        talk.out.paragraph("", &verdict)?;
        talk.out
            .paragraph("", &format!("So it ends: {}", ended.told()))?;
    }
    talk.out
        .line(&format!("The code of this run: {}", knobs.code()))
}

/// What some schedule breaks under the fault: predicted, then walked and told.
pub(super) fn broken_by<R: BufRead, W: Write>(
    knobs: &Knobs,
    talk: &mut Dialogue<R, W>,
    journal: &mut Journal,
) -> io::Result<()> {
    let setup = Setup {
        check: knobs.check,
        fence_on_read: knobs.fence_on_read,
        ..Setup::new(knobs.lock)
    };
    talk.out.paragraph(
        "",
        "Two clients each get the lock, read, write and give it back. The fault may strike once, at any point.",
    )?;
    for (number, property) in (1..).zip(Property::ALL) {
        let (name, asks) = (property.name(), property.asks());
        talk.out.line(&format!("  {number}. {name}: {asks}"))?;
    }
    let Some(said) = which(talk)? else {
        return Ok(());
    };
    let sure = match &said {
        None => None,
        Some(_) => match talk.how_sure()? {
            None => return Ok(()),
            sure => sure,
        },
    };
    talk.out.line("Walking every schedule.")?;
    talk.out.flush()?;
    let report = explore(cell(setup, knobs.fault), Default::default(), |_| {
        ControlFlow::Continue(())
    });
    let found = broken(&report);
    if let (Some(said), Some(sure)) = (&said, sure) {
        let right = *said == found;
        let saved = journal.predicted(&name(knobs), ("verdicts", &ids(said)), right, sure);
        talk.kept("Your prediction is kept.", saved)?;
        talk.out.gap()?;
        compare(said, &report, talk)?;
    }
    talk.out.gap()?;
    explored(&report, &mut talk.out)
}

/// The properties that are said to break, by their numbers from 0; within, `None` where nothing was said; `None` to go back.
fn which<R: BufRead, W: Write>(
    talk: &mut Dialogue<R, W>,
) -> io::Result<Option<Option<BTreeSet<usize>>>> {
    let ask = "Which of these does some schedule break? Write their numbers, such as 2 3, or 0 for none; Enter walks unasked, q goes back.";
    loop {
        match talk.prompt(ask)?.as_deref() {
            None | Some("q") => return Ok(None),
            Some("") => return Ok(Some(None)),
            Some(said) => match numbers_below(said, Property::ALL.len()) {
                Some(numbers) => return Ok(Some(Some(numbers))),
                None => talk.misread(said, "write numbers from 1 to 4, or 0")?,
            },
        }
    }
}

fn is_broken(report: &Report, property: Property) -> bool {
    matches!(report.finding(property), Finding::Violated(_))
}

fn broken(report: &Report) -> BTreeSet<usize> {
    let all = 0..Property::ALL.len();
    all.filter(|at| is_broken(report, Property::ALL[*at]))
        .collect()
}

/// What was said of each property, beside what was found.
fn compare<R: BufRead, W: Write>(
    said: &BTreeSet<usize>,
    report: &Report,
    talk: &mut Dialogue<R, W>,
) -> io::Result<()> {
    for (at, property) in Property::ALL.into_iter().enumerate() {
        let guessed = said.contains(&at);
        let word = if guessed == is_broken(report, property) {
            "Right"
        } else {
            "Not so"
        };
        let told = if guessed {
            "is broken"
        } else {
            "is not broken"
        };
        let (name, finding) = (property.name(), report.finding(property).name());
        talk.out.line(&format!(
            "{word}: you said that {name} {told}. Found: {finding}."
        ))?;
    }
    Ok(())
}

/// The name of what was walked, for what is kept.
fn name(knobs: &Knobs) -> String {
    let fault = knobs.fault.map_or("none", |fault| fault.name());
    let reads = if knobs.fence_on_read { "+read" } else { "" };
    let lock = knobs.lock.protocol().id();
    format!("explore:{lock}:{fault}:{}{reads}", knobs.check.name())
}

fn ids(said: &BTreeSet<usize>) -> String {
    let names = said.iter().map(|at| Property::ALL[*at].name());
    match said.is_empty() {
        true => "none".to_owned(),
        false => names.collect::<Vec<_>>().join("+"),
    }
}
