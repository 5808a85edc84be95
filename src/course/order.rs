//! Which lessons come before which: there is a first one, and no circle.

use std::collections::{BTreeMap, BTreeSet};

use super::problem::{Problem, Reader};
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
                let known = self.known.iter().map(String::as_str).collect::<Vec<_>>();
                let what = format!("There is no lesson \"{name}\" in this course");
                let remedy = format!("Write one of {}, or take it out", known.join(", "));
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
        let reach: BTreeMap<&str, BTreeSet<&str>> = self
            .lessons
            .iter()
            .map(|(lesson, _)| (lesson.as_str(), self.before(lesson)))
            .collect();
        let reaches = |from: &str, to: &str| reach.get(from).is_some_and(|all| all.contains(to));
        for (at, (lesson, required)) in self.lessons.iter().enumerate() {
            let told = self.lessons[..at]
                .iter()
                .any(|(earlier, _)| reaches(earlier, lesson) && reaches(lesson, earlier));
            let back = |one: &&Requirement| one.id == *lesson || reaches(&one.id, lesson);
            if let Some(one) = required.iter().find(back).filter(|_| !told) {
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
        }
    }

    /// Everything that comes before a lesson, however far.
    fn before(&self, lesson: &str) -> BTreeSet<&str> {
        let mut before = BTreeSet::new();
        let mut open = vec![lesson];
        while let Some(next) = open.pop() {
            let found = self.lessons.iter().find(|(id, _)| id == next);
            for one in found.map_or(&[][..], |(_, required)| required) {
                if before.insert(one.id.as_str()) {
                    open.push(&one.id);
                }
            }
        }
        before
    }
}
