//! Laying out and marking, over a pack with one question of each kind.

use std::{collections::BTreeSet, path::Path};

use jiff::{Timestamp, tz::TimeZone};
use proptest::prelude::*;

use super::{queue::Queue, *};
use crate::{
    course::{Ask, Lesson, Pack, Question},
    progress::{Answer, Grade, Pen, Record, Sure},
};
use Grade::{Knew, Missed, Partly};

fn lesson() -> Lesson {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    Pack::load(Path::new(pack)).unwrap().lessons.remove(0)
}

fn sheet(kind: &str) -> Sheet {
    let lesson = lesson();
    Sheet::new(lesson.question(kind).unwrap(), &lesson, 0)
}

/// The items with these ids by their numbers.
fn items(sheet: &Sheet, ids: &str) -> Vec<usize> {
    let at = |id: &str| sheet.items.iter().position(|item| item.id == id).unwrap();
    ids.split_whitespace().map(at).collect()
}

fn grade(sheet: &Sheet, given: &Given) -> Grade {
    sheet.mark(given).unwrap().grade
}

#[test]
fn one_is_right_or_not() {
    for (kind, right, wrong) in [
        ("choice", "goes-on", "stops"),
        ("flaw", "check", "acquire"),
        ("predict", "refused", "accepted"),
    ] {
        let sheet = sheet(kind);
        let one = |id| Given::One(Some(items(&sheet, id)[0]));
        let mark = sheet.mark(&one(right)).unwrap();
        assert_eq!((mark.grade, mark.picked), (Knew, vec![right.to_owned()]));
        let mark = sheet.mark(&one(wrong)).unwrap();
        assert_eq!((mark.grade, mark.picked), (Missed, vec![wrong.to_owned()]));
        let own: Vec<_> = mark.remarks.iter().filter(|remark| remark.own).collect();
        assert_eq!(own.len(), 1);
        assert_eq!(own[0].word, "Not so, and yours.");
        assert!(!Given::One(None).is_whole());
    }
}

#[test]
fn what_may_be_wrong_comes_in_the_order_of_the_lines_and_is_shuffled_within_one() {
    let lesson = lesson();
    let mut flaw = lesson.question("flaw").unwrap().clone();
    let Ask::Flaw { options, .. } = &mut flaw.ask else {
        panic!("{:?}", flaw.ask);
    };
    for (option, line) in options.iter_mut().zip([4, 4, 1]) {
        option.line = Some(line);
    }
    let shown = |earlier| {
        let sheet = Sheet::new(&flaw, &lesson, earlier);
        let lines: Vec<_> = sheet.items.iter().map(|item| item.line).collect();
        assert_eq!(lines, [Some(1), Some(4), Some(4)]);
        sheet.items[1].id.clone()
    };
    let second: BTreeSet<String> = (0..20).map(shown).collect();
    assert_eq!(second.len(), 2);
}

#[test]
fn several_are_known_when_exactly_the_right_ones_are_chosen() {
    let sheet = sheet("several");
    let table = [
        ("rises compares", Knew),
        ("rises", Partly),
        ("rises compares random", Partly),
        ("rises random", Missed),
        ("rises compares random checks", Missed),
        ("checks", Missed),
        ("", Missed),
    ];
    for (chosen, wanted) in table {
        let given = Given::Several(items(&sheet, chosen).into_iter().collect());
        assert_eq!(grade(&sheet, &given), wanted, "{chosen}");
    }
}

#[test]
fn an_order_with_one_step_out_of_place_is_a_part() {
    let sheet = sheet("order");
    let table = [
        ("grant-a pause grant-b write-b write-a", Knew),
        ("pause grant-a grant-b write-b write-a", Partly),
        ("write-a grant-a pause grant-b write-b", Partly),
        ("pause grant-a write-b grant-b write-a", Missed),
        ("write-a write-b grant-b pause grant-a", Missed),
    ];
    for (order, wanted) in table {
        let mark = sheet.mark(&Given::Order(items(&sheet, order))).unwrap();
        assert_eq!(mark.grade, wanted, "{order}");
        assert_eq!(mark.picked.join(" "), order);
    }
    let late = Given::Order(items(&sheet, "write-a grant-a pause grant-b write-b"));
    let mark = sheet.mark(&late).unwrap();
    let told: Vec<_> = mark.remarks.iter().map(|remark| &*remark.word).collect();
    assert_eq!(
        told,
        [
            "You had it second.",
            "You had it third.",
            "You had it fourth.",
            "You had it fifth.",
            "You had it first."
        ]
    );
    assert_ne!(
        Given::nothing(&sheet),
        Given::Order(items(&sheet, table[0].0))
    );
}

