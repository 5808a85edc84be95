//! Reads the command line and opens one face.

use std::env;
use std::io::{self, BufWriter, IsTerminal, StdinLock, StdoutLock, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use clap::Parser;
use jiff::Timestamp;
use jiff::tz::TimeZone;
use rand::{TryRng as _, rngs::SysRng};
use token34::cli::{Cli, Command, Explore, Global, Notes, Progress, Read, ascii_locale};
use token34::course::{self, Files, Pack};
use token34::fencing::explore::{self, Budget};
use token34::fencing::matrix::Cell;
use token34::fencing::world::Setup;
use token34::plain::{self, Dialogue, Journal, Out, Style};
use token34::practice::{self, generate::Series};
use token34::progress::format::to_json;
use token34::progress::{Notice, Opened, Pen, Store, default_path};
use token34::text::clean;
use token34::tui::app::{App, Settings};
use token34::tui::message::Message;
use token34::tui::terminal::{self, TerminalError};
use token34::tui::theme::{Depth, Theme};

/// Columns that prose is wrapped at on a terminal.
const COLUMNS: usize = 80;

/// Wrong use, or no terminal.
const WRONG_USE: u8 = 2;

fn main() -> ExitCode {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        // It quotes what was written, which is from outside like anything else.
        Err(error) if error.use_stderr() => {
            complain(error.render().to_string().trim_end());
            return ExitCode::from(WRONG_USE);
        }
        Err(help) => help.exit(),
    };
    match run(&cli) {
        Ok(code) => code,
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&reasons(&error));
            if is_wrong_use(&error) {
                ExitCode::from(WRONG_USE)
            } else {
                ExitCode::FAILURE
            }
        }
    }
}

fn run(cli: &Cli) -> anyhow::Result<ExitCode> {
    let global = &cli.global;
    match &cli.command {
        None if global.plain || is_dumb_terminal() => {
            let seed = seed(global)?;
            converse(global, |pack, talk, journal| {
                let mut series = Series::new(seed, journal.record());
                plain::session(&mut series, pack, talk, journal)
            })
        }
        None => screens(global),
        Some(command) => obey(command, global),
    }
}

