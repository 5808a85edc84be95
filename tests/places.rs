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
fn a_run_left_by_a_digit_stands_where_it_was_left() {
    for back in ["1 esc", "1 right esc", "1 2", "6 5 esc", "4 1 2"] {
        let mut stage = Stage::open(Record::default(), (80, 24));
        stage.press("2 enter a tab tab");
        stage.rest();
        let there = stage.screen();
        stage.press(back);
        stage.rest();
        assert_eq!(stage.screen(), there, "after {back:?}");
    }
    // Left by Esc, it is left.
    let mut stage = Stage::open(Record::default(), (80, 24));
    let listed = stage.press("2").screen();
    stage.press("esc 1 tab enter a");
    assert!(stage.screen().contains("play"), "{}", stage.screen());
    stage.press("esc esc 2");
    assert_eq!(stage.screen(), listed);
}

#[test]
fn a_note_where_one_is_already_is_told_of_until_it_is_written() {
    let said = "A note of yours is here already";
    for keys in ["1 right", "2 enter a tab", "4", "3"] {
        let mut stage = Stage::open(Record::default(), (80, 24));
        stage.press(keys);
        stage.rest();
        assert!(!stage.press("n").screen().contains(said), "{keys}");
        // Left blank, it is none.
        stage.press("esc");
        let screen = stage.press("n").screen();
        assert!(!screen.contains(said), "{keys}: {screen}");
        let screen = stage.press("'one' esc n").screen();
        assert!(screen.contains(said), "{keys}: {screen}");
        let screen = stage.press("'two'").screen();
        assert!(!screen.contains(said), "{keys}: {screen}");
        assert!(stage.press("esc 5").screen().contains("one"), "{keys}");
        assert_eq!(stage.notes(), ["one", "two"]);
    }
    let mut stage = Stage::open(Record::default(), (80, 24));
    let screen = stage.press("n 'one' esc n").screen();
    assert!(!screen.contains(said), "on the lesson as a whole: {screen}");
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
