//! Home: what is done, where you stopped, and the way on.

mod doors;

use ratatui::{
    Frame,
    layout::{Position, Rect},
    text::{Line, Span},
};

use super::{Context, Go, Outcome, Screen, door::Door};
use crate::{
    fencing::{scenario::Scenario, timeline::Timeline},
    progress::Spot,
    text::wrap,
    tui::{
        keymap::{Action, Scope},
        message::{Message, MouseKind},
        theme::{Glyph, Role},
        widget::{self, strip},
    },
};

/// Text is never wider than this.
const WIDEST: u16 = 84;
const MARGIN: u16 = 3;
/// From this size on, the run is shown: columns and rows.
const WITH_RUN: (u16, u16) = (70, 20);
/// From this height on, it is told, too.
const WITH_STORY: u16 = 30;
/// What there is to do once all is read, in as many words as there is room for.
const EVERY_PART_READ: [&str; 2] = [
    "Every part is read. c marks the lesson complete.",
    "All is read: c marks it complete.",
];

/// The first screen.
#[derive(Debug)]
pub struct Home {
    chosen: usize,
    /// The run that the lesson is about: its first scenario.
    run: Option<Box<Timeline>>,
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
    /// Home with the place that the learner left chosen, or else, where nothing was left half done, with what is next.
    pub fn new(ctx: &Context) -> Self {
        let place = ctx.record.place.as_ref().map(|place| &place.spot);
        let next = doors::next(ctx).map(|next| next.0);
        let next = next.filter(|_| place.is_none_or(|place| is_done(place, ctx)));
        let wanted = next.or_else(|| place.and_then(Door::of));
        let chosen = Door::ALL.iter().position(|door| Some(*door) == wanted);
        Self {
            chosen: chosen.unwrap_or(0),
            run: first_run(ctx),
        }
    }

    fn open(&self, ctx: &Context) -> Outcome {
        let door = Door::ALL.get(self.chosen);
        let next = doors::next(ctx).filter(|(next, _)| Some(next) == door);
        let spot = match next {
            Some((_, Some(spot))) => Some(spot),
            _ => door.and_then(|door| door.spot(ctx)),
        };
        match spot {
            Some(spot) => Outcome::handled().go(Go::Spot(spot)),
            None => Outcome::handled(),
        }
    }
}

impl Places {
    fn of(body: Rect, run: Option<&Timeline>, ctx: &Context) -> Self {
        let columns = body.width.saturating_sub(2 * MARGIN).min(WIDEST);
        let x = body.x + (body.width - columns) / 2;
        let step = if body.height >= 20 { 2 } else { 1 };
        let doors = u16::try_from(Door::ALL.len()).unwrap_or(0) * step;
        // The last line, and a blank one above it.
        let foot = standing(columns.into(), ctx).map_or(0, |_| 2);
        let spare = body.height.saturating_sub(doors + step + foot);
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

/// Whether nothing is left to do at a place: the last part once it is read, a run that was watched. Whoever is in another part
/// reads that again.
fn is_done(place: &Spot, ctx: &Context) -> bool {
    let lesson = &ctx.lesson;
    match place {
        Spot::Read { section, .. } => lesson
            .sections
            .last()
            .is_some_and(|last| last.id == *section && ctx.record.is_read(&lesson.id, section)),
        Spot::Watch { scenario, .. } => {
            scenario.is_empty() || ctx.record.is_watched(&lesson.id, scenario)
        }
        _ => false,
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
        doors::draw(frame, &places.doors, self.chosen, ctx);
        if let Some(line) = standing(places.foot.width.into(), ctx) {
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

/// Whether the lesson is complete, or could well be marked so.
fn standing(columns: usize, ctx: &Context) -> Option<Line<'static>> {
    let theme = &ctx.theme;
    if let Some(day) = ctx.complete_since(&ctx.lesson.id) {
        return Some(Line::from(vec![
            Span::styled(theme.glyph(Glyph::Good), theme.style(Role::Good)),
            Span::raw(format!(" complete since {day}")),
        ]));
    }
    let read = |section: &crate::course::Section| ctx.record.is_read(&ctx.lesson.id, &section.id);
    let all = ctx.lesson.sections.iter().all(read);
    let said = EVERY_PART_READ.map(str::to_owned);
    let said = widget::first_fitting(&said, columns).to_owned();
    all.then(|| Line::styled(said, theme.style(Role::Dim)))
}
