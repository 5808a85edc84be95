//! Practice with every kind of question, as a learner meets it: pictures of each kind asked and explained, and what each
//! key does.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod answers;
mod stage;

use answers::{ANSWERS, to};
use proptest::prelude::*;
use ratatui::{Terminal, backend::TestBackend};
use stage::Stage;
use token34::{
    course::Ask,
    progress::{Answer, Grade, Record, Spot, Sure},
    tui::{
        keymap,
        message::{Key, Message, Mouse, MouseKind},
    },
};

const SIZES: [(u16, u16); 2] = [(80, 24), (44, 14)];

fn open(size: (u16, u16)) -> Stage {
    Stage::kinds(Record::default(), size)
}

/// The question of a kind, asked at 80 columns.
fn asked(kind: &str) -> Stage {
    let mut stage = open((80, 24));
    stage.press(&to(kind));
    stage
}

fn kept(stage: &Stage, question: &str) -> Answer {
    stage.saved.last_answer(question).unwrap().clone()
}

/// The key that takes the last answer back: where words are awaited, u is a letter of them.
fn back(stage: &Stage) -> &'static str {
    match stage.screen().contains("^_ takes it back") {
        true => "ctrl-_",
        false => "u",
    }
}

/// The place of a text on the screen.
fn place(stage: &Stage, text: &str) -> (u16, u16) {
    let screen = stage.screen();
    let row = screen.lines().position(|line| line.contains(text)).unwrap();
    let line = screen.lines().nth(row).unwrap();
    let column = line[..line.find(text).unwrap()].chars().count();
    (u16::try_from(column).unwrap(), u16::try_from(row).unwrap())
}

fn pictures(name: &str, keys: &str) {
    for size in SIZES {
        let mut stage = open(size);
        stage.press(keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.screen());
    }
}

#[test]
fn every_kind_is_asked_and_explained() {
    pictures("menu", "4");
    let kinds = [
        ("recall", "space", "2 1 space"),
        ("choice", "2", "3"),
        ("several", "1 4 enter", "2"),
        ("order", "space down space enter", "1"),
        ("match", "1 2 3 4 enter", "3"),
        ("condition", "'fence < $2' enter", "3"),
        ("predict", "1", "2"),
        ("flaw", "down enter", "3"),
    ];
    for (kind, answer, sure) in kinds {
        let to = to(kind);
        pictures(&format!("{kind}-asked"), &to);
        pictures(&format!("{kind}-sure"), &format!("{to} {answer}"));
        pictures(&format!("{kind}-told"), &format!("{to} {answer} {sure}"));
    }
}

#[test]
fn every_kind_is_answered_by_keys_and_kept_at_once() {
    for (kind, keys, grade, picked) in ANSWERS {
        let mut stage = asked(kind);
        stage.press(keys);
        let answer = kept(&stage, kind);
        assert_eq!(
            (answer.grade, answer.picked.join(" ").as_str()),
            (grade, picked),
            "{kind}"
        );
        assert_eq!(answer.sure, Some(Sure::Certain), "{kind}");
    }
}

#[test]
fn nothing_is_told_before_one_says_how_sure() {
    for (kind, keys, ..) in ANSWERS {
        let before = keys.rsplit_once(if kind == "recall" { " 3 1" } else { " 3" });
        let mut stage = asked(kind);
        let screen = stage.press(before.unwrap().0).screen();
        assert!(screen.contains("How sure are you?"), "{screen}");
        let told = ["✓", "✗", "Right", "Not so", "The answer"];
        assert!(told.iter().all(|told| !screen.contains(told)), "{screen}");
        assert!(stage.saved.answers.is_empty(), "{kind}");
        // One may still think better of it.
        let screen = stage.press("esc").screen();
        assert!(!screen.contains("How sure"), "{screen}");
    }
}

