//! The world: clients, lock services, storage with a fence, and the time lines that come of them.

pub mod property;
pub mod timeline;
