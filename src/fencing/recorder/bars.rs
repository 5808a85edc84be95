//! Bars: who waits, who believes, who stands still, who is cut off, whose the lock is.

use super::super::client::{Call, Client, Process, Step};
use super::super::fault::Fault;
use super::super::timeline::{Millis, Span, SpanKind};
use super::super::world::{Action, World};
use super::{Open, Recorder, Taken};

/// What a bar is of, and what it says: as it begins, or as it ends.
struct Bar<'a> {
    kind: SpanKind,
    client: u8,
    token: Option<u32>,
    label: &'a str,
}

impl Recorder {
    /// What begins and ends for a client.
    pub(super) fn bars(&mut self, step: Taken<'_>, c: usize) {
        let client = c as u8;
        let bar = |kind, label| Bar {
            kind,
            client,
            token: None,
            label,
        };
        let (was, is) = step.client(c);
        let waited = self.is_open(SpanKind::Wait, client);
        let waits = waits(step.after, c, waited);
        self.turn(step.at, [waited, waits], bar(SpanKind::Wait, ""));
        let belief = Bar {
            token: shown(is.token),
            ..bar(SpanKind::Belief, belief_end(step.action))
        };
        self.turn(step.at, [was.believes, is.believes], belief);
        let stands = [was, is].map(|client| client.process != Process::Running);
        self.turn(step.at, stands, bar(SpanKind::Pause, step.label));
        let cut = [was, is].map(|client| client.cut_lock || client.cut_storage);
        let label = cut_label(is, step.label);
        self.turn(step.at, cut, bar(SpanKind::Fault, label));
    }

    /// Whose the lock is.
    pub(super) fn lease(&mut self, step: Taken<'_>) {
        let (was, is) = (step.before.holder(), step.after.holder());
        if was == is {
            return;
        }
        if let Some((client, _)) = was {
            self.close(SpanKind::Lease, client, step.at, lease_end(step.action));
        }
        if let Some((client, token)) = is {
            let lease = Bar {
                kind: SpanKind::Lease,
                client,
                token: shown(token),
                label: "",
            };
            self.begin(step.at, lease);
        }
    }

    /// The lock service is down: a bar under nobody's name but the first number that no client has.
    pub(super) fn outages(&mut self, step: Taken<'_>) {
        let down = [step.before, step.after].map(|world| {
            let nodes = &world.nodes[..world.setup.lock.protocol().nodes()];
            nodes.iter().any(|node| !node.up)
        });
        let bar = Bar {
            kind: SpanKind::Fault,
            client: step.after.setup.clients,
            token: None,
            label: match step.label {
                "" => "down",
                label => label,
            },
        };
        self.turn(step.at, down, bar);
    }

    /// Begins or ends a bar, where what it stands for did.
    fn turn(&mut self, at: Millis, [was, is]: [bool; 2], bar: Bar<'_>) {
        match (was, is) {
            (false, true) => self.begin(at, bar),
            (true, false) => self.close(bar.kind, bar.client, at, bar.label),
            _ => {}
        }
    }

    fn begin(&mut self, at: Millis, bar: Bar<'_>) {
        self.open.push(Open {
            kind: bar.kind,
            client: bar.client,
            span: self.timeline.spans.len(),
        });
        self.timeline.spans.push(Span {
            kind: bar.kind,
            client: bar.client,
            token: bar.token,
            from: at,
            to: at,
            label: bar.label.to_owned(),
        });
    }

    fn close(&mut self, kind: SpanKind, client: u8, at: Millis, label: &str) {
        let is_it = |open: &Open| (open.kind, open.client) == (kind, client);
        if let Some(i) = self.open.iter().position(is_it) {
            let span = &mut self.timeline.spans[self.open.swap_remove(i).span];
            span.to = at;
            if !label.is_empty() {
                label.clone_into(&mut span.label);
            }
        }
    }

    /// Whether such a bar has begun and not ended.
    pub(super) fn is_open(&self, kind: SpanKind, client: u8) -> bool {
        let mut open = self.open.iter();
        open.any(|open| (open.kind, open.client) == (kind, client))
    }
}

/// Whether a client waits for the lock: while it asks, and between two attempts.
fn waits(world: &World, c: usize, waited: bool) -> bool {
    let client = &world.clients[c];
    let asks = client.call != Call::Idle || waited && !client.believes;
    asks && world.next_step(c) == Some(Step::Acquire) && !client.done
}

/// A token as a timeline has it: none where the lock gives none.
fn shown(token: u16) -> Option<u32> {
    Some(u32::from(token)).filter(|token| *token > 0)
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

fn cut_label<'l>(client: &Client, label: &'l str) -> &'l str {
    match (label.is_empty(), client.cut_storage) {
        (false, _) => label,
        (true, true) => "cut from storage",
        (true, false) => "cut from the lock service",
    }
}
