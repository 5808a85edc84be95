//! Where things stand, and how they are drawn.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::{Phase, Practice, page};
use crate::{
    practice::{GRADES, grade_word},
    text::width,
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{self, thumb},
    },
};

/// Text is never wider than this,
const WIDEST: u16 = 76;
/// and two answers side by side take no more than this.
const BESIDE: u16 = 108;
const MARGIN: u16 = 3;
/// Between two answers.
const GAP: u16 = 4;
/// The bar beside an answer that is written, and the blank after it.
const BAR: u16 = 2;

/// Where things stand.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    header: Rect,
    /// The question, and how it went before.
    prompt: Rect,
    /// The text of the answer that is written; its bar stands to the left.
    pub(super) editor: Rect,
    /// The learner's own answer, where it stands beside the model answer.
    pub(super) own: Option<Rect>,
    /// What scrolls.
    pub(super) page: Rect,
    /// A place for each grade.
    pub(super) grades: Vec<Rect>,
}

impl Places {
    pub(super) fn of(body: Rect, practice: &Practice, ctx: &Context) -> Self {
        let wrote = !practice.editor.text().trim().is_empty();
        let beside =
            practice.phase == Phase::Revealed && wrote && body.width >= BESIDE + 2 * MARGIN;
        let widest = if beside { BESIDE } else { WIDEST };
        let columns = body.width.saturating_sub(2 * MARGIN).min(widest);
        let x = body.x + (body.width - columns) / 2;
        let tall = u16::from(body.height >= 18);
        let at = |y: u16, height: u16| Rect::new(x, y, columns, height).intersection(body);
        let header = at(body.y + tall, 1);
        let asked = u16::try_from(practice.head(columns.into(), ctx).len()).unwrap_or(u16::MAX);
        // On a tall screen, what is asked stands nearer to the middle.
        let down = body.height.saturating_sub(22) / 4;
        let prompt = at(header.y + 2 + down, asked.min(body.height / 2));
        let rest = prompt.bottom() + u16::from(asked > 0);
        let mut places = Self {
            header,
            prompt,
            ..Self::default()
        };
        match practice.phase {
            Phase::Asked | Phase::Writing => {
                let room = body.bottom().saturating_sub(rest + tall);
                let box_ = at(rest, room);
                places.editor = Rect {
                    x: box_.x + BAR.min(box_.width),
                    width: box_.width.saturating_sub(BAR),
                    ..box_
                };
            }
            Phase::Revealed => {
                let half = (columns - GAP.min(columns)) / 2;
                let wide = if beside { half } else { columns };
                let lines = practice.lines(wide.into(), beside, ctx).len();
                let own = if beside {
                    practice.own(wide.into(), &ctx.theme).len()
                } else {
                    0
                };
                let lines = u16::try_from(lines.max(own)).unwrap_or(u16::MAX);
                // The choice stands under what is read, or at the foot where that is long.
                let foot = body.bottom().saturating_sub(1 + tall);
                let page = at(rest, lines.min(foot.saturating_sub(rest + 1)));
                places.grades = grades(at((page.bottom() + 1 + tall).min(foot), 1), &ctx.theme);
                places.page = Rect {
                    x: page.right().saturating_sub(wide),
                    width: wide.min(page.width),
                    ..page
                };
                places.own = beside.then_some(Rect {
                    width: half,
                    ..page
                });
            }
            Phase::Over => places.page = at(rest, body.bottom().saturating_sub(rest + tall)),
        }
        places
    }
}

/// A place for each grade in `row`: `1 ○ missed    2 ◐ partly    3 ● knew it`.
fn grades(row: Rect, theme: &Theme) -> Vec<Rect> {
    let gap = if row.width >= 60 { 4 } else { 2 };
    let mut x = row.x;
    let place = |(index, _)| {
        let wide: usize = grade(index, theme).iter().map(|part| width(part)).sum();
        let wide = u16::try_from(wide).unwrap_or(u16::MAX);
        let place = Rect::new(x, row.y, wide, 1).intersection(row);
        x += wide + gap;
        place
    };
    GRADES.iter().enumerate().map(place).collect()
}

