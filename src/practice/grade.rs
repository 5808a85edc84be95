//! How well an answer went, in words.

use crate::progress::Grade;

/// Every grade, the worst first: the order of the number keys.
pub const GRADES: [Grade; 3] = [Grade::Missed, Grade::Partly, Grade::Knew];

/// A grade in a word, for those who choose one.
pub fn grade_word(grade: Grade) -> &'static str {
    match grade {
        Grade::Missed => "missed",
        Grade::Partly => "partly",
        Grade::Knew => "knew it",
    }
}

/// A grade as it is told afterwards.
pub fn grade_name(grade: Grade) -> &'static str {
    match grade {
        Grade::Missed => "not known",
        Grade::Partly => "partly known",
        Grade::Knew => "known",
    }
}
