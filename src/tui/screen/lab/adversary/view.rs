//! How the adversary looks: the levels, the task, what can happen next, what has happened.

mod mending;
mod page;
mod places;
mod told;

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};

use self::{
    mending::{checks, verdict},
    page::{Page, Writer},
    places::{BESIDE, Places, columns},
    told::{exhausted, happened, known, told, won},
};
use super::{Arena, play::Play};
use crate::{
    fencing::adversary::{Hint, Level, names},
    text::wrap,
    tui::{
        screen::Context,
        theme::{Glyph, Role},
        widget::{self, lanes, scene::Scene},
    },
};

/// The least rows of choices above the lanes.
const CHOICES: u16 = 4;
/// Rows of who knows what.
const KNOWN: u16 = 4;

fn places(arena: &Arena, area: Rect, ctx: &Context) -> Places {
    let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let task = rows(wrap(arena.level.task(), area.width.into()).len());
    let (_, right) = columns(area.width);
    match arena.play() {
        Some(play) => {
            let mut writer = Writer::new(&ctx.theme, right);
            told(play, &mut writer, ctx);
            let told = rows(writer.lines.len());
            let choices = match play.choices.len() {
                0 => CHOICES,
                choices => rows(choices),
            };
            let least = told.max(choices.min(CHOICES));
            let most = (told + 1 + KNOWN).max(choices);
            Places::of(area, task, (least, most), Some(&play.run.run))
        }
        None => {
            let lines = rows(verdict(&arena.mend, right, &ctx.theme).len()).max(CHOICES);
            let run = arena.mend.tried.as_ref();
            let run = run.and_then(|tried| tried.run.as_deref());
            Places::of(area, task, (lines, lines), run)
        }
    }
}

/// The choice that stands at a place of the screen.
pub(super) fn choice_at(arena: &Arena, area: Rect, at: Position, ctx: &Context) -> Option<usize> {
    let play = arena.play().filter(|play| !play.broken())?;
    let places = places(arena, area, ctx);
    if !places.left.contains(at) {
        return None;
    }
    let (page, first) = choices(play, &places, ctx);
    let line = usize::from(at.y - places.left.y)
        + page.top(places.left.height.into(), arena.scroll_left(&places));
    line.checked_sub(first)
        .filter(|choice| *choice < play.choices.len())
}

impl Arena {
    /// Where there is one page, that is scrolled; where there are two, the other.
    fn scroll_left(&self, places: &Places) -> u16 {
        if places.right.width == 0 {
            self.scroll
        } else {
            0
        }
    }
}

/// The furthest that what is scrolled goes.
pub(super) fn last_scroll(arena: &Arena, area: Rect, ctx: &Context) -> u16 {
    let places = places(arena, area, ctx);
    let (left, right, _) = pages(arena, &places, ctx);
    match places.right.width {
        0 => left.last_scroll(places.left.height.into()),
        _ => right.last_scroll(places.right.height.into()),
    }
}

/// What can happen next or be chosen; what has happened, beside it where there is room; and the run.
fn pages<'a>(
    arena: &'a Arena,
    places: &Places,
    ctx: &'a Context,
) -> (Page, Page, Option<Scene<'a>>) {
    let theme = &ctx.theme;
    let (left, right, run) = match arena.play() {
        Some(play) => {
            let right = happened(play, places.right.width, ctx);
            let (left, _) = choices(play, places, ctx);
            (left, right, Some(told::scene(play, theme)))
        }
        None => {
            let mend = &arena.mend;
            let run = mend.tried.as_ref().and_then(|tried| tried.run.as_deref());
            let run = run.map(|run| mending::scene(run, theme));
            let right = verdict(mend, places.right.width, theme);
            (checks(mend, places, theme), right, run)
        }
    };
    let right = Page {
        lines: right,
        focus: 0,
    };
    (left, right, run)
}

