//! Conditions, judged by what they do.

use super::*;

fn task(columns: &[&str], not_null: &[&str], parameters: &[&str], want: &str) -> Task {
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let names = Names {
        columns: owned(columns),
        not_null: owned(not_null),
        parameters: owned(parameters),
    };
    Task::new(names, want).unwrap()
}

fn fence(want: &str) -> Task {
    task(&["fence"], &["fence"], &["$2"], want)
}

#[test]
fn conditions_that_do_the_same_are_the_same() {
    let same = [
        "$2 >= fence",
        "NOT fence > $2",
        "not (fence > $2)",
        "fence < $2 OR fence = $2",
        "FENCE<=$2",
        "(fence) <= ($2)",
        "fence - $2 <= 0",
        "fence < $2 + 1",
        "$2 BETWEEN fence AND $2",
        "fence IS NOT NULL AND fence <= $2",
        "greatest(fence, $2) = $2",
        "NOT (fence IS DISTINCT FROM $2) OR fence < $2",
        "fence IN ($2) OR fence < $2",
        "COALESCE(fence, 0) <= $2",
        "TRUE AND fence <= $2 AND NOT FALSE",
        "fence <= $2;",
        "fence <= $2 -- the holder may write again",
        "fence /* stored */ <= /* mine */ $2",
        "fence <= $2::bigint",
        "fence::int8 <= $2 :: integer",
        "CAST(fence AS bigint) <= CAST($2 AS bigint)",
        "fence <= ?",
        "fence <= :token",
        "fence <= @token",
        "fence <= :2",
        "fence <= %s",
        "fence <= %(token)s",
        "fence <= $2 IS TRUE",
        "fence > $2 IS NOT TRUE",
        "fence NOTNULL AND NOT fence ISNULL AND fence <= $2",
        "CASE WHEN fence > $2 THEN FALSE ELSE TRUE END",
        "CASE WHEN fence = $2 THEN TRUE WHEN fence < $2 THEN TRUE END",
        "CASE fence WHEN $2 THEN $2 ELSE fence END <= $2",
        "NULLIF(fence, 0) <= $2 OR fence = 0",
        "NOT fence <> $2 OR NOT fence >= $2",
        "fence - '1' < $2",
        "least(fence, $2) = fence",
        "$2 - fence >= 0",
        "NOT ($2 < fence)",
        "fence NOT BETWEEN $2 + 1 AND fence",
        "files.fence <= $2",
        "((fence <= $2))",
        "fence <= $2 AND fence <= $2",
        "fence <= $2 OR FALSE",
        "fence IS NOT DISTINCT FROM $2 OR fence < $2",
        "-fence >= -$2",
    ];
    for condition in same {
        assert_eq!(
            fence("fence <= $2").judge(condition),
            Ok(Judged::Right),
            "{condition}"
        );
    }
}

#[test]
fn a_wrong_condition_comes_with_a_case_that_shows_it() {
    let case = |fence, token, wanted| {
        Ok(Judged::Wrong(Case {
            values: vec![
                ("fence".to_owned(), Some(fence)),
                ("$2".to_owned(), Some(token)),
            ],
            wanted,
        }))
    };
    let task = fence("fence <= $2");
    assert_eq!(task.judge("fence < $2"), case(33, 33, true));
    assert_eq!(task.judge("fence = $2"), case(33, 34, true));
    assert_eq!(task.judge("TRUE"), case(33, 32, false));
    assert_eq!(
        task.judge("fence + 1 = $2 OR fence = $2"),
        case(33, 35, true)
    );
    assert_eq!(task.judge("fence <= 34"), case(33, 32, false));
    assert!(!task.judge("fence <= $2 AND $2 <> 7777").unwrap().is_right());
}

#[test]
fn no_number_is_overlooked() {
    let task = fence("fence <= $2");
    for cheat in [
        "fence <> 7777",
        "$2 <> 7000 + 777",
        "fence < 1000 + 1000",
        "fence < 500000 + 500000",
        "0=0 AND 0=0 AND 0=0 AND 1=1 AND fence <> 7777",
        "fence - 1000 - 1000 - 5777 <> 0",
        "fence + fence <> 15554",
        "GREATEST(fence, 7777) <> 7777 + 1",
        "COALESCE(fence, 7) <> 7777",
    ] {
        let judged = task.judge(&format!("fence <= $2 AND {cheat}"));
        assert!(!judged.unwrap().is_right(), "{cheat}");
    }
    let many: Vec<_> = (0..60).map(|at| format!("$2<>{}", at * 50)).collect();
    let long = fence("fence <= $2").judge(&many.join(" AND "));
    assert!(matches!(long, Err(Error::Long | Error::Numbers)) || !long.unwrap().is_right());
}

#[test]
fn there_are_no_more_cases_than_can_be_tried() {
    let all = ["a", "b", "c", "d", "e", "f", "g", "h"];
    let owned = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    let names = |count| Names {
        columns: owned(&all[..count]),
        ..Names::default()
    };
    assert!(Task::new(names(6), "a < b").is_ok());
    assert_eq!(Task::new(names(7), "a < b"), Err(Error::Names));
    let four = Task::new(names(4), "a < b").unwrap();
    assert_eq!(
        four.judge("a < b AND d NOT IN (300, 500, 700, 900, 1100, 1300)"),
        Err(Error::Numbers)
    );
}

