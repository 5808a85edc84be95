//! Notes leave as Markdown, the record as JSON, and both come back as they went.

#![expect(clippy::unwrap_used, reason = "helpers of tests fail by panicking")]

use jiff::Timestamp;
use proptest::prelude::*;
use token34::progress::format::{parse, parse_json, print, to_json};
use token34::progress::markdown::{Imported, from_markdown, to_markdown};
use token34::progress::{NoteKey, Pen, Record, Spot};

const LESSON: &str = "distributed-locks";

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

fn pen(nonce: u64) -> Pen {
    Pen::new(at(0), 1, nonce)
}

fn begin(record: &mut Record, pen: &mut Pen, text: &str) -> NoteKey {
    let spot = Spot::Watch {
        scenario: "paused-holder -->".to_owned(),
        at_ms: 14_200,
        nth: None,
    };
    record.begin_note(pen, LESSON, spot, text, at(1))
}

fn export(record: &Record) -> String {
    to_markdown(record, |lesson, _| format!("{lesson} -->"))
}

fn import(record: &mut Record, text: &str) -> Imported {
    from_markdown(record, &mut pen(99), LESSON, text, at(9)).unwrap()
}

fn texts(record: &Record) -> Vec<String> {
    record
        .notes()
        .iter()
        .map(|note| note.text.to_owned())
        .collect()
}

fn lines() -> impl Strategy<Value = String> {
    let line = prop_oneof![
        "[a-z# ]{0,6}",
        Just("<!-- token34 note {} -->".to_owned()),
        Just("\\<!-- token34 note ".to_owned()),
        Just("## distributed-locks -->".to_owned()),
        Just("-->".to_owned()),
        Just("# Notes".to_owned()),
        Just("<!-- token34 notes -->".to_owned()),
        Just("\\<!-- token34 notes -->".to_owned()),
    ];
    proptest::collection::vec(line, 0..6).prop_map(|lines| lines.join("\n"))
}

proptest! {
    #[test]
    fn notes_come_back_from_markdown_as_they_went(notes in proptest::collection::vec(lines(), 0..4)) {
        let (mut record, mut pen) = (Record::default(), pen(1));
        for text in &notes {
            begin(&mut record, &mut pen, text);
        }
        let document = export(&record);
        let mut elsewhere = Record::default();
        let imported = import(&mut elsewhere, &document);
        prop_assert_eq!(imported, Imported { added: notes.len(), ..Imported::default() });
        prop_assert_eq!(&elsewhere.notes, &record.notes);
        let before = record.clone();
        prop_assert_eq!(import(&mut record, &document).unchanged, notes.len());
        prop_assert_eq!(record, before);
    }
}

proptest! {
    #[test]
    fn documents_that_were_joined_are_all_taken_in(
        machines in proptest::collection::vec(proptest::collection::vec(lines(), 0..3), 1..4),
        edit in "[a-z]{0,3}",
    ) {
        let (mut joined, mut wanted) = (String::new(), Record::default());
        for (nonce, notes) in (1..).zip(&machines) {
            let (mut record, mut pen) = (Record::default(), pen(nonce));
            for text in notes {
                begin(&mut record, &mut pen, text);
            }
            joined += &export(&record);
            wanted.join(&record);
        }
        let mut all = Record::default();
        import(&mut all, &joined);
        prop_assert_eq!(&all.notes, &wanted.notes);
        // What was written at the head of one is a note, once.
        let headed = joined.replacen("# Notes\n", &format!("# Notes\n\n{edit}\n"), 1);
        for _ in 0..2 {
            import(&mut all, &headed);
            prop_assert_eq!(all.notes().len(), wanted.notes().len() + usize::from(!edit.is_empty()));
        }
    }
}

#[test]
fn documents_of_an_earlier_version_are_told_apart_where_they_were_joined() {
    let older = |nonce, text: &str| {
        let mut record = Record::default();
        begin(&mut record, &mut pen(nonce), text);
        export(&record).replace("<!-- token34 notes -->\n", "")
    };
    let mut record = Record::default();
    let joined = older(1, "first\n\n# Notes") + &older(2, "second\n\n") + &older(3, "third");
    import(&mut record, &joined);
    let mut found = texts(&record);
    found.sort();
    assert_eq!(found, ["first\n\n# Notes", "second\n\n", "third"]);
}

