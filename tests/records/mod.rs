//! Any record: what a learner may have done, with few names and times, so that two records meet.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::collections::BTreeMap;

use jiff::Timestamp;
use proptest::collection::{btree_map, btree_set, vec};
use proptest::option;
use proptest::prelude::*;
use token34::progress::draft::Draft;
use token34::progress::format::{parse, print};
use token34::progress::note::{Note, Version, version_key};
use token34::progress::pen::Dot;
use token34::progress::record::{Completion, LessonRecord, Record};
use token34::progress::{Answer, Grade, Place, Prediction, Spot, Sure};

pub(crate) fn time() -> impl Strategy<Value = Timestamp> {
    (0..4_i64).prop_map(|second| Timestamp::from_second(second).unwrap())
}

pub(crate) fn name() -> impl Strategy<Value = String> {
    "[ab]"
}

pub(crate) fn spot() -> impl Strategy<Value = Spot> {
    prop_oneof![
        Just(Spot::Home),
        (name(), 0..3_u16).prop_map(|(section, permille)| Spot::Read { section, permille }),
        (name(), 0..3_u64, option::of(1..4_u16)).prop_map(|(scenario, at_ms, nth)| {
            Spot::Watch {
                scenario,
                at_ms,
                nth,
            }
        }),
        (name(), name()).prop_map(|(view, at)| Spot::Lab { view, at }),
    ]
}

fn lesson() -> impl Strategy<Value = LessonRecord> {
    let mark =
        option::of((any::<bool>(), time()).prop_map(|(complete, at)| Completion { complete, at }));
    let set = || btree_set(name(), 0..3);
    (mark, set(), set(), set()).prop_map(|(completion, read, watched, solved)| LessonRecord {
        completion,
        read,
        watched,
        solved,
    })
}

fn note() -> impl Strategy<Value = Note> {
    let version = (name(), 1..4_u64, "[xy]{0,2}", time());
    (
        name(),
        spot(),
        time(),
        btree_map(name(), 0..4_u64, 0..3),
        vec(version, 0..3),
    )
        .prop_map(|(lesson, spot, created, mut seen, written)| {
            let mut versions = BTreeMap::new();
            for (writer, number, text, changed) in written {
                let last = seen.entry(writer.clone()).or_default();
                *last = number.max(*last);
                versions.insert(
                    version_key(&Dot { writer, number }, &text),
                    Version { changed, text },
                );
            }
            Note {
                lesson,
                spot,
                created,
                seen,
                versions,
            }
        })
}

pub(crate) fn answer() -> impl Strategy<Value = Answer> {
    let picked = vec("[ab]", 0..2);
    let marks = (picked, option::of(0..2_u32), any::<bool>());
    (name(), time(), "[xy]?", marks).prop_map(|(question, at, text, (picked, seed, withdrawn))| {
        Answer {
            text,
            picked,
            seed,
            withdrawn,
            sure: seed.map(|_| Sure::Guess),
            ..Answer::new(&question, at, Grade::Partly)
        }
    })
}

pub(crate) fn prediction() -> impl Strategy<Value = Prediction> {
    (name(), time(), "[xy]?", any::<bool>()).prop_map(|(scenario, at, answer, right)| Prediction {
        scenario,
        moment: "write-A-1".to_owned(),
        answer,
        right,
        sure: Sure::Fairly,
        at,
    })
}

fn draft() -> impl Strategy<Value = Draft> {
    (time(), "[xy]?").prop_map(|(at, text)| Draft { at, text })
}

/// What a newer version may have put beside the known keys.
fn extra() -> impl Strategy<Value = String> {
    prop_oneof![
        Just(String::new()),
        "[a-c]{1,2}".prop_map(|v| format!("zz = \"{v}\"\n")),
        vec(0..3_u8, 0..3).prop_map(|v| format!("zz = {v:?}\n")),
        (0..3_u8, "[pq]").prop_map(|(v, key)| format!("zz.{key} = {v}\n")),
    ]
}

pub(crate) fn record() -> impl Strategy<Value = Record> {
    let place = (time(), name(), spot()).prop_map(|(at, lesson, spot)| Place { at, lesson, spot });
    let parts = (
        0..4_u64,
        option::of(place),
        btree_map(name(), lesson(), 0..3),
        btree_map(name(), note(), 0..3),
        btree_map(name(), answer(), 0..3),
        btree_map(name(), prediction(), 0..3),
        btree_map(name(), draft(), 0..3),
        extra(),
    );
    parts.prop_map(
        |(revision, place, lessons, notes, answers, predictions, drafts, extra)| {
            let record = Record {
                revision,
                place,
                lessons,
                notes,
                answers,
                predictions,
                drafts,
                ..Record::default()
            };
            parse(format!("{extra}{}", print(&record).unwrap()).as_bytes()).unwrap()
        },
    )
}
