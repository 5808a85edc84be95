//! Whatever the bytes, the parsers answer and the rules hold; see `fuzz/engine.rs` for how it is tried.
//!
//! ```text
//! TOKEN34_FUZZ_MINUTES=10 cargo test --test fuzz content     ten minutes of one target
//! ```

#![allow(
    clippy::unwrap_used,
    clippy::panic,
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

#[path = "fuzz/engine.rs"]
mod engine;
mod stage;
#[cfg(unix)]
mod support;

use std::{fs, path::Path, time::Duration};

use engine::{Target, outcome};
use jiff::Timestamp;
use stage::Stage;
use token34::{
    course::{Files, Pack, check},
    fencing::knobs::Knobs,
    progress::{
        Answer, Grade, Pen, Record, Spot,
        format::{parse, parse_json, print, to_json},
        merge,
    },
    text::clean,
    tui::{
        keymap,
        message::{Code, Key, Message, Mouse, MouseKind},
    },
};

const PACK: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pack");
const GOLDEN: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");

fn at(second: i64) -> Timestamp {
    Timestamp::from_second(1_700_000_000 + second).unwrap()
}

/// One file of the pack is another one: the first line names it, as a comment.
#[test]
fn content() {
    let sound = Files::read(Path::new(PACK)).unwrap();
    let seeds = sound
        .0
        .iter()
        .map(|(path, text)| format!("# {path}\n{text}").into_bytes())
        .collect();
    let target = Target {
        name: "content",
        words: &[
            "sections = [{ id = \"x\", title = \"X\" }]\n",
            "[[blocks]]\n",
            "[[options]]\n",
            "kind = \"choice\"\n",
            "right = true\n",
            "want = \"fence <= $2\"\n",
            "kind = \"table\"\n",
            "id = \"x\"\n",
            "format = 2\n",
            "claims = []\n",
            "scenario = \"paused-holder\"\n",
            "expect = { no-lost-update = \"holds\" }\n",
            "[x](javascript:alert(1))",
            "[x](https://example.org)",
            "`code`",
            "**bold**",
            "![x](y)",
            "<b>",
            "pause",
            "A",
            "lock = \"redis\"\n",
            "check = \"at-least\"\n",
            "[[faults]]\n",
            "at_ms = 0\n",
        ],
        seeds,
        short: 60,
    };
    target.fuzz(|input| {
        let text = String::from_utf8_lossy(input);
        let first = text.lines().next().unwrap_or_default();
        let named = first.trim_start_matches("# ");
        let known = sound.0.keys().find(|path| *path == named);
        let mut files = sound.clone();
        files.0.insert(
            known.map_or("course.toml", String::as_str).to_owned(),
            text.clone().into_owned().into(),
        );
        let report = check(&files);
        for problem in &report.problems {
            let lines = files
                .0
                .get(&problem.file)
                .map_or(usize::MAX, |text| text.lines().count() + 1);
            assert!(
                problem.line.is_none_or(|line| (1..=lines).contains(&line)),
                "{problem}"
            );
            assert!(problem.what.len() + problem.remedy.len() > 10, "{problem}");
        }
        if let Ok(pack) = Pack::parse(&files) {
            show(&pack);
        }
        report
            .problems
            .first()
            .map_or(0, |problem| outcome(&problem.what))
    });
}

/// Nothing that a sound pack shows acts on a terminal.
fn show(pack: &Pack) {
    for lesson in &pack.lessons {
        let titles = lesson.sections.iter().map(|section| section.title.clone());
        let questions = lesson
            .all_questions()
            .flat_map(|question| [&question.prompt, &question.answer]);
        let said = questions.map(|text| text.plain());
        for text in titles
            .chain(said)
            .chain([lesson.title.clone(), lesson.subtitle.clone()])
        {
            assert_eq!(clean(&text), text);
        }
    }
}

/// In JSON a date is text, and so is a number that is not finite: among what is held as it came there may be such.
fn has_types_of_json(value: &toml::Value) -> bool {
    match value {
        toml::Value::Table(table) => table.values().all(has_types_of_json),
        toml::Value::Array(values) => values.iter().all(has_types_of_json),
        toml::Value::Float(number) => number.is_finite(),
        toml::Value::Datetime(_) => false,
        _ => true,
    }
}

fn sound(record: &Record) {
    let printed = print(record).unwrap();
    assert_eq!(&parse(printed.as_bytes()).unwrap(), record);
    let from_json = |record: &Record| {
        let json = to_json(record).unwrap();
        parse_json(json.as_bytes()).unwrap().record
    };
    let there = from_json(record);
    assert_eq!(from_json(&there), there);
    if has_types_of_json(&toml::from_str(&printed).unwrap()) {
        assert_eq!(&there, record);
    }
    assert_eq!(&merge(record, record), record);
    for note in record.notes() {
        assert_eq!(clean(note.text), note.text);
    }
}

