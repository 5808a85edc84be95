//! The list of timelines, by kind of lock, with what to look for in the chosen one.

use std::rc::Rc;

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};

use super::Context;
use crate::{
    fencing::{knobs::Knobs, scenario::Scenario, timeline::Timeline},
    practice::generate,
    text::wrap,
    tui::{
        keymap::{self, Action, Scope},
        message::{Message, MouseKind},
        theme::{Glyph, Role},
        widget::{self, thumb},
    },
};

const MARGIN: u16 = 3;
/// From this width on, what to look for stands beside the list, else below it.
const BESIDE: u16 = 96;
/// Columns of the list where it stands beside.
const LIST: u16 = 46;
/// Rows of what to look for where it stands below.
const BELOW: u16 = 5;

/// One timeline of the list.
#[derive(Debug)]
pub(super) struct Entry {
    /// Its title.
    pub(super) title: String,
    group: String,
    /// The scenario and its run, or why there is none.
    run: Result<(Rc<Scenario>, Rc<Timeline>), String>,
}

impl Entry {
    pub(super) fn timeline(&self) -> Option<&Rc<Timeline>> {
        self.run.as_ref().ok().map(|(_, run)| run)
    }

    pub(super) fn scenario(&self) -> Option<&Rc<Scenario>> {
        self.run.as_ref().ok().map(|(scenario, _)| scenario)
    }

    fn of(scenario: Scenario) -> Self {
        Self {
            title: scenario.title.clone(),
            group: scenario.group.clone(),
            run: Ok((Rc::new(scenario.clone()), Rc::new(scenario.run()))),
        }
    }
}

/// The list.
#[derive(Debug)]
pub(super) struct List {
    entries: Vec<Entry>,
    chosen: usize,
}

/// A run that stands in no list: that of an invented question, or of a share code.
fn unlisted(id: &str) -> Option<Scenario> {
    let own = || Some(Knobs::from_code(id).ok()?.scenario());
    generate::scenario(id).or_else(own)
}

/// Whether a timeline was seen to its end.
fn is_watched(entry: &Entry, ctx: &Context) -> bool {
    let run = entry.timeline();
    run.is_some_and(|run| ctx.record.is_watched(&ctx.lesson.id, &run.scenario))
}

/// A row of the list.
enum Row {
    Blank,
    /// The heading of the group that begins with this entry.
    Group(usize),
    Entry(usize),
}

/// Where things stand.
struct Places {
    title: Rect,
    rows: Rect,
    detail: Rect,
}

impl List {
    /// The lesson's timelines, those of one group together, else in the lesson's order.
    pub(super) fn of(ctx: &Context) -> Self {
        let sources = ctx.lesson.scenarios.iter();
        let entries: Vec<Entry> = sources
            .map(|source| match Scenario::parse(&source.file, &source.toml) {
                Ok(scenario) => Entry::of(scenario),
                Err(error) => Entry {
                    title: source.file.clone(),
                    group: "does not play".to_owned(),
                    run: Err(crate::text::clean_line(&error.to_string())),
                },
            })
            .collect();
        let groups: Vec<_> = entries.iter().map(|entry| entry.group.clone()).collect();
        let mut entries = entries;
        entries.sort_by_key(|entry| groups.iter().position(|group| *group == entry.group));
        let chosen = entries.iter().position(|entry| !is_watched(entry, ctx));
        Self {
            entries,
            chosen: chosen.unwrap_or(0),
        }
    }

    /// Chooses a timeline by its scenario. One of an invented question, or of the share code of a run of one's own, joins
    /// the list. Says whether there is one.
    pub(super) fn choose(&mut self, scenario: &str) -> bool {
        let is = |entry: &Entry| entry.timeline().is_some_and(|run| run.scenario == scenario);
        let found = self.entries.iter().position(is);
        if found.is_none()
            && let Some(own) = unlisted(scenario)
        {
            self.chosen = self.entries.len();
            self.entries.push(Entry::of(own));
            return true;
        }
        self.chosen = found.unwrap_or(self.chosen);
        found.is_some()
    }

