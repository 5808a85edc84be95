//! Small charts of amounts by day, told by shapes.

use std::collections::BTreeMap;

use jiff::civil::{Date, Weekday};
use ratatui::text::{Line, Span};

use crate::{
    practice::review::{FORECAST, after},
    text::{width, wrap},
    tui::theme::{Glyph, Role, Theme},
};

/// Columns that a day takes in a forecast, with the blank after it.
const DAY: usize = 3;
/// Columns of the names of days before a calendar.
const NAMES: usize = 3;
/// No calendar looks back further than so many weeks.
const WEEKS: usize = 26;
/// The least amount of each shape, and what is said of it.
const LEVELS: [(usize, &str); 5] = [
    (0, "none"),
    (1, "1 to 4"),
    (5, "5 to 9"),
    (10, "10 to 19"),
    (20, "20 or more"),
];

/// The shape of an amount.
fn shape(count: usize, theme: &Theme) -> &'static str {
    let level = LEVELS.iter().rposition(|(least, _)| count >= *least);
    let level = level.and_then(|level| u8::try_from(level).ok());
    theme.glyph(Glyph::Amount(level.unwrap_or(0)))
}

/// The two letters of a day of the week.
fn name(day: Weekday) -> &'static str {
    match day {
        Weekday::Monday => "Mo",
        Weekday::Tuesday => "Tu",
        Weekday::Wednesday => "We",
        Weekday::Thursday => "Th",
        Weekday::Friday => "Fr",
        Weekday::Saturday => "Sa",
        Weekday::Sunday => "Su",
    }
}

/// How many come on each day from today on: the day, a shape, the number. Where all of them do not fit side by side, a
/// week stands under the other.
pub(super) fn forecast(
    counts: &[usize; FORECAST],
    today: Date,
    room: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let together = if room >= FORECAST * DAY - 1 {
        FORECAST
    } else {
        7
    };
    let days: Vec<(Date, usize)> = (0..)
        .zip(counts)
        .map(|(ahead, count)| (after(today, ahead), *count))
        .collect();
    let cell = |text: &str, role| Span::styled(format!("{text:<DAY$}"), theme.style(role));
    let mut lines = Vec::new();
    for (week, days) in days.chunks(together).enumerate() {
        let role = |day: Date, role| if day == today { Role::Title } else { role };
        let names = days
            .iter()
            .map(|(day, _)| cell(name(day.weekday()), role(*day, Role::Dim)));
        let shapes = days.iter().map(|(_, count)| {
            let filled = if *count > 0 { Role::Accent } else { Role::Dim };
            cell(&shape(*count, theme).repeat(2), filled)
        });
        let numbers = days.iter().map(|(day, count)| {
            let number = (*count).min(99).to_string();
            let filled = if *count > 0 { Role::Text } else { Role::Dim };
            cell(&number, role(*day, filled))
        });
        // The second of two weeks has the same names.
        lines.extend((week == 0).then(|| Line::from_iter(names)));
        lines.extend([Line::from_iter(shapes), Line::from_iter(numbers)]);
    }
    lines
}

/// What was done on each day of the last weeks: a column a week, a row a day of the week.
pub(super) fn calendar(
    done: &BTreeMap<Date, usize>,
    today: Date,
    room: usize,
    theme: &Theme,
) -> Vec<Line<'static>> {
    let weeks = (room.saturating_sub(NAMES) / 2).clamp(1, WEEKS);
    let monday = after(today, -i32::from(today.weekday().to_monday_zero_offset()));
    let back = i32::try_from(weeks - 1).unwrap_or(0);
    let mondays: Vec<Date> = (0..=back)
        .rev()
        .map(|week| after(monday, -7 * week))
        .collect();
    let dim = theme.style(Role::Dim);
    let mut lines = vec![Line::styled(months(&mondays), dim)];
    for offset in 0..7 {
        let weekday = after(monday, offset).weekday();
        let mut spans = vec![Span::styled(format!("{:<NAMES$}", name(weekday)), dim)];
        for monday in &mondays {
            let day = after(*monday, offset);
            let count = done.get(&day).copied().unwrap_or(0);
            let role = if count > 0 { Role::Good } else { Role::Dim };
            let text = if day > today {
                " "
            } else {
                shape(count, theme)
            };
            spans.push(Span::styled(format!("{text} "), theme.style(role)));
        }
        lines.push(Line::from(spans));
    }
    lines
}

/// The names of months over the weeks in which they begin, as far as there is room.
fn months(mondays: &[Date]) -> String {
    let mut line = " ".repeat(NAMES);
    for (week, monday) in mondays.iter().enumerate() {
        let column = NAMES + 2 * week;
        let before = after(*monday, -7);
        let begins = week == 0 || before.month() != monday.month();
        // A name takes three columns, and the last one must not stand out.
        if begins
            && width(&line) < column.max(1) + usize::from(week == 0)
            && week + 1 < mondays.len()
        {
            line = format!("{line:<column$}{}", monday.strftime("%b"));
        }
    }
    line
}

/// What the shapes mean, in lines.
pub(super) fn legend(room: usize, theme: &Theme) -> Vec<Line<'static>> {
    let parts = LEVELS.map(|(least, said)| {
        format!(
            "{}\u{a0}{}",
            shape(least, theme),
            said.replace(' ', "\u{a0}")
        )
    });
    let lines = parts.join("  ");
    let lines = wrap(&lines, room).into_iter();
    lines
        .map(|line| Line::styled(line.replace('\u{a0}', " "), theme.style(Role::Dim)))
        .collect()
}
