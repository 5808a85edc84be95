//! The merge is a join, and it loses nothing: checked on any records, and on histories of instances that meet at random.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

mod records;

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use records::{answer, name, prediction, record, spot, time};
use token34::progress::format::{parse, print};
use token34::progress::{Answer, NoteKey, Pen, Prediction, Record, Spot, merge};

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn merging_is_commutative(a in record(), b in record()) {
        prop_assert_eq!(merge(&a, &b), merge(&b, &a));
    }

    #[test]
    fn merging_is_associative(a in record(), b in record(), c in record()) {
        prop_assert_eq!(merge(&merge(&a, &b), &c), merge(&a, &merge(&b, &c)));
    }

    #[test]
    fn merging_is_idempotent(a in record(), b in record()) {
        prop_assert_eq!(&merge(&a, &a), &a);
        let both = merge(&a, &b);
        prop_assert_eq!(&merge(&both, &a), &both);
        prop_assert_eq!(merge(&b, &both), both);
    }

    #[test]
    fn a_record_is_the_same_after_a_trip_through_the_file(a in record(), b in record()) {
        let both = merge(&a, &b);
        let text = print(&both).unwrap();
        let again = parse(text.as_bytes()).unwrap();
        prop_assert_eq!(&again, &both);
        prop_assert_eq!(print(&again).unwrap(), text);
    }

    #[test]
    fn marks_and_answers_of_both_are_there(a in record(), b in record()) {
        let both = merge(&a, &b);
        for one in [&a, &b] {
            prop_assert!(one.answers.keys().all(|id| both.answers.contains_key(id)));
            for (id, lesson) in &one.lessons {
                prop_assert!(both.lessons[id].read.is_superset(&lesson.read));
                prop_assert!(both.lessons[id].watched.is_superset(&lesson.watched));
                prop_assert!(both.lessons[id].solved.is_superset(&lesson.solved));
                prop_assert!(both.lessons[id].completion.map(|mark| mark.at) >= lesson.completion.map(|mark| mark.at));
            }
        }
    }
}

/// Something that a learner does.
#[derive(Debug, Clone)]
enum Deed {
    Complete(Timestamp),
    Read(String),
    Solve(String),
    Go(Spot, Timestamp),
    Answer(Answer),
    Withdraw(usize),
    Predict(Prediction),
    Draft(String, Timestamp),
    Begin,
    Edit(usize),
    Delete(usize),
}

fn deed() -> impl Strategy<Value = Deed> {
    prop_oneof![
        time().prop_map(Deed::Complete),
        name().prop_map(Deed::Read),
        name().prop_map(Deed::Solve),
        (spot(), time()).prop_map(|(spot, at)| Deed::Go(spot, at)),
        answer().prop_map(Deed::Answer),
        (0..4_usize).prop_map(Deed::Withdraw),
        prediction().prop_map(Deed::Predict),
        ("[xy]?", time()).prop_map(|(text, at)| Deed::Draft(text, at)),
        Just(Deed::Begin),
        (0..4_usize).prop_map(Deed::Edit),
        (0..4_usize).prop_map(Deed::Delete),
    ]
}

/// Whether each writing has one text, as whatever the program writes.
fn one_text_each(record: &Record) -> bool {
    record.notes.values().all(|note| {
        let writings = note
            .versions
            .keys()
            .map(|key| key.rsplit_once('-').unwrap().0);
        writings.collect::<BTreeSet<_>>().len() == note.versions.len()
    })
}

fn nth<T: Clone>(all: &[T], index: usize) -> Option<T> {
    all.get(index % all.len().max(1)).cloned()
}

