//! Practice questions: their kinds.
//!
//! ```text
//!  read   each from its file
//! ```

mod read;

use super::{Rich, sql};

/// A practice question.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Question {
    /// Stable id; answers hold on to it.
    pub id: String,
    /// Id of the section it belongs to.
    pub section: String,
    /// What is asked.
    pub prompt: Rich,
    /// How it is answered.
    pub ask: Ask,
    /// The model answer, or what to take away; empty for a prediction, which the world answers.
    pub answer: Rich,
    /// Ids of the misconceptions that it treats beside those of its options.
    pub misconceptions: Vec<String>,
    /// Scenario that shows it, if one does.
    pub scenario: Option<String>,
}

/// How a question is answered.
#[derive(Debug, Clone, PartialEq)]
pub enum Ask {
    /// Think or write, compare with the model answer, and say how much of it was there.
    Recall {
        /// What a full answer says, to be ticked off.
        points: Vec<Rich>,
    },
    /// Choose the one that is right.
    Choice {
        /// What there is to choose from; one is right.
        options: Vec<Choice>,
    },
    /// Choose all that are right.
    Several {
        /// What there is to choose from.
        options: Vec<Choice>,
    },
    /// Put events in order.
    Order {
        /// The events in the right order.
        steps: Vec<Choice>,
    },
    /// Find what belongs to each.
    Match {
        /// What belongs together.
        pairs: Vec<Pair>,
        /// What belongs to none of them.
        others: Vec<String>,
    },
    /// Write the condition of an SQL statement.
    Condition(Condition),
    /// Say what a run does next; the world answers.
    Predict {
        /// The id of the moment in the question's scenario.
        moment: String,
    },
    /// Find what is wrong with a piece of code.
    Flaw {
        /// Lower-case name of the language.
        language: String,
        /// The code.
        code: String,
        /// What may be wrong with it; one is.
        options: Vec<Choice>,
    },
}

/// Something to choose or to put in its place, explained.
#[derive(Debug, Clone, PartialEq)]
pub struct Choice {
    /// Stable id within the question.
    pub id: String,
    /// What it says.
    pub text: Rich,
    /// Whether it is right to choose it.
    pub right: bool,
    /// Why it is right, or wrong.
    pub why: Rich,
    /// Scenario that shows it.
    pub scenario: Option<String>,
    /// Id of what somebody believes who chooses it.
    pub misconception: Option<String>,
    /// The line of the code that it is about, counted from 1.
    pub line: Option<usize>,
}

/// Two things that belong together.
#[derive(Debug, Clone, PartialEq)]
pub struct Pair {
    /// Stable id within the question.
    pub id: String,
    /// What is given.
    pub left: String,
    /// What is to be found; several may share it.
    pub right: String,
    /// Why they belong together.
    pub why: Rich,
    /// Scenario that shows it.
    pub scenario: Option<String>,
}

/// An SQL statement whose condition is to be written. It is judged by what it does, not by how it is written.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Condition {
    /// The statement, with [`Condition::BLANK`] for the condition.
    pub code: String,
    /// What the condition may speak of, and what is right.
    pub task: sql::Task,
    /// Conditions that people write, each explained.
    pub tries: Vec<Choice>,
}

impl Condition {
    /// Stands for the condition in a statement.
    pub const BLANK: &str = "____";
}

impl Default for Ask {
    fn default() -> Self {
        Self::Recall { points: Vec::new() }
    }
}

/// The kinds and the keys that each must have; then those that it may have.
const KINDS: [(&str, &[&str], &[&str]); 8] = [
    ("recall", &["answer"], &["points"]),
    ("choice", &["answer", "options"], &[]),
    ("several", &["answer", "options"], &[]),
    ("order", &["answer", "steps"], &[]),
    ("match", &["answer", "pairs"], &["others"]),
    (
        "condition",
        &["answer", "code", "columns", "parameters", "want", "tries"],
        &["not_null"],
    ),
    ("predict", &["moment", "scenario"], &[]),
    ("flaw", &["answer", "language", "code", "options"], &[]),
];

impl Ask {
    /// The names of the kinds, as a file and the check of a pack give them.
    pub const KINDS: [&str; 8] = [
        KINDS[0].0, KINDS[1].0, KINDS[2].0, KINDS[3].0, KINDS[4].0, KINDS[5].0, KINDS[6].0,
        KINDS[7].0,
    ];

    /// The name of the kind.
    pub fn kind(&self) -> &'static str {
        let at = match self {
            Self::Recall { .. } => 0,
            Self::Choice { .. } => 1,
            Self::Several { .. } => 2,
            Self::Order { .. } => 3,
            Self::Match { .. } => 4,
            Self::Condition(_) => 5,
            Self::Predict { .. } => 6,
            Self::Flaw { .. } => 7,
        };
        Self::KINDS[at]
    }

    /// What there is to choose from or to put in order, each explained; empty for other kinds.
    pub fn choices(&self) -> &[Choice] {
        match self {
            Self::Choice { options } | Self::Several { options } | Self::Flaw { options, .. } => {
                options
            }
            Self::Order { steps } => steps,
            Self::Condition(condition) => &condition.tries,
            Self::Recall { .. } | Self::Match { .. } | Self::Predict { .. } => &[],
        }
    }
}

impl Question {
    /// Every misconception that it treats: its own, then those of its options.
    pub fn treats(&self) -> impl Iterator<Item = &str> {
        let options = self.ask.choices().iter();
        let options = options.filter_map(|option| option.misconception.as_deref());
        self.misconceptions
            .iter()
            .map(String::as_str)
            .chain(options)
    }

    /// The scenarios that it refers to.
    pub fn scenarios(&self) -> impl Iterator<Item = &str> {
        let pairs = match &self.ask {
            Ask::Match { pairs, .. } => pairs.as_slice(),
            _ => &[],
        };
        let options = self.ask.choices().iter().map(|option| &option.scenario);
        let all = options.chain(pairs.iter().map(|pair| &pair.scenario));
        let own = std::iter::once(&self.scenario);
        own.chain(all).filter_map(Option::as_deref)
    }
}
