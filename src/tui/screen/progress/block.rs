//! The blocks of the page: each a heading and what stands under it.

use ratatui::text::{Line, Span};

use super::chart;
use crate::{
    course::{Lesson, Question},
    practice::{
        diary::Belief,
        standing::{Standing, counted},
    },
    progress::Spot,
    text::wrap,
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{
            self,
            runs::{self, Run},
        },
    },
};

/// So many open questions are named; the others are counted.
const NAMED: usize = 3;

/// A heading and what stands under it.
#[derive(Debug, Default)]
pub(super) struct Block {
    pub(super) lines: Vec<Line<'static>>,
    pub(super) marks: Vec<Mark>,
}

/// A line that leads somewhere.
#[derive(Debug)]
pub(super) struct Mark {
    /// Its number in its block, or column.
    pub(super) line: usize,
    /// Where it leads.
    pub(super) spot: Spot,
}

/// Every block, for two columns of so much room, or one under the other.
pub(super) fn all(standing: &Standing, room: usize, ctx: &Context) -> [Vec<Block>; 2] {
    let setter = Setter {
        standing,
        room,
        ctx,
        theme: &ctx.theme,
    };
    [
        vec![
            setter.practice(),
            setter.open(),
            setter.calibration(),
            setter.done(),
        ],
        vec![setter.beliefs(), setter.rules()],
    ]
}

struct Setter<'a> {
    standing: &'a Standing,
    room: usize,
    ctx: &'a Context,
    theme: &'a Theme,
}

impl Block {
    fn titled(title: &str, theme: &Theme) -> Self {
        Self {
            lines: vec![Line::styled(title.to_owned(), theme.style(Role::Accent))],
            marks: Vec::new(),
        }
    }

    fn gap(&mut self) {
        self.lines.push(Line::default());
    }

    /// The next line leads there.
    fn leads(&mut self, spot: Spot) {
        let line = self.lines.len();
        self.marks.push(Mark { line, spot });
    }
}

