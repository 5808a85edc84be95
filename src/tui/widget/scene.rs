//! A timeline at one time: what every drawing of it asks.

use ratatui::style::{Modifier, Style};

use crate::{
    fencing::{
        property::{Property, Verdict},
        timeline::{Flight, Millis, Moment, Party, Span, SpanKind, Timeline},
    },
    tui::{
        theme::{Glyph, Role, Theme},
        widget,
    },
};

/// A message that never arrives is seen to travel for so many times the usual time, half of the way.
const LOST_AFTER: Millis = 2;

/// A timeline at one time.
#[derive(Debug, Clone, Copy)]
pub struct Scene<'a> {
    /// The run.
    pub timeline: &'a Timeline,
    /// The time of the run.
    pub at: Millis,
    /// The moment that it has come to: of several at once, one.
    pub moment: usize,
    /// Where notes belong, in order of time.
    pub noted: &'a [Noted],
    /// What each thing looks like.
    pub theme: &'a Theme,
}

/// A place of a run that a note belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Noted {
    /// When.
    pub at: Millis,
    /// The moment that the run has come to there.
    pub moment: usize,
}

/// How far a message has come.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Way {
    /// It has not left.
    Ahead,
    /// It is in the air, so far from 0.0 to 1.0.
    Air(f64),
    /// It has arrived.
    Landed,
    /// It has stopped half-way and will not arrive.
    Lost,
}

/// What storage made of a request.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// When.
    pub at: Millis,
    /// The moment that tells it.
    pub moment: usize,
    /// In a few characters, such as `33 < 34`.
    pub text: String,
    /// As a sign.
    pub glyph: Glyph,
    /// And as a hue.
    pub role: Role,
}

