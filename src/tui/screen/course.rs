//! The lessons of a course, over any screen: what is done, what is open, and what comes first.
//!
//! ```text
//!  Distributed Systems for Backend Engineers          1 of 3 complete
//!
//!  Foundations
//!    ✓ Clocks and Timeouts                                   complete
//!  Coordination
//!  ▸ ○ Leases                                         1 of 2 parts read
//!    ○ Retries                                     first comes Leases
//! ```

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};

use super::{Context, Go, Outcome, Screen};
use crate::{
    course::Lesson,
    progress::Spot,
    text::width,
    tui::{
        keymap::{Action, Scope},
        message::{Message, MouseKind},
        theme::{Glyph, Role},
        widget,
    },
};

/// Text is never wider than this.
const WIDEST: u16 = 84;
const MARGIN: u16 = 3;
/// Below this width, how a lesson stands has a row of its own.
const ON_ONE_ROW: u16 = 64;

/// The lessons of the course, one of them chosen.
#[derive(Debug)]
pub struct Course {
    chosen: usize,
}

/// A row of the list.
enum Row<'a> {
    Module(&'a str),
    /// The number of a lesson in the course.
    Lesson(usize),
    /// How it stands, where that has a row of its own.
    Standing(usize),
    Blank,
}

impl Course {
    /// The list, with the open lesson chosen.
    pub fn new(ctx: &Context) -> Self {
        let lessons = &ctx.pack.lessons;
        let here = lessons.iter().position(|one| one.id == ctx.lesson.id);
        Self {
            chosen: here.unwrap_or(0),
        }
    }

    /// The lesson that is chosen.
    pub fn chosen<'a>(&self, ctx: &'a Context) -> Option<&'a Lesson> {
        ctx.pack.lessons.get(self.chosen)
    }

    fn choose(&mut self, to: usize, ctx: &Context) -> Outcome {
        self.chosen = to.min(ctx.pack.lessons.len().saturating_sub(1));
        Outcome::handled()
    }

    fn open(&self, ctx: &Context) -> Outcome {
        let Some(lesson) = self.chosen(ctx) else {
            return Outcome::handled();
        };
        let outcome = Outcome::handled().go(Go::Lesson(lesson.id.clone()));
        let missing = missing(lesson, ctx);
        if missing.is_empty() {
            return outcome;
        }
        outcome.notice(format!(
            "It builds on {}, which is open.",
            missing.join(" and ")
        ))
    }

    fn click(&mut self, at: Position, ctx: &Context) -> Outcome {
        let area = list(ctx.body);
        let rows = rows(area, ctx);
        let top = self.top(&rows, area);
        if !area.contains(at) {
            return Outcome::handled();
        }
        match rows.get(top + usize::from(at.y - area.y)) {
            Some(Row::Lesson(index) | Row::Standing(index)) => {
                self.chosen = *index;
                self.open(ctx)
            }
            _ => Outcome::handled(),
        }
    }

    /// The first row that is shown: the chosen lesson is in view, with its module where that fits.
    fn top(&self, rows: &[Row<'_>], area: Rect) -> usize {
        let chosen = |row: &Row<'_>| matches!(row, Row::Lesson(index) | Row::Standing(index) if *index == self.chosen);
        let last = rows.iter().rposition(chosen).unwrap_or(0);
        (last + 1).saturating_sub(area.height.into())
    }
}

fn list(body: Rect) -> Rect {
    let columns = body.width.saturating_sub(2 * MARGIN).min(WIDEST);
    let x = body.x + (body.width - columns) / 2;
    let top = body.y + u16::from(body.height >= 18) + 2;
    Rect::new(x, top, columns, body.bottom().saturating_sub(top)).intersection(body)
}

fn rows<'a>(area: Rect, ctx: &'a Context) -> Vec<Row<'a>> {
    let lessons = &ctx.pack.lessons;
    let mut rows = Vec::new();
    for module in &ctx.pack.course.modules {
        if !rows.is_empty() {
            rows.push(Row::Blank);
        }
        rows.push(Row::Module(&module.title));
        for id in &module.lessons {
            let Some(index) = lessons.iter().position(|lesson| lesson.id == *id) else {
                continue;
            };
            rows.push(Row::Lesson(index));
            if area.width < ON_ONE_ROW {
                rows.push(Row::Standing(index));
            }
        }
    }
    rows
}

/// The titles of the lessons that come before this one and are not complete.
fn missing<'a>(lesson: &'a Lesson, ctx: &'a Context) -> Vec<&'a str> {
    let required = ctx.pack.required_by(lesson);
    let open = required.filter(|one| !ctx.record.is_complete(&one.id));
    open.map(|one| one.title.as_str()).collect()
}

