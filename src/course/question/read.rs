//! A question from its file.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;

use super::{Ask, Choice, Condition, KINDS, Pair, Question};
use crate::course::block::Scope;
use crate::course::problem::Reader;
use crate::course::raw::{RawOption, RawPair, RawQuestion, Text};
use crate::course::{Inline, InlineStyle, Rich, sql};
use crate::text::clean_line;

/// So many things can be chosen from by a number key.
const MOST: usize = 9;

impl Question {
    pub(in crate::course) fn read(
        reader: &mut Reader<'_>,
        id: &str,
        scope: &mut Scope,
    ) -> Option<Self> {
        let raw: RawQuestion = reader.toml()?;
        let kind = raw.kind.get_ref().as_str();
        if !reader.keys_of(&KINDS, &raw.kind, &raw.present()) {
            return None;
        }
        let ask = match kind {
            "recall" => Ask::Recall {
                points: reader.points_of(&raw),
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
            "match" => reader.matching(raw.pairs.as_ref()?, &raw.others, scope),
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
    /// What a full answer says.
    fn points_of(&mut self, raw: &RawQuestion) -> Vec<Rich> {
        if let Some(first) = raw.points.first() {
            self.few(first.span(), raw.points.len());
        }
        raw.points.iter().map(|text| self.rich(text)).collect()
    }

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
        self.two_to_nine(raw);
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

    fn matching(&mut self, raw: &Spanned<Vec<RawPair>>, others: &[Text], scope: &Scope) -> Ask {
        let pairs = self.pairs(raw, scope);
        let rights: BTreeSet<&str> = pairs.iter().map(|pair| pair.right.as_str()).collect();
        if pairs.len() <= MOST {
            self.few(raw.span(), rights.len() + others.len());
        }
        let others = others.iter().map(|text| self.line(text)).collect();
        Ask::Match { pairs, others }
    }

    fn pairs(&mut self, raw: &Spanned<Vec<RawPair>>, scope: &Scope) -> Vec<Pair> {
        self.two_to_nine(raw);
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

    fn two_to_nine<T>(&mut self, list: &Spanned<Vec<T>>) {
        if list.get_ref().len() < 2 {
            let remedy = "Write at least two";
            self.report(list.span(), "There is nothing to choose here", remedy);
        }
        self.few(list.span(), list.get_ref().len());
    }

    fn few(&mut self, place: Range<usize>, count: usize) {
        if count > MOST {
            let what = format!("There are {count} things to choose from");
            let remedy = format!("Keep at most {MOST}: each has a number key");
            self.report(place, what, remedy);
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
