//! A progress file on disk, and who opens and writes it.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use tempfile::TempDir;
use token34::progress::{Opened, Pen, Store};

pub(crate) const LESSON: &str = "distributed-locks";

pub(crate) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

pub(crate) fn pen(nonce: u64) -> Pen {
    Pen::new(at(0), 1, nonce)
}

pub(crate) fn open(path: &Path) -> Opened {
    Store::open(path).unwrap()
}

pub(crate) fn place() -> (TempDir, PathBuf) {
    let dir = TempDir::new().unwrap();
    let path = dir.path().join("deep/er/progress.toml");
    (dir, path)
}
