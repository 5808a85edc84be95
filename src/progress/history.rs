//! Versions of the progress file that were replaced, kept beside it.
//!
//! Each write links the version that it replaces into the directory `progress.toml.history`; that costs no copying. Of
//! each day ten are kept: the first, the three newest, and six that are spread over the rest, since the last ten of a
//! day on which somebody types would be ten seconds of it. Days and bytes are bounded, too.

use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

use jiff::Timestamp;
use jiff::civil::DateTime;
use jiff::tz::TimeZone;

use super::disk::Disk;
use super::note::{Note, versions_of};
use super::pen::Pen;
use super::record::{Completion, Record, later};

/// Versions that are kept of one day, by UTC.
pub const A_DAY: usize = 10;
/// Days of which versions are kept, counting only those on which something was written.
pub const DAYS: usize = 30;
/// Bytes that all kept versions may take together.
pub const BYTES: u64 = 16 << 20;
/// Of each day, as many of the newest are never thinned out: a restore can be undone.
const NEWEST: usize = 3;

/// How a version is named: when it was replaced, to the millisecond, and its revision.
const NAME: &str = "%Y-%m-%dT%H-%M-%S.%3fZ";

/// A version that was kept.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Past {
    /// Until when it was the current one, to the millisecond.
    pub until: Timestamp,
    /// Its revision.
    pub revision: u64,
    /// Its size in bytes.
    pub bytes: u64,
    /// The file that holds it.
    pub path: PathBuf,
}

/// The directory of kept versions.
pub(super) struct History {
    dir: PathBuf,
}

impl History {
    pub(super) fn new(dir: PathBuf) -> Self {
        Self { dir }
    }

    /// Newest first, by revision: a clock can go back.
    pub(super) fn list(&self, disk: &Disk) -> io::Result<Vec<Past>> {
        let files = disk.list(&self.dir)?;
        let mut kept: Vec<_> = files
            .into_iter()
            .filter_map(|(name, bytes)| self.past(name.to_str()?, bytes))
            .collect();
        kept.sort_by_key(|past| Reverse((past.revision, past.until)));
        Ok(kept)
    }

    /// Keeps the file as it is now, which is about to be replaced, and lets go of what is too much.
    pub(super) fn keep(
        &self,
        disk: &Disk,
        file: &Path,
        revision: u64,
        now: Timestamp,
    ) -> io::Result<()> {
        disk.create_dir(&self.dir)?;
        let name = format!("{}-r{revision}.toml", now.strftime(NAME));
        match disk.link(file, &self.dir.join(name)) {
            Err(error) if error.kind() != ErrorKind::AlreadyExists => return Err(error),
            _ => {}
        }
        for past in surplus(&self.list(disk)?) {
            disk.remove(&past.path)?;
        }
        Ok(())
    }

    fn past(&self, name: &str, bytes: u64) -> Option<Past> {
        let (date, revision) = name.strip_suffix(".toml")?.rsplit_once("-r")?;
        let until = DateTime::strptime(NAME, date)
            .ok()?
            .to_zoned_datetime(TimeZone::UTC)
            .ok()?
            .timestamp();
        Some(Past {
            until,
            revision: revision.parse().ok()?,
            bytes,
            path: self.dir.join(name),
        })
    }
}

/// What is to go, of versions that are sorted newest first.
fn surplus(kept: &[Past]) -> Vec<&Past> {
    let day = |past: &Past| past.until.to_zoned_datetime(TimeZone::UTC).date();
    let mut gone = Vec::new();
    let mut bytes = 0;
    for (index, of_day) in kept.chunk_by(|a, b| day(a) == day(b)).enumerate() {
        if index >= DAYS {
            gone.extend(of_day);
            continue;
        }
        let mut stays: Vec<_> = of_day.iter().collect();
        while stays.len() > A_DAY {
            gone.push(stays.remove(densest(&stays)));
        }
        for past in stays {
            let is_first = bytes == 0;
            bytes += past.bytes;
            if bytes > BYTES && !is_first {
                gone.push(past);
            }
        }
    }
    gone
}

