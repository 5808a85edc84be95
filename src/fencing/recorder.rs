//! Writes down a path as it is taken: moments, bars, messages.

mod known;
mod messages;
mod writes;

use known::{knowledge, verdicts};

use super::client::{Call, Process};
use super::fault::Fault;
use super::narrate;
use super::property::Property;
use super::timeline::{Millis, Moment, Party, Span, SpanKind, Timeline};
use super::world::{Action, World};

/// What a timeline says of itself beside what happened.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Heading {
    /// Id of the scenario.
    pub scenario: String,
    /// Its title.
    pub title: String,
    /// What to look for.
    pub summary: String,
    /// The conditions in a line.
    pub conditions: String,
    /// Names of the clients.
    pub clients: Vec<String>,
    /// Captions of the scenario's own, in place of the world's.
    pub captions: Vec<Caption>,
}

/// A caption of the scenario's own.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Caption {
    /// The event that it is for.
    pub event: String,
    /// The client, when the event has one.
    pub client: Option<u8>,
    /// The text.
    pub text: String,
}

/// The channel of a message: one is out at a time on each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Channel {
    Lock,
    Storage,
    Renewal,
    Held,
}

/// A bar that has not ended.
struct Open {
    kind: SpanKind,
    client: u8,
    span: usize,
}

/// Writes a timeline.
pub struct Recorder {
    heading: Heading,
    timeline: Timeline,
    in_air: Vec<(u8, Channel, usize)>,
    open: Vec<Open>,
    /// Storage has refused somebody who held the lock.
    wronged: bool,
}

impl Recorder {
    /// Begin at the beginning.
    pub fn new(heading: Heading, world: &World) -> Self {
        let timeline = Timeline {
            scenario: heading.scenario.clone(),
            title: heading.title.clone(),
            summary: heading.summary.clone(),
            conditions: heading.conditions.clone(),
            lock: world.setup.lock.protocol().id().to_owned(),
            check: world.setup.check.name().to_owned(),
            clients: heading.clients.clone(),
            moments: vec![Moment {
                at: 0,
                party: Party::Lock,
                event: "start",
                token: None,
                caption: "Nobody holds the lock yet.".to_owned(),
                known: knowledge(world),
                decisive: false,
                harm: false,
            }],
            spans: Vec::new(),
            flights: Vec::new(),
            end: 0,
            verdicts: Vec::new(),
            accepted: Vec::new(),
            refused: Vec::new(),
            saved: false,
            outcome: String::new(),
        };
        let mut recorder = Self {
            heading,
            timeline,
            in_air: Vec::new(),
            open: Vec::new(),
            wronged: false,
        };
        recorder.caption_over(0, None);
        recorder
    }

    /// Write down a path that has no times of its own, such as a counterexample: a second a step.
    pub fn of_path(heading: Heading, setup: super::world::Setup, path: &[Action]) -> Timeline {
        let mut world = World::new(setup);
        let mut recorder = Self::new(heading, &world);
        for (at, action) in (1..).map(|second| second * 1_000).zip(path) {
            let before = world;
            world.apply(*action);
            recorder.record(at, *action, &before, &world, "");
        }
        recorder.finish(&world)
    }

    /// A step was taken.
    pub fn record(
        &mut self,
        at: Millis,
        action: Action,
        before: &World,
        after: &World,
        label: &str,
    ) {
        self.timeline.end = at;
        for c in 0..after.len() {
            self.messages(at, action, before, after, c);
            self.bars(at, action, before, after, c, label);
        }
        self.lease(at, action, before, after);
        self.outages(at, action, before, after, label);
        self.writes(action, before, after);
        if let Some(told) = narrate::tell(&self.heading.clients, before, action, after, label) {
            let client = match told.party {
                Party::Client(c) => Some(c),
                _ => narrate::client_of(action),
            };
            self.timeline.moments.push(Moment {
                at,
                party: told.party,
                event: told.event,
                token: told.token.filter(|token| *token > 0).map(u32::from),
                caption: told.caption,
                known: knowledge(after),
                decisive: told.decisive,
                harm: [Property::OrderedWrites, Property::NoLostUpdate]
                    .into_iter()
                    .any(|property| after.broken(property) && !before.broken(property)),
            });
            self.caption_over(self.timeline.moments.len() - 1, client);
        }
    }

    /// The scenario's own words, where it has any.
    fn caption_over(&mut self, moment: usize, client: Option<u8>) {
        let moment = &mut self.timeline.moments[moment];
        let own = self.heading.captions.iter().find(|caption| {
            caption.event == moment.event && (caption.client.is_none() || caption.client == client)
        });
        if let Some(own) = own {
            moment.caption.clone_from(&own.text);
        }
    }