    /// All of them, in the order of the list.
    #[cfg(test)]
    pub(super) fn entries(&self) -> impl Iterator<Item = &Entry> {
        self.entries.iter()
    }

    pub(super) fn chosen(&self) -> Option<&Entry> {
        self.entries.get(self.chosen)
    }

    /// The one after the chosen one.
    pub(super) fn after(&self) -> Option<&Entry> {
        self.entries.get(self.chosen + 1)
    }

    /// Goes down, or up if negative; says whether that led anywhere.
    pub(super) fn step(&mut self, by: isize) -> bool {
        let last = self.entries.len().saturating_sub(1);
        let to = self.chosen.saturating_add_signed(by).min(last);
        let moved = to != self.chosen;
        self.chosen = to;
        moved
    }

    /// Takes in a message: whether it meant something, and whether the chosen one is to be played.
    pub(super) fn update(&mut self, message: &Message, body: Rect) -> (bool, bool) {
        let page = isize::try_from(Places::of(body).rows.height / 2)
            .unwrap_or(1)
            .max(1);
        let action = match message {
            Message::Key(key) => keymap::action(Scope::Timelines, *key),
            Message::Mouse(mouse) => match mouse.kind {
                MouseKind::WheelUp => Some(Action::Up),
                MouseKind::WheelDown => Some(Action::Down),
                MouseKind::Press => {
                    let hit = self.hit(body, Position::new(mouse.column, mouse.row));
                    self.chosen = hit.unwrap_or(self.chosen);
                    hit.map(|_| Action::Enter)
                }
                _ => None,
            },
            _ => None,
        };
        match action {
            Some(Action::Up) => self.step(-1),
            Some(Action::Down) => self.step(1),
            Some(Action::PageUp) => self.step(-page),
            Some(Action::PageDown) => self.step(page),
            Some(Action::Top) => self.step(isize::MIN),
            Some(Action::Bottom) => self.step(isize::MAX),
            Some(Action::Enter) => return (true, true),
            _ => return (false, false),
        };
        (true, false)
    }

    fn rows(&self) -> Vec<Row> {
        let mut rows = Vec::new();
        let mut group = None;
        for (index, entry) in self.entries.iter().enumerate() {
            if group != Some(&entry.group) {
                if group.is_some() {
                    rows.push(Row::Blank);
                }
                rows.push(Row::Group(index));
                group = Some(&entry.group);
            }
            rows.push(Row::Entry(index));
        }
        rows
    }

    /// The first row that is in view, of these: the chosen one is kept near the middle.
    fn top(&self, rows: &[Row], height: usize) -> usize {
        let chosen = rows
            .iter()
            .position(|row| matches!(row, Row::Entry(index) if *index == self.chosen));
        let top = chosen.unwrap_or(0).saturating_sub(height / 2);
        top.min(rows.len().saturating_sub(height))
    }

    fn hit(&self, body: Rect, at: Position) -> Option<usize> {
        let place = Places::of(body).rows;
        if !place.contains(at) {
            return None;
        }
        let rows = self.rows();
        let top = self.top(&rows, place.height.into());
        match rows.get(top + usize::from(at.y - place.y)) {
            Some(Row::Entry(index)) => Some(*index),
            _ => None,
        }
    }

