//! Where things stand, and how they are drawn.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::{Phase, Practice, page};
use crate::{
    practice::{GRADES, How, SURE, grade_word, kind_name, sure_word},
    text::width,
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{self, thumb},
    },
};

/// Text is never wider than this.
const WIDEST: u16 = 76;
const MARGIN: u16 = 3;
/// The bar beside an answer that is written, and the blank after it.
const BAR: u16 = 2;
/// Columns between the kind of a question and its place in the round.
const APART: usize = 3;
/// Columns before the sign of the notes.
const MARK: usize = 2;
/// Rows that a condition has at most.
const LINES: u16 = 3;
/// Rows that are kept for what is written, and for what is said below it.
const KEPT: u16 = 4;

/// Where things stand.
#[derive(Debug, Clone, Default)]
pub(super) struct Places {
    header: Rect,
    /// What scrolls.
    pub(super) page: Rect,
    /// The text of the answer that is written; its bar stands to the left. Empty where nothing is written.
    pub(super) editor: Rect,
    /// What is said below it.
    below: Rect,
    /// The line above the choices at the foot.
    asks: Rect,
    /// A place for each choice at the foot.
    pub(super) foot: Vec<Rect>,
}

/// A row that stays free above and below where there are enough of them.
fn tall(body: Rect) -> u16 {
    u16::from(body.height >= 18)
}

/// The first row below the header, and the row after the last.
fn span(body: Rect, phase: Phase) -> (u16, u16) {
    let tall = tall(body);
    // On a tall screen, what is asked stands nearer to the middle.
    let down = match phase {
        Phase::Menu | Phase::Over | Phase::Explained(_) => 0,
        _ => body.height.saturating_sub(22) / 4,
    };
    let header = body.y + tall;
    let top = header + 1 + tall.max(u16::from(body.height > 12)) + down;
    (top, body.bottom().saturating_sub(tall))
}

/// So many rows there are for what is asked, where nothing stands below it.
pub(super) fn tallest(body: Rect, phase: Phase) -> u16 {
    let (top, end) = span(body, phase);
    end.saturating_sub(top)
}

impl Places {
    pub(super) fn of(body: Rect, practice: &Practice, ctx: &Context) -> Self {
        let columns = body.width.saturating_sub(2 * MARGIN).min(WIDEST);
        let x = body.x + (body.width - columns) / 2;
        let at = |y: u16, height: u16| Rect::new(x, y, columns, height).intersection(body);
        let header = at(body.y + tall(body), 1);
        let (top, end) = span(body, practice.phase);
        let lines = practice.rows(columns.into(), ctx).len();
        let lines = u16::try_from(lines).unwrap_or(u16::MAX);
        let mut places = Self {
            header,
            ..Self::default()
        };
        let writes =
            practice.is_written() && matches!(practice.phase, Phase::Asked | Phase::Writing);
        let foot = practice.foot(&ctx.theme);
        if writes {
            places.page = at(top, lines.min(end.saturating_sub(top + KEPT)));
            places.write(practice, &at, end, ctx);
        } else if foot.is_empty() {
            places.page = at(top, end.saturating_sub(top));
        } else {
            // The choice stands under what is read, or at the foot where that is long.
            let last = end.saturating_sub(1);
            places.page = at(top, lines.min(last.saturating_sub(top + 2)));
            places.asks = at((places.page.bottom() + 1).min(last.saturating_sub(1)), 1);
            places.foot = row(at(places.asks.bottom(), 1), &foot);
        }
        places
    }

    /// The place of what is written, and of what is said below it.
    fn write(
        &mut self,
        practice: &Practice,
        at: &dyn Fn(u16, u16) -> Rect,
        end: u16,
        ctx: &Context,
    ) {
        let rest = self.page.bottom() + 1;
        let mut room = end.saturating_sub(rest);
        if practice.how() == Some(How::Condition) {
            let below = practice.below(self.page.width.into(), ctx).len();
            let below = u16::try_from(below)
                .unwrap_or(u16::MAX)
                .min(room.saturating_sub(1));
            let wraps = practice.editor.height();
            let wraps = u16::try_from(wraps).unwrap_or(LINES).clamp(1, LINES);
            room = wraps.min(room - below);
            let gap = u16::from(rest + room + 1 + below <= end);
            self.below = at(rest + room + gap, below);
        }
        let place = at(rest, room);
        self.editor = Rect {
            x: place.x + BAR.min(place.width),
            width: place.width.saturating_sub(BAR),
            ..place
        };
    }
}

