//! The runs that can be watched: listed under their headings, and found by number, name, part of a title, or code.

use std::io::{self, BufRead, Write};

use super::{Dialogue, Journal, Out};
use crate::course::{Lesson, Pack};
use crate::fencing::knobs::{CodeError, Knobs};
use crate::fencing::scenario::{Scenario, ScenarioError};
use crate::practice::generate;
use crate::text::{has_words, width};

/// The most runs that are named when what was asked for may stand for several.
const NAMED: usize = 9;

/// A scenario that is asked for and is not there.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoScenario {
    /// Nothing of it is in a name or a title.
    #[error("there is no run \"{0}\"; to see their names, run: token34 watch --list")]
    Named(String),
    /// There are fewer.
    #[error(
        "there is no run {number}: they are numbered from 1 to {last}; to see them, run: token34 watch --list"
    )]
    Number {
        /// Which was asked for.
        number: usize,
        /// The last one.
        last: usize,
    },
    /// It may stand for several.
    #[error(
        "\"{said}\" may stand for any of these:\n{runs}\nwrite a number, a name, or more of the title"
    )]
    Several {
        /// What was asked for.
        said: String,
        /// The number of the first of them.
        first: usize,
        /// The runs, a line each.
        runs: String,
    },
    /// What looks like a share code is none.
    #[error(transparent)]
    Code(#[from] CodeError),
    /// There is none at all.
    #[error("this content has no runs")]
    Any,
}

/// Every scenario of `pack`, lesson by lesson; in each, those under one heading together, else in the lesson's order.
///
/// # Errors
/// The first that cannot be read.
pub fn scenarios(pack: &Pack) -> Result<Vec<Scenario>, ScenarioError> {
    let mut all = Vec::new();
    for lesson in &pack.lessons {
        let sources = lesson.scenarios.iter();
        let read = sources.map(|source| Scenario::parse(&source.file, &source.toml));
        let mut runs = read.collect::<Result<Vec<_>, _>>()?;
        let headings: Vec<_> = runs.iter().map(|run| run.group.clone()).collect();
        runs.sort_by_key(|run| headings.iter().position(|heading| *heading == run.group));
        all.append(&mut runs);
    }
    Ok(all)
}

/// The scenario that `said` stands for: its number in the list, its id, part of its title, the name of an invented one, or a
/// share code. Without anything said it is the first one.
///
/// # Errors
/// When there is none, or more than one.
pub fn find(scenarios: &[Scenario], said: Option<&str>) -> Result<Scenario, NoScenario> {
    let Some(said) = said else {
        return scenarios.first().cloned().ok_or(NoScenario::Any);
    };
    let same = |name: &str| name.eq_ignore_ascii_case(said);
    let whole = |run: &&Scenario| same(&run.id) || same(&run.title);
    if let Some(found) = scenarios.iter().find(whole) {
        return Ok(found.clone());
    }
    if let Ok(number) = said.parse::<usize>() {
        let last = scenarios.len();
        let run = number.checked_sub(1).and_then(|index| scenarios.get(index));
        return run.cloned().ok_or(NoScenario::Number { number, last });
    }
    if let Some(invented) = generate::scenario(said) {
        return Ok(invented);
    }
    match Knobs::from_code(said) {
        Ok(knobs) => Ok(knobs.scenario()),
        // Codes begin with a digit, names of scenarios do not.
        Err(why) if said.starts_with(|first: char| first.is_ascii_digit()) => {
            Err(NoScenario::Code(why))
        }
        Err(_) => by_words(scenarios, said),
    }
}

/// The one run that has every word of `said` in its name or its title.
fn by_words(scenarios: &[Scenario], said: &str) -> Result<Scenario, NoScenario> {
    let has = |run: &Scenario| has_words(&format!("{} {}", run.id, run.title), said);
    let numbered = (1..).zip(scenarios);
    let found: Vec<(usize, &Scenario)> = numbered.filter(|(_, run)| has(run)).collect();
    match found[..] {
        [] => Err(NoScenario::Named(said.to_owned())),
        [(_, run)] => Ok(run.clone()),
        [(first, _), ..] => Err(NoScenario::Several {
            said: said.to_owned(),
            first,
            runs: named(&found),
        }),
    }
}

