//! What each thing looks like, by its meaning: one hue and one shape for each thing in the whole program.
//!
//! A theme is a TOML file in `assets/themes`. It names, for each [`Role`], a colour of the terminal's own sixteen and
//! one of sixteen million. The latter is used only where the terminal promises it, so that a terminal's
//! own palette, and with it the reader's eyes, is respected by default. Colour never carries meaning alone: each thing
//! has a [`Glyph`] too, and each glyph a form in ASCII.

#[cfg(test)]
mod tests;

use ratatui::style::{Color, Modifier, Style};
use serde::Deserialize;

use crate::text::to_ascii;

/// What is drawn, by meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Role {
    /// Running text.
    Text,
    /// What may be overlooked.
    Dim,
    /// Headings.
    Title,
    /// What leads the eye: the place to go on at.
    Accent,
    /// What is chosen.
    Selected,
    /// What a search found.
    Found,
    /// Client A, on every screen.
    ClientA,
    /// Client B.
    ClientB,
    /// Further clients.
    ClientC,
    /// A lease, as the lock service counts it.
    Lease,
    /// What a client thinks it holds.
    Belief,
    /// A process that stands still.
    Pause,
    /// A fencing token.
    Token,
    /// The protected resource and its fence.
    Storage,
    /// Done, accepted, safe.
    Good,
    /// Refused or lost: the only red.
    Refusal,
    /// Something to be careful about.
    Pitfall,
    /// What is not as it should be in a run: a belief that is wrong, a fault in force.
    Wrong,
    /// Code.
    Code,
    /// A keyword in code.
    Keyword,
    /// A literal or placeholder in code.
    Literal,
    /// A link.
    Link,
    /// A word that the glossary explains.
    Term,
    /// A key in a hint.
    Key,
}

/// A shape, by meaning.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Glyph {
    /// The chosen line.
    Chosen,
    /// Plays.
    Play,
    /// Stands still.
    Paused,
    /// A step of a client.
    Step,
    /// A client that waits.
    Waits,
    /// Accepted, done.
    Good,
    /// Refused.
    Refusal,
    /// Data is lost, or a promise broken: what a refusal prevents.
    Lost,
    /// Careful.
    Pitfall,
    /// A point to keep in mind.
    KeyPoint,
    /// A lease, as a bar.
    Lease,
    /// A belief, as a bar.
    Belief,
    /// A belief that is wrong, as a bar.
    Mistaken,
    /// A pause, as a hatched bar.
    Pause,
    /// A client that waits, as a bar.
    Wait,
    /// A fault that is in force, as a bar.
    Fault,
    /// The playhead.
    Playhead,
    /// A message on its way, downwards.
    Falls,
    /// A message on its way, upwards.
    Rises,
    /// A lease, downwards.
    LeaseDown,
    /// A belief, downwards.
    BeliefDown,
    /// Progress that is made, as a bar.
    Done,
    /// Progress still open, as a bar.
    Open,
    /// A bullet of a list.
    Bullet,
    /// A line that separates, across.
    Rule,
    /// A line that separates, downwards.
    Bar,
    /// Leads on, to the right.
    Right,
    /// Between a place and the one within it.
    Within,
    /// Leads back, to the left.
    Left,
    /// Up.
    Up,
    /// Down.
    Down,
    /// The key Enter.
    Enter,
    /// Between two short remarks.
    Dot,
    /// Cut off here.
    Ellipsis,
    /// An answer that was not known.
    Missed,
    /// An answer that was partly known.
    Partly,
    /// An answer that was known.
    Knew,
    /// Notes belong here.
    Note,
    /// How much there is, from 0, none, to 4.
    Amount(u8),
}

impl Glyph {
    const fn shapes(self) -> (&'static str, &'static str) {
        match self {
            Self::Chosen => ("▸", ">"),
            Self::Play => ("▶", ">"),
            Self::Paused => ("‖", "|"),
            Self::Step => ("●", "*"),
            Self::Waits => ("○", "o"),
            Self::Good => ("✓", "+"),
            Self::Refusal => ("✗", "X"),
            Self::Lost => ("↯", "#"),
            Self::Pitfall => ("▲", "!"),
            Self::KeyPoint => ("◆", "*"),
            Self::Lease => ("━", "="),
            Self::Belief => ("═", "~"),
            Self::Mistaken => ("≠", "!"),
            Self::Pause => ("░", ":"),
            Self::Wait => ("·", "."),
            Self::Fault => ("╌", "%"),
            Self::Falls => ("▼", "v"),
            Self::Rises => ("▲", "^"),
            Self::LeaseDown => ("┃", "H"),
            Self::BeliefDown => ("║", "~"),
            Self::Playhead => ("┃", "|"),
            Self::Done => ("━", "="),
            Self::Open => ("─", "-"),
            Self::Bullet => ("•", "*"),
            Self::Rule => ("─", "-"),
            Self::Bar => ("│", "|"),
            Self::Right => ("→", ">"),
            Self::Within => ("›", "/"),
            Self::Left => ("←", "<"),
            Self::Up => ("↑", "^"),
            Self::Down => ("↓", "v"),
            Self::Enter => ("↵", "Enter"),
            Self::Dot => ("·", "-"),
            Self::Ellipsis => ("…", "~"),
            Self::Missed => ("○", "o"),
            Self::Partly => ("◐", "%"),
            Self::Knew => ("●", "*"),
            Self::Note => ("✎", "&"),
            Self::Amount(0) => ("·", "."),
            Self::Amount(1) => ("▂", "-"),
            Self::Amount(2) => ("▄", "="),
            Self::Amount(3) => ("▆", "#"),
            Self::Amount(_) => ("█", "@"),
        }
    }
}