#[test]
fn half_of_the_pairs_are_a_part_and_two_may_share_their_match() {
    let sheet = sheet("match");
    assert_eq!(sheet.rights.len(), 4, "one is shared, one belongs to none");
    let right: Vec<usize> = sheet.items.iter().map(|item| item.place).collect();
    assert_eq!(right[2], right[3]);
    let given = |wrong: usize| {
        let chosen = right
            .iter()
            .enumerate()
            .map(|(at, right)| match at < wrong {
                true => Some((right + 1) % 4),
                false => Some(*right),
            });
        Given::Match(chosen.collect())
    };
    for (wrong, wanted) in [
        (0, Knew),
        (1, Partly),
        (2, Partly),
        (3, Missed),
        (4, Missed),
    ] {
        assert_eq!(grade(&sheet, &given(wrong)), wanted, "{wrong}");
    }
    let mark = sheet.mark(&given(0)).unwrap();
    let kept = [
        "etcd=etcd",
        "zookeeper=zookeeper",
        "redlock=redlock",
        "random=redlock",
    ];
    assert_eq!(mark.picked, kept);
    assert!(!Given::nothing(&sheet).is_whole());
}

#[test]
fn a_condition_is_judged_by_what_it_does() {
    let sheet = sheet("condition");
    let mark = |text: &str| sheet.mark(&Given::Condition(text.to_owned()));
    let right = mark("NOT fence > $2").unwrap();
    assert_eq!((right.grade, right.told), (Knew, None));
    assert_eq!(right.picked, ["at-most"]);
    let wrong = mark(" $2 > fence ").unwrap();
    assert_eq!(wrong.grade, Missed);
    assert_eq!(
        (wrong.text.as_str(), wrong.picked),
        ("$2 > fence", vec!["strict".to_owned()])
    );
    let told = "With fence = 33 and $2 = 33, yours updates 0 rows; 1 is asked for.";
    assert_eq!(wrong.told.as_deref(), Some(told));
    let loose = mark("true").unwrap();
    let told = "With fence = 33 and $2 = 32, yours updates 1 row; 0 are asked for.";
    assert_eq!(loose.told.as_deref(), Some(told));
    assert!(loose.picked.is_empty());
    assert!(
        mark("token < $2").is_err(),
        "what is no condition is no answer"
    );
}

#[test]
fn the_points_of_a_recall_come_to_a_grade_that_can_be_overruled() {
    let sheet = sheet("recall");
    let given = |ticks: &[usize], grade| Given::Recall {
        text: " mine ".to_owned(),
        ticks: ticks.iter().copied().collect(),
        grade,
    };
    assert_eq!(grade(&sheet, &given(&[], None)), Missed);
    assert_eq!(grade(&sheet, &given(&[1], None)), Partly);
    assert_eq!(grade(&sheet, &given(&[0, 1, 2], None)), Knew);
    let mark = sheet.mark(&given(&[0, 2], Some(Knew))).unwrap();
    assert_eq!((mark.grade, mark.text.as_str()), (Knew, "mine"));
    assert_eq!(mark.picked, ["point-1", "point-3"]);
}

