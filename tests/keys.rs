//! What keys mean with something lying over a screen, at the end of what scrolls, and in each line that is typed into.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod stage;

use stage::{SIZES, Stage};
use token34::{
    progress::{Answer, Grade, Pen, Record, Spot},
    tui::message::{Effect, Message, Mouse, MouseKind},
};

const LESSON: &str = "distributed-locks";

/// The screen after these keys, from Home of a course of three lessons.
fn three(keys: &str) -> String {
    let mut stage = Stage::three(Record::default(), (80, 24));
    // The lessons of the course lie over Home at the first start.
    stage.press("esc").press(keys).screen()
}

#[test]
fn what_lies_over_a_screen_takes_its_keys_and_gives_way_alone() {
    // From the first part of the lesson: what is opened over it, a key there, and the keys that lead to the same without.
    let over_reading = [
        ("?", "esc", ""),
        ("?", "h", ""),
        ("?", "?", ""),
        ("?", "enter", ""),
        ("?", "1", ""),
        ("?", "2", "2"),
        ("?", "3", "3"),
        ("?", "4", "4"),
        ("?", "5", "5"),
        ("?", "6", "6"),
        ("?", "n", "n"),
        ("?", "ctrl-n", "ctrl-n"),
        ("?", "/", "/"),
        ("?", "down k", "?"),
        ("/", "esc", ""),
        ("/", "ctrl-n", "/"),
        ("/", "'h'", "/ 'h'"),
        // What lies beneath the search is there again after it.
        ("? /", "esc", "?"),
        ("? /", "esc h", ""),
        ("? /", "'token' enter", "/ 'token' enter"),
    ];
    for (over, key, same) in over_reading {
        let screen = three(&format!("1 {over} {key}"));
        assert_eq!(screen, three(&format!("1 {same}")), "{over}, then {key}");
    }
    let over_home = [
        ("t", "esc", ""),
        ("t", "t", ""),
        ("t", "h", ""),
        ("t", "1", "1"),
        ("t", "6", "6"),
        ("t", "n", "n"),
        ("t", "/", "/"),
        ("t down ?", "esc", "t down"),
        ("t down ?", "h", "t down"),
        ("t down ?", "2", "2"),
        ("t down /", "esc", "t down"),
        ("t ? /", "esc esc esc", ""),
    ];
    for (over, key, same) in over_home {
        let screen = three(&format!("{over} {key}"));
        assert_eq!(screen, three(same), "{over}, then {key}");
    }
    assert!(three("t ?").contains("open the lesson"), "{}", three("t ?"));
    for over in ["?", "t", "/", "t ?", "t /"] {
        for (key, effect) in [("ctrl-c", Effect::Quit), ("ctrl-z", Effect::Suspend)] {
            let mut stage = Stage::three(Record::default(), (80, 24));
            stage.press("esc").press(over).press(key);
            assert_eq!(stage.effects, [effect], "{over}, then {key}");
        }
    }
}

#[test]
fn a_screen_is_set_anew_beneath_what_lies_over_it() {
    for over in ["?", "/", "? /"] {
        let mut stage = Stage::deep(Record::default(), (120, 40));
        stage.press("1 G").press(over);
        stage.resize((44, 14));
        let screen = stage.press("esc esc").screen();
        let mut other = Stage::deep(Record::default(), (120, 40));
        other.press("1 G").resize((44, 14));
        // The second Esc leads on from where there was one page over the screen alone.
        let same = match over {
            "? /" => other.screen(),
            _ => other.press("esc").screen(),
        };
        assert_eq!(screen, same, "{over}");
    }
}

#[test]
fn the_lesson_that_a_key_completes_is_the_one_that_is_shown() {
    let mut stage = Stage::three(Record::default(), (80, 24));
    stage.press("down c");
    let complete = |stage: &Stage| -> Vec<String> {
        let lessons = ["clocks", "leases", "retries"].into_iter();
        let complete = lessons.filter(|one| stage.saved.is_complete(one));
        complete.map(str::to_owned).collect()
    };
    assert_eq!(complete(&stage), ["leases"], "chosen in the list");
    stage.press("esc ? c");
    assert_eq!(
        complete(&stage),
        ["clocks", "leases"],
        "open beneath the keys"
    );
}

