//! The text of a condition to words and signs, and what people write that has no place in one.

use super::Error;

/// Types that whole numbers may be cast to: none of them changes a value.
const WHOLE: [&str; 9] = [
    "BIGINT", "INT", "INTEGER", "INT8", "INT4", "SMALLINT", "INT2", "NUMERIC", "DECIMAL",
];

/// Signs of other languages, and the words of SQL that they stand for here.
const FOREIGN: [(&str, &str); 9] = [
    ("<=>", "IS NOT DISTINCT FROM"),
    ("=<", "<="),
    ("=>", ">="),
    ("==", "="),
    ("&&", "AND"),
    ("||", "OR"),
    ("≤", "<="),
    ("≥", ">="),
    ("≠", "<>"),
];

/// Words and signs, in order. A placeholder of another style stands for the parameter, where there is just one.
pub(super) fn words(text: &str, parameters: &[String]) -> Result<Vec<String>, Error> {
    let mut words = Vec::new();
    let mut rest = skipped(text)?;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '\'' => {
                let (number, length) = quoted(rest)?;
                words.push(number);
                length
            }
            ':' if rest.starts_with("::") => cast(rest)?,
            ';' if skipped(&rest[1..])?.is_empty() => 1,
            ';' => return Err(Error::More),
            '?' | '%' | ':' | '@' if placeholder(rest) > 0 => {
                let length = placeholder(rest);
                let [only] = parameters else {
                    let (wrote, known) = (rest[..length].to_owned(), parameters.join(", "));
                    return Err(Error::Placeholder(wrote, known));
                };
                words.push(only.clone());
                length
            }
            _ => {
                let length = plain(rest, first)?;
                words.push(rest[..length].to_owned());
                length
            }
        };
        rest = skipped(&rest[length..])?;
    }
    Ok(words)
}

/// The length of a word or a sign.
fn plain(rest: &str, first: char) -> Result<usize, Error> {
    if let Some((sign, sql)) = FOREIGN.iter().find(|(sign, _)| rest.starts_with(sign)) {
        return Err(Error::Foreign((*sign).to_owned(), (*sql).to_owned()));
    }
    if first == '$' || is_word(first) {
        let tail = &rest[first.len_utf8()..];
        return Ok(first.len_utf8() + tail.find(|c| !is_word(c)).unwrap_or(tail.len()));
    }
    if ["<=", ">=", "<>", "!="]
        .iter()
        .any(|sign| rest.starts_with(sign))
    {
        return Ok(2);
    }
    match first {
        '<' | '>' | '=' | '(' | ')' | ',' | '+' | '-' => Ok(1),
        '!' => Err(Error::Foreign("!".to_owned(), "NOT".to_owned())),
        '*' | '/' | '%' => Err(Error::Needless(first.to_string())),
        _ => Err(Error::Stray(first.to_string())),
    }
}

fn is_word(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_' || c == '.'
}

/// The text from its next word on: space and comments are passed over.
fn skipped(text: &str) -> Result<&str, Error> {
    let mut rest = text.trim_start();
    loop {
        rest = if let Some(comment) = rest.strip_prefix("--") {
            comment.find('\n').map_or("", |end| &comment[end..])
        } else if let Some(comment) = rest.strip_prefix("/*") {
            let end = comment.find("*/").ok_or(Error::Short)?;
            &comment[end + 2..]
        } else {
            return Ok(rest);
        }
        .trim_start();
    }
}

/// A number in quotes, which a database takes for the number, and its length with the quotes.
fn quoted(rest: &str) -> Result<(String, usize), Error> {
    let inner = rest[1..].split('\'').next().unwrap_or_default();
    let whole = !inner.is_empty() && inner.bytes().all(|byte| byte.is_ascii_digit());
    let closed = rest[1 + inner.len()..].starts_with('\'');
    match whole && closed {
        true => Ok((inner.to_owned(), inner.len() + 2)),
        false => Err(Error::Text(format!("'{inner}'"))),
    }
}

/// The length of `::bigint`.
fn cast(rest: &str) -> Result<usize, Error> {
    let tail = rest[2..].trim_start();
    let name = tail.find(|c| !is_word(c)).map_or(tail, |end| &tail[..end]);
    is_whole(name)?;
    Ok(rest.len() - tail.len() + name.len())
}

/// Whether whole numbers can be cast to this type.
pub(super) fn is_whole(kind: &str) -> Result<(), Error> {
    match WHOLE.iter().any(|whole| whole.eq_ignore_ascii_case(kind)) {
        true => Ok(()),
        false => Err(Error::Cast(kind.to_owned())),
    }
}

/// The length of `?`, `:token`, `@token`, `%s` or `%(token)s`; 0 for anything else.
fn placeholder(rest: &str) -> usize {
    let name = |tail: &str| tail.find(|c| !is_word(c)).unwrap_or(tail.len());
    if rest.starts_with('?') || rest.starts_with("%(") {
        return match rest.find(")s") {
            Some(end) if rest.starts_with("%(") => end + 2,
            _ => usize::from(rest.starts_with('?')),
        };
    }
    match name(&rest[1..]) {
        0 => 0,
        length if rest.starts_with('%') && &rest[1..=length] != "s" => 0,
        length => 1 + length,
    }
}
