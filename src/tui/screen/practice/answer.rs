//! How keys and the mouse make an answer of each kind.

use std::collections::BTreeSet;

use ratatui::layout::Position;

use super::{LONGEST, Phase, Practice, set::Hit, view::Places};
use crate::{
    practice::{Deck, GRADES, Given, How, SURE},
    progress::Grade,
    tui::{
        editor::{Edit, Editor},
        keymap::Action,
        message::{Key, Mouse, MouseKind},
        screen::{Context, Outcome, Save, Screen},
    },
};

impl Practice {
    fn count(&self) -> usize {
        self.sheet.as_ref().map_or(0, |sheet| sheet.items.len())
    }

    /// A key while a question is asked.
    pub(super) fn answers(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        match (action, &self.given) {
            (Action::Next, Given::Match(_)) => self.turn_right(true, ctx),
            (Action::Previous, Given::Match(_)) => self.turn_right(false, ctx),
            (Action::Next | Action::NextQuestion, _) => self.pass(ctx, Deck::forward),
            (Action::Previous | Action::PreviousQuestion, _) => self.pass(ctx, Deck::backward),
            (Action::Write, _) => self.turn(Phase::Writing, ctx),
            (Action::Reveal, _) => self.answered(ctx),
            (Action::Down, _) => self.step(self.at + 1, ctx),
            (Action::Up, _) => self.step(self.at.saturating_sub(1), ctx),
            (Action::Toggle, _) => self.toggle(ctx),
            (Action::Choose(number), _) => self.choose(number.into(), ctx),
            (Action::Enter, Given::One(_)) => self.choose(self.at, ctx),
            (Action::Enter, _) => self.answered(ctx),
            _ => Outcome::ignored(),
        }
    }

    /// To another item, with the step that is taken up.
    fn step(&mut self, to: usize, ctx: &Context) -> Outcome {
        let to = to.min(self.count().saturating_sub(1));
        if self.taken
            && let Given::Order(order) = &mut self.given
        {
            let step = order.remove(self.at);
            order.insert(to, step);
            self.last = None;
        }
        self.at = to;
        self.show_item(ctx)
    }

    /// Shows the item that the keys are at: of a pair, all that there is to choose from where that stands under it.
    fn show_item(&mut self, ctx: &Context) -> Outcome {
        let rights = self.sheet.as_ref().map_or(0, |sheet| sheet.rights.len());
        let item = Hit::Item(self.at);
        match rights.checked_sub(1) {
            Some(last) if self.phase == Phase::Asked => self.show_all(item, Hit::Right(last), ctx),
            _ => self.show(item, ctx),
        }
    }

    /// Ticks an item, or takes a step up and puts it down.
    fn toggle(&mut self, ctx: &Context) -> Outcome {
        self.last = None;
        self.warned = false;
        match &mut self.given {
            Given::Several(chosen) | Given::Recall { ticks: chosen, .. } => flip(chosen, self.at),
            Given::Order(_) => self.taken = !self.taken,
            _ => {}
        }
        self.show(Hit::Item(self.at), ctx)
    }

    /// What the number keys do: choose, tick, put a step in its place, match.
    fn choose(&mut self, number: usize, ctx: &Context) -> Outcome {
        let rights = self.sheet.as_ref().map_or(0, |sheet| sheet.rights.len());
        let count = self.count();
        match &mut self.given {
            Given::Match(chosen) if number < rights => {
                if let Some(chosen) = chosen.get_mut(self.at) {
                    *chosen = Some(number);
                }
                self.last = None;
                self.step(self.at + 1, ctx)
            }
            _ if number >= count => Outcome::handled(),
            Given::One(choice) => {
                *choice = Some(number);
                self.at = number;
                self.answered(ctx)
            }
            Given::Several(_) | Given::Recall { .. } => {
                self.at = number;
                self.toggle(ctx)
            }
            Given::Order(order) => {
                let step = order.remove(self.at);
                order.insert(number, step);
                self.at = number;
                self.last = None;
                self.show(Hit::Item(number), ctx)
            }
            _ => Outcome::handled(),
        }
    }

