//! A line that is typed into: a search, a code. What is typed goes to its end, and the same keys erase everywhere.

use unicode_segmentation::UnicodeSegmentation;

use super::{keymap::Action, message::Key};
use crate::text::clean_line;

/// The longest line, in bytes; what is typed or pasted beyond it is not taken.
pub const LONGEST: usize = 400;

/// What was typed so far.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Line {
    text: String,
}

impl Line {
    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Whether nothing stands in it.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Erases all of it.
    pub fn clear(&mut self) {
        self.text.clear();
    }

    /// Puts text at the end, cleaned, as far as there is room for it.
    pub fn add(&mut self, text: &str) {
        let text = clean_line(text);
        let room = LONGEST.saturating_sub(self.text.len());
        let ends = text.grapheme_indices(true).map(|(at, one)| at + one.len());
        let fits = ends.take_while(|end| *end <= room).last().unwrap_or(0);
        self.text.push_str(&text[..fits]);
    }

    /// Takes in a key, which means `action` where the line is; says whether it is one for a line.
    pub fn key(&mut self, key: Key, action: Option<Action>) -> bool {
        match (action, key.typed()) {
            (Some(Action::Erase), _) => self.text.truncate(self.last_character()),
            (Some(Action::EraseWord), _) => self.text.truncate(self.last_word()),
            (Some(Action::EraseAll), _) => self.clear(),
            (_, Some(c)) => self.add(c.encode_utf8(&mut [0; 4])),
            (_, None) => return false,
        }
        true
    }

    /// Where what a reader takes for the last character begins.
    fn last_character(&self) -> usize {
        let last = self.text.grapheme_indices(true).next_back();
        last.map_or(0, |(at, _)| at)
    }

    /// Where the last word begins.
    fn last_word(&self) -> usize {
        let mut words = self.text.split_word_bound_indices().rev();
        let last = words.find(|(_, word)| !word.trim().is_empty());
        last.map_or(0, |(at, _)| at)
    }
}