/// The number, the shape and the word of a grade.
fn grade(index: usize, theme: &Theme) -> [String; 3] {
    let grade = GRADES[index.min(GRADES.len() - 1)];
    [
        format!("{} ", index + 1),
        format!("{} ", theme.glyph(page::glyph(grade))),
        grade_word(grade).to_owned(),
    ]
}

impl Practice {
    /// The question, and how it went before.
    fn head(&self, room: usize, ctx: &Context) -> Vec<Line<'static>> {
        let Some(question) = self.question(ctx).filter(|_| self.phase != Phase::Over) else {
            return Vec::new();
        };
        let mut lines = page::prompt(question, room, &ctx.theme);
        lines.extend(page::earlier(question, room, ctx));
        lines
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let places = Places::of(area, self, ctx);
        self.draw_header(frame, places.header, ctx);
        let head = self.head(places.prompt.width.into(), ctx);
        for (row, line) in places.prompt.rows().zip(head) {
            frame.render_widget(line, row);
        }
        match self.phase {
            Phase::Asked | Phase::Writing => self.draw_editor(frame, places.editor, ctx),
            Phase::Revealed => {
                if let Some(own) = places.own {
                    let lines = self.own(own.width.into(), &ctx.theme);
                    for (row, line) in own.rows().zip(lines.into_iter().skip(self.top)) {
                        frame.render_widget(line, row);
                    }
                }
                self.draw_page(frame, places.page, ctx);
                self.draw_grades(frame, &places.grades, &ctx.theme);
            }
            Phase::Over => self.draw_page(frame, places.page, ctx),
        }
    }

    fn draw_header(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let dim = ctx.theme.style(Role::Dim);
        frame.render_widget(Line::styled("Practice", dim), area);
        if self.phase != Phase::Over {
            let (at, of) = self.deck.place();
            let place = Line::styled(format!("{at} of {of}"), dim);
            frame.render_widget(place.right_aligned(), area);
        }
    }

    fn draw_editor(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        if area.is_empty() {
            return;
        }
        let theme = &ctx.theme;
        let writing = self.phase == Phase::Writing;
        let (glyph, role) = if writing {
            (Glyph::Playhead, Role::Accent)
        } else {
            (Glyph::Bar, Role::Dim)
        };
        let rows = u16::try_from(self.editor.height()).unwrap_or(u16::MAX);
        for y in area.y..area.y + rows.clamp(1, area.height.max(1)) {
            let x = area.x.saturating_sub(BAR);
            frame
                .buffer_mut()
                .set_string(x, y, theme.glyph(glyph), theme.style(role));
        }
        if self.editor.text().is_empty() {
            let said = if writing {
                "Your answer"
            } else {
                "Think it, or write it."
            };
            let said = widget::fit(said, area.width.into(), theme);
            frame.render_widget(Line::styled(said, theme.style(Role::Dim)), area);
        }
        self.editor.view(frame, area, theme.style(Role::Text));
        let (top, lines) = self.editor.shown();
        thumb::draw(frame, area, top, lines, theme);
        if writing {
            frame.set_cursor_position(self.editor.cursor(area));
        }
    }

    fn draw_page(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let lines = self.page(ctx);
        thumb::draw(frame, area, self.top, lines.len(), &ctx.theme);
        for (row, line) in area.rows().zip(lines.into_iter().skip(self.top)) {
            frame.render_widget(line, row);
        }
    }

    fn draw_grades(&self, frame: &mut Frame<'_>, places: &[Rect], theme: &Theme) {
        for (index, place) in places.iter().enumerate() {
            let [number, shape, word] = grade(index, theme);
            let role = page::role(GRADES[index]);
            let line = Line::from(vec![
                Span::styled(number, theme.style(Role::Key)),
                Span::styled(shape, theme.style(role)),
                Span::styled(word, theme.style(Role::Text)),
            ]);
            frame.render_widget(line, *place);
            if self.chosen == Some(index) {
                frame
                    .buffer_mut()
                    .set_style(*place, theme.style(Role::Selected));
            }
        }
    }
}
