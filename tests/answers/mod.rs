//! Keys that lead to a question of each kind of the pack in `tests/kinds`, and answer it.

use token34::{course::Ask, progress::Grade};

/// Each kind, and keys that answer its question. The order in which things are shown is the same each time.
pub(crate) const ANSWERS: [(&str, &str, Grade, &str); 8] = [
    (
        "recall",
        "space 3 1 3 enter",
        Grade::Partly,
        "point-1 point-3",
    ),
    ("choice", "2 3", Grade::Missed, "asks"),
    ("several", "1 2 enter 3", Grade::Knew, "rises compares"),
    (
        "order",
        "down space up space enter 3",
        Grade::Missed,
        "grant-a write-b write-a pause grant-b",
    ),
    (
        "match",
        "2 3 1 1 enter 3",
        Grade::Knew,
        "etcd=etcd zookeeper=zookeeper redlock=redlock random=redlock",
    ),
    ("condition", "'$2 >= fence' enter 3", Grade::Knew, "at-most"),
    ("predict", "down down enter 3", Grade::Knew, "refused"),
    ("flaw", "down enter 3", Grade::Knew, "check"),
];

/// The keys that lead to the round of one kind, from Home: the kinds stand below the five sets.
pub(crate) fn to(kind: &str) -> String {
    let above = Ask::KINDS.iter().take_while(|one| **one != kind).count();
    format!("4 home {} enter", "down ".repeat(5 + above))
}
