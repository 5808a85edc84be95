//! The page of progress as a learner meets it: pictures at three sizes, keys and clicks that lead on, and days that go by.

mod stage;

use jiff::{SignedDuration, Timestamp};
use stage::{SIZES, Stage};
use token34::progress::{Answer, Grade, Pen, Prediction, Record, Spot, Sure};
use token34::tui::message::Message;

use Grade::{Knew, Missed, Partly};
use Sure::{Certain, Fairly, Guess};

const LESSON: &str = "distributed-locks";

/// Some weeks of practice: question, days ago, grade, how sure, what was picked.
const ANSWERS: [(&str, i64, Grade, Sure, &str); 11] = [
    ("several", 40, Partly, Guess, "rises"),
    ("condition", 12, Missed, Certain, "strict"),
    ("condition", 11, Knew, Fairly, "at-most"),
    ("match", 11, Knew, Certain, "etcd=create"),
    ("several", 9, Knew, Certain, "rises"),
    ("flaw", 5, Missed, Guess, "release"),
    ("flaw", 4, Knew, Fairly, "check"),
    ("order", 3, Knew, Certain, "grant-a"),
    ("order", 2, Partly, Certain, "grant-a"),
    ("recall", 2, Partly, Fairly, "p0"),
    ("choice", 1, Missed, Certain, "stops"),
];

fn some_weeks() -> Record {
    let now = Timestamp::constant(1_790_000_000, 0);
    let mut record = Record::default();
    let mut pen = Pen::new(now, 1, 0);
    for (question, ago, grade, sure, picked) in ANSWERS {
        let at = now - SignedDuration::from_hours(24 * ago);
        let mut answer = Answer::new(question, at, grade);
        answer.sure = Some(sure);
        answer.picked = vec![picked.to_owned()];
        record.add_answer(&mut pen, answer);
    }
    let prediction = Prediction {
        scenario: "paused-holder".to_owned(),
        moment: "write-A-1".to_owned(),
        answer: "refused".to_owned(),
        right: true,
        sure: Guess,
        at: now - SignedDuration::from_hours(30),
    };
    record.add_prediction(&mut pen, prediction);
    record.mark_read(LESSON, "overview");
    record
}

#[test]
fn the_page() {
    for size in SIZES {
        let mut stage = Stage::kinds(Record::default(), size);
        let screen = stage.press("6").screen();
        insta::assert_snapshot!(format!("progress-new-{}x{}", size.0, size.1), screen);
        let mut stage = Stage::kinds(some_weeks(), size);
        let screen = stage.press("6").screen();
        let mut whole = screen.clone();
        insta::assert_snapshot!(format!("progress-{}x{}", size.0, size.1), screen);
        for _ in 0..12 {
            whole += &stage.press("space").screen();
        }
        for said in [
            "certain of",
            "“Less and at most are",
            "met once, overcome",
            "met once, not right since",
            "A day begins at 4",
        ] {
            assert!(whole.contains(said), "{said}\n{whole}");
        }
    }
}

#[test]
fn what_is_open_leads_there_and_back() {
    let table = [
        ("enter", "begin"),
        ("tab enter", "Fencing"),
        ("tab tab enter", "What happens to its write?"),
        ("G backtab", "Progress"),
    ];
    for (keys, wanted) in table {
        let mut stage = Stage::kinds(some_weeks(), (80, 24));
        let screen = stage.press("6").press(keys).screen();
        assert!(screen.contains(wanted), "{keys}:\n{screen}");
        let back = stage.press("esc esc esc 6").screen();
        assert!(back.contains("Progress"), "{back}");
    }
}

#[test]
fn a_click_leads_there_too() {
    for size in SIZES {
        let mut stage = Stage::kinds(some_weeks(), size);
        stage.press("6");
        let row = loop {
            let screen = stage.screen();
            if let Some(row) = screen
                .lines()
                .position(|line| line.contains("Read: Fencing"))
            {
                break row;
            }
            stage.press("down");
        };
        stage.click(8, u16::try_from(row).unwrap());
        stage.press("q");
        let place = stage.saved.place.as_ref().unwrap();
        assert!(
            matches!(&place.spot, Spot::Read { section, .. } if section == "fencing"),
            "{size:?} {place:?}"
        );
    }
}

