//! What is known to break terminal programs, and where it is held not to break this one.
//!
//! Each line is a kind of fault that was reported of some program; its neighbours are tried too.
//!
//! | what breaks elsewhere | held to by |
//! |---|---|
//! | a panic leaves the mouse, paste and focus modes on (ratatui 2073) | `guard::a_panic_gives_the_terminal_back` |
//! | restoring twice overprints the panic's text | the same: the sequence is sent once, before the text |
//! | a signal leaves the terminal raw (helix 6754) | `terminal::signals_leave_with_their_code_and_save_the_place` |
//! | the terminal vanishes, and the loop spins (crossterm 793) | `terminal::a_terminal_that_vanishes_ends_the_program` |
//! | Ctrl-Z is just a byte (presenterm 318); no shell to return (yazi 3008) | `terminal::ctrl_z_suspends_and_fg_comes_back`, `terminal::ctrl_z_is_refused_…` |
//! | clearing asks where the cursor is, and nobody answers | `canvas::it_never_asks_the_terminal_anything` |
//! | no terminal, a dumb one: a panic, escapes in a pipe | `terminal::without_a_terminal_…`, `terminal::a_dumb_terminal_gets_no_escapes`, `dumb_terminal` |
//! | small sizes panic (gitui 72, slumber 469) | `every_screen` |
//! | an editor does not get every key (gitui 114) | `journey::an_editor_of_ones_own_gets_every_key_…` |
//! | the window is closed over unsaved text | `journey::what_was_typed_two_seconds_before_a_kill_is_there`, `crash` |
//! | key releases double keys, repeats are lost (crossterm 772) | `keymap::releases_are_nothing_…`, [`releases_are_nothing_and_repeats_count`] |
//! | pasted lines become one (crossterm 780); no cap | `journey` (CR, CR LF), [`a_megabyte_is_pasted_anywhere`] |
//! | a paste that is not closed, a sequence that breaks off | [`a_paste_that_is_not_closed_hides_no_signal`], `terminal::half_an_escape_sequence_stops_nothing` |
//! | 100,000 keys are wrapped 100,000 times | [`a_hundred_thousand_keys_are_taken_in_at_once`], `editor::a_burst_is_wrapped_once` |
//! | letters fire while text is typed | `screens::no_single_letter_fires_…`, `study::no_single_letter_fires_…` |
//! | Esc or Ctrl-C destroys what was typed | `study::a_draft_survives_every_way_out`, `study::no_key_loses_what_was_typed` |
//! | AltGr is Ctrl+Alt on Windows; ConPTY is not to be had here | `keymap::alt_gr_types`, `Key::typed` |
//! | an input method composes elsewhere than at the caret | `study::the_terminals_cursor_is_at_the_caret` (no screen that takes text moves) |
//! | Ctrl-H is not Backspace | [`ctrl_h_erases`] |
//! | Alt-x, or an arrow, that arrives in two pieces | [`a_sequence_in_two_pieces_loses_nothing`] |
//! | late answers of the terminal become keys | `answers::answers_go_and_keys_stay`, [`late_answers_and_focus_mean_nothing`] |
//! | a mouse event at column 0 underflows | [`a_click_at_column_nought_is_nothing`], `keymap::a_click_nowhere_is_nothing` |
//! | a mouse wheel floods | [`a_flood_of_mouse_events_is_drawn_in_a_few_frames`] |
//! | the caret stands inside an emoji | `editor::the_caret_stands_between_graphemes` |
//! | tabs vanish; wide, combining, right-to-left text shifts columns | `clean::strips_what_acts_…`, [`columns_hold_whatever_the_script`] |
//! | control characters reach the terminal | `hostile` |
//! | `NO_COLOR` cancels bold and reverse, and with it the selection | [`without_colours_the_choice_is_still_seen`] |
//! | RGB without `COLORTERM` blinks on Terminal.app | `terminal::no_color_and_16_colours_are_kept_to` |
//! | `LC_ALL=C`: a byte over 0x7f | [`the_c_locale_gets_nothing_but_ascii`], `screens::no_key_at_any_size_breaks_it` |
//! | the scroll offset is off after a resize | `screens::the_place_survives_another_width`, `screens::no_key_at_any_size_breaks_it` |
//! | half a frame is shown; an unchanged one is sent | `canvas::a_frame_is_one_write_and_an_unchanged_one_none` |
//! | a tick redraws for ever | [`idle_costs_nothing_on_any_screen`] |
//! | state files: truncated, two instances, sync tools, full disk, damage, newer formats | `progress_store`, `progress_faults`, `progress_format`, `instances`, `crash` |
//! | content edits reset progress (hashcards 87) | `course::check` over `content/ids.toml` |
//! | clocks that are wrong (Anki 3770) | `every_screen::any_clock_will_do`, `progress_store::what_is_done_last_wins_though_the_clock_went_back` |

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod stage;
mod support;

