//! How the matrix looks: the lesson's words over the locks, a row a fault, and the chosen field in words below.

use ratatui::{
    Frame,
    layout::Rect,
    style::{Modifier, Style},
    text::{Line, Span},
};

use super::{
    Grid,
    header::Header,
    marks::{self, name, short_name},
    places::{NAMES, Places},
    verdict,
};
use crate::{
    fencing::{
        explore::Finding,
        fault::Fault,
        matrix::{Cell, MARKS, Walked},
        storage::Check,
    },
    text::{width, wrap},
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{self, strip, thumb},
    },
};

/// The longest row of a run.
const STRIP: u16 = 96;
/// Columns of the names of the four marks, before the verdicts.
const MARK_NAMES: usize = 42;

pub(super) fn draw(grid: Grid, frame: &mut Frame<'_>, area: Rect, ctx: &Context) {
    let places = Places::of(area, grid, ctx);
    let sheet = Sheet {
        grid,
        ctx,
        theme: &ctx.theme,
    };
    sheet.header(frame, &places);
    for (fault, row) in places.faults() {
        sheet.row(frame, fault, row, &places.header);
    }
    let list = Rect {
        width: places.rows.width.saturating_sub(1),
        ..places.rows
    };
    thumb::draw(frame, list, places.top, Fault::MATRIX.len(), sheet.theme);
    if places.tall {
        sheet.tell_all(frame, places.told);
    } else {
        sheet.tell_one(frame, places.told);
    }
}

struct Sheet<'a> {
    grid: Grid,
    ctx: &'a Context,
    theme: &'a Theme,
}

/// The shape and hue of a finding.
fn look(finding: &Finding, theme: &Theme) -> (&'static str, Role) {
    match finding {
        Finding::Holds => (theme.glyph(Glyph::Good), Role::Good),
        Finding::Violated(_) => (theme.glyph(Glyph::Lost), Role::Refusal),
        Finding::Unknown => ("?", Role::Pitfall),
        Finding::NoToken => (theme.glyph(Glyph::Open), Role::Dim),
        Finding::NotApplicable => (theme.glyph(Glyph::Wait), Role::Dim),
    }
}

/// A number of states in four letters; too few of them say nothing.
fn brief(states: usize) -> Option<String> {
    match states {
        0..1_000 => None,
        1_000..1_000_000 => Some(format!("{}k", states / 1_000)),
        _ => Some(format!(
            "{}.{}M",
            states / 1_000_000,
            states % 1_000_000 / 100_000
        )),
    }
}

