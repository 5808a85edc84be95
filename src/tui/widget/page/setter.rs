//! Sets blocks into lines.

use std::collections::BTreeSet;

use ratatui::{style::Style, text::Line};

use super::{Around, Goal, Mark, Page, Place, Room, Word};
use crate::{
    course::{Block, Claim, Inline, Link, Point, PointKind, Rich, Row, Section, Term},
    text::width,
    tui::{
        theme::{Glyph, Role, Theme},
        widget::{
            code,
            runs::{self, Lead, Run},
            table,
        },
    },
};

/// A page in the making.
#[derive(Debug)]
pub struct Setter<'a> {
    theme: &'a Theme,
    room: usize,
    wide: usize,
    terms: &'a [Term],
    rows: Vec<(&'a str, &'a Section)>,
    /// Numbers of the terms that have been used.
    used: BTreeSet<usize>,
    page: Page,
}

impl<'a> Setter<'a> {
    /// A page with nothing on it.
    pub fn new(room: Room, theme: &'a Theme) -> Self {
        Self {
            theme,
            room: room.prose.max(1),
            wide: room.wide.max(room.prose).max(1),
            terms: &[],
            rows: Vec::new(),
            used: BTreeSet::new(),
            page: Page::default(),
        }
    }

    /// Marks the terms and the rows that lead deeper.
    pub(super) fn explaining(mut self, around: &Around<'a>) -> Self {
        self.terms = around.terms;
        self.rows.clone_from(&around.rows);
        self
    }

    /// The page as it is now.
    pub fn page(self) -> Page {
        self.page
    }

    /// The number of the line that comes next.
    pub fn line(&self) -> usize {
        self.page.lines.len()
    }

    /// A sign and what stands behind it, its further lines as deep; each in its look.
    pub fn hanging(&mut self, sign: &str, text: &str, (before, after): (Role, Role)) {
        let blank = " ".repeat(width(sign));
        let run = Run::new(text, self.theme.style(after));
        let room = self.room.saturating_sub(blank.len());
        for (index, mut line) in runs::wrap(&[run], room, self.theme).into_iter().enumerate() {
            let lead = if index == 0 { sign } else { &blank };
            line.insert(0, Run::new(lead, self.theme.style(before)));
            self.push(line);
        }
    }

    /// An empty line.
    pub fn gap(&mut self) {
        self.page.lines.push(Line::default());
    }

    /// A heading, set apart from what stands above it.
    pub fn heading(&mut self, text: &str) {
        self.gap();
        self.gap();
        self.text(text, Role::Title);
    }

    /// A line in one look, wrapped.
    pub fn text(&mut self, text: &str, role: Role) {
        let run = Run::new(text, self.theme.style(role));
        for line in runs::wrap(&[run], self.room, self.theme) {
            self.push(line);
        }
    }

    /// Adds a line; what leads somewhere in it becomes a mark or a word.
    fn push(&mut self, line: Vec<Run>) {
        let mut column = 0;
        for run in &line {
            let end = column + u16::try_from(width(&run.text)).unwrap_or(u16::MAX);
            if let Some(lead) = &run.lead {
                self.lead(lead, column..end);
            }
            column = end;
        }
        self.page.lines.push(runs::line(line));
    }

    fn lead(&mut self, lead: &Lead, columns: std::ops::Range<u16>) {
        let line = self.page.lines.len();
        let goal = match lead {
            Lead::Link(url) => Goal::Link(url.clone()),
            Lead::Section(id) => Goal::Section(id.clone()),
            Lead::Term(term) => {
                let term = *term;
                self.page.words.push(Word {
                    line,
                    columns,
                    term,
                });
                return;
            }
        };
        self.page.marks.push(Mark {
            line,
            columns,
            goal,
        });
    }

