//! What Home and the line face lead on to once every part is read.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod lines;
mod stage;

use jiff::Timestamp;
use stage::{SIZES, Stage};
use token34::progress::{Record, Spot};

const LESSON: &str = "distributed-locks";
const PARTS: [&str; 6] = [
    "overview",
    "lock-options",
    "fencing-in-practice",
    "common-pitfalls",
    "key-points",
    "further-reading",
];
const STORY: &str = "paused-holder";

/// Somebody who has read every part, the last one last.
fn reader() -> Record {
    let mut record = Record::default();
    for part in PARTS {
        record.mark_read(LESSON, part);
    }
    record.set_place(LESSON, read("further-reading"), Timestamp::UNIX_EPOCH);
    record
}

fn read(section: &str) -> Spot {
    Spot::Read {
        section: section.to_owned(),
        permille: 0,
    }
}

fn watch(scenario: &str, at_ms: u64) -> Spot {
    Spot::Watch {
        scenario: scenario.to_owned(),
        at_ms,
        nth: None,
    }
}

/// The row of Home that is chosen.
fn chosen(stage: &Stage) -> String {
    let screen = stage.screen();
    let row = screen.lines().find(|line| line.trim().starts_with('▸'));
    row.unwrap().to_owned()
}

#[test]
fn enter_leads_to_the_story_and_then_to_questions() {
    for size in SIZES {
        let mut stage = Stage::open(reader(), size);
        let row = chosen(&stage);
        assert!(row.contains("2 Watch") && row.contains("next"), "{row}");
        stage.press("enter");
        assert!(stage.screen().contains("The paused holder"));
        assert!(matches!(stage.place(), Spot::Watch { scenario, .. } if scenario == STORY));
        let mut watched = reader();
        watched.mark_watched(LESSON, STORY);
        for place in [read("further-reading"), watch(STORY, 900), watch("", 0)] {
            let mut record = watched.clone();
            record.set_place(LESSON, place, Timestamp::from_second(9).unwrap());
            let mut stage = Stage::open(record, size);
            let row = chosen(&stage);
            assert!(row.contains("4 Practice") && row.contains("next"), "{row}");
            stage.press("enter");
            assert!(matches!(stage.place(), Spot::Practice { .. }));
        }
    }
}

#[test]
fn what_was_left_half_done_comes_first_and_nothing_is_next_while_a_part_is_unread() {
    let mut record = reader();
    let left = watch("short-pause", 1000);
    record.set_place(LESSON, left, Timestamp::from_second(9).unwrap());
    let mut stage = Stage::open(record, (80, 24));
    assert!(chosen(&stage).contains("2 Watch"));
    let row = stage.screen();
    let told = row.lines().find(|line| line.contains("2 Watch")).unwrap();
    assert!(told.contains("next: The paused holder"), "{told}");
    stage.press("up down enter");
    assert!(matches!(stage.place(), Spot::Watch { scenario, .. } if scenario == STORY));
    // A part that is read again is gone on with.
    let mut record = reader();
    let again = read("key-points");
    record.set_place(LESSON, again.clone(), Timestamp::from_second(9).unwrap());
    let mut stage = Stage::open(record, (80, 24));
    assert_eq!(stage.press("enter").place(), again);
    let mut record = Record::default();
    for part in &PARTS[1..] {
        record.mark_read(LESSON, part);
    }
    let stage = Stage::open(record, (80, 24));
    assert!(!stage.screen().contains("next"), "{}", stage.screen());
    assert!(chosen(&stage).contains("1 Read"));
}

#[test]
fn enter_leads_on_line_by_line_too() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("progress.toml");
    let input = format!("{}q\nleave\n", "\n".repeat(8));
    let text = lines::says(&file, &["--plain"], &input);
    let asked = "Every part is read. Press Enter to watch the run paused-holder, or type ";
    let (_, after) = text.split_once(asked).unwrap();
    assert!(after.contains("The paused holder\n"), "{after}");
}
