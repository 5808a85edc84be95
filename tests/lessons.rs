//! A course of three lessons in two modules: which are open, which come first, and how one goes from one to another.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod files;
mod stage;

use std::{
    fs,
    io::Write as _,
    path::Path,
    process::{Command, Output, Stdio},
};

use files::copy;
use jiff::Timestamp;
use stage::{SIZES, Stage};

use token34::progress::{Record, Spot};

const THREE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/three");

/// Says `input` to the program in lines, over a copy of nothing but a progress file.
fn say(args: &[&str], input: &str, progress: &Path) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_token34"))
        .args(["--content", THREE, "--progress"])
        .arg(progress)
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    pipe.write_all(input.as_bytes()).unwrap();
    drop(pipe);
    child.wait_with_output().unwrap()
}

fn told(args: &[&str], input: &str, progress: &Path) -> String {
    let output = say(args, input, progress);
    assert!(output.status.success(), "{output:?}");
    String::from_utf8(output.stdout).unwrap()
}

fn done_with(lesson: &str) -> Record {
    let mut record = Record::default();
    record.toggle_complete(lesson, Timestamp::UNIX_EPOCH);
    let spot = Spot::Read {
        section: "timeouts".to_owned(),
        permille: 0,
    };
    record.set_place("clocks", spot, Timestamp::UNIX_EPOCH);
    record
}

#[test]
fn the_course_at_every_size() {
    for size in SIZES {
        let name = |state| format!("lessons-{state}-{}x{}", size.0, size.1);
        let begun = Stage::three(Record::default(), size);
        insta::assert_snapshot!(name("begun"), begun.screen());
        let mut stage = Stage::three(done_with("clocks"), size);
        insta::assert_snapshot!(name("home"), stage.screen());
        insta::assert_snapshot!(name("list"), stage.press("t down").screen());
    }
}

#[test]
fn a_lesson_that_builds_on_an_open_one_opens_and_says_so() {
    let mut stage = Stage::three(Record::default(), (80, 24));
    stage.press("G enter");
    let screen = stage.screen();
    assert!(screen.contains("Asking twice"), "{screen}");
    assert!(
        screen.contains("It builds on Clocks and Timeouts and Leases"),
        "{screen}"
    );
}

#[test]
fn each_lesson_keeps_its_own_marks_and_place() {
    let mut stage = Stage::three(Record::default(), (80, 24));
    stage.press("enter c t down enter 1");
    assert!(stage.screen().contains("Expiry"), "{}", stage.screen());
    stage.press("ctrl-c");
    assert!(stage.saved.is_complete("clocks") && !stage.saved.is_complete("leases"));
    let place = stage.saved.place.clone().unwrap();
    assert_eq!(place.lesson, "leases");
    let again = Stage::three(stage.saved.clone(), (80, 24));
    assert!(
        again.screen().contains("Whose") || again.screen().contains("Leases"),
        "{}",
        again.screen()
    );
}

#[test]
fn search_goes_to_another_lesson_and_back() {
    let mut stage = Stage::three(done_with("clocks"), (80, 24));
    stage.press("1 / 'idempotency' enter");
    assert!(stage.screen().contains("Retries"), "{}", stage.screen());
    stage.press("esc esc");
    assert!(
        stage.screen().contains("Clocks and Timeouts"),
        "{}",
        stage.screen()
    );
}

#[test]
fn the_lines_list_lessons_and_go_to_one() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("progress.toml");
    let said = told(
        &["--plain"],
        "complete\nlessons\n2\nfind idempotency\nleave\n",
        &file,
    );
    for wanted in [
        "Clocks and Timeouts",
        "1. Clocks and Timeouts: complete",
        "3. Retries: 0 of 1 parts read; first comes Leases",
        "A grant that ends by itself.",
        "part: Idempotency",
    ] {
        assert!(said.contains(wanted), "no {wanted:?} in {said}");
    }
}

#[test]
fn one_lesson_is_read_and_an_unknown_one_is_refused() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("progress.toml");
    let said = told(&["read", "--lesson", "leases"], "", &file);
    assert!(
        said.contains("Expiry") && !said.contains("Two clocks"),
        "{said}"
    );
    let refused = say(&["read", "--lesson", "lease"], "", &file);
    assert_eq!(refused.status.code(), Some(2));
    let why = String::from_utf8(refused.stderr).unwrap();
    assert!(why.contains("clocks, leases, retries"), "{why}");
    let shown = told(&["progress"], "", &file);
    for lesson in ["Clocks and Timeouts", "Leases", "Retries"] {
        assert!(shown.contains(lesson), "{shown}");
    }
}

#[test]
fn a_circle_of_lessons_is_told_with_file_and_line() {
    let dir = tempfile::tempdir().unwrap();
    copy(Path::new(THREE), dir.path());
    let lesson = dir.path().join("clocks/lesson.toml");
    let text = fs::read_to_string(&lesson).unwrap();
    fs::write(
        &lesson,
        text.replace("requires = []", "requires = [\"retries\"]"),
    )
    .unwrap();
    let output = Command::new(env!("CARGO_BIN_EXE_token34"))
        .arg("check")
        .arg(dir.path())
        .output()
        .unwrap();
    let why = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1));
    assert!(
        why.contains("clocks/lesson.toml:4: \"clocks\" would have to be done before itself"),
        "{why}"
    );
    assert_eq!(why.matches("before itself").count(), 1, "{why}");
}
