//! Saves beside the loop, which goes on however long the disk takes.
//!
//! The store goes to a thread together with a copy of the record, and comes back with the answer. Whoever has it may
//! write, and only one can have it: the rule of the lesson kept by ownership, with no lock to be held too long.

use std::path::PathBuf;
use std::sync::mpsc::{self, Receiver, SendError, Sender};
use std::thread;
use std::time::Duration;

use jiff::Timestamp;

use crate::progress::{Record, Saved, Store, StoreError};

/// Whoever waits for a save is told so after this long.
const LONG: Duration = Duration::from_millis(500);

/// The thread that saves, from the loop's side.
pub(super) struct Keeper {
    /// Here while no save is under way.
    store: Option<Store>,
    /// To the thread, from the first save on.
    out: Option<Sender<Errand>>,
    home: Sender<Back>,
    back: Receiver<Back>,
}

/// A save on its way.
struct Errand {
    store: Store,
    record: Record,
    now: Timestamp,
    /// On the last save of all: where to put what cannot be saved.
    elsewhere: Option<PathBuf>,
    home: Sender<Back>,
    ring: Box<dyn FnOnce() + Send>,
}

struct Back {
    store: Store,
    kept: Kept,
}

/// What a save came back with.
pub(super) struct Kept {
    /// What was to be saved, and what the file held beyond that.
    pub(super) record: Record,
    /// How it went.
    pub(super) answer: Result<Saved, StoreError>,
}

impl Keeper {
    /// Nothing is being saved yet.
    pub(super) fn new(store: Store) -> Self {
        let (home, back) = mpsc::channel();
        Self {
            store: Some(store),
            out: None,
            home,
            back,
        }
    }

    /// The store, unless a save is under way.
    pub(super) fn store(&mut self) -> Option<&mut Store> {
        self.store.as_mut()
    }

    /// Begins to save, unless a save is under way; `ring` is called once the answer is there. With `elsewhere` it is the
    /// last save of all, as [`Store::save_last`] does it.
    pub(super) fn begin(
        &mut self,
        record: Record,
        now: Timestamp,
        elsewhere: Option<PathBuf>,
        ring: impl FnOnce() + Send + 'static,
    ) {
        let Some(store) = self.store.take() else {
            return;
        };
        let errand = Errand {
            store,
            record,
            now,
            elsewhere,
            home: self.home.clone(),
            ring: Box::new(ring),
        };
        if let Err(SendError(errand)) = self.out.get_or_insert_with(thread_for_errands).send(errand)
        {
            // No thread was to be had.
            errand.carry_out();
        }
    }

    /// The answer to a save, if there is one.
    pub(super) fn back(&mut self) -> Option<Kept> {
        let back = self.back.try_recv().ok();
        back.map(|back| self.welcome(back))
    }

    /// Waits for the answer to the save under way, if there is one. When that takes long, `long` is called, once.
    pub(super) fn wait(&mut self, long: impl FnOnce()) -> Option<Kept> {
        if self.store.is_some() {
            return None;
        }
        let back = self.back.recv_timeout(LONG).or_else(|_| {
            long();
            self.back.recv()
        });
        back.ok().map(|back| self.welcome(back))
    }

    fn welcome(&mut self, back: Back) -> Kept {
        self.store = Some(back.store);
        back.kept
    }
}

/// Where the thread cannot be had, nobody takes what is sent.
fn thread_for_errands() -> Sender<Errand> {
    let (out, errands) = mpsc::channel::<Errand>();
    let _ = thread::Builder::new()
        .name("save".to_owned())
        .spawn(move || errands.into_iter().for_each(Errand::carry_out));
    out
}

