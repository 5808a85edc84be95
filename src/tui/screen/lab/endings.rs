//! What each ending of a run looks like: one shape and one hue, in every view of the lab.

use crate::{
    fencing::knobs::Ending,
    tui::theme::{Glyph, Role},
};

/// The shape and hue of an ending, and what it is called: in full, and short.
pub(super) fn look(ending: Ending) -> (Glyph, Role, &'static str, &'static str) {
    match ending {
        Ending::InTime => (Glyph::Step, Role::Good, "nobody waited", "no wait"),
        Ending::Waited => (Glyph::Waits, Role::Lease, "B waited or is stuck", "waited"),
        Ending::Saved => (Glyph::Pitfall, Role::Pitfall, "saved by the fence", "saved"),
        Ending::Corrupted => (Glyph::Lost, Role::Refusal, "data lost", "lost"),
    }
}
