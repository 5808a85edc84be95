//! How the adversary looks: the levels, the task, what can happen next, what has happened.

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};

use super::{
    Arena,
    mend::{Mend, Verdict},
    names,
    play::{Hint, Play},
};
use crate::{
    fencing::{adversary::Level, property::Property, storage::Check, timeline::Timeline},
    text::{to_ascii, width, wrap},
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{self, knows, lanes, scene::Scene},
    },
};

/// From this width on what can happen and what has happened stand side by side.
const BESIDE: u16 = 68;
/// From this width on choices need less than half of it.
const ROOMY: u16 = 100;
const GUTTER: u16 = 3;
/// From this height on there are free lines between the parts.
const AIRY: u16 = 28;
/// The least rows of choices above the lanes.
const CHOICES: u16 = 4;
/// Rows of who knows what.
const KNOWN: u16 = 4;

/// Where the parts stand.
struct Places {
    levels: Rect,
    task: Rect,
    /// What can be chosen.
    left: Rect,
    /// What has happened, and who knows what; beside the choices, or empty where they are one page.
    right: Rect,
    lanes: Rect,
}

impl Places {
    /// `rows` are those that the page beside the choices needs, and those that it can use.
    fn of(area: Rect, task: u16, rows: (u16, u16), run: Option<&Timeline>) -> Self {
        let air = u16::from(area.height >= AIRY);
        let mut y = area.y;
        let mut take = |rows: u16, skip: u16| {
            let rect = Rect {
                y,
                height: rows,
                ..area
            }
            .intersection(area);
            y = (y + rows + skip).min(area.bottom());
            rect
        };
        let levels = take(1, air);
        let task = take(task, air);
        let room = area.bottom().saturating_sub(task.bottom() + air);
        let beside = area.width >= BESIDE;
        // What must be read comes first; lanes have what it leaves, if that is enough.
        let spare = run.and_then(|run| room.checked_sub(lanes::least(run) + air));
        let (rows, lanes) = match spare.filter(|spare| beside && *spare >= rows.0) {
            Some(spare) => {
                let rows = rows.1.clamp(rows.0, spare);
                let rest = room - rows - air;
                (rows, run.map_or(0, |run| lanes::fitting(run, rest)))
            }
            None => (room, 0),
        };
        let body = take(rows, air);
        let lanes = take(lanes, 0);
        let (left, right) = columns(area.width);
        Self {
            levels,
            task,
            left: Rect {
                width: left,
                ..body
            },
            right: Rect {
                x: body.right() - right,
                width: right,
                ..body
            },
            lanes,
        }
    }
}

/// The columns of the choices, and of the page beside them; 0 where there is one page.
fn columns(width: u16) -> (u16, u16) {
    let both = width.saturating_sub(GUTTER);
    match width {
        0..BESIDE => (width, 0),
        BESIDE..ROOMY => (both / 2, both - both / 2),
        ROOMY.. => (both * 2 / 5, both - both * 2 / 5),
    }
}

/// The lines of a page, and the one that is to be seen.
struct Page {
    lines: Vec<Line<'static>>,
    focus: usize,
}

impl Page {
    fn top(&self, height: usize, scroll: u16) -> usize {
        let last = self.lines.len().saturating_sub(height);
        let least = (self.focus + 1).saturating_sub(height);
        (least + usize::from(scroll)).min(last)
    }

    fn draw(self, frame: &mut Frame<'_>, area: Rect, scroll: u16, theme: &Theme) {
        let height = usize::from(area.height);
        let top = self.top(height, scroll);
        let more = self.lines.len() > top + height;
        for (line, row) in self.lines.into_iter().skip(top).zip(area.rows()) {
            frame.render_widget(line, row);
        }
        if more && area.height > 0 && area.width > 0 {
            let corner = (area.right() - 1, area.bottom() - 1);
            let sign = theme.glyph(Glyph::Down);
            frame
                .buffer_mut()
                .set_string(corner.0, corner.1, sign, theme.style(Role::Accent));
        }
    }
}

struct Writer<'a> {
    theme: &'a Theme,
    columns: usize,
    lines: Vec<Line<'static>>,
}

impl<'a> Writer<'a> {
    fn new(theme: &'a Theme, columns: u16) -> Self {
        Self {
            theme,
            columns: columns.into(),
            lines: Vec::new(),
        }
    }

    fn text(&mut self, text: &str, role: Role) {
        self.signed("", text, role, role);
    }

