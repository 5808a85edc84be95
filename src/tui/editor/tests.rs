use proptest::prelude::*;

use super::*;
use crate::tui::keymap;

/// An editor of what is written with a `|` where the caret stands.
fn editor(text: &str, size: (u16, u16)) -> Editor {
    let (before, after) = text.split_once('|').unwrap();
    let mut editor = Editor::new(&format!("{before}{after}"), 1 << 20);
    editor.fit(size.0, size.1);
    editor.go(before.len());
    editor
}

fn with_caret(editor: &Editor) -> String {
    let (before, after) = editor.text.split_at(editor.caret);
    format!("{before}|{after}")
}

/// Presses keys by their names, and gives the text with its caret.
fn press(editor: &mut Editor, keys: &str) -> String {
    for name in keys.split_whitespace() {
        match name {
            "undo" => editor.undo(),
            "redo" => editor.redo(),
            name => editor.key(keymap::parse(name).unwrap()),
        };
    }
    with_caret(editor)
}

const FAMILY: &str = "👨\u{200d}👩\u{200d}👧\u{200d}👦";

#[test]
fn the_caret_stands_between_graphemes() {
    for grapheme in [
        FAMILY,
        "e\u{301}",
        "🇩🇪",
        "❤\u{fe0f}",
        "👩🏽\u{200d}💻",
        "語",
        "a",
    ] {
        let after = format!("x{grapheme}|y");
        let before = format!("x|{grapheme}y");
        let table = [
            (&after, "left", &before),
            (&before, "right", &after),
            (&after, "backspace", &"x|y".to_owned()),
            (&before, "delete", &"x|y".to_owned()),
            (&after, "backspace undo", &after),
        ];
        for (text, keys, wanted) in table {
            let mut editor = editor(text, (40, 5));
            assert_eq!(&press(&mut editor, keys), wanted, "{text} {keys}");
        }
    }
}

#[test]
fn keys_do_what_they_do_elsewhere() {
    let table = [
        ("|", "a b enter c", "ab\nc|"),
        ("|", "a ctrl-j b", "a\nb|"),
        ("one two|", "ctrl-w", "one |"),
        ("one\ntwo three| four", "ctrl-u", "one\n| four"),
        ("one two |", "ctrl-backspace", "one |"),
        ("one two|", "alt-backspace", "one |"),
        ("|one two", "ctrl-delete", "| two"),
        ("one| two", "ctrl-right", "one two|"),
        ("one two|", "ctrl-left", "one |two"),
        ("one two|", "alt-b", "one |two"),
        ("|one two", "alt-f", "one| two"),
        ("one\n|two", "left", "one|\ntwo"),
        ("one\n|two", "backspace", "one|two"),
        ("one|\ntwo", "delete", "one|two"),
        ("one|\ntwo", "ctrl-k", "one|two"),
        ("o|ne\ntwo", "ctrl-k", "o|\ntwo"),
        ("|", "backspace delete left right up down", "|"),
        ("one\ntw|o", "up", "on|e\ntwo"),
        ("one\n|two", "up up", "|one\ntwo"),
        ("o|ne\ntwo", "down down", "one\ntwo|"),
        ("four\nx\nfour|", "up up", "four|\nx\nfour"),
        ("one\ntwo|\nsix", "ctrl-home", "|one\ntwo\nsix"),
        ("one\ntwo|\nsix", "ctrl-end", "one\ntwo\nsix|"),
        ("aa bb cc dd ee|", "home", "aa bb cc dd |ee"),
        ("aa bb cc dd ee|", "up end", "aa bb cc dd| ee"),
        ("aa bb cc |dd ee", "up", "|aa bb cc dd ee"),
    ];
    for (text, keys, wanted) in table {
        let mut editor = editor(text, (12, 5));
        assert_eq!(press(&mut editor, keys), wanted, "{text:?} {keys}");
    }
}

