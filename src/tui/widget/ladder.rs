//! A timeline as a sequence: time runs down, a line a moment, messages run across. For narrow terminals.

use ratatui::{buffer::Buffer, layout::Rect, style::Style};

use super::scene::{Scene, Way};
use crate::{
    fencing::timeline::{Flight, Millis, Moment, Party, SpanKind, Timeline},
    text::width,
    tui::{
        theme::{Glyph, Role},
        widget,
    },
};

/// Columns of the mark and the time.
const TIME: u16 = 8;
/// Rows of the heads.
const HEADS: u16 = 1;

/// Where things stand in a ladder.
struct Places {
    area: Rect,
    /// The middle column of each party.
    lock: u16,
    clients: Vec<u16>,
    storage: u16,
    /// Columns between two parties.
    step: u16,
}

impl Places {
    fn of(timeline: &Timeline, area: Rect) -> Self {
        let parties = u16::try_from(timeline.clients.len()).unwrap_or(0) + 2;
        let room = area.width.saturating_sub(TIME);
        let step = (room / parties).max(1);
        let column = |index: u16| area.x + TIME + step / 2 + index * step;
        Self {
            area,
            lock: column(0),
            clients: (1..parties - 1).map(column).collect(),
            storage: column(parties - 1),
            step,
        }
    }

    fn x(&self, party: Party) -> u16 {
        match party {
            Party::Lock => self.lock,
            Party::Storage => self.storage,
            Party::Client(client) => {
                let column = self.clients.get(usize::from(client));
                column.copied().unwrap_or(self.storage)
            }
        }
    }

    /// The first moment that is shown: the one that the clock stands at has most of what went before above it, and some room below.
    fn top(&self, scene: &Scene<'_>) -> usize {
        let rows = usize::from(self.area.height.saturating_sub(HEADS));
        let all = scene.timeline.moments.len();
        let before = rows.saturating_sub(1 + rows / 4);
        let top = clock(scene).saturating_sub(before);
        top.min(all.saturating_sub(rows))
    }
}

/// The moment that the clock stands at: the last one that has happened, or the next one, where the run waits just before it, to
/// ask what it brings.
fn clock(scene: &Scene<'_>) -> usize {
    let next = scene.moment + 1;
    let ahead = scene.timeline.moments.get(next).map(|next| next.at);
    let waits = scene.now().at < scene.at && ahead == Some(scene.at + 1);
    if waits { next } else { scene.moment }
}

/// The moment that a row of the ladder shows.
pub fn moment_at(scene: &Scene<'_>, area: Rect, row: u16) -> Option<usize> {
    let places = Places::of(scene.timeline, area);
    let first = area.y + HEADS;
    let index = places.top(scene) + usize::from(row.checked_sub(first)?);
    (row < area.bottom() && index < scene.timeline.moments.len()).then_some(index)
}

/// Draws the ladder into `area`.
pub fn draw(buffer: &mut Buffer, area: Rect, scene: &Scene<'_>) {
    let area = area.intersection(buffer.area);
    let places = Places::of(scene.timeline, area);
    heads(buffer, &places, scene);
    let top = places.top(scene);
    let rows = area.y + HEADS..area.bottom();
    let moments = scene.timeline.moments.iter().enumerate().skip(top);
    for (y, (index, moment)) in rows.zip(moments) {
        let mut rung = Rung {
            buffer,
            places: &places,
            scene,
            y,
        };
        rung.time(index, moment);
        if index <= scene.moment {
            rung.states(moment);
            rung.message(index, moment);
            rung.event(index, moment);
        }
    }
}

fn heads(buffer: &mut Buffer, places: &Places, scene: &Scene<'_>) {
    let title = scene.theme.style(Role::Title);
    let clients = (0..scene.clients()).map(|client| {
        (
            Party::Client(client),
            scene.name(client),
            scene.client_bold(client),
        )
    });
    let all = [(Party::Lock, "lock", title)].into_iter().chain(clients);
    for (party, name, style) in all.chain([(Party::Storage, "storage", title)]) {
        let name = widget::fit(
            name,
            usize::from(places.step).saturating_sub(1),
            scene.theme,
        );
        let half = u16::try_from(width(&name) / 2).unwrap_or(0);
        let x = places.x(party).saturating_sub(half).max(places.area.x);
        if x < places.area.right() && places.area.height > 0 {
            buffer.set_stringn(
                x,
                places.area.y,
                name,
                usize::from(places.area.right() - x),
                style,
            );
        }
    }
}

/// One moment's row.
struct Rung<'a, 'b> {
    buffer: &'a mut Buffer,
    places: &'a Places,
    scene: &'a Scene<'b>,
    y: u16,
}

impl Rung<'_, '_> {
    fn put(&mut self, x: u16, symbol: &str, style: Style) {
        if x < self.places.area.right()
            && let Some(cell) = self.buffer.cell_mut((x, self.y))
        {
            cell.reset();
            cell.set_symbol(symbol).set_style(style);
        }
    }

    fn text(&mut self, x: u16, text: &str, style: Style) {
        let right = self.places.area.right();
        if x < right {
            self.buffer
                .set_stringn(x, self.y, text, usize::from(right - x), style);
        }
    }

