//! What a learner gives for a question, and how it is marked.

use std::collections::BTreeSet;

use jiff::Timestamp;

use super::{
    generate,
    sheet::{How, Item, Sheet},
};
use crate::{
    course::{Condition, sql},
    progress::{Answer, Grade, Sure},
};

/// What a learner gives. Numbers are those of the items, in the order in which the sheet shows them.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Given {
    /// Thought or written, and what of it was there.
    Recall {
        /// What was written; empty when it was only thought.
        text: String,
        /// The points that were there.
        ticks: BTreeSet<usize>,
        /// The learner's own word, where it is not what the points say.
        grade: Option<Grade>,
    },
    /// One of them, once it is chosen.
    One(Option<usize>),
    /// Any number of them.
    Several(BTreeSet<usize>),
    /// All of them in order.
    Order(Vec<usize>),
    /// For each of them the number of its match, once there is one.
    Match(Vec<Option<usize>>),
    /// A condition.
    Condition(String),
}

/// How an answer is marked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// How well it went.
    pub grade: Grade,
    /// What was chosen, by ids: what is kept.
    pub picked: Vec<String>,
    /// What was written: what is kept.
    pub text: String,
    /// What the answer does, where that is to be told: the case that a wrong condition fails in.
    pub told: Option<String>,
    /// A remark on each item, in the order in which they are explained.
    pub remarks: Vec<Remark>,
}

/// What there is to say on an item.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Remark {
    /// Its number.
    pub item: usize,
    /// Whether it is right: to choose it, or where the learner put it.
    pub right: bool,
    /// Whether it is the learner's own choice.
    pub own: bool,
    /// The same in a few words, such as `Right, and yours.`
    pub word: String,
}

/// What has been put in place is told by these.
const PLACES: [&str; 9] = [
    "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
];

impl Given {
    /// Nothing is given yet; an order begins as it is shown.
    pub fn nothing(sheet: &Sheet) -> Self {
        match sheet.how {
            How::Recall => Self::Recall {
                text: String::new(),
                ticks: BTreeSet::new(),
                grade: None,
            },
            How::One => Self::One(None),
            How::Several => Self::Several(BTreeSet::new()),
            How::Order => Self::Order((0..sheet.items.len()).collect()),
            How::Match => Self::Match(vec![None; sheet.items.len()]),
            How::Condition => Self::Condition(String::new()),
        }
    }

    /// What was given in an answer to the question of `sheet`, laid out as it was then; `None` where the content has changed
    /// since, and with it what there is to choose from.
    pub fn of(answer: &Answer, sheet: &Sheet) -> Option<Self> {
        let item = |id: &String| sheet.items.iter().position(|item| item.id == *id);
        let picked: Option<Vec<usize>> = answer.picked.iter().map(item).collect();
        Some(match sheet.how {
            How::Recall => Self::Recall {
                text: answer.text.clone(),
                ticks: picked?.into_iter().collect(),
                grade: Some(answer.grade),
            },
            How::One => Self::One(Some(*picked?.first()?)),
            How::Several => Self::Several(picked?.into_iter().collect()),
            How::Order => Self::Order(picked.filter(|all| all.len() == sheet.items.len())?),
            How::Match => Self::Match(matched_in(answer, sheet)?),
            How::Condition => Self::Condition(answer.text.clone()),
        })
    }

    /// Whether it can be marked.
    pub fn is_whole(&self) -> bool {
        match self {
            Self::One(choice) => choice.is_some(),
            Self::Match(chosen) => chosen.iter().all(Option::is_some),
            Self::Condition(text) => !text.trim().is_empty(),
            Self::Recall { .. } | Self::Several(_) | Self::Order(_) => true,
        }
    }
}

impl Mark {
    /// The answer to `question` that is kept.
    pub fn answer(&self, question: &str, sure: Option<Sure>, at: Timestamp) -> Answer {
        let (question, seed) = generate::kept_as(question);
        Answer {
            seed,
            text: self.text.clone(),
            sure,
            picked: self.picked.clone(),
            ..Answer::new(&question, at, self.grade)
        }
    }

    fn new(grade: Grade, picked: Vec<String>, remarks: Vec<Remark>) -> Self {
        Self {
            grade,
            picked,
            text: String::new(),
            told: None,
            remarks,
        }
    }
}

