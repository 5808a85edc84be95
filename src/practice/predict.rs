//! Predictions: what is asked before a timeline goes on.
//!
//! A question is a timeline stopped before its decisive step. What happens is read from the run, what would have happened
//! from runs with one condition changed, and what people wrongly expect from the misconceptions of the lesson. Only
//! moments at which something is at stake are asked for, and no more than [`MOST`] of a run.
//!
//! ```text
//!  write   what becomes of a write
//!  lock    what becomes of a lock: its lease ends, its service fails, its holder dies or releases it late
//!  cell    one cell of "who knows what", for those who fill it in themselves
//! ```

mod cell;
mod lock;
#[cfg(test)]
mod tests;
mod write;

pub use cell::{Cell, cells};

use super::vary::variants;
use crate::fencing::{scenario::Scenario, timeline::Timeline};

/// So many predictions are asked for in one run at most.
pub const MOST: usize = 3;
/// So many answers a question has at most.
const ANSWERS: usize = 4;

/// A question about a run, asked before it goes on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Question {
    /// An id that stays the same when times change, such as `write-A-1`; unique in its run.
    pub id: String,
    /// The moment before which it is asked: it and all later ones are not to be seen yet.
    pub before: usize,
    /// The moment that answers it; not before that one.
    pub answered: usize,
    /// What is asked.
    pub prompt: String,
    /// The answers to choose from: two to four, one of them right.
    pub choices: Vec<Choice>,
    /// The number of the right one: what the world does.
    pub right: usize,
    /// The cell of "who knows what" that is asked for, if one is.
    pub cell: Option<Cell>,
}

/// An answer to choose.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Choice {
    /// A stable id, such as `refused`.
    pub id: String,
    /// What it says.
    pub text: String,
    /// Why it is not so, in a sentence; empty for the right one.
    pub why: String,
}

/// A question before its answers are put in order.
struct Draft {
    /// How much is at stake: more comes first.
    stake: u8,
    id: String,
    before: usize,
    answered: usize,
    prompt: String,
    /// The id of what happens.
    right: &'static str,
    /// What may be chosen, the more telling first: id, text, why not.
    options: Vec<(&'static str, String, String)>,
}

/// A run, and the scenario that it comes from.
#[derive(Clone, Copy)]
struct Story<'a> {
    scenario: &'a Scenario,
    run: &'a Timeline,
}

/// What is asked in the run of a scenario, in order of time.
pub fn questions(scenario: &Scenario, run: &Timeline) -> Vec<Question> {
    let story = Story { scenario, run };
    let others: Vec<Timeline> = variants(scenario, run)
        .into_iter()
        .map(|(_, run)| run)
        .collect();
    let mut drafts: Vec<Draft> = (1..run.moments.len())
        .filter_map(|moment| {
            write::question(story, moment, &others).or_else(|| lock::question(story, moment))
        })
        .collect();
    drafts.sort_by_key(|draft| (std::cmp::Reverse(draft.stake), draft.answered));
    let mut kept: Vec<Draft> = Vec::new();
    for draft in drafts {
        let apart = |other: &Draft| draft.answered < other.before || other.answered < draft.before;
        if kept.len() < MOST && kept.iter().all(apart) {
            kept.push(draft);
        }
    }
    kept.sort_by_key(|draft| draft.before);
    let asked = kept
        .into_iter()
        .filter_map(|draft| draft.finish(&scenario.id));
    asked.collect()
}

impl Draft {
    /// Puts the answers in an order that does not tell which is right, and is the same each time.
    fn finish(self, scenario: &str) -> Option<Question> {
        let own = self
            .options
            .iter()
            .position(|option| option.0 == self.right)?;
        let mut options = self.options;
        let right = options.remove(own);
        options.truncate(ANSWERS - 1);
        let seed = scenario.bytes().chain(self.id.bytes());
        let seed = seed.fold(7_usize, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(usize::from(byte))
        });
        let place = seed / 7 % (options.len() + 1);
        options.insert(place, (right.0, right.1, String::new()));
        (options.len() > 1).then(|| Question {
            id: self.id,
            before: self.before,
            answered: self.answered,
            prompt: self.prompt,
            choices: options
                .into_iter()
                .map(|(id, text, why)| Choice {
                    id: id.to_owned(),
                    text,
                    why,
                })
                .collect(),
            right: place,
            cell: None,
        })
    }
}

impl<'a> Story<'a> {
    fn name(self, client: u8) -> &'a str {
        let names = &self.run.clients;
        names.get(usize::from(client)).map_or("?", String::as_str)
    }

    /// Whether the lock is not the client's before a moment.
    fn stale(self, client: u8, moment: usize) -> bool {
        let known = &self.run.moments[moment.saturating_sub(1)].known;
        known.holder.is_none_or(|(holder, _)| holder != client)
    }

    /// An id for the nth moment of its kind.
    fn id(self, what: &str, client: u8, moment: usize) -> String {
        let event = self.run.moments[moment].event;
        let before = &self.run.moments[..moment];
        let nth = 1 + before.iter().filter(|other| other.event == event).count();
        format!("{what}-{}-{nth}", self.name(client))
    }
}
