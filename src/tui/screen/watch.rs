//! Watch: a chooser of timelines, and the player of one.

mod beside;
mod list;
mod pace;
mod player;
#[cfg(test)]
mod tests;
mod twin;

use std::rc::Rc;

use ratatui::{
    Frame,
    layout::{Position, Rect},
};

use self::{
    list::{Entry, List},
    player::{Answered, Moved, Phase, Player},
    twin::Twin,
};
use super::{Context, Outcome, Save, Screen};
use crate::{
    fencing::adversary::Trial,
    practice::predict::{self, Question},
    progress::{Prediction, Spot},
    tui::{
        keymap::{self, Action, Scope},
        message::{Message, MouseKind},
    },
};

/// The timelines of the lesson, and the one that is played.
#[derive(Debug)]
pub struct Watch {
    list: List,
    player: Option<Player>,
    /// The run beside another, while that is looked at.
    twin: Option<Box<Twin>>,
    /// Whether the player was opened from the list, so that Back leads there.
    from_list: bool,
}

impl Watch {
    /// A timeline at a time in milliseconds: at its beginning it plays, later it stands. A scenario that is not known leads
    /// to the list.
    pub fn at(scenario: &str, at_ms: u64, ctx: &Context) -> Self {
        let mut list = List::of(ctx);
        let known = list.choose(scenario);
        let listed = || player_of(list.chosen()?, ctx);
        // What the matrix found is in no list; it is known by name for as long as the program runs. What breaks a check that was
        // chosen to mend the fence is found anew.
        let found = || {
            let run = ctx.findings.matrix.story(scenario);
            let run = run.or_else(|| Trial::story(scenario))?;
            Some(Player::new(Rc::new(run), ctx.reduced_motion))
        };
        let player = if known { listed() } else { found() };
        let player = player.map(|mut player| {
            if at_ms == 0 {
                player.play();
            } else {
                player.seek(at_ms);
            }
            player
        });
        Self {
            list,
            player,
            twin: None,
            from_list: false,
        }
    }

    /// Of several moments at that time, the one of this number; see [`Timeline::nth`](crate::fencing::timeline::Timeline::nth).
    #[must_use]
    pub fn at_nth(mut self, nth: Option<u16>) -> Self {
        if let (Some(player), Some(_)) = (&mut self.player, nth) {
            let at = player.at();
            let moment = player.timeline().moment_of(at, nth);
            player.stand_at(at, moment);
        }
        self
    }

    /// Comes back to this screen, which was kept, at a place: as it was left there, or else as by [`Watch::at`], but what was
    /// shown of the same run still counts.
    #[must_use]
    pub fn back_at(mut self, spot: &Spot, ctx: &Context) -> Self {
        let Spot::Watch {
            scenario,
            at_ms,
            nth,
        } = spot
        else {
            return self;
        };
        if self.spot(ctx) == *spot && *at_ms > 0 {
            if let Some(player) = &mut self.player {
                player.stand();
            }
            return self;
        }
        let mut again = Self::at(scenario, *at_ms, ctx).at_nth(*nth);
        if let (Some(again), Some(kept)) = (&mut again.player, &self.player)
            && again.timeline().scenario == kept.timeline().scenario
        {
            again.recall(kept);
        }
        again
    }

    fn open(&mut self, ctx: &Context) {
        if let Some(mut player) = self.list.chosen().and_then(|entry| player_of(entry, ctx)) {
            player.play();
            self.player = Some(player);
            self.from_list = true;
        }
    }

    /// At the end of a timeline: on to the next one.
    fn next(&mut self, ctx: &Context) {
        if self.list.step(1) {
            let from_list = self.from_list;
            self.open(ctx);
            self.from_list = from_list;
        } else {
            self.player = None;
        }
    }

