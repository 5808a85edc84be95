//! Anything at all, by chance.

use proptest::prelude::*;

use super::*;

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
