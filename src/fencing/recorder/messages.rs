//! Messages between the parties: when each leaves, what it says, when it lands.

use super::super::client::{Ask, Call, Renewal, Request};
use super::super::narrate;
use super::super::timeline::{Flight, Millis, Party};
use super::super::world::{Action, World};
use super::{Channel, Recorder};

impl Recorder {
    pub(super) fn messages(
        &mut self,
        at: Millis,
        action: Action,
        before: &World,
        after: &World,
        c: usize,
    ) {
        let id = c as u8;
        let (was, is) = (&before.clients[c], &after.clients[c]);
        let me = Party::Client(id);
        if was.call != is.call
            || matches!(action, Action::AtLock(a) | Action::FromLock(a) if a == id)
        {
            self.land(id, Channel::Lock, at);
            match is.call {
                Call::Sent(request) => {
                    let label = request_label(request, after, c);
                    self.send(id, Channel::Lock, me, Party::Lock, label, None, at);
                }
                Call::Answered(reply) => {
                    let (label, token, refused) = narrate::reply_label(reply);
                    self.send(id, Channel::Lock, Party::Lock, me, label, token, at);
                    self.mark_last(refused);
                }
                Call::Idle | Call::Queued { .. } => {}
            }
        }
        if was.renewal != is.renewal {
            self.land(id, Channel::Renewal, at);
            match is.renewal {
                Renewal::Sent => self.send(
                    id,
                    Channel::Renewal,
                    me,
                    Party::Lock,
                    "renew".to_owned(),
                    None,
                    at,
                ),
                Renewal::Answered(kept) => {
                    let label = if kept { "renewed" } else { "no such lease" };
                    self.send(
                        id,
                        Channel::Renewal,
                        Party::Lock,
                        me,
                        label.to_owned(),
                        None,
                        at,
                    );
                    self.mark_last(!kept);
                }
                Renewal::Idle => {}
            }
        }
        self.storage_messages(at, before, after, c);
    }

    pub(super) fn storage_messages(&mut self, at: Millis, before: &World, after: &World, c: usize) {
        let (id, me) = (c as u8, Party::Client(c as u8));
        let (was, is) = (&before.clients[c], &after.clients[c]);
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
            self.land(id, Channel::Storage, at);
            let token = Some(is.token).filter(|token| *token > 0);
            let with_token =
                |verb: &str| token.map_or(verb.to_owned(), |token| format!("{verb} · {token}"));
            let carries = after.setup.fence_on_read;
            let (label, outbound, refused) = match is.ask {
                Ask::Idle | Ask::Lost | Ask::Passed => return,
                Ask::Read => (
                    if carries {
                        with_token("read")
                    } else {
                        "read".to_owned()
                    },
                    true,
                    false,
                ),
                Ask::Write => (with_token("write"), true, false),
                Ask::Value(_) => ("value".to_owned(), false, false),
                Ask::Accepted(_) => ("1 row".to_owned(), false, false),
                Ask::Refused => ("0 rows".to_owned(), false, true),
                Ask::NoSession => ("no session".to_owned(), false, true),
            };
            let (from, to) = if outbound {
                (me, Party::Storage)
            } else {
                (Party::Storage, me)
            };
            let token = token.filter(|_| outbound && (is.ask == Ask::Write || carries));
            self.send(id, Channel::Storage, from, to, label, token, at);
            self.mark_last(refused);
        }
        if was.held.is_some() && is.held.is_none() {
            self.land(id, Channel::Held, at);
        }
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "a flight has this many parts, and this is where one is made"
    )]
    pub(super) fn send(
        &mut self,
        c: u8,
        channel: Channel,
        from: Party,
        to: Party,
        label: String,
        token: Option<u16>,
        at: Millis,
    ) {
        self.in_air.push((c, channel, self.timeline.flights.len()));
        let token = token.map(u32::from);
        self.timeline.flights.push(Flight {
            from,
            to,
            label,
            token,
            sent: at,
            arrives: None,
            refused: false,
        });
    }

    pub(super) fn mark_last(&mut self, refused: bool) {
        if let Some(flight) = self.timeline.flights.last_mut() {
            flight.refused = refused;
        }
    }

    pub(super) fn land(&mut self, c: u8, channel: Channel, at: Millis) {
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
