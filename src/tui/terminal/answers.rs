//! Answers that the terminal gives late, to what another program asked before us.
//!
//! We never ask anything. But a program that asks for the background colour and ends leaves the answer, `ESC ] 11 ; rgb:… ESC \`,
//! to whoever reads next, and crossterm takes it for keys: Alt-], and then letters that would be typed into a note or open
//! screens. It knows most answers that begin with `ESC [` itself. Of two it makes something that cannot be told from keys here:
//! `ESC [ > … c` becomes the characters after the `>`; of `ESC [ ? … $ y` it waits for a `c` or `u`, and takes all keys before
//! that for a part of the answer. Signals are heard meanwhile.

use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

/// The same events without those that are the letters of an answer: from the key that opens a string (OSC, DCS, APC, PM)
/// to the one that closes it, with nothing but characters between, and all of it at once.
pub(super) fn without_answers(events: Vec<Event>) -> Vec<Event> {
    if !events.iter().any(opens) {
        return events;
    }
    let mut kept = Vec::with_capacity(events.len());
    let mut rest = events.as_slice();
    while let Some((first, after)) = rest.split_first() {
        let end = opens(first).then(|| end(after)).flatten();
        match end {
            Some(end) => rest = &after[end..],
            None => {
                kept.push(first.clone());
                rest = after;
            }
        }
    }
    kept
}

/// How many events after the opening one belong to the answer, if it is one.
fn end(events: &[Event]) -> Option<usize> {
    let letters = events.iter().take_while(|event| is_letter(event)).count();
    events.get(letters).filter(|event| closes(event))?;
    Some(letters + 1)
}

/// `ESC ]`, `ESC P`, `ESC _`, `ESC ^`.
fn opens(event: &Event) -> bool {
    matches!(key(event), Some((']' | 'P' | '_' | '^', held)) if held.contains(KeyModifiers::ALT))
}

/// `ESC \`, or BEL, which is ^G.
fn closes(event: &Event) -> bool {
    match key(event) {
        Some(('\\', held)) => held == KeyModifiers::ALT,
        Some(('g', held)) => held == KeyModifiers::CONTROL,
        _ => false,
    }
}

fn is_letter(event: &Event) -> bool {
    key(event).is_some_and(|(_, held)| held.difference(KeyModifiers::SHIFT).is_empty())
}

fn key(event: &Event) -> Option<(char, KeyModifiers)> {
    match event {
        Event::Key(KeyEvent {
            code: KeyCode::Char(c),
            modifiers,
            ..
        }) => Some((*c, *modifiers)),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `<x>` is Alt-x, `~x` is Ctrl-x, the rest is itself; `!` is a key that is no character.
    fn events(keys: &str) -> Vec<Event> {
        let mut chars = keys.chars();
        let mut events = Vec::new();
        while let Some(c) = chars.next() {
            let (code, held) = match c {
                '<' => {
                    let code = KeyCode::Char(chars.next().unwrap());
                    assert_eq!(chars.next(), Some('>'));
                    (code, KeyModifiers::ALT)
                }
                '~' => (KeyCode::Char(chars.next().unwrap()), KeyModifiers::CONTROL),
                '!' => (KeyCode::Enter, KeyModifiers::NONE),
                c => (KeyCode::Char(c), KeyModifiers::NONE),
            };
            events.push(Event::Key(KeyEvent::new(code, held)));
        }
        events
    }

    #[test]
    fn answers_go_and_keys_stay() {
        for (given, wanted) in [
            ("<]>11;rgb:ffff/0000/ffff<\\>", ""),
            ("a<]>11;rgb:0/0/0~gb", "ab"),
            ("<P>1$r0m<\\><_>Gi=1;OK<\\>j", "j"),
            // Whoever presses Alt-] and goes on typing is not an answer.
            ("<]>11;rgb", "<]>11;rgb"),
            ("<]>x!<\\>", "<]>x!<\\>"),
            ("<b>word<\\>", "<b>word<\\>"),
            ("<]><]>1~g", "<]>"),
            ("~g<\\>", "~g<\\>"),
        ] {
            assert_eq!(without_answers(events(given)), events(wanted), "{given}");
        }
    }
}
