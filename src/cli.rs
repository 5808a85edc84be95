//! The command line: what may be written after `token34`.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::builder::{OsStringValueParser, PossibleValuesParser, TypedValueParser as _};
use clap::error::ErrorKind;
use clap::parser::ValueSource;
use clap::{Args, CommandFactory, FromArgMatches as _, Parser, Subcommand};
use clap_complete::Shell;

use crate::fencing::explore::Budget;
use crate::tui::theme::Theme;

/// Learn distributed locks and fencing tokens in the terminal
#[derive(Debug, Parser)]
#[command(name = "token34", version, max_term_width = 100)]
#[command(after_help = "Without a command, token34 opens where you left off.\n\
    It exits with 0 when done, 1 when a check or a property failed or was left undecided,\n\
    2 on wrong use or without a terminal.")]
pub struct Cli {
    /// What holds for every command.
    #[command(flatten)]
    pub global: Global,
    /// What to do; nothing opens the lesson.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Options that every command takes.
#[derive(Debug, Clone, Args)]
pub struct Global {
    /// Keep progress in this file instead of the platform's place for it; an empty variable counts as none
    #[arg(
        long,
        global = true,
        value_name = "FILE",
        env = "TOKEN34_PROGRESS",
        hide_env_values = true,
        value_parser = OsStringValueParser::new().map(PathBuf::from)
    )]
    pub progress: Option<PathBuf>,
    /// Read the lesson from this directory instead of the one that is built in
    #[arg(long, global = true, value_name = "DIR")]
    pub content: Option<PathBuf>,
    /// Only this lesson, by its id, where the content has several
    #[arg(long, global = true, value_name = "ID")]
    pub lesson: Option<String>,
    /// Talk in lines instead of screens, for screen readers and plain terminals
    #[arg(long, global = true)]
    pub plain: bool,
    /// Colours of the screens
    #[arg(long, global = true, value_name = "NAME", default_value = "auto", value_parser = PossibleValuesParser::new(Theme::names()))]
    pub theme: String,
    /// Nothing but ASCII
    #[arg(long, global = true)]
    pub ascii: bool,
    /// Show the same moments without movement
    #[arg(long, global = true)]
    pub reduced_motion: bool,
    /// Draw whatever is random from this number: the same seed, the same questions
    #[arg(long, global = true, value_name = "N")]
    pub seed: Option<u64>,
}

/// The commands.
#[derive(Debug, Clone, Subcommand)]
pub enum Command {
    /// Print the lesson as text
    Read(Read),
    /// Print a run of the world, line by line; with --plain, step by step. Unless one is named, list them
    Watch {
        /// Which: its number in the list, its name, part of its title, or a share code
        scenario: Option<String>,
        /// As JSON
        #[arg(long)]
        json: bool,
        /// Only list the runs, under their headings
        #[arg(long, conflicts_with_all = ["scenario", "json"])]
        list: bool,
    },
    /// Walk every schedule of a small world; with --plain, the lab line by line: predict, break, mend
    Explore(Explore),
    /// Answer the questions line by line
    Practice {
        /// Only those on this section: its id, or words of its title
        #[arg(long, value_name = "SECTION", conflicts_with = "fresh")]
        part: Option<String>,
        /// Questions that the world invents, so many of them; 10 unless told
        #[arg(long, value_name = "N", num_args = 0..=1, default_missing_value = "10")]
        fresh: Option<usize>,
    },
    /// Print the notes, or take some in
    Notes {
        /// How; a list unless said otherwise
        #[command(subcommand)]
        how: Option<Notes>,
    },
    /// Print, unite or restore what was done so far
    Progress {
        /// What of it; where you stand unless said otherwise
        #[command(subcommand)]
        what: Option<Progress>,
    },
    /// Check a directory of lessons
    Check {
        /// The directory, with a course.toml in it
        dir: PathBuf,
    },
    /// Print a completion script for a shell
    Completions {
        /// The shell
        shell: Shell,
    },
    /// Print the manual page
    Man,
}

