//! What has happened in a game, what was asked for, and who knows what.

use ratatui::text::{Line, Span};

use super::{super::play::Play, page::Writer, places::BESIDE};
use crate::{
    fencing::adversary::{Hint, names},
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{knows, scene::Scene},
    },
};

/// A game where it stands.
pub(super) fn scene<'a>(play: &'a Play, theme: &'a Theme) -> Scene<'a> {
    let run = &play.run.run;
    Scene {
        noted: &[],
        timeline: run,
        at: play.run.now,
        moment: run.moments.len() - 1,
        theme,
    }
}

/// What happened last and who knows what, for the page beside the choices.
pub(super) fn happened(play: &Play, columns: u16, ctx: &Context) -> Vec<Line<'static>> {
    let mut writer = Writer::new(&ctx.theme, columns);
    told(play, &mut writer, ctx);
    writer.blank();
    known(play, &mut writer, &ctx.theme);
    writer.lines
}

pub(super) fn known(play: &Play, writer: &mut Writer<'_>, theme: &Theme) {
    let lines = knows::lines(&scene(play, theme), writer.columns);
    writer.lines.extend(lines);
}

/// The way so far, what happened last, and what was asked for.
pub(super) fn told(play: &Play, writer: &mut Writer<'_>, ctx: &Context) {
    let theme = &ctx.theme;
    writer.lines.push(way(play, theme, writer.columns));
    let last = play.attempt.game.played().last();
    match last {
        Some((by, before)) => {
            let role = if play.broken() {
                Role::Refusal
            } else {
                Role::Title
            };
            writer.text(&by.told(&names(), before), role);
        }
        None => writer.text(
            "Nobody holds the lock yet. What happens first?",
            Role::Title,
        ),
    }
    if play.broken() && writer.columns < usize::from(BESIDE) && last.is_some() {
        won(play, writer, ctx);
        return;
    }
    let sign = theme.glyph(Glyph::KeyPoint);
    match &play.attempt.hint {
        // Below the last step it is said beside what can be chosen.
        _ if play.exhausted() => {}
        None if play.hopeless => nowhere(writer),
        None => {}
        Some(Hint::Idea) => writer.signed(sign, play.level().idea(), Role::Good, Role::Text),
        Some(Hint::Step(step)) => {
            let name = play
                .choices
                .get(*step)
                .map(|by| by.name(&names(), play.attempt.game.world()));
            let text = format!("It could go on so: {}.", name.unwrap_or_default());
            writer.signed(sign, &text, Role::Good, Role::Text);
        }
        Some(Hint::Nowhere) => nowhere(writer),
        Some(Hint::Solution(steps)) => {
            let text = "One way from here. It does not count as solved until you restart and find it yourself.";
            writer.signed(sign, text, Role::Good, Role::Text);
            for (number, step) in (1..).zip(steps) {
                writer.signed(&format!("{number:>4}"), step, Role::Dim, Role::Text);
            }
        }
    }
}

fn nowhere(writer: &mut Writer<'_>) {
    let sign = writer.theme.glyph(Glyph::Pitfall);
    let text = "From here nothing leads to it any more. Step back, and choose otherwise.";
    writer.signed(sign, text, Role::Pitfall, Role::Text);
}

/// Every step is taken, and nothing is broken: what to do instead.
pub(super) fn exhausted(writer: &mut Writer<'_>) {
    let sign = writer.theme.glyph(Glyph::Pitfall);
    let text = "Nothing is left to do, and nothing is broken. u takes a step back, r begins again.";
    writer.signed(sign, text, Role::Pitfall, Role::Title);
}

/// A sign a step: where branches part, another one; what lies ahead, in outline.
fn way(play: &Play, theme: &Theme, columns: usize) -> Line<'static> {
    let forks = play.attempt.game.forks();
    let ahead = play.attempt.game.ahead();
    let count = match forks.len() {
        0 => "0 steps".to_owned(),
        1 => " 1 step".to_owned(),
        steps => format!(" {steps} steps"),
    };
    let room = columns.saturating_sub(count.len() + 2);
    let skip = forks
        .len()
        .saturating_sub(room.saturating_sub(ahead.min(8)));
    let signs: String = forks
        .iter()
        .skip(skip)
        .map(|fork| {
            theme.glyph(if *fork > 1 {
                Glyph::KeyPoint
            } else {
                Glyph::Step
            })
        })
        .collect();
    let ahead = theme.glyph(Glyph::Waits).repeat(ahead.min(8));
    Line::from(vec![
        Span::styled(signs, theme.style(Role::Accent)),
        Span::styled(ahead, theme.style(Role::Dim)),
        Span::styled(count, theme.style(Role::Dim)),
    ])
}

/// It is broken: what that means, whether it counts, and the way on.
pub(super) fn won(play: &Play, writer: &mut Writer<'_>, ctx: &Context) {
    let theme = writer.theme;
    let what = play.attempt.told_broken();
    writer.signed(
        theme.glyph(Glyph::Lost),
        &what,
        Role::Refusal,
        Role::Refusal,
    );
    let kept = ctx.record.is_solved(&ctx.lesson.id, play.level().id());
    let (sign, role, text) = if play.attempt.counts() || kept {
        (Glyph::Good, Role::Good, "Solved.")
    } else {
        let text = "Shown, not solved: r begins again, without hints at every step.";
        (Glyph::Bullet, Role::Dim, text)
    };
    writer.signed(theme.glyph(sign), text, role, Role::Text);
    let enter = theme.glyph(Glyph::Enter);
    writer.text(&format!("{enter} the next level"), Role::Dim);
}
