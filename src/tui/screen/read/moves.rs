//! Turning pages, and following what the text leads to.

use ratatui::layout::{Position, Rect};

use super::{Context, Go, Mode, Outcome, Read, Save};
use crate::{
    course::{Lesson, Section},
    progress::Spot,
    tui::{
        keymap::Action,
        message::Effect,
        widget::page::{Goal, Mark},
    },
};

/// The beginning of a section, or of what stands among them.
pub(super) fn spot(section: &str) -> Spot {
    Spot::Read {
        section: section.to_owned(),
        permille: 0,
    }
}

/// The number of a section in the outline.
pub(super) fn number(lesson: &Lesson, section: &str) -> Option<usize> {
    lesson.outline().iter().position(|one| one.id == section)
}

impl Read {
    /// Scrolls to a line; a section whose end comes into view has been read.
    pub(super) fn scroll(&mut self, top: usize, ctx: &mut Context) -> Outcome {
        let last = self.last_top(ctx);
        let top = top.min(last);
        if top == self.top {
            return Outcome::handled();
        }
        self.top = top;
        self.mark = None;
        let lines = self.lines().max(1);
        self.permille = u16::try_from(self.top * 1000 / lines).unwrap_or(1000);
        let outcome = Outcome::handled().save(Save::Soon);
        if self.top == last {
            self.mark_read(ctx, outcome)
        } else {
            outcome
        }
    }

    fn mark_read(&self, ctx: &mut Context, outcome: Outcome) -> Outcome {
        let id = self.here(ctx).map(|section| section.id.clone());
        if id.is_some_and(|id| ctx.record.mark_read(&ctx.lesson.id, &id)) {
            outcome.save(Save::Now)
        } else {
            outcome
        }
    }

    pub(super) fn open(&mut self, section: usize, ctx: &Context) -> Outcome {
        self.section = section;
        self.permille = 0;
        self.mark = None;
        if matches!(self.mode, Mode::Define { .. }) {
            self.mode = Mode::Reading;
        }
        self.set(ctx);
        Outcome::handled().save(Save::Soon)
    }

    pub(super) fn reading(&mut self, action: Option<Action>, ctx: &mut Context) -> Outcome {
        let page = self.rows(ctx).saturating_sub(2).max(1);
        match action {
            Some(Action::Down) => self.scroll(self.top + 1, ctx),
            Some(Action::Up) => self.scroll(self.top.saturating_sub(1), ctx),
            Some(Action::PageDown) if self.top >= self.last_top(ctx) => self.next(ctx),
            Some(Action::PageDown) => self.scroll(self.top + page, ctx),
            Some(Action::PageUp) => self.scroll(self.top.saturating_sub(page), ctx),
            Some(Action::Top) => self.scroll(0, ctx),
            Some(Action::Bottom) => self.scroll(usize::MAX, ctx),
            Some(Action::Next) => self.next(ctx),
            Some(Action::Previous) => self.previous(ctx),
            Some(Action::Parent) => self.parent(ctx),
            Some(Action::Back) => self.leave(ctx).go(Go::Back),
            Some(Action::NextMark) => self.step_mark(true, ctx),
            Some(Action::PreviousMark) => self.step_mark(false, ctx),
            Some(Action::Define) => self.explain(ctx),
            Some(Action::Play) => self.follow(false),
            Some(Action::OpenLink) => self.follow(true),
            Some(Action::Outline) => {
                self.mode = Mode::Outline {
                    chosen: self.in_outline(ctx),
                };
                Outcome::handled()
            }
            Some(action) => ctx.beside(action),
            None => Outcome::ignored(),
        }
    }

    fn go(&self, place: &str) -> Outcome {
        Outcome::handled().go(Go::Spot(spot(place)))
    }

