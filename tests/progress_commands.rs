//! `token34 progress` and `token34 notes`, as two machines and a learner who errs use them.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::collections::BTreeMap;
use std::fs;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use jiff::Timestamp;
use tempfile::TempDir;
use token34::progress::{Answer, Grade, Opened, Pen, Record, Spot, Store, Sure};

const LESSON: &str = "distributed-locks";

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

/// A machine with a progress file.
struct Machine {
    file: PathBuf,
    dir: TempDir,
}

impl Machine {
    fn with(note: &str) -> Self {
        let dir = TempDir::new().unwrap();
        let machine = Self {
            file: dir.path().join("progress.toml"),
            dir,
        };
        machine.change(|record, pen| {
            record.begin_note(pen, LESSON, Spot::Home, note, at(1));
        });
        machine
    }

    fn change(&self, change: impl FnOnce(&mut Record, &mut Pen)) {
        let Opened {
            mut store,
            mut record,
            ..
        } = Store::open(&self.file).unwrap();
        // Two machines never are the same writer.
        let path = self.file.as_os_str().as_encoded_bytes();
        let nonce = path.iter().fold(record.revision, |sum, byte| {
            sum.wrapping_mul(31).wrapping_add(u64::from(*byte))
        });
        let mut pen = Pen::new(at(0), std::process::id(), nonce);
        change(&mut record, &mut pen);
        store.save(&mut record, at(2)).unwrap();
    }

    fn notes(&self) -> Vec<String> {
        let record = Store::open(&self.file).unwrap().record;
        let mut texts: Vec<_> = record
            .notes()
            .iter()
            .map(|note| note.text.to_owned())
            .collect();
        texts.sort();
        texts
    }

    fn run(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_token34"));
        command
            .args(args)
            .env("TOKEN34_PROGRESS", &self.file)
            .env("TZ", "UTC")
            .output()
            .unwrap()
    }

    /// With something on standard input.
    fn fed(&self, args: &[&str], input: &str) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_token34"));
        command.args(args).env("TOKEN34_PROGRESS", &self.file);
        command.stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child = command.stderr(Stdio::piped()).spawn().unwrap();
        let mut stdin = child.stdin.take().unwrap();
        stdin.write_all(input.as_bytes()).unwrap();
        drop(stdin);
        child.wait_with_output().unwrap()
    }

    /// Every file of the directory and below, and what is in it.
    fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let mut files = BTreeMap::new();
        let mut dirs = vec![self.dir.path().to_owned()];
        while let Some(dir) = dirs.pop() {
            for entry in fs::read_dir(dir).unwrap() {
                let path = entry.unwrap().path();
                if path.is_dir() {
                    dirs.push(path);
                } else {
                    files.insert(path.clone(), fs::read(&path).unwrap());
                }
            }
        }
        files
    }

    fn says(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn refuses(&self, args: &[&str]) -> String {
        self.ends_with(1, args)
    }

    fn ends_with(&self, code: i32, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(code), "{args:?}: {output:?}");
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    }

    fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }
}

