//! Whoever matches sees what there is to choose from, whole, at every size: the lesson's own questions.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod stage;

use stage::{SIZES, Stage};
use token34::{
    course::{Ask, Pack, Pair},
    progress::{Record, Spot},
};

/// The lesson's questions of this kind: the id, the pairs, and what belongs to none.
fn questions() -> Vec<(String, Vec<Pair>, Vec<String>)> {
    let pack = Pack::embedded().unwrap();
    let asked = pack.lessons[0].all_questions();
    let matching = asked.filter_map(|question| match &question.ask {
        Ask::Match { pairs, others } => Some((question.id.clone(), pairs.clone(), others.clone())),
        _ => None,
    });
    matching.collect()
}

/// The program at this question.
fn asked(question: &str, size: (u16, u16)) -> Stage {
    let mut record = Record::default();
    let spot = Spot::Practice {
        question: question.to_owned(),
    };
    record.set_place("distributed-locks", spot, jiff::Timestamp::UNIX_EPOCH);
    let mut stage = Stage::taught(record, size);
    stage.press("enter");
    stage
}

/// What is shown, as running text.
fn text(stage: &Stage) -> String {
    let screen = stage.screen().replace('│', " ");
    screen.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[test]
fn all_choices_are_seen_at_each_row() {
    let all = questions();
    assert!(!all.is_empty());
    for (id, pairs, others) in all {
        for size in SIZES.into_iter().chain([(40, 12)]) {
            let mut stage = asked(&id, size);
            for pair in &pairs {
                let choices: Vec<_> = pairs
                    .iter()
                    .map(|pair| &pair.right)
                    .chain(&others)
                    .collect();
                let mut seen = text(&stage);
                if pair.id != pairs[0].id {
                    assert!(seen.contains(&pair.left), "{id} at {size:?}: {seen}");
                    // Several at once, to choose among.
                    let whole = choices.iter().filter(|choice| seen.contains(**choice));
                    assert!(whole.count() > 1, "{id} at {size:?}: {seen}");
                }
                // A small screen shows the others as one turns to them.
                for _ in 0..if size.1 < 24 { choices.len() } else { 0 } {
                    stage.press("right");
                    seen = format!("{seen} {}", text(&stage));
                }
                for choice in choices {
                    assert!(seen.contains(choice), "{id} at {size:?}: {choice}\n{seen}");
                }
                stage.press("down");
            }
        }
    }
}

#[test]
fn the_choices_open_under_the_row_where_there_is_no_room_for_all() {
    for size in [(80, 24), (44, 14)] {
        let mut stage = asked("match-lock-to-token", size);
        stage.press("down 4 down");
        insta::assert_snapshot!(format!("opened-{}x{}", size.0, size.1), stage.screen());
    }
}

#[test]
fn what_is_turned_to_is_in_view() {
    let mut stage = asked("match-job-to-guard", (40, 12));
    for _ in 0..5 {
        stage.press("right");
        let screen = stage.screen();
        let chosen = screen.lines().filter(|line| line.contains(" → ")).count();
        // The other one stands in the footer.
        assert_eq!(chosen, 2, "{screen}");
    }
}
