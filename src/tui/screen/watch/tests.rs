//! Watch on a test terminal: keys by tables, frames by tables of time, and anything at all by chance.

use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};
use proptest::prelude::*;
use ratatui::{Terminal, backend::TestBackend};

use super::*;
use crate::{
    course::{Pack, ScenarioSource},
    fencing::timeline::Millis,
    progress::{Pen, Record},
    tui::{
        keymap,
        message::{Message, Mouse, MouseKind},
        screen::Habits,
        theme::{Depth, Theme},
        widget::scene::Scene,
    },
};

/// Three clients, a partition, a lock service that is down, a write that is held up, a crash.
const STORM: &str = include_str!("storm.toml");

fn context(ascii: bool, reduced_motion: bool) -> Context {
    let pack = Pack::embedded().unwrap();
    let mut lesson = pack.lessons[0].clone();
    lesson.scenarios.push(ScenarioSource {
        file: "storm.toml".to_owned(),
        toml: STORM.into(),
    });
    Context {
        pack,
        lesson,
        record: Record::default(),
        pen: Pen::new(Timestamp::UNIX_EPOCH, 1, 1),
        theme: Theme::load("auto", Depth::Sixteen, ascii).unwrap(),
        reduced_motion,
        habits: Habits {
            predicts: false,
            fills: false,
        },
        zone: TimeZone::UTC,
        findings: Default::default(),
        series: crate::practice::generate::Series::new(7, &Record::default()),
        now: Timestamp::UNIX_EPOCH,
        body: Rect::new(0, 0, 120, 38),
    }
}

fn press(watch: &mut Watch, ctx: &mut Context, keys: &str) -> Outcome {
    let mut last = Outcome::ignored();
    for key in keys.split(' ') {
        let key = keymap::parse(key).unwrap();
        last = watch.update(&Message::Key(key), ctx);
    }
    last
}

fn at(watch: &Watch) -> Millis {
    watch.player.as_ref().unwrap().at()
}

fn stand(scenario: &str, at_ms: u64, ctx: &Context) -> Watch {
    let mut watch = Watch::at(scenario, 1, ctx);
    watch.player.as_mut().unwrap().seek(at_ms);
    watch
}

fn frame(watch: &Watch, ctx: &mut Context, width: u16, height: u16) -> String {
    ctx.body = Rect::new(0, 0, width, height - 2);
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal
        .draw(|frame| watch.view(frame, ctx.body, ctx))
        .unwrap();
    terminal.backend().to_string()
}

#[test]
fn keys_lead_to_times() {
    let mut ctx = context(false, false);
    // Moments of the run: 0, 0, 250 granted, 500 believes, … 2000 pause, 4000, 4250, 10250 lease ends, … 14000 wakes.
    let table = [
        (0, "tab", 250),
        (0, "tab tab", 2_000),
        (0, "tab tab tab", 10_250),
        (10_250, "[", 2_000),
        (10_250, "left", 4_250),
        (10_300, "left", 10_250),
        (4_100, "right", 4_250),
        (4_250, "right left", 4_250),
        (5_000, "home space", 0),
        (5_000, "shift-left shift-right", 5_000),
        (0, "backtab", 0),
        (0, ",", 0),
    ];
    for (from, keys, to) in table {
        let mut watch = stand("paused-holder", from, &ctx);
        let outcome = press(&mut watch, &mut ctx, keys);
        assert!(outcome.handled, "{keys}");
        assert_eq!(at(&watch), to, "{keys} from {from}");
        assert!(!watch.animating(), "{keys}");
    }
}

#[test]
fn it_plays_to_its_end_and_marks_it_once() {
    let mut ctx = context(false, false);
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    assert!(watch.animating());
    let tick = Message::Elapsed(Duration::from_millis(50));
    let mut before = 0;
    for _ in 0..4_000 {
        let outcome = watch.update(&tick, &mut ctx);
        assert!(at(&watch) >= before, "time runs on");
        before = at(&watch);
        if !watch.animating() {
            assert_eq!(outcome.save, Save::Now);
            break;
        }
    }
    assert!(!watch.animating(), "it stops at its end");
    assert!(ctx.record.is_watched(&ctx.lesson.id, "paused-holder"));
    assert_eq!(press(&mut watch, &mut ctx, "end").save, Save::No);
    press(&mut watch, &mut ctx, "space");
    assert!(watch.animating() && at(&watch) == 0, "it plays again");
}

#[test]
fn speed_is_a_factor() {
    let mut ctx = context(false, false);
    let tick = Message::Elapsed(Duration::from_millis(400));
    let mut after = |keys: &str| {
        let mut watch = Watch::at("paused-holder", 0, &ctx);
        press(&mut watch, &mut ctx, keys);
        watch.update(&Message::Elapsed(Duration::ZERO), &mut ctx);
        for _ in 0..15 {
            watch.update(&tick, &mut ctx);
        }
        at(&watch)
    };
    let (slow, normal, fast) = (after("-"), after("+ -"), after("+"));
    assert!(slow < normal && normal < fast, "{slow} {normal} {fast}");
}

