//! Lines that are being set, each with what a click on it means.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use crate::{
    course::{Inline, Rich},
    text::{width, wrap},
    tui::{
        theme::{Glyph, Role, Theme},
        widget::{
            code,
            runs::{self, Run},
        },
    },
};

/// A line, and what a click on it means.
#[derive(Debug, Clone)]
pub(super) struct Row {
    pub(super) line: Line<'static>,
    pub(super) hit: Option<Hit>,
}

/// What a line belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Hit {
    /// An item, by its number.
    Item(usize),
    /// Something to match with.
    Right(usize),
    /// A run of the explanation.
    Run(usize),
}

impl Row {
    pub(super) fn plain(line: Line<'static>) -> Self {
        Self { line, hit: None }
    }

    pub(super) fn hit(line: Line<'static>, hit: Hit) -> Self {
        Self {
            line,
            hit: Some(hit),
        }
    }
}

/// Lines that are being set.
pub(super) struct Page<'a> {
    pub(super) rows: Vec<Row>,
    pub(super) room: usize,
    pub(super) theme: &'a Theme,
}

impl<'a> Page<'a> {
    pub(super) fn new(room: usize, theme: &'a Theme) -> Self {
        Self {
            rows: Vec::new(),
            room: room.max(1),
            theme,
        }
    }

    pub(super) fn gap(&mut self) {
        self.rows.push(Row::plain(Line::default()));
    }

    /// Paragraphs of prose.
    pub(super) fn rich(&mut self, text: &Rich, role: Role) {
        self.paragraphs(&text.paragraphs, |_| role);
    }

    /// What is asked: the question stands out, and what leads up to it does not.
    pub(super) fn prompt(&mut self, text: &Rich) {
        let last = text.paragraphs.len().saturating_sub(1);
        self.paragraphs(&text.paragraphs, |index| match index == last {
            true => Role::Title,
            false => Role::Text,
        });
    }

    fn paragraphs(&mut self, paragraphs: &[Vec<Inline>], role: impl Fn(usize) -> Role) {
        for (index, paragraph) in paragraphs.iter().enumerate() {
            if index > 0 {
                self.gap();
            }
            let role = role(index);
            let runs = runs::prose(paragraph, self.theme.style(role), self.theme);
            for line in runs::wrap(&runs, self.room, self.theme) {
                self.rows.push(Row::plain(runs::line(line)));
            }
        }
    }

    /// A line of text; `first` stands before it, and the lines after the first are indented as deep.
    pub(super) fn text(&mut self, first: &str, text: &str, role: Role, hit: Option<Hit>) {
        self.led(vec![(first.to_owned(), role)], &Rich::of(text), role, hit);
    }

    /// Text with something before it: on its first line, and as many blanks on those after it.
    pub(super) fn led(
        &mut self,
        lead: Vec<(String, Role)>,
        text: &Rich,
        role: Role,
        hit: Option<Hit>,
    ) {
        let base = self.theme.style(role);
        let runs: Vec<Run> = text
            .paragraphs
            .iter()
            .flat_map(|paragraph| runs::prose(paragraph, base, self.theme))
            .collect();
        self.runs(lead, &runs, hit);
    }

    /// The same with runs of several looks.
    pub(super) fn runs(&mut self, lead: Vec<(String, Role)>, runs: &[Run], hit: Option<Hit>) {
        let indent: usize = lead.iter().map(|(text, _)| width(text)).sum();
        let room = self.room.saturating_sub(indent).max(1);
        for (index, line) in runs::wrap(runs, room, self.theme).into_iter().enumerate() {
            let mut spans: Vec<Span<'static>> = match index {
                0 => lead
                    .iter()
                    .map(|(text, role)| Span::styled(text.clone(), self.theme.style(*role)))
                    .collect(),
                _ => vec![Span::raw(" ".repeat(indent))],
            };
            spans.extend(runs::line(line).spans);
            self.rows.push(Row {
                line: Line::from(spans),
                hit,
            });
        }
    }

    /// Code with its colours; a line that is too long goes on indented. Its lines have numbers where they are spoken of.
    pub(super) fn code(&mut self, code: &str, language: &str, numbered: bool) {
        let digits = code.lines().count().to_string().len();
        let bar = self.theme.glyph(Glyph::Bar);
        for (number, line) in (1..).zip(code.lines()) {
            let lead = match numbered {
                true => format!("{number:digits$} {bar} "),
                false => format!("{bar} "),
            };
            let line = self.theme.plain(line);
            let mut indent = 0;
            let room = self.room.saturating_sub(width(&lead)).max(8);
            for (index, part) in broken(&line, room).into_iter().enumerate() {
                let lead = match index {
                    0 => lead.clone(),
                    _ => format!("{:wide$}{bar} ", "", wide = width(&lead) - 2),
                };
                let mut spans = vec![
                    Span::styled(lead, self.theme.style(Role::Dim)),
                    Span::styled(" ".repeat(indent), Style::new()),
                ];
                let colours = code::highlight(&part, language, self.theme);
                spans.extend(runs::line(colours).spans);
                self.rows.push(Row::plain(Line::from(spans)));
                indent = CONTINUED;
            }
        }
    }
}

/// Columns by which the rest of a long line of code is set in.
const CONTINUED: usize = 4;

/// A line of code in parts that fit: the first into `room`, the others into what is left of it when they are set in.
fn broken(line: &str, room: usize) -> Vec<String> {
    if width(line) <= room {
        return vec![line.to_owned()];
    }
    let start = line.len() - line.trim_start().len();
    let narrow = room.saturating_sub(CONTINUED.max(start)).max(4);
    let mut parts = wrap(&line[start..], narrow).into_iter();
    let first = format!("{}{}", &line[..start], parts.next().unwrap_or_default());
    [first]
        .into_iter()
        .chain(parts.map(str::to_owned))
        .collect()
}
