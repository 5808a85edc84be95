//! What goes deeper, on the screens: parts under parts, terms explained in place, the glossary, the guide, the cheat sheet.
//!
//! The pack in `tests/deep` has a little of each.

mod stage;

use proptest::prelude::*;
use stage::{SIZES, Stage};
use token34::{
    progress::{Record, Spot},
    tui::message::Effect,
};

const LESSON: &str = "distributed-locks";

/// The section where the learner is.
fn section(stage: &mut Stage) -> String {
    match stage.place() {
        Spot::Read { section, .. } => section,
        elsewhere => format!("{elsewhere:?}"),
    }
}

/// What is on the screen, without the addresses behind links.
fn shown(stage: &Stage) -> String {
    let mut text = String::new();
    let mut screen = stage.screen();
    while let Some(at) = screen.find("\u{1b}]8;;") {
        text.push_str(&screen[..at]);
        let end = screen[at..]
            .find("\u{1b}\\")
            .map_or(screen.len(), |end| at + end + 2);
        screen = screen.split_off(end);
    }
    text + &screen
}

fn pictures(name: &str, keys: &str) {
    for size in SIZES {
        let mut stage = Stage::deep(Record::default(), size);
        stage.press(keys);
        let name = format!("{name}-{}x{}", size.0, size.1);
        insta::assert_snapshot!(name, shown(&stage));
    }
}

#[test]
fn deeper_parts_are_listed_under_a_part() {
    pictures("under", "1 right G tab");
}

#[test]
fn a_deeper_part_is_a_page_of_its_own() {
    pictures("deeper", "1 right enter");
}

#[test]
fn the_outline_lists_them_under_their_part() {
    pictures("outline", "1 right enter t");
}

#[test]
fn a_term_is_explained_in_place() {
    pictures("define", "1 right d d");
}

#[test]
fn the_glossary_lists_every_term() {
    pictures("glossary", "D down");
}

#[test]
fn the_guide_asks_one_question_at_a_time() {
    pictures("guide", "w 2");
}

#[test]
fn the_guide_ends_with_advice() {
    pictures("advice", "w 2 2");
}

#[test]
fn the_cheat_sheet_is_one_page() {
    pictures("cheat-sheet", "s");
}

#[test]
fn a_row_of_the_table_leads_deeper_and_back_leads_to_the_row() {
    let mut stage = Stage::deep(Record::default(), (120, 40));
    stage.press("1 right down down tab");
    let before = stage.screen();
    stage.press("enter");
    assert_eq!(section(&mut stage), "redis");
    // On among those of the same part, round to the part itself.
    stage.press("right");
    assert_eq!(section(&mut stage), "redis-replica");
    stage.press("right");
    assert_eq!(section(&mut stage), "etcd");
    stage.press("right");
    assert_eq!(section(&mut stage), "lock-options");
    let back = stage.screen();
    let text = |screen: &str| {
        screen
            .lines()
            .nth(5)
            .map(|line| line.chars().skip(26).collect::<String>())
    };
    assert_eq!(text(&back), text(&before));
    // Every one of them was shown to its end.
    for read in ["redis", "redis-replica", "etcd"] {
        assert!(stage.app.record().is_read(LESSON, read), "{read}");
    }
}

#[test]
fn back_leads_to_where_one_came_from_and_up_to_the_part_it_belongs_to() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    stage.press("1 right right G tab enter");
    assert_eq!(section(&mut stage), "the-gap");
    stage.press("esc");
    assert_eq!(section(&mut stage), "fencing-in-practice");
    // Resumed in a deeper part, there is no way back but to Home; up still leads to its part.
    stage.press("left tab enter");
    assert_eq!(section(&mut stage), "redis");
    let mut resumed = Stage::deep(stage.app.record().clone(), (80, 24));
    resumed.press("1");
    assert_eq!(section(&mut resumed), "redis");
    resumed.press("u");
    assert_eq!(section(&mut resumed), "lock-options");
    resumed.press("esc");
    assert!(resumed.screen().contains("Read"));
}

#[test]
fn a_short_part_counts_as_read_once_it_is_left() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    stage.press("1 right right G tab enter");
    assert!(!stage.app.record().is_read(LESSON, "the-gap"));
    stage.press("esc");
    assert!(stage.app.record().is_read(LESSON, "the-gap"));
    assert!(stage.screen().contains("→ The gap ✓"), "{}", stage.screen());
    stage.press("esc");
    assert!(stage.screen().contains("1 deeper"), "{}", stage.screen());
}

#[test]
fn the_number_of_the_lesson_leads_from_the_glossary_to_the_lesson() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    stage.press("D 1");
    assert_eq!(section(&mut stage), "overview");
}

