//! From a turn of a knob to the new picture: the run worked out anew, and the whole screen drawn.
//!
//! `cargo bench --bench lab`; a frame may take 16 ms.

use divan::{Bencher, black_box};
use jiff::{Timestamp, tz::TimeZone};
use ratatui::{Terminal, backend::TestBackend};
use token34::{
    course::Pack,
    progress::{Pen, Record},
    tui::{
        app::{App, Settings},
        keymap,
        message::Message,
        theme::{Depth, Theme},
    },
};

const SIZES: [(u16, u16); 3] = [(120, 40), (80, 24), (44, 14)];

fn main() {
    divan::main();
}

/// The program with the lab open.
fn lab(width: u16, height: u16) -> Option<App> {
    let pack = Pack::embedded().ok()?;
    let settings = Settings {
        theme: Theme::load("auto", Depth::Sixteen, false).ok()?,
        reduced_motion: false,
        zone: TimeZone::UTC,
        seed: 7,
    };
    let now = Timestamp::UNIX_EPOCH;
    let mut app = App::new(pack, Record::default(), Pen::new(now, 1, 1), settings, now).ok()?;
    app.update(Message::Resize { width, height }, now);
    press(&mut app, "3");
    Some(app)
}

fn press(app: &mut App, name: &str) {
    if let Some(key) = keymap::parse(name) {
        app.update(Message::Key(key), Timestamp::UNIX_EPOCH);
    }
}

fn picture_after(bencher: Bencher<'_, '_>, (width, height): (u16, u16), keys: &[&str]) {
    let Some(mut app) = lab(width, height) else {
        unreachable!("the embedded lesson opens");
    };
    let Ok(mut terminal) = Terminal::new(TestBackend::new(width, height));
    let mut keys = keys.iter().cycle();
    bencher.bench_local(|| {
        if let Some(key) = keys.next() {
            press(&mut app, black_box(key));
        }
        terminal.draw(|frame| app.view(frame)).map(|_| ())
    });
}

#[divan::bench(args = SIZES)]
fn knob(bencher: Bencher<'_, '_>, size: (u16, u16)) {
    picture_after(bencher, size, &["right", "right", "left", "left"]);
}

#[divan::bench(args = SIZES)]
fn kind_of_lock(bencher: Bencher<'_, '_>, size: (u16, u16)) {
    let turn = [
        "down", "down", "down", "down", "right", "left", "left", "right", "up", "up", "up", "up",
    ];
    picture_after(bencher, size, &turn);
}
