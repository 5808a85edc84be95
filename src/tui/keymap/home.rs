//! Home, and what was done.

use super::{Action, Binding, Scope, row};

#[rustfmt::skip] // a row a line, so that it reads as the table it is
pub(super) const ROWS: &[Binding] = &[
    row(Scope::Home, "enter right l", Action::Enter, "go on", "go on from here"),
    row(Scope::Home, "up k", Action::Up, "", "one up"),
    row(Scope::Home, "down j", Action::Down, "", "one down"),
    row(Scope::Home, "home g", Action::Top, "", "the first"),
    row(Scope::Home, "end G", Action::Bottom, "", "the last"),
    row(Scope::Home, "c", Action::Complete, "complete", "mark the lesson complete, or open again"),
    row(Scope::Home, "t", Action::Lessons, "lessons", "the lessons of the course"),
    row(Scope::Home, "w", Action::Guide, "which lock", "which lock: a guide to the decision"),
    row(Scope::Home, "s", Action::CheatSheet, "", "the cheat sheet"),
    row(Scope::Home, "D", Action::Terms, "", "all terms"),

    row(Scope::Progress, "tab", Action::NextMark, "choose", "the next thing that leads somewhere"),
    row(Scope::Progress, "backtab", Action::PreviousMark, "", "the one before"),
    row(Scope::Progress, "enter right l p", Action::Enter, "go there", "go there, or play it"),
    row(Scope::Progress, "down j", Action::Down, "", "a line down"),
    row(Scope::Progress, "up k", Action::Up, "", "a line up"),
    row(Scope::Progress, "space pgdown f", Action::PageDown, "on", "a page down"),
    row(Scope::Progress, "b pgup", Action::PageUp, "", "a page up"),
    row(Scope::Progress, "home g", Action::Top, "", "to the beginning"),
    row(Scope::Progress, "end G", Action::Bottom, "", "to the end"),
];