/// Places in `row` for choices beside each other.
fn row(row: Rect, choices: &[[String; 3]]) -> Vec<Rect> {
    let gap = if row.width >= 60 { 4 } else { 2 };
    let mut x = row.x;
    let place = |choice: &[String; 3]| {
        let wide: usize = choice.iter().map(|part| width(part)).sum();
        let wide = u16::try_from(wide).unwrap_or(u16::MAX);
        let place = Rect::new(x, row.y, wide, 1).intersection(row);
        x += wide + gap;
        place
    };
    choices.iter().map(place).collect()
}

impl Practice {
    /// The choices at the foot: number, shape, word.
    fn foot(&self, theme: &Theme) -> Vec<[String; 3]> {
        let number = |index: usize| format!("{} ", index + 1);
        match self.phase {
            Phase::Sure => SURE
                .iter()
                .enumerate()
                .map(|(at, sure)| [number(at), String::new(), sure_word(*sure).to_owned()])
                .collect(),
            Phase::Points => {
                let bare = self
                    .sheet
                    .as_ref()
                    .is_some_and(|sheet| sheet.items.is_empty());
                let shape = |grade| format!("{} ", theme.glyph(page::glyph(grade)));
                let number = |at| if bare { number(at) } else { String::new() };
                GRADES
                    .iter()
                    .enumerate()
                    .map(|(at, grade)| [number(at), shape(*grade), grade_word(*grade).to_owned()])
                    .collect()
            }
            _ => Vec::new(),
        }
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let places = Places::of(area, self, ctx);
        self.draw_header(frame, places.header, ctx);
        let rows = self.rows(places.page.width.into(), ctx);
        thumb::draw(frame, places.page, self.top, rows.len(), &ctx.theme);
        for (place, row) in places.page.rows().zip(rows.into_iter().skip(self.top)) {
            frame.render_widget(row.line, place);
        }
        self.draw_editor(frame, places.editor, ctx);
        let below = self.below(places.below.width.into(), ctx);
        for (place, line) in places.below.rows().zip(below) {
            frame.render_widget(line, place);
        }
        self.draw_foot(frame, &places, &ctx.theme);
    }

    fn draw_header(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let dim = ctx.theme.style(Role::Dim);
        let mut title = "Practice".to_owned();
        let mut noted = None;
        if let (Some(sheet), false) = (&self.sheet, matches!(self.phase, Phase::Menu | Phase::Over))
        {
            let (at, of) = self.deck.place();
            let place = match self.endless {
                true => format!("invented, number {at}"),
                false => format!("{at} of {of}"),
            };
            let dot = ctx.theme.glyph(Glyph::Dot);
            let kind = format!(" {dot} {}", kind_name(sheet.kind));
            noted = widget::noted(ctx.noted_on(&sheet.question), &ctx.theme);
            let sign = noted.as_deref().map_or(0, |mark| MARK + width(mark));
            // The kind is told where it does not come too near to the place.
            let wide = width(&title) + width(&kind) + sign + APART + width(&place);
            if wide <= usize::from(area.width) {
                title.push_str(&kind);
            }
            frame.render_widget(Line::styled(place, dim).right_aligned(), area);
        }
        let mut line = Line::styled(title, dim);
        if let Some(mark) = noted {
            let accent = ctx.theme.style(Role::Accent);
            line.push_span(Span::styled(format!("{}{mark}", " ".repeat(MARK)), accent));
        }
        let area = Rect {
            width: u16::try_from(line.width()).unwrap_or(area.width),
            ..area
        };
        frame.render_widget(line, area);
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
            let said = match (writing, self.how()) {
                (true, Some(How::Condition)) => "The condition",
                (true, _) => "Your answer",
                (false, Some(How::Condition)) => "Write the condition.",
                (false, _) => "Think it, or write it.",
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

    fn draw_foot(&self, frame: &mut Frame<'_>, places: &Places, theme: &Theme) {
        let (asks, chosen) = match self.phase {
            Phase::Sure => ("How sure are you?", self.sure),
            _ => {
                let grade = self.grade();
                let chosen = GRADES.iter().position(|one| Some(*one) == grade);
                ("How well did it go?", chosen)
            }
        };
        let style = theme.style(Role::Title);
        frame.render_widget(Line::styled(asks, style), places.asks);
        for (index, (place, words)) in places.foot.iter().zip(self.foot(theme)).enumerate() {
            let [number, shape, word] = words;
            let role = match self.phase {
                Phase::Points => page::role(GRADES[index]),
                _ => Role::Text,
            };
            // What is chosen has one look from end to end: reversed, each colour would become a ground of its own.
            let look = |role| match chosen == Some(index) {
                true => theme.style(Role::Selected),
                false => theme.style(role),
            };
            let line = Line::from(vec![
                Span::styled(number, look(Role::Key)),
                Span::styled(shape, look(role)),
                Span::styled(word, look(Role::Text)),
            ]);
            frame.render_widget(line, *place);
        }
    }
}
