use std::path::Path;

use jiff::SignedDuration;
use proptest::prelude::*;

use super::*;
use crate::{
    course::Pack,
    progress::{Pen, Prediction, merge},
};

/// A lesson with so many questions, `q0` and so on.
fn lesson(questions: usize) -> Lesson {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pack");
    let mut lesson = Pack::load(Path::new(pack)).unwrap().lessons.remove(0);
    let part = lesson.questions[0].clone();
    lesson.practice.clear();
    lesson.questions = (0..questions)
        .map(|index| {
            let mut part = part.clone();
            part.id = format!("q{index}");
            part
        })
        .collect();
    lesson
}

/// Noon of a day, counted from 2 March 2026.
fn noon(day: i64) -> Timestamp {
    Timestamp::from_second(1_772_452_800 + day * 86_400).unwrap()
}

fn review(lesson: &Lesson, record: &Record, now: Timestamp) -> Review {
    Review::of(lesson, record, now, &TimeZone::UTC)
}

/// A record of answers: question, day, grade, how sure.
fn record(answers: &[(&str, i64, Grade, Option<Sure>)]) -> Record {
    let mut record = Record::default();
    let mut pen = Pen::new(noon(0), 1, 0);
    for (question, day, grade, sure) in answers {
        let mut answer = Answer::new(question, noon(*day), *grade);
        answer.sure = *sure;
        record.add_answer(&mut pen, answer);
    }
    record
}

use Grade::{Knew, Missed, Partly};
use Sure::{Certain, Guess};

#[test]
fn the_better_it_was_known_the_later_it_comes_again() {
    let lesson = lesson(1);
    let days = |grade, sure| {
        let record = record(&[("q0", 0, grade, sure)]);
        let due = review(&lesson, &record, noon(0)).next.unwrap();
        between(day(noon(0), &TimeZone::UTC), due)
    };
    let table = [
        (Missed, Some(Certain), 1),
        (Missed, None, 1),
        (Partly, None, 1),
        (Knew, None, 2),
        (Knew, Some(Guess), 2),
        (Knew, Some(Certain), 8),
    ];
    for (grade, sure, wanted) in table {
        assert_eq!(days(grade, sure), wanted, "{grade:?} {sure:?}");
    }
}

#[test]
fn what_is_known_again_and_again_stays_away_longer_and_longer() {
    let lesson = lesson(1);
    let mut answers = vec![("q0", 0, Knew, None)];
    let mut gaps = Vec::new();
    for _ in 0..8 {
        let (_, last, ..) = *answers.last().unwrap();
        let next = review(&lesson, &record(&answers), noon(last)).next.unwrap();
        let gap = between(day(noon(last), &TimeZone::UTC), next);
        gaps.push(gap);
        answers.push(("q0", last + i64::from(gap), Knew, None));
    }
    assert!(gaps.windows(2).all(|pair| pair[0] <= pair[1]), "{gaps:?}");
    assert_eq!(gaps.last(), Some(&memory::LONGEST));
    // However well it was known, what is missed comes again the next day.
    let (_, last, ..) = *answers.last().unwrap();
    answers.push(("q0", last + 300, Missed, None));
    let missed = review(&lesson, &record(&answers), noon(last + 301));
    assert_eq!(missed.due, ["q0"]);
}

#[test]
fn wrong_and_certain_comes_first_then_the_longest_due_then_the_most_faded() {
    let lesson = lesson(6);
    let record = record(&[
        ("q0", 0, Knew, None),
        ("q1", 1, Missed, None),
        ("q2", 3, Missed, Some(Certain)),
        ("q3", 0, Missed, Some(Guess)),
        ("q4", 0, Partly, None),
    ]);
    let review = review(&lesson, &record, noon(4));
    assert_eq!(review.due, ["q2", "q3", "q4", "q1", "q0"]);
    assert_eq!(review.new, ["q5"]);
    assert_eq!(review.queue().last(), Some("q5"));
}

