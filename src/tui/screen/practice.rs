//! Practice: a round of questions of every kind, each answered, then explained.
//!
//! ```text
//!  Practice                                         1 of 10    header
//!
//!  What does A do when it resumes?                             what is asked
//!  ◐ partly 28 November 2026                                   how it went before
//!
//!  ▸  1  It goes on with its write.                            what there is to choose from
//!     2  It stops, because its lease has expired.
//!
//!  How sure are you?                                           asked before anything is shown
//!  1 a guess    2 fairly sure    3 certain
//! ```
//!
//! ```text
//!  menu     what there is to practise, to begin a round with
//!  round    what is asked, kept, taken back, and what comes next
//!  answer   how keys and the mouse make an answer of each kind
//!  page     what is asked, set into lines
//!  pairs    what is to be matched, and what with
//!  explain  what is told afterwards, set into lines
//!  set      lines that are being set
//!  view     where things stand, and how they are drawn
//! ```

mod answer;
mod explain;
mod menu;
mod page;
mod pairs;
mod round;
mod set;
mod view;

use self::{menu::Menu, set::Hit, view::Places};
use super::{Context, Go, Outcome, Save, Screen};
use crate::{
    practice::{Deck, Given, How, Mark, SURE, Sheet, generate},
    progress::{Spot, Sure},
    tui::{
        editor::Editor,
        keymap::{self, Action, Scope},
        message::Message,
    },
};

/// The longest answer, in bytes.
const LONGEST: usize = 1_000_000;

/// The questions of the lesson.
#[derive(Debug)]
pub struct Practice {
    menu: Menu,
    deck: Deck,
    /// The world invents the questions of this round, and it goes on without end.
    endless: bool,
    phase: Phase,
    /// The question that is asked or explained.
    sheet: Option<Sheet>,
    given: Given,
    /// The item that the keys are at.
    at: usize,
    /// The step of an order that is taken up moves with the keys.
    taken: bool,
    /// It was said that nothing is ticked.
    warned: bool,
    /// The learner's own words.
    editor: Editor,
    /// Why what was written is no condition.
    fault: Option<String>,
    /// How sure: the choice that the keys are at; none beforehand, so that a habit is no judgement.
    sure: Option<usize>,
    mark: Option<Mark>,
    /// What was answered last, to be taken back.
    last: Option<Last>,
    /// The first line that is shown, where not all of them fit.
    top: usize,
}

/// An answer that can be taken back.
#[derive(Debug)]
struct Last {
    question: String,
    /// Its id in the record.
    answer: String,
    /// How sure the learner was.
    sure: Sure,
}

/// How far one is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Choosing what to practise.
    Menu,
    /// A question is asked.
    Asked,
    /// The learner writes.
    Writing,
    /// It is answered; how sure is the learner?
    Sure,
    /// The model answer is shown, and its points are ticked off.
    Points,
    /// Everything is explained; the run that the keys are at, if they are at one.
    Explained(Option<usize>),
    /// The round is over.
    Over,
}

impl Practice {
    /// What there is to practise, or a round that begins with this question.
    pub fn at(question: &str, ctx: &Context) -> Self {
        let mut practice = Self {
            menu: Menu::default(),
            deck: Deck::new([]),
            endless: false,
            phase: Phase::Menu,
            sheet: None,
            given: Given::One(None),
            at: 0,
            taken: false,
            warned: false,
            editor: Editor::new("", LONGEST),
            fault: None,
            sure: None,
            mark: None,
            last: None,
            top: 0,
        };
        if generate::question(&ctx.lesson, question).is_some() {
            practice.go_on(question, ctx);
        }
        practice
    }

    /// Comes back to the round as it was left, unless another question is asked for.
    pub fn go(&mut self, question: &str, ctx: &Context) {
        let here = self.sheet.as_ref().map(|sheet| sheet.question.as_str());
        if !question.is_empty() && here != Some(question) {
            *self = Self::at(question, ctx);
        } else if self.phase == Phase::Menu {
            self.menu = Menu::default();
        }
        self.fit(ctx);
    }

    fn how(&self) -> Option<How> {
        self.sheet.as_ref().map(|sheet| sheet.how)
    }

    /// Whether it is answered in the learner's own words.
    fn is_written(&self) -> bool {
        matches!(self.how(), Some(How::Recall | How::Condition))
    }

    /// How the question that is asked begins: a condition has to be written, so its field is open at once.
    fn begins(&self) -> Phase {
        match self.how() {
            Some(How::Condition) => Phase::Writing,
            _ => Phase::Asked,
        }
    }

