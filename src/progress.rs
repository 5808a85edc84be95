//! What the learner did, and the file that remembers it.
//!
//! ```text
//!  record  note  pen    what is known, and what can be done to it               pure
//!  draft                an answer that is begun                                 pure
//!  merge                two versions become one                                 pure
//!  format  unknown      the record as TOML and JSON, of any age                 pure
//!  held                 entries that cannot be read, one by one                 pure
//!  markdown             notes as a document, out and in                         pure
//!  saver                when to save                                            pure
//!  store   disk         the file: lock, fence, one step that writes
//!  history              versions that were replaced, and which of them stay
//!  report               how opening and saving went, in types and sentences
//!  shell                command lines to be copied
//! ```
//!
//! A face opens the [`Store`], keeps the [`Record`] in memory, changes it with its [`Pen`], tells the [`Saver`], and
//! saves when that says so.

pub mod disk;
pub mod draft;
pub mod format;
pub mod held;
pub mod history;
pub mod markdown;
pub mod merge;
pub mod note;
pub mod pen;
pub mod record;
pub mod report;
pub mod saver;
pub mod shell;
pub mod store;
pub mod unknown;

pub use held::Unreadable;
pub use merge::merge;
pub use note::{LONGEST_NOTE, Note, NoteKey, NoteView};
pub use pen::Pen;
pub use record::{Answer, Grade, Place, Prediction, Record, Spot, Sure};
pub use report::{Notice, Saved, StoreError, Warning};
pub use saver::{Change, Saver, Status};
pub use store::{Opened, Store, default_path};
