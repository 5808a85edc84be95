//! The glossary: every term in the order of the alphabet.
//!
//! ```text
//!  Glossary                                                40 terms
//!
//!  ▸ fence            The highest token that a resource has seen.
//!    fencing token    A number that is higher than that of every grant …
//!  /tok                                                      2 of 40
//! ```

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
    widgets::Clear,
};

use super::{Context, Go, Outcome, Screen};
use crate::{
    course::{GLOSSARY, GLOSSARY_TITLE, Term},
    progress::Spot,
    text::width,
    tui::{
        keymap::{self, Action, Scope},
        line::Line as Typed,
        message::{Key, Message, MouseKind},
        theme::{Glyph, Role, Theme},
        widget::{
            self, page,
            runs::{self, Run},
        },
    },
};

/// Columns of the terms where they stand beside what they mean.
const NAMES: usize = 20;
/// From this width on, they do.
const BESIDE: u16 = 60;

/// The glossary at one of its terms.
#[derive(Debug)]
pub struct Glossary {
    /// What the terms are searched for.
    query: Typed,
    typing: bool,
    /// Which of those that are shown.
    chosen: usize,
    /// The first line that is shown.
    top: usize,
}

/// The lines of a term, and where they begin.
struct Entry {
    from: usize,
    lines: Vec<Line<'static>>,
}

/// Where the list stands.
fn list(body: Rect) -> Rect {
    let column = page::column(body);
    Rect {
        y: column.y + 2,
        height: column.height.saturating_sub(2),
        ..column
    }
    .intersection(body)
}

impl Glossary {
    /// The glossary at the term that a place names, such as `glossary/lease`.
    pub fn at(place: &str, ctx: &Context) -> Self {
        let id = place.split('/').nth(1);
        let terms = ctx.lesson.terms();
        let chosen = terms.iter().position(|term| Some(term.id.as_str()) == id);
        let mut glossary = Self {
            query: Typed::default(),
            typing: false,
            chosen: chosen.unwrap_or(0),
            top: 0,
        };
        glossary.choose(glossary.chosen, ctx);
        glossary
    }