/// Do what a command asks for.
fn obey(command: &Command, global: &Global) -> anyhow::Result<ExitCode> {
    let mut out = stdout(global);
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
        Command::Practice { fresh: None } => code = converse(global, plain::practice)?,
        Command::Practice { fresh: Some(count) } => {
            let seed = seed(global)?;
            code = converse(global, |pack, talk, journal| {
                let mut series = Series::new(seed, journal.record());
                plain::practice_fresh(*count, &mut series, pack, talk, journal)
            })?;
        }
        Command::Notes { how } => notes(how.clone().unwrap_or_default(), global, &mut out)?,
        Command::Progress { what } => progress(what.clone().unwrap_or_default(), global, &mut out)?,
        Command::Check { dir } => code = check(dir, &mut out)?,
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
                BufWriter::new(io::stdout().lock()),
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

/// Walk the schedules that are asked for. A property that fails is exit 1; the matrix is a table, and no failure.
fn explore<W: Write>(
    what: &Explore,
    global: &Global,
    out: &mut Out<W>,
) -> anyhow::Result<ExitCode> {
    let shows = io::stderr().is_terminal();
    if what.matrix {
        let cells = Cell::all().len();
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
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
    let budget = Budget {
        states: what.states,
        bytes: what.memory.saturating_mul(1 << 20),
    };
    let report = explore::explore(explore::cell(setup, faults.iter()), budget, |states| {
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
    let failed = plain::any_violated(&report);
    Ok(ExitCode::from(u8::from(failed)))
}

type Talk = Dialogue<StdinLock<'static>, BufWriter<StdoutLock<'static>>>;

/// Talk in lines.
fn converse(
    global: &Global,
    about: impl FnOnce(&Pack, &mut Talk, &mut Journal) -> io::Result<()>,
) -> anyhow::Result<ExitCode> {
    let pack = pack(global)?;
    let mut journal = journal(global)?;
    let mut talk = Dialogue::new(io::stdin().lock(), stdout(global));
    let talked = about(&pack, &mut talk, &mut journal).and_then(|()| talk.out.flush());
    for warning in journal.close()? {
        complain(&warning.to_string());
    }
    talked?;
    Ok(ExitCode::SUCCESS)
}

/// Print the notes, or take some in.
fn notes<W: Write>(how: Notes, global: &Global, out: &mut Out<W>) -> anyhow::Result<()> {
    let pack = pack(global)?;
    let mut journal = journal(global)?;
    match how {
        Notes::List => plain::list_notes(&pack, journal.record(), &TimeZone::system(), out)?,
        Notes::Find { words } => plain::find_notes(journal.record(), &words.join(" "), out)?,
        Notes::Export => plain::export_notes(&pack, journal.record(), out)?,
        Notes::Import { file } => {
            let lesson = pack.lessons.first().map_or("", |lesson| &lesson.id);
            out.line(&journal.import_notes(lesson, &file)?)?;
        }
    }
    Ok(())
}

/// Print what was done so far, or change it as a whole.
fn progress<W: Write>(what: Progress, global: &Global, out: &mut Out<W>) -> anyhow::Result<()> {
    let zone = TimeZone::system();
    match what {
        Progress::Path => out.line(&progress_path(global)?.display().to_string())?,
        Progress::Show => {
            plain::show(&pack(global)?, journal(global)?.record(), now(), &zone, out)?;
        }
        Progress::Export { summary: true } => {
            plain::summary(&pack(global)?, journal(global)?.record(), now(), &zone, out)?;
        }
        Progress::Export { summary: false } => {
            out.raw(to_json(journal(global)?.record())?.as_bytes())?;
            out.gap()?;
        }
        Progress::Merge { file } => out.line(&journal(global)?.merge(&file)?)?,
        Progress::Restore {
            revision: Some(revision),
        } => {
            out.line(&journal(global)?.restore(revision)?)?;
        }
        Progress::Restore { revision: None } => {
            for version in journal(global)?.versions(&zone)? {
                out.line(&version)?;
            }
        }
        Progress::Reset => out.line(&journal(global)?.reset()?)?,
    }
    Ok(())
}

/// Open the screens where the learner left off.
fn screens(global: &Global) -> anyhow::Result<ExitCode> {
    terminal::check(variable("TERM").as_deref())?;
    let pack = whole_pack(global)?;
    if let Some(id) = global
        .lesson
        .as_ref()
        .filter(|id| pack.lesson(id).is_none())
    {
        return Err(NoLesson::of(id, &pack).into());
    }
    let depth = Depth::from_env(variable);
    let settings = Settings {
        theme: Theme::load(&global.theme, depth, ascii(global))?,
        reduced_motion: global.reduced_motion,
        zone: TimeZone::system(),
        seed: seed(global)?,
    };
    let mut opened = open_progress(global)?;
    let pen = Pen::new(now(), std::process::id(), 0);
    let mut app = App::new(pack, opened.record, pen, settings, now())?;
    if let Some(id) = &global.lesson {
        app.open_lesson(id);
    }
    announce(&opened.notice, &mut app);
    let before = app.record_mut().clone();
    let ended = terminal::run(&mut app, &mut opened.store, global.content.as_deref(), now);
    if app.leave(now()) && app.record_mut().adds_to(&before) {
        let elsewhere = env::temp_dir();
        opened
            .store
            .save_last(app.record_mut(), &elsewhere, now())?;
    }
    Ok(ExitCode::from(ended?.code()))
}

fn journal(global: &Global) -> anyhow::Result<Journal> {
    let pen = Pen::new(now(), std::process::id(), 0);
    let journal = Journal::new(open_progress(global)?, pen, now);
    Ok(journal.in_zone(TimeZone::system()))
}

/// Show on the screens how opening the progress file went, where there is something to show.
fn announce(notice: &Notice, app: &mut App) {
    let why = clean(&notice.to_string());
    let message = match notice {
        Notice::Fresh | Notice::Loaded => return,
        Notice::Damaged { .. } => Message::Failed(why),
        Notice::Newer { .. } => Message::Unsaved {
            why,
            for_good: true,
        },
    };
    app.update(message, now());
}

/// Open the progress file; the screens show how that went, anyone else reads it on standard error.
fn open_progress(global: &Global) -> anyhow::Result<Opened> {
    let opened = Store::open(&progress_path(global)?, now())?;
    if matches!(opened.notice, Notice::Damaged { .. } | Notice::Newer { .. }) {
        complain(&opened.notice.to_string());
    }
    Ok(opened)
}

fn progress_path(global: &Global) -> anyhow::Result<PathBuf> {
    // An empty variable is none, as the shell's habit is.
    let named = global.progress.clone();
    let named = named.filter(|path| !path.as_os_str().is_empty());
    let path = named.or_else(default_path);
    path.context("there is no home directory to keep progress in; name a file with --progress")
}

/// The content; of several lessons, the one that was asked for.
fn pack(global: &Global) -> anyhow::Result<Pack> {
    let whole = whole_pack(global)?;
    match &global.lesson {
        Some(id) => Ok(whole.only(id).ok_or_else(|| NoLesson::of(id, &whole))?),
        None => Ok(whole),
    }
}

fn whole_pack(global: &Global) -> Result<Pack, course::Problems> {
    match &global.content {
        Some(dir) => Pack::load(dir),
        None => Pack::embedded(),
    }
}

/// A lesson that is asked for and is not there.
#[derive(Debug, thiserror::Error)]
#[error("there is no lesson \"{id}\"; write one of {known}")]
struct NoLesson {
    id: String,
    known: String,
}

impl NoLesson {
    fn of(id: &str, pack: &Pack) -> Self {
        let known = pack.lessons.iter().map(|lesson| lesson.id.as_str());
        Self {
            id: id.to_owned(),
            known: known.collect::<Vec<_>>().join(", "),
        }
    }
}

fn stdout(global: &Global) -> Out<BufWriter<StdoutLock<'static>>> {
    Out::new(BufWriter::new(io::stdout().lock()), style(global))
}

fn style(global: &Global) -> Style {
    Style {
        ascii: ascii(global),
        columns: io::stdout().is_terminal().then_some(COLUMNS),
    }
}

fn ascii(global: &Global) -> bool {
    global.ascii || ascii_locale(variable)
}

fn check<W: Write>(dir: &Path, out: &mut Out<W>) -> anyhow::Result<ExitCode> {
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
    for problem in &report.problems {
        complain(&problem.to_string());
    }
    Ok(if report.problems.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::FAILURE
    })
}

/// The number that everything random comes from: the one that was named, or one from the system.
fn seed(global: &Global) -> anyhow::Result<u64> {
    let named = global.seed.map(Ok);
    named
        .unwrap_or_else(|| SysRng.try_next_u64())
        .context("the system gives no random number; name one with --seed")
}

/// A terminal, but one that can only print lines.
fn is_dumb_terminal() -> bool {
    let terminal = io::stdin().is_terminal() && io::stdout().is_terminal();
    terminal && variable("TERM").as_deref() == Some("dumb")
}

fn variable(name: &str) -> Option<String> {
    env::var(name).ok()
}

#[expect(
    clippy::disallowed_methods,
    reason = "the one place where the wall clock is read; everything else is handed the time"
)]
fn now() -> Timestamp {
    Timestamp::now()
}

/// What went wrong and why, without those reasons that were already told.
fn reasons(error: &anyhow::Error) -> String {
    error.chain().fold(String::new(), |told, reason| {
        let reason = reason.to_string();
        match told.as_str() {
            "" => reason,
            said if said.contains(&reason) => told,
            _ => format!("{told}: {reason}"),
        }
    })
}

/// Say what went wrong. When even standard error is gone, nobody is left to tell.
fn complain(message: &str) {
    let _ = writeln!(io::stderr(), "{}", clean(message));
}

/// Say how far it has come, over what was said before.
fn tell(progress: &str) {
    let _ = write!(io::stderr(), "\r{progress:<30}");
}

fn is_wrong_use(error: &anyhow::Error) -> bool {
    matches!(error.downcast_ref(), Some(TerminalError::None(_)))
        || error.is::<plain::NoScenario>()
        || error.is::<plain::NoSuch>()
        || error.is::<NoLesson>()
        || error.is::<plain::NoSection>()
}

/// The reader of a pipe has left, as `head` does: that is no fault.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}
