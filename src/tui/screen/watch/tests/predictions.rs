//! What is asked on the way through a run.

use super::*;

/// Stands where a scenario is first asked for a prediction; `None` if it asks for none.
fn asked(scenario: &str, ctx: &Context) -> Option<Watch> {
    let mut watch = Watch::at(scenario, 0, ctx);
    let player = watch.player.as_mut().unwrap();
    for _ in 0..player.timeline().moments.len() + 8 {
        if player.phase() != Phase::Watching {
            return Some(watch);
        }
        player.act(keymap::Action::Next);
    }
    None
}

fn asking(ctx: &mut Context) {
    ctx.habits.predicts = true;
}

#[test]
fn a_prediction_is_asked_for_taken_and_told() {
    let mut ctx = context(false, false);
    asking(&mut ctx);
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    let tick = Message::Elapsed(Duration::from_millis(50));
    let play = |watch: &mut Watch, ctx: &mut Context| {
        for _ in 0..4_000 {
            watch.update(&tick, ctx);
            if !watch.animating() {
                break;
            }
        }
    };
    play(&mut watch, &mut ctx);
    assert_eq!(watch.scope(), Scope::Predict);
    assert!(!watch.animating(), "what is asked stands still");
    assert!(at(&watch) < 10_250);
    // A wrong answer, and certain of it.
    assert_eq!(press(&mut watch, &mut ctx, "1").save, Save::No);
    assert_eq!(watch.scope(), Scope::HowSure);
    assert_eq!(press(&mut watch, &mut ctx, "3").save, Save::Now);
    let kept: Vec<_> = ctx.record.predictions_of("paused-holder");
    assert_eq!(kept.len(), 1);
    let one = kept[0];
    assert_eq!(
        (one.moment.as_str(), one.answer.as_str()),
        ("end-A-1", "told")
    );
    assert!(!one.right && one.sure == crate::progress::Sure::Certain);
    play(&mut watch, &mut ctx);
    assert_eq!((watch.scope(), at(&watch)), (Scope::Happened, 10_250));
    let shown = frame(&watch, &mut ctx, 120, 40);
    assert!(shown.contains("Not so, and you were certain."), "{shown}");
    assert!(shown.contains("Nothing reaches a process"), "{shown}");
    press(&mut watch, &mut ctx, "space");
    play(&mut watch, &mut ctx);
    assert_eq!((watch.scope(), at(&watch)), (Scope::Predict, 13_999));
    press(
        &mut watch,
        &mut ctx,
        "down down enter enter down down enter",
    );
    play(&mut watch, &mut ctx);
    assert_eq!((watch.scope(), at(&watch)), (Scope::Happened, 14_250));
    let shown = frame(&watch, &mut ctx, 120, 40);
    assert!(
        shown.contains("Right, and you were fairly sure."),
        "{shown}"
    );
    press(&mut watch, &mut ctx, "space");
    play(&mut watch, &mut ctx);
    assert!(watch.player.as_ref().unwrap().ended());
    assert_eq!(ctx.record.predictions_of("paused-holder").len(), 2);
    // From the beginning, it is asked again.
    press(&mut watch, &mut ctx, "r");
    play(&mut watch, &mut ctx);
    assert_eq!(watch.scope(), Scope::Predict);
}