#[test]
fn without_movement_it_stands_on_moments() {
    let mut ctx = context(false, true);
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    let tick = Message::Elapsed(Duration::from_millis(50));
    let moments: Vec<_> = {
        let run = watch.player.as_ref().unwrap().timeline();
        run.moments.iter().map(|moment| moment.at).collect()
    };
    while watch.animating() {
        watch.update(&tick, &mut ctx);
        assert!(moments.contains(&at(&watch)) || !watch.animating());
    }
}

#[test]
fn a_place_is_come_back_to() {
    let ctx = context(false, false);
    let watch = stand("paused-holder", 8_123, &ctx);
    let Spot::Watch { scenario, at_ms } = watch.spot(&ctx) else {
        panic!("not a place in Watch");
    };
    let again = Watch::at(&scenario, at_ms, &ctx);
    assert_eq!(again.spot(&ctx), watch.spot(&ctx));
    assert!(!again.animating());
    let unknown = Watch::at("no-such-run", 5, &ctx);
    assert!(unknown.player.is_none());
}

#[test]
fn back_leads_to_the_list_only_when_it_came_from_there() {
    let mut ctx = context(false, false);
    let mut watch = Watch::at("", 0, &ctx);
    assert_eq!(watch.scope(), Scope::Timelines);
    press(&mut watch, &mut ctx, "down enter");
    assert_eq!(watch.scope(), Scope::Watch);
    assert!(press(&mut watch, &mut ctx, "esc").handled);
    assert_eq!(watch.scope(), Scope::Timelines);
    assert!(!press(&mut watch, &mut ctx, "esc").handled);
    let mut linked = Watch::at("short-pause", 0, &ctx);
    assert!(!press(&mut linked, &mut ctx, "esc").handled);
}

#[test]
fn the_mouse_takes_the_playhead() {
    let mut ctx = context(false, false);
    let mut watch = stand("paused-holder", 1, &ctx);
    let mut mouse = |kind, column, row, watch: &mut Watch| {
        watch.update(&Message::Mouse(Mouse { kind, column, row }), &mut ctx);
    };
    mouse(MouseKind::Press, 60, 10, &mut watch);
    let middle = at(&watch);
    mouse(MouseKind::Drag, 200, 10, &mut watch);
    let end = watch.player.as_ref().unwrap().timeline().end;
    assert_eq!(at(&watch), end);
    assert!((6_000..9_000).contains(&middle), "{middle}");
    mouse(MouseKind::Release, 0, 10, &mut watch);
    mouse(MouseKind::Drag, 30, 10, &mut watch);
    assert_eq!(at(&watch), end, "it was let go");
    mouse(MouseKind::WheelUp, 30, 10, &mut watch);
    assert!(at(&watch) < end);
}

#[test]
fn frames_by_time_and_size() {
    let table = [
        ("paused-holder", 100, "leaves"),
        ("paused-holder", 12_000, "mistaken"),
        ("paused-holder", 14_250, "refused"),
        ("paused-holder", 60_000, "end"),
        ("paused-holder-unchecked", 60_000, "lost"),
        ("storm", 5_000, "storm"),
    ];
    let mut ctx = context(false, false);
    for (scenario, at_ms, name) in table {
        let watch = stand(scenario, at_ms, &ctx);
        for (width, height) in [(120, 40), (80, 24), (44, 14)] {
            let shown = frame(&watch, &mut ctx, width, height);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), shown);
        }
    }
}

#[test]
fn the_list_by_size() {
    let mut ctx = context(false, false);
    let kept = ["/paused-holder", "/paused-holder-unchecked", "/short-pause"];
    ctx.lesson.scenarios.retain(|source| {
        kept.iter()
            .any(|id| source.file.ends_with(&format!("{id}.toml")))
    });
    ctx.record
        .mark_watched(&ctx.lesson.id.clone(), "paused-holder");
    let watch = Watch::at("", 0, &ctx);
    for (width, height) in [(120, 40), (80, 24), (44, 14)] {
        let shown = frame(&watch, &mut ctx, width, height);
        insta::assert_snapshot!(format!("list_{width}x{height}"), shown);
    }
}

#[test]
fn the_refusal_is_said_in_words_at_every_size() {
    for ascii in [false, true] {
        let mut ctx = context(ascii, false);
        let watch = stand("paused-holder", 14_250, &ctx);
        for (width, height) in [(160, 50), (120, 40), (80, 24), (60, 20), (44, 14), (40, 12)] {
            let shown = frame(&watch, &mut ctx, width, height);
            let sign = if ascii { "X 33 < 34" } else { "✗ 33 < 34" };
            assert!(shown.contains(sign), "{width}x{height}:\n{shown}");
        }
    }
}

