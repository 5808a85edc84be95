//! Practice in lines: questions of every kind, and those that the world invents.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Command, Stdio};

use super::Learner;

#[test]
fn practice_asks_shows_and_keeps() {
    let learner = Learner::new();
    let text = learner.says(
        &["practice"],
        "pauses and leases\n7\n2\n123\n\n\n\n2\n\n\nq\n",
    );
    assert!(text.contains("Question 1 of 10, in your own words\nWhy can two processes"));
    assert!(text.contains("Model answer:\nBecause a lease ends by itself"));
    assert!(text.contains("Kept: known."));
    assert!(text.contains("Kept: not known."));
    let shown = learner.says(&["progress", "show"], "");
    assert!(shown.contains("Answered: 2 of "));
    assert!(shown.contains("- What does a fencing token do?: not known, 2"));
    let json = learner.says(&["progress", "export"], "");
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    let answers = record["answers"].as_object().unwrap();
    assert!(answers.values().any(|a| a["text"] == "pauses and leases"));
}

#[test]
fn leaving_in_the_middle_keeps_what_was_graded() {
    let learner = Learner::new();
    learner.says(&["practice"], "first\n2\n1\n\n\nsecond, not graded\n");
    let shown = learner.says(&["progress"], "");
    assert!(shown.contains("Answered: 1 of "));
    assert!(shown.contains("partly known"));
}

/// Written, and then the input ends before it is marked.
#[test]
fn words_that_are_no_answer_yet_are_kept_and_are_there_again() {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    let practice = ["practice", "--content", pack];
    // After the words; after how sure; after the points.
    for left in ["", "q\n", "2\n", "2\n1\n"] {
        let learner = Learner::new();
        let text = learner.says(&practice, &format!("a thought of my own\n{left}"));
        assert!(text.contains("What you wrote is kept."), "{text}");
        let text = learner.says(&practice, "\n2\n\n\n\nq\n");
        assert!(
            text.contains("Written before: a thought of my own"),
            "{text}"
        );
        let json = learner.says(&["progress", "export"], "");
        let record: serde_json::Value = serde_json::from_str(&json).unwrap();
        let answers: Vec<_> = record["answers"].as_object().unwrap().values().collect();
        assert_eq!(answers.len(), 1);
        assert_eq!(answers[0]["text"], "a thought of my own");
        // Then it is an answer, and no more begun.
        let text = learner.says(&practice, "q\n");
        assert!(!text.contains("Written before"), "{text}");
    }
}

/// As Ctrl-C does, and worse.
#[test]
fn words_are_on_disk_before_the_next_question_is_asked() {
    let learner = Learner::new();
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    let mut child = Command::new(env!("CARGO_BIN_EXE_token34"))
        .args(["practice", "--content", pack])
        .env("TOKEN34_PROGRESS", learner.file())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    stdin.write_all(b"a thought of my own\n").unwrap();
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.any(|line| line.unwrap().starts_with("How sure")));
    child.kill().unwrap();
    child.wait().unwrap();
    let text = learner.says(&["practice", "--content", pack], "q\n");
    assert!(
        text.contains("Written before: a thought of my own"),
        "{text}"
    );
}

/// Every kind of question in one pipe; nonsense in between is asked for again.
#[test]
fn every_kind_is_asked_explained_and_kept() {
    let learner = Learner::new();
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    let input = [
        "a thought of my own\n2\n9\n13\n\n\n", // recall: a point that is not there, two that are
        "seven\n3\n3\n\n",                     // choice
        "4\n1\nu\n12\n2\n\n",                  // several, taken back and answered again
        "11\n24531\n1\n\n",                    // order: one step twice, then all of them
        "2\n3\n5\n1\n1\n3\np1\n\n",            // match, and its run
        "fence\nfence < $2\n2\n\n",            // condition, of which the first is none
        "3\n\n3\n\n",                          // predict, and how sure twice
        "2\n1\n\nq\n",                         // flaw
    ];
    let text = learner.says(&["practice", "--content", pack], &input.concat());
    insta::assert_snapshot!(text);
    let json = learner.says(&["progress", "export"], "");
    let record: serde_json::Value = serde_json::from_str(&json).unwrap();
    let answers = record["answers"].as_object().unwrap().values();
    let mut kept: Vec<String> = answers
        .map(|answer| {
            let fields = ["question", "grade", "sure", "picked", "text", "withdrawn"];
            let fields = fields.map(|field| answer[field].to_string());
            fields.join(" ")
        })
        .collect();
    kept.sort();
    insta::assert_snapshot!(kept.join("\n"));
}

