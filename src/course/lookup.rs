//! Find things by their id, and read prose without its styles.

use super::{
    Block, Claim, GLOSSARY, GLOSSARY_TITLE, GUIDE, GUIDE_TITLE, Inline, InlineStyle, Lesson, Link,
    Misconception, Module, Pack, Part, Point, PointKind, Question, Rich, Row, ScenarioSource,
    Section,
};
use crate::text::{clean_line, width};

/// The most columns of a short line.
const SHORT: usize = 72;

impl Pack {
    /// The lesson `id`.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// The same course with this lesson alone.
    pub fn only(&self, id: &str) -> Option<Self> {
        let lesson = self.lesson(id)?;
        Some(Self {
            course: self.course.clone(),
            lessons: vec![lesson.clone()],
        })
    }

    /// The lessons that `lesson` asks for first.
    pub fn required_by<'a>(&'a self, lesson: &'a Lesson) -> impl Iterator<Item = &'a Lesson> {
        lesson.requires.iter().filter_map(|id| self.lesson(id))
    }

    /// The module that holds the lesson `id`.
    pub fn module_of(&self, id: &str) -> Option<&Module> {
        let mut modules = self.course.modules.iter();
        modules.find(|module| module.lessons.iter().any(|lesson| lesson == id))
    }

    /// A cell of the row `id` of a lesson's table, the first column being 0.
    pub fn table_cell(&self, id: &str, column: usize) -> Option<&str> {
        let sections = self.lessons.iter().flat_map(|lesson| &lesson.sections);
        let mut rows = sections.flat_map(Section::blocks).flat_map(Block::rows);
        let row = rows.find(|row| row.id == id)?;
        row.cells.get(column).map(String::as_str)
    }
}

impl Lesson {
    /// The section `id`: of the lesson, deeper, or the cheat sheet.
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.all_sections().find(|section| section.id == id)
    }

    /// Every section: the lesson's, the deeper ones, and the cheat sheet.
    pub fn all_sections(&self) -> impl Iterator<Item = &Section> {
        let deeper = self.deeper.iter().chain(&self.cheatsheet);
        self.sections.iter().chain(deeper)
    }

    /// Every section as an outline lists them: each of the lesson's with those that go deeper under it, then the cheat
    /// sheet.
    pub fn outline(&self) -> Vec<&Section> {
        let mut all = Vec::new();
        for section in &self.sections {
            all.push(section);
            all.extend(self.deeper_into(&section.id));
        }
        all.extend(&self.cheatsheet);
        all
    }

    /// The sections among which one turns the page from the section `id`: the lesson's, those that go deeper into the same
    /// one, or the cheat sheet alone.
    pub fn beside(&self, id: &str) -> Vec<&Section> {
        match self.section(id).map(|section| &section.under) {
            Some(Some(under)) => self.deeper_into(&under.section).collect(),
            _ if self.cheatsheet.as_ref().is_some_and(|sheet| sheet.id == id) => {
                self.cheatsheet.iter().collect()
            }
            _ => self.sections.iter().collect(),
        }
    }

    /// The first section that goes deeper into the row `row` of a table.
    pub fn deeper_into_row(&self, row: &str) -> Option<&Section> {
        let mut deeper = self.deeper.iter();
        deeper.find(|section| {
            let under = section.under.as_ref();
            under.is_some_and(|under| under.row.as_deref() == Some(row))
        })
    }

    /// Whether there is a guide to a decision.
    pub fn has_guide(&self) -> bool {
        !self.guide.questions.is_empty()
    }

    /// What a place among the sections is called: a section, the glossary, or the guide.
    pub fn title_of(&self, place: &str) -> Option<&str> {
        match place.split('/').next() {
            Some(GUIDE) => Some(GUIDE_TITLE),
            Some(GLOSSARY) => Some(GLOSSARY_TITLE),
            _ => self.section(place).map(|section| section.title.as_str()),
        }
    }

    /// The sections that go deeper into the section `id`.
    pub fn deeper_into(&self, id: &str) -> impl Iterator<Item = &Section> {
        let under = move |section: &&Section| {
            let under = section.under.as_ref();
            under.is_some_and(|under| under.section == id)
        };
        self.deeper.iter().filter(under)
    }

    /// Every question: the lesson's own, then those for practice.
    pub fn all_questions(&self) -> impl Iterator<Item = &Part<Question>> {
        self.questions.iter().chain(&self.practice)
    }

    /// The question `id`.
    pub fn question(&self, id: &str) -> Option<&Question> {
        let mut all = self.all_questions();
        all.find(|question| question.id == id).map(|part| &**part)
    }

    /// The misconception `id`.
    pub fn misconception(&self, id: &str) -> Option<&Misconception> {
        self.misconceptions.iter().find(|one| one.id == id)
    }

    /// The source of the scenario `id`.
    pub fn scenario(&self, id: &str) -> Option<&ScenarioSource> {
        self.scenarios.iter().find(|scenario| scenario.id() == id)
    }

    /// Every claim of the lesson, in reading order.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        let blocks = self.all_sections().flat_map(Section::blocks);
        blocks.flat_map(Block::claims)
    }
}

impl ScenarioSource {
    /// The scenario's id: the name of its file without `.toml`.
    pub fn id(&self) -> &str {
        let name = self.file.rsplit('/').next().unwrap_or_default();
        name.strip_suffix(".toml").unwrap_or(name)
    }
}

impl Section {
    /// What stands under its title.
    pub fn blocks(&self) -> &[Block] {
        &self.body.blocks
    }

    /// Where its statements come from.
    pub fn sources(&self) -> &[Link] {
        &self.body.sources
    }
}

impl Block {
    /// Its rows, if it is a table.
    pub fn rows(&self) -> &[Row] {
        match self {
            Self::Table { rows, .. } => rows,
            _ => &[],
        }
    }

    /// Whether it is a list of short lines, which stand close.
    pub fn is_close(&self) -> bool {
        let short = |point: &Point| {
            let mut lines = point.text.lines();
            lines.next().is_some_and(|line| width(&line) <= SHORT) && lines.next().is_none()
        };
        match self {
            Self::Points { kind, points } => *kind == PointKind::Plain && points.iter().all(short),
            _ => false,
        }
    }

    /// What the block and its parts assert.
    pub fn claims(&self) -> Vec<&Claim> {
        match self {
            Self::Prose { claims, .. } | Self::Code { claims, .. } => claims.iter().collect(),
            Self::Table { rows, .. } => rows.iter().flat_map(|row| &row.claims).collect(),
            Self::Trace { steps, .. } => steps.iter().flat_map(|step| &step.claims).collect(),
            Self::Points { points, .. } => points.iter().flat_map(|p| &p.claims).collect(),
            Self::Reading { .. } => Vec::new(),
        }
    }
}

impl Rich {
    /// One paragraph of plain text; none where there is no text.
    pub fn of(text: &str) -> Self {
        let inline = Inline {
            text: clean_line(text),
            style: InlineStyle::Plain,
            link: None,
        };
        let paragraph = (!inline.text.is_empty()).then(|| vec![inline]);
        Self {
            paragraphs: paragraph.into_iter().collect(),
        }
    }

    /// Each paragraph as plain text, on one line.
    pub fn lines(&self) -> impl Iterator<Item = String> {
        let paragraphs = self.paragraphs.iter();
        paragraphs.map(|inlines| inlines.iter().map(|inline| inline.text.as_str()).collect())
    }

    /// The whole as plain text, with an empty line between paragraphs.
    pub fn plain(&self) -> String {
        self.lines().collect::<Vec<_>>().join("\n\n")
    }
}
