//! Practice: think or write, see the model answer, say how well it went.
//!
//! ```text
//!  Practice                                         1 of 2     header
//!
//!  Why can two processes …?                                    the question
//!  ◐ partly 28 November                                        how it went before
//!
//!  ▌ The lease ends, and …                                     the learner's own answer
//!
//!  ◆ Because a lease ends by itself …                          the model answer, beside or below
//!
//!  1 ○ missed    2 ◐ partly    3 ● knew it                     how well it went
//! ```

mod page;
mod view;

use ratatui::layout::Position;

use self::view::Places;
use super::{Context, Go, Outcome, Save, Screen};
use crate::{
    course::Question,
    practice::{Deck, GRADES, grade_name},
    progress::{Answer, Grade, Spot},
    tui::{
        editor::{Edit, Editor},
        keymap::{Action, Scope},
        message::{Key, Message, Mouse, MouseKind},
    },
};

/// The longest answer, in bytes.
const LONGEST: usize = 1_000_000;

/// The questions of the lesson.
#[derive(Debug)]
pub struct Practice {
    deck: Deck,
    phase: Phase,
    /// The learner's own answer.
    editor: Editor,
    /// The first line that is shown, where not all of them fit.
    top: usize,
    /// Which of the grades is chosen.
    chosen: Option<usize>,
}

/// How far one is with a question.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// It is asked; the learner thinks.
    Asked,
    /// The learner writes.
    Writing,
    /// The model answer is shown.
    Revealed,
    /// The round is over.
    Over,
}

impl Practice {
    /// The round at this question; at the first one, if there is no such question.
    pub fn at(question: &str, ctx: &Context) -> Self {
        Self::round(
            Deck::going_on(
                &ctx.lesson
                    .all_questions()
                    .map(|q| q.id.as_str())
                    .collect::<Vec<_>>(),
                question,
                &ctx.record,
            ),
            ctx,
        )
    }

    fn round(deck: Deck, ctx: &Context) -> Self {
        let mut practice = Self {
            deck,
            phase: Phase::Asked,
            editor: Editor::new("", LONGEST),
            top: 0,
            chosen: None,
        };
        practice.ask(ctx);
        practice
    }