#[test]
fn what_was_edited_in_the_document_is_taken_in_and_what_was_edited_here_stays_beside_it() {
    let (mut record, mut pen) = (Record::default(), pen(1));
    let quiet = begin(&mut record, &mut pen, "only there");
    let both = begin(&mut record, &mut pen, "in both");
    let here = begin(&mut record, &mut pen, "only here");
    let gone = begin(&mut record, &mut pen, "deleted here");
    let document = export(&record)
        .replace("only there", "edited there")
        .replace("in both", "in both, there");
    record
        .edit_note(&mut pen, &both, "in both, here", at(2))
        .unwrap();
    record
        .edit_note(&mut pen, &here, "edited here", at(2))
        .unwrap();
    record.delete_note(&gone);
    let imported = import(&mut record, &document);
    assert_eq!(
        imported,
        Imported {
            added: 0,
            changed: 3,
            unchanged: 1
        }
    );
    let mut found = texts(&record);
    found.sort();
    assert_eq!(
        found,
        [
            "deleted here",
            "edited here",
            "edited there",
            "in both, here",
            "in both, there"
        ]
    );
    assert!(record.note(&quiet).is_none());
    assert_eq!(import(&mut record, &document).unchanged, 4);
}

#[test]
fn a_document_from_elsewhere_becomes_one_note_and_a_broken_mark_changes_nothing() {
    let mut record = Record::default();
    assert_eq!(import(&mut record, "# Notes\n"), Imported::default());
    assert_eq!(
        import(&mut record, "# My own\r\n\r\n\x1b[31mtext\n").added,
        1
    );
    assert_eq!(texts(&record), ["# My own\n\ntext"]);
    let before = record.clone();
    for (broken, line) in [
        ("<!-- token34 note {} -->", 1),
        ("\n\n<!-- token34 note {\"note\":", 3),
    ] {
        let error = from_markdown(&mut record, &mut pen(2), LESSON, broken, at(9)).unwrap_err();
        assert_eq!(error.line, line, "{error}");
        assert_eq!(record, before);
    }
}

#[test]
fn json_holds_what_the_file_holds_and_comes_back() {
    let (mut record, mut pen) = (Record::default(), pen(1));
    begin(&mut record, &mut pen, "a\n\"b\"");
    record.toggle_complete(LESSON, at(3));
    let text = print(&record).unwrap()
        + "\n[review]\ndue = 2026-02-01\nease = 2.5\nsteps = [1, 2]\nsure = true\n";
    let record = parse(text.as_bytes()).unwrap();
    let json = to_json(&record).unwrap();
    assert!(json.contains("\"due\": \"2026-02-01\""), "{json}");
    let mut again = parse_json(json.as_bytes()).unwrap().record;
    assert_eq!(to_json(&again).unwrap(), json);
    again.unknown = record.unknown.clone();
    assert_eq!(again, record);
    for (bad, word) in [
        ("{", "line 1"),
        ("[]", "line 1"),
        ("{}", "format"),
        ("{\"format\": 99}", "99"),
        ("{\"format\": 2}", "revision"),
    ] {
        let error = parse_json(bad.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(word), "{bad}: {error}");
    }
}

/// A place of any kind: in the lesson and deeper, in the glossary and the guide, in a run, a set-up, a question.
fn spot() -> impl Strategy<Value = Spot> {
    let id = || "[a-z]{1,6}(-[a-z]{1,6}){0,2}";
    prop_oneof![
        Just(Spot::Home),
        (id(), 0..=1000_u16).prop_map(|(section, permille)| Spot::Read { section, permille }),
        ("(glossary|guide)/[a-z0-9]{1,4}", 0..=1000_u16)
            .prop_map(|(section, permille)| Spot::Read { section, permille }),
        (id(), 0..200_000_u64, proptest::option::of(1..4_u16)).prop_map(
            |(scenario, at_ms, nth)| Spot::Watch {
                scenario,
                at_ms,
                nth
            }
        ),
        (id(), "[0-9a-z.]{0,20}").prop_map(|(view, at)| Spot::Lab { view, at }),
        id().prop_map(|question| Spot::Practice { question }),
    ]
}

proptest! {
    #[test]
    fn every_place_of_a_note_comes_back_from_markdown(spots in proptest::collection::vec(spot(), 1..6)) {
        let (mut record, mut pen) = (Record::default(), pen(1));
        for (index, spot) in spots.iter().enumerate() {
            record.begin_note(&mut pen, LESSON, spot.clone(), &format!("note {index}"), at(1));
        }
        let mut other = Record::default();
        import(&mut other, &export(&record));
        let places = |record: &Record| -> Vec<(String, Spot)> {
            let notes = record.notes().into_iter();
            notes.map(|note| (note.text.to_owned(), note.spot.clone())).collect()
        };
        prop_assert_eq!(places(&other), places(&record));
    }
}
