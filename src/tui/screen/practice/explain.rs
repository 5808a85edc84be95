//! What is told after an answer, set into lines: the model answer, every option with the reason, the end of a round.

use ratatui::text::Line;

use super::{
    Practice, page,
    set::{Hit, Page, Row},
};
use crate::{
    course::Rich,
    practice::{Given, How, Mark, Remark, Run, Sheet, generate, grade_name, verdict},
    progress::Grade,
    text::wrap,
    tui::{
        screen::Context,
        theme::{Glyph, Role},
        widget::runs,
    },
};

/// Columns before what is said on an item: the sign of the learner's own, right or wrong.
const INDENT: usize = 4;

impl Practice {
    /// The runs that the explanation leads to, each once: that of the question, then those of its items as they are explained.
    pub(super) fn runs(&self) -> Vec<Run> {
        let (Some(sheet), Some(mark)) = (&self.sheet, &self.mark) else {
            return Vec::new();
        };
        let items = mark.remarks.iter().map(|remark| &remark.item);
        let items = items.filter_map(|item| sheet.items.get(*item)?.run.as_ref());
        let mut runs: Vec<Run> = Vec::new();
        for run in sheet.run.iter().chain(items) {
            if !runs.contains(run) {
                runs.push(run.clone());
            }
        }
        runs
    }

    /// The first run that an item of the learner's own answer leads to, as a number among [`Self::runs`]; else that of the question.
    pub(super) fn own_run(&self) -> usize {
        let (Some(sheet), Some(mark)) = (&self.sheet, &self.mark) else {
            return 0;
        };
        let mut own = mark.remarks.iter();
        let own = own.find_map(|remark| {
            let run = sheet.items.get(remark.item)?.run.as_ref();
            run.filter(|_| is_chosen(sheet, remark))
        });
        let place = |own| self.runs().iter().position(|run| run == own);
        own.and_then(place).unwrap_or(0)
    }

    /// The model answer, and its points to be ticked off.
    pub(super) fn points(&self, sheet: &Sheet, room: usize, ctx: &Context) -> Vec<Row> {
        let mut page = Page::new(room, &ctx.theme);
        page.prompt(&sheet.prompt);
        page.gap();
        page.text("", "The answer", Role::Accent, None);
        page.rich(&sheet.answer, Role::Text);
        believed(sheet, &mut page);
        // What is to be compared stands together.
        page.rows.extend(self.own(room, &ctx.theme));
        if let (Given::Recall { ticks, .. }, false) = (&self.given, sheet.items.is_empty()) {
            page.gap();
            page.text("", "Which of these did yours have?", Role::Accent, None);
            for (at, item) in sheet.items.iter().enumerate() {
                self.item(at, item, Some(ticks.contains(&at)), &mut page);
            }
        }
        page.rows
    }

    /// How it went, the answer, and every item with what is right or wrong about it.
    pub(super) fn explained(
        &self,
        sheet: &Sheet,
        at: Option<usize>,
        room: usize,
        ctx: &Context,
    ) -> Vec<Row> {
        let mut page = Page::new(room, &ctx.theme);
        let Some(mark) = &self.mark else {
            return page.rows;
        };
        self.verdict(mark, &mut page);
        page.gap();
        page.rich(&sheet.prompt, Role::Dim);
        self.code(sheet, &mut page);
        page.gap();
        if let Some(told) = &mark.told {
            page.text("", told, Role::Text, None);
            page.gap();
        }
        page.rich(&sheet.answer, Role::Text);
        let runs = self.runs();
        let place = |shown: &Run| runs.iter().position(|run| run == shown);
        // A run that several items lead to stands under the first of them.
        let mut told = 0;
        let mut play = |shown: Option<&Run>, indent, page: &mut Page<'_>| {
            if let Some(number) = shown.and_then(place).filter(|number| *number == told) {
                plays(&runs[number], number, at, indent, page);
                told += 1;
            }
        };
        play(sheet.run.as_ref(), 0, &mut page);
        for (place, remark) in mark.remarks.iter().enumerate() {
            let Some(item) = sheet.items.get(remark.item) else {
                continue;
            };
            page.gap();
            remarked(sheet, remark, place, &mut page);
            play(item.run.as_ref(), INDENT, &mut page);
        }
        believed(sheet, &mut page);
        page.rows
    }

    fn verdict(&self, mark: &Mark, page: &mut Page<'_>) {
        let (glyph, role) = match mark.grade {
            Grade::Knew => (Glyph::Good, Role::Good),
            Grade::Partly => (Glyph::Partly, Role::Accent),
            Grade::Missed => (Glyph::Refusal, Role::Refusal),
        };
        let sure = self.last.as_ref().map(|last| last.sure);
        let sign = format!("{} ", page.theme.glyph(glyph));
        page.text(&sign, &verdict(mark.grade, sure), role, None);
    }

    /// How each question of the round went.
    pub(super) fn summary(&self, room: usize, ctx: &Context) -> Vec<Row> {
        let theme = &ctx.theme;
        let mut page = Page::new(room, theme);
        page.text("", &self.told(), Role::Title, None);
        for (id, grade) in self.deck.grades() {
            let Some((question, grade)) = generate::question(&ctx.lesson, id).zip(grade) else {
                continue;
            };
            page.gap();
            let sign = format!("{} ", theme.glyph(page::glyph(grade)));
            let text = if grade == Grade::Knew {
                Role::Dim
            } else {
                Role::Text
            };
            let lead = vec![(sign, page::role(grade))];
            page.led(lead, &question.prompt, text, None);
            page.text("  ", grade_name(grade), Role::Dim, None);
        }
        page.rows
    }

    /// How the round went, in a sentence; what was passed over was neither right nor wrong, and is told beside it.
    fn told(&self) -> String {
        let all = self.deck.grades().count();
        let grades: Vec<Grade> = self.deck.grades().filter_map(|(_, grade)| grade).collect();
        let count = grades.len();
        let hard = grades.iter().filter(|grade| **grade != Grade::Knew).count();
        let none = grades.iter().all(|grade| *grade == Grade::Missed);
        let said = match (count, hard) {
            (0, _) if all == 0 => return "There are no questions yet.".to_owned(),
            (0, _) => return "You passed over all of it.".to_owned(),
            (_, 0) if count == all => "You knew all of it.".to_owned(),
            (1, 0) => "One question, and you knew it.".to_owned(),
            (count, 0) => format!("{count} questions, and you knew them all."),
            (1, _) if none => "One question, and it was wrong.".to_owned(),
            (count, _) if none => format!("{count} questions, and none was right."),
            (1, _) => "One question, and it was hard.".to_owned(),
            (count, hard) if count == hard => format!("{count} questions, and all were hard."),
            (count, 1) => format!("{count} questions, one was hard."),
            (count, hard) => format!("{count} questions, {hard} were hard."),
        };
        match all - count {
            0 => said,
            passed => format!("{said} {passed} passed over."),
        }
    }

    /// Why what was written is no condition, and what it may speak of.
    pub(super) fn below(&self, room: usize, ctx: &Context) -> Vec<Line<'static>> {
        let Some(names) = self.sheet.as_ref().and_then(Sheet::names) else {
            return Vec::new();
        };
        let theme = &ctx.theme;
        let mut lines: Vec<Line<'static>> = Vec::new();
        if let Some(why) = &self.fault {
            let sign = format!("{} ", theme.glyph(Glyph::Refusal));
            for (index, line) in wrap(why, room.saturating_sub(2)).into_iter().enumerate() {
                let lead = if index == 0 { sign.as_str() } else { "  " };
                let style = theme.style(Role::Refusal);
                lines.push(Line::styled(format!("{lead}{line}"), style));
            }
        }
        let dim = theme.style(Role::Dim);
        let names = wrap(&names, room).into_iter();
        lines.extend(names.map(|line| Line::styled(line.to_owned(), dim)));
        lines
    }
}

