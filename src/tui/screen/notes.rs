//! Notes: a list, a search over it, and the note that is written.
//!
//! ```text
//!  Notes                                                 3     header
//!
//!  ▸ Ask what the store does with an old token                 a note by its first line
//!    Fencing in practice · 28 November 2026, 18:04             where and when
//!
//!  /token                                           1 of 3     the search, while there is one
//! ```

mod entry;
mod sheet;
mod view;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::{entry::Entry, sheet::Sheet, view::Places};
use super::{Context, Go, Outcome, Save, Screen};
use crate::{
    progress::{NoteKey, Spot},
    tui::{
        keymap::{self, Action, Scope},
        line::Line,
        message::{Effect, Key, Message, Mouse, MouseKind},
    },
};

/// The notes on the lesson.
#[derive(Debug)]
pub struct Notes {
    mode: Mode,
    chosen: usize,
    /// Only notes with this in them are listed.
    query: Line,
    /// What was deleted, to be brought back.
    deleted: Vec<(NoteKey, String)>,
}

#[derive(Debug)]
enum Mode {
    List,
    Search,
    /// Whether this note is to be deleted.
    Delete(NoteKey),
    Writing(Box<Sheet>),
}

impl Notes {
    /// The list, the note that changed last first.
    pub fn list() -> Self {
        Self {
            mode: Mode::List,
            chosen: 0,
            query: Line::default(),
            deleted: Vec::new(),
        }
    }

    /// A new note that is tied to `spot`, and leads back from there.
    pub fn begin(spot: Spot, ctx: &Context) -> Self {
        let mut notes = Self::list();
        notes.write(Sheet::new(spot), ctx);
        notes
    }

    /// The list with this note open; the list alone, if there is no such note.
    pub fn of(key: &NoteKey, ctx: &Context) -> Self {
        let mut notes = Self::list();
        let entries = notes.entries(ctx);
        if let Some(at) = entries.iter().position(|entry| entry.key == *key) {
            notes.chosen = at;
            notes.open(ctx);
        }
        notes
    }

    fn write(&mut self, mut sheet: Sheet, ctx: &Context) {
        sheet.fit(ctx);
        self.mode = Mode::Writing(Box::new(sheet));
    }

    fn entries(&self, ctx: &Context) -> Vec<Entry> {
        entry::list(self.query.text(), ctx)
    }

    fn entry(&self, ctx: &Context) -> Option<Entry> {
        let mut entries = self.entries(ctx);
        (self.chosen < entries.len()).then(|| entries.swap_remove(self.chosen))
    }

    fn choose(&mut self, to: usize, ctx: &Context) -> Outcome {
        self.chosen = to.min(self.entries(ctx).len().saturating_sub(1));
        Outcome::handled()
    }

    fn open(&mut self, ctx: &Context) -> Outcome {
        if let Some(entry) = self.entry(ctx) {
            self.write(Sheet::of(&entry, ctx), ctx);
        }
        Outcome::handled()
    }

    fn listed(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        match action {
            Action::Up => self.choose(self.chosen.saturating_sub(1), ctx),
            Action::Down => self.choose(self.chosen + 1, ctx),
            Action::Top => self.choose(0, ctx),
            Action::Bottom => self.choose(usize::MAX, ctx),
            Action::Enter => self.open(ctx),
            Action::Note => Outcome::handled().go(Go::Note(Spot::Home)),
            Action::Search => {
                self.mode = Mode::Search;
                Outcome::handled()
            }
            Action::Place => match self.entry(ctx) {
                Some(entry) => Outcome::handled().go(Go::Spot(entry.spot)),
                None => Outcome::handled(),
            },
            Action::Delete => {
                if let Some(entry) = self.entry(ctx) {
                    self.mode = Mode::Delete(entry.key);
                }
                Outcome::handled()
            }
            Action::Restore => self.restore(ctx),
            Action::External => {
                let outcome = self.open(ctx);
                match &self.mode {
                    Mode::Writing(sheet) => outcome.effect(Effect::Edit(sheet.text().to_owned())),
                    _ => outcome,
                }
            }
            _ => Outcome::ignored(),
        }
    }

    fn delete(&mut self, ctx: &mut Context) -> Outcome {
        let Mode::Delete(key) = std::mem::replace(&mut self.mode, Mode::List) else {
            return Outcome::ignored();
        };
        let text = ctx.record.note(&key).map(|note| note.text.to_owned());
        if !ctx.record.delete_note(&key) {
            return Outcome::handled();
        }
        self.deleted.extend(text.map(|text| (key, text)));
        self.choose(self.chosen, ctx);
        Outcome::handled()
            .save(Save::Now)
            .notice("Deleted. u brings it back.")
    }

    fn restore(&mut self, ctx: &mut Context) -> Outcome {
        let Some((key, text)) = self.deleted.pop() else {
            return Outcome::handled().advice("There is nothing to bring back.");
        };
        let now = ctx.now;
        ctx.record.edit_note(&mut ctx.pen, &key, &text, now);
        self.query.clear();
        self.choose(0, ctx);
        Outcome::handled().save(Save::Now).notice("It is back.")
    }

    fn search(&mut self, key: Key, ctx: &Context) -> Outcome {
        let action = keymap::action(Scope::Line, key);
        match action {
            Some(Action::Enter) => self.mode = Mode::List,
            Some(Action::Back) => {
                self.mode = Mode::List;
                self.query.clear();
            }
            Some(Action::Up) => return self.choose(self.chosen.saturating_sub(1), ctx),
            Some(Action::Down) => return self.choose(self.chosen + 1, ctx),
            _ if self.query.key(key, action) => {}
            _ => return Outcome::ignored(),
        }
        self.choose(0, ctx)
    }

