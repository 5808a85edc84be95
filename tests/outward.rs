//! What the program hands to others is what was meant: a link to the browser, a text to the editor, a file to its owner alone.

#![cfg(unix)]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

mod files;
mod place;
mod support;

use std::{
    fs,
    os::unix::fs::PermissionsExt as _,
    path::{Path, PathBuf},
    process::Command,
    time::Duration,
};

use place::{Place, refused};
use support::{Session, token34};

/// A program that writes down what it was started with.
fn witness(dir: &Path, name: &str) {
    let script = "#!/bin/sh\nfor word; do printf '%s\\n' \"$word\"; done > \"$0.args.new\"\nmv \"$0.args.new\" \"$0.args\"\n";
    fs::write(dir.join(name), script.replace("mv ", "/bin/mv ")).unwrap();
    fs::set_permissions(dir.join(name), fs::Permissions::from_mode(0o700)).unwrap();
}

fn awaited(file: &Path) -> String {
    for _ in 0..200 {
        if let Ok(text) = fs::read_to_string(file) {
            return text;
        }
        let (_hold, never) = std::sync::mpsc::channel::<()>();
        let _ = never.recv_timeout(Duration::from_millis(50));
    }
    panic!("{} never came", file.display());
}

#[test]
fn a_link_reaches_the_browser_as_one_word_and_never_a_shell() {
    let place = Place::new();
    let url = "https://example.org/?a=$(touch${IFS}pwned)&b=`touch${IFS}pwned`;touch\t|pwned'\\\"";
    let url = url.replace('\t', "");
    let pack = place.pack("distributed-locks/sections/further-reading.toml", |text| {
        let from = text.find("url = \"").unwrap() + 7;
        let to = from + text[from..].find('"').unwrap();
        let written = url.replace('\\', "\\\\").replace('"', "\\\"");
        [&text[..from], &written, &text[to..]].concat().into_bytes()
    });
    let bin = place.0.path().join("bin");
    fs::create_dir(&bin).unwrap();
    witness(&bin, "xdg-open");
    let mut command = token34(&place.file());
    command.arg("--content");
    command.arg(pack);
    command.env("PATH", &bin);
    command.cwd(place.0.path());
    let mut session = Session::start(command, (100, 30));
    session.see("Fencing Tokens");
    session.send("1");
    session.see("1 of 6");
    session.send("]]]]]");
    session.see("6 of 6");
    session.send("\to");
    assert_eq!(awaited(&bin.join("xdg-open.args")), format!("{url}\n"));
    session.send("q");
    assert_eq!(session.wait().exit_code(), 0);
    assert!(!place.0.path().join("pwned").exists());
}

#[test]
fn links_that_lead_elsewhere_are_refused() {
    let place = Place::new();
    for url in [
        "javascript:alert(1)",
        "file:///etc/passwd",
        "data:text/html,x",
        "-flag",
        "ftp://example.org",
        " https://",
        "https:example.org",
        "",
    ] {
        let pack = place.pack("distributed-locks/sections/further-reading.toml", |text| {
            let from = text.find("url = \"").unwrap() + 7;
            let to = from + text[from..].find('"').unwrap();
            [&text[..from], url, &text[to..]].concat().into_bytes()
        });
        refused(
            &place.run(["check", pack.to_str().unwrap()]),
            &["https://", "mailto:"],
        );
    }
}

#[test]
fn an_editors_name_is_words_and_no_shell() {
    let place = Place::new();
    let mut command = token34(&place.file());
    command.env(
        "EDITOR",
        "/no/such/$(touch pwned);touch pwned|touch pwned\x1b]0;title\x07",
    );
    command.cwd(place.0.path());
    let mut session = Session::start(command, (100, 30));
    session.see("Fencing Tokens");
    session.send("n");
    session.see("^_ undo");
    session.send("\x18");
    session.see("does not start");
    let shown = String::from_utf8_lossy(&session.bytes()).into_owned();
    assert!(!shown.contains("]0;"), "{shown:?}");
    assert!(!place.0.path().join("pwned").exists());
}

fn modes(dir: &Path, into: &mut Vec<(PathBuf, u32)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        into.push((
            path.clone(),
            fs::metadata(&path).unwrap().permissions().mode() & 0o777,
        ));
        if path.is_dir() {
            modes(&path, into);
        }
    }
}

#[test]
fn nobody_else_can_read_what_is_kept() {
    let place = Place::new();
    // A generous umask would show what is not asked for.
    let script = r#"umask 000; "$@"; "$@"; "$@""#;
    let mut command = Command::new("/bin/sh");
    command.args([
        "-c",
        script,
        "sh",
        env!("CARGO_BIN_EXE_token34"),
        "--progress",
    ]);
    command
        .arg(place.file())
        .args(["notes", "import"])
        .arg(place.write("note.md", "A note.\n"));
    assert!(command.output().unwrap().status.success());
    let mut found = Vec::new();
    modes(place.0.path(), &mut found);
    let data = place.0.path().join("data");
    let kept: Vec<_> = found
        .into_iter()
        .filter(|(path, _)| path.starts_with(&data))
        .collect();
    assert!(kept.len() >= 3, "{kept:?}");
    for (path, mode) in kept {
        let wanted = if path.is_dir() { 0o700 } else { 0o600 };
        assert_eq!(mode, wanted, "{}", path.display());
    }
}