#[test]
fn an_answer_that_is_taken_back_does_not_count_and_is_asked_again() {
    for (kind, keys, ..) in ANSWERS {
        let mut stage = asked(kind);
        let before = stage.screen();
        let screen = {
            let key = back(stage.press(keys));
            stage.press(key).screen()
        };
        assert!(screen.contains("Taken back"), "{screen}");
        assert_eq!(stage.saved.answers_to(kind).len(), 0, "{kind}");
        assert_eq!(stage.saved.answers.len(), 1, "it stays in the file");
        stage.press("down up");
        if kind != "condition" {
            assert_eq!(
                stage.screen(),
                before,
                "the same question in the same order"
            );
        }
        let again = keys.replace("'$2 >= fence'", "");
        stage.press(&again);
        assert_eq!(stage.saved.answers_to(kind).len(), 1, "{kind}");
    }
}

#[test]
fn neither_enter_nor_a_digit_out_of_range_decides_anything() {
    let mut stage = asked("choice");
    let screen = stage.press("6 2 enter").screen();
    assert!(
        screen.contains("• Say how sure you are: 1, 2 or 3."),
        "{screen}"
    );
    assert!(stage.press("6").screen().contains("How sure are you?"));
    assert!(stage.saved.answers.is_empty());
    let told = stage.press("3").screen();
    assert_eq!(stage.press("6").screen(), told);
}

#[test]
fn that_none_is_right_goes_only_with_a_second_enter() {
    let said = "• Nothing is ticked.";
    let mut stage = asked("several");
    let screen = stage.press("enter").screen();
    assert!(
        screen.contains(said) && !screen.contains("How sure"),
        "{screen}"
    );
    let screen = stage.press("space space enter").screen();
    assert!(screen.contains(said), "once it was ticked: {screen}");
    assert!(stage.press("enter").screen().contains("How sure"));
    stage.press("3");
    assert!(kept(&stage, "several").picked.is_empty());
}

#[test]
fn the_run_of_ones_own_answer_is_played() {
    let screen = asked("choice").press("2 3 p").screen();
    assert!(screen.contains("The paused holder"), "{screen}");
    assert!(!screen.contains("nobody checks"), "{screen}");
}

#[test]
fn a_run_plays_and_coming_back_leads_to_the_same_explanation() {
    for keys in ["tab", "tab tab tab", "down down up"] {
        let mut stage = asked("choice");
        let before = stage.press("2 3").press(keys).screen();
        let watching = stage.press("enter").screen();
        assert!(!watching.contains("Practice"), "{watching}");
        assert_eq!(stage.press("esc").screen(), before, "{keys}");
    }
    // Whoever reads on meanwhile comes back to it, too.
    let mut stage = asked("choice");
    let before = stage.press("2 3").screen();
    assert_eq!(stage.press("esc 1 ] 4").screen(), before);
    // A page down with each, at last the next question: here the end of the round.
    let screen = stage.press("enter enter").screen();
    assert!(screen.contains("One question"), "{screen}");
}

#[test]
fn what_is_no_condition_is_told_and_is_no_answer() {
    let mut stage = asked("condition");
    let screen = stage.press("enter 'token < $2' enter").screen();
    assert!(
        screen.contains("✗") && screen.contains("\"token\""),
        "{screen}"
    );
    assert!(screen.contains("It may speak of fence (never NULL), $2."));
    assert!(stage.saved.answers.is_empty());
    // It is mended where it stands.
    let screen = stage.press("home").screen();
    assert!(screen.contains("✗"), "moving mends nothing: {screen}");
    stage.press("delete delete delete delete delete 'fence' enter 1");
    let answer = kept(&stage, "condition");
    assert_eq!(
        (answer.text.as_str(), answer.grade),
        ("fence < $2", Grade::Missed)
    );
    assert!(
        stage
            .screen()
            .contains("yours updates 0 rows; 1 is asked for.")
    );
    assert_eq!(stage.saved.draft("condition"), "");
}

#[test]
fn a_condition_that_is_pasted_is_one_line_and_survives_every_way_out() {
    for out in ["esc esc", "ctrl-c", "esc ]", "esc t", "esc 2"] {
        let mut stage = asked("condition");
        stage.send(Message::Paste("fence\n<= $2".to_owned()));
        stage.press(out);
        stage.rest();
        assert_eq!(stage.saved.draft("condition"), "fence <= $2", "{out}");
    }
}

