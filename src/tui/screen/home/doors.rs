//! The doors of Home: how much is done behind each, and what comes next there.

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use crate::{
    fencing::adversary::Level,
    practice::{review::Review, standing::Next},
    progress::Spot,
    text::width,
    tui::{
        screen::{Context, door::Door},
        theme::{Glyph, Role},
        widget,
    },
};

/// The longest bar of what is done, and the shortest that says something.
const BAR: usize = 28;
const SHORTEST: usize = 8;
/// Columns that are kept for a remark before there is a bar.
const SAID: usize = 16;
/// Columns of a door's number and name.
const NAME: usize = 14;
/// Columns of a count such as `12 of 64`, and of the blank after it.
const COUNT: usize = 10;
/// Columns between a bar and the count.
const GAP: usize = 2;

/// What stands beside a door.
struct Entry {
    /// How much is done, of how much.
    done: Option<(usize, usize)>,
    /// What comes next behind it, the longest first: the first is said that has room.
    remarks: Vec<String>,
}

/// The door of what is next once every part is read, and where it leads, if not to where one left.
pub(super) fn next(ctx: &Context) -> Option<(Door, Option<Spot>)> {
    Some(
        match Next::of(&ctx.lesson, &ctx.record, ctx.now, &ctx.zone)? {
            Next::Practice => (Door::Practice, None),
            Next::Watch(scenario) => {
                let left = Door::Watch.spot(ctx);
                let run = |at_ms| Spot::Watch {
                    scenario: scenario.clone(),
                    at_ms,
                    nth: None,
                };
                let same =
                    matches!(&left, Some(Spot::Watch { scenario: left, .. }) if *left == scenario);
                (Door::Watch, (!same).then(|| run(0)))
            }
        },
    )
}

impl Entry {
    fn of(door: Door, ctx: &Context) -> Self {
        let mut entry = match door {
            Door::Read => Self::read(ctx),
            Door::Watch => Self::watch(ctx),
            Door::Lab => Self::lab(ctx),
            Door::Practice => Self::practice(ctx),
            Door::Notes => Self::notes(ctx),
            Door::Progress => Self::progress(ctx),
        };
        if next(ctx).is_some_and(|(next, _)| next == door) {
            let whole = entry
                .remarks
                .first()
                .map(|remark| format!("next: {remark}"));
            entry.remarks = whole.into_iter().chain(["next".to_owned()]).collect();
        }
        entry
    }

    fn practice(ctx: &Context) -> Self {
        let review = Review::of(&ctx.lesson, &ctx.record, ctx.now, &ctx.zone);
        let all = ctx.lesson.all_questions().count();
        let remarks = match (review.due.len(), review.new.len()) {
            (0, 0) => vec!["nothing is due".to_owned(), "none due".to_owned()],
            (due, 0) => vec![format!("{due} due today"), format!("{due} due")],
            (0, new) => vec![format!("{new} new")],
            (due, new) => vec![format!("{due} due, {new} new"), format!("{due} due")],
        };
        Self {
            done: Some((all - review.unanswered, all)),
            remarks,
        }
    }

    fn progress(ctx: &Context) -> Self {
        let complete = ctx.record.is_complete(&ctx.lesson.id);
        let remarks: &[&str] = match complete {
            true => &["complete"],
            false => &["what is open", "open"],
        };
        Self {
            done: None,
            remarks: owned(remarks),
        }
    }

    fn notes(ctx: &Context) -> Self {
        let notes = ctx.record.notes();
        let notes = notes.iter().filter(|note| note.lesson == ctx.lesson.id);
        let remarks = match notes.count() {
            0 => owned(&["n takes one, anywhere", "n takes one", "key n"]),
            count => vec![count.to_string()],
        };
        Self {
            done: None,
            remarks,
        }
    }

    fn read(ctx: &Context) -> Self {
        let sections = &ctx.lesson.sections;
        let is_read = |id: &str| ctx.record.is_read(&ctx.lesson.id, id);
        let read = sections
            .iter()
            .filter(|section| is_read(&section.id))
            .count();
        let all = read == sections.len();
        let next = match Door::Read.spot(ctx) {
            Some(Spot::Read { section, .. }) => ctx.lesson.section(&section),
            _ => None,
        };
        let remark = match next {
            Some(_) if all => "all of it is read".to_owned(),
            Some(section) => section.title.clone(),
            None => String::new(),
        };
        let deeper = ctx.lesson.deeper.iter().filter(|s| is_read(&s.id)).count();
        let dot = ctx.theme.glyph(Glyph::Dot);
        let also = (deeper > 0).then(|| format!("{remark} {dot} {deeper} deeper"));
        let at = next.and_then(|next| sections.iter().position(|one| one.id == next.id));
        let short = match all {
            true => Some("all read".to_owned()),
            false => at.map(|at| format!("part {}", at + 1)),
        };
        Self {
            done: Some((read, sections.len())),
            remarks: also.into_iter().chain([remark]).chain(short).collect(),
        }
    }
}

