//! The line face, as the binary that a learner talks to through pipes.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod lines;
#[path = "plain/practice.rs"]
mod practice;

use std::path::PathBuf;
use std::process::Output;

use tempfile::TempDir;

/// A learner with a progress file of their own.
struct Learner {
    home: TempDir,
}

impl Learner {
    fn new() -> Self {
        Self {
            home: tempfile::tempdir().unwrap(),
        }
    }

    fn file(&self) -> PathBuf {
        self.home.path().join("progress.toml")
    }

    fn types(&self, args: &[&str], input: &str) -> Output {
        lines::types(&self.file(), args, input)
    }

    fn says(&self, args: &[&str], input: &str) -> String {
        lines::says(&self.file(), args, input)
    }
}

#[test]
fn a_whole_session_in_lines() {
    let learner = Learner::new();
    let input = "read\n\n\nq\nnote\nAsk the team: who checks?\n\u{1b}[31mred\u{1b}[0m\n\ncomplete\ndance\nhelp\nleave\n";
    let text = learner.says(&["--plain"], input);
    assert!(text.contains("The lesson is open; 0 of 6 parts read."));
    assert!(text.contains("Part 2 of 6: Lock options"));
    assert!(text.contains("The note is kept."));
    assert!(text.contains("The lesson is complete; 2 of 6 parts read."));
    assert!(text.contains("There is no command \"dance\"; type help"));
    assert!(text.contains("find WORDS: search in all"), "{text}");
    let again = learner.says(&["--plain"], "read\nq\n");
    assert!(again.contains("Part 3 of 6: Fencing in practice"));
    assert!(!again.contains("Part 2 of 6"));
    let watched = learner.says(
        &["--plain"],
        "watch\nshort-pause\nrest\nwatch no-such\n999\nredlock\nlist\nq\nleave\n",
    );
    assert!(watched.contains("A pause shorter than the lease\n"));
    assert!(watched.contains("Marked as watched."));
    assert!(watched.contains("\"no-such\" means nothing here: no run has it in its name"));
    assert!(watched.contains("\"999\" means nothing here: the runs are 1 to "));
    assert!(watched.contains("\"redlock\" may stand for any of these:\n"));
    assert_eq!(
        watched.matches("\nRedlock\n").count(),
        2,
        "the list stands there at first and when it is asked for"
    );
    assert!(watched.contains("A pause shorter than the lease, watched\n"));
    assert!(learner.says(&["progress"], "").contains("Watched: 1 of "));
    let list = learner.says(&["notes"], "");
    assert!(list.starts_with("1. 2"));
    assert!(list.ends_with(
        "Distributed Locks and Fencing Tokens: Lock options: Ask the team: who checks?\n"
    ));
    let export = learner.says(&["notes", "export"], "");
    assert!(export.contains("## Distributed Locks and Fencing Tokens: Lock options\n"));
    assert!(export.contains("Ask the team: who checks?\nred\n"));
}

#[test]
fn a_timeline_is_followed_and_predicted_step_by_step() {
    let learner = Learner::new();
    let steps = "\n".repeat(10);
    // A wrong answer and certain of it, a question passed over, and the rest.
    let input = format!("{steps}9\n1\n3\n{}\n\nrest\n", "\n".repeat(11));
    let text = learner.says(&["watch", "--plain", "paused-holder"], &input);
    assert!(
        text.contains("? A stands still. Its lease ends now. What then?\n"),
        "{text}"
    );
    assert!(text.contains("  1. A is told, and stops.\n"));
    assert!(
        text.contains("Your prediction is kept.\n10.25 s, Lock: A's lease runs out."),
        "{text}"
    );
    assert!(text.contains("Not so. You said: A is told, and stops.\n"));
    assert!(text.contains("  - A is told, and stops. Nothing reaches a process"));
    assert_eq!(
        text.matches("Passed over: nothing is kept.\n").count(),
        1,
        "{text}"
    );
    assert!(text.contains("Storage refuses A's write: 33 < 34."));
    assert!(text.ends_with("Marked as watched.\n"));
    let before = text.find("What happens to its write?").unwrap();
    assert!(before < text.find("Storage refuses A's write").unwrap());
    let kept = std::fs::read_to_string(learner.file()).unwrap();
    for line in [
        "moment = \"end-A-1\"",
        "answer = \"told\"",
        "right = false",
        "sure = \"certain\"",
    ] {
        assert!(kept.contains(line), "{line}: {kept}");
    }
}

