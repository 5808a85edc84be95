//! The last level: a check is chosen, and the explorer tries to break it.

use std::ops::ControlFlow;

use super::{Level, names, under_way};
use crate::fencing::client::{Ask, Client};
use crate::fencing::explore::way::{Way, shortest};
use crate::fencing::explore::{Budget, Finding, Report, explore, steps};
use crate::fencing::property::Property;
use crate::fencing::recorder::{Heading, Recorder};
use crate::fencing::storage::Check;
use crate::fencing::timeline::Timeline;
use crate::fencing::world::{Action, Setup, World};

/// What the name of a trial's run begins with.
const PREFIX: &str = "mend:";
/// What is written after a check where reads raise the fence.
const READS: &str = "+read";

/// What is chosen to mend it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trial {
    /// What storage compares.
    pub check: Check,
    /// Reads carry the token too, and raise the fence.
    pub fence_on_read: bool,
}

/// What the explorer said.
#[derive(Debug)]
pub struct Tried {
    /// States that it met.
    pub states: usize,
    /// What it makes of the check.
    pub verdict: Verdict,
    /// The schedule that breaks it, a second a step.
    pub run: Option<Box<Timeline>>,
}

/// What the explorer makes of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Verdict {
    /// An update is lost, or a write goes over a newer one.
    Lost(Property),
    /// Nothing is lost, and nobody gets anything done.
    Stuck,
    /// Nothing is lost, and work is done.
    Mended,
}

impl Default for Trial {
    /// What is there before anything is mended.
    fn default() -> Self {
        Self {
            check: Check::AtLeast,
            fence_on_read: false,
        }
    }
}

impl Trial {
    /// Its code, such as `at-least+read`.
    pub fn code(self) -> String {
        let reads = if self.fence_on_read { READS } else { "" };
        format!("{}{reads}", self.check.name())
    }

    /// The trial of this code.
    pub fn from_code(code: &str) -> Option<Self> {
        let (check, fence_on_read) = match code.strip_suffix(READS) {
            Some(check) => (check, true),
            None => (code, false),
        };
        let (_, check) = Check::NAMES.iter().find(|(name, _)| *name == check)?;
        Some(Self {
            check: *check,
            fence_on_read,
        })
    }

    /// The name by which the run that breaks it is watched.
    pub fn name(self) -> String {
        format!("{PREFIX}{}", self.code())
    }

    /// The run of this name: a trial that something breaks.
    pub fn story(name: &str) -> Option<Timeline> {
        let trial = Self::from_code(name.strip_prefix(PREFIX)?)?;
        trial.attack().run.map(|run| *run)
    }

    /// The world in which it is tried.
    fn setup(self) -> Setup {
        Setup {
            check: self.check,
            fence_on_read: self.fence_on_read,
            ..Level::Mend.setup()
        }
    }

    /// The explorer walks every schedule: some hundred states of two clients and a pause.
    pub fn attack(self) -> Tried {
        let setup = self.setup();
        let report = explore(setup, Budget::default(), |_| ControlFlow::Continue(()));
        let verdict = judge(&report);
        let path = match verdict {
            Verdict::Lost(property) => path(&report, property),
            Verdict::Stuck => Some(own_write_refused(setup)),
            Verdict::Mended => None,
        };
        let run = path.map(|path| {
            let mut run = Recorder::of_path(self.heading(verdict), setup, &path);
            let now = run.end;
            under_way(&mut run, now);
            Box::new(run)
        });
        Tried {
            states: report.states,
            verdict,
            run,
        }
    }

    fn heading(self, verdict: Verdict) -> Heading {
        let checks = match self.check {
            Check::None => "storage checks nothing".to_owned(),
            check => format!("storage checks {}", check.condition()),
        };
        let reads = match self.fence_on_read {
            true => "reads raise the fence",
            false => "reads pass freely",
        };
        Heading {
            scenario: self.name(),
            title: "What breaks this check".to_owned(),
            summary: format!("{} A step a second.", verdict.told()),
            conditions: format!("etcd lease · {checks} · {reads}"),
            clients: names(),
            ..Heading::default()
        }
    }
}

impl Verdict {
    /// In a sentence.
    pub fn told(self) -> &'static str {
        match self {
            Self::Mended => {
                "Mended: in no schedule is an update lost or a write out of order, and nobody is stuck."
            }
            Self::Stuck => {
                "Safe, but nobody can work: storage refuses the holder's own write, since its own read has raised the fence to its token."
            }
            Self::Lost(Property::OrderedWrites) => "Broken: an old write goes over a newer one.",
            Self::Lost(_) => "Broken: an update is lost.",
        }
    }
}

fn path(report: &Report, property: Property) -> Option<Vec<Action>> {
    match report.finding(property) {
        Finding::Violated(path) => Some(path.clone()),
        _ => None,
    }
}

/// The shortest way to the refusal of somebody who holds the lock: that shows why nobody gets on.
fn own_write_refused(setup: Setup) -> Vec<Action> {
    let refused = |world: &World| {
        let holds = |client: &Client| client.ask == Ask::Refused && client.grant.live;
        world.clients.iter().any(holds)
    };
    let world = World::new(setup);
    let way = shortest(&world, Budget::default(), steps, World::apply, refused);
    match way {
        Way::Found(path) => path,
        Way::Nowhere | Way::Spent => Vec::new(),
    }
}

fn judge(report: &Report) -> Verdict {
    let lost = [Property::NoLostUpdate, Property::OrderedWrites]
        .into_iter()
        .find(|property| *report.finding(*property) != Finding::Holds);
    match (lost, report.finding(Property::Progress)) {
        (Some(property), _) => Verdict::Lost(property),
        (None, Finding::Holds) => Verdict::Mended,
        (None, _) => Verdict::Stuck,
    }
}