/// Some runs, a line each, and how many more there are.
fn named(runs: &[(usize, &Scenario)]) -> String {
    let line =
        |(number, run): &(usize, &Scenario)| format!("{number:>4}. {} ({})", run.title, run.id);
    let mut lines: Vec<String> = runs.iter().take(NAMED).map(line).collect();
    match runs.len().saturating_sub(NAMED) {
        0 => {}
        more => lines.push(format!("      and {more} more")),
    }
    lines.join("\n")
}

/// Print the runs under their headings, numbered: id and title.
///
/// # Errors
/// Those of the sink.
pub fn list_scenarios<W: Write>(scenarios: &[Scenario], out: &mut Out<W>) -> io::Result<()> {
    listed(scenarios, |_| false, out)
}

fn listed<W: Write>(
    scenarios: &[Scenario],
    seen: impl Fn(&Scenario) -> bool,
    out: &mut Out<W>,
) -> io::Result<()> {
    let widths = scenarios.iter().map(|run| width(&run.id));
    let widest = widths.max().unwrap_or(0);
    let mut heading = None;
    for (number, run) in (1..).zip(scenarios) {
        if heading != Some(&run.group) {
            if heading.is_some() {
                out.gap()?;
            }
            out.line(&run.group)?;
            heading = Some(&run.group);
        }
        let watched = if seen(run) { ", watched" } else { "" };
        let id = &run.id;
        out.line(&format!(
            "{number:>4}. {id:widest$}   {}{watched}",
            run.title
        ))?;
    }
    Ok(())
}

/// The run that `said` stands for; where it stands for none, list the runs and ask until one is chosen. Gives it with the
/// lesson that teaches it, if any does; `None` when the learner leaves.
///
/// # Errors
/// Those of the input and the output.
pub fn choose_run<R: BufRead, W: Write>(
    said: &str,
    pack: &Pack,
    talk: &mut Dialogue<R, W>,
    journal: &Journal,
) -> io::Result<Option<(Scenario, Option<String>)>> {
    let runs = match scenarios(pack) {
        Ok(runs) => runs,
        Err(error) => {
            talk.out.line(&error.to_string())?;
            return Ok(None);
        }
    };
    let watched = |run: &Scenario| {
        let lesson = taught_by(pack, &run.id);
        lesson.is_some_and(|lesson| journal.record().is_watched(&lesson.id, &run.id))
    };
    let mut said = Some(said.to_owned()).filter(|said| !said.is_empty());
    if said.is_none() {
        listed(&runs, watched, &mut talk.out)?;
    }
    let mut next = 1 + runs.iter().position(|run| !watched(run)).unwrap_or(0);
    loop {
        let ask = format!(
            "Which one? Write its number, its name or part of its title; Enter takes number {next}; q leaves."
        );
        let named = match said.take() {
            Some(said) => said,
            None => match talk.prompt(&ask)? {
                None => return Ok(None),
                Some(said) if said == "q" => return Ok(None),
                Some(said) if said == "list" => {
                    listed(&runs, watched, &mut talk.out)?;
                    continue;
                }
                Some(said) if said.is_empty() => next.to_string(),
                Some(said) => said,
            },
        };
        match find(&runs, Some(&named)) {
            Ok(run) => {
                let lesson = taught_by(pack, &run.id).map(|lesson| lesson.id.clone());
                return Ok(Some((run, lesson)));
            }
            Err(error) => {
                // Enter takes one of those that are listed last.
                if let NoScenario::Several { first, .. } = &error {
                    next = *first;
                }
                explain(&error, talk)?;
            }
        }
    }
}

/// Why what was typed stands for no run, and what can be typed.
fn explain<R: BufRead, W: Write>(error: &NoScenario, talk: &mut Dialogue<R, W>) -> io::Result<()> {
    match error {
        NoScenario::Named(said) => talk.misread(
            said,
            "no run has it in its name or its title; list names the runs once more",
        ),
        NoScenario::Number { number, last } => {
            talk.misread(&number.to_string(), &format!("the runs are 1 to {last}"))
        }
        other => {
            for line in other.to_string().lines() {
                talk.out.line(line)?;
            }
            Ok(())
        }
    }
}

/// The lesson that has a run of this id.
pub fn taught_by<'a>(pack: &'a Pack, scenario: &str) -> Option<&'a Lesson> {
    let mut lessons = pack.lessons.iter();
    lessons.find(|lesson| lesson.scenario(scenario).is_some())
}
