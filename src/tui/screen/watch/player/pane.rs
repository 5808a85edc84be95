//! Below the lanes: what happens now, who knows what, and how it ended.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::{Player, asking::Asked};
use crate::{
    fencing::property::{Property, Verdict},
    text::{width, wrap},
    tui::{
        theme::{Glyph, Role, Theme},
        widget::{self, knows, scene::Scene},
    },
};

/// Columns at the right that only the sign for more stands in.
const MORE: u16 = 2;
/// From this width on, what is told and who knows what stand side by side.
const BESIDE: u16 = 72;
const GAP: u16 = 3;

/// What is told of a scene.
pub(super) struct Pane<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) ended: bool,
    /// What is asked or told instead.
    pub(super) asked: Option<&'a Asked>,
    /// The title of the next timeline.
    pub(super) next: Option<&'a str>,
}

impl Player {
    /// Scrolls back to where what there is to read ends; `next` as in [`Player::view`].
    pub(in super::super) fn stop_at_end(&mut self, body: Rect, theme: &Theme, next: Option<&str>) {
        if self.scroll > 0 {
            let scene = self.scene(theme);
            let asked = self.asked(&scene);
            let pane = self.pane(&scene, asked.as_ref(), next);
            self.scroll = self
                .scroll
                .min(pane.top(self.layout(body).pane, self.scroll));
        }
    }

    pub(super) fn pane<'a>(
        &self,
        scene: &'a Scene<'a>,
        asked: Option<&'a Asked>,
        next: Option<&'a str>,
    ) -> Pane<'a> {
        Pane {
            scene,
            ended: self.ended(),
            next,
            asked,
        }
    }
}

