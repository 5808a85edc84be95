//! The diary: how sure the learner was and how right, and what they got wrong and have put right since.
//!
//! ```text
//!  belief   misconceptions that were met, and whether they are overcome
//! ```

mod belief;
#[cfg(test)]
mod tests;

pub use belief::{Belief, RIGHTS, beliefs};

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;

use super::{
    generate,
    grade::{SURE, sure_word},
    standing::counted,
};
use crate::{
    course::Lesson,
    progress::{Grade, Prediction, Record, Sure},
};

/// How often each grade went with each step of being sure, over answers and the first prediction of each moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Calibration {
    counts: [[usize; 3]; 3],
}

impl Calibration {
    /// What `record` says about the questions and runs of `lesson`. No question is read.
    pub fn of(lesson: &Lesson, record: &Record) -> Self {
        let questions: BTreeSet<&str> = lesson.all_questions().map(|q| q.id.as_str()).collect();
        let runs: BTreeSet<&str> = lesson.scenarios.iter().map(|run| run.id()).collect();
        let mut calibration = Self::default();
        for answer in record.counted_answers() {
            if let Some(sure) = answer.sure
                && (questions.contains(answer.question.as_str())
                    || generate::is_kept(&answer.question))
            {
                calibration.count(sure, answer.grade);
            }
        }
        for prediction in first_predictions(record) {
            if runs.contains(prediction.scenario.as_str()) {
                let grade = if prediction.right {
                    Grade::Knew
                } else {
                    Grade::Missed
                };
                calibration.count(prediction.sure, grade);
            }
        }
        calibration
    }

    /// How often both went together.
    pub fn get(&self, sure: Sure, grade: Grade) -> usize {
        self.counts[place(sure)][grade as usize]
    }

    /// How often the learner was that sure.
    pub fn all(&self, sure: Sure) -> usize {
        self.counts[place(sure)].iter().sum()
    }

    /// Whether nobody was ever asked.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// What it comes to, in a sentence or two.
    pub fn sentence(&self) -> String {
        let (all, right) = (
            self.all(Sure::Certain),
            self.get(Sure::Certain, Grade::Knew),
        );
        if self.is_empty() {
            return "Answers and predictions ask how sure you are; what comes of it stands here."
                .to_owned();
        }
        // The table counts both.
        let answers = counted(all, "answer or prediction", "answers and predictions");
        let sure = match right {
            _ if all == 0 => {
                "You have not been certain of an answer or a prediction yet.".to_owned()
            }
            right if right == all => "Whenever you were certain, you were right.".to_owned(),
            0 => format!("Of {answers} that you were certain of, none was right."),
            1 => format!("Of {answers} that you were certain of, 1 was right."),
            right => format!("Of {answers} that you were certain of, {right} were right."),
        };
        match self.get(Sure::Certain, Grade::Missed) {
            0 => sure,
            _ => format!("{sure} What was certain and wrong comes first in practice."),
        }
    }

    /// The rows of a table, the surest first: how sure, then how often right, partly right and wrong.
    pub fn rows(&self) -> [(&'static str, [usize; 3]); 3] {
        let [guess, fairly, certain] = SURE;
        let grades = [Grade::Knew, Grade::Partly, Grade::Missed];
        [certain, fairly, guess]
            .map(|sure| (sure_word(sure), grades.map(|grade| self.get(sure, grade))))
    }

    fn count(&mut self, sure: Sure, grade: Grade) {
        self.counts[place(sure)][grade as usize] += 1;
    }
}

/// What was first said of each moment of each run: whoever says it again has seen what happens there. The same in whichever
/// order records were merged.
fn first_predictions(record: &Record) -> impl Iterator<Item = &Prediction> {
    let mut firsts: BTreeMap<(&str, &str), (Timestamp, &str)> = BTreeMap::new();
    for (id, said) in &record.predictions {
        let own = (said.at, id.as_str());
        let first = firsts.entry((&said.scenario, &said.moment)).or_insert(own);
        *first = own.min(*first);
    }
    let ids = firsts.into_values().map(|(_, id)| id);
    ids.filter_map(|id| record.predictions.get(id))
}

fn place(sure: Sure) -> usize {
    sure as usize
}