/// What is printed of the lesson.
#[derive(Debug, Clone, Default, Args)]
#[group(multiple = false)]
pub struct Read {
    /// Only this section: its id, or words of its title
    pub section: Option<String>,
    /// The sections that go deeper too
    #[arg(long)]
    pub deeper: bool,
    /// Only the cheat sheet, at most 80 columns wide
    #[arg(long)]
    pub cheatsheet: bool,
    /// Only the terms and what they mean
    #[arg(long)]
    pub glossary: bool,
    /// Be guided to a lock and a check, one question at a time
    #[arg(long)]
    pub guide: bool,
}

/// What is explored.
#[derive(Debug, Clone, Args)]
pub struct Explore {
    /// Every fault against every lock
    #[arg(long, conflicts_with_all = ["lock", "fault", "check", "fence_on_read", "clients", "states", "memory"])]
    pub matrix: bool,
    /// Kind of lock: redis, redis-replica, redlock, etcd, zookeeper, pg-inside, pg-outside, redis-no-ttl, redis-setnx-expire
    #[arg(long, value_name = "LOCK", default_value = "etcd")]
    pub lock: String,
    /// What may go wrong, once, at any point; several with commas between them; `none` for nothing. The
    /// faults are those of --matrix, and lost-ack and storage-forgets
    #[arg(long, value_name = "FAULT", default_value = "pause")]
    pub fault: String,
    /// What storage compares: none, strict, at-least, sequence, select-then-update
    #[arg(long, value_name = "CHECK", default_value = "at-least")]
    pub check: String,
    /// Reads carry the token too, and raise the fence
    #[arg(long)]
    pub fence_on_read: bool,
    /// How many clients
    #[arg(long, value_name = "N", default_value_t = 2, value_parser = clap::value_parser!(u8).range(1..=3))]
    pub clients: u8,
    /// Give up after so many states, 5000000 unless told: what is not shown by then is unknown
    #[arg(long, value_name = "N")]
    pub states: Option<usize>,
    /// Give up when they take so many MiB, 1024 unless told: what is not shown by then is unknown
    #[arg(long, value_name = "MIB")]
    pub memory: Option<usize>,
    /// As JSON
    #[arg(long)]
    pub json: bool,
}

/// What is done with notes.
#[derive(Debug, Clone, Default, Subcommand)]
pub enum Notes {
    /// One a line
    #[default]
    List,
    /// Those that have all of these words in them
    Find {
        /// The words
        #[arg(required = true)]
        words: Vec<String>,
    },
    /// All of them as one Markdown document
    Export,
    /// Take in such a document, edited or not
    Import {
        /// The document; - takes it from standard input
        file: PathBuf,
    },
}

/// What is done with the progress.
#[derive(Debug, Clone, Default, Subcommand)]
pub enum Progress {
    /// Where you stand
    #[default]
    Show,
    /// Where it is kept
    Path,
    /// All of it as JSON
    Export {
        /// A summary for people instead, as Markdown: what was done, what was got wrong, what is open
        #[arg(long)]
        summary: bool,
    },
    /// Unite it with another progress file, as of another machine; nothing in either is lost
    Merge {
        /// The other file, or what `export` wrote of it; - takes it from standard input
        file: PathBuf,
    },
    /// Bring a kept version back, or list them
    Restore {
        /// The version's revision; without it the versions are listed
        revision: Option<u64>,
    },
    /// Begin anew; `restore` undoes it
    Reset,
}

impl Explore {
    /// How much the walk may take.
    pub fn budget(&self) -> Budget {
        let whole = Budget::default();
        let bytes = |mib: usize| mib.saturating_mul(1 << 20);
        Budget {
            states: self.states.unwrap_or(whole.states),
            bytes: self.memory.map_or(whole.bytes, bytes),
        }
    }

