//! On a terminal that can only print lines, and on one that is asked to.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use support::{Session, token34};
use token34::{course::Pack, fencing::scenario::Scenario, practice::predict::questions};

const SIZE: (u16, u16) = (80, 200);

/// token34 with these arguments on a terminal that calls itself `term`.
fn started(args: &[&str], term: &str) -> (Session, tempfile::TempDir) {
    let home = tempfile::tempdir().unwrap();
    let mut command = token34(&home.path().join("progress.toml"));
    command.args(args);
    command.env("TERM", term);
    (Session::start(command, SIZE), home)
}

#[test]
fn it_talks_in_lines() {
    for (args, term) in [(&[][..], "dumb"), (&["--plain"], "xterm-256color")] {
        let (mut session, _home) = started(args, term);
        session.see("The lesson is open; 0 of 6 parts read.");
        session.send("complete\n");
        session.see("The lesson is complete; 0 of 6 parts read.");
        session.send("leave\n");
        assert!(session.wait().success());
        assert!(!session.bytes().contains(&0x1b));
    }
}

#[test]
fn the_lesson_is_wrapped_and_its_table_becomes_cards() {
    let (mut session, _home) = started(&["read"], "xterm-256color");
    session.see("Open token34 in a terminal");
    assert!(session.wait().success());
    let screen = session.screen();
    assert!(screen.contains("\nLock type: Redlock\n"));
    assert!(!session.bytes().contains(&0x1b));
}

/// So many moments come before the first question of a scenario.
fn steps_to_the_question(id: &str) -> usize {
    let pack = Pack::embedded().unwrap();
    let mut sources = pack.lessons.iter().flat_map(|lesson| &lesson.scenarios);
    let scenario = sources.find_map(|source| {
        let scenario = Scenario::parse(&source.file, &source.toml).unwrap();
        (scenario.id == id).then_some(scenario)
    });
    let scenario = scenario.unwrap();
    questions(&scenario, &scenario.run())[0].before
}

#[test]
fn a_timeline_is_predicted_line_by_line() {
    for (args, term) in [
        (&["watch", "short-pause"][..], "dumb"),
        (&["watch", "short-pause", "--plain"], "xterm-256color"),
    ] {
        let (mut session, home) = started(args, term);
        session.see("Enter goes on a step");
        session.send("\n".repeat(steps_to_the_question("short-pause")));
        session.see("What will happen? Write 1 to 3; Enter passes over.");
        session.send("2\n");
        session.see("How sure are you?");
        session.send("3\n");
        session.see("Right. You said: Storage accepts it; so far nothing is lost.");
        session.send("q\n");
        assert!(session.wait().success());
        assert!(!session.bytes().contains(&0x1b));
        let kept = std::fs::read_to_string(home.path().join("progress.toml")).unwrap();
        assert!(kept.contains("right = true"), "{kept}");
    }
}
