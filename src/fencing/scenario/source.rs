//! A scenario as serde sees it, and where in it a mistake is.

use serde::Deserialize;
use toml::Spanned;

use super::super::timeline::Millis;
use super::ScenarioError;
use crate::text::clean_line;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Source {
    pub(super) format: Spanned<u32>,
    pub(super) id: String,
    pub(super) title: Spanned<String>,
    #[serde(default)]
    pub(super) group: Option<Spanned<String>>,
    pub(super) summary: Spanned<String>,
    pub(super) lock: Spanned<String>,
    #[serde(default)]
    pub(super) check: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) fence_on_read: bool,
    #[serde(default)]
    pub(super) null_fence: bool,
    #[serde(default)]
    pub(super) idempotency_key: bool,
    #[serde(default)]
    pub(super) next_token: Option<Spanned<i64>>,
    #[serde(default)]
    pub(super) plain_delete: bool,
    #[serde(default = "yes")]
    pub(super) rereads: bool,
    #[serde(default)]
    pub(super) retries: bool,
    #[serde(default)]
    pub(super) ends_with_transaction: bool,
    #[serde(default = "yes")]
    pub(super) tokens: bool,
    #[serde(default)]
    pub(super) own_clock: bool,
    #[serde(default)]
    pub(super) ttl: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) latency: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) storage_latency: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) retry: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) timeout: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) keepalive: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) lag: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) until: Option<Spanned<String>>,
    #[serde(rename = "client")]
    pub(super) clients: Vec<Spanned<ClientSource>>,
    #[serde(default, rename = "fault")]
    pub(super) faults: Vec<Spanned<FaultSource>>,
    #[serde(default, rename = "caption")]
    pub(super) captions: Vec<Spanned<CaptionSource>>,
    pub(super) expect: std::collections::BTreeMap<String, Spanned<String>>,
}

