//! Where the parts of the map stand.

use ratatui::layout::Rect;

use crate::tui::widget::stack::Stack;

/// Columns of the values to the left of the field.
pub(super) const SCALE: u16 = 8;
/// From this height on the parts stand apart.
const TALL: u16 = 18;

/// Where the parts stand.
pub(super) struct Places {
    pub(super) conditions: Rect,
    pub(super) legend: Rect,
    pub(super) progress: Rect,
    /// The cells.
    pub(super) field: Rect,
    pub(super) scale: Rect,
    pub(super) chosen: Rect,
}

impl Places {
    /// The parts within the place that the lab gives.
    pub(super) fn of(area: Rect) -> Self {
        let tall = area.height >= TALL;
        let air = u16::from(tall);
        let mut stack = Stack::new(area);
        let conditions = stack.take(1);
        let legend = stack.take(1);
        let progress = stack.take(air);
        let field = stack.take(left_for_field(area.height, air, 2 + air));
        let scale = stack.take(1);
        stack.take(air);
        let chosen = stack.rest();
        let indent = SCALE.min(field.width);
        let field = Rect {
            x: field.x + indent,
            width: field.width - indent,
            ..field
        };
        Self {
            conditions,
            legend,
            progress,
            field,
            scale: Rect {
                x: field.x,
                width: field.width,
                ..scale
            },
            chosen,
        }
    }
}

/// What conditions, legend, scale and foot leave of so many rows.
fn left_for_field(height: u16, air: u16, foot: u16) -> u16 {
    height.saturating_sub(2 + air + 1 + air + foot)
}
