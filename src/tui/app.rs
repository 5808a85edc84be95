//! The whole program but the outside: which screen is open, what lies over it, and what they share.

mod content;
mod open;
mod over;
mod travel;
mod view;

use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};
use ratatui::layout::Rect;

use self::{
    open::{Open, Shelf},
    over::Overlay,
    travel::Stop,
    view::Notice,
};
use super::{
    keymap::{self, Action, Scope},
    message::{Effect, Key, Message},
    screen::{
        Context, Go, Habits, Outcome, Save, course::Course, help::Help, home::Home, search::Search,
    },
    theme::Theme,
    widget::footer,
    work::{Findings, Want},
};
use crate::{
    course::{Pack, Problems},
    practice::{generate::Series, standing},
    progress::{Change, Pen, Record, Saver, Spot},
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
    /// What everything random is drawn from.
    pub seed: u64,
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
    /// What lies over it, each over the one before; the last takes the keys.
    overlays: Vec<Overlay>,
    /// The search while it is not open: what it read of the content stays.
    search: Option<Box<Search>>,
    /// Where Back leads, the nearest last.
    trail: Vec<Stop>,
    notice: Option<Notice>,
    saver: Saver,
    /// What keeps the content from being read since its files changed.
    broken: Option<Problems>,
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
            series: Series::new(settings.seed, &record),
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
        // Whoever begins a course of several lessons chooses among them first.
        let begins = ctx.record.place.is_none() && ctx.pack.lessons.len() > 1;
        let overlays = begins.then(|| Overlay::Course(Course::new(&ctx)));
        Ok(Self {
            ctx,
            open,
            shelf: Shelf::default(),
            overlays: overlays.into_iter().collect(),
            search: None,
            trail: Vec::new(),
            notice: None,
            saver: Saver::default(),
            broken: None,
            work: None,
            elapsed: Duration::ZERO,
            size: Rect::ZERO,
        })
    }

    /// What the learner did.
    pub fn record(&self) -> &Record {
        &self.ctx.record
    }

    /// Takes in what another instance wrote.
    pub fn take_in(&mut self, theirs: &Record) {
        self.ctx.record.join(theirs);
    }

    /// Takes in what a save came back with; see [`Record::take_back`].
    pub fn take_back(&mut self, saved: Record) {
        self.ctx.record.take_back(saved);
    }

    /// The rows of the key table that count now, beside those that count everywhere.
    pub fn scope(&self) -> Scope {
        self.front().scope()
    }

    /// Whether text has the focus, so that keys in a row may come as one [`Message::Paste`].
    pub fn typing(&self) -> bool {
        self.front().typing()
    }

    /// How long to wait for something to happen before [`Message::Elapsed`] is due; `None`: for ever.
    pub fn waits(&self) -> Option<Duration> {
        let frame = (self.overlays.is_empty() && self.open.screen().animating()).then_some(FRAME);
        let save = self.saver.wait(self.elapsed);
        frame.into_iter().chain(save).min()
    }

    /// The record as it is now, for a save that begins; [`Message::Saved`] or [`Message::Unsaved`] says how it went. `None`
    /// where all is in the file or on its way there.
    pub fn begin_save(&mut self, now: Timestamp) -> Option<Record> {
        self.ctx.now = now;
        self.remember();
        let begins = self.saver.begin(self.elapsed);
        begins.then(|| self.ctx.record.clone())
    }

    /// Takes in what happened at `now`, and says what is to be done outside.
    pub fn update(&mut self, message: Message, now: Timestamp) -> Vec<Effect> {
        self.ctx.now = now;
        let mut effects = Vec::new();
        // A question stands only until the next key.
        let mut asked = None;
        match &message {
            Message::Resize { width, height } => self.resize(*width, *height),
            Message::Key(_) | Message::Paste(_) | Message::Mouse(_) => asked = self.notice.take(),
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
            Message::Content(read) => self.reread(read),
            Message::Focus(_) | Message::Edited(_) => {}
        }
        if !self.screens(&message, &mut effects)
            && let Message::Key(key) = message
        {
            self.everywhere(key, asked, &mut effects);
        }
        if self.saver.is_due(self.elapsed) {
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

    /// On a way out, once no save is under way: whether something must still be written.
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
            self.notice = Some(match (outcome.advises, outcome.save) {
                (true, _) => Notice::Advised(notice),
                (false, Save::Now) => Notice::Kept(notice),
                (false, _) => Notice::Said(notice),
            });
        }
        effects.extend(outcome.effect);
        match outcome.go {
            Some(Go::Spot(spot)) => self.go(&spot),
            Some(Go::Back) => self.back(),
            Some(Go::BackTo(spot)) => self.back_to(spot),
            Some(Go::Note(spot)) => self.note(spot),
            Some(Go::Found(target)) => self.found(&target),
            Some(Go::OpenNote(lesson, key)) => self.open_note(&lesson, &key),
            Some(Go::Lesson(lesson)) => self.open_lesson(&lesson),
            Some(Go::Lessons) => self.overlays.push(Overlay::Course(Course::new(&self.ctx))),
            None => {}
        }
        outcome.handled
    }

    /// Keys that mean the same everywhere; while text is typed, only those with Control do.
    fn everywhere(&mut self, key: Key, before: Option<Notice>, effects: &mut Vec<Effect>) {
        if self.typing() && !key.ctrl {
            return;
        }
        // Also while the keys of the question are shown.
        let asked = self.open.screen().scope().answers_by_number();
        match keymap::action(Scope::Everywhere, key) {
            Some(Action::Quit) => effects.push(Effect::Quit),
            Some(Action::Suspend) => effects.push(Effect::Suspend),
            Some(Action::Help) => {
                let help = Help::new(self.scope());
                self.overlays.push(Overlay::Help(help));
            }
            Some(Action::Search) => self.open_search(),
            Some(Action::Back) if self.close_overlay() => {}
            Some(Action::Back) => self.back(),
            // What is asked is to be answered first: nobody completes a lesson in the midst of a question.
            Some(Action::Complete) if asked => {}
            Some(Action::Complete) => self.complete(before.as_ref()),
            Some(Action::Note) => {
                let spot = self.open.screen().spot(&self.ctx);
                self.close_overlays();
                self.note(spot);
            }
            // A digit beside those of the answers is a slip, and no wish to leave.
            Some(Action::Door(_)) if asked => {}
            Some(Action::Door(number)) => {
                self.close_overlays();
                self.door(number);
            }
            _ => {}
        }
    }

    /// Marks the lesson complete: the one that is chosen, where the lessons are listed, or else the open one. One that is
    /// complete is open again only if that was asked just `before`: a slip would lose its date.
    fn complete(&mut self, before: Option<&Notice>) {
        let chosen = match self.overlays.first() {
            Some(Overlay::Course(course)) => course.chosen(&self.ctx),
            _ => None,
        };
        let lesson = chosen.unwrap_or(&self.ctx.lesson).clone();
        let asked = matches!(before, Some(Notice::Asked { lesson: id, .. }) if *id == lesson.id);
        if let Some(day) = self.ctx.complete_since(&lesson.id).filter(|_| !asked) {
            self.notice = Some(Notice::Asked {
                said: format!("Complete since {day}. c again takes that back."),
                lesson: lesson.id,
            });
            return;
        }
        let complete = self.ctx.record.toggle_complete(&lesson.id, self.ctx.now);
        let said = if complete {
            standing::Open::of(&lesson, &self.ctx.record, &self.ctx.zone).on_completion()
        } else {
            "The lesson is open again.".to_owned()
        };
        self.notice = Some(Notice::Kept(said));
        self.saver.changed(Change::Other, self.elapsed);
    }
}
