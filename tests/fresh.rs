//! A round of questions that the world invents, as a learner meets it on the screen.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod stage;

use std::collections::BTreeSet;

use stage::Stage;
use token34::progress::{Record, Spot};

fn open(size: (u16, u16)) -> Stage {
    Stage::kinds(Record::default(), size)
}

fn pictures(name: &str, keys: &str) {
    for size in [(80, 24), (44, 14)] {
        let mut stage = open(size);
        stage.press(keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.screen());
    }
}

/// The question that the learner is at.
fn question_at(stage: &mut Stage) -> String {
    match stage.place() {
        Spot::Practice { question } => question,
        other => panic!("{other:?}"),
    }
}

/// Answers the question, says how sure, and goes on; gives its kind.
fn answer(stage: &mut Stage) -> &'static str {
    let screen = stage.screen();
    let (kind, keys) = if screen.contains("write a condition") {
        ("condition", "'fence<=$2' enter")
    } else if screen.contains("any number are right") {
        ("several", "1 enter")
    } else {
        ("choice", "1")
    };
    stage.press(keys).press("3 right");
    kind
}

/// The keys that begin a round of invented questions, from Home.
const FRESH: &str = "4 home down down down down enter";

#[test]
fn the_world_invents_questions_without_end() {
    pictures("asked", FRESH);
    pictures("told", &format!("{FRESH} 1 2"));

    let mut stage = open((80, 24));
    stage.press(FRESH);
    let (mut asked, mut kinds) = (BTreeSet::new(), BTreeSet::new());
    for number in 1..=25 {
        let screen = stage.screen();
        assert!(
            screen.contains(&format!("invented, number {number}")),
            "{screen}"
        );
        asked.insert(question_at(&mut stage));
        kinds.insert(answer(&mut stage));
    }
    assert_eq!(kinds.len(), 3, "{kinds:?}");
    assert_eq!(asked.len(), 25);
    let mut answers = stage.saved.answers.values();
    assert!(answers.all(|one| one.seed.is_some() && one.question.starts_with("fresh-")));
    assert_eq!(stage.saved.answers.len(), 25);
}

#[test]
fn an_invented_question_plays_its_run_and_is_come_back_to() {
    let mut stage = open((80, 24));
    stage.press(FRESH);
    let asked = question_at(&mut stage);
    stage.press("1 2");
    let explained = stage.screen();
    stage.press("p");
    assert_eq!(
        stage.place(),
        Spot::Watch {
            scenario: asked.clone(),
            at_ms: 0,
            nth: None
        }
    );
    stage.press("esc");
    assert_eq!(stage.screen(), explained);

    // Taken back, it is asked again.
    stage.press("u");
    assert!(stage.saved.answers.values().all(|one| one.withdrawn));
    assert_eq!(question_at(&mut stage), asked);
}

#[test]
fn a_start_goes_on_with_the_invented_question_that_was_left() {
    let mut stage = open((80, 24));
    stage.press(FRESH).press("right");
    let left = question_at(&mut stage);
    let mut next = open_with(&mut stage);
    next.press("enter");
    assert_eq!(question_at(&mut next), left);
    // It was made from the same numbers, and others follow it.
    assert_eq!(
        next.screen().replace("number 1", "number 2"),
        stage.screen()
    );
    // Left while its explanation is read, it is explained once more, and not asked.
    next.sleep(1);
    let explained = next.press("1 1").screen();
    let mut third = open_with(&mut next);
    assert_eq!(third.press("enter").screen(), explained);
    third.press("right");
    assert_ne!(question_at(&mut third), left);
    next.press("right");
    assert_ne!(question_at(&mut next), left);
}

/// The program as it is opened again.
fn open_with(stage: &mut Stage) -> Stage {
    stage.place();
    Stage::kinds(stage.app.record().clone(), stage.size)
}
