//! Where days begin and end for whoever reads.

use std::env;
use std::fs;
use std::path::{Component, Path, PathBuf};
use std::sync::OnceLock;

use jiff::tz::TimeZone;

use super::complain;

/// Where systems keep the time zones by their names. jiff can look there too, with a database that takes 50 KiB of the program.
const PLACES: [&str; 4] = [
    "/usr/share/zoneinfo",
    "/usr/share/lib/zoneinfo",
    "/usr/lib/zoneinfo",
    "/etc/zoneinfo",
];

/// The zone of the system, or that which `TZ` names. One that is not known is told of, once, and is UTC.
pub(super) fn zone() -> TimeZone {
    static ZONE: OnceLock<TimeZone> = OnceLock::new();
    ZONE.get_or_init(find).clone()
}

fn find() -> TimeZone {
    let asked = env::var_os("TZ").filter(|name| !name.is_empty());
    let asked = asked.map(|name| name.to_string_lossy().into_owned());
    let by_name = || named(asked.as_deref()?);
    let found = TimeZone::try_system().ok().or_else(by_name);
    if let (None, Some(name)) = (&found, &asked) {
        complain(&format!(
            "TZ names a time zone that is not known here, \"{name}\"; times are in UTC"
        ));
    }
    found.unwrap_or(TimeZone::UTC)
}

/// The zone that is called so, such as `Europe/Berlin`.
fn named(name: &str) -> Option<TimeZone> {
    let name = name.strip_prefix(':').unwrap_or(name);
    let mut parts = Path::new(name).components();
    if !parts.all(|part| matches!(part, Component::Normal(_))) {
        return None;
    }
    let first = env::var_os("TZDIR").map(PathBuf::from);
    let mut places = first.into_iter().chain(PLACES.map(PathBuf::from));
    places.find_map(|place| {
        let bytes = fs::read(place.join(name)).ok()?;
        TimeZone::tzif(name, &bytes).ok()
    })
}
