//! Watch on a test terminal: keys by tables, and frames by tables of time.

mod chance;
mod predictions;
mod twins;
mod watched;

use std::time::Duration;

use jiff::{Timestamp, tz::TimeZone};
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
    let Spot::Watch {
        scenario, at_ms, ..
    } = watch.spot(&ctx)
    else {
        panic!("not a place in Watch");
    };
    let again = Watch::at(&scenario, at_ms, &ctx);
    assert_eq!(again.spot(&ctx), watch.spot(&ctx));
    assert!(!again.animating());
    let unknown = Watch::at("no-such-run", 5, &ctx);
    assert!(unknown.player.is_none());
}

#[test]
fn at_its_end_a_run_leads_on_and_other_keys_still_lead_back_into_it() {
    let mut ctx = context(false, false);
    for (keys, plays) in [
        ("left", false),
        ("backtab", false),
        ("space", true),
        ("r", true),
    ] {
        let mut watch = Watch::at("paused-holder", 0, &ctx);
        press(&mut watch, &mut ctx, "end");
        assert_eq!(watch.scope(), Scope::Ended);
        press(&mut watch, &mut ctx, keys);
        assert_eq!(watch.scope(), Scope::Watch, "{keys}");
        assert_eq!(watch.animating(), plays, "{keys}");
    }
    let mut watch = Watch::at("paused-holder", 0, &ctx);
    let next = watch.list.after().unwrap().title.clone();
    press(&mut watch, &mut ctx, "end enter");
    let player = watch.player.as_ref().unwrap();
    assert_eq!(player.timeline().title, next);
    assert_eq!(watch.scope(), Scope::Watch);
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
        let mut watch = stand(&run.scenario, 0, &ctx);
        for (width, height) in [(120, 40), (80, 24), (44, 14)] {
            let mut shown = String::new();
            for at in [run.end / 2, run.end] {
                watch.player.as_mut().unwrap().seek(at);
                shown = frame(&watch, &mut ctx, width, height);
            }
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
fn every_line_of_how_it_ended_is_whole() {
    let mut ctx = context(false, false);
    let watch = stand("paused-holder", 60_000, &ctx);
    for width in (72..=120).step_by(4) {
        let shown = frame(&watch, &mut ctx, width, 40);
        let words: Vec<_> = shown.split_whitespace().collect();
        assert!(words.contains(&"waiting"), "{width}:\n{shown}");
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

#[test]
fn the_storm_is_a_sound_scenario() {
    crate::fencing::scenario::Scenario::parse("storm.toml", STORM).unwrap();
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