impl Sheet {
    /// Marks what was given.
    ///
    /// # Errors
    /// When a condition is none: then nothing was answered yet.
    pub fn mark(&self, given: &Given) -> Result<Mark, sql::Error> {
        Ok(match given {
            Given::Recall { text, ticks, grade } => {
                let grade = grade.unwrap_or_else(|| self.ticked(ticks));
                let remarks = self.remarks(|item| match ticks.contains(&item) {
                    true => (true, true, "There.".to_owned()),
                    false => (false, false, "Left out.".to_owned()),
                });
                let mut mark = Mark::new(grade, self.ids(ticks), remarks);
                text.trim().clone_into(&mut mark.text);
                mark
            }
            Given::One(choice) => {
                let chosen: BTreeSet<usize> = choice.iter().copied().collect();
                let right = choice.and_then(|at| self.items.get(at));
                let grade = grade_if(right.is_some_and(|item| item.right));
                let remarks = self.remarks(|item| self.chosen(item, &chosen));
                Mark::new(grade, self.ids(&chosen), remarks)
            }
            Given::Several(chosen) => {
                let remarks = self.remarks(|item| self.chosen(item, chosen));
                Mark::new(self.several(chosen), self.ids(chosen), remarks)
            }
            Given::Order(order) => self.ordered(order),
            Given::Match(chosen) => self.matched(chosen),
            Given::Condition(text) => return self.condition(text),
        })
    }

    /// What the points that were there come to.
    pub fn ticked(&self, ticks: &BTreeSet<usize>) -> Grade {
        match ticks.len() {
            0 => Grade::Missed,
            count if count < self.items.len() => Grade::Partly,
            _ => Grade::Knew,
        }
    }

    /// Exactly the right ones are known; more right ones than wrong ones are a part.
    fn several(&self, chosen: &BTreeSet<usize>) -> Grade {
        let wanted: BTreeSet<usize> = (0..self.items.len())
            .filter(|at| self.items[*at].right)
            .collect();
        let hits = chosen.intersection(&wanted).count();
        match *chosen == wanted {
            true => Grade::Knew,
            false if hits > chosen.len() - hits => Grade::Partly,
            false => Grade::Missed,
        }
    }

    /// The right order is known; one that is right but for one step is a part.
    fn ordered(&self, order: &[usize]) -> Mark {
        let places: Vec<usize> = order
            .iter()
            .filter_map(|item| self.items.get(*item))
            .map(|item| item.place)
            .collect();
        let grade = match rising(&places) {
            all if all == self.items.len() => Grade::Knew,
            most if most + 1 == self.items.len() && most > 1 => Grade::Partly,
            _ => Grade::Missed,
        };
        let mut remarks = self.remarks(|item| {
            let own = order.iter().position(|one| *one == item).unwrap_or(0);
            let word = |at: usize| PLACES.get(at).copied().unwrap_or("later");
            match own == self.items[item].place {
                true => (true, true, "In its place.".to_owned()),
                false => (false, true, format!("You had it {}.", word(own))),
            }
        });
        remarks.sort_by_key(|remark| self.items[remark.item].place);
        let picked = order.iter().filter_map(|item| self.items.get(*item));
        Mark::new(grade, picked.map(|item| item.id.clone()).collect(), remarks)
    }

    /// All pairs are known; half of them or more are a part.
    fn matched(&self, chosen: &[Option<usize>]) -> Mark {
        let given = |item: usize| chosen.get(item).copied().flatten();
        let remarks = self.remarks(|item| {
            let own = given(item).and_then(|at| self.rights.get(at));
            let own = own.map_or("nothing", |right| right.text.as_str());
            match given(item) == Some(self.items[item].place) {
                true => (true, true, "Right.".to_owned()),
                false => (false, true, format!("Not so: you chose “{own}”.")),
            }
        });
        let hits = remarks.iter().filter(|remark| remark.right).count();
        let grade = match hits {
            all if all == self.items.len() => Grade::Knew,
            some if some * 2 >= self.items.len() => Grade::Partly,
            _ => Grade::Missed,
        };
        let picked = self.items.iter().enumerate().filter_map(|(at, item)| {
            let right = self.rights.get(given(at)?)?;
            Some(format!("{}={}", item.id, right.id))
        });
        Mark::new(grade, picked.collect(), remarks)
    }

