//! The guide to a decision: one question at a time, and at its end a lock, a check, and the risk that remains.
//!
//! ```text
//!  Which lock?
//!
//!  › Data of ours is overwritten or corrupted       the way so far; a click changes that answer
//!
//!  Is everything in one database?                   the question, or the advice
//!  ▸ 1 Yes, in one PostgreSQL or a database like it
//!    2 No, some of it is elsewhere
//! ```

mod view;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::view::{Sheet, sheet};
use super::{Context, Go, Outcome, Save, Screen};
use crate::{
    course::{GUIDE, Stop},
    progress::Spot,
    tui::{
        keymap::{Action, Scope},
        message::{Message, MouseKind},
        theme::{Glyph, Role},
        widget::page::{self, Goal},
    },
};

/// The guide, so many answers in.
#[derive(Debug)]
pub struct Guide {
    /// The answers that were given, by their numbers from 0.
    answers: Vec<usize>,
    /// The answer that is chosen, or the mark of the advice.
    chosen: usize,
    top: usize,
    /// All of it, set for the present width.
    sheet: Sheet,
}

impl Guide {
    /// The guide with the answers that a place names, such as `guide/2/1`; answers that there are not are left out.
    pub fn at(place: &str, ctx: &Context) -> Self {
        let numbers = place.split('/').skip(1);
        let answers = numbers.map_while(|number| number.parse::<usize>().ok()?.checked_sub(1));
        let mut answers: Vec<usize> = answers.collect();
        let taken = ctx.lesson.guide.walk(&answers).0.len();
        answers.truncate(taken);
        let mut guide = Self {
            answers,
            chosen: 0,
            top: 0,
            sheet: Sheet::default(),
        };
        guide.set(ctx);
        guide
    }

    /// Sets all of it anew, with what is chosen in view.
    fn set(&mut self, ctx: &Context) {
        self.sheet = sheet(&self.answers, self.chosen, ctx);
        self.scroll(self.top, ctx);
        if let Some(lines) = self.sheet.answers.get(self.chosen) {
            let rows = usize::from(page::column(ctx.body).height);
            self.top = self
                .top
                .max(lines.end.saturating_sub(rows))
                .min(lines.start);
            // Nothing above the first answer is to choose, so all of the question is shown with it.
            if self.chosen == 0 && lines.end <= rows {
                self.top = 0;
            }
        }
    }

    fn scroll(&mut self, top: usize, ctx: &Context) -> Outcome {
        let rows = usize::from(page::column(ctx.body).height);
        self.top = top.min(self.sheet.page.lines.len().saturating_sub(rows));
        Outcome::handled()
    }

    fn advised(&self, ctx: &Context) -> bool {
        matches!(
            ctx.lesson.guide.walk(&self.answers).1,
            Some(Stop::Advice(_))
        )
    }

    /// Gives the answer of this number.
    fn answer(&mut self, number: usize, ctx: &Context) -> Outcome {
        if number >= self.sheet.answers.len() {
            return Outcome::handled();
        }
        self.answers.push(number);
        self.chosen = 0;
        self.top = 0;
        self.set(ctx);
        // What all the answers were for comes first where not everything fits.
        if self.advised(ctx) {
            let rows = usize::from(page::column(ctx.body).height);
            let fits = self.sheet.page.lines.len() <= rows;
            self.scroll(if fits { 0 } else { self.sheet.begins }, ctx);
        }
        Outcome::handled().save(Save::Soon)
    }

    /// Takes answers back, so that the one of this number is asked for again.
    fn take_back(&mut self, number: usize, ctx: &Context) -> Outcome {
        let Some(answer) = self.answers.get(number).copied() else {
            return Outcome::handled();
        };
        self.answers.truncate(number);
        self.chosen = answer;
        self.top = 0;
        self.set(ctx);
        Outcome::handled().save(Save::Soon)
    }

    fn choose(&mut self, chosen: usize, ctx: &Context) -> Outcome {
        self.chosen = chosen;
        self.set(ctx);
        Outcome::handled()
    }

    fn asked(&mut self, action: Option<Action>, ctx: &Context) -> Outcome {
        let last = self.sheet.answers.len().saturating_sub(1);
        match action {
            Some(Action::Up) => self.choose(self.chosen.saturating_sub(1), ctx),
            Some(Action::Down) => self.choose((self.chosen + 1).min(last), ctx),
            Some(Action::Top) => self.choose(0, ctx),
            Some(Action::Bottom) => self.choose(last, ctx),
            Some(Action::Enter) => self.answer(self.chosen, ctx),
            Some(Action::Choose(number)) => self.answer(number.into(), ctx),
            action => self.anywhere(action, ctx),
        }
    }

