//! How the map looks: its conditions and legend, the field with its axes, and the chosen run below it.

use ratatui::{
    Frame,
    buffer::Buffer,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{
    super::endings::look,
    Chart,
    places::{Places, SCALE},
};
use crate::{
    fencing::{
        knobs::{Ending, Knobs, ending},
        map::{Map, Plan, Rising},
        storage::Check,
        timeline::Millis,
    },
    text::{thousands, width, wrap},
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget,
    },
};

/// From this width on the legend has whole sentences.
const WIDE: u16 = 100;
/// From this width on it counts.
const COUNTED: u16 = 56;
/// Columns between two values below the field, at least, and rows between two beside it.
const APART: (u16, u16) = (12, 5);
/// Values of a scale are multiples of one of these.
const STEPS: [Millis; 8] = [50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000];

/// A time in the fewest letters: `12 s`, `2.5 s`, `250 ms`.
fn short(time: Millis) -> String {
    match time {
        0 => "0 s".to_owned(),
        1..1_000 => format!("{time} ms"),
        _ if time.is_multiple_of(1_000) => format!("{} s", time / 1_000),
        _ if time.is_multiple_of(100) => format!("{}.{} s", time / 1_000, time % 1_000 / 100),
        _ => format!("{}.{:02} s", time / 1_000, time % 1_000 / 10),
    }
}

pub(super) fn draw(chart: &Chart, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
    let places = Places::of(area);
    let plan = chart.plan(places.field);
    let unknown = Map::new(plan);
    let sheet = Sheet {
        map: ctx.findings.map(&plan).unwrap_or(&unknown),
        chosen: plan.nearest(&chart.knobs),
        places,
        theme: &ctx.theme,
    };
    sheet.conditions(frame);
    sheet.legend(frame);
    sheet.progress(frame);
    sheet.field(frame.buffer_mut());
    sheet.heights(frame.buffer_mut());
    sheet.ttls(frame.buffer_mut());
    sheet.chosen(frame);
}

struct Sheet<'a> {
    map: &'a Map,
    /// Column and row.
    chosen: (u16, u16),
    places: Places,
    theme: &'a Theme,
}