#[test]
fn null_is_neither_true_nor_false() {
    let task = task(&["fence"], &[], &["$2"], "COALESCE(fence, 0) < $2");
    let Judged::Wrong(case) = task.judge("fence < $2").unwrap() else {
        panic!("NULL was overlooked");
    };
    assert_eq!(case.values[0], ("fence".to_owned(), None));
    assert!(case.wanted);
    assert!(!task.judge("NOT fence >= $2").unwrap().is_right());
    for right in [
        "fence < $2 OR fence IS NULL AND $2 > 0",
        "(fence IS NOT NULL AND fence < $2) OR (fence IS NULL AND 0 < $2)",
        "(fence >= $2) IS NOT TRUE",
        "NOT COALESCE(fence >= $2, FALSE)",
        "COALESCE(files.fence, 0) < $2",
        "\"fence\" < $2 OR (fence < $2) IS UNKNOWN",
        "fence IS NULL OR fence BETWEEN 1 AND $2 - 1",
    ] {
        assert_eq!(task.judge(right), Ok(Judged::Right), "{right}");
    }
}

#[test]
fn null_may_be_taken_for_0_where_the_lowest_passes() {
    let task = task(&["fence"], &[], &["$2"], "fence IS NULL OR fence <= $2");
    assert_eq!(task.judge("COALESCE(fence, 0) <= $2"), Ok(Judged::Right));
    assert!(!task.judge("COALESCE(fence, 2) <= $2").unwrap().is_right());
    assert!(!task.judge("fence <= $2").unwrap().is_right());
}

#[test]
fn rows_compare_from_left_to_right() {
    let names = ["fence", "seq"];
    let task = task(&names, &names, &["$1", "$2"], "(fence, seq) < ($1, $2)");
    let right = "fence < $1 OR (fence = $1 AND seq < $2)";
    assert_eq!(task.judge(right), Ok(Judged::Right));
    assert_eq!(task.judge("($1, $2) > (fence, seq)"), Ok(Judged::Right));
    let row = "ROW(fence, seq) < ROW($1::bigint, $2)";
    assert_eq!(task.judge(row), Ok(Judged::Right));
    let told = task.judge("(fence, seq) < (?, ?)").unwrap_err().to_string();
    assert!(told.ends_with("write $1, $2"), "{told}");
    assert!(!task.judge("fence < $1 AND seq < $2").unwrap().is_right());
    assert!(!task.judge("fence <= $1 AND seq < $2").unwrap().is_right());
}

#[test]
fn what_is_no_condition_is_refused_with_a_reason() {
    let table = [
        ("", "There is no condition"),
        ("fence", "true or false"),
        ("fence <", "ends too early"),
        ("fence < $3", "\"$3\""),
        ("token < $2", "\"token\""),
        ("fence < 'x'", "'x' is text"),
        ("fence < 'x", "'x' is text"),
        (
            "fence < $2; DROP TABLE files",
            "Only the condition is asked for",
        ),
        ("WHERE fence < $2", "\"WHERE\" stands before the gap"),
        ("AND fence < $2", "\"AND\" stands before the gap"),
        (
            "fence < (SELECT max(token) FROM locks)",
            "no query is needed",
        ),
        ("$2 > ALL (fence)", "no query is needed"),
        ("fence == $2", "write ="),
        ("fence =< $2", "write <="),
        ("fence ≤ $2", "write <="),
        ("fence < $2 && fence > 0", "write AND"),
        ("!(fence > $2)", "write NOT"),
        ("fence <=> $2", "IS NOT DISTINCT FROM"),
        ("fence * 2 < $2", "\"*\" is not needed"),
        ("abs(fence) < $2", "\"abs\" is not needed"),
        ("fence < $2::text", "Leave out the cast"),
        ("fence < CAST($2 AS text)", "Leave out the cast"),
        ("fence < $2 /* so", "ends too early"),
        ("fence < $2) OR (TRUE", "\")\""),
        ("CASE WHEN fence < $2 THEN TRUE", "ends too early"),
        ("CASE WHEN fence < $2 THEN TRUE ELSE 1 END", "compared"),
        ("fence < $1", "\"$1\" to compare here; write fence, $2"),
        ("-- nothing", "There is no condition"),
        ("fence < $2 $2", "\"$2\""),
        ("fence < 99999999999999999999", "too large"),
        ("(fence, $2) < fence", "compared"),
        ("(fence, $2) < (fence)", "compared"),
        ("(fence < $2", "ends too early"),
        ("fence < TRUE", "compared"),
        ("NOT fence", "true or false"),
        ("fence AND $2", "true or false"),
        ("COALESCE(fence < $2, 1)", "true or false"),
        ("NULL", "true or false"),
    ];
    for (condition, told) in table {
        let error = fence("fence < $2")
            .judge(condition)
            .unwrap_err()
            .to_string();
        assert!(error.contains(told), "{condition}: {error}");
    }
    let deep = format!("{}fence < $2{}", "(".repeat(5_000), ")".repeat(5_000));
    assert!(fence("fence < $2").judge(&deep).is_err());
    let long = "NOT ".repeat(100_000);
    assert!(fence("fence < $2").judge(&long).is_err());
}
