//! The terminal is given back as it was found, on every way out; and it is left alone while nothing happens.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use std::{path::PathBuf, process::Command, time::Duration};

use rustix::process::Signal;
use support::{Session, in_a_shell, token34};
use tempfile::TempDir;

const QUIET: Duration = Duration::from_millis(300);

/// A directory for a progress file.
fn fresh() -> (TempDir, PathBuf) {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("progress.toml");
    (dir, file)
}

fn started(size: (u16, u16)) -> (Session, TempDir) {
    let (dir, file) = fresh();
    let session = Session::start(token34(&file), size);
    session.see("Fencing Tokens");
    (session, dir)
}

#[test]
fn q_leaves() {
    let (mut session, _dir) = started((80, 24));
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
}

#[test]
fn ctrl_c_leaves() {
    let (mut session, _dir) = started((80, 24));
    session.send("\x03");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
}

#[test]
fn signals_leave_with_their_code_and_save_the_place() {
    for (signal, number) in [
        (Signal::INT, 2),
        (Signal::TERM, 15),
        (Signal::HUP, 1),
        (Signal::QUIT, 3),
        // Each of these would end us, too.
        (Signal::USR1, Signal::USR1.as_raw()),
        (Signal::USR2, Signal::USR2.as_raw()),
        (Signal::ALARM, Signal::ALARM.as_raw()),
        (Signal::VTALARM, Signal::VTALARM.as_raw()),
        (Signal::XCPU, Signal::XCPU.as_raw()),
    ] {
        let (dir, file) = fresh();
        let mut session = Session::start(token34(&file), (80, 24));
        session.see("Fencing Tokens");
        session.send("1");
        session.see("1 of 6");
        session.signal(signal);
        assert_eq!(session.wait().exit_code(), 128 + number.cast_unsigned());
        session.assert_restored();
        let saved = std::fs::read_to_string(&file).unwrap();
        assert!(saved.contains("overview"), "{saved}");
        drop(dir);
    }
}

#[test]
fn a_limit_on_the_size_of_files_is_told_and_ends_nothing() {
    let (dir, file) = fresh();
    let script = r#"ulimit -f 0; exec "$@""#;
    let mut session = Session::start(in_a_shell(script, &file), (80, 24));
    session.see("Fencing Tokens");
    session.send("1c");
    session.see("File too large");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 1);
    session.assert_restored();
    let said = String::from_utf8_lossy(&session.bytes()).into_owned();
    assert!(said.contains("could not be kept anywhere"), "{said}");
    for entry in std::fs::read_dir(dir.path()).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(
            !name.to_string_lossy().ends_with(".tmp"),
            "{}",
            name.display()
        );
    }
}

#[test]
fn a_terminal_that_vanishes_ends_the_program() {
    let (dir, file) = fresh();
    // With SIGHUP ignored, only the terminal itself tells that it is gone.
    let script = r#"trap "" HUP; "$@"; echo "$?" > "$3.code""#;
    let code = file.with_extension("toml.code");
    let mut session = Session::start(in_a_shell(script, &file), (80, 24));
    session.see("Fencing Tokens");
    session.vanish("?");
    session.wait();
    assert_eq!(std::fs::read_to_string(code).unwrap().trim(), "129");
    drop(dir);
}

#[test]
fn ctrl_z_suspends_and_fg_comes_back() {
    let (_dir, file) = fresh();
    let script = r#"set -m; "$@"; echo STOPPED; stty -a; read line; echo READ $line; fg > /dev/null; echo ENDED $?"#;
    let mut session = Session::start(in_a_shell(script, &file), (80, 24));
    session.see("Fencing Tokens");
    session.send("\x1a");
    session.see("STOPPED");
    session.see_that("find the terminal cooked", |screen| {
        screen.contains(" icanon")
    });
    assert!(!session.parse().screen().alternate_screen());
    session.send("shell\r");
    session.see("Fencing Tokens");
    assert!(session.parse().screen().alternate_screen());
    session.send("?");
    session.see("Everywhere");
    session.send("q");
    session.see("ENDED 0");
    session.wait();
    session.assert_restored();
}

/// As `kill %1` of a shell does with a job that is stopped: the signal, and "go on", so that it hears of it.
#[test]
fn a_suspended_program_that_is_asked_to_leave_saves_and_keeps_off_the_terminal() {
    for (name, code) in [("TERM", 143), ("HUP", 129)] {
        let (_dir, file) = fresh();
        let script = format!(
            r#"set -m; "$@"; echo STOPPED; kill -{name} %1; bg > /dev/null; wait %1; echo ENDED $?"#
        );
        let mut session = Session::start(in_a_shell(&script, &file), (80, 24));
        session.see("Fencing Tokens");
        session.send("1");
        session.see("1 of 6");
        session.send("\x1a");
        session.see(&format!("ENDED {code}"));
        session.wait();
        session.assert_restored();
        let saved = std::fs::read_to_string(&file).unwrap();
        assert!(saved.contains("overview"), "{saved}");
    }
}