impl Sheet<'_> {
    fn plan(&self) -> &Plan {
        &self.map.plan
    }

    fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// What is the same in every cell. What the keys change leads, the rest follows.
    fn conditions(&self, frame: &mut Frame<'_>) {
        let knobs = &self.plan().knobs;
        let storage = match (knobs.check, knobs.fence_on_read) {
            (Check::None, _) => "storage checks nothing".to_owned(),
            (check, false) => format!("storage checks {}", check.condition()),
            (check, true) => format!("storage checks {}, on reads too", check.condition()),
        };
        let mut rest = match self.plan().rising {
            Rising::Lasts => format!("latency {}", short(knobs.latency)),
            Rising::Latency => format!("pause {}", short(knobs.lasts)),
        };
        if !knobs.renews {
            rest.push_str(" · no renewal");
        }
        let separator = self.theme.plain(" · ");
        let head = format!("{}{separator}{storage}", knobs.lock.protocol().label(true));
        let room = usize::from(self.places.conditions.width);
        let mut spans = vec![Span::styled(
            widget::fit(&self.theme.plain(&head), room, self.theme),
            self.style(Role::Title),
        )];
        let rest = self
            .theme
            .plain(&format!(" · pause begins at {} · {rest}", short(knobs.at)));
        if width(&head) + width(&rest) <= room {
            spans.push(Span::styled(rest, self.style(Role::Dim)));
        }
        frame.render_widget(Line::from(spans), self.places.conditions);
    }

    /// The four shapes, what each means, and how many cells have it.
    fn legend(&self, frame: &mut Frame<'_>) {
        let room = self.places.legend.width;
        let mut spans = Vec::new();
        for end in Ending::ALL {
            let (glyph, role, long, brief) = look(end);
            let (name, gap) = if room >= WIDE { (long, 4) } else { (brief, 2) };
            spans.push(Span::styled(self.theme.glyph(glyph), self.style(role)));
            spans.push(Span::styled(format!(" {name}"), self.style(Role::Text)));
            if room >= COUNTED {
                let count = format!(" {}", thousands(self.map.count(end)));
                spans.push(Span::styled(count, self.style(Role::Dim)));
            }
            spans.push(Span::raw(" ".repeat(gap)));
        }
        frame.render_widget(Line::from(spans), self.places.legend);
    }

    /// A bar while rows are missing; once none is, how the field is to be read.
    fn progress(&self, frame: &mut Frame<'_>) {
        let place = self.places.progress;
        let (known, all) = self.map.progress();
        let runs = usize::from(self.plan().columns);
        if !self.map.complete() {
            let said = format!(
                " {} of {} runs",
                thousands(known * runs),
                thousands(all * runs)
            );
            let room = usize::from(place.width)
                .saturating_sub(width(&said))
                .min(40);
            let done = room * known / all.max(1);
            let line = Line::from(vec![
                Span::styled(
                    self.theme.glyph(Glyph::Done).repeat(done),
                    self.style(Role::Accent),
                ),
                Span::styled(
                    self.theme.glyph(Glyph::Open).repeat(room - done),
                    self.style(Role::Dim),
                ),
                Span::styled(said, self.style(Role::Dim)),
            ]);
            frame.render_widget(line, place);
        } else {
            let line = self.plan().border(0).is_some();
            let forms = reading(line, self.map.has_gap(), self.plan().rising);
            let forms = forms.map(str::to_owned);
            let said = widget::first_fitting(&forms, place.width.into());
            frame.render_widget(Line::styled(said, self.style(Role::Dim)), place);
        }
    }

    fn field(&self, buffer: &mut Buffer) {
        let plan = self.plan();
        let place = self.places.field.intersection(buffer.area);
        for column in 0..place.width {
            let line = plan.border(column).and_then(|border| {
                // The lowest row whose pause is longer than the lease lasts: the line runs under it.
                (0..plan.rows).rfind(|row| plan.height(*row) > border)
            });
            for row in 0..place.height {
                let Some(cell) = buffer.cell_mut((place.x + column, place.y + row)) else {
                    continue;
                };
                let (shape, mut style) = match self.map.ending(column, row) {
                    Some(ending) => {
                        let (glyph, role, ..) = look(ending);
                        (
                            self.theme.glyph(glyph),
                            self.style(role).remove_modifier(Modifier::BOLD),
                        )
                    }
                    None => (self.theme.glyph(Glyph::Wait), self.style(Role::Dim)),
                };
                if line == Some(row) {
                    style = style.add_modifier(Modifier::UNDERLINED);
                }
                if self.chosen == (column, row) {
                    style = style.add_modifier(Modifier::REVERSED | Modifier::BOLD);
                }
                cell.set_symbol(shape).set_style(style);
            }
        }
    }

    /// The scale at the left: round values, and the chosen one.
    fn heights(&self, buffer: &mut Buffer) {
        let plan = self.plan();
        let field = self.places.field;
        let chosen = self.chosen.1;
        let value = |row| plan.height(row);
        let name = match plan.rising {
            Rising::Lasts => "pause",
            Rising::Latency => "delay",
        };
        let mut marks: Vec<(u16, String, Role)> = round_values(plan.rows, APART.1, &value)
            .into_iter()
            .map(|(row, value)| (row, short(value), Role::Dim))
            .collect();
        if plan.rows > 4 && marks.iter().all(|(row, ..)| *row != 1) {
            marks.push((1, name.to_owned(), Role::Dim));
        }
        marks.retain(|(row, ..)| row.abs_diff(chosen) > 1 || (plan.rows <= 6 && *row != chosen));
        marks.push((chosen, short(value(chosen)), Role::Accent));
        for (row, text, role) in marks {
            if row < field.height {
                let text = format!("{text:>7}");
                let x = field.x.saturating_sub(SCALE);
                buffer.set_stringn(x, field.y + row, text, SCALE.into(), self.style(role));
            }
        }
    }

    /// The scale below: round values, and under the chosen column its own.
    fn ttls(&self, buffer: &mut Buffer) {
        let plan = self.plan();
        let place = self.places.scale.intersection(buffer.area);
        if place.is_empty() {
            return;
        }
        let label = |column: u16, text: String| {
            let long = u16::try_from(width(&text)).unwrap_or(0);
            let left = column.saturating_sub(long / 2);
            (left.min(place.width.saturating_sub(long)), text)
        };
        let chosen = label(
            self.chosen.0,
            format!("TTL {}", short(plan.ttl(self.chosen.0))),
        );
        let ends = |(left, text): &(u16, String)| left + u16::try_from(width(text)).unwrap_or(0);
        let clear = |mark: &(u16, String)| ends(mark) < chosen.0 || mark.0 > ends(&chosen);
        let mut marks: Vec<(u16, String)> = round_values(plan.columns, APART.0, &|i| plan.ttl(i))
            .into_iter()
            .map(|(column, value)| label(column, short(value)))
            .collect();
        marks.retain(clear);
        let role = |mark: &(u16, String)| {
            if *mark == chosen {
                Role::Accent
            } else {
                Role::Dim
            }
        };
        for mark in marks.iter().chain([&chosen]) {
            let room = usize::from(place.width - mark.0.min(place.width));
            buffer.set_stringn(
                place.x + mark.0,
                place.y,
                &mark.1,
                room,
                self.style(role(mark)),
            );
        }
    }

    /// The chosen run in a sentence, its conditions, and its code.
    fn chosen(&self, frame: &mut Frame<'_>) {
        let place = self.places.chosen;
        let (column, row) = self.chosen;
        let knobs = self.plan().knobs_at(column, row);
        let run = knobs.run();
        let (glyph, role, ..) = look(ending(&run));
        let outcome = self.theme.plain(&run.outcome);
        let room = usize::from(place.width).saturating_sub(2);
        let lines = wrap(&outcome, room);
        let values = self.values(&knobs, room);
        let rows = usize::from(place.height);
        let shown = if lines.len() < rows {
            lines.len()
        } else {
            rows
        };
        for (index, (line, row)) in lines.iter().zip(place.rows()).take(shown).enumerate() {
            let cut = index + 1 == shown && shown < lines.len();
            let text = match cut {
                true => widget::fit(&format!("{line} {}", lines[shown]), room, self.theme),
                false => (*line).to_owned(),
            };
            let sign = if index == 0 {
                self.theme.glyph(glyph)
            } else {
                " "
            };
            let spans = vec![
                Span::styled(format!("{sign} "), self.style(role)),
                Span::styled(text, self.style(Role::Title)),
            ];
            frame.render_widget(Line::from(spans), row);
        }
        if let Some(row) = place.rows().nth(shown) {
            let text = widget::fit(&format!("  {values}"), row.width.into(), self.theme);
            frame.render_widget(Line::styled(text, self.style(Role::Dim)), row);
        }
    }

    /// What sets the chosen run apart, and its code; what all runs share, where there is room.
    fn values(&self, knobs: &Knobs, room: usize) -> String {
        let pause = format!("pause {}", short(knobs.lasts));
        let latency = format!("latency {}", short(knobs.latency));
        let (own, shared) = match self.plan().rising {
            Rising::Lasts => (pause, latency),
            Rising::Latency => (latency, pause),
        };
        let ttl = format!("TTL {}", short(knobs.ttl));
        let code = format!("code {}", knobs.code());
        let full = [&ttl, &own, &shared, &code].map(String::as_str).join(" · ");
        if width(&full) <= room {
            return self.theme.plain(&full);
        }
        self.theme.plain(&[ttl, own, code].join(" · "))
    }
}

