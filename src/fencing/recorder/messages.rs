//! Messages between the parties: when each leaves, what it says, when it lands.

use super::super::client::{Ask, Call, Renewal, Request};
use super::super::narrate;
use super::super::timeline::{Flight, Millis, Party};
use super::super::world::{Action, World};
use super::{Channel, Recorder, Taken};

impl Recorder {
    /// What a client sends and hears with this step.
    pub(super) fn messages(&mut self, step: Taken<'_>, c: usize) {
        self.calls(step, c);
        self.renewals(step, c);
        self.asks(step, c);
    }

    /// Between a client and the lock service.
    fn calls(&mut self, step: Taken<'_>, c: usize) {
        let id = c as u8;
        let (was, is) = step.client(c);
        let passed = matches!(step.action, Action::AtLock(a) | Action::FromLock(a) if a == id);
        if was.call == is.call && !passed {
            return;
        }
        self.land(id, Channel::Lock, step.at);
        let me = Party::Client(id);
        match is.call {
            Call::Sent(request) => {
                let label = request_label(request, step.after, c);
                self.send(id, Channel::Lock, flight(step.at, me, Party::Lock, label));
            }
            Call::Answered(reply) => {
                let (label, token, refused) = narrate::reply_label(reply);
                let answer = Flight {
                    token: token.map(u32::from),
                    refused,
                    ..flight(step.at, Party::Lock, me, label)
                };
                self.send(id, Channel::Lock, answer);
            }
            Call::Idle | Call::Queued { .. } => {}
        }
    }

    /// Renewals, which go beside a client's other calls.
    fn renewals(&mut self, step: Taken<'_>, c: usize) {
        let id = c as u8;
        let (was, is) = step.client(c);
        if was.renewal == is.renewal {
            return;
        }
        self.land(id, Channel::Renewal, step.at);
        let me = Party::Client(id);
        let message = match is.renewal {
            Renewal::Sent => flight(step.at, me, Party::Lock, "renew"),
            Renewal::Answered(true) => flight(step.at, Party::Lock, me, "renewed"),
            Renewal::Answered(false) => Flight {
                refused: true,
                ..flight(step.at, Party::Lock, me, "no such lease")
            },
            Renewal::Idle => return,
        };
        self.send(id, Channel::Renewal, message);
    }

    /// Between a client and storage.
    fn asks(&mut self, step: Taken<'_>, c: usize) {
        let id = c as u8;
        let (was, is) = step.client(c);
        if was.held.is_none() && is.held.is_some() {
            // The network holds this one up; it goes on under another name.
            self.in_air
                .iter_mut()
                .filter(|air| air.0 == id && air.1 == Channel::Storage)
                .for_each(|air| air.1 = Channel::Held);
        } else if was.ask != is.ask && is.ask != Ask::Passed {
            if is.ask == Ask::Lost {
                self.in_air
                    .retain(|air| !(air.0 == id && air.1 == Channel::Storage));
            }
            self.land(id, Channel::Storage, step.at);
            if let Some(message) = storage_message(step, c) {
                self.send(id, Channel::Storage, message);
            }
        }
        if was.held.is_some() && is.held.is_none() {
            self.land(id, Channel::Held, step.at);
        }
    }

    fn send(&mut self, c: u8, channel: Channel, message: Flight) {
        self.in_air.push((c, channel, self.timeline.flights.len()));
        self.timeline.flights.push(message);
    }

    fn land(&mut self, c: u8, channel: Channel, at: Millis) {
        if let Some(i) = self
            .in_air
            .iter()
            .position(|air| (air.0, air.1) == (c, channel))
        {
            let (_, _, flight) = self.in_air.swap_remove(i);
            self.timeline.flights[flight].arrives = Some(at);
        }
    }
}

/// A message that leaves now.
fn flight(sent: Millis, from: Party, to: Party, label: impl Into<String>) -> Flight {
    Flight {
        from,
        to,
        label: label.into(),
        token: None,
        sent,
        arrives: None,
        refused: false,
    }
}

/// What a client asks of storage now, or is answered.
fn storage_message(step: Taken<'_>, c: usize) -> Option<Flight> {
    let is = &step.after.clients[c];
    let me = Party::Client(c as u8);
    let token = Some(u32::from(is.token)).filter(|token| *token > 0);
    let asks = |verb: &str, token: Option<u32>| {
        let label = token.map_or(verb.to_owned(), |token| format!("{verb} · {token}"));
        Flight {
            token,
            ..flight(step.at, me, Party::Storage, label)
        }
    };
    let answers = |label| flight(step.at, Party::Storage, me, label);
    let refuses = |label| Flight {
        refused: true,
        ..answers(label)
    };
    match is.ask {
        Ask::Idle | Ask::Lost | Ask::Passed => None,
        Ask::Read => Some(asks(
            "read",
            token.filter(|_| step.after.setup.fence_on_read),
        )),
        Ask::Write => Some(asks("write", token)),
        Ask::Value(_) => Some(answers("value")),
        Ask::Accepted(_) => Some(answers("1 row")),
        Ask::Refused => Some(refuses("0 rows")),
        Ask::NoSession => Some(refuses("no session")),
    }
}

fn request_label(request: Request, world: &World, c: usize) -> String {
    let nodes = world.setup.lock.protocol().nodes();
    match request {
        Request::Acquire if world.setup.lock.protocol().token().is_none() && nodes > 1 => {
            format!("SET on {} of {nodes}", world.clients[c].node + 1)
        }
        Request::Acquire => "acquire".to_owned(),
        Request::Recheck => "is mine still there?".to_owned(),
        Request::SetExpiry => "EXPIRE".to_owned(),
        Request::Rollback => "ROLLBACK".to_owned(),
        Request::Release => "release".to_owned(),
    }
}
