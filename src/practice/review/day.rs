//! Study days: which day a moment belongs to, and how far days lie apart.

use jiff::{SignedDuration, Span, Timestamp, civil::Date, tz::TimeZone};

/// The hour of the learner's own clock at which a study day begins: who studies past midnight is still in the evening before.
pub const DAY_BEGINS: i8 = 4;

/// The study day of a moment. It follows the clock on the wall, so that it also begins at that hour when clocks change.
pub fn day(at: Timestamp, zone: &TimeZone) -> Date {
    let local = zone.to_datetime(at);
    let begins = SignedDuration::from_hours(i64::from(DAY_BEGINS));
    local.saturating_sub(begins).date()
}

/// So many days after a day, or before it; at the ends of the calendar, the last day there is.
pub fn after(day: Date, days: i32) -> Date {
    // No two days of the calendar lie further apart than this, and a span holds no more.
    const MOST: i32 = 7_000_000;
    day.saturating_add(Span::new().days(days.clamp(-MOST, MOST)))
}

/// How many days later `to` is than `from`; negative when it is earlier.
pub fn between(from: Date, to: Date) -> i32 {
    let days = to.duration_since(from).as_hours() / 24;
    i32::try_from(days).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_day_begins_at_four_on_the_wall() {
        let berlin = TimeZone::posix("CET-1CEST,M3.5.0,M10.5.0/3").unwrap();
        // Clocks went forward on 29 March 2026, and back on 25 October.
        for (at, wanted) in [
            ("2026-03-29T01:59:59Z", date(2026, 3, 28)),
            ("2026-03-29T02:00:00Z", date(2026, 3, 29)),
            ("2026-10-25T02:59:59Z", date(2026, 10, 24)),
            ("2026-10-25T03:00:00Z", date(2026, 10, 25)),
            ("2026-06-01T01:59:59Z", date(2026, 5, 31)),
        ] {
            assert_eq!(day(at.parse().unwrap(), &berlin), wanted, "{at}");
        }
    }

    #[test]
    fn the_ends_of_time_are_days_too() {
        for zone in [
            TimeZone::UTC,
            TimeZone::fixed(jiff::tz::offset(14)),
            TimeZone::fixed(jiff::tz::offset(-12)),
        ] {
            let (first, last) = (day(Timestamp::MIN, &zone), day(Timestamp::MAX, &zone));
            assert!(between(first, last) > 7_000_000 - 10_000);
            assert_eq!(after(last, i32::MAX), Date::MAX);
            assert_eq!(after(first, i32::MIN), Date::MIN);
        }
    }
}