impl Sheet<'_> {
    fn style(&self, role: Role) -> Style {
        self.theme.style(role)
    }

    /// The lesson's words, each over its locks, and the locks.
    fn header(&self, frame: &mut Frame<'_>, places: &Places) {
        let buffer = frame.buffer_mut();
        let columns = &places.header.columns;
        for group in &places.header.groups {
            let (x, long) = places.header.span(group);
            let own = columns[group.first..=group.last]
                .iter()
                .any(|column| column.lock == self.grid.lock);
            let (word, rule) = match own {
                true => (Role::Title, Role::Accent),
                false => (Role::Text, Role::Dim),
            };
            if places.low && own {
                let line = self.theme.plain(&group.word.join(" "));
                let first = columns.first().map_or(x, |column| column.x);
                let room = places.words.right().saturating_sub(first);
                buffer.set_stringn(first, places.words.y, line, room.into(), self.style(word));
            }
            let rows = (places.words.y..places.words.bottom()).rev();
            for (line, y) in group.word.iter().rev().zip(rows).filter(|_| !places.low) {
                buffer.set_stringn(x, y, self.theme.plain(line), long.into(), self.style(word));
            }
            if places.rule.height > 0 {
                let line = self.theme.glyph(Glyph::Rule).repeat(long.into());
                buffer.set_stringn(x, places.rule.y, line, long.into(), self.style(rule));
            }
        }
        for column in columns {
            let chosen = column.lock == self.grid.lock;
            let style = self.style(if chosen { Role::Accent } else { Role::Dim });
            let rows = (places.names.y..places.names.bottom()).rev();
            for (line, y) in column.name.iter().rev().zip(rows) {
                buffer.set_stringn(column.x, y, line, column.width.into(), style);
            }
        }
    }

    fn row(&self, frame: &mut Frame<'_>, fault: usize, row: Rect, header: &Header) {
        let (sign, role) = match fault == self.grid.fault {
            true => (self.theme.glyph(Glyph::Chosen), Role::Accent),
            false => (" ", Role::Text),
        };
        let text = format!("{sign}{}", Fault::MATRIX[fault].name());
        let style = self.style(role);
        frame
            .buffer_mut()
            .set_stringn(row.x, row.y, text, NAMES.into(), style);
        for column in &header.columns {
            let field = Grid {
                fault,
                lock: column.lock,
                ..self.grid
            };
            let place = Rect {
                x: column.x,
                width: column.width,
                ..row
            };
            frame.render_widget(self.field(field, header.apart), place.intersection(row));
        }
    }

    /// The four marks of a field; while it is walked, how many states there are so far.
    fn field(&self, field: Grid, apart: bool) -> Line<'static> {
        let chosen = field == self.grid;
        let strong = Modifier::REVERSED | Modifier::BOLD;
        let marks = self.ctx.findings.matrix.marks(field.fault(), field.lock());
        if marks.iter().all(Option::is_none) {
            let style = self.style(Role::Dim);
            let style = if chosen {
                style.add_modifier(strong)
            } else {
                style
            };
            return Line::from(Span::styled(self.awaited(field), style));
        }
        let mut spans = Vec::new();
        for (index, mark) in marks.iter().enumerate() {
            let (shape, role) = match mark {
                Some(finding) => look(finding, self.theme),
                None => (self.theme.glyph(Glyph::Ellipsis), Role::Dim),
            };
            let mut style = self.style(role);
            if chosen && index == self.grid.mark {
                style = style.add_modifier(strong);
            }
            spans.push(Span::styled(shape, style));
            if apart {
                spans.push(Span::raw(" "));
            }
        }
        Line::from(spans)
    }

    /// How far the walk of a field has come of which nothing is known yet.
    fn awaited(&self, field: Grid) -> String {
        let cell = Cell {
            fault: field.fault(),
            lock: field.lock(),
            check: Check::None,
        };
        let states = match self.ctx.findings.matrix.walked(cell) {
            Some(Walked::States(states)) => brief(*states),
            _ => None,
        };
        states.unwrap_or_else(|| self.theme.glyph(Glyph::Ellipsis).to_owned())
    }

    /// What is known behind one mark of the chosen field.
    fn finding(&self, mark: usize) -> Option<&Finding> {
        let (fault, lock) = (self.grid.fault(), self.grid.lock());
        self.ctx.findings.matrix.marks(fault, lock)[mark]
    }

    /// The shape of one mark of the chosen field.
    fn sign(&self, mark: usize) -> Span<'static> {
        match self.finding(mark) {
            Some(finding) => {
                let (shape, role) = look(finding, self.theme);
                Span::styled(shape, self.style(role))
            }
            None => Span::styled(self.theme.glyph(Glyph::Ellipsis), self.style(Role::Dim)),
        }
    }

    /// Says that there is something to be watched, where there is.
    fn plays(&self, mark: usize) -> Option<Span<'static>> {
        matches!(self.finding(mark), Some(Finding::Violated(_))).then(|| {
            let text = format!("  {} play", self.theme.glyph(Glyph::Play));
            Span::styled(text, self.style(Role::Accent))
        })
    }

    /// The chosen field: what strikes what, why it comes out so, and each of the four marks in words.
    fn tell_all(&self, frame: &mut Frame<'_>, place: Rect) {
        let (fault, lock) = (self.grid.fault(), self.grid.lock());
        let title = format!("{} · {}", fault.name(), lock.protocol().label(true));
        let mut lines = vec![Line::styled(
            self.theme.plain(&title),
            self.style(Role::Title),
        )];
        for line in wrap(fault.reason(), place.width.into()) {
            lines.push(Line::styled(self.theme.plain(line), self.style(Role::Text)));
        }
        lines.push(Line::default());
        lines.push(marks::legend(self.grid.mark, self.theme));
        lines.extend((0..MARKS.len()).map(|mark| self.told(mark)));
        let used = u16::try_from(lines.len()).unwrap_or(u16::MAX);
        for (line, row) in lines.into_iter().zip(place.rows()) {
            frame.render_widget(line, row);
        }
        let top = (place.y + used + 1).min(place.bottom());
        let rest = Rect {
            y: top,
            height: place.bottom() - top,
            ..place
        };
        self.example(frame, rest);
        let foot = place.rows().next_back().filter(|_| rest.height > 4);
        if let Some(foot) = foot {
            frame.render_widget(marks::shapes(foot.width.into(), self.theme), foot);
        }
    }

    /// The shortest run that breaks the chosen mark, in a row a client, and its last step in words.
    fn example(&self, frame: &mut Frame<'_>, place: Rect) {
        let name = self.grid.example(self.grid.mark).name();
        let Some(story) = self.ctx.findings.matrix.story(&name) else {
            return;
        };
        let height = strip::height(&story);
        if place.height < height + 3 {
            return;
        }
        let rows = Rect {
            height,
            width: place.width.min(STRIP),
            ..place
        };
        strip::draw(frame.buffer_mut(), rows, &story, true, self.theme);
        let harm = story.moments.iter().rfind(|moment| moment.harm);
        if let Some(last) = harm.or(story.moments.last()) {
            let row = Rect {
                y: rows.bottom(),
                height: 1,
                ..place
            };
            let text = widget::fit(
                &self.theme.plain(&last.caption),
                place.width.into(),
                self.theme,
            );
            frame.render_widget(Line::styled(text, self.style(Role::Dim)), row);
        }
    }

    fn told(&self, mark: usize) -> Line<'static> {
        let chosen = mark == self.grid.mark;
        let (point, role, said) = match chosen {
            true => (self.theme.glyph(Glyph::Chosen), Role::Accent, Role::Title),
            false => (" ", Role::Text, Role::Dim),
        };
        let name = name(mark);
        let pad = " ".repeat(MARK_NAMES.saturating_sub(width(&name)));
        let verdict = verdict(self.grid.example(mark), self.ctx);
        let mut spans = vec![
            Span::styled(format!("{point} "), self.style(Role::Accent)),
            self.sign(mark),
            Span::styled(format!(" {name}{pad}"), self.style(role)),
            Span::styled(verdict, self.style(said)),
        ];
        spans.extend(self.plays(mark).filter(|_| chosen));
        Line::from(spans)
    }

    /// The chosen mark, and why, in as few rows as they take.
    fn tell_one(&self, frame: &mut Frame<'_>, place: Rect) {
        let mark = self.grid.mark;
        let room = usize::from(place.width);
        let legend = marks::legend(mark, self.theme);
        // Where the four marks cannot be named side by side, the chosen one says which of them it is.
        let which = match legend.width() <= room {
            true => String::new(),
            false => format!("mark {} of {}, ", mark + 1, MARKS.len()),
        };
        let said = format!(
            "{which}{}: {}",
            short_name(mark),
            verdict(self.grid.example(mark), self.ctx)
        );
        let said = self.theme.plain(&said);
        let plays = self.plays(mark);
        let mut lines: Vec<Line<'_>> = Vec::new();
        for (index, text) in wrap(&said, room.saturating_sub(2)).into_iter().enumerate() {
            let sign = if index == 0 {
                self.sign(mark)
            } else {
                Span::raw(" ")
            };
            lines.push(Line::from(vec![
                sign,
                Span::raw(" "),
                Span::styled(text, self.style(Role::Title)),
            ]));
        }
        if let (Some(last), Some(plays)) = (lines.last_mut(), plays)
            && last.width() + plays.width() <= room
        {
            last.spans.push(plays);
        }
        let reason = self.theme.plain(self.grid.fault().reason());
        let dim = self.style(Role::Dim);
        lines.extend(
            wrap(&reason, room)
                .into_iter()
                .map(|text| Line::styled(text, dim)),
        );
        if legend.width() <= room && lines.len() < usize::from(place.height) {
            lines.insert(0, legend);
        }
        // What the shapes say stands apart at the foot, or not at all.
        let foot = place
            .rows()
            .next_back()
            .filter(|_| lines.len() < usize::from(place.height));
        for (line, row) in lines.into_iter().zip(place.rows()) {
            frame.render_widget(line, row);
        }
        if let Some(foot) = foot {
            frame.render_widget(marks::shapes(room, self.theme), foot);
        }
    }
}