#[test]
fn the_mark_that_enter_follows_is_named() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    stage.press("1");
    assert!(
        stage
            .screen()
            .contains("↵ ▶ The paused holder, and nobody checks"),
        "{}",
        stage.screen()
    );
    stage.press("tab tab");
    assert!(
        stage.screen().contains("↵ ▶ The paused holder"),
        "{}",
        stage.screen()
    );
}

#[test]
fn sources_are_links_that_open() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    stage.press("1 right tab");
    stage.press("down tab enter");
    assert_eq!(section(&mut stage), "redis");
    stage.press("G o");
    let url = "https://redis.io/docs/latest/commands/set/".to_owned();
    assert_eq!(stage.effects, [Effect::Open(url)]);
}

#[test]
fn a_definition_leads_to_more_and_back_to_the_place() {
    let mut stage = Stage::deep(Record::default(), (44, 14));
    stage.press("1 right d");
    assert!(stage.screen().contains("holder: The client whose grant"));
    stage.press("d");
    assert!(stage.screen().contains("fencing token: A number"));
    stage.press("enter");
    assert_eq!(section(&mut stage), "etcd");
    stage.press("esc");
    assert_eq!(section(&mut stage), "lock-options");
    // What no part says more of is in the glossary.
    stage.press("d enter");
    assert_eq!(section(&mut stage), "glossary/holder");
    stage.press("esc d esc");
    assert_eq!(section(&mut stage), "lock-options");
    assert!(!stage.screen().contains("holder: "));
}

#[test]
fn the_glossary_is_searched_as_one_types() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    stage.press("D / 'grant' enter");
    let screen = stage.screen();
    assert!(
        screen.contains("3 of 5") && screen.contains("/grant"),
        "{screen}"
    );
    stage.press("down enter");
    assert!(
        stage.screen().contains("No part says more"),
        "{}",
        stage.screen()
    );
    stage.press("up enter");
    assert_eq!(section(&mut stage), "etcd");
}

#[test]
fn the_way_through_the_guide_can_be_changed_and_is_kept() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    stage.press("w 2 1");
    assert_eq!(section(&mut stage), "guide/2/1");
    assert!(stage.screen().contains("Lock and work in one transaction"));
    stage.press("left down enter");
    assert_eq!(section(&mut stage), "guide/2/2");
    // The run that shows the risk, and back to the advice.
    stage.press("enter");
    assert!(matches!(stage.place(), Spot::Watch { scenario, .. } if scenario == "paused-holder"));
    stage.press("esc");
    assert!(stage.screen().contains("etcd, and a check at the resource"));
    stage.press("tab enter");
    assert_eq!(section(&mut stage), "the-gap");
    stage.press("esc r");
    assert!(stage.screen().contains("What happens if two processes"));
    // A click on an answer gives it, and on one that was given takes it back.
    let row = |stage: &Stage, words: &str| {
        let screen = stage.screen();
        u16::try_from(
            screen
                .lines()
                .position(|line| line.contains(words))
                .unwrap_or(99),
        )
        .unwrap_or(99)
    };
    let at = row(&stage, "It is done twice");
    stage.click(10, at);
    assert_eq!(section(&mut stage), "guide/1");
    let at = row(&stage, "› It is done twice");
    stage.click(10, at);
    assert_eq!(section(&mut stage), "guide");
}

#[test]
fn a_search_finds_what_stands_deeper() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    stage.press("1 / 'raise the fence' enter");
    assert_eq!(section(&mut stage), "the-gap");
}

#[test]
fn answers_that_there_are_not_are_left_out() {
    let mut record = Record::default();
    let spot = Spot::Read {
        section: "guide/2/9/1".to_owned(),
        permille: 0,
    };
    record.set_place(LESSON, spot, jiff::Timestamp::UNIX_EPOCH);
    let mut stage = Stage::deep(record, (80, 24));
    stage.press("n 'x' esc ctrl-o");
    assert!(!stage.screen().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// Every part, deeper part and page beside them can be walked through and looked into at any size.
    #[test]
    fn no_part_breaks_at_any_size(width in 1_u16..160, height in 1_u16..50, other in 1_u16..160) {
        let mut stage = Stage::deep(Record::default(), (width, height));
        for start in ["1", "esc D", "esc esc w", "esc s"] {
            stage.press(start);
            for keys in ["space d d", "tab tab enter esc", "right G", "t down enter", "backtab p esc", "down d enter"] {
                stage.press(keys);
                stage.screen();
            }
            stage.resize((other, height));
            stage.screen();
            stage.press("esc esc");
            stage.resize((width, height));
        }
    }
}