#[test]
fn a_prediction_is_kept_before_the_run_goes_on() {
    let learner = Learner::new();
    let input = format!("{}2\n2\nq\n", "\n".repeat(10));
    learner.says(&["watch", "--plain"], &format!("\n{input}"));
    let kept = std::fs::read_to_string(learner.file()).unwrap();
    assert!(
        kept.contains("right = true") && kept.contains("sure = \"fairly\""),
        "{kept}"
    );
    assert!(learner.says(&["progress"], "").contains("Watched: 0 of "));
}

#[test]
fn the_path_is_told_and_nothing_is_made() {
    let learner = Learner::new();
    let path = learner.says(&["progress", "path"], "");
    assert_eq!(path.trim_end(), learner.file().to_str().unwrap());
    learner.says(&["progress", "show"], "");
    assert!(!learner.file().exists());
}

#[test]
fn a_flag_names_the_file_too() {
    let learner = Learner::new();
    let other = learner.home.path().join("other.toml");
    learner.says(
        &["practice", "--progress", other.to_str().unwrap()],
        "\n2\n\n3\n",
    );
    assert!(other.exists() && !learner.file().exists());
}

#[test]
fn what_cannot_be_saved_is_said_and_fails() {
    let learner = Learner::new();
    // Nobody takes a lock that is a directory; the file itself may be read.
    std::fs::create_dir(learner.home.path().join(".progress.toml.lock")).unwrap();
    let output = learner.types(&["practice"], "\n2\n\n3\n\nq\n");
    assert_eq!(output.status.code(), Some(1), "{output:?}");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("open the lock of"), "{said}");
}

#[test]
fn words_behind_note_are_the_note() {
    let learner = Learner::new();
    let text = learner.says(&["--plain"], "note Who checks, <who>?\nhelp\nleave\n");
    assert!(text.contains("The note is kept."), "{text}");
    assert!(text.contains("find WORDS: search in all"), "{text}");
    assert!(
        learner
            .says(&["notes"], "")
            .contains("Who checks, <who>?\n")
    );
}

/// The pack in `tests/deep`, which has parts that go deeper, a glossary, a guide and a cheat sheet.
const DEEP: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/deep");

#[test]
fn a_session_reaches_what_goes_deeper_terms_and_the_guide() {
    let learner = Learner::new();
    // Enter reads on; the second part goes deeper, and a term is explained between.
    let input = "\n\n2\n\ndefine Fencing Tokens\ndefine nothing\ndance\nq\nread etcd\n\ndefine lease\nguide\n2\n2\nb\n1\n\nleave\n";
    let text = learner.says(&["--plain", "--content", DEEP], input);
    for said in [
        "Press Enter to read on, or type read, deeper, find WORDS, define WORD",
        "Part 1 of 6: Overview",
        "Go deeper:\n  1. Redis, one node\n  2. Redis with a replica that takes over\n  3. etcd\n",
        "Under Lock options, 2 of 3: Redis with a replica that takes over",
        "  2. Redis with a replica that takes over, read\n",
        "fencing token: A number that is higher",
        "  More in etcd: read etcd",
        "The glossary does not have \"nothing\".",
        "\"dance\" means nothing here: Enter marks this part as read, define WORD",
        "Under Lock options, 3 of 3: etcd",
        "Sources\n- etcd: concurrency/mutex.go\n",
        "The lesson is open; 1 of 6 parts read, and 2 deeper.",
        "? What happens if two processes do this work at the same time?",
        "etcd, and a check at the resource",
        "Lock and work in one transaction\nLock: SELECT … FOR UPDATE, the work, COMMIT.",
    ] {
        assert!(text.contains(said), "{said:?} in {text}");
    }
    assert!(!text.contains("There is no command"));
}

#[test]
fn enter_says_what_there_is_to_do_once_every_part_is_read() {
    let learner = Learner::new();
    let input = format!("{}leave\n", "\n".repeat(7));
    let text = learner.says(&["--plain", "--content", DEEP], &input);
    assert!(text.contains("Part 6 of 6: Further reading"));
    assert!(text.ends_with("complete, help or leave.\n"), "{text}");
    assert!(text.contains("Every part is read. Press Enter to watch the run "));
    assert!(!text.contains("There is no command"));
}

