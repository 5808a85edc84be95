//! What there is to practise, to begin a round with.

use ratatui::text::{Line, Span};

use super::set::{Hit, Row};
use crate::{
    practice::{kind_name, queue::Queue, review::Review},
    text::{width, wrap},
    tui::{
        keymap::Action,
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget,
    },
};

/// Columns before a name.
const LEAD: usize = 2;

/// The list, and where the keys are in it.
#[derive(Debug, Default)]
pub(super) struct Menu {
    at: usize,
    /// The name of the set that the last round was begun from.
    begun: Option<String>,
}

/// What there is to practise, worked out for each picture: another instance may have answered, and a day begun.
struct List {
    /// What stands above it,
    said: String,
    /// and what comes after today, where today brings nothing.
    then: Option<String>,
    entries: Vec<Entry>,
}

/// A set of questions that a round can be made of.
#[derive(Debug)]
struct Entry {
    /// A heading above it, where another group begins.
    group: Option<&'static str>,
    name: String,
    /// By their ids, in the order in which they come.
    questions: Vec<String>,
    /// The world invents them, one after another.
    endless: bool,
    /// What there is to say on them.
    detail: String,
}

/// What there is to practise now.
pub(super) fn queue(ctx: &Context) -> Queue {
    Queue::of(&ctx.lesson, &ctx.record, ctx.now, &ctx.zone)
}

/// What does not depend on the kind of a question or its part; once today is done, what has no question is left out.
fn first_entries(queue: &Queue) -> Vec<Entry> {
    let today = match queue.is_done() {
        true => Vec::new(),
        false => queue.next(),
    };
    let mut entries = vec![
        Entry::new("Today", today, "due first, then new"),
        Entry::new("Due", queue.due.clone(), "wrong and sure first"),
        Entry::new("New", queue.new.clone(), "never answered"),
        Entry::new("All", queue.all.clone(), "the weakest first"),
    ];
    entries.retain(|entry| !queue.is_done() || !entry.questions.is_empty());
    entries.push(Entry {
        endless: true,
        ..Entry::new("Fresh from the world", Vec::new(), "invented, without end")
    });
    entries
}

impl List {
    fn of(ctx: &Context) -> Self {
        let queue = queue(ctx);
        let mut entries = first_entries(&queue);
        let all: Vec<_> = queue
            .all
            .iter()
            .filter_map(|id| ctx.lesson.question(id))
            .collect();
        let mut kinds: Vec<&str> = crate::course::Ask::KINDS.to_vec();
        kinds.retain(|kind| all.iter().any(|one| one.ask.kind() == *kind));
        for (at, kind) in kinds.into_iter().enumerate() {
            let of = all.iter().filter(|one| one.ask.kind() == kind);
            let ids = of.map(|one| one.id.clone()).collect();
            entries.push(Entry::group(
                at,
                "By kind",
                &capital(kind_name(kind)),
                ids,
                ctx,
            ));
        }
        let sections = ctx.lesson.all_sections();
        let sections = sections.map(|section| {
            let questions: Vec<_> = queue.on(&section.id, &ctx.lesson).cloned().collect();
            (section, questions)
        });
        let sections = sections.filter(|(_, questions)| !questions.is_empty());
        for (at, (section, ids)) in sections.enumerate() {
            entries.push(Entry::group(at, "By part", &section.title, ids, ctx));
        }
        let said = match (queue.due.len(), queue.fresh.len()) {
            _ if queue.all.is_empty() => "There are no questions yet.".to_owned(),
            (0, 0) => "Nothing is due today.".to_owned(),
            (0, new) => format!("Nothing is due today; {new} new."),
            (due, 0) => format!("{due} due today, nothing new."),
            (due, new) => format!("{due} due today, {new} new."),
        };
        let then = (queue.is_done() && !queue.all.is_empty())
            .then(|| Review::of(&ctx.lesson, &ctx.record, ctx.now, &ctx.zone).then());
        Self {
            said,
            then: then.flatten(),
            entries,
        }
    }
}

impl Menu {
    /// The questions of the chosen set; `None` where the world invents them.
    pub(super) fn begin(&mut self, ctx: &Context) -> Option<Vec<String>> {
        let mut entries = List::of(ctx).entries;
        let at = self.at.min(entries.len() - 1);
        let chosen = entries.swap_remove(at);
        self.begun = Some(chosen.name);
        (!chosen.endless).then_some(chosen.questions)
    }

