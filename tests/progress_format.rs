//! The file through time: each format that ever was still opens, keys of later versions stay, hostile text does not.

#![expect(clippy::panic, reason = "helpers of tests fail by panicking")]

use std::fs;
use std::path::PathBuf;

use jiff::Timestamp;
use proptest::prelude::*;
use token34::progress::format::{FormatError, parse, parse_json, parse_newer, print};
use token34::progress::record::FORMAT;
use token34::progress::{Grade, Pen, Spot, merge};
use token34::text::clean;
use toml::{Table, Value};

fn golden(format: u32) -> String {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join(format!("tests/golden/progress-{format}.toml"));
    fs::read_to_string(&path).unwrap_or_else(|error| {
        panic!("each format has a golden file, {}: {error}", path.display())
    })
}

#[test]
fn every_format_that_ever_was_opens_and_becomes_the_current_one() {
    for format in 1..=FORMAT {
        let record = parse(golden(format).as_bytes()).unwrap();
        assert_eq!(print(&record).unwrap(), golden(FORMAT), "format {format}");
    }
}

#[test]
fn what_the_oldest_format_held_is_all_there() {
    let record = parse(golden(1).as_bytes()).unwrap();
    assert_eq!((record.format, record.revision), (FORMAT, 41));
    assert!(
        record.is_complete("distributed-locks")
            && record.is_read("distributed-locks", "lock-options")
    );
    let notes = record.notes();
    assert_eq!(notes.len(), 1, "a deleted note stays deleted");
    assert_eq!(
        notes[0].text,
        "The pause is *not* the bug:\nthe check that is missing is."
    );
    assert_eq!(
        *notes[0].spot,
        Spot::Watch {
            scenario: "paused-holder".to_owned(),
            at_ms: 14_200,
            nth: None
        }
    );
    assert_eq!(
        record.last_answer("two-believers").unwrap().grade,
        Grade::Knew
    );
    assert_eq!(record.answers.len(), 2);
}

#[test]
fn two_machines_that_bring_the_same_file_up_to_date_agree_and_edits_before_that_both_stay() {
    let one = parse(golden(1).as_bytes()).unwrap();
    assert_eq!(merge(&one, &parse(golden(1).as_bytes()).unwrap()), one);
    let other = parse(
        golden(1)
            .replace("the check that is missing is", "the missing check is")
            .as_bytes(),
    )
    .unwrap();
    assert_eq!(merge(&one, &other).notes().len(), 2);
}

/// The key `nth` of a place is optional: a file without it says what it said before, and one with it comes back as it was.
#[test]
fn which_of_several_moments_at_once_is_kept_beside_its_time() {
    let file = golden(FORMAT);
    assert!(!file.contains("nth"), "absent unless it says something");
    let with = file.replacen("at_ms = 14200\n", "at_ms = 14200\nnth = 2\n", 1);
    assert_ne!(file, with);
    let record = parse(with.as_bytes()).unwrap();
    let all = record.notes().into_iter().map(|note| note.spot.clone());
    let mut all = all.chain(record.place.as_ref().map(|place| place.spot.clone()));
    assert!(all.any(|spot| matches!(spot, Spot::Watch { nth: Some(2), .. })));
    assert_eq!(print(&record).unwrap(), with);
}

#[test]
fn keys_of_a_later_version_stay_where_they_stood() {
    let mut text = golden(FORMAT);
    text.insert_str(text.find("format").unwrap(), "theme = \"dusk\"\n");
    text = text
        .replace("[place]\n", "[place]\nmood = 3\n")
        .replace("screen = \"watch\"\n", "screen = \"watch\"\nspeed = 2.5\n");
    text = text
        .replace("complete = true\n", "complete = true\nby = \"hand\"\n")
        .replace("grade = \"knew\"\n", "grade = \"knew\"\ncalm = true\n");
    text += "\n[review.two-believers]\ndue = 2026-02-01\nsteps = [1, 2]\n";
    let mut record = parse(text.as_bytes()).unwrap();
    let mut pen = Pen::new(Timestamp::UNIX_EPOCH, 0, 0);
    record.begin_note(
        &mut pen,
        "distributed-locks",
        Spot::Home,
        "later",
        Timestamp::UNIX_EPOCH,
    );
    let again = print(&record).unwrap();
    for kept in [
        "theme = \"dusk\"",
        "mood = 3",
        "speed = 2.5",
        "by = \"hand\"",
        "calm = true",
        "due = 2026-02-01",
    ] {
        assert!(again.contains(kept), "{kept} is not in\n{again}");
    }
    assert_eq!(parse(again.as_bytes()).unwrap(), record);
    // A key inside something that was deleted goes with it.
    let key = record.notes()[0].key.clone();
    record.delete_note(&key);
    assert_eq!(
        parse(print(&record).unwrap().as_bytes())
            .unwrap()
            .notes()
            .len(),
        1
    );
}

#[test]
fn errors_name_the_line_and_what_was_expected() {
    let bad = golden(FORMAT).replace("revision = 41", "revision = \"far\"");
    let Err(
        error @ FormatError::Invalid {
            line: Some(line), ..
        },
    ) = parse(bad.as_bytes())
    else {
        panic!("it parsed")
    };
    assert!(
        line > 1 && error.to_string().starts_with(&format!("line {line}: ")),
        "{error}"
    );
    for (text, word) in [
        ("", "format"),
        ("format = 0", "format"),
        ("format = \"2\"", "format"),
        ("format = 2", "revision"),
        ("a b", "line 1"),
    ] {
        let error = parse(text.as_bytes()).unwrap_err().to_string();
        assert!(error.contains(word), "{text}: {error}");
    }
    assert_eq!(
        parse(b"format = 3000000000000"),
        Err(FormatError::Newer(u32::MAX))
    );
    assert_eq!(parse(b"format = 2 # \xc3\x28"), Err(FormatError::NotText));
}

