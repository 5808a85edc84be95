//! How a question looks: what is asked and the answers to choose from, how sure, and what then happened.

use ratatui::{
    layout::{Position, Rect},
    text::{Line, Span},
};

use super::{Phase, Player, asks::Given};
use crate::{
    practice::{
        SURE,
        predict::{Cell, Question},
        sure_word,
    },
    text::wrap,
    tui::{
        theme::{Glyph, Role, Theme},
        widget::scene::Scene,
    },
};

/// From this width on, who knows what stands beside a question.
const BESIDE: u16 = 104;
/// And from this on beside a cell that is filled in, where every word is short.
const BESIDE_CELL: u16 = 68;
/// Columns of who knows what.
const KNOWN: u16 = 42;
const GAP: u16 = 3;
/// Columns before an answer: the sign of the chosen one, its number.
const NUMBER: usize = 5;

/// What is asked or told, ready to be drawn.
pub(super) struct Asked {
    question: Question,
    phase: Phase,
    chosen: Option<usize>,
    given: Option<Given>,
    /// What happened, in the words of the moment.
    caption: String,
    /// The row of who knows what that is asked for.
    row: Option<usize>,
}

/// A line, and the number of the answer that it belongs to.
type Row = (Line<'static>, Option<usize>);

impl Player {
    /// What is asked or told now, if anything is.
    pub(super) fn asked(&self, scene: &Scene<'_>) -> Option<Asked> {
        let question = self.asks.question()?.clone();
        let row = question.cell.map(|cell| match cell {
            Cell::Lock => 0,
            Cell::Client(client) => 1 + usize::from(client),
            Cell::Storage => 1 + usize::from(scene.clients()),
        });
        Some(Asked {
            phase: self.asks.phase(),
            chosen: self.asks.chosen(),
            given: self.asks.given(),
            caption: self.asks.told(&self.run).unwrap_or_default().to_owned(),
            question,
            row,
        })
    }

    /// The answer that stands at a place.
    pub(in super::super) fn answer_at(
        &self,
        at: Position,
        body: Rect,
        theme: &Theme,
    ) -> Option<usize> {
        let asked = self.asked(&self.scene(theme))?;
        let (told, _) = asked.places(self.layout(body).pane);
        if !told.contains(at) {
            return None;
        }
        let lines = asked.lines(told, theme);
        let top = asked.top(&lines, told.height, self.scroll);
        let row = usize::from(top) + usize::from(at.y - told.y);
        lines.get(row)?.1
    }
}

impl Asked {
    /// Where the question stands, and where who knows what.
    pub(super) fn places(&self, area: Rect) -> (Rect, Rect) {
        let cell = self.question.cell.is_some();
        let beside = area.width >= BESIDE || cell && area.width >= BESIDE_CELL;
        if !beside {
            return (area, Rect { width: 0, ..area });
        }
        let told = Rect {
            width: area.width - KNOWN - GAP,
            ..area
        };
        let known = Rect {
            x: told.right() + GAP,
            width: KNOWN,
            ..area
        };
        (told, known)
    }

    /// The row of who knows what that is not to be seen now.
    pub(super) fn hidden(&self) -> Option<usize> {
        self.row
            .filter(|_| !matches!(self.phase, Phase::Told(_) | Phase::Watching))
    }

    /// The first line that is shown: as scrolled, but with the chosen answer in view.
    pub(super) fn top(&self, lines: &[Row], height: u16, scroll: u16) -> u16 {
        let height = usize::from(height);
        let most = lines.len().saturating_sub(height);
        if matches!(self.phase, Phase::Told(_)) {
            return scroll.min(u16::try_from(most).unwrap_or(u16::MAX));
        }
        let chosen = |row: &Row| row.1.is_some() && row.1 == self.chosen;
        let last = lines.iter().rposition(chosen).unwrap_or(0);
        let first = lines.iter().position(chosen).unwrap_or(0);
        let top = (last + 1).saturating_sub(height).max(usize::from(scroll));
        let top = top.min(first.max((last + 1).saturating_sub(height)));
        u16::try_from(top.min(most)).unwrap_or(u16::MAX)
    }

    /// All of it, wrapped; with a blank line before the answers where there is room.
    pub(super) fn lines(&self, area: Rect, theme: &Theme) -> Vec<Row> {
        let mut page = Page {
            rows: Vec::new(),
            columns: area.width.into(),
            theme,
        };
        match self.phase {
            Phase::Told(_) => self.tell(&mut page),
            Phase::Sure(_, choice) => self.how_sure(&mut page, choice),
            Phase::Asked(_) | Phase::Watching => {
                page.text("", &self.question.prompt, Role::Title, None);
                for (number, choice) in self.question.choices.iter().enumerate() {
                    page.answer(number, &choice.text, Some(number) == self.chosen);
                }
            }
        }
        let mut rows = page.rows;
        let answers = rows.iter().position(|row| row.1.is_some());
        if let Some(answers) = answers.filter(|_| rows.len() < usize::from(area.height)) {
            rows.insert(answers, (Line::default(), None));
        }
        rows
    }

    fn how_sure(&self, page: &mut Page<'_>, choice: usize) {
        let said = self.question.choices.get(choice);
        let said = said.map_or("", |choice| choice.text.as_str());
        page.text("", said, Role::Text, None);
        page.text("", "How sure are you?", Role::Title, None);
        for (number, sure) in SURE.into_iter().enumerate() {
            page.answer(number, sure_word(sure), Some(number) == self.chosen);
        }
    }

    fn tell(&self, page: &mut Page<'_>) {
        let Some(given) = self.given else {
            return;
        };
        let right = given.choice == self.question.right;
        let (glyph, role, word) = match right {
            true => (Glyph::Good, Role::Good, "Right"),
            false => (Glyph::Refusal, Role::Refusal, "Not so"),
        };
        let sure = given.sure.map_or(String::new(), |sure| {
            format!(", and you were {}", sure_word(sure))
        });
        let sure = sure.replace("were a guess", "guessed");
        let sign = format!("{} ", page.theme.glyph(glyph));
        page.text(&sign, &format!("{word}{sure}."), role, None);
        page.text("", &self.caption, Role::Title, None);
        let answer = self.question.choices.get(self.question.right);
        let answer = answer.map_or("", |choice| choice.text.as_str());
        let good = format!("{} ", page.theme.glyph(Glyph::Good));
        if self.question.cell.is_some() {
            let own = given.choice(&self.question).filter(|_| !right);
            if let Some(own) = own {
                page.why(&sign, &own.text, &own.why);
            }
            page.text(&good, answer, Role::Good, None);
            return;
        }
        if !right {
            page.text(&good, &format!("Right: {answer}"), Role::Good, None);
        }
        let own = given.choice(&self.question).filter(|_| !right);
        let others =
            self.question.choices.iter().filter(|choice| {
                !choice.why.is_empty() && own.is_none_or(|own| own.id != choice.id)
            });
        for choice in own.into_iter().chain(others) {
            let sign = match own.is_some_and(|own| own.id == choice.id) {
                true => format!("{} ", page.theme.glyph(Glyph::Refusal)),
                false => format!("{} ", page.theme.glyph(Glyph::Bullet)),
            };
            page.why(&sign, &choice.text, &choice.why);
        }
    }
}

/// Lines that are being set.
struct Page<'a> {
    rows: Vec<Row>,
    columns: usize,
    theme: &'a Theme,
}

