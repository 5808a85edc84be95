//! The program without its terminal: messages in, a picture out.

#![allow(dead_code, reason = "each test file uses a part of it")]
#![allow(
    clippy::unwrap_used,
    clippy::panic,
    reason = "clippy does not take the helpers of an integration test for tests"
)]

use std::{collections::BTreeMap, path::Path, sync::Mutex, time::Duration};

use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use ratatui::{Terminal, backend::TestBackend, layout::Position};
use token34::{
    course::Pack,
    fencing::{
        adversary::{Game, Level},
        explore::way::Way,
    },
    progress::{Pen, Record, Spot},
    tui::{
        app::{App, Settings},
        keymap,
        message::{Code, Effect, Key, Message, Mouse, MouseKind},
        theme::{Depth, Theme},
    },
};

pub(crate) const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (44, 14)];

/// The keys that break a level of the adversary in the fewest steps, from its beginning.
pub(crate) fn breaking(level: Level) -> String {
    let mut game = Game::new(level.setup());
    let Way::Found(way) = game.way(level.property()) else {
        panic!("{level:?} cannot be broken");
    };
    let mut keys = String::new();
    for by in way {
        let choices = game.choices();
        let number = choices.iter().position(|choice| *choice == by).unwrap();
        game.take(number);
        keys.push_str(&format!(" g{} enter", " down".repeat(number)));
    }
    keys
}

/// The pack of that name. It is read once: that takes longer than most of what is done with it.
fn loaded(name: &str) -> Pack {
    static LOADED: Mutex<BTreeMap<String, Pack>> = Mutex::new(BTreeMap::new());
    let mut loaded = LOADED.lock().unwrap();
    let pack = loaded.entry(name.to_owned()).or_insert_with(|| {
        let tests = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
        Pack::load(&tests.join(name)).unwrap()
    });
    pack.clone()
}

/// The program at some size; a minute goes by with each key.
pub(crate) struct Stage {
    pub(crate) app: App,
    pub(crate) size: (u16, u16),
    now: Timestamp,
    /// What was asked of the outside, but for saves, which go well at once.
    pub(crate) effects: Vec<Effect>,
    /// The record as it was last saved.
    pub(crate) saved: Record,
}

impl Stage {
    /// Opens the program over the pack in `tests/pack`.
    pub(crate) fn open(record: Record, size: (u16, u16)) -> Self {
        Self::begin("pack", record, size, 1_790_000_000)
    }

    /// Opens it over the pack in `tests/deep`, which has parts that go deeper, a glossary, a guide and a cheat sheet.
    pub(crate) fn deep(record: Record, size: (u16, u16)) -> Self {
        Self::begin("deep", record, size, 1_790_000_000)
    }

    /// Opens it over the pack in `tests/kinds`, which has a question of each kind.
    pub(crate) fn kinds(record: Record, size: (u16, u16)) -> Self {
        Self::begin("kinds", record, size, 1_790_000_000)
    }

    /// Opens it over the pack in `tests/three`, a course of three lessons.
    pub(crate) fn three(record: Record, size: (u16, u16)) -> Self {
        Self::begin("three", record, size, 1_790_000_000)
    }

    /// Opens it over the lesson that the program brings along.
    pub(crate) fn taught(record: Record, size: (u16, u16)) -> Self {
        Self::begin("../content", record, size, 1_790_000_000)
    }

    /// Opens it over the pack of that name.
    pub(crate) fn over(pack: &str, record: Record, size: (u16, u16)) -> Self {
        Self::begin(pack, record, size, 1_790_000_000)
    }

    /// The same while the clock stands at so many seconds after 1970.
    pub(crate) fn open_at(pack: &str, second: i64, record: Record) -> Self {
        Self::begin(pack, record, (80, 24), second)
    }

