//! Home: what is done, where you stopped, and the way on.

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};

use super::{Context, Go, Outcome, Screen};
use crate::{
    fencing::{adversary::Level, scenario::Scenario, timeline::Timeline},
    practice::review::Review,
    progress::Spot,
    text::wrap,
    tui::{
        app::Door,
        keymap::{Action, Scope},
        message::{Message, MouseKind},
        theme::{Glyph, Role},
        widget::{self, strip},
    },
};

/// Text is never wider than this.
const WIDEST: u16 = 84;
const MARGIN: u16 = 3;
/// The longest bar of what is done.
const BAR: usize = 28;
/// From this size on, the run is shown: columns and rows.
const WITH_RUN: (u16, u16) = (70, 20);
/// From this height on, it is told, too.
const WITH_STORY: u16 = 30;
/// Columns of a door's number and name.
const NAME: usize = 14;
/// Columns of a count such as `12 of 64`.
const COUNT: usize = 10;

/// The first screen.
#[derive(Debug)]
pub struct Home {
    chosen: usize,
    /// The run that the lesson is about: its first scenario.
    run: Option<Box<Timeline>>,
}

/// What stands beside a door.
struct Entry {
    /// How much is done, of how much.
    done: Option<(usize, usize)>,
    /// What comes next behind it.
    remark: String,
}

/// Where things stand on the screen.
struct Places {
    /// All of it.
    column: Rect,
    /// The title and what stands around it.
    head: Vec<Line<'static>>,
    /// The run, where there is room for it.
    run: Option<Rect>,
    /// What happens in it, in lines, and where they stand.
    told: Vec<String>,
    story: Rect,
    /// A row a door.
    doors: Vec<Rect>,
    /// The last line.
    foot: Rect,
}

impl Home {
    /// Home with the place that the learner left chosen.
    pub fn new(ctx: &Context) -> Self {
        let left = ctx
            .record
            .place
            .as_ref()
            .and_then(|place| Door::of(&place.spot));
        let chosen = Door::ALL.iter().position(|door| Some(*door) == left);
        Self {
            chosen: chosen.unwrap_or(0),
            run: first_run(ctx),
        }
    }

    fn open(&self, ctx: &Context) -> Outcome {
        let spot = Door::ALL.get(self.chosen).and_then(|door| door.spot(ctx));
        match spot {
            Some(spot) => Outcome::handled().go(Go::Spot(spot)),
            None => Outcome::handled(),
        }
    }
}

impl Entry {
    fn of(door: Door, ctx: &Context) -> Self {
        match door {
            Door::Read => Self::read(ctx),
            Door::Watch => Self::watch(ctx),
            Door::Lab => Self::lab(ctx),
            Door::Practice => Self::practice(ctx),
            Door::Notes => Self::notes(ctx),
            Door::Progress => Self::progress(ctx),
        }
    }

    fn practice(ctx: &Context) -> Self {
        let review = Review::of(&ctx.lesson, &ctx.record, ctx.now, &ctx.zone);
        let all = ctx.lesson.all_questions().count();
        let remark = match (review.due.len(), review.new.len()) {
            (0, 0) => "nothing is due".to_owned(),
            (due, 0) => format!("{due} due today"),
            (0, new) => format!("{new} new"),
            (due, new) => format!("{due} due, {new} new"),
        };
        Self {
            done: Some((all - review.unanswered, all)),
            remark,
        }
    }

    fn progress(ctx: &Context) -> Self {
        let complete = ctx.record.is_complete(&ctx.lesson.id);
        let remark = if complete { "complete" } else { "what is open" };
        Self {
            done: None,
            remark: remark.to_owned(),
        }
    }

    fn notes(ctx: &Context) -> Self {
        let notes = ctx.record.notes();
        let notes = notes.iter().filter(|note| note.lesson == ctx.lesson.id);
        let remark = match notes.count() {
            0 => "n takes one, anywhere".to_owned(),
            count => count.to_string(),
        };
        Self { done: None, remark }
    }

    fn read(ctx: &Context) -> Self {
        let sections = &ctx.lesson.sections;
        let is_read = |id: &str| ctx.record.is_read(&ctx.lesson.id, id);
        let read = sections
            .iter()
            .filter(|section| is_read(&section.id))
            .count();
        let next = match Door::Read.spot(ctx) {
            Some(Spot::Read { section, .. }) => ctx.lesson.section(&section),
            _ => None,
        };
        let remark = match next {
            Some(_) if read == sections.len() => "all of it is read".to_owned(),
            Some(section) => section.title.clone(),
            None => String::new(),
        };
        let deeper = ctx.lesson.deeper.iter().filter(|s| is_read(&s.id)).count();
        let remark = match deeper {
            0 => remark,
            count => format!("{remark} {} {count} deeper", ctx.theme.glyph(Glyph::Dot)),
        };
        Self {
            done: Some((read, sections.len())),
            remark,
        }
    }
}

