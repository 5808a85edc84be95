//! Notes.

use super::{Action, Binding, Scope, row};

#[rustfmt::skip] // a row a line, so that it reads as the table it is
pub(super) const ROWS: &[Binding] = &[
    row(Scope::Notes, "enter right l", Action::Enter, "open", "open the note"),
    row(Scope::Notes, "n", Action::Note, "new", "a new note, on the lesson as a whole"),
    row(Scope::Notes, "up k", Action::Up, "", "one up"),
    row(Scope::Notes, "down j", Action::Down, "", "one down"),
    row(Scope::Notes, "home g", Action::Top, "", "the first"),
    row(Scope::Notes, "end G", Action::Bottom, "", "the last"),
    row(Scope::Notes, "/", Action::Search, "search", "search in all notes"),
    row(Scope::Notes, "o", Action::Place, "go there", "go to the place that the note is tied to"),
    row(Scope::Notes, "d delete", Action::Delete, "delete", "delete the note; asks first"),
    row(Scope::Notes, "u", Action::Restore, "", "bring back the note deleted last"),
    row(Scope::Notes, "e", Action::External, "", "open the note in $VISUAL or $EDITOR"),

    row(Scope::Delete, "enter y", Action::Enter, "delete", "delete it"),
    row(Scope::Delete, "esc n", Action::Back, "keep", "keep it"),

    row(Scope::Note, "esc", Action::Back, "done", "stop writing; the note is saved"),
    row(Scope::Note, "ctrl-_ alt-u", Action::Undo, "undo", "take the last change back"),
    row(Scope::Note, "ctrl-r", Action::Redo, "redo", "make it again"),
    row(Scope::Note, "ctrl-o", Action::Place, "go there", "go to the place that the note is tied to"),
    row(Scope::Note, "ctrl-x", Action::External, "$EDITOR", "go on in $VISUAL or $EDITOR"),
];
