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
//!  tui            the screens
//!    app            which screen is open; Message in, Effect out
//!    keymap theme   one table of keys; one name for each colour and shape
//!    screen/        home read guide glossary watch lab practice notes progress help, a file each
//!    widget/        drawing that screens share
//!    terminal       the only way to the outside: waits, draws, restores
//!  plain          the same lesson line by line
//!  search         where words stand in what is taught and noted                pure
//!  practice       questions and predictions: which comes, how it is marked     pure
//!    review         what comes again today, from the answers alone
//!    diary standing how sure and how right, and what is open, in words
//!  progress       what the learner did: record, merge (pure); store (disk)
//!  course         the lesson as data: parse, look up, check                    pure
//!  fencing        the world                                                    pure
//!    world          the one transition system: what is possible, what it does
//!    client storage lock/ fault         who acts, what is protected, what breaks
//!    scenario schedule recorder         TOML, to times, to a timeline
//!    timeline       one path, as it is shown
//!    explore matrix map                 every path, every fault, every setting
//!    knobs adversary                    the learner's own runs
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
pub mod search;
pub mod text;
pub mod tui;
