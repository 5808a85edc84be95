//! A scenario: a world and its times, read from TOML. Nothing in it says how the run ends; the verdicts that it
//! *expects* are compared with what the world did.

mod build;
mod source;

use build::{captions, expect, setup, timing};
pub(crate) use source::toml_mistake;
use source::{Place, Source};

use super::client::MAX_CLIENTS;
use super::property::{Property, Verdict};
use super::recorder::{Caption, Heading, Recorder};
use super::schedule::{Timing, run};
use super::storage::Check;
use super::timeline::{Millis, Timeline};
use super::world::{Setup, World};
use crate::text::shortened;

/// A scenario that has been read.
#[derive(Debug, Clone, PartialEq)]
pub struct Scenario {
    /// Stable id.
    pub id: String,
    /// As shown.
    pub title: String,
    /// The heading under which it is listed; the kind of lock unless the file names another.
    pub group: String,
    /// One or two sentences on what to look for.
    pub summary: String,
    /// Names of the clients, `A` first.
    pub clients: Vec<String>,
    /// What takes part.
    pub setup: Setup,
    /// How long things take.
    pub timing: Timing,
    /// Captions of its own.
    pub captions: Vec<Caption>,
    /// The verdicts that the run must give.
    pub expect: Vec<(Property, Verdict)>,
}

/// What is wrong with a scenario, where, and what to write instead.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{file}:{line}: {}", shortened(.what))]
pub struct ScenarioError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and the remedy.
    pub what: String,
}

/// A time as it is shown: `10 s`, `2.5 s`, `50 ms`.
pub fn show_time(millis: Millis) -> String {
    if millis < 1_000 {
        format!("{millis} ms")
    } else {
        let seconds = millis as f64 / 1_000.0;
        format!("{} s", (seconds * 100.0).round() / 100.0)
    }
}

impl Scenario {
    /// Read a scenario; `file` is only named in errors.
    ///
    /// # Errors
    /// Whatever cannot be understood, with its line and what to write instead.
    pub fn parse(file: &str, toml: &str) -> Result<Self, ScenarioError> {
        Self::read(&Place { file, toml }).map(|(scenario, _)| scenario)
    }

    /// Read a scenario and play it, to see that all it speaks of is reached: what a check of the content does.
    ///
    /// # Errors
    /// Those of [`parse`](Self::parse), and whatever the run never comes to.
    pub fn check(file: &str, toml: &str) -> Result<Self, ScenarioError> {
        let at = Place { file, toml };
        let (scenario, source) = Self::read(&at)?;
        scenario.check_reached(&at, &source)?;
        Ok(scenario)
    }

    fn read(at: &Place<'_>) -> Result<(Self, Source), ScenarioError> {
        let source: Source = toml::from_str(at.toml).map_err(|error| {
            let (what, remedy) = toml_mistake(&error);
            let place = error.span().map_or(0, |span| span.start);
            at.error(place, format!("{what}: {remedy}"))
        })?;
        if *source.format.get_ref() != 1 {
            return Err(at.error(
                source.format.span().start,
                "this program reads `format = 1`",
            ));
        }
        let count = source.clients.len();
        if !(1..=MAX_CLIENTS).contains(&count) {
            let what = format!("a scenario has one to {MAX_CLIENTS} clients, this one has {count}");
            return Err(at.error(0, what));
        }
        let names = at.names(&source.clients)?;
        let timing = timing(at, &source, &names)?;
        let setup = setup(at, &source, &timing)?;
        let kind = setup.lock.protocol().title();
        let scenario = Self {
            id: source.id.clone(),
            title: at.line(&source.title)?,
            group: source
                .group
                .as_ref()
                .map_or_else(|| Ok(kind.to_owned()), |group| at.line(group))?,
            summary: at.line(&source.summary)?,
            captions: captions(at, &source, &names)?,
            expect: expect(at, &source)?,
            clients: names,
            setup,
            timing,
        };
        Ok((scenario, source))
    }

    /// Play it.
    pub fn run(&self) -> Timeline {
        self.play().0
    }

    /// Play it, and keep the world that it ends with.
    fn play(&self) -> (Timeline, World) {
        let heading = Heading {
            scenario: self.id.clone(),
            title: self.title.clone(),
            summary: self.summary.clone(),
            conditions: self.conditions(),
            clients: self.clients.clone(),
            captions: self.captions.clone(),
        };
        let recorder = Recorder::new(heading, &World::new(self.setup));
        run(self.setup, &self.timing, recorder)
    }

    /// The expected verdicts that the run does not give: property, expected, given.
    pub fn surprises(&self, timeline: &Timeline) -> Vec<(Property, Verdict, Verdict)> {
        self.expect
            .iter()
            .filter_map(|(property, expected)| {
                let given = timeline.verdict(*property)?;
                (given != *expected).then_some((*property, *expected, given))
            })
            .collect()
    }

    /// The conditions in a line, such as `etcd lease · TTL 10 s · storage checks fence < token`.
    pub fn conditions(&self) -> String {
        let protocol = self.setup.lock.protocol();
        let ttl = if protocol.lease().ends_by_itself() {
            format!("TTL {}", show_time(self.timing.ttl[0]))
        } else {
            "no TTL".to_owned()
        };
        let check = match self.setup.check {
            Check::None if self.setup.idempotency_key => "storage takes each key once".to_owned(),
            Check::None => "storage checks nothing".to_owned(),
            check if self.setup.null_fence => {
                format!("storage checks {}, fence is NULL", check.condition())
            }
            check => format!("storage checks {}", check.condition()),
        };
        let raised = if self.setup.fence_on_read {
            ", on reads too"
        } else {
            ""
        };
        format!(
            "{} · {ttl} · {check}{raised}",
            protocol.label(self.setup.tokens)
        )
    }

    /// A fault that never strikes and a caption for an event that never comes are mistakes of whoever wrote them.
    fn check_reached(&self, at: &Place<'_>, source: &Source) -> Result<(), ScenarioError> {
        let (timeline, world) = self.play();
        for (fault, timing) in source.faults.iter().zip(&self.timing.faults) {
            if !world.struck.has(timing.fault) {
                let what = format!(
                    "`{}` never strikes in this run: let it strike earlier, or where there is something to strike",
                    timing.fault.name()
                );
                return Err(at.error(fault.span().start, what));
            }
        }
        let mut seen: Vec<&str> = timeline.moments.iter().map(|moment| moment.event).collect();
        seen.dedup();
        for caption in &source.captions {
            let event = &caption.get_ref().event;
            if !seen.contains(&event.get_ref().as_str()) {
                let known = seen.join(", ");
                let what = format!(
                    "the run never comes to `{}`: write one of {known}",
                    event.get_ref()
                );
                return Err(at.error(event.span().start, what));
            }
        }
        Ok(())
    }
}

impl Timeline {
    /// What the run did to a property.
    pub fn verdict(&self, property: Property) -> Option<Verdict> {
        self.verdicts
            .iter()
            .find(|(known, _)| *known == property)
            .map(|(_, verdict)| *verdict)
    }
}