#[test]
fn a_question_can_be_passed_over_and_says_so() {
    let mut ctx = context(false, false);
    asking(&mut ctx);
    for (keys, scope) in [
        ("right", Scope::Watch),
        ("space", Scope::Watch),
        ("2 right", Scope::Watch),
        ("left", Scope::Watch),
        ("2 esc", Scope::Predict),
        ("4", Scope::HowSure),
        ("x", Scope::Predict),
        ("tab", Scope::Predict),
        ("end", Scope::Predict),
        ("2 tab", Scope::HowSure),
        ("a", Scope::Watch),
        ("t", Scope::Timelines),
    ] {
        let mut watch = asked("paused-holder", &ctx).unwrap();
        let outcome = press(&mut watch, &mut ctx, keys);
        assert_eq!(watch.scope(), scope, "{keys}");
        let passes = matches!(keys, "right" | "space" | "2 right" | "t");
        let said = outcome.notice.unwrap_or_default();
        assert_eq!(
            said.ends_with(": nothing is kept."),
            passes,
            "{keys}: {said}"
        );
        ctx.habits.predicts = true;
    }
    let mut watch = asked("paused-holder", &ctx).unwrap();
    press(&mut watch, &mut ctx, "left right");
    assert_eq!(
        watch.scope(),
        Scope::Predict,
        "it was only left for a look back"
    );
    assert!(ctx.record.predictions.is_empty());
    let mut watch = Watch::at("", 0, &ctx);
    press(&mut watch, &mut ctx, "enter tab tab tab tab tab");
    assert_eq!(watch.scope(), Scope::Predict);
    let said = press(&mut watch, &mut ctx, "t").notice.unwrap_or_default();
    assert!(said.ends_with("nothing is kept."), "{said}");
}

#[test]
fn no_way_forward_passes_a_question_that_was_not_asked() {
    let mut ctx = context(false, false);
    asking(&mut ctx);
    let mut watch = Watch::at("", 0, &ctx);
    let mut questions = 0;
    let runs = ctx.lesson.scenarios.len();
    for run in 0..runs {
        for way in ["tab", "end", ".", "right", "mouse"] {
            watch.open(&ctx);
            let player = watch.player.as_mut().unwrap();
            player.stand();
            let all = player.open();
            let mut asked = 0;
            while !watch.player.as_ref().unwrap().ended() {
                if way == "mouse" {
                    for kind in [MouseKind::Press, MouseKind::Drag] {
                        let (column, row) = (117, 10);
                        let mouse = Mouse { kind, column, row };
                        watch.update(&Message::Mouse(mouse), &mut ctx);
                    }
                } else {
                    press(&mut watch, &mut ctx, way);
                }
                let place = (at(&watch), watch.scope());
                if place.1 == Scope::Predict {
                    asked += 1;
                    // Nothing but an answer, or the step that says so, leads on.
                    press(&mut watch, &mut ctx, "tab ] end shift-right .");
                    assert_eq!((at(&watch), watch.scope()), place, "{way}");
                    press(&mut watch, &mut ctx, "right");
                }
                // The step may have led to the next question already.
                while watch.scope() == Scope::Predict {
                    asked += 1;
                    press(&mut watch, &mut ctx, "right");
                }
            }
            assert_eq!(asked, all, "{way} in run {run}");
            questions += asked;
        }
        watch.list.step(1);
    }
    assert!(questions > 100, "{questions}");
    assert!(ctx.record.predictions.is_empty());
}

#[test]
fn nothing_gives_the_answer_away() {
    for still in [false, true] {
        let mut ctx = context(false, still);
        asking(&mut ctx);
        let list = List::of(&ctx);
        let ids: Vec<_> = list
            .entries()
            .filter_map(Entry::timeline)
            .map(|run| run.scenario.clone())
            .collect();
        for id in ids {
            let Some(mut watch) = asked(&id, &ctx) else {
                continue;
            };
            for _ in 0..predict::MOST {
                let player = watch.player.as_ref().unwrap();
                let run = player.timeline().clone();
                let question = player.question().unwrap().clone();
                let next = &run.moments[question.before];
                assert!(at(&watch) < next.at, "{id}: time stands before it");
                let past = player.scene(&ctx.theme).moment;
                assert_eq!(past + 1, question.before, "{id}");
                let sizes = [(120, 40), (80, 24), (44, 14)];
                for (width, height) in sizes.into_iter().filter(|_| !still) {
                    let shown = frame(&watch, &mut ctx, width, height);
                    let words = shown.replace(['\n', '"'], " ");
                    let words: Vec<_> = words.split_whitespace().collect();
                    assert!(
                        !words
                            .join(" ")
                            .contains(&run.moments[question.answered].caption),
                        "{id}:\n{shown}"
                    );
                }
                press(&mut watch, &mut ctx, "right");
                let moments = run.moments.len();
                for _ in 0..moments {
                    if watch.scope() == Scope::Watch {
                        press(&mut watch, &mut ctx, "right");
                    }
                }
                if watch.scope() != Scope::Predict {
                    break;
                }
            }
        }
    }
}

