//! Markdown to [`Rich`]: paragraphs, emphasis, strong emphasis, code and links; anything else is refused.

use std::ops::Range;

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

use super::problem::Reader;
use super::raw::Text;
use super::{Inline, InlineStyle, Rich};
use crate::text::{clean, clean_line};

/// Turned on to be recognised, and refused, instead of being shown as stray signs.
const RECOGNISED: Options = Options::ENABLE_TABLES
    .union(Options::ENABLE_FOOTNOTES)
    .union(Options::ENABLE_STRIKETHROUGH)
    .union(Options::ENABLE_TASKLISTS);

impl Reader<'_> {
    /// Prose; whatever would be dropped or is empty is noted as a problem.
    pub(super) fn rich(&mut self, markdown: &Text) -> Rich {
        // Whole, since Markdown divides a text where an escape sequence has its brackets.
        let source = clean(markdown.get_ref());
        let mut builder = Builder::default();
        for (event, range) in Parser::new_ext(&source, RECOGNISED).into_offset_iter() {
            builder.take(event, range);
        }
        let first_line = self.first_line(markdown);
        let paragraphs = &builder.rich.paragraphs;
        let empty = paragraphs.is_empty() || paragraphs.iter().any(Vec::is_empty);
        if empty && builder.refused.is_empty() {
            self.report_line(first_line, "This text is empty", "Write a sentence");
        }
        let (mut line, mut counted) = (first_line, 0);
        for (range, what, remedy) in builder.refused {
            // They come in the order of the text, so that each of its lines is counted once.
            let further = source.get(counted..range.start).unwrap_or_default();
            line += further.matches('\n').count();
            counted = counted.max(range.start);
            self.report_line(line, what, remedy);
        }
        builder.rich
    }

    /// The line of the file on which the text of a string begins: the next one when it opens with `"""` alone.
    fn first_line(&self, text: &Text) -> usize {
        let start = text.span().start;
        let literal = self.text.get(start..).unwrap_or_default();
        let inside = literal
            .strip_prefix("\"\"\"")
            .or_else(|| literal.strip_prefix("'''"));
        let opens_below =
            inside.is_some_and(|inside| inside.starts_with('\n') || inside.starts_with("\r\n"));
        self.line_of(start) + usize::from(opens_below)
    }
}

type Refusal = (Range<usize>, &'static str, &'static str);

#[derive(Default)]
struct Builder {
    rich: Rich,
    emphasis: usize,
    strong: usize,
    link: Option<String>,
    refused: Vec<Refusal>,
}

impl Builder {
    fn take(&mut self, event: Event<'_>, range: Range<usize>) {
        match event {
            Event::Start(Tag::Paragraph) => self.rich.paragraphs.push(Vec::new()),
            Event::Start(Tag::Emphasis) => self.emphasis += 1,
            Event::Start(Tag::Strong) => self.strong += 1,
            Event::Start(Tag::Link { dest_url, .. }) => {
                let url = clean_line(&dest_url);
                if !may_open(&url) {
                    self.refused.push((range, LINK, LINK_REMEDY));
                }
                self.link = Some(url);
            }
            Event::End(TagEnd::Emphasis) => self.emphasis -= 1,
            Event::End(TagEnd::Strong) => self.strong -= 1,
            Event::End(TagEnd::Link) => self.link = None,
            Event::End(_) => {}
            Event::Text(text) => self.push(&text, self.style()),
            Event::Code(code) => self.push(&code, InlineStyle::Code),
            Event::SoftBreak => self.push(" ", self.style()),
            other => {
                if let Some((what, remedy)) = refusal(&other) {
                    self.refused.push((range, what, remedy));
                }
            }
        }
    }

    fn style(&self) -> InlineStyle {
        if self.strong > 0 {
            InlineStyle::Strong
        } else if self.emphasis > 0 {
            InlineStyle::Emphasis
        } else {
            InlineStyle::Plain
        }
    }

    fn push(&mut self, text: &str, style: InlineStyle) {
        let text = clean_line(text);
        let Some(paragraph) = self.rich.paragraphs.last_mut() else {
            return;
        };
        match paragraph.last_mut() {
            _ if text.is_empty() => {}
            Some(last) if last.style == style && last.link == self.link => last.text += &text,
            _ => paragraph.push(Inline {
                text,
                style,
                link: self.link.clone(),
            }),
        }
    }
}

pub(super) const LINK: &str = "This link does not lead to the web or to a mailbox";
pub(super) const LINK_REMEDY: &str =
    "Write an address that begins with https://, http:// or mailto:";

/// Whether a link may be followed: only the web and mail, never a file or a command.
pub(super) fn may_open(url: &str) -> bool {
    let lower = url.to_ascii_lowercase();
    let rest = ["https://", "http://", "mailto:"]
        .iter()
        .find_map(|scheme| lower.strip_prefix(scheme));
    rest.is_some_and(|rest| !rest.is_empty()) && !url.contains(char::is_whitespace)
}

/// What is wrong with a construct that would be dropped, and what to write instead.
fn refusal(event: &Event<'_>) -> Option<(&'static str, &'static str)> {
    Some(match event {
        Event::Start(tag) => return refused_tag(tag),
        Event::Html(_) | Event::InlineHtml(_) => (
            "Prose may not hold HTML",
            "Write Markdown, and put angle brackets in `backticks`",
        ),
        Event::HardBreak => (
            "Prose may not hold a hard line break",
            "Leave an empty line to begin a paragraph",
        ),
        Event::Rule => (
            "Prose may not hold a rule",
            "Begin another section where the text falls apart",
        ),
        _ => ("Prose may not hold this mark", "Write it as plain text"),
    })
}

