//! Files that are sound or wrong, and large: they are read in the time that their size takes, and little is said of them.
//! What takes more than that does not end within a test's patience.

use super::{Files, MISCONCEPTIONS, Pack, Problem, check, pack_with, problems};
use crate::course::Problems;

/// The sound pack with a guide of `count` questions, each of which leads to the next two; the last one leads to `last`.
fn guide(count: usize, last: &str) -> Vec<Problem> {
    let mut questions = String::new();
    for at in 0..count {
        let next = |by: usize| match at + by {
            next if next < count => format!("question = \"q{next}\""),
            _ => last.to_owned(),
        };
        questions += &format!(
            "[[questions]]\nid = \"q{at}\"\ntext = \"Which?\"\nanswers = [\n  {{ text = \"This\", {} }},\n  {{ text = \"That\", {} }},\n]\n",
            next(1),
            next(2),
        );
    }
    let advice = super::GUIDE.split_once("[[advice]]").expect("advice").1;
    let whole = format!("format = 1\nstart = \"q0\"\n{questions}[[advice]]{advice}");
    problems("lesson/guide.toml", super::GUIDE, &whole)
}

#[test]
fn a_guide_with_very_many_and_very_long_ways_is_judged() {
    assert_eq!(guide(20_000, "advice = \"this\""), []);
    let found = guide(20_000, "question = \"q19000\"");
    let told: Vec<&str> = found.iter().map(|one| one.what.as_str()).collect();
    assert_eq!(
        told,
        [
            "The answers lead round in a circle",
            "Nothing leads to this advice"
        ]
    );
}

#[test]
fn each_of_very_many_mistakes_in_prose_has_its_line() {
    for (prose, of_line) in [
        ("a  \n".repeat(100_000), 1),
        ("> ".repeat(100_000) + "a", 0),
    ] {
        let prose = format!("text = \"\"\"\n{prose}\"\"\"");
        let found = problems("lesson/sections/one.toml", "text = \"Prose.\"", &prose);
        assert!(found.len() > 99_000, "{}", found.len());
        for (at, one) in found.iter().enumerate() {
            assert_eq!(one.line, Some(6 + of_line * at));
        }
    }
}

#[test]
fn very_many_lessons_that_are_not_there_are_told_in_short() {
    let names: Vec<String> = (0..50_000).map(|at| format!("\"no-{at}\"")).collect();
    let lessons = format!("lessons = [\"lesson\", {}]", names.join(", "));
    let found = problems("course.toml", "lessons = [\"lesson\"]", &lessons);
    assert_eq!(found.len(), 50_000);
    let told = Problems(found).to_string();
    assert_eq!(told.lines().count(), 101);
    assert!(told.ends_with("\ncourse.toml: and 49900 more; mend these first."));
}

#[test]
fn very_many_ids_that_are_gone_are_told_in_short() {
    let gone: Vec<String> = (0..90_000)
        .map(|at| format!("\"lesson/question/q{at}\""))
        .collect();
    let kept = format!("kept = [{}, ", gone.join(", "));
    let told = Problems(problems("ids.toml", "kept = [", &kept)).to_string();
    assert!(told.len() < 50_000, "{} bytes", told.len());
}

#[test]
fn one_name_many_times_is_one_file() {
    for (file, from, list) in [
        ("course.toml", "lessons = [\"lesson\"]", "lessons"),
        ("lesson/lesson.toml", "practice = [\"which\"]", "practice"),
    ] {
        let name = from.split('"').nth(1).expect("a name");
        let names = vec![format!("\"{name}\""); 20_000].join(", ");
        let found = problems(file, from, &format!("{list} = [{names}]"));
        assert_eq!(found.len(), 19_999, "{list}: {:?}", &found[..2]);
        assert!(found.iter().all(|one| one.what.contains("is taken by")));
    }
}

#[test]
fn lessons_that_require_each_other_in_a_long_row_are_put_in_order() {
    let count = 1_000;
    let mut files = pack_with("course.toml", "", "");
    let lesson = "format = 1\ntitle = \"L\"\nsubtitle = \"S\"\nsections = []\n";
    for at in 0..count {
        let requires = format!("requires = [\"l{}\"]\n", at + 1);
        let requires = if at + 1 < count {
            requires
        } else {
            String::new()
        };
        files.0.insert(
            format!("l{at}/lesson.toml"),
            format!("{lesson}{requires}").into(),
        );
    }
    let names: Vec<String> = (0..count).map(|at| format!("\"l{at}\"")).collect();
    let lessons = format!("lessons = [\"lesson\", {}]", names.join(", "));
    files.replace("course.toml", "lessons = [\"lesson\"]", &lessons);
    let circles = |files: &Files| {
        let found = check(files).problems;
        let found = found.into_iter();
        found
            .filter(|one| one.what.contains("before itself"))
            .count()
    };
    assert_eq!(circles(&files), 0);
    let last = format!("l{}/lesson.toml", count - 1);
    files.replace(
        &last,
        "sections = []\n",
        "sections = []\nrequires = [\"l0\"]\n",
    );
    assert_eq!(circles(&files), 1);
}