    fn begin(pack: &str, record: Record, size: (u16, u16), second: i64) -> Self {
        let pack = loaded(pack);
        let settings = Settings {
            theme: Theme::load("auto", Depth::Sixteen, false).unwrap(),
            reduced_motion: false,
            zone: TimeZone::UTC,
            seed: 7,
        };
        let now = Timestamp::from_second(second).unwrap();
        let pen = Pen::new(now, 1, record.revision);
        let mut stage = Self {
            app: App::new(pack, record.clone(), pen, settings, now).unwrap(),
            size,
            now,
            effects: Vec::new(),
            saved: record,
        };
        stage.resize(size);
        stage
    }

    pub(crate) fn send(&mut self, message: Message) {
        self.now += SignedDuration::from_secs(60);
        if let Message::Resize { width, height } = message {
            self.size = (width, height);
        }
        for effect in self.app.update(message, self.now) {
            // Whoever leaves or is suspended saves first.
            if matches!(effect, Effect::Save | Effect::Quit | Effect::Suspend)
                && let Some(record) = self.app.begin_save(self.now)
            {
                self.saved = record;
                self.app.update(Message::Saved, self.now);
            }
            if effect != Effect::Save {
                self.effects.push(effect);
            }
        }
    }

    /// Lets so many days go by.
    pub(crate) fn sleep(&mut self, days: i64) {
        self.now += SignedDuration::from_hours(24 * days);
    }

    pub(crate) fn resize(&mut self, (width, height): (u16, u16)) {
        self.send(Message::Resize { width, height });
    }

    /// Presses keys by their names; what stands in single quotes is typed, character by character.
    pub(crate) fn press(&mut self, keys: &str) -> &mut Self {
        for (index, part) in keys.split('\'').enumerate() {
            if index % 2 == 1 {
                for c in part.chars() {
                    self.send(Message::Key(Key::plain(Code::Char(c))));
                }
                continue;
            }
            for name in part.split_whitespace() {
                let key = keymap::parse(name).unwrap_or_else(|| panic!("no key `{name}`"));
                self.send(Message::Key(key));
            }
        }
        self
    }

    pub(crate) fn click(&mut self, column: u16, row: u16) {
        let kind = MouseKind::Press;
        self.send(Message::Mouse(Mouse { kind, column, row }));
    }

    /// Lets time go by until nothing is awaited.
    pub(crate) fn rest(&mut self) -> Duration {
        let mut rested = Duration::ZERO;
        while let Some(wait) = self.app.waits() {
            rested += wait;
            self.send(Message::Elapsed(wait));
        }
        rested
    }

    /// Where the learner is, as it would be kept on the way out.
    pub(crate) fn place(&mut self) -> Spot {
        self.app.leave(self.now);
        let place = self.app.record().place.clone();
        place.map_or(Spot::Home, |place| place.spot)
    }

    /// What is on the screen.
    pub(crate) fn screen(&self) -> String {
        let (width, height) = self.size;
        let mut terminal = Terminal::new(TestBackend::new(width, height)).unwrap();
        terminal.draw(|frame| self.app.view(frame)).unwrap();
        let mut text = String::new();
        for row in terminal
            .backend()
            .buffer()
            .content
            .chunks(usize::from(width.max(1)))
        {
            let line: String = row.iter().map(|cell| cell.symbol()).collect();
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }

    /// The same without the signs that say where notes belong.
    pub(crate) fn without_signs(&self) -> String {
        let lines = self.screen().replace('✎', " ");
        lines
            .lines()
            .map(|line| format!("{}\n", line.trim_end()))
            .collect()
    }

    /// Where the terminal's cursor is, if it is shown.
    pub(crate) fn cursor(&self) -> Option<Position> {
        let mut terminal = Terminal::new(TestBackend::new(self.size.0, self.size.1)).unwrap();
        terminal.draw(|frame| self.app.view(frame)).unwrap();
        let backend = terminal.backend();
        backend.cursor_visible().then(|| backend.cursor_position())
    }

    /// The texts of the notes that are saved, in the order in which they were begun.
    pub(crate) fn notes(&self) -> Vec<String> {
        let notes = self.saved.notes();
        notes.into_iter().map(|note| note.text.to_owned()).collect()
    }
}
