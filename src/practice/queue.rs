//! Which questions there are to practise, and which come first.

use crate::{
    course::Lesson,
    progress::{Answer, Grade, Record, Sure},
};

/// So many questions a round has at most.
pub const ROUND: usize = 10;

/// What there is to practise, by the ids of the questions, each list in the order in which they come.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Queue {
    /// What is to be asked again: first what was wrong and sure.
    pub due: Vec<String>,
    /// What was never answered, in the order of the lesson.
    pub new: Vec<String>,
    /// All of them: those due, those new, then the rest, the weakest first.
    pub all: Vec<String>,
}

impl Queue {
    /// What `lesson` has to practise for somebody with this record.
    pub fn of(lesson: &Lesson, record: &Record) -> Self {
        let mut answered = Vec::new();
        let mut new = Vec::new();
        for question in lesson.all_questions() {
            match record.last_answer(&question.id) {
                Some(last) => answered.push((weakness(last), question.id.clone())),
                None => new.push(question.id.clone()),
            }
        }
        answered.sort();
        let weak = |rank: &Rank| rank.0 < 2;
        let due = answered.iter().filter(|(rank, _)| weak(rank));
        let due: Vec<String> = due.map(|(_, id)| id.clone()).collect();
        let rest = answered.iter().filter(|(rank, _)| !weak(rank));
        let rest = rest.map(|(_, id)| id.clone());
        let all = due.iter().chain(&new).cloned().chain(rest).collect();
        Self { due, new, all }
    }

    /// What comes in a round that nobody chose: what is due, then what is new; all of it where there is neither.
    pub fn next(&self) -> Vec<String> {
        let some: Vec<String> = self.due.iter().chain(&self.new).cloned().collect();
        let some = if some.is_empty() { &self.all } else { &some };
        some.iter().take(ROUND).cloned().collect()
    }
}

/// How urgent a question is, the less the more: wrong and sure, not known in full, known; then the earliest first.
type Rank = (u8, Grade, jiff::Timestamp);

fn weakness(last: &Answer) -> Rank {
    let urgent = match (last.grade, last.sure) {
        (Grade::Missed, Some(Sure::Certain)) => 0,
        (Grade::Knew, _) => 2,
        _ => 1,
    };
    (urgent, last.grade, last.at)
}
