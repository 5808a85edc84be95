//! The lab line by line, as the binary that a learner talks to through pipes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod lines;

use tempfile::TempDir;
use token34::fencing::adversary::{Game, Level};
use token34::fencing::explore::way::Way;

/// What is said when this is typed into a command; the progress file is in `home`.
fn says(home: &TempDir, args: &[&str], input: &str) -> String {
    lines::says(&home.path().join("progress.toml"), args, input)
}

fn lab(home: &TempDir, input: &str) -> String {
    says(home, &["explore", "--plain"], input)
}

fn kept(home: &TempDir) -> String {
    std::fs::read_to_string(home.path().join("progress.toml")).unwrap_or_default()
}

/// The numbers of a shortest way through a level, a line each.
fn way(level: Level) -> Vec<String> {
    let mut game = Game::new(level.setup());
    let Way::Found(way) = game.way(level.property()) else {
        panic!("{level:?} cannot be broken");
    };
    let mut numbers = Vec::new();
    for by in way {
        let at = game
            .choices()
            .iter()
            .position(|choice| *choice == by)
            .unwrap();
        assert!(game.take(at));
        numbers.push((at + 1).to_string());
    }
    numbers
}

#[test]
fn every_lock_is_broken_step_by_step_and_the_fence_is_mended() {
    let home = tempfile::tempdir().unwrap();
    // Without a number it is the first that is not solved.
    for level in [Level::Unfenced, Level::Redlock, Level::Fenced] {
        let way = way(level);
        // A step back and taken again leads to the same end.
        let input = format!("break\n1\nback\n{}\nq\n", way.join("\n"));
        let text = lab(&home, &input);
        assert!(text.contains(level.task()), "{text}");
        assert!(text.contains("A step back.\n"));
        assert!(text.contains("Solved; that is kept."), "{text}");
        assert!(kept(&home).contains(level.id()), "{level:?}");
    }
    let text = lab(&home, "mend\n\nstrict\nraise\n\nat-least\n\nq\n");
    let (lost, stuck, mended) = (
        "Broken: an update is lost.",
        "Safe, but nobody can work",
        "Mended: ",
    );
    let at = |said: &str| {
        text.find(said)
            .unwrap_or_else(|| panic!("{said} in {text}"))
    };
    assert!(at(lost) < at(stuck) && at(stuck) < at(mended));
    assert!(
        text.contains("that update is lost.\n"),
        "what breaks it is told: {text}"
    );
    assert!(kept(&home).contains("\"mend\""));
}

#[test]
fn a_shown_way_is_told_and_does_not_count() {
    let home = tempfile::tempdir().unwrap();
    let way = way(Level::Fenced).join("\n");
    let text = lab(&home, &format!("break 3\nhint\nhint\nsolution\n{way}\nq\n"));
    assert!(text.contains("Hint: The fence rises only when a write comes."));
    assert!(text.contains("Hint: it could go on with number 1.\n"));
    assert!(text.contains("One way from here. It does not count"));
    assert!(text.contains("Shown, not solved"));
    assert!(!kept(&home).contains("break-fenced"));
}

#[test]
fn where_nothing_is_left_to_do_that_is_asked_about_instead() {
    let home = tempfile::tempdir().unwrap();
    let text = lab(&home, &format!("break 1\n{}q\n", "1\n".repeat(60)));
    let at = |said: &str| {
        text.find(said)
            .unwrap_or_else(|| panic!("{said} in {text}"))
    };
    let early = at("From here nothing leads to it any more.");
    let ended = at("Nothing is left to do, and nothing is broken. Write back, restart or q.");
    assert!(early < ended);
    assert!(!text[ended..].contains("what happens next?"), "{text}");
    assert!(
        text[ended..].contains("\"1\" means nothing here: write back, restart or q"),
        "{text}"
    );
    let input = format!("break 1\n{}back\nrestart\nq\n", "1\n".repeat(60));
    let text = lab(&home, &input);
    assert!(
        text.contains("A step back.\n") && text.trim_end().len() > ended,
        "{text}"
    );
}

#[test]
fn an_ending_is_predicted_told_and_kept() {
    let home = tempfile::tempdir().unwrap();
    let text = lab(&home, "check none\nrun\n3\n3\nq\n");
    assert!(text.contains("How does it end? Write 1 to 4"));
    assert!(
        text.contains("Storage accepts A's write with token 33"),
        "{text}"
    );
    let verdict = "Not so. You said: Something comes late, and is refused.\nSo it ends: Something is let in that comes too late: data is lost.\n";
    assert!(text.contains(verdict), "{text}");
    let record = kept(&home);
    for line in [
        "moment = \"ending\"",
        "answer = \"saved\"",
        "right = false",
        "sure = \"certain\"",
    ] {
        assert!(record.contains(line), "{line}: {record}");
    }
    let code = text
        .rsplit("The code of this run: ")
        .next()
        .unwrap()
        .lines()
        .next()
        .unwrap();
    assert!(says(&home, &["watch", code], "").contains("Your own run\n"));
}

#[test]
fn what_a_fault_breaks_is_predicted_and_each_property_is_compared() {
    let home = tempfile::tempdir().unwrap();
    let text = lab(&home, "lock etcd\nfault pause\ncheck none\nwalk\n2\n2\nq\n");
    for said in [
        "Right: you said that exclusive-grants is not broken. Found: holds.\n",
        "Right: you said that ordered-writes is broken. Found: violated.\n",
        "Not so: you said that no-lost-update is not broken. Found: violated.\n",
        "1. A asks for the lock.\n",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    let record = kept(&home);
    assert!(
        record.contains("scenario = \"explore:etcd:pause:none\""),
        "{record}"
    );
    assert!(record.contains("answer = \"ordered-writes\"") && record.contains("right = false"));
}

#[test]
fn a_line_that_is_not_understood_is_told_what_can_be_typed() {
    let home = tempfile::tempdir().unwrap();
    let input = "dance\nbreak 7\nlock chubby\nwalk\n9\nq\nrun\nfive\nq\nbreak\nsing\nq\nmend\nhum\nq\ncode 123\nq\n";
    let text = lab(&home, input);
    for said in [
        "\"dance\" means nothing here: type help",
        "\"break 7\" means nothing here: write break, or break 1 to break 3",
        "There is no lock \"chubby\": write one of redis, ",
        "\"9\" means nothing here: write numbers from 1 to 4, or 0",
        "\"five\" means nothing here: the answers are 1 to 4",
        "\"sing\" means nothing here: write a number, or back, hint",
        "\"hum\" means nothing here: write none, strict, at-least",
        "a code has 21 letters and digits",
    ] {
        assert!(text.contains(said), "{said} in {text}");
    }
    assert_eq!(kept(&home), "", "nothing was answered, and nothing is kept");
}

#[test]
fn the_lab_is_a_command_of_the_session_and_takes_what_explore_names() {
    let home = tempfile::tempdir().unwrap();
    let text = says(&home, &["--plain"], "lab\nq\nleave\n");
    assert!(
        text.contains("The lab\nrun: say how the run ends"),
        "{text}"
    );
    let named = [
        "explore",
        "--plain",
        "--lock",
        "redlock",
        "--fault",
        "server-clock-jump",
        "--check",
        "none",
    ];
    let text = says(&home, &named, "q\n");
    assert!(
        text.contains("Redlock; fault server-clock-jump at 2 s for 12 s; storage checks nothing;"),
        "{text}"
    );
}