/// How many colours the terminal promises.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Depth {
    /// None: bold, underline and reverse alone.
    None,
    /// The terminal's own sixteen.
    #[default]
    Sixteen,
    /// Sixteen million.
    True,
}

impl Depth {
    /// What the environment promises: `NO_COLOR` forbids, `COLORTERM` allows, the rest is sixteen.
    pub fn from_env(var: impl Fn(&str) -> Option<String>) -> Self {
        if var("NO_COLOR").is_some_and(|value| !value.is_empty()) {
            return Self::None;
        }
        match var("COLORTERM").as_deref() {
            Some("truecolor" | "24bit") => Self::True,
            _ => Self::Sixteen,
        }
    }
}

/// A theme that does not load.
#[derive(Debug, thiserror::Error)]
pub enum ThemeError {
    /// No such theme.
    #[error("there is no theme `{0}`; there are {1}")]
    Unknown(String, String),
    /// The file is wrong.
    #[error("the theme `{0}` does not read: {1}")]
    Malformed(String, String),
}

const FILES: [(&str, &str); 3] = [
    ("auto", include_str!("../../assets/themes/auto.toml")),
    ("dark", include_str!("../../assets/themes/dark.toml")),
    ("light", include_str!("../../assets/themes/light.toml")),
];

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    format: u32,
    roles: std::collections::BTreeMap<Role, Look>,
}

/// How one role is drawn.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
struct Look {
    /// One of the sixteen, by ratatui's name; absent: the terminal's own.
    #[serde(deserialize_with = "colour")]
    ansi: Option<Color>,
    /// `#rrggbb`, where the terminal promises it.
    #[serde(deserialize_with = "colour")]
    rgb: Option<Color>,
    bold: bool,
    italic: bool,
    underline: bool,
    reverse: bool,
    dim: bool,
}

fn colour<'de, D: serde::Deserializer<'de>>(from: D) -> Result<Option<Color>, D::Error> {
    let name = String::deserialize(from)?;
    name.parse().map(Some).map_err(|_| {
        serde::de::Error::custom(format!(
            "`{name}` is no colour; write a name such as \"cyan\", or \"#rrggbb\""
        ))
    })
}

/// The looks of everything.
#[derive(Debug, Clone)]
pub struct Theme {
    depth: Depth,
    ascii: bool,
    roles: std::collections::BTreeMap<Role, Look>,
}

impl Theme {
    /// The names that [`Theme::load`] knows.
    pub fn names() -> impl Iterator<Item = &'static str> {
        FILES.iter().map(|(name, _)| *name)
    }

    /// The theme of this name; `depth` colours, and shapes in ASCII if `ascii`.
    ///
    /// # Errors
    /// When there is no such theme, or its file does not read.
    pub fn load(name: &str, depth: Depth, ascii: bool) -> Result<Self, ThemeError> {
        let Some((_, source)) = FILES.iter().find(|(known, _)| *known == name) else {
            let known = Self::names().collect::<Vec<_>>().join(", ");
            return Err(ThemeError::Unknown(crate::text::clean_line(name), known));
        };
        let malformed = |why: String| ThemeError::Malformed(name.to_owned(), why);
        let file: File = toml::from_str(source).map_err(|error| malformed(error.to_string()))?;
        if file.format != 1 {
            return Err(malformed(format!("format is {}, expected 1", file.format)));
        }
        Ok(Self {
            depth,
            ascii,
            roles: file.roles,
        })
    }

    /// How a role is drawn.
    pub fn style(&self, role: Role) -> Style {
        let Some(look) = self.roles.get(&role) else {
            return Style::new();
        };
        let colour = match self.depth {
            Depth::None => None,
            Depth::Sixteen => look.ansi,
            Depth::True => look.rgb.or(look.ansi),
        };
        let mut style = Style::new();
        style.fg = colour;
        for (set, modifier) in [
            (look.bold, Modifier::BOLD),
            (look.italic, Modifier::ITALIC),
            (look.underline, Modifier::UNDERLINED),
            (look.reverse, Modifier::REVERSED),
            (look.dim, Modifier::DIM),
        ] {
            if set {
                style = style.add_modifier(modifier);
            }
        }
        style
    }

    /// The role of a client by its number; 0 is A.
    pub fn client(client: u8) -> Role {
        match client {
            0 => Role::ClientA,
            1 => Role::ClientB,
            _ => Role::ClientC,
        }
    }

    /// The shape of a thing.
    pub fn glyph(&self, glyph: Glyph) -> &'static str {
        let (full, ascii) = glyph.shapes();
        if self.ascii { ascii } else { full }
    }

    /// `text` as the terminal can show it.
    pub fn plain(&self, text: &str) -> String {
        match self.ascii {
            true => to_ascii(text),
            false => text.to_owned(),
        }
    }

    /// Whether shapes and text keep to ASCII.
    pub fn ascii(&self) -> bool {
        self.ascii
    }
}
