//! One file a screen, and the convention that each keeps.
//!
//! A screen is a struct with its own state. It is told what happened and answers with an [`Outcome`]; it draws
//! itself from its state and the [`Context`] and changes nothing by it. Screens never import each other:
//! to get to another one, they ask for it by [`Go`].

pub mod course;
pub mod door;
pub mod glossary;
pub mod guide;
pub mod help;
pub mod home;
pub mod lab;
pub mod notes;
pub mod place;
pub mod practice;
pub mod progress;
pub mod read;
pub mod search;
pub mod watch;

use jiff::{Timestamp, tz::TimeZone};
use ratatui::{Frame, layout::Rect};

use super::{
    keymap::{Action, Scope},
    message::{Effect, Key, Message},
    theme::Theme,
    work::{Findings, Want},
};
use crate::{
    course::{GLOSSARY, GUIDE, Lesson, Pack},
    practice::{generate::Series, standing::date},
    progress::{NoteKey, Pen, Record, Spot},
};

/// What the screens share.
#[derive(Debug)]
pub struct Context {
    /// Everything that is taught.
    pub pack: Pack,
    /// The lesson that is open.
    pub lesson: Lesson,
    /// What the learner did; a screen that changes it says so in its [`Outcome`].
    pub record: Record,
    /// Names what is added to the record.
    pub pen: Pen,
    /// What each thing looks like.
    pub theme: Theme,
    /// Show the same moments without movement.
    pub reduced_motion: bool,
    /// How timelines are watched in this session.
    pub habits: Habits,
    /// Where dates are read.
    pub zone: TimeZone,
    /// What was worked out in this session.
    pub findings: Findings,
    /// Questions that the world invents; none of them comes twice.
    pub series: Series,
    /// The time of the message that is being taken in.
    pub now: Timestamp,
    /// Where the open screen is drawn: the terminal without the footer.
    pub body: Rect,
}

impl Context {
    /// The day since which the lesson is complete, in words; `None` while it is open.
    pub fn complete_since(&self, lesson: &str) -> Option<String> {
        let since = self.record.complete_since(lesson)?;
        Some(date(self.zone.to_datetime(since).date()))
    }

    /// To what stands beside the lesson: the guide, the cheat sheet, the glossary.
    pub fn beside(&self, action: Action) -> Outcome {
        let lesson = &self.lesson;
        let (place, name) = match action {
            Action::Guide => (lesson.has_guide().then_some(GUIDE), "guide"),
            Action::Terms => (
                (!lesson.glossary.is_empty()).then_some(GLOSSARY),
                "glossary",
            ),
            Action::CheatSheet => (
                lesson.cheatsheet.as_ref().map(|sheet| sheet.id.as_str()),
                "cheat sheet",
            ),
            _ => return Outcome::ignored(),
        };
        match place {
            Some(place) => Outcome::handled().go(Go::Spot(Spot::Read {
                section: place.to_owned(),
                permille: 0,
            })),
            None => Outcome::handled().advice(format!("This lesson has no {name}.")),
        }
    }
}

/// How the learner wants to watch, until the program is left.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Habits {
    /// To be asked for a prediction before the story turns.
    pub predicts: bool,
    /// To fill in who knows what before it is shown.
    pub fills: bool,
}

impl Default for Habits {
    fn default() -> Self {
        Self {
            predicts: true,
            fills: false,
        }
    }
}

/// The convention of a screen.
pub trait Screen {
    /// Takes in what happened. Keys that it leaves unhandled get their meaning from [`Scope::Everywhere`].
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome;

    /// Draws the screen into `area`, which is `ctx.body`.
    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context);

    /// The rows of the key table that count now; the footer shows their hints.
    fn scope(&self) -> Scope;

    /// Where the learner is, to come back to and to tie a note to.
    fn spot(&self, ctx: &Context) -> Spot;

    /// Puts what it holds back into the record: a text that is being typed. Comes before each write, and before the
    /// screen closes.
    fn settle(&mut self, _ctx: &mut Context) {}

    /// Brings what a search found here into view.
    fn reveal(&mut self, _found: &Target, _ctx: &mut Context) {}

    /// Whether text has the focus; then no single-letter key of [`Scope::Everywhere`] fires.
    fn typing(&self) -> bool {
        false
    }

    /// Whether something moves; then [`Message::Elapsed`] comes, a frame at a time. Otherwise it comes only once a save is due.
    fn animating(&self) -> bool {
        false
    }

    /// What it shows and is still to be worked out beside it.
    fn wants(&self, _ctx: &Context) -> Option<Want> {
        None
    }

    /// What `key` means here.
    fn action(&self, key: Key) -> Option<Action> {
        super::keymap::action(self.scope(), key)
    }
}

/// What a screen made of a message.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The message meant something here, so it means nothing elsewhere.
    pub handled: bool,
    /// Another screen is asked for.
    pub go: Option<Go>,
    /// The record has changed.
    pub save: Save,
    /// Something is asked of the outside.
    pub effect: Option<Effect>,
    /// A sentence for the footer, until the next key.
    pub notice: Option<String>,
    /// That sentence is advice: nothing was done.
    pub advises: bool,
}

/// Where to go.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Go {
    /// A place; coming back leads here again.
    Spot(Spot),
    /// A new note on a place.
    Note(Spot),
    /// Where one came from, at last Home.
    Back,
    /// The section of this place: where one came from it, or else its beginning.
    BackTo(Spot),
    /// What a search found; coming back leads here again.
    Found(Target),
    /// A note of this lesson; coming back leads here again.
    OpenNote(String, NoteKey),
    /// Home of another lesson.
    Lesson(String),
    /// The lessons of the course.
    Lessons,
}

/// Where a result leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Target {
    /// The id of its lesson.
    pub lesson: String,
    /// The place in it.
    pub spot: Spot,
    /// A text that stands there, to be brought into view.
    pub passage: String,
    /// What was typed.
    pub query: String,
    /// The longest word of the passage that matched.
    pub word: String,
}

/// How soon the record is to be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub enum Save {
    /// It has not changed.
    #[default]
    No,
    /// Within a second: text being typed, a place that moves.
    Soon,
    /// At once: a mark, an answer.
    Now,
}

impl Outcome {
    /// The message meant nothing here.
    pub fn ignored() -> Self {
        Self::default()
    }

    /// The message was taken in.
    pub fn handled() -> Self {
        Self {
            handled: true,
            ..Self::default()
        }
    }

    /// The record has changed.
    #[must_use]
    pub fn save(mut self, save: Save) -> Self {
        self.save = self.save.max(save);
        self
    }

    /// Another screen is asked for.
    #[must_use]
    pub fn go(mut self, go: Go) -> Self {
        self.go = Some(go);
        self
    }

    /// Something is asked of the outside.
    #[must_use]
    pub fn effect(mut self, effect: Effect) -> Self {
        self.effect = Some(effect);
        self
    }

    /// A sentence for the footer.
    #[must_use]
    pub fn notice(mut self, notice: impl Into<String>) -> Self {
        self.notice = Some(notice.into());
        self
    }

    /// A sentence for the footer on why nothing was done, and what to do.
    #[must_use]
    pub fn advice(self, advice: impl Into<String>) -> Self {
        Self {
            advises: true,
            ..self.notice(advice)
        }
    }
}
