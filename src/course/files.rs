//! Where a pack's text comes from: the binary itself, or a directory.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};

use super::problem::Problem;

static EMBEDDED: Dir<'_> = include_dir!("$CARGO_MANIFEST_DIR/content");

/// Deepest directory of a pack: `LESSON/scenarios`.
const DEPTH: usize = 2;

/// The TOML files of a pack by their path relative to it, with `/` between the parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files(
    /// Path to text.
    pub BTreeMap<String, String>,
);

impl Files {
    /// The pack that is part of the binary.
    pub fn embedded() -> Self {
        let mut files = Self::default();
        files.embed(&EMBEDDED);
        files
    }

    fn embed(&mut self, dir: &Dir<'_>) {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(dir) => self.embed(dir),
                DirEntry::File(file) => {
                    let path = file.path();
                    if let (true, Some(text)) = (is_toml(path), file.contents_utf8()) {
                        self.0.insert(slashed(path), text.to_owned());
                    }
                }
            }
        }
    }

    /// The pack in the directory `root`. Files that are not TOML are left alone.
    ///
    /// # Errors
    /// A [`Problem`] for each file or directory that cannot be read, or is not UTF-8.
    pub fn read(root: &Path) -> Result<Self, Vec<Problem>> {
        let mut files = Self::default();
        let mut problems = Vec::new();
        files.read_dir(root, Path::new(""), 0, &mut problems);
        if problems.is_empty() {
            Ok(files)
        } else {
            Err(problems)
        }
    }

    fn read_dir(&mut self, root: &Path, inner: &Path, depth: usize, problems: &mut Vec<Problem>) {
        let dir = root.join(inner);
        let entries = fs::read_dir(&dir).and_then(|entries| {
            let paths = entries.map(|entry| Ok(entry?.path()));
            paths.collect::<std::io::Result<Vec<PathBuf>>>()
        });
        let mut paths = match entries {
            Ok(paths) => paths,
            Err(error) => {
                let remedy = "Name a directory with a course.toml in it that you may read";
                problems.push(unreadable(&dir, &error.to_string(), remedy));
                return;
            }
        };
        paths.sort();
        for path in paths {
            let Some(name) = path.file_name() else {
                continue;
            };
            let inner = inner.join(name);
            if path.is_dir() {
                if depth < DEPTH {
                    self.read_dir(root, &inner, depth + 1, problems);
                }
            } else if is_toml(&path) {
                self.read_file(&path, &inner, problems);
            }
        }
    }

    fn read_file(&mut self, path: &Path, inner: &Path, problems: &mut Vec<Problem>) {
        match fs::read_to_string(path) {
            Ok(text) => {
                self.0.insert(slashed(inner), text);
            }
            Err(error) if error.kind() == std::io::ErrorKind::InvalidData => {
                let remedy = "Save the file in UTF-8";
                problems.push(unreadable(path, "it is not UTF-8", remedy));
            }
            Err(error) => {
                let remedy = "Make the file readable, or take it out of the pack";
                problems.push(unreadable(path, &error.to_string(), remedy));
            }
        }
    }
}

fn unreadable(path: &Path, why: &str, remedy: &str) -> Problem {
    Problem {
        file: path.display().to_string(),
        line: None,
        what: format!("Cannot be read: {why}"),
        remedy: remedy.to_owned(),
    }
}

fn is_toml(path: &Path) -> bool {
    path.extension()
        .is_some_and(|extension| extension == "toml")
}

fn slashed(path: &Path) -> String {
    let parts = path
        .components()
        .map(|part| part.as_os_str().to_string_lossy());
    parts.collect::<Vec<_>>().join("/")
}