fn text_of(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn two_machines_are_united_by_file_or_by_export_and_that_is_undone() {
    let (here, there) = (
        Machine::with("written here"),
        Machine::with("written there"),
    );
    let said = here.says(&["progress", "merge", text_of(&there.file)]);
    assert!(
        said.starts_with("Both together hold 2 notes, 0 answers, 0 parts read."),
        "{said}"
    );
    assert_eq!(here.notes(), ["written here", "written there"]);
    let export = here.says(&["progress", "export"]);
    there.says(&[
        "progress",
        "merge",
        text_of(&there.write("export.json", &export)),
    ]);
    assert_eq!(there.notes(), here.notes());
    let undo = said.trim().rsplit_once("token34 ").unwrap().1;
    here.says(&undo.split(' ').collect::<Vec<_>>());
    assert_eq!(here.notes(), ["written here"]);
}

#[test]
fn versions_are_listed_brought_back_and_a_reset_is_undone() {
    let machine = Machine::with("first");
    machine.change(|record, pen| {
        let key = record.notes()[0].key.clone();
        record.edit_note(pen, &key, "spoilt", at(3)).unwrap();
        record.mark_read(LESSON, "overview");
    });
    assert_eq!(
        machine.says(&["progress", "restore"]),
        "1, until 2023-11-14 22:13: 1 note, 0 answers, 0 parts read\n"
    );
    let file = machine.file.display();
    let said = machine.says(&["progress", "restore", "1"]);
    assert_eq!(
        said,
        format!(
            "Progress now holds 1 note, 0 answers, 0 parts read. Undo: token34 progress restore 2 --progress={file}\n"
        )
    );
    assert_eq!(machine.notes(), ["first"]);
    machine.says(&["progress", "restore", "2"]);
    assert_eq!(machine.notes(), ["spoilt"]);
    let said = machine.says(&["progress", "reset"]);
    assert_eq!(
        said,
        format!(
            "Progress now holds 0 notes, 0 answers, 0 parts read. Undo: token34 progress restore 4 --progress={file}\n"
        )
    );
    machine.says(&["progress", "restore", "4"]);
    assert_eq!(machine.notes(), ["spoilt"]);
    assert!(
        machine
            .ends_with(2, &["progress", "restore", "77"])
            .contains("77")
    );
}

#[test]
fn notes_go_out_are_edited_and_come_in() {
    let machine = Machine::with("# A thought\n\nabout fences");
    let document = machine.says(&["notes", "export"]);
    assert!(
        document.contains("\n## Distributed Locks and Fencing Tokens\n\n# A thought\n"),
        "{document}"
    );
    let edited = machine.write("notes.md", &document.replace("fences", "leases"));
    let said = machine.says(&["notes", "import", text_of(&edited)]);
    assert!(
        said.starts_with("0 added, 1 changed, 0 as they were. Now there are 1 note, "),
        "{said}"
    );
    assert_eq!(machine.notes(), ["# A thought\n\nabout leases"]);
    let plain = machine.write("mine.md", "from my own notebook\n");
    machine.says(&["notes", "import", text_of(&plain)]);
    assert_eq!(machine.notes().len(), 2);
}

#[test]
fn what_cannot_be_taken_in_is_told_with_its_file_and_changes_nothing() {
    let machine = Machine::with("mine");
    let before = fs::read(&machine.file).unwrap();
    let not_progress = machine.write("other.toml", "format = 2\nrevision = \"x\"\n");
    let said = machine.refuses(&["progress", "merge", text_of(&not_progress)]);
    assert!(
        said.contains("other.toml") && said.contains("line 2"),
        "{said}"
    );
    let newer = machine.write("newer.toml", "format = 99");
    assert!(
        machine
            .refuses(&["progress", "merge", text_of(&newer)])
            .contains("format 99")
    );
    assert!(
        machine
            .ends_with(2, &["progress", "merge", "no-such-file"])
            .contains("no-such-file")
    );
    let broken = machine.write("broken.md", "<!-- token34 note {} -->\n");
    assert!(
        machine
            .refuses(&["notes", "import", text_of(&broken)])
            .contains("broken.md, line 1")
    );
    assert_eq!(fs::read(&machine.file).unwrap(), before);
}

#[test]
fn to_look_changes_nothing_on_disk_and_says_what_it_saw() {
    let looks: [&[&str]; 10] = [
        &["progress", "show"],
        &["progress", "path"],
        &["progress", "export"],
        &["progress", "export", "--summary"],
        &["progress", "restore"],
        &["notes", "list"],
        &["notes", "find", "mine"],
        &["notes", "export"],
        &["read", "--guide"],
        &["read", "overview"],
    ];
    let machine = Machine::with("mine");
    let whole = fs::read_to_string(&machine.file).unwrap();
    let held = format!("{whole}\n[answers.x]\nquestion = \"y\"\nsure = \"fairy\"\n");
    let newer = whole.replacen("format = 4", "format = 99", 1);
    for (content, told, code) in [
        (held.as_str(), "answers.x", 0),
        ("revision = 3", "damaged", 1),
        ("\0", "damaged", 1),
        (newer.as_str(), "format 99", 0),
    ] {
        fs::write(&machine.file, content).unwrap();
        let before = machine.files();
        for args in looks {
            let output = machine.run(args);
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(machine.files(), before, "{args:?}");
            if args[0] != "read" && !["path", "restore"].contains(&args[1]) {
                assert!(said.contains(told), "{args:?}: {said}");
                assert_eq!(output.status.code(), Some(code), "{args:?}: {said}");
            }
        }
    }
}

#[test]
fn a_file_of_a_newer_format_is_exported_as_what_it_is() {
    let machine = Machine::with("mine");
    let text = fs::read_to_string(&machine.file).unwrap();
    let newer = text.replacen("format = 4", "format = 99\nhologram = [true]", 1);
    fs::write(&machine.file, newer).unwrap();
    let json: serde_json::Value =
        serde_json::from_str(&machine.says(&["progress", "export"])).unwrap();
    assert_eq!(json["format"], 99);
    assert_eq!(json["hologram"][0], true);
    assert_eq!(json["notes"].as_object().unwrap().len(), 1);
    // So nobody takes it for a record of this format.
    let other = Machine::with("other");
    let copy = other.write("export.json", &json.to_string());
    assert!(
        other
            .refuses(&["progress", "merge", text_of(&copy)])
            .contains("format 99")
    );
}

#[test]
fn a_file_with_an_entry_that_cannot_be_read_is_united_and_the_entry_kept() {
    let machine = Machine::with("mine");
    let other = Machine::with("theirs");
    let text = fs::read_to_string(&other.file).unwrap();
    fs::write(
        &other.file,
        format!("{text}\n[answers.x]\nsure = \"fairy\"\n"),
    )
    .unwrap();
    let said = machine.says(&["progress", "merge", text_of(&other.file)]);
    assert!(
        said.contains("cannot be read: line ") && said.contains("answers.x"),
        "{said}"
    );
    assert_eq!(machine.notes(), ["mine", "theirs"]);
    let kept = fs::read_to_string(&machine.file).unwrap();
    assert!(kept.contains("[answers.x]\nsure = \"fairy\""), "{kept}");
}

#[test]
fn notes_and_progress_come_in_through_a_pipe() {
    let (machine, other) = (Machine::with("mine"), Machine::with("theirs"));
    let document = other.says(&["notes", "export"]);
    let output = machine.fed(&["notes", "import", "-"], &document);
    assert!(output.status.success(), "{output:?}");
    assert_eq!(machine.notes(), ["mine", "theirs"]);
    let export = machine.says(&["progress", "export"]);
    let third = Machine::with("third");
    for input in [export, fs::read_to_string(&machine.file).unwrap()] {
        let output = third.fed(&["progress", "merge", "-"], &input);
        assert!(output.status.success(), "{output:?}");
        assert_eq!(third.notes(), ["mine", "theirs", "third"]);
    }
    let output = third.fed(&["progress", "merge", "-"], "{");
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(said.starts_with("standard input is neither"), "{said}");
}

#[test]
fn progress_is_told_line_by_line_and_as_a_page() {
    let machine = Machine::with("a thought");
    machine.change(|record, pen| {
        let mut answer = Answer::new("two-believers", at(1), Grade::Missed);
        answer.sure = Some(Sure::Certain);
        record.add_answer(pen, answer);
        record.mark_read(LESSON, "overview");
    });
    let shown = machine.says(&["progress", "show"]);
    let page = machine.says(&["progress", "export", "--summary"]);
    for said in [
        "1 question is due today, and 10 new ones can be begun.",
        "No question came a second time in the last 30 days.",
        "Of 1 answer or prediction that you were certain of, none was right.",
        "1 of 27 was met, and is not overcome.",
        "“Once the lease has expired, its holder has stopped.”",
        "met once, not right since",
        "5 parts to read, ",
    ] {
        assert!(shown.contains(said), "{said}\n{shown}");
        assert!(page.contains(said), "{said}\n{page}");
    }
    assert!(shown.contains("\n- certain: 0 right, 0 partly, 1 wrong\n"));
    assert!(shown.contains("A day begins at 4 in the morning"));
    assert!(page.contains("\n| certain | 0 | 0 | 1 |\n"), "{page}");
    assert!(page.contains("Not marked complete. Read 1 of 6 parts"));
    assert!(page.contains("First answer on 14 November 2023."));
    machine.change(|record, _| record.set_complete(LESSON, true, at(3)));
    let page = machine.says(&["progress", "export", "--summary"]);
    assert!(page.contains("Complete since 14 November 2023."), "{page}");
}
