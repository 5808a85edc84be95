//! Help: every key from the one table, and a legend of shapes.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span, Text},
    widgets::Paragraph,
};

use super::{Context, Go, Outcome, Screen};
use crate::{
    progress::Spot,
    text::{width, wrap},
    tui::{
        keymap::{self, Action, Binding, Scope},
        message::{Message, MouseKind},
        theme::{Glyph, Role, Theme},
    },
};

const MARGIN: u16 = 3;
/// Columns of the keys before what they do.
const KEYS: usize = 17;
/// Columns of the shapes.
const LEGEND_WIDTH: u16 = 46;
/// Columns of a shape before what it means.
const SHAPE: usize = 6;
/// Columns between the two.
const GAP: u16 = 3;
/// From this width on, keys and shapes stand side by side.
const BESIDE: u16 = 112;

/// The shapes, in the order in which the lesson meets them.
const LEGEND: &[(Role, &[Glyph], &str)] = &[
    (
        Role::ClientA,
        &[Glyph::Step],
        "a client takes a step, in its colour",
    ),
    (Role::Text, &[Glyph::Waits], "a client waits for the lock"),
    (
        Role::ClientA,
        &[Glyph::Lease; 3],
        "a holder's lease at the lock service",
    ),
    (
        Role::Belief,
        &[Glyph::Belief; 3],
        "what a client thinks it holds",
    ),
    (
        Role::Wrong,
        &[Glyph::Mistaken; 3],
        "the same, once it is wrong",
    ),
    (
        Role::Wrong,
        &[Glyph::Fault; 3],
        "cut off from others, or down",
    ),
    (
        Role::Pause,
        &[Glyph::Pause; 3],
        "a process that stands still",
    ),
    (Role::Good, &[Glyph::Good], "accepted, or done"),
    (
        Role::Refusal,
        &[Glyph::Refusal],
        "refused; only this and lost data are red",
    ),
    (
        Role::Refusal,
        &[Glyph::Lost],
        "data lost, or a promise broken",
    ),
    (Role::Accent, &[Glyph::Playhead], "the moment that is shown"),
    (
        Role::Accent,
        &[Glyph::Play],
        "what this says can be watched",
    ),
    (
        Role::Pitfall,
        &[Glyph::Pitfall],
        "a pitfall; in the lab, saved by a fence",
    ),
    (Role::Good, &[Glyph::KeyPoint], "a key point"),
    (
        Role::Accent,
        &[Glyph::Note],
        "your notes belong here, and how many",
    ),
];

/// The help page over a screen.
#[derive(Debug)]
pub struct Help {
    of: Scope,
    top: usize,
}

impl Help {
    /// The help page, with the keys of `of` first.
    pub fn new(of: Scope) -> Self {
        Self { of, top: 0 }
    }

    /// The page: one column, or two.
    fn columns(&self, ctx: &Context) -> Vec<Vec<Line<'static>>> {
        let beside = ctx.body.width >= BESIDE;
        let page = page(ctx.body).width;
        let room = if beside {
            page - LEGEND_WIDTH - GAP
        } else {
            page
        };
        let mut keys = keys(&rows_of(self.of), self.of, room.into(), &ctx.theme);
        keys.push(Line::default());
        let mut everywhere = rows_of(Scope::Everywhere);
        // Where a question is asked, digits open no screen and nothing completes the lesson; letters may begin the answer.
        if self.of.answers_by_number() {
            let leads = |action| matches!(action, Action::Door(_) | Action::Complete);
            everywhere
                .retain(|row| !leads(row.0.action) && !keymap::only_begins_words(self.of, row.0));
        }
        keys.extend(self::keys(
            &everywhere,
            Scope::Everywhere,
            room.into(),
            &ctx.theme,
        ));
        let shapes = if beside { LEGEND_WIDTH } else { page };
        let shapes = legend(shapes.into(), &ctx.theme);
        if beside {
            return vec![keys, shapes];
        }
        keys.push(Line::default());
        keys.extend(shapes);
        vec![keys]
    }

    fn scroll(&mut self, to: usize, ctx: &Context) -> Outcome {
        let lines = self.columns(ctx).iter().map(Vec::len).max().unwrap_or(0);
        self.top = to.min(lines.saturating_sub(rows(ctx.body)));
        Outcome::handled()
    }
}

fn page(body: Rect) -> Rect {
    let margin = u16::from(body.height >= 16);
    let columns = body.width.saturating_sub(2 * MARGIN).min(114);
    let x = body.x + (body.width - columns) / 2;
    Rect::new(
        x,
        body.y + margin,
        columns,
        body.height.saturating_sub(margin),
    )
    .intersection(body)
}

fn rows(body: Rect) -> usize {
    page(body).height.into()
}

/// A row of the page: a row of the table, and the last of those that it speaks for.
type Row = (&'static Binding, Option<&'static Binding>);

/// The rows of the table, with those that say nothing of their own in the row above them: the digits of the answers.
fn rows_of(scope: Scope) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for binding in keymap::rows(scope) {
        match rows.last_mut() {
            Some((_, last)) if binding.help.is_empty() => *last = Some(binding),
            _ => rows.push((binding, None)),
        }
    }
    rows
}

