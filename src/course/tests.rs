//! The pack that ships, and every kind of mistake in small ones.

use std::collections::BTreeMap;

use super::{Files, Pack, Problem, check};
use crate::fencing::scenario::Scenario;

mod mistakes;

const COURSE: &str = r#"format = 1
id = "course"
title = "Course"

[[modules]]
id = "module"
title = "Module"
lessons = ["lesson"]
"#;

const LESSON: &str = r#"format = 1
title = "Lesson"
subtitle = "Sub"

[[sections]]
id = "one"
title = "One"

[[sections.blocks]]
kind = "prose"
text = "Prose."

[[sections.blocks]]
kind = "table"
columns = ["A", "B"]

[[sections.blocks.rows]]
id = "row"
cells = ["a", "b"]

[[sections.blocks]]
kind = "reading"
links = [{ title = "Paper", url = "https://example.org" }]
"#;

const QUESTIONS: &str = r#"format = 1

[[questions]]
id = "why"
section = "one"
prompt = "Why?"
answer = "So."
"#;

const IDS: &str = r#"format = 1
kept = ["lesson", "lesson/section/one", "lesson/question/why"]
"#;

/// A sound pack, with one text in one file replaced.
fn pack_with(file: &str, from: &str, to: &str) -> Files {
    let mut files: BTreeMap<String, String> = [
        ("course.toml", COURSE),
        ("ids.toml", IDS),
        ("lesson/lesson.toml", LESSON),
        ("lesson/questions.toml", QUESTIONS),
    ]
    .map(|(file, text)| (file.to_owned(), text.to_owned()))
    .into();
    let text = files.get_mut(file).expect("a file of the sound pack");
    assert!(text.contains(from), "{from:?} is not in {file}");
    *text = text.replacen(from, to, 1);
    Files(files)
}

fn problems(file: &str, from: &str, to: &str) -> Vec<Problem> {
    check(&pack_with(file, from, to)).problems
}

#[test]
fn the_sound_pack_is_sound() {
    assert_eq!(problems("course.toml", "", ""), []);
}

#[test]
fn missing_and_stray_files_are_named() {
    let mut files = pack_with("course.toml", "", "");
    files
        .0
        .insert("lesson/extra.toml".to_owned(), String::new());
    let found = check(&files).problems;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].file, "lesson/extra.toml");
    assert_eq!(check(&Files::default()).problems[0].file, "course.toml");
}

#[test]
fn a_problem_reads_as_a_line_to_jump_to() {
    let found = problems("lesson/lesson.toml", "title = \"One\"", "title = \"\"");
    let line = found[0].to_string();
    assert_eq!(
        line,
        "lesson/lesson.toml:7: This text is empty. Write it, or take it out."
    );
}

#[test]
fn what_a_terminal_could_obey_is_cleaned() {
    let files = pack_with(
        "lesson/lesson.toml",
        "title = \"Lesson\"",
        "title = \"Les\\u001b[2Json\\u202e\"",
    );
    let pack = Pack::parse(&files).unwrap();
    assert_eq!(pack.lessons[0].title, "Lesson");
}

#[test]
fn the_embedded_pack_is_sound_and_is_the_directory() {
    let report = check(&Files::embedded());
    assert_eq!(report.problems, []);
    let dir = concat!(env!("CARGO_MANIFEST_DIR"), "/content");
    let files = Files::read(dir.as_ref()).unwrap();
    assert_eq!(files, Files::embedded());
}

#[test]
fn the_embedded_lesson_holds_what_it_should() {
    let pack = Pack::embedded().unwrap();
    let lesson = pack.lesson("distributed-locks").unwrap();
    assert_eq!(pack.module_of(&lesson.id).unwrap().title, "Coordination");
    let titles: Vec<_> = lesson.sections.iter().map(|s| s.title.as_str()).collect();
    let wanted = [
        "Overview",
        "Lock options",
        "Fencing in practice",
        "Common pitfalls",
        "Key points",
        "Further reading",
    ];
    assert_eq!(titles, wanted);
    assert_eq!(lesson.questions.len(), 2);
}

/// The paused holder as it ships, under the name `run` in the small pack, with one text in it or in the lesson replaced.
fn played(from: &str, to: &str) -> Vec<Problem> {
    let shipped = &Files::embedded().0["distributed-locks/scenarios/paused-holder.toml"];
    let claim = "text = \"Prose.\"\nclaims = [{ id = \"c\", scenario = \"run\", expect = { ordered-writes = \"holds\" } }]";
    let mut files = pack_with("lesson/lesson.toml", "text = \"Prose.\"", claim);
    for (file, old, new) in [
        (
            "lesson/lesson.toml",
            "subtitle = \"Sub\"",
            "subtitle = \"Sub\"\nscenarios = [\"run\"]",
        ),
        (
            "ids.toml",
            "[\"lesson\"",
            "[\"lesson/scenario/run\", \"lesson\"",
        ),
    ] {
        let text = files.0.get_mut(file).unwrap();
        *text = text.replacen(old, new, 1);
    }
    let scenario = shipped.replace("id = \"paused-holder\"", "id = \"run\"");
    files
        .0
        .insert("lesson/scenarios/run.toml".to_owned(), scenario);
    for text in files.0.values_mut() {
        *text = text.replacen(from, to, 1);
    }
    check(&files).problems
}

#[test]
fn scenarios_are_played_and_held_to_what_is_said_of_them() {
    assert_eq!(played("", ""), []);
    let table = [
        (
            "check = \"strict\"",
            "check = \"none\"",
            "lesson/scenarios/run.toml",
            "The run gives ordered-writes = \"violated\"",
        ),
        (
            "check = \"strict\"",
            "check = \"none\"",
            "lesson/lesson.toml",
            "The claim \"c\" expects holds, and run gives violated",
        ),
        (
            "id = \"run\"",
            "id = \"other\"",
            "lesson/scenarios/run.toml",
            "calls itself \"other\"",
        ),
        (
            "client = \"A\"",
            "client = \"C\"",
            "lesson/scenarios/run.toml",
            "there is no client `C`",
        ),
        (
            "lasts = \"12 s\"",
            "lasts = \"-1 s\"",
            "lesson/scenarios/run.toml",
            "not a time",
        ),
    ];
    for (from, to, file, what) in table {
        let found = played(from, to);
        let named = found
            .iter()
            .any(|p| p.file == file && p.what.contains(what));
        assert!(named, "{from:?} -> {to:?} gave {found:#?}");
    }
}

#[test]
fn what_a_terminal_could_obey_is_cleaned_out_of_scenarios_too() {
    let shipped = &Files::embedded().0["distributed-locks/scenarios/paused-holder.toml"];
    let hostile = shipped.replace("The paused holder", "The \\u001b[2Jpaused\\u202e holder");
    assert_ne!(*shipped, hostile);
    let scenario = Scenario::parse("paused-holder.toml", &hostile).unwrap();
    assert_eq!(scenario.title, "The paused holder");
}