#[test]
fn a_day_has_its_share() {
    let lesson = lesson(60);
    let ids: Vec<String> = (0..40).map(|index| format!("q{index}")).collect();
    let missed = |day| move |id| (id, day, Missed, None);
    let first: Vec<_> = ids.iter().map(String::as_str).map(missed(0)).collect();
    let day_one = review(&lesson, &record(&first), noon(1));
    assert_eq!((day_one.due.len(), day_one.waiting), (20, 20));
    assert_eq!((day_one.new.len(), day_one.unanswered), (10, 20));
    assert_eq!(day_one.forecast[0], 40);

    let begun = [("q40", 1, Knew, None), ("q41", 1, Missed, None)];
    let mut second = first.clone();
    second.extend(ids.iter().take(5).map(String::as_str).map(missed(1)));
    second.extend(begun);
    let later = review(&lesson, &record(&second), noon(1));
    assert_eq!((later.due.len(), later.waiting), (15, 20));
    assert_eq!((later.new.len(), later.unanswered), (8, 18));
}

#[test]
fn an_answer_that_is_taken_back_was_never_given() {
    let lesson = lesson(2);
    let mut record = record(&[("q0", 0, Knew, None)]);
    let before = review(&lesson, &record, noon(3));
    let mut pen = Pen::new(noon(3), 1, 7);
    let id = record.add_answer(&mut pen, Answer::new("q0", noon(3), Missed));
    assert_ne!(review(&lesson, &record, noon(3)), before);
    record.withdraw_answer(&id);
    assert_eq!(review(&lesson, &record, noon(3)), before);
}

#[test]
fn an_answer_from_the_future_neither_hides_a_question_nor_holds_it() {
    let lesson = lesson(1);
    let century = 74 * 365;
    let mut answers = vec![("q0", century, Knew, Some(Certain))];
    assert_eq!(review(&lesson, &record(&answers), noon(0)).due, ["q0"]);
    answers.push(("q0", 0, Knew, None));
    let after = review(&lesson, &record(&answers), noon(0));
    assert_eq!(after.due, [""; 0]);
    assert!(after.next.is_some_and(|next| next > after.today));
    // The clock of another machine is a little ahead: that answer counts as one of today.
    let ahead = review(&lesson, &record(&[("q0", 1, Knew, None)]), noon(0));
    assert_eq!((ahead.due.len(), ahead.forecast[2]), (0, 1));
}

#[test]
fn retention_counts_what_was_asked_again_on_a_later_day() {
    let lesson = lesson(3);
    let answers = [
        ("q0", 0, Missed, None),
        ("q0", 0, Knew, None),
        ("q0", 2, Partly, None),
        ("q0", 2, Knew, None),
        ("q1", 1, Knew, None),
        ("q1", 5, Missed, None),
        ("q2", 5, Knew, None),
    ];
    let record = record(&answers);
    assert_eq!(review(&lesson, &record, noon(5)).retention, (1, 2));
    assert_eq!(review(&lesson, &record, noon(31)).retention, (1, 2));
    assert_eq!(review(&lesson, &record, noon(32)).retention, (0, 1));
    assert_eq!(review(&lesson, &record, noon(90)).retention, (0, 0));
}

#[test]
fn the_calendar_counts_answers_and_predictions() {
    let lesson = lesson(1);
    let mut record = record(&[("q0", 0, Missed, None), ("elsewhere", 0, Knew, None)]);
    let mut pen = Pen::new(noon(0), 2, 0);
    let prediction = Prediction {
        scenario: "paused-holder".to_owned(),
        moment: "write-A-1".to_owned(),
        answer: "refused".to_owned(),
        right: true,
        sure: Certain,
        // Three in the morning belongs to the day before.
        at: noon(1) - SignedDuration::from_hours(9),
    };
    record.add_prediction(&mut pen, prediction);
    let mut invented = Answer::new("fresh-lost", noon(0), Knew);
    invented.seed = Some(34);
    record.add_answer(&mut pen, invented);
    let calendar = review(&lesson, &record, noon(4)).calendar;
    let days: Vec<_> = calendar.into_iter().collect();
    assert_eq!(days, [(day(noon(0), &TimeZone::UTC), 3)]);
}

