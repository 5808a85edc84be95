//! What a counterexample alone does not say: why it ends so, and what would close it.

use std::fmt;

use crate::fencing::explore::{Finding, Report};
use crate::fencing::fault::Fault;
use crate::fencing::property::Property;
use crate::fencing::storage::Check;
use crate::fencing::timeline::{Moment, Timeline};
use crate::fencing::world::Setup;

/// A remark under a counterexample.
pub(super) struct Note {
    why: &'static str,
    /// Under which no schedule breaks the property any more.
    pub(super) advice: Option<Advice>,
}

/// What storage should do instead.
#[derive(Clone, Copy)]
pub(super) struct Advice {
    pub(super) check: Check,
    pub(super) fence_on_read: bool,
    /// Whether the check is another than the one explored, so that it has to be named.
    names_check: bool,
}

impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Some(advice) = self.advice else {
            return f.write_str(self.why);
        };
        write!(f, "{}:", self.why)?;
        if advice.names_check {
            write!(f, " --check {}", advice.check.name())?;
        }
        if advice.fence_on_read {
            f.write_str(" --fence-on-read")?;
        }
        f.write_str(".")
    }
}

/// The remark on a violated property, from the path that breaks it.
pub(super) fn note(report: &Report, property: Property, path: &Timeline) -> Option<Note> {
    let setup = &report.setup;
    let at_least = |fence_on_read| {
        Some(Advice {
            check: Check::AtLeast,
            fence_on_read,
            names_check: setup.check != Check::AtLeast,
        })
    };
    let (why, advice) = match property {
        Property::Progress if setup.fence_on_read && shuts_itself_out(path) => (
            "From here nobody can finish: whoever reads raises the fence to its own token, and `fence < token` then \
             refuses its own write. Raising first needs `fence <= token`",
            at_least(true),
        ),
        Property::Progress => (
            "From here nobody whom the fault has not struck can finish while it lasts.",
            None,
        ),
        Property::OrderedWrites
            if setup.check == Check::SelectThenUpdate
                && last_two(path).is_some_and(|(earlier, harm)| harm.token < earlier.token) =>
        {
            (
                "Storage had compared before the newer write was in, and did not compare again. A check that is part of the \
             write closes this",
                at_least(setup.fence_on_read),
            )
        }
        Property::OrderedWrites
            if setup.check != Check::None
                && last_two(path).is_some_and(|(earlier, harm)| harm.token >= earlier.token) =>
        {
            (
                "The numbers did not rise in the order of the grants: the service had lost its counter. Storage compares \
                 numbers, so no check at storage keeps the older holder out.",
                None,
            )
        }
        Property::NoLostUpdate
            if *report.finding(Property::OrderedWrites) == Finding::Holds
                && setup.check != Check::None =>
        {
            lost(setup, path, at_least(true))?
        }
        _ => return None,
    };
    Some(Note { why, advice })
}

/// How an update was lost although no token went backwards.
fn lost(
    setup: &Setup,
    path: &Timeline,
    raise: Option<Advice>,
) -> Option<(&'static str, Option<Advice>)> {
    last_two(path)?;
    let happened = |event| path.moments.iter().any(|moment| moment.event == event);
    let emptied = setup.faults.has(Fault::RestartEmpty) && setup.lock.protocol().inside();
    Some(if emptied && happened("lock-back") {
        (
            "The database came back without its data: with the lock and its counter, the earlier write was gone before \
             the next holder read. No check at storage brings it back.",
            None,
        )
    } else if happened("failed-over") {
        (
            "No token went backwards: the newer holder had read before the older one wrote. No check closes this for \
             certain, since the server that took over may give out a number that was given out before.",
            None,
        )
    } else {
        (
            "No token went backwards: the newer holder had read before the older one wrote. Raising the fence with the \
             read closes this gap",
            raise,
        )
    })
}

/// The write that broke the data, and the one before it.
fn last_two(path: &Timeline) -> Option<(&Moment, &Moment)> {
    let mut accepted = path
        .moments
        .iter()
        .filter(|moment| matches!(moment.event, "write-accepted" | "late-write-accepted"))
        .rev();
    let harm = accepted.find(|moment| moment.harm)?;
    Some((accepted.next()?, harm))
}

