//! What is searched, from a pack and a record.

use super::{Entry, Index, Kind};
use crate::course::{Block, GLOSSARY, Lesson, Pack, Question, Section};
use crate::fencing::scenario::Scenario;
use crate::progress::{Record, Spot};

/// What stands before a misconception.
const BELIEVED: &str = "Often believed: ";

/// An entry whose texts are still to be taken apart.
struct Draft {
    kind: Kind,
    title: String,
    spot: Spot,
    texts: Vec<String>,
    forms: Vec<String>,
}

impl Index {
    /// Everything that `pack` holds. It reads every file of it, which is why it waits until somebody searches.
    pub fn new(pack: &Pack) -> Self {
        let mut index = Self::default();
        for lesson in &pack.lessons {
            for draft in drafts(lesson) {
                index.add(&lesson.id, draft);
            }
        }
        index.content = index.entries.len();
        index
    }

    /// Puts the notes of `record` in the place of those that were there.
    pub fn set_notes(&mut self, record: &Record) {
        self.entries.truncate(self.content);
        for note in record.notes() {
            let lines = note.text.lines().map(str::trim);
            let mut lines = lines.filter(|line| !line.is_empty()).map(str::to_owned);
            let Some(first) = lines.next() else { continue };
            let draft = Draft {
                kind: Kind::Note,
                title: first.trim_start_matches(['#', ' ']).to_owned(),
                spot: note.spot.clone(),
                texts: lines.collect(),
                forms: Vec::new(),
            };
            self.add(note.lesson, draft);
            if let Some(entry) = self.entries.last_mut() {
                entry.note = Some(note.key.clone());
            }
        }
    }

    fn add(&mut self, lesson: &str, draft: Draft) {
        let texts = draft.texts.iter().map(|text| self.words.text(text));
        let texts = texts.collect();
        let forms = draft.forms.iter().map(|form| self.words.text(form));
        let forms = forms.collect();
        self.entries.push(Entry {
            kind: draft.kind,
            lesson: lesson.to_owned(),
            spot: draft.spot,
            note: None,
            title: self.words.text(&draft.title),
            texts,
            forms,
        });
    }
}

/// All of a lesson, in the order in which equals are listed.
fn drafts(lesson: &Lesson) -> Vec<Draft> {
    let sections = lesson.sections.iter().map(|one| section(Kind::Part, one));
    let terms = lesson.glossary.iter().map(|term| Draft {
        kind: Kind::Term,
        title: term.term.clone(),
        spot: read(&format!("{GLOSSARY}/{}", term.id)),
        texts: term.text.lines().collect(),
        forms: term.forms.clone(),
    });
    let deeper = lesson.deeper.iter().chain(&lesson.cheatsheet);
    let deeper = deeper.map(|one| section(Kind::Deeper, one));
    let misconceptions = lesson.misconceptions.iter().map(|one| Draft {
        kind: Kind::Misconception,
        // Nothing false is to be read as if it were taught.
        title: format!("{BELIEVED}{}", one.belief),
        spot: one.scenario.as_deref().map_or(Spot::Home, watch),
        texts: one.truth.lines().collect(),
        forms: Vec::new(),
    });
    let questions = lesson.all_questions().map(|one| question(one));
    // A scenario that does not read is for `token34 check` to tell of.
    let runs = lesson.scenarios.iter();
    let runs = runs.filter_map(|source| Scenario::parse(&source.file, &source.toml).ok());
    let runs = runs.map(|run| Draft {
        kind: Kind::Run,
        spot: watch(&run.id),
        title: run.title,
        texts: vec![run.summary, run.group],
        forms: Vec::new(),
    });
    let parts = sections.chain(terms).chain(deeper).chain(misconceptions);
    parts.chain(questions).chain(runs).collect()
}

fn read(section: &str) -> Spot {
    Spot::Read {
        section: section.to_owned(),
        permille: 0,
    }
}

fn watch(scenario: &str) -> Spot {
    Spot::Watch {
        scenario: scenario.to_owned(),
        at_ms: 0,
        nth: None,
    }
}

fn section(kind: Kind, section: &Section) -> Draft {
    Draft {
        kind,
        title: section.title.clone(),
        spot: read(&section.id),
        texts: section.blocks().iter().flat_map(texts).collect(),
        forms: Vec::new(),
    }
}

/// What a block says, in pieces that stand on the page as they are.
fn texts(block: &Block) -> Vec<String> {
    match block {
        Block::Prose { text, .. } => text.lines().collect(),
        Block::Table { rows, .. } => rows.iter().flat_map(|row| row.cells.clone()).collect(),
        Block::Trace { steps, .. } => steps.iter().flat_map(|step| step.text.lines()).collect(),
        Block::Points { points, .. } => points.iter().flat_map(|one| one.text.lines()).collect(),
        Block::Code { title, code, .. } => {
            let lines = code.lines().map(|line| line.trim().to_owned());
            let lines = lines.filter(|line| !line.is_empty());
            [title.clone()].into_iter().chain(lines).collect()
        }
        Block::Reading { links } => links.iter().map(|link| link.title.clone()).collect(),
    }
}

/// What is asked, and nothing of what there is to choose from: a search must not hint at what is right.
fn question(question: &Question) -> Draft {
    let mut lines = question.prompt.lines();
    Draft {
        kind: Kind::Question,
        title: lines.next().unwrap_or_default(),
        spot: Spot::Practice {
            question: question.id.clone(),
        },
        texts: lines.collect(),
        forms: Vec::new(),
    }
}
