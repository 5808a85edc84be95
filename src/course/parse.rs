//! The files of a pack to a [`Pack`], with everything that is wrong in them.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use super::block::Scope;
use super::files::Files;
use super::order::Order;
use super::part::{Part, Read};
use super::problem::{Problem, Problems, Reader};
use super::raw::{RawBody, RawCourse, RawLesson, RawModule, RawSection, Text};
use super::{
    Block, Body, Course, GLOSSARY, GUIDE, Guide, Lesson, Module, Pack, Question, ScenarioSource,
    Section, Under, reference,
};

/// Lists every id that was ever published; see [`super::check`].
pub(super) const IDS: &str = "ids.toml";

const COURSE: &str = "course.toml";

impl Pack {
    /// The pack that is part of the binary. What has a file of its own is read when it is asked for; a test judges it.
    ///
    /// # Errors
    /// None in a released binary: a test loads it. The signature is that of [`Pack::load`].
    pub fn embedded() -> Result<Self, Problems> {
        let mut problems = Vec::new();
        let pack = pack(&Files::embedded(), &mut problems);
        pack.ok_or(Problems(problems))
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
        let pack = pack(files, &mut problems).map(|mut pack| {
            for lesson in &mut pack.lessons {
                lesson.judge(&mut problems);
            }
            pack
        });
        match pack {
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
    for id in raw.modules.get_ref().iter().flat_map(|m| &m.lessons) {
        reader.lesson_is_there(id, files);
    }
    let mut pack_scope = Scope::default();
    let mut lessons = Vec::new();
    let mut used = BTreeSet::from([COURSE.to_owned(), IDS.to_owned()]);
    let mut order = Order::of(&raw);
    for module in raw.modules.get_ref() {
        for id in &module.lessons {
            let mut loader = Loader {
                files,
                problems,
                used: &mut used,
                pack: &mut pack_scope,
                order: &mut order,
            };
            lessons.extend(loader.lesson(id.get_ref()));
        }
    }
    order.judge(problems);
    for file in files.0.keys().filter(|file| !used.contains(*file)) {
        problems.push(Problem {
            file: file.clone(),
            line: None,
            what: "Nothing refers to this file".to_owned(),
            remedy:
                "Name the lesson in course.toml, or its part in lesson.toml, or take the file out"
                    .to_owned(),
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

    /// Notes a lesson that `course.toml` names and no file holds.
    fn lesson_is_there(&mut self, id: &Text, files: &Files) {
        let name = id.get_ref();
        let file = format!("{name}/lesson.toml");
        if !files.0.contains_key(&file) {
            let what = format!("There is no file {file} for the lesson \"{name}\"");
            let remedy = "Write the name of a directory that holds a lesson.toml";
            self.report(id.span(), what, remedy);
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
    order: &'a mut Order,
}

impl Loader<'_> {
    /// The lesson `name`; `None` where it is none, or was read before, both of which are noted elsewhere.
    fn lesson(&mut self, name: &str) -> Option<Lesson> {
        let file = format!("{name}/lesson.toml");
        let text = self.files.0.get(&file)?;
        if !self.used.insert(file.clone()) {
            return None;
        }
        let Some(raw) = Reader::new(&file, text, self.problems).toml::<RawLesson>() else {
            // What it refers to is not known, so none of its files is to blame.
            let within = format!("{name}/");
            let files = self.files.0.keys().filter(|file| file.starts_with(&within));
            self.used.extend(files.cloned());
            return None;
        };
        let mut index = Index {
            reader: Reader::new(&file, text, self.problems),
            files: self.files,
            used: self.used,
            pack: self.pack,
            order: self.order,
            lesson: name,
            scope: reserved(),
        };
        Some(index.lesson(&raw))
    }
}

/// The ids that no section may have, since they stand for something else among them.
fn reserved() -> Scope {
    let ids = [(GUIDE, "the guide"), (GLOSSARY, "the glossary")];
    let owned = |(id, what): (&str, &str)| (id.to_owned(), what.to_owned());
    Scope {
        ids: ids.into_iter().map(owned).collect(),
        ..Scope::default()
    }
}

/// A `lesson.toml` while it is read: the names of what the lesson holds, each with its file.
struct Index<'a> {
    reader: Reader<'a>,
    files: &'a Files,
    used: &'a mut BTreeSet<String>,
    /// Ids that are unique in the pack.
    pack: &'a mut Scope,
    order: &'a mut Order,
    lesson: &'a str,
    /// Ids of its sections.
    scope: Scope,
}

impl Index<'_> {
    fn lesson(&mut self, raw: &RawLesson) -> Lesson {
        self.reader.not_empty(&raw.sections, "sections");
        let sections = raw.sections.get_ref().iter();
        let sections: Vec<_> = sections.map(|raw| self.section(raw)).collect();
        let known = sections.iter().map(|section| section.id.clone()).collect();
        let deeper = raw.deeper.iter();
        let deeper = deeper.map(|raw| self.deeper(raw, &known)).collect();
        let cheatsheet = raw.cheatsheet.as_ref().map(|raw| self.section(raw));
        let requires = self
            .order
            .requires(&raw.requires, self.lesson, &mut self.reader);
        Lesson {
            id: self.lesson.to_owned(),
            title: self.reader.line(&raw.title),
            subtitle: self.reader.line(&raw.subtitle),
            requires,
            sections,
            deeper,
            cheatsheet,
            questions: self.parts("questions", &raw.questions, Question::read),
            practice: self.parts("questions", &raw.practice, Question::read),
            misconceptions: self.single("misconceptions", reference::misconceptions),
            glossary: self.single("glossary", reference::glossary),
            guide: self.single("guide", Guide::read),
            scenarios: self.scenarios(&raw.scenarios),
        }
    }

    /// The text of a file that the lesson refers to by `id`; `None` when there is no such file, which is noted, or when the id
    /// was used before, which whoever takes the id in notes.
    fn open(&mut self, dir: &str, id: &Text) -> (String, Option<Cow<'static, str>>) {
        let name = format!("{}/{dir}/{}.toml", self.lesson, id.get_ref());
        let text = self.files.0.get(&name);
        if text.is_none() {
            let what = format!("There is no file {name}");
            let remedy = "Write the file, or take the id out";
            self.reader.report(id.span(), what, remedy);
        }
        let first = self.used.insert(name.clone());
        (name, text.filter(|_| first).cloned())
    }

    /// What a file holds that the lesson refers to by `id`.
    fn part<T: Default>(&mut self, dir: &str, id: &Text, name: &str, read: Read<T>) -> Part<T> {
        match self.open(dir, id) {
            (file, Some(text)) => Part::new(name, file, text, read),
            // That it is not there is all there is to say of it.
            (_, None) => Part::absent(name, read),
        }
    }

    fn section(&mut self, raw: &RawSection) -> Section {
        let id = self.reader.id(&raw.id, &mut self.scope);
        Section {
            body: self.part("sections", &raw.id, &id, Body::read),
            id,
            title: self.reader.line(&raw.title),
            under: None,
        }
    }

    /// A section that goes deeper into one of `known`.
    fn deeper(&mut self, raw: &RawSection, known: &BTreeSet<String>) -> Section {
        let mut section = self.section(raw);
        let Some(under) = &raw.under else {
            let remedy = "Write under = \"…\" with the id of a section";
            self.reader
                .report(raw.id.span(), "This belongs under a section", remedy);
            return section;
        };
        section.under = Some(Under {
            section: self.reader.known(under, "section", known),
            row: raw.row.as_ref().map(|row| row.get_ref().clone()),
        });
        section
    }

    fn parts<T: Default>(&mut self, dir: &str, ids: &[Text], read: Read<T>) -> Vec<Part<T>> {
        let mut parts = Vec::new();
        for id in ids {
            let name = self.reader.id(id, self.pack);
            parts.push(self.part(dir, id, &name, read));
        }
        parts
    }

    /// A file of which a lesson may have one.
    fn single<T: Default>(&mut self, id: &str, read: Read<T>) -> Part<T> {
        let name = format!("{}/{id}.toml", self.lesson);
        match self.files.0.get(&name).cloned() {
            Some(text) => {
                self.used.insert(name.clone());
                Part::new(id, name, text, read)
            }
            None => Part::absent(id, read),
        }
    }

    fn scenarios(&mut self, ids: &[Text]) -> Vec<ScenarioSource> {
        let mut sources = Vec::new();
        for id in ids {
            self.reader.id(id, self.pack);
            let (file, text) = self.open("scenarios", id);
            let toml = text.unwrap_or_default();
            sources.push(ScenarioSource { file, toml });
        }
        sources
    }
}

impl Lesson {
    /// Reads every file of it, and notes what is wrong with them.
    fn judge(&mut self, problems: &mut Vec<Problem>) {
        let mut scope = Scope {
            scenarios: self.scenarios.iter().map(|s| s.id().to_owned()).collect(),
            ..Scope::default()
        };
        self.misconceptions.judge(&mut scope, problems);
        scope.misconceptions = self
            .misconceptions
            .iter()
            .map(|one| one.id.clone())
            .collect();
        let all = self.sections.iter().chain(&self.deeper);
        scope.sections = all.map(|section| section.id.clone()).collect();
        let sections = self.sections.iter_mut().chain(&mut self.deeper);
        for section in sections.chain(&mut self.cheatsheet) {
            section.body.judge(&mut scope, problems);
        }
        self.judge_rows(problems);
        for question in self.questions.iter_mut().chain(&mut self.practice) {
            question.judge(&mut scope, problems);
        }
        self.glossary.judge(&mut scope, problems);
        self.guide.judge(&mut scope, problems);
    }

    /// Notes sections that go deeper into a row that is not there.
    fn judge_rows(&self, problems: &mut Vec<Problem>) {
        let sections = self.sections.iter();
        let sections: BTreeMap<_, _> = sections.map(|one| (one.id.as_str(), one)).collect();
        for section in &self.deeper {
            let Some(Under {
                section: under,
                row: Some(row),
            }) = &section.under
            else {
                continue;
            };
            let found = sections.get(under.as_str());
            let blocks = found.map_or(&[][..], |section| section.blocks());
            let mut rows = blocks.iter().flat_map(Block::rows);
            let gone = found.is_some_and(|section| section.body.file().is_empty());
            if !gone && !rows.any(|known| known.id == *row) {
                problems.push(Problem {
                    file: format!("{}/lesson.toml", self.id),
                    line: None,
                    what: format!(
                        "\"{}\" belongs to the row \"{row}\", and \"{under}\" has none of that id",
                        section.id
                    ),
                    remedy: "Write the id of a row, or take row out".to_owned(),
                });
            }
        }
    }
}

impl Body {
    fn read(reader: &mut Reader<'_>, _: &str, scope: &mut Scope) -> Option<Self> {
        let raw: RawBody = reader.toml()?;
        if raw.blocks.is_empty() {
            let remedy = "Add [[blocks]] below, or take the section out";
            reader.report_line(1, "This section is empty", remedy);
        }
        let blocks = raw.blocks.iter();
        let blocks = blocks
            .filter_map(|block| reader.block(block, scope))
            .collect();
        Some(Self {
            blocks,
            sources: reader.links(&raw.sources),
        })
    }
}
