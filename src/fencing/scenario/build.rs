//! From what a file says to a world and its times.

use std::ops::RangeInclusive;

use toml::Spanned;

use super::super::client::{MAX_CLIENTS, MAX_STEPS, Plan, Step};
use super::super::fault::{Fault, Target};
use super::super::lock::Kind;
use super::super::property::{Property, Verdict};
use super::super::recorder::Caption;
use super::super::schedule::{FaultTime, Timing};
use super::super::storage::Check;
use super::super::timeline::Millis;
use super::super::world::Setup;
use super::ScenarioError;
use super::source::{ClientSource, Place, Source};
use crate::text::clean_line;

/// Where the tokens of a run may begin. A token has 16 bits, and this leaves room for more grants than a run can have.
const FIRST_TOKENS: RangeInclusive<u16> = 1..=60_000;

pub(super) fn setup(
    at: &Place<'_>,
    source: &Source,
    timing: &Timing,
) -> Result<Setup, ScenarioError> {
    let kinds: Vec<(&'static str, Kind)> = Kind::all()
        .map(|kind| (kind.protocol().id(), kind))
        .collect();
    let mut setup = Setup::new(at.named(&source.lock, "lock", &kinds)?);
    if let Some(check) = &source.check {
        setup.check = at.named(check, "check", &Check::NAMES)?;
    }
    if let Some(token) = &source.next_token {
        let number = u16::try_from(*token.get_ref());
        let number = number.ok().filter(|number| FIRST_TOKENS.contains(number));
        setup.next_token = number.ok_or_else(|| {
            let (least, most) = (FIRST_TOKENS.start(), FIRST_TOKENS.end());
            let what = format!(
                "a run cannot begin at the token {}: write a number from {least} to {most}, such as `next-token = 33`",
                token.get_ref()
            );
            at.error(token.span().start, what)
        })?;
    }
    setup.clients = source.clients.len() as u8;
    setup.fence_on_read = source.fence_on_read;
    setup.null_fence = source.null_fence;
    setup.idempotency_key = source.idempotency_key;
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
pub(super) fn plan(
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
    // Whoever asks for no lock has none to look at or to give back.
    let unlocked = steps
        .iter()
        .all(|step| matches!(step, Step::Read | Step::Write));
    let mut plan = Plan::new(&steps)
        .filter(|_| steps.first() == Some(&Step::Acquire) || unlocked && !steps.is_empty())
        .ok_or_else(|| {
            at.error(
                client.span().start,
                format!(
                    "a plan begins with \"acquire\", or only reads and writes, and has at most {MAX_STEPS} steps"
                ),
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

pub(super) fn timing(
    at: &Place<'_>,
    source: &Source,
    names: &[String],
) -> Result<Timing, ScenarioError> {
    let ttl = lease(at, source.ttl.as_ref(), 10_000)?;
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
        timing.ttl[c] = lease(at, client.ttl.as_ref(), ttl)?;
        timing.renews[c] = client.renews;
    }
    timing.faults = faults(at, source, names)?;
    Ok(timing)
}

/// How long a lease runs; an error points at the very line that says so.
fn lease(
    at: &Place<'_>,
    text: Option<&Spanned<String>>,
    default: Millis,
) -> Result<Millis, ScenarioError> {
    match (at.time_or(text, default)?, text) {
        (0, Some(zero)) => Err(at.error(
            zero.span().start,
            "a TTL of 0 ends a lease before it begins: write a time above 0",
        )),
        (ttl, _) => Ok(ttl),
    }
}

pub(super) fn faults(
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

pub(super) fn captions(
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
                text: at.line(&caption.text)?,
            })
        })
        .collect()
}

pub(super) fn expect(
    at: &Place<'_>,
    source: &Source,
) -> Result<Vec<(Property, Verdict)>, ScenarioError> {
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