    /// The terms that the search leaves.
    fn terms<'a>(&self, ctx: &'a Context) -> Vec<&'a Term> {
        let wanted = self.query.text().trim().to_lowercase();
        let has = |text: &str| text.to_lowercase().contains(&wanted);
        let all = ctx.lesson.terms().into_iter();
        let left = all.filter(|term| {
            let forms = term.forms.iter().any(|form| has(form));
            has(&term.term) || forms || has(&term.text.plain())
        });
        left.collect()
    }

    fn entries(&self, ctx: &Context) -> Vec<Entry> {
        let room = list(ctx.body).width;
        let mut from = 0;
        let entry = |(index, term): (usize, &Term)| {
            let lines = set(term, index == self.chosen, room, &ctx.theme);
            let begins = from;
            from += lines.len() + 1;
            Entry {
                from: begins,
                lines,
            }
        };
        self.terms(ctx).into_iter().enumerate().map(entry).collect()
    }

    /// Chooses a term, and scrolls as little as brings it into view.
    fn choose(&mut self, chosen: usize, ctx: &Context) -> Outcome {
        let entries = self.entries(ctx);
        self.chosen = chosen.min(entries.len().saturating_sub(1));
        let rows = usize::from(list(ctx.body).height);
        if let Some(entry) = entries.get(self.chosen) {
            let end = entry.from + entry.lines.len();
            self.top = self.top.max(end.saturating_sub(rows)).min(entry.from);
        } else {
            self.top = 0;
        }
        Outcome::handled()
    }

    fn open(&self, ctx: &Context) -> Outcome {
        let terms = self.terms(ctx);
        let section = terms.get(self.chosen).and_then(|term| term.section.clone());
        match section {
            Some(section) => Outcome::handled().go(Go::Spot(Spot::Read {
                section,
                permille: 0,
            })),
            None => Outcome::handled().advice("No part says more of it."),
        }
    }

    fn key(&mut self, key: Key, ctx: &Context) -> Outcome {
        let action = self.action(key);
        if self.typing {
            return self.type_in(key, action, ctx);
        }
        let page = usize::from(list(ctx.body).height / 3).max(1);
        match action {
            Some(Action::Up) => self.choose(self.chosen.saturating_sub(1), ctx),
            Some(Action::Down) => self.choose(self.chosen + 1, ctx),
            Some(Action::PageUp) => self.choose(self.chosen.saturating_sub(page), ctx),
            Some(Action::PageDown) => self.choose(self.chosen + page, ctx),
            Some(Action::Top) => self.choose(0, ctx),
            Some(Action::Bottom) => self.choose(usize::MAX, ctx),
            Some(Action::Enter) => self.open(ctx),
            Some(Action::Search) => {
                self.typing = true;
                Outcome::handled()
            }
            Some(Action::Back) if !self.query.is_empty() => {
                self.query.clear();
                self.choose(0, ctx)
            }
            _ => Outcome::ignored(),
        }
    }

    /// A key while a search is typed: the list follows it.
    fn type_in(&mut self, key: Key, action: Option<Action>, ctx: &Context) -> Outcome {
        match action {
            Some(Action::Back) => {
                self.query.clear();
                self.typing = false;
            }
            Some(Action::Enter) => self.typing = false,
            _ if self.query.key(key, action) => {}
            _ => return Outcome::ignored(),
        }
        self.choose(0, ctx)
    }

    fn click(&mut self, at: Position, ctx: &Context) -> Outcome {
        let area = list(ctx.body);
        if !area.contains(at) {
            return Outcome::ignored();
        }
        let line = self.top + usize::from(at.y - area.y);
        let entries = self.entries(ctx);
        let on = |entry: &Entry| (entry.from..entry.from + entry.lines.len()).contains(&line);
        match entries.iter().position(on) {
            Some(hit) if hit == self.chosen => self.open(ctx),
            Some(hit) => self.choose(hit, ctx),
            None => Outcome::ignored(),
        }
    }

    fn draw_head(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let all = ctx.lesson.glossary.len();
        let count = if self.query.is_empty() {
            format!("{all} terms")
        } else {
            format!("{} of {all}", self.terms(ctx).len())
        };
        let title = Span::styled(GLOSSARY_TITLE, theme.style(Role::Accent));
        frame.render_widget(Line::from(title), area);
        let count = Span::styled(count, theme.style(Role::Dim));
        frame.render_widget(Line::from(count).right_aligned(), area);
    }

    /// The terms in `place`, which stands in `body`.
    fn draw_list(&self, frame: &mut Frame<'_>, (place, body): (Rect, Rect), ctx: &Context) {
        let theme = &ctx.theme;
        let entries = self.entries(ctx);
        let row = |y| Rect {
            y,
            height: 1,
            ..place
        };
        for (index, entry) in entries.iter().enumerate() {
            for (line, set) in (entry.from..).zip(&entry.lines) {
                if let Some(y) = page::row_of(line, self.top, place) {
                    frame.render_widget(set, row(y));
                }
            }
            let sign = page::row_of(entry.from, self.top, place);
            if let Some(y) = sign.filter(|_| index == self.chosen) {
                let x = place.x.saturating_sub(2);
                let style = theme.style(Role::Accent);
                let chosen = theme.glyph(Glyph::Chosen);
                frame.buffer_mut().set_string(x, y, chosen, style);
            }
        }
        if entries.is_empty() {
            let none = Line::styled("No term has this in it.", theme.style(Role::Dim));
            frame.render_widget(none, row(place.y).intersection(place));
        }
        let last = entries.last();
        let lines = last.map_or(0, |last| last.from + last.lines.len());
        page::draw_how_far(frame, (place, body), lines, self.top, theme);
    }

    /// The search, or the part that says more of the chosen term.
    fn draw_foot(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let room = usize::from(area.width);
        if self.typing || !self.query.is_empty() {
            frame.render_widget(Clear, area);
            let shown = widget::fit_end(self.query.text(), room.saturating_sub(2), theme);
            let end = area.x + 1 + u16::try_from(width(&shown)).unwrap_or(0);
            let slash = Span::styled("/", theme.style(Role::Accent));
            frame.render_widget(Line::from(vec![slash, Span::raw(shown)]), area);
            if self.typing {
                frame.set_cursor_position((end.min(area.right().saturating_sub(1)), area.y));
            }
            return;
        }
        let terms = self.terms(ctx);
        let section = terms
            .get(self.chosen)
            .and_then(|term| term.section.as_deref());
        let title = section.and_then(|section| ctx.lesson.title_of(section));
        if let Some(title) = title.filter(|_| ctx.body.height >= page::TALL) {
            let enter = keymap::shown("enter", theme.ascii());
            let arrow = theme.glyph(Glyph::Right);
            let line = Line::from(vec![
                Span::styled(format!("{enter} "), theme.style(Role::Key)),
                Span::styled(format!("{arrow} "), theme.style(Role::Accent)),
                Span::styled(
                    widget::fit(title, room.saturating_sub(8), theme),
                    theme.style(Role::Dim),
                ),
            ]);
            frame.render_widget(line, area);
        }
    }
}