/// How a lesson stands, in words.
fn standing(lesson: &Lesson, ctx: &Context) -> String {
    if ctx.record.is_complete(&lesson.id) {
        return "complete".to_owned();
    }
    let parts = lesson.sections.iter();
    let read = parts.filter(|part| ctx.record.is_read(&lesson.id, &part.id));
    let (read, all) = (read.count(), lesson.sections.len());
    let missing = missing(lesson, ctx);
    match missing.as_slice() {
        [] => format!("{read} of {all} read"),
        missing if read == 0 => format!("first: {}", missing.join(", ")),
        missing => format!("{read} of {all} read, first: {}", missing.join(", ")),
    }
}

impl Screen for Course {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let action = match message {
            Message::Key(key) => self.action(*key),
            Message::Mouse(mouse) => match mouse.kind {
                MouseKind::WheelUp => Some(Action::Up),
                MouseKind::WheelDown => Some(Action::Down),
                MouseKind::Press => {
                    return self.click(Position::new(mouse.column, mouse.row), ctx);
                }
                _ => None,
            },
            _ => None,
        };
        match action {
            Some(Action::Up) => self.choose(self.chosen.saturating_sub(1), ctx),
            Some(Action::Down) => self.choose(self.chosen + 1, ctx),
            Some(Action::Top) => self.choose(0, ctx),
            Some(Action::Bottom) => self.choose(usize::MAX, ctx),
            Some(Action::Enter) => self.open(ctx),
            Some(Action::Back) => Outcome::handled().go(Go::Back),
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let list = list(area);
        let header = Rect::new(list.x, list.y.saturating_sub(2), list.width, 1);
        let lessons = &ctx.pack.lessons;
        let complete = lessons.iter().filter(|one| ctx.record.is_complete(&one.id));
        let count = format!("{} of {} complete", complete.count(), lessons.len());
        let room = usize::from(list.width).saturating_sub(width(&count) + 3);
        let title = widget::fit(&ctx.pack.course.title, room, theme);
        let dim = theme.style(Role::Dim);
        frame.render_widget(Line::styled(title, theme.style(Role::Title)), header);
        let count = Line::from(Span::styled(count, dim));
        frame.render_widget(count.right_aligned(), header);
        let rows = rows(list, ctx);
        let top = self.top(&rows, list);
        for (place, row) in list.rows().zip(&rows[top..]) {
            match row {
                Row::Blank => {}
                Row::Module(title) => frame.render_widget(Line::styled(*title, dim), place),
                Row::Lesson(index) => self.draw_lesson(frame, place, *index, ctx),
                Row::Standing(index) => {
                    let said = standing(&lessons[*index], ctx);
                    let said =
                        widget::fit(&said, usize::from(place.width).saturating_sub(4), theme);
                    frame.render_widget(Line::styled(format!("    {said}"), dim), place);
                }
            }
        }
    }

    fn scope(&self) -> Scope {
        Scope::Course
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        Spot::Home
    }
}

impl Course {
    fn draw_lesson(&self, frame: &mut Frame<'_>, area: Rect, index: usize, ctx: &Context) {
        let theme = &ctx.theme;
        let lesson = &ctx.pack.lessons[index];
        let chosen = index == self.chosen;
        let (glyph, mark) = if ctx.record.is_complete(&lesson.id) {
            (Glyph::Good, Role::Good)
        } else {
            (Glyph::Missed, Role::Dim)
        };
        let said = if area.width < ON_ONE_ROW {
            String::new()
        } else {
            standing(lesson, ctx)
        };
        let half = usize::from(area.width) / 2;
        let said = widget::fit(&said, half, theme);
        let room = usize::from(area.width).saturating_sub(width(&said) + 6);
        let role = if chosen { Role::Accent } else { Role::Text };
        let title = widget::fit(&lesson.title, room, theme);
        let line = Line::from(vec![
            Span::raw("  "),
            Span::styled(theme.glyph(glyph), theme.style(mark)),
            Span::raw(" "),
            Span::styled(title, theme.style(role)),
        ]);
        frame.render_widget(line, area);
        let said = Line::from(Span::styled(said, theme.style(Role::Dim)));
        frame.render_widget(said.right_aligned(), area);
        if chosen {
            let sign = theme.glyph(Glyph::Chosen);
            let style = theme.style(Role::Accent);
            frame.buffer_mut().set_string(area.x, area.y, sign, style);
        }
    }
}
