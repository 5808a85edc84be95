//! The whole program but the outside: which screen is open, what lies over it, and what they share.

use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};
use ratatui::{
    Frame,
    layout::{Alignment, Rect},
    widgets::{Clear, Paragraph, Wrap},
};

use super::{
    keymap::{self, Action, Scope},
    message::{Effect, Key, Message},
    screen::{
        Context, Go, Habits, Outcome, Save, Screen, glossary::Glossary, guide::Guide, help::Help,
        home::Home, lab::Lab, notes::Notes, practice::Practice, progress::Progress, read::Read,
        watch::Watch,
    },
    theme::Theme,
    widget::footer,
    work::{Findings, Want},
};
use crate::{
    course::{GLOSSARY, GUIDE, Pack, Section},
    practice::standing,
    progress::{Change, Pen, Record, Saver, Spot, Status},
};

/// How long a frame of an animation stands: what moves here moves by whole cells, so more frames show nothing more.
const FRAME: Duration = Duration::from_millis(50);
/// The smallest terminal that the screens are made for: columns and rows.
pub const SMALLEST: (u16, u16) = (40, 12);

/// How the program is to look and move.
#[derive(Debug, Clone)]
pub struct Settings {
    /// What each thing looks like.
    pub theme: Theme,
    /// Show the same moments without movement.
    pub reduced_motion: bool,
    /// Where dates are read.
    pub zone: TimeZone,
}

/// The screens that a number key opens; Home lists them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Door {
    /// The lesson.
    Read,
    /// The timelines.
    Watch,
    /// Where one turns knobs and breaks locks.
    Lab,
    /// The questions.
    Practice,
    /// The learner's notes.
    Notes,
    /// What was done, and what is open.
    Progress,
}

impl Door {
    /// Every door, in order.
    pub const ALL: [Self; 6] = [
        Self::Read,
        Self::Watch,
        Self::Lab,
        Self::Practice,
        Self::Notes,
        Self::Progress,
    ];

    /// The number key that opens it.
    pub fn number(self) -> u8 {
        match self {
            Self::Read => 1,
            Self::Watch => 2,
            Self::Lab => 3,
            Self::Practice => 4,
            Self::Notes => 5,
            Self::Progress => 6,
        }
    }

    /// As shown.
    pub fn title(self) -> &'static str {
        match self {
            Self::Read => "Read",
            Self::Watch => "Watch",
            Self::Lab => "Lab",
            Self::Practice => "Practice",
            Self::Notes => "Notes",
            Self::Progress => "Progress",
        }
    }

    /// The door that a place lies behind; Home, and what stands beside the lesson, lie behind none.
    pub fn of(spot: &Spot) -> Option<Self> {
        match spot {
            Spot::Read { section, .. } if !is_section(section) => None,
            Spot::Read { .. } => Some(Self::Read),
            Spot::Watch { .. } => Some(Self::Watch),
            Spot::Lab { .. } => Some(Self::Lab),
            Spot::Practice { .. } => Some(Self::Practice),
            Spot::Notes => Some(Self::Notes),
            Spot::Progress => Some(Self::Progress),
            Spot::Home => None,
        }
    }

    /// Where the door leads: to the place that the learner left, or to its beginning.
    pub fn spot(self, ctx: &Context) -> Option<Spot> {
        let place = ctx.record.place.as_ref();
        let left = place.filter(|place| place.lesson == ctx.lesson.id);
        let left = left.map(|place| &place.spot);
        let left = left.filter(|spot| Self::of(spot) == Some(self));
        if let (Some(spot), true) = (left, self != Self::Read) {
            return Some(spot.clone());
        }
        match self {
            Self::Read => read_on(left, ctx),
            Self::Watch => Some(Spot::Watch {
                scenario: String::new(),
                at_ms: 0,
            }),
            Self::Lab => Some(Spot::Lab {
                view: String::new(),
                at: String::new(),
            }),
            Self::Practice => Some(Spot::Practice {
                question: String::new(),
            }),
            Self::Notes => Some(Spot::Notes),
            Self::Progress => Some(Spot::Progress),
        }
    }
}

/// Whether a place to read is a section, and not the guide or the glossary.
fn is_section(place: &str) -> bool {
    !matches!(place.split('/').next(), Some(GUIDE | GLOSSARY))
}

