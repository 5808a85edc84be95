//! `token34 explore`: every schedule of a small world, and the matrix of faults and locks.

mod note;

use std::collections::BTreeMap;
use std::io::{self, Write};

use serde::Serialize;

use super::Out;
use crate::course::Pack;
use crate::fencing::explore::{Finding, Report};
use crate::fencing::fault::{Fault, FaultSet};
use crate::fencing::lock::Kind;
use crate::fencing::matrix::{self, Cell};
use crate::fencing::property::Property;
use crate::fencing::recorder::{Heading, Recorder};
use crate::fencing::storage::Check;
use crate::fencing::timeline::{Party, Timeline};
use crate::text::width;

/// The column of the lesson's table that says how a lock fares under pauses and partitions.
const WORD: usize = 1;
/// Where the tokens come from of a lock that has none built in.
const REDIS_TOKENS: &str = "Redis tokens: an INCR in the acquire script.";
/// What is said of a walk that was broken off.
const UNDECIDED: &str = "The walk stopped there: its budget was spent, or the system has no more memory. What it found stands. Where it says unknown, nothing is shown \
     either way: raise --states, or --memory, to walk on.";
/// Names of the clients of an exploration.
const CLIENTS: [&str; 3] = ["A", "B", "C"];

/// Print what an exploration found, each counterexample step by step.
///
/// # Errors
/// Those of the sink.
pub fn explored<W: Write>(report: &Report, out: &mut Out<W>) -> io::Result<()> {
    let setup = &report.setup;
    let check = match setup.check {
        Check::None => "storage checks nothing".to_owned(),
        check => format!("storage checks {}", check.condition()),
    };
    let raised = if setup.fence_on_read {
        ", on reads too"
    } else {
        ""
    };
    let title = setup.lock.protocol().label(setup.tokens);
    out.line(&format!(
        "{title} · fault {} · {check}{raised}",
        fault_name(report)
    ))?;
    let walked = if report.complete {
        "all there are"
    } else {
        "not all there are"
    };
    out.line(&format!(
        "{}, {} states, {walked}",
        clients(setup.clients),
        report.states
    ))?;
    if !report.complete {
        out.paragraph("", UNDECIDED)?;
    }
    if title != setup.lock.protocol().title() {
        out.line(REDIS_TOKENS)?;
    }
    for fault in setup.faults.iter() {
        out.paragraph("The fault: ", &format!("{}.", fault.reason()))?;
    }
    for property in Property::ALL {
        out.gap()?;
        let finding = report.finding(property);
        out.line(&format!("{:16}  {}", property.name(), finding.name()))?;
        if let Finding::Violated(_) = finding {
            let path = story(report, finding);
            steps(&path, out)?;
            if let Some(note) = note::note(report, property, &path) {
                out.paragraph("  ", &note.to_string())?;
            }
        }
    }
    Ok(())
}

fn steps<W: Write>(timeline: &Timeline, out: &mut Out<W>) -> io::Result<()> {
    for (number, moment) in timeline.moments.iter().skip(1).enumerate() {
        out.paragraph(&format!("  {:>2}. ", number + 1), &moment.caption)?;
    }
    Ok(())
}

fn fault_name(report: &Report) -> String {
    let names: Vec<&str> = report.setup.faults.iter().map(Fault::name).collect();
    if names.is_empty() {
        return "none".to_owned();
    }
    names.join(",")
}

/// A counterexample as a timeline; an empty one where there is none.
fn story(report: &Report, finding: &Finding) -> Timeline {
    let path = match finding {
        Finding::Violated(path) => path.as_slice(),
        _ => &[],
    };
    let clients = CLIENTS.map(str::to_owned).to_vec();
    let heading = Heading {
        clients,
        ..Heading::default()
    };
    Recorder::of_path(heading, report.setup, path)
}

/// Print what an exploration found as one JSON object.
///
/// # Errors
/// Those of the sink.
pub fn explored_json<W: Write>(report: &Report, out: &mut Out<W>) -> io::Result<()> {
    out.raw(&serde_json::to_vec_pretty(&Found::of(report))?)?;
    out.gap()
}

