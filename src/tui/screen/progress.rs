//! Progress: what comes again, how sure and how right, what was wrong and is right now, what was done, what is open.
//!
//! ```text
//!  Progress                                                    header
//!
//!  The lesson                                                  blocks, one under the other, or in two columns
//!  ▸ ○ Fencing in practice                                     what leads somewhere, one of them chosen
//! ```

mod block;
mod chart;

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::Line,
};

use self::block::{Block, Mark};
use super::{Context, Go, Outcome, Screen};
use crate::{
    practice::standing::Standing,
    progress::Spot,
    tui::{
        keymap::{Action, Scope},
        message::{Message, Mouse, MouseKind},
        theme::{Glyph, Role},
        widget::thumb,
    },
};

/// Text is never wider than this,
const WIDEST: u16 = 72;
/// and from this width on, it stands in two columns.
const BESIDE: u16 = 108;
const MARGIN: u16 = 3;
/// Between the columns: the sign of what is chosen stands there too.
const GAP: u16 = 8;

/// The page of progress.
#[derive(Debug)]
pub struct Progress {
    /// The first line that is shown.
    top: usize,
    /// Which of the marks is chosen.
    chosen: Option<usize>,
}

/// The page, set for a width.
struct Page {
    columns: Vec<Column>,
    /// Where the text stands.
    area: Rect,
    header: Rect,
}

/// Blocks, one under the other.
struct Column {
    x: u16,
    width: u16,
    lines: Vec<Line<'static>>,
    marks: Vec<Mark>,
}

impl Column {
    fn new(x: u16, width: u16, blocks: Vec<Block>) -> Self {
        let (mut lines, mut marks) = (Vec::new(), Vec::new());
        for block in blocks {
            if !lines.is_empty() {
                lines.push(Line::default());
            }
            let down = lines.len();
            lines.extend(block.lines);
            marks.extend(block.marks.into_iter().map(|mark| Mark {
                line: mark.line + down,
                ..mark
            }));
        }
        Self {
            x,
            width,
            lines,
            marks,
        }
    }
}

impl Page {
    /// So many lines the longest column has.
    fn lines(&self) -> usize {
        let lines = self.columns.iter().map(|column| column.lines.len());
        lines.max().unwrap_or(0)
    }

    fn last_top(&self) -> usize {
        self.lines().saturating_sub(self.area.height.into())
    }

    /// What leads somewhere, column by column.
    fn marks(&self) -> impl Iterator<Item = (&Column, &Mark)> {
        let columns = self.columns.iter();
        columns.flat_map(|column| column.marks.iter().map(move |mark| (column, mark)))
    }

    /// The row of the screen that a line stands in, while it is shown.
    fn row(&self, line: usize, top: usize) -> Option<u16> {
        let down = u16::try_from(line.checked_sub(top)?).ok()?;
        (down < self.area.height).then_some(self.area.y + down)
    }

    /// The first mark that is shown.
    fn first_shown(&self, top: usize) -> Option<usize> {
        self.marks()
            .position(|(_, mark)| self.row(mark.line, top).is_some())
    }
}

impl Default for Progress {
    /// The page at its beginning.
    fn default() -> Self {
        Self {
            top: 0,
            chosen: Some(0),
        }
    }
}

impl Progress {
    fn page(&self, ctx: &Context) -> Page {
        let body = ctx.body;
        let beside = body.width >= BESIDE;
        let widest = if beside { 2 * WIDEST + GAP } else { WIDEST };
        let columns = body.width.saturating_sub(2 * MARGIN).min(widest);
        let x = body.x + (body.width - columns) / 2;
        let tall = u16::from(body.height >= 18);
        let first = body.y + tall + 2;
        let rows = body.bottom().saturating_sub(first + tall);
        let half = if beside { (columns - GAP) / 2 } else { columns };
        // Worked out for each picture: another instance may have answered, and a day begun.
        let standing = Standing::of(&ctx.lesson, &ctx.record, ctx.now, &ctx.zone);
        let [left, right] = block::all(&standing, half.into(), ctx);
        let columns_of_blocks = if beside {
            vec![
                Column::new(x, half, left),
                Column::new(x + half + GAP, half, right),
            ]
        } else {
            vec![Column::new(
                x,
                half,
                left.into_iter().chain(right).collect(),
            )]
        };
        Page {
            columns: columns_of_blocks,
            area: Rect::new(x, first, columns, rows).intersection(body),
            header: Rect::new(x, body.y + tall, columns, 1).intersection(body),
        }
    }

    /// Scrolls; what is chosen is given up where it leaves the screen.
    fn scroll(&mut self, to: usize, page: &Page) -> Outcome {
        self.top = to.min(page.last_top());
        let chosen = self.chosen.and_then(|chosen| page.marks().nth(chosen));
        if chosen.is_none_or(|(_, mark)| page.row(mark.line, self.top).is_none()) {
            self.chosen = None;
        }
        Outcome::handled()
    }