/// A term and what it means: side by side, or one under the other.
fn set(term: &Term, chosen: bool, room: u16, theme: &Theme) -> Vec<Line<'static>> {
    let beside = room >= BESIDE;
    let indent = if beside { NAMES } else { 2 };
    let role = if chosen { Role::Accent } else { Role::Title };
    let mut lines = Vec::new();
    for paragraph in &term.text.paragraphs {
        let runs = runs::prose(paragraph, theme.style(Role::Text), theme);
        lines.extend(runs::wrap(
            &runs,
            usize::from(room).saturating_sub(indent),
            theme,
        ));
    }
    for line in &mut lines {
        line.insert(0, Run::new(" ".repeat(indent), theme.style(Role::Text)));
    }
    let name = Run::new(term.term.as_str(), theme.style(role));
    match lines.first_mut() {
        Some(first) if beside && width(&term.term) < NAMES => {
            let gap = " ".repeat(NAMES - width(&term.term));
            first.splice(0..1, [name, Run::new(gap, theme.style(Role::Text))]);
        }
        _ => {
            let named = runs::wrap(&[name], room.into(), theme);
            lines.splice(0..0, named);
        }
    }
    lines.into_iter().map(runs::line).collect()
}

impl Screen for Glossary {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match message {
            Message::Resize { .. } => self.choose(self.chosen, ctx),
            Message::Key(key) => self.key(*key, ctx),
            Message::Paste(text) if self.typing => {
                self.query.add(text);
                self.choose(0, ctx)
            }
            Message::Mouse(mouse) => match mouse.kind {
                MouseKind::WheelDown => self.choose(self.chosen + 1, ctx),
                MouseKind::WheelUp => self.choose(self.chosen.saturating_sub(1), ctx),
                MouseKind::Press => self.click(Position::new(mouse.column, mouse.row), ctx),
                _ => Outcome::ignored(),
            },
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let column = page::column(area);
        self.draw_head(
            frame,
            Rect {
                height: 1,
                ..column
            },
            ctx,
        );
        self.draw_list(frame, (list(area), area), ctx);
        let foot = Rect {
            y: area.bottom().saturating_sub(1),
            height: 1,
            ..column
        };
        self.draw_foot(frame, foot, ctx);
    }

    fn scope(&self) -> Scope {
        if self.typing {
            Scope::Line
        } else {
            Scope::Terms
        }
    }

    fn spot(&self, ctx: &Context) -> Spot {
        let terms = self.terms(ctx);
        // The glossary as it opens is a place of its own; a term that was searched for is that term, also as the first match.
        let opened = self.chosen == 0 && self.query.is_empty();
        let term = terms.get(self.chosen).filter(|_| !opened);
        let term = term.map_or_else(String::new, |term| format!("/{}", term.id));
        Spot::Read {
            section: format!("{GLOSSARY}{term}"),
            permille: 0,
        }
    }

    fn typing(&self) -> bool {
        self.typing
    }
}
