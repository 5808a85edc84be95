//! The blocks of the page: each a heading and what stands under it.

use ratatui::text::{Line, Span};

use super::chart;
use crate::{
    course::Lesson,
    practice::{
        diary::Belief,
        standing::{Standing, counted, date},
    },
    progress::Spot,
    text::wrap,
    tui::{
        screen::Context,
        theme::{Glyph, Role, Theme},
        widget::{self, runs},
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
        vec![setter.practice(), setter.open(), setter.calibration()],
        vec![setter.beliefs(), setter.done(), setter.rules()],
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
        block.leads(Spot::Practice {
            question: String::new(),
        });
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
        let mut block = Block::titled("Still open", self.theme);
        self.text(&mut block, None, &self.completion(), Role::Text);
        let told = open
            .told()
            .map_or("Nothing is open.".to_owned(), |told| format!("{told}."));
        self.text(&mut block, None, &told, Role::Text);
        let sections = lesson.sections.iter();
        let unread = sections.filter(|section| open.sections.contains(&section.id));
        for section in unread {
            block.leads(Spot::Read {
                section: section.id.clone(),
                permille: 0,
            });
            self.item(&mut block, &format!("Read: {}", section.title));
        }
        for id in open.questions.iter().take(NAMED) {
            let prompt = lesson.question(id).map(|question| question.prompt.plain());
            block.leads(Spot::Practice {
                question: id.clone(),
            });
            self.item(
                &mut block,
                &format!("Answer: {}", prompt.unwrap_or_default()),
            );
        }
        if let Some(next) = open.questions.get(NAMED) {
            block.leads(Spot::Practice {
                question: next.clone(),
            });
            let more = open.questions.len() - NAMED;
            let more = counted(more, "more question", "more questions");
            self.item(&mut block, &format!("Answer: {more}"));
        }
        block
    }

    fn completion(&self) -> String {
        let mark = self.ctx.record.lessons.get(&self.lesson().id);
        let mark = mark.and_then(|lesson| lesson.completion);
        match mark.filter(|mark| mark.complete) {
            Some(mark) => {
                let day = self.ctx.zone.to_datetime(mark.at).date();
                format!(
                    "The lesson is marked complete since {}; c opens it again.",
                    date(day)
                )
            }
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
        let all = self.lesson().misconceptions.len();
        let beliefs = &self.standing.beliefs;
        let overcome = beliefs.iter().filter(|belief| belief.overcome).count();
        let said = match beliefs.len() {
            0 => format!("None of {all} was met so far."),
            met => format!("{met} of {all} were met, and {overcome} overcome."),
        };
        self.text(&mut block, None, &said, Role::Text);
        // What is still to be done comes first.
        let open = beliefs.iter().filter(|belief| !belief.overcome);
        let closed = beliefs.iter().filter(|belief| belief.overcome);
        for belief in open.chain(closed) {
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
        let mut questions = self.lesson().all_questions();
        let question = questions.find(|question| question.treats().any(|id| id == belief.id));
        if let Some(question) = question.filter(|_| !belief.overcome) {
            block.leads(Spot::Practice {
                question: question.id.clone(),
            });
        }
        self.text(
            block,
            Some(sign),
            &format!("“{}”", known.belief),
            Role::Title,
        );
        for paragraph in &known.truth.paragraphs {
            let prose = runs::prose(paragraph, self.theme.style(Role::Text), self.theme);
            for mut line in runs::wrap(&prose, self.room.saturating_sub(2), self.theme) {
                line.insert(0, runs::Run::new("  ", self.theme.style(Role::Text)));
                block.lines.push(runs::line(line));
            }
        }
        let Some(scenario) = &known.scenario else {
            self.text(
                block,
                Some((Glyph::Dot, Role::Dim)),
                &belief.state(),
                Role::Dim,
            );
            return;
        };
        block.leads(Spot::Watch {
            scenario: scenario.clone(),
            at_ms: 0,
        });
        let said = format!("watch it; {}", belief.state());
        self.text(block, Some((Glyph::Play, Role::Accent)), &said, Role::Dim);
    }

    fn done(&self) -> Block {
        let review = &self.standing.review;
        let mut block = Block::titled("What was done", self.theme);
        self.text(&mut block, None, &self.totals(), Role::Text);
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

    fn totals(&self) -> String {
        let (lesson, open) = (self.lesson(), &self.standing.open);
        let watched = lesson.scenarios.iter();
        let watched = watched.filter(|run| self.ctx.record.is_watched(&lesson.id, run.id()));
        let (sections, questions) = (lesson.sections.len(), lesson.all_questions().count());
        format!(
            "Read {} of {sections} parts, watched {} of {} runs, answered {} of {questions} questions.",
            sections - open.sections.len(),
            watched.count(),
            lesson.scenarios.len(),
            questions - open.questions.len(),
        )
    }

    fn rules(&self) -> Block {
        let mut block = Block::titled("How this is reckoned", self.theme);
        for rule in Standing::rules() {
            self.text(
                &mut block,
                Some((Glyph::Bullet, Role::Dim)),
                &rule,
                Role::Dim,
            );
        }
        block
    }
}
