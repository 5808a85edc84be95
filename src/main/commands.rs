//! What each command does: it prints, or talks in lines.

use std::io::{self, BufWriter, IsTerminal, StdinLock, Write};
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::Path;
use std::process::ExitCode;
use std::thread;

use token34::cli::{Cli, Command, Explore, Global, Notes, Progress, Read};
use token34::course::{self, Files, Pack};
use token34::fencing::explore;
use token34::fencing::knobs::Knobs;
use token34::fencing::matrix::Cell;
use token34::fencing::world::Setup;
use token34::plain::{self, Dialogue, Journal, KeepError, Out, Style};
use token34::practice::{self, generate::Series};
use token34::progress::{Notice, Pen, shell::quoted};

use super::stdout::Stdout;
use super::zone::zone;
use super::{
    WRONG_USE, WrongUse, ascii, complain, is_dumb_terminal, is_missing, now, open_progress, pack,
    progress_path, seed, tell,
};

/// Columns that prose is wrapped at on a terminal.
const COLUMNS: usize = 80;

/// Do what a command asks for.
pub(super) fn obey(command: &Command, global: &Global) -> anyhow::Result<ExitCode> {
    let mut out = Out::new(BufWriter::new(Stdout::to_report()), style(global));
    let mut code = ExitCode::SUCCESS;
    match command {
        Command::Read(what) => code = read(what, global, &mut out)?,
        Command::Watch {
            scenario,
            json,
            list,
        } => {
            code = watch(scenario.as_deref(), (*json, *list), global, &mut out)?;
        }
        Command::Explore(what) => code = explore(what, global, &mut out)?,
        Command::Practice { part, fresh } => code = practise(part.as_deref(), *fresh, global)?,
        Command::Notes { how } => code = notes(how.clone().unwrap_or_default(), global, &mut out)?,
        Command::Progress { what } => {
            code = progress(what.clone().unwrap_or_default(), global, &mut out)?;
        }
        Command::Check { dir } => code = check(dir, global, &mut out)?,
        Command::Completions { shell } => out.raw(&Cli::completions(*shell))?,
        Command::Man => out.raw(&Cli::man()?)?,
    }
    out.flush()?;
    Ok(code)
}

