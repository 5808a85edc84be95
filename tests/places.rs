//! A note leads back to the very place where it was taken.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod stage;

use stage::Stage;
use token34::progress::Record;

/// Takes a note where `keys` lead, leaves for Home, and goes to the place of the note from the list.
#[track_caller]
fn comes_back(mut stage: Stage, keys: &str) {
    stage.press(keys);
    stage.rest();
    let there = stage.screen();
    stage.press("n 'A note on this' esc");
    assert_eq!(
        stage.without_signs(),
        there,
        "a note is left where it was begun"
    );
    stage.press("5 o");
    stage.rest();
    assert_eq!(stage.without_signs(), there, "after {keys:?}");
}

#[test]
fn in_the_lesson_at_its_line() {
    let open = || Stage::open(Record::default(), (80, 24));
    comes_back(open(), "1");
    comes_back(open(), "1 right right space");
}

#[test]
fn in_what_goes_deeper() {
    let deep = || Stage::deep(Record::default(), (80, 24));
    comes_back(deep(), "1 right tab enter");
    comes_back(deep(), "w");
    comes_back(deep(), "D down");
}

#[test]
fn at_a_moment_of_a_run_and_at_a_set_up_of_the_lab() {
    let open = || Stage::open(Record::default(), (80, 24));
    comes_back(open(), "2 enter a tab tab");
    comes_back(open(), "3 right right");
}

#[test]
fn at_a_question() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("4 n 'A note on this' esc");
    let there = stage.screen();
    stage.press("5 o");
    assert_eq!(stage.screen(), there);
}

#[test]
fn a_note_that_is_open_leads_to_its_place() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("1 right right space");
    let there = stage.screen();
    stage.press("n 'A note on this' esc 5 enter ctrl-o");
    assert_eq!(stage.screen(), there);
}
