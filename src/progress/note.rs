//! Notes, and the versions of one that were written apart.
//!
//! Two programs can edit one note without knowing of each other. A time stamp cannot tell that from one edit
//! after the other, so each note carries what its text rests on: `seen` holds, for each writer, the last of
//! its writings that went into the note. A version that the other side has seen and no longer has was
//! replaced or deleted there; one that it has not seen stays. (Version vectors: Parker et al., 1983, "Detection
//! of mutual inconsistency in distributed systems".)

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::pen::{Dot, Pen};
use super::record::{Record, Spot};
use crate::text::clean;

/// The longest note that is taken down, in bytes.
pub const LONGEST_NOTE: usize = 1_000_000;

/// A note.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Which lesson.
    pub lesson: String,
    /// Where it was taken.
    pub spot: Spot,
    /// When it was begun.
    pub created: Timestamp,
    /// By writer: the last of its writings that this note rests on.
    #[serde(default)]
    pub seen: BTreeMap<String, u64>,
    /// The texts that stand, by version key; see [`version_key`]. One, as a rule; none when it is deleted,
    /// which stays remembered so that a merge does not bring it back; two when it was edited in two places at once.
    pub versions: BTreeMap<String, Version>,
}

/// One text of a note.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Version {
    /// When it last changed.
    pub changed: Timestamp,
    /// Markdown.
    pub text: String,
}

/// What an editor holds on to: a note, and the version of it that is being edited.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NoteKey {
    /// Note id.
    pub note: String,
    /// Version key.
    pub version: String,
}

/// A line of the list of notes.
#[derive(Debug, Clone, PartialEq)]
pub struct NoteView<'a> {
    /// For [`Record::edit_note`] and [`Record::delete_note`].
    pub key: NoteKey,
    /// Which lesson.
    pub lesson: &'a str,
    /// Where it was taken.
    pub spot: &'a Spot,
    /// When it was begun.
    pub created: Timestamp,
    /// When this version last changed.
    pub changed: Timestamp,
    /// Markdown.
    pub text: &'a str,
    /// The note was edited in two places at once: another version of it stands in the list too.
    pub twofold: bool,
}

impl Record {
    /// The notes that stand, in the order they were begun. A note that was edited in two places at once
    /// appears with each of its versions.
    pub fn notes(&self) -> Vec<NoteView<'_>> {
        let mut views: Vec<_> = self
            .notes
            .iter()
            .flat_map(|(id, note)| note.views(id))
            .collect();
        views.sort_by(|a, b| (a.created, &a.key).cmp(&(b.created, &b.key)));
        views
    }

    /// The places that notes on a lesson belong to, a place a note.
    pub fn noted(&self, lesson: &str) -> impl Iterator<Item = &Spot> {
        let notes = self.notes.values();
        let here = notes.filter(move |note| note.lesson == lesson && !note.versions.is_empty());
        here.map(|note| &note.spot)
    }

    /// The note as it stands, unless this version of it was replaced or deleted.
    pub fn note(&self, key: &NoteKey) -> Option<NoteView<'_>> {
        let (id, note) = self.notes.get_key_value(&key.note)?;
        note.views(id).find(|view| view.key == *key)
    }

    /// Begins a note.
    pub fn begin_note(
        &mut self,
        pen: &mut Pen,
        lesson: &str,
        spot: Spot,
        text: &str,
        now: Timestamp,
    ) -> NoteKey {
        let id = pen.dot().to_string();
        let mut note = Note {
            lesson: lesson.to_owned(),
            spot,
            created: now,
            seen: BTreeMap::new(),
            versions: BTreeMap::new(),
        };
        let version = note.write(pen, text, now);
        self.notes.insert(id.clone(), note);
        NoteKey { note: id, version }
    }

    /// Replaces the text of one version, and gives the key to go on with. Where that version has gone since
    /// (another instance replaced or deleted it), the text is kept beside what stands now. `None` when there
    /// never was such a note.
    pub fn edit_note(
        &mut self,
        pen: &mut Pen,
        key: &NoteKey,
        text: &str,
        now: Timestamp,
    ) -> Option<NoteKey> {
        let note = self.notes.get_mut(&key.note)?;
        if note
            .versions
            .get(&key.version)
            .is_some_and(|version| version.text == clean(text))
        {
            return Some(key.clone());
        }
        note.versions.remove(&key.version);
        let version = note.write(pen, text, now);
        let renamed = [(key.version.clone(), version.clone())];
        self.unknown.rename(&versions_of(&key.note), &renamed);
        Some(NoteKey {
            note: key.note.clone(),
            version,
        })
    }

    /// Deletes one version of a note; says whether it was there. Undone by [`Record::edit_note`] with its text.
    pub fn delete_note(&mut self, key: &NoteKey) -> bool {
        self.notes
            .get_mut(&key.note)
            .is_some_and(|note| note.versions.remove(&key.version).is_some())
    }
}

