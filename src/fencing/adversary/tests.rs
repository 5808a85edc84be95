//! What was played is kept, and each level can be solved.

use proptest::prelude::*;

use super::*;
use crate::fencing::storage::Check;

/// What a learner does, by number.
fn act(game: &mut Game, what: u8, number: usize) {
    match what {
        0..5 => {
            let count = game.choices().len().max(1);
            game.take(number % count);
        }
        5 => drop(game.back()),
        6 => drop(game.on()),
        7 => drop(game.branch(if number.is_multiple_of(2) { 1 } else { -1 })),
        _ => game.restart(),
    }
}

fn replayed(game: &Game, setup: Setup) -> World {
    let mut world = World::new(setup);
    game.path()
        .into_iter()
        .for_each(|action| world.apply(action));
    world
}

proptest! {
    #[test]
    fn branch_and_undo_leave_the_world_as_it_was(
        level in 0..3_usize,
        steps in proptest::collection::vec((0..9_u8, 0..16_usize), 0..80),
        detour in proptest::collection::vec(0..16_usize, 1..12),
    ) {
        let setup = Level::ALL[level].setup();
        let mut game = Game::new(setup);
        for (what, number) in steps {
            act(&mut game, what, number);
            prop_assert_eq!(*game.world(), replayed(&game, setup), "where it stands is where its path leads");
        }
        let (before, path) = (*game.world(), game.path());
        let mut taken = 0;
        for number in detour {
            let count = game.choices().len().max(1);
            taken += usize::from(game.take(number % count));
        }
        for _ in 0..taken {
            prop_assert!(game.back());
        }
        prop_assert_eq!(*game.world(), before);
        prop_assert_eq!(game.path(), path);
        for _ in 0..taken {
            prop_assert!(game.on(), "what was played is still there");
        }
    }

    #[test]
    fn the_numbers_of_a_path_lead_back_to_it(level in 0..3_usize, steps in proptest::collection::vec(0..16_usize, 0..60)) {
        let setup = Level::ALL[level].setup();
        let mut game = Game::new(setup);
        for number in steps {
            let count = game.choices().len().max(1);
            game.take(number % count);
        }
        let mut again = Game::new(setup);
        prop_assert!(game.numbers().into_iter().all(|number| again.take(number)));
        prop_assert_eq!(again.world(), game.world());
    }
}

#[test]
fn each_level_can_be_broken_in_a_playable_number_of_choices() {
    for level in [Level::Unfenced, Level::Redlock, Level::Fenced] {
        let game = Game::new(level.setup());
        let Way::Found(way) = game.way(level.property()) else {
            panic!("{level:?}: {:?}", game.way(level.property()));
        };
        assert!(
            (5..30).contains(&way.len()),
            "{level:?}: {} choices",
            way.len()
        );
        let mut world = *game.world();
        way.into_iter().for_each(|by| by.apply(&mut world));
        assert!(world.broken(level.property()));
    }
}

#[test]
fn a_branch_is_kept_beside_the_other() {
    let mut game = Game::new(Level::Unfenced.setup());
    game.take(0);
    game.take(0);
    let first = game.path();
    game.back();
    game.take(1);
    assert_ne!(game.path(), first);
    assert_eq!(game.forks(), [1, 2]);
    assert!(game.branch(1));
    assert_eq!(game.path(), first);
}

#[test]
fn only_a_fence_that_reads_raise_and_that_lets_the_holder_write_mends_it() {
    for (_, check) in Check::NAMES {
        for fence_on_read in [false, true] {
            let trial = Trial {
                check,
                fence_on_read,
            };
            let tried = trial.attack();
            let mended = fence_on_read && matches!(check, Check::AtLeast | Check::Sequence);
            assert_eq!(tried.verdict == Verdict::Mended, mended, "{trial:?}");
            assert_eq!(tried.run.is_none(), mended, "what breaks can be seen");
            assert_eq!(Trial::from_code(&trial.code()), Some(trial));
            let story = Trial::story(&trial.name());
            assert_eq!(story, tried.run.map(|run| *run), "and watched by its name");
        }
    }
    for name in ["mend:", "mend:loose", "at-least", "mend:at-least+reads"] {
        assert_eq!(Trial::story(name), None, "{name}");
    }
}

#[test]
fn a_step_moves_nothing_on_the_axis_but_where_a_window_is_full() {
    let mut game = Game::new(Level::Fenced.setup());
    let mut ends = vec![game.run().run.end];
    for _ in 0..40 {
        let before = game.run();
        if !game.take(0) {
            break;
        }
        let after = game.run();
        let same = before.run.end == after.run.end;
        assert!(
            same || before.now + 1_000 >= before.run.end,
            "{}",
            before.now
        );
        assert!(after.now < after.run.end, "there is room to go on");
        for span in &after.run.spans {
            assert!(span.to <= after.now || span.to == after.run.end, "{span:?}");
        }
        ends.push(after.run.end);
    }
    ends.dedup();
    assert!((2..5).contains(&ends.len()), "{ends:?}");
}

#[test]
fn a_lock_that_was_granted_twice_is_told_by_who_was_granted_it_when() {
    let mut told = std::collections::BTreeSet::new();
    // Once either hurries ahead of the other, and the rest is a shortest way.
    for ahead in ["A", "B"] {
        let mut attempt = Attempt::new(Level::Redlock);
        for _ in 0..12 {
            let choices = attempt.game.choices();
            let name = |by: &Move| by.name(&names(), attempt.game.world());
            let next = choices.iter().position(|by| name(by).starts_with(ahead));
            attempt.take(next.unwrap_or(0));
            if attempt.game.way(Property::ExclusiveGrants) == Way::Nowhere {
                attempt.back();
                break;
            }
        }
        let Way::Found(way) = attempt.game.way(Property::ExclusiveGrants) else {
            panic!("it can be broken");
        };
        for by in way {
            let choices = attempt.game.choices();
            let number = choices.iter().position(|choice| *choice == by);
            assert!(attempt.take(number.unwrap()));
        }
        let last = attempt.game.played().last().unwrap();
        let granted = last.0.told(&names(), last.1);
        let said = attempt.told_broken();
        let later = said.split("overlap. ").nth(1).unwrap();
        assert!(granted.contains(&later[..1]), "{granted} {said}");
        told.insert(said);
    }
    let both = [("A", "B"), ("B", "A")].map(|(later, earlier)| {
        format!(
            "Broken: two grants overlap. {later} was granted the lock while the grant promised to {earlier} had not ended."
        )
    });
    assert_eq!(told, both.into());
}

#[test]
fn where_nothing_leads_to_a_break_any_more_none_can_be_played() {
    for level in Level::BREAK {
        let mut attempt = Attempt::new(level);
        assert!(!attempt.hopeless(), "{level:?}");
        // The first choice at every step: A works, and then B.
        let mut closed = None;
        while attempt.take(0) {
            let steps = attempt.game.numbers().len();
            match closed {
                None if attempt.hopeless() => closed = Some(steps),
                Some(_) => assert!(attempt.hopeless(), "no way opens again"),
                None => {}
            }
        }
        assert!(!attempt.broken() && attempt.game.choices().is_empty());
        let closed = closed.unwrap();
        assert!(
            closed < attempt.game.numbers().len(),
            "known before the end"
        );
    }
}
