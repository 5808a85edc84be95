//! Lab: views in which the learner acts: turns the conditions of the story, or breaks the lock step by step.
//!
//! Each view is a `Panel` in a file of its own. They live as long as the program runs, so that what was set up or worked
//! out in one is still there after a look at another, or at another screen.

mod adversary;
mod dots;
mod endings;
mod knobs;
mod map;
mod matrix;

use ratatui::{
    Frame,
    layout::Rect,
    text::{Line, Span},
};

use self::{adversary::Arena, knobs::Desk, map::Chart, matrix::Grid};
use super::{Context, Outcome, Screen};
use crate::{
    progress::Spot,
    text::width,
    tui::{
        keymap::{self, Action, Scope},
        message::{Message, Mouse, MouseKind},
        theme::{Glyph, Role},
        work::Want,
    },
};

/// From this width on there is a margin worth the name.
const ROOMY: u16 = 72;
/// From this height on a free line stands below the names of the views.
const TALL: u16 = 20;

/// A view of the lab. It draws itself into [`area`], and takes in what happens while it is shown.
trait Panel {
    /// Takes in what happened; keys have their meaning in [`Panel::scope`].
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome;

    /// Draws the view; changes nothing.
    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context);

    /// The rows of the key table that count now.
    fn scope(&self) -> Scope;

    /// What is set up, in a code of the view's own: no line break, and stable, since notes hold on to it.
    fn at(&self) -> String;

    /// Sets up what such a code says; one that is no code changes nothing.
    fn go(&mut self, at: &str, ctx: &Context);

    /// What stands at the right of the views' names, if there is something that fits no other place.
    fn remark(&self, _ctx: &Context) -> Option<String> {
        None
    }

    /// Whether text has the focus.
    fn typing(&self) -> bool {
        false
    }

    /// Whether [`Message::Elapsed`] is to come, a frame at a time.
    fn animating(&self) -> bool {
        false
    }

    /// What it shows and is to be worked out beside it.
    fn wants(&self, _ctx: &Context) -> Option<Want> {
        None
    }
}

/// Which view is shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum View {
    /// The conditions of the story, each a knob.
    Knobs,
    /// The learner chooses what happens next, and breaks the lock.
    Adversary,
    /// How the story ends over many of them at once.
    Map,
    /// Every fault against every kind of lock.
    Matrix,
}

impl View {
    /// The views that there are, in order.
    const ALL: [Self; 4] = [Self::Knobs, Self::Adversary, Self::Map, Self::Matrix];

    /// The stable name: places and notes hold on to it.
    fn id(self) -> &'static str {
        match self {
            Self::Knobs => "knobs",
            Self::Adversary => "adversary",
            Self::Map => "map",
            Self::Matrix => "matrix",
        }
    }

    fn title(self) -> &'static str {
        match self {
            Self::Knobs => "Knobs",
            Self::Adversary => "Adversary",
            Self::Map => "Map",
            Self::Matrix => "Matrix",
        }
    }

    fn named(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|view| view.id() == id)
    }
}

/// The lab.
#[derive(Debug)]
pub struct Lab {
    view: View,
    knobs: Desk,
    adversary: Arena,
    map: Chart,
    matrix: Grid,
}

/// Where the views are drawn: `body` without their names.
fn area(body: Rect) -> Rect {
    let margin = if body.width >= ROOMY { 2 } else { 1 };
    let top = 1 + u16::from(body.height >= TALL);
    Rect {
        x: body.x + margin,
        y: body.y + top.min(body.height),
        width: body.width.saturating_sub(2 * margin),
        height: body.height.saturating_sub(top),
    }
}

/// The line of the views' names.
fn names(body: Rect) -> Rect {
    let area = area(body);
    Rect {
        y: body.y,
        height: body.height.min(1),
        ..area
    }
}

impl Lab {
    /// The lab with a view open, and what is set up there; names that nobody knows lead to the knobs as the lesson has
    /// them.
    pub fn at(view: &str, at: &str, ctx: &Context) -> Self {
        let mut lab = Self {
            view: View::Knobs,
            knobs: Desk::new(),
            adversary: Arena::new(ctx),
            map: Chart::new(),
            matrix: Grid::new(),
        };
        lab.go(view, at, ctx);
        lab
    }

