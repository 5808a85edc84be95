//! Runs of styled text, and how they wrap into lines.

use ratatui::{
    style::Style,
    text::{Line, Span},
};

use crate::{
    course::{Inline, InlineStyle},
    text::{to_ascii, wrap_ranges},
    tui::theme::{Role, Theme},
};

/// A run of text in one style.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Run {
    /// The text.
    pub text: String,
    /// How it looks.
    pub style: Style,
    /// Where it leads, if it is a link.
    pub link: Option<String>,
}

impl Run {
    /// A run that leads nowhere.
    pub fn new(text: impl Into<String>, style: Style) -> Self {
        Self {
            text: text.into(),
            style,
            link: None,
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
            let link = inline.link.clone();
            let style = if link.is_some() {
                style.patch(theme.style(Role::Link))
            } else {
                style
            };
            Run {
                text: inline.text.clone(),
                style,
                link,
            }
        })
        .collect()
}

/// Breaks runs into lines of at most `columns`.
pub fn wrap(runs: &[Run], columns: usize, theme: &Theme) -> Vec<Vec<Run>> {
    // Stand-ins of ASCII may be wider than what they replace, so they come before the measuring.
    let plain = |run: &Run| match theme.ascii() {
        true => to_ascii(&run.text),
        false => run.text.clone(),
    };
    let texts: Vec<String> = runs.iter().map(plain).collect();
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
                        link: run.link.clone(),
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
