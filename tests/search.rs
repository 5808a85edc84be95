//! Search from any screen: what is found, where it leads, and the way back.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod stage;

use jiff::Timestamp;
use stage::{SIZES, Stage};
use token34::progress::{Pen, Record, Spot};

fn open() -> Stage {
    Stage::open(Record::default(), (80, 24))
}

#[test]
fn search_at_every_size() {
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        let name = |state| format!("search-{state}-{}x{}", size.0, size.1);
        insta::assert_snapshot!(name("begun"), stage.press("/").screen());
        insta::assert_snapshot!(name("found"), stage.press("'lease pause' down").screen());
        insta::assert_snapshot!(name("none"), stage.press("ctrl-u 'zzqx'").screen());
    }
}

#[test]
fn a_part_opens_at_the_text_that_was_found_with_it_marked() {
    let mut stage = open();
    stage.press("/ 'longer than its lease' enter");
    let screen = stage.screen();
    assert!(screen.contains("longer than its lease"), "{screen}");
    assert!(screen.contains("/longer than its lease"), "{screen}");
    stage.press("esc esc");
    assert!(stage.screen().contains("1 Read"), "{}", stage.screen());
}

#[test]
fn esc_closes_the_search_where_it_was_opened() {
    let mut stage = open();
    stage.press("1 space");
    let before = stage.screen();
    stage.press("/ 'token' down esc");
    assert_eq!(stage.screen(), before);
}

#[test]
fn a_run_and_a_question_are_reached_and_left_again() {
    let mut stage = open();
    stage.press("1 / 'short pause' enter");
    assert!(stage.screen().contains("TTL"), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.screen().contains("Overview"), "{}", stage.screen());
    stage.press("/ 'which believe' enter");
    let asked = stage.screen();
    stage.press("esc");
    assert_ne!(stage.screen(), asked);
}

#[test]
fn letters_are_typed_and_open_no_screen() {
    let mut stage = open();
    stage.press("/ 'q2n?'");
    assert!(stage.effects.is_empty());
    assert!(stage.screen().contains("/ q2n?"), "{}", stage.screen());
}

#[test]
fn a_note_is_found_and_opened() {
    let (mut record, now) = (Record::default(), Timestamp::UNIX_EPOCH);
    let mut pen = Pen::new(now, 1, 0);
    let spot = Spot::Watch {
        scenario: "short-pause".to_owned(),
        at_ms: 1_000,
        nth: None,
    };
    let text = "Ask Xanthippe\n\nwhether the store checks it";
    record.begin_note(&mut pen, "distributed-locks", spot, text, now);
    let mut stage = Stage::open(record, (80, 24));
    stage.press("/ 'xanthippe'");
    let screen = stage.screen();
    assert!(screen.contains("at 1.00 s"), "where it belongs:\n{screen}");
    stage.press("enter");
    assert!(
        stage.screen().contains("whether the store"),
        "{}",
        stage.screen()
    );
    assert!(stage.app.typing(), "the note is open to be written");
    stage.press("ctrl-o");
    assert!(
        stage.screen().contains("short pause") || stage.screen().contains("TTL"),
        "{}",
        stage.screen()
    );
}

#[test]
fn a_note_among_the_results_says_where_it_belongs() {
    let (mut record, now) = (Record::default(), Timestamp::UNIX_EPOCH);
    let mut pen = Pen::new(now, 1, 0);
    let places = [
        Spot::Read {
            section: "overview".to_owned(),
            permille: 0,
        },
        Spot::Watch {
            scenario: "paused-holder".to_owned(),
            at_ms: 14_250,
            nth: None,
        },
        Spot::Practice {
            question: "two-believers".to_owned(),
        },
    ];
    for spot in places {
        let text = "Xanthippe\nasked this";
        record.begin_note(&mut pen, "distributed-locks", spot, text, now);
    }
    for size in SIZES {
        let mut stage = Stage::open(record.clone(), size);
        stage.press("/ 'xanthippe'");
        let mut found = stage.screen();
        for _ in 0..3 {
            found.push_str(&stage.press("down").screen());
        }
        for place in ["Overview", "The paused holder at 14", "Why can two"] {
            assert!(found.contains(place), "{place} at {size:?}:\n{found}");
        }
        // With what matched in its text, too.
        let screen = stage.press("ctrl-u 'asked this'").screen();
        assert!(screen.contains("asked this"), "{screen}");
    }
}
