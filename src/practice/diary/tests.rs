use std::path::Path;

use jiff::tz::TimeZone;

use super::*;
use crate::{
    course::{Ask, Choice, Misconception, Pack, Question, Rich},
    practice::standing::{Open, Standing},
    progress::{Answer, Pen, Prediction},
};
use Grade::{Knew, Missed, Partly};
use Sure::{Certain, Fairly, Guess};
use jiff::Timestamp;

fn noon(day: i64) -> Timestamp {
    Timestamp::from_second(1_772_452_800 + day * 86_400).unwrap()
}

fn option(id: &str, right: bool, misconception: Option<&str>) -> Choice {
    Choice {
        id: id.to_owned(),
        text: Rich::default(),
        right,
        why: Rich::default(),
        scenario: None,
        misconception: misconception.map(str::to_owned),
        line: None,
    }
}

/// Three questions about `ttl`: one that offers it, one that asks in words, and a prediction; one of them on `stopped` too.
fn lesson() -> Lesson {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pack");
    let mut lesson = Pack::load(Path::new(pack)).unwrap().lessons.remove(0);
    let options = vec![
        option("fence", true, None),
        option("longer", false, Some("ttl")),
        option("nothing", false, None),
    ];
    let words = Ask::Recall { points: Vec::new() };
    let moment = Ask::Predict {
        moment: "write-A-1".to_owned(),
    };
    let asks = [
        ("choice", Ask::Choice { options }, vec!["stopped"]),
        ("words", words, vec!["ttl"]),
        ("run", moment, vec!["ttl"]),
    ];
    let part = lesson.questions[0].clone();
    let question = |(id, ask, treats): (&str, Ask, Vec<&str>)| {
        let mut part = part.clone();
        part.id = id.to_owned();
        part.set(Question {
            id: id.to_owned(),
            ask,
            misconceptions: treats.into_iter().map(str::to_owned).collect(),
            scenario: Some("paused-holder".to_owned()),
            ..Question::default()
        });
        part
    };
    lesson.questions = asks.into_iter().map(question).collect();
    let known = ["ttl", "stopped"].map(|id| Misconception {
        id: id.to_owned(),
        belief: id.to_owned(),
        truth: Rich::default(),
        scenario: None,
    });
    lesson.misconceptions.set(known.to_vec());
    lesson
}

/// A record of answers: question, hour, what was picked, grade.
fn record(answers: &[(&str, i64, &str, Grade)]) -> Record {
    let mut record = Record::default();
    let mut pen = Pen::new(noon(0), 1, 0);
    for (question, hour, picked, grade) in answers {
        let at = noon(0) + jiff::SignedDuration::from_hours(*hour);
        let mut answer = Answer::new(question, at, *grade);
        answer.picked = vec![(*picked).to_owned()];
        record.add_answer(&mut pen, answer);
    }
    record
}

/// Each misconception that was met: how often, right answers since, overcome.
fn met(record: &Record) -> Vec<(String, usize, usize, bool)> {
    let all = beliefs(&lesson(), record, &TimeZone::UTC).into_iter();
    all.map(|one| (one.id, one.met, one.rights, one.overcome))
        .collect()
}

fn told(id: &str, met: usize, rights: usize, overcome: bool) -> (String, usize, usize, bool) {
    (id.to_owned(), met, rights, overcome)
}

#[test]
fn a_wrong_choice_meets_what_it_rests_on_and_a_miss_what_the_question_is_about() {
    let one = |question, picked, grade| met(&record(&[(question, 0, picked, grade)]));
    assert_eq!(one("choice", "longer", Missed), [told("ttl", 1, 0, false)]);
    assert_eq!(
        one("choice", "nothing", Missed),
        [told("stopped", 1, 0, false)]
    );
    assert_eq!(one("words", "", Missed), [told("ttl", 1, 0, false)]);
    assert_eq!(one("words", "", Partly), []);
    assert_eq!(one("choice", "fence", Knew), []);
}

