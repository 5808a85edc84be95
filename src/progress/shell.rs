//! Command lines that can be copied into a shell as they stand.

use std::ffi::OsStr;
use std::path::Path;

use super::store::default_path;
use crate::text::clean_line;

/// A command line of ours, which names the progress file where that is not the usual one; with `ascii`, in ASCII alone.
pub fn command(what: &str, progress: &Path, ascii: bool) -> String {
    if default_path().as_deref() == Some(progress) {
        return format!("token34 {what}");
    }
    // As one word, so that a name that begins with a dash is no option.
    format!("token34 {what} --progress={}", quoted(progress, ascii))
}

/// A path as a word of the shell. What would not come back from a screen as it is, such as a line break, a character that
/// nobody sees, or a byte that is no text, stands in it as a number: that is how bash, zsh and ksh read `$'…'`.
pub fn quoted(path: &Path, ascii: bool) -> String {
    let is_plain = |c: char| c.is_alphanumeric() || "/._-+=:@%,".contains(c);
    let text = path.to_str();
    match text.filter(|text| clean_line(text) == *text && (text.is_ascii() || !ascii)) {
        Some(text) if !text.is_empty() && text.chars().all(is_plain) => text.to_owned(),
        Some(text) if !cfg!(windows) => format!("'{}'", text.replace('\'', "'\\''")),
        None if !cfg!(windows) => escaped(path.as_os_str()),
        _ => format!("\"{}\"", path.display()),
    }
}

fn escaped(path: &OsStr) -> String {
    let bytes = path.as_encoded_bytes().iter();
    let signs = bytes.map(|byte| match byte {
        b'\'' | b'\\' => format!("\\{}", char::from(*byte)),
        b' '..=b'~' => char::from(*byte).to_string(),
        _ => format!("\\x{byte:02x}"),
    });
    format!("$'{}'", signs.collect::<String>())
}

#[cfg(all(test, unix))]
mod tests {
    use std::os::unix::ffi::OsStrExt as _;

    use super::*;

    #[test]
    fn a_word_comes_back_from_the_screen_as_the_path_that_it_was() {
        let table: [(&[u8], &str, &str); 9] = [
            (b"/plain/p.toml", "/plain/p.toml", "/plain/p.toml"),
            (b"", "''", "''"),
            (b"-dash", "-dash", "-dash"),
            (b"a b", "'a b'", "'a b'"),
            (b"it's", "'it'\\''s'", "'it'\\''s'"),
            ("j\u{f6}rgen".as_bytes(), "j\u{f6}rgen", r"$'j\xc3\xb6rgen'"),
            (
                b"new\nline\t\x1b[2J'\\",
                r"$'new\x0aline\x09\x1b[2J\'\\'",
                r"$'new\x0aline\x09\x1b[2J\'\\'",
            ),
            (
                "a\u{200b}b\u{202e}".as_bytes(),
                r"$'a\xe2\x80\x8bb\xe2\x80\xae'",
                r"$'a\xe2\x80\x8bb\xe2\x80\xae'",
            ),
            (b"no\xffa", r"$'no\xffa'", r"$'no\xffa'"),
        ];
        for (bytes, word, in_ascii) in table {
            let path = Path::new(OsStr::from_bytes(bytes));
            assert_eq!(
                (quoted(path, false), quoted(path, true)),
                (word.to_owned(), in_ascii.to_owned())
            );
            assert_eq!(clean_line(word), word);
        }
    }
}