    /// Marks the next line as one that plays. A run that several claims share is marked once.
    pub fn plays<'c>(&mut self, scenarios: impl IntoIterator<Item = &'c str>) {
        let line = self.page.lines.len();
        for scenario in scenarios {
            let mark = Mark {
                line,
                columns: 0..0,
                goal: Goal::Play(scenario.to_owned()),
            };
            if !self.page.marks.contains(&mark) {
                self.page.marks.push(mark);
            }
        }
    }

    /// A list of places under a heading; those that were read are ticked.
    pub(super) fn list(&mut self, heading: &str, places: &[Place<'_>]) {
        self.heading(heading);
        for place in places {
            self.leads_to(place);
        }
    }

    /// A line that leads to a place.
    pub fn leads_to(&mut self, place: &Place<'_>) {
        let arrow = format!("{} ", self.theme.glyph(Glyph::Right));
        let indent = " ".repeat(width(&arrow));
        let name = Run {
            lead: Some(Lead::Section(place.id.to_owned())),
            ..Run::new(place.title, self.theme.style(Role::Link))
        };
        let mut runs = vec![name];
        if place.read {
            let tick = format!(" {}", self.theme.glyph(Glyph::Good));
            runs.push(Run::new(tick, self.theme.style(Role::Good)));
        }
        let room = self.room.saturating_sub(indent.len());
        for (index, mut line) in runs::wrap(&runs, room, self.theme).into_iter().enumerate() {
            let lead = if index == 0 { &arrow } else { &indent };
            line.insert(0, Run::new(lead, self.theme.style(Role::Accent)));
            self.push(line);
        }
    }

    fn claims(&mut self, claims: &[Claim]) {
        self.plays(claims.iter().map(|claim| claim.scenario.as_str()));
    }

    pub(super) fn block(&mut self, block: &Block) {
        match block {
            Block::Prose { text, claims } => {
                self.claims(claims);
                self.rich(text);
            }
            Block::Table { columns, rows } => self.table(columns, rows),
            Block::Trace { steps, scenario } => {
                self.plays(scenario.as_deref());
                for (index, step) in steps.iter().enumerate() {
                    if index > 0 && self.wide < 60 {
                        self.gap();
                    }
                    self.step(step);
                }
            }
            Block::Code {
                language,
                title,
                code,
                claims,
            } => {
                self.claims(claims);
                self.code(language, title, code);
            }
            Block::Points { kind, points } => {
                for (index, point) in points.iter().enumerate() {
                    if index > 0 && !block.is_close() {
                        self.gap();
                    }
                    self.claims(&point.claims);
                    self.point(*kind, point);
                }
            }
            Block::Reading { links } => {
                for link in links {
                    self.link(link);
                }
            }
        }
    }

    fn table(&mut self, columns: &[String], rows: &[Row]) {
        let deeper = |row: &Row| {
            let found = self.rows.iter().find(|(id, _)| *id == row.id);
            found.map(|(_, section)| section.id.clone())
        };
        let table = table::set(columns, rows, &deeper, self.wide, self.theme);
        for line in table.head {
            self.push(line);
        }
        for (index, (row, lines)) in rows.iter().zip(table.rows).enumerate() {
            if index > 0 {
                self.gap();
            }
            self.claims(&row.claims);
            for line in lines {
                self.push(line);
            }
        }
    }

    /// A paragraph as runs, its terms marked where they are used for the first time.
    fn runs(&mut self, paragraph: &[Inline], base: Style) -> Vec<Run> {
        let runs = runs::prose(paragraph, base, self.theme);
        let used = &mut self.used;
        runs::explain(
            paragraph,
            runs,
            self.terms,
            |term| used.insert(term),
            self.theme,
        )
    }

    /// Prose, with an empty line between paragraphs.
    pub fn rich(&mut self, text: &Rich) {
        for (index, paragraph) in text.paragraphs.iter().enumerate() {
            if index > 0 {
                self.gap();
            }
            let runs = self.runs(paragraph, self.theme.style(Role::Text));
            for line in runs::wrap(&runs, self.room, self.theme) {
                self.push(line);
            }
        }
    }

    /// A bar in the colour of the client whose step it is, and the step behind it.
    fn step(&mut self, step: &Point) {
        let text = step.text.plain();
        let mut words = text.split(' ').skip_while(|word| *word != "client");
        let role = words
            .nth(1)
            .and_then(code::client)
            .map_or(Role::Dim, Theme::client);
        self.claims(&step.claims);
        let bar = Run::new(
            format!("{} ", self.theme.glyph(Glyph::Playhead)),
            self.theme.style(role),
        );
        let runs = code::trace(&text, self.theme);
        for mut line in runs::wrap(&runs, self.wide.saturating_sub(2), self.theme) {
            line.insert(0, bar.clone());
            self.push(line);
        }
    }

    fn code(&mut self, language: &str, title: &str, code: &str) {
        let bar = Run::new(
            format!("{} ", self.theme.glyph(Glyph::Bar)),
            self.theme.style(Role::Dim),
        );
        if !title.is_empty() {
            self.text(title, Role::Dim);
        }
        for source in code.lines() {
            let runs = code::highlight(source, language, self.theme);
            let wrapped = runs::wrap(&runs, self.wide.saturating_sub(4), self.theme);
            for (index, mut line) in wrapped.into_iter().enumerate() {
                if index > 0 {
                    line = table::indent("  ", line, self.theme);
                }
                line.insert(0, bar.clone());
                self.push(line);
            }
        }
    }

    /// Pitfalls and key points are set apart: a sign, the point itself in bold, and why, indented under it.
    pub fn point(&mut self, kind: PointKind, point: &Point) {
        let (glyph, role, strong) = match kind {
            PointKind::Plain => (Glyph::Bullet, Role::Dim, false),
            PointKind::Pitfall => (Glyph::Pitfall, Role::Pitfall, true),
            PointKind::Key => (Glyph::KeyPoint, Role::Good, true),
        };
        let sign = self.theme.glyph(glyph);
        let blank = " ".repeat(width(sign) + 1);
        for (index, paragraph) in point.text.paragraphs.iter().enumerate() {
            let base = self.theme.style(if index == 0 && strong {
                Role::Title
            } else {
                Role::Text
            });
            for (at, mut line) in self
                .indented(paragraph, base, blank.len())
                .into_iter()
                .enumerate()
            {
                let lead = match (index, at) {
                    (0, 0) => Run::new(format!("{sign} "), self.theme.style(role)),
                    _ => Run::new(blank.as_str(), base),
                };
                line.insert(0, lead);
                self.push(line);
            }
        }
    }

    fn indented(&mut self, paragraph: &[Inline], base: Style, by: usize) -> Vec<Vec<Run>> {
        let runs = self.runs(paragraph, base);
        runs::wrap(&runs, self.room.saturating_sub(by), self.theme)
    }

    /// A link and, for those whose terminal knows no links, its address.
    pub(super) fn link(&mut self, link: &Link) {
        let mut run = Run::new(link.title.as_str(), self.theme.style(Role::Link));
        run.lead = Some(Lead::Link(link.url.clone()));
        for line in runs::wrap(&[run], self.room, self.theme) {
            self.push(line);
        }
        let bare = link
            .url
            .split_once("://")
            .map_or(link.url.as_str(), |(_, bare)| bare);
        self.text(bare, Role::Dim);
    }
}
