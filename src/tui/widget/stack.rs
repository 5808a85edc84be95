//! Parts of a screen that stand one below the other.

use ratatui::layout::Rect;

/// What is left of an area while its parts are taken from its top.
pub struct Stack(Rect);

impl Stack {
    /// All of `area` is left.
    pub fn new(area: Rect) -> Self {
        Self(area)
    }

    /// The next rows; fewer where the area ends.
    pub fn take(&mut self, rows: u16) -> Rect {
        let height = rows.min(self.0.height);
        let taken = Rect { height, ..self.0 };
        self.0.y += height;
        self.0.height -= height;
        taken
    }

    /// What is left.
    pub fn rest(&self) -> Rect {
        self.0
    }
}
