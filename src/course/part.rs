//! What has a file of its own, and is read when it is first asked for.

use std::borrow::Cow;
use std::ops::Deref;
use std::sync::OnceLock;

use super::block::Scope;
use super::problem::{Problem, Reader};

/// How a file becomes a `T`; `None` when it is none, with the reason noted.
pub(super) type Read<T> = fn(&mut Reader<'_>, id: &str, scope: &mut Scope) -> Option<T>;

/// Something of a pack that has a file of its own. A start needs the names of things and seldom the things, so the file is
/// read when somebody looks into it; [`super::Pack::parse`] reads all of them at once, for what is wrong with them.
#[derive(Clone, Debug)]
pub struct Part<T> {
    /// Stable id: the name of the file without `.toml`.
    pub id: String,
    file: String,
    text: Cow<'static, str>,
    read: Read<T>,
    content: OnceLock<T>,
}

impl<T: Default> Part<T> {
    /// The part whose file holds `text`.
    pub(super) fn new(id: &str, file: String, text: Cow<'static, str>, read: Read<T>) -> Self {
        Self {
            id: id.to_owned(),
            file,
            text,
            read,
            content: OnceLock::new(),
        }
    }

    /// A part that has no file, and is empty.
    pub(super) fn absent(id: &str, read: Read<T>) -> Self {
        let part = Self::new(id, String::new(), Cow::Borrowed(""), read);
        part.content.get_or_init(T::default);
        part
    }

    /// Reads the file now, and notes what is wrong with it.
    pub(super) fn judge(&mut self, scope: &mut Scope, problems: &mut Vec<Problem>) {
        if self.content.get().is_none() {
            let content = self.parse(scope, problems);
            self.content.get_or_init(|| content);
        }
    }

    /// Puts other content in its place.
    pub fn set(&mut self, content: T) {
        self.content = OnceLock::from(content);
    }

    /// The file, relative to the pack; empty when there is none.
    pub fn file(&self) -> &str {
        &self.file
    }

    fn parse(&self, scope: &mut Scope, problems: &mut Vec<Problem>) -> T {
        let mut reader = Reader::new(&self.file, &self.text, problems);
        (self.read)(&mut reader, &self.id, scope).unwrap_or_default()
    }
}

impl<T: Default> Deref for Part<T> {
    type Target = T;

    fn deref(&self) -> &T {
        // What is wrong was told when the pack was judged; the one in the binary is judged by a test.
        let unheard = || self.parse(&mut Scope::default(), &mut Vec::new());
        self.content.get_or_init(unheard)
    }
}

impl<T: Default + PartialEq> PartialEq for Part<T> {
    fn eq(&self, other: &Self) -> bool {
        self.id == other.id && **self == **other
    }
}
