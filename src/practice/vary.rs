//! A scenario with one condition changed: what would have happened if.

use crate::fencing::{
    fault::{Fault, Target},
    lock::Kind,
    scenario::{Scenario, show_time},
    storage::Check,
    timeline::{Moment, Timeline},
};

/// How much longer a lease is that lasts in any case.
const LASTING: u64 = 20;

/// A scenario with one condition changed.
#[derive(Debug, Clone, PartialEq)]
pub struct Variant {
    /// What holds there, in a few words, such as `storage checks nothing`.
    pub label: String,
    /// What holds in the scenario as it is.
    pub instead_of: String,
    /// The changed scenario. It expects nothing, and has no captions of its own.
    pub scenario: Scenario,
}

/// The variants of a scenario whose runs differ from its own, each with its run. Where none of the other conditions makes
/// a difference, what is left is to spare it one of its faults.
pub fn variants(scenario: &Scenario, run: &Timeline) -> Vec<(Variant, Timeline)> {
    let all = checks(scenario)
        .into_iter()
        .chain(on_read(scenario))
        .chain(locks(scenario))
        .chain(pauses(scenario))
        .chain(longer(scenario));
    let differing = |all: Vec<Variant>| -> Vec<(Variant, Timeline)> {
        let runs = all.into_iter().map(|variant| {
            let run = variant.scenario.run();
            (variant, run)
        });
        let differs = |other: &Timeline| diverges(run, other).is_some();
        runs.filter(|(_, other)| differs(other)).collect()
    };
    let found = differing(all.collect());
    match found.is_empty() {
        true => differing(spared(scenario)),
        false => found,
    }
}

/// The number of the first moment at which not the same happens in both runs; `None` when they do not differ. A fence that
/// is higher without stopping anybody makes no difference yet.
pub fn diverges(a: &Timeline, b: &Timeline) -> Option<usize> {
    let same = a.moments.iter().zip(&b.moments).take_while(|(a, b)| {
        let what = |moment: &Moment| {
            let known = (moment.known.holder, moment.known.data);
            (moment.at, moment.party, moment.event, moment.token, known)
        };
        what(a) == what(b)
    });
    let same = same.count();
    (same < a.moments.len() || same < b.moments.len()).then_some(same)
}

fn variant(
    scenario: &Scenario,
    (label, instead_of): (String, String),
    change: impl FnOnce(&mut Scenario),
) -> Variant {
    let mut changed = scenario.clone();
    changed.captions.clear();
    changed.expect.clear();
    change(&mut changed);
    Variant {
        label,
        instead_of,
        scenario: changed,
    }
}

fn checked(check: Check) -> String {
    match check {
        Check::None => "storage checks nothing".to_owned(),
        check => format!("storage checks {}", check.condition()),
    }
}

/// With each other check. Without tokens there is nothing to check.
fn checks(scenario: &Scenario) -> Vec<Variant> {
    if !scenario.setup.tokens || scenario.setup.lock.protocol().token().is_none() {
        return Vec::new();
    }
    let now = scenario.setup.check;
    let others = [Check::None, Check::AtLeast, Check::Strict];
    let others = others.into_iter().filter(|check| *check != now);
    others
        .map(|check| {
            variant(scenario, (checked(check), checked(now)), |changed| {
                changed.setup.check = check;
                changed.setup.fence_on_read &= check != Check::None;
            })
        })
        .collect()
}

/// With the fence raised by reads, or no longer.
fn on_read(scenario: &Scenario) -> Option<Variant> {
    let labels = ["reads leave the fence", "reads raise the fence"].map(str::to_owned);
    let now = scenario.setup.fence_on_read;
    let [leave, raise] = labels;
    let words = if now { (leave, raise) } else { (raise, leave) };
    (scenario.setup.check != Check::None).then(|| {
        variant(scenario, words, |changed| {
            changed.setup.fence_on_read = !now
        })
    })
}

/// With Redis for etcd, and etcd for Redis, where no fault strikes the service itself.
fn locks(scenario: &Scenario) -> Option<Variant> {
    let other = match scenario.setup.lock.protocol().id() {
        "etcd" => Kind::named("redis")?,
        "redis" => Kind::ETCD,
        _ => return None,
    };
    let strikes_clients = |fault: Fault| {
        matches!(
            fault,
            Fault::Pause | Fault::VmSuspend | Fault::ClientCrash | Fault::DelayedWrite
        )
    };
    let faults = &scenario.timing.faults;
    if !faults.iter().all(|time| strikes_clients(time.fault)) {
        return None;
    }
    let title = |kind: Kind| kind.protocol().label(scenario.setup.tokens).to_owned();
    let words = (title(other), title(scenario.setup.lock));
    Some(variant(scenario, words, |changed| {
        changed.setup.lock = other
    }))
}

/// With a pause that is over before the lease is, or one that outlasts it.
fn pauses(scenario: &Scenario) -> Option<Variant> {
    let timing = &scenario.timing;
    let is_pause = |fault: Fault| matches!(fault, Fault::Pause | Fault::VmSuspend);
    let at = timing.faults.iter().position(|time| is_pause(time.fault))?;
    let ttl = timing.ttl[usize::from(timing.faults[at].target)];
    let now = timing.faults[at].lasts;
    let other = if now >= ttl / 2 { ttl / 5 } else { 2 * ttl };
    let words = (
        format!("a pause of {}", show_time(other)),
        format!("a pause of {}", show_time(now)),
    );
    Some(variant(scenario, words, |changed| {
        changed.timing.faults[at].lasts = other;
    }))
}

/// Without one of its faults, for each of them.
fn spared(scenario: &Scenario) -> Vec<Variant> {
    let faults = scenario.timing.faults.iter().enumerate();
    faults
        .map(|(at, time)| {
            let name = time.fault.name().replace('-', " ");
            let target = usize::from(time.target);
            let whom = match time.fault.target() {
                Target::Client => format!(" of {}", scenario.clients[target]),
                Target::Node if scenario.setup.lock.protocol().nodes() > 2 => {
                    format!(" of master {}", target + 1)
                }
                _ => String::new(),
            };
            let words = (format!("no {name}{whom}"), format!("{name}{whom}"));
            variant(scenario, words, |changed| {
                changed.timing.faults.remove(at);
                let faults = changed.timing.faults.iter();
                changed.setup.faults = faults.map(|time| time.fault).collect();
            })
        })
        .collect()
}

/// With a lease that lasts in any case.
fn longer(scenario: &Scenario) -> Option<Variant> {
    let ttl = scenario.timing.ttl[0];
    let words = (
        format!("TTL {}", show_time(ttl * LASTING)),
        format!("TTL {}", show_time(ttl)),
    );
    let ends = scenario.setup.lock.protocol().lease().ends_by_itself();
    ends.then(|| {
        variant(scenario, words, |changed| {
            for ttl in &mut changed.timing.ttl {
                *ttl *= LASTING;
            }
        })
    })
}
