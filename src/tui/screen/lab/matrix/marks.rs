//! The four marks of a field, in words.

use ratatui::text::{Line, Span};

use crate::{
    fencing::{matrix::MARKS, property::Property, storage::Check},
    tui::theme::{Glyph, Role, Theme},
};

/// What one of the four marks is about.
pub(super) fn name(mark: usize) -> String {
    let (check, property) = MARKS[mark];
    let under = match (property, check) {
        (Property::OrderedWrites, Check::None) => " without a check",
        (_, Check::AtLeast) => " under fence <= token",
        (Property::Progress, _) => " while the fault lasts",
        _ => "",
    };
    format!("{}{under}", property.name())
}

/// The same, short.
pub(super) fn short_name(mark: usize) -> String {
    let (check, property) = MARKS[mark];
    let under = match (property, check) {
        (Property::OrderedWrites, Check::None) => ", no check",
        (_, Check::AtLeast) => ", fence <= token",
        _ => "",
    };
    format!("{}{under}", property.name())
}

/// What the marks of a field are about, from left to right; the chosen one stands out.
pub(super) fn legend(chosen: usize, theme: &Theme) -> Line<'static> {
    let separator = theme.plain(" · ");
    let dim = theme.style(Role::Dim);
    let mut spans = vec![Span::styled("each cell: ", dim)];
    for (mark, (check, property)) in MARKS.into_iter().enumerate() {
        if mark > 0 {
            spans.push(Span::styled(separator.clone(), dim));
        }
        let role = if mark == chosen {
            Role::Accent
        } else {
            Role::Dim
        };
        spans.push(Span::styled(word(check, property), theme.style(role)));
    }
    Line::from(spans)
}

/// What the shapes say, each at length, in short, and in the fewest words.
const SHAPES: [(Glyph, Role, [&str; 3]); 5] = [
    (
        Glyph::Good,
        Role::Good,
        ["no schedule breaks it", "holds", "holds"],
    ),
    (
        Glyph::Lost,
        Role::Refusal,
        ["a schedule breaks it", "breaks", "breaks"],
    ),
    (Glyph::Open, Role::Dim, ["no token"; 3]),
    (
        Glyph::Wait,
        Role::Dim,
        ["cannot strike", "cannot strike", "not here"],
    ),
    (
        Glyph::Ellipsis,
        Role::Dim,
        ["not walked yet", "not walked", "not yet"],
    ),
];

/// What the shapes say, in so many columns: at length, in short, in the fewest words, or the first of them in those.
pub(super) fn shapes(room: usize, theme: &Theme) -> Line<'static> {
    let set = |form: usize, count: usize| {
        let apart = if form == 2 { "  " } else { "   " };
        let spans = SHAPES.iter().take(count).enumerate();
        let spans = spans.flat_map(|(index, (glyph, role, said))| {
            let gap = if index == 0 { "" } else { apart };
            [
                Span::raw(gap),
                Span::styled(theme.glyph(*glyph), theme.style(*role)),
                Span::styled(format!(" {}", said[form]), theme.style(Role::Dim)),
            ]
        });
        Line::from(spans.collect::<Vec<_>>())
    };
    let whole = (0..3).map(|form| (form, SHAPES.len()));
    let forms = whole.chain((1..SHAPES.len()).rev().map(|count| (2, count)));
    let mut lines = forms.map(|(form, count)| set(form, count));
    lines.find(|line| line.width() <= room).unwrap_or_default()
}

/// What one mark is about, in as few words as say it.
fn word(check: Check, property: Property) -> &'static str {
    match (property, check) {
        (Property::ExclusiveGrants, _) => "one grant at a time",
        (Property::OrderedWrites, Check::None) => "order, unchecked",
        (Property::OrderedWrites, _) => "order, fenced",
        (Property::NoLostUpdate, _) => "no lost update",
        (Property::Progress, _) => "progress",
    }
}
