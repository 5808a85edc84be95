//! Two runs as one: as long as each other, and their moments in one order.

use crate::fencing::timeline::{Millis, Moment, Timeline};

/// A run that lasts until `end`; what had not ended when it was over does not end now.
pub(super) fn stretched(run: &Timeline, end: Millis) -> Timeline {
    let mut longer = run.clone();
    for span in &mut longer.spans {
        if span.to == run.end {
            span.to = end;
        }
    }
    longer.end = end;
    longer
}

/// The moments of both in order of time, those that are the same once, and which moment each run has come to at each.
pub(super) fn together(runs: &[Timeline; 2]) -> (Vec<Moment>, Vec<[usize; 2]>) {
    let [a, b] = [&runs[0].moments, &runs[1].moments];
    let (mut i, mut j) = (0, 0);
    let (mut moments, mut steps) = (Vec::new(), Vec::new());
    while i < a.len() || j < b.len() {
        let (mine, other) = (a.get(i), b.get(j));
        let same = matches!((mine, other), (Some(mine), Some(other)) if alike(mine, other));
        // What happens at one instant in both is one step, unless it is still to come in the other at this instant.
        let (first, second) = match (mine, other) {
            (Some(mine), Some(other)) if mine.at == other.at => {
                let first = !comes(&b[j + 1..], mine);
                (first || same, same || !first || !comes(&a[i + 1..], other))
            }
            (Some(mine), Some(other)) => (mine.at < other.at, mine.at > other.at),
            (mine, other) => (mine.is_some(), other.is_some()),
        };
        let Some(moment) = (if first { mine } else { other }) else {
            break;
        };
        let turns = [mine.filter(|_| first), other.filter(|_| second)];
        moments.push(Moment {
            decisive: turns.iter().flatten().any(|moment| moment.decisive),
            ..moment.clone()
        });
        i += usize::from(first);
        j += usize::from(second);
        steps.push([i.saturating_sub(1), j.saturating_sub(1)]);
    }
    (moments, steps)
}

/// Whether two moments tell the same.
fn alike(one: &Moment, other: &Moment) -> bool {
    (one.at, one.party, &one.caption) == (other.at, other.party, &other.caption)
}

/// Whether a moment is among those that come at its instant.
fn comes(next: &[Moment], moment: &Moment) -> bool {
    let mut now = next.iter().take_while(|next| next.at == moment.at);
    now.any(|next| alike(next, moment))
}
