//! The conditions of the story, each a knob: what is turned, what comes of it at once, and the code that tells it to others.

mod field;
mod view;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::{field::Field, view::Places};
use super::Panel;
use crate::{
    fencing::{knobs::Knobs, timeline::Timeline},
    progress::Spot,
    tui::{
        keymap::{self, Action, Scope},
        line::Line,
        message::{Key, Message, Mouse, MouseKind},
        screen::{Context, Go, Outcome},
    },
};

/// So many turns can be taken back.
const UNDOS: usize = 500;

/// The knobs, and the run that they give.
#[derive(Debug)]
pub(super) struct Desk {
    knobs: Knobs,
    run: Box<Timeline>,
    chosen: Field,
    past: Vec<Knobs>,
    future: Vec<Knobs>,
    /// The mouse has hold of the chosen knob.
    dragged: bool,
    entry: Option<Entry>,
}

/// A code that is being typed.
#[derive(Debug, Default)]
struct Entry {
    line: Line,
    /// Why the text is no code.
    wrong: Option<String>,
}

impl Desk {
    /// The knobs as the lesson has them.
    pub(super) fn new() -> Self {
        let knobs = Knobs::default();
        Self {
            knobs,
            run: Box::new(knobs.run()),
            chosen: Field::ALL[0],
            past: Vec::new(),
            future: Vec::new(),
            dragged: false,
            entry: None,
        }
    }

    fn set(&mut self, knobs: Knobs) {
        if knobs != self.knobs {
            self.knobs = knobs;
            *self.run = knobs.run();
        }
    }

    /// Turns; what was before can be had back.
    fn turn(&mut self, knobs: Knobs) {
        let knobs = knobs.bounded();
        if knobs != self.knobs {
            self.keep();
            self.set(knobs);
        }
    }

    fn keep(&mut self) {
        if self.past.len() == UNDOS {
            self.past.remove(0);
        }
        self.past.push(self.knobs);
        self.future.clear();
    }

    fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            self.future.push(self.knobs);
            self.set(before);
        }
    }

    fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(self.knobs);
            self.set(after);
        }
    }

    fn choose(&mut self, by: isize) {
        let here = self.chosen.index().saturating_add_signed(by);
        self.chosen = Field::ALL[here.min(Field::ALL.len() - 1)];
    }

    fn act(&mut self, action: Action) -> Outcome {
        let turned = |by, far| self.chosen.turned(self.knobs, by, far);
        match action {
            Action::Up => self.choose(-1),
            Action::Down => self.choose(1),
            Action::Top => self.chosen = Field::ALL[0],
            Action::Bottom => self.chosen = Field::ALL[Field::ALL.len() - 1],
            Action::Next => self.turn(turned(1, false)),
            Action::Previous => self.turn(turned(-1, false)),
            Action::ScrubOn => self.turn(turned(1, true)),
            Action::ScrubBack => self.turn(turned(-1, true)),
            Action::Undo => self.undo(),
            Action::Redo => self.redo(),
            Action::Restart => self.turn(Knobs::default()),
            Action::Write => self.entry = Some(Entry::default()),
            Action::Play => {
                return Outcome::handled().go(Go::Spot(Spot::Watch {
                    scenario: self.knobs.code(),
                    at_ms: 0,
                    nth: None,
                }));
            }
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    fn mouse(&mut self, mouse: Mouse, ctx: &Context) {
        let places = Places::of(super::area(ctx.body), self);
        let at = Position::new(mouse.column, mouse.row);
        let hit = places.fields().find(|(_, place)| place.contains(at));
        match mouse.kind {
            MouseKind::WheelUp | MouseKind::WheelDown => {
                let by = if mouse.kind == MouseKind::WheelUp {
                    1
                } else {
                    -1
                };
                match hit {
                    Some((field, _)) => {
                        self.chosen = field;
                        self.turn(field.turned(self.knobs, by, false));
                    }
                    None => self.choose(-by),
                }
            }
            MouseKind::Press => {
                if let Some((field, place)) = hit {
                    self.chosen = field;
                    self.dragged = true;
                    let before = self.knobs;
                    self.turn(view::taken(field, self.knobs, place, mouse.column, true));
                    // A drag is one turn, however far it goes.
                    if self.knobs == before {
                        self.keep();
                    }
                }
            }
            MouseKind::Drag if self.dragged => {
                let place = places.fields().find(|(field, _)| *field == self.chosen);
                if let Some((field, place)) = place {
                    let knobs = view::taken(field, self.knobs, place, mouse.column, false);
                    self.set(knobs.bounded());
                }
            }
            MouseKind::Drag => {}
            MouseKind::Release => {
                self.dragged = false;
                self.past.pop_if(|before| *before == self.knobs);
            }
        }
    }

    /// A key or a text while a code is typed.
    fn type_in(&mut self, message: &Message) -> Outcome {
        let Some(entry) = &mut self.entry else {
            return Outcome::ignored();
        };
        match message {
            Message::Paste(text) => entry.add(text),
            Message::Key(key) => return self.type_key(*key),
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    fn type_key(&mut self, key: Key) -> Outcome {
        let Some(entry) = &mut self.entry else {
            return Outcome::ignored();
        };
        let action = keymap::action(Scope::Code, key);
        match action {
            Some(Action::Enter) => self.submit(),
            Some(Action::Back) => self.entry = None,
            _ if entry.line.key(key, action) => entry.wrong = None,
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    fn submit(&mut self) {
        let Some(entry) = &mut self.entry else { return };
        if entry.line.text().trim().is_empty() {
            self.entry = None;
            return;
        }
        match Knobs::from_code(entry.line.text()) {
            Ok(knobs) => {
                self.entry = None;
                self.turn(knobs);
            }
            Err(error) => entry.wrong = Some(error.to_string()),
        }
    }
}

impl Entry {
    fn add(&mut self, text: &str) {
        self.wrong = None;
        self.line.add(text);
    }
}

impl Panel for Desk {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        if self.entry.is_some() {
            return self.type_in(message);
        }
        match message {
            Message::Key(key) => match keymap::action(Scope::Knobs, *key) {
                Some(action) => return self.act(action),
                None => return Outcome::ignored(),
            },
            Message::Mouse(mouse) => self.mouse(*mouse, ctx),
            Message::Paste(text) => {
                let mut entry = Entry::default();
                entry.add(text);
                self.entry = Some(entry);
                self.submit();
            }
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        view::draw(self, frame, area, ctx);
    }

    fn scope(&self) -> Scope {
        match self.entry {
            Some(_) => Scope::Code,
            None => Scope::Knobs,
        }
    }

    fn at(&self) -> String {
        self.knobs.code()
    }

    fn go(&mut self, at: &str, _ctx: &Context) {
        if let Ok(knobs) = Knobs::from_code(at) {
            self.turn(knobs);
        }
    }

    fn remark(&self, _ctx: &Context) -> Option<String> {
        self.entry
            .is_none()
            .then(|| format!("code {}", self.knobs.code()))
    }

    fn typing(&self) -> bool {
        self.entry.is_some()
    }
}
