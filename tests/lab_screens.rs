//! The lab as a learner sees it, at three sizes; and that no key at no size breaks it.

use proptest::prelude::*;
use token34::{
    progress::Record,
    tui::{
        keymap,
        message::{Key, Message, Mouse, MouseKind},
    },
};

mod stage;

use stage::{SIZES, Stage};

fn pictures(name: &str, keys: &str) {
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        stage.press(keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.screen());
    }
}

#[test]
fn knobs() {
    pictures("lab-knobs", "3");
    pictures("lab-knobs-lost", "3 end k k left");
    pictures("lab-knobs-code", "3 i '341G' enter");
}

#[test]
fn adversary() {
    pictures("lab-adversary", "3 tab enter enter enter enter");
    pictures("lab-adversary-hint", "3 tab i i");
    pictures(
        "lab-adversary-branch",
        "3 tab enter enter enter left down enter",
    );
    pictures("lab-adversary-shown", "3 tab ] s");
}

#[test]
fn mend() {
    pictures("lab-mend-broken", "3 tab ] ] ] enter");
    pictures("lab-mend-stuck", "3 tab ] ] ] left down right enter");
    pictures("lab-mend-done", "3 tab ] ] ] down right enter");
}

#[test]
fn what_was_played_is_there_after_a_look_elsewhere() {
    for keys in ["1", "2", "esc", "4", "1 5"] {
        let mut stage = Stage::open(Record::default(), SIZES[0]);
        stage.press("3 tab enter enter enter left down enter");
        let before = stage.screen();
        stage.press(keys);
        assert_ne!(stage.screen(), before);
        stage.press("3");
        if stage.screen() != before {
            stage.press("3");
        }
        assert_eq!(stage.screen(), before, "{keys}");
    }
}

/// Keys that mean something in the lab, and some that do not.
fn any_step() -> impl Strategy<Value = Message> {
    let keys = "up down left right shift-left shift-right enter space tab backtab home end pgup pgdown \
                j k l h b i s r u U g G [ ] p 3 1 esc backspace ctrl-u ctrl-r ? x 0";
    let keys: Vec<Key> = keys.split_whitespace().filter_map(keymap::parse).collect();
    let kind = prop_oneof![
        Just(MouseKind::Press),
        Just(MouseKind::Drag),
        Just(MouseKind::Release),
        Just(MouseKind::WheelUp),
        Just(MouseKind::WheelDown)
    ];
    prop_oneof![
        14 => proptest::sample::select(keys).prop_map(Message::Key),
        1 => "[0-9A-Z -]{0,30}".prop_map(Message::Paste),
        2 => (1..140_u16, 1..50_u16).prop_map(|(width, height)| Message::Resize { width, height }),
        4 => (kind, 0..130_u16, 0..45_u16).prop_map(|(kind, column, row)| Message::Mouse(Mouse { kind, column, row })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_key_at_no_size_breaks_it(steps in proptest::collection::vec(any_step(), 1..60)) {
        let mut stage = Stage::open(Record::default(), (100, 30));
        stage.press("3");
        for step in steps {
            stage.send(step);
            stage.screen();
        }
    }
}