    fn question<'c>(&self, ctx: &'c Context) -> Option<&'c Question> {
        ctx.lesson.question(self.deck.question()?)
    }

    /// Asks the question that the deck stands at, with what was typed for it before.
    fn ask(&mut self, ctx: &Context) {
        let draft = self.deck.question().map(|id| ctx.record.draft(id));
        self.phase = if draft.is_some() {
            Phase::Asked
        } else {
            Phase::Over
        };
        self.editor = Editor::new(draft.unwrap_or_default(), LONGEST);
        self.top = 0;
        self.chosen = None;
        self.fit(ctx);
    }

    /// Wraps everything for the present size.
    fn fit(&mut self, ctx: &Context) {
        let editor = Places::of(ctx.body, self, ctx).editor;
        self.editor.fit(editor.width, editor.height);
        self.scroll(self.top, ctx);
    }

    fn scroll(&mut self, to: usize, ctx: &Context) -> Outcome {
        let rows = usize::from(Places::of(ctx.body, self, ctx).page.height);
        let lines = self.page(ctx).len();
        self.top = to.min(lines.saturating_sub(rows));
        Outcome::handled()
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
        if to(&mut self.deck) {
            self.ask(ctx);
        }
        Outcome::handled()
    }

    /// Keeps the answer and asks the next question.
    fn grade(&mut self, grade: Grade, ctx: &mut Context) -> Outcome {
        let Some(question) = self.deck.question().map(str::to_owned) else {
            return Outcome::handled();
        };
        let answer = Answer {
            text: self.editor.text().trim().to_owned(),
            ..Answer::new(&question, ctx.now, grade)
        };
        ctx.record.add_answer(&mut ctx.pen, answer);
        ctx.record.set_draft(&question, "", ctx.now);
        self.deck.grade(grade);
        self.ask(ctx);
        let outcome = Outcome::handled().save(Save::Now);
        match self.phase {
            // The summary tells it, and its keys are to be seen.
            Phase::Over => outcome,
            _ => outcome.notice(format!("Kept: {}.", grade_name(grade))),
        }
    }

    fn again(&mut self, hard: bool, ctx: &Context) -> Outcome {
        let deck = if hard {
            Deck::new(self.deck.hard())
        } else {
            Deck::new(ctx.lesson.all_questions().map(|q| q.id.as_str()))
        };
        if deck.question().is_none() {
            return Outcome::handled().notice("None of them was hard.");
        }
        *self = Self::round(deck, ctx);
        Outcome::handled()
    }

    fn play(&self, ctx: &Context) -> Outcome {
        let scenario = self.question(ctx).and_then(|q| q.scenario.clone());
        match scenario {
            Some(scenario) => Outcome::handled().go(Go::Spot(Spot::Watch { scenario, at_ms: 0 })),
            None => Outcome::handled().notice("Nothing is played for this question."),
        }
    }

    fn choose(&mut self, next: bool) -> Outcome {
        let last = GRADES.len() - 1;
        self.chosen = Some(match (self.chosen, next) {
            (None, true) => 0,
            (None, false) => last,
            (Some(chosen), true) => (chosen + 1).min(last),
            (Some(chosen), false) => chosen.saturating_sub(1),
        });
        Outcome::handled()
    }

    fn acts(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        let page = usize::from(Places::of(ctx.body, self, ctx).page.height);
        match (action, self.phase) {
            (Action::Write, _) => self.turn(Phase::Writing, ctx),
            (Action::Reveal, _) => self.turn(Phase::Revealed, ctx),
            (Action::Play, _) => self.play(ctx),
            (Action::Grade(grade), _) => self.grade(grade, ctx),
            (Action::Enter, _) => match self.chosen.and_then(|chosen| GRADES.get(chosen)) {
                Some(grade) => self.grade(*grade, ctx),
                None => Outcome::handled().notice("Say how well it went: 1, 2 or 3."),
            },
            (Action::Next, Phase::Revealed) => self.choose(true),
            (Action::Previous, Phase::Revealed) => self.choose(false),
            (Action::Next, _) => self.pass(ctx, Deck::forward),
            (Action::Previous, _) => self.pass(ctx, Deck::backward),
            (Action::Again, _) => self.again(false, ctx),
            (Action::AgainHard, _) => self.again(true, ctx),
            (Action::Down, _) => self.scroll(self.top + 1, ctx),
            (Action::Up, _) => self.scroll(self.top.saturating_sub(1), ctx),
            (Action::PageDown, _) => self.scroll(self.top + page, ctx),
            (Action::PageUp, _) => self.scroll(self.top.saturating_sub(page), ctx),
            _ => Outcome::ignored(),
        }
    }

    fn writing(&mut self, key: Key, ctx: &mut Context) -> Outcome {
        let edit = match self.action(key) {
            Some(Action::Back) => return self.turn(Phase::Asked, ctx),
            Some(Action::Reveal) => return self.turn(Phase::Revealed, ctx),
            Some(Action::Undo) => self.editor.undo(),
            Some(Action::Redo) => self.editor.redo(),
            _ => self.editor.key(key),
        };
        self.edited(edit, ctx)
    }

    fn edited(&mut self, edit: Edit, ctx: &Context) -> Outcome {
        if edit == Edit::Nothing {
            return Outcome::ignored();
        }
        self.fit(ctx);
        match edit {
            Edit::Nothing | Edit::Moved => Outcome::handled(),
            Edit::Changed => Outcome::handled().save(Save::Soon),
            Edit::Full => Outcome::handled()
                .save(Save::Soon)
                .notice("The answer is full: 1 MB is the most. The rest was left out."),
        }
    }

    fn mouse(&mut self, mouse: &Mouse, ctx: &mut Context) -> Outcome {
        let at = Position::new(mouse.column, mouse.row);
        let places = Places::of(ctx.body, self, ctx);
        match (mouse.kind, self.phase) {
            (MouseKind::WheelDown, Phase::Writing) => self.wheel(Editor::down, ctx),
            (MouseKind::WheelUp, Phase::Writing) => self.wheel(Editor::up, ctx),
            (MouseKind::WheelDown, _) => self.scroll(self.top + 3, ctx),
            (MouseKind::WheelUp, _) => self.scroll(self.top.saturating_sub(3), ctx),
            (MouseKind::Press, Phase::Revealed) => {
                let hit = places.grades.iter().position(|place| place.contains(at));
                match hit.and_then(|hit| GRADES.get(hit)) {
                    Some(grade) => self.grade(*grade, ctx),
                    None => Outcome::ignored(),
                }
            }
            (MouseKind::Press, Phase::Asked | Phase::Writing) if places.editor.contains(at) => {
                self.turn(Phase::Writing, ctx);
                let editor = places.editor;
                let edit = self.editor.point(at.x - editor.x, at.y - editor.y);
                self.edited(edit, ctx)
            }
            _ => Outcome::ignored(),
        }
    }

    fn wheel(&mut self, by: fn(&mut Editor, usize) -> Edit, ctx: &Context) -> Outcome {
        let edit = by(&mut self.editor, 3);
        self.edited(edit, ctx)
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
                None => Outcome::ignored(),
            },
            Message::Paste(text) if matches!(self.phase, Phase::Asked | Phase::Writing) => {
                self.phase = Phase::Writing;
                let edit = self.editor.insert(text);
                self.edited(edit, ctx)
            }
            Message::Mouse(mouse) => self.mouse(mouse, ctx),
            _ => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut ratatui::Frame<'_>, area: ratatui::layout::Rect, ctx: &Context) {
        self.draw(frame, area, ctx);
    }

    fn scope(&self) -> Scope {
        match self.phase {
            Phase::Asked => Scope::Practice,
            Phase::Writing => Scope::Answer,
            Phase::Revealed => Scope::Revealed,
            Phase::Over => Scope::Summary,
        }
    }

    fn spot(&self, ctx: &Context) -> Spot {
        // After the round comes the next one.
        let first = ctx.lesson.questions.first().map(|part| &**part);
        let question = self.question(ctx).or(first);
        question.map_or(Spot::Home, |question| Spot::Practice {
            question: question.id.clone(),
        })
    }

    fn settle(&mut self, ctx: &mut Context) {
        if let Some(question) = self.deck.question() {
            ctx.record.set_draft(question, self.editor.text(), ctx.now);
        }
    }

    fn typing(&self) -> bool {
        self.phase == Phase::Writing
    }
}