#[test]
fn questions_by_size() {
    let mut ctx = context(false, false);
    asking(&mut ctx);
    for (width, height) in [(120, 40), (80, 24), (44, 14)] {
        let mut watch = asked("paused-holder", &ctx).unwrap();
        press(&mut watch, &mut ctx, "right tab tab tab tab");
        assert_eq!(watch.scope(), Scope::Predict);
        let mut shown = |name: &str, watch: &Watch| {
            let shown = frame(watch, &mut ctx, width, height);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), shown);
        };
        shown("asked", &watch);
        let player = watch.player.as_mut().unwrap();
        player.take_answer(Some(0));
        shown("how_sure", &watch);
        let player = watch.player.as_mut().unwrap();
        player.take_answer(Some(2));
        for _ in 0..200 {
            player.elapse(Duration::from_millis(100));
        }
        shown("happened", &watch);
    }
}

#[test]
fn the_last_answer_is_reached_by_going_down() {
    let mut ctx = context(false, false);
    asking(&mut ctx);
    let mut watch = asked("paused-holder", &ctx).unwrap();
    press(&mut watch, &mut ctx, "down down down");
    let shown = frame(&watch, &mut ctx, 40, 12);
    assert!(shown.contains("4  The lock is free"), "{shown}");
}

#[test]
fn the_mouse_answers() {
    let mut ctx = context(false, false);
    asking(&mut ctx);
    for (width, height) in [(120, 40), (80, 24), (44, 14)] {
        let mut watch = asked("paused-holder", &ctx).unwrap();
        let shown = frame(&watch, &mut ctx, width, height);
        let row = shown
            .lines()
            .position(|line| line.contains("2  The lock is B\'s"))
            .unwrap();
        let mouse = Mouse {
            kind: MouseKind::Press,
            column: 10,
            row: u16::try_from(row).unwrap(),
        };
        watch.update(&Message::Mouse(mouse), &mut ctx);
        assert_eq!(watch.scope(), Scope::HowSure, "{width}x{height}");
        let player = watch.player.as_ref().unwrap();
        assert_eq!(player.phase(), Phase::Sure(0, 1));
    }
}

#[test]
fn a_cell_is_filled_in_before_it_is_shown() {
    let mut ctx = context(false, false);
    ctx.habits.fills = true;
    for (width, height) in [(120, 40), (80, 24), (44, 14)] {
        let mut watch = asked("paused-holder", &ctx).unwrap();
        press(&mut watch, &mut ctx, "right");
        for _ in 0..12 {
            if watch.scope() == Scope::Watch {
                press(&mut watch, &mut ctx, "right");
            }
        }
        assert_eq!(watch.scope(), Scope::Predict);
        let shown = frame(&watch, &mut ctx, width, height);
        insta::assert_snapshot!(format!("cell_{width}x{height}"), shown);
        let right = watch.player.as_ref().unwrap().question().unwrap().right;
        press(&mut watch, &mut ctx, &(right + 1).to_string());
        assert!(watch.animating(), "no word is asked for how sure");
        assert!(ctx.record.predictions.is_empty());
    }
}

#[test]
fn a_cell_filled_in_wrongly_says_which_sign_belongs_to_what() {
    let mut ctx = context(false, false);
    ctx.habits.fills = true;
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    press(&mut watch, &mut ctx, "tab");
    let question = watch.player.as_ref().unwrap().question().unwrap().clone();
    let wrong = usize::from(question.right == 0);
    press(&mut watch, &mut ctx, &format!("{} tab", wrong + 1));
    let shown = frame(&watch, &mut ctx, 100, 30);
    let own = &question.choices[wrong];
    assert!(shown.contains(&format!("✗ {}", own.text)), "{shown}");
    let truth = &question.choices[question.right].text;
    assert!(shown.contains(&format!("✓ {truth}")), "{shown}");
    assert!(!own.why.is_empty());
    assert!(shown.contains("TTL 10 s"), "{shown}");
}
