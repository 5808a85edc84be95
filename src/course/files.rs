//! Where a pack's text comes from: the binary itself, or a directory.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use include_dir::{Dir, DirEntry, include_dir};

use super::ordinary::read_ordinary;
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
    let bytes = read_ordinary(path, LARGEST).map_err(|error| {
        let remedy = match error.kind() {
            io::ErrorKind::FileTooLarge => "Divide it into several lessons",
            io::ErrorKind::InvalidInput => "Take it out of the pack",
            _ => "Make the file readable, or take it out of the pack",
        };
        (error.to_string(), remedy)
    })?;
    String::from_utf8(bytes).map_err(|_| ("it is not UTF-8".to_owned(), "Save the file in UTF-8"))
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
    fn what_is_no_ordinary_file_is_not_waited_for() {
        use std::os::unix::{fs::symlink, net::UnixListener};
        let dir = tempfile::tempdir().unwrap();
        let at = |name: &str| dir.path().join(name);
        let pipe = at("pipe.toml");
        let made = std::process::Command::new("mkfifo").arg(&pipe).status();
        assert!(made.unwrap().success());
        let _socket = UnixListener::bind(at("socket.toml")).unwrap();
        symlink("/dev/zero", at("zero.toml")).unwrap();
        symlink("pipe.toml", at("to-pipe.toml")).unwrap();
        symlink("/dev/tty", at("tty.toml")).unwrap();
        let problems = Files::read(dir.path()).unwrap_err();
        assert_eq!(problems.len(), 5);
        for problem in problems {
            let why = "Cannot be read: it is no ordinary file, but a device or a pipe";
            assert_eq!(problem.what, why);
            assert_eq!(problem.remedy, "Take it out of the pack");
        }
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_file_that_the_kernel_makes_up_is_not_waited_for() {
        let dir = tempfile::tempdir().unwrap();
        for endless in ["/proc/kmsg", "/proc/self/pagemap"] {
            let link = dir.path().join("course.toml");
            std::os::unix::fs::symlink(endless, &link).unwrap();
            // How it ends depends on the kernel and on who asks; that it does is enough, and that it takes no more than it may.
            let read = Files::read(dir.path());
            assert!(read.is_err() || endless == "/proc/kmsg", "{endless}");
            fs::remove_file(link).unwrap();
        }
    }
}
