//! How a command ends: names that are wrong, streams that fail, readers who leave.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod files;
mod support;

use std::ffi::OsStr;
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use support::Session;
use tempfile::TempDir;
use token34::progress::{Pen, Record, Spot, format::print};

const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pack");

/// A learner with a note in the usual place of their own home.
struct Home(TempDir);

impl Home {
    fn new() -> Self {
        let home = Self(TempDir::new().unwrap());
        let mut record = Record::default();
        let now = jiff::Timestamp::UNIX_EPOCH;
        record.begin_note(&mut Pen::new(now, 1, 1), "x", Spot::Home, "mine", now);
        fs::create_dir_all(home.usual().parent().unwrap()).unwrap();
        fs::write(home.usual(), print(&record).unwrap()).unwrap();
        home
    }

    fn usual(&self) -> PathBuf {
        let path = self.command(&["progress", "path"]).output().unwrap().stdout;
        PathBuf::from(OsStr::from_bytes(path.trim_ascii_end()))
    }

    fn command<S: AsRef<OsStr>>(&self, args: &[S]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_token34"));
        command.args(args).current_dir(self.0.path());
        command.env_clear().env("HOME", self.0.path());
        command.env("LC_ALL", "C.UTF-8").stdin(Stdio::null());
        command
    }

    /// Its exit code and what it says on standard error.
    fn ends<S: AsRef<OsStr>>(&self, args: &[S]) -> (Option<i32>, String) {
        said(&self.command(args).output().unwrap())
    }
}

fn said(output: &Output) -> (Option<i32>, String) {
    let said = String::from_utf8(output.stderr.clone()).unwrap();
    (output.status.code(), said)
}

/// Everything that says something on standard output.
const SAYING: [&[&str]; 31] = [
    &["--plain"],
    &["--help"],
    &["--version"],
    &["help", "read"],
    &["read"],
    &["read", "overview"],
    &["read", "--deeper"],
    &["read", "--cheatsheet"],
    &["read", "--glossary"],
    &["read", "--guide"],
    &["watch"],
    &["watch", "1"],
    &["watch", "1", "--json"],
    &["watch", "1", "--plain"],
    &["explore", "--lock", "pg-inside"],
    &["explore", "--lock", "pg-inside", "--json"],
    &["explore", "--plain"],
    &["practice"],
    &["practice", "--fresh", "1", "--seed", "7"],
    &["notes"],
    &["notes", "find", "mine"],
    &["notes", "export"],
    &["notes", "import", "none.md"],
    &["progress"],
    &["progress", "path"],
    &["progress", "export"],
    &["progress", "export", "--summary"],
    &["progress", "merge", "other.toml"],
    &["check", PACK],
    &["completions", "bash"],
    &["man"],
];

/// A pack with a mistake in it.
fn bad_pack(dir: &Path) -> PathBuf {
    let pack = dir.join("bad");
    files::copy(Path::new(PACK), &pack);
    fs::write(pack.join("course.toml"), "format = 1\nwrong = true\n").unwrap();
    pack
}

#[test]
fn an_empty_name_of_the_progress_file_is_refused_and_an_empty_variable_is_none() {
    let home = Home::new();
    let before = fs::read(home.usual()).unwrap();
    for args in [
        ["--progress", "", "progress", "reset"],
        ["progress", "reset", "--progress", ""],
    ] {
        for variable in [None, Some(""), Some("elsewhere.toml")] {
            let mut command = home.command(&args);
            if let Some(value) = variable {
                command.env("TOKEN34_PROGRESS", value);
            }
            let (code, told) = said(&command.output().unwrap());
            assert_eq!(code, Some(2), "{variable:?}: {told}");
            assert!(told.contains("--progress <FILE>"), "{told}");
        }
    }
    assert_eq!(fs::read(home.usual()).unwrap(), before);
    let mut command = home.command(&["progress", "path"]);
    let path = command.env("TOKEN34_PROGRESS", "").output().unwrap().stdout;
    assert_eq!(path.trim_ascii_end(), home.usual().as_os_str().as_bytes());
}

#[test]
fn a_home_that_is_relative_is_none() {
    let home = Home::new();
    let mut command = home.command(&["progress", "reset"]);
    let (code, told) = said(&command.env("HOME", "relative").output().unwrap());
    assert_eq!(code, Some(1));
    assert!(told.contains("there is no home directory"), "{told}");
    assert!(!home.0.path().join("relative").exists());
}