impl Pane<'_> {
    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, scroll: u16) {
        if let Some(asked) = self.asked {
            return self.ask(frame, area, asked, scroll);
        }
        let (told, known) = places(area);
        self.lines(frame, told, self.page(area), scroll);
        if known.width > 0 {
            let mut lines = self.known(known.width);
            if lines.len() > usize::from(known.height) {
                lines.remove(0);
            }
            self.lines(frame, known, lines, 0);
        }
    }

    /// The first line that is shown once so many are scrolled past: at the end it goes no further.
    pub(super) fn top(&self, area: Rect, scroll: u16) -> u16 {
        if let Some(asked) = self.asked {
            let (told, _) = asked.places(area);
            let lines = asked.lines(told, self.scene.theme);
            return asked.top(&lines, told.height, scroll);
        }
        let (told, _) = places(area);
        let last = self.page(area).len().saturating_sub(told.height.into());
        scroll.min(u16::try_from(last).unwrap_or(u16::MAX))
    }

    /// What scrolls: what is told, and under it who knows what where that does not stand beside it.
    fn page(&self, area: Rect) -> Vec<Line<'static>> {
        let (told, known) = places(area);
        let mut lines = self.told(told.width.saturating_sub(MORE));
        if known.width == 0 {
            // The sequence above says when, and every line counts.
            if self.scene.moment > 0 && !self.ended {
                lines.remove(0);
            }
            lines.extend(self.known(area.width).into_iter().skip(1));
        }
        lines
    }

    /// What is asked, beside who knows what where there is room for both, or where a cell of it is asked for.
    fn ask(&self, frame: &mut Frame<'_>, area: Rect, asked: &Asked, scroll: u16) {
        let (told, known) = asked.places(area);
        let lines = asked.lines(told, self.scene.theme);
        let top = asked.top(&lines, told.height, scroll);
        let lines = lines.into_iter().map(|(line, _)| line).collect();
        self.lines(frame, told, lines, top);
        if known.width > 0 {
            let mut lines = self.known(known.width);
            if let Some(row) = asked.hidden() {
                self.hide(&mut lines, row);
            }
            if lines.len() > usize::from(known.height) {
                lines.remove(0);
            }
            self.lines(frame, known, lines, 0);
        }
    }

    /// Puts a question mark into a row of who knows what.
    fn hide(&self, lines: &mut [Line<'static>], row: usize) {
        if let Some(line) = lines.get_mut(row + 1) {
            let theme = self.scene.theme;
            line.spans.truncate(3);
            line.spans[0] = Span::styled(
                format!("{} ", theme.glyph(Glyph::Chosen)),
                theme.style(Role::Accent),
            );
            let style = theme.style(Role::Accent);
            line.spans.push(Span::styled("? and after this?", style));
        }
    }

    /// The lines from the first that is shown; a sign says that there are more, in the last row that leaves it room.
    fn lines(&self, frame: &mut Frame<'_>, area: Rect, lines: Vec<Line<'static>>, scroll: u16) {
        let height = usize::from(area.height);
        let top = usize::from(scroll).min(lines.len().saturating_sub(height));
        let more = lines.len() > top + height;
        let short = |line: &Line<'_>| line.width() + usize::from(MORE) <= area.width.into();
        let mut shown = lines.iter().skip(top).take(height);
        let row = shown.rposition(short).unwrap_or(height.saturating_sub(1));
        for (line, row) in lines.into_iter().skip(top).zip(area.rows()) {
            frame.render_widget(line, row);
        }
        if more && area.height > 0 {
            let theme = self.scene.theme;
            let sign = Span::styled(theme.glyph(Glyph::Down), theme.style(Role::Accent));
            let corner = Rect {
                x: area.right().saturating_sub(1),
                y: area.y + u16::try_from(row).unwrap_or(0),
                width: 1,
                height: 1,
            };
            frame.render_widget(sign, corner);
        }
    }

    fn text(&self, text: &str, columns: u16, role: Role, lines: &mut Vec<Line<'static>>) {
        let theme = self.scene.theme;
        let text = theme.plain(text);
        for line in wrap(&text, usize::from(columns)) {
            lines.push(Line::styled(line.to_owned(), theme.style(role)));
        }
    }

    /// What happens now; at the beginning what to look for, at the end how it ended.
    fn told(&self, columns: u16) -> Vec<Line<'static>> {
        let scene = self.scene;
        let mut lines = Vec::new();
        if self.ended {
            self.ending(columns, &mut lines);
            return lines;
        }
        if scene.moment == 0 {
            self.text(&scene.timeline.summary, columns, Role::Text, &mut lines);
            return lines;
        }
        let moment = scene.now();
        let refused = scene
            .marks()
            .into_iter()
            .any(|mark| mark.moment == scene.moment && mark.role == Role::Refusal);
        let time = format!("{:.2} s", moment.at as f64 / 1_000.0);
        let mut line = Line::styled(time, scene.theme.style(Role::Dim));
        if let Some(mark) = scene.noted_at(scene.moment) {
            let accent = scene.theme.style(Role::Accent);
            line.push_span(Span::styled(format!("  {mark}"), accent));
        }
        lines.push(line);
        let role = if refused { Role::Refusal } else { Role::Title };
        self.text(&moment.caption, columns, role, &mut lines);
        lines
    }

    fn ending(&self, columns: u16, lines: &mut Vec<Line<'static>>) {
        let scene = self.scene;
        let theme = scene.theme;
        let lost = [Property::OrderedWrites, Property::NoLostUpdate]
            .into_iter()
            .any(|property| scene.timeline.verdict(property) == Some(Verdict::Violated));
        let role = if lost { Role::Refusal } else { Role::Title };
        self.text(&scene.timeline.outcome, columns, role, lines);
        for (property, verdict) in &scene.timeline.verdicts {
            let (glyph, role) = match verdict {
                Verdict::Holds => (Glyph::Good, Role::Good),
                Verdict::Violated => (Glyph::Lost, Role::Refusal),
            };
            let sign = format!("{} ", theme.glyph(glyph));
            let room = usize::from(columns).saturating_sub(width(&sign));
            let blank = " ".repeat(width(&sign));
            let words = plain(*property, *verdict).map(str::to_owned);
            let words = match widget::first_fitting(&words, room) {
                "" => &words[1],
                fits => fits,
            };
            for (index, words) in wrap(words, room).into_iter().enumerate() {
                let lead = if index == 0 { &sign } else { &blank };
                lines.push(Line::from(vec![
                    Span::styled(lead.clone(), theme.style(role)),
                    Span::styled(words.to_owned(), theme.style(Role::Text)),
                ]));
            }
        }
        let next = match self.next {
            Some(next) => format!("{} next: {next}", theme.glyph(Glyph::Enter)),
            None => format!("{} all timelines", theme.glyph(Glyph::Enter)),
        };
        self.text(&next, columns, Role::Dim, lines);
    }

    fn known(&self, columns: u16) -> Vec<Line<'static>> {
        let head = Line::styled("  who knows what", self.scene.theme.style(Role::Dim));
        let mut lines = vec![head];
        lines.extend(knows::lines(self.scene, columns.into()));
        lines
    }
}

/// Where it is told what happens, and beside that who knows what, where there is room for both.
fn places(area: Rect) -> (Rect, Rect) {
    if area.width < BESIDE {
        return (area, Rect { width: 0, ..area });
    }
    // Whoever knows needs so much, and no more.
    let right = (area.width * 11 / 20).clamp(42, 56);
    let told = Rect {
        width: area.width - right - GAP,
        ..area
    };
    let known = Rect {
        x: told.right() + GAP,
        width: right,
        ..area
    };
    (told, known)
}

/// A verdict in words, and in fewer.
fn plain(property: Property, verdict: Verdict) -> [&'static str; 2] {
    match (property, verdict) {
        (Property::ExclusiveGrants, Verdict::Holds) => ["one grant at a time"; 2],
        (Property::ExclusiveGrants, Verdict::Violated) => ["two grants at a time"; 2],
        (Property::OrderedWrites, Verdict::Holds) => {
            ["no old write after a newer one", "no writes out of order"]
        }
        (Property::OrderedWrites, Verdict::Violated) => {
            ["an old write after a newer one", "writes out of order"]
        }
        (Property::NoLostUpdate, Verdict::Holds) => ["no update lost"; 2],
        (Property::NoLostUpdate, Verdict::Violated) => ["an update is lost"; 2],
        (Property::Progress, Verdict::Holds) => [
            "somebody finished, nobody was left waiting",
            "nobody was left waiting",
        ],
        (Property::Progress, Verdict::Violated) => ["somebody could not finish"; 2],
    }
}