/// Where reading goes on: where it was left, if that part is not read yet, or else at the first that is not. Once all are
/// read, where it was left.
fn read_on(left: Option<&Spot>, ctx: &Context) -> Option<Spot> {
    let lesson = &ctx.lesson;
    let unread = |id: &str| !ctx.record.is_read(&lesson.id, id);
    let open = left.filter(|spot| match spot {
        Spot::Read { section, .. } => lesson.section(section).is_some() && unread(section),
        _ => false,
    });
    let first = lesson.sections.iter().find(|section| unread(&section.id));
    let start = |section: &Section| Spot::Read {
        section: section.id.clone(),
        permille: 0,
    };
    let next = open.cloned().or_else(|| first.map(start));
    let again = || left.cloned().or_else(|| lesson.sections.first().map(start));
    next.or_else(again)
}

/// The open screen.
#[derive(Debug)]
enum Open {
    Home(Home),
    Read(Read),
    Guide(Guide),
    Glossary(Glossary),
    Watch(Watch),
    Lab(Box<Lab>),
    Practice(Box<Practice>),
    Notes(Notes),
    Progress(Box<Progress>),
}

impl Open {
    fn at(spot: &Spot, ctx: &Context) -> Self {
        match spot {
            Spot::Read { section, permille } => Self::read(section, *permille, ctx),
            Spot::Watch { scenario, at_ms } => Self::Watch(Watch::at(scenario, *at_ms, ctx)),
            Spot::Lab { view, at } => Self::Lab(Box::new(Lab::at(view, at, ctx))),
            Spot::Practice { question } => Self::Practice(Box::new(Practice::at(question, ctx))),
            Spot::Notes => Self::Notes(Notes::list()),
            Spot::Progress => Self::Progress(Box::new(Progress::new(ctx))),
            Spot::Home => Self::Home(Home::new(ctx)),
        }
    }

    /// A section, or what stands among them.
    fn read(place: &str, permille: u16, ctx: &Context) -> Self {
        match place.split('/').next() {
            Some(GUIDE) if ctx.lesson.has_guide() => Self::Guide(Guide::at(place, ctx)),
            Some(GLOSSARY) if !ctx.lesson.glossary.is_empty() => {
                Self::Glossary(Glossary::at(place, ctx))
            }
            _ => Self::Read(Read::at(place, permille, ctx)),
        }
    }

    fn screen(&self) -> &dyn Screen {
        match self {
            Self::Home(screen) => screen,
            Self::Read(screen) => screen,
            Self::Guide(screen) => screen,
            Self::Glossary(screen) => screen,
            Self::Watch(screen) => screen,
            Self::Lab(screen) => screen.as_ref(),
            Self::Practice(screen) => screen.as_ref(),
            Self::Notes(screen) => screen,
            Self::Progress(screen) => screen.as_ref(),
        }
    }

    fn screen_mut(&mut self) -> &mut dyn Screen {
        match self {
            Self::Home(screen) => screen,
            Self::Read(screen) => screen,
            Self::Guide(screen) => screen,
            Self::Glossary(screen) => screen,
            Self::Watch(screen) => screen,
            Self::Lab(screen) => screen.as_mut(),
            Self::Practice(screen) => screen.as_mut(),
            Self::Notes(screen) => screen,
            Self::Progress(screen) => screen.as_mut(),
        }
    }
}

/// Screens that are kept while another one is open.
#[derive(Debug, Default)]
struct Shelf {
    /// What was worked out there stays for the session.
    lab: Option<Box<Lab>>,
    /// A round goes on where it was left, with what was explained last.
    practice: Option<Box<Practice>>,
}

/// What lies over the open screen and takes its keys.
#[derive(Debug)]
enum Overlay {
    Help(Help),
}

/// What the footer says instead of its hints.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Notice {
    Said(String),
    Failed(String),
}

/// A pack without a lesson.
#[derive(Debug, thiserror::Error)]
#[error("the content holds no lesson; write one into course.toml")]
pub struct NoLesson;