#[test]
fn what_is_named_and_is_not_there_is_wrong_use_and_what_is_wrong_within_is_not() {
    let home = Home::new();
    let bad = bad_pack(home.0.path());
    let bad = bad.to_str().unwrap();
    fs::write(home.0.path().join("text"), "x").unwrap();
    let table: [(i32, &[&str]); 14] = [
        (2, &["progress", "restore", "0"]),
        (2, &["progress", "merge", "nope"]),
        (2, &["progress", "merge", "."]),
        (2, &["notes", "import", "nope"]),
        (2, &["notes", "import", "text/nope"]),
        (2, &["--content", "nope", "read"]),
        (2, &["--content", "text", "read"]),
        (2, &["check", "nope"]),
        (2, &["watch", "nope"]),
        (2, &["read", "nope"]),
        (2, &["--lesson", "nope", "read"]),
        (1, &["progress", "merge", "text"]),
        (1, &["--content", bad, "read"]),
        (1, &["check", bad]),
    ];
    for (wanted, args) in table {
        let (code, told) = home.ends(args);
        assert_eq!(code, Some(wanted), "{args:?}: {told}");
        assert!(!told.is_empty(), "{args:?}");
    }
    let (_, told) = home.ends(&["notes", "import", "nope"]);
    assert!(
        told.contains("name another file, or - for standard input"),
        "{told}"
    );
}

#[test]
fn a_progress_file_that_cannot_be_one_is_refused_before_anything_is_done() {
    let home = Home::new();
    fs::write(home.0.path().join("text"), "x").unwrap();
    fs::write(home.0.path().join("note.md"), "kept").unwrap();
    std::os::unix::fs::symlink("loop", home.0.path().join("loop")).unwrap();
    let names = || {
        let mut names: Vec<_> = fs::read_dir(home.0.path()).unwrap().collect();
        names.sort_by_key(|entry| entry.as_ref().unwrap().file_name());
        format!("{names:?}")
    };
    let before = names();
    // The second of the long names could be read, but no file could be written beside it.
    let (long, longish) = ("a".repeat(300), "a".repeat(250));
    for name in [
        ".",
        "/",
        "..",
        "new/",
        "text/new",
        "text/",
        "loop",
        "/dev/zero",
        &long,
        &longish,
    ] {
        let whole: [&[&str]; 5] = [
            &[],
            &["--plain"],
            &["progress", "show"],
            &["notes", "import", "note.md"],
            &["progress", "reset"],
        ];
        for args in whole {
            let args = [&["--progress", name], args].concat();
            let (code, told) = home.ends(&args);
            assert_eq!(code, Some(2), "{args:?}: {told}");
            // Without a command it is the terminal that is missing first.
            let remedy = "choose another file with --progress";
            assert!(args.len() == 2 || told.contains(remedy), "{args:?}: {told}");
        }
        let mut command = support::token34(Path::new(name));
        command.cwd(home.0.path());
        let mut session = Session::start(command, (200, 24));
        assert_eq!(session.wait().exit_code(), 2, "{name}");
        session.assert_restored();
    }
    assert_eq!(names(), before);
}