#[test]
fn progress() {
    let golden = fs::read_dir(GOLDEN)
        .unwrap()
        .map(|file| fs::read(file.unwrap().path()).unwrap());
    let target = Target {
        name: "progress",
        words: &[
            "[notes.x]\n",
            "[notes.x.versions]\n",
            "[answers.x]\n",
            "[drafts.x]\n",
            "[lessons.x]\n",
            "[place]\n",
            "format = 1\n",
            "revision = 7\n",
            "text = \"x\"\n",
            "spot = { screen = \"home\" }\n",
            "at = \"2026-01-01T00:00:00Z\"\n",
            "grade = \"knew\"\n",
            "[x.y]\nz = 1\n",
            "seen = { a = 1 }\n",
        ],
        seeds: golden.collect(),
        short: 400,
    };
    target.fuzz(|input| {
        let _ = parse_json(input).map(|parsed| sound(&parsed.record));
        match parse(input) {
            Ok(record) => {
                sound(&record);
                (record.notes().len() * 64 + record.answers.len() * 8 + record.lessons.len()) as u64
            }
            Err(error) => outcome(&error.to_string()),
        }
    });
}

/// What three instances do, a byte or two each, and when they meet.
struct Trio {
    records: [Record; 3],
    pens: [Pen; 3],
    clock: i64,
}

impl Trio {
    fn new() -> Self {
        let pen = |nonce| Pen::new(at(0), 1, nonce);
        Self {
            records: Default::default(),
            pens: [pen(1), pen(2), pen(3)],
            clock: 0,
        }
    }

    fn step(&mut self, what: u8, how: u8) {
        let who = usize::from(what / 16 % 3);
        let (record, pen) = (&mut self.records[who], &mut self.pens[who]);
        // Clocks are wrong, and go back.
        self.clock += i64::from(how % 16) - 4;
        let now = at(self.clock);
        let keys: Vec<_> = record.notes().iter().map(|note| note.key.clone()).collect();
        let key = keys.get(usize::from(how) % keys.len().max(1));
        let text = format!("{}", how % 8);
        match (what % 16, key) {
            (0 | 1, _) => drop(record.begin_note(pen, "lesson", Spot::Home, &text, now)),
            (2 | 3, Some(key)) => drop(record.edit_note(pen, key, &text, now)),
            (4, Some(key)) => drop(record.delete_note(key)),
            (5, _) => drop(record.toggle_complete("lesson", now)),
            (6, _) => drop(record.mark_read("lesson", &text)),
            (7, _) => drop(record.set_place("lesson", Spot::Notes, now)),
            (8, _) => drop(record.set_draft("q", &text, now)),
            (9, _) => {
                let answer = Answer {
                    text,
                    ..Answer::new("q", now, Grade::Knew)
                };
                record.add_answer(pen, answer);
            }
            (10..=12, _) => {
                let other = self.records[usize::from(how) % 3].clone();
                self.records[who] = merge(&self.records[who], &other);
            }
            (13, _) => {
                let printed = print(&self.records[who]).unwrap();
                self.records[who] = parse(printed.as_bytes()).unwrap();
            }
            _ => {}
        }
    }
}

#[test]
fn merging() {
    let target = Target {
        name: "merge",
        words: &[
            "\x00\x01", "\x10\x02", "\x20\x03", "\x0a\x01", "\x1a\x00", "\x2a\x01", "\x04\x00",
            "\x02\x05", "\x12\x06",
        ],
        seeds: Vec::new(),
        short: 60,
    };
    target.fuzz(|input| {
        let mut trio = Trio::new();
        for pair in input.chunks(2).take(200) {
            trio.step(pair[0], pair.get(1).copied().unwrap_or_default());
        }
        let [a, b, c] = &trio.records;
        assert_eq!(merge(a, b), merge(b, a));
        assert_eq!(merge(&merge(a, b), c), merge(a, &merge(b, c)));
        let all = merge(&merge(a, b), c);
        for record in &trio.records {
            sound(record);
            // Whoever has seen nothing of the others keeps all that is theirs.
            assert_eq!(merge(&all, record), all);
            for (id, answer) in &record.answers {
                assert_eq!(all.answers.get(id), Some(answer));
            }
        }
        (all.notes().len() * 64 + all.answers.len() * 4 + all.drafts.len()) as u64
    });
}