    /// The section that is so many places from this one, among those where one turns the page.
    fn beside<'a>(&self, by: isize, ctx: &'a Context) -> Option<&'a Section> {
        let here = self.here(ctx)?;
        let beside = ctx.lesson.beside(&here.id);
        let at = beside.iter().position(|one| one.id == here.id)?;
        beside.get(at.checked_add_signed(by)?).copied()
    }

    /// Marks the section as read if its end is in view: whoever leaves it then has read it.
    fn leave(&self, ctx: &mut Context) -> Outcome {
        if self.top >= self.last_top(ctx) {
            self.mark_read(ctx, Outcome::handled())
        } else {
            Outcome::handled()
        }
    }

    /// On to the next section.
    fn next(&mut self, ctx: &mut Context) -> Outcome {
        let ended = self.top >= self.last_top(ctx);
        let marked = self.leave(ctx);
        let next = self.beside(1, ctx);
        if let Some(next) = next.and_then(|next| number(&ctx.lesson, &next.id)) {
            return self.open(next, ctx).save(marked.save);
        }
        if !ended {
            return self.scroll(usize::MAX, ctx);
        }
        match self.here(ctx) {
            Some(here) if here.under.is_some() => self.parent(ctx).save(marked.save),
            Some(here) if super::is_sheet(here, ctx) => marked.go(Go::Back),
            _ => marked.go(Go::Spot(Spot::Home)),
        }
    }

    /// Back to the section before; from the first one that goes deeper, to the one it goes deeper into.
    fn previous(&mut self, ctx: &Context) -> Outcome {
        let before = self.beside(-1, ctx);
        match before.and_then(|before| number(&ctx.lesson, &before.id)) {
            Some(before) => self.open(before, ctx),
            None => self.parent(ctx),
        }
    }

    /// Back to the section that this one goes deeper into.
    pub(super) fn parent(&self, ctx: &Context) -> Outcome {
        let under = self.here(ctx).and_then(|section| section.under.as_ref());
        match under {
            Some(under) => Outcome::handled().go(Go::BackTo(spot(&under.section))),
            None => Outcome::handled(),
        }
    }

    /// Chooses the next mark, from the first one in view on, or the one before, and brings it into view.
    fn step_mark(&mut self, forward: bool, ctx: &mut Context) -> Outcome {
        let marks = &self.page.marks;
        let count = marks.len();
        if count == 0 {
            return Outcome::handled().advice("Nothing here plays or opens.");
        }
        let in_view = marks.iter().position(|mark| mark.line >= self.top);
        let chosen = match (self.mark, forward) {
            (None, true) => in_view.unwrap_or(0),
            (None, false) => in_view.unwrap_or(0) + count - 1,
            (Some(mark), true) => mark + 1,
            (Some(mark), false) => mark + count - 1,
        };
        let chosen = chosen % count;
        let line = marks.get(chosen).map_or(0, |mark| mark.line);
        let outcome = self.show(line, ctx);
        self.mark = Some(chosen);
        outcome
    }

    /// The mark that Enter follows: the chosen one, or else the first in view; of links alone, if so asked.
    pub(super) fn goal_mark(&self, link_only: bool) -> Option<&Mark> {
        let wanted = |mark: &&Mark| !link_only || matches!(mark.goal, Goal::Link(_));
        let marks = &self.page.marks;
        let chosen = self.mark.and_then(|mark| marks.get(mark));
        let in_view = marks.iter().filter(|mark| mark.line >= self.top);
        chosen.into_iter().chain(in_view).find(wanted)
    }

    /// Where it leads.
    pub(super) fn goal(&self, link_only: bool) -> Option<&Goal> {
        self.goal_mark(link_only).map(|mark| &mark.goal)
    }

    /// Scrolls as little as brings `line` into view, and a little of what stands around it.
    pub(super) fn show(&mut self, line: usize, ctx: &mut Context) -> Outcome {
        let rows = self.rows(ctx);
        if line < self.top {
            self.scroll(line.saturating_sub(2), ctx)
        } else if line + 2 >= self.top + rows {
            self.scroll((line + 3).saturating_sub(rows), ctx)
        } else {
            Outcome::handled()
        }
    }

    /// Plays or opens the chosen mark, or else the first one in view.
    fn follow(&self, link_only: bool) -> Outcome {
        match self.goal(link_only) {
            Some(Goal::Play(scenario)) => {
                let spot = Spot::Watch {
                    scenario: scenario.clone(),
                    at_ms: 0,
                    nth: None,
                };
                Outcome::handled().go(Go::Spot(spot))
            }
            Some(Goal::Link(url)) => {
                let outcome = Outcome::handled().effect(Effect::Open(url.clone()));
                outcome.notice(format!("Opening {url}"))
            }
            Some(Goal::Section(id)) => self.go(id),
            None if link_only => Outcome::handled().advice("There is no link here."),
            None => Outcome::handled().advice("Nothing here plays or opens."),
        }
    }

    /// A click on a mark plays or opens it; one on a term explains it.
    pub(super) fn click(&mut self, at: Position, text: Rect, ctx: &mut Context) -> Outcome {
        if !(text.top()..text.bottom()).contains(&at.y) || !ctx.body.contains(at) {
            return Outcome::ignored();
        }
        let line = self.top + usize::from(at.y - text.y);
        let column = i32::from(at.x) - i32::from(text.x);
        let word = self.page.words.iter().position(|word| {
            let columns = i32::from(word.columns.start)..i32::from(word.columns.end);
            word.line == line && columns.contains(&column)
        });
        if let Some(word) = word {
            return self.show_word(word, ctx);
        }
        let marks = &self.page.marks;
        let hit = marks.iter().position(|mark| {
            let columns = i32::from(mark.columns.start)..i32::from(mark.columns.end);
            mark.line == line
                && if columns.is_empty() {
                    (-3..0).contains(&column)
                } else {
                    columns.contains(&column)
                }
        });
        if hit.is_none() {
            return Outcome::ignored();
        }
        self.mark = hit;
        self.follow(false)
    }
}