impl Errand {
    fn carry_out(self) {
        let Self {
            mut store,
            mut record,
            now,
            elsewhere,
            home,
            ring,
        } = self;
        let answer = match &elsewhere {
            Some(elsewhere) => store.save_last(&mut record, elsewhere, now),
            None => store.save(&mut record, now),
        };
        let kept = Kept { record, answer };
        // Whoever began it may be gone; it is saved all the same.
        let _ = home.send(Back { store, kept });
        ring();
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::io;
    use std::path::Path;

    use tempfile::TempDir;

    use super::*;
    use crate::progress::disk::{Call, System};
    use crate::progress::format::parse;
    use crate::progress::{Answer, Change, Grade, Opened, Pen, Saver, Spot, Status, Warning};

    const BOUND: Duration = Duration::from_secs(20);

    fn now() -> Timestamp {
        Timestamp::UNIX_EPOCH
    }

    /// A disk that says when a flush begins, and ends it when it is told to.
    struct SlowDisk {
        begins: Sender<()>,
        ends: Receiver<()>,
    }

    impl System for SlowDisk {
        fn before(&self, call: Call) -> io::Result<()> {
            if call == Call::Sync {
                let _ = self.begins.send(());
                let _ = self.ends.recv();
            }
            Ok(())
        }

        fn wait(&self, _: Duration) {}
    }

    /// What a face has beside the keeper, and its ends of the disk.
    struct Face {
        keeper: Keeper,
        record: Record,
        saver: Saver,
        begins: Receiver<()>,
        ends: Sender<()>,
        rings: (Sender<()>, Receiver<()>),
    }

    impl Face {
        fn open(path: &Path) -> Self {
            let ((begin, begins), (ends, end)) = (mpsc::channel(), mpsc::channel());
            let disk = SlowDisk {
                begins: begin,
                ends: end,
            };
            let Opened { store, record, .. } = Store::open_on(Box::new(disk), path).unwrap();
            Self {
                keeper: Keeper::new(store),
                record,
                saver: Saver::default(),
                begins,
                ends,
                rings: mpsc::channel(),
            }
        }

        fn note(&mut self, pen: &mut Pen, text: &str) {
            self.record
                .begin_note(pen, "lesson", Spot::Home, text, now());
            self.saver.changed(Change::Other, Duration::ZERO);
        }

        /// Begins what is due, and waits until the disk is at it.
        fn begin(&mut self) {
            assert!(self.saver.begin(Duration::ZERO));
            let ring = self.rings.0.clone();
            let ring = move || ring.send(()).unwrap();
            self.keeper.begin(self.record.clone(), now(), None, ring);
            self.begins.recv_timeout(BOUND).unwrap();
            assert!(self.keeper.store().is_none() && self.keeper.back().is_none());
        }

        /// Lets the disk end, and takes the answer in.
        fn end(&mut self) -> Saved {
            self.ends.send(()).unwrap();
            self.rings.1.recv_timeout(BOUND).unwrap();
            let kept = self.keeper.back().unwrap();
            self.record.take_back(kept.record);
            self.saver.saved();
            kept.answer.unwrap()
        }
    }

    fn texts(record: &Record) -> Vec<&str> {
        record.notes().into_iter().map(|note| note.text).collect()
    }

    #[test]
    fn what_changes_during_a_save_is_in_one_more_and_what_another_wrote_stays() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("progress.toml");
        let (mut face, mut pen) = (Face::open(&path), Pen::new(now(), 1, 1));
        let Opened {
            mut store,
            mut record,
            ..
        } = Store::open(&path).unwrap();
        record.begin_note(
            &mut Pen::new(now(), 2, 2),
            "lesson",
            Spot::Home,
            "theirs",
            now(),
        );
        store.save(&mut record, now()).unwrap();
        face.note(&mut pen, "first");
        face.begin();
        face.note(&mut pen, "second");
        face.note(&mut pen, "third");
        assert!(!face.saver.is_due(Duration::ZERO));
        assert!(face.end().merged);
        assert_eq!(*face.saver.status(), Status::Waiting);
        assert!(face.saver.is_due(Duration::ZERO));
        face.begin();
        assert_eq!(face.end().revision, 3);
        assert_eq!(
            (face.saver.status(), face.saver.wait(Duration::ZERO)),
            (&Status::Saved, None)
        );
        assert!(face.begins.try_recv().is_err());
        let kept = parse(&fs::read(&path).unwrap()).unwrap();
        assert_eq!(kept, face.record);
        let mut texts = texts(&kept);
        texts.sort_unstable();
        assert_eq!(texts, ["first", "second", "theirs", "third"]);
    }

    #[test]
    fn what_a_save_moved_into_a_file_of_its_own_does_not_come_back() {
        let dir = TempDir::new().unwrap();
        let path = dir.path().join("progress.toml");
        fs::write(
            &path,
            "format = 4\nrevision = 1\n[answers.one]\ngrade = 7\n",
        )
        .unwrap();
        let (mut face, mut pen) = (Face::open(&path), Pen::new(now(), 1, 1));
        assert!(!face.record.held.is_empty());
        let answer = Answer::new("question", now(), Grade::Knew);
        face.record.answers.insert("one".to_owned(), answer);
        face.note(&mut pen, "first");
        face.begin();
        face.note(&mut pen, "second");
        // Beside the progress file, what is moved is flushed too.
        face.ends.send(()).unwrap();
        let moved = face.end().warnings;
        assert!(
            matches!(moved[..], [Warning::Displaced { .. }]),
            "{moved:?}"
        );
        assert!(face.begins.try_recv().is_ok() && face.record.held.is_empty());
        for _ in 0..3 {
            face.begin();
            face.note(&mut pen, "and on");
            assert_eq!(face.end().warnings, []);
        }
        assert!(face.begins.try_recv().is_err());
    }

    #[test]
    fn where_no_thread_is_to_be_had_it_saves_at_once() {
        let dir = TempDir::new().unwrap();
        let store = Store::open(&dir.path().join("progress.toml"))
            .unwrap()
            .store;
        let mut keeper = Keeper::new(store);
        keeper.out = Some(mpsc::channel().0);
        keeper.begin(Record::default(), now(), None, || {});
        assert_eq!(keeper.back().unwrap().answer.unwrap().revision, 1);
    }

    #[test]
    fn whoever_waits_is_told_when_it_takes_long() {
        let dir = TempDir::new().unwrap();
        let mut face = Face::open(&dir.path().join("progress.toml"));
        assert!(face.keeper.wait(|| unreachable!()).is_none());
        face.note(&mut Pen::new(now(), 1, 1), "first");
        face.begin();
        let ends = face.ends.clone();
        let kept = face.keeper.wait(move || ends.send(()).unwrap());
        assert!(kept.unwrap().answer.is_ok());
    }
}