    pub(super) fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let places = Places::of(area);
        let theme = &ctx.theme;
        let title = Line::styled("Watch what happens", theme.style(Role::Dim));
        frame.render_widget(title, places.title);
        let watched = self.entries.iter().filter(|entry| is_watched(entry, ctx));
        let count = format!("{} of {} watched", watched.count(), self.entries.len());
        let wide = u16::try_from(count.len())
            .unwrap_or(0)
            .min(places.title.width);
        let corner = Rect {
            x: places.title.right() - wide,
            width: wide,
            ..places.title
        };
        frame.render_widget(Line::styled(count, theme.style(Role::Dim)), corner);
        if self.entries.is_empty() {
            let none = Line::styled("This lesson has no timelines.", theme.style(Role::Dim));
            frame.render_widget(none, places.rows);
        }
        let rows = self.rows();
        let top = self.top(&rows, places.rows.height.into());
        thumb::draw(frame, places.rows, top, rows.len(), theme);
        for (row, place) in rows[top..].iter().zip(places.rows.rows()) {
            match row {
                Row::Blank => {}
                Row::Group(first) => {
                    let title = self.entries[*first].group.as_str();
                    frame.render_widget(Line::styled(title, theme.style(Role::Dim)), place);
                }
                Row::Entry(index) => self.draw_entry(frame, place, *index, ctx),
            }
        }
        self.draw_detail(frame, places.detail, ctx);
    }

    fn draw_entry(&self, frame: &mut Frame<'_>, place: Rect, index: usize, ctx: &Context) {
        let theme = &ctx.theme;
        let entry = &self.entries[index];
        let watched = is_watched(entry, ctx);
        let (sign, look) = match (&entry.run, watched) {
            (Err(_), _) => (theme.glyph(Glyph::Pitfall), Role::Pitfall),
            (_, true) => (theme.glyph(Glyph::Good), Role::Good),
            (_, false) => (" ", Role::Dim),
        };
        let role = if index == self.chosen {
            Role::Accent
        } else {
            Role::Text
        };
        let room = usize::from(place.width).saturating_sub(2);
        let line = Line::from(vec![
            Span::styled(format!("{sign} "), theme.style(look)),
            Span::styled(widget::fit(&entry.title, room, theme), theme.style(role)),
        ]);
        frame.render_widget(line, place);
        if index == self.chosen && place.x >= 2 {
            let sign = Span::styled(theme.glyph(Glyph::Chosen), theme.style(Role::Accent));
            frame.render_widget(
                sign,
                Rect {
                    x: place.x - 2,
                    width: 1,
                    ..place
                },
            );
        }
    }

    fn draw_detail(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let Some(entry) = self.chosen() else {
            return;
        };
        let theme = &ctx.theme;
        let mut lines = Vec::new();
        let mut add = |text: &str, role| {
            let text = theme.plain(text);
            for line in wrap(&text, usize::from(area.width)) {
                lines.push(Line::styled(line.to_owned(), theme.style(role)));
            }
        };
        match &entry.run {
            Err(why) => add(why, Role::Pitfall),
            Ok((_, run)) => {
                if area.height > BELOW {
                    add(&run.title, Role::Title);
                    add("", Role::Text);
                }
                add(&run.summary, Role::Text);
                if area.height > BELOW {
                    add("", Role::Text);
                }
                add(&run.conditions, Role::Dim);
            }
        }
        for (line, row) in lines.into_iter().zip(area.rows()) {
            frame.render_widget(line, row);
        }
    }
}

impl Places {
    fn of(body: Rect) -> Self {
        let roomy = u16::from(body.height >= 18);
        let x = body.x + MARGIN;
        let width = body.width.saturating_sub(2 * MARGIN).min(112);
        let title = Rect::new(x, body.y + roomy, width, 1).intersection(body);
        let top = body.y + 2 * roomy + 1;
        let rest = Rect::new(x, top, width, body.bottom().saturating_sub(top)).intersection(body);
        if body.width >= BESIDE {
            let rows = Rect {
                width: LIST,
                ..rest
            };
            let left = rest.x + LIST + 4;
            let detail = Rect {
                x: left,
                width: rest.right().saturating_sub(left),
                ..rest
            };
            return Self {
                title,
                rows,
                detail,
            };
        }
        let below = BELOW.min(rest.height / 2);
        let rows = Rect {
            height: rest.height.saturating_sub(below + 1),
            ..rest
        };
        let detail = Rect {
            y: rest.bottom() - below,
            height: below,
            ..rest
        };
        Self {
            title,
            rows,
            detail,
        }
    }
}