    /// Whether the lab can show it: two clients, one fault, and a budget of its own.
    pub fn is_small(&self) -> bool {
        let whole = self.states.is_none() && self.memory.is_none();
        whole && self.clients == 2 && !self.fault.contains(',')
    }
}

impl Cli {
    /// Reads a command line, of which the first word is the program.
    ///
    /// # Errors
    /// When it is wrong; and where help or the version is asked for, that.
    pub fn read<W: Into<OsString> + Clone>(
        line: impl IntoIterator<Item = W>,
    ) -> Result<Self, clap::Error> {
        let mut command = Self::command();
        let words = command.try_get_matches_from_mut(line)?;
        let mut cli = Self::from_arg_matches(&words).map_err(|error| error.format(&mut command))?;
        let progress = &mut cli.global.progress;
        if progress
            .take_if(|path| path.as_os_str().is_empty())
            .is_some()
            && words.value_source("progress") == Some(ValueSource::CommandLine)
        {
            // As of a variable of a script that is not set: it must not fall back on the learner's own file.
            let why = "a value is required for '--progress <FILE>' but none was supplied";
            return Err(command.error(ErrorKind::InvalidValue, why));
        }
        Ok(cli)
    }

    /// The script that completes this command line in `shell`.
    pub fn completions(shell: Shell) -> Vec<u8> {
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Self::command(), "token34", &mut script);
        script
    }

    /// The manual page, as roff.
    ///
    /// # Errors
    /// Those that writing to memory can have.
    pub fn man() -> std::io::Result<Vec<u8>> {
        let mut page = Vec::new();
        clap_mangen::Man::new(Self::command()).render(&mut page)?;
        Ok(page)
    }
}

/// Whether the locale promises no more than ASCII, as the C locale does, or other characters in another encoding than UTF-8,
/// the only one that is written here; `variable` looks up an environment variable.
///
/// The first of `LC_ALL`, `LC_CTYPE` and `LANG` that is set decides, as POSIX has it. Where none is set, a UTF-8
/// terminal is taken for granted: that is what containers and CI have.
pub fn ascii_locale(variable: impl Fn(&str) -> Option<String>) -> bool {
    let mut names = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter();
    let locale = names.find_map(|name| variable(name).filter(|value| !value.is_empty()));
    let Some(locale) = locale else {
        return false;
    };
    // As in `en_IE.ISO-8859-15@euro`; a name without an encoding leaves it open.
    let charset = locale
        .split('@')
        .next()
        .and_then(|name| name.split_once('.'));
    let is_utf8 = |(_, charset): (&str, &str)| {
        ["utf-8", "utf8"]
            .iter()
            .any(|name| charset.eq_ignore_ascii_case(name))
    };
    locale == "C" || locale == "POSIX" || charset.is_some_and(|named| !is_utf8(named))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_is_sound() {
        Cli::command().debug_assert();
    }

    #[test]
    fn the_first_locale_that_is_set_decides() {
        let table = [
            (["C", "", ""], true),
            (["", "POSIX", "de_DE.UTF-8"], true),
            (["en_US.UTF-8", "C", "C"], false),
            (["", "", "C.UTF-8"], false),
            (["en_US.utf8", "C", ""], false),
            (["de_DE.UTF-8@euro", "", ""], false),
            (["de_DE", "", ""], false),
            (["de_DE@euro", "", ""], false),
            (["en_US.ISO-8859-1", "", "C.UTF-8"], true),
            (["", "de_DE.ISO-8859-15@euro", ""], true),
            (["", "", "ja_JP.eucJP"], true),
            (["", "", ""], false),
        ];
        for (values, wanted) in table {
            let look = |name: &str| {
                let index = ["LC_ALL", "LC_CTYPE", "LANG"]
                    .iter()
                    .position(|n| *n == name)?;
                Some(values[index].to_owned())
            };
            assert_eq!(ascii_locale(look), wanted, "{values:?}");
        }
    }
}
