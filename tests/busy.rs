//! While something is being worked out: keys answer, the way out is open, and once it is done nothing happens any more.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use std::time::Duration;

use support::{Session, token34};

#[test]
fn keys_answer_and_q_leaves_while_the_matrix_is_walked() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(token34(&dir.path().join("progress.toml")), (120, 40));
    session.see("Fencing Tokens");
    session.send("3\t\t\t");
    session.see("of 196 walks");
    for fault in ["vm-suspend", "server-clock-jump", "client-clock-back"] {
        session.send("j");
        session.see(&format!("{fault} · "));
    }
    session.send("?");
    session.see("the next of the four marks");
    session.send("\x1b");
    session.see("of 196 walks");
    session.send("1");
    session.see("1 of 6");
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
}

#[test]
fn a_signal_leaves_while_the_matrix_is_walked() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(token34(&dir.path().join("progress.toml")), (80, 24));
    session.see("Fencing Tokens");
    session.send("3\t\t\t");
    session.see("of 196 walks");
    session.signal(rustix::process::Signal::TERM);
    assert_eq!(session.wait().exit_code(), 143);
    session.assert_restored();
}

/// What the screen shows. A blank that was written and one that was erased look the same.
fn shown(session: &Session) -> String {
    let screen = session.screen();
    let lines: Vec<&str> = screen.lines().map(str::trim_end).collect();
    lines.join("\n")
}

#[test]
fn no_key_is_dropped_while_the_map_fills_and_then_it_is_quiet() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(token34(&dir.path().join("progress.toml")), (120, 40));
    session.see("Fencing Tokens");
    session.send("3\t\t");
    session.see("etcd lease");
    // Four checks one after the other, the last of them the first: each begins a map and ends the one before.
    session.send("g".to_owned() + &"l".repeat(30) + "cccc" + &"k".repeat(3) + &"j".repeat(3));
    session.see("fence < token ·");
    session.see("Above the underlined");
    let settled = session.settle(Duration::from_millis(500));
    assert_eq!(session.settle(Duration::from_secs(2)), settled);
    let there = shown(&session);
    // The same keys, one by one, now that nobody works.
    session.send("g");
    for _ in 0..30 {
        session.send("l");
    }
    session.settle(Duration::from_millis(500));
    assert_eq!(shown(&session), there);
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
}
