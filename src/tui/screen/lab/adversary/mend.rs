//! The last level: choose what storage checks, and let the explorer try to break that.

use crate::{
    fencing::{
        adversary::{Trial, Tried, Verdict},
        storage::Check,
    },
    tui::keymap::Action,
};

/// The check that is chosen, and what the explorer said of it.
#[derive(Debug, Default)]
pub(super) struct Mend {
    pub(super) trial: Trial,
    /// Which of the two is being chosen: 0 the check, 1 the reads.
    pub(super) chosen: usize,
    pub(super) tried: Option<Tried>,
    pub(super) hinted: bool,
}

impl Mend {
    pub(super) fn solved(&self) -> bool {
        let tried = self.tried.as_ref();
        tried.is_some_and(|tried| tried.verdict == Verdict::Mended)
    }

    /// The name of the run that breaks it, once the explorer has found one.
    pub(super) fn broken_by(&self) -> Option<String> {
        let run = self.tried.as_ref()?.run.as_ref()?;
        Some(run.scenario.clone())
    }

    /// Does what a key means; says whether it means anything.
    pub(super) fn act(&mut self, action: Action) -> bool {
        match action {
            Action::Up => self.chosen = 0,
            Action::Down => self.chosen = 1,
            Action::Next => self.turn(1),
            Action::Previous => self.turn(-1),
            Action::Enter => self.tried = Some(self.trial.attack()),
            Action::Hint => self.hinted = true,
            Action::Restart => *self = Self::default(),
            _ => return false,
        }
        true
    }

    fn turn(&mut self, by: isize) {
        if self.chosen == 0 {
            let next = (self.trial.check as usize).saturating_add_signed(by);
            self.trial.check = Check::NAMES[next.min(Check::NAMES.len() - 1)].1;
        } else {
            self.trial.fence_on_read = by > 0;
        }
        self.tried = None;
    }

    pub(super) fn at(&self) -> String {
        self.trial.code()
    }

    pub(super) fn go(&mut self, at: &str) {
        if let Some(trial) = Trial::from_code(at) {
            self.trial = trial;
            self.tried = None;
        }
    }
}
