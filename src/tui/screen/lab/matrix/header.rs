//! The columns of the matrix: how wide each is, which are seen, and what stands over them.

use ratatui::layout::Rect;

use crate::{
    fencing::{lock::Kind, matrix::MARKS},
    text::{width, wrap},
    tui::screen::Context,
};

/// The column of the lesson's table that says how a lock fares under pauses and partitions.
const WORD: usize = 1;
/// Between two columns, at least and at most.
const GAPS: (u16, u16) = (1, 6);
/// Between two columns whose marks stand apart, at least.
const WIDE_GAP: u16 = 3;
/// Columns of the marks of a field with blanks between them.
const APART: u16 = 2 * MARKS.len() as u16 - 1;

/// A column that is seen.
#[derive(Debug, Clone)]
pub(super) struct Column {
    /// The number of its lock.
    pub(super) lock: usize,
    /// Where it begins.
    pub(super) x: u16,
    /// Columns that it takes, without the gap behind it.
    pub(super) width: u16,
    /// The name of its lock, in lines.
    pub(super) name: Vec<String>,
}

/// Neighbouring columns of which the lesson's table says the same.
#[derive(Debug, Clone)]
pub(super) struct Group {
    /// Its first column among those that are seen.
    pub(super) first: usize,
    /// Its last.
    pub(super) last: usize,
    /// What the lesson's table says, in lines.
    pub(super) word: Vec<String>,
}

/// What stands over the fields.
#[derive(Debug, Clone)]
pub(super) struct Header {
    pub(super) columns: Vec<Column>,
    pub(super) groups: Vec<Group>,
    /// There is room between the marks of a field.
    pub(super) apart: bool,
}

impl Header {
    /// As many columns as fit into this place, with the chosen one among them.
    pub(super) fn of(area: Rect, chosen: usize, ctx: &Context) -> Self {
        let locks: Vec<Kind> = Kind::matrix().collect();
        let ids: Vec<&str> = locks.iter().map(|lock| lock.protocol().id()).collect();
        // The most generous way in which all of them fit; where none does, the tightest, and not all are seen.
        let ways = [(false, APART), (true, APART), (true, count(MARKS.len()))];
        let set = |(halved, marks): (bool, u16)| -> Vec<(Vec<String>, u16)> {
            ids.iter()
                .map(|id| {
                    let name = match halved {
                        true => halves(id),
                        false => vec![(*id).to_owned()],
                    };
                    let least = widest(&name).max(marks);
                    (name, least)
                })
                .collect()
        };
        let fits = |way: &(bool, u16)| {
            let gap = if way.1 == APART { WIDE_GAP } else { GAPS.0 };
            let sum: u16 = set(*way).iter().map(|(_, least)| least + gap).sum();
            sum <= area.width + gap
        };
        let way = ways.into_iter().find(fits);
        let way = way.unwrap_or((true, count(MARKS.len())));
        let (names, least): (Vec<Vec<String>>, Vec<u16>) = set(way).into_iter().unzip();
        let (first, last) = seen(&least, area.width, chosen);
        let sum: u16 = least[first..=last].iter().sum();
        let gaps = count(last - first).max(1);
        let gap = (area.width.saturating_sub(sum) / gaps).clamp(GAPS.0, GAPS.1);
        let mut x = area.x;
        let columns: Vec<Column> = (first..=last)
            .map(|lock| {
                let column = Column {
                    lock,
                    x,
                    width: least[lock],
                    name: names[lock].clone(),
                };
                x += least[lock] + gap;
                column
            })
            .collect();
        let groups = groups(&columns, &locks, ctx);
        Self {
            columns,
            groups,
            apart: way.1 == APART,
        }
    }

    /// Lines of the longest word, and of the longest name.
    pub(super) fn heights(&self) -> (u16, u16) {
        let words = self.groups.iter().map(|group| group.word.len()).max();
        let names = self.columns.iter().map(|column| column.name.len()).max();
        (count(words.unwrap_or(0)), count(names.unwrap_or(0)))
    }

    /// The columns of a group: where it begins, and how wide it is.
    pub(super) fn span(&self, group: &Group) -> (u16, u16) {
        span(&self.columns, group)
    }
}

fn span(columns: &[Column], group: &Group) -> (u16, u16) {
    let (first, last) = (&columns[group.first], &columns[group.last]);
    (first.x, last.x + last.width - first.x)
}

fn groups(columns: &[Column], locks: &[Kind], ctx: &Context) -> Vec<Group> {
    let row = |index: usize| locks[columns[index].lock].protocol().table_row();
    let mut groups: Vec<Group> = Vec::new();
    for index in 0..columns.len() {
        match groups.last_mut() {
            Some(group) if row(group.first) == row(index) => group.last = index,
            _ => groups.push(Group {
                first: index,
                last: index,
                word: Vec::new(),
            }),
        }
    }
    for group in &mut groups {
        let (_, room) = span(columns, group);
        let word = ctx.pack.table_cell(row(group.first), WORD);
        let lines = wrap(word.unwrap_or_default(), room.into());
        group.word = lines.into_iter().map(str::to_owned).collect();
    }
    groups
}

/// The columns that are seen around the chosen one.
fn seen(least: &[u16], room: u16, chosen: usize) -> (usize, usize) {
    let chosen = chosen.min(least.len().saturating_sub(1));
    let (mut first, mut last) = (chosen, chosen);
    let fits = |first: usize, last: usize| {
        let sum: u16 = least[first..=last].iter().map(|width| width + GAPS.0).sum();
        sum <= room + GAPS.0
    };
    loop {
        if last + 1 < least.len() && fits(first, last + 1) {
            last += 1;
        } else if first > 0 && fits(first - 1, last) {
            first -= 1;
        } else {
            return (first, last);
        }
    }
}

/// A name in two lines, if it has a hyphen.
fn halves(name: &str) -> Vec<String> {
    match name.split_once('-') {
        Some((first, second)) => vec![format!("{first}-"), second.to_owned()],
        None => vec![name.to_owned()],
    }
}

fn widest(lines: &[String]) -> u16 {
    lines.iter().map(|line| long(line)).max().unwrap_or(0)
}

fn long(text: &str) -> u16 {
    u16::try_from(width(text)).unwrap_or(u16::MAX)
}

fn count(things: usize) -> u16 {
    u16::try_from(things).unwrap_or(u16::MAX)
}
