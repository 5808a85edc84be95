//! The screens as a learner sees them, at three sizes; and that no key at no size breaks them.
//!
//! The pack in `tests/pack` is the lesson as it was when the screens were made, so that work on the lesson does not
//! change these pictures.

#![expect(
    clippy::unwrap_used,
    clippy::panic,
    reason = "helpers of tests fail by panicking"
)]

use std::{path::Path, time::Duration};

use jiff::{Timestamp, tz::TimeZone};
use proptest::prelude::*;
use ratatui::{Terminal, backend::TestBackend};
use token34::{
    course::Pack,
    progress::{Pen, Record},
    tui::{
        app::{App, Settings},
        keymap,
        message::{Code, Effect, Key, Message, Mouse, MouseKind},
        theme::{Depth, Theme},
    },
};

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (44, 14)];

fn now() -> Timestamp {
    Timestamp::from_second(1_790_000_000).unwrap()
}

fn app(record: Record, ascii: bool) -> App {
    let pack = Pack::load(Path::new(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/tests/pack"
    )))
    .unwrap();
    let settings = Settings {
        theme: Theme::load("auto", Depth::Sixteen, ascii).unwrap(),
        reduced_motion: false,
        zone: TimeZone::UTC,
        seed: 7,
    };
    App::new(pack, record, Pen::new(now(), 1, 1), settings, now()).unwrap()
}

/// Presses keys by their names; what stands in quotes is typed.
fn press(app: &mut App, keys: &str) -> Vec<Effect> {
    let mut effects = Vec::new();
    for name in keys.split_whitespace() {
        let key = keymap::parse(name).unwrap_or_else(|| panic!("no key `{name}`"));
        effects.extend(app.update(Message::Key(key), now()));
        if effects.contains(&Effect::Save) && app.begin_save(now()).is_some() {
            app.update(Message::Saved, now());
        }
    }
    effects
}

fn resize(app: &mut App, (width, height): (u16, u16)) {
    app.update(Message::Resize { width, height }, now());
}

/// What is on the screen, without the addresses behind links.
fn screen(app: &App, (width, height): (u16, u16)) -> String {
    let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
    terminal.draw(|frame| app.view(frame)).unwrap();
    let buffer = terminal.backend().buffer();
    let mut text = String::new();
    for row in buffer.content.chunks(usize::from(width.max(1))) {
        let line: String = row.iter().map(|cell| shown(cell.symbol())).collect();
        text.push_str(line.trim_end());
        text.push('\n');
    }
    text
}

/// A symbol, freed of the link that it may carry.
fn shown(symbol: &str) -> &str {
    let inner = symbol
        .strip_prefix("\x1b]8;;")
        .and_then(|rest| rest.split_once("\x1b\\"));
    inner.map_or(symbol, |(_, rest)| {
        rest.split('\x1b').next().unwrap_or(rest)
    })
}

fn pictures(name: &str, record: &Record, keys: &str) {
    for size in SIZES {
        let mut app = app(record.clone(), false);
        resize(&mut app, size);
        press(&mut app, keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), screen(&app, size));
    }
}

#[test]
fn home() {
    pictures("home", &Record::default(), "");
}

#[test]
fn home_when_all_is_done() {
    let mut app = app(Record::default(), false);
    resize(&mut app, SIZES[0]);
    press(&mut app, &format!("1 {} h c", "space ".repeat(20)));
    pictures("home-complete", app.record(), "");
}

#[test]
fn home_says_whole_how_a_lesson_that_is_read_is_completed() {
    let mut read = app(Record::default(), false);
    resize(&mut read, SIZES[0]);
    press(&mut read, &format!("1 {} h", "space ".repeat(20)));
    let record = read.record().clone();
    for width in 40..=120 {
        let mut app = app(record.clone(), false);
        resize(&mut app, (width, 14));
        let shown = screen(&app, (width, 14));
        let whole = [
            "Every part is read. c marks the lesson complete.",
            "All is read: c marks it complete.",
        ];
        assert!(whole.iter().any(|said| shown.contains(said)), "{shown}");
    }
}

/// What stands beside a door, and at the foot of every screen, is said whole or not at all.
#[test]
fn nothing_on_home_and_no_hint_is_cut() {
    let places = ["", "1 h", "2 enter h h", "3 h h", "4 enter h h"];
    let screens = [
        "1",
        "1 t",
        "1 /",
        "2",
        "2 enter",
        "2 enter w",
        "3",
        "3 tab",
        "3 tab tab",
        "4",
        "4 enter",
        "5",
        "n",
        "6",
        "?",
        "w",
        "s",
        "D",
    ];
    for size in (40..=120)
        .step_by(4)
        .flat_map(|width| [(width, 12), (width, 14), (width, 24)])
    {
        for keys in places {
            let mut app = app(Record::default(), false);
            resize(&mut app, size);
            press(&mut app, keys);
            let shown = screen(&app, size);
            assert!(!shown.contains('…'), "{keys} at {size:?}:\n{shown}");
        }
        for keys in screens {
            let mut app = app(Record::default(), false);
            resize(&mut app, size);
            press(&mut app, keys);
            let shown = screen(&app, size);
            let foot = shown.lines().last().unwrap().trim_matches(['"', ' ']);
            for hint in foot
                .split("   ")
                .map(str::trim)
                .filter(|hint| !hint.is_empty())
            {
                let known = |row: &keymap::Binding| {
                    let first = row.keys.split(' ').next().unwrap_or_default();
                    hint == format!("{} {}", keymap::shown(first, false), row.hint)
                };
                assert!(keymap::all().any(known), "{keys} at {size:?}: `{hint}`");
            }
        }
    }
}

