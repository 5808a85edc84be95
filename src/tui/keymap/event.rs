//! Events of the terminal in our own words.

use ratatui::crossterm::event::{
    KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use crate::tui::message::{Code, Key, Mouse, MouseKind};

/// A key event of the terminal in our own words; releases are nothing.
pub fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let code = match event.code {
        _ if is_ctrl_underscore(event) => Code::Char('_'),
        KeyCode::Char(c) => Code::Char(c),
        KeyCode::Enter => Code::Enter,
        KeyCode::Esc => Code::Esc,
        KeyCode::Tab => Code::Tab,
        KeyCode::BackTab => Code::BackTab,
        KeyCode::Backspace => Code::Backspace,
        KeyCode::Delete => Code::Delete,
        KeyCode::Insert => Code::Insert,
        KeyCode::Up => Code::Up,
        KeyCode::Down => Code::Down,
        KeyCode::Left => Code::Left,
        KeyCode::Right => Code::Right,
        KeyCode::Home => Code::Home,
        KeyCode::End => Code::End,
        KeyCode::PageUp => Code::PageUp,
        KeyCode::PageDown => Code::PageDown,
        KeyCode::F(number) => Code::F(number),
        _ => return None,
    };
    let carries_shift = matches!(code, Code::Char(_) | Code::BackTab);
    Some(Key {
        code,
        ctrl: event.modifiers.contains(KeyModifiers::CONTROL),
        alt: event.modifiers.contains(KeyModifiers::ALT),
        shift: event.modifiers.contains(KeyModifiers::SHIFT) && !carries_shift,
    })
}

/// Whether this is Ctrl-_, or what cannot be told from it. Ctrl-_, Ctrl-/ and Ctrl-7 are one byte, 0x1f, which crossterm reads
/// as Ctrl-7. A terminal that names the key instead of its sign sends Ctrl-Shift and a hyphen. With Alt beside it, it is AltGr.
fn is_ctrl_underscore(event: KeyEvent) -> bool {
    let shift = event.modifiers.contains(KeyModifiers::SHIFT);
    let ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    let named = match event.code {
        KeyCode::Char('7' | '/') => true,
        KeyCode::Char('-') => shift,
        _ => false,
    };
    named && ctrl && !event.modifiers.contains(KeyModifiers::ALT)
}

/// A mouse event of the terminal in our own words; what nothing here uses is nothing, and neither is a place that does
/// not exist: terminals count from 1, and crossterm makes the largest number of a 0.
pub fn mouse(event: MouseEvent) -> Option<Mouse> {
    if event.column == u16::MAX || event.row == u16::MAX {
        return None;
    }
    let kind = match event.kind {
        MouseEventKind::Down(MouseButton::Left) => MouseKind::Press,
        MouseEventKind::Drag(MouseButton::Left) => MouseKind::Drag,
        MouseEventKind::Up(MouseButton::Left) => MouseKind::Release,
        MouseEventKind::ScrollUp => MouseKind::WheelUp,
        MouseEventKind::ScrollDown => MouseKind::WheelDown,
        _ => return None,
    };
    Some(Mouse {
        kind,
        column: event.column,
        row: event.row,
    })
}

#[cfg(test)]
mod tests {
    use super::super::parse;
    use super::*;

    #[test]
    fn releases_are_nothing_and_repeats_are_kept() {
        let event = |kind| KeyEvent::new_with_kind(KeyCode::Char('j'), KeyModifiers::NONE, kind);
        assert_eq!(key(event(KeyEventKind::Release)), None);
        assert_eq!(key(event(KeyEventKind::Repeat)), parse("j"));
    }

    #[test]
    fn a_click_nowhere_is_nothing() {
        let click = |column, row| {
            mouse(MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left),
                column,
                row,
                modifiers: KeyModifiers::NONE,
            })
        };
        assert!(click(0, 0).is_some());
        assert_eq!((click(u16::MAX, 0), click(0, u16::MAX)), (None, None));
    }

    #[test]
    fn alt_gr_types() {
        for c in ['@', '/', '7'] {
            let alt_gr = KeyModifiers::CONTROL | KeyModifiers::ALT;
            let event = KeyEvent::new(KeyCode::Char(c), alt_gr);
            assert_eq!(key(event).and_then(Key::typed), Some(c));
        }
    }

    #[test]
    fn an_underscore_with_control_is_known_however_it_is_sent() {
        let shifted = KeyModifiers::CONTROL | KeyModifiers::SHIFT;
        let sent = [
            ('7', KeyModifiers::CONTROL),
            ('/', KeyModifiers::CONTROL),
            ('-', shifted),
            ('_', shifted),
            ('_', KeyModifiers::CONTROL),
        ];
        for (c, modifiers) in sent {
            let event = KeyEvent::new(KeyCode::Char(c), modifiers);
            assert_eq!(key(event), parse("ctrl-_"), "{c} with {modifiers}");
        }
        let plain = KeyEvent::new(KeyCode::Char('7'), KeyModifiers::NONE);
        assert_eq!(key(plain), parse("7"));
    }
}
