//! What Read draws.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Clear,
};

use super::super::Context;
use super::{
    Mode, Read,
    outline::{self, Entry},
};
use crate::{
    course::Section,
    text::width,
    tui::{
        keymap,
        theme::{Glyph, Role},
        widget::{
            self,
            page::{self, Goal, TALL},
            thumb,
        },
    },
};

impl Read {
    /// What the section is part of, and which of how many.
    pub(super) fn draw_header(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let dim = ctx.theme.style(Role::Dim);
        let Some(here) = self.here(ctx) else {
            return;
        };
        let beside = ctx.lesson.beside(&here.id);
        let at = beside.iter().position(|one| one.id == here.id);
        let place = match beside.len() {
            0 | 1 => String::new(),
            count => format!("{} of {count}", at.unwrap_or(0) + 1),
        };
        let room = usize::from(area.width).saturating_sub(width(&place) + 3);
        let title = widget::fit(&self.way(here, room, ctx), room, &ctx.theme);
        frame.render_widget(Line::styled(title, dim), area);
        frame.render_widget(Line::styled(place, dim).right_aligned(), area);
    }

    /// The lesson and what the section goes deeper into; the latter alone where there is no room for both. Where there is none
    /// for the lesson, the section, once its heading is scrolled away.
    fn way(&self, here: &Section, room: usize, ctx: &Context) -> String {
        let lesson = &ctx.lesson.title;
        let under = here.under.as_ref();
        let Some(under) = under.and_then(|under| ctx.lesson.section(&under.section)) else {
            return match (width(lesson) <= room, self.top) {
                (true, _) => lesson.clone(),
                (false, 0) => String::new(),
                (false, _) => here.title.clone(),
            };
        };
        let within = ctx.theme.glyph(Glyph::Within);
        let short = format!("{} {within} {}", under.title, here.title);
        let whole = format!("{lesson} {within} {short}");
        if width(&whole) <= room { whole } else { short }
    }

    pub(super) fn draw_outline(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        chosen: usize,
        entries: &[Entry<'_>],
        ctx: &Context,
    ) {
        let top = outline::top(chosen, area.height);
        let here = match self.mode {
            Mode::Outline { .. } => {
                thumb::draw(frame, area, top, entries.len(), &ctx.theme);
                Role::Accent
            }
            _ => Role::Title,
        };
        for (row, (index, entry)) in area.rows().zip(entries.iter().enumerate().skip(top)) {
            let (sign, role) = match (index == chosen, entry.read) {
                (true, _) => (ctx.theme.glyph(Glyph::Chosen), Role::Accent),
                (false, true) => (ctx.theme.glyph(Glyph::Good), Role::Good),
                (false, false) => (" ", Role::Dim),
            };
            let text = if index == chosen { here } else { Role::Dim };
            let indent = if entry.deeper { "  " } else { "" };
            let noted = widget::noted(ctx.noted_in(entry.id), &ctx.theme);
            let noted = noted.map_or(String::new(), |mark| format!(" {mark}"));
            let taken = 2 + indent.len() + width(&noted);
            let room = usize::from(area.width).saturating_sub(taken);
            let line = Line::from(vec![
                Span::raw(indent),
                Span::styled(format!("{sign} "), ctx.theme.style(role)),
                Span::styled(
                    widget::fit(entry.title, room, &ctx.theme),
                    ctx.theme.style(text),
                ),
                Span::styled(noted, ctx.theme.style(Role::Accent)),
            ]);
            frame.render_widget(line, row);
        }
    }

    pub(super) fn draw_text(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let across = super::across(area, ctx);
        page::draw(
            frame,
            (area, across),
            &self.page,
            self.top,
            self.mark,
            &ctx.theme,
        );
        let ahead = self.goal_mark(false).filter(|_| self.mark.is_none());
        if let (Some(mark), Mode::Reading) = (ahead, &self.mode) {
            page::draw_ahead(frame, area, mark, self.top, &ctx.theme);
        }
        self.draw_noted(frame, area, ctx);
        self.draw_matches(frame, area, ctx);
        page::draw_how_far(frame, (area, ctx.body), self.lines(), self.top, &ctx.theme);
    }

    /// Behind the section's heading, that notes belong to it.
    fn draw_noted(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let id = self.here(ctx).map_or("", |section| section.id.as_str());
        let lines = &self.page.lines;
        let blank = lines.iter().position(|line| line.width() == 0);
        // A long heading goes on for several lines, up to the first that is blank.
        let last = blank.unwrap_or(lines.len()).saturating_sub(1);
        let y = page::row_of(last, self.top, area);
        let mark = widget::noted(ctx.noted_in(id), &ctx.theme);
        if let (Some(y), Some(mark), Some(line)) = (y, mark, lines.get(last)) {
            let x = u16::try_from(line.width() + 2).unwrap_or(u16::MAX);
            let place = Rect::new(area.x.saturating_add(x), y, 4, 1).intersection(ctx.body);
            let style = ctx.theme.style(Role::Accent);
            frame.render_widget(Line::styled(mark, style), place);
        }
    }

    /// What Enter follows: always where the foot has a row of its own, else once a mark is chosen.
    pub(super) fn draw_goal(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        if self.mark.is_none() && ctx.body.height < TALL {
            return;
        }
        let theme = &ctx.theme;
        let (glyph, name) = match self.goal(false) {
            Some(Goal::Play(scenario)) => (Glyph::Play, ctx.run_title(scenario)),
            Some(Goal::Link(url)) => (Glyph::Right, url.clone()),
            Some(Goal::Section(id)) => {
                let title = ctx.lesson.title_of(id).unwrap_or(id);
                (Glyph::Right, title.to_owned())
            }
            None => return,
        };
        let name_role = if self.mark.is_some() {
            Role::Text
        } else {
            Role::Dim
        };
        let room = usize::from(area.width).saturating_sub(6);
        let enter = keymap::shown("enter", theme.ascii());
        frame.render_widget(Clear, area);
        let line = Line::from(vec![
            Span::styled(format!("{enter} "), theme.style(Role::Key)),
            Span::styled(
                format!("{} ", theme.glyph(glyph)),
                theme.style(Role::Accent),
            ),
            Span::styled(widget::fit(&name, room, theme), theme.style(name_role)),
        ]);
        frame.render_widget(line, area);
    }

    pub(super) fn draw_matches(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
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
                if let Some(y) = page::row_of(*line, self.top, area) {
                    let place = Rect::new(area.x + from, y, to - from, 1).intersection(area);
                    frame.buffer_mut().set_style(place, ctx.theme.style(role));
                }
            }
        }
    }

    /// What was searched for, and which of its matches is shown.
    pub(super) fn draw_found(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let Mode::Found { query, matches, at } = &self.mode else {
            return;
        };
        let count = format!("{} of {}", at + 1, matches.len());
        frame.render_widget(Clear, area);
        let room = usize::from(area.width).saturating_sub(width(&count) + 3);
        let shown = widget::fit_end(query, room.saturating_sub(1), &ctx.theme);
        let line = Line::from(vec![
            Span::styled("/", ctx.theme.style(Role::Accent)),
            Span::raw(shown),
        ]);
        frame.render_widget(line, area);
        let dim = ctx.theme.style(Role::Dim);
        frame.render_widget(Line::styled(count, dim).right_aligned(), area);
    }
}