    /// The match after or before the one that is chosen.
    fn turn_right(&mut self, next: bool, ctx: &Context) -> Outcome {
        let rights = self.sheet.as_ref().map_or(0, |sheet| sheet.rights.len());
        let Given::Match(chosen) = &mut self.given else {
            return Outcome::handled();
        };
        let Some(chosen) = chosen.get_mut(self.at).filter(|_| rights > 0) else {
            return Outcome::handled();
        };
        let turned = match (*chosen, next) {
            (None, true) => 0,
            (None, false) => rights - 1,
            (Some(at), true) => (at + 1) % rights,
            (Some(at), false) => (at + rights - 1) % rights,
        };
        *chosen = Some(turned);
        self.last = None;
        self.show_item(ctx);
        self.show(Hit::Right(turned), ctx)
    }

    /// The answer stands; how sure is the learner?
    fn answered(&mut self, ctx: &Context) -> Outcome {
        self.taken = false;
        if let Given::Recall { text, .. } = &mut self.given {
            self.editor.text().clone_into(text);
        }
        if !self.given.is_whole() {
            return Outcome::handled().advice("Still open: match each of them.");
        }
        // None may be right, but to have meant the item that the keys are at is more likely.
        if matches!(&self.given, Given::Several(chosen) if chosen.is_empty()) && !self.warned {
            self.warned = true;
            return Outcome::handled()
                .advice("Nothing is ticked. Enter again says that none is right.");
        }
        self.sure = None;
        self.last = None;
        let outcome = self.turn(Phase::Sure, ctx);
        match self.how() {
            Some(How::Recall | How::Condition) => outcome,
            _ => self.show(Hit::Item(self.at), ctx),
        }
    }

    /// A key while the points of a model answer are ticked off.
    pub(super) fn ticks_off(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        match action {
            Action::Choose(number) if self.count() == 0 => self.overrule(number.into(), ctx),
            Action::Choose(number) => self.choose(number.into(), ctx),
            Action::Toggle => self.toggle(ctx),
            Action::Down if self.count() == 0 => self.scroll(self.top + 1, ctx),
            Action::Up if self.count() == 0 => self.scroll(self.top.saturating_sub(1), ctx),
            Action::Down => self.step(self.at + 1, ctx),
            Action::Up => self.step(self.at.saturating_sub(1), ctx),
            Action::Next | Action::Previous => {
                let now = GRADES.iter().position(|grade| Some(*grade) == self.grade());
                let to = match (now, action == Action::Next) {
                    (None, _) => 0,
                    (Some(at), true) => (at + 1).min(GRADES.len() - 1),
                    (Some(at), false) => at.saturating_sub(1),
                };
                self.say_grade(to);
                Outcome::handled()
            }
            Action::Enter if self.grade().is_none() => {
                Outcome::handled().advice("Say how well it went: 1, 2 or 3.")
            }
            Action::Enter => self.keep_grade(ctx),
            _ => Outcome::ignored(),
        }
    }

    /// How well it went, if that is settled.
    pub(super) fn grade(&self) -> Option<Grade> {
        let (sheet, Given::Recall { ticks, grade, .. }) = (self.sheet.as_ref()?, &self.given)
        else {
            return None;
        };
        let by_points = (!sheet.items.is_empty()).then(|| sheet.ticked(ticks));
        grade.or(by_points)
    }

    fn say_grade(&mut self, number: usize) {
        if let Given::Recall { grade, .. } = &mut self.given {
            *grade = GRADES.get(number).copied();
        }
    }

    fn overrule(&mut self, number: usize, ctx: &mut Context) -> Outcome {
        if number >= GRADES.len() {
            return Outcome::handled();
        }
        self.say_grade(number);
        self.keep_grade(ctx)
    }

    /// Keeps what was ticked off, with how sure the learner was before.
    fn keep_grade(&mut self, ctx: &mut Context) -> Outcome {
        match self.sure.and_then(|number| SURE.get(number)) {
            Some(sure) => self.keep(*sure, ctx),
            None => self.turn(Phase::Sure, ctx),
        }
    }

    /// A key while the learner writes.
    pub(super) fn writing(&mut self, key: Key, ctx: &mut Context) -> Outcome {
        let edit = match self.action(key) {
            Some(Action::Back) => return self.turn(Phase::Asked, ctx),
            Some(Action::Reveal) => return self.answered(ctx),
            Some(Action::Enter) => return self.condition(ctx),
            Some(Action::Undo) => self.editor.undo(),
            Some(Action::Redo) => self.editor.redo(),
            _ => self.editor.key(key),
        };
        self.edited(edit, ctx)
    }

    /// The condition is written: it must be one.
    fn condition(&mut self, ctx: &Context) -> Outcome {
        let text = self.editor.text().trim().to_owned();
        self.given = Given::Condition(text);
        let judged = self.sheet.as_ref().map(|sheet| sheet.mark(&self.given));
        match judged {
            Some(Err(error)) => self.no_condition(&error.to_string(), ctx),
            _ => self.answered(ctx),
        }
    }

