//! Practice: which question comes next, and in which words an answer is marked. Pure; both faces use it.
//!
//! ```text
//!  deck     the questions of a round, in their order, and how each went
//!  grade    how well an answer went, in words
//!  predict  what is asked before a timeline goes on, and what the world answers
//!  vary     a scenario with one condition changed: what would have happened
//! ```

mod deck;
mod grade;
pub mod predict;
pub mod vary;

pub use deck::Deck;
pub use grade::{GRADES, SURE, grade_name, grade_word, sure_word};