/// Digits beside a question choose an answer, and nobody completes the lesson in its midst: nor while its keys are shown.
#[test]
fn no_key_leads_away_from_a_question_whose_keys_are_shown() {
    let mut stage = Stage::kinds(Record::default(), (80, 24));
    let keys = stage.press("4 enter right ?").screen();
    for key in ["2", "6", "c"] {
        assert_eq!(stage.press(key).screen(), keys, "{key}");
    }
    assert!(!stage.saved.is_complete(LESSON));
}

/// Presses the key until the screen stays as it is, and once more; then one key back must change it.
fn ends_where_it_stands(
    stage: &mut Stage,
    way: &str,
    forth: &dyn Fn(&mut Stage),
    back: &dyn Fn(&mut Stage),
) {
    // The first key ends what the footer said.
    back(stage);
    let begun = stage.screen();
    for _ in 0..40 {
        forth(stage);
    }
    let end = stage.screen();
    if end == begun {
        return;
    }
    back(stage);
    assert_ne!(stage.screen(), end, "{way} at {:?}:\n{end}", stage.size);
}

fn press(key: &'static str) -> impl Fn(&mut Stage) {
    move |stage: &mut Stage| {
        stage.press(key);
    }
}

fn wheel(kind: MouseKind) -> impl Fn(&mut Stage) {
    move |stage: &mut Stage| {
        let (column, row) = (stage.size.0 / 2, stage.size.1 - 3);
        stage.send(Message::Mouse(Mouse { kind, column, row }));
    }
}

/// Where a wrong answer to the first question of a run was given, and it is told what happened.
fn told(size: (u16, u16)) -> Stage {
    // Where all of it fits, the question is seen whole.
    let mut wide = Stage::deep(Record::default(), (120, 40));
    wide.press("2 enter");
    let steps = (0..40).take_while(|_| !wide.press("right").screen().contains("What then?"));
    let steps = steps.count();
    let mut stage = Stage::deep(Record::default(), size);
    stage.press("2 enter");
    for _ in 0..=steps {
        stage.press("right");
    }
    stage.press("1 3").rest();
    assert!(stage.screen().contains("Not so"), "{}", stage.screen());
    stage
}

#[test]
fn nothing_scrolls_past_its_end() {
    let keys = [
        ("1", "down", "up"),
        ("1 ?", "down", "up"),
        ("6", "down", "up"),
        ("w 2 1", "down", "up"),
        ("2", "down", "up"),
        ("2 enter enter a", "down", "up"),
        ("2 enter enter a right right right", "down", "up"),
        ("2 enter enter a end", "down", "up"),
        ("2 enter b", "down", "up"),
        ("3 tab", "pgdown", "pgup"),
        ("3 tab i i enter enter", "pgdown", "pgup"),
        ("3 tab ] ] ] i enter", "pgdown", "pgup"),
        ("D", "down", "up"),
        ("4", "down", "up"),
        ("4 enter enter", "down", "up"),
    ];
    for size in SIZES.into_iter().chain([(70, 16), (44, 30)]) {
        for (way, forth, back) in keys {
            let mut stage = Stage::deep(Record::default(), size);
            stage.press(way);
            ends_where_it_stands(&mut stage, way, &press(forth), &press(back));
        }
        let wheel = (wheel(MouseKind::WheelDown), wheel(MouseKind::WheelUp));
        for way in [
            "1",
            "1 ?",
            "6",
            "w 2 1",
            "2",
            "3 tab",
            "D",
            "4",
            "4 enter enter",
        ] {
            let mut stage = Stage::deep(Record::default(), size);
            stage.press(way);
            ends_where_it_stands(&mut stage, way, &wheel.0, &wheel.1);
        }
        let mut stage = told(size);
        ends_where_it_stands(&mut stage, "told, by the wheel", &wheel.0, &wheel.1);
        let mut stage = told(size);
        ends_where_it_stands(&mut stage, "told, by keys", &press("down"), &press("up"));
    }
}

#[test]
fn the_clock_and_the_ladder_tell_one_time_also_where_something_is_asked() {
    let mut stage = Stage::open(Record::default(), (44, 14));
    stage.press("2 enter");
    let mut asked = 0;
    let number = |word: &str| word.parse::<f64>().ok();
    for _ in 0..20 {
        stage.press("right");
        let screen = stage.screen();
        let head = screen.lines().next().unwrap();
        let clock = head.split_whitespace().filter_map(number).next_back();
        let marked = screen
            .lines()
            .filter_map(|line| line.trim_start().strip_prefix('▸'));
        let mut marked = marked.filter_map(|line| number(line.split_whitespace().next()?));
        let time = marked.next();
        // At the end there is no ladder.
        assert!(time.is_none() || time == clock, "{screen}");
        asked += usize::from(screen.contains("pass over") && time.is_some());
    }
    assert!(asked > 0);
}

