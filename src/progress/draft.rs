//! An answer that is begun and not yet marked: kept, so that no way out destroys what was typed.
//!
//! A question that the world invents is asked under an id of its own, and its answer kept under that of its kind: what is
//! begun belongs to the question as it was asked.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::pen::Pen;
use super::record::{Answer, Record, later};
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

    /// Keeps an answer to the question that was `asked`, in place of what was begun for it; gives the id of the answer.
    pub fn keep_answer(&mut self, pen: &mut Pen, asked: &str, answer: Answer) -> String {
        self.set_draft(asked, "", answer.at);
        self.add_answer(pen, answer)
    }

    /// Takes back the answer of this id to the question that was `asked`; what was typed for it is begun again.
    pub fn take_answer_back(&mut self, asked: &str, id: &str, now: Timestamp) {
        self.withdraw_answer(id);
        let text = self.answers.get(id).map(|answer| answer.text.clone());
        self.set_draft(asked, &text.unwrap_or_default(), now);
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
