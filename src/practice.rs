//! Practice: which question comes next, how it is laid out, and how an answer is marked. Pure; both faces use it.
//!
//! ```text
//!  queue    which questions there are to practise: due, new, all of a kind
//!  deck     the questions of a round, in their order, and how each went
//!  sheet    a question laid out: what there is to choose from, in the order in which it is shown
//!  mark     what a learner gives for it, and how that is marked
//!  grade    how well an answer went, in words
//!  generate questions that the world invents, from a seed
//!  shuffle  orders that are drawn from a seed
//!  check    what is wrong with the questions of a pack, beyond what reading them tells
//!  predict  what is asked before a timeline goes on, and what the world answers
//!  review   which questions come again today, worked out from the answers
//!  diary    how sure and how right; misconceptions that were met, and those overcome since
//!  standing all of that and what is still open, as both faces tell it
//!  vary     a scenario with one condition changed: what would have happened
//! ```

pub mod check;
mod deck;
pub mod diary;
pub mod generate;
mod grade;
mod mark;
pub mod predict;
pub mod queue;
pub mod review;
mod sheet;
mod shuffle;
pub mod standing;
#[cfg(test)]
mod tests;
pub mod vary;

pub use check::check;
pub use deck::Deck;
pub use grade::{GRADES, SURE, grade_name, grade_word, kind_name, sure_word, verdict};
pub use mark::{Given, Mark, Remark};
pub use sheet::{How, Item, Right, Run, Sheet};
