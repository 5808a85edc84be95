//! Practice and notes as a learner meets them: pictures at three sizes, keys as strings, and that no key loses what was
//! typed.

mod stage;

use proptest::prelude::*;
use stage::{SIZES, Stage};
use token34::{
    progress::{Grade, Record, Spot},
    tui::message::{Code, Effect, Key, Message, Mouse, MouseKind},
};

const FIRST: &str = "two-believers";
const OWN: &str =
    "'The lease ends, and nobody tells its holder. It goes on as if it held the lock.'";

fn pictures(name: &str, keys: &str) {
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        stage.press(keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.screen());
    }
}

#[test]
fn practice() {
    pictures("practice-asked", "4 enter space 2 1 enter left");
    pictures("practice-writing", &format!("4 enter enter {OWN}"));
    pictures(
        "practice-revealed",
        &format!("4 enter enter {OWN} tab 2 1 right"),
    );
    pictures("practice-thought", "4 enter space 2");
    pictures(
        "practice-summary",
        "4 enter space 2 1 enter space 3 1 2 3 enter",
    );
}

#[test]
fn notes() {
    let two = "1 right n 'Ask what our store does with an old token.' enter enter 'It is a plain PUT today.' \
               esc 4 enter ctrl-n 'Explain it with the mail that arrives late.' esc esc 5";
    pictures("notes-none", "5");
    pictures("notes-list", two);
    pictures("notes-search", &format!("{two} / 'put'"));
    pictures("notes-delete", &format!("{two} d"));
    pictures("notes-writing", &format!("{two} down enter"));
}

#[test]
fn an_answer_is_kept_the_moment_it_is_graded() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("4 enter enter 'the lease ends' tab 2 1 enter");
    let answer = stage.saved.last_answer(FIRST).unwrap();
    assert_eq!(
        (answer.text.as_str(), answer.grade),
        ("the lease ends", Grade::Partly)
    );
    assert_eq!(stage.saved.draft(FIRST), "");
    assert!(stage.screen().contains("2 of 2"));
    // A number answers while something is asked, and opens a screen again once nothing is.
    stage.press("1");
    assert!(stage.screen().contains("Practice"));
    stage.press("esc esc 1");
    assert!(!stage.screen().contains("Practice"));
}

#[test]
fn the_arrows_and_the_mouse_grade_too() {
    for (choose, wanted) in [
        ("enter", Grade::Missed),
        ("1 down space enter", Grade::Partly),
        ("1 2 3 enter", Grade::Knew),
        ("1 2 2 left enter", Grade::Missed),
        ("right right right enter", Grade::Knew),
    ] {
        let mut stage = Stage::open(Record::default(), (80, 24));
        stage.press("4 enter space 2").press(choose);
        let grade = stage.saved.last_answer(FIRST).unwrap().grade;
        assert_eq!(grade, wanted, "{choose}");
    }
    for size in SIZES {
        let mut stage = Stage::open(Record::default(), size);
        let screen = stage.press("4 enter space 2").screen();
        let row = screen
            .lines()
            .position(|line| line.contains("partly"))
            .unwrap();
        let line = screen.lines().nth(row).unwrap();
        let column = line[..line.find("partly").unwrap()].chars().count();
        stage.click(u16::try_from(column).unwrap(), u16::try_from(row).unwrap());
        assert_eq!(stage.saved.last_answer(FIRST).unwrap().grade, Grade::Partly);
    }
}

#[test]
fn a_draft_survives_every_way_out() {
    for out in [
        "esc esc",
        "esc right left",
        "esc right 1 4",
        "tab n esc",
        "esc h q",
        "ctrl-c",
        "esc 5",
        "ctrl-z",
    ] {
        let mut stage = Stage::open(Record::default(), (80, 24));
        stage.press("4 enter enter 'half an answer'").press(out);
        stage.rest();
        assert_eq!(stage.saved.draft(FIRST), "half an answer", "{out}");
        let mut again = Stage::open(stage.saved.clone(), (80, 24));
        assert!(
            again.press("4 t enter").screen().contains("half an answer"),
            "{out}"
        );
    }
}

#[test]
fn the_hard_ones_come_again() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    let screen = stage
        .press("4 enter space 2 enter space 2 1 2 3 enter")
        .screen();
    assert!(screen.contains("one was hard"), "{screen}");
    assert!(stage.press("m").screen().contains("1 of 1"));
    assert!(
        stage
            .press("space 2 1 2 3 enter")
            .screen()
            .contains("You knew all of it.")
    );
    assert!(stage.press("m").screen().contains("None of them was hard."));
    assert!(stage.press("enter").screen().contains("1 of 2"));
}