#[test]
fn what_is_quoted_is_short_however_long_it_is_written() {
    let long = "x".repeat(1_000_000);
    for (file, from, to) in [
        (
            "course.toml",
            "lessons = [\"lesson\"]",
            format!("lessons = [\"lesson\", \"{long}\"]"),
        ),
        (
            "lesson/lesson.toml",
            "id = \"more\"",
            format!("id = \"{long}\""),
        ),
        (
            "lesson/questions/why.toml",
            "section = \"one\"",
            format!("section = \"{long}\""),
        ),
        (
            "lesson/questions/why.toml",
            "kind = \"recall\"",
            format!("kind = \"{long}\""),
        ),
        (
            "lesson/sections/one.toml",
            "format = 1\n",
            format!("format = 1\n{long} = 1\n"),
        ),
    ] {
        let found = problems(file, from, &to);
        assert!(!found.is_empty(), "{file}: {from}");
        for one in found {
            let told = one.to_string();
            assert!(told.len() < 2_000, "{file}: {from}: {} bytes", told.len());
        }
    }
}

#[test]
fn a_remedy_names_no_more_than_somebody_would_read() {
    let many: String = (0..10_000)
        .map(|at| format!("  {{ id = \"m{at}\", belief = \"It is.\", truth = \"It is not.\" }},\n"))
        .collect();
    let many = MISCONCEPTIONS.replace(
        "misconceptions = [\n",
        &format!("misconceptions = [\n{many}"),
    );
    let mut files = pack_with("lesson/misconceptions.toml", MISCONCEPTIONS, &many);
    let names = vec!["\"unknown\""; 10_000].join(", ");
    files.replace(
        "lesson/questions/why.toml",
        "misconceptions = [\"wrong\"]",
        &format!("misconceptions = [{names}]"),
    );
    let found = Pack::parse(&files).unwrap_err().0;
    assert_eq!(found.len(), 10_000);
    assert!(
        found[0].remedy.ends_with("or 9961 others"),
        "{}",
        found[0].remedy
    );
}

#[test]
fn more_than_the_number_keys_reach_is_refused_when_it_is_read() {
    let which = "lesson/questions/which.toml";
    let options: String = (0..3_000)
        .map(|at| format!("  {{ id = \"o{at}\", text = \"O {at}\", why = \"It is not.\" }},\n"))
        .collect();
    let pairs: String = (0..3_000)
        .map(|at| {
            format!("  {{ id = \"p{at}\", left = \"L{at}\", right = \"R{at}\", why = \"So.\" }},\n")
        })
        .collect();
    let pair = "pairs = [\n  { id = \"a\", left = \"A\", right = \"1\", why = \"So.\" },\n  { id = \"b\", left = \"B\", right = \"2\", why = \"So.\" },\n]\n";
    let others: Vec<String> = (0..8).map(|at| format!("\"other {at}\"")).collect();
    let points: Vec<String> = (0..10).map(|at| format!("\"Point {at}.\"")).collect();
    let head = "format = 1\nsection = \"more\"\nprompt = \"Which?\"\nanswer = \"This.\"\n";
    for (body, count) in [
        (
            format!("kind = \"several\"\noptions = [\n{options}]\n"),
            3_000,
        ),
        (format!("kind = \"order\"\nsteps = [\n{options}]\n"), 3_000),
        (format!("kind = \"match\"\npairs = [\n{pairs}]\n"), 3_000),
        (
            format!("kind = \"match\"\n{pair}others = [{}]\n", others.join(", ")),
            10,
        ),
        (
            format!("kind = \"recall\"\npoints = [{}]\n", points.join(", ")),
            10,
        ),
    ] {
        let files = pack_with(which, super::WHICH, &format!("{head}{body}"));
        let found = Pack::parse(&files).unwrap_err().0;
        let found: Vec<String> = found.iter().map(Problem::to_string).collect();
        assert_eq!(found.len(), 1, "{found:?}");
        let wanted = format!("There are {count} things to choose from. Keep at most 9");
        assert!(
            found[0].starts_with(which) && found[0].contains(&wanted),
            "{found:?}"
        );
    }
}
