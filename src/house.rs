//! Holds the map in `lib.rs` to the files: each room is on it, and arrows run downwards.

use std::{
    collections::BTreeSet,
    fs,
    path::{Path, PathBuf},
};

/// Names on the map with their depth: 0 for a room, 1 for what is in it, 2 for a screen.
fn map() -> Vec<(usize, String)> {
    let page = include_str!("lib.rs");
    let map = page.split("//! ```").nth(1).unwrap();
    map.lines()
        .skip(1)
        .flat_map(|line| {
            let line = line.trim_start_matches("//! ");
            let names = line.trim_start().split("  ").next().unwrap();
            let depth = (line.len() - line.trim_start().len()) / 2;
            names.split(' ').map(move |name| (depth, name.to_owned()))
        })
        .filter(|(_, name)| !name.is_empty())
        .collect()
}

/// The paths on the map, such as `tui/screen/home`.
fn mapped() -> BTreeSet<String> {
    let mut above: Vec<String> = Vec::new();
    let mut paths = BTreeSet::new();
    for (depth, name) in map() {
        above.truncate(depth);
        above.push(name);
        paths.insert(above.join("/"));
    }
    paths
}

fn source() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("src")
}

/// The modules in a directory of the source, as paths on the map.
fn modules(dir: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(source().join(dir)).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    let files = paths.filter(|path| path.extension().is_some_and(|end| end == "rs"));
    let names = files.map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned());
    names
        .filter(|name| !matches!(name.as_str(), "lib" | "house" | "tests"))
        .map(|name| {
            Path::new(dir)
                .join(name)
                .to_str()
                .unwrap()
                .replace('\\', "/")
        })
        .collect()
}

/// Every Rust file below a module of the source, and the module itself.
fn files_of(module: &str) -> Vec<PathBuf> {
    let mut files = vec![source().join(module).with_extension("rs")];
    let mut dirs = vec![source().join(module)];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                dirs.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                files.push(path);
            }
        }
    }
    files
}

/// The first names behind each `before`, such as those of `crate::text::clean` and `crate::{course, text}`.
fn names_behind<'a>(before: &str, code: &'a str) -> BTreeSet<&'a str> {
    fn first(path: &str) -> Option<&str> {
        path.trim().split(|c: char| !c.is_alphanumeric()).next()
    }
    let mut names = BTreeSet::new();
    for path in code.split(before).skip(1) {
        let Some(list) = path.strip_prefix('{') else {
            names.extend(first(path));
            continue;
        };
        let mut depth = 1;
        for part in list.split_inclusive(['{', '}', ',']) {
            if depth == 1 {
                names.extend(first(part));
            }
            depth += part.matches('{').count();
            depth -= part.matches('}').count();
            if depth == 0 {
                break;
            }
        }
    }
    names
}

#[test]
fn every_room_is_on_the_map_and_nothing_else() {
    let rooms = modules("");
    let inner = rooms.iter().flat_map(|room| match source().join(room) {
        dir if dir.is_dir() => modules(room),
        _ => BTreeSet::new(),
    });
    let mut found: BTreeSet<String> = rooms.iter().cloned().chain(inner).collect();
    found.extend(modules("tui/screen"));
    let mapped = mapped();
    let missing: Vec<_> = found.difference(&mapped).collect();
    let gone: Vec<_> = mapped.difference(&found).collect();
    assert!(
        missing.is_empty() && gone.is_empty(),
        "{missing:?} {gone:?}"
    );
}

#[test]
fn arrows_run_downwards() {
    let rooms: Vec<String> = map()
        .into_iter()
        .filter_map(|(depth, name)| (depth == 0).then_some(name))
        .collect();
    for (place, room) in rooms.iter().enumerate() {
        for file in files_of(room) {
            let code = fs::read_to_string(&file).unwrap();
            let named = names_behind("crate::", &code);
            let above = rooms[..place]
                .iter()
                .find(|room| named.contains(room.as_str()));
            assert_eq!(above, None, "named in {}", file.display());
        }
    }
}

#[test]
fn screens_do_not_know_each_other() {
    let shared = ["tui/screen/door", "tui/screen/place"];
    let screens: Vec<String> = modules("tui/screen")
        .into_iter()
        .filter(|screen| !shared.contains(&screen.as_str()))
        .collect();
    for screen in &screens {
        for (nth, file) in files_of(screen).iter().enumerate() {
            let code = fs::read_to_string(file).unwrap();
            let mut named = names_behind("screen::", &code);
            // In the screen's own file; further down, `super` is the screen itself.
            if nth == 0 {
                named.extend(names_behind("super::", &code));
            }
            let other = screens
                .iter()
                .find(|other| *other != screen && named.contains(&other["tui/screen/".len()..]));
            assert_eq!(other, None, "named in {}", file.display());
        }
    }
}
