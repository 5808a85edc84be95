//! When a run counts as watched, and which moment of it one comes back to.

use super::*;

fn counts(keys: &str) -> bool {
    let mut ctx = context(false, false);
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    press(&mut watch, &mut ctx, keys);
    for _ in 0..4_000 {
        watch.update(&Message::Elapsed(Duration::from_millis(50)), &mut ctx);
    }
    assert!(watch.player.as_ref().unwrap().ended(), "{keys}");
    ctx.record.is_watched(&ctx.lesson.id, "paused-holder")
}

#[test]
fn a_run_counts_as_watched_once_every_moment_was_shown() {
    let step = ["right"; 40].join(" ");
    let turns = ["tab"; 20].join(" ");
    for (keys, watched) in [
        ("- +", true),
        (step.as_str(), true),
        ("right right right space", true),
        ("end", false),
        ("G", false),
        (turns.as_str(), true),
        ("tab tab tab space", true),
        ("end r", true),
        // Back through all of it, and on again.
        (&format!("end {} end", ["left"; 60].join(" ")), true),
    ] {
        assert_eq!(counts(keys), watched, "{keys}");
    }
}

#[test]
fn from_turn_to_turn_a_run_counts_once_every_question_on_the_way_was_answered() {
    let counts = |answer: &str| {
        let mut ctx = context(false, false);
        ctx.habits.predicts = true;
        let mut watch = Watch::at("paused-holder", 0, &ctx);
        let tick = Message::Elapsed(Duration::from_millis(50));
        for _ in 0..40 {
            match watch.scope() {
                Scope::Predict => press(&mut watch, &mut ctx, answer),
                _ => press(&mut watch, &mut ctx, "tab"),
            };
            for _ in 0..400 {
                watch.update(&tick, &mut ctx);
            }
        }
        assert!(watch.player.as_ref().unwrap().ended(), "{answer}");
        ctx.record.is_watched(&ctx.lesson.id, "paused-holder")
    };
    assert!(counts("1 3"));
    assert!(!counts("right tab"), "passed over");
}

#[test]
fn at_the_end_of_a_run_that_was_leapt_through_it_is_said_that_it_does_not_count() {
    let mut ctx = context(false, false);
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    let said = press(&mut watch, &mut ctx, "end");
    assert!(
        said.notice
            .unwrap()
            .starts_with("Seen turn by turn and answered")
    );
    assert_eq!(press(&mut watch, &mut ctx, "down").notice, None, "once");
    ctx.record
        .mark_watched(&ctx.lesson.id.clone(), "paused-holder");
    let mut again = Watch::at("paused-holder", 0, &ctx);
    assert_eq!(press(&mut again, &mut ctx, "end").notice, None);
}

#[test]
fn whoever_came_to_the_end_from_turn_to_turn_is_told_so_too() {
    let source = context(false, false);
    for run in &source.lesson.scenarios {
        let mut ctx = context(false, false);
        ctx.habits.predicts = false;
        let mut watch = Watch::at(run.id(), 0, &ctx);
        let mut said = Vec::new();
        while !watch.player.as_ref().unwrap().ended() {
            said.extend(press(&mut watch, &mut ctx, "tab").notice);
        }
        let counts = ctx.record.is_watched(&ctx.lesson.id, run.id());
        let told = said
            .iter()
            .any(|said| said.starts_with("Seen turn by turn"));
        assert_ne!(counts, told, "{}: {said:?}", run.id());
    }
}

#[test]
fn what_was_shown_still_counts_after_a_look_at_another_screen() {
    let mut ctx = context(false, false);
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    press(&mut watch, &mut ctx, "right right right right right");
    let left = watch.spot(&ctx);
    let watch = watch.back_at(&left, &ctx);
    assert_eq!(watch.spot(&ctx), left);
    let elsewhere = Spot::Watch {
        scenario: "paused-holder".to_owned(),
        at_ms: 500,
        nth: None,
    };
    let mut watch = watch.back_at(&elsewhere, &ctx);
    assert_eq!(watch.spot(&ctx), elsewhere);
    press(&mut watch, &mut ctx, &["right"; 40].join(" "));
    assert!(ctx.record.is_watched(&ctx.lesson.id, "paused-holder"));
}

