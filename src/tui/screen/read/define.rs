//! What a term means, in place: a panel at the foot of the text.

use ratatui::{
    Frame,
    layout::Rect,
    text::Line,
    widgets::{Clear, Paragraph},
};

use super::{Context, GLOSSARY, Go, Mode, Outcome, Read, moves};
use crate::{
    course::Term,
    tui::{
        keymap::Action,
        theme::{Glyph, Role, Theme},
        widget::{
            page::{Place, Room, Setter, row_of},
            runs::{self, Run},
        },
    },
};

impl Read {
    /// Explains the first term in view, or else the first one of the page.
    pub(super) fn explain(&mut self, ctx: &mut Context) -> Outcome {
        let words = &self.page.words;
        if words.is_empty() {
            return Outcome::handled().advice("No term is marked here. D lists all.");
        }
        let in_view = words.iter().position(|word| word.line >= self.top);
        self.show_word(in_view.unwrap_or(0), ctx)
    }

    pub(super) fn define(&mut self, word: usize, action: Action, ctx: &mut Context) -> Outcome {
        let count = self.page.words.len().max(1);
        match action {
            Action::NextMark => self.show_word((word + 1) % count, ctx),
            Action::PreviousMark => self.show_word((word + count - 1) % count, ctx),
            Action::Enter => self.more(word, ctx),
            _ => {
                self.mode = Mode::Reading;
                Outcome::handled()
            }
        }
    }

    /// Shows what a word means, with the word itself above the panel.
    pub(super) fn show_word(&mut self, word: usize, ctx: &mut Context) -> Outcome {
        self.mode = Mode::Define { word };
        let line = self.page.words.get(word).map_or(0, |word| word.line);
        let panel = self.panel(word, ctx).len();
        let rows = self.rows(ctx).saturating_sub(panel).max(1);
        let top = if line < self.top {
            line.saturating_sub(1)
        } else {
            self.top.max((line + 1).saturating_sub(rows))
        };
        let outcome = self.scroll(top, ctx);
        self.mode = Mode::Define { word };
        outcome
    }

    /// To the section that says more, or else to the glossary.
    fn more(&self, word: usize, ctx: &Context) -> Outcome {
        let Some(term) = self.term(word, ctx) else {
            return Outcome::handled();
        };
        let here = self.here(ctx).map(|section| &section.id);
        let section = term.section.as_ref().filter(|id| Some(*id) != here);
        let to = section.map_or_else(|| format!("{GLOSSARY}/{}", term.id), String::clone);
        Outcome::handled().go(Go::Spot(moves::spot(&to)))
    }

    fn term<'a>(&self, word: usize, ctx: &'a Context) -> Option<&'a Term> {
        let word = self.page.words.get(word)?;
        ctx.lesson.glossary.get(word.term)
    }

    /// The lines of the panel.
    fn panel(&self, word: usize, ctx: &Context) -> Vec<Line<'static>> {
        let area = super::Places::of(ctx.body).text;
        let Some(term) = self.term(word, ctx) else {
            return Vec::new();
        };
        let room = usize::from(area.width);
        let mut lines = vec![Line::styled(
            ctx.theme.glyph(Glyph::Rule).repeat(room),
            ctx.theme.style(Role::Dim),
        )];
        lines.extend(definition(term, room, &ctx.theme));
        let more = term
            .section
            .as_deref()
            .and_then(|id| ctx.lesson.title_of(id));
        if let Some(title) = more {
            let mut setter = Setter::new(
                Room {
                    prose: room,
                    wide: room,
                },
                &ctx.theme,
            );
            setter.leads_to(&Place {
                id: "",
                title,
                read: false,
            });
            lines.extend(setter.page().lines);
        }
        lines
    }

    pub(super) fn draw_definition(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        word: usize,
        ctx: &Context,
    ) {
        let lines = self.panel(word, ctx);
        let room = ctx.body.bottom().saturating_sub(area.y);
        let height = room.min(u16::try_from(lines.len()).unwrap_or(u16::MAX));
        let place = Rect {
            y: area.y + room - height,
            height,
            ..area
        };
        // Tables and code may go on to the right of the text, and marks stand to its left.
        let covered = Rect {
            x: area.x.saturating_sub(2),
            width: super::across(area, ctx) + 2,
            ..place
        };
        frame.render_widget(Clear, covered.intersection(ctx.body));
        frame.render_widget(Paragraph::new(lines), place);
        self.draw_word(frame, area, (word, place.y), ctx);
    }

    /// Shows which word is explained, as far as the panel, which begins at row `end`, leaves it in view.
    fn draw_word(
        &self,
        frame: &mut Frame<'_>,
        area: Rect,
        (word, end): (usize, u16),
        ctx: &Context,
    ) {
        let words = &self.page.words;
        let term = words.get(word).map(|word| word.term);
        for part in words.iter().filter(|part| Some(part.term) == term) {
            let row = row_of(part.line, self.top, area);
            if let Some(y) = row.filter(|y| *y < end) {
                let columns = &part.columns;
                let place = Rect::new(area.x + columns.start, y, columns.end - columns.start, 1);
                let style = ctx.theme.style(Role::Selected);
                frame.buffer_mut().set_style(place, style);
            }
        }
    }
}

/// A term and what it means, wrapped.
fn definition(term: &Term, room: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (index, paragraph) in term.text.paragraphs.iter().enumerate() {
        let mut runs = runs::prose(paragraph, theme.style(Role::Text), theme);
        if index == 0 {
            runs.insert(
                0,
                Run::new(format!("{}: ", term.term), theme.style(Role::Title)),
            );
        }
        lines.extend(runs::wrap(&runs, room, theme).into_iter().map(runs::line));
    }
    lines
}