#[test]
fn a_note_is_tied_to_where_it_was_taken_and_leads_back() {
    let table = [
        ("", Spot::Home),
        (
            "4 enter",
            Spot::Practice {
                question: FIRST.to_owned(),
            },
        ),
        ("5", Spot::Home),
        (
            "1 right",
            Spot::Read {
                section: "lock-options".to_owned(),
                permille: 0,
            },
        ),
    ];
    for (keys, spot) in table {
        let mut stage = Stage::open(Record::default(), (80, 24));
        let before = stage.press(keys).screen();
        stage.press("ctrl-n 'here'");
        stage.rest();
        assert_eq!(*stage.saved.notes()[0].spot, spot);
        stage.press("esc");
        // Home counts the notes, and the list of notes shows them.
        if keys.is_empty() || keys == "5" {
            continue;
        }
        assert!(stage.screen().contains('✎'), "{keys}");
        assert_eq!(stage.without_signs(), before, "{keys}");
        assert_eq!(stage.press("esc 5 o").without_signs(), before, "{keys}");
    }
}

#[test]
fn notes_leave_a_sign_beside_the_section_and_the_question_and_how_many_there_are() {
    for size in stage::SIZES {
        for keys in ["1", "4 enter"] {
            let mut stage = Stage::open(Record::default(), size);
            assert!(!stage.press(keys).screen().contains('✎'), "{keys}");
            stage.press("ctrl-n 'one' esc");
            let shown = stage.screen();
            assert!(shown.contains('✎') && !shown.contains("✎1"), "{shown}");
            let shown = stage.press("ctrl-n 'two' esc").screen();
            assert!(shown.contains("✎2"), "{shown}");
            // Elsewhere there is none, and a note that is deleted leaves none.
            let elsewhere = if keys == "1" { "right" } else { "ctrl-t" };
            let shown = stage.press(elsewhere).screen();
            let beside = shown.matches('✎').count();
            assert_eq!(beside, usize::from(keys == "1" && size.0 == 120), "{shown}");
            stage.press("5 d y d y");
            assert_eq!(
                stage.press("esc").press(keys).screen().matches('✎').count(),
                0
            );
        }
        // The list of parts names them all.
        let mut stage = Stage::open(Record::default(), size);
        let shown = stage.press("1 n 'one' esc t").screen();
        assert!(shown.contains("Overview ✎"), "{shown}");
    }
}

#[test]
fn a_note_is_saved_within_a_second_and_on_every_way_out() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("n 'typed'");
    assert_eq!(stage.notes(), Vec::<String>::new());
    assert!(stage.rest().as_millis() <= 1000);
    assert_eq!(stage.notes(), ["typed"]);
    for out in ["esc", "ctrl-c", "ctrl-z", "ctrl-x", "ctrl-o"] {
        let mut stage = Stage::open(Record::default(), (80, 24));
        stage.press("n 'typed'").press(out);
        assert_eq!(stage.notes(), ["typed"], "{out}");
    }
}

#[test]
fn no_single_letter_fires_while_a_note_or_an_answer_is_typed() {
    for keys in ["n", "4 enter enter", "4 enter"] {
        let mut stage = Stage::open(Record::default(), (80, 24));
        let screen = stage.press(keys).press("'q1245chn?/ '").screen();
        assert!(screen.contains("q1245chn?/"), "{screen}");
        assert_eq!(stage.effects, []);
        assert!(!stage.saved.is_complete("distributed-locks"));
    }
}

#[test]
fn no_question_leads_to_completing_the_lesson_and_the_keys_that_still_count_are_shown() {
    let mut stage = Stage::open(Record::default(), (120, 40));
    let screen = stage.press("4 enter").screen();
    assert!(
        screen.contains("^T all") && !screen.contains("q leave"),
        "{screen}"
    );
    // The answer before is taken back by what the footer names, and not by the first letter of the next one.
    let screen = stage.press("space 2 enter").screen();
    assert!(screen.contains("^_ takes it back"), "{screen}");
    let screen = stage.press("'use the'").screen();
    assert!(screen.contains("use the"), "{screen}");
    assert_eq!(stage.saved.answers_to(FIRST).len(), 1);
    stage.press("esc c tab");
    assert!(!stage.saved.is_complete("distributed-locks"));
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("4 enter space 2 c enter ctrl-_");
    assert_eq!(stage.saved.answers_to(FIRST).len(), 0);
    assert!(!stage.saved.is_complete("distributed-locks"));
}

#[test]
fn deleting_asks_and_can_be_undone() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("n 'one' esc n 'two' esc 5 d x esc");
    assert_eq!(stage.notes(), ["one", "two"]);
    stage.press("d enter");
    assert_eq!(stage.notes(), ["one"]);
    stage.press("d y");
    assert_eq!(stage.notes(), Vec::<String>::new());
    assert!(stage.screen().contains("No notes yet."));
    stage.press("u u u");
    assert_eq!(stage.notes(), ["one", "two"]);
}

#[test]
fn a_search_narrows_the_list_as_it_is_typed() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("n 'red' esc 1 n 'GREEN' esc 5");
    let screen = stage.press("/ 'green'").screen();
    assert!(
        screen.contains("GREEN") && !screen.contains("red"),
        "{screen}"
    );
    assert!(
        stage
            .press("x")
            .screen()
            .contains("No note has that in it.")
    );
    assert!(!stage.press("backspace enter").screen().contains("red"));
    assert!(stage.press("esc").screen().contains("red"));
    assert!(stage.press("/ 'overview' enter").screen().contains("GREEN"));
}

