//! Many pieces of work shared out among threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

/// Do the pieces `0..pieces` on so many threads, this one among them, each piece once and roughly in order.
///
/// Once `stop` is raised no further piece is begun; a long piece looks at it by itself. Returns when all threads are done.
pub(super) fn share(pieces: usize, threads: usize, stop: &AtomicBool, work: impl Fn(usize) + Sync) {
    let next = AtomicUsize::new(0);
    let take = || {
        while !stop.load(Ordering::Relaxed) {
            let piece = next.fetch_add(1, Ordering::Relaxed);
            if piece >= pieces {
                return;
            }
            work(piece);
        }
    };
    std::thread::scope(|scope| {
        for _ in 1..threads.clamp(1, pieces.max(1)) {
            scope.spawn(take);
        }
        take();
    });
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    #[test]
    fn each_piece_is_done_once_on_any_number_of_threads() {
        for (pieces, threads) in [(0, 0), (0, 3), (1, 1), (1, 8), (100, 1), (100, 7)] {
            let done = Mutex::new(Vec::new());
            share(pieces, threads, &AtomicBool::new(false), |piece| {
                done.lock().unwrap().push(piece);
            });
            let mut done = done.into_inner().unwrap();
            done.sort_unstable();
            assert_eq!(done, (0..pieces).collect::<Vec<_>>(), "{threads} threads");
        }
    }

    #[test]
    fn nothing_is_begun_once_it_is_to_stop() {
        let stop = AtomicBool::new(false);
        let done = AtomicUsize::new(0);
        share(1_000, 2, &stop, |_| {
            done.fetch_add(1, Ordering::Relaxed);
            stop.store(true, Ordering::Relaxed);
        });
        assert!(done.load(Ordering::Relaxed) <= 2);
    }
}
