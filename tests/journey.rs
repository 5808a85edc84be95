//! A learner's way through the lesson, in a pseudo-terminal: read it, watch it, answer its questions, look something up,
//! take notes, mark it complete, leave, come back, and find everything where it was.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod support;

use std::{fs, os::unix::fs::PermissionsExt as _, path::Path, time::Duration};

use portable_pty::CommandBuilder;
use rustix::process::Signal;
use support::{Session, token34};
use token34::progress::{Grade, Record, format::parse};

const SIZE: (u16, u16) = (100, 30);
const LESSON: &str = "distributed-locks";
/// Long enough for a frame that is on its way.
const QUIET: Duration = Duration::from_millis(60);

fn command(dir: &tempfile::TempDir) -> CommandBuilder {
    token34(&dir.path().join("deeper/progress.toml"))
}

fn record(dir: &tempfile::TempDir) -> Record {
    parse(&fs::read(dir.path().join("deeper/progress.toml")).unwrap()).unwrap()
}

fn leave(mut session: Session) {
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    session.assert_restored();
}

fn read_all(session: &mut Session) {
    session.send("\r");
    for (part, shown) in [
        ("1 of 6", "Distributed locks coordinate exclusive work"),
        ("2 of 6", "Redlock"),
        ("3 of 6", "token 33"),
        ("4 of 6", "Common pitfalls"),
        ("5 of 6", "Leases expire while holders still run"),
        ("6 of 6", "Kleppmann"),
    ] {
        session.see(part);
        session.see(shown);
        // To the end of the part, and on to the next.
        session.send("G");
        session.see_that("come to the end", |screen| {
            screen.contains("That was the last part") || screen.contains("\u{2192} ")
        });
        session.send(" ");
    }
    session.see("6 of 6");
    session.see("Every part is read");
}

/// The first timeline, moment by moment, to its end.
fn watch(session: &mut Session) {
    session.send("2");
    session.see("0 of ");
    session.send("\r");
    session.see("Lock service");
    for _ in 0..80 {
        if session.screen().contains("Saved by the fence") {
            break;
        }
        session.send("\x1b[C");
        session.settle(QUIET);
    }
    session.see("Saved by the fence");
    session.see("33 < 34");
}

fn answer(session: &mut Session) {
    session.send("4");
    session.see("Nothing is due");
    session.send("\r");
    session.see("Why can two processes believe");
    session.send("\r");
    session.send("A pause outlives the lease.");
    session.see("A pause outlives the lease.");
    session.send("\t");
    session.see("How sure are you?");
    session.send("2");
    session.see("Because a lease ends by itself");
    session.send("123\r");
    session.see("What does a fencing token do?");
    session.send(" ");
    session.see("How sure are you?");
    session.send("2");
    session.see("It makes the order of the grants visible");
    session.send("1\r");
    session.see("Kept: partly known");
}