#[test]
fn a_part_is_read_by_words_of_its_title_and_those_of_several_name_them_all() {
    let text = Learner::new().says(
        &["--plain"],
        "read pitfalls\nq\nread lock\nread nope\nleave\n",
    );
    for said in [
        "Part 4 of 6: Common pitfalls\n",
        "\"lock\" may stand for any of these:\n  Lock options (lock-options)\n",
        "There is no part \"nope\"; the parts are:\n",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

#[test]
fn the_guide_is_walked_to_its_end_and_back() {
    let learner = Learner::new();
    let args = ["read", "--guide", "--content", DEEP];
    let text = learner.says(&args, "7\n1\nb\nx\n2\n2\n\n");
    assert_eq!(text.matches("? What happens if two").count(), 2);
    assert!(
        text.contains(
            "You said: It is done twice, and that costs a little time\n\nOne Redis server"
        )
    );
    assert!(text.contains("The risk that remains: Between the grant and the first write"));
    assert!(text.contains("It plays: token34 watch paused-holder\n"));
    assert!(text.ends_with(
        "More in The gap: token34 read the-gap\nb takes the last answer back; Enter ends here.\n"
    ));
    assert!(!learner.file().exists());
}

#[test]
fn a_session_tells_what_is_due_and_what_is_open() {
    let learner = Learner::new();
    let input = "progress\ncomplete\nhelp\ncomplete\ncomplete\nleave\n";
    let text = learner.says(&["--plain"], input);
    for said in [
        "0 of 6 parts read. Nothing is due today; 10 new ones can be begun.\n",
        "\nMisconceptions: None of 27 was met so far.\n",
        "\nStill open: 6 parts to read and ",
        "\nMarked complete. Still open: 6 parts, ",
        "Type complete once more to take that back.\n",
        "The lesson is open again. Type complete to mark it complete as of now.\n",
    ] {
        assert!(text.contains(said), "{said}\n{text}");
    }
}

/// What is typed, in which command, and what is said to it.
const MISREAD: &[(&[&str], &str, &[&str])] = &[
    (
        &["watch", "--plain", "paused-holder"],
        "dance\n\n\n\n\n\n\n\n\n\n\n9\n1\n7\nq\n",
        &[
            "\"dance\" means nothing here: Enter goes on, rest",
            "\"9\" means nothing here: the answers are 1 to 4",
            "\"7\" means nothing here: write one number from 1 to 3, or q",
        ],
    ),
    (
        &["practice"],
        "a thought\nsure\n2\n9\n\ntwo\n2\nx\nu\n",
        &[
            "\"sure\" means nothing here: write one number from 1 to 3",
            "\"9\" means nothing here: the points are 1 to ",
            "\"two\" means nothing here: write 1, 2 or 3",
            "\"x\" means nothing here: Enter goes on, ",
        ],
    ),
    (
        &["read", "--guide"],
        "77\nq\n",
        &["\"77\" means nothing here: the answers are 1 to "],
    ),
    (
        &["--plain"],
        "read no-such\nread overview\nturn\nq\nleave\n",
        &[
            "There is no part \"no-such\"; the parts are:",
            "\"turn\" means nothing here: Enter marks this part as read",
        ],
    ),
];

#[test]
fn a_line_that_is_not_understood_is_told_why_and_what_can_be_typed() {
    for (args, input, wanted) in MISREAD {
        let text = Learner::new().says(args, input);
        for said in *wanted {
            assert!(text.contains(said), "{args:?}: {said:?} in {text}");
        }
    }
}

#[test]
fn notes_are_told_of_where_they_belong_and_found_with_their_place() {
    let learner = Learner::new();
    let begun = learner.says(&["--plain"], "read overview\n\nnote\nXanthippe\n\nq\n");
    assert!(!begun.contains("of yours belong"), "{begun}");
    let text = learner.says(&["--plain"], "read overview\n\nfind xanthippe\nq\n");
    assert!(text.contains("A note of yours belongs here."), "{text}");
    assert!(text.contains("note: Xanthippe"), "{text}");
    let found = learner.says(&["notes", "find", "xanthippe"], "");
    assert!(
        found.contains("on Distributed Locks and Fencing Tokens: Overview"),
        "{found}"
    );
    learner.says(&["--plain"], "watch 1\nrest\nnote\nAt a run\n\nq\n");
    let text = learner.says(&["--plain"], "watch 1\nrest\nq\n");
    assert!(text.contains("A note of yours belongs here."), "{text}");
}
