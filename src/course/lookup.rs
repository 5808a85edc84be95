//! Find things by their id, and read prose without its styles.

use super::{Block, Claim, Lesson, Module, Pack, Question, Rich, ScenarioSource, Section};

impl Pack {
    /// The lesson `id`.
    pub fn lesson(&self, id: &str) -> Option<&Lesson> {
        self.lessons.iter().find(|lesson| lesson.id == id)
    }

    /// The module that holds the lesson `id`.
    pub fn module_of(&self, id: &str) -> Option<&Module> {
        let mut modules = self.course.modules.iter();
        modules.find(|module| module.lessons.iter().any(|lesson| lesson == id))
    }

    /// A cell of the row `id` of a lesson's table, the first column being 0.
    pub fn table_cell(&self, id: &str, column: usize) -> Option<&str> {
        let sections = self.lessons.iter().flat_map(|lesson| &lesson.sections);
        let mut rows = sections
            .flat_map(|section| &section.blocks)
            .flat_map(|block| match block {
                Block::Table { rows, .. } => rows.as_slice(),
                _ => &[],
            });
        let row = rows.find(|row| row.id == id)?;
        row.cells.get(column).map(String::as_str)
    }
}

impl Lesson {
    /// The section `id`.
    pub fn section(&self, id: &str) -> Option<&Section> {
        self.sections.iter().find(|section| section.id == id)
    }

    /// The question `id`.
    pub fn question(&self, id: &str) -> Option<&Question> {
        self.questions.iter().find(|question| question.id == id)
    }

    /// The source of the scenario `id`.
    pub fn scenario(&self, id: &str) -> Option<&ScenarioSource> {
        self.scenarios.iter().find(|scenario| scenario.id() == id)
    }

    /// Every claim of the lesson, in reading order.
    pub fn claims(&self) -> impl Iterator<Item = &Claim> {
        let blocks = self.sections.iter().flat_map(|section| &section.blocks);
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

impl Block {
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
