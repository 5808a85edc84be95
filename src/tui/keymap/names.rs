//! Names of keys, as the table writes them and as they are shown.

use crate::tui::message::{Code, Key};

/// Reads the name of a key: `a`, `enter`, `ctrl-c`, `shift-left`.
pub fn parse(name: &str) -> Option<Key> {
    let mut key = Key::plain(Code::Esc);
    let mut rest = name;
    loop {
        rest = match rest.split_once('-') {
            Some(("ctrl", rest)) => {
                key.ctrl = true;
                rest
            }
            Some(("alt", rest)) => {
                key.alt = true;
                rest
            }
            Some(("shift", rest)) => {
                key.shift = true;
                rest
            }
            _ => break,
        };
    }
    key.code = code(rest)?;
    Some(key)
}

fn code(name: &str) -> Option<Code> {
    Some(match name {
        "enter" => Code::Enter,
        "esc" => Code::Esc,
        "tab" => Code::Tab,
        "backtab" => Code::BackTab,
        "space" => Code::Char(' '),
        "backspace" => Code::Backspace,
        "delete" => Code::Delete,
        "up" => Code::Up,
        "down" => Code::Down,
        "left" => Code::Left,
        "right" => Code::Right,
        "home" => Code::Home,
        "end" => Code::End,
        "pgup" => Code::PageUp,
        "pgdown" => Code::PageDown,
        _ => {
            let mut chars = name.chars();
            let first = chars.next()?;
            if chars.next().is_some() {
                return None;
            }
            Code::Char(first)
        }
    })
}

/// A key's name as it is shown: `↵`, `space`, `^C`.
pub fn shown(name: &str, ascii: bool) -> String {
    let pretty = match name {
        "enter" if !ascii => "↵",
        "up" if !ascii => "↑",
        "down" if !ascii => "↓",
        "left" if !ascii => "←",
        "right" if !ascii => "→",
        "shift-left" if !ascii => "⇧←",
        "shift-right" if !ascii => "⇧→",
        "backtab" if !ascii => "⇧tab",
        other => match other.strip_prefix("ctrl-") {
            Some(rest) if rest.len() == 1 => return format!("^{}", rest.to_uppercase()),
            Some(rest) => return format!("^{rest}"),
            None => other,
        },
    };
    pretty.to_owned()
}
