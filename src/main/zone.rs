//! Where days begin and end for whoever reads.

use std::env;
use std::sync::OnceLock;

use jiff::tz::TimeZone;

use super::complain;

/// The zone of the system, or that which `TZ` names. One that is not known is told of, once, and is UTC.
pub(super) fn zone() -> TimeZone {
    static ZONE: OnceLock<TimeZone> = OnceLock::new();
    ZONE.get_or_init(find).clone()
}

fn find() -> TimeZone {
    let named = env::var_os("TZ").filter(|name| !name.is_empty());
    match (TimeZone::try_system(), named) {
        (Ok(zone), _) => zone,
        (Err(_), None) => TimeZone::UTC,
        (Err(_), Some(name)) => {
            let name = name.to_string_lossy();
            complain(&format!(
                "TZ names a time zone that is not known here, \"{name}\"; times are in UTC"
            ));
            TimeZone::UTC
        }
    }
}
