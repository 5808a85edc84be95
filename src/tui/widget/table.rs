//! A table as a table where it fits, and as cards where it does not.

use super::runs::{self, Lead, Run};
use crate::{
    course::Row,
    text::width,
    tui::theme::{Glyph, Role, Theme},
};

const GAP: usize = 3;
/// Narrower than this, a table of wrapped cells is harder to read than cards.
const NARROWEST: usize = 60;

/// The lines of a row, and those of all rows in order; the first entry is the heading of a table, absent for cards.
pub struct Table {
    /// The heading, if there is one.
    pub head: Vec<Vec<Run>>,
    /// One entry a row.
    pub rows: Vec<Vec<Vec<Run>>>,
}

/// Sets `rows` under `columns` into `room` columns; `deeper` gives the section that a row's name leads to.
pub fn set(
    columns: &[String],
    rows: &[Row],
    deeper: &dyn Fn(&Row) -> Option<String>,
    room: usize,
    theme: &Theme,
) -> Table {
    let rows: Vec<Vec<Run>> = rows
        .iter()
        .map(|row| cells(row, deeper(row), theme))
        .collect();
    match widths(columns, &rows, room) {
        Some(widths) => wide(columns, &rows, &widths, theme),
        None => Table {
            head: Vec::new(),
            rows: rows
                .iter()
                .map(|row| card(columns, row, room, theme))
                .collect(),
        },
    }
}

/// The cells of a row, the first being its name; an arrow tells that there is more behind it.
fn cells(row: &Row, deeper: Option<String>, theme: &Theme) -> Vec<Run> {
    let cell = |(column, text): (usize, &String)| match (column, &deeper) {
        (0, Some(id)) => Run {
            lead: Some(Lead::Section(id.clone())),
            ..Run::new(
                // A blank at which no line breaks, so that the arrow never stands alone.
                format!("{text}\u{a0}{}", theme.glyph(Glyph::Right)),
                theme.style(Role::Title).patch(theme.style(Role::Link)),
            )
        },
        (0, None) => Run::new(text.as_str(), theme.style(Role::Title)),
        _ => Run::new(text.as_str(), theme.style(Role::Text)),
    };
    row.cells.iter().enumerate().map(cell).collect()
}

/// How wide each column is to be; `None` if they do not fit side by side.
fn widths(columns: &[String], rows: &[Vec<Run>], room: usize) -> Option<Vec<usize>> {
    let room = room.checked_sub(GAP * columns.len().saturating_sub(1))?;
    let cells = |column: usize| {
        let cells = rows.iter().filter_map(move |row| row.get(column));
        let cells = cells.map(|run| run.text.as_str());
        columns
            .get(column)
            .map(String::as_str)
            .into_iter()
            .chain(cells)
    };
    let longest_word = |text: &str| text.split(' ').map(width).max().unwrap_or(0);
    let full: Vec<usize> = (0..columns.len())
        .map(|column| cells(column).map(width).max().unwrap_or(0))
        .collect();
    let mut set: Vec<usize> = (0..columns.len())
        .map(|column| cells(column).map(longest_word).max().unwrap_or(0))
        .collect();
    let mut left = room.checked_sub(set.iter().sum())?;
    if full.iter().sum::<usize>() > room && room < NARROWEST {
        return None;
    }
    // What is left goes, column by column, to the one that lacks most.
    while left > 0 {
        let lack = |column: &usize| full[*column] - set[*column];
        match (0..set.len())
            .max_by_key(lack)
            .filter(|column| lack(column) > 0)
        {
            Some(column) => set[column] += 1,
            None => break,
        }
        left -= 1;
    }
    Some(set)
}

fn wide(columns: &[String], rows: &[Vec<Run>], widths: &[usize], theme: &Theme) -> Table {
    let across = widths.iter().sum::<usize>() + GAP * widths.len().saturating_sub(1);
    let names: Vec<Run> = columns
        .iter()
        .map(|name| Run::new(name.as_str(), theme.style(Role::Dim)))
        .collect();
    let mut head = beside(&names, widths, theme);
    head.push(vec![Run::new(
        theme.glyph(Glyph::Rule).repeat(across),
        theme.style(Role::Dim),
    )]);
    let rows = rows.iter().map(|row| beside(row, widths, theme)).collect();
    Table { head, rows }
}

/// Cells side by side, each wrapped into its column.
fn beside(cells: &[Run], widths: &[usize], theme: &Theme) -> Vec<Vec<Run>> {
    let wrapped: Vec<Vec<Vec<Run>>> = cells
        .iter()
        .zip(widths)
        .map(|(cell, room)| runs::wrap(std::slice::from_ref(cell), *room, theme))
        .collect();
    let height = wrapped.iter().map(Vec::len).max().unwrap_or(0);
    (0..height)
        .map(|row| {
            let mut line = Vec::new();
            for (cell, room) in wrapped.iter().zip(widths) {
                let part = cell.get(row).cloned().unwrap_or_default();
                let used: usize = part.iter().map(|run| width(&run.text)).sum();
                line.extend(part);
                line.push(Run::new(
                    " ".repeat(room.saturating_sub(used) + GAP),
                    theme.style(Role::Text),
                ));
            }
            line.pop();
            line
        })
        .collect()
}

/// A row as a card: its first cell as a heading, the others with the names of their columns.
fn card(columns: &[String], row: &[Run], room: usize, theme: &Theme) -> Vec<Vec<Run>> {
    let mut cells = columns.iter().zip(row);
    let mut lines = match cells.next() {
        Some((_, name)) => runs::wrap(std::slice::from_ref(name), room, theme),
        None => Vec::new(),
    };
    for (column, cell) in cells {
        let label = Run::new(format!("{column}: "), theme.style(Role::Dim));
        let wrapped = runs::wrap(&[label, cell.clone()], room.saturating_sub(2), theme);
        lines.extend(wrapped.into_iter().map(|line| indent("  ", line, theme)));
    }
    lines
}

/// `line` behind `lead`.
pub fn indent(lead: &str, mut line: Vec<Run>, theme: &Theme) -> Vec<Run> {
    line.insert(0, Run::new(lead, theme.style(Role::Text)));
    line
}