/// Print the matrix as a JSON list of explorations.
///
/// # Errors
/// Those of the sink.
pub fn matrix_json<W: Write>(reports: &[Report], out: &mut Out<W>) -> io::Result<()> {
    let found: Vec<Found> = reports.iter().map(Found::of).collect();
    out.raw(&serde_json::to_vec_pretty(&found)?)?;
    out.gap()
}

#[derive(Serialize)]
struct Found {
    lock: &'static str,
    fault: String,
    check: &'static str,
    fence_on_read: bool,
    clients: u8,
    states: usize,
    complete: bool,
    properties: BTreeMap<&'static str, Verdict>,
}

#[derive(Serialize)]
struct Verdict {
    verdict: &'static str,
    steps: Option<Vec<Step>>,
}

#[derive(Serialize)]
struct Step {
    actor: String,
    event: &'static str,
    token: Option<u32>,
    caption: String,
}

impl Found {
    fn of(report: &Report) -> Self {
        let properties = Property::ALL.map(|property| {
            let finding = report.finding(property);
            let violated = matches!(finding, Finding::Violated(_));
            let steps = violated.then(|| json_steps(&story(report, finding)));
            let verdict = finding.name();
            (property.name(), Verdict { verdict, steps })
        });
        Self {
            lock: report.setup.lock.protocol().id(),
            fault: fault_name(report),
            check: report.setup.check.name(),
            fence_on_read: report.setup.fence_on_read,
            clients: report.setup.clients,
            states: report.states,
            complete: report.complete,
            properties: properties.into(),
        }
    }
}

fn json_steps(timeline: &Timeline) -> Vec<Step> {
    let name = |party| match party {
        Party::Client(client) => CLIENTS[usize::from(client)].to_owned(),
        Party::Lock => "lock".to_owned(),
        Party::Storage => "storage".to_owned(),
    };
    let moments = timeline.moments.iter().skip(1);
    moments
        .map(|moment| Step {
            actor: name(moment.party),
            event: moment.event,
            token: moment.token,
            caption: moment.caption.clone(),
        })
        .collect()
}

fn clients(number: u8) -> String {
    match number {
        1 => "1 client".to_owned(),
        many => format!("{many} clients"),
    }
}

/// What a cell of the matrix says, one mark a property, in the order of [`MARKS`](crate::fencing::matrix::MARKS).
pub fn marks(unchecked: &Report, checked: &Report) -> String {
    matrix::marks(unchecked, checked)
        .map(|finding| match finding {
            Finding::Holds => '✓',
            Finding::Violated(_) => '↯',
            Finding::Unknown => '?',
            Finding::NoToken => '–',
            Finding::NotApplicable => '·',
        })
        .iter()
        .collect()
}