    /// A paragraph with a sign before its first line.
    fn signed(&mut self, sign: &str, text: &str, sign_role: Role, role: Role) {
        let text = if self.theme.ascii() {
            to_ascii(text)
        } else {
            text.to_owned()
        };
        let indent = match sign {
            "" => 0,
            sign => width(sign) + 1,
        };
        let lines = wrap(&text, self.columns.saturating_sub(indent).max(1));
        for (index, line) in lines.into_iter().enumerate() {
            let before = match index {
                0 if indent > 0 => format!("{sign} "),
                _ => " ".repeat(indent),
            };
            self.lines.push(Line::from(vec![
                Span::styled(before, self.theme.style(sign_role)),
                Span::styled(line.to_owned(), self.theme.style(role)),
            ]));
        }
    }

    fn blank(&mut self) {
        self.lines.push(Line::default());
    }
}

fn places(arena: &Arena, area: Rect, ctx: &Context) -> Places {
    let rows = |count: usize| u16::try_from(count).unwrap_or(u16::MAX);
    let task = rows(wrap(arena.level.task(), area.width.into()).len());
    let (_, right) = columns(area.width);
    match arena.play() {
        Some(play) => {
            let mut writer = Writer::new(&ctx.theme, right);
            told(play, &mut writer, ctx);
            let told = rows(writer.lines.len());
            let choices = rows(play.choices.len());
            let least = told.max(choices.min(CHOICES));
            let most = (told + 1 + KNOWN).max(choices);
            Places::of(area, task, (least, most), Some(&play.run))
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

pub(super) fn draw(arena: &Arena, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
    let theme = &ctx.theme;
    let places = places(arena, area, ctx);
    levels(arena, frame, places.levels, ctx);
    let mut task = Writer::new(theme, places.task.width);
    task.text(arena.level.task(), Role::Text);
    for (line, row) in task.lines.into_iter().zip(places.task.rows()) {
        frame.render_widget(line, row);
    }
    let (left, right, run) = match arena.play() {
        Some(play) => {
            let right = happened(play, places.right.width, ctx);
            (choices(play, &places, ctx).0, right, Some(&*play.run))
        }
        None => {
            let mend = &arena.mend;
            let run = mend.tried.as_ref().and_then(|tried| tried.run.as_deref());
            (
                checks(mend, &places, theme),
                verdict(mend, places.right.width, theme),
                run,
            )
        }
    };
    left.draw(frame, places.left, arena.scroll_left(&places), theme);
    if places.right.width > 0 {
        Page {
            lines: right,
            focus: 0,
        }
        .draw(frame, places.right, arena.scroll, theme);
    }
    if let Some(run) = run.filter(|_| places.lanes.height > 0) {
        lanes::draw(frame.buffer_mut(), places.lanes, &scene(run, theme));
    }
}

fn scene<'a>(run: &'a Timeline, theme: &'a Theme) -> Scene<'a> {
    Scene {
        timeline: run,
        at: run.end,
        moment: run.moments.len() - 1,
        theme,
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
    let names = names();
    for (index, choice) in play.choices.iter().enumerate() {
        let chosen = index == play.chosen;
        let hinted = play.hint == Some(Hint::Step(index));
        let name = choice.name(&names, play.game.world());
        let sign = if chosen {
            theme.glyph(Glyph::Chosen)
        } else {
            " "
        };
        let role = match (chosen, hinted, play.game.tried(*choice)) {
            (true, ..) => Role::Accent,
            (_, true, _) => Role::Title,
            (_, _, true) => Role::Dim,
            _ => Role::Text,
        };
        let name = if theme.ascii() { to_ascii(&name) } else { name };
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

/// What happened last and who knows what, for the page beside the choices.
fn happened(play: &Play, columns: u16, ctx: &Context) -> Vec<Line<'static>> {
    let mut writer = Writer::new(&ctx.theme, columns);
    told(play, &mut writer, ctx);
    writer.blank();
    known(play, &mut writer, &ctx.theme);
    writer.lines
}

fn known(play: &Play, writer: &mut Writer<'_>, theme: &Theme) {
    let lines = knows::lines(&scene(&play.run, theme), writer.columns);
    writer.lines.extend(lines);
}

/// The way so far, what happened last, and what was asked for.
fn told(play: &Play, writer: &mut Writer<'_>, ctx: &Context) {
    let theme = &ctx.theme;
    writer.lines.push(way(play, theme, writer.columns));
    let last = play.game.played().last();
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
    match &play.hint {
        None => {}
        Some(Hint::Idea) => writer.signed(sign, play.level.idea(), Role::Good, Role::Text),
        Some(Hint::Step(step)) => {
            let name = play
                .choices
                .get(*step)
                .map(|by| by.name(&names(), play.game.world()));
            let text = format!("It could go on so: {}.", name.unwrap_or_default());
            writer.signed(sign, &text, Role::Good, Role::Text);
        }
        Some(Hint::Nowhere) => {
            let text = "From here nothing leads to it any more. Step back, and choose otherwise.";
            writer.signed(theme.glyph(Glyph::Pitfall), text, Role::Pitfall, Role::Text);
        }
        Some(Hint::Solution(steps)) => {
            let text = "One way from here. It does not count as solved until you restart and find it yourself.";
            writer.signed(sign, text, Role::Good, Role::Text);
            for (number, step) in (1..).zip(steps) {
                writer.signed(&format!("{number:>4}"), step, Role::Dim, Role::Text);
            }
        }
    }
}

/// A sign a step: where branches part, another one; what lies ahead, in outline.
fn way(play: &Play, theme: &Theme, columns: usize) -> Line<'static> {
    let forks = play.game.forks();
    let ahead = play.game.ahead();
    let count = match forks.len() {
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
fn won(play: &Play, writer: &mut Writer<'_>, ctx: &Context) {
    let theme = writer.theme;
    let what = match play.level.property() {
        Property::ExclusiveGrants => "Broken: both hold the lock.",
        Property::OrderedWrites => "Broken: an old write went over a newer one.",
        _ => "Broken: an update is lost.",
    };
    writer.signed(
        theme.glyph(Glyph::Refusal),
        what,
        Role::Refusal,
        Role::Refusal,
    );
    let kept = ctx.record.is_solved(&ctx.lesson.id, play.level.id());
    let text = match (play.counts(), kept) {
        (true, _) | (_, true) => "Solved.",
        _ => "Shown, not solved: r begins again, without hints at every step.",
    };
    writer.signed(theme.glyph(Glyph::Good), text, Role::Good, Role::Text);
    let enter = theme.glyph(Glyph::Enter);
    writer.text(&format!("{enter} the next level"), Role::Dim);
}

/// The two things that can be chosen to mend it.
fn checks(mend: &Mend, places: &Places, theme: &Theme) -> Page {
    let mut writer = Writer::new(theme, places.left.width);
    let reads = match mend.fence_on_read {
        true => "raise the fence",
        false => "pass freely",
    };
    let condition = match mend.check {
        Check::None => "nothing",
        check => check.condition(),
    };
    for (index, (name, value)) in [("checks", condition), ("reads", reads)]
        .into_iter()
        .enumerate()
    {
        let chosen = mend.chosen == index;
        let role = if chosen { Role::Accent } else { Role::Title };
        let sign = if chosen {
            theme.glyph(Glyph::Chosen)
        } else {
            " "
        };
        writer.lines.push(Line::from(vec![
            Span::styled(
                format!("{sign} {name:<8}"),
                theme.style(if chosen { Role::Accent } else { Role::Text }),
            ),
            Span::styled(value, theme.style(role).bold()),
        ]));
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

/// What the explorer says, and the schedule that it found.
fn verdict(mend: &Mend, columns: u16, theme: &Theme) -> Vec<Line<'static>> {
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
    let (glyph, role, text) = match tried.verdict {
        Verdict::Mended => (
            Glyph::Good,
            Role::Good,
            format!("Mended: {} states walked, and in none is an update lost or a write out of order. Everybody gets on.", tried.states),
        ),
        Verdict::Stuck => (
            Glyph::Pitfall,
            Role::Pitfall,
            "Safe, but nobody can work: storage refuses the holder's own write, since its own read has raised the fence to its token.".to_owned(),
        ),
        Verdict::Lost(Property::OrderedWrites) => (
            Glyph::Refusal,
            Role::Refusal,
            "Broken: an old write goes over a newer one.".to_owned(),
        ),
        Verdict::Lost(_) => (
            Glyph::Refusal,
            Role::Refusal,
            "Broken: an update is lost.".to_owned(),
        ),
    };
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
    for moment in tried.run.iter().flat_map(|run| run.moments.iter().skip(1)) {
        let number = format!("{:>4}", moment.at / 1_000);
        writer.signed(&number, &moment.caption, Role::Dim, Role::Text);
    }
    writer.lines
}
