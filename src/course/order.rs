//! Which lessons come before which: there is a first one, and no circle.

use std::collections::{BTreeMap, BTreeSet};

use super::problem::{Problem, Reader, one_of};
use super::raw::{RawCourse, Text};

/// What each lesson asks for, while the lessons are read.
#[derive(Debug, Default)]
pub(super) struct Order {
    /// The lessons of the course.
    known: BTreeSet<String>,
    /// By lesson, in the order of the course: what it requires, with file and line.
    lessons: Vec<(String, Vec<Requirement>)>,
}

/// A lesson that another one requires.
#[derive(Debug)]
struct Requirement {
    id: String,
    file: String,
    line: usize,
}

impl Order {
    /// The lessons that `course` names; what they require is not known yet.
    pub(super) fn of(course: &RawCourse) -> Self {
        let lessons = course.modules.get_ref().iter();
        let lessons = lessons.flat_map(|module| &module.lessons);
        Self {
            known: lessons.map(|id| id.get_ref().clone()).collect(),
            lessons: Vec::new(),
        }
    }

    /// Takes in what `lesson` requires, and gives it; notes ids that name no lesson.
    pub(super) fn requires(
        &mut self,
        ids: &[Text],
        lesson: &str,
        reader: &mut Reader<'_>,
    ) -> Vec<String> {
        let mut required = Vec::new();
        for id in ids {
            let name = id.get_ref();
            if !self.known.contains(name) {
                let known = one_of(self.known.iter().map(String::as_str));
                let what = format!("There is no lesson \"{name}\" in this course");
                let remedy = format!("Write {known}, or take it out");
                reader.report(id.span(), what, remedy);
            }
            required.push(Requirement {
                id: name.clone(),
                file: reader.file.to_owned(),
                line: reader.line_of(id.span().start),
            });
        }
        let ids = required.iter().map(|one| one.id.clone()).collect();
        self.lessons.push((lesson.to_owned(), required));
        ids
    }

    /// Notes each circle once, at the first of its lessons.
    pub(super) fn judge(&self, problems: &mut Vec<Problem>) {
        let (mut before, mut after) = (Links::new(), Links::new());
        for (lesson, required) in &self.lessons {
            for one in required {
                before.entry(lesson).or_default().push(&one.id);
                after.entry(&one.id).or_default().push(lesson);
            }
        }
        let mut told = BTreeSet::new();
        for (lesson, required) in &self.lessons {
            if told.contains(lesson.as_str()) {
                continue;
            }
            let first = reached(&before, lesson);
            if !first.contains(lesson.as_str()) {
                continue;
            }
            let last = reached(&after, lesson);
            let back = |one: &&Requirement| last.contains(one.id.as_str());
            if let Some(one) = required.iter().find(back) {
                problems.push(Problem {
                    file: one.file.clone(),
                    line: Some(one.line),
                    what: format!(
                        "\"{lesson}\" would have to be done before itself: it requires \"{}\", which leads back to it",
                        one.id
                    ),
                    remedy: "Take one of the lessons out of requires".to_owned(),
                });
            }
            told.extend(first.intersection(&last).copied());
        }
    }
}

/// Which lessons a lesson is linked to.
type Links<'a> = BTreeMap<&'a str, Vec<&'a str>>;

/// Everything that the links lead to from a lesson, however far.
fn reached<'a>(links: &Links<'a>, lesson: &str) -> BTreeSet<&'a str> {
    let mut reached = BTreeSet::new();
    let mut open = vec![lesson];
    while let Some(next) = open.pop() {
        for one in links.get(next).into_iter().flatten() {
            if reached.insert(*one) {
                open.push(one);
            }
        }
    }
    reached
}