    /// The run is over.
    pub fn finish(mut self, world: &World) -> Timeline {
        let last = self.timeline.end;
        // Room after the last step, so that it can be seen to have happened.
        let end = last + (last / 12).max(500);
        for open in &self.open {
            self.timeline.spans[open.span].to = end;
        }
        self.timeline.end = end;
        let waits = |c| {
            self.open
                .iter()
                .any(|open| (open.kind, open.client) == (SpanKind::Wait, c))
        };
        self.timeline.verdicts = verdicts(world, waits, self.wronged);
        self.timeline.outcome = narrate::outcome(&self.heading.clients, world, &self.timeline);
        self.timeline
    }

    fn bars(
        &mut self,
        at: Millis,
        action: Action,
        before: &World,
        after: &World,
        c: usize,
        label: &str,
    ) {
        let id = c as u8;
        let (was, is) = (&before.clients[c], &after.clients[c]);
        let token = Some(u32::from(is.token)).filter(|token| *token > 0);
        let waits = |client: &super::client::Client, world: &World| {
            client.call != Call::Idle
                && world.next_step(c) == Some(super::client::Step::Acquire)
                && !client.done
        };
        // A client between two attempts still waits.
        let waited = self
            .open
            .iter()
            .any(|open| open.kind == SpanKind::Wait && open.client == id);
        let still = waited
            && !is.believes
            && !is.done
            && after.next_step(c) == Some(super::client::Step::Acquire);
        self.bar(
            SpanKind::Wait,
            id,
            waited,
            waits(is, after) || still,
            at,
            None,
            "",
        );
        self.bar(
            SpanKind::Belief,
            id,
            was.believes,
            is.believes,
            at,
            token,
            belief_end(action),
        );
        let stood = |process| process != Process::Running;
        self.bar(
            SpanKind::Pause,
            id,
            stood(was.process),
            stood(is.process),
            at,
            None,
            label,
        );
        self.bar(
            SpanKind::Fault,
            id,
            was.cut_lock || was.cut_storage,
            is.cut_lock || is.cut_storage,
            at,
            None,
            cut_label(is, label),
        );
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a bar has this many parts, and this is where one begins and ends"
    )]
    fn bar(
        &mut self,
        kind: SpanKind,
        client: u8,
        was: bool,
        is: bool,
        at: Millis,
        token: Option<u32>,
        label: &str,
    ) {
        if is && !was {
            self.open.push(Open {
                kind,
                client,
                span: self.timeline.spans.len(),
            });
            let label = label.to_owned();
            self.timeline.spans.push(Span {
                kind,
                client,
                token,
                from: at,
                to: at,
                label,
            });
        } else if was && !is {
            self.close(kind, client, at, label);
        }
    }

    fn close(&mut self, kind: SpanKind, client: u8, at: Millis, label: &str) {
        if let Some(i) = self
            .open
            .iter()
            .position(|open| (open.kind, open.client) == (kind, client))
        {
            let span = &mut self.timeline.spans[self.open.swap_remove(i).span];
            span.to = at;
            if !label.is_empty() {
                label.clone_into(&mut span.label);
            }
        }
    }

    fn lease(&mut self, at: Millis, action: Action, before: &World, after: &World) {
        let (was, is) = (before.holder(), after.holder());
        if was == is {
            return;
        }
        if let Some((client, _)) = was {
            self.close(SpanKind::Lease, client, at, lease_end(action));
        }
        if let Some((client, token)) = is {
            let token = Some(u32::from(token)).filter(|token| *token > 0);
            self.bar(SpanKind::Lease, client, false, true, at, token, "");
        }
    }

    /// The lock service is down: a bar under nobody's name but the first number that no client has.
    fn outages(&mut self, at: Millis, _action: Action, before: &World, after: &World, label: &str) {
        let down = |world: &World| {
            world.nodes[..world.setup.lock.protocol().nodes()]
                .iter()
                .any(|node| !node.up)
        };
        let label = if label.is_empty() { "down" } else { label };
        self.bar(
            SpanKind::Fault,
            after.setup.clients,
            down(before),
            down(after),
            at,
            None,
            label,
        );
    }
}

fn belief_end(action: Action) -> &'static str {
    match action {
        Action::Go(_) => "released",
        Action::FromStorage(_) => "refused",
        Action::RenewBack(_) => "renewal refused",
        Action::Learns(_) => "learnt of it",
        _ => "",
    }
}

fn lease_end(action: Action) -> &'static str {
    match action {
        Action::LeaseEnds(_) => "expired",
        Action::AtLock(_) => "released",
        Action::Reap(_) | Action::GiveUp(_) => "session ended",
        Action::Strike(Fault::ServerClockJump, _) => "clock jumped",
        Action::Strike(Fault::Failover, _) => "failed over",
        _ => "lost",
    }
}

fn cut_label<'l>(client: &super::client::Client, label: &'l str) -> &'l str {
    match (label.is_empty(), client.cut_storage) {
        (false, _) => label,
        (true, true) => "cut from storage",
        (true, false) => "cut from the lock service",
    }
}