impl Scene<'_> {
    /// The moment that is told.
    pub fn now(&self) -> &Moment {
        &self.timeline.moments[self.moment]
    }

    /// The moments that have happened.
    pub fn past(&self) -> &[Moment] {
        &self.timeline.moments[..=self.moment]
    }

    /// The sign that notes belong to a moment, and how many.
    pub fn noted_at(&self, moment: usize) -> Option<String> {
        let here = self.noted.iter().filter(|noted| noted.moment == moment);
        widget::noted(here.count(), self.theme)
    }

    /// Whether everything has happened.
    pub fn ended(&self) -> bool {
        self.at >= self.timeline.end
    }

    /// A client's name.
    pub fn name(&self, client: u8) -> &str {
        let names = &self.timeline.clients;
        names.get(usize::from(client)).map_or("?", String::as_str)
    }

    /// The number of clients.
    pub fn clients(&self) -> u8 {
        u8::try_from(self.timeline.clients.len()).unwrap_or(u8::MAX)
    }

    /// How a party's own things look.
    pub fn party(&self, party: Party) -> Style {
        match party {
            Party::Client(client) => self.client(client),
            Party::Lock => self.theme.style(Role::Lease),
            Party::Storage => self.theme.style(Role::Storage),
        }
    }

    /// How a client's own things look.
    pub fn client(&self, client: u8) -> Style {
        self.theme.style(Theme::client(client))
    }

    /// The same, set off.
    pub fn client_bold(&self, client: u8) -> Style {
        self.client(client).add_modifier(Modifier::BOLD)
    }

    /// The look of a message: a refusal is red, anything else has its client's hue.
    pub fn message(&self, flight: &Flight) -> Style {
        let client = match (flight.from, flight.to) {
            (Party::Client(client), _) | (_, Party::Client(client)) => client,
            _ => 0,
        };
        if flight.refused && flight.from == Party::Storage {
            self.theme.style(Role::Refusal)
        } else {
            self.client_bold(client)
        }
    }

    /// Bars of one kind that have begun, of one client or of all.
    pub fn spans(&self, kind: SpanKind, client: Option<u8>) -> impl Iterator<Item = &Span> {
        self.timeline.spans.iter().filter(move |span| {
            span.kind == kind
                && span.from <= self.at
                && client.is_none_or(|client| client == span.client)
        })
    }

    /// Whether the lock service counts a client as holder at a time.
    pub fn holds(&self, client: u8, at: Millis) -> bool {
        self.spans(SpanKind::Lease, Some(client))
            .any(|span| span.from <= at && at < span.to)
    }

    /// How far a message has come.
    pub fn way(&self, flight: &Flight) -> Way {
        if self.at < flight.sent {
            return Way::Ahead;
        }
        let gone = (self.at - flight.sent) as f64;
        match flight.arrives {
            Some(arrives) if arrives <= self.at => Way::Landed,
            Some(arrives) => Way::Air(gone / (arrives - flight.sent).max(1) as f64),
            None => {
                let half = (self.usual() * LOST_AFTER) as f64;
                let lost = gone >= half;
                if lost {
                    Way::Lost
                } else {
                    Way::Air(gone / half / 2.0)
                }
            }
        }
    }

    /// How long a message takes when nothing is the matter.
    fn usual(&self) -> Millis {
        let flights = self.timeline.flights.iter();
        let times = flights.filter_map(|flight| Some(flight.arrives? - flight.sent));
        times.filter(|time| *time > 0).min().unwrap_or(50)
    }

    /// Whether a client is dead.
    pub fn crashed(&self, client: u8) -> bool {
        let me = Party::Client(client);
        let mut past = self.past().iter();
        past.any(|moment| moment.party == me && moment.event == "crashed")
    }

    /// Whether a client's host has been suspended: its clock stood still, and it cannot know for how long.
    pub fn slept(&self, client: u8) -> bool {
        let me = Party::Client(client);
        let mut past = self.past().iter();
        past.any(|moment| moment.party == me && moment.event == "suspended")
    }

    /// What a stretch in which a client stands still is called.
    pub fn pause_label(&self, pause: &Span) -> String {
        let began =
            self.timeline.moments.iter().find(|moment| {
                moment.at == pause.from && moment.party == Party::Client(pause.client)
            });
        let what = match began.map(|moment| moment.event) {
            Some("crashed") => "crashed",
            Some("suspended") => "host suspended",
            _ => "paused",
        };
        if pause.label.is_empty() {
            what.to_owned()
        } else {
            format!("{what}: {}", pause.label)
        }
    }

    /// What storage made of the requests so far.
    pub fn marks(&self) -> Vec<Mark> {
        let mut newest = None;
        let lost = self.timeline.verdict(Property::NoLostUpdate) == Some(Verdict::Violated);
        let mut marks = Vec::new();
        for (index, moment) in self.past().iter().enumerate() {
            // Of two copies of a resource the learner is shown one; what the event says holds for both.
            let written = moment.event.ends_with("write-accepted");
            if let Some((glyph, role, text)) = verdict(moment, written, newest, lost) {
                let at = moment.at;
                marks.push(Mark {
                    at,
                    moment: index,
                    text,
                    glyph,
                    role,
                });
            }
            if written {
                newest = newest.max(moment.token);
            }
        }
        marks
    }
}

/// What one moment says of a request to storage, if it does.
fn verdict(
    moment: &Moment,
    written: bool,
    newest: Option<u32>,
    lost: bool,
) -> Option<(Glyph, Role, String)> {
    let token = moment.token;
    let fence = moment.known.fence;
    if moment.event.ends_with("-refused") && moment.party == Party::Storage {
        let text = match token {
            Some(_) if moment.known.null_fence => "fence NULL".to_owned(),
            Some(token) if token < fence => format!("{token} < {fence}"),
            Some(token) => format!("{token} not above {fence}"),
            None => "refused".to_owned(),
        };
        return Some((Glyph::Refusal, Role::Refusal, text));
    }
    if moment.event == "session-is-over" {
        return Some((Glyph::Refusal, Role::Refusal, "session over".to_owned()));
    }
    if moment.event.ends_with("write-repeated") {
        return Some((Glyph::Good, Role::Good, "key known".to_owned()));
    }
    if !written {
        return None;
    }
    let text = token.map_or("write".to_owned(), |token| token.to_string());
    if !moment.harm {
        return Some((Glyph::Good, Role::Good, text));
    }
    let text = match (token, newest) {
        (Some(token), Some(newest)) if token < newest => format!("{token} over {newest}"),
        _ if lost => "update lost".to_owned(),
        _ => "out of order".to_owned(),
    };
    Some((Glyph::Lost, Role::Refusal, text))
}
