//! What can be taken back, and done again.

use std::collections::VecDeque;

/// The oldest steps go when all of them hold more than this, in bytes.
const MOST: usize = 8 << 20;

/// At byte `at`, `removed` gave way to `inserted`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Step {
    pub(super) at: usize,
    pub(super) removed: String,
    pub(super) inserted: String,
}

/// Steps that were made, and those that were taken back.
#[derive(Debug, Clone, Default)]
pub(super) struct History {
    made: VecDeque<Step>,
    undone: Vec<Step>,
    /// Bytes that `made` takes.
    held: usize,
    /// The last step was typed, and what is typed next belongs to it.
    open: bool,
}

impl History {
    /// Keeps a step. Keys typed one after the other are one step a word.
    pub(super) fn push(&mut self, step: Step, typed: bool) {
        self.undone.clear();
        match self.made.back_mut() {
            Some(last) if typed && self.open && last.goes_on_with(&step) => {
                last.inserted.push_str(&step.inserted);
                self.held += step.inserted.len();
            }
            _ => {
                self.held += step.size();
                self.made.push_back(step);
            }
        }
        self.open = typed;
        while self.held > MOST && self.made.len() > 1 {
            self.held -= self.made.pop_front().map_or(0, |step| step.size());
        }
    }

    /// The step to be taken back.
    pub(super) fn undo(&mut self) -> Option<Step> {
        let step = self.made.pop_back()?;
        self.held -= step.size();
        self.open = false;
        self.undone.push(step.clone());
        Some(step)
    }

    /// The step to be done again.
    pub(super) fn redo(&mut self) -> Option<Step> {
        let step = self.undone.pop()?;
        self.held += step.size();
        self.open = false;
        self.made.push_back(step.clone());
        Some(step)
    }
}

impl Step {
    fn size(&self) -> usize {
        size_of::<Self>() + self.removed.len() + self.inserted.len()
    }

    /// `next` was typed right behind this one, and begins no new word.
    fn goes_on_with(&self, next: &Self) -> bool {
        let blank = |text: &str| text.ends_with(char::is_whitespace);
        let begins_word = blank(&self.inserted) && !blank(&next.inserted);
        self.removed.is_empty() && self.at + self.inserted.len() == next.at && !begins_word
    }
}