#[test]
fn what_enter_opens_in_the_text_is_marked_before_it_is_chosen() {
    let mut stage = Stage::deep(Record::default(), (80, 24));
    let screen = stage.press("1").screen();
    assert_eq!(screen.matches("↵▶").count(), 1, "{screen}");
    assert!(!stage.press("tab").screen().contains("↵▶"));
}

/// The lines that are typed into: how each is opened, and what stands before what is typed.
const LINES: [(&str, &str); 4] = [("/", "/ "), ("D /", "/"), ("5 /", "/"), ("3 i", "code: ")];

#[test]
fn every_line_is_edited_by_the_same_keys() {
    let accent = "'e\u{301}'";
    let table = [
        ("'one two'", "one two"),
        // What looks like one character is erased as one.
        (accent, "one twoe\u{301}"),
        ("backspace", "one two"),
        ("ctrl-h", "one tw"),
        ("ctrl-w", "one "),
        ("ctrl-w", ""),
        ("ctrl-w backspace", ""),
        ("'a lease' alt-backspace", "a "),
        ("'b c  ' ctrl-backspace", "a b "),
        ("ctrl-u", ""),
        ("'again'", "again"),
    ];
    for (open, before) in LINES {
        let mut stage = Stage::deep(Record::default(), (80, 24));
        stage.press(open);
        for (keys, left) in table {
            let screen = stage.press(keys).screen();
            let line = format!("{before}{left}");
            let shown = screen.lines().any(|row| {
                let row = row.trim_start();
                row == line.trim_end() || row.starts_with(&format!("{line}  "))
            });
            assert!(shown, "{open}, {keys}: `{line}`\n{screen}");
        }
    }
}

#[test]
fn no_line_takes_more_than_it_can_hold() {
    for (open, before) in LINES {
        let mut stage = Stage::deep(Record::default(), (80, 24));
        stage.press(open);
        stage.send(Message::Paste("lease\n\u{1b}[31m".repeat(100_000)));
        for _ in 0..token34::tui::line::LONGEST {
            stage.press("backspace");
        }
        let screen = stage.press("'q'").screen();
        let line = format!("{before}q");
        assert!(screen.contains(&line), "{open}: `{line}`\n{screen}");
        let left = format!("{before}lease");
        assert!(!screen.contains(&left), "{open}:\n{screen}");
    }
}

#[test]
fn a_note_on_a_term_that_was_searched_for_holds_on_to_the_term() {
    let at = |keys: &str| {
        let mut stage = Stage::deep(Record::default(), (80, 24));
        stage.press("D").press(keys);
        stage.place()
    };
    let term = |id: &str| Spot::Read {
        section: format!("glossary{id}"),
        permille: 0,
    };
    assert_eq!(at(""), term(""));
    assert_eq!(at("down"), term("/fencing-token"));
    assert_eq!(at("/ 'fencing' enter"), term("/fencing-token"));
    assert_eq!(at("/ 'no such term' enter"), term(""));
}

/// An answer that comes from another instance, taken in without a message.
fn another_answers(stage: &mut Stage) {
    let mut record = stage.app.record().clone();
    let now = jiff::Timestamp::from_second(1_790_000_000).unwrap();
    let mut pen = Pen::new(now, 99, record.revision);
    record.add_answer(&mut pen, Answer::new("two-believers", now, Grade::Missed));
    stage.app.take_in(&record);
}

#[test]
fn what_another_instance_answered_and_a_new_day_are_shown_at_once() {
    for door in ["6", "4"] {
        let mut stage = Stage::deep(Record::default(), (80, 24));
        let before = stage.press(door).screen();
        another_answers(&mut stage);
        let answered = stage.screen();
        assert_ne!(answered, before, "door {door}");
        stage.sleep(3);
        stage.send(Message::Focus(true));
        assert_ne!(stage.screen(), answered, "door {door}");
        let mut again = Stage::deep(stage.app.record().clone(), (80, 24));
        again.sleep(3);
        assert_eq!(stage.screen(), again.press(door).screen(), "door {door}");
    }
}