use std::{fs, path::PathBuf, time::Duration};

use rustix::process::Signal;
use stage::Stage;
use support::{Session, token34};
use tempfile::TempDir;
use token34::{
    progress::{Record, format::parse},
    text::width,
    tui::message::Message,
};

const QUIET: Duration = Duration::from_millis(150);
fn started() -> (Session, PathBuf, TempDir) {
    let dir = TempDir::new().unwrap();
    let file = dir.path().join("progress.toml");
    let session = Session::start(token34(&file), (100, 30));
    session.see("Fencing Tokens");
    (session, file, dir)
}

fn noting() -> (Session, PathBuf, TempDir) {
    let (mut session, file, dir) = started();
    session.send("n");
    session.see("^_ undo");
    (session, file, dir)
}

/// Leaves, and gives the notes that are kept.
fn notes(mut session: Session, file: &PathBuf) -> Vec<String> {
    session.send("\x03");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
    let record = parse(&fs::read(file).unwrap()).unwrap();
    record
        .notes()
        .iter()
        .map(|note| note.text.to_owned())
        .collect()
}

#[test]
fn releases_are_nothing_and_repeats_count() {
    let (mut session, file, _dir) = noting();
    // As a terminal with the kitty keyboard protocol sends them: press, repeat, release.
    session.send("\x1b[97;1:1u\x1b[97;1:2u\x1b[97;1:3u\x1b[98;1:1u\x1b[98;1:3u");
    session.see("aab");
    assert_eq!(notes(session, &file), ["aab"]);
}

#[test]
fn a_megabyte_is_pasted_anywhere() {
    let text = "語 word\r".repeat((1 << 20) / 9);
    for (keys, seen) in [
        ("n", "the rest is left out"),
        ("4\r", "the rest is left out"),
        ("1/", "語 word 語 word"),
        ("5/", "No note"),
    ] {
        let (mut session, _file, _dir) = started();
        session.send(keys);
        session.settle(QUIET);
        // In pieces, as a terminal sends it.
        let paste = format!("\x1b[200~{text}{text}\x1b[201~");
        for piece in paste.as_bytes().chunks(4096) {
            session.send(piece);
        }
        session.see_that(&format!("take it in after {keys:?}"), |screen| {
            screen.to_lowercase().contains(&seen.to_lowercase())
        });
        session.send("\x03");
        assert_eq!(session.wait().exit_code(), 0);
        session.assert_restored();
    }
}

#[test]
fn a_paste_that_is_not_closed_hides_no_signal() {
    let (mut session, file, _dir) = noting();
    session.send("kept\x1b[200~pasted q\x03");
    session.see("kept");
    session.settle(QUIET);
    session.resize(90, 28);
    session.see("kept");
    // What closes it brings it.
    session.send("\x1b[201~");
    session.see("pasted q");
    session.send("\x1b[200~never closed");
    session.settle(QUIET);
    session.signal(Signal::TERM);
    assert_eq!(session.wait().exit_code(), 143);
    session.assert_restored();
    let record = parse(&fs::read(&file).unwrap()).unwrap();
    assert_eq!(record.notes()[0].text, "keptpasted q");
}

#[test]
fn a_hundred_thousand_keys_are_taken_in_at_once() {
    let (mut session, file, _dir) = noting();
    let from = session.settle(QUIET);
    for _ in 0..100 {
        session.send("x".repeat(1000));
    }
    session.send("END");
    session.see("xEND");
    assert!(session.bytes().len() - from < 400_000);
    assert_eq!(notes(session, &file)[0].len(), 100_003);
}

#[test]
fn ctrl_h_erases() {
    let (mut session, file, _dir) = noting();
    session.send("abc\x08\x08d\x7f語\x08e");
    session.see("ae");
    assert_eq!(notes(session, &file), ["ae"]);
    let (mut session, _file, _dir) = started();
    session.send("1/lockx\x08\x08");
    session.see("/ loc");
    session.see_that("erase", |screen| !screen.contains("/ lockx"));
}

