//! What CI runs over a pack: everything that keeps it from loading, and whether its ids are kept.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use super::files::Files;
use super::parse::IDS;
use super::problem::{Problem, Reader};
use super::raw::{RawIds, Text};
use super::{Ask, Lesson, Pack, scenarios};

/// What a pack holds, and what is wrong with it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Report {
    /// How many of each thing, named in the singular, in the order in which they are told; empty when the pack does not load.
    pub counts: Vec<(&'static str, usize)>,
    /// What an author has to mend.
    pub problems: Vec<Problem>,
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = self.counts.iter();
        let mut separator = "";
        for (noun, count) in counts {
            // Kinds of questions are no nouns.
            let plural = if *count == 1 || Ask::KINDS.contains(noun) {
                ""
            } else {
                "s"
            };
            write!(f, "{separator}{count} {noun}{plural}")?;
            separator = if *noun == "question" { ": " } else { ", " };
        }
        Ok(())
    }
}

/// Check the pack in `files`.
///
/// Beside what [`Pack::parse`] refuses, every id that a progress file may hold on to (of lessons, sections,
/// scenarios, questions and misconceptions) must stand in `ids.toml`, and every id that stands there as kept must exist: so an id
/// cannot vanish or change without a line in that file saying so. Every scenario is played, and must end as it and the
/// claims of the lesson expect.
pub fn check(files: &Files) -> Report {
    let pack = match Pack::parse(files) {
        Ok(pack) => pack,
        Err(problems) => {
            return Report {
                counts: Vec::new(),
                problems: problems.0,
            };
        }
    };
    let mut problems = Vec::new();
    ids(&pack, files, &mut problems);
    for lesson in &pack.lessons {
        scenarios::play(lesson, &mut problems);
    }
    Report {
        counts: counts(&pack),
        problems,
    }
}

fn counts(pack: &Pack) -> Vec<(&'static str, usize)> {
    let sum = |count: fn(&Lesson) -> usize| pack.lessons.iter().map(count).sum();
    let mut counts = vec![
        ("lesson", pack.lessons.len()),
        ("section", sum(|lesson| lesson.sections.len())),
        ("deeper section", sum(|lesson| lesson.deeper.len())),
        ("claim", sum(|lesson| lesson.claims().count())),
        ("scenario", sum(|lesson| lesson.scenarios.len())),
        ("term", sum(|lesson| lesson.glossary.len())),
        ("misconception", sum(|lesson| lesson.misconceptions.len())),
        ("question", sum(|lesson| lesson.all_questions().count())),
    ];
    for kind in Ask::KINDS {
        let questions = pack.lessons.iter().flat_map(Lesson::all_questions);
        counts.push((kind, questions.filter(|one| one.ask.kind() == kind).count()));
    }
    counts
}

/// The ids that progress holds on to, as `ids.toml` writes them.
fn published(pack: &Pack) -> BTreeSet<String> {
    let mut ids = BTreeSet::new();
    for lesson in &pack.lessons {
        let sections = lesson.all_sections().map(|s| s.id.as_str());
        let scenarios = lesson.scenarios.iter().map(|s| s.id());
        let questions = lesson.all_questions().map(|q| q.id.as_str());
        let misconceptions = lesson.misconceptions.iter().map(|m| m.id.as_str());
        let within = |kind: &'static str| {
            let lesson = &lesson.id;
            move |id: &str| format!("{lesson}/{kind}/{id}")
        };
        ids.insert(lesson.id.clone());
        ids.extend(sections.map(within("section")));
        ids.extend(scenarios.map(within("scenario")));
        ids.extend(questions.map(within("question")));
        ids.extend(misconceptions.map(within("misconception")));
    }
    ids
}

fn ids(pack: &Pack, files: &Files, problems: &mut Vec<Problem>) {
    let published = published(pack);
    let text = files.0.get(IDS).map(|text| &**text);
    let mut reader = Reader::new(IDS, text.unwrap_or_default(), problems);
    let raw = match text {
        Some(_) => reader.toml::<RawIds>(),
        None => Some(RawIds::default()),
    };
    let Some(raw) = raw else {
        return;
    };
    let kept = reader.listed(&raw.kept);
    let retired = reader.listed(&raw.retired);
    for (id, place) in &kept {
        if !published.contains(*id) {
            let what =
                format!("\"{id}\" was published and is gone: progress made on it would be lost");
            let remedy = "Put it back, or, if it is given up on purpose, move it to retired";
            reader.report(place.clone(), what, remedy);
        }
    }
    for (id, place) in &retired {
        if published.contains(*id) || kept.contains_key(id) {
            let what = format!("\"{id}\" is retired and in use");
            let remedy = "Choose a new id: an old one would carry old progress to new content";
            reader.report(place.clone(), what, remedy);
        }
    }
    for id in &published {
        if !kept.contains_key(id.as_str()) && !retired.contains_key(id.as_str()) {
            let what = format!("\"{id}\" is not listed");
            reader.report_line(1, what, format!("Add \"{id}\" to kept = [ … ]"));
        }
    }
}

impl Reader<'_> {
    /// The ids of a list with their places; one that stands there twice is noted.
    fn listed<'b>(&mut self, list: &'b [Text]) -> BTreeMap<&'b str, std::ops::Range<usize>> {
        let mut ids = BTreeMap::new();
        for id in list {
            if ids.insert(id.get_ref().as_str(), id.span()).is_some() {
                let what = format!("\"{}\" is listed twice", id.get_ref());
                self.report(id.span(), what, "Take one of them out");
            }
        }
        ids
    }
}
