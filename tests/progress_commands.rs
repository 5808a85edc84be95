//! `token34 progress` and `token34 notes`, as two machines and a learner who errs use them.

#![allow(
    clippy::unwrap_used,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

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
        } = Store::open(&self.file, at(0)).unwrap();
        let mut pen = Pen::new(
            at(0),
            std::process::id(),
            self.file.as_os_str().len() as u64 + record.revision,
        );
        change(&mut record, &mut pen);
        store.save(&mut record, at(2)).unwrap();
    }

    fn notes(&self) -> Vec<String> {
        let record = Store::open(&self.file, at(0)).unwrap().record;
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

    fn says(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert!(output.status.success(), "{args:?}: {output:?}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn refuses(&self, args: &[&str]) -> String {
        let output = self.run(args);
        assert_eq!(output.status.code(), Some(1), "{args:?}: {output:?}");
        assert!(output.stdout.is_empty());
        String::from_utf8(output.stderr).unwrap()
    }

    fn write(&self, name: &str, content: &str) -> PathBuf {
        let path = self.dir.path().join(name);
        fs::write(&path, content).unwrap();
        path
    }
}

fn text(path: &Path) -> &str {
    path.to_str().unwrap()
}

#[test]
fn two_machines_are_united_by_file_or_by_export_and_that_is_undone() {
    let (here, there) = (
        Machine::with("written here"),
        Machine::with("written there"),
    );
    let said = here.says(&["progress", "merge", text(&there.file)]);
    assert!(
        said.starts_with("Both together hold 2 notes, 0 answers, 0 parts read."),
        "{said}"
    );
    assert_eq!(here.notes(), ["written here", "written there"]);
    let export = here.says(&["progress", "export"]);
    there.says(&[
        "progress",
        "merge",
        text(&there.write("export.json", &export)),
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
    let said = machine.says(&["progress", "restore", "1"]);
    assert_eq!(
        said,
        "Progress now holds 1 note, 0 answers, 0 parts read. Undo: token34 progress restore 2\n"
    );
    assert_eq!(machine.notes(), ["first"]);
    machine.says(&["progress", "restore", "2"]);
    assert_eq!(machine.notes(), ["spoilt"]);
    let said = machine.says(&["progress", "reset"]);
    assert_eq!(
        said,
        "Progress now holds 0 notes, 0 answers, 0 parts read. Undo: token34 progress restore 4\n"
    );
    machine.says(&["progress", "restore", "4"]);
    assert_eq!(machine.notes(), ["spoilt"]);
    assert!(
        machine
            .refuses(&["progress", "restore", "77"])
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
    let said = machine.says(&["notes", "import", text(&edited)]);
    assert!(
        said.starts_with("0 added, 1 changed, 0 as they were. Now there are 1 note, "),
        "{said}"
    );
    assert_eq!(machine.notes(), ["# A thought\n\nabout leases"]);
    let plain = machine.write("mine.md", "from my own notebook\n");
    machine.says(&["notes", "import", text(&plain)]);
    assert_eq!(machine.notes().len(), 2);
}

#[test]
fn what_cannot_be_taken_in_is_told_with_its_file_and_changes_nothing() {
    let machine = Machine::with("mine");
    let before = fs::read(&machine.file).unwrap();
    let not_progress = machine.write("other.toml", "format = 2\nrevision = \"x\"\n");
    let said = machine.refuses(&["progress", "merge", text(&not_progress)]);
    assert!(
        said.contains("other.toml") && said.contains("line 2"),
        "{said}"
    );
    let newer = machine.write("newer.toml", "format = 99");
    assert!(
        machine
            .refuses(&["progress", "merge", text(&newer)])
            .contains("format 99")
    );
    assert!(
        machine
            .refuses(&["progress", "merge", "no-such-file"])
            .contains("no-such-file")
    );
    let broken = machine.write("broken.md", "<!-- token34 note {} -->\n");
    assert!(
        machine
            .refuses(&["notes", "import", text(&broken)])
            .contains("broken.md, line 1")
    );
    assert_eq!(fs::read(&machine.file).unwrap(), before);
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
        "Of 1 answer that you were certain of, none was right.",
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
