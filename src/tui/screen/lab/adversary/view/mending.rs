//! What can be chosen to mend the fence, and what the explorer makes of it.

use ratatui::text::{Line, Span};

use super::{
    super::super::dots::dots,
    super::mend::Mend,
    page::{Page, Writer},
    places::Places,
};
use crate::{
    fencing::{
        adversary::{Level, Verdict},
        storage::Check,
        timeline::Timeline,
    },
    text::width,
    tui::{
        theme::{Glyph, Role, Theme},
        widget::scene::Scene,
    },
};

/// Columns of the sign and the name of a choice.
const NAME: usize = 10;
/// The column of the first dot, where there is room: behind the longest condition.
const DOTS: usize = 36;

/// A run that breaks a check, at its end.
pub(super) fn scene<'a>(run: &'a Timeline, theme: &'a Theme) -> Scene<'a> {
    Scene {
        noted: &[],
        timeline: run,
        at: run.end,
        moment: run.moments.len() - 1,
        theme,
    }
}

/// The two things that can be chosen to mend it.
pub(super) fn checks(mend: &Mend, places: &Places, theme: &Theme) -> Page {
    let mut writer = Writer::new(theme, places.left.width);
    let reads = match mend.trial.fence_on_read {
        true => "raise the fence",
        false => "pass freely",
    };
    let condition = match mend.trial.check {
        Check::None => "nothing",
        check => check.condition(),
    };
    let check = (mend.trial.check as usize, Check::NAMES.len());
    let rows = [
        ("checks", condition, check),
        ("reads", reads, (mend.trial.fence_on_read.into(), 2)),
    ];
    for (index, choice) in rows.into_iter().enumerate() {
        let line = row(mend.chosen == index, choice, writer.columns, theme);
        writer.lines.push(line);
    }
    if mend.tried.is_none() {
        let enter = theme.glyph(Glyph::Enter);
        writer.signed(
            " ",
            &format!("{enter} lets the explorer try every schedule."),
            Role::Dim,
            Role::Dim,
        );
    }
    if places.right.width == 0 {
        let lines = verdict(mend, places.left.width, theme);
        writer.lines.extend(lines);
    }
    Page {
        lines: writer.lines,
        focus: mend.chosen,
    }
}

/// `▸ checks  fence <= token            ··●··`
fn row(
    chosen: bool,
    (name, value, (at, of)): (&str, &'static str, (usize, usize)),
    columns: usize,
    theme: &Theme,
) -> Line<'static> {
    let (sign, label, look) = match chosen {
        true => (theme.glyph(Glyph::Chosen), Role::Accent, Role::Accent),
        false => (" ", Role::Text, Role::Title),
    };
    let look = theme.style(look).bold();
    let mut spans = vec![
        Span::styled(format!("{sign} {name:<8}"), theme.style(label)),
        Span::styled(value, look),
    ];
    // The dots of both stand below one another, behind the longest condition or at the edge.
    let first = DOTS.min(columns.saturating_sub(Check::NAMES.len()));
    let used = NAME + width(value);
    if used < first {
        spans.push(Span::raw(" ".repeat(first - used)));
        spans.extend(dots(at, of, look, theme));
    }
    Line::from(spans)
}

/// What the explorer says, and the schedule that it found.
pub(super) fn verdict(mend: &Mend, columns: u16, theme: &Theme) -> Vec<Line<'static>> {
    let mut writer = Writer::new(theme, columns);
    if mend.hinted {
        writer.signed(
            theme.glyph(Glyph::KeyPoint),
            Level::Mend.idea(),
            Role::Good,
            Role::Text,
        );
    }
    let Some(tried) = &mend.tried else {
        return writer.lines;
    };
    let (glyph, role) = match tried.verdict {
        Verdict::Mended => (Glyph::Good, Role::Good),
        Verdict::Stuck => (Glyph::Pitfall, Role::Pitfall),
        Verdict::Lost(_) => (Glyph::Lost, Role::Refusal),
    };
    let mut text = tried.verdict.told().to_owned();
    if tried.verdict == Verdict::Mended {
        text = format!("{text} {} states were walked.", tried.states);
    }
    writer.signed(
        theme.glyph(glyph),
        &text,
        role,
        if role == Role::Refusal {
            role
        } else {
            Role::Title
        },
    );
    if tried.run.is_some() {
        let play = format!("{} p plays it, step by step:", theme.glyph(Glyph::Play));
        writer.text(&play, Role::Accent);
    }
    for moment in tried.run.iter().flat_map(|run| run.moments.iter().skip(1)) {
        let number = format!("{:>4}", moment.at / 1_000);
        writer.signed(&number, &moment.caption, Role::Dim, Role::Text);
    }
    writer.lines
}