#[test]
fn a_sequence_in_two_pieces_loses_nothing() {
    // At once, Alt-b goes a word back, and Alt-Backspace takes a word.
    let (mut session, file, _dir) = noting();
    session.send("one two\x1bbx ");
    session.see("one x two");
    session.send("\x1b\x7f");
    session.see("one two");
    // In two pieces it is Esc and a letter, which no terminal can tell apart from a person.
    session.send("\x1b");
    session.see("n note");
    session.send("[A");
    session.settle(QUIET);
    session.send("\x1b");
    session.settle(QUIET);
    session.send("OA");
    session.settle(QUIET);
    assert_eq!(notes(session, &file), ["one two"]);
}

#[test]
fn late_answers_and_focus_mean_nothing() {
    let answers = [
        "\x1b[?62;22c",
        "\x1b[12;40R",
        "\x1b[?1u",
        "\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
        "\x1b]10;rgb:1111/2222/5555\x07",
        "\x1bP>|XTerm(379)\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
        "\x1b[I",
        "\x1b[O",
        "\x1b[I\x1b[O",
    ];
    for (keys, seen) in [
        ("", "go on"),
        ("1", "1 of 6"),
        ("2", "The paused holder"),
        ("3", "code"),
        ("3\t", "Adversary"),
        ("w", "Which lock"),
        ("D", "search"),
        ("4\r\r", "esc done"),
        ("n", "^_ undo"),
    ] {
        let (mut session, _file, _dir) = started();
        session.send(keys);
        session.see(seen);
        let settled = session.settle(QUIET);
        for answer in answers {
            session.send(answer);
            session.settle(Duration::from_millis(30));
        }
        let after = session.settle(QUIET);
        // What plays goes on; anything else is not even drawn.
        assert_eq!(after, settled, "after {keys:?}: {}", session.screen());
    }
}

/// A terminal may also answer about its modes, and crossterm waits for a letter that does not come.
#[test]
fn an_answer_that_crossterm_does_not_know_ends_with_a_key_or_a_signal() {
    let (mut session, _file, _dir) = started();
    session.send("\x1b[?2026;2$y");
    session.settle(QUIET);
    session.send("u");
    session.settle(QUIET);
    session.send("1");
    session.see("1 of 6");
    session.send("\x1b[?2026;2$y");
    session.settle(QUIET);
    session.signal(Signal::TERM);
    assert_eq!(session.wait().exit_code(), 143);
    session.assert_restored();
}

#[test]
fn a_flood_of_mouse_events_is_drawn_in_a_few_frames() {
    let (mut session, _file, _dir) = started();
    session.send("1");
    session.see("1 of 6");
    let from = session.settle(QUIET);
    let mut flood = String::new();
    for n in 0..3000 {
        flood += &format!(
            "\x1b[<{};{};{}M",
            if n % 3 == 0 { 65 } else { 32 },
            1 + n % 100,
            1 + n % 30
        );
    }
    session.send("\x1b[<0;10;10M".to_owned() + &flood + "\x1b[<0;10;10m");
    session.settle(QUIET);
    let bytes = session.bytes();
    let frames = bytes[from..]
        .windows(8)
        .filter(|window| *window == b"\x1b[?2026h")
        .count();
    assert!(frames <= 100, "{frames} frames for 3,000 events");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
}

#[test]
fn a_click_at_column_nought_is_nothing() {
    let (mut session, _file, _dir) = started();
    let from = session.settle(QUIET);
    session.send("\x1b[<0;0;0M\x1b[<0;0;0m\x1b[M   \x1b[M\x20\x01\x01\x1b[32;0;0M");
    assert_eq!(session.settle(QUIET), from);
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
}

#[test]
fn columns_hold_whatever_the_script() {
    for text in [
        "語語",
        "e\u{301}o\u{308}",
        "שלום",
        "مرحبا",
        "👩\u{200d}👩\u{200d}👧 🇩🇪",
        "ｆｕｌｌ",
        "क्षि",
        "a\tb",
    ] {
        let mut stage = Stage::open(Record::default(), (80, 24));
        let before = stage.press("n").cursor().unwrap();
        stage.send(Message::Paste(text.to_owned()));
        let after = stage.cursor().unwrap();
        let columns = u16::try_from(width(&text.replace('\t', "   "))).unwrap();
        assert_eq!((after.x - before.x, after.y), (columns, before.y), "{text}");
        // What stands to the right of it stays where it is.
        stage.press("esc 5");
        let count = |stage: &Stage| {
            stage
                .screen()
                .lines()
                .find_map(|line| line.trim_end().strip_suffix('1').map(width))
        };
        assert_eq!(count(&stage), Some(76), "{text}: {}", stage.screen());
    }
}