#[test]
fn typing_is_taken_back_word_by_word() {
    let mut editor = editor("|", (40, 5));
    press(&mut editor, "a b space c d backspace");
    assert_eq!(press(&mut editor, "undo"), "ab cd|");
    assert_eq!(press(&mut editor, "undo"), "ab |");
    assert_eq!(press(&mut editor, "undo undo undo"), "|");
    assert_eq!(press(&mut editor, "redo redo redo redo"), "ab c|");
    assert_eq!(press(&mut editor, "undo x undo redo"), "ab cdx|");
}

#[test]
fn an_emoji_that_comes_key_by_key_is_one() {
    let mut editor = editor("|", (40, 5));
    for c in FAMILY.chars() {
        editor.key(Key::plain(Code::Char(c)));
    }
    assert_eq!(with_caret(&editor), format!("{FAMILY}|"));
    editor.key(Key::plain(Code::Backspace));
    let (one, two) = FAMILY.split_at(FAMILY.find("\u{200d}👦").unwrap());
    editor.insert(one);
    editor.insert(two);
    assert_eq!(with_caret(&editor), format!("{FAMILY}|"));
}

#[test]
fn what_acts_does_not_come_in_and_line_ends_do() {
    let mut editor = editor("a|b", (40, 5));
    editor.insert("1\r2\r\n3\u{1b}[2J\u{7}4");
    editor.key(Key::plain(Code::Char('\u{202e}')));
    assert_eq!(with_caret(&editor), "a1\n2\n34|b");
}

#[test]
fn no_more_goes_in_than_may_and_that_is_said() {
    let mut editor = Editor::new("", 10);
    assert_eq!(editor.insert("123456789"), Edit::Changed);
    assert_eq!(editor.insert("é語"), Edit::Full);
    assert_eq!(editor.insert("x"), Edit::Changed);
    assert_eq!(editor.key(Key::plain(Code::Char('y'))), Edit::Full);
    assert_eq!(editor.text(), "123456789x");
    assert_eq!(editor.replace(&format!("1234567{FAMILY}")), Edit::Full);
    assert_eq!(editor.text(), "1234567");
    editor.undo();
    assert_eq!(editor.text(), "123456789x");
}

#[test]
fn the_cursor_is_at_the_caret_and_in_sight() {
    let area = Rect::new(10, 5, 8, 3);
    let table = [
        ("|", (10, 5)),
        ("語a|", (13, 5)),
        ("👨\u{200d}👩\u{200d}👧|", (12, 5)),
        ("one two |three", (10, 6)),
        ("12345678|", (17, 5)),
        ("a\nb\nc\nd|", (11, 7)),
    ];
    for (text, wanted) in table {
        let editor = editor(text, (8, 3));
        assert_eq!(editor.cursor(area), Position::from(wanted), "{text:?}");
    }
}

#[test]
fn the_mouse_sets_the_caret() {
    let mut editor = editor("|語one two three\nx", (8, 3));
    for (point, wanted) in [
        ((0, 0), 0),
        ((1, 0), 0),
        ((2, 0), 3),
        ((7, 2), 16),
        ((0, 9), 17),
    ] {
        editor.point(point.0, point.1);
        assert_eq!(editor.caret, wanted, "{point:?}");
    }
}

#[test]
fn a_key_costs_a_few_rows_however_long_the_text_is() {
    let columns = 76;
    let line = "ab cd ".repeat(20_000);
    let paragraphs = "ab cd ef gh\n".repeat(10_000);
    for (text, up) in [(line, 0), (paragraphs, 5_000)] {
        let mut editor = Editor::new(&text, 1 << 20);
        editor.fit(columns, 20);
        editor.up(up);
        let keys = ["x", "space", "y", "backspace", "z"].into_iter().cycle();
        for key in keys.take(2000) {
            editor.key(keymap::parse(key).unwrap());
        }
        let rows = editor.looked_at() / (2000 * usize::from(columns));
        assert!(rows <= 5, "{rows} rows for a key");
    }
}

