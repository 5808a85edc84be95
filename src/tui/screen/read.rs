//! Read: the lesson, section by section, and what goes deeper.
//!
//! ```text
//!  lesson title › Lock options                      2 of 7     header: what it is part of, and which of how many
//!
//!  ✓ Overview        Redlock, step by step                     outline in the margin, where there is one
//!  ▸ Lock options    ▶ One lock, two clients, and …            text, with what plays marked beside it
//!                                                         ┃    how far
//!  ▶ The name of the run that Enter plays                      or the search, or what a term means
//! ```

mod define;
mod find;
mod moves;
mod outline;
mod search;
mod view;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::find::Match;
use super::{Context, Go, Outcome, Save, Screen, Target};
use crate::{
    course::{GLOSSARY, GLOSSARY_TITLE, GUIDE, GUIDE_TITLE, Section},
    progress::Spot,
    tui::{
        keymap::{self, Action, Scope},
        message::{Key, Message, MouseKind},
        theme::Glyph,
        widget::page::{self, Around, MARGIN, Page, Place, Room, TALL, WIDEST},
    },
};

/// From this width on, the outline stands in the margin.
const WITH_OUTLINE: u16 = 116;
const OUTLINE: u16 = 26;

/// The lesson at one of its sections.
#[derive(Debug)]
pub struct Read {
    /// Which section, by its number in the outline of the lesson.
    section: usize,
    /// How far into the section, in thousandths: what survives another width.
    permille: u16,
    /// The first line that is shown.
    top: usize,
    /// The mark that Enter plays or opens.
    mark: Option<usize>,
    mode: Mode,
    /// The section, set for the present width.
    page: Page,
}

#[derive(Debug)]
enum Mode {
    Reading,
    Outline {
        chosen: usize,
    },
    Found {
        query: String,
        matches: Vec<Match>,
        at: usize,
    },
    /// What a term means; the number is that of its word on the page.
    Define {
        word: usize,
    },
}

/// Where things stand on the screen.
#[derive(Debug, Clone, Copy)]
struct Places {
    header: Rect,
    text: Rect,
    outline: Option<Rect>,
    foot: Rect,
}

impl Places {
    fn of(body: Rect) -> Self {
        let outlined = body.width >= WITH_OUTLINE;
        let margin = if outlined { OUTLINE } else { MARGIN };
        let columns = body.width.saturating_sub(2 * margin).min(WIDEST);
        let x = body.x + (body.width - columns) / 2;
        let tall = body.height >= TALL;
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
            foot: Rect::new(x, body.bottom().saturating_sub(1), columns, 1).intersection(body),
        }
    }
}

/// How far a line that begins with the text may go, up to the margin at the right.
fn across(text: Rect, ctx: &Context) -> u16 {
    ctx.body.right().saturating_sub(text.x + MARGIN)
}

/// The lists under a section: what goes deeper, and, after the last of the lesson, what there is beside it.
fn lists<'a>(section: &'a Section, ctx: &'a Context) -> Vec<(&'static str, Vec<Place<'a>>)> {
    let lesson = &ctx.lesson;
    let place = |section: &'a Section| Place {
        id: &section.id,
        title: &section.title,
        read: ctx.record.is_read(&lesson.id, &section.id),
    };
    let also = |id, title| Place {
        id,
        title,
        read: false,
    };
    let guide = lesson.has_guide().then(|| also(GUIDE, GUIDE_TITLE));
    let mut deeper: Vec<_> = lesson.deeper_into(&section.id).map(place).collect();
    // The guide helps to choose among the rows of a table.
    let rows = section
        .blocks()
        .iter()
        .any(|block| !block.rows().is_empty());
    if rows && section.under.is_none() && !is_sheet(section, ctx) {
        deeper.extend(guide);
    }
    let last = lesson
        .sections
        .last()
        .is_some_and(|last| last.id == section.id);
    let terms = (!lesson.glossary.is_empty()).then(|| also(GLOSSARY, GLOSSARY_TITLE));
    let beside = lesson
        .cheatsheet
        .iter()
        .map(place)
        .chain(guide)
        .chain(terms);
    let beside = beside.filter(|_| last).collect();
    let lists = [("Go deeper", deeper), ("At hand", beside)];
    lists
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .collect()
}

/// What the last line of a section says; nothing where there is nothing to turn to.
fn end(section: &Section, ctx: &Context) -> Option<String> {
    let beside = ctx.lesson.beside(&section.id);
    let here = beside.iter().position(|one| one.id == section.id)?;
    if let Some(next) = beside.get(here + 1) {
        return Some(format!("{} {}", ctx.theme.glyph(Glyph::Right), next.title));
    }
    match &section.under {
        Some(under) => {
            let under = ctx.lesson.title_of(&under.section)?;
            Some(format!("That was the last part under {under}."))
        }
        None if is_sheet(section, ctx) => None,
        None => Some("That was the last part.".to_owned()),
    }
}

