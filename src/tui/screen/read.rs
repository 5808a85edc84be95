//! Read: the lesson, section by section.
//!
//! ```text
//!  lesson title                                     3 of 6     header
//!
//!  ✓ Overview        Fencing in practice                       outline in the margin, where there is one
//!  ▸ Fencing …       ▶ One lock, two clients, and …            text, with what plays marked beside it
//!                                                         ┃    how far
//!  /token                                           2 of 9     the search, while there is one
//! ```

mod find;
mod search;
mod view;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::find::Match;
use super::{Context, Go, Outcome, Save, Screen};
use crate::{
    progress::Spot,
    text::clean_line,
    tui::{
        keymap::{Action, Scope},
        message::{Effect, Key, Message, MouseKind},
        widget::page::{self, Goal, Page},
    },
};

/// Text is never wider than this.
const WIDEST: u16 = 76;
/// From this width on, the outline stands in the margin.
const WITH_OUTLINE: u16 = 116;
const OUTLINE: u16 = 26;
const MARGIN: u16 = 3;

/// The lesson at one of its sections.
#[derive(Debug)]
pub struct Read {
    section: usize,
    /// How far into the section, in thousandths: what survives another width.
    permille: u16,
    /// The first line that is shown.
    top: usize,
    /// The mark that Enter plays or opens.
    mark: Option<usize>,
    mode: Mode,
    /// Every section, set for the present width.
    pages: Vec<Page>,
}

#[derive(Debug)]
enum Mode {
    Reading,
    Outline {
        chosen: usize,
    },
    Search {
        query: String,
    },
    Found {
        query: String,
        matches: Vec<Match>,
        at: usize,
    },
}

/// Where things stand on the screen.
#[derive(Debug, Clone, Copy)]
struct Places {
    header: Rect,
    text: Rect,
    outline: Option<Rect>,
    search: Rect,
}

impl Places {
    fn of(body: Rect) -> Self {
        let outlined = body.width >= WITH_OUTLINE;
        let margin = if outlined { OUTLINE } else { MARGIN };
        let columns = body.width.saturating_sub(2 * margin).min(WIDEST);
        let x = body.x + (body.width - columns) / 2;
        let tall = body.height >= 18;
        let top = body.y + u16::from(tall);
        let first = top + 2;
        let rows = body.bottom().saturating_sub(first + u16::from(tall));
        let text = Rect::new(x, first, columns, rows).intersection(body);
        let left =
            Rect::new(body.x + 1, first, x.saturating_sub(body.x + 4), rows).intersection(body);
        Self {
            header: Rect::new(x, top, columns, 1).intersection(body),
            text,
            outline: outlined.then_some(left),
            search: Rect::new(x, body.bottom().saturating_sub(1), columns, 1).intersection(body),
        }
    }
}

/// How far a line that begins with the text may go, up to the margin at the right.
fn across(text: Rect, ctx: &Context) -> u16 {
    ctx.body.right().saturating_sub(text.x + MARGIN)
}

impl Read {
    /// The section of this id, so many thousandths down; the first section if there is none.
    pub fn at(section: &str, permille: u16, ctx: &Context) -> Self {
        let section = ctx
            .lesson
            .sections
            .iter()
            .position(|s| s.id == section)
            .unwrap_or(0);
        let mut read = Self {
            section,
            permille: permille.min(1000),
            top: 0,
            mark: None,
            mode: Mode::Reading,
            pages: Vec::new(),
        };
        read.set(ctx);
        read
    }

    /// Sets every section for the present width, and finds the place again.
    fn set(&mut self, ctx: &Context) {
        let text = Places::of(ctx.body).text;
        let (room, wide) = (text.width.into(), across(text, ctx).into());
        let sections = &ctx.lesson.sections;
        let next = |index: usize| {
            sections
                .get(index + 1)
                .map(|section| section.title.as_str())
        };
        self.pages = sections
            .iter()
            .enumerate()
            .map(|(index, section)| page::set(section, next(index), room, wide, &ctx.theme))
            .collect();
        self.top = (usize::from(self.permille) * self.lines())
            .div_ceil(1000)
            .min(self.last_top(ctx));
        if let Mode::Found { query, matches, .. } = &mut self.mode {
            *matches = find::find(query, &self.pages);
        }
    }

