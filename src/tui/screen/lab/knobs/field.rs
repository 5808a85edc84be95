//! One knob: what it is called, where it stands, and what a turn does to it.

use crate::fencing::{
    fault::Fault,
    knobs::{Knobs, LONGEST, TICK},
    lock::Kind,
    storage::Check,
    timeline::Millis,
};

/// A knob.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Field {
    Ttl,
    At,
    Lasts,
    Latency,
    Lock,
    Fault,
    Check,
    FenceOnRead,
    Renews,
}

/// How many of [`Field::ALL`] are times; the others are choices.
pub(super) const TIMES: usize = 4;

/// Every fault that a knob stands for, and none.
fn faults() -> Vec<Option<Fault>> {
    let some = Fault::MATRIX.into_iter().chain(Fault::STORAGE);
    std::iter::once(None).chain(some.map(Some)).collect()
}

impl Field {
    pub(super) const ALL: [Self; 9] = [
        Self::Ttl,
        Self::At,
        Self::Lasts,
        Self::Latency,
        Self::Lock,
        Self::Fault,
        Self::Check,
        Self::FenceOnRead,
        Self::Renews,
    ];

    pub(super) fn index(self) -> usize {
        Self::ALL
            .iter()
            .position(|field| *field == self)
            .unwrap_or(0)
    }

    pub(super) fn name(self, knobs: &Knobs) -> &'static str {
        let pause = matches!(knobs.fault, Some(Fault::Pause | Fault::VmSuspend));
        match self {
            Self::Ttl => "TTL",
            Self::At if pause => "paused at",
            Self::At => "fault at",
            Self::Lasts if pause => "paused for",
            Self::Lasts => "fault lasts",
            Self::Latency => "latency",
            Self::Lock => "lock",
            Self::Fault => "fault",
            Self::Check => "check",
            Self::FenceOnRead => "reads",
            Self::Renews => "lease",
        }
    }

    /// Whether it makes a difference where the other knobs stand as they do.
    pub(super) fn matters(self, knobs: &Knobs) -> bool {
        let protocol = knobs.lock.protocol();
        match self {
            Self::Ttl | Self::Renews => protocol.lease().ends_by_itself(),
            Self::At | Self::Lasts => knobs.fault.is_some(),
            Self::Check => protocol.token().is_some(),
            Self::FenceOnRead => protocol.token().is_some() && knobs.check != Check::None,
            Self::Latency | Self::Lock | Self::Fault => true,
        }
    }

    /// Where a knob of time stands.
    pub(super) fn time(self, knobs: &Knobs) -> Option<Millis> {
        match self {
            Self::Ttl => Some(knobs.ttl),
            Self::At => Some(knobs.at),
            Self::Lasts => Some(knobs.lasts),
            Self::Latency => Some(knobs.latency),
            _ => None,
        }
    }

    /// The knobs with this one at a time.
    pub(super) fn with_time(self, mut knobs: Knobs, time: Millis) -> Knobs {
        match self {
            Self::Ttl => knobs.ttl = time.max(TICK),
            Self::At => knobs.at = time,
            Self::Lasts => knobs.lasts = time,
            Self::Latency => knobs.latency = time,
            _ => {}
        }
        knobs
    }

    /// Which of how many a choice is; `None` for a time.
    pub(super) fn choice(self, knobs: &Knobs) -> Option<(usize, usize)> {
        let of = |at: Option<usize>, of| Some((at.unwrap_or(0), of));
        match self {
            Self::Lock => of(
                Kind::all().position(|kind| kind == knobs.lock),
                Kind::all().count(),
            ),
            Self::Fault => {
                let faults = faults();
                of(
                    faults.iter().position(|fault| *fault == knobs.fault),
                    faults.len(),
                )
            }
            Self::Check => of(Some(knobs.check as usize), Check::NAMES.len()),
            Self::FenceOnRead => of(Some(knobs.fence_on_read.into()), 2),
            Self::Renews => of(Some(knobs.renews.into()), 2),
            _ => None,
        }
    }

    /// The knobs with this one at the choice of that number; one that there is not changes nothing.
    pub(super) fn with_choice(self, mut knobs: Knobs, choice: usize) -> Knobs {
        match self {
            Self::Lock => knobs.lock = Kind::all().nth(choice).unwrap_or(knobs.lock),
            Self::Fault => knobs.fault = faults().get(choice).copied().unwrap_or(knobs.fault),
            Self::Check => {
                knobs.check = Check::NAMES
                    .get(choice)
                    .map_or(knobs.check, |(_, check)| *check);
            }
            Self::FenceOnRead => knobs.fence_on_read = choice > 0,
            Self::Renews => knobs.renews = choice > 0,
            _ => {}
        }
        knobs
    }

    /// The knobs with this one turned up or down, a little or far.
    pub(super) fn turned(self, knobs: Knobs, by: isize, far: bool) -> Knobs {
        if let Some((at, of)) = self.choice(&knobs) {
            let to = match (far, by > 0) {
                (true, true) => of - 1,
                (true, false) => 0,
                (false, _) => at.saturating_add_signed(by).min(of - 1),
            };
            return self.with_choice(knobs, to);
        }
        let time = self.time(&knobs).unwrap_or(0);
        let step = match (self, far) {
            (Self::Latency, false) => TICK,
            (Self::Latency, true) => 10 * TICK,
            (_, false) => 250,
            (_, true) => 2_000,
        };
        let to = if by > 0 {
            // On the grid of its own steps, wherever the mouse has left it.
            (time / step + 1) * step
        } else {
            time.saturating_sub(1) / step * step
        };
        self.with_time(knobs, to.min(LONGEST))
    }

    /// Where it stands, in words.
    pub(super) fn value(self, knobs: &Knobs) -> String {
        if let Some(time) = self.time(knobs) {
            return seconds(time);
        }
        match self {
            Self::Lock => knobs.lock.protocol().label(true).to_owned(),
            Self::Fault => knobs.fault.map_or("none", Fault::name).replace('-', " "),
            Self::Check => knobs.check.condition().to_owned(),
            Self::FenceOnRead if knobs.fence_on_read => "raise the fence".to_owned(),
            Self::FenceOnRead => "pass freely".to_owned(),
            _ if knobs.renews => "renewed".to_owned(),
            _ => "never renewed".to_owned(),
        }
    }

    /// Its value in fewer letters, where it has such a form: a lock by the name that the matrix has for it.
    pub(super) fn brief(self, knobs: &Knobs) -> Option<String> {
        (self == Self::Lock).then(|| knobs.lock.protocol().id().to_owned())
    }
}

/// `250 ms`, `12.00 s`.
pub(super) fn seconds(time: Millis) -> String {
    match time {
        0 => "0 s".to_owned(),
        1..1_000 => format!("{time} ms"),
        _ => format!("{:.2} s", time as f64 / 1_000.0),
    }
}

/// The column of a slider of so many at which a time stands. Short times have more room than long ones: its square
/// root counts.
pub(super) fn column_of(time: Millis, columns: u16) -> u16 {
    let share = (time as f64 / LONGEST as f64).sqrt();
    (share * f64::from(columns.saturating_sub(1))).round() as u16
}

/// The time at a column of a slider: a round one.
pub(super) fn time_of(column: u16, columns: u16) -> Millis {
    let share = f64::from(column) / f64::from(columns.saturating_sub(1).max(1));
    let time = (share.min(1.0).powi(2) * LONGEST as f64).round() as Millis;
    let grid = match time {
        0..1_000 => TICK,
        1_000..10_000 => 250,
        _ => 1_000,
    };
    (time + grid / 2) / grid * grid
}
