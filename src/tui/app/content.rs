//! The content while an author changes its files.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
    widgets::Clear,
};

use super::{
    App, Notice,
    open::{Open, Shelf},
};
use crate::{
    course::{Pack, Problems},
    text::{width, wrap},
    tui::theme::{Glyph, Role, Theme},
};

const MARGIN: u16 = 2;

impl App {
    /// Shows the content as it was read, at the same place; or what is wrong with it, over the content as it last was.
    pub(super) fn reread(&mut self, read: &Result<Pack, Problems>) {
        let pack = match read {
            Ok(pack) => pack,
            Err(problems) => {
                self.broken = Some(problems.clone());
                return;
            }
        };
        let same = pack.lesson(&self.ctx.lesson.id);
        let Some(lesson) = same.or(pack.lessons.first()) else {
            return;
        };
        self.broken = None;
        if *pack == self.ctx.pack {
            return;
        }
        self.remember();
        let spot = self.open.screen().spot(&self.ctx);
        self.ctx.lesson = lesson.clone();
        self.ctx.pack = pack.clone();
        self.close_overlays();
        self.search = None;
        self.shelf = Shelf::default();
        // A text that is being written stays under the cursor.
        let writes = matches!(self.open, Open::Notes(_)) || self.open.screen().typing();
        if !writes {
            self.open = Open::at(&spot, &self.ctx);
        }
        self.notice = Some(Notice::Said("The content was read again.".to_owned()));
    }
}

/// Draws what is wrong at the foot of `body`, over what is shown there.
pub(super) fn draw(frame: &mut Frame<'_>, body: Rect, problems: &Problems, theme: &Theme) {
    let room = usize::from(body.width.saturating_sub(2 * MARGIN + 2)).max(1);
    let most = usize::from(body.height / 2).max(2);
    let mut lines = Vec::new();
    let mut told = 0;
    for problem in &problems.0 {
        let text = problem.to_string();
        let rows = wrap(&text, room);
        if told > 0 && lines.len() + rows.len() + 1 > most {
            break;
        }
        told += 1;
        let sign = Span::styled(theme.glyph(Glyph::Refusal), theme.style(Role::Refusal));
        let indent = " ".repeat(width(&sign.content) + 1);
        for (index, row) in rows.into_iter().enumerate() {
            let before = if index == 0 {
                vec![sign.clone(), Span::raw(" ")]
            } else {
                vec![Span::raw(indent.clone())]
            };
            let text = Span::styled(row.to_owned(), theme.style(Role::Text));
            lines.push(Line::from_iter(before.into_iter().chain([text])));
        }
    }
    let more = problems.0.len() - told;
    if more > 0 {
        let said = format!("and {more} more; token34 check tells all");
        lines.push(Line::styled(said, theme.style(Role::Dim)));
    }
    let rule = theme.glyph(Glyph::Rule).repeat(room + 2);
    lines.insert(0, Line::styled(rule, theme.style(Role::Dim)));
    let height = u16::try_from(lines.len())
        .unwrap_or(u16::MAX)
        .min(body.height);
    let place = Rect {
        y: body.bottom() - height,
        height,
        ..body
    };
    frame.render_widget(Clear, place);
    for (row, line) in place.rows().zip(lines) {
        let row = Rect {
            x: row.x + MARGIN,
            width: row.width.saturating_sub(2 * MARGIN),
            ..row
        };
        frame.render_widget(line, row);
    }
}
