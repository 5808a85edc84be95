//! How well an answer went, in words.

use crate::progress::{Grade, Sure};

/// Every grade, the worst first: the order of the number keys.
pub const GRADES: [Grade; 3] = [Grade::Missed, Grade::Partly, Grade::Knew];

/// Every step of being sure, the least first: the order of the number keys.
pub const SURE: [Sure; 3] = [Sure::Guess, Sure::Fairly, Sure::Certain];

/// How sure somebody is, in a word or two.
pub fn sure_word(sure: Sure) -> &'static str {
    match sure {
        Sure::Guess => "a guess",
        Sure::Fairly => "fairly sure",
        Sure::Certain => "certain",
    }
}

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

/// What an answer that was marked comes to, with how sure the learner was: `Right, and you were certain.`
pub fn verdict(grade: Grade, sure: Option<Sure>) -> String {
    let came = match grade {
        Grade::Missed => "Not so",
        Grade::Partly => "Partly right",
        Grade::Knew => "Right",
    };
    match sure {
        Some(Sure::Guess) => format!("{came}, and you guessed."),
        Some(sure) => format!("{came}, and you were {}.", sure_word(sure)),
        None => format!("{came}."),
    }
}

/// What a learner is to do with a question of a kind, in a few words.
pub fn kind_name(kind: &str) -> &str {
    match kind {
        "recall" => "in your own words",
        "choice" => "one is right",
        "several" => "any number are right",
        "order" => "put in order",
        "match" => "match",
        "condition" => "write a condition",
        "predict" => "predict a run",
        "flaw" => "find the flaw",
        other => other,
    }
}