#[test]
fn the_whole_lesson_is_learnt_and_everything_is_found_again() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(command(&dir), SIZE);
    session.see("0 of 6");
    read_all(&mut session);
    watch(&mut session);
    answer(&mut session);
    // A note on the third part, of which some is pasted.
    session.send("h1");
    session.see(" of 6");
    session.send("t");
    session.see("Glossary");
    session.send("g\r");
    session.see("1 of 6");
    session.send("\x1b[C\x1b[C");
    session.see("3 of 6");
    session.send("n");
    session.see("^_ undo");
    // What a terminal sends for Ctrl-U, and for Ctrl-_.
    session.send("Nothing\x15To do: \x15");
    session.send("\x1f");
    session.see("To do: ");
    session.send("\x1b[200~UPDATE jobs\r  SET fence = $1\r\nWHERE fence <= $1;\x1b[201~");
    session.see("WHERE fence <= $1;");
    session.send("\x1b");
    session.see("3 of 6");
    session.send("c");
    session.see("Marked complete");
    leave(session);

    let kept = record(&dir);
    assert!(kept.is_complete(LESSON));
    assert_eq!(kept.lessons[LESSON].read.len(), 6);
    assert!(kept.lessons[LESSON].watched.contains("paused-holder"));
    let first = kept.last_answer("two-believers").unwrap();
    assert_eq!(
        (first.text.as_str(), first.grade),
        ("A pause outlives the lease.", Grade::Knew)
    );
    let second = kept.last_answer("what-a-token-does").unwrap();
    assert_eq!((second.text.as_str(), second.grade), ("", Grade::Partly));
    assert_eq!(
        kept.notes()[0].text,
        "To do: UPDATE jobs\n  SET fence = $1\nWHERE fence <= $1;"
    );

    let mut again = Session::start(command(&dir), SIZE);
    again.see("complete since");
    // Where one left.
    again.send("\r");
    again.see("3 of 6");
    again.send("2");
    again.see("1 of ");
    again.send("4");
    again.see("2 answered");
    again.send("5");
    again.see("To do: UPDATE jobs");
    again.see("Fencing in practice");
    again.send("\r");
    again.see("WHERE fence <= $1;");
    again.send("\x1b");
    again.see("n new");
    // The mark can be taken back.
    again.send("h");
    again.send("c");
    again.see("c again takes that back");
    again.send("c");
    again.see("The lesson is open again");
    leave(again);
    assert!(!record(&dir).is_complete(LESSON));
    let again = Session::start(command(&dir), SIZE);
    again.see("Fencing Tokens");
    again.see_that("be open", |screen| !screen.contains("complete since"));
}

#[test]
fn what_was_typed_two_seconds_before_a_kill_is_there() {
    let dir = tempfile::tempdir().unwrap();
    for text in ["first thought", "second thought"] {
        let mut session = Session::start(command(&dir), SIZE);
        session.see("Fencing Tokens");
        session.send("n");
        session.see("^_ undo");
        session.send(text);
        session.see(text);
        session.settle(Duration::from_secs(2));
        session.signal(Signal::KILL);
        session.wait();
    }
    let mut again = Session::start(command(&dir), SIZE);
    again.see("Fencing Tokens");
    again.send("5");
    again.see("first thought");
    again.see("second thought");
}

#[test]
fn a_note_written_in_one_window_is_in_the_other_at_its_next_key() {
    let dir = tempfile::tempdir().unwrap();
    let (mut one, mut other) = (
        Session::start(command(&dir), SIZE),
        Session::start(command(&dir), SIZE),
    );
    other.see("Fencing Tokens");
    other.send("5");
    other.see("No notes yet");
    one.see("Fencing Tokens");
    one.send("n");
    one.see("^_ undo");
    one.send("from the first window");
    one.see("from the first window");
    one.send("\x1b");
    one.see("go on");
    other.send("\x1b[B");
    other.see("from the first window");
    // And back again, while the first is still open.
    other.send("n");
    other.see("^_ undo");
    other.send("from the second\x1b");
    other.see("2");
    one.send("5");
    one.see("from the second");
    one.see("from the first window");
    leave(one);
    leave(other);
    assert_eq!(record(&dir).notes().len(), 2);
}

/// An editor that says that it runs, and adds the line that is typed into it.
fn editor(dir: &Path, end: &str) -> String {
    let path = dir.join("an-editor");
    let script = format!(
        "#!/bin/sh\necho EDITOR HAS $(cat \"$2\")\nread line\necho \"$line\" >> \"$2\"\nexit {end}\n"
    );
    fs::write(&path, script).unwrap();
    fs::set_permissions(&path, fs::Permissions::from_mode(0o700)).unwrap();
    format!("{} --wait", path.display())
}

/// The program while an editor of one's own has the note `mine `.
fn in_an_editor(dir: &tempfile::TempDir) -> Session {
    let mut command = command(dir);
    command.env("EDITOR", editor(dir.path(), "0"));
    let mut session = Session::start(command, SIZE);
    session.see("Fencing Tokens");
    session.send("n");
    session.see("^_ undo");
    session.send("mine ");
    session.see("mine");
    session.send("\x18");
    session.see("EDITOR HAS mine");
    session
}

