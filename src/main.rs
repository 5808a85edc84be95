//! Reads the command line and opens one face.

use std::{env, path::PathBuf, process::ExitCode};

use anyhow::Context as _;
use jiff::Timestamp;
use token34::{
    course::Pack,
    progress::{Pen, Store, default_path},
    tui::{
        app::{App, Settings},
        terminal,
        theme::{Depth, Theme},
    },
};

#[expect(
    clippy::print_stderr,
    reason = "errors go to stderr, and there is no screen any more"
)]
fn main() -> ExitCode {
    match screens() {
        Ok(code) => code,
        Err(error) => {
            eprintln!("token34: {error:#}");
            ExitCode::from(2)
        }
    }
}

#[expect(
    clippy::disallowed_methods,
    reason = "the wall clock is read here and handed in"
)]
fn screens() -> anyhow::Result<ExitCode> {
    terminal::check(env::var("TERM").ok().as_deref())?;
    let now = Timestamp::now();
    let path = env::var_os("TOKEN34_PROGRESS")
        .map(PathBuf::from)
        .or_else(default_path)
        .context("there is no home directory; set TOKEN34_PROGRESS to a file")?;
    let mut opened = Store::open(&path, now)?;
    let depth = Depth::from_env(|name| env::var(name).ok());
    let settings = Settings {
        theme: Theme::load("auto", depth, false)?,
        reduced_motion: false,
    };
    let pen = Pen::new(now, std::process::id(), 0);
    let mut app = App::new(Pack::embedded()?, opened.record, pen, settings, now)?;
    let exit = terminal::run(&mut app, &mut opened.store, Timestamp::now)?;
    Ok(ExitCode::from(exit.code()))
}