    /// What another round of the set that was begun has, what was just answered last; `None` where nothing is left of it.
    pub(super) fn again(&self, ctx: &Context) -> Option<Vec<String>> {
        let begun = self.begun.as_ref()?;
        let mut entries = List::of(ctx).entries.into_iter();
        let set = entries.find(|entry| entry.name == *begun)?;
        Some(set.questions).filter(|questions| !questions.is_empty())
    }

    pub(super) fn at(&self) -> usize {
        self.at
    }

    pub(super) fn choose(&mut self, at: usize, ctx: &Context) {
        self.at = at.min(List::of(ctx).entries.len() - 1);
    }

    pub(super) fn turn(&mut self, action: Action, ctx: &Context) {
        match action {
            Action::Up => self.choose(self.at.saturating_sub(1), ctx),
            Action::Down => self.choose(self.at + 1, ctx),
            Action::Top => self.choose(0, ctx),
            Action::Bottom => self.choose(usize::MAX, ctx),
            _ => {}
        }
    }

    pub(super) fn rows(&self, room: usize, ctx: &Context) -> Vec<Row> {
        let theme = &ctx.theme;
        let list = List::of(ctx);
        let mut rows: Vec<Row> = wrap(&list.said, room)
            .into_iter()
            .map(|line| Row::plain(Line::styled(line.to_owned(), theme.style(Role::Title))))
            .collect();
        let then = list.then.iter().flat_map(|then| wrap(then, room));
        rows.extend(
            then.map(|line| Row::plain(Line::styled(line.to_owned(), theme.style(Role::Dim)))),
        );
        rows.push(Row::plain(Line::default()));
        let names = list.entries.iter().map(|entry| width(&entry.name));
        let widest = names.max().unwrap_or(0).min(room.saturating_sub(LEAD + 6));
        let chosen = self.at.min(list.entries.len() - 1);
        for (at, entry) in list.entries.iter().enumerate() {
            if let Some(group) = entry.group {
                rows.push(Row::plain(Line::default()));
                let heading = Line::styled(group, theme.style(Role::Dim));
                rows.push(Row::plain(heading));
            }
            let line = entry.line(at == chosen, widest, room, theme);
            rows.push(Row::hit(line, Hit::Item(at)));
        }
        rows
    }
}

impl Entry {
    fn new(name: &str, questions: Vec<String>, detail: &str) -> Self {
        Self {
            group: None,
            name: name.to_owned(),
            questions,
            endless: false,
            detail: detail.to_owned(),
        }
    }

    /// An entry of a group, which the first of them names, with how many of it are known.
    fn group(
        at: usize,
        group: &'static str,
        name: &str,
        questions: Vec<String>,
        ctx: &Context,
    ) -> Self {
        let answered = |id: &&String| ctx.record.last_answer(id).is_some();
        let answered = questions.iter().filter(answered).count();
        Self {
            group: (at == 0).then_some(group),
            name: name.to_owned(),
            detail: match answered {
                0 => String::new(),
                all if all == questions.len() => "all answered".to_owned(),
                some => format!("{some} answered"),
            },
            questions,
            endless: false,
        }
    }

    fn line(&self, chosen: bool, widest: usize, room: usize, theme: &Theme) -> Line<'static> {
        let sign = if chosen {
            theme.glyph(Glyph::Chosen)
        } else {
            " "
        };
        let name = widget::fit(&self.name, widest, theme);
        let role = if chosen { Role::Accent } else { Role::Text };
        let pad = " ".repeat(widest.saturating_sub(width(&name)));
        let count = match self.endless {
            true => " ".repeat(5),
            false => format!("  {:>3}", self.questions.len()),
        };
        let left = room.saturating_sub(LEAD + widest + width(&count) + 3);
        let detail = match width(&self.detail) <= left {
            true => format!("   {}", self.detail),
            false => String::new(),
        };
        Line::from(vec![
            Span::styled(format!("{sign} "), theme.style(Role::Accent)),
            Span::styled(name, theme.style(role)),
            Span::raw(pad),
            Span::styled(count, theme.style(Role::Text)),
            Span::styled(detail, theme.style(Role::Dim)),
        ])
    }
}

/// A name with a capital, as in a list.
fn capital(name: &str) -> String {
    let mut chars = name.chars();
    let first = chars.next();
    let first = first.into_iter().flat_map(char::to_uppercase);
    first.chain(chars).collect()
}