/// Whether it is the cheat sheet, which is no part of the lesson's row of sections.
fn is_sheet(section: &Section, ctx: &Context) -> bool {
    let sheet = ctx.lesson.cheatsheet.as_ref();
    sheet.is_some_and(|sheet| sheet.id == section.id)
}

/// A section, set for the present width.
fn set(section: &Section, ctx: &Context) -> Page {
    let text = Places::of(ctx.body).text;
    let room = Room {
        prose: text.width.into(),
        wide: across(text, ctx).into(),
    };
    let rows = section.blocks().iter().flat_map(|block| block.rows());
    let deeper = |id: &str| ctx.lesson.deeper_into_row(id);
    let around = Around {
        terms: &ctx.lesson.glossary,
        rows: rows
            .filter_map(|row| Some((row.id.as_str(), deeper(&row.id)?)))
            .collect(),
        lists: lists(section, ctx),
        end: end(section, ctx),
    };
    page::set(section, &around, room, &ctx.theme)
}

impl Read {
    /// The section of this id, so many thousandths down; the first section if there is none.
    pub fn at(section: &str, permille: u16, ctx: &Context) -> Self {
        let all = ctx.lesson.outline();
        let mut read = Self {
            section: all.iter().position(|one| one.id == section).unwrap_or(0),
            permille: permille.min(1000),
            top: 0,
            mark: None,
            mode: Mode::Reading,
            page: Page::default(),
        };
        read.set(ctx);
        read
    }

    /// The section that is open.
    fn here<'a>(&self, ctx: &'a Context) -> Option<&'a Section> {
        ctx.lesson.outline().get(self.section).copied()
    }

    /// Sets the section for the present width, and finds the place again.
    fn set(&mut self, ctx: &Context) {
        self.page = self
            .here(ctx)
            .map_or_else(Page::default, |section| set(section, ctx));
        self.top = (usize::from(self.permille) * self.lines())
            .div_ceil(1000)
            .min(self.last_top(ctx));
        if let Mode::Found { query, matches, .. } = &mut self.mode {
            *matches = find::find(query, &search::pages(ctx));
        }
    }

    fn lines(&self) -> usize {
        self.page.lines.len()
    }

    fn rows(&self, ctx: &Context) -> usize {
        usize::from(Places::of(ctx.body).text.height).max(1)
    }

    fn last_top(&self, ctx: &Context) -> usize {
        self.lines().saturating_sub(self.rows(ctx))
    }

    fn key(&mut self, key: Key, ctx: &mut Context) -> Outcome {
        let action = self.action(key);
        let reading = keymap::action(Scope::Read, key);
        match &self.mode {
            Mode::Reading => self.reading(action, ctx),
            Mode::Outline { chosen } => self.outline(*chosen, action, ctx),
            Mode::Found { .. } => match action {
                Some(Action::NextMatch) => self.step_match(true, ctx),
                Some(Action::PreviousMatch) => self.step_match(false, ctx),
                Some(Action::Back) => {
                    self.mode = Mode::Reading;
                    Outcome::handled()
                }
                _ => self.reading(reading, ctx),
            },
            Mode::Define { word } => match action {
                Some(action) => self.define(*word, action, ctx),
                None => {
                    self.mode = Mode::Reading;
                    self.reading(reading, ctx)
                }
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
                    return self.click_outline(area, at, ctx);
                }
                if places.header.contains(at) {
                    return self.parent(ctx);
                }
                self.click(at, places.text, ctx)
            }
            _ => Outcome::ignored(),
        }
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
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let places = Places::of(area);
        self.draw_header(frame, places.header, ctx);
        if let Mode::Outline { chosen } = self.mode {
            self.draw_outline(
                frame,
                places.text,
                chosen,
                &outline::entries(None, ctx),
                ctx,
            );
            return;
        }
        if let Some(area) = places.outline {
            let (entries, here) = self.margin(ctx);
            self.draw_outline(frame, area, here, &entries, ctx);
        }
        self.draw_text(frame, places.text, ctx);
        match self.mode {
            Mode::Define { word } => self.draw_definition(frame, places.text, word, ctx),
            Mode::Found { .. } => self.draw_found(frame, places.foot, ctx),
            _ => self.draw_goal(frame, places.foot, ctx),
        }
    }

    fn scope(&self) -> Scope {
        match self.mode {
            Mode::Reading => Scope::Read,
            Mode::Outline { .. } => Scope::Outline,
            Mode::Found { .. } => Scope::Found,
            Mode::Define { .. } => Scope::Define,
        }
    }

    fn spot(&self, ctx: &Context) -> Spot {
        self.here(ctx).map_or(Spot::Home, |section| Spot::Read {
            section: section.id.clone(),
            permille: self.permille,
        })
    }

    fn reveal(&mut self, found: &Target, ctx: &mut Context) {
        self.bring(found, ctx);
    }
}
