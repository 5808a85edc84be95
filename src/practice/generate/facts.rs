//! What a run says.

use crate::fencing::{
    scenario::show_time,
    timeline::{Millis, SpanKind, Timeline},
};

/// What becomes of a write.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fate {
    /// It is let in, and breaks nothing.
    Accepted,
    /// It is let in, over what it must not replace.
    Harms,
    /// It is refused.
    Refused,
}

/// A write that lands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Landing {
    /// The number of its moment.
    pub(super) moment: usize,
    /// What becomes of it.
    pub(super) fate: Fate,
}

/// Where the nth write of a client lands, from 0.
pub(super) fn landing(run: &Timeline, client: u8, nth: usize) -> Option<Landing> {
    let (mut accepted, mut refused) = (run.accepted.iter(), run.refused.iter());
    let mut own = run.moments.iter().enumerate().filter_map(|(moment, told)| {
        let (writer, fate) = match told.event {
            "write-accepted" | "late-write-accepted" if told.harm => (accepted.next(), Fate::Harms),
            "write-accepted" | "late-write-accepted" => (accepted.next(), Fate::Accepted),
            "write-refused" | "late-write-refused" => (refused.next(), Fate::Refused),
            _ => return None,
        };
        (writer?.0 == client).then_some(Landing { moment, fate })
    });
    own.nth(nth)
}

/// The token that a client was granted; `None` if it never held the lock, or there are none.
pub(super) fn token(run: &Timeline, client: u8) -> Option<u32> {
    let mut holders = run.moments.iter().filter_map(|moment| moment.known.holder);
    holders.find(|(who, _)| *who == client)?.1
}

/// Whether a client has sent storage nothing before a moment, neither a read nor a write.
pub(super) fn is_new_to_storage(run: &Timeline, client: u8, moment: usize) -> bool {
    let first = |event| first(run, event, client).is_none_or(|at| at > moment);
    first("read-sent") && first("write-sent")
}

/// From when on the lock service holds a client to be the holder.
pub(super) fn holds_from(run: &Timeline, client: u8) -> Option<Millis> {
    let holds = |moment: &&crate::fencing::timeline::Moment| {
        moment.known.holder.is_some_and(|(who, _)| who == client)
    };
    Some(run.moments.iter().find(holds)?.at)
}

/// When the lock service held a client's grant to be over.
pub(super) fn lease_ends(run: &Timeline, client: u8) -> Option<Millis> {
    let mut leases = run.spans.iter();
    let own = leases.find(|span| (span.kind, span.client) == (SpanKind::Lease, client))?;
    (own.to < run.end).then_some(own.to)
}

/// The number of the first moment of this name that is a client's own.
pub(super) fn first(run: &Timeline, event: &str, client: u8) -> Option<usize> {
    let own = crate::fencing::timeline::Party::Client(client);
    let mut moments = run.moments.iter();
    moments.position(|moment| moment.event == event && moment.party == own)
}

/// A time in half seconds, as one speaks of it.
pub(super) fn about(at: Millis) -> String {
    show_time((at + 250) / 500 * 500)
}
