//! The files of a pack to a [`Pack`], with everything that is wrong in them.

use std::collections::BTreeSet;
use std::path::Path;

use super::block::Scope;
use super::files::Files;
use super::problem::{Problem, Problems, Reader};
use super::raw::{RawCourse, RawLesson, RawModule, RawQuestion, RawQuestions, Text};
use super::{Course, Lesson, Module, Pack, Question, ScenarioSource, Section};

/// Lists every id that was ever published; see [`super::check`].
pub(super) const IDS: &str = "ids.toml";

const COURSE: &str = "course.toml";

impl Pack {
    /// The pack that is part of the binary.
    ///
    /// # Errors
    /// None in a released binary: a test loads it. The signature is that of [`Pack::load`].
    pub fn embedded() -> Result<Self, Problems> {
        Self::parse(&Files::embedded())
    }

    /// The pack in a directory.
    ///
    /// # Errors
    /// Everything that keeps it from being shown in full, each with file, line and remedy.
    pub fn load(dir: &Path) -> Result<Self, Problems> {
        Self::parse(&Files::read(dir).map_err(Problems)?)
    }

    /// The pack in `files`.
    ///
    /// # Errors
    /// As [`Pack::load`].
    pub fn parse(files: &Files) -> Result<Self, Problems> {
        let mut problems = Vec::new();
        match pack(files, &mut problems) {
            Some(pack) if problems.is_empty() => Ok(pack),
            _ => Err(Problems(problems)),
        }
    }
}

fn pack(files: &Files, problems: &mut Vec<Problem>) -> Option<Pack> {
    let Some(text) = files.0.get(COURSE) else {
        problems.push(Problem {
            file: COURSE.to_owned(),
            line: None,
            what: "There is no such file in the pack".to_owned(),
            remedy: "Write one, with format, id, title and [[modules]]".to_owned(),
        });
        return None;
    };
    let mut reader = Reader::new(COURSE, text, problems);
    let raw: RawCourse = reader.toml()?;
    let course = reader.course(&raw);
    let mut pack_scope = Scope::default();
    let mut lessons = Vec::new();
    let mut used = BTreeSet::from([COURSE.to_owned(), IDS.to_owned()]);
    for module in raw.modules.get_ref() {
        for id in &module.lessons {
            let mut loader = Loader {
                files,
                problems,
                used: &mut used,
                pack: &mut pack_scope,
            };
            lessons.extend(loader.lesson(id, text));
        }
    }
    for file in files.0.keys().filter(|file| !used.contains(*file)) {
        problems.push(Problem {
            file: file.clone(),
            line: None,
            what: "Nothing refers to this file".to_owned(),
            remedy: "Name the lesson in course.toml, the scenario in the lesson's scenarios, or take the file out".to_owned(),
        });
    }
    Some(Pack { course, lessons })
}

impl Reader<'_> {
    fn course(&mut self, raw: &RawCourse) -> Course {
        let mut scope = Scope::default();
        self.not_empty(&raw.modules, "modules");
        let modules = raw.modules.get_ref();
        Course {
            id: self.id(&raw.id, &mut Scope::default()),
            title: self.line(&raw.title),
            modules: modules.iter().map(|m| self.module(m, &mut scope)).collect(),
        }
    }

    fn module(&mut self, raw: &RawModule, scope: &mut Scope) -> Module {
        if raw.lessons.is_empty() {
            let remedy = "Name the directory of a lesson, or take the module out";
            self.report(raw.id.span(), "This module has no lessons", remedy);
        }
        Module {
            id: self.id(&raw.id, scope),
            title: self.line(&raw.title),
            lessons: raw.lessons.iter().map(|id| self.id(id, scope)).collect(),
        }
    }

    /// A question; `known` holds the scenarios of its lesson, `pack` the ids of all questions.
    fn question(
        &mut self,
        raw: &RawQuestion,
        lesson: &Lesson,
        known: &Scope,
        pack: &mut Scope,
    ) -> Question {
        let section = raw.section.get_ref().clone();
        if lesson.section(&section).is_none() {
            let ids: Vec<_> = lesson.sections.iter().map(|s| s.id.as_str()).collect();
            let what = format!("There is no section \"{section}\" in this lesson");
            let remedy = format!("Write one of {}", ids.join(", "));
            self.report(raw.section.span(), what, remedy);
        }
        Question {
            id: self.id(&raw.id, pack),
            section,
            prompt: self.rich(&raw.prompt),
            answer: self.rich(&raw.answer),
            scenario: self.scenario(raw.scenario.as_ref(), known),
        }
    }
}

