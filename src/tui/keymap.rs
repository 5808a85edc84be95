//! One table: which key does what where, what the footer says of it, and what the help page says.
//!
//! ```text
//!  action scope   what a key can mean, and where
//!  home read …    the rows of the table, a file a screen
//!  names event    keys by their names, and as the terminal sends them
//! ```

mod action;
mod event;
mod everywhere;
mod home;
mod lab;
mod names;
mod notes;
mod practice;
mod read;
mod scope;
mod watch;

pub use action::Action;
pub use event::{key, mouse};
pub use names::{parse, shown};
pub use scope::Scope;

use super::message::Key;

/// A row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Binding {
    /// Where it counts.
    pub scope: Scope,
    /// The keys, separated by blanks, as [`parse`] reads them.
    pub keys: &'static str,
    /// What they do.
    pub action: Action,
    /// What the footer says, in a word or two; empty: nothing.
    pub hint: &'static str,
    /// What the help page says; empty: what it says of the row above holds for this one, too.
    pub help: &'static str,
}

const fn row(
    scope: Scope,
    keys: &'static str,
    action: Action,
    hint: &'static str,
    help: &'static str,
) -> Binding {
    Binding {
        scope,
        keys,
        action,
        hint,
        help,
    }
}
/// The table, a file a screen. Within a scope, the first rows come first in the footer.
const TABLE: &[&[Binding]] = &[
    home::ROWS,
    read::ROWS,
    watch::ROWS,
    lab::ROWS,
    practice::ROWS,
    notes::ROWS,
    everywhere::ROWS,
];

/// Every row of the table.
pub fn all() -> impl Iterator<Item = &'static Binding> {
    TABLE.iter().copied().flatten()
}

/// The rows of a scope, in order.
pub fn rows(scope: Scope) -> impl Iterator<Item = &'static Binding> {
    all().filter(move |binding| binding.scope == scope)
}

/// What `key` means in `scope`, or else in the one that it is within; rows of [`Scope::Everywhere`] are not looked at unless
/// asked for.
pub fn action(scope: Scope, key: Key) -> Option<Action> {
    rows(scope)
        .find(|binding| binding.keys.split(' ').any(|name| parse(name) == Some(key)))
        .map(|binding| binding.action)
        .or_else(|| action(scope.within()?, key))
}

/// Whether `key` begins the words that `scope` awaits. The signs that ask for help and for the search begin none.
pub fn begins_words(scope: Scope, key: Key) -> bool {
    let typed = key.typed().is_some_and(|c| !c.is_whitespace());
    let asks = matches!(
        action(Scope::Everywhere, key),
        Some(Action::Help | Action::Search)
    );
    scope.awaits_words() && typed && !asks
}

/// Whether every key of a row begins the words that `scope` awaits.
pub fn only_begins_words(scope: Scope, row: &Binding) -> bool {
    let mut keys = row.keys.split(' ').filter_map(parse);
    keys.all(|key| begins_words(scope, key))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_key_of_the_table_has_a_name_that_reads() {
        for binding in all() {
            for name in binding.keys.split(' ') {
                assert!(parse(name).is_some(), "`{name}` in {:?}", binding.scope);
            }
        }
    }

    #[test]
    fn no_key_means_two_things_in_one_scope() {
        let mut seen = std::collections::BTreeSet::new();
        for binding in all() {
            for name in binding.keys.split(' ') {
                let place = format!("{:?} {name}", binding.scope);
                assert!(seen.insert(place.clone()), "{place} stands twice");
            }
        }
    }
}
