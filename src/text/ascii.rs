//! The same text for a terminal that has nothing but ASCII.

use unicode_segmentation::UnicodeSegmentation;

use super::width;

/// `text` in ASCII alone, for `--ascii` and the C locale.
///
/// Arrows, dashes, quotes, box lines, marks and comparison signs become their usual stand-ins; anything else becomes
/// as many `?` as it has columns. Stand-ins may be wider than what they replace.
pub fn to_ascii(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for grapheme in text.graphemes(true) {
        if grapheme.is_ascii() {
            out.push_str(grapheme);
        } else if let Some(stand_in) = grapheme.chars().next().and_then(stand_in) {
            out.push_str(stand_in);
        } else {
            out.extend(std::iter::repeat_n('?', width(grapheme).max(1)));
        }
    }
    out
}

fn stand_in(c: char) -> Option<&'static str> {
    Some(match c {
        '→' | '⟶' => "->",
        '←' | '⟵' => "<-",
        '↔' => "<->",
        '⇒' => "=>",
        '↑' | '▲' | '▴' | '△' => "^",
        '↓' | '▼' | '▾' | '▽' => "v",
        '↵' | '⏎' => "Enter",
        '▶' | '▸' | '›' | '»' | '❯' => ">",
        '◀' | '◂' | '‹' | '«' | '❮' => "<",
        '‐'..='―' | '−' | '─' | '━' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '·' => {
            "-"
        }
        '═' => "=",
        '│' | '┃' | '║' | '┆' | '┊' | '▏' | '▕' | '▌' | '▐' => "|",
        '┌'..='╋' | '╒'..='╬' | '╭'..='╰' => "+",
        '╱' => "/",
        '╲' => "\\",
        '╳' | '×' | '✗' | '✘' => "x",
        '↯' => "#",
        '✓' | '✔' => "[ok]",
        '●' | '•' | '◆' | '■' | '★' | '⚑' => "*",
        '○' | '◦' | '◇' | '□' | '☆' => "o",
        '█' | '▓' | '▆' | '▇' => "#",
        '▒' | '▄' | '▅' => ":",
        '░' | '▁' | '▂' | '▃' => ".",
        '‘' | '’' | '‚' | '′' => "'",
        '“' | '”' | '„' | '″' => "\"",
        '…' => "...",
        '≤' => "<=",
        '≥' => ">=",
        '≠' => "!=",
        '≈' => "~",
        '§' => "section",
        '\u{a0}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{3000}' => " ",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::to_ascii;
    use proptest::prelude::*;

    #[test]
    fn signs_have_their_usual_stand_ins() {
        let table = [
            ("plain\ntext", "plain\ntext"),
            ("A → B", "A -> B"),
            ("33 < 34 ✓", "33 < 34 [ok]"),
            ("fence ≤ token — “no”", "fence <= token - \"no\""),
            ("┌──┐│x│", "+--+|x|"),
            ("Engineers · Coordination", "Engineers - Coordination"),
            ("語é", "???"),
        ];
        for (given, wanted) in table {
            assert_eq!(to_ascii(given), wanted);
        }
    }

    proptest! {
        #[test]
        fn nothing_but_ascii(text in "\\PC{0,40}") {
            prop_assert!(to_ascii(&text).is_ascii());
        }
    }
}
