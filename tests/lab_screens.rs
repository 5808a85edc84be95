//! The lab as a learner sees it, at three sizes; and that no key at no size breaks it.

use proptest::prelude::*;
use token34::{
    fencing::adversary::Level,
    progress::{Record, Spot},
    tui::{
        keymap,
        message::{Key, Message, Mouse, MouseKind},
    },
};

mod stage;

use stage::{SIZES, Stage, breaking};

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

/// Rows on which a knob shows dots right behind its word.
fn run_together(screen: &str) -> Vec<String> {
    let glued = |line: &&str| {
        let mut signs = line.chars().skip(14).zip(line.chars().skip(15));
        signs.any(|(word, dot)| (word.is_alphanumeric() || word == ')') && matches!(dot, '·' | '●'))
    };
    screen.lines().filter(glued).map(str::to_owned).collect()
}

#[test]
fn a_space_stands_between_a_choice_and_its_dots_at_every_width() {
    for columns in (40..=160).step_by(15) {
        let mut stage = Stage::open(Record::default(), (columns, 40));
        stage.press("3");
        let mut turned = 0;
        // Every choice of each of the knobs that are no times.
        for _ in 0..5 {
            for _ in 0..18 {
                let screen = stage.screen();
                let together = run_together(&screen);
                assert!(together.is_empty(), "at {columns}: {together:#?}");
                stage.press("right");
                turned += usize::from(stage.screen() != screen);
            }
            stage.press("down");
        }
        assert!(turned > 20, "{turned} turns at {columns}");
    }
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
fn every_choice_shows_of_how_many_it_is_one() {
    let dots = |line: &str| line.chars().filter(|sign| "·●".contains(*sign)).count();
    let mut stage = Stage::open(Record::default(), (120, 40));
    stage.press("3 down down down down down shift-left");
    for nth in 0..17 {
        let screen = stage.screen();
        let line = screen.lines().find(|line| line.contains("▸ fault"));
        let own = line.and_then(|line| line.split("▸ fault").nth(1)).unwrap();
        assert_eq!(dots(own), 17, "{own}");
        assert_eq!(own.split('●').nth(1).map(dots), Some(16 - nth), "{own}");
        stage.press("right");
    }
    for size in [(120, 40), (44, 14)] {
        let mut stage = Stage::open(Record::default(), size);
        stage.press("3 tab ] ] ] left left left");
        for _ in 0..5 {
            let screen = stage.screen();
            let own = |name| screen.lines().find(|line| line.contains(name)).unwrap();
            assert_eq!(dots(own("▸ checks")), 5, "{screen}");
            assert_eq!(dots(own("  reads")), 2, "{screen}");
            stage.press("right");
        }
    }
}

#[test]
fn what_breaks_a_mend_plays_and_back_leads_to_it() {
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        stage.press("3 tab ] ] ]");
        stage.press("p");
        assert!(stage.screen().contains("Let the explorer try it first"));
        stage.press("enter");
        let before = stage.screen();
        assert!(before.contains("Broken: an update is lost."), "{before}");
        stage.press("p");
        assert!(
            matches!(stage.place(), Spot::Watch { scenario, .. } if scenario == "mend:at-least")
        );
        stage.press("end");
        assert!(stage.screen().contains("lost"), "{}", stage.screen());
        stage.press("esc");
        assert_eq!(stage.screen(), before);
        // What holds has nothing to play.
        stage.press("down right enter p");
        assert!(
            stage.screen().contains("nothing to play"),
            "{}",
            stage.screen()
        );
    }
}

/// What the last row of the screen says of the keys.
fn footer(stage: &Stage) -> String {
    stage.screen().lines().last().unwrap_or_default().to_owned()
}

#[test]
fn where_nothing_is_left_to_do_that_is_said_and_what_to_press() {
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        stage.press("3 tab");
        assert!(footer(&stage).contains("↵ choose"));
        let mut warned = 0;
        for _ in 0..60 {
            stage.press("enter");
            warned += usize::from(stage.screen().contains("From here nothing leads"));
        }
        assert!(warned > 3, "it is said before the end: {}", stage.screen());
        let end = stage.screen();
        assert!(end.contains("Nothing is left to do"), "{end}");
        assert!(!end.contains("choose"), "{end}");
        assert!(end.contains("u back   r again"), "{end}");
        stage.press("u");
        assert!(!stage.screen().contains("Nothing is left to do"));
        assert!(footer(&stage).contains("↵ choose"));
        stage.press("enter r");
        assert!(stage.screen().contains("0 steps"), "{}", stage.screen());
        assert!(!stage.screen().contains("From here nothing leads"));
    }
}

#[test]
fn the_footer_of_a_broken_lock_leads_to_the_next_level() {
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        stage.press("3 tab");
        for (level, next) in Level::BREAK.into_iter().zip(&Level::ALL[1..]) {
            stage.press(&breaking(level));
            assert!(stage.screen().contains("Broken:"), "{}", stage.screen());
            assert!(
                footer(&stage).contains("↵ next level"),
                "{}",
                footer(&stage)
            );
            assert!(!footer(&stage).contains("choose"));
            stage.press("enter");
            assert!(stage.screen().contains(next.title()));
        }
    }
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
                j k l h b i s r u U g G [ ] p 3 1 esc backspace ctrl-u ctrl-_ ctrl-r ? x 0";
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