#[test]
fn every_timeline_of_the_lesson_says_how_it_ends() {
    let mut ctx = context(false, false);
    let list = List::of(&ctx);
    let runs: Vec<_> = list.entries().filter_map(Entry::timeline).collect();
    assert_eq!(runs.len(), ctx.lesson.scenarios.len());
    for run in runs {
        for (width, height) in [(120, 40), (80, 24), (44, 14)] {
            frame(
                &stand(&run.scenario, run.end / 2, &ctx),
                &mut ctx,
                width,
                height,
            );
            let shown = frame(
                &stand(&run.scenario, run.end, &ctx),
                &mut ctx,
                width,
                height,
            );
            let word = run.outcome.split([' ', ':']).next().unwrap();
            assert!(
                shown.contains(word),
                "{} {width}x{height}:\n{shown}",
                run.scenario
            );
        }
    }
}

#[test]
fn what_has_not_happened_is_not_drawn() {
    let mut ctx = context(false, false);
    let watch = stand("paused-holder", 14_000, &ctx);
    for (width, height) in [(120, 40), (80, 24), (44, 14)] {
        assert!(!frame(&watch, &mut ctx, width, height).contains("33 < 34"));
    }
}

#[test]
fn a_frame_while_playing_changes_few_cells() {
    let mut ctx = context(false, false);
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    let tick = Message::Elapsed(Duration::from_millis(50));
    let draw = |watch: &Watch, ctx: &Context| {
        let mut terminal = Terminal::new(TestBackend::new(120, 40)).unwrap();
        terminal
            .draw(|frame| watch.view(frame, ctx.body, ctx))
            .unwrap();
        terminal.backend().buffer().clone()
    };
    let mut before = draw(&watch, &ctx);
    let (mut most, mut bytes) = (0, 0);
    while watch.animating() {
        watch.update(&tick, &mut ctx);
        let after = draw(&watch, &ctx);
        let mut sent = Vec::new();
        let changed = before.diff(&after);
        most = most.max(changed.len());
        use ratatui::backend::Backend as _;
        ratatui::backend::CrosstermBackend::new(&mut sent)
            .draw(changed.into_iter())
            .unwrap();
        bytes = bytes.max(sent.len());
        before = after;
    }
    assert!(bytes <= 4_096, "{bytes} bytes for {most} cells");
}

/// Keys, clicks, time and sizes as they come.
fn anything() -> impl Strategy<Value = Message> {
    let keys: Vec<&str> = keymap::rows(Scope::Watch)
        .chain(keymap::rows(Scope::Predict))
        .chain(keymap::rows(Scope::Twin))
        .chain(keymap::rows(Scope::HowSure))
        .chain(keymap::rows(Scope::Timelines))
        .flat_map(|row| row.keys.split(' '))
        .chain(["esc", "z"])
        .collect();
    let kinds = [
        MouseKind::Press,
        MouseKind::Drag,
        MouseKind::Release,
        MouseKind::WheelUp,
        MouseKind::WheelDown,
    ];
    prop_oneof![
        6 => proptest::sample::select(keys).prop_map(|key| Message::Key(keymap::parse(key).unwrap())),
        2 => (proptest::sample::select(kinds.to_vec()), 0_u16..140, 0_u16..50)
            .prop_map(|(kind, column, row)| Message::Mouse(Mouse { kind, column, row })),
        2 => (0_u64..700).prop_map(|ms| Message::Elapsed(Duration::from_millis(ms))),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]
    #[test]
    fn nothing_panics(
        scenario in 0_usize..100,
        messages in proptest::collection::vec((anything(), 1_u16..130, 3_u16..45), 1..24),
        ascii: bool,
        still: bool,
        predicts: bool,
        fills: bool,
    ) {
        let mut ctx = context(ascii, still);
        ctx.habits = Habits { predicts, fills };
        let all = ctx.lesson.scenarios.len();
        let mut list = List::of(&ctx);
        for _ in 0..scenario % all {
            list.step(1);
        }
        let id = list.chosen().and_then(Entry::timeline).map(|run| run.scenario.clone());
        let mut watch = Watch::at(&id.unwrap_or_default(), 0, &ctx);
        for (message, width, height) in messages {
            watch.update(&message, &mut ctx);
            frame(&watch, &mut ctx, width, height);
        }
    }
}