/// By a signal from elsewhere as by its key: what is typed is saved before the program stands.
#[test]
fn what_is_typed_is_kept_when_a_signal_suspends() {
    let (_dir, file) = fresh();
    // It names itself to the test before it begins.
    let script = r#"set -m; sh -c 'echo $$ > "$3.pid"; exec "$@"' sh "$@"; echo STOPPED; read line; fg > /dev/null; echo ENDED $?"#;
    let mut session = Session::start(in_a_shell(script, &file), (80, 24));
    session.see("Fencing Tokens");
    session.send("n");
    session.see("undo");
    session.send("who checks");
    session.see("who checks");
    let pid = std::fs::read_to_string(file.with_extension("toml.pid")).unwrap();
    let pid = rustix::process::Pid::from_raw(pid.trim().parse().unwrap()).unwrap();
    rustix::process::kill_process(pid, Signal::TSTP).unwrap();
    session.see("STOPPED");
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("who checks"), "{saved}");
    session.send("\r");
    session.see("who checks");
    session.send("\x03");
    session.see("ENDED 0");
    session.wait();
}

/// In the background there is nothing to be seen: the job stands still until it has the terminal again, or is asked to leave.
#[test]
fn a_suspended_program_that_is_sent_to_the_background_stops_again() {
    let (_dir, file) = fresh();
    let script = r#"set -m; "$@"; echo ONE; bg > /dev/null; sleep 0.3; echo TWO; fg > /dev/null; echo ENDED $?"#;
    let mut session = Session::start(in_a_shell(script, &file), (80, 24));
    session.see("Fencing Tokens");
    session.send("\x1a");
    session.see("Fencing Tokens");
    session.send("?");
    session.see("Everywhere");
    session.send("q");
    session.see("ENDED 0");
    session.wait();
    session.assert_restored();
}

/// A note that is written in an editor, which then does what `script` says.
fn edited_by(script: &str) -> (Session, TempDir, PathBuf) {
    let (dir, file) = fresh();
    let editor = dir.path().join("editor");
    let written = format!("#!/bin/sh\nprintf 'from the editor' > \"$1\"\n{script}\n");
    std::fs::write(&editor, written).unwrap();
    let executable = std::os::unix::fs::PermissionsExt::from_mode(0o755);
    std::fs::set_permissions(&editor, executable).unwrap();
    let script = r#"set -m; "$@"; echo BACK $?; read line; fg > /dev/null; echo ENDED $?"#;
    let mut command = in_a_shell(script, &file);
    command.env("VISUAL", &editor);
    let session = Session::start(command, (80, 24));
    session.see("Fencing Tokens");
    (session, dir, file)
}

#[test]
fn what_an_editor_wrote_is_kept_though_the_program_was_asked_to_leave_meanwhile() {
    for (name, code) in [("TERM", 143), ("HUP", 129)] {
        let (mut session, _dir, file) = edited_by(&format!("kill -{name} $PPID"));
        session.send("n");
        session.see("undo");
        session.send("\x18");
        session.see(&format!("BACK {code}"));
        let saved = std::fs::read_to_string(&file).unwrap();
        assert!(saved.contains("from the editor"), "{saved}");
        session.send("\r");
        session.wait();
    }
}

/// As an editor does at Ctrl-Z: it stops all of its job.
#[test]
fn an_editor_that_is_suspended_gives_the_shell_the_terminal() {
    let (mut session, _dir, file) = edited_by("kill -TSTP 0");
    session.send("n");
    session.see("undo");
    session.send("\x18");
    session.see("BACK");
    session.send("\r");
    session.see("from the editor");
    session.send("\x1b");
    session.see("1 Read");
    session.send("q");
    session.see("ENDED 0");
    session.wait();
    let saved = std::fs::read_to_string(&file).unwrap();
    assert!(saved.contains("from the editor"), "{saved}");
}

#[test]
fn a_paste_that_is_cut_is_said_to_be() {
    let (mut session, _dir) = started((80, 24));
    session.send("n");
    session.see("undo");
    let text = "lease ".repeat((1 << 20) / 6 + 1);
    session.send(format!("\x1b[200~{text}\x1b[201~"));
    session.see("More than 1 MiB was pasted; the rest is left out.");
    session.send("\x03");
    session.wait();
    session.assert_restored();
}

#[test]
fn ctrl_z_is_refused_where_nobody_could_say_go_on() {
    let (mut session, _dir) = started((80, 24));
    session.send("\x1a");
    session.see("no shell");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
}

#[test]
fn without_a_terminal_there_is_one_sentence_and_exit_2() {
    let (_dir, file) = fresh();
    let output = Command::new(env!("CARGO_BIN_EXE_token34"))
        .arg("--progress")
        .arg(&file)
        .env("TERM", "xterm")
        .output()
        .unwrap();
    assert_eq!(output.status.code(), Some(2));
    assert!(output.stdout.is_empty());
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(said.lines().count(), 1, "{said}");
    assert!(
        said.contains("needs a terminal") && !said.contains('\x1b'),
        "{said}"
    );
}

