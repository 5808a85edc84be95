//! Text is hostile: what comes from files, paths and the environment is refused with a clear error or cleaned, and nothing
//! of it acts on a terminal.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod files;
mod place;
mod support;

use std::{
    ffi::{OsStr, OsString},
    fs,
    os::unix::ffi::OsStringExt as _,
    time::Duration,
};

use place::{Place, harmless, refused};
use support::{Session, token34};
use token34::progress::{Pen, Record, Spot, format::print};

/// Clears the screen, sets the title in both forms, turns what follows around, hides a word; as TOML writes it.
const EVIL: &str = r"EVIL\u001b[2J\u001b]0;title\u0007\u009b2J\u009d52;c;eA==\u009c\u202e\u2066\u200b\u0000\u0008\u007f";
/// The same as it is.
const RAW: &str = "EVIL\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}2J\u{9d}52;c;eA==\u{9c}\u{202e}\u{2066}\u{200b}\u{8}\u{7f}";

#[test]
fn a_lesson_cannot_act_on_a_terminal() {
    let place = Place::new();
    let spoil = |text: &str| {
        let mut text = text.to_owned();
        for key in [
            "title", "summary", "prompt", "text", "why", "belief", "truth", "term",
        ] {
            let (from, to) = (format!("{key} = \""), format!("{key} = \"{EVIL} "));
            // Long texts open with three quotes and go on below.
            text = text
                .replace(&from, &to)
                .replace(&format!("{to}\"\""), &format!("{from}\"\""));
        }
        text.into_bytes()
    };
    for file in [
        "course.toml",
        "distributed-locks/lesson.toml",
        "distributed-locks/sections/lock-options.toml",
        "distributed-locks/questions/two-believers.toml",
        "distributed-locks/scenarios/paused-holder.toml",
    ] {
        let pack = place.pack(file, spoil);
        let dir = pack.to_str().unwrap();
        for args in [
            &["read"][..],
            &["watch"],
            &["watch", "--list"],
            &["watch", "--json"],
            &["practice"],
            &["progress", "show"],
            &["notes"],
            &["--plain"],
        ] {
            let output = place.run([&["--content", dir], args].concat());
            assert!(output.status.success(), "{args:?}: {output:?}");
            harmless(&output);
        }
        harmless(&place.run(["check", dir]));
    }
}

#[test]
fn a_lesson_cannot_act_on_the_screens() {
    let place = Place::new();
    let pack = place.pack("distributed-locks/lesson.toml", |text| {
        text.replace("title = \"", &format!("title = \"{EVIL} "))
            .into_bytes()
    });
    let mut command = token34(&place.file());
    command.arg("--content");
    command.arg(pack);
    let mut session = Session::start(command, (100, 30));
    session.see("EVIL");
    for key in ["1", "2", "4", "5", "6", "h", "?", "\x1b"] {
        session.send(key);
        session.settle(Duration::from_millis(60));
    }
    let shown = String::from_utf8_lossy(&session.bytes()).into_owned();
    assert!(
        !shown.contains("]0;") && !shown.contains("52;c;"),
        "{shown}"
    );
    // Once, as it takes the terminal.
    assert_eq!(shown.matches("\x1b[2J").count(), 1);
    assert!(!shown.contains(['\u{9b}', '\u{9d}', '\u{202e}', '\u{2066}', '\u{200b}', '\0']));
}

#[test]
fn a_lesson_that_is_no_text_is_refused_with_its_place() {
    let place = Place::new();
    let lesson = "distributed-locks/lesson.toml";
    let with = |text: &str, what: &[u8]| [text.as_bytes(), b"\n# ", what].concat();
    let table: [(&[u8], &str); 3] = [
        (b"nul\0", "NUL"),
        (b"\xff\xfe", "UTF-8"),
        (&[b'x'; 10 << 20], "larger than"),
    ];
    for (what, word) in table {
        let pack = place.pack(lesson, |text| with(text, what));
        let dir = pack.to_str().unwrap();
        let word = if word == "NUL" { "TOML" } else { word };
        refused(&place.run(["--content", dir, "read"]), &[lesson, word]);
        refused(&place.run(["check", dir]), &[lesson, word]);
    }
}