impl Setter<'_> {
    fn lesson(&self) -> &Lesson {
        &self.ctx.lesson
    }

    /// Text in lines, after a sign; further lines stand under the first.
    fn text(&self, block: &mut Block, sign: Option<(Glyph, Role)>, text: &str, role: Role) {
        let lead = sign.map_or(0, |_| 2);
        let lines = wrap(text, self.room.saturating_sub(lead));
        for (index, line) in lines.into_iter().enumerate() {
            let mut spans = Vec::new();
            match sign {
                Some((glyph, role)) if index == 0 => {
                    let sign = format!("{} ", self.theme.glyph(glyph));
                    spans.push(Span::styled(sign, self.theme.style(role)));
                }
                Some(_) => spans.push(Span::raw("  ")),
                None => {}
            }
            spans.push(Span::styled(line.to_owned(), self.theme.style(role)));
            block.lines.push(Line::from(spans));
        }
    }

    fn practice(&self) -> Block {
        let review = &self.standing.review;
        let mut block = Block::titled("Today, and the days after", self.theme);
        block.leads(practise(""));
        self.text(&mut block, None, &review.sentence(), Role::Text);
        if review.forecast.iter().any(|count| *count > 0) {
            block.gap();
            let chart = chart::forecast(&review.forecast, review.today, self.room, self.theme);
            block.lines.extend(chart);
        }
        block
    }

    fn open(&self) -> Block {
        let (lesson, open) = (self.lesson(), &self.standing.open);
        let mut block = Block::titled("The lesson", self.theme);
        self.text(&mut block, None, &self.completion(), Role::Text);
        let told = open.told();
        let told = told.map_or("Nothing is open.".to_owned(), |told| {
            format!("Still open: {told}.")
        });
        self.text(&mut block, None, &told, Role::Text);
        if !open.sections.is_empty() || !open.questions.is_empty() {
            block.gap();
        }
        let sections = lesson.sections.iter();
        for section in sections.filter(|section| open.sections.contains(&section.id)) {
            block.leads(Spot::Read {
                section: section.id.clone(),
                permille: 0,
            });
            self.item(&mut block, &format!("Read: {}", section.title));
        }
        let named = open.questions.iter().take(NAMED);
        for question in named.filter_map(|id| lesson.question(id)) {
            self.question(&mut block, question);
        }
        if let Some(next) = open.questions.get(NAMED) {
            block.leads(practise(next));
            let more = open.questions.len() - NAMED;
            let more = counted(more, "more question", "more questions");
            self.item(&mut block, &format!("Answer: {more}"));
        }
        block
    }

    fn completion(&self) -> String {
        match self.ctx.complete_since(&self.lesson().id) {
            Some(day) => format!("The lesson is marked complete since {day}; c opens it again."),
            None => "The lesson is not marked complete; c does that at any time.".to_owned(),
        }
    }

    /// An open thing, on one line.
    fn item(&self, block: &mut Block, text: &str) {
        let text = widget::fit(text, self.room.saturating_sub(2), self.theme);
        self.text(block, Some((Glyph::Waits, Role::Dim)), &text, Role::Text);
    }

    fn calibration(&self) -> Block {
        let calibration = &self.standing.calibration;
        let mut block = Block::titled("How sure, and how right", self.theme);
        self.text(&mut block, None, &calibration.sentence(), Role::Text);
        if calibration.is_empty() {
            return block;
        }
        block.gap();
        let heads = [
            (Glyph::Knew, Role::Good, "right", 9),
            (Glyph::Partly, Role::Accent, "partly", 9),
            (Glyph::Missed, Role::Pitfall, "wrong", 8),
        ];
        let mut head = vec![Span::raw(" ".repeat(11))];
        for (glyph, role, word, wide) in heads {
            let blank = " ".repeat(wide - word.len() - 2);
            let sign = format!("{blank}{} ", self.theme.glyph(glyph));
            head.push(Span::styled(sign, self.theme.style(role)));
            head.push(Span::styled(word, self.theme.style(Role::Dim)));
        }
        block.lines.push(Line::from(head));
        for (sure, counts) in calibration.rows() {
            let mut row = vec![Span::styled(
                format!("{sure:<11}"),
                self.theme.style(Role::Dim),
            )];
            for (count, (.., wide)) in counts.into_iter().zip(heads) {
                let role = if count > 0 { Role::Text } else { Role::Dim };
                row.push(Span::styled(
                    format!("{count:>wide$}"),
                    self.theme.style(role),
                ));
            }
            block.lines.push(Line::from(row));
        }
        block
    }

    fn beliefs(&self) -> Block {
        let mut block = Block::titled("Misconceptions", self.theme);
        let met = self.standing.met(self.lesson());
        self.text(&mut block, None, &met, Role::Text);
        for belief in self.standing.beliefs() {
            block.gap();
            self.belief(&mut block, belief);
        }
        block
    }

    /// What somebody believes, what is so, how it stands, and the run that shows it.
    fn belief(&self, block: &mut Block, belief: &Belief) {
        let Some(known) = self.lesson().misconception(&belief.id) else {
            return;
        };
        let sign = match belief.overcome {
            true => (Glyph::Good, Role::Good),
            false => (Glyph::Pitfall, Role::Pitfall),
        };
        let said = format!("“{}”", known.belief);
        self.text(block, Some(sign), &said, Role::Title);
        for paragraph in &known.truth.paragraphs {
            let prose = runs::prose(paragraph, self.theme.style(Role::Text), self.theme);
            for mut line in runs::wrap(&prose, self.room.saturating_sub(2), self.theme) {
                line.insert(0, Run::new("  ", self.theme.style(Role::Text)));
                block.lines.push(runs::line(line));
            }
        }
        let (state, dot) = (belief.state(), Some((Glyph::Dot, Role::Dim)));
        self.text(block, dot, &state, Role::Dim);
        if let Some(scenario) = &known.scenario {
            block.leads(Spot::Watch {
                scenario: scenario.clone(),
                at_ms: 0,
                nth: None,
            });
            let play = Some((Glyph::Play, Role::Accent));
            let title = self.ctx.run_title(scenario);
            let title = widget::fit(&title, self.room.saturating_sub(9), self.theme);
            self.text(block, play, &format!("Watch: {title}"), Role::Text);
        }
        // Of those about it, the one that was not asked for the longest.
        let questions = self.lesson().all_questions();
        let about = questions
            .filter(|question| question.treats().any(|id| id == belief.id))
            .min_by_key(|question| {
                self.ctx
                    .record
                    .last_answer(&question.id)
                    .map(|last| last.at)
            });
        if let Some(question) = about.filter(|_| !belief.overcome) {
            self.question(block, question);
        }
    }

    /// A question that is to be answered.
    fn question(&self, block: &mut Block, question: &Question) {
        block.leads(practise(&question.id));
        self.item(block, &format!("Answer: {}", question.prompt.plain()));
    }

    fn done(&self) -> Block {
        let (standing, review) = (self.standing, &self.standing.review);
        let mut block = Block::titled("What was done", self.theme);
        let totals = standing.totals(self.lesson(), &self.ctx.record);
        self.text(&mut block, None, &totals, Role::Text);
        if review.calendar.is_empty() {
            return block;
        }
        self.text(&mut block, None, &review.retained(), Role::Text);
        block.gap();
        let chart = chart::calendar(&review.calendar, review.today, self.room, self.theme);
        block.lines.extend(chart);
        block.lines.extend(chart::legend(self.room, self.theme));
        block
    }

    fn rules(&self) -> Block {
        let mut block = Block::titled("How this is reckoned", self.theme);
        for rule in Standing::rules() {
            let bullet = Some((Glyph::Bullet, Role::Dim));
            self.text(&mut block, bullet, &rule, Role::Dim);
        }
        block
    }
}

fn practise(question: &str) -> Spot {
    Spot::Practice {
        question: question.to_owned(),
    }
}
