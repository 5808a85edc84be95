//! A note that is taken down line by line is kept as it was typed.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod lines;

use lines::says;
use token34::progress::format;

/// What is said when this is typed as a note, and the text of the note that is kept.
fn noted(note: &str) -> (String, String) {
    let home = tempfile::tempdir().unwrap();
    let file = home.path().join("progress.toml");
    let said = says(&file, &["--plain"], &format!("note\n{note}\n\nleave\n"));
    let record = format::parse(&std::fs::read(&file).unwrap()).unwrap();
    let text = record.notes()[0].text.to_owned();
    (said, text)
}

#[test]
fn code_keeps_its_indentation() {
    let code = "    UPDATE files\n      SET fence = 34\n\tWHERE fence < 34;";
    let (said, text) = noted(code);
    assert_eq!(text, code.replace('\t', "    "));
    assert!(said.contains("The note is kept."), "{said}");
}

#[test]
fn a_line_as_long_as_a_note_is_kept_whole() {
    for line in ["x".repeat(70_000), "é".repeat(500_000)] {
        let (said, text) = noted(&line);
        assert!(text == line, "{} bytes of {}", text.len(), line.len());
        assert!(!said.contains("was not taken"), "{said}");
    }
}

#[test]
fn what_is_too_long_for_a_note_is_said_to_be_cut() {
    let (said, text) = noted(&format!("{}é\nand more", "x".repeat(999_999)));
    assert!(text == "x".repeat(999_999), "{} bytes", text.len());
    assert!(
        said.contains("A line holds 1,000,000 bytes: the rest of this one was not taken."),
        "{said}"
    );
    let (said, text) = noted(&format!("{}\nfar too long\nfits", "x".repeat(999_990)));
    assert!(text.ends_with("x\nfits"), "{} bytes", text.len());
    let told = "A note holds 1,000,000 bytes: this line does not fit, and is not kept.";
    assert_eq!(said.matches(told).count(), 1, "{said}");
}