#[test]
fn read() {
    pictures("read-table", &Record::default(), "1 right");
    pictures("read-trace", &Record::default(), "1 right right");
    pictures("read-pitfalls", &Record::default(), "1 right right right");
    pictures(
        "read-links",
        &Record::default(),
        "1 right right right right right tab",
    );
}

#[test]
fn read_searching() {
    pictures("read-found", &Record::default(), "1 / 3 4 enter ]");
    pictures("read-outline", &Record::default(), "1 t down");
}

#[test]
fn help() {
    pictures("help", &Record::default(), "1 ?");
}

#[test]
fn too_small_is_a_sentence() {
    let mut app = app(Record::default(), false);
    resize(&mut app, (39, 11));
    insta::assert_snapshot!(screen(&app, (39, 11)));
}

#[test]
fn enter_goes_on_where_the_learner_stopped() {
    let mut app = app(Record::default(), false);
    resize(&mut app, (80, 24));
    press(&mut app, "enter right down down down q");
    assert!(app.leave(now()));
    let record = app.record().clone();
    let before = screen(&app, (80, 24));
    let mut again = self::app(record, false);
    resize(&mut again, (80, 24));
    press(&mut again, "enter");
    assert_eq!(screen(&again, (80, 24)), before);
}

#[test]
fn the_place_survives_another_width() {
    let mut app = app(Record::default(), false);
    resize(&mut app, (80, 24));
    press(&mut app, "1 right pgdown");
    let before = screen(&app, (80, 24));
    for size in [(44, 14), (200, 60), (1, 1), (80, 24)] {
        resize(&mut app, size);
    }
    assert_eq!(screen(&app, (80, 24)), before);
}

#[test]
fn a_section_counts_as_read_when_its_end_was_seen() {
    let mut app = app(Record::default(), false);
    resize(&mut app, (80, 24));
    press(&mut app, "1");
    assert!(!app.record().is_read("distributed-locks", "overview"));
    press(&mut app, "end");
    assert!(app.record().is_read("distributed-locks", "overview"));
    press(&mut app, "right left");
    assert!(!app.record().is_read("distributed-locks", "lock-options"));
}

#[test]
fn c_completes_and_opens_again() {
    let mut app = app(Record::default(), false);
    assert!(press(&mut app, "c").contains(&Effect::Save));
    // Asked once, and then done.
    press(&mut app, "c");
    assert!(app.record().is_complete("distributed-locks"));
    press(&mut app, "c");
    assert!(!app.record().is_complete("distributed-locks"));
}

#[test]
fn no_single_letter_fires_while_text_is_typed() {
    let mut app = app(Record::default(), false);
    resize(&mut app, (80, 24));
    let effects = press(&mut app, "1 / q c h 1 ?");
    assert!(!effects.contains(&Effect::Quit));
    assert!(!app.record().is_complete("distributed-locks"));
    assert!(screen(&app, (80, 24)).contains("/ qch1?"));
    assert!(press(&mut app, "ctrl-c").contains(&Effect::Quit));
}

#[test]
fn a_link_opens_only_by_an_effect() {
    let mut app = app(Record::default(), false);
    resize(&mut app, (80, 24));
    let effects = press(&mut app, "1 right right right right right o");
    assert!(
        effects
            .iter()
            .any(|effect| matches!(effect, Effect::Open(url) if url.contains("kleppmann")))
    );
}

#[test]
fn nothing_is_awaited_while_nothing_moves() {
    let mut app = app(Record::default(), false);
    resize(&mut app, (80, 24));
    press(&mut app, "1 space");
    let waits = app.waits().unwrap_or_default();
    for effect in app.update(Message::Elapsed(waits), now()) {
        assert_eq!(effect, Effect::Save);
        app.begin_save(now()).unwrap();
        app.update(Message::Saved, now());
    }
    assert_eq!(app.waits(), None);
}

/// Keys that mean something somewhere, and some that do not.
fn any_message() -> impl Strategy<Value = Message> {
    let named: Vec<Key> = keymap::all()
        .flat_map(|binding| binding.keys.split(' '))
        .filter_map(keymap::parse)
        .collect();
    let kind = prop_oneof![
        Just(MouseKind::Press),
        Just(MouseKind::Drag),
        Just(MouseKind::Release),
        Just(MouseKind::WheelUp),
        Just(MouseKind::WheelDown)
    ];
    prop_oneof![
        12 => proptest::sample::select(named).prop_map(Message::Key),
        4 => any::<char>().prop_map(|c| Message::Key(Key::plain(Code::Char(c)))),
        3 => (0..130_u16, 0..42_u16).prop_map(|(width, height)| Message::Resize { width, height }),
        2 => (kind, 0..180_u16, 0..70_u16).prop_map(|(kind, column, row)| Message::Mouse(Mouse { kind, column, row })),
        1 => ".{0,40}".prop_map(Message::Paste),
        1 => (0..5000_u64).prop_map(|ms| Message::Elapsed(Duration::from_millis(ms))),
        1 => any::<bool>().prop_map(Message::Focus),
        1 => ".{0,80}".prop_map(Message::Edited),
        1 => Just(Message::Saved),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 16, ..ProptestConfig::default() })]

    #[test]
    fn no_key_at_any_size_breaks_it(
        messages in proptest::collection::vec(any_message(), 1..40),
        ascii in any::<bool>(),
    ) {
        let mut app = app(Record::default(), ascii);
        let mut size = (80, 24);
        resize(&mut app, size);
        for message in messages {
            if let Message::Resize { width, height } = message {
                size = (width, height);
            }
            app.update(message, now());
            let drawn = screen(&app, size);
            prop_assert!(!ascii || drawn.is_ascii(), "{drawn}");
        }
    }
}