    /// The note is left, with everything in it kept.
    fn done(&mut self, ctx: &mut Context) -> Outcome {
        self.settle(ctx);
        let Mode::Writing(sheet) = std::mem::replace(&mut self.mode, Mode::List) else {
            return Outcome::handled();
        };
        sheet.forget_if_blank(ctx);
        let outcome = Outcome::handled().save(Save::Now);
        if sheet.begun_elsewhere() {
            return outcome.go(Go::Back);
        }
        let entries = self.entries(ctx);
        let at = entries.iter().position(|entry| sheet.is_of(&entry.key));
        self.chosen = at.unwrap_or(0);
        outcome
    }

    fn writing(&mut self, key: Key, ctx: &mut Context) -> Outcome {
        let Mode::Writing(sheet) = &mut self.mode else {
            return Outcome::ignored();
        };
        match keymap::action(Scope::Note, key) {
            Some(Action::Back) => self.done(ctx),
            Some(Action::Place) => {
                let spot = sheet.spot().clone();
                let outcome = self.done(ctx);
                match outcome.go {
                    // The place is where the note was begun: one step back.
                    Some(Go::Back) => outcome,
                    _ => outcome.go(Go::Spot(spot)),
                }
            }
            Some(Action::External) => {
                let text = sheet.text().to_owned();
                self.settle(ctx);
                Outcome::handled()
                    .save(Save::Now)
                    .effect(Effect::Edit(text))
            }
            Some(Action::Undo) => sheet.edit(|editor| editor.undo(), ctx),
            Some(Action::Redo) => sheet.edit(|editor| editor.redo(), ctx),
            _ => sheet.edit(|editor| editor.key(key), ctx),
        }
    }

    fn mouse(&mut self, mouse: &Mouse, ctx: &mut Context) -> Outcome {
        let at = Position::new(mouse.column, mouse.row);
        let places = Places::of(ctx.body);
        if let Mode::Writing(sheet) = &mut self.mode {
            return sheet.mouse(mouse.kind, at, ctx);
        }
        match mouse.kind {
            MouseKind::WheelUp => self.choose(self.chosen.saturating_sub(1), ctx),
            MouseKind::WheelDown => self.choose(self.chosen + 1, ctx),
            MouseKind::Press if places.list.contains(at) && matches!(self.mode, Mode::List) => {
                let hit = places.hit(at.y, self.chosen);
                if hit >= self.entries(ctx).len() {
                    return Outcome::ignored();
                }
                if hit == self.chosen {
                    return self.open(ctx);
                }
                self.choose(hit, ctx)
            }
            _ => Outcome::ignored(),
        }
    }

    fn key(&mut self, key: Key, ctx: &mut Context) -> Outcome {
        let action = self.action(key);
        match &self.mode {
            Mode::Writing(_) => self.writing(key, ctx),
            Mode::Search => self.search(key, ctx),
            Mode::Delete(_) => match action {
                Some(Action::Enter) => self.delete(ctx),
                Some(Action::Back) => {
                    self.mode = Mode::List;
                    Outcome::handled()
                }
                _ => Outcome::handled(),
            },
            // The search is left before the screen is.
            Mode::List
                if keymap::action(Scope::Found, key) == Some(Action::Back)
                    && !self.query.is_empty() =>
            {
                self.query.clear();
                self.choose(0, ctx)
            }
            Mode::List => match action {
                Some(action) => self.listed(action, ctx),
                None => Outcome::ignored(),
            },
        }
    }
}

impl Screen for Notes {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match (message, &mut self.mode) {
            (Message::Resize { .. }, Mode::Writing(sheet)) => {
                sheet.fit(ctx);
                Outcome::handled()
            }
            (Message::Key(key), _) => self.key(*key, ctx),
            (Message::Mouse(mouse), _) => self.mouse(mouse, ctx),
            (Message::Paste(text), Mode::Writing(sheet)) => {
                sheet.edit(|editor| editor.insert(text), ctx)
            }
            (Message::Edited(text), Mode::Writing(sheet)) => {
                sheet.edit(|editor| editor.replace(text), ctx)
            }
            (Message::Paste(text), Mode::Search) => {
                self.query.add(text);
                self.choose(0, ctx)
            }
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        match &self.mode {
            Mode::Writing(sheet) => sheet.draw(frame, area, ctx),
            _ => self.draw(frame, area, ctx),
        }
    }

    fn scope(&self) -> Scope {
        match &self.mode {
            Mode::List => Scope::Notes,
            Mode::Search => Scope::Line,
            Mode::Delete(_) => Scope::Delete,
            Mode::Writing(_) => Scope::Note,
        }
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        match &self.mode {
            // A note that was begun elsewhere is written there: that is the place to come back to.
            Mode::Writing(sheet) if sheet.begun_elsewhere() => sheet.spot().clone(),
            _ => Spot::Notes,
        }
    }

    fn settle(&mut self, ctx: &mut Context) {
        if let Mode::Writing(sheet) = &mut self.mode {
            sheet.settle(ctx);
        }
    }

    fn typing(&self) -> bool {
        matches!(self.mode, Mode::Search | Mode::Writing(_))
    }
}