    fn lines(&self) -> usize {
        self.pages
            .get(self.section)
            .map_or(0, |page| page.lines.len())
    }

    fn rows(&self, ctx: &Context) -> usize {
        usize::from(Places::of(ctx.body).text.height).max(1)
    }

    fn last_top(&self, ctx: &Context) -> usize {
        self.lines().saturating_sub(self.rows(ctx))
    }

    /// Scrolls to a line; a section whose end comes into view has been read.
    fn scroll(&mut self, top: usize, ctx: &mut Context) -> Outcome {
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
        let Some(section) = ctx.lesson.sections.get(self.section) else {
            return outcome;
        };
        if ctx.record.mark_read(&ctx.lesson.id, &section.id) {
            outcome.save(Save::Now)
        } else {
            outcome
        }
    }

    fn open(&mut self, section: usize, ctx: &Context) -> Outcome {
        if section < ctx.lesson.sections.len() {
            self.section = section;
            self.top = 0;
            self.permille = 0;
            self.mark = None;
        }
        Outcome::handled().save(Save::Soon)
    }

    fn reading(&mut self, action: Option<Action>, ctx: &mut Context) -> Outcome {
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
            Some(Action::Previous) => self.open(self.section.saturating_sub(1), ctx),
            Some(Action::NextMark) => self.next_mark(ctx),
            Some(Action::Play) => self.follow(false),
            Some(Action::OpenLink) => self.follow(true),
            Some(Action::Outline) => {
                self.mode = Mode::Outline {
                    chosen: self.section,
                };
                Outcome::handled()
            }
            Some(Action::Search) => {
                self.mode = Mode::Search {
                    query: String::new(),
                };
                Outcome::handled()
            }
            _ => Outcome::ignored(),
        }
    }

    /// On to the next section; whoever goes on from the end of one has read it.
    fn next(&mut self, ctx: &mut Context) -> Outcome {
        let ended = self.top >= self.last_top(ctx);
        let marked = if ended {
            self.mark_read(ctx, Outcome::handled())
        } else {
            Outcome::handled()
        };
        if self.section + 1 < ctx.lesson.sections.len() {
            let opened = self.open(self.section + 1, ctx);
            return opened.save(marked.save);
        }
        if ended {
            marked.go(Go::Spot(Spot::Home))
        } else {
            self.scroll(usize::MAX, ctx)
        }
    }

    /// Chooses the next mark, from the first one in view on, and brings it into view.
    fn next_mark(&mut self, ctx: &mut Context) -> Outcome {
        let Some(page) = self
            .pages
            .get(self.section)
            .filter(|page| !page.marks.is_empty())
        else {
            return Outcome::handled().notice("Nothing here plays or opens.");
        };
        let in_view = page.marks.iter().position(|mark| mark.line >= self.top);
        let chosen = self
            .mark
            .map_or(in_view.unwrap_or(0), |mark| (mark + 1) % page.marks.len());
        let line = page.marks.get(chosen).map_or(0, |mark| mark.line);
        let outcome = self.show(line, ctx);
        self.mark = Some(chosen);
        outcome
    }

    /// Scrolls as little as brings `line` into view, and a little of what stands around it.
    fn show(&mut self, line: usize, ctx: &mut Context) -> Outcome {
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
        let marks = self
            .pages
            .get(self.section)
            .map_or(&[][..], |page| &page.marks);
        let wanted = |goal: &Goal| !link_only || matches!(goal, Goal::Link(_));
        let chosen = self
            .mark
            .and_then(|mark| marks.get(mark))
            .filter(|mark| wanted(&mark.goal));
        let first = || {
            marks
                .iter()
                .find(|mark| mark.line >= self.top && wanted(&mark.goal))
        };
        match chosen.or_else(first).map(|mark| &mark.goal) {
            Some(Goal::Play(scenario)) => {
                let spot = Spot::Watch {
                    scenario: scenario.clone(),
                    at_ms: 0,
                };
                Outcome::handled().go(Go::Spot(spot))
            }
            Some(Goal::Link(url)) => {
                let outcome = Outcome::handled().effect(Effect::Open(url.clone()));
                outcome.notice(format!("Opening {url}"))
            }
            None if link_only => Outcome::handled().notice("There is no link here."),
            None => Outcome::handled().notice("Nothing here plays or opens."),
        }
    }

    fn outline(&mut self, chosen: usize, action: Option<Action>, ctx: &Context) -> Outcome {
        let last = ctx.lesson.sections.len().saturating_sub(1);
        let chosen = match action {
            Some(Action::Up) => chosen.saturating_sub(1),
            Some(Action::Down) => (chosen + 1).min(last),
            Some(Action::Enter) => {
                self.mode = Mode::Reading;
                return self.open(chosen, ctx);
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

    fn key(&mut self, key: Key, ctx: &mut Context) -> Outcome {
        let action = self.action(key);
        match &self.mode {
            Mode::Reading => self.reading(action, ctx),
            Mode::Outline { chosen } => self.outline(*chosen, action, ctx),
            Mode::Search { .. } => self.search(key, ctx),
            Mode::Found { .. } => match action {
                Some(Action::NextMatch) => self.step_match(true, ctx),
                Some(Action::PreviousMatch) => self.step_match(false, ctx),
                Some(Action::Back) => {
                    self.mode = Mode::Reading;
                    Outcome::handled()
                }
                _ => self.reading(super::super::keymap::action(Scope::Read, key), ctx),
            },
        }
    }

    fn mouse(&mut self, kind: MouseKind, at: Position, ctx: &mut Context) -> Outcome {
        let places = Places::of(ctx.body);
        match kind {
            MouseKind::WheelDown => self.scroll(self.top + 3, ctx),
            MouseKind::WheelUp => self.scroll(self.top.saturating_sub(3), ctx),
            MouseKind::Press => {
                if let Some(area) = places.outline.filter(|area| area.contains(at)) {
                    return self.open(usize::from(at.y - area.y), ctx);
                }
                self.click(at, places.text, ctx)
            }
            _ => Outcome::ignored(),
        }
    }

    /// A click on a mark plays or opens it.
    fn click(&mut self, at: Position, text: Rect, ctx: &Context) -> Outcome {
        if !(text.top()..text.bottom()).contains(&at.y) || !ctx.body.contains(at) {
            return Outcome::ignored();
        }
        let line = self.top + usize::from(at.y - text.y);
        let marks = self
            .pages
            .get(self.section)
            .map_or(&[][..], |page| &page.marks);
        let hit = marks.iter().position(|mark| {
            let column = i32::from(at.x) - i32::from(text.x);
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

impl Screen for Read {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match message {
            Message::Resize { .. } => {
                self.set(ctx);
                Outcome::handled()
            }
            Message::Key(key) => self.key(*key, ctx),
            Message::Mouse(mouse) => {
                self.mouse(mouse.kind, Position::new(mouse.column, mouse.row), ctx)
            }
            Message::Paste(text) => {
                if let Mode::Search { query } = &mut self.mode {
                    query.push_str(&clean_line(text));
                }
                Outcome::handled()
            }
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let places = Places::of(area);
        self.draw_header(frame, places.header, ctx);
        if let Mode::Outline { chosen } = self.mode {
            self.draw_outline(frame, places.text, chosen, ctx);
            return;
        }
        if let Some(area) = places.outline {
            self.draw_outline(frame, area, self.section, ctx);
        }
        self.draw_text(frame, places.text, ctx);
        self.draw_search(frame, places.search, ctx);
    }

    fn scope(&self) -> Scope {
        match self.mode {
            Mode::Reading => Scope::Read,
            Mode::Outline { .. } => Scope::Outline,
            Mode::Search { .. } => Scope::Line,
            Mode::Found { .. } => Scope::Found,
        }
    }

    fn spot(&self, ctx: &Context) -> Spot {
        let section = ctx.lesson.sections.get(self.section);
        section.map_or(Spot::Home, |section| Spot::Read {
            section: section.id.clone(),
            permille: self.permille,
        })
    }

    fn typing(&self) -> bool {
        matches!(self.mode, Mode::Search { .. })
    }
}