fn refused_tag(tag: &Tag<'_>) -> Option<(&'static str, &'static str)> {
    Some(match tag {
        Tag::Heading { .. } => (
            "Prose may not hold a heading",
            "Give the section a title, or begin another section",
        ),
        Tag::Image { .. } => ("Prose may not hold an image", "Say it in words"),
        Tag::HtmlBlock => return None,
        Tag::Table(_) => (
            "Prose may not hold a table",
            "Write a block of kind = \"table\"",
        ),
        Tag::TableHead | Tag::TableRow | Tag::TableCell | Tag::Item => return None,
        Tag::List(_) => (
            "Prose may not hold a list",
            "Write a block of kind = \"list\"",
        ),
        Tag::CodeBlock(_) => (
            "Prose may not hold a block of code",
            "Write a block of kind = \"code\", and do not indent prose",
        ),
        Tag::BlockQuote(_) => ("Prose may not hold a quotation", "Write a paragraph"),
        _ => (
            "Prose may not hold this construct",
            "Use paragraphs, *emphasis*, **strong emphasis**, `code` and [links](https://…)",
        ),
    })
}

#[cfg(test)]
mod tests {
    use super::super::InlineStyle::{Code, Emphasis, Plain, Strong};
    use super::super::{Inline, InlineStyle, Problem, Rich};
    use super::{Reader, Text, may_open};
    use proptest::prelude::*;

    /// The Markdown as it would stand in a lesson file, from line 3 on.
    fn read(markdown: &str) -> (Rich, Vec<Problem>) {
        read_toml(&format!("format = 1\ntext = \"\"\"\n{markdown}\"\"\"\n"))
    }

    fn read_toml(toml: &str) -> (Rich, Vec<Problem>) {
        #[derive(serde::Deserialize)]
        struct Wrapper {
            text: Text,
        }
        let wrapper: Wrapper = toml::from_str(toml).unwrap();
        let mut problems = Vec::new();
        let mut reader = Reader::new("lesson.toml", toml, &mut problems);
        let rich = reader.rich(&wrapper.text);
        (rich, problems)
    }

    fn run(text: &str, style: InlineStyle) -> Inline {
        Inline {
            text: text.to_owned(),
            style,
            link: None,
        }
    }

    #[test]
    fn styles_and_paragraphs() {
        let (rich, problems) =
            read("Plain *slanted* and\n**strong** `code < 34`.\n\nSecond 33 < 34 \u{202e}✓");
        assert_eq!(problems, []);
        let first = vec![
            run("Plain ", Plain),
            run("slanted", Emphasis),
            run(" and ", Plain),
            run("strong", Strong),
            run(" ", Plain),
            run("code < 34", Code),
            run(".", Plain),
        ];
        let second = vec![run("Second 33 < 34 ✓", Plain)];
        assert_eq!(rich.paragraphs, [first, second]);
    }

    #[test]
    fn a_link_keeps_its_address() {
        let (rich, problems) = read("See [the *paper*](https://example.org/a).");
        assert_eq!(problems, []);
        let links: Vec<_> = rich.paragraphs[0]
            .iter()
            .map(|inline| (inline.text.as_str(), inline.link.as_deref()))
            .collect();
        let url = Some("https://example.org/a");
        assert_eq!(
            links,
            [("See ", None), ("the ", url), ("paper", url), (".", None)]
        );
    }

    #[test]
    fn what_would_be_dropped_is_refused_with_its_line_and_a_remedy() {
        let table = [
            ("# Heading", 3, "heading"),
            ("text\n\n![alt](https://e.org/x.png)", 5, "image"),
            ("text\n\n<div>\n", 5, "HTML"),
            ("the key prefix/<lease>", 3, "HTML"),
            ("| a | b |\n|---|---|\n| 1 | 2 |", 3, "table"),
            ("text\n\n- item", 5, "list"),
            ("text\n\n    indented", 5, "code"),
            ("> quoted", 3, "quotation"),
            ("text\n\n---\n\ntext", 5, "rule"),
            ("one  \ntwo", 3, "line break"),
            ("~~struck~~", 3, "construct"),
            ("[x](file:///etc/passwd)", 3, "link"),
            ("[x](javascript:alert)", 3, "link"),
            ("", 3, "empty"),
        ];
        for (markdown, line, word) in table {
            let (_, problems) = read(markdown);
            let found = problems.iter().any(|problem| {
                problem.line == Some(line)
                    && problem.what.contains(word)
                    && !problem.remedy.is_empty()
            });
            assert!(found, "{markdown:?}: {problems:?}");
        }
    }

    proptest! {
        #[test]
        fn any_markdown_is_read_clean_or_refused(markdown in "([a-z <>*_`#|~&;\\[\\]()!:/\n-]|\\PC|[\u{0}-\u{1f}]){0,60}") {
            let escaped = toml::Value::String(markdown).to_string();
            let (rich, problems) = read_toml(&format!("text = {escaped}"));
            if problems.is_empty() {
                prop_assert!(!rich.paragraphs.is_empty());
                for inline in rich.paragraphs.iter().flatten() {
                    prop_assert!(!inline.text.is_empty());
                    prop_assert!(!inline.text.chars().any(char::is_control));
                    prop_assert!(inline.link.as_deref().is_none_or(may_open));
                }
            }
        }
    }

    #[test]
    fn only_the_web_and_mail_may_be_opened() {
        let table = [
            ("https://example.org", true),
            ("HTTP://example.org", true),
            ("mailto:a@example.org", true),
            ("https://", false),
            ("https://a b", false),
            ("file:///etc/passwd", false),
            ("example.org", false),
            ("-oProxyCommand=x", false),
        ];
        for (url, wanted) in table {
            assert_eq!(may_open(url), wanted, "{url}");
        }
    }
}