#[test]
fn a_reader_who_leaves_does_not_turn_a_failure_into_a_success() {
    let home = Home::new();
    let bad = bad_pack(home.0.path());
    let unsafe_lock = ["explore", "--lock", "redis", "--check", "none"];
    let table: [(i32, &[&str]); 5] = [
        (1, &["check", bad.to_str().unwrap()]),
        (1, &unsafe_lock),
        (1, &[&unsafe_lock[..], &["--json"]].concat()),
        (0, &["read"]),
        (0, &["--plain"]),
    ];
    for (wanted, args) in table {
        let (reader, writer) = io::pipe().unwrap();
        drop(reader);
        let output = home.command(args).stdout(writer).output().unwrap();
        let (code, told) = said(&output);
        assert_eq!(code, Some(wanted), "{args:?}: {told}");
        assert!(!told.contains("standard output"), "{args:?}: {told}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_behind_a_stream_is_told_with_the_stream_and_what_is_done_is_said_elsewhere() {
    let home = Home::new();
    let full = || {
        fs::OpenOptions::new()
            .write(true)
            .open("/dev/full")
            .unwrap()
    };
    // Nobody could read from it either: it is open for reading alone.
    let unwritable = || fs::File::open("/dev/null").unwrap();
    fs::write(home.0.path().join("none.md"), "").unwrap();
    let other = print(&Record::default()).unwrap();
    fs::write(home.0.path().join("other.toml"), other).unwrap();
    for args in SAYING {
        for (stream, why) in [(full(), "No space"), (unwritable(), "Bad file descriptor")] {
            let output = home.command(args).stdout(stream).output().unwrap();
            let (code, told) = said(&output);
            assert_eq!(code, Some(1), "{args:?}: {told}");
            let why = format!("could not write to standard output: {why}");
            assert!(told.contains(&why), "{args:?}: {told}");
        }
    }
    let output = home.command(&["progress", "reset"]).stdout(full()).output();
    let (code, told) = said(&output.unwrap());
    assert_eq!(code, Some(1));
    assert!(told.contains("Undo: token34 progress restore 0"), "{told}");
    let (code, _) = home.ends(&["progress", "restore", "0"]);
    assert_eq!(code, Some(0));
    let (code, told) = home.ends(&["notes", "import", "/dev/full"]);
    assert_eq!(code, Some(1));
    assert!(
        told.contains("it is larger than 64 MiB; name a smaller file"),
        "{told}"
    );
}

#[test]
fn a_limit_on_the_size_of_files_is_told() {
    let home = Home::new();
    let before = fs::read(home.usual()).unwrap();
    let script = r#"ulimit -f 0; exec "$0" progress reset"#;
    let mut command = home.command::<&str>(&[]);
    let program = command.get_program().to_owned();
    command = Command::new("sh");
    command.args([OsStr::new("-c"), OsStr::new(script), &program]);
    command
        .env("HOME", home.0.path())
        .env_remove("XDG_DATA_HOME");
    let (code, told) = said(&command.env_remove("TOKEN34_PROGRESS").output().unwrap());
    assert_eq!(code, Some(1), "{told}");
    assert!(told.contains("File too large"), "{told}");
    assert_eq!(fs::read(home.usual()).unwrap(), before);
}

#[test]
fn a_path_is_printed_as_it_is_and_what_is_to_be_copied_leads_back_to_it() {
    let home = Home::new();
    fs::write(home.0.path().join("note.md"), "taken in").unwrap();
    let names: [&[u8]; 6] = [
        b"-dash",
        b"two words",
        "j\u{f6}rgen".as_bytes(),
        b"new\nline\t\x1b[2J'",
        "un\u{200b}seen\u{202e}".as_bytes(),
        b"no\xfftext",
    ];
    for (name, locale) in names
        .iter()
        .flat_map(|name| [(name, "C"), (name, "C.UTF-8")])
    {
        let named = [b"--progress=", *name].concat();
        let run = |args: &[&str]| {
            let mut command = home.command(args);
            command.arg(OsStr::from_bytes(&named)).env("LC_ALL", locale);
            let output = command.output().unwrap();
            assert!(output.status.success(), "{output:?}");
            output.stdout
        };
        assert_eq!(run(&["progress", "path"]), [name, &b"\n"[..]].concat());
        run(&["notes", "import", "note.md"]);
        let told = String::from_utf8(run(&["progress", "reset"])).unwrap();
        let undo = told.trim_end().rsplit_once("Undo: token34 ").unwrap().1;
        assert!(locale != "C" || undo.is_ascii(), "{undo}");
        // As it is copied from there into a shell.
        let script = format!("\"$0\" {undo}");
        let mut shell = Command::new("bash");
        shell.args(["-c", &script, env!("CARGO_BIN_EXE_token34")]);
        shell.current_dir(home.0.path()).env("LC_ALL", locale);
        let output = shell.output().unwrap();
        assert!(output.status.success(), "{undo}: {output:?}");
        let listed = String::from_utf8(run(&["notes", "list"])).unwrap();
        assert!(listed.contains("taken in"), "{listed}");
        run(&["progress", "reset"]);
    }
}

#[test]
fn on_a_terminal_a_path_is_a_word_of_the_shell() {
    let (dir, name) = (TempDir::new().unwrap(), "new\nline\u{1b}[2J");
    let mut command = support::token34(&dir.path().join(name));
    command.args(["progress", "path"]);
    let mut session = Session::start(command, (120, 24));
    assert_eq!(session.wait().exit_code(), 0);
    session.see(r"new\x0aline\x1b[2J'");
}
