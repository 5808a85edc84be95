use std::collections::BTreeSet;

use super::*;
use crate::{
    course::Pack,
    fencing::scenario::Scenario,
    tui::theme::{Depth, Theme},
};

/// What the lanes say beside what a run brings along.
const SAID: &str = "Lock service Client Storage believes I hold the lock wrong and not told cannot know holds waits \
    paused host suspended crashed fence NULL data of no above over session refused write key known update lost out order none s x v";

fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !c.is_alphabetic());
    words.filter(|word| !word.is_empty())
}

fn rows(area: Rect, scene: &Scene<'_>) -> Vec<String> {
    let mut buffer = Buffer::empty(area);
    draw(&mut buffer, area, scene);
    let cells = buffer.content.chunks(area.width.into());
    cells
        .map(|row| row.iter().map(ratatui::buffer::Cell::symbol).collect())
        .collect()
}

#[test]
fn no_word_in_the_lanes_is_cut() {
    let theme = Theme::load("auto", Depth::Sixteen, false).unwrap();
    let pack = Pack::embedded().unwrap();
    for source in &pack.lessons[0].scenarios {
        let run = Scenario::parse(&source.file, &source.toml).unwrap().run();
        let labels = run.spans.iter().map(|span| &span.label);
        let labels = labels.chain(run.flights.iter().map(|flight| &flight.label));
        let known: BTreeSet<&str> = words(SAID)
            .chain(labels.flat_map(|label| words(label)))
            .chain(run.clients.iter().map(String::as_str))
            .collect();
        for (moment, told) in run.moments.iter().enumerate() {
            let next = run.moments.get(moment + 1).map_or(told.at, |next| next.at);
            // Between two moments messages are in the air.
            let scene = Scene {
                timeline: &run,
                at: (told.at + next) / 2,
                moment,
                noted: &[],
                theme: &theme,
            };
            for width in [72, 116] {
                let area = Rect::new(0, 0, width, least(&run));
                for row in rows(area, &scene) {
                    let cut = words(&row).find(|word| !known.contains(word));
                    assert_eq!(cut, None, "{} at {}: {row}", source.id(), scene.at);
                }
            }
        }
    }
}
