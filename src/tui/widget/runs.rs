//! Runs of styled text, and how they wrap into lines.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use crate::{
    course::{Inline, InlineStyle, Term, spot},
    text::wrap_ranges,
    tui::theme::{Role, Theme},
};

/// Where a run of text leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Lead {
    /// To this address.
    Link(String),
    /// To the section of this id.
    Section(String),
    /// To what the term of this number means.
    Term(usize),
}

/// A run of text in one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The text.
    pub text: String,
    /// How it looks.
    pub style: Style,
    /// Where it leads, if anywhere.
    pub lead: Option<Lead>,
}

impl Run {
    /// A run that leads nowhere.
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Self {
            text: text.into(),
            style,
            lead: None,
        }
    }
}

/// Prose as runs, on top of `base`.
pub fn prose(paragraph: &[Inline], base: Style, theme: &Theme) -> Vec<Run> {
    paragraph
        .iter()
        .map(|inline| {
            let style = match inline.style {
                InlineStyle::Plain => base,
                InlineStyle::Emphasis => base.italic(),
                InlineStyle::Strong => base.bold(),
                InlineStyle::Code => base.patch(theme.style(Role::Code)),
            };
            let lead = inline.link.clone().map(Lead::Link);
            let style = if lead.is_some() {
                style.patch(theme.style(Role::Link))
            } else {
                style
            };
            Run {
                text: inline.text.clone(),
                style,
                lead,
            }
        })
        .collect()
}

/// Marks the terms in `runs`, which are those of `paragraph`, that `wanted` asks for; links and code are left alone.
pub fn explain(
    paragraph: &[Inline],
    runs: Vec<Run>,
    terms: &[Term],
    mut wanted: impl FnMut(usize) -> bool,
    theme: &Theme,
) -> Vec<Run> {
    let mut out = Vec::new();
    for (run, inline) in runs.into_iter().zip(paragraph) {
        let prose = run.lead.is_none() && inline.style != InlineStyle::Code;
        let mut past = 0;
        for (at, term) in spot(&run.text, terms) {
            if !prose || !wanted(term) {
                continue;
            }
            let part = |range: std::ops::Range<usize>| Run {
                text: run.text[range].to_owned(),
                ..run.clone()
            };
            if at.start > past {
                out.push(part(past..at.start));
            }
            let mut word = part(at.clone());
            word.style = word.style.patch(theme.style(Role::Term));
            word.lead = Some(Lead::Term(term));
            out.push(word);
            past = at.end;
        }
        if past < run.text.len() {
            out.push(Run {
                text: run.text[past..].to_owned(),
                ..run
            });
        }
    }
    out
}

/// Breaks runs into lines of at most `columns`.
pub fn wrap(runs: &[Run], columns: usize, theme: &Theme) -> Vec<Vec<Run>> {
    // Stand-ins of ASCII may be wider than what they replace, so they come before the measuring.
    let texts: Vec<String> = runs.iter().map(|run| theme.plain(&run.text)).collect();
    let whole = texts.concat();
    wrap_ranges(&whole, columns)
        .into_iter()
        .map(|line| {
            let mut start = 0;
            let mut out = Vec::new();
            for (run, text) in runs.iter().zip(&texts) {
                let end = start + text.len();
                let from = line.start.max(start);
                let to = line.end.min(end);
                if from < to {
                    out.push(Run {
                        text: text[from - start..to - start].to_owned(),
                        style: run.style,
                        lead: run.lead.clone(),
                    });
                }
                start = end;
            }
            out
        })
        .collect()
}

/// A wrapped line for ratatui.
pub fn line(runs: Vec<Run>) -> Line<'static> {
    let spans = runs
        .into_iter()
        .map(|run| Span::styled(run.text, run.style));
    Line::from(spans.collect::<Vec<_>>())
}