    /// A timeline of which everything was seen is marked; at the end of one that was leapt through, it is said why not.
    fn mark(&self, ctx: &mut Context, outcome: Outcome, had_ended: bool) -> Outcome {
        let ended = self.player.as_ref().filter(|player| player.ended());
        let Some(player) = ended else {
            return outcome;
        };
        // A run of one's own is none of the lesson's.
        let id = player.timeline().scenario.as_str();
        let taught = ctx.lesson.scenarios.iter().any(|source| source.id() == id);
        if !taught || ctx.record.is_watched(&ctx.lesson.id, id) {
            return outcome;
        }
        if player.watched() {
            ctx.record.mark_watched(&ctx.lesson.id, id);
            return outcome.save(Save::Now);
        }
        match had_ended || outcome.notice.is_some() {
            true => outcome,
            false => outcome.advice("Seen turn by turn and answered, it counts."),
        }
    }

    fn play(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let scope = self.scope();
        let Some(player) = &mut self.player else {
            return Outcome::ignored();
        };
        let action = match message {
            Message::Key(key) => keymap::action(scope, *key),
            _ => None,
        };
        let Some(action) = action else {
            return self.other(message, ctx);
        };
        if let Some(said) = player.answer_key(action) {
            return said_of(said);
        }
        match action {
            Action::Choose(line) => return self.answer(Some(line.into()), ctx),
            Action::Enter if player.phase() != Phase::Watching => return self.answer(None, ctx),
            Action::Twin => return self.next_twin(ctx),
            Action::Asks | Action::Fills => return self.habit(action, ctx),
            Action::Outline => return self.close(),
            Action::Enter if player.ended() => self.next(ctx),
            Action::Enter => player.toggle(),
            action => return said_of(player.act(action)),
        }
        Outcome::handled()
    }

    /// Leaves the run for the list.
    fn close(&mut self) -> Outcome {
        let left = self.player.take();
        let asked = left.is_some_and(|player| player.is_asking());
        let outcome = Outcome::handled();
        match asked {
            true => outcome.notice("Left unanswered: nothing is kept."),
            false => outcome,
        }
    }

    /// An answer by its number, or the chosen one. A prediction is kept at once.
    fn answer(&mut self, line: Option<usize>, ctx: &mut Context) -> Outcome {
        let Some(player) = &mut self.player else {
            return Outcome::ignored();
        };
        let (moment, answer, right, sure) = match player.take_answer(line) {
            Answered::Predicted(moment, answer, right, sure) => (moment, answer, right, sure),
            Answered::Unsure => {
                return Outcome::handled().advice("Say how sure you are: 1, 2 or 3.");
            }
            Answered::No | Answered::Filled => return Outcome::handled(),
        };
        let prediction = Prediction {
            scenario: player.timeline().scenario.clone(),
            moment,
            answer,
            right,
            sure,
            at: ctx.now,
        };
        ctx.record.add_prediction(&mut ctx.pen, prediction);
        Outcome::handled().save(Save::Now)
    }

    /// Changes how the learner wants to watch, and says how it is now.
    fn habit(&mut self, action: Action, ctx: &mut Context) -> Outcome {
        let habits = &mut ctx.habits;
        let said = if action == Action::Asks {
            habits.predicts = !habits.predicts;
            match habits.predicts {
                true => "You are asked before the story turns.",
                false => "You are asked no more; a asks again.",
            }
        } else {
            habits.fills = !habits.fills;
            match habits.fills {
                true => "You fill in who knows what yourself.",
                false => "Who knows what is filled in for you.",
            }
        };
        let questions = self.list.chosen().map(|entry| questions_of(entry, ctx));
        if let (Some(player), Some(questions)) = (&mut self.player, questions) {
            player.ask(questions);
        }
        Outcome::handled().notice(said)
    }

