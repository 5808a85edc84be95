//! Draws the pictures of the README from the program's own buffer, as SVG.
//!
//! ```text
//! cargo run --release --example pictures             # writes assets/*.svg; the matrix takes a minute without --release
//! cargo run --example pictures -- home progress      # only these
//! ```

use std::{
    fmt::Write as _,
    fs,
    path::Path,
    sync::{atomic::AtomicBool, mpsc},
    thread,
};

use anyhow::Context as _;
use jiff::{SignedDuration, Timestamp, tz::TimeZone};
use ratatui::{
    Terminal,
    backend::TestBackend,
    buffer::{Buffer, Cell},
    style::{Color, Modifier},
};
use token34::{
    course::{Lesson, Pack},
    practice::SURE,
    progress::{Answer, Grade, Pen, Record},
    tui::{
        app::{App, Settings},
        keymap,
        message::{Effect, Message},
        theme::{Depth, Theme},
    },
};

const WIDE: (u16, u16) = (120, 40);
const SMALL: (u16, u16) = (80, 24);
/// Pixels of a cell.
const CELL: (f64, f64) = (9.0, 19.0);
const PAPER: &str = "#16161c";
const INK: &str = "#d8dee4";

/// A name, a size, and the keys that lead there, separated by blanks; `KEY*N` is a key N times.
const PICTURES: &[(&str, (u16, u16), &str)] = &[
    ("home", WIDE, ""),
    ("read", WIDE, "1 right right"),
    ("watch", WIDE, "2 enter right*24"),
    ("practice", WIDE, "4 enter"),
    ("progress", WIDE, "6"),
    ("progress-80x24", SMALL, "6 space"),
    ("predict", WIDE, PREDICT),
    ("predict-80x24", SMALL, PREDICT),
    ("twin", WIDE, TWIN),
    ("twin-80x24", SMALL, TWIN),
    ("knobs", WIDE, "3"),
    ("knobs-80x24", SMALL, "3"),
    ("map", WIDE, MAP),
    ("map-80x24", SMALL, MAP),
    ("matrix", WIDE, MATRIX),
    ("matrix-80x24", SMALL, MATRIX),
];

const PREDICT: &str = "2 enter tab*3 right tab*4 down*2";
const TWIN: &str = "2 enter w d";
const MAP: &str = "3 tab tab";
const MATRIX: &str = "3 tab tab tab";

fn main() -> anyhow::Result<()> {
    let wanted: Vec<String> = std::env::args().skip(1).collect();
    let all = |name: &str| wanted.is_empty() || wanted.iter().any(|one| one == name);
    for (name, size, keys) in PICTURES.iter().filter(|(name, ..)| all(name)) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("assets/{name}.svg"));
        let buffer = screen(*size, keys)?;
        fs::write(&path, svg(&buffer)).with_context(|| format!("writing {}", path.display()))?;
    }
    Ok(())
}

/// The screen after `keys`, on a learner's record that has come some way.
fn screen((width, height): (u16, u16), keys: &str) -> anyhow::Result<Buffer> {
    let now = Timestamp::from_second(1_790_000_000)?;
    let pack = Pack::embedded()?;
    let mut record = Record::default();
    let mut pen = Pen::new(now, 1, 1);
    for lesson in &pack.lessons {
        for section in lesson.sections.iter().take(2) {
            record.mark_read(&lesson.id, &section.id);
        }
        for answer in some_weeks(lesson, now) {
            record.add_answer(&mut pen, answer);
        }
    }
    let settings = Settings {
        theme: Theme::load("dark", Depth::True, false)?,
        reduced_motion: false,
        zone: TimeZone::UTC,
        seed: 7,
    };
    let mut app = App::new(pack, record, pen, settings, now)?;
    app.update(Message::Resize { width, height }, now);
    for name in keys.split_whitespace() {
        let (name, times) = name.split_once('*').unwrap_or((name, "1"));
        let key = keymap::parse(name).with_context(|| format!("no key is called {name}"))?;
        for _ in 0..times.parse()? {
            let effects = app.update(Message::Key(key), now);
            work(&mut app, effects, now);
        }
    }
    let mut terminal = Terminal::new(TestBackend::new(width, height))?;
    terminal.draw(|frame| app.view(frame))?;
    Ok(terminal.backend().buffer().clone())
}

