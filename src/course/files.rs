//! Where a pack's text comes from: the binary itself, or a directory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};

use super::problem::Problem;

static EMBEDDED: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/content");

/// Deepest directory of a pack, such as `LESSON/scenarios`.
const DEPTH: usize = 2;

/// Largest file that is read, in bytes; a long lesson has some ten thousand.
const LARGEST: u64 = 4 << 20;

/// The TOML files of a pack by their path relative to it, with `/` between the parts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Files(
    /// Path to text.
    pub BTreeMap<String, Cow<'static, str>>,
);

impl Files {
    /// The pack that is part of the binary.
    pub fn embedded() -> Self {
        let mut files = Self::default();
        files.embed(&EMBEDDED);
        files
    }

    fn embed(&mut self, dir: &'static Dir<'static>) {
        for entry in dir.entries() {
            match entry {
                DirEntry::Dir(dir) => self.embed(dir),
                DirEntry::File(file) => {
                    let path = file.path();
                    if let (true, Some(text)) = (is_toml(path), file.contents_utf8()) {
                        self.0.insert(slashed(path), Cow::Borrowed(text));
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
            paths.collect::<io::Result<Vec<PathBuf>>>()
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
        match read_text(path) {
            Ok(text) => {
                self.0.insert(slashed(inner), Cow::Owned(text));
            }
            Err((why, remedy)) => problems.push(unreadable(path, &why, remedy)),
        }
    }
}

/// The text of a file, or why there is none and what to do.
fn read_text(path: &Path) -> Result<String, (String, &'static str)> {
    let failed = |error: io::Error| match error.kind() {
        io::ErrorKind::InvalidData => ("it is not UTF-8".to_owned(), "Save the file in UTF-8"),
        _ => (
            error.to_string(),
            "Make the file readable, or take it out of the pack",
        ),
    };
    // Asked before it is opened: a pipe would wait for its other end.
    let metadata = fs::metadata(path).map_err(failed)?;
    if !metadata.is_file() {
        let why = "it is no ordinary file".to_owned();
        return Err((why, "Take it out of the pack"));
    }
    if metadata.len() > LARGEST {
        let why = format!("it is larger than {} MiB", LARGEST >> 20);
        return Err((why, "Divide it into several lessons"));
    }
    fs::read_to_string(path).map_err(failed)
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_cannot_be_read_is_named_with_a_remedy() {
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        fs::write(at("latin.toml"), b"title = \"caf\xe9\"").unwrap();
        fs::File::create(at("large.toml"))
            .unwrap()
            .set_len(LARGEST + 1)
            .unwrap();
        fs::write(at("course.toml"), "").unwrap();
        fs::write(at("notes.txt"), b"\xff").unwrap();
        let problems = Files::read(dir.path()).unwrap_err();
        let mut told: Vec<_> = problems
            .iter()
            .map(|problem| (problem.what.as_str(), problem.remedy.as_str()))
            .collect();
        let wanted = [
            (
                "Cannot be read: it is larger than 4 MiB",
                "Divide it into several lessons",
            ),
            ("Cannot be read: it is not UTF-8", "Save the file in UTF-8"),
        ];
        told.sort_unstable();
        assert_eq!(told, wanted);
    }

    #[cfg(unix)]
    #[test]
    fn a_socket_is_not_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        let _socket =
            std::os::unix::net::UnixListener::bind(dir.path().join("course.toml")).unwrap();
        let problems = Files::read(dir.path()).unwrap_err();
        assert_eq!(problems[0].what, "Cannot be read: it is no ordinary file");
    }
}