#[test]
fn two_right_answers_in_a_row_overcome_it_on_two_days_or_to_two_questions() {
    let wrong = ("choice", 0, "longer", Missed);
    let after = |more: &[(&'static str, i64, &'static str, Grade)]| {
        let mut answers = vec![wrong];
        answers.extend(more);
        met(&record(&answers))
    };
    let right = |question, hour| (question, hour, "fence", Knew);
    assert_eq!(after(&[right("choice", 1)]), [told("ttl", 1, 1, false)]);
    // The same question twice on one day is one memory.
    let same = after(&[right("choice", 1), right("choice", 2)]);
    assert_eq!(same, [told("ttl", 1, 2, false)]);
    let days = after(&[right("choice", 1), right("choice", 25)]);
    assert_eq!(days, [told("ttl", 1, 2, true)]);
    let questions = after(&[right("choice", 1), right("words", 2)]);
    assert_eq!(questions, [told("ttl", 1, 2, true)]);
    let broken = after(&[
        right("choice", 1),
        ("words", 2, "", Partly),
        right("words", 3),
    ]);
    assert_eq!(broken, [told("ttl", 1, 1, false)]);
    let again = after(&[
        right("choice", 1),
        right("words", 2),
        ("words", 3, "", Missed),
    ]);
    assert_eq!(again, [told("ttl", 2, 0, false)]);
}

#[test]
fn a_prediction_counts_where_a_question_asks_about_the_same_moment() {
    let mut record = record(&[("choice", 0, "longer", Missed), ("words", 1, "", Knew)]);
    let mut pen = Pen::new(noon(0), 2, 0);
    let mut predict = |moment: &str, right, day| {
        record.add_prediction(
            &mut pen,
            Prediction {
                scenario: "paused-holder".to_owned(),
                moment: moment.to_owned(),
                answer: "refused".to_owned(),
                right,
                sure: Certain,
                at: noon(day),
            },
        );
        met(&record)
    };
    assert_eq!(predict("write-B-1", false, 1), [told("ttl", 1, 1, false)]);
    assert_eq!(predict("write-A-1", true, 1), [told("ttl", 1, 2, true)]);
    assert_eq!(predict("write-A-1", false, 2), [told("ttl", 2, 0, false)]);
}

#[test]
fn calibration_counts_answers_that_say_how_sure_and_predictions() {
    let mut record = Record::default();
    let mut pen = Pen::new(noon(0), 1, 0);
    let empty = Calibration::of(&lesson(), &record);
    assert!(empty.is_empty());
    assert!(empty.sentence().starts_with("Answers and predictions ask"));
    let answers = [
        ("choice", Missed, Some(Certain), false),
        ("choice", Knew, Some(Certain), false),
        ("choice", Knew, Some(Certain), true),
        ("words", Partly, Some(Guess), false),
        ("words", Knew, None, false),
        ("elsewhere", Knew, Some(Certain), false),
    ];
    for (question, grade, sure, withdrawn) in answers {
        let mut answer = Answer::new(question, noon(0), grade);
        (answer.sure, answer.withdrawn) = (sure, withdrawn);
        record.add_answer(&mut pen, answer);
    }
    for (scenario, right, sure) in [
        ("paused-holder", true, Fairly),
        ("short-pause", false, Certain),
        ("of-my-own", true, Certain),
    ] {
        let prediction = Prediction {
            scenario: scenario.to_owned(),
            moment: "write-A-1".to_owned(),
            answer: "refused".to_owned(),
            right,
            sure,
            at: noon(0),
        };
        record.add_prediction(&mut pen, prediction);
    }
    let calibration = Calibration::of(&lesson(), &record);
    let wanted = [
        ("certain", [1, 0, 2]),
        ("fairly sure", [1, 0, 0]),
        ("a guess", [0, 1, 0]),
    ];
    assert_eq!(calibration.rows(), wanted);
    assert_eq!(
        calibration.sentence(),
        "Of 3 answers and predictions that you were certain of, 1 was right. What was certain and wrong comes first in practice."
    );
}

