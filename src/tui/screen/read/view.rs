//! What Read draws.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use super::super::{Context, Screen};
use super::{Mode, Read};
use crate::{
    text::width,
    tui::{
        theme::{Glyph, Role},
        widget::{self, page::Goal},
    },
};

impl Read {
    pub(super) fn draw_header(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let dim = ctx.theme.style(Role::Dim);
        let place = format!("{} of {}", self.section + 1, ctx.lesson.sections.len());
        let room = usize::from(area.width).saturating_sub(width(&place) + 3);
        let title = widget::fit(&ctx.lesson.title, room, &ctx.theme);
        frame.render_widget(Line::styled(title, dim), area);
        frame.render_widget(Line::styled(place, dim).right_aligned(), area);
    }

    pub(super) fn draw_outline(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        chosen: usize,
        ctx: &Context,
    ) {
        let room = usize::from(area.width).saturating_sub(2);
        let top = (chosen + 1).saturating_sub(area.height.into());
        for (row, (index, section)) in area
            .rows()
            .zip(ctx.lesson.sections.iter().enumerate().skip(top))
        {
            let read = ctx.record.is_read(&ctx.lesson.id, &section.id);
            let (sign, role) = match (index == chosen, read) {
                (true, _) => (ctx.theme.glyph(Glyph::Chosen), Role::Accent),
                (false, true) => (ctx.theme.glyph(Glyph::Good), Role::Good),
                (false, false) => (" ", Role::Dim),
            };
            let text = if index == chosen {
                Role::Title
            } else {
                Role::Dim
            };
            let line = Line::from(vec![
                Span::styled(format!("{sign} "), ctx.theme.style(role)),
                Span::styled(
                    widget::fit(&section.title, room, &ctx.theme),
                    ctx.theme.style(text),
                ),
            ]);
            frame.render_widget(line, row);
        }
    }

    pub(super) fn draw_text(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let Some(page) = self.pages.get(self.section) else {
            return;
        };
        let top = self.top.min(page.lines.len());
        let wide = Rect {
            width: super::across(area, ctx),
            ..area
        };
        for (row, line) in wide.rows().zip(&page.lines[top..]) {
            frame.render_widget(line, row);
        }
        let visible = |line: usize| {
            let row = u16::try_from(line.checked_sub(top)?).ok()?;
            (row < area.height).then_some(area.y + row)
        };
        for (index, mark) in page.marks.iter().enumerate() {
            if let Some(y) = visible(mark.line) {
                let chosen = self.mark == Some(index);
                match &mark.goal {
                    Goal::Play(_) => {
                        let style =
                            ctx.theme
                                .style(if chosen { Role::Selected } else { Role::Accent });
                        let x = area.x.saturating_sub(2);
                        frame
                            .buffer_mut()
                            .set_string(x, y, ctx.theme.glyph(Glyph::Play), style);
                    }
                    Goal::Link(url) => {
                        let x = area.x + mark.columns.start;
                        let place = Rect::new(x, y, mark.columns.end - mark.columns.start, 1);
                        if chosen {
                            frame
                                .buffer_mut()
                                .set_style(place, ctx.theme.style(Role::Selected));
                        }
                        widget::link(frame.buffer_mut(), place, url);
                    }
                }
            }
        }
        self.draw_matches(frame, area, &visible, ctx);
        self.draw_how_far(frame, area, ctx);
    }

    pub(super) fn draw_matches(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        visible: &dyn Fn(usize) -> Option<u16>,
        ctx: &Context,
    ) {
        let Mode::Found { matches, at, .. } = &self.mode else {
            return;
        };
        for (index, found) in matches
            .iter()
            .enumerate()
            .filter(|(_, found)| found.page == self.section)
        {
            let role = if index == *at {
                Role::Selected
            } else {
                Role::Found
            };
            for (line, from, to) in &found.pieces {
                if let Some(y) = visible(*line) {
                    let place = Rect::new(area.x + from, y, to - from, 1).intersection(area);
                    frame.buffer_mut().set_style(place, ctx.theme.style(role));
                }
            }
        }
    }

    /// A thumb beside the text, where there is more of it than fits.
    pub(super) fn draw_how_far(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let lines = self.lines();
        let rows = usize::from(area.height);
        if lines <= rows || rows == 0 {
            return;
        }
        let length = (rows * rows / lines).max(1);
        let start = (rows - length) * self.top / (lines - rows);
        let x = ctx.body.right().saturating_sub(2);
        for y in start..start + length {
            let y = area.y + u16::try_from(y).unwrap_or(0);
            if let Some(cell) = frame.buffer_mut().cell_mut((x, y)) {
                cell.set_symbol(ctx.theme.glyph(Glyph::Bar))
                    .set_style(ctx.theme.style(Role::Dim));
            }
        }
    }

    pub(super) fn draw_search(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let (query, count) = match &self.mode {
            Mode::Search { query } => (query, String::new()),
            Mode::Found { query, matches, at } => {
                (query, format!("{} of {}", at + 1, matches.len()))
            }
            _ => return,
        };
        frame.render_widget(ratatui::widgets::Clear, area);
        let room = usize::from(area.width).saturating_sub(width(&count) + 3);
        let shown = widget::fit_end(query, room.saturating_sub(1), &ctx.theme);
        let end = area.x + 1 + u16::try_from(width(&shown)).unwrap_or(0);
        let line = Line::from(vec![
            Span::styled("/", ctx.theme.style(Role::Accent)),
            Span::raw(shown),
        ]);
        frame.render_widget(line, area);
        frame.render_widget(
            Line::styled(count, ctx.theme.style(Role::Dim)).right_aligned(),
            area,
        );
        if self.typing() {
            frame.set_cursor_position((end.min(area.right().saturating_sub(1)), area.y));
        }
    }
}