#[test]
fn a_burst_is_wrapped_once() {
    let mut editor = Editor::new("", 1 << 20);
    editor.fit(76, 20);
    editor.insert(&"abcdefghi ".repeat(10_000));
    assert!(editor.looked_at() <= 100_000, "{}", editor.looked_at());
}

#[test]
fn a_word_that_ends_within_a_grapheme_is_taken_with_all_of_it() {
    let flags = "🇩\u{301}🇩🇩";
    for keys in [
        &["ctrl-left"][..],
        &["ctrl-home", "ctrl-right"],
        &["ctrl-left", "ctrl-left", "ctrl-right"],
        &["ctrl-w"],
        &["ctrl-left", "alt-d"],
    ] {
        let mut editor = Editor::new(flags, 1 << 20);
        for key in keys {
            editor.key(keymap::parse(key).unwrap());
            let mut sound = editor.text.grapheme_indices(true).map(|(at, _)| at);
            let end = editor.caret == editor.text.len();
            assert!(
                end || sound.any(|at| at == editor.caret),
                "{keys:?}: {}",
                with_caret(&editor)
            );
        }
    }
}

#[derive(Debug, Clone)]
enum Do {
    Key(&'static str),
    Insert(String),
    Undo,
    Redo,
    Fit(u16, u16),
    Point(u16, u16),
}

fn any_do() -> impl Strategy<Value = Do> {
    let keys = vec![
        "a",
        "space",
        "enter",
        "left",
        "right",
        "up",
        "down",
        "home",
        "end",
        "pgup",
        "pgdown",
        "backspace",
        "delete",
        "ctrl-w",
        "ctrl-left",
        "ctrl-right",
        "ctrl-k",
        "ctrl-home",
        "é",
    ];
    prop_oneof![
        8 => proptest::sample::select(keys).prop_map(Do::Key),
        3 => "([a-c語\u{301}\u{200d}👩👧🇩🇪 ]|\n){0,8}".prop_map(Do::Insert),
        1 => Just(Do::Undo),
        1 => Just(Do::Redo),
        1 => (0..30_u16, 0..6_u16).prop_map(|(columns, rows)| Do::Fit(columns, rows)),
        1 => (0..30_u16, 0..6_u16).prop_map(|(column, row)| Do::Point(column, row)),
    ]
}

proptest! {
    #[test]
    fn whatever_is_done_the_caret_is_sound_and_all_of_it_can_be_taken_back(
        given in "([ab語 ]|\n){0,20}",
        acts in proptest::collection::vec(any_do(), 0..60),
    ) {
        let mut editor = Editor::new(&given, 1 << 20);
        for act in acts {
            match act {
                Do::Key(name) => editor.key(keymap::parse(name).unwrap()),
                Do::Insert(text) => editor.insert(&text),
                Do::Undo => editor.undo(),
                Do::Redo => editor.redo(),
                Do::Fit(columns, rows) => { editor.fit(columns, rows); Edit::Moved }
                Do::Point(column, row) => editor.point(column, row),
            };
            let sound = editor.text.grapheme_indices(true).map(|(at, _)| at).chain([editor.text.len()]);
            prop_assert!(sound.into_iter().any(|at| at == editor.caret), "{}", with_caret(&editor));
            prop_assert_eq!(&editor.rows, &Rows::new(&editor.text, editor.rows.columns()));
            let row = editor.rows.of(editor.caret);
            prop_assert!((editor.top..editor.top + editor.height).contains(&row));
        }
        while editor.redo() == Edit::Changed {}
        let last = editor.text.clone();
        while editor.undo() == Edit::Changed {}
        prop_assert_eq!(&editor.text, &given);
        while editor.redo() == Edit::Changed {}
        prop_assert_eq!(&editor.text, &last);
    }
}