pub(super) fn draw(arena: &Arena, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
    let theme = &ctx.theme;
    let places = places(arena, area, ctx);
    levels(arena, frame, places.levels, ctx);
    let mut task = Writer::new(theme, places.task.width);
    task.text(arena.level.task(), Role::Text);
    for (line, row) in task.lines.into_iter().zip(places.task.rows()) {
        frame.render_widget(line, row);
    }
    let (left, right, run) = pages(arena, &places, ctx);
    left.draw(frame, places.left, arena.scroll_left(&places), theme);
    if places.right.width > 0 {
        right.draw(frame, places.right, arena.scroll, theme);
    }
    if let Some(run) = run.filter(|_| places.lanes.height > 0) {
        lanes::draw(frame.buffer_mut(), places.lanes, &run);
    }
}

/// `✓ Break the lock   ▸ Break Redlock   Break the fence   Mend it`
fn levels(arena: &Arena, frame: &mut Frame<'_>, place: Rect, ctx: &Context) {
    let theme = &ctx.theme;
    let solved = |level: Level| ctx.record.is_solved(&ctx.lesson.id, level.id());
    let all = place.width >= BESIDE;
    let mut spans = Vec::new();
    for (index, level) in Level::ALL.into_iter().enumerate() {
        let open = level == arena.level;
        if !all && !open {
            continue;
        }
        let sign = match (solved(level), open) {
            (true, _) => theme.glyph(Glyph::Good),
            (false, true) => theme.glyph(Glyph::Chosen),
            (false, false) => theme.glyph(Glyph::Waits),
        };
        let role = if open { Role::Title } else { Role::Dim };
        let sign_role = if solved(level) { Role::Good } else { role };
        spans.push(Span::styled(format!("{sign} "), theme.style(sign_role)));
        spans.push(Span::styled(level.title(), theme.style(role)));
        if all {
            spans.push(Span::raw("   "));
        } else {
            let count = format!("   level {} of {}", index + 1, Level::ALL.len());
            spans.push(Span::styled(count, theme.style(Role::Dim)));
        }
    }
    frame.render_widget(Line::from(spans), place);
}

/// What can happen next, and the line of the first choice. Where there is one page only, the rest stands around it.
fn choices(play: &Play, places: &Places, ctx: &Context) -> (Page, usize) {
    let theme = &ctx.theme;
    let single = places.right.width == 0;
    let mut writer = Writer::new(theme, places.left.width);
    if single {
        told(play, &mut writer, ctx);
    }
    let first = writer.lines.len();
    if play.broken() {
        let focus = first.saturating_sub(1);
        if !single {
            won(play, &mut writer, ctx);
        }
        return (
            Page {
                lines: writer.lines,
                focus,
            },
            first,
        );
    }
    if play.exhausted() {
        exhausted(&mut writer);
    }
    let names = names();
    for (index, choice) in play.choices.iter().enumerate() {
        let chosen = index == play.chosen;
        let hinted = play.attempt.hint == Some(Hint::Step(index));
        let name = choice.name(&names, play.attempt.game.world());
        let sign = if chosen {
            theme.glyph(Glyph::Chosen)
        } else {
            " "
        };
        let role = match (chosen, hinted, play.attempt.game.tried(*choice)) {
            (true, ..) => Role::Accent,
            (_, true, _) => Role::Title,
            (_, _, true) => Role::Dim,
            _ => Role::Text,
        };
        let name = theme.plain(&name);
        let room = usize::from(places.left.width).saturating_sub(if hinted { 4 } else { 2 });
        let mut spans = vec![
            Span::styled(format!("{sign} "), theme.style(Role::Accent)),
            Span::styled(widget::fit(&name, room, theme), theme.style(role)),
        ];
        if hinted {
            spans.push(Span::styled(
                format!(" {}", theme.glyph(Glyph::Left)),
                theme.style(Role::Good),
            ));
        }
        writer.lines.push(Line::from(spans));
    }
    let focus = first + play.chosen;
    if single {
        writer.blank();
        known(play, &mut writer, theme);
    }
    (
        Page {
            lines: writer.lines,
            focus,
        },
        first,
    )
}
