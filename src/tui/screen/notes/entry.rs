//! A note as the list shows it.

use jiff::Timestamp;

use crate::{
    progress::{NoteKey, NoteView, Spot},
    tui::screen::Context,
};

/// A line of the list.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) key: NoteKey,
    pub(super) spot: Spot,
    /// Where it was taken, in words.
    pub(super) place: String,
    /// When it last changed.
    pub(super) changed: Timestamp,
    pub(super) text: String,
    /// It was edited in two places at once, and another version of it stands in the list too.
    pub(super) twofold: bool,
}

impl Entry {
    fn of(view: &NoteView<'_>, ctx: &Context) -> Self {
        Self {
            key: view.key.clone(),
            spot: view.spot.clone(),
            place: ctx.place(view.spot),
            changed: view.changed,
            text: view.text.to_owned(),
            twofold: view.twofold,
        }
    }

    /// The first line that says something.
    pub(super) fn title(&self) -> &str {
        let mut lines = self
            .text
            .lines()
            .map(|line| line.trim_start_matches('#').trim());
        lines.find(|line| !line.is_empty()).unwrap_or("(empty)")
    }
}

/// The notes on the lesson that have `query` in their text or their place, the latest change first.
pub(super) fn list(query: &str, ctx: &Context) -> Vec<Entry> {
    let wanted = query.trim().to_lowercase();
    let has = |text: &str| text.to_lowercase().contains(&wanted);
    let notes = ctx.record.notes();
    let mut entries: Vec<Entry> = notes
        .iter()
        .filter(|view| view.lesson == ctx.lesson.id)
        .map(|view| Entry::of(view, ctx))
        .filter(|entry| wanted.is_empty() || has(&entry.text) || has(&entry.place))
        .collect();
    entries.sort_by(|a, b| (b.changed, &b.key).cmp(&(a.changed, &a.key)));
    entries
}

/// A day where the learner is.
pub(super) fn day(at: Timestamp, ctx: &Context) -> String {
    ctx.zone.to_datetime(at).strftime("%-d %b %Y").to_string()
}

/// A day and a minute where the learner is.
pub(super) fn when(at: Timestamp, ctx: &Context) -> String {
    let local = ctx.zone.to_datetime(at);
    local.strftime("%-d %B %Y, %H:%M").to_string()
}