/// Whether an item bears the sign of the learner's own.
fn is_chosen(sheet: &Sheet, remark: &Remark) -> bool {
    remark.own && !matches!(sheet.how, How::Order | How::Match)
}

/// An item, and under it in a few words whether it is right, and why.
fn remarked(sheet: &Sheet, remark: &Remark, place: usize, page: &mut Page<'_>) {
    let item = &sheet.items[remark.item];
    // Red is what the learner took for right, not all that could be.
    let (glyph, role) = match (remark.right, remark.own) {
        (true, _) => (Glyph::Good, Role::Good),
        (false, true) => (Glyph::Refusal, Role::Refusal),
        (false, false) => (Glyph::Refusal, Role::Dim),
    };
    let sign = match is_chosen(sheet, remark) {
        true => format!("{} ", page.theme.glyph(Glyph::Chosen)),
        false => "  ".to_owned(),
    };
    let mut lead = vec![
        (sign, Role::Accent),
        (format!("{} ", page.theme.glyph(glyph)), role),
    ];
    let mut text = item.text.clone();
    match sheet.how {
        How::Order => lead.push((format!("{}  ", place + 1), Role::Key)),
        How::Match => {
            let right = sheet.rights.get(item.place);
            let right = right.map_or("", |right| right.text.as_str());
            let arrow = page.theme.glyph(Glyph::Right);
            text = Rich::of(&format!("{} {arrow} {right}", text.plain()));
        }
        _ => lead.extend(page::of_line(item)),
    }
    page.led(lead, &text, Role::Title, None);
    let base = page.theme.style(Role::Text);
    let mut said = vec![runs::Run::new(remark.word.clone(), page.theme.style(role))];
    for paragraph in &item.why.paragraphs {
        said.push(runs::Run::new(" ", base));
        said.extend(runs::prose(paragraph, base, page.theme));
    }
    page.runs(vec![(" ".repeat(INDENT), Role::Text)], &said, None);
}

/// What is often believed instead, and what is so.
fn believed(sheet: &Sheet, page: &mut Page<'_>) {
    for belief in &sheet.beliefs {
        page.gap();
        page.text("", &belief.said, Role::Pitfall, None);
        page.rich(&belief.truth, Role::Text);
    }
}

/// A run that can be played, by its title; with the sign of the one that the keys are at.
fn plays(run: &Run, number: usize, at: Option<usize>, indent: usize, page: &mut Page<'_>) {
    let own = at == Some(number);
    let role = if own { Role::Selected } else { Role::Link };
    let blank = " ".repeat(indent);
    let lead = vec![
        (blank, Role::Text),
        (format!("{} ", page.theme.glyph(Glyph::Play)), Role::Accent),
    ];
    page.led(lead, &Rich::of(&run.title), role, Some(Hit::Run(number)));
}
