//! Lines of text that are set to a width, and scrolled where they have no room.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    text::{width, wrap},
    tui::theme::{Glyph, Role, Theme},
};

/// The lines of a page, and the one that is to be seen.
pub(super) struct Page {
    pub(super) lines: Vec<Line<'static>>,
    pub(super) focus: usize,
}

impl Page {
    pub(super) fn top(&self, height: usize, scroll: u16) -> usize {
        let last = self.lines.len().saturating_sub(height);
        let least = (self.focus + 1).saturating_sub(height);
        (least + usize::from(scroll)).min(last)
    }

    /// The furthest that it scrolls.
    pub(super) fn last_scroll(&self, height: usize) -> u16 {
        let far = self.top(height, u16::MAX) - self.top(height, 0);
        u16::try_from(far).unwrap_or(u16::MAX)
    }

    pub(super) fn draw(self, frame: &mut Frame<'_>, area: Rect, scroll: u16, theme: &Theme) {
        let height = usize::from(area.height);
        let top = self.top(height, scroll);
        let more = self.lines.len() > top + height;
        for (line, row) in self.lines.into_iter().skip(top).zip(area.rows()) {
            frame.render_widget(line, row);
        }
        if more && area.height > 0 && area.width > 0 {
            let corner = (area.right() - 1, area.bottom() - 1);
            let sign = theme.glyph(Glyph::Down);
            frame
                .buffer_mut()
                .set_string(corner.0, corner.1, sign, theme.style(Role::Accent));
        }
    }
}

/// Sets paragraphs into lines of a width.
pub(super) struct Writer<'a> {
    pub(super) theme: &'a Theme,
    pub(super) columns: usize,
    pub(super) lines: Vec<Line<'static>>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(theme: &'a Theme, columns: u16) -> Self {
        Self {
            theme,
            columns: columns.into(),
            lines: Vec::new(),
        }
    }

    pub(super) fn text(&mut self, text: &str, role: Role) {
        self.signed("", text, role, role);
    }

    /// A paragraph with a sign before its first line.
    pub(super) fn signed(&mut self, sign: &str, text: &str, sign_role: Role, role: Role) {
        let text = self.theme.plain(text);
        let indent = match sign {
            "" => 0,
            sign => width(sign) + 1,
        };
        let lines = wrap(&text, self.columns.saturating_sub(indent).max(1));
        for (index, line) in lines.into_iter().enumerate() {
            let before = match index {
                0 if indent > 0 => format!("{sign} "),
                _ => " ".repeat(indent),
            };
            self.lines.push(Line::from(vec![
                Span::styled(before, self.theme.style(sign_role)),
                Span::styled(line.to_owned(), self.theme.style(role)),
            ]));
        }
    }

    pub(super) fn blank(&mut self) {
        self.lines.push(Line::default());
    }
}
