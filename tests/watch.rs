//! `token34 watch`, as the binary that a learner or a script runs.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::process::{Command, Output};

use serde_json::{Value, json};

fn watch(args: &[&str]) -> Output {
    let mut command = Command::new(env!("CARGO_BIN_EXE_token34"));
    command.arg("watch").args(args).env("LC_ALL", "C.UTF-8");
    command.output().unwrap()
}

fn text(args: &[&str]) -> String {
    let output = watch(args);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn run(scenario: &str) -> Value {
    serde_json::from_str(&text(&[scenario, "--json"])).unwrap()
}

#[test]
fn the_fence_refuses_the_holder_that_wakes_too_late() {
    let run = run("paused-holder");
    assert_eq!(run["scenario"], "paused-holder");
    let end = json!({
        "fence": 34, "data": "B",
        "accepted": [{"actor": "B", "token": 34}],
        "refused": [{"actor": "A", "token": 33}],
    });
    assert_eq!(run["end"], end);
    assert_eq!(run["properties"]["ordered-writes"], "holds");
    assert_eq!(run["properties"]["no-lost-update"], "holds");
    let moments = run["moments"].as_array().unwrap();
    let refused = moments
        .iter()
        .find(|moment| moment["actor"] == "storage" && moment["token"] == 33)
        .unwrap();
    assert!(refused["caption"].as_str().unwrap().contains("33 < 34"));
    let times = moments
        .iter()
        .map(|moment| moment["at_ms"].as_u64().unwrap());
    assert!(times.is_sorted());
}

#[test]
fn without_the_check_the_late_write_goes_over_the_other() {
    let run = run("paused-holder-unchecked");
    assert_eq!(run["end"]["data"], "A");
    assert_eq!(run["end"]["refused"], json!([]));
    assert_eq!(run["properties"]["ordered-writes"], "violated");
    assert_eq!(run["properties"]["no-lost-update"], "violated");
}

#[test]
fn lines_are_numbered_and_end_with_the_verdicts() {
    let text = text(&["paused-holder"]);
    assert!(text.starts_with("The paused holder\n"));
    assert!(text.contains("\n 1. 0.00 s, "));
    assert!(text.contains("Storage refuses A's write: 33 < 34."));
    assert!(text.contains("A believes that it holds with 33 and is wrong"));
    assert!(text.contains("\nordered-writes: holds\n"));
    assert!(!text.contains('\u{1b}'));
}

/// The lines of the list that name a run: its number and its id.
fn listed(list: &str) -> Vec<(usize, String)> {
    let runs = list.lines().filter(|line| line.starts_with(' '));
    let run = |line: &str| {
        let (number, rest) = line.trim_start().split_once(". ").unwrap();
        let id = rest.split_whitespace().next().unwrap();
        (number.parse().unwrap(), id.to_owned())
    };
    runs.map(run).collect()
}

#[test]
fn the_list_has_each_heading_once_and_numbers_what_can_be_watched() {
    let list = text(&["--list"]);
    let headings: Vec<&str> = list
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with(' '))
        .collect();
    let once: std::collections::BTreeSet<_> = headings.iter().collect();
    assert!(headings.contains(&"From the field") && headings.contains(&"Redlock"));
    assert_eq!(once.len(), headings.len(), "{headings:?}");
    let runs = listed(&list);
    assert!(runs.iter().map(|(number, _)| *number).eq(1..=runs.len()));
    for (_, id) in &runs {
        assert_eq!(&run(id)["scenario"], id);
    }
    assert_eq!(text(&[]), list, "unless one is named, there is the list");
}

#[test]
fn a_run_is_found_by_its_number_and_by_part_of_its_title() {
    let runs = listed(&text(&["--list"]));
    for (number, id) in runs.iter().step_by(9) {
        assert_eq!(&run(&number.to_string())["scenario"], id);
    }
    assert_eq!(run("Longer")["scenario"], "longer-ttl");
    assert_eq!(run("shorter THAN")["scenario"], "short-pause");
}

#[test]
fn words_of_several_runs_name_them_and_a_number_too_high_says_the_last() {
    let output = watch(&["the paused holder"]);
    assert_eq!(output.status.code(), Some(0), "a whole title is one run");
    let output = watch(&["redlock"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(
        said.contains("\"redlock\" may stand for") && said.contains("(redlock-clock-jump)"),
        "{said}"
    );
    let output = watch(&["999"]);
    let said = String::from_utf8(output.stderr).unwrap();
    let last = listed(&text(&["--list"])).len();
    assert!(said.contains(&format!("from 1 to {last}")), "{said}");
}

#[test]
fn a_share_code_reproduces_its_run() {
    let knobs = token34::fencing::knobs::Knobs::default();
    let run = run(&knobs.code().to_lowercase());
    assert_eq!(run["scenario"], knobs.code());
    assert_eq!(run["end"]["refused"], json!([{"actor": "A", "token": 33}]));
    let typo = knobs.code().replace('0', "7");
    let output = watch(&[&typo]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("typing error"), "{said}");
}

#[test]
fn an_unknown_scenario_is_wrong_use() {
    let output = watch(&["no-such"]);
    assert_eq!(output.status.code(), Some(2));
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.contains("\"no-such\"") && said.contains("watch --list"));
}