/// How the field is to be read, in ever fewer words: what the line in it is, and why data is lost although storage checks;
/// where there is neither, what grows which way.
fn reading(line: bool, gap: bool, rising: Rising) -> [&'static str; 3] {
    match (line, gap) {
        (true, true) => [
            "Above the underlined cells, A's write is late. Lost in the gap: B has read, and has not raised the fence yet.",
            "Above the line A's write is late; lost where B has read and not yet written.",
            "Lost where B has read and not yet written.",
        ],
        (true, false) => [
            "Above the underlined cells, A's write comes after its lease has ended.",
            "Above the line, A's write is late.",
            "",
        ],
        (false, true) => [
            "Lost in the gap: B has read, and its write has not raised the fence yet.",
            "Lost where B has read and not yet written.",
            "",
        ],
        (false, false) => match rising {
            Rising::Lasts => [
                "The TTL grows to the right, the pause upwards. Each mark says how that run ends.",
                "TTL grows to the right, the pause upwards.",
                "",
            ],
            Rising::Latency => [
                "The TTL grows to the right, the delay upwards. Each mark says how that run ends.",
                "TTL grows to the right, the delay upwards.",
                "",
            ],
        },
    }
}

/// The round values of a scale of so many steps, each at the step that comes nearest to it and at least so far from the
/// next.
fn round_values(count: u16, apart: u16, value: &dyn Fn(u16) -> Millis) -> Vec<(u16, Millis)> {
    let Some(last) = count.checked_sub(1) else {
        return Vec::new();
    };
    let (low, high) = (value(0).min(value(last)), value(0).max(value(last)));
    let most = Millis::from(last / apart).max(1);
    let step = STEPS.into_iter().find(|step| (high - low) / step <= most);
    let step = step.unwrap_or(high.max(1));
    let nearest = |wanted: Millis| (0..count).min_by_key(|i| value(*i).abs_diff(wanted));
    (low.div_ceil(step)..=high / step)
        .filter_map(|n| Some((nearest(n * step)?, n * step)))
        .collect()
}