#[test]
fn the_mouse_answers_too() {
    for size in SIZES {
        let mut stage = open(size);
        stage.press(&to("choice"));
        let (column, row) = place(&stage, "It goes on");
        stage.click(column, row);
        let (column, row) = place(&stage, "certain");
        stage.click(column, row);
        assert_eq!(kept(&stage, "choice").grade, Grade::Knew);
        let (column, row) = place(&stage, "The paused holder, and");
        stage.click(column, row);
        assert!(!stage.screen().contains("Practice"));
    }
    let mut stage = asked("order");
    for (step, onto) in [("A gets", "B writes"), ("A is paused", "B writes")] {
        for text in [step, onto] {
            let (column, row) = place(&stage, text);
            stage.click(column, row);
        }
    }
    stage.press("enter 1");
    assert_eq!(kept(&stage, "order").picked[..2], ["grant-a", "pause"]);
    let mut stage = asked("match");
    for text in ["ZooKeeper", "3  czxid", "1  none"] {
        let (column, row) = place(&stage, text);
        stage.click(column, row);
    }
    let screen = stage.screen();
    assert!(screen.contains("ZooKeeper         → 3 czxid"), "{screen}");
    assert!(screen.contains("Redlock           → 1 none"), "{screen}");
    assert!(stage.press("enter").screen().contains("Still open"));
}

#[test]
fn the_number_keys_put_a_step_in_its_place() {
    let mut stage = asked("order");
    // Shown: B writes, A gets, A resumes, A is paused, B gets.
    stage.press("5 up up up 1 down 4 up up enter 3");
    let answer = kept(&stage, "order");
    assert_eq!(answer.picked.len(), 5);
    assert_eq!(answer.picked.last().unwrap(), "write-b");
}

#[test]
fn the_footer_puts_a_step_down_only_while_one_is_held() {
    let mut stage = asked("order");
    let offers = |stage: &Stage| {
        let screen = stage.screen();
        (screen.contains("take up"), screen.contains("put down"))
    };
    assert_eq!(offers(&stage), (true, false));
    stage.press("space");
    assert_eq!(offers(&stage), (false, true));
    // What is not named there means what it means beside it.
    let screen = stage.press("5 up up").screen();
    assert_eq!(offers(&stage), (false, true), "{screen}");
    stage.press("space");
    assert_eq!(offers(&stage), (true, false));
}

