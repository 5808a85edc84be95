//! The lab, by keys alone, in a pseudo-terminal: each level solved, and a run told to somebody else by its code.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use support::{Session, token34};
use token34::fencing::{
    adversary::{Game, Level},
    explore::way::Way,
    knobs::Knobs,
};

const SIZE: (u16, u16) = (120, 40);

/// The row of the screen on which this choice stands; choices begin at its left.
fn row_of(screen: &str, choice: &str) -> Option<usize> {
    let stands = |line: &str| {
        let line = line.trim_start_matches([' ', '▸']);
        line.strip_prefix(choice)
            .is_some_and(|rest| rest.is_empty() || rest.starts_with("  "))
    };
    screen.lines().position(stands)
}

/// Chooses what is to happen next by its words.
fn choose(session: &mut Session, choice: &str, steps: usize) {
    session.send("g");
    session.see_that(&format!("offer `{choice}`"), |screen| {
        row_of(screen, choice).is_some()
    });
    for _ in 0..20 {
        let screen = session.screen();
        let chosen = screen
            .lines()
            .position(|line| line.starts_with("  ▸ ") && row_of(line, choice).is_some());
        if chosen.is_some() {
            break;
        }
        session.send("j");
        session.see_that("move on", |now| now != screen);
    }
    session.send("\r");
    let count = if steps == 1 {
        "1 step".to_owned()
    } else {
        format!("{steps} steps")
    };
    session.see(&format!(" {count}"));
}

/// Plays a shortest way through a level.
fn play(session: &mut Session, level: Level) {
    session.see(level.task());
    let game = Game::new(level.setup());
    let Way::Found(way) = game.way(level.property()) else {
        panic!("{level:?} cannot be broken");
    };
    let names = ["A".to_owned(), "B".to_owned()];
    let mut world = *game.world();
    for (steps, by) in (1..).zip(way) {
        choose(session, &by.name(&names, &world), steps);
        by.apply(&mut world);
    }
    session.see("Solved.");
}

#[test]
fn every_level_is_solved_by_keys_alone_and_stays_solved() {
    let dir = tempfile::tempdir().unwrap();
    let progress = dir.path().join("progress.toml");
    let mut session = Session::start(token34(&progress), SIZE);
    session.see("0 of 4");
    session.send("3\t");
    for level in [Level::Unfenced, Level::Redlock, Level::Fenced] {
        play(&mut session, level);
        session.send("\r");
    }
    session.see(Level::Mend.task());
    session.send("\r");
    session.see("Broken: an update is lost.");
    session.send("jl");
    session.see("raise the fence");
    session.send("\r");
    session.see("Mended:");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();

    let mut again = Session::start(token34(&progress), SIZE);
    again.see("4 of 4");
    again.send("3");
    again.see("Mend it");
    again.send("[");
    again.see(Level::Fenced.task());
}

#[test]
fn the_way_that_was_shown_does_not_count() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(token34(&dir.path().join("progress.toml")), SIZE);
    session.see("0 of 4");
    session.send("3\t");
    session.see(Level::Unfenced.task());
    session.send("s");
    session.see("does not count");
    let game = Game::new(Level::Unfenced.setup());
    let Way::Found(way) = game.way(Level::Unfenced.property()) else {
        panic!("it can be broken");
    };
    let names = ["A".to_owned(), "B".to_owned()];
    let mut world = *game.world();
    for (steps, by) in (1..).zip(way) {
        choose(&mut session, &by.name(&names, &world), steps);
        by.apply(&mut world);
    }
    session.see("Shown, not solved");
    session.send("\x1b");
    session.see("0 of 4");
}

#[test]
fn a_knob_gives_a_new_run_and_its_code_gives_it_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(token34(&dir.path().join("progress.toml")), SIZE);
    session.see("0 of 4");
    session.send("3");
    let lesson = Knobs::default();
    session.see(&lesson.code());
    session.see("Saved by the fence");
    session.send("jj,,,,");
    session.see("4.00 s");
    let short = Knobs {
        lasts: 4_000,
        ..lesson
    };
    session.see(&short.code());
    session.see("Safe");
    session.send("uuuu");
    session.see(&lesson.code());

    let unchecked = Knobs {
        check: token34::fencing::storage::Check::None,
        ..lesson
    };
    let code = unchecked.code();
    let wrong = code.replacen(&code[..1], "Z", 1);
    session.send(format!("i{wrong}\r"));
    session.see("typing error");
    session.send("\x1b");
    session.see_that("leave the line", |screen| !screen.contains("code:"));
    session.send(format!("\x1b[200~{code}\x1b[201~"));
    session.see("Data lost");
    session.see(&code);
    session.send("\r");
    session.see("no check");
    session.send("\x1b");
    session.see(&code);
}
