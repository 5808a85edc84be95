//! The screens.
//!
//! Elm's shape: the terminal turns what happens into a [`message::Message`], [`app::App::update`] takes it in and
//! answers with [`message::Effect`]s, and [`app::App::view`] draws what came of it. Only [`terminal`] touches
//! the outside, and only `terminal` and [`keymap`] name crossterm.
//!
//! ```text
//!  terminal   enters, waits, draws, leaves; carries out effects
//!  app        which screen is open, what lies over it, and what they share
//!  screen/    one file a screen: state, update, view, tests
//!  editor     a text that is edited in place
//!  line       a line that is typed into
//!  widget/    drawing only
//!  work       what takes longer than a frame: said here, done on threads of its own
//!  keymap     one table: keys, footer, help
//!  theme      what each thing looks like, by its meaning
//! ```

pub mod app;
pub mod editor;
pub mod keymap;
pub mod line;
pub mod message;
pub mod screen;
pub mod terminal;
pub mod theme;
pub mod widget;
pub mod work;
