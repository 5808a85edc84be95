//! A run beside itself with one condition changed: how one gets there, from one condition to the next, and back.

use super::{Context, Outcome, Watch, passed_over, twin::Twin};
use crate::tui::{
    keymap::{self, Action, Scope},
    message::Message,
};

impl Watch {
    /// The run beside itself with one condition changed; beyond the last such condition, alone again.
    pub(super) fn next_twin(&mut self, ctx: &Context) -> Outcome {
        let (Some(entry), Some(player)) = (self.list.chosen(), &self.player) else {
            return Outcome::ignored();
        };
        let next = match &self.twin {
            Some(twin) => (twin.number() + 1, twin.at()),
            None => (0, player.at()),
        };
        let twin = match (entry.scenario(), entry.timeline()) {
            (Some(scenario), Some(run)) => Twin::new(scenario, run, next, ctx.reduced_motion),
            _ => None,
        };
        match (twin, &mut self.player) {
            (Some(twin), Some(player)) => {
                player.stand();
                let asks = player.open() > 0;
                self.twin = Some(Box::new(twin.keeping(asks)));
                Outcome::handled()
            }
            _ if self.twin.is_some() => self.alone(),
            _ => Outcome::handled().advice("No condition tried here changes it."),
        }
    }

    /// The run alone again, where the two were left.
    fn alone(&mut self) -> Outcome {
        let (Some(twin), Some(player)) = (self.twin.take(), &mut self.player) else {
            return Outcome::handled();
        };
        passed_over(player.stand_at(twin.at(), twin.moment()))
    }

    /// What happens while two runs are looked at.
    pub(super) fn compare(&mut self, message: &Message, ctx: &Context) -> Outcome {
        let Some(twin) = &mut self.twin else {
            return Outcome::ignored();
        };
        match message {
            Message::Elapsed(time) => twin.elapse(*time),
            Message::Mouse(mouse) => twin.mouse(*mouse, ctx.body),
            Message::Key(key) => match keymap::action(Scope::Twin, *key) {
                Some(Action::Twin) => return self.next_twin(ctx),
                Some(Action::Back) => return self.alone(),
                Some(Action::Outline) => (self.twin, self.player) = (None, None),
                Some(action) => twin.act(action),
                None => return Outcome::ignored(),
            },
            _ => return Outcome::ignored(),
        }
        Outcome::handled()
    }
}