    fn time(&mut self, index: usize, moment: &Moment) {
        let theme = self.scene.theme;
        let present = index == clock(self.scene);
        let style = theme.style(if present { Role::Title } else { Role::Dim });
        let x = self.places.area.x;
        if present {
            self.put(x, theme.glyph(Glyph::Chosen), theme.style(Role::Accent));
        } else if moment.decisive {
            self.put(x, theme.glyph(Glyph::KeyPoint), theme.style(Role::Dim));
        }
        let time = format!("{:>5.2}", moment.at as f64 / 1_000.0);
        self.text(x + 1, &time, style);
        if let Some(mark) = self.scene.noted_at(index) {
            let behind = x + 1 + u16::try_from(width(&time)).unwrap_or(0);
            self.text(behind, &mark, theme.style(Role::Accent));
        }
    }

    /// Bars, downwards: who holds, who believes, who stands still.
    fn states(&mut self, moment: &Moment) {
        let scene = self.scene;
        let theme = scene.theme;
        let at = moment.at;
        let live = |from: Millis, to: Millis| from <= at && at < to;
        if let Some((holder, _)) = moment.known.holder {
            self.put(
                self.places.lock,
                theme.glyph(Glyph::LeaseDown),
                scene.client(holder),
            );
        }
        for (client, mind) in (0..).zip(&moment.known.clients) {
            let x = self.places.x(Party::Client(client));
            let cut = scene
                .spans(SpanKind::Fault, Some(client))
                .any(|span| live(span.from, span.to));
            let (glyph, style) = if mind.mistaken(client, moment.known.holder) {
                (Glyph::Mistaken, theme.style(Role::Wrong))
            } else if mind.believes {
                (Glyph::BeliefDown, theme.style(Role::Belief))
            } else if mind.waits {
                (Glyph::Wait, scene.client(client))
            } else {
                (Glyph::Bar, theme.style(Role::Dim))
            };
            self.put(x, theme.glyph(glyph), style);
            if !mind.running {
                self.put(x + 1, theme.glyph(Glyph::Pause), theme.style(Role::Pause));
            } else if cut {
                self.put(x + 1, theme.glyph(Glyph::Fault), theme.style(Role::Wrong));
            }
        }
        self.put(
            self.places.storage,
            theme.glyph(Glyph::Bar),
            theme.style(Role::Storage),
        );
    }

    /// The message that leaves at this moment, as far as it has come. Of several moments of a party at once, the last ones
    /// are those that send.
    fn message(&mut self, index: usize, moment: &Moment) {
        let scene = self.scene;
        let later = scene.timeline.moments[index + 1..].iter();
        let later = later.take_while(|next| next.at == moment.at);
        let later = later.filter(|next| next.party == moment.party).count();
        let sent = |flight: &&Flight| flight.sent == moment.at && flight.from == moment.party;
        let Some(flight) = scene.timeline.flights.iter().rev().filter(sent).nth(later) else {
            return;
        };
        let (from, to) = (self.places.x(flight.from), self.places.x(flight.to));
        let style = scene.message(flight);
        let whole = from.abs_diff(to).saturating_sub(1);
        let (part, lost) = match scene.way(flight) {
            Way::Ahead => return,
            Way::Air(part) => (part, false),
            Way::Landed => (1.0, false),
            Way::Lost => (0.5, true),
        };
        let gone = (part * f64::from(whole)).ceil() as u16;
        let cell = |step: u16| if from < to { from + step } else { from - step };
        let line = scene.theme.glyph(Glyph::Rule);
        for step in 1..=gone {
            self.put(cell(step), line, style);
        }
        let head = match (lost, from < to) {
            (true, _) => Glyph::Refusal,
            (_, true) => Glyph::Right,
            _ => Glyph::Left,
        };
        if gone > 0 {
            self.put(cell(gone), scene.theme.glyph(head), style);
        }
        self.label(flight, from.min(to), whole, gone, style);
    }

    fn label(&mut self, flight: &Flight, left: u16, whole: u16, gone: u16, style: Style) {
        let token = flight.token.map(|token| token.to_string());
        let fits = |text: &str| width(text) + 4 <= usize::from(whole);
        let text = [Some(flight.label.clone()), token].into_iter().flatten();
        let Some(text) = text.into_iter().find(|text| fits(text)) else {
            return;
        };
        let wide = u16::try_from(width(&text)).unwrap_or(0);
        if gone == whole {
            let x = left + 1 + (whole - wide) / 2;
            self.text(x, &text, style);
        }
    }

    /// What happens here: a dot, or storage's verdict.
    fn event(&mut self, index: usize, moment: &Moment) {
        let scene = self.scene;
        let mark = scene.marks().into_iter().find(|mark| mark.moment == index);
        if let Some(mark) = mark {
            let mut style = scene.theme.style(mark.role);
            if mark.role == Role::Refusal {
                style = style.add_modifier(ratatui::style::Modifier::REVERSED);
            }
            let text = format!("{} {}", scene.theme.glyph(mark.glyph), mark.text);
            let wide = u16::try_from(width(&text)).unwrap_or(0);
            let right = self.places.area.right();
            let x = self.places.storage.min(right.saturating_sub(wide));
            self.text(x, &text, style);
            return;
        }
        let glyph = match moment.event {
            "start" => return,
            "lease-ended" | "crashed" => Glyph::Refusal,
            _ => Glyph::Step,
        };
        let style = match (glyph, moment.party) {
            (Glyph::Refusal, _) => scene.theme.style(Role::Wrong),
            (_, party) => scene.party(party),
        };
        self.put(self.places.x(moment.party), scene.theme.glyph(glyph), style);
    }
}