fn yes() -> bool {
    true
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct ClientSource {
    pub(super) name: Spanned<String>,
    pub(super) start: Spanned<String>,
    pub(super) plan: Vec<Spanned<String>>,
    #[serde(default)]
    pub(super) ttl: Option<Spanned<String>>,
    #[serde(default = "yes")]
    pub(super) renews: bool,
    #[serde(default)]
    pub(super) lock: u8,
    #[serde(default)]
    pub(super) resource: u8,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct FaultSource {
    pub(super) kind: Spanned<String>,
    #[serde(default)]
    pub(super) client: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) node: Option<Spanned<u8>>,
    pub(super) at: Spanned<String>,
    #[serde(default)]
    pub(super) lasts: Option<Spanned<String>>,
    #[serde(default)]
    pub(super) label: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct CaptionSource {
    pub(super) event: Spanned<String>,
    #[serde(default)]
    pub(super) client: Option<Spanned<String>>,
    pub(super) text: Spanned<String>,
}

/// What the TOML reader found wrong with a file, in words of a reader and not of a programmer, and what to write instead.
pub(crate) fn toml_mistake(error: &toml::de::Error) -> (String, &'static str) {
    let message = error.message().trim().trim_end_matches('.');
    let remedy = if message.starts_with("unknown field") {
        "take the key out, or write one of those that are expected"
    } else if message.starts_with("missing field") {
        "add the key to the table that begins here"
    } else if message.starts_with("invalid type") && message.ends_with("expected a string") {
        "write it as a string, in quotation marks"
    } else if message.starts_with("invalid type") || message.starts_with("invalid value") {
        "write a value of the type that is expected"
    } else {
        "mend the TOML here; https://toml.io/en/v1.0.0 says how it is written"
    };
    let numbers = [
        ("expected u8", "expected a whole number from 0 to 255"),
        ("expected u16", "expected a whole number from 0 to 65535"),
        ("expected u32", "expected a whole number, 0 or above"),
        ("expected usize", "expected a whole number, 0 or above"),
        ("expected i64", "expected a whole number"),
    ];
    let number = numbers.iter().find_map(|(type_name, words)| {
        let begin = message.strip_suffix(type_name)?;
        Some(format!("{begin}{words}"))
    });
    (number.unwrap_or_else(|| message.to_owned()), remedy)
}

/// Points at a place of the source.
pub(super) struct Place<'s> {
    pub(super) file: &'s str,
    pub(super) toml: &'s str,
}

impl Place<'_> {
    pub(super) fn error(&self, at: usize, what: impl Into<String>) -> ScenarioError {
        let line = 1 + self
            .toml
            .bytes()
            .take(at)
            .filter(|byte| *byte == b'\n')
            .count();
        ScenarioError {
            file: self.file.to_owned(),
            line,
            what: what.into(),
        }
    }

    /// A text on one line that is not empty.
    pub(super) fn line(&self, text: &Spanned<String>) -> Result<String, ScenarioError> {
        let line = clean_line(text.get_ref().trim());
        if line.trim().is_empty() {
            return Err(self.error(text.span().start, "this text is empty: write it"));
        }
        Ok(line)
    }

    /// The names of the clients, which tell them apart.
    pub(super) fn names(
        &self,
        clients: &[Spanned<ClientSource>],
    ) -> Result<Vec<String>, ScenarioError> {
        let mut names = Vec::new();
        for client in clients {
            let text = &client.get_ref().name;
            let name = self.line(text)?;
            if names.contains(&name) {
                let what = format!("two clients are called `{name}`: give each its own name");
                return Err(self.error(text.span().start, what));
            }
            names.push(name);
        }
        Ok(names)
    }

    pub(super) fn time(&self, text: &Spanned<String>) -> Result<Millis, ScenarioError> {
        parse_time(text.get_ref()).ok_or_else(|| {
            let what = format!(
                "`{}` is not a time: write a number that is not negative and a unit, such as \"10 s\", \"50 ms\" or \"2 min\"",
                text.get_ref()
            );
            self.error(text.span().start, what)
        })
    }

    pub(super) fn time_or(
        &self,
        text: Option<&Spanned<String>>,
        default: Millis,
    ) -> Result<Millis, ScenarioError> {
        text.map_or(Ok(default), |text| self.time(text))
    }

    pub(super) fn client(
        &self,
        names: &[String],
        name: &Spanned<String>,
    ) -> Result<u8, ScenarioError> {
        let at = names.iter().position(|known| known == name.get_ref());
        at.map(|at| at as u8).ok_or_else(|| {
            let known = names.join(", ");
            self.error(
                name.span().start,
                format!(
                    "there is no client `{}`: write one of {known}",
                    name.get_ref()
                ),
            )
        })
    }

    pub(super) fn named<T>(
        &self,
        text: &Spanned<String>,
        what: &str,
        known: &[(&'static str, T)],
    ) -> Result<T, ScenarioError>
    where
        T: Copy,
    {
        known
            .iter()
            .find(|(name, _)| name == text.get_ref())
            .map(|(_, value)| *value)
            .ok_or_else(|| {
                let names: Vec<&str> = known.iter().map(|(name, _)| *name).collect();
                let what = format!(
                    "there is no {what} `{}`: write one of {}",
                    text.get_ref(),
                    names.join(", ")
                );
                self.error(text.span().start, what)
            })
    }
}

/// `10 s`, `1.5 s`, `50 ms`, `2 min` in milliseconds; `None` for anything else.
fn parse_time(text: &str) -> Option<Millis> {
    let text = text.trim();
    let split = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
    let (number, unit) = text.split_at(split);
    let unit = match unit.trim() {
        "ms" => 1.0,
        "s" => 1_000.0,
        "min" => 60_000.0,
        _ => return None,
    };
    let millis = number.parse::<f64>().ok()? * unit;
    (millis <= 3_600_000.0).then_some(millis.round() as Millis)
}