/// The index of the version whose neighbours are closest to each other; never the newest three or the oldest.
fn densest(of_day: &[&Past]) -> usize {
    let gap = |index: usize| {
        let (newer, older) = (of_day[index - 1].until, of_day[index + 1].until);
        newer.duration_since(older).abs()
    };
    (NEWEST..of_day.len() - 1)
        .min_by_key(|&index| gap(index))
        .unwrap_or(NEWEST)
}

impl Record {
    /// The record with the content of a version that was kept. Its notes count as written now, and those that it
    /// lacks as deleted now, so that the restore also holds against instances that still have what it undoes. Read
    /// marks and answers only ever unite: an instance that is still open brings its own back. What of it stands as it is
    /// keeps its time and its name, so that the same version changes nothing when it is brought back once more.
    #[must_use]
    pub fn restored(&self, past: &Self, pen: &mut Pen, now: Timestamp) -> Self {
        let mut restored = past.clone();
        restored.revision = past.revision.max(self.revision);
        if let Some(place) = &mut restored.place {
            let ours = self.place.as_ref();
            let stands =
                ours.filter(|ours| (&ours.lesson, &ours.spot) == (&place.lesson, &place.spot));
            place.at = stands.map_or_else(|| later(now, ours.map(|ours| ours.at)), |ours| ours.at);
        }
        for (id, ours) in &self.lessons {
            let theirs = restored.lessons.entry(id.clone()).or_default();
            let complete = theirs.completion.is_some_and(|mark| mark.complete);
            let at = later(now, ours.completion.map(|mark| mark.at));
            let stands = ours.completion.filter(|mark| mark.complete == complete);
            let either = ours.completion.or(theirs.completion);
            theirs.completion = stands.or(either.map(|_| Completion { complete, at }));
        }
        for (id, ours) in &self.notes {
            let theirs = restored.notes.entry(id.clone()).or_insert_with(|| Note {
                versions: BTreeMap::new(),
                ..ours.clone()
            });
            let renamed = theirs.bring_back(ours, pen);
            restored.unknown.rename(&versions_of(id), &renamed);
        }
        restored
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn past(second: i64, bytes: u64) -> Past {
        let until = Timestamp::from_second(second).unwrap();
        Past {
            until,
            revision: 0,
            bytes,
            path: PathBuf::from(second.to_string()),
        }
    }

    /// Keeps versions one after the other, as a learner's saves do.
    fn after(saves: impl Iterator<Item = i64>, bytes: u64) -> Vec<Past> {
        let mut kept = Vec::new();
        for second in saves {
            kept.insert(0, past(second, bytes));
            let gone: Vec<_> = surplus(&kept).into_iter().cloned().collect();
            kept.retain(|past| !gone.contains(past));
        }
        kept
    }

    #[test]
    fn ten_a_day_are_kept_spread_over_it_and_the_newest_always() {
        let kept = after(0..3600, 1);
        assert_eq!(kept.len(), A_DAY);
        let seconds: Vec<_> = kept.iter().map(|past| past.until.as_second()).collect();
        assert_eq!((&seconds[..3], seconds[9]), (&[3599, 3598, 3597][..], 0));
        let widest = seconds
            .windows(2)
            .map(|pair| pair[0] - pair[1])
            .max()
            .unwrap();
        assert!(widest <= 1400, "{seconds:?}");
    }

    #[test]
    fn days_and_bytes_are_bounded() {
        assert_eq!(after((0..100).map(|day| day * 86_400), 1).len(), DAYS);
        let kept = after(0..8, BYTES / 4);
        assert_eq!(
            kept.iter()
                .map(|past| past.until.as_second())
                .collect::<Vec<_>>(),
            [7, 6, 5, 4]
        );
    }

    #[test]
    fn a_name_tells_when_and_which() {
        let history = History::new(PathBuf::from("h"));
        let past = history
            .past("2023-11-14T22-13-20.123Z-r41.toml", 9)
            .unwrap();
        assert_eq!(
            (past.until.as_millisecond(), past.revision),
            (1_700_000_000_123, 41)
        );
        for name in [
            "",
            "a.toml",
            "2023-11-14T22-13-20.123Z.toml",
            "2023-99-14T22-13-20.123Z-r41.toml",
        ] {
            assert_eq!(history.past(name, 9), None, "{name}");
        }
    }
}