    /// Wraps everything for the present size.
    fn fit(&mut self, ctx: &Context) {
        let editor = Places::of(ctx.body, self, ctx).editor;
        self.editor.fit(editor.width, editor.height);
        self.scroll(self.top, ctx);
    }

    fn scroll(&mut self, to: usize, ctx: &Context) -> Outcome {
        let page = Places::of(ctx.body, self, ctx).page;
        let lines = self.rows(page.width.into(), ctx).len();
        self.top = to.min(lines.saturating_sub(page.height.into()));
        Outcome::handled()
    }

    /// Scrolls so that what the keys are at is shown.
    fn show(&mut self, hit: Hit, ctx: &Context) -> Outcome {
        self.show_all(hit, hit, ctx)
    }

    /// The same for everything from one place to another: its beginning, where not all of it fits.
    fn show_all(&mut self, from: Hit, to: Hit, ctx: &Context) -> Outcome {
        let page = Places::of(ctx.body, self, ctx).page;
        let rows = self.rows(page.width.into(), ctx);
        let first = rows.iter().position(|row| row.hit == Some(from));
        let last = rows.iter().rposition(|row| row.hit == Some(to));
        if let Some((first, last)) = first.zip(last) {
            let lowest = (last + 1).saturating_sub(page.height.into());
            // What stands above the first one is shown with it, where there is room for both.
            let first = match from {
                Hit::Item(0) if from == to || lowest == 0 => 0,
                _ => first,
            };
            self.top = self.top.clamp(lowest.min(first), first);
        }
        self.scroll(self.top, ctx)
    }

    fn turn(&mut self, phase: Phase, ctx: &Context) -> Outcome {
        self.phase = phase;
        self.top = 0;
        self.fit(ctx);
        Outcome::handled()
    }

    /// To the question before or after this one, with what was typed for this one kept.
    fn pass(&mut self, ctx: &mut Context, to: fn(&mut Deck) -> bool) -> Outcome {
        self.settle(ctx);
        self.invent(ctx);
        if to(&mut self.deck) {
            self.ask(ctx);
        }
        Outcome::handled()
    }

    /// Plays a run of the explanation.
    fn play(&self, at: usize) -> Outcome {
        let runs = self.runs();
        match runs.get(at) {
            Some(run) => Outcome::handled().go(Go::Spot(Spot::Watch {
                scenario: run.scenario.clone(),
                at_ms: 0,
                nth: None,
            })),
            None => Outcome::handled().advice("Nothing is played for this question."),
        }
    }

    fn acts(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        let page = usize::from(Places::of(ctx.body, self, ctx).page.height).max(2) - 1;
        match (action, self.phase) {
            (Action::PageDown, _) => self.scroll(self.top + page, ctx),
            (Action::PageUp, _) => self.scroll(self.top.saturating_sub(page), ctx),
            (_, Phase::Menu) => self.choose_round(action, ctx),
            (Action::Outline, _) => self.leave_round(ctx),
            (Action::Restore, _) => self.take_back(ctx),
            (_, Phase::Explained(at)) => self.explains(action, at, ctx),
            (Action::Again, _) => self.again(false, ctx),
            (Action::AgainHard, _) => self.again(true, ctx),
            (Action::Down, Phase::Over) => self.scroll(self.top + 1, ctx),
            (Action::Up, Phase::Over) => self.scroll(self.top.saturating_sub(1), ctx),
            (_, Phase::Sure) => self.says_how_sure(action, ctx),
            (_, Phase::Points) => self.ticks_off(action, ctx),
            _ => self.answers(action, ctx),
        }
    }

    fn choose_round(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        match action {
            Action::Enter => match self.menu.begin(ctx) {
                Some(questions) => self.begin(&questions, ctx),
                None => self.begin_endless(ctx),
            },
            action => {
                self.menu.turn(action, ctx);
                self.show(Hit::Item(self.menu.at()), ctx)
            }
        }
    }

    fn explains(&mut self, action: Action, at: Option<usize>, ctx: &mut Context) -> Outcome {
        let last = self.runs().len().checked_sub(1);
        let to = match (action, at) {
            (Action::NextMark, None) => last.map(|_| 0),
            (Action::NextMark, Some(at)) => last.map(|last| (at + 1).min(last)),
            (Action::PreviousMark, Some(at)) => at.checked_sub(1),
            (Action::PreviousMark | Action::Back, _) => None,
            (Action::Play, at) => return self.play(at.unwrap_or(self.own_run())),
            (Action::Next, _) => return self.next(ctx),
            (Action::Enter, _) => return self.read_on(ctx),
            _ => return Outcome::ignored(),
        };
        if action == Action::NextMark && to.is_none() {
            return self.scroll(self.top + 1, ctx);
        }
        self.phase = Phase::Explained(to);
        match to {
            Some(at) => self.show(Hit::Run(at), ctx),
            None if action == Action::PreviousMark => self.scroll(0, ctx),
            None => Outcome::handled(),
        }
    }

