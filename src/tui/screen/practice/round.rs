//! The way through a round: what is asked, kept, taken back, and what comes after it.

use super::{Context, LONGEST, Last, Menu, Outcome, Phase, Practice, Save, Screen, menu::queue};
use crate::{
    practice::{Deck, Given, How, Sheet, generate, grade_name, queue::ROUND, review},
    progress::{Spot, Sure},
    tui::{editor::Editor, keymap},
};

impl Practice {
    /// A round from this question on; one that was answered since the learner came to it, or today, is done.
    pub(super) fn go_on(&mut self, question: &str, ctx: &Context) {
        if generate::seed_of(question).is_some() {
            self.round([question], ctx);
            self.endless = true;
            return;
        }
        let place = ctx.record.place.as_ref();
        let since = place.filter(
            |place| matches!(&place.spot, Spot::Practice { question: left } if left == question),
        );
        let last = ctx.record.last_answer(question);
        let today = |at| review::day(at, &ctx.zone) == review::day(ctx.now, &ctx.zone);
        let done = since
            .zip(last)
            .is_some_and(|(place, last)| last.at >= place.at || today(last.at));
        let next = queue(ctx).next();
        let rest = next.iter().map(String::as_str).filter(|id| *id != question);
        let first = (!done).then_some(question);
        self.round(first.into_iter().chain(rest).take(ROUND), ctx);
    }

    /// A round over these questions.
    pub(super) fn round<'q>(
        &mut self,
        questions: impl IntoIterator<Item = &'q str>,
        ctx: &Context,
    ) {
        self.deck = Deck::new(questions);
        self.endless = false;
        self.last = None;
        self.ask(ctx);
    }

    /// Asks the question that the deck stands at, with what was typed for it before.
    pub(super) fn ask(&mut self, ctx: &Context) {
        let question = self.deck.question();
        let question = question.and_then(|id| generate::question(&ctx.lesson, id));
        let question = question.as_deref();
        let draft = question.map_or("", |question| ctx.record.draft(&question.id));
        self.editor = Editor::new(draft, LONGEST);
        self.sheet = question.map(|question| {
            let earlier = ctx.record.answers_to(&question.id).len();
            Sheet::new(question, &ctx.lesson, earlier)
        });
        self.phase = match self.sheet {
            Some(_) => self.begins(),
            None => Phase::Over,
        };
        self.given = self.sheet.as_ref().map_or(Given::One(None), Given::nothing);
        self.at = 0;
        self.taken = false;
        self.fault = None;
        self.mark = None;
        self.top = 0;
        self.fit(ctx);
    }

    /// What is given is marked and kept, and everything is explained.
    pub(super) fn keep(&mut self, sure: Sure, ctx: &mut Context) -> Outcome {
        let Some(sheet) = &self.sheet else {
            return Outcome::handled();
        };
        let mark = match sheet.mark(&self.given) {
            Ok(mark) => mark,
            Err(error) => return self.no_condition(&error.to_string(), ctx),
        };
        let question = sheet.question.clone();
        let answer = mark.answer(&question, Some(sure), ctx.now);
        let answer = ctx.record.keep_answer(&mut ctx.pen, &question, answer);
        self.deck.mark(mark.grade);
        let grade = mark.grade;
        self.last = Some(Last {
            question,
            answer,
            sure,
        });
        self.mark = Some(mark);
        if self.how() != Some(How::Recall) {
            return self.turn(Phase::Explained(None), ctx).save(Save::Now);
        }
        // Its answer has been read already.
        self.next(ctx);
        let outcome = Outcome::handled().save(Save::Now);
        match self.phase {
            // The summary tells it, and its keys are to be seen.
            Phase::Over => outcome,
            _ => {
                let mut said = format!("Kept: {}.", grade_name(grade));
                // Where words are awaited, u is a letter of them; where they are written already, no key takes it back.
                if !self.typing() {
                    let key = match self.scope().awaits_words() {
                        true => keymap::shown("ctrl-u", ctx.theme.ascii()),
                        false => "u".to_owned(),
                    };
                    said.push_str(&format!(" {key} takes it back."));
                }
                outcome.notice(said)
            }
        }
    }

    pub(super) fn next(&mut self, ctx: &mut Context) -> Outcome {
        self.invent(ctx);
        self.deck.next();
        self.ask(ctx);
        Outcome::handled()
    }

    /// A round of questions that the world invents.
    pub(super) fn begin_endless(&mut self, ctx: &mut Context) -> Outcome {
        self.deck = Deck::new([]);
        self.endless = true;
        self.last = None;
        self.invent(ctx);
        self.ask(ctx);
        Outcome::handled()
    }

    /// Where a round without end stands at its last question, the world invents one more.
    pub(super) fn invent(&mut self, ctx: &mut Context) {
        let (at, of) = self.deck.place();
        if self.endless && at == of {
            let fresh = ctx.series.next().map(|fresh| fresh.question.id);
            fresh.into_iter().for_each(|id| self.deck.push(id));
        }
    }

    /// Takes the last answer back, and asks again.
    pub(super) fn take_back(&mut self, ctx: &mut Context) -> Outcome {
        let Some(last) = self.last.take() else {
            return Outcome::handled().advice("There is no answer to take back here.");
        };
        self.settle(ctx);
        ctx.record
            .take_answer_back(&last.question, &last.answer, ctx.now);
        self.deck.retake(&last.question);
        self.ask(ctx);
        let said = "Taken back: the answer does not count.";
        Outcome::handled().save(Save::Now).notice(said)
    }

    pub(super) fn begin(&mut self, questions: &[String], ctx: &Context) -> Outcome {
        if questions.is_empty() {
            return Outcome::handled().advice("There are no questions there.");
        }
        let questions = questions.iter().map(String::as_str).take(ROUND);
        self.round(questions, ctx);
        Outcome::handled()
    }

    pub(super) fn again(&mut self, hard: bool, ctx: &Context) -> Outcome {
        if !hard {
            return self.begin(&queue(ctx).next(), ctx);
        }
        let questions: Vec<String> = self.deck.hard().map(str::to_owned).collect();
        if questions.is_empty() {
            return Outcome::handled().advice("None of them was hard.");
        }
        self.begin(&questions, ctx)
    }

    /// To what there is to practise.
    pub(super) fn leave_round(&mut self, ctx: &mut Context) -> Outcome {
        self.settle(ctx);
        self.menu = Menu::default();
        self.sheet = None;
        self.turn(Phase::Menu, ctx)
    }
}
