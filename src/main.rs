//! Reads the command line and opens one face.

#[path = "main/commands.rs"]
mod commands;
#[path = "main/stdout.rs"]
mod stdout;
#[path = "main/zone.rs"]
mod zone;

use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::Context as _;
use jiff::Timestamp;
use rand::{TryRng as _, rngs::SysRng};
use token34::cli::{Cli, Global, ascii_locale};
use token34::course::{self, Pack};
use token34::plain::{self, KeepError};
use token34::practice::generate::Series;
use token34::progress::{Notice, Opened, Pen, Store, StoreError, default_path};
use token34::text::{clean, to_ascii};
use token34::tui::app::{App, Settings};
use token34::tui::message::Message;
use token34::tui::terminal::{self, TerminalError};
use token34::tui::theme::{Depth, Theme};

/// Wrong use, or no terminal.
const WRONG_USE: u8 = 2;

fn main() -> ExitCode {
    #[cfg(unix)]
    outlive_size_limit();
    let cli = match Cli::read(env::args_os()) {
        Ok(cli) => cli,
        // It quotes what was written, which is from outside like anything else.
        Err(error) if error.use_stderr() => {
            complain(error.render().to_string().trim_end());
            return ExitCode::from(WRONG_USE);
        }
        Err(help) => return shown(stdout::help(&help)),
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

/// How it ends when help was to be shown.
fn shown(printed: io::Result<()>) -> ExitCode {
    match printed {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => {
            complain(&error.to_string());
            ExitCode::FAILURE
        }
        _ => ExitCode::SUCCESS,
    }
}

fn run(cli: &Cli) -> anyhow::Result<ExitCode> {
    let global = &cli.global;
    match &cli.command {
        None if global.plain || is_dumb_terminal() => {
            let seed = seed(global)?;
            commands::converse(global, |pack, talk, journal| {
                let mut series = Series::new(seed, journal.record());
                plain::session(&mut series, pack, talk, journal)
            })
        }
        None => screens(global),
        Some(command) => commands::obey(command, global),
    }
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
        zone: zone::zone(),
        seed: seed(global)?,
    };
    let opened = open_progress(global)?;
    let pen = Pen::new(now(), std::process::id(), 0);
    let mut app = App::new(pack, opened.record, pen, settings, now())?;
    if let Some(id) = &global.lesson {
        app.open_lesson(id);
    }
    announce(&opened.notice, &mut app);
    let ended = terminal::run(&mut app, opened.store, global.content.as_deref(), now)?;
    Ok(ExitCode::from(ended.code()))
}

/// Show on the screens how opening the progress file went, where there is something to show.
fn announce(notice: &Notice, app: &mut App) {
    let why = clean(&notice.to_string());
    let message = match notice {
        Notice::Fresh | Notice::Loaded => return,
        Notice::Damaged { .. } | Notice::Unreadable(_) => Message::Failed(why),
        Notice::Newer { .. } => Message::Unsaved {
            why,
            for_good: true,
        },
    };
    app.update(message, now());
}

/// Open the progress file; the screens show how that went, anyone else reads it on standard error.
fn open_progress(global: &Global) -> anyhow::Result<Opened> {
    let opened = Store::open(&progress_path(global)?)?;
    match &opened.notice {
        Notice::Fresh | Notice::Loaded => {}
        Notice::Unreadable(entries) => {
            for entry in entries {
                complain(&format!("unreadable, kept in the progress file: {entry}"));
            }
        }
        notice => complain(&notice.to_string()),
    }
    Ok(opened)
}

fn progress_path(global: &Global) -> anyhow::Result<PathBuf> {
    let path = global.progress.clone().or_else(default_path);
    path.context("there is no home directory to keep progress in; name a file with --progress")
}

/// Arguments that do not go together in a way that the parser of the command line cannot tell.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
struct WrongUse(&'static str);

/// The content; of several lessons, the one that was asked for.
fn pack(global: &Global) -> anyhow::Result<Pack> {
    let whole = whole_pack(global)?;
    match &global.lesson {
        Some(id) => Ok(whole.only(id).ok_or_else(|| NoLesson::of(id, &whole))?),
        None => Ok(whole),
    }
}

fn whole_pack(global: &Global) -> anyhow::Result<Pack> {
    match &global.content {
        Some(dir) if is_missing(dir) => Ok(Pack::load(dir).map_err(NoContent)?),
        Some(dir) => Ok(Pack::load(dir)?),
        None => Ok(Pack::embedded()?),
    }
}

/// Whether there is nothing that could be content: the command line is wrong then, and not what it names.
fn is_missing(dir: &Path) -> bool {
    !dir.is_dir()
}

/// Content that is asked for and is not there.
#[derive(Debug, thiserror::Error)]
#[error(transparent)]
struct NoContent(course::Problems);

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

fn ascii(global: &Global) -> bool {
    global.ascii || ascii_locale(variable)
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
    let mut message = clean(message);
    // What is wrong may be the command line itself, so it is looked at as it is.
    if ascii_locale(variable) || env::args_os().any(|word| word == "--ascii") {
        message = to_ascii(&message);
    }
    let _ = writeln!(io::stderr(), "{message}");
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
        || error.is::<NoContent>()
        || error.is::<WrongUse>()
        || error.is::<plain::NoSection>()
        || error.downcast_ref().is_some_and(KeepError::is_wrong_use)
        || error.downcast_ref().is_some_and(StoreError::is_wrong_use)
}

/// The reader of a conversation has left, as `head` does: that is no fault.
fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let io = error.downcast_ref::<io::Error>();
    io.is_some_and(|error| error.kind() == io::ErrorKind::BrokenPipe)
}

/// Has a write beyond the limit on the size of a file fail like any other, instead of ending the program with nothing saved and
/// the terminal in disorder. By a handler, since a signal that is ignored would be so in an editor that is started from here, too.
#[cfg(unix)]
fn outlive_size_limit() {
    use signal_hook::{consts::SIGXFSZ, flag};
    // Where it cannot be had, the limit ends the program as it ends any other.
    let _ = flag::register(SIGXFSZ, std::sync::Arc::default());
}
