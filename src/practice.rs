//! Practice: which question comes next, and in which words an answer is marked. Pure; both faces use it.
//!
//! ```text
//!  deck     the questions of a round, in their order, and how each went
//!  grade    how well an answer went, in words
//! ```

mod deck;
mod grade;

pub use deck::Deck;
pub use grade::{GRADES, grade_name, grade_word};
