//! What the learner did, and the file that remembers it.
//!
//! ```text
//!  record  note  pen    what is known, and what can be done to it        pure
//!  merge                two versions become one                          pure
//!  format  unknown      the record as text, of any age                   pure
//!  saver                when to save                                     pure
//!  store   disk         the file: lock, fence, one atomic write
//!  history              versions that were replaced, and how one comes back
//!  report               how opening and saving went, in sentences
//!  markdown             notes for other programs, and back            pure
//! ```
//!
//! A face opens the [`Store`], keeps the [`Record`] in memory, changes it with its [`Pen`], tells the [`Saver`], and
//! saves when that says so.

pub mod disk;
pub mod format;
pub mod history;
pub mod markdown;
pub mod merge;
pub mod note;
pub mod pen;
pub mod record;
pub mod report;
pub mod saver;
pub mod store;
pub mod unknown;

pub use merge::merge;
pub use note::{Note, NoteKey, NoteView};
pub use pen::Pen;
pub use record::{Answer, Grade, Place, Record, Spot};
pub use report::{Notice, Saved, StoreError, Warning};
pub use saver::{Change, Saver, Status};
pub use store::{Opened, Store, default_path};
