//! Search, over any screen: type, choose, go there.
//!
//! ```text
//!  / lease ends▏                                         12 found
//!
//!  ▸ Redis, one node                                       deeper
//!    … nobody tells the client that its lease ended: it learns …
//! ```

mod view;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::view::Places;
use super::{Context, Go, Outcome, Screen, Target};
use crate::{
    progress::Spot,
    search::{Entry, Hit, Index},
    tui::{
        keymap::{Action, Scope},
        line::Line,
        message::{Key, Message, Mouse, MouseKind},
    },
};

/// What is searched for, and what was found.
#[derive(Debug)]
pub struct Search {
    index: Index,
    query: Line,
    hits: Vec<Hit>,
    chosen: usize,
}

impl Search {
    /// Nothing is searched for yet. This reads all of the content.
    pub fn new(ctx: &Context) -> Self {
        let mut search = Self {
            index: Index::new(&ctx.pack),
            query: Line::default(),
            hits: Vec::new(),
            chosen: 0,
        };
        search.again(ctx);
        search
    }

    /// It is opened once more, with the notes as they are now.
    pub fn again(&mut self, ctx: &Context) {
        self.index.set_notes(&ctx.record);
        self.query.clear();
        self.look();
    }

    fn look(&mut self) {
        self.hits = self.index.find(self.query.text());
        self.chosen = 0;
    }

    fn choose(&mut self, to: usize) -> Outcome {
        self.chosen = to.min(self.hits.len().saturating_sub(1));
        Outcome::handled()
    }

    fn entry(&self, at: usize) -> Option<(&Hit, &Entry)> {
        let hit = self.hits.get(at)?;
        Some((hit, self.index.entry(hit)?))
    }

    fn go(&self) -> Outcome {
        let Some((hit, entry)) = self.entry(self.chosen) else {
            return Outcome::handled();
        };
        if let Some(key) = &entry.note {
            return Outcome::handled().go(Go::OpenNote(entry.lesson.clone(), key.clone()));
        }
        let passage = entry.passage(hit).filter(|_| !hit.marks.is_empty());
        let word = passage.zip(hit.marks.iter().max_by_key(|mark| mark.len()));
        let word = word.map_or("", |(text, mark)| &text[mark.clone()]);
        Outcome::handled().go(Go::Found(Target {
            lesson: entry.lesson.clone(),
            spot: entry.spot.clone(),
            passage: passage.unwrap_or_default().to_owned(),
            query: self.query.text().trim().to_owned(),
            word: word.to_owned(),
        }))
    }

    fn key(&mut self, key: Key, ctx: &Context) -> Outcome {
        let page = Places::of(ctx.body).shown();
        let action = self.action(key);
        match action {
            Some(Action::Back) => return Outcome::handled().go(Go::Back),
            Some(Action::Enter) => return self.go(),
            Some(Action::Up) => return self.choose(self.chosen.saturating_sub(1)),
            Some(Action::Down) => return self.choose(self.chosen + 1),
            Some(Action::PageUp) => return self.choose(self.chosen.saturating_sub(page)),
            Some(Action::PageDown) => return self.choose(self.chosen + page),
            _ if self.query.key(key, action) => {}
            _ => return Outcome::ignored(),
        }
        self.look();
        Outcome::handled()
    }

    fn mouse(&mut self, mouse: &Mouse, ctx: &Context) -> Outcome {
        let at = Position::new(mouse.column, mouse.row);
        match mouse.kind {
            MouseKind::WheelUp => self.choose(self.chosen.saturating_sub(1)),
            MouseKind::WheelDown => self.choose(self.chosen + 1),
            MouseKind::Press => match Places::of(ctx.body).hit(at, self.chosen) {
                Some(hit) if hit < self.hits.len() => {
                    self.chosen = hit;
                    self.go()
                }
                _ => Outcome::handled(),
            },
            _ => Outcome::ignored(),
        }
    }
}

impl Screen for Search {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match message {
            Message::Key(key) => self.key(*key, ctx),
            Message::Paste(text) => {
                self.query.add(text);
                self.look();
                Outcome::handled()
            }
            Message::Mouse(mouse) => self.mouse(mouse, ctx),
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        self.draw(frame, area, ctx);
    }

    fn scope(&self) -> Scope {
        Scope::Search
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        Spot::Home
    }

    fn typing(&self) -> bool {
        true
    }
}