impl Entry {
    fn watch(ctx: &Context) -> Self {
        let watched = ctx.record.lessons.get(&ctx.lesson.id);
        let watched = watched.map_or(0, |lesson| lesson.watched.len());
        let all = ctx.lesson.scenarios.len();
        let remark = match Door::Watch.spot(ctx) {
            Some(Spot::Watch { scenario, .. }) if !scenario.is_empty() => ctx.run_title(&scenario),
            _ => "who is refused, and why".to_owned(),
        };
        Self {
            done: Some((watched.min(all), all)),
            remark,
        }
    }

    fn lab(ctx: &Context) -> Self {
        let solved = |level: &&Level| ctx.record.is_solved(&ctx.lesson.id, level.id());
        let solved = Level::ALL.iter().filter(solved).count();
        Self {
            done: Some((solved, Level::ALL.len())),
            remark: "break the lock, break the fix".to_owned(),
        }
    }
}

impl Places {
    fn of(body: Rect, run: Option<&Timeline>, ctx: &Context) -> Self {
        let columns = body.width.saturating_sub(2 * MARGIN).min(WIDEST);
        let x = body.x + (body.width - columns) / 2;
        let step = if body.height >= 20 { 2 } else { 1 };
        let doors = u16::try_from(Door::ALL.len()).unwrap_or(0) * step;
        let spare = body.height.saturating_sub(doors + step);
        let head = head(ctx, columns.into(), spare.into());
        let top = u16::try_from(head.len()).unwrap_or(0);
        let run = run.filter(|_| body.height >= WITH_RUN.1 && body.width >= WITH_RUN.0);
        let told = run.filter(|_| body.height >= WITH_STORY);
        let story = told.map_or(Vec::new(), |run| wrap(&run.summary, columns.into()));
        let story: Vec<String> = story.into_iter().map(str::to_owned).collect();
        let lines = u16::try_from(story.len()).unwrap_or(0);
        let shown = run.map_or(0, |run| strip::height(run) + 1 + lines + lines.min(1));
        let above = top + shown + step;
        let height = above + doors + 2;
        let y = body.y + body.height.saturating_sub(height) / 3;
        let column = Rect::new(x, y, columns, height).intersection(body);
        let row = |offset: u16| Rect::new(x, y + offset, columns, 1).intersection(body);
        Self {
            column,
            head,
            story: Rect::new(x, y + above - step - lines, columns, lines).intersection(body),
            told: story,
            run: run.map(|run| {
                Rect::new(x, y + top + 1, columns, strip::height(run)).intersection(body)
            }),
            doors: (0..)
                .take(Door::ALL.len())
                .map(|index: u16| row(above + index * step))
                .collect(),
            foot: row(height - 1),
        }
    }
}

/// The lesson's first scenario, played; a scenario that does not read is for `token34 check` to tell of.
fn first_run(ctx: &Context) -> Option<Box<Timeline>> {
    let source = ctx.lesson.scenarios.first()?;
    let scenario = Scenario::parse(&source.file, &source.toml).ok()?;
    Some(Box::new(scenario.run()))
}

/// Course and module, title, subtitle; where there are fewer rows, the title and what fits of the others.
fn head(ctx: &Context, columns: usize, rows: usize) -> Vec<Line<'static>> {
    let theme = &ctx.theme;
    let module = ctx
        .pack
        .module_of(&ctx.lesson.id)
        .map(|module| module.title.as_str());
    let dot = format!(" {} ", theme.glyph(Glyph::Dot));
    let lessons = &ctx.pack.lessons;
    let here = lessons.iter().position(|one| one.id == ctx.lesson.id);
    let here = here.filter(|_| lessons.len() > 1);
    let here = here.map(|at| format!("{} of {}", at + 1, lessons.len()));
    let course = [
        Some(ctx.pack.course.title.as_str()),
        module,
        here.as_deref(),
    ];
    let course = course.into_iter().flatten().collect::<Vec<_>>().join(&dot);
    let set = |text: &str, role| {
        let lines = wrap(text, columns).into_iter();
        let lines = lines.map(|line| Line::styled(line.to_owned(), theme.style(role)));
        lines.collect::<Vec<_>>()
    };
    let mut lines = set(&ctx.lesson.title, Role::Title);
    let subtitle = set(&ctx.lesson.subtitle, Role::Text);
    if lines.len() + subtitle.len() <= rows {
        lines.extend(subtitle);
    }
    let mut course = set(&course, Role::Dim);
    course.push(Line::default());
    if course.len() + lines.len() <= rows {
        lines.splice(0..0, course);
    }
    lines
}