#[test]
fn without_colours_the_choice_is_still_seen() {
    let dir = TempDir::new().unwrap();
    let mut command = token34(&dir.path().join("progress.toml"));
    command.env("NO_COLOR", "1");
    let mut session = Session::start(command, (100, 30));
    for (keys, chosen) in [
        ("\x1b[B", "▸"),
        ("2", "▸"),
        ("1t", "▸"),
        ("\x1b", "1 of 6"),
        ("\t\t", "▶"),
    ] {
        session.send(keys);
        session.see(chosen);
        session.settle(QUIET);
    }
    let bytes = String::from_utf8_lossy(&session.bytes()).into_owned();
    // It would take bold and reverse back.
    for sequence in ["\x1b[;m", "\x1b[38;", "\x1b[48;"] {
        assert!(!bytes.contains(sequence), "{sequence:?}");
    }
}

#[test]
fn the_c_locale_gets_nothing_but_ascii() {
    let dir = TempDir::new().unwrap();
    let mut command = token34(&dir.path().join("progress.toml"));
    command.env("LC_ALL", "C");
    let mut session = Session::start(command, (120, 40));
    session.see("Fencing Tokens");
    for keys in [
        "1",
        "]",
        "]",
        "t",
        "\x1b",
        "2",
        "\r",
        "\x1b[F",
        "?",
        "\x1b",
        "4",
        "\r",
        " ",
        "3",
        "5",
        "6",
        "n",
        "語 – “x”\x1b",
        "h",
        "3",
        "\t",
        "\t",
        "\t",
        "h",
        "w",
        "2",
        "h",
        "D",
        "\x1b",
        "s",
        "d",
        "\x1b",
        "/lease",
    ] {
        session.send(keys);
        session.settle(Duration::from_millis(60));
    }
    assert!(session.bytes().is_ascii());
}

/// Processor time that a process has used, in hundredths of a second.
#[cfg(target_os = "linux")]
fn used(pid: i32) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{pid}/stat")).unwrap();
    let fields = stat.rsplit(')').next().unwrap().split_whitespace();
    fields
        .skip(11)
        .take(2)
        .map(|field| field.parse::<u64>().unwrap())
        .sum()
}

#[cfg(target_os = "linux")]
#[test]
fn idle_costs_nothing_on_any_screen() {
    // All of them at once: what they do not use they cannot take from each other.
    let keys = [
        "",
        "1",
        "1/lock",
        "1/lock\r",
        "1t",
        "2",
        "2\r\x1b[F",
        "2\r ",
        "3",
        "3i34",
        "3\t",
        // The fourth view would walk the whole matrix first, which takes a build for tests a minute.
        "3\t\t",
        "w",
        "D",
        "D/lease",
        "s",
        "/lease",
        "4",
        "4\r",
        "4\r\rtext",
        "4\r ",
        "4\r 2",
        "5",
        "6",
        "ntext",
        "ntext\x1b5",
        "?",
        "1\x1b[O",
    ];
    let sessions: Vec<_> = keys
        .iter()
        .map(|keys| {
            let (mut session, file, dir) = started();
            session.send(keys);
            (session, file, dir)
        })
        .collect();
    let spent = || -> Vec<_> {
        let spent = |session: &Session| (session.bytes().len(), used(session.pid()));
        sessions
            .iter()
            .map(|(session, ..)| spent(session))
            .collect()
    };
    // What was begun comes to an end, on a busy machine late; what ticks never does.
    let mut busy = Vec::new();
    for _ in 0..10 {
        let before = spent();
        // Longer than any save or notice waits.
        sessions[0].0.settle(Duration::from_secs(3));
        // The kernel counts hundredths of a second, and one may have begun before.
        let idle = |(before, after): (&(usize, u64), &(usize, u64))| {
            before.0 == after.0 && after.1 <= before.1 + 1
        };
        let after = spent();
        let pairs = before.iter().zip(&after).zip(keys);
        busy = pairs
            .filter(|(pair, _)| !idle(*pair))
            .map(|(_, keys)| keys)
            .collect();
        if busy.is_empty() {
            return;
        }
    }
    panic!("never at rest after {busy:?}");
}
