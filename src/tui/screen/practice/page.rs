//! What is read on the screen, set into lines.

use ratatui::text::{Line, Span};

use super::{Phase, Practice, view::Places};
use crate::{
    course::{Question, Rich},
    practice::{grade_name, grade_word},
    progress::Grade,
    text::{width, wrap},
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{
            self,
            runs::{self, Run},
        },
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
    /// The lines that scroll: the model answer, with the learner's own under it where it does not fit beside; at the end
    /// of a round, how each question went.
    pub(super) fn page(&self, ctx: &Context) -> Vec<Line<'static>> {
        let places = Places::of(ctx.body, self, ctx);
        self.lines(places.page.width.into(), places.own.is_some(), ctx)
    }

    /// The same in so many columns, with the learner's own answer elsewhere or among them.
    pub(super) fn lines(&self, room: usize, beside: bool, ctx: &Context) -> Vec<Line<'static>> {
        match (self.phase, self.question(ctx)) {
            (Phase::Revealed, Some(question)) => {
                let mut lines = model(question, room, ctx);
                if !beside {
                    let own = self.own(room, &ctx.theme);
                    lines.extend((!own.is_empty()).then(Line::default));
                    lines.extend(own);
                }
                lines
            }
            (Phase::Over, _) => self.summary(room, ctx),
            _ => Vec::new(),
        }
    }

    /// The learner's own answer, read only; nothing where it was only thought.
    pub(super) fn own(&self, room: usize, theme: &Theme) -> Vec<Line<'static>> {
        let text = self.editor.text().trim();
        if text.is_empty() {
            return Vec::new();
        }
        let bar = Span::styled(
            format!("{} ", theme.glyph(Glyph::Bar)),
            theme.style(Role::Dim),
        );
        let mut lines = vec![Line::styled("Yours", theme.style(Role::Dim))];
        for line in wrap(text, room.saturating_sub(2)) {
            let text = Span::styled(line.to_owned(), theme.style(Role::Text));
            lines.push(Line::from(vec![bar.clone(), text]));
        }
        lines
    }

    fn summary(&self, room: usize, ctx: &Context) -> Vec<Line<'static>> {
        let theme = &ctx.theme;
        let count = self.deck.grades().count();
        let hard = self.deck.hard().count();
        let said = match (count, hard) {
            (0, _) => "There are no questions yet.".to_owned(),
            (_, 0) => "You knew all of it.".to_owned(),
            (1, _) => "One question, and it was hard.".to_owned(),
            (count, hard) if count == hard => format!("{count} questions, and all were hard."),
            (count, 1) => format!("{count} questions, one was hard."),
            (count, hard) => format!("{count} questions, {hard} were hard."),
        };
        let mut lines: Vec<_> = wrap(&said, room)
            .into_iter()
            .map(|line| Line::styled(line.to_owned(), theme.style(Role::Title)))
            .collect();
        for (id, grade) in self.deck.grades() {
            let Some((question, grade)) = ctx.lesson.question(id).zip(grade) else {
                continue;
            };
            lines.push(Line::default());
            let sign = format!("{} ", theme.glyph(glyph(grade)));
            let style = theme.style(role(grade));
            let prompt = question.prompt.plain();
            let text = if grade == Grade::Knew {
                Role::Dim
            } else {
                Role::Text
            };
            for (index, line) in wrap(&prompt, room.saturating_sub(2))
                .into_iter()
                .enumerate()
            {
                let lead = if index == 0 { sign.as_str() } else { "  " };
                lines.push(Line::from(vec![
                    Span::styled(lead.to_owned(), style),
                    Span::styled(line.to_owned(), theme.style(text)),
                ]));
            }
            let told = Span::styled(format!("  {}", grade_name(grade)), theme.style(Role::Dim));
            lines.push(Line::from(told));
        }
        lines
    }
}

/// The question in bold.
pub(super) fn prompt(question: &Question, room: usize, theme: &Theme) -> Vec<Line<'static>> {
    prose(&question.prompt, Role::Title, room, theme)
}

/// How it went before, the latest first: `◐ partly 28 November   ○ missed 27 November`.
pub(super) fn earlier(question: &Question, room: usize, ctx: &Context) -> Option<Line<'static>> {
    let theme = &ctx.theme;
    let answers = ctx.record.answers_to(&question.id);
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

fn model(question: &Question, room: usize, ctx: &Context) -> Vec<Line<'static>> {
    let theme = &ctx.theme;
    let mut lines = vec![Line::styled("The answer", theme.style(Role::Accent))];
    lines.extend(prose(&question.answer, Role::Text, room, theme));
    if question.scenario.is_some() {
        lines.push(Line::default());
        lines.push(Line::from(vec![
            Span::styled(theme.glyph(Glyph::Play), theme.style(Role::Accent)),
            Span::styled(" p", theme.style(Role::Key)),
            Span::styled(
                widget::fit(" plays it", room.saturating_sub(3), theme),
                theme.style(Role::Dim),
            ),
        ]));
    }
    lines
}

fn prose(text: &Rich, base: Role, room: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for (index, paragraph) in text.paragraphs.iter().enumerate() {
        if index > 0 {
            lines.push(Line::default());
        }
        let runs: Vec<Run> = runs::prose(paragraph, theme.style(base), theme);
        let wrapped = runs::wrap(&runs, room, theme);
        lines.extend(wrapped.into_iter().map(runs::line));
    }
    lines
}