#[test]
fn a_dumb_terminal_gets_no_escapes() {
    let (_dir, file) = fresh();
    let mut command = token34(&file);
    command.env("TERM", "dumb");
    let mut session = Session::start(command, (80, 24));
    session.see("Fencing Tokens");
    session.send("leave\r");
    session.wait();
    session.settle(QUIET);
    assert!(!session.bytes().contains(&0x1b), "{}", session.screen());
}

#[test]
fn every_size_from_nothing_upward_is_survived() {
    let (mut session, _dir) = started((80, 24));
    for (columns, rows) in [
        (1, 1),
        (200, 60),
        (0, 0),
        (3, 50),
        (120, 2),
        (40, 12),
        (39, 11),
    ] {
        session.resize(columns, rows);
        session.send("1?jh ");
    }
    for step in 0..200_u16 {
        session.resize(1 + step * 37 % 150, 1 + step * 23 % 60);
    }
    session.resize(80, 24);
    session.send("\x1bh");
    session.see("Fencing Tokens");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
}

#[test]
fn nothing_is_written_while_nothing_happens() {
    for (keys, sign) in [
        ("", "Fencing Tokens"),
        ("1", "1 of 6"),
        ("1/", "Parts, terms"),
        ("?", "Everywhere"),
    ] {
        let (mut session, _dir) = started((80, 24));
        session.send(keys);
        session.see(sign);
        let settled = session.settle(QUIET);
        assert_eq!(
            session.settle(Duration::from_secs(2)),
            settled,
            "after {keys:?}"
        );
    }
}

#[test]
fn a_key_that_changes_nothing_writes_nothing() {
    let (mut session, _dir) = started((80, 24));
    let settled = session.settle(QUIET);
    session.send("\x1b[A\x1b[A");
    assert_eq!(session.settle(QUIET), settled);
}

#[test]
fn what_was_typed_before_a_signal_is_kept_though_it_had_not_been_read() {
    for signal in [Signal::TERM, Signal::INT, Signal::HUP] {
        let (dir, file) = fresh();
        let mut session = Session::start(token34(&file), (80, 24));
        session.see("Fencing Tokens");
        session.send("n");
        session.see("esc");
        session.send("read at once");
        session.see("read at once");
        session.signal(Signal::STOP);
        session.send(", and read late");
        session.signal(signal);
        session.signal(Signal::CONT);
        session.wait();
        let kept = std::fs::read_to_string(&file).unwrap();
        assert!(
            kept.contains("read at once, and read late"),
            "{signal:?}: {kept}"
        );
        drop(dir);
    }
}

#[test]
fn half_an_escape_sequence_stops_nothing() {
    let (mut session, _dir) = started((80, 24));
    session.send("\x1b[");
    session.settle(QUIET);
    session.signal(Signal::TERM);
    assert_eq!(session.wait().exit_code(), 143);
    session.assert_restored();
}

#[test]
fn a_burst_of_keys_is_drawn_in_a_few_frames() {
    let (mut session, _dir) = started((80, 24));
    session.send("1");
    session.see("1 of 6");
    session.settle(QUIET);
    let before = session.bytes().len();
    session.send("j".repeat(30) + &"k".repeat(29));
    session.settle(QUIET);
    let bytes = session.bytes();
    let frames = bytes[before..]
        .windows(8)
        .filter(|window| *window == b"\x1b[?2026h")
        .count();
    assert!(frames <= 6, "{frames} frames for 59 keys");
}

#[test]
fn a_long_burst_is_taken_in_whole() {
    let (mut session, _dir) = started((80, 24));
    session.send("n");
    session.see("^_ undo");
    let from = session.settle(QUIET);
    session.send("x".repeat(5000));
    session.send(" END");
    session.see(" END");
    assert!(session.bytes().len() - from < 100_000);
}

#[test]
fn no_color_and_16_colours_are_kept_to() {
    let colours = |name: &str, value: &str| {
        let (_dir, file) = fresh();
        let mut command = token34(&file);
        if !name.is_empty() {
            command.env(name, value);
        }
        let mut session = Session::start(command, (120, 40));
        session.see("Fencing Tokens");
        session.send("1");
        session.see("1 of 6");
        session.settle(QUIET);
        String::from_utf8_lossy(&session.bytes()).into_owned()
    };
    let sixteen = colours("", "");
    assert!(!sixteen.contains("8;2;") && sixteen.contains("38;5;"));
    assert!(colours("COLORTERM", "truecolor").contains("38;2;"));
    let none = colours("NO_COLOR", "1");
    assert!(!none.contains("8;5;") && !none.contains("8;2;") && none.contains("\x1b[1m"));
}

#[test]
fn ascii_writes_nothing_else() {
    let (_dir, file) = fresh();
    let mut command = token34(&file);
    command.arg("--ascii");
    let mut session = Session::start(command, (120, 40));
    session.see("Fencing Tokens");
    for _ in 0..7 {
        session.send("?\x1b1 ");
        session.settle(Duration::from_millis(100));
    }
    assert!(session.bytes().is_ascii());
}
