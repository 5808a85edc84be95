//! Questions on one part, line by line.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod lines;

use tempfile::TempDir;

const KINDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");

fn with_pack<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [&["--content", KINDS], args].concat()
}

fn told(args: &[&str], input: &str) -> String {
    let dir = TempDir::new().unwrap();
    lines::says(&dir.path().join("progress.toml"), &with_pack(args), input)
}

fn refused(args: &[&str]) -> String {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("progress.toml");
    let output = lines::types(&file, &with_pack(args), "");
    assert_eq!(output.status.code(), Some(2), "{args:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn only_questions_on_the_part_are_asked() {
    let all = told(&["practice"], "q\n");
    assert!(all.contains(" new. q leaves at any time.\n"), "{all}");
    let mut session = told(&["--plain"], "practice overview\nq\npractice nope\nleave\n");
    assert!(
        session.contains("\nOverview: 3 questions. q leaves at any time.\n"),
        "{session}"
    );
    session = session.split_off(session.find("nope").unwrap());
    assert!(session.starts_with("nope\"; the parts are:\n"), "{session}");
    for part in ["fencing", "FENC"] {
        let text = told(&["practice", "--part", part], "q\n");
        assert!(
            text.starts_with("Fencing: 5 questions. q leaves at any time.\n\nQuestion 1 of 5, "),
            "{text}"
        );
    }
}

#[test]
fn a_part_that_is_not_there_or_may_be_several_is_wrong_use() {
    for (part, said) in [
        ("nope", "there is no section \"nope\""),
        ("e", "may stand for any of these:\n"),
    ] {
        let why = refused(&["practice", "--part", part]);
        assert!(why.contains(said), "{why}");
    }
    let why = refused(&["practice", "--part", "x", "--fresh", "3"]);
    assert!(why.contains("cannot be used with"), "{why}");
}
