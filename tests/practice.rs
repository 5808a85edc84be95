//! Practice with every kind of question, as a learner meets it: pictures of each kind asked and explained, and what each
//! key does.

mod stage;

use stage::Stage;
use token34::progress::Record;

const SIZES: [(u16, u16); 2] = [(80, 24), (44, 14)];

/// The keys that lead to the round of one kind, from Home: the kinds stand below the four sets.
fn to(kind: &str) -> String {
    let kinds = token34::course::Ask::KINDS;
    let above = kinds.iter().take_while(|one| **one != kind).count();
    format!("4 home {} enter", "down ".repeat(4 + above))
}

fn open(size: (u16, u16)) -> Stage {
    Stage::kinds(Record::default(), size)
}

fn pictures(name: &str, keys: &str) {
    for size in SIZES {
        let mut stage = open(size);
        stage.press(keys);
        insta::assert_snapshot!(format!("{name}-{}x{}", size.0, size.1), stage.screen());
    }
}

#[test]
fn every_kind_is_asked_and_explained() {
    pictures("menu", "4");
    let kinds = [
        ("recall", "space", "2 1 space"),
        ("choice", "2", "3"),
        ("several", "1 4 enter", "2"),
        ("order", "space down space enter", "1"),
        ("match", "1 2 3 4 enter", "3"),
        ("condition", "enter 'fence < $2' enter", "3"),
        ("predict", "1", "2"),
        ("flaw", "down enter", "3"),
    ];
    for (kind, answer, sure) in kinds {
        let to = to(kind);
        pictures(&format!("{kind}-asked"), &to);
        pictures(&format!("{kind}-sure"), &format!("{to} {answer}"));
        pictures(&format!("{kind}-told"), &format!("{to} {answer} {sure}"));
    }
}