#[test]
fn every_moment_of_every_run_is_come_back_to_also_among_several_at_once() {
    let ctx = context(false, false);
    let mut watch = Watch::at("", 0, &ctx);
    let mut at_once = 0;
    for _ in 0..ctx.lesson.scenarios.len() {
        watch.open(&ctx);
        let run = watch.player.as_ref().unwrap().timeline().clone();
        for moment in 1..run.moments.len() {
            let at = run.moments[moment].at;
            watch.player.as_mut().unwrap().stand_at(at, moment);
            let spot = watch.spot(&ctx);
            let Spot::Watch { at_ms, nth, .. } = &spot else {
                panic!("not a place in Watch");
            };
            at_once += usize::from(nth.is_some());
            watch.player.as_mut().unwrap().seek(*at_ms);
            watch = watch.at_nth(*nth);
            let player = watch.player.as_ref().unwrap();
            assert_eq!(player.moment(), moment, "{} at {at}", run.scenario);
            assert!(!watch.animating());
        }
        watch.list.step(1);
    }
    assert!(at_once > 50, "{at_once}");
}

#[test]
fn a_number_of_no_moment_there_leads_to_the_last_one() {
    let ctx = context(false, false);
    let watch = stand("paused-holder", 250, &ctx);
    let run = watch.player.as_ref().unwrap().timeline();
    for nth in [Some(0), Some(9), Some(u16::MAX)] {
        for at in [0, 250, 251, run.end] {
            assert_eq!(run.moment_of(at, nth), run.moment_at(at), "{at} {nth:?}");
        }
    }
}

#[test]
fn a_note_leaves_a_sign_where_it_belongs() {
    let places = [(14_250, None), (14_250, None), (4_000, None), (0, Some(1))];
    for ascii in [false, true] {
        let mut ctx = context(ascii, false);
        let sign = if ascii { "&" } else { "✎" };
        let signs = |ctx: &mut Context| {
            let watch = stand("paused-holder", 14_250, ctx);
            [(120, 40), (80, 24), (44, 14)]
                .map(|(width, height)| frame(&watch, ctx, width, height).matches(sign).count())
        };
        assert_eq!(signs(&mut ctx), [0, 0, 0]);
        for (at_ms, nth) in places {
            let spot = Spot::Watch {
                scenario: "paused-holder".to_owned(),
                at_ms,
                nth,
            };
            let lesson = ctx.lesson.id.clone();
            let now = ctx.now;
            ctx.record
                .begin_note(&mut ctx.pen, &lesson, spot, "here", now);
        }
        // On the axis each place once, and the moment that is told.
        let [wide, usual, narrow] = signs(&mut ctx);
        assert_eq!((wide, usual), (4, 4), "{ascii}");
        assert!(narrow >= 1, "{ascii}");
        let watch = stand("paused-holder", 14_250, &ctx);
        for (width, height) in [(120, 40), (80, 24), (44, 14)] {
            let shown = frame(&watch, &mut ctx, width, height);
            assert!(shown.contains(&format!("{sign}2")), "how many:\n{shown}");
        }
    }
}

#[test]
fn what_is_wrong_is_never_drawn_in_the_hue_of_a_client() {
    for name in Theme::names() {
        for depth in [Depth::Sixteen, Depth::True] {
            let mut ctx = context(false, false);
            ctx.theme = Theme::load(name, depth, false).unwrap();
            let clients = [0, 1, 2].map(|client| ctx.theme.style(Theme::client(client)).fg);
            for at in [12_000, 14_250] {
                let watch = stand("paused-holder", at, &ctx);
                for (width, height) in [(120, 40), (80, 24), (44, 14)] {
                    ctx.body = Rect::new(0, 0, width, height - 2);
                    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
                    terminal
                        .draw(|frame| watch.view(frame, ctx.body, &ctx))
                        .unwrap();
                    let cells = &terminal.backend().buffer().content;
                    let wrong: Vec<_> = cells.iter().filter(|cell| cell.symbol() == "≠").collect();
                    assert!(!wrong.is_empty(), "{at} {width}x{height}");
                    for cell in wrong {
                        assert!(!clients.contains(&Some(cell.fg)), "{name} {depth:?}");
                    }
                }
            }
        }
    }
}
