//! The last level: choose what storage checks, and let the explorer try to break that.

use std::ops::ControlFlow;

use super::{names, play::under_way};
use crate::{
    fencing::{
        adversary::Level,
        client::{Ask, Client},
        explore::{
            Budget, Finding, Report, explore, steps,
            way::{Way, shortest},
        },
        property::Property,
        recorder::{Heading, Recorder},
        storage::Check,
        timeline::Timeline,
        world::{Action, Setup, World},
    },
    tui::keymap,
};

/// The check that is chosen, and what the explorer said of it.
#[derive(Debug)]
pub(super) struct Mend {
    pub(super) check: Check,
    pub(super) fence_on_read: bool,
    /// Which of the two is being chosen: 0 the check, 1 the reads.
    pub(super) chosen: usize,
    pub(super) tried: Option<Tried>,
    pub(super) hinted: bool,
}

/// What the explorer said.
#[derive(Debug)]
pub(super) struct Tried {
    pub(super) states: usize,
    pub(super) verdict: Verdict,
    /// The schedule that breaks it.
    pub(super) run: Option<Box<Timeline>>,
}

/// What the explorer makes of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Verdict {
    /// An update is lost, or a write goes over a newer one.
    Lost(Property),
    /// Nothing is lost, and nobody gets anything done.
    Stuck,
    /// Nothing is lost, and work is done.
    Mended,
}

impl Mend {
    pub(super) fn new() -> Self {
        Self {
            check: Check::AtLeast,
            fence_on_read: false,
            chosen: 0,
            tried: None,
            hinted: false,
        }
    }

    pub(super) fn solved(&self) -> bool {
        let tried = self.tried.as_ref();
        tried.is_some_and(|tried| tried.verdict == Verdict::Mended)
    }

    /// Does what a key means; says whether it means anything.
    pub(super) fn act(&mut self, action: keymap::Action) -> bool {
        match action {
            keymap::Action::Up => self.chosen = 0,
            keymap::Action::Down => self.chosen = 1,
            keymap::Action::Next => self.turn(1),
            keymap::Action::Previous => self.turn(-1),
            keymap::Action::Enter => self.attack(),
            keymap::Action::Hint => self.hinted = true,
            keymap::Action::Restart => *self = Self::new(),
            _ => return false,
        }
        true
    }

    fn turn(&mut self, by: isize) {
        if self.chosen == 0 {
            let next = (self.check as usize).saturating_add_signed(by);
            self.check = Check::NAMES[next.min(Check::NAMES.len() - 1)].1;
        } else {
            self.fence_on_read = by > 0;
        }
        self.tried = None;
    }

    /// The explorer walks every schedule: some hundred states of two clients and a pause, so it is done at once.
    fn attack(&mut self) {
        let mut setup = Level::Mend.setup();
        (setup.check, setup.fence_on_read) = (self.check, self.fence_on_read);
        let report = explore(setup, Budget::default(), |_| ControlFlow::Continue(()));
        let verdict = judge(&report);
        let path = match verdict {
            Verdict::Lost(property) => path(&report, property),
            Verdict::Stuck => Some(own_write_refused(setup)),
            Verdict::Mended => None,
        };
        let heading = Heading {
            clients: names(),
            ..Heading::default()
        };
        self.tried = Some(Tried {
            states: report.states,
            verdict,
            run: path.map(|path| Box::new(under_way(Recorder::of_path(heading, setup, &path)))),
        });
    }

    pub(super) fn at(&self) -> String {
        let reads = if self.fence_on_read { "+read" } else { "" };
        format!("{}{reads}", self.check.name())
    }

    pub(super) fn go(&mut self, at: &str) {
        let (check, reads) = match at.strip_suffix("+read") {
            Some(check) => (check, true),
            None => (at, false),
        };
        if let Some((_, check)) = Check::NAMES.iter().find(|(name, _)| *name == check) {
            (self.check, self.fence_on_read) = (*check, reads);
            self.tried = None;
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_a_fence_that_reads_raise_and_that_lets_the_holder_write_mends_it() {
        for (_, check) in Check::NAMES {
            for fence_on_read in [false, true] {
                let mut mend = Mend {
                    check,
                    fence_on_read,
                    ..Mend::new()
                };
                mend.act(keymap::Action::Enter);
                let mended = fence_on_read && matches!(check, Check::AtLeast | Check::Sequence);
                assert_eq!(
                    mend.solved(),
                    mended,
                    "{check:?}, reads raise it: {fence_on_read}"
                );
                let run = mend.tried.and_then(|tried| tried.run);
                assert_eq!(run.is_none(), mended, "what breaks can be seen");
            }
        }
    }
}
