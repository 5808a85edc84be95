//! The pack that ships, and every kind of mistake in small ones.

use std::collections::BTreeMap;

use super::{Files, Pack, Problem, Stop, check};
use crate::fencing::scenario::Scenario;

mod floods;
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
sections = [
  { id = "one", title = "One" },
]
deeper = [
  { id = "more", title = "More", under = "one", row = "row" },
]
cheatsheet = { id = "sheet", title = "Sheet" }
questions = ["why"]
practice = ["which"]
scenarios = ["run"]
"#;

const ONE: &str = r#"format = 1

[[blocks]]
kind = "prose"
text = "Prose."

[[blocks]]
kind = "table"
columns = ["A", "B"]

[[blocks.rows]]
id = "row"
cells = ["a", "b"]

[[blocks]]
kind = "reading"
links = [{ title = "Paper", url = "https://example.org" }]
"#;

const MORE: &str = r#"format = 1
blocks = [{ kind = "prose", text = "More." }]
sources = [{ title = "Paper", url = "https://example.org" }]
"#;

const WHY: &str = r#"format = 1
section = "one"
kind = "recall"
prompt = "Why?"
answer = "So."
misconceptions = ["wrong"]
"#;

const WHICH: &str = r#"format = 1
section = "more"
kind = "choice"
prompt = "Which?"
answer = "This."
options = [
  { id = "this", text = "This", right = true, why = "It is.", scenario = "run" },
  { id = "that", text = "That", why = "It is not.", misconception = "wrong" },
]
"#;

const MISCONCEPTIONS: &str = r#"format = 1
misconceptions = [
  { id = "wrong", belief = "It is wrong.", truth = "It is right.", scenario = "run" },
]
"#;

const GLOSSARY: &str = r#"format = 1
terms = [
  { id = "lock", term = "lock", forms = ["locks"], text = "What is held.", section = "more" },
]
"#;

const GUIDE: &str = r#"format = 1
start = "first"
[[questions]]
id = "first"
text = "Which?"
answers = [
  { text = "The other", question = "second" },
  { text = "This", advice = "this" },
]
[[questions]]
id = "second"
text = "Sure?"
answers = [{ text = "Yes", advice = "this" }]
[[advice]]
id = "this"
title = "This"
lock = "A lock."
check = "A check."
reasons = ["A reason."]
risk = "None."
"#;

const IDS: &str = r#"format = 1
kept = ["lesson", "lesson/section/one", "lesson/section/more", "lesson/section/sheet", "lesson/question/why", "lesson/question/which", "lesson/misconception/wrong", "lesson/scenario/run"]
"#;

/// The paused holder as it ships, under another name.
fn run() -> String {
    let shipped = &Files::embedded().0["distributed-locks/scenarios/paused-holder.toml"];
    shipped.replace("id = \"paused-holder\"", "id = \"run\"")
}

/// A sound pack, with one text in one file replaced.
fn pack_with(file: &str, from: &str, to: &str) -> Files {
    let run = run();
    let mut files = BTreeMap::new();
    for (file, text) in [
        ("course.toml", COURSE),
        ("ids.toml", IDS),
        ("lesson/lesson.toml", LESSON),
        ("lesson/sections/one.toml", ONE),
        ("lesson/sections/more.toml", MORE),
        ("lesson/sections/sheet.toml", MORE),
        ("lesson/questions/why.toml", WHY),
        ("lesson/questions/which.toml", WHICH),
        ("lesson/misconceptions.toml", MISCONCEPTIONS),
        ("lesson/glossary.toml", GLOSSARY),
        ("lesson/guide.toml", GUIDE),
        ("lesson/scenarios/run.toml", run.as_str()),
    ] {
        files.insert(file.to_owned(), text.to_owned().into());
    }
    let mut files = Files(files);
    files.replace(file, from, to);
    files
}

impl Files {
    fn replace(&mut self, file: &str, from: &str, to: &str) {
        let text = self.0.get_mut(file).expect("a file of the sound pack");
        assert!(text.contains(from), "{from:?} is not in {file}");
        *text = text.replacen(from, to, 1).into();
    }
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
    files.0.insert("lesson/extra.toml".to_owned(), "".into());
    let found = check(&files).problems;
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].file, "lesson/extra.toml");
    assert_eq!(check(&Files::default()).problems[0].file, "course.toml");
}

#[test]
fn a_file_that_is_gone_is_told_once_and_as_that() {
    let whole = pack_with("course.toml", "", "");
    let parts = ["/sections/", "/questions/", "/scenarios/"];
    let parts = whole
        .0
        .keys()
        .filter(|file| parts.iter().any(|part| file.contains(part)));
    for file in parts {
        let mut files = whole.clone();
        files.0.remove(file);
        let told = check(&files).problems;
        let told: Vec<&str> = told.iter().map(|problem| problem.what.as_str()).collect();
        assert_eq!(told, [format!("There is no file {file}")]);
    }
}

#[test]
fn a_problem_reads_as_a_line_to_jump_to() {
    let found = problems("lesson/lesson.toml", "title = \"One\"", "title = \"\"");
    let line = found[0].to_string();
    assert_eq!(
        line,
        "lesson/lesson.toml:5: This text is empty. Write it, or take it out."
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

/// What is wrong with the small pack, in which the prose asserts something, with one text in its scenario replaced.
#[test]
fn every_way_through_the_guide_ends_at_advice() {
    let pack = Pack::embedded().unwrap();
    let guide = &pack.lessons[0].guide;
    let mut reached = std::collections::BTreeSet::new();
    let mut ways: Vec<Vec<usize>> = vec![Vec::new()];
    while let Some(way) = ways.pop() {
        let (taken, stop) = guide.walk(&way);
        assert_eq!(taken.len(), way.len());
        match stop {
            Some(Stop::Question(fork)) => {
                assert!(
                    !taken.iter().any(|(asked, _)| asked.id == fork.id),
                    "{way:?}"
                );
                ways.extend((0..fork.answers.len()).map(|next| [&way[..], &[next]].concat()));
            }
            Some(Stop::Advice(advice)) => {
                // What is answered after the end is not taken.
                assert_eq!(guide.walk(&[&way[..], &[0]].concat()).0.len(), way.len());
                reached.insert(advice.id.as_str());
            }
            None => panic!("{way:?} leads nowhere"),
        }
    }
    let all = guide.advice.iter().map(|advice| advice.id.as_str());
    assert_eq!(reached, all.collect());
}

fn played(from: &str, to: &str) -> Vec<Problem> {
    let claim = "text = \"Prose.\"\nclaims = [{ id = \"c\", scenario = \"run\", expect = { ordered-writes = \"holds\" } }]";
    let mut files = pack_with("lesson/sections/one.toml", "text = \"Prose.\"", claim);
    files.replace("lesson/scenarios/run.toml", from, to);
    check(&files).problems
}

/// What is read when it is asked for is what is read at once.
#[test]
fn reading_late_and_reading_at_once_give_the_same() {
    assert_eq!(
        Pack::embedded().unwrap(),
        Pack::parse(&Files::embedded()).unwrap()
    );
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
            "lesson/sections/one.toml",
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
