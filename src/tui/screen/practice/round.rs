//! The way through a round: what is asked, kept, taken back, and what comes after it.

use super::{Context, LONGEST, Last, Menu, Outcome, Phase, Practice, Save, Screen, menu::queue};
use crate::{
    practice::{Deck, Given, How, Sheet, generate, grade_name, queue::ROUND, review},
    progress::{Answer, Spot, Sure},
    tui::{editor::Editor, keymap},
};

/// The latest answer to a question that counts, with its id in the record.
fn answer_to<'r>(question: &str, ctx: &'r Context) -> Option<(&'r str, &'r Answer)> {
    let (kept, seed) = generate::kept_as(question);
    let answers = ctx.record.answers.iter();
    let counted = answers.filter(|(_, answer)| !answer.withdrawn);
    let own = counted.filter(|(_, answer)| answer.question == kept && answer.seed == seed);
    let last = own.max_by_key(|(_, answer)| answer.at);
    last.map(|(id, answer)| (id.as_str(), answer))
}

impl Practice {
    /// A round from this question on. One that was answered since the learner came to it was left while its explanation was
    /// read: that comes first then, unless the question is due again. One that was answered today is done.
    pub(super) fn go_on(&mut self, question: &str, ctx: &Context) {
        let place = ctx.record.place.as_ref();
        let since = place.filter(
            |place| matches!(&place.spot, Spot::Practice { question: left } if left == question),
        );
        let (queue, last) = (queue(ctx), answer_to(question, ctx));
        let is_due = queue.due.iter().any(|id| id == question);
        let left = since.zip(last).filter(|_| !is_due);
        let left = left.filter(|(place, (_, last))| last.at >= place.at);
        if generate::seed_of(question).is_some() {
            // What the world invents comes once.
            if last.is_some() && left.is_none() {
                return;
            }
            self.round([question], ctx);
            self.endless = true;
        } else {
            let today = |at| review::day(at, &ctx.zone) == review::day(ctx.now, &ctx.zone);
            let done = since.is_some() && last.is_some_and(|(_, last)| today(last.at));
            let next = queue.next();
            let rest = next.iter().map(String::as_str).filter(|id| *id != question);
            let first = (left.is_some() || !done).then_some(question);
            self.round(first.into_iter().chain(rest).take(ROUND), ctx);
        }
        if let Some((_, (id, answer))) = left
            && self.explain_again(id, answer, ctx).is_none()
        {
            self.deck.mark(answer.grade);
            self.deck.next();
            self.ask(ctx);
        }
    }

    /// Explains the question that the deck stands at anew, from the answer that is kept; `None` where nothing is explained
    /// afterwards, or the content has changed so that it would be marked otherwise.
    fn explain_again(&mut self, id: &str, answer: &Answer, ctx: &Context) -> Option<()> {
        let question = self.deck.question()?.to_owned();
        let asked = generate::question(&ctx.lesson, &question)?;
        let earlier = ctx.record.answers_to(&question).len().saturating_sub(1);
        let sheet = Sheet::new(&asked, &ctx.lesson, earlier);
        let given = Given::of(answer, &sheet).filter(|_| sheet.how != How::Recall)?;
        let mark = sheet.mark(&given).ok()?;
        if mark.grade != answer.grade {
            return None;
        }
        self.deck.mark(mark.grade);
        self.last = answer.sure.map(|sure| Last {
            question,
            answer: id.to_owned(),
            sure,
        });
        (self.sheet, self.given, self.mark) = (Some(sheet), given, Some(mark));
        self.turn(Phase::Explained(None), ctx);
        Some(())
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
        self.warned = false;
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
                        true => keymap::shown("ctrl-_", ctx.theme.ascii()),
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
            let set = self.menu.again(ctx);
            return self.begin(&set.unwrap_or_else(|| queue(ctx).next()), ctx);
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