#[test]
fn the_grade_that_is_chosen_has_one_look_from_end_to_end() {
    let mut stage = asked("recall");
    stage.press("space 2");
    let mut terminal = Terminal::new(TestBackend::new(80, 24)).unwrap();
    terminal.draw(|frame| stage.app.view(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let one_look = |word: &&str| {
        let (column, row) = place(&stage, word);
        let look = |x| buffer.cell((x, row)).unwrap().style();
        // The shape stands two columns before the word.
        look(column - 2) == look(column + 3)
    };
    let chosen = ["missed", "partly", "knew"].into_iter().filter(one_look);
    assert_eq!(chosen.count(), 1);
}

#[test]
fn a_round_ends_with_how_it_went_and_there_is_always_another() {
    let mut stage = open((80, 24));
    stage.press("4 enter");
    for (_, keys, ..) in ANSWERS {
        stage.press(keys);
        // What is explained is left; a recall goes on by itself.
        while stage.screen().contains("take back") && !stage.screen().contains("another round") {
            stage.press("]");
        }
    }
    let screen = stage.screen();
    assert!(screen.contains("8 questions, 3 were hard."), "{screen}");
    assert!(stage.press("m").screen().contains("1 of 3"));
    let screen = stage.press("ctrl-t").screen();
    assert!(screen.contains("Nothing is due today."), "{screen}");
    assert!(stage.press("enter").screen().contains("1 of 8"));
}

#[test]
fn to_pass_over_the_last_question_ends_the_round_whatever_its_kind() {
    for (kind, keys, ..) in ANSWERS {
        // The field of a condition is open, and has to be left first.
        let over = if kind == "condition" { "esc ]" } else { "]" };
        let screen = asked(kind).press(over).screen();
        assert!(
            screen.contains("You passed over all of it.") && screen.contains("another round"),
            "{kind}: {screen}"
        );
        // What is left out can be asked again, and then be answered.
        let mut stage = asked(kind);
        stage.press(over).press("m");
        stage.press(keys);
        assert_eq!(stage.saved.answers_to(kind).len(), 1, "{kind}");
    }
}

#[test]
fn a_start_goes_on_with_the_question_that_was_left_and_not_with_one_that_was_answered() {
    let mut stage = open((80, 24));
    stage.press("4 enter ] esc");
    let mut again = Stage::kinds(stage.saved.clone(), (80, 24));
    assert!(again.press("4").screen().contains("Client A holds a lease"));
    // The clock of each start begins at the same minute: the answer is to be the later one.
    again.press("down up down up down up 2 3 esc");
    let spot = Spot::Practice {
        question: "choice".to_owned(),
    };
    assert_eq!(again.saved.place.as_ref().unwrap().spot, spot);
    // Its explanation comes once more, and then another question.
    let mut third = Stage::kinds(again.saved.clone(), (80, 24));
    let screen = third.press("4").screen();
    assert!(screen.contains("yours."), "{screen}");
    let screen = third.press("]").screen();
    assert!(!screen.contains("Client A holds a lease"), "{screen}");
    assert!(screen.contains("2 of "), "{screen}");
}

#[test]
fn an_explanation_that_was_being_read_comes_back_at_the_next_start() {
    for (kind, keys, ..) in ANSWERS.iter().filter(|(kind, ..)| *kind != "recall") {
        let mut stage = asked(kind);
        let told = stage.press(keys).screen();
        let mut again = Stage::kinds(stage.saved.clone(), (80, 24));
        let screen = again.press("4").screen();
        // The round around it is another one.
        let below = |screen: &str| screen.lines().skip(2).collect::<Vec<_>>().join("\n");
        assert_eq!(below(&screen), below(&told), "{kind}");
        // It is not asked once more, and can still be taken back.
        let mut on = Stage::kinds(stage.saved.clone(), (80, 24));
        on.press("4 ]");
        assert_ne!(on.place(), again.place(), "{kind}");
        again.press("u");
        assert!(again.saved.last_answer(kind).is_none(), "{kind}");
        assert!(!again.screen().contains("yours."), "{kind}");
    }
}

#[test]
fn an_explanation_does_not_come_back_once_the_question_is_due() {
    let mut stage = asked("choice");
    stage.press("2 3");
    let mut later = Stage::kinds(stage.saved.clone(), (80, 24));
    later.sleep(30);
    let screen = later.press("4").screen();
    assert!(!screen.contains("Not so"), "{screen}");
}

/// Keys and clicks of every sort, at sizes of every sort.
fn any_step() -> impl Strategy<Value = Message> {
    let keys = "esc enter tab backtab space left right up down home end pgup pgdown 1 2 3 4 5 9 u t p m i ] [ ctrl-u ctrl-_";
    let keys: Vec<Key> = keys.split(' ').filter_map(keymap::parse).collect();
    let kind = prop_oneof![
        Just(MouseKind::Press),
        Just(MouseKind::WheelUp),
        Just(MouseKind::WheelDown)
    ];
    let mouse = (kind, 0..130_u16, 0..45_u16);
    prop_oneof![
        12 => proptest::sample::select(keys).prop_map(Message::Key),
        1 => "[a-z<=$ ]{1,9}".prop_map(Message::Paste),
        1 => (1..130_u16, 1..45_u16).prop_map(|(width, height)| Message::Resize { width, height }),
        3 => mouse.prop_map(|(kind, column, row)| Message::Mouse(Mouse { kind, column, row })),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 40, ..ProptestConfig::default() })]

    #[test]
    fn no_key_and_no_size_breaks_it_and_each_answer_is_whole(
        kind in proptest::sample::select(Ask::KINDS.to_vec()),
        steps in proptest::collection::vec(any_step(), 1..60),
    ) {
        let mut stage = asked(kind);
        for step in steps {
            stage.send(step);
            stage.screen();
        }
        for answer in stage.saved.answers.values() {
            prop_assert!(answer.sure.is_some());
            let chosen = matches!(&*answer.question, "choice" | "flaw" | "predict");
            prop_assert!(!chosen || answer.picked.len() == 1);
            prop_assert!(answer.question != "order" || answer.picked.len() == 5);
            prop_assert!(answer.question != "match" || answer.picked.len() == 4);
            prop_assert!(answer.question != "condition" || !answer.text.is_empty());
        }
    }
}
