//! What is to be matched, and what with.
//!
//! ```text
//!     etcd                          → …        beside each other, and all that there is to choose from below
//!  ▸  Redlock                       → 1 None
//!
//!     1  None: its random value has no order
//!     2  The create_revision of the holder's key
//! ```
//!
//! Where that is more than the screen shows at once, what there is to choose from opens under the row that the keys are
//! at: whoever matches sees it beside what it is for.

use super::{
    Phase, Practice,
    set::{Hit, Page},
    view,
};
use crate::{
    course::Rich,
    practice::{Right, Sheet},
    text::width,
    tui::{
        screen::Context,
        theme::{Glyph, Role},
    },
};

/// For each row, the number of what it is matched with.
type Chosen<'a> = &'a [Option<usize>];

/// Columns before a row, and before what there is to choose from.
const LEAD: usize = 3;
/// Columns between a row and its match: two blanks, an arrow, a blank, and the number.
const BETWEEN: usize = 6;

impl Practice {
    /// The rows, and what there is to choose from as long as something can be chosen.
    pub(super) fn pairs(
        &self,
        sheet: &Sheet,
        chosen: Chosen<'_>,
        page: &mut Page<'_>,
        ctx: &Context,
    ) {
        let asks = self.phase != Phase::Sure;
        let beside = beside(sheet, page.room);
        let opens = asks && !self.shows_all(sheet, beside, page, ctx);
        for at in 0..sheet.items.len() {
            if opens && at == self.at {
                self.open(sheet, chosen.get(at).copied().flatten(), page);
            } else {
                self.pair(sheet, at, chosen.get(at).copied().flatten(), beside, page);
            }
        }
        if asks && !opens {
            page.gap();
            for (number, right) in sheet.rights.iter().enumerate() {
                choice(number, right, false, page);
            }
        }
    }

    /// Whether all rows, each with the longest match, and all that there is to choose from are seen at once.
    fn shows_all(
        &self,
        sheet: &Sheet,
        beside: Option<usize>,
        page: &Page<'_>,
        ctx: &Context,
    ) -> bool {
        let longest = sheet.rights.iter().enumerate();
        let longest = longest.max_by_key(|(_, right)| width(&right.text));
        let longest = longest.map(|(number, _)| number);
        let mut trial = Page::new(page.room, page.theme);
        for at in 0..sheet.items.len() {
            self.pair(sheet, at, longest, beside, &mut trial);
        }
        trial.gap();
        for (number, right) in sheet.rights.iter().enumerate() {
            choice(number, right, false, &mut trial);
        }
        page.rows.len() + trial.rows.len() <= view::tallest(ctx.body, self.phase).into()
    }

    /// The row that the keys are at, and under it what there is to choose from.
    fn open(&self, sheet: &Sheet, chosen: Option<usize>, page: &mut Page<'_>) {
        self.left(sheet, self.at, page);
        for (number, right) in sheet.rights.iter().enumerate() {
            choice(number, right, chosen == Some(number), page);
        }
    }

    /// What is to be matched.
    fn left(&self, sheet: &Sheet, at: usize, page: &mut Page<'_>) {
        let (sign, role) = self.look(at, page);
        let text = sheet.items.get(at).map(|item| &item.text);
        if let Some(text) = text {
            page.led(vec![(sign, Role::Accent)], text, role, Some(Hit::Item(at)));
        }
    }

    /// The sign and the look of a row.
    fn look(&self, at: usize, page: &Page<'_>) -> (String, Role) {
        let (sign, role) = match self.at == at {
            true => (page.theme.glyph(Glyph::Chosen), Role::Accent),
            false => (" ", Role::Text),
        };
        (format!("{sign:LEAD$}"), role)
    }

    /// What is to be matched, and its match: beside it, past the widest of them, or below.
    fn pair(
        &self,
        sheet: &Sheet,
        at: usize,
        chosen: Option<usize>,
        beside: Option<usize>,
        page: &mut Page<'_>,
    ) {
        let arrow = format!("{} ", page.theme.glyph(Glyph::Right));
        let right = chosen.and_then(|number| Some((number, sheet.rights.get(number)?)));
        let (number, text, role) = match right {
            Some((number, right)) => (format!("{} ", number + 1), right.text.as_str(), Role::Text),
            None => (String::new(), page.theme.glyph(Glyph::Ellipsis), Role::Dim),
        };
        let text = Rich::of(text);
        let lead = match beside {
            Some(widest) => {
                let (sign, role) = self.look(at, page);
                let left = sheet.items.get(at).map(|item| item.text.plain());
                let left = left.unwrap_or_default();
                let blank = " ".repeat(widest.saturating_sub(width(&left)) + 2);
                vec![(sign, Role::Accent), (left, role), (blank, Role::Text)]
            }
            None => {
                self.left(sheet, at, page);
                vec![(" ".repeat(LEAD), Role::Text)]
            }
        };
        let match_of = [(arrow, Role::Dim), (number, Role::Key)];
        let lead = lead.into_iter().chain(match_of).collect();
        page.led(lead, &text, role, Some(Hit::Item(at)));
    }
}

/// The width of the widest row, where each has room for any match beside it.
fn beside(sheet: &Sheet, room: usize) -> Option<usize> {
    let lefts = sheet.items.iter().map(|item| width(&item.text.plain()));
    let rights = sheet.rights.iter().map(|right| width(&right.text));
    let widest = lefts.max().unwrap_or(0);
    let whole = LEAD + widest + BETWEEN + rights.max().unwrap_or(0);
    (whole <= room).then_some(widest)
}

/// Something to choose, with its number; with an arrow where it is the match of the row above.
fn choice(number: usize, right: &Right, chosen: bool, page: &mut Page<'_>) {
    let (sign, role) = match chosen {
        true => (page.theme.glyph(Glyph::Right), Role::Accent),
        false => (" ", Role::Text),
    };
    let lead = vec![
        (format!(" {sign} "), Role::Accent),
        (format!("{}  ", number + 1), Role::Key),
    ];
    page.led(lead, &Rich::of(&right.text), role, Some(Hit::Right(number)));
}