    /// Chooses a mark, and brings it onto the screen.
    fn choose(&mut self, mark: Option<usize>, page: &Page) -> Outcome {
        if let Some((index, (_, mark))) = mark.and_then(|at| Some((at, page.marks().nth(at)?))) {
            self.chosen = Some(index);
            let rows = usize::from(page.area.height);
            let end = (mark.line + 2).min(page.lines());
            // With the line before it, so that a heading is seen.
            self.top = self
                .top
                .clamp(
                    end.saturating_sub(rows),
                    mark.line.saturating_sub(1).max(end.saturating_sub(rows)),
                )
                .min(page.last_top());
        }
        Outcome::handled()
    }

    /// What is chosen stays so at another size. Where nothing has room, nothing moves: the size may come back.
    fn resized(&mut self, page: &Page) -> Outcome {
        match self.chosen {
            _ if page.area.is_empty() => Outcome::handled(),
            Some(chosen) => self.choose(Some(chosen), page),
            None => self.scroll(self.top, page),
        }
    }

    fn step(&mut self, on: bool, page: &Page) -> Outcome {
        let next = match (self.chosen, on) {
            (None, _) => page.first_shown(self.top).or(Some(0)),
            (Some(at), true) => Some(at + 1).filter(|at| *at < page.marks().count()),
            (Some(at), false) => at.checked_sub(1),
        };
        self.choose(next, page)
    }

    fn enter(&mut self, page: &Page) -> Outcome {
        match self.chosen.and_then(|chosen| page.marks().nth(chosen)) {
            Some((_, mark)) => Outcome::handled().go(Go::Spot(mark.spot.clone())),
            None => self.choose(page.first_shown(self.top), page),
        }
    }

    fn press(&mut self, mouse: Mouse, page: &Page) -> Outcome {
        let at = Position::new(mouse.column, mouse.row);
        let hit = page.marks().position(|(column, mark)| {
            page.row(mark.line, self.top)
                .is_some_and(|row| Rect::new(column.x, row, column.width, 1).contains(at))
        });
        match hit {
            Some(hit) => {
                self.chosen = Some(hit);
                self.enter(page)
            }
            None => Outcome::ignored(),
        }
    }

    fn act(&mut self, action: Action, page: &Page) -> Outcome {
        let leap = usize::from(page.area.height).saturating_sub(2).max(1);
        match action {
            Action::Up => self.scroll(self.top.saturating_sub(1), page),
            Action::Down => self.scroll(self.top + 1, page),
            Action::PageUp => self.scroll(self.top.saturating_sub(leap), page),
            Action::PageDown => self.scroll(self.top + leap, page),
            Action::Top => self.scroll(0, page),
            Action::Bottom => self.scroll(usize::MAX, page),
            Action::NextMark => self.step(true, page),
            Action::PreviousMark => self.step(false, page),
            Action::Enter => self.enter(page),
            _ => Outcome::ignored(),
        }
    }
}

impl Screen for Progress {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let page = self.page(ctx);
        match message {
            Message::Key(key) => match self.action(*key) {
                Some(action) => self.act(action, &page),
                None => Outcome::ignored(),
            },
            Message::Mouse(mouse) => match mouse.kind {
                MouseKind::WheelUp => self.scroll(self.top.saturating_sub(3), &page),
                MouseKind::WheelDown => self.scroll(self.top + 3, &page),
                MouseKind::Press => self.press(*mouse, &page),
                MouseKind::Drag | MouseKind::Release => Outcome::ignored(),
            },
            Message::Resize { .. } => self.resized(&page),
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, _area: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let page = self.page(ctx);
        let title = Line::styled("Progress", theme.style(Role::Dim));
        frame.render_widget(title, page.header);
        thumb::draw(frame, page.area, self.top, page.lines(), theme);
        for column in &page.columns {
            let place = Rect {
                x: column.x,
                width: column.width,
                ..page.area
            };
            for (row, line) in place.rows().zip(column.lines.iter().skip(self.top)) {
                frame.render_widget(line, row);
            }
        }
        let chosen = self.chosen.and_then(|chosen| page.marks().nth(chosen));
        if let Some((column, mark)) = chosen
            && let Some(row) = page.row(mark.line, self.top)
        {
            let sign = theme.glyph(Glyph::Chosen);
            let x = column.x.saturating_sub(2);
            frame
                .buffer_mut()
                .set_string(x, row, sign, theme.style(Role::Accent));
        }
    }

    fn scope(&self) -> Scope {
        Scope::Progress
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        Spot::Progress
    }
}