impl Screen for Home {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let last = Door::ALL.len() - 1;
        match message {
            Message::Key(key) => match self.action(*key) {
                Some(Action::Up) => self.chosen = self.chosen.saturating_sub(1),
                Some(Action::Down) => self.chosen = (self.chosen + 1).min(last),
                Some(Action::Top) => self.chosen = 0,
                Some(Action::Bottom) => self.chosen = last,
                Some(Action::Enter) => return self.open(ctx),
                Some(Action::Lessons) => return Outcome::handled().go(Go::Lessons),
                Some(Action::Back) if ctx.pack.lessons.len() > 1 => {
                    return Outcome::handled().go(Go::Lessons);
                }
                Some(action) => return ctx.beside(action),
                _ => return Outcome::ignored(),
            },
            Message::Mouse(mouse) if mouse.kind == MouseKind::Press => {
                let at = Position::new(mouse.column, mouse.row);
                let doors = Places::of(ctx.body, self.run.as_deref(), ctx).doors;
                let Some(hit) = doors.iter().position(|door| door.contains(at)) else {
                    return Outcome::ignored();
                };
                self.chosen = hit;
                return self.open(ctx);
            }
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        let places = Places::of(area, self.run.as_deref(), ctx);
        for (row, line) in places.column.rows().zip(&places.head) {
            frame.render_widget(line, row);
        }
        if let (Some(run), Some(place)) = (&self.run, places.run) {
            let known = ctx.record.is_watched(&ctx.lesson.id, &run.scenario);
            strip::draw(frame.buffer_mut(), place, run, known, &ctx.theme);
            for (row, line) in places.story.rows().zip(&places.told) {
                frame.render_widget(Line::styled(line.as_str(), ctx.theme.style(Role::Dim)), row);
            }
        }
        for (index, (door, row)) in Door::ALL.into_iter().zip(places.doors).enumerate() {
            self.draw_door(frame, row, door, index == self.chosen, ctx);
        }
        if let Some(line) = standing(ctx) {
            frame.render_widget(line, places.foot);
        }
    }

    fn scope(&self) -> Scope {
        Scope::Home
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        Spot::Home
    }
}

impl Home {
    /// `▸ 1 Read    ━━━━━━────   3 of 6    Fencing in practice`; the sign stands in the margin.
    fn draw_door(&self, frame: &mut Frame<'_>, row: Rect, door: Door, chosen: bool, ctx: &Context) {
        let theme = &ctx.theme;
        let entry = Entry::of(door, ctx);
        let room = usize::from(row.width);
        let name = if chosen { Role::Accent } else { Role::Text };
        let remark = if chosen { Role::Text } else { Role::Dim };
        let bar = BAR.min(room.saturating_sub(NAME + COUNT + 22));
        let mut spans = vec![
            Span::styled(format!("{} ", door.number()), theme.style(Role::Dim)),
            Span::styled(format!("{:<1$}", door.title(), NAME - 2), theme.style(name)),
        ];
        let mut used = NAME;
        if bar >= 8 {
            spans.extend(bar_of(entry.done, bar, ctx));
            used += bar + 2;
        }
        let count = entry
            .done
            .map_or(String::new(), |(done, of)| format!("{done} of {of}"));
        spans.push(Span::styled(
            format!("{count:<COUNT$}"),
            theme.style(Role::Dim),
        ));
        used += COUNT;
        let said = widget::fit(&entry.remark, room.saturating_sub(used), theme);
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

/// Whether the lesson is complete, or could well be marked so.
fn standing(ctx: &Context) -> Option<Line<'static>> {
    let theme = &ctx.theme;
    let mark = ctx
        .record
        .lessons
        .get(&ctx.lesson.id)
        .and_then(|lesson| lesson.completion);
    if let Some(mark) = mark.filter(|mark| mark.complete) {
        let day = ctx.zone.to_datetime(mark.at).strftime("%-d %B %Y");
        return Some(Line::from(vec![
            Span::styled(theme.glyph(Glyph::Good), theme.style(Role::Good)),
            Span::raw(format!(" complete since {day}")),
        ]));
    }
    let read = |section: &crate::course::Section| ctx.record.is_read(&ctx.lesson.id, &section.id);
    let all = ctx.lesson.sections.iter().all(read);
    all.then(|| {
        Line::styled(
            "Every part is read. c marks the lesson complete.",
            theme.style(Role::Dim),
        )
    })
}