    fn condition(&self, text: &str) -> Result<Mark, sql::Error> {
        let Some(condition) = &self.condition else {
            return Ok(Mark::new(Grade::Missed, Vec::new(), Vec::new()));
        };
        let judged = condition.task.judge(text)?;
        let same = self.same(condition, text);
        let remarks = self.remarks(|item| {
            let (right, own) = (self.items[item].right, same.contains(&item));
            let word = match (right, own) {
                (true, true) => "Right, and it does what yours does.",
                (false, true) => "Not so, and it does what yours does.",
                (true, false) => "Right.",
                (false, false) => "Not so.",
            };
            (right, own, word.to_owned())
        });
        let mut mark = Mark::new(grade_if(judged.is_right()), self.ids(&same), remarks);
        text.trim().clone_into(&mut mark.text);
        if let sql::Judged::Wrong(case) = judged {
            mark.told = Some(tell(&case, &condition.code));
        }
        Ok(mark)
    }

    /// The conditions that do the same as the learner's.
    fn same(&self, condition: &Condition, text: &str) -> BTreeSet<usize> {
        let names = condition.task.names();
        let same = |at: &usize| {
            let task = sql::Task::new(names.clone(), &self.items[*at].text.plain());
            let judged = task.and_then(|task| task.judge(text));
            judged.is_ok_and(|judged| judged.is_right())
        };
        (0..self.items.len()).filter(same).collect()
    }

    /// Whether an option is right, whether it was chosen, and both in words.
    fn chosen(&self, item: usize, chosen: &BTreeSet<usize>) -> (bool, bool, String) {
        let (right, own) = (self.items[item].right, chosen.contains(&item));
        let word = match (right, own) {
            (true, true) => "Right, and yours.",
            (true, false) if self.how == How::Several => "Right, and you left it out.",
            (true, false) => "Right.",
            (false, true) => "Not so, and yours.",
            (false, false) => "Not so.",
        };
        (right, own, word.to_owned())
    }

    fn remarks(&self, say: impl Fn(usize) -> (bool, bool, String)) -> Vec<Remark> {
        let remark = |item| {
            let (right, own, word) = say(item);
            Remark {
                item,
                right,
                own,
                word,
            }
        };
        (0..self.items.len()).map(remark).collect()
    }

    fn ids(&self, chosen: &BTreeSet<usize>) -> Vec<String> {
        let items = chosen.iter().filter_map(|at| self.items.get(*at));
        items.map(|item| item.id.clone()).collect()
    }
}

/// What each item of `sheet` was matched with in an answer, which keeps it as `item=right`.
fn matched_in(answer: &Answer, sheet: &Sheet) -> Option<Vec<Option<usize>>> {
    let of = |item: &Item| {
        let mut pairs = answer.picked.iter().filter_map(|pair| pair.split_once('='));
        let right = pairs.find(|(left, _)| *left == item.id)?.1;
        sheet.rights.iter().position(|one| one.id == right)
    };
    let all: Vec<_> = sheet.items.iter().map(of).collect();
    all.iter().all(Option::is_some).then_some(all)
}

fn grade_if(right: bool) -> Grade {
    match right {
        true => Grade::Knew,
        false => Grade::Missed,
    }
}

/// How many of these numbers stand in rising order at most, when the others are left out.
fn rising(numbers: &[usize]) -> usize {
    let mut best: Vec<usize> = Vec::new();
    for (at, number) in numbers.iter().enumerate() {
        let before = (0..at).filter(|before| numbers[*before] < *number);
        best.push(1 + before.map(|before| best[before]).max().unwrap_or(0));
    }
    best.into_iter().max().unwrap_or(0)
}

/// A case in which a condition does something else than is asked for, as storage would tell it.
fn tell(case: &sql::Case, code: &str) -> String {
    let value = |value: Option<i64>| value.map_or("NULL".to_owned(), |number| number.to_string());
    let values = case.values.iter();
    let values: Vec<_> = values
        .map(|(name, number)| format!("{name} = {}", value(*number)))
        .collect();
    let with = match values.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => "any row".to_owned(),
    };
    let first = code.split_whitespace().next().unwrap_or_default();
    let does = match first.to_ascii_uppercase().as_str() {
        "UPDATE" => "updates",
        "DELETE" => "deletes",
        "SELECT" => "returns",
        _ => "changes",
    };
    let (yours, asked) = match case.wanted {
        true => ("0 rows", "1"),
        false => ("1 row", "0"),
    };
    let is = if asked == "1" { "is" } else { "are" };
    format!("With {with}, yours {does} {yours}; {asked} {is} asked for.")
}
