//! A scenario as serde sees it, and where in it a mistake is.

use serde::Deserialize;
use toml::Spanned;

use super::super::timeline::Millis;
use super::ScenarioError;

#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
pub(super) struct Source {
    pub(super) format: Spanned<u32>,
    pub(super) id: String,
    pub(super) title: String,
    #[serde(default)]
    pub(super) group: Option<String>,
    pub(super) summary: String,
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
    pub(super) next_token: Option<Spanned<u16>>,
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
    pub(super) name: String,
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
    pub(super) text: String,
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
