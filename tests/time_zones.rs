//! Times are shown in the zone of whoever reads them.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::{
    fs,
    process::{Command, Output},
};

/// It holds a note that was last changed on the first of January at 10:05, UTC.
const RECORD: &str = include_str!("golden/progress-1.toml");

/// A file of the time zone database, for a zone that is always this many hours ahead of UTC.
fn zone_file(hours: i32) -> Vec<u8> {
    // The head, with one kind of time and four letters; that kind; its letters. Twice, for readers of either version.
    let mut block = [b"TZif2".as_slice(), &[0; 15]].concat();
    block.extend([0, 0, 0, 0, 1, 4_u32].map(u32::to_be_bytes).as_flattened());
    block.extend((hours * 3600).to_be_bytes());
    block.extend(b"\0\0ABC\0");
    [&block, &block, format!("\nABC{}\n", -hours).as_bytes()].concat()
}

fn notes(zone: &str) -> Output {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("progress.toml");
    fs::write(&file, RECORD).unwrap();
    // Not every machine has the database.
    for (name, hours) in [("Nowhere/East", 1), ("Pacific/Kiritimati", 14)] {
        let to = home.path().join("zones").join(name);
        fs::create_dir_all(to.parent().unwrap()).unwrap();
        fs::write(to, zone_file(hours)).unwrap();
    }
    let zone = zone.replace("ZONES", home.path().join("zones").to_str().unwrap());
    Command::new(env!("CARGO_BIN_EXE_token34"))
        .arg("notes")
        .env("TOKEN34_PROGRESS", file)
        .env("LC_ALL", "C.UTF-8")
        .env("TZDIR", home.path().join("zones"))
        .env("TZ", zone)
        .output()
        .unwrap()
}

#[test]
fn a_zone_is_known_by_its_name_its_rule_and_its_file() {
    for (zone, when) in [
        ("UTC", "2026-01-01 10:05"),
        ("Nowhere/East", "2026-01-01 11:05"),
        (":Nowhere/East", "2026-01-01 11:05"),
        ("Pacific/Kiritimati", "2026-01-02 00:05"),
        ("ZONES/Pacific/Kiritimati", "2026-01-02 00:05"),
        ("JST-9", "2026-01-01 19:05"),
        ("", "2026-01-01 10:05"),
    ] {
        let output = notes(zone);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains(when), "{zone}: {said}");
        assert!(output.stderr.is_empty(), "{zone}: {:?}", output.stderr);
    }
}

#[test]
fn a_zone_that_is_not_known_is_told_once() {
    for zone in ["Mars/Olympus", "/no/such/file", "Europe/\u{1b}[2JBerlin"] {
        let output = notes(zone);
        let said = String::from_utf8(output.stdout).unwrap();
        assert!(said.contains("2026-01-01 10:05"), "{zone}: {said}");
        let why = String::from_utf8(output.stderr).unwrap();
        assert_eq!(why.lines().count(), 1, "{why}");
        assert!(
            why.contains("TZ names a time zone that is not known here"),
            "{why}"
        );
        assert!(!why.contains('\u{1b}'));
    }
}
