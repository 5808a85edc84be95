//! The two fields of the lab: the map of the story's endings, and the matrix of faults and locks.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod stage;

use std::sync::{Mutex, atomic::AtomicBool};

use proptest::prelude::*;
use stage::{SIZES, Stage};
use token34::{
    fencing::{fault::Fault, matrix::Cell},
    progress::Record,
    tui::{
        message::{Effect, Message, Mouse, MouseKind},
        work::{Found, Job},
    },
};

/// Carries out the last work that was asked for, and hands in what it found.
fn work(stage: &mut Stage, within: impl Fn(&Cell) -> bool) {
    let asked = stage.effects.iter().rev().find_map(|effect| match effect {
        Effect::Work(job) => Some(job.clone()),
        _ => None,
    });
    let job = match asked.unwrap() {
        Job::Matrix(cells) => Job::Matrix(cells.into_iter().filter(within).collect()),
        map @ Job::Map(_) => map,
    };
    for found in carry_out(&job) {
        stage.send(Message::Worked(found));
    }
}

fn carry_out(job: &Job) -> Vec<Found> {
    let found = Mutex::new(Vec::new());
    job.carry_out(2, &AtomicBool::new(false), |part| {
        found.lock().unwrap().push(part);
    });
    found.into_inner().unwrap()
}

/// The walks of one fault, but over Redlock, which take no time.
fn quick(cell: &Cell) -> bool {
    cell.fault == Fault::Pause && cell.lock.protocol().id() != "redlock"
}

/// How often work was asked for.
fn asked(stage: &Stage) -> usize {
    let work = |effect: &&Effect| matches!(effect, Effect::Work(_));
    stage.effects.iter().filter(work).count()
}

#[test]
fn the_map() {
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        stage.press("3 tab tab");
        let name = |what: &str| format!("{what}-{}x{}", size.0, size.1);
        insta::assert_snapshot!(name("map-begun"), stage.screen());
        work(&mut stage, quick);
        stage.press("right right up");
        insta::assert_snapshot!(name("map"), stage.screen());
        stage.press("space space ] ] a t");
        work(&mut stage, quick);
        insta::assert_snapshot!(name("map-latency"), stage.screen());
    }
}

#[test]
fn the_matrix() {
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        stage.press("3 tab tab tab");
        work(&mut stage, quick);
        let name = |what: &str| format!("{what}-{}x{}", size.0, size.1);
        insta::assert_snapshot!(name("matrix"), stage.screen());
        stage.press("end pgdown pgdown space space");
        insta::assert_snapshot!(name("matrix-end"), stage.screen());
    }
}

#[test]
fn the_check_of_a_map_is_turned_on_and_back_by_the_keys_of_the_other_views() {
    let mut stage = Stage::open(Record::default(), (120, 40));
    stage.press("3 tab tab");
    let first = stage.screen();
    for (on, back) in [("space", "["), ("]", "["), ("] ] ] ]", "r"), ("[", "]")] {
        stage.press(on);
        assert_eq!(on.contains("] ]"), stage.screen() == first, "{on}");
        stage.press(back);
        assert_eq!(stage.screen(), first, "{on} {back}");
    }
    stage.press("c");
    let kept = stage.screen();
    assert!(
        kept.contains("omplete"),
        "c means what it means everywhere: {kept}"
    );
}

#[test]
fn each_map_is_worked_out_once_in_a_session() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("3 tab tab");
    assert_eq!(asked(&stage), 1);
    work(&mut stage, quick);
    stage.press("right left up down . ,");
    assert_eq!(asked(&stage), 1, "moving over it works out nothing");
    stage.press("space");
    assert_eq!(asked(&stage), 2);
    work(&mut stage, quick);
    stage.press("] ] ] 1 3");
    let before = asked(&stage);
    stage.press("]");
    assert_eq!(asked(&stage), before, "it is kept");
}

#[test]
fn enter_plays_the_run_of_a_cell_and_back_leads_to_it() {
    let mut stage = Stage::open(Record::default(), (120, 40));
    stage.press("3 tab tab space space right");
    work(&mut stage, quick);
    let before = stage.screen();
    stage.press("enter esc");
    assert_eq!(stage.screen(), before);
}

#[test]
fn enter_plays_the_shortest_counterexample() {
    let mut stage = Stage::open(Record::default(), (120, 40));
    stage.press("3 tab tab tab");
    stage.press("enter");
    assert!(stage.screen().contains("not walked yet"));
    work(&mut stage, quick);
    stage.press("down up");
    let before = stage.screen();
    assert!(before.contains("broken in"), "{before}");
    stage.press("enter");
    let watched = stage.screen();
    assert!(watched.contains("pause breaks ordered-writes"), "{watched}");
    stage.press("esc");
    assert_eq!(stage.screen(), before);
    stage.press("[ enter");
    let said = stage.screen();
    assert!(said.contains("states were walked."), "{said}");
}

#[test]
fn the_matrix_goes_on_where_it_was_left() {
    let mut stage = Stage::open(Record::default(), (120, 40));
    stage.press("3 tab tab tab");
    let begun = asked(&stage);
    work(&mut stage, quick);
    stage.press("1 3");
    assert_eq!(asked(&stage), begun, "the walk goes on while one reads");
    stage.press("backtab");
    assert_eq!(asked(&stage), begun + 1, "the map ends it");
    stage.press("tab");
    let Some(Effect::Work(Job::Matrix(left))) = stage.effects.last() else {
        panic!("{:?}", stage.effects);
    };
    assert_eq!(left.len(), Cell::all().len() - 12);
}

#[test]
fn the_mouse_takes_cells_and_marks() {
    let mut stage = Stage::open(Record::default(), (120, 40));
    stage.press("3 tab tab");
    stage.click(60, 12);
    let moved = stage.screen();
    stage.click(60, 12);
    assert_eq!(stage.screen(), moved);
    stage.click(30, 20);
    assert_ne!(stage.screen(), moved);
    stage.press("tab");
    work(&mut stage, quick);
    let row = stage
        .screen()
        .lines()
        .position(|line| line.contains("partition-lock"));
    stage.click(21, u16::try_from(row.unwrap()).unwrap());
    assert!(stage.screen().contains("partition-lock · Redis"));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    #[test]
    fn no_key_at_no_size_breaks_them(
        keys in prop::collection::vec((0..16_usize, 0..130_u16, 0..50_u16), 1..40),
        start in (0..130_u16, 0..50_u16),
    ) {
        const KEYS: [&str; 14] = [
            "tab", "backtab", "left", "right", "up", "down", "pgup", "pgdown", "home", "end", "c", "t", "space", "enter",
        ];
        let mut stage = Stage::open(Record::default(), start);
        stage.press("3 tab tab");
        let mut handed_in = false;
        for (key, x, y) in keys {
            match KEYS.get(key) {
                Some(key) => {
                    stage.press(key);
                }
                None if key == 14 => stage.resize((x, y)),
                None => stage.send(Message::Mouse(Mouse {
                    kind: MouseKind::Press,
                    column: x,
                    row: y,
                })),
            }
            if !handed_in && matches!(stage.effects.last(), Some(Effect::Work(Job::Matrix(_)))) {
                work(&mut stage, quick);
                handed_in = true;
            }
            stage.screen();
        }
    }
}