/// The whole program but the outside.
#[derive(Debug)]
pub struct App {
    ctx: Context,
    open: Open,
    shelf: Shelf,
    overlay: Option<Overlay>,
    /// Where Back leads, the nearest last.
    trail: Vec<Spot>,
    notice: Option<Notice>,
    saver: Saver,
    /// What is being worked out, or was last.
    work: Option<Want>,
    /// The time that went by in waits that had an end; what [`Saver`] counts in.
    elapsed: Duration,
    size: Rect,
}

impl App {
    /// The program at its start, at Home.
    ///
    /// # Errors
    /// When the pack holds no lesson.
    pub fn new(
        pack: Pack,
        record: Record,
        pen: Pen,
        settings: Settings,
        now: Timestamp,
    ) -> Result<Self, NoLesson> {
        let lesson = record
            .place
            .as_ref()
            .and_then(|place| pack.lessons.iter().find(|lesson| lesson.id == place.lesson))
            .or(pack.lessons.first())
            .cloned()
            .ok_or(NoLesson)?;
        let ctx = Context {
            pack,
            lesson,
            record,
            pen,
            theme: settings.theme,
            reduced_motion: settings.reduced_motion,
            habits: Habits::default(),
            zone: settings.zone,
            findings: Findings::default(),
            now,
            body: Rect::ZERO,
        };
        let open = Open::Home(Home::new(&ctx));
        Ok(Self {
            ctx,
            open,
            shelf: Shelf::default(),
            overlay: None,
            trail: Vec::new(),
            notice: None,
            saver: Saver::default(),
            work: None,
            elapsed: Duration::ZERO,
            size: Rect::ZERO,
        })
    }

    /// What the learner did, to be written down; a write merges what another instance wrote meanwhile.
    pub fn record_mut(&mut self) -> &mut Record {
        &mut self.ctx.record
    }

    /// Says something in the footer until the next key.
    pub fn say(&mut self, text: impl Into<String>) {
        self.notice = Some(Notice::Said(text.into()));
    }

    /// Whether text has the focus, so that keys in a row may come as one [`Message::Paste`].
    pub fn typing(&self) -> bool {
        self.overlay.is_none() && self.open.screen().typing()
    }

    /// How long to wait for something to happen before [`Message::Elapsed`] is due; `None`: for ever.
    pub fn waits(&self) -> Option<Duration> {
        let frame = (self.overlay.is_none() && self.open.screen().animating()).then_some(FRAME);
        let save = self.saver.due().map(|due| due.saturating_sub(self.elapsed));
        match (frame, save) {
            (Some(frame), Some(save)) => Some(frame.min(save)),
            (frame, save) => frame.or(save),
        }
    }

    /// Takes in what happened at `now`, and says what is to be done outside.
    pub fn update(&mut self, message: Message, now: Timestamp) -> Vec<Effect> {
        self.ctx.now = now;
        let mut effects = Vec::new();
        match &message {
            Message::Resize { width, height } => self.resize(*width, *height),
            Message::Key(_) | Message::Paste(_) | Message::Mouse(_) => self.notice = None,
            Message::Failed(why) => self.notice = Some(Notice::Failed(why.clone())),
            Message::Elapsed(time) => self.elapsed += *time,
            Message::Saved => self.saver.saved(),
            Message::Unsaved {
                why,
                for_good: true,
            } => self.saver.refused(why.clone()),
            Message::Unsaved {
                why,
                for_good: false,
            } => self.saver.failed(why.clone(), self.elapsed),
            Message::Worked(found) => self.ctx.findings.take_in(found.clone()),
            Message::Focus(_) | Message::Edited(_) => {}
        }
        if !self.screens(&message, &mut effects)
            && let Message::Key(key) = message
        {
            self.everywhere(key, &mut effects);
        }
        if self.saver.due().is_some_and(|due| due <= self.elapsed) {
            self.remember();
            effects.insert(0, Effect::Save);
        }
        effects.extend(self.work());
        effects
    }

    /// Has worked out what the open screen wants, unless that is under way. What another screen wanted goes on until
    /// somebody wants something else.
    fn work(&mut self) -> Option<Effect> {
        let want = self.open.screen().wants(&self.ctx)?;
        if self.work == Some(want) {
            return None;
        }
        let job = self.ctx.findings.job(want)?;
        self.work = Some(want);
        Some(Effect::Work(job))
    }

