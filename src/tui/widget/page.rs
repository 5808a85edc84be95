//! A section of the lesson, set into lines.

use ratatui::text::Line;

use super::{
    code,
    runs::{self, Run},
    table,
};
use crate::{
    course::{Block, Claim, Inline, Link, Point, PointKind, Rich, Section},
    text::width,
    tui::theme::{Glyph, Role, Theme},
};

/// A section as it is shown: lines, and the places in them that lead somewhere.
#[derive(Debug, Clone, Default)]
pub struct Page {
    /// The lines, each at most as wide as was asked for.
    pub lines: Vec<Line<'static>>,
    /// What can be played or opened, from top to bottom.
    pub marks: Vec<Mark>,
}

/// A place that leads somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mark {
    /// The line it stands at.
    pub line: usize,
    /// The columns of a link's text; empty for a run, whose mark stands in the margin.
    pub columns: std::ops::Range<u16>,
    /// Where it leads.
    pub goal: Goal,
}

/// Where a mark leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// To the scenario of this id.
    Play(String),
    /// To this address.
    Link(String),
}

/// Sets `section` into lines of at most `room` columns, tables, traces and code of at most `wide`; `next` is the heading
/// of the section that follows.
pub fn set(section: &Section, next: Option<&str>, room: usize, wide: usize, theme: &Theme) -> Page {
    let mut setter = Setter {
        theme,
        room: room.max(1),
        wide: wide.max(room).max(1),
        page: Page::default(),
    };
    setter.text(&section.title, Role::Accent);
    for block in section.blocks() {
        setter.gap();
        setter.block(block);
    }
    setter.gap();
    setter.page.lines.push(Line::default());
    match next {
        Some(title) => setter.text(&format!("{} {title}", theme.glyph(Glyph::Right)), Role::Dim),
        None => setter.text("That was the last part.", Role::Dim),
    }
    setter.page
}

struct Setter<'a> {
    theme: &'a Theme,
    room: usize,
    /// Prose is best narrow; what is read across takes what there is.
    wide: usize,
    page: Page,
}

impl Setter<'_> {
    fn gap(&mut self) {
        self.page.lines.push(Line::default());
    }

    fn text(&mut self, text: &str, role: Role) {
        let run = Run::new(text, self.theme.style(role));
        for line in runs::wrap(&[run], self.room, self.theme) {
            self.push(line);
        }
    }

    /// Adds a line; each link in it becomes a mark.
    fn push(&mut self, line: Vec<Run>) {
        let mut column = 0;
        for run in &line {
            let end = column + u16::try_from(width(&run.text)).unwrap_or(u16::MAX);
            if let Some(url) = &run.link {
                self.page.marks.push(Mark {
                    line: self.page.lines.len(),
                    columns: column..end,
                    goal: Goal::Link(url.clone()),
                });
            }
            column = end;
        }
        self.page.lines.push(runs::line(line));
    }

    /// Marks the next line as one that plays. A run that several claims share is marked once.
    fn plays<'c>(&mut self, scenarios: impl IntoIterator<Item = &'c str>) {
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

    fn claims(&mut self, claims: &[Claim]) {
        self.plays(claims.iter().map(|claim| claim.scenario.as_str()));
    }

    fn block(&mut self, block: &Block) {
        match block {
            Block::Prose { text, claims } => {
                self.claims(claims);
                self.rich(text);
            }
            Block::Table { columns, rows } => {
                let table = table::set(columns, rows, self.wide, self.theme);
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
                    if index > 0 {
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

    fn rich(&mut self, text: &Rich) {
        for (index, paragraph) in text.paragraphs.iter().enumerate() {
            if index > 0 {
                self.gap();
            }
            let runs = runs::prose(paragraph, self.theme.style(Role::Text), self.theme);
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
    fn point(&mut self, kind: PointKind, point: &Point) {
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

    fn indented(
        &self,
        paragraph: &[Inline],
        base: ratatui::style::Style,
        by: usize,
    ) -> Vec<Vec<Run>> {
        let runs = runs::prose(paragraph, base, self.theme);
        runs::wrap(&runs, self.room.saturating_sub(by), self.theme)
    }

    /// A link and, for those whose terminal knows no links, its address.
    fn link(&mut self, link: &Link) {
        let mut run = Run::new(link.title.as_str(), self.theme.style(Role::Link));
        run.link = Some(link.url.clone());
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
