//! Every screen, in every state that looks different: at every small size, and with clocks that are wrong.

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod answers;
mod stage;

use std::collections::HashSet;

use answers::{ANSWERS, to};
use stage::{Stage, breaking};
use token34::{
    fencing::adversary::Level,
    progress::Record,
    tui::{
        keymap::{self, Scope},
        message::Effect,
    },
};

/// Keys that lead to every screen of a pack, and to every state of one that looks different.
const SCREENS: &[(&str, &[&str])] = &[
    (
        "pack",
        &[
            "",
            "1",
            "1 t",
            "1 / 'lock'",
            "1 / 'lock' enter",
            "1 tab",
            "1 ] ]",
            "2",
            "2 enter",
            "2 enter space",
            "2 enter right right right right right right right right right right",
            "2 enter right right right right right right right right right right 1",
            "2 enter right right right right right right right right right right 1 2",
            "2 enter right right right right right right right right right right 1 2 right",
            "2 enter end",
            "2 enter end w",
            "2 enter end a end",
            "3",
            "3 i '34'",
            "3 tab",
            "3 tab enter enter i",
            "3 tab ] s",
            "3 tab ] ] ]",
            "3 tab ] ] ] enter",
            "3 tab tab",
            "3 tab tab a t space",
            "3 tab tab tab",
            "3 tab tab tab right down space enter",
            "4",
            "4 enter",
            "4 enter enter 'text'",
            "4 enter space 2",
            "4 enter space 2 1 enter",
            "5",
            "6",
            "n",
            "n 'text'",
            "n 'text' esc 5",
            "n 'text' esc 5 d",
            "n 'text' esc 5 / 't'",
            "?",
            "1 ?",
            "2 enter ?",
            "/",
            "/ 'lease'",
        ],
    ),
    (
        "deep",
        &[
            "w",
            "w 2",
            "w 2 2",
            "D",
            "D / 'lea'",
            "s",
            "1 right d",
            "1 right G tab",
        ],
    ),
    ("three", &["", "down", "enter", "enter 6"]),
];

/// The screens of [`SCREENS`] with their pack, and a question of each kind as it is asked, while it is said how sure, and explained.
fn screens() -> Vec<(&'static str, String)> {
    let mut all: Vec<_> = SCREENS
        .iter()
        .flat_map(|(pack, screens)| screens.iter().map(|keys| (*pack, (*keys).to_owned())))
        .collect();
    for (kind, keys, ..) in ANSWERS {
        let (before, _) = keys.rsplit_once(' ').unwrap();
        for keys in ["", before, keys] {
            all.push(("kinds", format!("{} {keys}", to(kind))));
        }
    }
    let broken = breaking(Level::Unfenced);
    let exhausted = " enter".repeat(60);
    all.extend([broken, exhausted].map(|keys| ("pack", format!("3 tab{keys}"))));
    let told = format!("{} 2 3", to("choice"));
    all.extend(["tab", "]"].map(|keys| ("kinds", format!("{told} {keys}"))));
    all.push(("kinds", format!("{} space", to("order"))));
    for kind in ["recall", "condition"] {
        for keys in ["'fence'", "'fence' esc", "enter esc"] {
            all.push(("kinds", format!("{} {keys}", to(kind))));
        }
    }
    all
}

#[test]
fn every_screen_at_every_small_size() {
    let mut stretched = HashSet::new();
    for (pack, keys) in screens() {
        let mut stage = Stage::over(pack, Record::default(), (80, 24));
        stage.press(&keys);
        for width in 0..=12 {
            for height in 0..=12 {
                stage.resize((width, height));
                stage.screen();
            }
        }
        let mut sizes = vec![(40, 12), (41, 12), (200, 12), (40, 100)];
        // These take long, and what is shown in one state is shown in the others too.
        if stretched.insert(stage.app.scope()) {
            sizes.extend([(65535, 1), (1, 65535)]);
        }
        for size in sizes {
            stage.resize(size);
            stage.screen();
        }
    }
}

#[test]
fn any_clock_will_do() {
    for second in [-62_135_596_800_i64, -1, 0, 4_102_444_800, 253_370_764_800] {
        for (pack, keys) in screens() {
            let mut stage = Stage::open_at(pack, second, Record::default());
            stage.press(&keys);
            stage.screen();
            stage.rest();
            // The clock goes a day and a century back.
            let mut again = Stage::open_at(
                pack,
                second.saturating_sub(86_400).max(-62_135_596_800),
                stage.saved.clone(),
            );
            again.press(&keys).screen();
            again.press("c");
            assert!(!again.effects.contains(&Effect::Quit));
        }
    }
}

#[test]
fn no_screen_is_left_out() {
    let reached: HashSet<_> = screens()
        .into_iter()
        .map(|(pack, keys)| {
            let mut stage = Stage::over(pack, Record::default(), (80, 24));
            stage.press(&keys).app.scope()
        })
        .collect();
    let scopes: HashSet<_> = keymap::all().map(|row| row.scope).collect();
    let left_out = scopes.into_iter().filter(|scope| !reached.contains(scope));
    assert_eq!(left_out.collect::<Vec<_>>(), [Scope::Everywhere]);
}