    pub(super) fn no_condition(&mut self, why: &str, ctx: &Context) -> Outcome {
        self.fault = Some(format!("{why}."));
        self.turn(Phase::Writing, ctx)
    }

    /// Pasted text goes where text is written.
    pub(super) fn pasted(&mut self, text: &str, ctx: &Context) -> Outcome {
        if !self.is_written() || !matches!(self.phase, Phase::Asked | Phase::Writing) {
            return Outcome::ignored();
        }
        self.phase = Phase::Writing;
        let edit = match self.how() {
            // A condition is a line.
            Some(How::Condition) => self.editor.insert(&text.replace('\n', " ")),
            _ => self.editor.insert(text),
        };
        self.edited(edit, ctx)
    }

    fn edited(&mut self, edit: Edit, ctx: &Context) -> Outcome {
        if edit == Edit::Nothing {
            return Outcome::ignored();
        }
        if edit != Edit::Moved {
            self.fault = None;
            self.last = None;
        }
        self.fit(ctx);
        match edit {
            Edit::Nothing | Edit::Moved => Outcome::handled(),
            Edit::Changed => Outcome::handled().save(Save::Soon),
            Edit::Full => Outcome::handled().save(Save::Soon).notice(format!(
                "The answer is full: {} MB is the most. The rest was left out.",
                LONGEST / 1_000_000
            )),
        }
    }

    pub(super) fn mouse(&mut self, mouse: &Mouse, ctx: &mut Context) -> Outcome {
        let wheel = |this: &mut Self, by: fn(&mut Editor, usize) -> Edit, ctx: &Context| {
            let edit = by(&mut this.editor, 3);
            this.edited(edit, ctx)
        };
        match (mouse.kind, self.phase) {
            (MouseKind::WheelDown, Phase::Writing) => wheel(self, Editor::down, ctx),
            (MouseKind::WheelUp, Phase::Writing) => wheel(self, Editor::up, ctx),
            (MouseKind::WheelDown, _) => self.scroll(self.top + 3, ctx),
            (MouseKind::WheelUp, _) => self.scroll(self.top.saturating_sub(3), ctx),
            (MouseKind::Press, _) => self.press(Position::new(mouse.column, mouse.row), ctx),
            _ => Outcome::ignored(),
        }
    }

    fn press(&mut self, at: Position, ctx: &mut Context) -> Outcome {
        let places = Places::of(ctx.body, self, ctx);
        if let Some(number) = places.foot.iter().position(|place| place.contains(at)) {
            return match self.phase {
                Phase::Sure => self.is_sure(number, ctx),
                _ => self.overrule(number, ctx),
            };
        }
        if places.editor.contains(at) && matches!(self.phase, Phase::Asked | Phase::Writing) {
            self.turn(Phase::Writing, ctx);
            let editor = places.editor;
            let edit = self.editor.point(at.x - editor.x, at.y - editor.y);
            return self.edited(edit, ctx);
        }
        if !places.page.contains(at) {
            return Outcome::ignored();
        }
        let row = self.top + usize::from(at.y - places.page.y);
        let rows = self.rows(places.page.width.into(), ctx);
        match (rows.get(row).and_then(|row| row.hit), self.phase) {
            (Some(Hit::Item(number)), Phase::Menu) => {
                self.menu.choose(number, ctx);
                self.acts(Action::Enter, ctx)
            }
            (Some(Hit::Item(number)), Phase::Asked | Phase::Points) => self.point_at(number, ctx),
            (Some(Hit::Right(number)), Phase::Asked) => self.choose(number, ctx),
            (Some(Hit::Run(number)), Phase::Explained(_)) => self.play(number),
            _ => Outcome::ignored(),
        }
    }

    /// A click on an item: a step that is taken up goes there.
    fn point_at(&mut self, number: usize, ctx: &Context) -> Outcome {
        match &self.given {
            Given::Match(_) => self.step(number, ctx),
            Given::Order(_) if self.taken => {
                self.step(number, ctx);
                self.taken = false;
                Outcome::handled()
            }
            Given::Order(_) => {
                self.at = number;
                self.toggle(ctx)
            }
            _ => self.choose(number, ctx),
        }
    }
}

fn flip(chosen: &mut BTreeSet<usize>, at: usize) {
    if !chosen.remove(&at) {
        chosen.insert(at);
    }
}