fn any_time() -> impl Strategy<Value = Timestamp> {
    let near = (0..400_i64).prop_map(noon);
    let ends = proptest::sample::select(vec![
        Timestamp::MIN,
        Timestamp::UNIX_EPOCH,
        "2100-01-01T00:00:00Z".parse().unwrap(),
        Timestamp::MAX,
    ]);
    prop_oneof![8 => near, 1 => ends]
}

/// Whatever the clock says, there are some years after it.
fn any_now() -> impl Strategy<Value = Timestamp> {
    let last = Timestamp::from_second(200_000_000_000).unwrap();
    any_time().prop_map(move |at| at.min(last))
}

fn any_answer() -> impl Strategy<Value = Answer> {
    let grade = proptest::sample::select(vec![Missed, Partly, Knew]);
    let sure = proptest::sample::select(vec![None, Some(Guess), Some(Certain)]);
    let parts = (0..30_usize, any_time(), grade, sure, any::<bool>());
    parts.prop_map(|(question, at, grade, sure, withdrawn)| {
        let mut answer = Answer::new(&format!("q{question}"), at, grade);
        (answer.sure, answer.withdrawn) = (sure, withdrawn);
        answer
    })
}

fn any_record(writer: u32) -> impl Strategy<Value = Record> {
    proptest::collection::vec(any_answer(), 0..60).prop_map(move |answers| {
        let mut record = Record::default();
        let mut pen = Pen::new(noon(0), writer, 0);
        for answer in answers {
            record.add_answer(&mut pen, answer);
        }
        record
    })
}

fn any_zone() -> impl Strategy<Value = TimeZone> {
    let zones = [
        "CET-1CEST,M3.5.0,M10.5.0/3",
        "EST5EDT,M3.2.0,M11.1.0",
        "<+14>-14",
    ];
    proptest::sample::select(zones.map(|zone| TimeZone::posix(zone).unwrap()).to_vec())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]

    #[test]
    fn two_machines_that_unite_have_one_schedule(
        a in any_record(1), b in any_record(2), now in any_time(), zone in any_zone(),
    ) {
        let lesson = lesson(25);
        let at = |record: &Record| Review::of(&lesson, record, now, &zone);
        let (ab, ba) = (merge(&a, &b), merge(&b, &a));
        prop_assert_eq!(at(&ab), at(&ba));
        prop_assert_eq!(at(&merge(&ab, &a)), at(&ab));
    }

    #[test]
    fn whatever_the_clocks_say_what_is_answered_is_done_and_comes_again(
        record in any_record(1), now in any_now(), zone in any_zone(),
    ) {
        let lesson = lesson(25);
        let mut record = record;
        let mut pen = Pen::new(now, 9, 0);
        // Every question that is asked today is answered today, and today ends.
        for _ in 0..=REVIEWS_A_DAY + NEW_A_DAY {
            let review = Review::of(&lesson, &record, now, &zone);
            prop_assert!(review.due.len() <= REVIEWS_A_DAY && review.new.len() <= NEW_A_DAY);
            let next = review.queue().next().map(str::to_owned);
            let Some(id) = next else { break };
            record.add_answer(&mut pen, Answer::new(&id, now, Missed));
            let after = Review::of(&lesson, &record, now, &zone);
            prop_assert!(after.queue().all(|other| other != id));
        }
        let done = Review::of(&lesson, &record, now, &zone);
        prop_assert_eq!(done.queue().next(), None);
        // No interval is for ever,
        record.answers.retain(|_, answer| answer.at <= now);
        if let Ok(later) = now.checked_add(SignedDuration::from_hours(24 * 367)) {
            let review = Review::of(&lesson, &record, later, &zone);
            prop_assert_eq!(review.forecast[0] + review.unanswered, 25);
        }
        // and none is negative.
        if let Some(next) = done.next {
            prop_assert!(next > done.today);
        }
    }
}