impl Note {
    /// Whether this note rests on what was written under that name.
    pub(super) fn has_seen(&self, dot: &Dot) -> bool {
        self.seen
            .get(&dot.writer)
            .is_some_and(|&number| number >= dot.number)
    }

    /// Adds a version and gives its key.
    pub(super) fn write(&mut self, pen: &mut Pen, text: &str, now: Timestamp) -> String {
        self.put(
            &pen.dot(),
            Version {
                changed: now,
                text: clean(text),
            },
        )
    }

    /// Adds a version under a name and gives its key.
    pub(super) fn put(&mut self, dot: &Dot, version: Version) -> String {
        let seen = self.seen.entry(dot.writer.clone()).or_default();
        *seen = dot.number.max(*seen);
        let key = version_key(dot, &version.text);
        self.versions.insert(key.clone(), version);
        key
    }

    /// A name for a version that was put there by hand: after all that was seen of such a text, and no other version's.
    pub(super) fn by_hand(&self, seen: &BTreeMap<String, u64>, version: &Version) -> Dot {
        let mut writer = format!("hand{:08x}", hash(&version.text));
        loop {
            let last = seen.get(&writer).copied().unwrap_or(0);
            let number = (last + 1).min(i64::MAX.unsigned_abs());
            let dot = Dot { writer, number };
            let there = self.versions.get(&version_key(&dot, &version.text));
            if there.is_none_or(|there| there == version) {
                return dot;
            }
            writer = dot.writer + "x";
        }
    }

    /// Stands again as it is, after `now` stood: what of it was replaced since is written anew. Gives the old key and the
    /// new one of each version that was.
    pub(super) fn bring_back(&mut self, now: &Self, pen: &mut Pen) -> Vec<(String, String)> {
        for (writer, &number) in &now.seen {
            let seen = self.seen.entry(writer.clone()).or_default();
            *seen = number.max(*seen);
        }
        let mut renamed = Vec::new();
        for (key, version) in std::mem::take(&mut self.versions) {
            let alike = || now.versions.iter().find(|(_, there)| **there == version);
            let stands = now.versions.get_key_value(&key).or_else(alike);
            let new = match stands {
                Some((there, _)) => {
                    self.versions.insert(there.clone(), version);
                    there.clone()
                }
                None => self.put(&pen.dot(), version),
            };
            renamed.push((key, new));
        }
        renamed
    }

    fn views<'a>(&'a self, id: &'a str) -> impl Iterator<Item = NoteView<'a>> {
        self.versions
            .iter()
            .map(move |(version, content)| NoteView {
                key: NoteKey {
                    note: id.to_owned(),
                    version: version.clone(),
                },
                lesson: &self.lesson,
                spot: &self.spot,
                created: self.created,
                changed: content.changed,
                text: &content.text,
                twofold: self.versions.len() > 1,
            })
    }
}

/// Where the versions of a note stand in the file, by the keys from its top.
pub(super) fn versions_of(note: &str) -> [&str; 3] {
    ["notes", note, "versions"]
}

/// The key of a version: `writer-number-hash`. The hash of the text tells an edit by hand in the file from what
/// the program wrote there.
pub fn version_key(dot: &Dot, text: &str) -> String {
    format!("{dot}-{:08x}", hash(text))
}

/// The name in a version key, if the key is whole and its hash is that of the text.
pub fn version_dot(key: &str, text: &str) -> Option<Dot> {
    let dot = key_dot(key)?;
    (key == version_key(&dot, text)).then_some(dot)
}

/// The name in a version key; its number fits a TOML integer, since the note's `seen` must hold it.
pub(super) fn key_dot(key: &str) -> Option<Dot> {
    let (name, _hash) = key.rsplit_once('-')?;
    let (writer, number) = name.rsplit_once('-')?;
    let number: i64 = number.parse().ok()?;
    Some(Dot {
        writer: writer.to_owned(),
        number: number.try_into().ok()?,
    })
}

/// FNV-1a, folded to 32 bits: it only has to tell an edited text from the written one.
pub(super) fn hash(text: &str) -> u32 {
    let wide = text.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3)
    });
    #[expect(
        clippy::cast_possible_truncation,
        reason = "folding keeps the low half on purpose"
    )]
    let folded = (wide ^ (wide >> 32)) as u32;
    folded
}
