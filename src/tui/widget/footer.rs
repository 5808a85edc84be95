//! The last lines: what there is to say, and the keys that count now.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span, Text},
    widgets::Clear,
};

use crate::{
    text::{width, wrap},
    tui::{
        keymap::{self, Action, Scope},
        theme::{Glyph, Role, Theme},
        widget::fit,
    },
};

/// Rows that the footer takes: an empty one, and its own.
pub const HEIGHT: u16 = 2;
const MARGIN: u16 = 2;
const GAP: usize = 3;
/// Columns of a key and what it does, where there is room for one alone.
const WAY: usize = 8;

/// What the hints depend on beside the scope.
#[derive(Debug, Clone, Copy)]
pub struct State {
    /// Text has the focus.
    pub typing: bool,
    /// The lesson is marked complete, so that the key which marks it opens it again.
    pub complete: bool,
    /// The course has several lessons to choose among.
    pub several: bool,
}

/// What a sentence in the footer is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tone {
    /// Something was done.
    Done,
    /// Nothing was done, and what to do instead.
    Advice,
    /// Something went wrong.
    Failed,
}

/// Draws the footer at the foot of `area`.
pub fn draw(
    frame: &mut Frame<'_>,
    area: Rect,
    scope: Scope,
    said: Option<(&str, Tone)>,
    state: State,
    theme: &Theme,
) {
    let width = area.width.saturating_sub(2 * MARGIN);
    // The way to the keys, for where there is room for no more.
    let way = hints(scope, state, WAY, theme);
    let mut lines = match said {
        Some((text, tone)) => notice(text, tone, (width.into(), way.width()), theme),
        None => Vec::new(),
    };
    let failed = matches!(said, Some((_, Tone::Failed)));
    // What is said goes with the next key, so it may lie over a row of the screen. What went wrong stays, and must not: where
    // it needs both rows, the way to the keys stands behind it.
    match lines.get_mut(1) {
        Some(last) if failed => {
            let blank = usize::from(width) + GAP - last.width() - way.width();
            last.push_span(Span::raw(" ".repeat(blank)));
            last.extend(way);
        }
        _ => lines.push(hints(scope, state, width.into(), theme)),
    }
    let height = area
        .height
        .min(u16::try_from(lines.len()).unwrap_or(HEIGHT));
    let over = Rect {
        y: area.bottom() - height,
        height,
        ..area
    };
    frame.render_widget(Clear, over);
    let rows = Rect {
        x: area.x + MARGIN,
        y: area.bottom() - height,
        width,
        height,
    };
    frame.render_widget(Text::from(lines), rows);
}

/// What there is to say, on as many rows as there are above the hints; on those of the footer what went wrong, with so many
/// columns `kept` free at the end.
fn notice(
    text: &str,
    tone: Tone,
    (room, kept): (usize, usize),
    theme: &Theme,
) -> Vec<Line<'static>> {
    let (glyph, role) = match tone {
        Tone::Done => (Glyph::Good, Role::Good),
        Tone::Advice => (Glyph::Bullet, Role::Accent),
        Tone::Failed => (Glyph::Refusal, Role::Refusal),
    };
    let mark = Span::styled(theme.glyph(glyph), theme.style(role));
    let indent = width(&mark.content) + 1;
    let room = room.saturating_sub(indent).max(1);
    let mut rows: Vec<String> = wrap(text, room).into_iter().map(str::to_owned).collect();
    if tone == Tone::Failed && rows.len() > 1 {
        let rest = rows.split_off(1).join(" ");
        rows.push(fit(&rest, room.saturating_sub(kept), theme));
    }
    let line = |(index, row): (usize, String)| {
        let start = if index == 0 {
            mark.clone()
        } else {
            Span::raw(" ".repeat(indent - 1))
        };
        Line::from(vec![start, Span::raw(format!(" {row}"))])
    };
    rows.into_iter().enumerate().map(line).collect()
}

/// Whether the key that the footer would name means something else in `scope`.
fn taken(scope: Scope, row: &keymap::Binding) -> bool {
    let first = |keys: &'static str| keys.split(' ').next();
    keymap::rows(scope).any(|own| own.keys.split(' ').any(|key| Some(key) == first(row.keys)))
}

/// A key by its name; the first of the numbers stands for all of them.
fn name(scope: Scope, action: Action, key: &str, theme: &Theme) -> String {
    let numbers = keymap::rows(scope).filter(|row| matches!(row.action, Action::Choose(_)));
    match action {
        Action::Choose(0) => format!("{key}-{}", numbers.count()),
        _ => keymap::shown(key, theme.ascii()),
    }
}

/// Whether the key that the footer would name begins the words that `scope` awaits.
fn begins_words(scope: Scope, row: &keymap::Binding) -> bool {
    let first = row.keys.split(' ').next().and_then(keymap::parse);
    first.is_some_and(|key| keymap::begins_words(scope, key))
}

