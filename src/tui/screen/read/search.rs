//! Searching the text while one reads.

use unicode_segmentation::UnicodeSegmentation;

use super::super::{Context, Outcome};
use super::{Mode, Read, find, set};
use crate::{
    text::clean_line,
    tui::{
        keymap::{self, Action, Scope},
        message::Key,
        widget::page::Page,
    },
};

/// Every section, set for the present width.
pub(super) fn pages(ctx: &Context) -> Vec<Page> {
    let all = ctx.lesson.outline();
    all.into_iter().map(|section| set(section, ctx)).collect()
}

impl Read {
    pub(super) fn search(&mut self, key: Key, ctx: &mut Context) -> Outcome {
        let Mode::Search { query } = &mut self.mode else {
            return Outcome::ignored();
        };
        match keymap::action(Scope::Line, key) {
            Some(Action::Back) => self.mode = Mode::Reading,
            Some(Action::Enter) => {
                let query = std::mem::take(query);
                return self.find(query, ctx);
            }
            Some(Action::Erase) => {
                let end = query
                    .grapheme_indices(true)
                    .next_back()
                    .map_or(0, |(at, _)| at);
                query.truncate(end);
            }
            Some(Action::EraseAll) => query.clear(),
            _ => match key.typed() {
                Some(c) => query.push_str(&clean_line(&c.to_string())),
                None => return Outcome::ignored(),
            },
        }
        Outcome::handled()
    }

    pub(super) fn find(&mut self, query: String, ctx: &mut Context) -> Outcome {
        let matches = find::find(&query, &pages(ctx));
        if matches.is_empty() {
            self.mode = Mode::Reading;
            let said = if query.trim().is_empty() {
                String::new()
            } else {
                format!("Not found: {query}")
            };
            return if said.is_empty() {
                Outcome::handled()
            } else {
                Outcome::handled().notice(said)
            };
        }
        let here = (self.section, self.top);
        let at = matches
            .iter()
            .position(|found| (found.page, found.line) >= here)
            .unwrap_or(0);
        self.mode = Mode::Found { query, matches, at };
        self.show_match(ctx)
    }

    pub(super) fn step_match(&mut self, forward: bool, ctx: &mut Context) -> Outcome {
        if let Mode::Found { matches, at, .. } = &mut self.mode {
            let count = matches.len().max(1);
            *at = if forward {
                (*at + 1) % count
            } else {
                (*at + count - 1) % count
            };
        }
        self.show_match(ctx)
    }

    pub(super) fn show_match(&mut self, ctx: &mut Context) -> Outcome {
        let Mode::Found { matches, at, .. } = &self.mode else {
            return Outcome::handled();
        };
        let Some((page, line)) = matches.get(*at).map(|found| (found.page, found.line)) else {
            return Outcome::handled();
        };
        if page != self.section {
            self.open(page, ctx);
        }
        self.show(line, ctx)
    }
}
