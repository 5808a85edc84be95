//! What a search found in the text, and how one goes on from match to match.

use super::super::{Context, Outcome, Target};
use super::{Mode, Read, find, set};
use crate::tui::widget::page::Page;

/// Every section, set for the present width.
pub(super) fn pages(ctx: &Context) -> Vec<Page> {
    let all = ctx.lesson.outline();
    all.into_iter().map(|section| set(section, ctx)).collect()
}

impl Read {
    /// Brings a text of this section into view, and marks in the whole lesson what was typed; where that stands nowhere
    /// as it was typed, a word of it.
    pub(super) fn bring(&mut self, found: &Target, ctx: &mut Context) {
        let here = find::find(&found.passage, std::slice::from_ref(&self.page));
        let line = here.first().map_or(0, |found| found.line);
        self.show(line, ctx);
        let pages = pages(ctx);
        for query in [&found.query, &found.word] {
            let matches = find::find(query, &pages);
            let from = (self.section, line);
            let at = matches.iter().position(|one| (one.page, one.line) >= from);
            let Some(at) = at.filter(|at| matches[*at].page == self.section) else {
                continue;
            };
            let query = query.clone();
            self.mode = Mode::Found { query, matches, at };
            self.show_match(ctx);
            return;
        }
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