/// As many hints as fit; where not all do, the way to the full list stays.
fn hints(scope: Scope, state: State, room: usize, theme: &Theme) -> Line<'static> {
    let everywhere = keymap::rows(Scope::Everywhere)
        .filter(|row| scope != Scope::Home || row.hint != "back")
        .filter(|_| !state.typing && !matches!(scope, Scope::Help | Scope::Delete))
        .filter(|row| !taken(scope, row))
        .filter(|row| !begins_words(scope, row));
    let all: Vec<_> = keymap::rows(scope)
        .chain(everywhere)
        .filter(|row| !row.hint.is_empty())
        .filter(|row| state.several || row.action != Action::Lessons)
        .map(|row| {
            let key = row.keys.split(' ').next().unwrap_or_default();
            let hint = match row.action {
                Action::Complete if state.complete => "open again",
                _ => row.hint,
            };
            (name(scope, row.action, key, theme), hint)
        })
        .collect();
    let cost = |(key, hint): &(String, &str)| width(key) + 1 + width(hint) + GAP;
    let keys = all.iter().find(|(key, _)| key == "?");
    let mut left = room + GAP;
    let reserved = keys.map_or(0, cost);
    let mut spans = Vec::new();
    for entry in &all {
        let need = cost(entry);
        let is_keys = entry.0 == "?";
        let kept = if is_keys { 0 } else { reserved };
        if need + kept > left {
            continue;
        }
        left -= need;
        spans.push(Span::styled(entry.0.clone(), theme.style(Role::Key)));
        spans.push(Span::styled(
            format!(" {}", entry.1),
            theme.style(Role::Dim),
        ));
        spans.push(Span::raw(" ".repeat(GAP)));
    }
    Line::from(spans)
}

#[cfg(test)]
mod tests {
    use ratatui::{Terminal, backend::TestBackend};

    use super::*;
    use crate::tui::theme::Depth;

    #[test]
    fn every_hint_is_whole_in_every_scope_at_every_width() {
        let theme = Theme::load("auto", Depth::Sixteen, false).unwrap();
        let scopes: std::collections::HashSet<_> = keymap::all().map(|row| row.scope).collect();
        for scope in scopes {
            for room in (36..=120).step_by(3) {
                for bits in 0..8 {
                    let state = State {
                        typing: bits & 1 > 0,
                        complete: bits & 2 > 0,
                        several: bits & 4 > 0,
                    };
                    let line = hints(scope, state, room, &theme).to_string();
                    let shown = line.trim_end();
                    assert!(width(shown) <= room, "{scope:?} in {room}: {shown}");
                    assert!(
                        !shown.is_empty() || room < 40 || rows_say_nothing(scope),
                        "{scope:?}"
                    );
                    for hint in shown
                        .split(&" ".repeat(GAP))
                        .filter(|hint| !hint.is_empty())
                    {
                        let (key, said) = hint.split_once(' ').unwrap();
                        let known = keymap::all().any(|row| {
                            let first = row.keys.split(' ').next().unwrap_or_default();
                            name(row.scope, row.action, first, &theme) == key
                                && (row.hint == said || said == "open again")
                        });
                        assert!(known, "{scope:?} in {room}: `{hint}`");
                    }
                }
            }
        }
    }

    #[test]
    fn what_is_said_leaves_the_hints_in_sight() {
        let theme = Theme::load("auto", Depth::Sixteen, false).unwrap();
        let state = State {
            typing: false,
            complete: false,
            several: false,
        };
        let long = "What is said is longer than a row of a narrow terminal, and is told whole.";
        for (text, tone) in [
            ("Done.", Tone::Done),
            (long, Tone::Done),
            (long, Tone::Advice),
        ] {
            let area = Rect::new(0, 0, 44, 14);
            let mut terminal = Terminal::new(TestBackend::new(44, 14)).unwrap();
            let said = Some((text, tone));
            let drawn = terminal.draw(|frame| {
                frame.render_widget("x".repeat(44 * 14), area);
                draw(frame, area, Scope::Watch, said, state, &theme);
            });
            let cells = &drawn.unwrap().buffer.content;
            let rows: Vec<String> = cells
                .chunks(44)
                .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
                .collect();
            let hints = hints(Scope::Watch, state, 40, &theme).to_string();
            assert_eq!(rows[13].trim(), hints.trim());
            let shown = rows[10..13].join(" ");
            let shown: Vec<_> = shown.split_whitespace().collect();
            assert!(shown.join(" ").contains(text), "{shown:?}");
        }
    }

    #[test]
    fn what_went_wrong_leaves_a_way_to_the_keys_and_lies_over_no_row_of_the_screen() {
        let theme = Theme::load("auto", Depth::Sixteen, false).unwrap();
        let state = State {
            typing: false,
            complete: false,
            several: false,
        };
        for columns in 40..80 {
            for words in 0..30 {
                let area = Rect::new(0, 0, columns, 14);
                let mut terminal = Terminal::new(TestBackend::new(columns, 14)).unwrap();
                let text = format!("Not saved:{}", " lease".repeat(words));
                let said = Some((text.as_str(), Tone::Failed));
                let drawn = terminal.draw(|frame| {
                    frame.render_widget("x", Rect::new(0, 11, 1, 1));
                    draw(frame, area, Scope::Watch, said, state, &theme);
                });
                let cells = &drawn.unwrap().buffer.content;
                let rows: Vec<String> = cells
                    .chunks(columns.into())
                    .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
                    .collect();
                assert_eq!(rows[11].trim(), "x");
                assert!(rows[13].trim_end().ends_with("? keys"), "{rows:#?}");
                assert!(rows[12..].concat().contains("Not saved:"), "{rows:#?}");
            }
        }
    }

    fn rows_say_nothing(scope: Scope) -> bool {
        keymap::rows(scope).all(|row| row.hint.is_empty())
    }
}
