//! Play every scenario of a lesson, and compare what the world did with what the lesson says of it.

use std::collections::BTreeMap;

use super::problem::Problem;
use super::{Block, Claim, Lesson, ScenarioSource};
use crate::fencing::property::Property;
use crate::fencing::scenario::Scenario;
use crate::fencing::timeline::Timeline;

/// Note every scenario that cannot be read or does not end as it expects, and every claim that its run does not show.
pub(super) fn play(lesson: &Lesson, problems: &mut Vec<Problem>) {
    let mut runs = BTreeMap::new();
    for source in &lesson.scenarios {
        match Scenario::check(&source.file, &source.toml) {
            Ok(scenario) => {
                let timeline = scenario.run();
                compare(source, &scenario, &timeline, problems);
                runs.insert(source.id(), timeline);
            }
            Err(error) => problems.push(Problem {
                file: error.file,
                line: Some(error.line),
                what: error.what,
                remedy: String::new(),
            }),
        }
    }
    for section in lesson.all_sections() {
        for claim in section.blocks().iter().flat_map(Block::claims) {
            if let Some(timeline) = runs.get(claim.scenario.as_str()) {
                hold_to(section.body.file(), claim, timeline, problems);
            }
        }
    }
}

fn compare(
    source: &ScenarioSource,
    scenario: &Scenario,
    timeline: &Timeline,
    problems: &mut Vec<Problem>,
) {
    let mut report = |what: String, remedy: String| {
        problems.push(Problem {
            file: source.file.clone(),
            line: None,
            what,
            remedy,
        });
    };
    if scenario.id != source.id() {
        report(
            format!(
                "The scenario calls itself \"{}\" and its file \"{}\"",
                scenario.id,
                source.id()
            ),
            format!("Write id = \"{}\"", source.id()),
        );
    }
    if scenario.expect.is_empty() {
        report(
            "The scenario expects nothing".to_owned(),
            "Write [expect] and a property with its verdict below".to_owned(),
        );
    }
    for (property, expected, given) in scenario.surprises(timeline) {
        let (property, expected, given) = (property.name(), expected.name(), given.name());
        report(
            format!("The run gives {property} = \"{given}\", and \"{expected}\" is expected"),
            format!("Change what happens, or write {property} = \"{given}\""),
        );
    }
}

/// Note what `claim`, which stands in `file`, expects of its run and does not get.
fn hold_to(file: &str, claim: &Claim, timeline: &Timeline, problems: &mut Vec<Problem>) {
    for (property, expected) in &claim.expect {
        let mut properties = Property::ALL.into_iter();
        let property = properties.find(|known| known.name() == property);
        let given = property.and_then(|property| timeline.verdict(property));
        let given = given.map_or("no verdict", |verdict| verdict.name());
        if given != expected {
            problems.push(Problem {
                file: file.to_owned(),
                line: None,
                what: format!(
                    "The claim \"{}\" expects {expected}, and {} gives {given}",
                    claim.id, claim.scenario
                ),
                remedy: "Mend the text, or name the scenario that shows it".to_owned(),
            });
        }
    }
}