#[test]
fn a_line_of_three_megabytes_is_read_and_shown() {
    let place = Place::new();
    let long = "word ".repeat(600_000);
    let pack = place.pack("distributed-locks/sections/overview.toml", |text| {
        let at = text
            .find("The danger")
            .unwrap_or_else(|| text.find("text = \"\"\"\n").unwrap() + 11);
        [&text[..at], &long, &text[at..]].concat().into_bytes()
    });
    let output = place.run(["--content", pack.to_str().unwrap(), "read"]);
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert!(output.stdout.len() > long.len());
}

#[test]
fn notes_cannot_act_on_a_terminal() {
    let place = Place::new();
    let now = jiff::Timestamp::from_second(1_700_000_000).unwrap();
    let mut record = Record::default();
    record.begin_note(
        &mut Pen::new(now, 1, 1),
        "distributed-locks",
        Spot::Home,
        RAW,
        now,
    );
    place.write("data/progress.toml", print(&record).unwrap());
    for args in [
        &["notes"][..],
        &["notes", "export"],
        &["progress", "show"],
        &["progress", "export"],
        &["progress", "restore"],
    ] {
        let output = place.run(args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        harmless(&output);
    }
    assert!(harmless(&place.run(["notes"])).contains("EVIL"));
    let mut session = Session::start(token34(&place.file()), (100, 30));
    session.see("Fencing Tokens");
    session.send("5");
    session.see("EVIL");
    session.send("\r");
    session.see("^_ undo");
    let shown = String::from_utf8_lossy(&session.bytes()).into_owned();
    assert!(
        !shown.contains("]0;") && !shown.contains(['\u{9b}', '\u{202e}', '\u{200b}']),
        "{shown}"
    );
}

#[test]
fn what_is_taken_in_is_cleaned_or_refused() {
    let place = Place::new();
    let notes = place.write("notes.md", format!("# A note\n\n{RAW}\n"));
    let output = place.run([OsStr::new("notes"), OsStr::new("import"), notes.as_os_str()]);
    assert!(output.status.success(), "{output:?}");
    harmless(&output);
    assert!(harmless(&place.run(["notes", "export"])).contains("EVIL"));
    let before = fs::read(place.file()).unwrap();
    assert_eq!(before.iter().find(|byte| **byte == 0x1b), None);
    let long = place.write("long.md", "x".repeat(10 << 20));
    for (kind, name, content) in [
        ("notes import", "bytes.md", &b"\xff\xfe\0"[..]),
        ("progress merge", "bytes.toml", b"\xff\xfe\0"),
        ("progress merge", "nul.toml", b"format = 2\0"),
        (
            "progress merge",
            "deep.json",
            "[".repeat(100_000).as_bytes(),
        ),
        (
            "progress merge",
            "deeper.json",
            format!("{{\"a\":{}", "{\"a\":".repeat(100_000)).as_bytes(),
        ),
        (
            "progress merge",
            "deeper.toml",
            format!("a = {}", "[".repeat(100_000)).as_bytes(),
        ),
        (
            "progress merge",
            "dotted.toml",
            format!("{} = 1", ["a"; 50_000].join(".")).as_bytes(),
        ),
        ("progress merge", "evil\x1b[2J.toml", b"notes = 3"),
    ] {
        let file = place.write(name, content);
        let args: Vec<OsString> = kind
            .split(' ')
            .map(OsString::from)
            .chain([file.into_os_string()])
            .collect();
        refused(&place.run(&args), &[]);
        assert_eq!(fs::read(place.file()).unwrap(), before, "{name}");
    }
    // Long it may be; then it is cut or refused, and said to be, or it is there.
    let output = place.run([OsStr::new("notes"), OsStr::new("import"), long.as_os_str()]);
    harmless(&output);
    assert!(place.run(["notes"]).status.success());
}

#[test]
fn a_progress_file_of_one_long_line_or_of_bytes_is_told_and_set_aside_before_a_write() {
    for content in [
        &b"\xff\xfe\0\x1b[2J"[..],
        &[b'x'; 10 << 20],
        &[b'['; 1 << 20],
        b"format = 2\0",
    ] {
        let place = Place::new();
        place.write("data/progress.toml", content);
        let files = || {
            let files = fs::read_dir(place.0.path().join("data")).unwrap();
            files.map(|file| file.unwrap().path()).collect::<Vec<_>>()
        };
        let output = place.run(["progress", "show"]);
        let said = harmless(&output);
        assert!(
            output.status.code() == Some(1) && said.contains("damaged"),
            "{said}"
        );
        assert_eq!(files(), [place.file()]);
        assert!(place.run(["progress", "reset"]).status.success());
        let mut kept = files().into_iter().filter(|path| path.is_file());
        assert!(kept.any(|path| fs::read(path).unwrap() == content));
    }
}

#[test]
fn paths_and_names_are_cleaned_where_they_are_told() {
    let place = Place::new();
    let evil = OsString::from_vec(b"no\x1b[2J\x1b]0;title\x07such\xff".to_vec());
    for args in [
        &["--content"][..],
        &["check"],
        &["progress", "merge"],
        &["notes", "import"],
        &["watch"],
        &["explore", "--lock"],
        &["completions"],
        &["no-such-command"],
    ] {
        let mut args: Vec<OsString> = args.iter().map(OsString::from).collect();
        args.push(evil.clone());
        if args[0] == "--content" {
            args.push("read".into());
        }
        refused(&place.run(&args), &[]);
    }
    let mut command = place.command();
    command
        .env("TOKEN34_PROGRESS", place.0.path().join("data").join(&evil))
        .args(["progress", "path"]);
    // A program gets the path as it is, and whoever looks at it a word of the shell.
    let output = command.output().unwrap();
    let path = place.0.path().join("data").join(&evil);
    assert_eq!(
        output.stdout,
        [path.as_os_str().as_encoded_bytes(), b"\n"].concat()
    );
    let mut command = place.command();
    command
        .env("TOKEN34_PROGRESS", "/dev/full/\x1b]0;title\x07x")
        .args(["progress", "show"]);
    refused(&command.output().unwrap(), &["/dev/full"]);
}

#[test]
fn what_quotes_the_command_line_is_clean_on_a_terminal_too() {
    let place = Place::new();
    let mut command = token34(&place.file());
    command.arg("evil\x1b[2J\x1b]0;title\x07");
    let mut session = Session::start(command, (80, 24));
    assert_eq!(session.wait().exit_code(), 2);
    session.see("unrecognized subcommand");
    let said = String::from_utf8_lossy(&session.bytes()).into_owned();
    assert!(!said.contains("[2J") && !said.contains("]0;"), "{said:?}");
}

#[test]
fn an_empty_variable_is_none_and_others_are_harmless() {
    let place = Place::new();
    let mut command = place.command();
    command
        .env("TOKEN34_PROGRESS", "")
        .env("HOME", place.0.path())
        .env_remove("XDG_DATA_HOME");
    let path = command.args(["progress", "path"]).output().unwrap();
    let path = harmless(&path);
    assert!(path.starts_with(place.0.path().to_str().unwrap()), "{path}");
    for name in [
        "TERM",
        "LC_ALL",
        "LANG",
        "COLORTERM",
        "NO_COLOR",
        "TZ",
        "EDITOR",
        "VISUAL",
    ] {
        for value in [
            b"\x1b]0;title\x07".to_vec(),
            b"\xff\xfe".to_vec(),
            vec![b'x'; 100_000],
            Vec::new(),
        ] {
            let mut command = token34(&place.file());
            command.env(name, OsString::from_vec(value));
            let mut session = Session::start(command, (80, 24));
            session.see("Fencing Tokens");
            session.send("q");
            assert_eq!(session.wait().exit_code(), 0, "{name}");
            let shown = String::from_utf8_lossy(&session.bytes()).into_owned();
            assert!(!shown.contains("]0;"), "{name}: {shown:?}");
        }
    }
}
