//! The pack that ships, and every kind of mistake in small ones.

use std::collections::BTreeMap;

use super::{Files, Pack, Problem, check};

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
fn each_mistake_names_file_line_and_remedy() {
    let lesson = "lesson/lesson.toml";
    let questions = "lesson/questions.toml";
    let table = [
        (
            lesson,
            "format = 1",
            "format = 2",
            1,
            "format 2",
            "format = 1",
        ),
        (
            lesson,
            "format = 1\n",
            "",
            1,
            "does not say its format",
            "format = 1",
        ),
        (
            lesson,
            "title = \"Lesson\"",
            "titel = \"Lesson\"",
            2,
            "`titel`",
            "expected",
        ),
        (
            lesson,
            "subtitle = \"Sub\"\n",
            "",
            1,
            "`subtitle`",
            "Add the key",
        ),
        (
            lesson,
            "subtitle = \"Sub\"",
            "subtitle = 3",
            3,
            "expected a string",
            "type",
        ),
        (lesson, "title = \"One\"", "title = \"One", 7, "", "TOML"),
        (
            lesson,
            "title = \"One\"",
            "title = \" \"",
            7,
            "empty",
            "Write it",
        ),
        (
            lesson,
            "id = \"one\"",
            "id = \"One part\"",
            6,
            "not an id",
            "lower-case",
        ),
        (
            lesson,
            "id = \"row\"",
            "id = \"one\"",
            18,
            "taken by lesson/lesson.toml:6",
            "own id",
        ),
        (
            lesson,
            "kind = \"prose\"",
            "kind = \"poem\"",
            10,
            "\"poem\"",
            "prose, table",
        ),
        (
            lesson,
            "text = \"Prose.\"",
            "code = \"x\"\ntext = \"\"",
            11,
            "`code` does not belong",
            "kind",
        ),
        (
            lesson,
            "text = \"Prose.\"",
            "",
            10,
            "needs the key `text`",
            "Add text",
        ),
        (
            lesson,
            "text = \"Prose.\"",
            "text = \"\"",
            11,
            "empty",
            "Write",
        ),
        (
            lesson,
            "text = \"Prose.\"",
            "text = \"# Prose\"",
            11,
            "heading",
            "title",
        ),
        (
            lesson,
            "[\"a\", \"b\"]",
            "[\"a\"]",
            19,
            "1 cells under 2",
            "each column",
        ),
        (
            lesson,
            "\"https://example.org\"",
            "\"ftp://example.org\"",
            23,
            "link",
            "https://",
        ),
        (
            lesson,
            "text = \"Prose.\"",
            "text = \"Prose.\"\nclaims = [{ id = \"c\", scenario = \"gone\", expect = { progress = \"holds\" } }]",
            12,
            "no scenario \"gone\"",
            "scenarios/",
        ),
        (
            lesson,
            "text = \"Prose.\"",
            "text = \"Prose.\"\nclaims = [{ id = \"c\", scenario = \"gone\", expect = { luck = \"fails\" } }]",
            12,
            "no property \"luck\"",
            "ordered-writes",
        ),
        (
            lesson,
            "text = \"Prose.\"",
            "text = \"Prose.\"\nclaims = [{ id = \"c\", scenario = \"gone\", expect = { progress = \"fails\" } }]",
            12,
            "no verdict \"fails\"",
            "violated",
        ),
        (
            lesson,
            "subtitle = \"Sub\"",
            "subtitle = \"Sub\"\nscenarios = [\"gone\"]",
            4,
            "lesson/scenarios/gone.toml",
            "take the id out",
        ),
        (
            questions,
            "section = \"one\"",
            "section = \"two\"",
            5,
            "no section \"two\"",
            "one",
        ),
        (
            questions,
            "section = \"one\"",
            "section = \"one\"\nscenario = \"gone\"",
            6,
            "no scenario",
            "lists",
        ),
        (
            questions,
            "answer = \"So.\"",
            "answer = \"So.\"\n[[questions]]\nid = \"why\"\nsection = \"one\"\nprompt = \"?\"\nanswer = \".\"",
            9,
            "\"why\" is taken by lesson/questions.toml:4",
            "own id",
        ),
        (
            "course.toml",
            "[\"lesson\"]",
            "[\"lesson\", \"lesson\"]",
            8,
            "\"lesson\" is taken",
            "own id",
        ),
        (
            questions,
            "answer = \"So.\"",
            "answer = \"<b>So.</b>\"",
            7,
            "HTML",
            "backticks",
        ),
        (
            "course.toml",
            "[\"lesson\"]",
            "[\"lesson\", \"other\"]",
            8,
            "other/lesson.toml",
            "directory",
        ),
        (
            "course.toml",
            "[\"lesson\"]",
            "[]",
            6,
            "no lessons",
            "take the module out",
        ),
        (
            "ids.toml",
            "\"lesson\", ",
            "\"lesson\", \"lesson/section/old\", ",
            2,
            "is gone",
            "retired",
        ),
        (
            "ids.toml",
            ", \"lesson/question/why\"",
            "",
            1,
            "\"lesson/question/why\" is not listed",
            "kept",
        ),
        (
            "ids.toml",
            "kept",
            "retired = [\"lesson\"]\nkept",
            2,
            "retired and in use",
            "new id",
        ),
        (
            "ids.toml",
            "[\"lesson\"",
            "[\"lesson\", \"lesson\"",
            2,
            "twice",
            "Take one",
        ),
    ];
    for (file, from, to, line, what, remedy) in table {
        let found = problems(file, from, to);
        let named = found.iter().any(|problem| {
            problem.file == file
                && problem.line == Some(line)
                && problem.what.contains(what)
                && problem.remedy.contains(remedy)
        });
        assert!(named, "{file}: {from:?} -> {to:?} gave {found:#?}");
    }
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
