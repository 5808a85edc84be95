//! Orders that tell nothing: drawn from a seed that is handed in.

use crate::progress::pen::mix;

/// A seed for a question: another one with each answer that was given to it before.
pub(super) fn seed(question: &str, earlier: usize) -> u64 {
    let start = mix(earlier as u64);
    question
        .bytes()
        .fold(start, |seed, byte| mix(seed ^ u64::from(byte)))
}

/// The numbers below `count` in an order drawn from `seed`.
pub(super) fn order(count: usize, seed: u64) -> Vec<usize> {
    let mut order: Vec<usize> = (0..count).collect();
    let mut state = seed;
    for last in (1..count).rev() {
        state = mix(state);
        let below = last as u64 + 1;
        let at = usize::try_from(state % below).unwrap_or(0);
        order.swap(at, last);
    }
    order
}

/// The same, but never the numbers in their own order, which would be the answer.
pub(super) fn disorder(count: usize, seed: u64) -> Vec<usize> {
    let mut order = order(count, seed);
    if order.is_sorted() && count > 1 {
        order.rotate_left(1);
    }
    order
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn an_order_has_every_number_once(count in 0..9_usize, seed: u64) {
            for order in [order(count, seed), disorder(count, seed)] {
                let mut sorted = order.clone();
                sorted.sort_unstable();
                prop_assert_eq!(sorted, (0..count).collect::<Vec<_>>());
            }
            prop_assert!(count < 2 || !disorder(count, seed).is_sorted());
        }
    }

    #[test]
    fn every_place_is_the_first_one_about_as_often() {
        let mut first = [0; 4];
        for earlier in 0..400 {
            first[order(4, seed("two-believers", earlier))[0]] += 1;
        }
        assert!(
            first.iter().all(|count| (70..130).contains(count)),
            "{first:?}"
        );
    }
}