    /// Opens a view, and what is set up there; an empty name leaves all as it was.
    pub fn go(&mut self, view: &str, at: &str, ctx: &Context) {
        if let Some(view) = View::named(view) {
            self.view = view;
            if self.panel().at() != at {
                self.panel_mut().go(at, ctx);
            }
        }
    }

    fn panel(&self) -> &dyn Panel {
        match self.view {
            View::Knobs => &self.knobs,
            View::Adversary => &self.adversary,
            View::Map => &self.map,
            View::Matrix => &self.matrix,
        }
    }

    fn panel_mut(&mut self) -> &mut dyn Panel {
        match self.view {
            View::Knobs => &mut self.knobs,
            View::Adversary => &mut self.adversary,
            View::Map => &mut self.map,
            View::Matrix => &mut self.matrix,
        }
    }

    fn turn(&mut self, by: usize) {
        let here = View::ALL.iter().position(|view| *view == self.view);
        self.view = View::ALL[(here.unwrap_or(0) + by) % View::ALL.len()];
    }

    /// The view whose name the mouse hits.
    fn hit(mouse: Mouse, body: Rect) -> Option<View> {
        let names = names(body);
        if mouse.kind != MouseKind::Press || mouse.row != names.y {
            return None;
        }
        let mut x = names.x;
        View::ALL.into_iter().find(|view| {
            let from = x;
            x += columns(*view) + GAP;
            (from..from + columns(*view)).contains(&mouse.column)
        })
    }

    fn draw_names(&self, frame: &mut Frame<'_>, body: Rect, ctx: &Context) {
        let theme = &ctx.theme;
        let line = names(body);
        let mut spans = Vec::new();
        for view in View::ALL {
            let (sign, role) = match view == self.view {
                true => (theme.glyph(Glyph::Chosen), Role::Accent),
                false => (" ", Role::Dim),
            };
            let name = format!("{sign} {}", view.title());
            spans.push(Span::styled(name, theme.style(role)));
            spans.push(Span::raw(" ".repeat(GAP.into())));
        }
        let names = Line::from(spans);
        let used = names.width();
        frame.render_widget(names, line);
        let remark = self.panel().remark(ctx).unwrap_or_default();
        let long = width(&remark);
        if used + long <= usize::from(line.width) {
            let place = Rect {
                x: line.right() - u16::try_from(long).unwrap_or(0),
                width: u16::try_from(long).unwrap_or(0),
                ..line
            };
            frame.render_widget(Line::styled(remark, theme.style(Role::Dim)), place);
        }
    }
}

/// Between the names of two views.
const GAP: u16 = 2;

/// Columns of a view's sign and name.
fn columns(view: View) -> u16 {
    2 + u16::try_from(view.title().len()).unwrap_or(0)
}

impl Screen for Lab {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let turn = match message {
            Message::Key(key) => keymap::action(self.scope(), *key),
            _ => None,
        };
        match (turn, message) {
            (Some(Action::NextMark), _) => self.turn(1),
            (Some(Action::PreviousMark), _) => self.turn(View::ALL.len() - 1),
            (_, Message::Mouse(mouse)) => match Self::hit(*mouse, ctx.body) {
                Some(view) => self.view = view,
                None => return self.panel_mut().update(message, ctx),
            },
            _ => return self.panel_mut().update(message, ctx),
        }
        Outcome::handled()
    }

    fn view(&self, frame: &mut Frame<'_>, body: Rect, ctx: &Context) {
        self.draw_names(frame, body, ctx);
        self.panel().view(frame, area(body), ctx);
    }

    fn scope(&self) -> Scope {
        self.panel().scope()
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        Spot::Lab {
            view: self.view.id().to_owned(),
            at: self.panel().at(),
        }
    }

    fn typing(&self) -> bool {
        self.panel().typing()
    }

    fn animating(&self) -> bool {
        self.panel().animating()
    }

    fn wants(&self, ctx: &Context) -> Option<Want> {
        self.panel().wants(ctx)
    }
}