    /// Lets whatever is in front take the message in; says whether it meant something there.
    fn screens(&mut self, message: &Message, effects: &mut Vec<Effect>) -> bool {
        let Some(Overlay::Help(help)) = &mut self.overlay else {
            let outcome = self.open.screen_mut().update(message, &mut self.ctx);
            return self.follow(outcome, effects);
        };
        let outcome = help.update(message, &mut self.ctx);
        if outcome.go == Some(Go::Back) {
            self.overlay = None;
        }
        if matches!(message, Message::Resize { .. }) {
            self.open.screen_mut().update(message, &mut self.ctx);
        }
        outcome.handled
    }

    /// On a way out that is not the learner's: whether something must still be written.
    pub fn leave(&mut self, now: Timestamp) -> bool {
        self.ctx.now = now;
        self.remember();
        self.saver.is_dirty()
    }

    fn resize(&mut self, width: u16, height: u16) {
        self.size = Rect::new(0, 0, width, height);
        self.ctx.body = Rect::new(0, 0, width, height.saturating_sub(footer::HEIGHT));
    }

    /// Takes in what the open screen holds back, and the place, so that the next start leads back to it.
    fn remember(&mut self) {
        self.open.screen_mut().settle(&mut self.ctx);
        let spot = self.open.screen().spot(&self.ctx);
        if spot != Spot::Home
            && self
                .ctx
                .record
                .set_place(&self.ctx.lesson.id, spot, self.ctx.now)
        {
            self.saver.changed(Change::Other, self.elapsed);
        }
    }

    /// Does what a screen asked for; says whether the message meant something to it.
    fn follow(&mut self, outcome: Outcome, effects: &mut Vec<Effect>) -> bool {
        match outcome.save {
            Save::No => {}
            Save::Soon => self.saver.changed(Change::Typing, self.elapsed),
            Save::Now => self.saver.changed(Change::Other, self.elapsed),
        }
        if let Some(notice) = outcome.notice {
            self.notice = Some(Notice::Said(notice));
        }
        effects.extend(outcome.effect);
        match outcome.go {
            Some(Go::Spot(spot)) => self.go(&spot),
            Some(Go::Back) => self.back(),
            Some(Go::BackTo(spot)) => self.back_to(spot),
            Some(Go::Note(spot)) => self.note(spot),
            None => {}
        }
        outcome.handled
    }

    fn go(&mut self, spot: &Spot) {
        self.remember();
        let here = self.open.screen().spot(&self.ctx);
        if here != *spot {
            self.trail.push(here);
        }
        self.open_at(spot);
    }

    fn open_at(&mut self, spot: &Spot) {
        let kept = self.take_kept(spot);
        let next = kept.unwrap_or_else(|| Open::at(spot, &self.ctx));
        self.leave_for(next);
    }

    /// The screen of this place, if it was kept.
    fn take_kept(&mut self, spot: &Spot) -> Option<Open> {
        match spot {
            Spot::Lab { view, at } => {
                let mut lab = self.shelf.lab.take()?;
                lab.go(view, at, &self.ctx);
                Some(Open::Lab(lab))
            }
            Spot::Practice { question } => {
                let mut practice = self.shelf.practice.take()?;
                practice.go(question, &self.ctx);
                Some(Open::Practice(practice))
            }
            _ => None,
        }
    }

    fn leave_for(&mut self, next: Open) {
        match std::mem::replace(&mut self.open, next) {
            Open::Lab(lab) => self.shelf.lab = Some(lab),
            Open::Practice(practice) => self.shelf.practice = Some(practice),
            _ => {}
        }
    }

    /// Opens a new note; coming back from it leads here.
    fn note(&mut self, spot: Spot) {
        self.remember();
        self.overlay = None;
        self.trail.push(self.open.screen().spot(&self.ctx));
        let note = Notes::begin(spot, &self.ctx);
        self.leave_for(Open::Notes(note));
    }

    fn back(&mut self) {
        if !matches!(self.open, Open::Home(_)) {
            self.remember();
            let spot = self.trail.pop().unwrap_or(Spot::Home);
            self.open_at(&spot);
        }
    }

