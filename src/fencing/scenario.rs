//! A scenario: a world and its times, read from TOML. Nothing in it says how the run ends; the verdicts that it
//! *expects* are compared with what the world did.

use serde::Deserialize;
use toml::Spanned;

use super::client::{MAX_CLIENTS, MAX_STEPS, Plan, Step};
use super::fault::{Fault, Target};
use super::lock::Kind;
use super::property::{Property, Verdict};
use super::recorder::{Caption, Heading, Recorder};
use super::schedule::{FaultTime, Timing, run};
use super::storage::Check;
use super::timeline::{Millis, Timeline};
use super::world::{Setup, World};
use crate::text::clean_line;

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
#[error("{file}:{line}: {what}")]
pub struct ScenarioError {
    /// The file.
    pub file: String,
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong, and the remedy.
    pub what: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Source {
    format: Spanned<u32>,
    id: String,
    title: String,
    #[serde(default)]
    group: Option<String>,
    summary: String,
    lock: Spanned<String>,
    #[serde(default)]
    check: Option<Spanned<String>>,
    #[serde(default)]
    fence_on_read: bool,
    #[serde(default)]
    next_token: Option<Spanned<u16>>,
    #[serde(default)]
    plain_delete: bool,
    #[serde(default = "yes")]
    rereads: bool,
    #[serde(default)]
    retries: bool,
    #[serde(default)]
    ends_with_transaction: bool,
    #[serde(default = "yes")]
    tokens: bool,
    #[serde(default)]
    own_clock: bool,
    #[serde(default)]
    ttl: Option<Spanned<String>>,
    #[serde(default)]
    latency: Option<Spanned<String>>,
    #[serde(default)]
    storage_latency: Option<Spanned<String>>,
    #[serde(default)]
    retry: Option<Spanned<String>>,
    #[serde(default)]
    timeout: Option<Spanned<String>>,
    #[serde(default)]
    keepalive: Option<Spanned<String>>,
    #[serde(default)]
    lag: Option<Spanned<String>>,
    #[serde(default)]
    until: Option<Spanned<String>>,
    #[serde(rename = "client")]
    clients: Vec<Spanned<ClientSource>>,
    #[serde(default, rename = "fault")]
    faults: Vec<Spanned<FaultSource>>,
    #[serde(default, rename = "caption")]
    captions: Vec<Spanned<CaptionSource>>,
    expect: std::collections::BTreeMap<String, Spanned<String>>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct ClientSource {
    name: String,
    start: Spanned<String>,
    plan: Vec<Spanned<String>>,
    #[serde(default)]
    ttl: Option<Spanned<String>>,
    #[serde(default = "yes")]
    renews: bool,
    #[serde(default)]
    lock: u8,
    #[serde(default)]
    resource: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct FaultSource {
    kind: Spanned<String>,
    #[serde(default)]
    client: Option<Spanned<String>>,
    #[serde(default)]
    node: Option<Spanned<u8>>,
    at: Spanned<String>,
    #[serde(default)]
    lasts: Option<Spanned<String>>,
    #[serde(default)]
    label: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct CaptionSource {
    event: Spanned<String>,
    #[serde(default)]
    client: Option<Spanned<String>>,
    text: String,
}

/// Points at a place of the source.
struct Place<'s> {
    file: &'s str,
    toml: &'s str,
}

impl Place<'_> {
    fn error(&self, at: usize, what: impl Into<String>) -> ScenarioError {
        let line = 1 + self
            .toml
            .bytes()
            .take(at)
            .filter(|byte| *byte == b'\n')
            .count();
        ScenarioError {
            file: self.file.to_owned(),
            line,
            what: what.into(),
        }
    }

    fn time(&self, text: &Spanned<String>) -> Result<Millis, ScenarioError> {
        parse_time(text.get_ref()).ok_or_else(|| {
            let what = format!(
                "`{}` is not a time: write a number that is not negative and a unit, such as \"10 s\", \"50 ms\" or \"2 min\"",
                text.get_ref()
            );
            self.error(text.span().start, what)
        })
    }

    fn time_or(
        &self,
        text: Option<&Spanned<String>>,
        default: Millis,
    ) -> Result<Millis, ScenarioError> {
        text.map_or(Ok(default), |text| self.time(text))
    }

    fn client(&self, names: &[String], name: &Spanned<String>) -> Result<u8, ScenarioError> {
        let at = names.iter().position(|known| known == name.get_ref());
        at.map(|at| at as u8).ok_or_else(|| {
            let known = names.join(", ");
            self.error(
                name.span().start,
                format!(
                    "there is no client `{}`: write one of {known}",
                    name.get_ref()
                ),
            )
        })
    }

    fn named<T>(
        &self,
        text: &Spanned<String>,
        what: &str,
        known: &[(&'static str, T)],
    ) -> Result<T, ScenarioError>
    where
        T: Copy,
    {
        known
            .iter()
            .find(|(name, _)| name == text.get_ref())
            .map(|(_, value)| *value)
            .ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let what = format!(
                    "there is no {what} `{}`: write one of {}",
                    text.get_ref(),
                    names.join(", ")
                );
                self.error(text.span().start, what)
            })
    }
}

/// `10 s`, `1.5 s`, `50 ms`, `2 min` in milliseconds; `None` for anything else.
fn parse_time(text: &str) -> Option<Millis> {
    let text = text.trim();
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (number, unit) = text.split_at(split);
    let unit = match unit.trim() {
        "ms" => 1.0,
        "s" => 1_000.0,
        "min" => 60_000.0,
        _ => return None,
    };
    let millis = number.parse::<f64>().ok()? * unit;
    (millis <= 3_600_000.0).then_some(millis.round() as Millis)
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
            at.error(
                error.span().map_or(0, |span| span.start),
                error.message().trim().to_owned(),
            )
        })?;
        if *source.format.get_ref() != 1 {
            return Err(at.error(
                source.format.span().start,
                "this program reads `format = 1`",
            ));
        }
        let names: Vec<String> = source
            .clients
            .iter()
            .map(|client| clean_line(&client.get_ref().name))
            .collect();
        if names.is_empty() || names.len() > MAX_CLIENTS {
            let what = format!(
                "a scenario has one to {MAX_CLIENTS} clients, this one has {}",
                names.len()
            );
            return Err(at.error(0, what));
        }
        let timing = timing(at, &source, &names)?;
        let setup = setup(at, &source, &timing)?;
        let kind = setup.lock.protocol().title();
        let scenario = Self {
            id: source.id.clone(),
            title: clean_line(&source.title),
            group: source.group.as_deref().map_or(kind.to_owned(), clean_line),
            summary: clean_line(&source.summary),
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
            Check::None => "storage checks nothing".to_owned(),
            check => format!("storage checks {}", check.condition()),
        };
        let raised = if self.setup.fence_on_read {
            ", on reads too"
        } else {
            ""
        };
        format!("{} · {ttl} · {check}{raised}", protocol.title())
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

fn setup(at: &Place<'_>, source: &Source, timing: &Timing) -> Result<Setup, ScenarioError> {
    let kinds: Vec<(&'static str, Kind)> = Kind::all()
        .map(|kind| (kind.protocol().id(), kind))
        .collect();
    let mut setup = Setup::new(at.named(&source.lock, "lock", &kinds)?);
    if let Some(check) = &source.check {
        setup.check = at.named(check, "check", &Check::NAMES)?;
    }
    if let Some(token) = &source.next_token {
        if *token.get_ref() == 0 {
            return Err(at.error(
                token.span().start,
                "tokens begin at 1 or above: write `next-token = 33`",
            ));
        }
        setup.next_token = *token.get_ref();
    }
    setup.clients = source.clients.len() as u8;
    setup.fence_on_read = source.fence_on_read;
    setup.plain_delete = source.plain_delete;
    setup.rereads = source.rereads;
    setup.retries = source.retries;
    setup.ends_with_transaction = source.ends_with_transaction;
    setup.tokens = source.tokens;
    setup.renewals = timing.renews.contains(&true);
    setup.faults = timing.faults.iter().map(|time| time.fault).collect();
    for (c, client) in source.clients.iter().enumerate() {
        setup.plans[c] = plan(at, client)?.0;
        if setup.plans[c].lock > 0 && setup.lock.protocol().nodes() > 1 {
            let what = "a service of several nodes keeps one lock here: take `lock = 1` out";
            return Err(at.error(client.span().start, what));
        }
    }
    Ok(setup)
}

/// `write after 2 s`: a step, and how long the client works before it.
fn plan(
    at: &Place<'_>,
    client: &Spanned<ClientSource>,
) -> Result<(Plan, [Millis; MAX_STEPS]), ScenarioError> {
    let mut work = [0; MAX_STEPS];
    let mut steps = Vec::new();
    for (i, text) in client.get_ref().plan.iter().enumerate() {
        let (name, after) = text
            .get_ref()
            .split_once(" after ")
            .unwrap_or((text.get_ref(), "0 s"));
        let name = Spanned::new(text.span(), name.trim().to_owned());
        steps.push(at.named(&name, "step", &Step::NAMES)?);
        if let Some(place) = work.get_mut(i) {
            *place = at.time(&Spanned::new(text.span(), after.to_owned()))?;
        }
    }
    let mut plan = Plan::new(&steps)
        .filter(|_| steps.first() == Some(&Step::Acquire))
        .ok_or_else(|| {
            at.error(
                client.span().start,
                format!("a plan begins with \"acquire\" and has at most {MAX_STEPS} steps"),
            )
        })?;
    let (lock, resource) = (client.get_ref().lock, client.get_ref().resource);
    if lock > 1 || resource > 1 {
        return Err(at.error(
            client.span().start,
            "there are two locks and two resources, 0 and 1",
        ));
    }
    (plan.lock, plan.resource) = (lock, resource);
    Ok((plan, work))
}

fn timing(at: &Place<'_>, source: &Source, names: &[String]) -> Result<Timing, ScenarioError> {
    let ttl = at.time_or(source.ttl.as_ref(), 10_000)?;
    let latency_lock = at.time_or(source.latency.as_ref(), 50)?;
    let mut timing = Timing {
        ttl: [ttl; MAX_CLIENTS],
        renews: [false; MAX_CLIENTS],
        start: [0; MAX_CLIENTS],
        work: [[0; MAX_STEPS]; MAX_CLIENTS],
        latency_lock,
        latency_storage: at.time_or(source.storage_latency.as_ref(), latency_lock)?,
        retry: at.time_or(source.retry.as_ref(), 1_000)?,
        timeout: at.time_or(source.timeout.as_ref(), 1_000)?,
        keepalive: at.time_or(source.keepalive.as_ref(), 20_000)?,
        lag: at.time_or(source.lag.as_ref(), 1_000)?,
        own_clock: source.own_clock,
        faults: Vec::new(),
        until: at.time_or(source.until.as_ref(), 60_000)?,
    };
    for (c, client) in source.clients.iter().enumerate() {
        timing.work[c] = plan(at, client)?.1;
        let client = client.get_ref();
        timing.start[c] = at.time(&client.start)?;
        timing.ttl[c] = at.time_or(client.ttl.as_ref(), ttl)?;
        timing.renews[c] = client.renews;
    }
    if let Some(zero) = source.ttl.as_ref().filter(|_| timing.ttl.contains(&0)) {
        return Err(at.error(
            zero.span().start,
            "a TTL of 0 ends a lease before it begins: write a time above 0",
        ));
    }
    timing.faults = faults(at, source, names)?;
    Ok(timing)
}

fn faults(
    at: &Place<'_>,
    source: &Source,
    names: &[String],
) -> Result<Vec<FaultTime>, ScenarioError> {
    let known: Vec<(&'static str, Fault)> = Fault::MATRIX
        .into_iter()
        .chain(Fault::STORAGE)
        .map(|fault| (fault.name(), fault))
        .collect();
    source
        .faults
        .iter()
        .map(|spanned| {
            let fault = spanned.get_ref();
            let kind = at.named(&fault.kind, "fault", &known)?;
            let target = match (kind.target(), &fault.client, &fault.node) {
                (Target::Client, Some(client), _) => at.client(names, client)?,
                (Target::Client, None, _) => {
                    let what = format!(
                        "`{}` strikes a client: write `client = \"{}\"`",
                        kind.name(),
                        names[0]
                    );
                    return Err(at.error(spanned.span().start, what));
                }
                (Target::Node, _, Some(node)) if *node.get_ref() >= 1 => node.get_ref() - 1,
                (Target::Node, _, Some(node)) => {
                    return Err(at.error(node.span().start, "nodes are counted from 1"));
                }
                _ => 0,
            };
            Ok(FaultTime {
                fault: kind,
                target,
                at: at.time(&fault.at)?,
                lasts: at.time_or(fault.lasts.as_ref(), 0)?,
                label: clean_line(&fault.label),
            })
        })
        .collect()
}

fn captions(
    at: &Place<'_>,
    source: &Source,
    names: &[String],
) -> Result<Vec<Caption>, ScenarioError> {
    source
        .captions
        .iter()
        .map(|spanned| {
            let caption = spanned.get_ref();
            let client = caption
                .client
                .as_ref()
                .map(|client| at.client(names, client))
                .transpose()?;
            Ok(Caption {
                event: caption.event.get_ref().clone(),
                client,
                text: clean_line(caption.text.trim()),
            })
        })
        .collect()
}

fn expect(at: &Place<'_>, source: &Source) -> Result<Vec<(Property, Verdict)>, ScenarioError> {
    source
        .expect
        .iter()
        .map(|(name, verdict)| {
            let property = Property::ALL
                .into_iter()
                .find(|property| property.name() == name)
                .ok_or_else(|| {
                    let names = Property::ALL.map(Property::name).join(", ");
                    at.error(
                        verdict.span().start,
                        format!("there is no property `{name}`: write one of {names}"),
                    )
                })?;
            let known =
                [Verdict::Holds, Verdict::Violated].map(|verdict| (verdict.name(), verdict));
            Ok((property, at.named(verdict, "verdict", &known)?))
        })
        .collect()
}