    /// A page down; at the end, the next question.
    fn read_on(&mut self, ctx: &mut Context) -> Outcome {
        let before = self.top;
        let page = usize::from(Places::of(ctx.body, self, ctx).page.height).max(2) - 1;
        self.scroll(self.top + page, ctx);
        if self.top == before {
            return self.next(ctx);
        }
        Outcome::handled()
    }

    fn says_how_sure(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        match action {
            Action::Choose(number) => self.is_sure(number.into(), ctx),
            Action::Enter => match self.sure {
                Some(number) => self.is_sure(number, ctx),
                None => Outcome::handled().advice("Say how sure you are: 1, 2 or 3."),
            },
            Action::Next => {
                self.sure = Some(self.sure.map_or(0, |at| (at + 1).min(SURE.len() - 1)));
                Outcome::handled()
            }
            Action::Previous => {
                self.sure = Some(self.sure.map_or(SURE.len() - 1, |at| at.saturating_sub(1)));
                Outcome::handled()
            }
            Action::Back => self.turn(self.begins(), ctx),
            _ => Outcome::ignored(),
        }
    }

    /// How sure the learner is was said: now the answer is shown.
    fn is_sure(&mut self, number: usize, ctx: &mut Context) -> Outcome {
        let Some(sure) = SURE.get(number) else {
            return Outcome::handled();
        };
        self.sure = Some(number);
        match self.how() {
            Some(How::Recall) => self.turn(Phase::Points, ctx),
            _ => self.keep(*sure, ctx),
        }
    }
}

impl Screen for Practice {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        match message {
            Message::Resize { .. } => {
                self.fit(ctx);
                Outcome::handled()
            }
            Message::Key(key) if self.phase == Phase::Writing => self.writing(*key, ctx),
            Message::Key(key) => match self.action(*key) {
                Some(action) => self.acts(action, ctx),
                None if keymap::begins_words(self.scope(), *key) => {
                    self.turn(Phase::Writing, ctx);
                    self.writing(*key, ctx)
                }
                None => Outcome::ignored(),
            },
            Message::Paste(text) => self.pasted(text, ctx),
            Message::Mouse(mouse) => self.mouse(mouse, ctx),
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut ratatui::Frame<'_>, area: ratatui::layout::Rect, ctx: &Context) {
        self.draw(frame, area, ctx);
    }

    fn scope(&self) -> Scope {
        let blank = self.editor.text().is_empty();
        match (self.phase, self.how()) {
            (Phase::Menu, _) => Scope::Rounds,
            (Phase::Writing, Some(How::Condition)) => Scope::Condition,
            (Phase::Writing, _) => Scope::Answer,
            (Phase::Sure, _) => Scope::Certain,
            (Phase::Points, _) => Scope::Revealed,
            (Phase::Explained(None), _) => Scope::Explained,
            (Phase::Explained(Some(_)), _) => Scope::Option,
            (Phase::Asked, Some(How::One)) => Scope::One,
            (Phase::Asked, Some(How::Several)) => Scope::Several,
            (Phase::Asked, Some(How::Order)) if self.taken => Scope::Held,
            (Phase::Asked, Some(How::Order)) => Scope::Order,
            (Phase::Asked, Some(How::Match)) => Scope::Match,
            (Phase::Asked, Some(How::Condition)) if blank => Scope::NoCondition,
            (Phase::Asked, Some(How::Condition)) => Scope::Statement,
            (Phase::Asked, _) if blank => Scope::Blank,
            (Phase::Asked, _) => Scope::Practice,
            (Phase::Over, _) => Scope::Summary,
        }
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        let question = self.sheet.as_ref().map(|sheet| sheet.question.clone());
        Spot::Practice {
            question: question.unwrap_or_default(),
        }
    }

    fn settle(&mut self, ctx: &mut Context) {
        let open = !matches!(self.phase, Phase::Explained(_) | Phase::Over | Phase::Menu);
        if let Some(sheet) = self.sheet.as_ref().filter(|_| open && self.is_written()) {
            ctx.record
                .set_draft(&sheet.question, self.editor.text(), ctx.now);
        }
    }

    fn typing(&self) -> bool {
        self.phase == Phase::Writing
    }
}
