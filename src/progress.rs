//! What the learner did, and the file that remembers it.
//!
//! [`record`] is the pure part: what is known and how two versions of it merge. The store puts it on disk.

pub mod record;
