//! The binary as somebody without a screen talks to it: through pipes.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::io::Write;
use std::path::Path;
use std::process::{Command, Output, Stdio};

/// Runs a command and types `input` into it.
pub(crate) fn types(file: &Path, args: &[&str], input: &str) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_token34"))
        .args(args)
        .env("TOKEN34_PROGRESS", file)
        .env("LC_ALL", "C.UTF-8")
        .env("TZ", "UTC")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    // A program that fails at once may leave before it has read.
    if let Err(error) = stdin.write_all(input.as_bytes()) {
        assert_eq!(error.kind(), std::io::ErrorKind::BrokenPipe);
    }
    drop(stdin);
    child.wait_with_output().unwrap()
}

/// What is said when this is typed into a command.
pub(crate) fn says(file: &Path, args: &[&str], input: &str) -> String {
    let output = types(file, args, input);
    assert!(output.status.success(), "{args:?}: {output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(!text.chars().any(|c| c.is_control() && c != '\n'));
    text
}