#[test]
fn the_chosen_thing_is_always_on_the_screen() {
    for width in [40, 44, 57, 79, 107, 108, 131, 200] {
        for height in [12, 14, 23, 51] {
            let mut stage = Stage::kinds(some_weeks(), (width, height));
            stage.press("6");
            for key in ["tab", "backtab"] {
                for _ in 0..30 {
                    let screen = stage.press(key).screen();
                    let signs = screen.matches('▸').count();
                    assert_eq!(signs, 1, "{width}x{height} {key}\n{screen}");
                }
            }
            stage.press("G space b g down up pgup");
            stage.resize((40, 12));
            stage.press("tab").screen();
        }
    }
}

#[test]
fn what_is_chosen_stays_so_through_a_size_that_shows_nothing() {
    for size in SIZES {
        let mut stage = Stage::open(some_weeks(), size);
        for keys in ["6", "tab tab tab tab tab"] {
            let before = stage.press(keys).screen();
            assert!(before.contains('▸'), "{before}");
            for small in [(1, 1), (40, 3), (0, 0)] {
                stage.resize(small);
            }
            stage.resize(size);
            assert_eq!(stage.screen(), before);
        }
    }
}

#[test]
fn what_was_answered_comes_again_when_its_day_has_come() {
    let mut stage = Stage::kinds(Record::default(), (80, 24));
    assert!(stage.screen().contains("8 new"), "{}", stage.screen());
    // The second question of the round, a choice, is answered wrongly and surely.
    stage.press("4 enter right");
    let screen = stage.screen();
    let shown = screen
        .lines()
        .find(|line| line.contains("It stops,"))
        .unwrap();
    let number = shown.chars().find(char::is_ascii_digit).unwrap();
    stage.press(&format!("{number} 3"));
    let answer = stage.saved.last_answer("choice").unwrap();
    assert_eq!((answer.grade, answer.sure), (Missed, Some(Certain)));

    let screen = stage.press("esc esc 6").screen();
    assert!(
        screen.contains("Nothing is due today; 7 new ones"),
        "{screen}"
    );
    stage.sleep(1);
    let screen = stage.press("esc esc 6").screen();
    assert!(
        screen.contains("1 question is due today, and 7 new"),
        "{screen}"
    );
    let screen = stage.press("esc esc").screen();
    assert!(screen.contains("1 due, 7 new"), "{screen}");
    // It is the first of the next round.
    let screen = stage.press("6 enter t enter").screen();
    assert!(
        screen.contains("paused for 15 s. What does A do"),
        "{screen}"
    );

    // Taken back, it was never given.
    let id = stage.saved.answers.keys().next().unwrap().clone();
    let mut record = stage.saved.clone();
    record.withdraw_answer(&id);
    let screen = Stage::kinds(record, (80, 24)).press("6").screen();
    assert!(screen.contains("8 new ones can be begun"), "{screen}");
}

#[test]
fn marking_complete_says_what_is_open_and_refuses_nothing() {
    let mut stage = Stage::kinds(some_weeks(), (80, 24));
    let screen = stage.press("c").screen();
    let open = "Marked complete. Still open: 1 part, 1 question, 1 misconception.";
    assert!(screen.contains(open), "{screen}");
    assert!(stage.saved.is_complete(LESSON));
    let screen = stage.press("6").screen();
    assert!(
        screen.contains("complete since 21 September 2026"),
        "{screen}"
    );
    // A stray key takes nothing back, and any other key forgets what was asked.
    let ask = "Complete since 21 September 2026. c again takes that back.";
    for keys in ["c", "down c", "up c"] {
        let screen = stage.press(keys).screen();
        assert!(screen.contains(ask), "{keys}\n{screen}");
        assert!(stage.saved.is_complete(LESSON), "{keys}");
    }
    stage.click(0, 0);
    assert!(!stage.screen().contains(ask));
    for text in ["c", "x"] {
        let screen = stage.press("c").screen();
        assert!(screen.contains(ask), "{screen}");
        stage.send(Message::Paste(text.to_owned()));
        assert!(!stage.screen().contains(ask), "{text}");
        assert!(stage.saved.is_complete(LESSON), "{text}");
    }
    stage.press("c");
    let screen = stage.press("c").screen();
    assert!(screen.contains("is open again") && screen.contains("not marked complete"));
    assert!(!stage.saved.is_complete(LESSON));
}
