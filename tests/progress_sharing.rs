//! One progress file and several who write it: another instance, an editor, a sync program.

mod store;

use std::fs;

use store::{LESSON, at, open, pen, place};
use token34::progress::{Record, Spot};

fn texts(record: &Record) -> Vec<String> {
    let mut texts: Vec<_> = record
        .notes()
        .iter()
        .map(|note| note.text.to_owned())
        .collect();
    texts.sort();
    texts
}

#[test]
fn a_stale_writer_takes_in_what_stands_there_before_it_writes() {
    let (_dir, path) = place();
    let mut a = open(&path);
    let mut b = open(&path);
    let (mut pen_a, mut pen_b) = (pen(1), pen(2));
    a.record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "from A", at(1));
    b.record
        .begin_note(&mut pen_b, LESSON, Spot::Home, "from B", at(2));
    assert!(!a.store.save(&mut a.record, at(3)).unwrap().merged);
    let saved = b.store.save(&mut b.record, at(4)).unwrap();
    assert_eq!((saved.merged, saved.revision), (true, 2));
    assert_eq!(texts(&b.record), ["from A", "from B"]);
    assert!(a.store.changed_on_disk());
    assert!(a.store.refresh(&mut a.record).unwrap());
    assert!(!a.store.changed_on_disk());
    assert!(!a.store.refresh(&mut a.record).unwrap());
    assert_eq!(a.record, b.record);
}

#[test]
fn both_versions_of_a_note_that_was_edited_apart_stay_and_a_deletion_is_remembered() {
    let (_dir, path) = place();
    let mut a = open(&path);
    let (mut pen_a, mut pen_b) = (pen(1), pen(2));
    let shared = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "shared", at(1));
    let doomed = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "doomed", at(1));
    a.store.save(&mut a.record, at(2)).unwrap();
    let mut b = open(&path);
    let in_a = a
        .record
        .edit_note(&mut pen_a, &shared, "as A says", at(3))
        .unwrap();
    a.record.delete_note(&doomed);
    b.record
        .edit_note(&mut pen_b, &shared, "as B says", at(4))
        .unwrap();
    a.store.save(&mut a.record, at(5)).unwrap();
    b.store.save(&mut b.record, at(6)).unwrap();
    a.store.refresh(&mut a.record).unwrap();
    assert_eq!(texts(&a.record), ["as A says", "as B says"]);
    assert!(a.record.notes().iter().all(|note| note.twofold));
    // A goes on typing into its own version; B's stands until somebody deletes it.
    let in_a = a
        .record
        .edit_note(&mut pen_a, &in_a, "as both say", at(7))
        .unwrap();
    let other = a
        .record
        .notes()
        .into_iter()
        .find(|note| note.key != in_a)
        .unwrap()
        .key;
    a.record.delete_note(&other);
    a.store.save(&mut a.record, at(8)).unwrap();
    b.store.save(&mut b.record, at(9)).unwrap();
    assert_eq!(texts(&b.record), ["as both say"]);
    assert!(!b.record.notes()[0].twofold);
}

#[test]
fn a_deleted_note_that_another_instance_went_on_writing_comes_back_with_that_text() {
    let (_dir, path) = place();
    let (mut a, mut pen_a, mut pen_b) = (open(&path), pen(1), pen(2));
    let key = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "draft", at(1));
    a.store.save(&mut a.record, at(2)).unwrap();
    let mut b = open(&path);
    a.record.delete_note(&key);
    a.store.save(&mut a.record, at(3)).unwrap();
    b.record
        .edit_note(&mut pen_b, &key, "draft, and more", at(4))
        .unwrap();
    b.store.save(&mut b.record, at(5)).unwrap();
    assert_eq!(texts(&b.record), ["draft, and more"]);
}

#[test]
fn an_edit_by_hand_is_taken_in_even_while_the_note_is_being_typed() {
    let (_dir, path) = place();
    let (mut a, mut pen_a) = (open(&path), pen(1));
    let mut key = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "typed", at(1));
    a.store.save(&mut a.record, at(2)).unwrap();
    // Twice the same edit: the second time its text is one that the program has seen, and replaced.
    for round in 0..2 {
        let by_hand = fs::read_to_string(&path)
            .unwrap()
            .replace("\"typed\"", "\"by hand\"");
        fs::write(&path, by_hand).unwrap();
        let mut untouched = a.record.clone();
        untouched.join(&open(&path).record);
        assert_eq!(texts(&untouched), ["by hand"]);
        key = a
            .record
            .edit_note(&mut pen_a, &key, "typed on", at(3))
            .unwrap();
        a.store.save(&mut a.record, at(4)).unwrap();
        assert_eq!(texts(&a.record), ["by hand", "typed on"], "round {round}");
        let by_hand = a
            .record
            .notes()
            .into_iter()
            .find(|note| note.text == "by hand")
            .unwrap()
            .key;
        a.record.delete_note(&by_hand);
        key = a
            .record
            .edit_note(&mut pen_a, &key, "typed", at(5))
            .unwrap();
        a.store.save(&mut a.record, at(6)).unwrap();
        assert_eq!(texts(&a.record), ["typed"]);
    }
}

#[test]
fn a_sync_program_that_puts_an_old_version_back_takes_nothing_away() {
    let (_dir, path) = place();
    let (mut a, mut pen_a) = (open(&path), pen(1));
    let deleted = a
        .record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "deleted later", at(1));
    a.store.save(&mut a.record, at(1)).unwrap();
    let old = fs::read(&path).unwrap();
    a.record.delete_note(&deleted);
    a.record
        .begin_note(&mut pen_a, LESSON, Spot::Home, "written later", at(2));
    a.store.save(&mut a.record, at(2)).unwrap();
    for _ in 0..2 {
        fs::write(&path, &old).unwrap();
        assert!(a.store.changed_on_disk());
        let last = a.record.revision;
        let saved = a.store.save(&mut a.record, at(3)).unwrap();
        assert_eq!((saved.merged, saved.revision), (true, last + 1));
        assert_eq!(texts(&open(&path).record), ["written later"]);
    }
    // Nor does one that takes the file away.
    fs::remove_file(&path).unwrap();
    a.store.save(&mut a.record, at(4)).unwrap();
    assert_eq!(texts(&open(&path).record), ["written later"]);
}