    fn advice(&mut self, action: Option<Action>, ctx: &Context) -> Outcome {
        let page = usize::from(page::column(ctx.body).height).max(3) - 2;
        let marks = self.sheet.page.marks.len().max(1);
        match action {
            Some(Action::Up) => self.scroll(self.top.saturating_sub(1), ctx),
            Some(Action::Down) => self.scroll(self.top + 1, ctx),
            Some(Action::PageUp) => self.scroll(self.top.saturating_sub(page), ctx),
            Some(Action::PageDown) => self.scroll(self.top + page, ctx),
            Some(Action::Top) => self.scroll(0, ctx),
            Some(Action::Bottom) => self.scroll(usize::MAX, ctx),
            Some(Action::NextMark) => self.mark((self.chosen + 1) % marks, ctx),
            Some(Action::PreviousMark) => self.mark((self.chosen + marks - 1) % marks, ctx),
            Some(Action::Play) => self.follow(),
            action => self.anywhere(action, ctx),
        }
    }

    fn anywhere(&mut self, action: Option<Action>, ctx: &Context) -> Outcome {
        match action {
            Some(Action::Previous) if self.answers.is_empty() => {
                Outcome::handled().advice("This is the first question.")
            }
            Some(Action::Previous) => self.take_back(self.answers.len() - 1, ctx),
            Some(Action::Restart) => self.take_back(0, ctx),
            _ => Outcome::ignored(),
        }
    }

    /// Chooses a mark of the advice, and brings it into view.
    fn mark(&mut self, mark: usize, ctx: &Context) -> Outcome {
        self.chosen = mark;
        let rows = usize::from(page::column(ctx.body).height);
        let line = self.sheet.page.marks.get(mark).map_or(0, |mark| mark.line);
        let top = self.top.max((line + 1).saturating_sub(rows)).min(line);
        self.scroll(top, ctx)
    }

    fn follow(&self) -> Outcome {
        let mark = self.sheet.page.marks.get(self.chosen);
        let spot = match mark.map(|mark| &mark.goal) {
            Some(Goal::Play(scenario)) => Spot::Watch {
                scenario: scenario.clone(),
                at_ms: 0,
                nth: None,
            },
            Some(Goal::Section(section)) => Spot::Read {
                section: section.clone(),
                permille: 0,
            },
            Some(Goal::Link(_)) | None => {
                return Outcome::handled().advice("Nothing here plays or opens.");
            }
        };
        Outcome::handled().go(Go::Spot(spot))
    }

    /// A click on an answer gives it, on an answer given before takes it back, and on a mark follows it.
    fn click(&mut self, at: Position, ctx: &Context) -> Outcome {
        let area = page::column(ctx.body);
        if !(area.top()..area.bottom()).contains(&at.y) || !ctx.body.contains(at) {
            return Outcome::ignored();
        }
        let line = self.top + usize::from(at.y - area.y);
        let on = |lines: &std::ops::Range<usize>| lines.contains(&line);
        if let Some(number) = self.sheet.way.iter().position(on) {
            return self.take_back(number, ctx);
        }
        if let Some(number) = self.sheet.answers.iter().position(on) {
            return self.answer(number, ctx);
        }
        let mut marks = self.sheet.page.marks.iter();
        match marks.position(|mark| mark.line == line) {
            Some(mark) => {
                self.chosen = mark;
                self.follow()
            }
            None => Outcome::ignored(),
        }
    }
}

impl Screen for Guide {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match message {
            Message::Resize { .. } => {
                self.set(ctx);
                Outcome::handled()
            }
            Message::Key(key) => {
                let action = self.action(*key);
                if self.advised(ctx) {
                    self.advice(action, ctx)
                } else {
                    self.asked(action, ctx)
                }
            }
            Message::Mouse(mouse) => match mouse.kind {
                MouseKind::WheelDown => self.scroll(self.top + 3, ctx),
                MouseKind::WheelUp => self.scroll(self.top.saturating_sub(3), ctx),
                MouseKind::Press => self.click(Position::new(mouse.column, mouse.row), ctx),
                _ => Outcome::ignored(),
            },
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let column = page::column(area);
        let across = column.width;
        let marked = self.sheet.answers.is_empty().then_some(self.chosen);
        let page = &self.sheet.page;
        page::draw(frame, (column, across), page, self.top, marked, &ctx.theme);
        let chosen = self.sheet.answers.get(self.chosen);
        let chosen = chosen.and_then(|lines| page::row_of(lines.start, self.top, column));
        if let Some(y) = chosen {
            let x = column.x.saturating_sub(2);
            let sign = ctx.theme.glyph(Glyph::Chosen);
            let style = ctx.theme.style(Role::Accent);
            frame.buffer_mut().set_string(x, y, sign, style);
        }
        page::draw_how_far(
            frame,
            (column, area),
            page.lines.len(),
            self.top,
            &ctx.theme,
        );
    }

    fn scope(&self) -> Scope {
        if self.sheet.answers.is_empty() {
            Scope::Advice
        } else {
            Scope::Guide
        }
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        let numbers = self.answers.iter().map(|number| format!("/{}", number + 1));
        Spot::Read {
            section: GUIDE.to_owned() + &numbers.collect::<String>(),
            permille: 0,
        }
    }
}