impl Entry {
    fn watch(ctx: &Context) -> Self {
        let watched = ctx.record.lessons.get(&ctx.lesson.id);
        let watched = watched.map_or(0, |lesson| lesson.watched.len());
        let all = ctx.lesson.scenarios.len();
        let next = next(ctx).and_then(|(_, spot)| spot);
        let remarks = match next.or_else(|| Door::Watch.spot(ctx)) {
            Some(Spot::Watch { scenario, .. }) if !scenario.is_empty() => {
                let title = ctx.run_title(&scenario);
                vec![title, "where you left".to_owned(), "go on".to_owned()]
            }
            _ => owned(&["who is refused, and why", "who is refused", "play"]),
        };
        Self {
            done: Some((watched.min(all), all)),
            remarks,
        }
    }

    fn lab(ctx: &Context) -> Self {
        let solved = |level: &&Level| ctx.record.is_solved(&ctx.lesson.id, level.id());
        let solved = Level::ALL.iter().filter(solved).count();
        Self {
            done: Some((solved, Level::ALL.len())),
            remarks: owned(&[
                "break the lock, break the fix",
                "break the lock",
                "break it",
            ]),
        }
    }
}

fn owned(forms: &[&str]) -> Vec<String> {
    forms.iter().map(|form| (*form).to_owned()).collect()
}

/// `▸ 1 Read    ━━━━━━────   3 of 6    Fencing in practice`, a row a door; the sign stands in the margin.
pub(super) fn draw(frame: &mut Frame<'_>, rows: &[Rect], chosen: usize, ctx: &Context) {
    let entries: Vec<_> = Door::ALL.map(|door| Entry::of(door, ctx)).into();
    let room = rows.first().map_or(0, |row| usize::from(row.width));
    let bar = bar(&entries, room);
    let all = Door::ALL.into_iter().zip(&entries).zip(rows);
    for (index, ((door, entry), row)) in all.enumerate() {
        draw_door(frame, *row, (door, entry, bar), index == chosen, ctx);
    }
}

/// The length of the bars: what the remarks leave of the room, where that is not too short.
fn bar(entries: &[Entry], room: usize) -> usize {
    let remarks = entries.iter().filter_map(|entry| entry.remarks.first());
    let longest = remarks.map(|remark| width(remark)).max().unwrap_or(0);
    let left = room.saturating_sub(NAME + COUNT + GAP);
    let least = if left >= SHORTEST + SAID { SHORTEST } else { 0 };
    left.saturating_sub(longest).clamp(least, BAR)
}

fn draw_door(
    frame: &mut Frame<'_>,
    row: Rect,
    (door, entry, bar): (Door, &Entry, usize),
    chosen: bool,
    ctx: &Context,
) {
    let theme = &ctx.theme;
    let room = usize::from(row.width);
    let name = if chosen { Role::Accent } else { Role::Text };
    let remark = if chosen { Role::Text } else { Role::Dim };
    let mut spans = vec![
        Span::styled(format!("{} ", door.number()), theme.style(Role::Dim)),
        Span::styled(format!("{:<1$}", door.title(), NAME - 2), theme.style(name)),
    ];
    let mut used = NAME;
    if bar >= SHORTEST {
        spans.extend(bar_of(entry.done, bar, ctx));
        used += bar + GAP;
    }
    let count = entry
        .done
        .map_or(String::new(), |(done, of)| format!("{done} of {of}"));
    spans.push(Span::styled(
        format!("{count:<COUNT$}"),
        theme.style(Role::Dim),
    ));
    used += COUNT;
    let said = widget::first_fitting(&entry.remarks, room.saturating_sub(used));
    spans.push(Span::styled(said, theme.style(remark)));
    if chosen {
        let x = row.x.saturating_sub(2);
        frame.buffer_mut().set_string(
            x,
            row.y,
            theme.glyph(Glyph::Chosen),
            theme.style(Role::Accent),
        );
    }
    frame.render_widget(Line::from(spans), row);
}

/// A bar of what is done; blank where nothing is counted.
fn bar_of(done: Option<(usize, usize)>, length: usize, ctx: &Context) -> [Span<'static>; 2] {
    let theme = &ctx.theme;
    let Some((done, of)) = done else {
        return [Span::raw(" ".repeat(length)), Span::raw("  ")];
    };
    let full = (length * done.min(of)).checked_div(of).unwrap_or(0);
    // A first step is seen, however short the bar.
    let full = full.max(usize::from(done > 0));
    [
        Span::styled(
            theme.glyph(Glyph::Done).repeat(full),
            theme.style(Role::Good),
        ),
        Span::styled(
            format!("{}  ", theme.glyph(Glyph::Open).repeat(length - full)),
            theme.style(Role::Dim),
        ),
    ]
}
