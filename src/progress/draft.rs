//! An answer that is begun and not yet marked: kept, so that no way out destroys what was typed.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::record::{Record, later};
use crate::text::clean;

/// The beginning of an answer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Draft {
    /// When it last changed.
    pub at: Timestamp,
    /// What was typed; empty once it has become an answer, so that a merge does not bring it back.
    pub text: String,
}

impl Record {
    /// What was typed for a question and is not an answer yet.
    pub fn draft(&self, question: &str) -> &str {
        let draft = self.drafts.get(question);
        draft.map_or("", |draft| draft.text.as_str())
    }

    /// Keeps what was typed for a question so far; says whether that is anything new.
    pub fn set_draft(&mut self, question: &str, text: &str, now: Timestamp) -> bool {
        let text = clean(text);
        if self.draft(question) == text {
            return false;
        }
        let at = later(now, self.drafts.get(question).map(|draft| draft.at));
        self.drafts.insert(question.to_owned(), Draft { at, text });
        true
    }
}

impl Draft {
    /// The later one stands.
    pub(super) fn join(&mut self, other: &Self) {
        if (other.at, &other.text) > (self.at, &self.text) {
            *self = other.clone();
        }
    }
}
