//! Two runs, one above the other.

use super::*;
use crate::tui::widget::scene::Scene;

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
fn where_two_runs_part_is_not_told_while_that_is_still_to_be_asked() {
    let mut ctx = context(false, false);
    for (asks, told) in [(false, true), (true, false)] {
        ctx.habits.predicts = asks;
        let mut watch = stand("paused-holder", 100, &ctx);
        press(&mut watch, &mut ctx, "w");
        let mut told_at = |watch: &Watch| frame(watch, &mut ctx, 120, 40).contains("≠ 14.25 s");
        assert_eq!(told_at(&watch), told, "{asks}");
        watch.twin.as_mut().unwrap().act(Action::Differ);
        assert!(told_at(&watch), "the playhead is there");
    }
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
fn in_both_runs_every_condition_is_whole_and_every_verdict_has_its_reason() {
    let mut ctx = context(false, false);
    let list = List::of(&ctx);
    let runs: Vec<_> = list.entries().filter_map(Entry::timeline).collect();
    let mut twins = 0;
    for run in runs {
        let mut watch = stand(&run.scenario, 100, &ctx);
        press(&mut watch, &mut ctx, "w");
        while watch.scope() == Scope::Twin {
            twins += 1;
            for action in [Action::Differ, Action::Bottom] {
                for (width, height) in [(120, 40), (80, 24), (44, 14)] {
                    watch.twin.as_mut().unwrap().act(action);
                    let shown = both(&mut watch, &mut ctx, (width, height));
                    let twin = watch.twin.as_ref().unwrap();
                    let size = format!("{} {width}x{height}", run.scenario);
                    for label in twin.labels() {
                        assert!(shown.contains(label), "{size}: {label}\n{shown}");
                    }
                    for mark in twin.scenes(&ctx.theme).iter().flat_map(Scene::marks) {
                        let reason = format!("{} {}", ctx.theme.glyph(mark.glyph), mark.text);
                        assert!(shown.contains(&reason), "{size}: {reason}\n{shown}");
                    }
                }
            }
            press(&mut watch, &mut ctx, "w");
        }
    }
    assert!(twins > 100, "{twins}");
}

/// What is shown of the two runs; on a narrow terminal, of one and then of the other.
fn both(watch: &mut Watch, ctx: &mut Context, (width, height): (u16, u16)) -> String {
    let mut shown = frame(watch, ctx, width, height);
    watch.twin.as_mut().unwrap().act(Action::Other);
    shown.push_str(&frame(watch, ctx, width, height));
    watch.twin.as_mut().unwrap().act(Action::Other);
    shown
}

#[test]
fn a_note_taken_beside_two_runs_belongs_to_the_time_that_is_shown() {
    let mut ctx = context(false, false);
    let mut watch = stand("paused-holder", 100, &ctx);
    press(&mut watch, &mut ctx, "w d");
    let at = watch.twin.as_ref().unwrap().at();
    assert!(matches!(watch.spot(&ctx), Spot::Watch { at_ms, .. } if at_ms == at));
}
