//! The questions of one round.

use crate::progress::Grade;

/// A round: questions in order, and how each went so far.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Deck {
    cards: Vec<Card>,
    at: usize,
}

/// A question of a round.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Card {
    question: String,
    grade: Option<Grade>,
}

impl Deck {
    /// A round over these questions, from the first on.
    pub fn new<'q>(questions: impl IntoIterator<Item = &'q str>) -> Self {
        let card = |question: &str| Card {
            question: question.to_owned(),
            grade: None,
        };
        Self {
            cards: questions.into_iter().map(card).collect(),
            at: 0,
        }
    }

    /// One question more, at the end.
    pub fn push(&mut self, question: String) {
        self.cards.push(Card {
            question,
            grade: None,
        });
    }

    /// The question that is asked, by its id; `None` when the round is over.
    pub fn question(&self) -> Option<&str> {
        let card = self.cards.get(self.at)?;
        Some(card.question.as_str())
    }

    /// Where in the round it stands, from 1, and of how many.
    pub fn place(&self) -> (usize, usize) {
        ((self.at + 1).min(self.cards.len()), self.cards.len())
    }

    /// Marks the answer to the question that is asked.
    pub fn mark(&mut self, grade: Grade) {
        if let Some(card) = self.cards.get_mut(self.at) {
            card.grade = Some(grade);
        }
    }

    /// Goes on to the next question that has no answer in this round: first those after it, then those that were passed
    /// over.
    pub fn next(&mut self) {
        let open = |index: &usize| self.cards[*index].grade.is_none();
        let at = self.at.min(self.cards.len());
        let next = (at..self.cards.len()).chain(0..at).find(open);
        self.at = next.unwrap_or(self.cards.len());
    }

    /// The answer to a question was taken back: it is asked again.
    pub fn retake(&mut self, question: &str) {
        if let Some(at) = self.cards.iter().position(|card| card.question == question) {
            self.cards[at].grade = None;
            self.at = at;
        }
    }

    /// Passes over this question, to the one after it or, from the last one, to the end; says whether there was one to pass
    /// over.
    pub fn forward(&mut self) -> bool {
        let there = self.at < self.cards.len();
        self.at += usize::from(there);
        there
    }

    /// Goes back to the question before this one; says whether there is one.
    pub fn backward(&mut self) -> bool {
        let there = self.at > 0 && self.at < self.cards.len();
        self.at -= usize::from(there);
        there
    }

    /// The questions by their ids, and how each went in this round.
    pub fn grades(&self) -> impl Iterator<Item = (&str, Option<Grade>)> {
        let cards = self.cards.iter();
        cards.map(|card| (card.question.as_str(), card.grade))
    }

    /// Those that were not known in full.
    pub fn hard(&self) -> impl Iterator<Item = &str> {
        let hard = |(id, grade)| (grade != Some(Grade::Knew)).then_some(id);
        self.grades().filter_map(hard)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Grade::{Knew, Missed, Partly};

    fn answer(deck: &mut Deck, grade: Grade) {
        deck.mark(grade);
        deck.next();
    }

    #[test]
    fn a_round_asks_in_order_and_ends() {
        let mut deck = Deck::new(["a", "b"]);
        assert_eq!((deck.question(), deck.place()), (Some("a"), (1, 2)));
        answer(&mut deck, Partly);
        assert_eq!((deck.question(), deck.place()), (Some("b"), (2, 2)));
        answer(&mut deck, Knew);
        assert_eq!((deck.question(), deck.place()), (None, (2, 2)));
        assert_eq!(deck.hard().collect::<Vec<_>>(), ["a"]);
        answer(&mut deck, Missed);
        assert_eq!(deck.hard().collect::<Vec<_>>(), ["a"]);
    }

    #[test]
    fn what_was_passed_over_comes_at_the_end() {
        let mut deck = Deck::new(["a", "b", "c"]);
        assert!(deck.forward());
        answer(&mut deck, Knew);
        assert_eq!(deck.question(), Some("c"));
        answer(&mut deck, Knew);
        assert_eq!(deck.question(), Some("a"));
        assert!(!deck.backward());
        answer(&mut deck, Missed);
        assert_eq!(deck.question(), None);
        assert!(!deck.backward());
    }

    #[test]
    fn to_pass_over_the_last_one_ends_the_round() {
        let mut deck = Deck::new(["a", "b"]);
        answer(&mut deck, Knew);
        assert!(deck.forward());
        assert_eq!((deck.question(), deck.place()), (None, (2, 2)));
        assert_eq!(deck.hard().collect::<Vec<_>>(), ["b"]);
        assert!(!deck.forward());
    }

    #[test]
    fn what_is_taken_back_is_asked_again_and_then_the_rest() {
        let mut deck = Deck::new(["a", "b", "c"]);
        answer(&mut deck, Missed);
        deck.retake("a");
        assert_eq!((deck.question(), deck.place()), (Some("a"), (1, 3)));
        answer(&mut deck, Knew);
        assert_eq!(deck.question(), Some("b"));
        answer(&mut deck, Knew);
        answer(&mut deck, Knew);
        assert_eq!(deck.question(), None);
        deck.retake("c");
        assert_eq!(deck.question(), Some("c"));
        assert_eq!(deck.hard().collect::<Vec<_>>(), ["c"]);
    }

    #[test]
    fn an_empty_round_is_over_at_once() {
        let mut deck = Deck::new([]);
        assert_eq!((deck.question(), deck.place()), (None, (0, 0)));
        assert!(!deck.forward() && !deck.backward());
        answer(&mut deck, Knew);
        assert_eq!(deck.grades().count(), 0);
    }
}