#[test]
fn a_prediction_is_asked_and_answered_by_the_world() {
    let sheet = sheet("predict");
    assert_eq!(sheet.how, How::One);
    assert!(
        sheet.prompt.plain().contains("holding 33"),
        "{}",
        sheet.prompt.plain()
    );
    assert!(
        sheet.answer.plain().contains("33"),
        "{}",
        sheet.answer.plain()
    );
    let right: Vec<_> = sheet.items.iter().filter(|item| item.right).collect();
    assert_eq!(right.len(), 1);
    assert_eq!(right[0].id, "refused");
    assert_eq!(sheet.run.unwrap().title, "The paused holder");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    #[test]
    fn exactly_the_right_set_is_known(seed in 0..50_usize, chosen: [bool; 4]) {
        let lesson = lesson();
        let sheet = Sheet::new(lesson.question("several").unwrap(), &lesson, seed);
        let chosen: BTreeSet<usize> = (0..4).filter(|at| chosen[*at]).collect();
        let exact = (0..4).all(|at| sheet.items[at].right == chosen.contains(&at));
        prop_assert_eq!(grade(&sheet, &Given::Several(chosen)) == Knew, exact);
    }

    #[test]
    fn laying_out_only_changes_the_order(earlier in 0..200_usize) {
        let lesson = lesson();
        for question in lesson.all_questions() {
            let sheet = Sheet::new(question, &lesson, earlier);
            let again = Sheet::new(question, &lesson, 0);
            let ids = |sheet: &Sheet| -> BTreeSet<String> {
                let items = sheet.items.iter().map(|item| item.id.clone());
                items.chain(sheet.rights.iter().map(|right| right.id.clone())).collect()
            };
            prop_assert_eq!(ids(&sheet), ids(&again));
            if let Ask::Order { steps } = &question.ask {
                let shown: Vec<_> = sheet.items.iter().map(|item| &item.id).collect();
                let right: Vec<_> = steps.iter().map(|step| &step.id).collect();
                prop_assert_ne!(shown, right);
            }
        }
    }
}

#[test]
fn what_a_pack_says_of_its_questions_is_checked() {
    let pack = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/kinds");
    let mut pack = Pack::load(Path::new(pack)).unwrap();
    assert_eq!(check(&pack), []);
    let part = |pack: &Pack, id: &str| Question::clone(pack.lessons[0].question(id).unwrap());
    let mut predict = part(&pack, "predict");
    predict.ask = Ask::Predict {
        moment: "write-A-7".to_owned(),
    };
    let mut choice = part(&pack, "choice");
    let Ask::Choice { options } = &mut choice.ask else {
        panic!("another kind");
    };
    options[1].text = options[0].text.clone();
    let mut condition = part(&pack, "condition");
    let Ask::Condition(wanted) = &mut condition.ask else {
        panic!("another kind");
    };
    wanted.tries.retain(|one| !one.right);
    let mut matched = part(&pack, "match");
    matched.misconceptions.clear();
    let broken = [predict, choice, condition, matched];
    let lesson = &mut pack.lessons[0];
    for question in lesson.questions.iter_mut().chain(&mut lesson.practice) {
        if let Some(other) = broken.iter().find(|other| other.id == question.id) {
            question.set(other.clone());
        }
    }
    let told: Vec<_> = check(&pack).iter().map(ToString::to_string).collect();
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_misconception_counts_the_kinds_that_treat_it() {
    let lesson = lesson();
    let kinds: Vec<_> = check::coverage(&lesson)
        .into_iter()
        .map(|(id, kinds)| (id, kinds.len()))
        .collect();
    assert_eq!(
        kinds,
        [("expired-means-stopped", 4), ("strict-is-at-least", 2)]
    );
}

#[test]
fn a_round_takes_what_is_due_then_what_is_new_and_all_of_it_when_there_is_neither() {
    let lesson = lesson();
    let mut record = Record::default();
    let mut pen = Pen::new(Timestamp::UNIX_EPOCH, 1, 1);
    let day = |day: i64| Timestamp::from_second(1_790_000_000 + day * 86_400).unwrap();
    let mut answer = |question, grade, sure| {
        let answer = Answer {
            sure: Some(sure),
            ..Answer::new(question, day(0), grade)
        };
        record.add_answer(&mut pen, answer)
    };
    answer("recall", Missed, Sure::Guess);
    answer("match", Knew, Sure::Certain);
    let last = answer("flaw", Missed, Sure::Certain);
    let queue = |record: &Record, now| Queue::of(&lesson, record, day(now), &TimeZone::UTC);
    let later = queue(&record, 2);
    assert_eq!(later.due, ["flaw", "recall"]);
    let new = "choice several order condition predict";
    assert_eq!(later.new.join(" "), new);
    assert_eq!(later.next().join(" "), format!("flaw recall {new}"));
    assert_eq!(later.all.last().unwrap(), "match");
    record.withdraw_answer(&last);
    assert!(queue(&record, 2).new.contains(&"flaw".to_owned()));
    for question in lesson.all_questions() {
        record.add_answer(&mut pen, Answer::new(&question.id, day(2), Knew));
    }
    let done = queue(&record, 2);
    assert_eq!((done.due.len(), done.new.len()), (0, 0));
    assert_eq!(
        done.next().len(),
        8,
        "nothing is due: practise all the same"
    );
}
