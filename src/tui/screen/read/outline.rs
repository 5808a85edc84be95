//! The list of parts: in the margin, or in place of the text.

use ratatui::layout::{Position, Rect};

use super::{
    Context, GLOSSARY, GLOSSARY_TITLE, GUIDE, GUIDE_TITLE, Go, Mode, Outcome, Read, moves,
};
use crate::tui::keymap::Action;

/// A line of the list.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entry<'a> {
    /// The id of a section, or of what stands among them.
    pub(super) id: &'a str,
    /// As shown.
    pub(super) title: &'a str,
    /// Whether it goes deeper into the one above it.
    pub(super) deeper: bool,
    /// Whether it was read.
    pub(super) read: bool,
}

/// Every part; those that go deeper only under the section `within`, if one is named.
pub(super) fn entries<'a>(within: Option<&str>, ctx: &'a Context) -> Vec<Entry<'a>> {
    let lesson = &ctx.lesson;
    let mut entries = Vec::new();
    for section in lesson.outline() {
        let under = section.under.as_ref().map(|under| under.section.as_str());
        if under.is_none() || within.is_none() || under == within {
            entries.push(Entry {
                id: &section.id,
                title: &section.title,
                deeper: under.is_some(),
                read: ctx.record.is_read(&lesson.id, &section.id),
            });
        }
    }
    let also = |id, title| Entry {
        id,
        title,
        deeper: false,
        read: false,
    };
    entries.extend(lesson.has_guide().then(|| also(GUIDE, GUIDE_TITLE)));
    let terms = !lesson.glossary.is_empty();
    entries.extend(terms.then(|| also(GLOSSARY, GLOSSARY_TITLE)));
    entries
}

/// The first line of the list that is shown in so many rows.
pub(super) fn top(chosen: usize, rows: u16) -> usize {
    (chosen + 1).saturating_sub(rows.into())
}

impl Read {
    /// The list in the margin, and where in it one is.
    pub(super) fn margin<'a>(&self, ctx: &'a Context) -> (Vec<Entry<'a>>, usize) {
        let here = self.here(ctx);
        let id = here.map_or("", |section| section.id.as_str());
        let under = here.and_then(|section| section.under.as_ref());
        let within = under.map_or(id, |under| under.section.as_str());
        let entries = entries(Some(within), ctx);
        let at = entries.iter().position(|entry| entry.id == id);
        (entries, at.unwrap_or(0))
    }

    /// Where in the whole list one is.
    pub(super) fn in_outline(&self, ctx: &Context) -> usize {
        // The list begins with the sections, in their own order.
        self.section.min(entries(None, ctx).len().saturating_sub(1))
    }

    pub(super) fn outline(
        &mut self,
        chosen: usize,
        action: Option<Action>,
        ctx: &Context,
    ) -> Outcome {
        let entries = entries(None, ctx);
        let last = entries.len().saturating_sub(1);
        let chosen = match action {
            Some(Action::Up) => chosen.saturating_sub(1),
            Some(Action::Down) => (chosen + 1).min(last),
            Some(Action::Top) => 0,
            Some(Action::Bottom) => last,
            Some(Action::Enter) => {
                self.mode = Mode::Reading;
                return match entries.get(chosen) {
                    Some(entry) => self.turn_to(entry.id, ctx),
                    None => Outcome::handled(),
                };
            }
            Some(Action::Back) => {
                self.mode = Mode::Reading;
                return Outcome::handled();
            }
            _ => return Outcome::ignored(),
        };
        self.mode = Mode::Outline { chosen };
        Outcome::handled()
    }

    /// A click on a line of the list in the margin.
    pub(super) fn click_outline(&mut self, area: Rect, at: Position, ctx: &Context) -> Outcome {
        let (entries, here) = self.margin(ctx);
        let row = usize::from(at.y - area.y) + top(here, area.height);
        match entries.get(row) {
            Some(entry) => self.turn_to(entry.id, ctx),
            None => Outcome::handled(),
        }
    }

    /// Turns the page to a section; what is no section is a page of its own, from which Back leads here.
    fn turn_to(&mut self, id: &str, ctx: &Context) -> Outcome {
        match moves::number(&ctx.lesson, id) {
            Some(number) => self.open(number, ctx),
            None => Outcome::handled().go(Go::Spot(moves::spot(id))),
        }
    }
}
