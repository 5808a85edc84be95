//! Where hostile text is put, and how the program is held to doing no harm with it.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::{
    ffi::OsStr,
    fs,
    path::{Path, PathBuf},
    process::{Command, Output},
};

use tempfile::TempDir;
use token34::text::clean;

use crate::files::copy;

const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pack");

/// A learner's place: a progress file, and what else is written beside it.
pub(crate) struct Place(pub(crate) TempDir);

impl Place {
    pub(crate) fn new() -> Self {
        Self(TempDir::new().unwrap())
    }

    pub(crate) fn file(&self) -> PathBuf {
        self.0.path().join("data/progress.toml")
    }

    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.0.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, content).unwrap();
        path
    }

    /// The pack of the tests, one of its files changed.
    pub(crate) fn pack(&self, file: &str, change: impl FnOnce(&str) -> Vec<u8>) -> PathBuf {
        let dir = self.0.path().join("pack");
        let _ = fs::remove_dir_all(&dir);
        copy(Path::new(PACK), &dir);
        let old = fs::read_to_string(dir.join(file)).unwrap();
        fs::write(dir.join(file), change(&old)).unwrap();
        dir
    }

    pub(crate) fn command(&self) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_token34"));
        command.env("TOKEN34_PROGRESS", self.file());
        command.env("LC_ALL", "C.UTF-8");
        command.stdin(std::process::Stdio::null());
        command
    }

    pub(crate) fn run<S: AsRef<OsStr>>(&self, args: impl IntoIterator<Item = S>) -> Output {
        self.command().args(args).output().unwrap()
    }
}

/// Asserts that nothing in a program's output acts; gives all of it.
#[track_caller]
pub(crate) fn harmless(output: &Output) -> String {
    let mut all = String::new();
    for stream in [&output.stdout, &output.stderr] {
        let text = std::str::from_utf8(stream).unwrap();
        assert_eq!(clean(text), text);
        all += text;
    }
    assert!(!all.contains("title") && !all.contains("52;c;"), "{all}");
    all
}

/// One sentence of error, in good order.
#[track_caller]
pub(crate) fn refused(output: &Output, words: &[&str]) {
    let said = harmless(output);
    assert!(
        matches!(output.status.code(), Some(1 | 2)),
        "{:?}: {said}",
        output.status
    );
    for word in words {
        assert!(said.contains(word), "`{word}` is not in: {said}");
    }
    assert!(!said.contains("panicked"), "{said}");
}