#[test]
fn invented_questions_come_of_a_seed_and_are_kept_with_it() {
    let learner = Learner::new();
    let fresh = ["--seed", "7", "practice", "--fresh", "2"];
    let said = learner.says(&fresh, "1\n2\np1\n\n1\n3\n\n");
    assert!(
        said.starts_with("Question 1 of 2, one is right\n"),
        "{said}"
    );
    assert!(said.contains("Outcome: "), "its run is told: {said}");
    assert_eq!(said.matches("Kept: ").count(), 2, "{said}");
    let kept = std::fs::read_to_string(learner.file()).unwrap();
    assert_eq!(kept.matches("question = \"fresh-").count(), 2, "{kept}");
    assert_eq!(kept.matches("seed = ").count(), 2, "{kept}");

    // Whoever begins anew meets the same questions; whoever has answered them meets others.
    let again = Learner::new().says(&fresh, "1\n2\np1\n\n1\n3\n\n");
    assert_eq!(said, again);
    let others = learner.says(&fresh, "");
    let asked = |said: &str| said.lines().take(4).map(str::to_owned).collect::<Vec<_>>();
    assert_ne!(asked(&said), asked(&others));
    let nobody = Learner::new().says(&["practice", "--fresh"], "q\n");
    assert!(nobody.starts_with("Question 1 of 10"), "{nobody}");
}

/// What was written for it is begun while it is asked, an answer once it is given, and begun again once that is taken back.
#[test]
fn a_condition_that_the_world_asks_for_is_begun_answered_and_taken_back() {
    let learner = Learner::new();
    let fresh = ["--seed", "23", "practice", "--fresh", "1"];
    let drafts = |learner: &Learner| {
        let kept = std::fs::read(learner.file()).unwrap();
        let record = token34::progress::format::parse(&kept).unwrap();
        let drafts = record.drafts.into_iter();
        drafts
            .map(|(question, draft)| (question, draft.text))
            .collect::<Vec<_>>()
    };
    let text = learner.says(&fresh, "fence <= $2\n");
    assert!(text.contains("write a condition"), "{text}");
    let [(question, text)] = &drafts(&learner)[..] else {
        panic!("{:?}", drafts(&learner));
    };
    assert!(
        question.starts_with("fresh-") && text == "fence <= $2",
        "{question}: {text}"
    );
    // The same question, answered, taken back, and left.
    learner.says(&fresh, "fence <= $2\n2\nu\nq\n");
    assert_eq!(
        drafts(&learner),
        [(question.clone(), "fence <= $2".to_owned())]
    );
    // An answer that stands leaves nothing begun.
    let other = Learner::new();
    other.says(&fresh, "fence <= $2\n2\n\n");
    assert_eq!(drafts(&other), [(question.clone(), String::new())]);
}

#[test]
fn the_run_of_an_invented_question_is_told_by_its_name() {
    let learner = Learner::new();
    let told = learner.says(&["watch", "fresh-2-7"], "");
    assert!(told.contains("The world invented this run"), "{told}");
    assert_eq!(told, learner.says(&["watch", "fresh-2-7"], ""));
    let wrong = learner.types(&["watch", "fresh-2-x"], "");
    assert_eq!(wrong.status.code(), Some(2), "{wrong:?}");
}

#[test]
fn a_session_asks_invented_questions_too() {
    let learner = Learner::new();
    let input = "fresh\n1\n2\n\nq\nfresh\n";
    let said = learner.says(&["--plain", "--seed", "7"], input);
    let asked = said.split("Question ").skip(1);
    let asked: Vec<_> = asked
        .map(|text| text.split_once("is right\n").unwrap().1)
        .collect();
    assert_eq!(asked.len(), 3, "{said}");
    assert!(
        asked[1] != asked[2] && asked[0] != asked[2],
        "none comes twice: {said}"
    );
}

#[test]
fn each_kind_of_question_says_what_an_answer_to_it_looks_like() {
    let kinds = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    let input = format!("\n2\n\n\n\n{}", "what?\n\n".repeat(12));
    let text = Learner::new().says(&["practice", "--content", kinds], &input);
    for can in [
        "write one number from 1 to ",
        "write numbers from 1 to ",
        "write each number from 1 to ",
    ] {
        let said = format!("\"what?\" means nothing here: {can}");
        assert!(text.contains(&said), "{said} in {text}");
    }
}

#[test]
fn a_misconception_that_a_question_treats_is_quoted_after_the_answer() {
    let learner = Learner::new();
    let text = learner.says(&["practice"], "pauses and leases\n2\n");
    let answer = text.find("Model answer:").unwrap();
    let quoted = text.find("Often believed: \"").unwrap();
    assert!(answer < quoted, "{text}");
    let points = text.find("Which of these points did yours have?").unwrap();
    assert!(quoted < points, "{text}");
}
