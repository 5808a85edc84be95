//! The help page, the search, and what counts everywhere.

use super::{Action, Binding, Scope, row};

#[rustfmt::skip] // a row a line, so that it reads as the table it is
pub(super) const ROWS: &[Binding] = &[
    row(Scope::Help, "up k", Action::Up, "", "a line up"),
    row(Scope::Help, "down j", Action::Down, "scroll", "a line down"),
    row(Scope::Help, "space pgdown", Action::PageDown, "", "a page down"),
    row(Scope::Help, "b pgup", Action::PageUp, "", "a page up"),
    row(Scope::Help, "home g", Action::Top, "", "to the beginning"),
    row(Scope::Help, "end G", Action::Bottom, "", "to the end"),
    row(Scope::Help, "esc ? enter", Action::Back, "close", "back to the screen"),

    row(Scope::Search, "enter", Action::Enter, "go there", "go to what is chosen"),
    row(Scope::Search, "up ctrl-p", Action::Up, "", "the one above"),
    row(Scope::Search, "down ctrl-n", Action::Down, "choose", "the one below"),
    row(Scope::Search, "pgup", Action::PageUp, "", "a page up"),
    row(Scope::Search, "pgdown", Action::PageDown, "", "a page down"),
    row(Scope::Search, "esc", Action::Back, "close", "back to the screen"),
    row(Scope::Search, "backspace ctrl-h", Action::Erase, "", "erase a character"),
    row(Scope::Search, "ctrl-w alt-backspace ctrl-backspace", Action::EraseWord, "", "erase a word"),
    row(Scope::Search, "ctrl-u", Action::EraseAll, "", "erase the line"),

    row(Scope::Course, "enter right l", Action::Enter, "open", "open the lesson"),
    row(Scope::Course, "up k", Action::Up, "", "one up"),
    row(Scope::Course, "down j", Action::Down, "choose", "one down"),
    row(Scope::Course, "home g", Action::Top, "", "the first"),
    row(Scope::Course, "end G", Action::Bottom, "", "the last"),
    row(Scope::Course, "esc t", Action::Back, "close", "back to the screen"),

    row(Scope::Everywhere, "1", Action::Door(1), "", "Read"),
    row(Scope::Everywhere, "2", Action::Door(2), "", "Watch"),
    row(Scope::Everywhere, "3", Action::Door(3), "", "Lab"),
    row(Scope::Everywhere, "4", Action::Door(4), "", "Practice"),
    row(Scope::Everywhere, "5", Action::Door(5), "", "Notes"),
    row(Scope::Everywhere, "6", Action::Door(6), "", "Progress"),
    row(Scope::Everywhere, "esc h", Action::Back, "back", "back to where you came from, at last to Home"),
    row(Scope::Everywhere, "c", Action::Complete, "", "mark the lesson complete, or open again"),
    row(Scope::Everywhere, "n ctrl-n", Action::Note, "note", "take a note on what is shown"),
    row(Scope::Everywhere, "/", Action::Search, "search", "search in everything: the lesson, terms, questions, runs, notes"),
    row(Scope::Everywhere, "?", Action::Help, "keys", "all keys and shapes"),
    row(Scope::Everywhere, "q", Action::Quit, "leave", "leave; everything is saved"),
    row(Scope::Everywhere, "ctrl-c", Action::Quit, "", "leave, also while typing"),
    row(Scope::Everywhere, "ctrl-z", Action::Suspend, "", "suspend to the shell; fg comes back"),
];
