//! The whole frame: the open screen, what lies over it, the footer.

use ratatui::{
    Frame,
    layout::{Alignment, Rect},
    widgets::{Clear, Paragraph, Wrap},
};

use super::{App, SMALLEST, content};
use crate::{
    progress::Status,
    tui::{
        keymap::Scope,
        widget::{
            self,
            footer::{self, Tone},
        },
    },
};

/// What the footer says instead of its hints.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Notice {
    Said(String),
    /// Said of a change: it holds once all is in the file.
    Kept(String),
    Advised(String),
    /// Asks whether the lesson of this id is to be open again.
    Asked {
        lesson: String,
        said: String,
    },
    Failed(String),
}

impl App {
    /// Draws everything; changes nothing.
    pub fn view(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            too_small(frame, area);
        } else {
            let body = self.ctx.body.intersection(area);
            self.open.screen().view(frame, body, &self.ctx);
            if let Some(overlay) = self.overlays.last() {
                frame.render_widget(Clear, body);
                overlay.screen().view(frame, body, &self.ctx);
            }
            if let Some(problems) = &self.broken {
                content::draw(frame, body, problems, &self.ctx.theme);
            }
            self.footer(frame, area, self.scope());
        }
        if self.ctx.theme.ascii() {
            widget::to_ascii(frame.buffer_mut());
        }
    }

    fn footer(&self, frame: &mut Frame<'_>, area: Rect, scope: Scope) {
        let said = match (&self.notice, self.saver.status()) {
            (Some(Notice::Failed(text)), _) => Some((text.clone(), Tone::Failed)),
            // The next key may answer it, so it must be seen.
            (Some(Notice::Asked { said, .. }), _) => Some((said.clone(), Tone::Advice)),
            (_, Status::Failing(why) | Status::Refused(why)) => {
                Some((format!("Not saved: {why}"), Tone::Failed))
            }
            (_, Status::Waiting) if self.saver.is_slow(self.elapsed) => {
                Some(("Not saved yet: the disk is slow".to_owned(), Tone::Failed))
            }
            (Some(Notice::Kept(_)), Status::Waiting) => None,
            (Some(Notice::Said(text) | Notice::Kept(text)), _) => Some((text.clone(), Tone::Done)),
            (Some(Notice::Advised(text)), _) => Some((text.clone(), Tone::Advice)),
            (None, _) => None,
        };
        let said = said.as_ref().map(|(text, tone)| (text.as_str(), *tone));
        let state = footer::State {
            typing: self.typing(),
            complete: self.ctx.record.is_complete(&self.ctx.lesson.id),
            several: self.ctx.pack.lessons.len() > 1,
        };
        footer::draw(frame, area, scope, said, state, &self.ctx.theme);
    }
}

fn too_small(frame: &mut Frame<'_>, area: Rect) {
    let (width, height) = SMALLEST;
    let sentence = format!(
        "token34 needs {width}x{height}; this is {}x{}. Enlarge the window, or leave with q.",
        area.width, area.height
    );
    let text = Paragraph::new(sentence)
        .wrap(Wrap { trim: true })
        .alignment(Alignment::Left);
    frame.render_widget(text, area);
}
