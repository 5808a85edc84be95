//! A terminal that can only print lines gets the line face.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::io::{Read, Write};

use portable_pty::{CommandBuilder, PtySize, native_pty_system};

/// Everything that token34 writes to a terminal that is `term`, when `keys` are typed into it, and its exit code.
fn talk(args: &[&str], term: &str, keys: &str) -> (String, u32) {
    let home = tempfile::tempdir().unwrap();
    let pair = native_pty_system().openpty(PtySize::default()).unwrap();
    let mut command = CommandBuilder::new(env!("CARGO_BIN_EXE_token34"));
    command.args(args);
    command.env("TERM", term);
    command.env("LC_ALL", "C.UTF-8");
    command.env("TOKEN34_PROGRESS", home.path().join("progress.toml"));
    let mut child = pair.slave.spawn_command(command).unwrap();
    drop(pair.slave);
    let mut reader = pair.master.try_clone_reader().unwrap();
    pair.master
        .take_writer()
        .unwrap()
        .write_all(keys.as_bytes())
        .unwrap();
    let mut bytes = Vec::new();
    let mut chunk = [0; 4096];
    // Linux says EIO, and not the end of the file, once the other side of a terminal has closed.
    while let Ok(length @ 1..) = reader.read(&mut chunk) {
        bytes.extend_from_slice(&chunk[..length]);
    }
    let code = child.wait().unwrap().exit_code();
    (String::from_utf8_lossy(&bytes).into_owned(), code)
}

#[test]
fn a_dumb_terminal_talks_in_lines() {
    for (args, term) in [(&[][..], "dumb"), (&["--plain"], "xterm-256color")] {
        let (said, code) = talk(args, term, "complete\nleave\n");
        assert_eq!(code, 0, "{said}");
        assert!(
            said.contains("The lesson is complete; 0 of 6 parts read."),
            "{said}"
        );
        assert!(!said.contains('\u{1b}'), "{said:?}");
    }
}

#[test]
fn a_terminal_gets_prose_that_is_wrapped_and_cards_for_the_table() {
    let (said, code) = talk(&["read"], "xterm-256color", "");
    assert_eq!(code, 0);
    assert!(said.contains("Lock type: Redlock\r\n"));
    assert!(said.contains("Distributed locks coordinate exclusive work"));
    assert!(!said.contains('\u{1b}'));
}
