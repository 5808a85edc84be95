//! Where each lane is: how the rows that there are go to the lanes and to what parts them.

use ratatui::layout::Rect;

use crate::fencing::timeline::{Party, SpanKind, Timeline};

/// Rows of the axis.
pub(super) const AXIS: u16 = 2;
/// Rows of a client: what it does, what it believes.
const CLIENT: u16 = 2;
/// Rows of storage: what it holds, what it made of requests.
const STORAGE: u16 = 2;
/// The most rows between two lanes.
const WIDEST_GAP: u16 = 4;

/// Where each lane is.
#[derive(Debug, Clone)]
pub(super) struct Rows {
    pub(super) lock: u16,
    /// The lock service's faults, where it has any.
    pub(super) outage: Option<u16>,
    pub(super) clients: Vec<u16>,
    pub(super) storage: u16,
}

/// Rows that the lanes need at least.
pub fn least(timeline: &Timeline) -> u16 {
    height(timeline, 1)
}

/// Rows that the lanes take of those that there are.
pub fn fitting(timeline: &Timeline, rows: u16) -> u16 {
    let gaps = (1..=WIDEST_GAP).rev();
    gaps.map(|gap| height(timeline, gap))
        .find(|height| *height <= rows)
        .unwrap_or(least(timeline))
}

fn height(timeline: &Timeline, gap: u16) -> u16 {
    let clients = u16::try_from(timeline.clients.len()).unwrap_or(0);
    let lock = 1 + u16::from(has_outage(timeline));
    AXIS + (gap - 1).min(1) + lock + (gap + CLIENT) * clients + gap + STORAGE
}

fn has_outage(timeline: &Timeline) -> bool {
    timeline.spans.iter().any(|span| {
        span.kind == SpanKind::Fault && usize::from(span.client) >= timeline.clients.len()
    })
}

impl Rows {
    pub(super) fn of(timeline: &Timeline, area: Rect) -> Self {
        let gaps = (1..=WIDEST_GAP).rev();
        let mut fits = gaps.filter(|gap| height(timeline, *gap) <= area.height);
        let gap = fits.next().unwrap_or(1);
        let mut y = area.y + AXIS + (gap - 1).min(1);
        let outage = has_outage(timeline).then(|| {
            y += 1;
            y - 1
        });
        let lock = y;
        y += 1 + gap;
        let mut clients = Vec::new();
        for _ in &timeline.clients {
            clients.push(y);
            y += CLIENT + gap;
        }
        Self {
            lock,
            outage,
            clients,
            storage: y,
        }
    }

    /// The first and the last row of a party's lane.
    pub(super) fn lane(&self, party: Party) -> (u16, u16) {
        match party {
            Party::Lock => (self.outage.unwrap_or(self.lock), self.lock),
            Party::Client(client) => {
                let row = self.clients.get(usize::from(client)).copied();
                let row = row.unwrap_or(self.storage);
                (row, row + CLIENT - 1)
            }
            Party::Storage => (self.storage, self.storage + STORAGE - 1),
        }
    }
}