    /// Back along the way one came, to the same section as that of `spot`; where it was not passed, to `spot` itself.
    fn back_to(&mut self, spot: Spot) {
        self.remember();
        let same = |passed: &Spot| match (passed, &spot) {
            (
                Spot::Read { section, .. },
                Spot::Read {
                    section: wanted, ..
                },
            ) => section == wanted,
            _ => false,
        };
        let passed = self.trail.iter().rposition(same);
        let spot = match passed.map(|at| self.trail.split_off(at)) {
            Some(passed) => passed.into_iter().next().unwrap_or(spot),
            None => spot,
        };
        self.open_at(&spot);
    }

    fn door(&mut self, number: u8) {
        let door = Door::ALL.into_iter().find(|door| door.number() == number);
        let here = Door::of(&self.open.screen().spot(&self.ctx));
        if door.is_none() || door == here {
            return;
        }
        self.remember();
        if let Some(spot) = door.and_then(|door| door.spot(&self.ctx)) {
            self.trail.clear();
            self.open_at(&spot);
        }
    }

    /// Keys that mean the same everywhere; while text is typed, only those with Control do.
    fn everywhere(&mut self, key: Key, effects: &mut Vec<Effect>) {
        if self.typing() && !key.ctrl {
            return;
        }
        match keymap::action(Scope::Everywhere, key) {
            Some(Action::Quit) => {
                self.remember();
                if self.saver.is_dirty() {
                    effects.push(Effect::Save);
                }
                effects.push(Effect::Quit);
            }
            Some(Action::Suspend) => {
                self.remember();
                if self.saver.is_dirty() {
                    effects.push(Effect::Save);
                }
                effects.push(Effect::Suspend);
            }
            Some(Action::Help) => {
                self.overlay = Some(Overlay::Help(Help::new(self.open.screen().scope())))
            }
            Some(Action::Back) => self.back(),
            Some(Action::Complete) => self.complete(),
            Some(Action::Note) => self.note(self.open.screen().spot(&self.ctx)),
            Some(Action::Door(number)) => {
                self.overlay = None;
                self.door(number);
            }
            _ => {}
        }
    }

    fn complete(&mut self) {
        let complete = self
            .ctx
            .record
            .toggle_complete(&self.ctx.lesson.id, self.ctx.now);
        let said = if complete {
            standing::Open::of(&self.ctx.lesson, &self.ctx.record, &self.ctx.zone).on_completion()
        } else {
            "The lesson is open again.".to_owned()
        };
        self.say(said);
        self.saver.changed(Change::Other, self.elapsed);
    }

    /// Draws everything; changes nothing.
    pub fn view(&self, frame: &mut Frame<'_>) {
        let area = frame.area();
        if area.width < SMALLEST.0 || area.height < SMALLEST.1 {
            too_small(frame, area);
        } else {
            let body = self.ctx.body.intersection(area);
            self.open.screen().view(frame, body, &self.ctx);
            let mut scope = self.open.screen().scope();
            if let Some(Overlay::Help(help)) = &self.overlay {
                frame.render_widget(Clear, body);
                help.view(frame, body, &self.ctx);
                scope = help.scope();
            }
            self.footer(frame, area, scope);
        }
        if self.ctx.theme.ascii() {
            super::widget::to_ascii(frame.buffer_mut());
        }
    }

    fn footer(&self, frame: &mut Frame<'_>, area: Rect, scope: Scope) {
        let said = match (&self.notice, self.saver.status()) {
            (Some(Notice::Failed(text)), _) => Some((text.clone(), true)),
            (_, Status::Failing(why) | Status::Refused(why)) => {
                Some((format!("Not saved: {why}"), true))
            }
            (Some(Notice::Said(text)), _) => Some((text.clone(), false)),
            (None, _) => None,
        };
        let said = said.as_ref().map(|(text, failed)| (text.as_str(), *failed));
        let state = footer::State {
            typing: self.typing(),
            complete: self.ctx.record.is_complete(&self.ctx.lesson.id),
        };
        footer::draw(frame, area, scope, said, state, &self.ctx.theme);
    }
}

fn too_small(frame: &mut Frame<'_>, area: Rect) {
    let (width, height) = SMALLEST;
    let sentence = format!(
        "token34 needs {width}x{height}; this is {}x{}. Enlarge the window, or leave with q.",
        area.width, area.height
    );
    let text = Paragraph::new(sentence)
        .wrap(Wrap { trim: true })
        .alignment(Alignment::Left);
    frame.render_widget(text, area);
}
