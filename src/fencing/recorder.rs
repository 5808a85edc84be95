//! Writes down a path as it is taken: moments, bars, messages.

mod bars;
mod known;
mod messages;
mod writes;

use known::{knowledge, verdicts};

use super::client::Client;
use super::narrate;
use super::property::Property;
use super::timeline::{Millis, Moment, Party, SpanKind, Timeline};
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

/// A step that was taken, with the world on both sides of it.
#[derive(Clone, Copy)]
struct Taken<'a> {
    at: Millis,
    action: Action,
    before: &'a World,
    after: &'a World,
    label: &'a str,
}

impl<'a> Taken<'a> {
    /// A client before the step and after it.
    fn client(self, c: usize) -> (&'a Client, &'a Client) {
        (&self.before.clients[c], &self.after.clients[c])
    }
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
        let step = Taken {
            at,
            action,
            before,
            after,
            label,
        };
        for c in 0..after.len() {
            self.messages(step, c);
            self.bars(step, c);
        }
        self.lease(step);
        self.outages(step);
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
        let waits = |c| self.is_open(SpanKind::Wait, c);
        self.timeline.verdicts = verdicts(world, waits, self.wronged);
        self.timeline.outcome = narrate::outcome(&self.heading.clients, world, &self.timeline);
        self.timeline
    }
}