#[test]
fn an_editor_of_ones_own_gets_every_key_and_gives_the_note_back() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = in_an_editor(&dir);
    assert!(!session.parse().screen().alternate_screen());
    assert!(!session.parse().screen().bracketed_paste());
    session.send("q and theirs, 語\r");
    session.see("^_ undo");
    session.see("q and theirs, 語");
    assert!(session.parse().screen().bracketed_paste());
    session.send("\x1b");
    session.see("keys");
    leave(session);
    assert_eq!(record(&dir).notes()[0].text, "mine q and theirs, 語\n");
}

/// A shell that could say "go on" is not there: who stopped would never come back.
#[test]
fn ctrl_z_in_an_editor_freezes_nothing_where_no_shell_is() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = in_an_editor(&dir);
    session.send("\x1aand theirs\r");
    session.see("^_ undo");
    session.see("and theirs");
    session.send("\x1b");
    session.see("keys");
    leave(session);
    assert_eq!(record(&dir).notes()[0].text, "mine and theirs\n");
}

#[test]
fn an_editor_that_fails_leaves_the_note_as_it_was() {
    let dir = tempfile::tempdir().unwrap();
    for (editor, shown, said) in [
        (editor(dir.path(), "1"), "EDITOR HAS mine", "ended badly"),
        (
            "/no/such/editor; touch pwned".to_owned(),
            "does not start",
            "does not start",
        ),
    ] {
        let mut command = command(&dir);
        command.env("VISUAL", editor);
        command.cwd(dir.path());
        let mut session = Session::start(command, SIZE);
        session.see("Fencing Tokens");
        session.send("n");
        session.see("^_ undo");
        session.send("mine");
        session.see("mine");
        session.send("\x18");
        session.see(shown);
        if shown != said {
            session.send("\r");
        }
        session.see(said);
        session.send("\x1b");
        session.see("keys");
        leave(session);
        assert_eq!(record(&dir).notes()[0].text, "mine");
    }
    assert!(!dir.path().join("pwned").exists());
}

#[test]
fn what_is_looked_up_is_found_and_the_place_is_kept() {
    let dir = tempfile::tempdir().unwrap();
    let mut session = Session::start(command(&dir), SIZE);
    session.see("0 of 6");
    session.send("1/fencing in practice row count");
    session.see("/ fencing in practice row count");
    session.send("\r");
    session.see("3 of 6");
    session.see("] next");
    session.send("\x1b");
    session.see_that("close the search", |screen| !screen.contains("] next"));
    session.send("q");
    session.wait();

    let mut again = Session::start(command(&dir), SIZE);
    again.see("Fencing in practice");
    again.send("\r");
    again.see("3 of 6");
    again.see("row count");
}

#[test]
fn one_goes_deeper_from_the_table_defines_a_term_and_is_guided_to_a_lock() {
    let dir = tempfile::tempdir().unwrap();
    let mut command = command(&dir);
    command.arg("--content");
    command.arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/deep"));
    let mut session = Session::start(command, SIZE);
    session.see("0 of 6");
    // From a row of the table to what is said of that lock.
    session.send("1\x1b[C");
    session.see("2 of 6");
    session.send("\t");
    session.see("\u{2192} Redis, one node");
    session.send("\r");
    session.see("Lock options \u{203a} Redis, one node");
    // A term, the next one, the part that says more of it, and back.
    session.send("d");
    session.see("holder: The client whose grant");
    session.send("d");
    session.see("fencing token: A number");
    session.send("\r");
    session.see("Lock options \u{203a} etcd");
    session.send("\x1b");
    session.see("Lock options \u{203a} Redis, one node");
    session.send("\x1b");
    session.see("2 of 6");
    // The guide, with an answer taken back, and the run that shows the risk.
    session.send("w");
    session.see("What happens if two processes");
    session.send("1");
    session.see("One Redis server, no fence");
    session.send("\x1b[D\x1b[B\r");
    session.see("Is everything that is read and written");
    session.send("2");
    session.see("etcd, and a check at the resource");
    session.send("\r");
    session.see("Lock service");
    session.send("\x1b");
    session.see("etcd, and a check at the resource");
    session.send("\x1b");
    session.see("2 of 6");
    session.send("\x1b");
    session.see("w which lock");
    leave(session);
}