#[test]
fn what_a_terminal_could_take_for_a_command_does_not_come_in() {
    let hostile = r"\u001b[2J\u001b]0;owned\u0007\u202e\u0000x";
    let text = golden(FORMAT)
        .replace("The pause is", &format!("{hostile} The pause is"))
        .replace("\"two-believers\"", &format!("\"{hostile}two-believers\""))
        .replace("\"lock-options\"", &format!("\"{hostile}\""));
    let record = parse(text.as_bytes()).unwrap();
    let out = print(&record).unwrap();
    let acts = ['\u{1b}', '\u{7}', '\u{202e}', '\0'];
    assert!(
        !out.contains(acts) && !out.contains("\\u00") && !out.contains("owned"),
        "{out}"
    );
    assert!(record.notes()[0].text.contains("x The pause is"));
    let deep = format!(
        "format = 2\nrevision = 1\nx = {}1{}",
        "[".repeat(100_000),
        "]".repeat(100_000)
    );
    assert!(parse(deep.as_bytes()).is_err());
    let huge = format!(
        "format = 2\nrevision = 1\nx = \"{}\"",
        "y".repeat(10_000_000)
    );
    assert!(parse(huge.as_bytes()).is_ok());
    let key = "format19231065e-1-9231065e";
    for number in [u64::MAX, i64::MAX as u64] {
        for writer in ["format19231065e", "hand9231065e"] {
            let high = golden(FORMAT)
                .replace(key, &format!("{writer}-{number}-9231065e"))
                .replace("format19231065e = 1", &format!("{writer} = {}", i64::MAX));
            let record = parse(high.as_bytes()).unwrap();
            assert!(print(&record).is_ok(), "{writer}-{number}");
        }
    }
    let worn = golden(FORMAT).replace("revision = 41", "revision = 9223372036854775807");
    assert_eq!(parse(worn.as_bytes()).unwrap().revision, 0);
}

/// Letters, what a terminal acts on or does not show, and what is an escape in TOML or looks like one.
fn odd_text() -> impl Strategy<Value = String> {
    let hidden = [
        '\0'..='\u{ad}',
        '\u{200b}'..='\u{206f}',
        '\u{e0000}'..='\u{e0020}',
    ];
    let words = [
        r"\u0001",
        r"\",
        "u0001",
        "\u{1}",
        "\n",
        "\"\"\"",
        "'''",
        "語",
        "👩\u{200d}👧",
    ];
    let piece = prop_oneof![
        any::<char>().prop_map(String::from),
        proptest::char::ranges(hidden.to_vec().into()).prop_map(String::from),
        proptest::sample::select(words.to_vec()).prop_map(String::from),
    ];
    proptest::collection::vec(piece, 0..6).prop_map(|pieces| pieces.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(2000))]

    #[test]
    fn a_progress_file_can_be_shown_in_a_terminal_and_means_what_it_meant(key in odd_text(), text in odd_text()) {
        let value = Value::String(text);
        let table = Value::Table(Table::from_iter([(key, value.clone())]));
        let list = Value::Array(vec![value, table.clone()]);
        let foreign = Table::from_iter([("newer".to_owned(), list), ("answers".to_owned(), table)]);
        let given = format!("format = 4\nrevision = 1\n{}", toml::to_string(&foreign).unwrap());
        let record = parse(given.as_bytes()).unwrap();
        let printed = print(&record).unwrap();
        prop_assert_eq!(&clean(&printed), &printed);
        prop_assert_eq!(&parse(printed.as_bytes()).unwrap(), &record);
        let printed: Table = toml::from_str(&printed).unwrap();
        for (part, value) in &foreign {
            prop_assert_eq!(&printed[part], value);
        }
    }
}

#[test]
fn letters_of_any_script_stay_as_they_are_and_what_hides_is_an_escape() {
    let given = r#"
        format = 4
        revision = 1
        "語 é" = 'שלום'
        "ב" = "a\u202eb\u009b\u001b C:\\u0001 é"
        "👩‍👧" = 1
    "#;
    let printed = print(&parse(given.as_bytes()).unwrap()).unwrap();
    for line in [
        r#""語 é" = "שלום""#,
        r#""ב" = "a\u202eb\u009b\u001b C:\u005cu0001 é""#,
        r#""👩‍👧" = 1"#,
    ] {
        assert!(
            printed.lines().any(|there| there == line),
            "{line} in\n{printed}"
        );
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(400))]

    #[test]
    fn a_file_that_was_cut_and_spoilt_is_refused_or_read_and_never_more(
        edits in proptest::collection::vec((0..1200_usize, 0..40_usize, prop_oneof!["[a-z0-9=\"\\[\\]\n.#-]{0,6}", any::<String>()]), 1..6),
        format in 1..=FORMAT,
    ) {
        let mut text = golden(format).into_bytes();
        for (at, cut, put) in edits {
            let at = at.min(text.len());
            let end = (at + cut).min(text.len());
            text.splice(at..end, put.into_bytes());
        }
        if let Ok(record) = parse(&text) {
            let printed = print(&record).unwrap();
            prop_assert_eq!(&parse(printed.as_bytes()).unwrap(), &record);
            // However it was spoilt, it still merges, in either order.
            let whole = parse(golden(FORMAT).as_bytes()).unwrap();
            let both = merge(&record, &whole);
            prop_assert_eq!(&merge(&whole, &record), &both);
            prop_assert_eq!(&merge(&both, &record), &both);
        }
        let _ = parse_newer(&text);
        let _ = parse_json(&text);
    }
}