/// Answers of some weeks to the first questions, most of them right.
fn some_weeks(lesson: &Lesson, now: Timestamp) -> Vec<Answer> {
    let mut answers = Vec::new();
    for (index, question) in (0_i64..).zip(lesson.all_questions().take(24)) {
        let missed = index % 5 == 3;
        let wrong = question.ask.choices().iter().find(|one| !one.right);
        let picked = wrong.map(|option| option.id.clone());
        let ago = now - SignedDuration::from_hours(24 * (index * 2 + 1) + index % 7);
        let first = if missed { Grade::Missed } else { Grade::Knew };
        answers.push(Answer {
            sure: Some(SURE[index as usize % 3]),
            picked: picked.into_iter().filter(|_| missed).collect(),
            ..Answer::new(&question.id, ago, first)
        });
        if index % 4 == 3 {
            let later = ago + SignedDuration::from_hours(48);
            answers.push(Answer::new(&question.id, later, Grade::Knew));
        }
    }
    answers
}

/// Do the work that the program asks for, to its end, as its threads would.
fn work(app: &mut App, effects: Vec<Effect>, now: Timestamp) {
    for effect in effects {
        let Effect::Work(job) = effect else { continue };
        let (tell, found) = mpsc::channel();
        let threads = thread::available_parallelism().map_or(1, usize::from);
        job.carry_out(threads, &AtomicBool::new(false), |part| {
            // The receiver lives as long as the work does.
            let _ = tell.send(part);
        });
        for part in found.try_iter() {
            app.update(Message::Worked(part), now);
        }
    }
}

/// A buffer as SVG: a text element for each run of cells that look the same, placed by its column, so that it holds
/// together whatever font draws it.
fn svg(buffer: &Buffer) -> String {
    let (width, height) = (
        f64::from(buffer.area.width) * CELL.0,
        f64::from(buffer.area.height) * CELL.1,
    );
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"ui-monospace, 'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace\" font-size=\"15\">\n\
         <rect width=\"{width}\" height=\"{height}\" rx=\"8\" fill=\"{PAPER}\"/>\n"
    );
    for y in 0..buffer.area.height {
        let row: Vec<&Cell> = (0..buffer.area.width)
            .filter_map(|x| buffer.cell((x, y)))
            .collect();
        let mut start = 0;
        while start < row.len() {
            let same = |cell: &&&Cell| looks(cell) == looks(row[start]);
            let end = start + row[start..].iter().take_while(same).count();
            run(&mut out, &row[start..end], start, y);
            start = end;
        }
    }
    out.push_str("</svg>\n");
    out
}

fn looks(cell: &Cell) -> (Color, Color, Modifier) {
    (cell.fg, cell.bg, cell.modifier)
}

fn run(out: &mut String, cells: &[&Cell], column: usize, row: u16) {
    let text: String = cells.iter().map(|cell| bare(cell.symbol())).collect();
    let (fg, bg, modifier) = looks(cells[0]);
    let (mut ink, mut paper) = (colour(fg, INK), colour(bg, PAPER));
    if modifier.contains(Modifier::REVERSED) {
        std::mem::swap(&mut ink, &mut paper);
    }
    let x = column as f64 * CELL.0;
    let y = f64::from(row) * CELL.1;
    let wide = cells.len() as f64 * CELL.0;
    if paper != PAPER {
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{wide}\" height=\"{}\" fill=\"{paper}\"/>",
            CELL.1
        );
    }
    if text.trim().is_empty() {
        return;
    }
    let mut style = String::new();
    for (set, attribute) in [
        (Modifier::BOLD, " font-weight=\"bold\""),
        (Modifier::ITALIC, " font-style=\"italic\""),
        (Modifier::UNDERLINED, " text-decoration=\"underline\""),
        (Modifier::DIM, " opacity=\"0.6\""),
    ] {
        if modifier.contains(set) {
            style.push_str(attribute);
        }
    }
    let _ = writeln!(
        out,
        "<text x=\"{x}\" y=\"{}\" textLength=\"{wide}\" fill=\"{ink}\"{style} xml:space=\"preserve\">{}</text>",
        y + 14.5,
        escape(&text)
    );
}

/// A symbol without the link that it may carry.
fn bare(symbol: &str) -> &str {
    let inner = symbol
        .strip_prefix("\x1b]8;;")
        .and_then(|rest| rest.split_once("\x1b\\"));
    inner.map_or(symbol, |(_, rest)| {
        rest.split('\x1b').next().unwrap_or(rest)
    })
}

fn colour(colour: Color, otherwise: &str) -> String {
    match colour {
        Color::Rgb(red, green, blue) => format!("#{red:02x}{green:02x}{blue:02x}"),
        _ => otherwise.to_owned(),
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