#[test]
fn the_storm_is_a_sound_scenario() {
    crate::fencing::scenario::Scenario::parse("storm.toml", STORM).unwrap();
}

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
        ("tab", Scope::Watch),
        ("space", Scope::Watch),
        ("2 right", Scope::Watch),
        ("left", Scope::Watch),
        ("2 esc", Scope::Predict),
        ("4", Scope::HowSure),
        ("x", Scope::Predict),
        ("a", Scope::Watch),
        ("t", Scope::Timelines),
    ] {
        let mut watch = asked("paused-holder", &ctx).unwrap();
        let outcome = press(&mut watch, &mut ctx, keys);
        assert_eq!(watch.scope(), scope, "{keys}");
        let passes = matches!(keys, "right" | "tab" | "space" | "2 right");
        let said = outcome.notice.unwrap_or_default();
        assert_eq!(said.starts_with("Passed over"), passes, "{keys}: {said}");
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
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    let said = press(&mut watch, &mut ctx, "end").notice.unwrap();
    assert_eq!(said, "Passed over 2 questions: nothing is kept.");
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
fn a_share_code_plays() {
    let ctx = context(false, false);
    let code = crate::fencing::knobs::Knobs::default().code();
    let watch = Watch::at(&code, 1, &ctx);
    let player = watch.player.as_ref().unwrap();
    assert_eq!(player.timeline().scenario, code);
    assert!(Watch::at("0000-0000", 1, &ctx).player.is_none());
}

#[test]
fn two_runs_by_size() {
    let mut ctx = context(false, false);
    for (width, height) in [(120, 40), (80, 24), (44, 14)] {
        let mut watch = stand("paused-holder", 100, &ctx);
        press(&mut watch, &mut ctx, "w");
        assert_eq!(watch.scope(), Scope::Twin);
        press(&mut watch, &mut ctx, "d");
        let mut shown = |name: &str, watch: &Watch| {
            let shown = frame(watch, &mut ctx, width, height);
            insta::assert_snapshot!(format!("{name}_{width}x{height}"), shown);
        };
        shown("twin", &watch);
        watch.twin.as_mut().unwrap().act(Action::Other);
        watch.twin.as_mut().unwrap().act(Action::Bottom);
        shown("twin_end", &watch);
    }
}

#[test]
fn the_playhead_of_two_runs_goes_to_the_first_difference() {
    let mut ctx = context(false, false);
    // Without the check the write is let in when it arrives, and nothing differs before.
    let mut watch = stand("paused-holder", 100, &ctx);
    press(&mut watch, &mut ctx, "w d");
    assert_eq!(watch.twin.as_ref().unwrap().at(), 14_250);
    assert!(!watch.animating());
    press(&mut watch, &mut ctx, "space");
    assert!(watch.animating());
    press(&mut watch, &mut ctx, "esc");
    assert_eq!(watch.scope(), Scope::Watch);
    assert!(!watch.animating());
    // Each condition once, and then one run again.
    let mut labels = std::collections::BTreeSet::new();
    press(&mut watch, &mut ctx, "w");
    while watch.scope() == Scope::Twin {
        let shown = frame(&watch, &mut ctx, 120, 40);
        assert!(labels.insert(shown), "a condition comes once");
        press(&mut watch, &mut ctx, "d w");
    }
    assert!(labels.len() >= 3, "{}", labels.len());
}

#[test]
fn two_runs_show_the_same_instant_and_the_place_is_kept() {
    let mut ctx = context(false, false);
    let mut watch = stand("paused-holder", 100, &ctx);
    press(&mut watch, &mut ctx, "w r space tab tab tab tab tab");
    let mut twins = 0;
    while watch.scope() == Scope::Twin {
        let twin = watch.twin.as_mut().unwrap();
        twin.act(Action::Restart);
        while !twin.ended() {
            twin.act(Action::NextMark);
            let [one, other] = twin.scenes(&ctx.theme);
            // One of them may only wait for what the other does at this instant as well.
            let waits = |scene: &Scene<'_>, for_it: &Scene<'_>| {
                let later = |scene: &Scene<'_>| scene.timeline.moments[scene.moment + 1..].to_vec();
                let next = later(scene).into_iter().find(|next| next.at == one.at);
                next.is_none_or(|next| {
                    let mut same = later(for_it).into_iter();
                    same.any(|same| (same.at, &same.caption) == (next.at, &next.caption))
                })
            };
            for (scene, other) in [(&one, &other), (&other, &one)] {
                let there = scene.now().at == scene.at;
                assert!(there || waits(scene, other), "{}", one.at);
            }
        }
        twins += 1;
        press(&mut watch, &mut ctx, "w");
    }
    assert!(twins >= 3, "{twins}");
    press(&mut watch, &mut ctx, "w d");
    let left = watch.twin.as_ref().unwrap().at();
    press(&mut watch, &mut ctx, "esc");
    assert_eq!(at(&watch), left);
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