    /// What is no key of the player's own.
    fn other(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        let Some(player) = &mut self.player else {
            return Outcome::ignored();
        };
        let back = Some(Action::Back);
        match message {
            Message::Elapsed(time) => player.elapse(*time),
            Message::Mouse(mouse) => {
                let at = Position::new(mouse.column, mouse.row);
                let hit = player.answer_at(at, ctx.body, &ctx.theme);
                return match hit.filter(|_| mouse.kind == MouseKind::Press) {
                    Some(line) => self.answer(Some(line), ctx),
                    None => said_of(player.mouse(*mouse, ctx.body, &ctx.theme)),
                };
            }
            Message::Key(key)
                if self.from_list && keymap::action(Scope::Everywhere, *key) == back =>
            {
                return self.close();
            }
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }
}

/// A player of the run, at its beginning, with what is asked on the way.
fn player_of(entry: &Entry, ctx: &Context) -> Option<Player> {
    let mut player = Player::new(entry.timeline()?.clone(), ctx.reduced_motion);
    player.ask(questions_of(entry, ctx));
    Some(player)
}

/// What the learner wants to be asked in a run.
fn questions_of(entry: &Entry, ctx: &Context) -> Vec<Question> {
    match (entry.scenario(), entry.timeline()) {
        (_, Some(run)) if ctx.habits.fills => predict::cells(run),
        (Some(scenario), Some(run)) if ctx.habits.predicts => predict::questions(scenario, run),
        _ => Vec::new(),
    }
}

fn said_of(moved: Moved) -> Outcome {
    match moved {
        Moved::There => Outcome::handled(),
        Moved::PastIt => passed_over(1),
        Moved::Asked => Outcome::handled().advice("Answer first, or pass over it."),
    }
}

fn passed_over(questions: usize) -> Outcome {
    match questions {
        0 => Outcome::handled(),
        1 => Outcome::handled().notice("Passed over: nothing is kept."),
        more => Outcome::handled().notice(format!("{more} questions passed over; nothing kept.")),
    }
}

impl Screen for Watch {
    fn update(&mut self, message: &Message, ctx: &mut Context) -> Outcome {
        if self.twin.is_some() {
            return self.compare(message, ctx);
        }
        if self.player.is_some() {
            let had_ended = self.player.as_ref().is_some_and(Player::ended);
            let outcome = self.play(message, ctx);
            let next = self.list.after().map(|entry| entry.title.as_str());
            if let Some(player) = &mut self.player {
                player.stop_at_end(ctx.body, &ctx.theme, next);
            }
            return self.mark(ctx, outcome, had_ended);
        }
        let (handled, open) = self.list.update(message, ctx.body);
        if open {
            self.open(ctx);
        }
        match handled {
            true => Outcome::handled(),
            false => Outcome::ignored(),
        }
    }

    fn view(&self, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
        if let Some(twin) = &self.twin {
            return twin.view(frame, area, &ctx.theme);
        }
        match &self.player {
            Some(player) => {
                let next = self.list.after().map(|entry| entry.title.as_str());
                player.view(frame, area, ctx, next);
            }
            None => self.list.view(frame, area, ctx),
        }
    }

    fn scope(&self) -> Scope {
        if self.twin.is_some() {
            return Scope::Twin;
        }
        let Some(player) = &self.player else {
            return Scope::Timelines;
        };
        match player.phase() {
            Phase::Watching if player.ended() => Scope::Ended,
            Phase::Watching => Scope::Watch,
            Phase::Asked(_) => Scope::Predict,
            Phase::Sure(..) => Scope::HowSure,
            Phase::Told(_) => Scope::Happened,
        }
    }

    fn spot(&self, _ctx: &Context) -> Spot {
        match (&self.player, &self.twin) {
            (Some(player), Some(twin)) => {
                player::spot(player.timeline(), (twin.at(), twin.moment()))
            }
            (Some(player), None) => player.spot(),
            (None, _) => Spot::Watch {
                scenario: String::new(),
                at_ms: 0,
                nth: None,
            },
        }
    }

    fn animating(&self) -> bool {
        match &self.twin {
            Some(twin) => twin.playing(),
            None => self.player.as_ref().is_some_and(Player::playing),
        }
    }
}