#[test]
fn only_the_first_prediction_of_a_moment_counts_whatever_came_in_first() {
    let said = |moment: &str, right, hour| Prediction {
        scenario: "paused-holder".to_owned(),
        moment: moment.to_owned(),
        answer: "refused".to_owned(),
        right,
        sure: Certain,
        at: noon(0) + jiff::SignedDuration::from_hours(hour),
    };
    let first = said("write-A-1", false, 0);
    let replayed = said("write-A-1", true, 1);
    let other = said("write-B-1", true, 2);
    for order in [[&first, &replayed, &other], [&other, &replayed, &first]] {
        let mut record = Record::default();
        let mut pen = Pen::new(noon(0), 1, 0);
        for one in order {
            record.add_prediction(&mut pen, one.clone());
        }
        let certain = Calibration::of(&lesson(), &record).rows()[0];
        assert_eq!(certain, ("certain", [1, 0, 1]));
        assert_eq!(record.predictions.len(), 3, "all of them stay");
    }
}

#[test]
fn what_is_open_is_told_in_a_sentence() {
    let lesson = lesson();
    let mut record = record(&[("choice", 0, "longer", Missed)]);
    for section in &lesson.sections[1..] {
        record.mark_read(&lesson.id, &section.id);
    }
    let open = Open::of(&lesson, &record, &TimeZone::UTC);
    assert_eq!(open.sections, ["overview"]);
    assert_eq!(open.questions, ["words", "run"]);
    assert_eq!(open.beliefs, ["ttl"]);
    assert_eq!(
        open.told().unwrap(),
        "1 part to read, 2 questions to answer and 1 misconception to overcome"
    );
    assert_eq!(
        open.on_completion(),
        "Marked complete. Still open: 1 part, 2 questions, 1 misconception."
    );
    let none = Open::default();
    assert_eq!(none.told(), None);
    assert!(none.on_completion().contains("Nothing is open"));
}

/// Question, hour, what was picked, grade.
type Given = (&'static str, i64, &'static str, Grade);

#[test]
fn where_one_stands_is_told_in_the_words_of_the_day() {
    let lesson = lesson();
    let table: [(&[Given], i64, &str); 4] = [
        (&[], 0, "Nothing is due today; 3 new ones can be begun."),
        (
            &[("choice", 0, "", Knew), ("words", 0, "", Missed)],
            1,
            "1 question is due today, and 1 new one can be begun.",
        ),
        (
            &[
                ("choice", 0, "", Knew),
                ("words", 0, "", Knew),
                ("run", 0, "", Knew),
            ],
            1,
            "Nothing is due today. The next one comes on 4 March 2026 at 4:00.",
        ),
        (
            &[
                ("choice", 0, "", Knew),
                ("words", 0, "", Knew),
                ("run", 0, "", Missed),
            ],
            2,
            "3 questions are due today.",
        ),
    ];
    for (answers, day, wanted) in table {
        let standing = Standing::of(&lesson, &record(answers), noon(day), &TimeZone::UTC);
        assert_eq!(standing.review.sentence(), wanted);
        assert_eq!(standing.complete, None);
    }
}

#[test]
fn an_invented_question_shows_misconceptions_and_how_sure_one_was() {
    let pack = Pack::embedded().unwrap();
    let lesson = &pack.lessons[0];
    let mut record = Record::default();
    let mut pen = Pen::new(noon(0), 1, 0);
    let belief = "lock-service-enforces";
    let shows = |seed: &u32| {
        let fresh = crate::practice::generate::invent(*seed).unwrap();
        fresh.question.treats().any(|id| id == belief)
    };
    let seeds: Vec<u32> = (0..).filter(shows).take(3).collect();
    let mut answer = |day, seed, picked: &str, grade| {
        let id = format!("fresh-2-{seed}");
        let (kept_as, seed) = crate::practice::generate::kept_as(&id);
        let answer = Answer {
            picked: vec![picked.to_owned()],
            sure: Some(Certain),
            seed,
            ..Answer::new(&kept_as, noon(day), grade)
        };
        record.add_answer(&mut pen, answer);
        beliefs(lesson, &record, &TimeZone::UTC)
    };
    let met = answer(0, seeds[0], belief, Missed);
    assert_eq!((met.len(), met[0].id.as_str(), met[0].met), (1, belief, 1));
    assert!(!answer(1, seeds[1], "what-the-world-does", Knew)[0].overcome);
    assert!(answer(2, seeds[2], "what-the-world-does", Knew)[0].overcome);
    assert_eq!(Calibration::of(lesson, &record).all(Certain), 3);
}