fn act(record: &mut Record, pen: &mut Pen, deed: Deed) {
    let now = Timestamp::UNIX_EPOCH;
    let notes: Vec<_> = record.notes().into_iter().map(|note| note.key).collect();
    let answers: Vec<_> = record.answers.keys().cloned().collect();
    match deed {
        Deed::Complete(at) => drop(record.toggle_complete("a", at)),
        Deed::Read(id) => drop(record.mark_read("a", &id)),
        Deed::Solve(id) => drop(record.mark_solved("a", &id)),
        Deed::Go(spot, at) => drop(record.set_place("a", spot, at)),
        Deed::Answer(answer) => drop(record.add_answer(pen, answer)),
        Deed::Withdraw(index) => {
            nth(&answers, index).map(|id| record.withdraw_answer(&id));
        }
        Deed::Predict(prediction) => drop(record.add_prediction(pen, prediction)),
        Deed::Draft(text, at) => drop(record.set_draft("a", &text, at)),
        Deed::Begin => drop(record.begin_note(pen, "a", Spot::Home, "begun", now)),
        Deed::Edit(index) => {
            nth(&notes, index).map(|key| record.edit_note(pen, &key, "edited", now));
        }
        Deed::Delete(index) => {
            nth(&notes, index).map(|key| record.delete_note(&key));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn what_is_done_while_a_save_is_under_way_is_not_undone_by_what_it_comes_back_with(
        start in record(), others in record(), deeds in vec(deed(), 0..12)
    ) {
        prop_assume!(one_text_each(&start));
        let (mut now, mut pen) = (start.clone(), Pen::new(Timestamp::UNIX_EPOCH, 0, 1));
        deeds.into_iter().for_each(|deed| act(&mut now, &mut pen, deed));
        let mut after = now.clone();
        after.take_back(start.clone());
        prop_assert_eq!(&after, &now);
        after.take_back(merge(&start, &others));
        prop_assert_eq!(after, merge(&now, &others));
    }
}

/// One step of one of three instances.
#[derive(Debug, Clone)]
enum Step {
    Begin,
    Edit(usize),
    Delete(usize),
    /// Reads another's record.
    Meet(usize),
    /// Comes back from its own file.
    Reopen,
}

fn step() -> impl Strategy<Value = (usize, Step)> {
    let step = prop_oneof![
        2 => Just(Step::Begin),
        4 => (0..8_usize).prop_map(Step::Edit),
        1 => (0..8_usize).prop_map(Step::Delete),
        3 => (0..3_usize).prop_map(Step::Meet),
        1 => Just(Step::Reopen),
    ];
    (0..3_usize, step)
}

/// The oracle: what was ever written, and what somebody who saw it replaced or deleted.
#[derive(Default)]
struct Ledger {
    written: BTreeMap<NoteKey, String>,
    gone: BTreeSet<NoteKey>,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn instances_that_meet_agree_and_no_text_is_gone_that_nobody_took_away(steps in vec(step(), 0..60)) {
        let mut records = [const { None }; 3].map(|none: Option<Record>| none.unwrap_or_default());
        let mut pens = [1, 2, 3].map(|nonce| Pen::new(Timestamp::UNIX_EPOCH, 0, nonce));
        let mut ledger = Ledger::default();
        for (count, (who, step)) in steps.into_iter().enumerate() {
            take(&mut records, &mut pens, &mut ledger, who, &step, &format!("text {count}"));
        }
        let [a, b, c] = &records;
        let all = merge(a, &merge(b, c));
        prop_assert_eq!(&all, &merge(&merge(c, a), b));
        let stands: BTreeMap<_, _> = all.notes().iter().map(|note| (note.key.clone(), note.text.to_owned())).collect();
        ledger.written.retain(|key, _| !ledger.gone.contains(key));
        prop_assert_eq!(stands, ledger.written);
    }
}

fn take(
    records: &mut [Record; 3],
    pens: &mut [Pen; 3],
    ledger: &mut Ledger,
    who: usize,
    step: &Step,
    text: &str,
) {
    let now = Timestamp::UNIX_EPOCH;
    let visible = |record: &Record, index: usize| {
        let keys: Vec<_> = record.notes().into_iter().map(|note| note.key).collect();
        keys.get(index % keys.len().max(1)).cloned()
    };
    match *step {
        Step::Begin => {
            let key = records[who].begin_note(&mut pens[who], "lesson", Spot::Home, text, now);
            ledger.written.insert(key, text.to_owned());
        }
        Step::Edit(index) => {
            if let Some(key) = visible(&records[who], index) {
                let new = records[who]
                    .edit_note(&mut pens[who], &key, text, now)
                    .unwrap();
                ledger.written.insert(new, text.to_owned());
                ledger.gone.insert(key);
            }
        }
        Step::Delete(index) => {
            if let Some(key) = visible(&records[who], index) {
                assert!(records[who].delete_note(&key));
                ledger.gone.insert(key);
            }
        }
        Step::Meet(other) => {
            let theirs = records[other].clone();
            records[who].join(&theirs);
        }
        Step::Reopen => records[who] = parse(print(&records[who]).unwrap().as_bytes()).unwrap(),
    }
}
