//! # token34: the story of the house
//!
//! One transition system decides; nothing is scripted. [`fencing::world::World`] knows which steps are
//! possible and what each does. A timeline is one path through it with times, a claim of the lesson
//! names a path and the verdict it must give, and a screen only draws what came out.
//!
//! Arrows run downwards only; a room knows the rooms below it and none above.
//!
//! ```text
//!  main.rs        reads the command line, opens one face
//!  cli            the command line
//!  tui    plain   two faces: the screens, and the same lesson line by line
//!  practice       questions: which comes next, how an answer is marked         pure
//!  progress       what the learner did: record (pure) and store (disk)
//!  course         the lesson as data: parse, look up, check                    pure
//!  fencing        the world: clients, locks, storage, time lines               pure
//!  text           clean, measure and wrap; what every room may use             pure
//! ```
//!
//! `pure` means: no screen, no disk, no clock, no randomness but what is handed in.

pub mod cli;
pub mod course;
pub mod fencing;
pub mod plain;
pub mod practice;
pub mod progress;
pub mod text;
pub mod tui;
