//! What is passed over line by line: what was given goes with a second word only, and nothing comes again that was passed over.

mod lines;

use lines::says;

const KINDS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
const PRACTICE: [&str; 3] = ["practice", "--content", KINDS];

/// The question in one's own words is answered, and three others are passed over; then comes the one to match.
const UP_TO_MATCH: &str = "in my words\n3\n\n\n\n\n\n\n";

#[test]
fn pairs_that_are_given_are_dropped_only_when_it_is_said_twice() {
    let dir = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = dir.path().join("progress.toml");
    let dropped = "Enter again passes over the question, and drops the 1 pair given.";
    let kept = says(&file, &PRACTICE, &format!("{UP_TO_MATCH}2\n\n3\n1\n1\n3\n"));
    assert!(kept.contains(dropped), "{kept}");
    assert!(kept.contains("How sure"), "it goes on: {kept}");
    let other = dir.path().join("other.toml");
    let gone = says(&other, &PRACTICE, &format!("{UP_TO_MATCH}2\n\n\n"));
    assert!(gone.contains(dropped), "{gone}");
    let after = gone.split(dropped).nth(1).unwrap_or_default();
    assert!(after.contains("Passed over: nothing is kept."), "{gone}");
}

#[test]
fn what_was_passed_over_does_not_come_again_in_the_next_round() {
    let dir = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = dir.path().join("progress.toml");
    let text = says(&file, &PRACTICE, &format!("{UP_TO_MATCH}\n\n\n\n\nq\n"));
    let round = "That was the round, and all for today.";
    let (first, next) = text.split_once(round).unwrap_or_else(|| panic!("{text}"));
    assert_eq!(first.matches("Passed over: nothing is kept.").count(), 7);
    assert!(
        next.contains("Question 1 of 1, in your own words"),
        "{next}"
    );
}

#[test]
fn the_right_prediction_is_named_first() {
    let dir = tempfile::tempdir().unwrap_or_else(|error| panic!("{error}"));
    let file = dir.path().join("progress.toml");
    let input = format!("{}1\n3\nq\n", "\n".repeat(10));
    let text = says(&file, &["watch", "--plain", "paused-holder"], &input);
    let verdict = "Not so. You said: A is told, and stops.\nRight: The lock is B's, and A still thinks that it holds it.\n";
    assert!(text.contains(verdict), "{text}");
}
