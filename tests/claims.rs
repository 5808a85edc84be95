//! The lesson cannot lie: whatever it asserts names a run, and the run shows it.
//!
//! The rule: every block of prose, every piece of code, every row of a table, every step of a trace and every item
//! of a list carries at least one claim; every trace and every question names the scenario that plays it. Links to
//! further reading assert nothing.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::collections::BTreeMap;

use token34::course::{Block, Claim, Lesson, Pack};
use token34::fencing::property::Property;
use token34::fencing::scenario::Scenario;
use token34::fencing::timeline::Timeline;

fn lesson() -> Lesson {
    Pack::embedded().unwrap().lessons.remove(0)
}

fn runs(lesson: &Lesson) -> BTreeMap<String, Timeline> {
    let scenarios = lesson.scenarios.iter();
    scenarios
        .map(|source| {
            let scenario = Scenario::parse(&source.file, &source.toml).unwrap();
            (source.id().to_owned(), scenario.run())
        })
        .collect()
}

/// What the run gives instead of what the claim says, if it does.
fn refuted(claim: &Claim, runs: &BTreeMap<String, Timeline>) -> Vec<String> {
    let run = &runs[&claim.scenario];
    claim
        .expect
        .iter()
        .filter_map(|(name, expected)| {
            let property = Property::ALL
                .into_iter()
                .find(|known| known.name() == name)?;
            let given = run.verdict(property)?.name();
            (given != expected).then(|| format!("{}: {name} {given}", claim.id))
        })
        .collect()
}

/// The parts of a lesson that assert something and name no run.
fn bare(lesson: &Lesson) -> Vec<String> {
    let mut bare = Vec::new();
    let mut note = |what: String, claims: usize| {
        if claims == 0 {
            bare.push(what);
        }
    };
    for section in lesson.all_sections() {
        for (at, block) in section.blocks().iter().enumerate() {
            let place = format!("{} block {at}", section.id);
            match block {
                Block::Prose { claims, .. } | Block::Code { claims, .. } => {
                    note(place, claims.len());
                }
                Block::Table { rows, .. } => {
                    rows.iter()
                        .for_each(|row| note(row.id.clone(), row.claims.len()));
                }
                Block::Trace { steps, scenario } => {
                    note(place, usize::from(scenario.is_some()));
                    steps
                        .iter()
                        .for_each(|step| note(step.id.clone(), step.claims.len()));
                }
                Block::Points { points, .. } => {
                    points
                        .iter()
                        .for_each(|point| note(point.id.clone(), point.claims.len()));
                }
                Block::Reading { .. } => {}
            }
        }
    }
    for question in lesson.all_questions() {
        note(
            question.id.clone(),
            usize::from(question.scenario.is_some()),
        );
    }
    bare
}

#[test]
fn every_claim_is_what_its_run_shows() {
    let lesson = lesson();
    let runs = runs(&lesson);
    let refuted: Vec<String> = lesson
        .claims()
        .flat_map(|claim| refuted(claim, &runs))
        .collect();
    assert!(refuted.is_empty(), "{refuted:#?}");
}

#[test]
fn nothing_is_asserted_without_a_run() {
    assert_eq!(bare(&lesson()), Vec::<String>::new());
}

#[test]
fn a_claim_that_the_run_refutes_is_found() {
    let lesson = lesson();
    let runs = runs(&lesson);
    let mut claim = lesson.claims().next().unwrap().clone();
    claim.scenario = "paused-holder-unchecked".to_owned();
    claim.expect = vec![("ordered-writes".to_owned(), "holds".to_owned())];
    assert_eq!(
        refuted(&claim, &runs),
        [format!("{}: ordered-writes violated", claim.id)]
    );
}

/// Take the claims of every part away, one part at a time: each is missed.
#[test]
fn a_part_without_a_claim_is_found() {
    let whole = lesson();
    let mut parts = 0;
    for section in 0..whole.sections.len() {
        for block in 0..whole.sections[section].blocks().len() {
            let mut lesson = whole.clone();
            let part = &mut lesson.sections[section].body;
            let mut body = (**part).clone();
            let expected = strip(&mut body.blocks[block]);
            part.set(body);
            parts += expected;
            assert_eq!(bare(&lesson).len(), expected, "{section} {block}");
        }
    }
    assert!(parts >= 20, "only {parts} parts were tried");
}

/// Take all claims out of a block, and say how many parts had any.
fn strip(block: &mut Block) -> usize {
    match block {
        Block::Prose { claims, .. } | Block::Code { claims, .. } => {
            claims.clear();
            1
        }
        Block::Table { rows, .. } => {
            rows.iter_mut().for_each(|row| row.claims.clear());
            rows.len()
        }
        Block::Trace { steps, scenario } => {
            *scenario = None;
            steps.iter_mut().for_each(|step| step.claims.clear());
            steps.len() + 1
        }
        Block::Points { points, .. } => {
            points.iter_mut().for_each(|point| point.claims.clear());
            points.len()
        }
        Block::Reading { .. } => 0,
    }
}
