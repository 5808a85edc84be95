//! What the screens say of a save, from the change to the file.

mod stage;

use std::time::Duration;

use jiff::Timestamp;
use stage::Stage;
use token34::progress::Record;
use token34::tui::message::{Code, Effect, Key, Message};

const NOW: Timestamp = Timestamp::UNIX_EPOCH;

fn key(stage: &mut Stage, key: char) -> Vec<Effect> {
    let key = Message::Key(Key::plain(Code::Char(key)));
    stage.app.update(key, NOW)
}

#[test]
fn a_failed_save_stays_in_sight_and_is_tried_again() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    assert_eq!(key(&mut stage, 'c'), [Effect::Save]);
    assert!(stage.app.begin_save(NOW).is_some());
    let why = "the disk is full".to_owned();
    let for_good = false;
    stage.app.update(Message::Unsaved { why, for_good }, NOW);
    key(&mut stage, 'j');
    assert!(stage.screen().contains("Not saved: the disk is full"));
    let waits = stage.app.waits().unwrap_or_default();
    let effects = stage.app.update(Message::Elapsed(waits), NOW);
    assert_eq!(effects, [Effect::Save]);
    assert!(stage.app.begin_save(NOW).is_some());
    stage.app.update(Message::Saved, NOW);
    assert!(!stage.screen().contains("the disk is full"));
}

#[test]
fn what_changes_while_a_save_is_under_way_makes_the_next_and_nothing_is_called_kept_before() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    assert_eq!(key(&mut stage, 'c'), [Effect::Save]);
    let first = stage.app.begin_save(NOW);
    // The first of the three only asks whether the lesson is to be open again.
    for _ in 0..3 {
        assert_eq!(key(&mut stage, 'c'), []);
    }
    assert!(stage.app.begin_save(NOW).is_none());
    assert!(!stage.screen().contains("Marked complete"));
    let second = Message::Elapsed(Duration::from_secs(1));
    assert_eq!(stage.app.update(second, NOW), []);
    assert_eq!(stage.app.waits(), None);
    let slow = "Not saved yet: the disk is slow";
    assert!(stage.screen().contains(slow));
    assert_eq!(stage.app.update(Message::Saved, NOW), [Effect::Save]);
    assert_ne!(stage.app.begin_save(NOW), first);
    let screen = stage.screen();
    assert!(!screen.contains("Marked complete") && !screen.contains(slow));
    assert_eq!(stage.app.update(Message::Saved, NOW), []);
    assert!(stage.screen().contains("Marked complete"));
    assert!(!stage.app.leave(NOW));
}
