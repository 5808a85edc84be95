//! A note that is written.

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::Line,
};

use super::entry::{self, Entry};
use crate::{
    progress::{LONGEST_NOTE, NoteKey, Spot},
    text::width,
    tui::{
        editor::{Edit, Editor},
        message::MouseKind,
        screen::{Context, Outcome, Save},
        theme::Role,
        widget::{self, thumb},
    },
};

/// Text is never wider than this.
const WIDEST: u16 = 76;
const MARGIN: u16 = 3;

/// A note in its editor.
#[derive(Debug)]
pub(super) struct Sheet {
    /// Absent until something is written.
    key: Option<NoteKey>,
    /// Where it was taken.
    spot: Spot,
    /// It was begun where it is tied to, and leads back there.
    begun: bool,
    /// When it last changed before it was opened, in words.
    when: String,
    editor: Editor,
}

impl Sheet {
    /// A new note on `spot`.
    pub(super) fn new(spot: Spot) -> Self {
        Self {
            key: None,
            spot: match spot {
                Spot::Notes => Spot::Home,
                spot => spot,
            },
            begun: true,
            when: String::new(),
            editor: Editor::new("", LONGEST_NOTE),
        }
    }

    /// A note of the list.
    pub(super) fn of(entry: &Entry, ctx: &Context) -> Self {
        Self {
            key: Some(entry.key.clone()),
            spot: entry.spot.clone(),
            begun: false,
            when: entry::when(entry.changed, ctx),
            editor: Editor::new(&entry.text, LONGEST_NOTE),
        }
    }

    pub(super) fn text(&self) -> &str {
        self.editor.text()
    }

    pub(super) fn spot(&self) -> &Spot {
        &self.spot
    }

    pub(super) fn begun_elsewhere(&self) -> bool {
        self.begun
    }

    pub(super) fn is_of(&self, key: &NoteKey) -> bool {
        self.key.as_ref() == Some(key)
    }

    pub(super) fn fit(&mut self, ctx: &Context) {
        let area = Places::of(ctx.body).text;
        self.editor.fit(area.width, area.height);
    }

    /// Lets the editor do something, and says what came of it.
    pub(super) fn edit(&mut self, act: impl FnOnce(&mut Editor) -> Edit, ctx: &Context) -> Outcome {
        let edit = act(&mut self.editor);
        self.fit(ctx);
        match edit {
            Edit::Nothing => Outcome::ignored(),
            Edit::Moved => Outcome::handled(),
            Edit::Changed => Outcome::handled().save(Save::Soon),
            Edit::Full => Outcome::handled()
                .save(Save::Soon)
                .notice("The note is full: 1 MB is the most. The rest was left out."),
        }
    }

    pub(super) fn mouse(&mut self, kind: MouseKind, at: Position, ctx: &Context) -> Outcome {
        let area = Places::of(ctx.body).text;
        match kind {
            MouseKind::WheelUp => self.edit(|editor| editor.up(3), ctx),
            MouseKind::WheelDown => self.edit(|editor| editor.down(3), ctx),
            MouseKind::Press if area.contains(at) => {
                self.edit(|editor| editor.point(at.x - area.x, at.y - area.y), ctx)
            }
            _ => Outcome::ignored(),
        }
    }

    /// Puts the text into the record; a new note counts from its first character on.
    pub(super) fn settle(&mut self, ctx: &mut Context) {
        let text = self.editor.text();
        match &self.key {
            Some(key) => {
                let key = ctx.record.edit_note(&mut ctx.pen, key, text, ctx.now);
                self.key = key.or_else(|| self.key.take());
            }
            None if text.trim().is_empty() => {}
            None => {
                let (lesson, spot) = (&ctx.lesson.id, self.spot.clone());
                let key = ctx
                    .record
                    .begin_note(&mut ctx.pen, lesson, spot, text, ctx.now);
                self.key = Some(key);
            }
        }
    }

    /// A note that was begun here and has nothing in it is none.
    pub(super) fn forget_if_blank(&self, ctx: &mut Context) {
        let blank = self.begun && self.editor.text().trim().is_empty();
        if let Some(key) = self.key.as_ref().filter(|_| blank) {
            ctx.record.delete_note(key);
        }
    }

    pub(super) fn draw(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let places = Places::of(area);
        let room = usize::from(places.header.width).saturating_sub(width(&self.when) + 3);
        let place = widget::fit(&ctx.place(&self.spot), room, theme);
        frame.render_widget(
            Line::styled(place, theme.style(Role::Accent)),
            places.header,
        );
        let when = Line::styled(self.when.as_str(), theme.style(Role::Dim));
        frame.render_widget(when.right_aligned(), places.header);
        let text = places.text;
        if self.text().is_empty() {
            let said = widget::fit("Write. It is saved as you go.", text.width.into(), theme);
            frame.render_widget(Line::styled(said, theme.style(Role::Dim)), text);
        }
        self.editor.view(frame, text, theme.style(Role::Text));
        let (top, lines) = self.editor.shown();
        thumb::draw(frame, text, top, lines, theme);
        frame.set_cursor_position(self.editor.cursor(text));
    }
}

/// Where things stand.
struct Places {
    header: Rect,
    text: Rect,
}

impl Places {
    fn of(body: Rect) -> Self {
        let columns = body.width.saturating_sub(2 * MARGIN).min(WIDEST);
        let x = body.x + (body.width - columns) / 2;
        let tall = u16::from(body.height >= 18);
        let top = body.y + tall;
        let first = top + 2;
        let rows = body.bottom().saturating_sub(first + tall);
        Self {
            header: Rect::new(x, top, columns, 1).intersection(body),
            text: Rect::new(x, first, columns, rows).intersection(body),
        }
    }
}
