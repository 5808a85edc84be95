//! The guide, set into lines.

use std::ops::Range;

use super::Context;
use crate::{
    course::{Advice, Fork, GUIDE_TITLE, Point, PointKind, Rich, Stop},
    tui::{
        theme::{Glyph, Role},
        widget::page::{self, Page, Place, Room, Setter},
    },
};

/// The guide as it is shown, and where in it things stand.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) page: Page,
    /// The lines of each answer that was given.
    pub(super) way: Vec<Range<usize>>,
    /// The lines of each answer that can be given; none once there is advice.
    pub(super) answers: Vec<Range<usize>>,
    /// The line at which the question or the advice begins.
    pub(super) begins: usize,
}

/// Sets the guide after `answers` for the present width.
pub(super) fn sheet(answers: &[usize], chosen: usize, ctx: &Context) -> Sheet {
    let columns = usize::from(page::column(ctx.body).width);
    let room = Room {
        prose: columns,
        wide: columns,
    };
    let mut setter = Setter::new(room, &ctx.theme);
    let mut sheet = Sheet::default();
    let (taken, stop) = ctx.lesson.guide.walk(answers);
    setter.text(GUIDE_TITLE, Role::Accent);
    setter.gap();
    let sign = format!("{} ", ctx.theme.glyph(Glyph::Within));
    for (_, turn) in &taken {
        let from = setter.line();
        setter.hanging(&sign, &turn.text, (Role::Dim, Role::Dim));
        sheet.way.push(from..setter.line());
    }
    if !taken.is_empty() {
        setter.gap();
    }
    sheet.begins = setter.line();
    match stop {
        Some(Stop::Question(fork)) => ask(fork, chosen, &mut setter, &mut sheet),
        Some(Stop::Advice(advice)) => advise(advice, &mut setter, ctx),
        None => {}
    }
    sheet.page = setter.page();
    sheet
}

fn ask(fork: &Fork, chosen: usize, setter: &mut Setter<'_>, sheet: &mut Sheet) {
    setter.text(&fork.text, Role::Title);
    if let Some(hint) = &fork.hint {
        setter.text(hint, Role::Dim);
    }
    setter.gap();
    for (number, turn) in fork.answers.iter().enumerate() {
        let from = setter.line();
        let role = if number == chosen {
            Role::Accent
        } else {
            Role::Text
        };
        setter.hanging(&format!("{} ", number + 1), &turn.text, (Role::Dim, role));
        sheet.answers.push(from..setter.line());
    }
}

fn advise(advice: &Advice, setter: &mut Setter<'_>, ctx: &Context) {
    setter.text(&advice.title, Role::Accent);
    let part = |heading: &str, text: &Rich, setter: &mut Setter<'_>| {
        setter.gap();
        setter.text(heading, Role::Title);
        setter.rich(text);
    };
    part("Lock", &advice.lock, setter);
    part("Check", &advice.check, setter);
    setter.gap();
    setter.text("Why", Role::Title);
    for reason in &advice.reasons {
        let point = Point {
            id: String::new(),
            text: reason.clone(),
            claims: Vec::new(),
        };
        setter.point(PointKind::Plain, &point);
    }
    part("The risk that remains", &advice.risk, setter);
    if advice.scenario.is_some() || advice.section.is_some() {
        setter.gap();
    }
    if let Some(scenario) = &advice.scenario {
        setter.plays([scenario.as_str()]);
        setter.text(&format!("Watch: {}", ctx.run_title(scenario)), Role::Text);
    }
    if let Some(section) = &advice.section {
        setter.leads_to(&Place {
            id: section,
            title: ctx.lesson.title_of(section).unwrap_or(section),
            read: ctx.record.is_read(&ctx.lesson.id, section),
        });
    }
}