/// What the lessons of one pack share while they are read.
struct Loader<'a> {
    files: &'a Files,
    problems: &'a mut Vec<Problem>,
    /// The files that something refers to.
    used: &'a mut BTreeSet<String>,
    /// Ids that are unique in the pack: questions and scenarios.
    pack: &'a mut Scope,
}

impl Loader<'_> {
    /// The lesson that `course.toml`, whose text is `course`, names `id`.
    fn lesson(&mut self, id: &Text, course: &str) -> Option<Lesson> {
        let name = id.get_ref();
        let file = format!("{name}/lesson.toml");
        let Some(text) = self.files.0.get(&file) else {
            let what = format!("There is no file {file} for the lesson \"{name}\"");
            let remedy = "Write the name of a directory that holds a lesson.toml";
            self.reader(COURSE, course).report(id.span(), what, remedy);
            return None;
        };
        self.used.insert(file.clone());
        let raw: RawLesson = self.reader(&file, text).toml()?;
        let scenarios = self.scenarios(name, &file, text, &raw);
        let mut lesson = self.reader(&file, text).sections(name, &raw, scenarios);
        lesson.questions = self.questions(&lesson);
        Some(lesson)
    }

    fn reader<'b>(&'b mut self, file: &'b str, text: &'b str) -> Reader<'b> {
        Reader::new(file, text, self.problems)
    }

    fn scenarios(
        &mut self,
        lesson: &str,
        file: &str,
        text: &str,
        raw: &RawLesson,
    ) -> Vec<ScenarioSource> {
        let mut sources = Vec::new();
        let mut reader = Reader::new(file, text, self.problems);
        for id in &raw.scenarios {
            let name = format!("{lesson}/scenarios/{}.toml", id.get_ref());
            reader.id(id, self.pack);
            match self.files.0.get(&name) {
                Some(toml) => sources.push(ScenarioSource {
                    file: name.clone(),
                    toml: toml.clone(),
                }),
                None => {
                    let what = format!("There is no file {name}");
                    reader.report(id.span(), what, "Write the file, or take the id out");
                }
            }
            self.used.insert(name);
        }
        sources
    }

    fn questions(&mut self, lesson: &Lesson) -> Vec<Question> {
        let file = format!("{}/questions.toml", lesson.id);
        let Some(text) = self.files.0.get(&file) else {
            return Vec::new();
        };
        self.used.insert(file.clone());
        let mut reader = Reader::new(&file, text, self.problems);
        let Some(raw) = reader.toml::<RawQuestions>() else {
            return Vec::new();
        };
        let known = Scope {
            scenarios: lesson.scenarios.iter().map(|s| s.id().to_owned()).collect(),
            ..Scope::default()
        };
        let questions = raw.questions.iter();
        questions
            .map(|question| reader.question(question, lesson, &known, self.pack))
            .collect()
    }
}

impl Reader<'_> {
    /// The lesson without its questions.
    fn sections(&mut self, id: &str, raw: &RawLesson, scenarios: Vec<ScenarioSource>) -> Lesson {
        let mut scope = Scope {
            scenarios: scenarios.iter().map(|s| s.id().to_owned()).collect(),
            ..Scope::default()
        };
        self.not_empty(&raw.sections, "sections");
        let mut sections = Vec::new();
        for section in raw.sections.get_ref() {
            if section.blocks.is_empty() {
                let remedy = "Add a [[sections.blocks]] below, or take the section out";
                self.report(section.id.span(), "This section is empty", remedy);
            }
            sections.push(Section {
                id: self.id(&section.id, &mut scope),
                title: self.line(&section.title),
                blocks: section
                    .blocks
                    .iter()
                    .filter_map(|block| self.block(block, &mut scope))
                    .collect(),
            });
        }
        Lesson {
            id: id.to_owned(),
            title: self.line(&raw.title),
            subtitle: self.line(&raw.subtitle),
            sections,
            questions: Vec::new(),
            scenarios,
        }
    }
}