fn keys(rows: &[Row], scope: Scope, room: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled(scope.title(), theme.style(Role::Title))];
    for (binding, last) in rows {
        let names = binding
            .keys
            .split(' ')
            .map(|key| keymap::shown(key, theme.ascii()));
        let mut names = names.collect::<Vec<_>>().join(" ");
        if let Some(last) = last {
            names = format!("{names} to {}", keymap::shown(last.keys, theme.ascii()));
        }
        // Names that need more than their columns have a row of their own.
        if width(&names) >= KEYS {
            let names = std::mem::take(&mut names);
            lines.push(Line::styled(names, theme.style(Role::Key)));
        }
        for text in wrap(binding.help, room.saturating_sub(KEYS)) {
            let blank = KEYS - width(&names);
            lines.push(Line::from(vec![
                Span::styled(std::mem::take(&mut names), theme.style(Role::Key)),
                Span::raw(" ".repeat(blank)),
                Span::styled(text, theme.style(Role::Text)),
            ]));
        }
    }
    lines
}

fn legend(room: usize, theme: &Theme) -> Vec<Line<'static>> {
    let mut lines = vec![Line::styled("Shapes", theme.style(Role::Title))];
    for (role, glyphs, meaning) in LEGEND {
        let mut shape: String = glyphs.iter().map(|glyph| theme.glyph(*glyph)).collect();
        for text in wrap(meaning, room.saturating_sub(SHAPE)) {
            let blank = SHAPE.saturating_sub(width(&shape));
            lines.push(Line::from(vec![
                Span::styled(std::mem::take(&mut shape), theme.style(*role)),
                Span::raw(" ".repeat(blank)),
                Span::styled(text, theme.style(Role::Text)),
            ]));
        }
    }
    lines.push(Line::from(vec![
        Span::styled("33", theme.style(Role::Token)),
        Span::raw("    a fencing token"),
    ]));
    lines
}

impl Screen for Help {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let page = rows(ctx.body).max(2) - 1;
        let action = match message {
            Message::Key(key) => self.action(*key),
            Message::Mouse(mouse) if mouse.kind == MouseKind::WheelDown => Some(Action::Down),
            Message::Mouse(mouse) if mouse.kind == MouseKind::WheelUp => Some(Action::Up),
            Message::Resize { .. } => return self.scroll(self.top, ctx),
            _ => None,
        };
        match action {
            Some(Action::Back) => Outcome::handled().go(Go::Back),
            Some(Action::Up) => self.scroll(self.top.saturating_sub(1), ctx),
            Some(Action::Down) => self.scroll(self.top + 1, ctx),
            Some(Action::PageUp) => self.scroll(self.top.saturating_sub(page), ctx),
            Some(Action::PageDown) => self.scroll(self.top + page, ctx),
            Some(Action::Top) => self.scroll(0, ctx),
            Some(Action::Bottom) => self.scroll(usize::MAX, ctx),
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let page = page(area);
        let columns = self.columns(ctx);
        let left = if columns.len() > 1 {
            page.width.saturating_sub(LEGEND_WIDTH)
        } else {
            page.width
        };
        let mut x = page.x;
        for (column, room) in columns.into_iter().zip([left, page.width - left]) {
            let top = self.top.min(column.len());
            let place = Rect {
                x,
                width: room,
                ..page
            };
            frame.render_widget(Paragraph::new(Text::from(column[top..].to_vec())), place);
            x += room;
        }
    }

    fn scope(&self) -> Scope {
        Scope::Help
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        Spot::Home
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::{screen::door::Door, theme::Depth};

    fn page(of: Scope) -> Vec<String> {
        let theme = Theme::load("auto", Depth::Sixteen, true).unwrap();
        let lines = keys(&rows_of(of), of, 80, &theme);
        lines.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn the_digits_of_answers_share_a_row_and_no_row_counts_them_out() {
        let scopes: std::collections::HashSet<_> = keymap::all().map(|row| row.scope).collect();
        for scope in scopes {
            let lines = page(scope);
            let numbered = ["second", "third", "fourth", "fifth", "seventh", "ninth"];
            for line in &lines {
                let words: Vec<_> = line.split_whitespace().collect();
                assert!(!numbered.iter().any(|word| words.contains(word)), "{line}");
                assert!(
                    words.len() > 1 || *line == scope.title(),
                    "{scope:?}: {line}"
                );
            }
        }
        let digits = page(Scope::One)
            .into_iter()
            .filter(|line| line.starts_with("1 to 9"));
        assert_eq!(digits.count(), 1);
    }

    #[test]
    fn no_row_is_wider_than_its_place() {
        for ascii in [true, false] {
            let theme = Theme::load("auto", Depth::Sixteen, ascii).unwrap();
            let scopes: std::collections::HashSet<_> = keymap::all().map(|row| row.scope).collect();
            for room in [38, 63, 66, 74, 114] {
                let keys = scopes
                    .iter()
                    .flat_map(|of| keys(&rows_of(*of), *of, room, &theme));
                for line in keys.chain(legend(room, &theme)) {
                    assert!(line.width() <= room, "in {room}: {line}");
                }
            }
        }
    }

    #[test]
    fn every_door_is_called_by_its_name() {
        for row in keymap::rows(Scope::Everywhere) {
            if let Action::Door(number) = row.action {
                let door = Door::ALL.into_iter().find(|door| door.number() == number);
                assert_eq!(Some(row.help), door.map(Door::title));
            }
        }
    }
}