#[test]
fn an_editor_of_ones_own_gets_the_note_and_gives_it_back() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("n 'mine' ctrl-x");
    assert_eq!(stage.effects, [Effect::Edit("mine".to_owned())]);
    stage.send(Message::Edited("mine\nand more\n".to_owned()));
    stage.press("ctrl-_ ctrl-r alt-u ctrl-r esc");
    assert_eq!(stage.notes(), ["mine\nand more\n"]);
    stage.press("5 e");
    assert_eq!(
        stage.effects.last(),
        Some(&Effect::Edit("mine\nand more\n".to_owned()))
    );
}

#[test]
fn an_empty_note_is_none() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("n esc n 'x' backspace esc n ' ' enter esc");
    stage.rest();
    assert_eq!(stage.notes(), Vec::<String>::new());
}

#[test]
fn what_another_instance_writes_meanwhile_stays_beside() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("n 'base' esc 5 enter 'd'");
    let key = stage.saved.notes()[0].key.clone();
    let mut theirs = stage.app.record().clone();
    theirs.delete_note(&key);
    stage.app.take_in(&theirs);
    stage.press("esc");
    assert_eq!(stage.notes(), ["based"]);
}

#[test]
fn a_note_too_long_is_cut_and_that_is_said() {
    let mut stage = Stage::open(Record::default(), (80, 24));
    stage.press("n");
    stage.send(Message::Paste("x".repeat(1 << 20)));
    assert!(stage.screen().contains("The note is full"));
    stage.press("y esc");
    assert_eq!(stage.notes()[0].len(), 1_000_000);
}

#[test]
fn the_terminals_cursor_is_at_the_caret() {
    for size in SIZES {
        for keys in ["n", "4 enter enter", "5 /"] {
            let mut stage = Stage::open(Record::default(), size);
            assert_eq!(stage.cursor(), None);
            let before = stage.press(keys).cursor().unwrap();
            stage.press("'ab'");
            stage.send(Message::Paste("👩\u{200d}👩\u{200d}👧".to_owned()));
            let after = stage.cursor().unwrap();
            assert_eq!((after.x, after.y), (before.x + 4, before.y), "{keys}");
        }
    }
}

/// Keys that lead in, out and about, and text that is typed; never those that erase.
fn any_step() -> impl Strategy<Value = Message> {
    let keys = "esc enter tab space left right up down home end pgup pgdown 1 2 3 4 5 6 n o e ? h ctrl-o ctrl-x ctrl-c ctrl-z / m i p t u ]";
    let keys: Vec<Key> = keys
        .split(' ')
        .filter_map(token34::tui::keymap::parse)
        .collect();
    let kind = prop_oneof![
        Just(MouseKind::Press),
        Just(MouseKind::WheelUp),
        Just(MouseKind::WheelDown)
    ];
    prop_oneof![
        10 => proptest::sample::select(keys).prop_map(Message::Key),
        6 => "[w-z]".prop_map(|text| Message::Paste(format!("<{text}>"))),
        2 => (40..130_u16, 12..45_u16).prop_map(|(width, height)| Message::Resize { width, height }),
        2 => (kind, 0..130_u16, 0..45_u16).prop_map(|(kind, column, row)| Message::Mouse(Mouse { kind, column, row })),
        1 => (0..2000_u64).prop_map(|ms| Message::Elapsed(std::time::Duration::from_millis(ms))),
    ]
}

/// Every character of every note, draft and answer, in order of the alphabet.
fn kept(record: &Record) -> String {
    let notes = record.notes();
    let notes = notes.iter().map(|note| note.text);
    let drafts = record.drafts.values().map(|draft| draft.text.as_str());
    let answers = record.counted_answers().map(|answer| answer.text.as_str());
    let all: String = notes.chain(drafts).chain(answers).collect();
    let mut all: Vec<char> = all.chars().filter(|c| ('w'..='z').contains(c)).collect();
    all.sort_unstable();
    all.into_iter().collect()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn no_key_loses_what_was_typed(steps in proptest::collection::vec(any_step(), 1..80)) {
        let mut stage = Stage::open(Record::default(), (80, 24));
        let mut typed = Vec::new();
        for step in steps {
            if let Message::Paste(text) = &step {
                // What is searched for is not kept, nor is a code.
                let screen = stage.screen();
                let searching = ["↵ find", "↵ go there", "code:"];
                let searching = searching.iter().any(|hint| screen.contains(hint));
                if !stage.app.typing() || searching {
                    continue;
                }
                typed.extend(text.chars().filter(|c| c.is_alphabetic()));
            }
            stage.send(step);
        }
        stage.send(Message::Key(Key { ctrl: true, ..Key::plain(Code::Char('c')) }));
        typed.sort_unstable();
        let typed: String = typed.into_iter().collect();
        prop_assert_eq!(kept(&stage.saved), typed);
    }
}