/// Whether somebody's own read has raised the fence so far that its own write is refused.
fn shuts_itself_out(path: &Timeline) -> bool {
    let all = |event| {
        path.moments
            .iter()
            .filter(move |moment| moment.event == event)
    };
    all("write-refused")
        .any(|refused| all("fence-raised").any(|raised| raised.token == refused.token))
}

#[cfg(test)]
mod tests {
    use std::ops::ControlFlow;
    use std::rc::Rc;

    use super::super::story;
    use super::*;
    use crate::fencing::explore::{cell, explore};
    use crate::fencing::lock::Kind;

    fn walk(lock: Kind, fault: Fault, check: Check, fence_on_read: bool) -> Report {
        let setup = Setup {
            check,
            fence_on_read,
            ..Setup::new(lock)
        };
        explore(cell(setup, Some(fault)), Default::default(), |_| {
            ControlFlow::Continue(())
        })
    }

    fn remark(report: &Report, property: Property) -> Option<Note> {
        match report.finding(property) {
            finding @ Finding::Violated(_) => note(report, property, &story(report, finding)),
            _ => None,
        }
    }

    /// Redlock has no token to compare, so it has nothing to be advised here.
    fn locks() -> impl Iterator<Item = Kind> {
        Kind::all().filter(|lock| lock.protocol().token().is_some())
    }

    #[test]
    fn advice_that_is_followed_holds() {
        let conditions = [
            (Check::AtLeast, false),
            (Check::Strict, false),
            (Check::SelectThenUpdate, false),
            (Check::Strict, true),
        ];
        let mut advised = 0;
        for lock in locks() {
            for fault in Fault::MATRIX.into_iter().chain(Fault::STORAGE) {
                let mut walked: Vec<((Check, bool), Rc<Report>)> = Vec::new();
                let mut walk = |check, raises| {
                    let known = walked.iter().find(|(of, _)| *of == (check, raises));
                    if let Some((_, report)) = known {
                        return Rc::clone(report);
                    }
                    let report = Rc::new(walk(lock, fault, check, raises));
                    walked.push(((check, raises), Rc::clone(&report)));
                    report
                };
                for (check, raises) in conditions {
                    let report = walk(check, raises);
                    for property in Property::ALL {
                        let Some(advice) = remark(&report, property).and_then(|note| note.advice)
                        else {
                            continue;
                        };
                        advised += 1;
                        let mended = walk(advice.check, advice.fence_on_read);
                        // A fault may bring all to a standstill by itself; then that is what is said.
                        let stands_still = property == Property::Progress
                            && remark(&mended, property).is_some_and(|note| note.advice.is_none());
                        assert!(
                            *mended.finding(property) == Finding::Holds || stands_still,
                            "{} {fault:?} {check:?} {raises}: {property:?}",
                            lock.protocol().id()
                        );
                    }
                }
            }
        }
        assert!(advised > 50, "{advised}");
    }

    #[test]
    fn a_database_that_came_back_empty_is_not_told_to_raise_its_fence() {
        let lock = Kind::named("pg-inside").unwrap();
        let report = walk(lock, Fault::RestartEmpty, Check::AtLeast, false);
        let told = remark(&report, Property::NoLostUpdate).unwrap().to_string();
        assert!(told.starts_with("The database came back without its data"));
        assert!(!told.contains("--"), "{told}");
    }

    #[test]
    fn a_token_that_went_back_is_told_as_one() {
        for (lock, fault) in [
            ("redis-replica", Fault::Failover),
            ("etcd", Fault::RestartEmpty),
        ] {
            for check in [Check::Strict, Check::AtLeast] {
                let report = walk(Kind::named(lock).unwrap(), fault, check, false);
                let told = remark(&report, Property::OrderedWrites)
                    .unwrap()
                    .to_string();
                assert!(
                    told.contains("lost its counter"),
                    "{lock} {check:?}: {told}"
                );
            }
        }
    }

    #[test]
    fn who_compares_strictly_is_told_the_other_check_as_well() {
        let lock = Kind::named("etcd").unwrap();
        let told = |check| {
            let report = walk(lock, Fault::Pause, check, false);
            remark(&report, Property::NoLostUpdate).unwrap().to_string()
        };
        assert!(told(Check::Strict).ends_with(": --check at-least --fence-on-read."));
        assert!(told(Check::AtLeast).ends_with("closes this gap: --fence-on-read."));
    }
}