/// Print what is asked for of the lesson, or lead through the guide.
fn read<W: Write>(what: &Read, global: &Global, out: &mut Out<W>) -> anyhow::Result<ExitCode> {
    if what.guide {
        return converse(global, |pack, talk, _| match pack.lessons.first() {
            Some(lesson) => plain::guide(lesson, talk),
            None => Ok(()),
        });
    }
    let pack = pack(global)?;
    match &what.section {
        Some(id) => plain::read_section(plain::section(&pack, id)?, out)?,
        None if what.cheatsheet => {
            let mut sheet = Out::new(
                BufWriter::new(Stdout::to_report()),
                Style {
                    columns: Some(COLUMNS),
                    ..style(global)
                },
            );
            plain::read_section(plain::cheatsheet(&pack)?, &mut sheet)?;
            sheet.flush()?;
        }
        None if what.glossary => plain::read_glossary(&pack, out)?,
        None => plain::read(&pack, what.deeper, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Ask questions in lines: those on a part, so many that the world invents, or rounds of what is due and new.
fn practise(part: Option<&str>, fresh: Option<usize>, global: &Global) -> anyhow::Result<ExitCode> {
    if let Some(part) = part {
        let id = plain::section(&pack(global)?, part)?.id.clone();
        return converse(global, |pack, talk, journal| {
            plain::practice_on(&id, pack, talk, journal)
        });
    }
    let Some(count) = fresh else {
        return converse(global, plain::practice);
    };
    let seed = seed(global)?;
    converse(global, |pack, talk, journal| {
        let mut series = Series::new(seed, journal.record());
        plain::practice_fresh(count, &mut series, pack, talk, journal)
    })
}

/// Tell a run: whole, as JSON, or step by step. Unless one is named, there is a list to choose from.
fn watch<W: Write>(
    scenario: Option<&str>,
    (json, list): (bool, bool),
    global: &Global,
    out: &mut Out<W>,
) -> anyhow::Result<ExitCode> {
    let pack = pack(global)?;
    let scenarios = plain::scenarios(&pack)?;
    let talks = global.plain || is_dumb_terminal();
    match scenario {
        _ if json => plain::watch_json(&plain::find(&scenarios, scenario)?.run(), out)?,
        None if list || !talks => plain::list_scenarios(&scenarios, out)?,
        Some(_) if !talks => plain::watch(&plain::find(&scenarios, scenario)?.run(), out)?,
        Some(_) => {
            let run = plain::find(&scenarios, scenario)?;
            let lesson = plain::taught_by(&pack, &run.id).map(|lesson| lesson.id.as_str());
            return converse(global, |_, talk, journal| {
                plain::follow(&run, lesson, talk, journal)
            });
        }
        None => {
            return converse(global, |pack, talk, journal| {
                match plain::choose_run("", pack, talk, journal)? {
                    Some((run, lesson)) => plain::follow(&run, lesson.as_deref(), talk, journal),
                    None => Ok(()),
                }
            });
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Walk the schedules that are asked for. A property that fails, or was left undecided, is exit 1; the matrix is a table, and
/// no failure.
fn explore<W: Write>(
    what: &Explore,
    global: &Global,
    out: &mut Out<W>,
) -> anyhow::Result<ExitCode> {
    let shows = io::stderr().is_terminal();
    let talks = global.plain || is_dumb_terminal();
    if talks && !what.matrix && !what.json {
        if what.is_small() {
            return lab(what, global);
        }
        out.line(
            "The lab has two clients, one fault and a budget of its own. Else, this is the report of a walk:",
        )?;
        out.gap()?;
    }
    if what.matrix {
        let cells = Cell::all().len();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let reports = plain::walk_matrix(threads, |done| {
            if shows {
                tell(&format!("{done} of {cells} runs"));
            }
        });
        if what.json {
            plain::matrix_json(&reports, out)?;
        } else {
            plain::matrix(&pack(global)?, &reports, out)?;
        }
        return Ok(ExitCode::SUCCESS);
    }
    let (lock, faults, check) = plain::named(&what.lock, &what.fault, &what.check)?;
    let setup = Setup {
        check,
        fence_on_read: what.fence_on_read,
        clients: what.clients,
        ..Setup::new(lock)
    };
    let threads = thread::available_parallelism().unwrap_or(NonZeroUsize::MIN);
    let setup = explore::cell(setup, faults.iter());
    let report = explore::explore_on(threads, setup, what.budget(), |states| {
        if shows && states > 1 {
            tell(&format!("{states} states"));
        }
        ControlFlow::Continue(())
    });
    if what.json {
        plain::explored_json(&report, out)?;
    } else {
        plain::explored(&report, out)?;
    }
    let short = plain::falls_short(&report);
    Ok(ExitCode::from(u8::from(short)))
}

/// The lab line by line, from what the command line names on.
fn lab(what: &Explore, global: &Global) -> anyhow::Result<ExitCode> {
    let (lock, faults, check) = plain::named(&what.lock, &what.fault, &what.check)?;
    let knobs = Knobs {
        lock,
        check,
        fence_on_read: what.fence_on_read,
        fault: faults.iter().next(),
        ..Knobs::default()
    };
    converse(global, |pack, talk, journal| match pack.lessons.first() {
        Some(lesson) => plain::lab(knobs, lesson, talk, journal),
        None => talk.out.line("There is no lesson in this content."),
    })
}

type Talk = Dialogue<StdinLock<'static>, BufWriter<Stdout>>;

/// Talk in lines.
pub(super) fn converse(
    global: &Global,
    about: impl FnOnce(&Pack, &mut Talk, &mut Journal) -> io::Result<()>,
) -> anyhow::Result<ExitCode> {
    let pack = pack(global)?;
    let mut journal = journal(global)?;
    let out = Out::new(BufWriter::new(Stdout::to_talk()), style(global));
    let mut talk = Dialogue::new(io::stdin().lock(), out);
    let talked = about(&pack, &mut talk, &mut journal).and_then(|()| talk.out.flush());
    for warning in journal.close()? {
        complain(&warning.to_string());
    }
    talked?;
    Ok(ExitCode::SUCCESS)
}

/// Print the notes, or take some in.
fn notes<W: Write>(how: Notes, global: &Global, out: &mut Out<W>) -> anyhow::Result<ExitCode> {
    let pack = pack(global)?;
    if let Notes::Import { file } = how {
        let lesson = pack.lessons.first().map_or("", |lesson| &lesson.id);
        return change(global, out, |journal| journal.import_notes(lesson, &file));
    }
    let opened = open_progress(global)?;
    let record = &opened.record;
    match how {
        Notes::List => plain::list_notes(&pack, record, &zone(), out)?,
        Notes::Find { words } => plain::find_notes(&pack, record, &words.join(" "), out)?,
        Notes::Export => plain::export_notes(&pack, record, out)?,
        Notes::Import { .. } => {}
    }
    Ok(as_read(&opened.notice))
}

/// Print what was done so far, or change it as a whole.
fn progress<W: Write>(
    what: Progress,
    global: &Global,
    out: &mut Out<W>,
) -> anyhow::Result<ExitCode> {
    match what {
        Progress::Path => print_path(&progress_path(global)?, global, out)?,
        Progress::Show | Progress::Export { .. } => return print_progress(&what, global, out),
        Progress::Merge { file } => return change(global, out, |journal| journal.merge(&file)),
        Progress::Restore {
            revision: Some(revision),
        } => return change(global, out, |journal| journal.restore(revision)),
        Progress::Restore { revision: None } => {
            for version in journal(global)?.versions(&zone())? {
                out.line(&version)?;
            }
        }
        Progress::Reset => return change(global, out, Journal::reset),
    }
    Ok(ExitCode::SUCCESS)
}

/// Print a path: for a program as it is, byte by byte, and for people as a word of the shell.
fn print_path<W: Write>(path: &Path, global: &Global, out: &mut Out<W>) -> io::Result<()> {
    if io::stdout().is_terminal() {
        return out.line(&quoted(path, ascii(global)));
    }
    out.raw(path.as_os_str().as_encoded_bytes())?;
    out.gap()
}

fn print_progress<W: Write>(
    what: &Progress,
    global: &Global,
    out: &mut Out<W>,
) -> anyhow::Result<ExitCode> {
    let zone = zone();
    let opened = open_progress(global)?;
    let record = &opened.record;
    match what {
        Progress::Export { summary: true } => {
            plain::summary(&pack(global)?, record, now(), &zone, out)?;
        }
        Progress::Export { summary: false } => {
            out.raw(opened.store.export(record)?.as_bytes())?;
            out.gap()?;
        }
        _ => plain::show(&pack(global)?, record, now(), &zone, out)?,
    }
    Ok(as_read(&opened.notice))
}

/// How a command ends that only reads the progress file: what was printed in place of a damaged one is not what was asked for.
fn as_read(notice: &Notice) -> ExitCode {
    match notice {
        Notice::Damaged { .. } => ExitCode::FAILURE,
        _ => ExitCode::SUCCESS,
    }
}

/// Change the record as a whole, and tell what there is to know of the save and of what came of it.
fn change<W: Write>(
    global: &Global,
    out: &mut Out<W>,
    how: impl FnOnce(&mut Journal) -> Result<String, KeepError>,
) -> anyhow::Result<ExitCode> {
    let mut journal = journal(global)?;
    let done = how(&mut journal)?;
    for warning in journal.close()? {
        complain(&warning.to_string());
    }
    if let Err(error) = out.line(&done).and_then(|()| out.flush()) {
        // It is done all the same, and can be undone.
        complain(&done);
        return Err(error.into());
    }
    Ok(ExitCode::SUCCESS)
}

fn journal(global: &Global) -> anyhow::Result<Journal> {
    let pen = Pen::new(now(), std::process::id(), 0);
    let journal = Journal::new(open_progress(global)?, pen, now);
    let journal = journal.in_zone(zone());
    Ok(journal.in_ascii(ascii(global)))
}

fn style(global: &Global) -> Style {
    Style {
        ascii: ascii(global),
        columns: io::stdout().is_terminal().then_some(COLUMNS),
    }
}

fn check<W: Write>(dir: &Path, global: &Global, out: &mut Out<W>) -> anyhow::Result<ExitCode> {
    if global.lesson.is_some() || global.content.is_some() {
        let why = "`check` looks at every lesson of the directory it names; leave --lesson and --content out";
        return Err(WrongUse(why).into());
    }
    let mut report = course::Report::default();
    let mut pack = None;
    match Files::read(dir) {
        Ok(files) => {
            report = course::check(&files);
            pack = Pack::parse(&files).ok();
        }
        Err(problems) => report.problems = problems,
    }
    if !report.counts.is_empty() {
        out.line(&report.to_string())?;
    }
    if let Some(pack) = &pack {
        report.problems.extend(practice::check(pack));
        for lesson in &pack.lessons {
            let all = practice::check::coverage(lesson);
            let covered = all.iter().filter(|(_, kinds)| kinds.len() > 1).count();
            let of = all.len();
            let told = "misconceptions are treated by questions of two kinds or more.";
            if of > 0 {
                out.line(&format!("{covered} of {of} {told}"))?;
            }
        }
    }
    if report.problems.is_empty() {
        return Ok(ExitCode::SUCCESS);
    }
    complain(&course::Problems(report.problems).to_string());
    Ok(if is_missing(dir) {
        ExitCode::from(WRONG_USE)
    } else {
        ExitCode::FAILURE
    })
}