/// Print the matrix: faults down, locks across, the lesson's own words under each lock.
///
/// # Errors
/// Those of the sink.
pub fn matrix<W: Write>(pack: &Pack, reports: &[Report], out: &mut Out<W>) -> io::Result<()> {
    let locks: Vec<Kind> = Kind::matrix().collect();
    let widest = |names: &mut dyn Iterator<Item = usize>| names.max().unwrap_or(0);
    let first = widest(&mut Fault::MATRIX.iter().map(|fault| width(fault.name())));
    let column = widest(&mut locks.iter().map(|lock| width(lock.protocol().id())));
    let row = |head: &str, cells: &mut dyn Iterator<Item = String>| {
        let cells: Vec<String> = cells.map(|cell| format!("{cell:column$}")).collect();
        format!("{head:first$}  {}", cells.join("  "))
            .trim_end()
            .to_owned()
    };
    out.line(&row(
        "",
        &mut locks.iter().map(|lock| lock.protocol().id().to_owned()),
    ))?;
    // Two runs a cell, one a check, lock by lock, fault by fault: the order of `Cell::all`.
    for (fault, runs) in Fault::MATRIX.iter().zip(reports.chunks(2 * locks.len())) {
        let cells = &mut runs.chunks(2).map(|pair| match pair {
            [unchecked, checked] => marks(unchecked, checked),
            _ => String::new(),
        });
        out.line(&row(fault.name(), cells))?;
    }
    out.gap()?;
    out.line("The four marks of a cell:")?;
    out.line("  1  exclusive-grants  no grant while an earlier one is live")?;
    out.line("  2  ordered-writes    storage checks nothing")?;
    out.line("  3  ordered-writes    storage checks fence <= token")?;
    out.line("  4  progress          somebody can finish while the fault lasts")?;
    out.line("  ✓ no schedule breaks it   ↯ a schedule breaks it   – no token   · cannot strike   ? not walked to the end")?;
    out.gap()?;
    out.line("The locks, and the lesson's word for each:")?;
    for lock in locks.iter().map(|lock| lock.protocol()) {
        let word = pack.table_cell(lock.table_row(), WORD).unwrap_or_default();
        out.line(&format!(
            "  {:column$}  {}: {word}",
            lock.id(),
            lock.title()
        ))?;
    }
    out.line(REDIS_TOKENS)?;
    out.gap()?;
    out.line("Why:")?;
    for fault in Fault::MATRIX {
        out.line(&format!("  {:first$}  {}", fault.name(), fault.reason()))?;
    }
    let states: usize = reports.iter().map(|report| report.states).sum();
    out.gap()?;
    out.line(&format!("{states} states in {} runs.", reports.len()))
}

/// A name that the command line gives and the world does not have.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
#[error("there is no {what} \"{name}\"; write one of {known}")]
pub struct NoSuch {
    what: &'static str,
    name: String,
    known: String,
}

/// What the command line names: a lock, faults with commas between them, a check.
///
/// # Errors
/// When there is no lock, fault or check of that name.
pub fn named(lock: &str, faults: &str, check: &str) -> Result<(Kind, FaultSet, Check), NoSuch> {
    let no_such = |what, name: &str, known: Vec<&str>| NoSuch {
        what,
        name: name.to_owned(),
        known: known.join(", "),
    };
    let kinds = || Kind::all().map(|kind| kind.protocol().id()).collect();
    let known = || {
        Fault::MATRIX
            .into_iter()
            .chain(Fault::STORAGE)
            .map(Fault::name)
    };
    let kind = Kind::named(lock).ok_or_else(|| no_such("lock", lock, kinds()))?;
    let struck = faults
        .split(',')
        .map(str::trim)
        .filter(|name| *name != "none");
    let struck = struck.map(|name| {
        let all = ["none"].into_iter().chain(known()).collect();
        Fault::named(name).ok_or_else(|| no_such("fault", name, all))
    });
    let struck = struck.collect::<Result<FaultSet, NoSuch>>()?;
    let compares = Check::NAMES.iter().find(|(name, _)| *name == check);
    let checks = || Check::NAMES.iter().map(|(name, _)| *name).collect();
    let (_, compares) = compares.ok_or_else(|| no_such("check", check, checks()))?;
    Ok((kind, struck, *compares))
}

/// Whether a property is broken, or was left undecided: an exploration that shows nothing is no proof.
pub fn falls_short(report: &Report) -> bool {
    let short = |finding| matches!(finding, &Finding::Violated(_) | &Finding::Unknown);
    report.findings.iter().any(short)
}

/// Every cell of the matrix on all cores; `done` hears how many are ready.
pub fn walk_matrix(threads: usize, done: impl Fn(usize) + Sync) -> Vec<Report> {
    use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
    let ready = AtomicUsize::new(0);
    let never = AtomicBool::new(false);
    let tell = |_, _: &Report| done(1 + ready.fetch_add(1, Ordering::Relaxed));
    let reports = matrix::explore_all(&Cell::all(), Default::default(), threads, &never, tell);
    reports.into_iter().flatten().collect()
}
