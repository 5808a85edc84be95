//! A section of the lesson, set into lines.

mod setter;

use ratatui::{Frame, layout::Rect, text::Line};

pub use self::setter::Setter;
use super::link;
use crate::{
    course::{Section, Term},
    tui::theme::{Glyph, Role, Theme},
};

/// Prose is never wider than this.
pub const WIDEST: u16 = 76;
/// Columns that stay free beside it.
pub const MARGIN: u16 = 3;
/// From this height on, a row stays free above and below.
pub const TALL: u16 = 18;

/// A section as it is shown: lines, and the places in them that lead somewhere.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The lines, each at most as wide as was asked for.
    pub lines: Vec<Line<'static>>,
    /// What can be played or opened, from top to bottom.
    pub marks: Vec<Mark>,
    /// Words that the glossary explains, from top to bottom.
    pub words: Vec<Word>,
}

/// A place that leads somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The line it stands at.
    pub line: usize,
    /// The columns of a link's text; empty for a run, whose mark stands in the margin.
    pub columns: std::ops::Range<u16>,
    /// Where it leads.
    pub goal: Goal,
}

/// Where a mark leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// To the scenario of this id.
    Play(String),
    /// To this address.
    Link(String),
    /// To the section of this id.
    Section(String),
}

/// The first use of a term, or as much of it as stands on one line.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Word {
    /// The line it stands on.
    pub line: usize,
    /// Its columns.
    pub columns: std::ops::Range<u16>,
    /// Which term, by its number.
    pub term: usize,
}

/// What stands around a section's own blocks.
#[derive(Debug, Default)]
pub struct Around<'a> {
    /// The terms whose first use is marked.
    pub terms: &'a [Term],
    /// Rows of tables by their id, each with the section that goes deeper into it.
    pub rows: Vec<(&'a str, &'a Section)>,
    /// Lists of places under the section, each with its heading.
    pub lists: Vec<(&'static str, Vec<Place<'a>>)>,
    /// What the last line says, if there is one.
    pub end: Option<String>,
}

/// A place that a list names.
#[derive(Debug, Clone, Copy)]
pub struct Place<'a> {
    /// The id of a section, or of what stands among them.
    pub id: &'a str,
    /// As shown.
    pub title: &'a str,
    /// Whether it was read.
    pub read: bool,
}

/// How wide things may be: prose is best narrow, and what is read across takes what there is.
#[derive(Debug, Clone, Copy)]
pub struct Room {
    /// Columns of prose.
    pub prose: usize,
    /// Columns of tables, traces and code.
    pub wide: usize,
}

/// Sets `section` into lines, with what stands around it.
pub fn set(section: &Section, around: &Around<'_>, room: Room, theme: &Theme) -> Page {
    let mut setter = Setter::new(room, theme).explaining(around);
    setter.text(&section.title, Role::Accent);
    for block in section.blocks() {
        setter.gap();
        setter.block(block);
    }
    for (heading, places) in &around.lists {
        setter.list(heading, places);
    }
    if !section.sources().is_empty() {
        setter.heading("Sources");
        for link in section.sources() {
            setter.link(link);
        }
    }
    if let Some(end) = &around.end {
        setter.gap();
        setter.gap();
        setter.text(end, Role::Dim);
    }
    setter.page()
}

/// Draws a page from its line `top` on, with the mark `chosen`; a line may go on to the right of `area`, as far as
/// `across` columns.
pub fn draw(
    frame: &mut Frame<'_>,
    (area, across): (Rect, u16),
    page: &Page,
    top: usize,
    chosen: Option<usize>,
    theme: &Theme,
) {
    let top = top.min(page.lines.len());
    let wide = Rect {
        width: across,
        ..area
    };
    for (row, line) in wide.rows().zip(&page.lines[top..]) {
        frame.render_widget(line, row);
    }
    for (index, mark) in page.marks.iter().enumerate() {
        if let Some(y) = row_of(mark.line, top, area) {
            draw_mark(frame, (area.x, y), mark, chosen == Some(index), theme);
        }
    }
}

/// Draws before a mark that Enter leads there, though nobody chose it.
pub fn draw_ahead(frame: &mut Frame<'_>, area: Rect, mark: &Mark, top: usize, theme: &Theme) {
    let Some(y) = row_of(mark.line, top, area) else {
        return;
    };
    let margin = match mark.goal {
        Goal::Play(_) => 3,
        _ => 2,
    };
    let sign = match theme.ascii() {
        true => Glyph::Chosen,
        false => Glyph::Enter,
    };
    let x = area.x.saturating_sub(margin);
    let style = theme.style(Role::Key);
    frame
        .buffer_mut()
        .set_string(x, y, theme.glyph(sign), style);
}

/// Where a page of prose stands in `body`: at most as wide as is read well, and centred.
pub fn column(body: Rect) -> Rect {
    let columns = body.width.saturating_sub(2 * MARGIN).min(WIDEST);
    let tall = u16::from(body.height >= TALL);
    Rect {
        x: body.x + (body.width - columns) / 2,
        y: body.y + tall,
        width: columns,
        height: body.height.saturating_sub(2 * tall),
    }
    .intersection(body)
}

/// Draws a thumb at the right of `body` where there are more lines than the rows of `area`.
pub fn draw_how_far(
    frame: &mut Frame<'_>,
    (area, body): (Rect, Rect),
    lines: usize,
    top: usize,
    theme: &Theme,
) {
    let rows = usize::from(area.height);
    if lines <= rows || rows == 0 {
        return;
    }
    let length = (rows * rows / lines).max(1);
    let start = (rows - length) * top.min(lines - rows) / (lines - rows);
    let x = body.right().saturating_sub(2);
    for y in start..start + length {
        let y = area.y + u16::try_from(y).unwrap_or(0);
        if let Some(cell) = frame.buffer_mut().cell_mut((x, y)) {
            cell.set_symbol(theme.glyph(Glyph::Bar))
                .set_style(theme.style(Role::Dim));
        }
    }
}

/// The row of the terminal that shows a line, if any does.
pub fn row_of(line: usize, top: usize, area: Rect) -> Option<u16> {
    let row = u16::try_from(line.checked_sub(top)?).ok()?;
    (row < area.height).then_some(area.y + row)
}

fn draw_mark(frame: &mut Frame<'_>, (x, y): (u16, u16), mark: &Mark, chosen: bool, theme: &Theme) {
    let buffer = frame.buffer_mut();
    let columns = &mark.columns;
    let place = Rect::new(x + columns.start, y, columns.end - columns.start, 1);
    if chosen {
        buffer.set_style(place, theme.style(Role::Selected));
    }
    match &mark.goal {
        Goal::Play(_) => {
            let role = if chosen { Role::Selected } else { Role::Accent };
            let x = x.saturating_sub(2);
            buffer.set_string(x, y, theme.glyph(Glyph::Play), theme.style(role));
        }
        Goal::Link(url) => link(buffer, place, url),
        Goal::Section(_) => {}
    }
}