impl Page<'_> {
    /// A paragraph; `first` stands before it, and the lines after the first are indented as deep.
    fn text(&mut self, first: &str, text: &str, role: Role, belongs: Option<usize>) {
        let style = self.theme.style(role);
        let indent = crate::text::width(first);
        let text = self.theme.plain(text);
        let room = self.columns.saturating_sub(indent).max(1);
        for (index, line) in wrap(&text, room).into_iter().enumerate() {
            let lead = if index == 0 {
                first.to_owned()
            } else {
                " ".repeat(indent)
            };
            let line = Line::from(vec![
                Span::styled(lead, style),
                Span::styled(line.to_owned(), style),
            ]);
            self.rows.push((line, belongs));
        }
    }

    fn answer(&mut self, number: usize, text: &str, chosen: bool) {
        let (sign, role) = match chosen {
            true => (self.theme.glyph(Glyph::Chosen), Role::Accent),
            false => (" ", Role::Text),
        };
        let text = self.theme.plain(text);
        let room = self.columns.saturating_sub(NUMBER).max(1);
        for (index, line) in wrap(&text, room).into_iter().enumerate() {
            let lead = match index {
                0 => vec![
                    Span::styled(format!("{sign} "), self.theme.style(Role::Accent)),
                    Span::styled(format!("{}", number + 1), self.theme.style(Role::Key)),
                    Span::raw("  "),
                ],
                _ => vec![Span::raw(" ".repeat(NUMBER))],
            };
            let mut line = Line::from_iter(
                lead.into_iter()
                    .chain([Span::styled(line.to_owned(), self.theme.style(role))]),
            );
            if chosen && self.theme.style(Role::Accent).fg.is_none() {
                line = line.style(self.theme.style(Role::Selected));
            }
            self.rows.push((line, Some(number)));
        }
    }

    /// An answer that is not so, and why.
    fn why(&mut self, sign: &str, answer: &str, why: &str) {
        let (answer, why) = (self.theme.plain(answer), self.theme.plain(why));
        let split = answer.len();
        let whole = format!("{answer} {why}");
        let room = self.columns.saturating_sub(2).max(1);
        let mut at = 0;
        for (index, line) in wrap(&whole, room).into_iter().enumerate() {
            let from = whole[at..].find(line).map_or(at, |found| at + found);
            at = from + line.len();
            let cut = split.saturating_sub(from).min(line.len());
            let lead = if index == 0 { sign } else { "  " };
            let role = if sign.starts_with(self.theme.glyph(Glyph::Refusal)) {
                Role::Refusal
            } else {
                Role::Dim
            };
            let line = Line::from(vec![
                Span::styled(lead.to_owned(), self.theme.style(role)),
                Span::styled(line[..cut].to_owned(), self.theme.style(Role::Dim)),
                Span::styled(line[cut..].to_owned(), self.theme.style(Role::Text)),
            ]);
            self.rows.push((line, None));
        }
    }
}
