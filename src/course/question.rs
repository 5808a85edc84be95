//! Practice questions: their kinds, and each from its file.

use toml::Spanned;

use super::block::Scope;
use super::problem::Reader;
use super::raw::{RawOption, RawPair, RawQuestion, Text};
use super::{Inline, InlineStyle, Rich, sql};
use crate::text::clean_line;

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

    pub(super) fn read(reader: &mut Reader<'_>, id: &str, scope: &mut Scope) -> Option<Self> {
        let raw: RawQuestion = reader.toml()?;
        let kind = raw.kind.get_ref().as_str();
        if !reader.keys_of(&KINDS, &raw.kind, &raw.present()) {
            return None;
        }
        let ask = match kind {
            "recall" => Ask::Recall {
                points: raw.points.iter().map(|text| reader.rich(text)).collect(),
            },
            "choice" => Ask::Choice {
                options: reader.one_right(raw.options.as_ref()?, 0, scope),
            },
            "several" => Ask::Several {
                options: reader.options(raw.options.as_ref()?, 0, scope),
            },
            "order" => Ask::Order {
                steps: reader.options(raw.steps.as_ref()?, 0, scope),
            },
            "match" => Ask::Match {
                pairs: reader.pairs(raw.pairs.as_ref()?, scope),
                others: raw.others.iter().map(|text| reader.line(text)).collect(),
            },
            "condition" => Ask::Condition(reader.condition(&raw, scope)?),
            "predict" => Ask::Predict {
                moment: raw.moment.as_ref()?.get_ref().clone(),
            },
            _ => {
                let code = reader.code(raw.code.as_ref()?);
                Ask::Flaw {
                    language: reader.line(raw.language.as_ref()?),
                    options: reader.one_right(raw.options.as_ref()?, code.lines().count(), scope),
                    code,
                }
            }
        };
        let misconceptions = raw.misconceptions.iter();
        Some(Self {
            id: id.to_owned(),
            section: reader.known(&raw.section, "section", &scope.sections),
            prompt: reader.rich(&raw.prompt),
            ask,
            answer: raw
                .answer
                .as_ref()
                .map(|text| reader.rich(text))
                .unwrap_or_default(),
            misconceptions: misconceptions
                .map(|id| reader.known(id, "misconception", &scope.misconceptions))
                .collect(),
            scenario: reader.scenario(raw.scenario.as_ref(), scope),
        })
    }
}

impl Reader<'_> {
    /// Options, of which one is right.
    fn one_right(
        &mut self,
        raw: &Spanned<Vec<RawOption>>,
        lines: usize,
        scope: &Scope,
    ) -> Vec<Choice> {
        let options = self.options(raw, lines, scope);
        let right = options.iter().filter(|option| option.right).count();
        if right != 1 {
            let what = format!("{right} of these options are right");
            self.report(
                raw.span(),
                what,
                "Write right = true under exactly one of them",
            );
        }
        options
    }

    /// Options about a code of so many lines.
    fn options(
        &mut self,
        raw: &Spanned<Vec<RawOption>>,
        lines: usize,
        scope: &Scope,
    ) -> Vec<Choice> {
        self.two_or_more(raw);
        let mut taken = Scope::default();
        let mut read = Vec::new();
        for option in raw.get_ref() {
            if let Some(line) = &option.line
                && !(1..=lines).contains(line.get_ref())
            {
                let what = format!("There is no line {} in the code", line.get_ref());
                self.report(
                    line.span(),
                    what,
                    format!("Write a number from 1 to {lines}"),
                );
            }
            read.push(Choice {
                id: self.id(&option.id, &mut taken),
                text: self.rich(&option.text),
                right: option.right,
                why: self.rich(&option.why),
                scenario: self.scenario(option.scenario.as_ref(), scope),
                misconception: option
                    .misconception
                    .as_ref()
                    .map(|id| self.known(id, "misconception", &scope.misconceptions)),
                line: option.line.as_ref().map(|line| *line.get_ref()),
            });
        }
        read
    }

    fn pairs(&mut self, raw: &Spanned<Vec<RawPair>>, scope: &Scope) -> Vec<Pair> {
        self.two_or_more(raw);
        let mut taken = Scope::default();
        let mut read = Vec::new();
        for pair in raw.get_ref() {
            read.push(Pair {
                id: self.id(&pair.id, &mut taken),
                left: self.line(&pair.left),
                right: self.line(&pair.right),
                why: self.rich(&pair.why),
                scenario: self.scenario(pair.scenario.as_ref(), scope),
            });
        }
        read
    }

    fn condition(&mut self, raw: &RawQuestion, scope: &Scope) -> Option<Condition> {
        let text = raw.code.as_ref()?;
        let code = self.code(text);
        if code.matches(Condition::BLANK).count() != 1 {
            let remedy = format!(
                "Write {} once, where the condition is to stand",
                Condition::BLANK
            );
            self.report(
                text.span(),
                "This statement has no place for a condition",
                remedy,
            );
        }
        let names = |list: &[Text]| list.iter().map(|text| clean_line(text.get_ref())).collect();
        let want = raw.want.as_ref()?;
        let names = sql::Names {
            columns: names(&raw.columns),
            not_null: names(&raw.not_null),
            parameters: names(&raw.parameters),
        };
        let task = match sql::Task::new(names, want.get_ref()) {
            Ok(task) => task,
            Err(error) => {
                self.report(want.span(), error.to_string(), "Mend the condition");
                return None;
            }
        };
        let list = raw.tries.as_ref()?;
        let mut tries = self.options(list, 0, scope);
        for (choice, raw) in tries.iter_mut().zip(list.get_ref()) {
            let text = clean_line(raw.text.get_ref());
            match task.judge(&text) {
                Ok(judged) if judged.is_right() == choice.right => {}
                Ok(_) => {
                    let what = "This condition is not what its `right` says";
                    let remedy = "Mend the condition, or write or take out right = true";
                    self.report(raw.text.span(), what, remedy);
                }
                Err(error) => self.report(raw.text.span(), error.to_string(), "Mend the condition"),
            }
            choice.text = Rich::code(text);
        }
        Some(Condition { code, task, tries })
    }

    fn two_or_more<T>(&mut self, list: &Spanned<Vec<T>>) {
        if list.get_ref().len() < 2 {
            let remedy = "Write at least two";
            self.report(list.span(), "There is nothing to choose here", remedy);
        }
    }
}

impl Rich {
    /// One paragraph of code in a line.
    fn code(text: String) -> Self {
        Self {
            paragraphs: vec![vec![Inline {
                text,
                style: InlineStyle::Code,
                link: None,
            }]],
        }
    }
}
