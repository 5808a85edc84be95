//! Colours for code: SQL, and the one-line traces of the lesson.

use ratatui::style::Style;

use super::runs::Run;
use crate::tui::theme::{Role, Theme};

const KEYWORDS: &[&str] = &[
    "and",
    "as",
    "begin",
    "by",
    "commit",
    "create",
    "default",
    "delete",
    "for",
    "from",
    "if",
    "in",
    "insert",
    "into",
    "is",
    "key",
    "not",
    "null",
    "on",
    "or",
    "order",
    "primary",
    "returning",
    "rollback",
    "select",
    "set",
    "table",
    "update",
    "values",
    "where",
    "with",
];

/// A line of code as runs; a language that is not known stays plain.
pub fn highlight(line: &str, language: &str, theme: &Theme) -> Vec<Run> {
    let plain = theme.style(Role::Text);
    if language != "sql" {
        return vec![Run::new(line, plain)];
    }
    pieces(line)
        .map(|piece| Run::new(piece, theme.style(sql(piece))))
        .collect()
}

fn sql(piece: &str) -> Role {
    let first = piece.chars().next().unwrap_or(' ');
    if first == '\'' || first == '$' || first.is_ascii_digit() {
        Role::Literal
    } else if piece.starts_with("--") {
        Role::Dim
    } else if KEYWORDS.contains(&piece.to_ascii_lowercase().as_str()) {
        Role::Keyword
    } else {
        Role::Text
    }
}

/// Words, numbers, placeholders, strings and comments, and what stands between them.
fn pieces(line: &str) -> impl Iterator<Item = &str> {
    let mut rest = line;
    std::iter::from_fn(move || {
        let first = rest.chars().next()?;
        let word = |c: char| c.is_alphanumeric() || c == '_' || c == '$';
        let end = if rest.starts_with("--") {
            rest.len()
        } else if first == '\'' {
            rest[1..].find('\'').map_or(rest.len(), |end| end + 2)
        } else if word(first) {
            rest.find(|c| !word(c)).unwrap_or(rest.len())
        } else {
            first.len_utf8()
        };
        let (piece, left) = rest.split_at(end);
        rest = left;
        Some(piece)
    })
}

/// A step of a trace: clients in their colours, tokens bold, the arrows quiet, the refusal red.
pub fn trace(text: &str, theme: &Theme) -> Vec<Run> {
    let mut runs = Vec::new();
    let mut words = text.split_inclusive(' ').peekable();
    while let Some(word) = words.next() {
        let bare = word.trim_end();
        let follows = words.peek().map(|next| next.trim_end());
        if bare == "client"
            && let Some(client) = follows.and_then(client)
        {
            let both = format!("{word}{}", words.next().unwrap_or_default());
            runs.push(Run::new(both, theme.style(Theme::client(client)).bold()));
        } else {
            runs.push(Run::new(word, trace_word(bare, theme)));
        }
    }
    runs
}

/// The number of the client that the trace names by a letter.
pub fn client(name: &str) -> Option<u8> {
    match name.as_bytes() {
        [letter @ b'A'..=b'Z'] => Some(letter - b'A'),
        _ => None,
    }
}

fn trace_word(word: &str, theme: &Theme) -> Style {
    let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
    let role = match word {
        "→" => Role::Dim,
        "✓" => Role::Good,
        "rejects" | "refuses" => Role::Refusal,
        _ if !bare.is_empty() && bare.bytes().all(|b| b.is_ascii_digit()) => Role::Token,
        _ => Role::Text,
    };
    theme.style(role)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tui::theme::Depth;

    #[test]
    fn nothing_is_lost_between_the_pieces() {
        for line in [
            "UPDATE files SET data=$1, fence=$2 WHERE id=$3 AND fence < $2",
            "SELECT 'it''s', 42 -- done",
            "'open",
            "",
            "naïve ≤ 3",
        ] {
            assert_eq!(pieces(line).collect::<String>(), line);
        }
    }

    #[test]
    fn a_trace_gives_the_clients_their_colours() {
        let theme = Theme::load("dark", Depth::Sixteen, false).unwrap();
        let runs = trace("client A wakes → writes with token 33", &theme);
        assert_eq!(
            runs[0],
            Run::new("client A ", theme.style(Role::ClientA).bold())
        );
        assert_eq!(runs.last(), Some(&Run::new("33", theme.style(Role::Token))));
    }
}