#[test]
fn codes() {
    let target = Target {
        name: "codes",
        words: &["-", " ", "O", "0", "I", "l", "U"],
        seeds: vec![Knobs::default().code().into_bytes()],
        short: 3000,
    };
    target.fuzz(
        |input| match Knobs::from_code(&String::from_utf8_lossy(input)) {
            Ok(knobs) => {
                assert_eq!(Knobs::from_code(&knobs.code()), Ok(knobs));
                outcome(&knobs.run().outcome)
            }
            Err(error) => outcome(&error.to_string()),
        },
    );
}

/// A byte or four are a message.
fn message(bytes: &mut impl Iterator<Item = u8>, keys: &[Key]) -> Option<Message> {
    let what = bytes.next()?;
    let mut next = || bytes.next().unwrap_or_default();
    Some(match what {
        0..=149 => Message::Key(keys[usize::from(what) % keys.len()]),
        150..=179 => Message::Key(Key::plain(Code::Char(char::from(next())))),
        180..=199 => Message::Resize {
            width: u16::from(next()),
            height: u16::from(next()) / 3,
        },
        200..=219 => {
            let kinds = [
                MouseKind::Press,
                MouseKind::Drag,
                MouseKind::Release,
                MouseKind::WheelUp,
                MouseKind::WheelDown,
            ];
            let kind = kinds[usize::from(next()) % kinds.len()];
            Message::Mouse(Mouse {
                kind,
                column: next().into(),
                row: next().into(),
            })
        }
        220..=234 => Message::Elapsed(Duration::from_millis(u64::from(next()) * 20)),
        235..=245 => Message::Paste("a 語\ne\u{301}👩\u{200d}👧 ".repeat(usize::from(next()))),
        246..=250 => Message::Edited("x\n".repeat(usize::from(next()))),
        251 => Message::Unsaved {
            why: "the disk is full".to_owned(),
            for_good: false,
        },
        252 => Message::Failed("it is not there".to_owned()),
        _ => Message::Focus(what % 2 == 0),
    })
}

#[test]
fn messages() {
    let keys: Vec<Key> = keymap::all()
        .flat_map(|row| row.keys.split(' '))
        .filter_map(keymap::parse)
        .collect();
    let target = Target {
        name: "messages",
        words: &[],
        seeds: vec![(0..=255).collect()],
        short: 6,
    };
    target.fuzz(|input| {
        let mut stage = Stage::open(Record::default(), (80, 24));
        let mut bytes = input.iter().copied().take(300);
        let mut screen = String::new();
        while let Some(message) = message(&mut bytes, &keys) {
            stage.send(message);
            screen = stage.screen();
        }
        outcome(&screen)
    });
}

/// Bytes of a terminal, into the program itself: nobody else can decode them.
#[cfg(unix)]
#[test]
fn terminal() {
    let dir = tempfile::tempdir().unwrap();
    std::os::unix::fs::symlink("/bin/true", dir.path().join("xdg-open")).unwrap();
    let start = || {
        let mut command = support::token34(&dir.path().join("progress.toml"));
        command.env("PATH", dir.path());
        command.env("EDITOR", "/bin/true");
        let session = support::Session::start(command, (80, 24));
        session.see("Fencing Tokens");
        session
    };
    let target = Target {
        name: "terminal",
        words: &[
            "\x1b[",
            "\x1b]",
            "\x1bO",
            "\x1bP",
            "\x1b\\",
            "\x1b[<0;",
            "M",
            "m",
            "~",
            ";",
            ":",
            "u",
            "\x1b[?1u",
            "\x1b[I",
            "\x1b[O",
            "\x1b[200~",
            "\x1b[201~",
            "\x1b[1;5",
            "R",
            "\x1b[?62;22c",
            "\x1b[M",
            "\x7f",
            "\x18",
            "\x1a",
        ],
        seeds: Vec::new(),
        short: 60,
    };
    let (mut session, mut used) = (start(), 0);
    target.fuzz(|input| {
        session.send(&input[..input.len().min(4096)]);
        // Whatever it made of them, it draws when the window changes, or has left in good order. Two changes may be
        // drawn as one, so that each is to another width, also than the first.
        used += 1;
        let before = session.bytes().len();
        session.resize(81 + used % 16, 24);
        let alive = session.answers(before);
        let outcome = outcome(session.screen().trim_start());
        if !alive {
            assert_eq!(session.wait().exit_code(), 0, "{}", session.screen());
            session.assert_restored();
        }
        if !alive || used % 100 == 0 {
            session = start();
        }
        outcome
    });
}
