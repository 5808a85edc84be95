//! What is asked, set into lines.

use ratatui::text::{Line, Span};

use super::{
    Phase, Practice,
    set::{Hit, Page, Row},
};
use crate::{
    course::{Condition, Rich},
    practice::{Given, How, Item, Sheet, grade_word},
    progress::Grade,
    text::{width, wrap},
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
    },
};

/// So many earlier answers are told.
const EARLIER: usize = 3;

/// The shape of a grade.
pub(super) fn glyph(grade: Grade) -> Glyph {
    match grade {
        Grade::Missed => Glyph::Missed,
        Grade::Partly => Glyph::Partly,
        Grade::Knew => Glyph::Knew,
    }
}

/// The look of a grade.
pub(super) fn role(grade: Grade) -> Role {
    match grade {
        Grade::Missed => Role::Pitfall,
        Grade::Partly => Role::Accent,
        Grade::Knew => Role::Good,
    }
}

impl Practice {
    /// The lines that scroll, in so many columns.
    pub(super) fn rows(&self, room: usize, ctx: &Context) -> Vec<Row> {
        match (self.phase, &self.sheet) {
            (Phase::Menu, _) => self.menu.rows(room, ctx),
            (Phase::Over, _) | (_, None) => self.summary(room, ctx),
            (Phase::Points, Some(sheet)) => self.points(sheet, room, ctx),
            (Phase::Explained(at), Some(sheet)) => self.explained(sheet, at, room, ctx),
            (_, Some(sheet)) => self.asked(sheet, room, ctx),
        }
    }

    fn asked(&self, sheet: &Sheet, room: usize, ctx: &Context) -> Vec<Row> {
        let mut page = Page::new(room, &ctx.theme);
        page.prompt(&sheet.prompt);
        page.rows.extend(earlier(sheet, room, ctx).map(Row::plain));
        self.code(sheet, &mut page);
        match &self.given {
            Given::Recall { .. } | Given::Condition(_) if self.phase == Phase::Sure => {
                if sheet.how == How::Recall {
                    page.rows.extend(self.own(room, &ctx.theme));
                }
            }
            Given::Recall { .. } | Given::Condition(_) => {}
            Given::Match(chosen) => {
                page.gap();
                self.pairs(sheet, chosen, &mut page, ctx);
            }
            given => {
                page.gap();
                self.items(sheet, given, &mut page);
            }
        }
        page.rows
    }

    /// The code of the question, with the learner's condition in its place once there is one.
    pub(super) fn code(&self, sheet: &Sheet, page: &mut Page<'_>) {
        let Some((language, code)) = &sheet.code else {
            return;
        };
        page.gap();
        let numbered = sheet.condition.is_none();
        let code = match &self.given {
            Given::Condition(text) if matches!(self.phase, Phase::Sure | Phase::Explained(_)) => {
                code.replace(Condition::BLANK, text)
            }
            _ => code.clone(),
        };
        page.code(&code, language, numbered);
    }

    fn items(&self, sheet: &Sheet, given: &Given, page: &mut Page<'_>) {
        let shown: Vec<usize> = match given {
            Given::Order(order) => order.clone(),
            _ => (0..sheet.items.len()).collect(),
        };
        for (place, item) in shown.into_iter().enumerate() {
            let Some(item) = sheet.items.get(item) else {
                continue;
            };
            let tick = match given {
                Given::Several(chosen) => Some(chosen.contains(&place)),
                _ => None,
            };
            self.item(place, item, tick, page);
        }
        if sheet.items.is_empty() {
            page.text(
                "",
                "This run asks nothing there. Pass over to the next question.",
                Role::Dim,
                None,
            );
        }
    }

    /// An item with its number; with a box where it can be ticked.
    pub(super) fn item(&self, at: usize, item: &Item, tick: Option<bool>, page: &mut Page<'_>) {
        let own = self.at == at;
        let mut lead = self.lead(at, page.theme);
        if let Some(ticked) = tick {
            let (text, role) = match ticked {
                true => ("[x] ", Role::Accent),
                false => ("[ ] ", Role::Dim),
            };
            lead.push((text.to_owned(), role));
        }
        lead.extend(of_line(item));
        let role = if own { Role::Accent } else { Role::Text };
        page.led(lead, &item.text, role, Some(Hit::Item(at)));
    }

    /// What stands before an item: `▸  1  `, or arrows where it is taken up.
    fn lead(&self, at: usize, theme: &Theme) -> Vec<(String, Role)> {
        let sign = match (self.at == at, self.taken) {
            (true, true) => format!("{}{} ", theme.glyph(Glyph::Up), theme.glyph(Glyph::Down)),
            (true, false) => format!("{}  ", theme.glyph(Glyph::Chosen)),
            (false, _) => " ".repeat(3),
        };
        vec![(sign, Role::Accent), (format!("{}  ", at + 1), Role::Key)]
    }

    /// The learner's own answer, read only; nothing where it was only thought.
    pub(super) fn own(&self, room: usize, theme: &Theme) -> Vec<Row> {
        let text = self.editor.text().trim();
        if text.is_empty() {
            return Vec::new();
        }
        let mut page = Page::new(room, theme);
        page.gap();
        page.text("", "Yours", Role::Dim, None);
        let bar = format!("{} ", theme.glyph(Glyph::Bar));
        for line in wrap(text, room.saturating_sub(2)) {
            page.led(
                vec![(bar.clone(), Role::Dim)],
                &Rich::of(line),
                Role::Text,
                None,
            );
        }
        page.rows
    }
}

/// The line of the code that an item is about.
pub(super) fn of_line(item: &Item) -> Option<(String, Role)> {
    let line = item.line?;
    Some((format!("line {line}  "), Role::Dim))
}

/// How it went before, the latest first: `◐ partly 28 November   ○ missed 27 November`.
fn earlier(sheet: &Sheet, room: usize, ctx: &Context) -> Option<Line<'static>> {
    let theme = &ctx.theme;
    let answers = ctx.record.answers_to(&sheet.question);
    let mut left = room;
    let mut spans = Vec::new();
    for answer in answers.into_iter().rev().take(EARLIER) {
        let day = ctx.zone.to_datetime(answer.at).strftime("%-d %B %Y");
        let sign = theme.glyph(glyph(answer.grade));
        let told = format!(" {} {day}   ", grade_word(answer.grade));
        let wide = width(sign) + width(told.trim_end());
        if wide > left {
            break;
        }
        left -= (wide + 3).min(left);
        spans.push(Span::styled(sign, theme.style(role(answer.grade))));
        spans.push(Span::styled(told, theme.style(Role::Dim)));
    }
    (!spans.is_empty()).then(|| Line::from(spans))
}
