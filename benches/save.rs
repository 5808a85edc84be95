//! From a key that changes something to the picture of it and to the file on the disk, and what the same bytes cost when
//! nothing is checked. Both begin with a copy of the record, which the screens' thread saves while they go on; the copy and
//! the join with what comes back are all that a save costs the screens.
//!
//! `cargo bench --bench save`; `TOKEN34_BENCH_DIR` names a directory on the disk that is to be measured. The floor writes
//! the same bytes into a temporary file, flushes it, renames it over the last, and flushes the directory: less would not
//! survive a loss of power. What is above it is the lock, the check, the history, and the record as TOML.

#![expect(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "a bench measures time, and prints it"
)]

use std::fs::{self, File};
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use jiff::{Timestamp, tz::TimeZone};
use ratatui::{Terminal, backend::TestBackend};
use token34::course::Pack;
use token34::progress::{Answer, Grade, Opened, Pen, Record, Spot, Store, Sure};
use token34::tui::app::{App, Settings};
use token34::tui::keymap;
use token34::tui::message::{Effect, Message};
use token34::tui::theme::{Depth, Theme};

/// Saves that are measured.
const SAVES: usize = 200;
/// What somebody has who has done all of the lesson several times over.
const ANSWERS: usize = 400;
const NOTES: usize = 40;

type Fault = Box<dyn std::error::Error>;

fn main() -> Result<(), Fault> {
    let disk = std::env::var_os("TOKEN34_BENCH_DIR");
    let disk = disk.map_or_else(|| PathBuf::from(env!("CARGO_TARGET_TMPDIR")), PathBuf::from);
    let dir = tempfile::tempdir_in(&disk)?;
    let Opened { mut store, .. } = Store::open(&dir.path().join("progress.toml"))?;
    let mut app = learner()?;
    let mut terminal = Terminal::new(TestBackend::new(120, 40))?;
    let (mut saves, mut floors, mut frames, mut joins) = (vec![], vec![], vec![], vec![]);
    for _ in 0..SAVES {
        let start = Instant::now();
        press(&mut app)?;
        let pressed = start.elapsed();
        let mut copy = app.begin_save(Timestamp::UNIX_EPOCH).ok_or("no save")?;
        let begun = start.elapsed();
        terminal.draw(|frame| app.view(frame))?;
        frames.push(start.elapsed());

        let start = Instant::now();
        store.save(&mut copy, Timestamp::UNIX_EPOCH)?;
        saves.push(begun + start.elapsed());

        let start = Instant::now();
        app.take_back(copy);
        joins.push(begun - pressed + start.elapsed());
        app.update(Message::Saved, Timestamp::UNIX_EPOCH);

        let bytes = fs::read(store.path())?;
        let start = Instant::now();
        floor(dir.path(), &bytes)?;
        floors.push(start.elapsed());
    }
    let bytes = fs::metadata(store.path())?.len();
    println!("{SAVES} saves of {bytes} bytes in {}", disk.display());
    told("key to file on disk", saves);
    told("floor: the same bytes", floors);
    told("key to frame, 120x40", frames);
    told("copy and join", joins);
    Ok(())
}

/// The program, with a record of the size that there is to write.
fn learner() -> Result<App, Fault> {
    let now = Timestamp::UNIX_EPOCH;
    let (mut record, mut pen) = (Record::default(), Pen::new(now, 1, 1));
    let lesson = "distributed-locks";
    for number in 0..ANSWERS {
        let answer = Answer {
            sure: Some(Sure::Fairly),
            picked: vec!["stops".to_owned()],
            ..Answer::new(&format!("question-{}", number % 100), now, Grade::Knew)
        };
        record.add_answer(&mut pen, answer);
    }
    for number in 0..NOTES {
        let text = format!("Note {number}: ") + &"a thought about fences and leases. ".repeat(8);
        record.begin_note(&mut pen, lesson, Spot::Home, &text, now);
    }
    let settings = Settings {
        theme: Theme::load("auto", Depth::Sixteen, false)?,
        reduced_motion: false,
        zone: TimeZone::UTC,
        seed: 7,
    };
    let mut app = App::new(Pack::embedded()?, record, pen, settings, now)?;
    let (width, height) = (120, 40);
    app.update(Message::Resize { width, height }, now);
    Ok(app)
}

/// Marks the lesson complete, or open again: as with an answer, a save is due at once.
fn press(app: &mut App) -> Result<(), Fault> {
    let key = keymap::parse("c").ok_or("c is a key")?;
    let effects = app.update(Message::Key(key), Timestamp::UNIX_EPOCH);
    if effects.contains(&Effect::Save) {
        Ok(())
    } else {
        Err("the key asks for no save".into())
    }
}

fn floor(dir: &Path, bytes: &[u8]) -> Result<(), Fault> {
    let (temp, file) = (dir.join("floor.tmp"), dir.join("floor"));
    let mut open = File::create(&temp)?;
    open.write_all(bytes)?;
    open.sync_all()?;
    fs::rename(&temp, &file)?;
    File::open(dir)?.sync_all()?;
    Ok(())
}

fn told(what: &str, mut times: Vec<Duration>) {
    times.sort_unstable();
    let median = times.get(times.len() / 2).copied().unwrap_or_default();
    let max = times.last().copied().unwrap_or_default();
    let ms = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "{what:<22} median {:7.2} ms   max {:7.2} ms",
        ms(median),
        ms(max)
    );
}
