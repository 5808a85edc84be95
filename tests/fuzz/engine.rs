//! A fuzzer for stable Rust: a corpus, mutations of it, and an eye for what is new.
//!
//! Nothing here sees which branches an input takes. Instead a target answers each input with a number that stands for
//! its outcome (which error, how many notes, which screen), and an input whose outcome is new joins those that are mutated
//! further. With `TOKEN34_FUZZ_MINUTES` it goes on for so long, from another seed each time, and inputs with a new outcome
//! are kept in the corpus; without, it replays the corpus and a few mutations that are the same each time.

use std::{
    collections::BTreeSet,
    fs,
    hash::{DefaultHasher, Hash, Hasher},
    panic::{self, AssertUnwindSafe},
    path::PathBuf,
    time::{Duration, Instant},
};

use rand::{RngExt as _, SeedableRng as _, seq::IndexedRandom as _};
use rand_chacha::ChaCha8Rng;

/// Inputs longer than this are cut, in bytes.
const LONGEST: usize = 1 << 16;
/// A corpus takes in at most so many inputs that were found,
const MOST_KEPT: usize = 40;
/// of at most so many bytes.
const LONGEST_KEPT: usize = 2048;
/// What breaks programs that read text.
const HOSTILE: &[&str] = &[
    "\0",
    "\x1b[2J",
    "\x1b]0;x\x07",
    "\x1b[200~",
    "\x1b[201~",
    "\u{202e}",
    "\u{200d}",
    "\u{feff}",
    "e\u{301}",
    "語",
    "👩\u{200d}👩\u{200d}👧",
    "\r",
    "\r\n",
    "\n",
    "\t",
    "\u{2028}",
    "-1",
    "0",
    "4294967296",
    "18446744073709551616",
    "1e999",
    "nan",
    "9999-12-31T23:59:59Z",
    "-009999-01-01T00:00:00Z",
    "\"",
    "'''",
    "\"\"\"",
    "\\",
    "[[",
    "]]",
    "{",
    "}",
    "#",
    "=",
    ".",
];

/// What is tried.
pub(crate) struct Target<'a> {
    /// The directory of its corpus in `tests/fuzz`.
    pub(crate) name: &'a str,
    /// Words of its language.
    pub(crate) words: &'a [&'a str],
    /// Inputs that stand elsewhere.
    pub(crate) seeds: Vec<Vec<u8>>,
    /// So many mutations are tried in a short run.
    pub(crate) short: u64,
}

impl Target<'_> {
    fn dir(&self) -> PathBuf {
        PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/fuzz")).join(self.name)
    }

    /// Tries the corpus and its mutations; `run` panics over an input that it should not, and else tells its outcome.
    pub(crate) fn fuzz(&self, mut run: impl FnMut(&[u8]) -> u64) {
        let minutes: Option<u64> = std::env::var("TOKEN34_FUZZ_MINUTES")
            .ok()
            .map(|minutes| minutes.parse().unwrap());
        let start = now();
        let limit = minutes.map(|minutes| Duration::from_secs(60 * minutes));
        let mut rng = match limit {
            Some(_) => rand::make_rng(),
            None => ChaCha8Rng::seed_from_u64(34),
        };
        let mut population = self.corpus();
        population.extend(self.seeds.iter().cloned());
        assert!(!population.is_empty(), "{} has no corpus", self.name);
        let mut kept = population.len();
        let mut seen = BTreeSet::new();
        let mut slowest = Duration::ZERO;
        for input in &population {
            seen.insert(self.try_one(input, &mut run, &mut slowest));
        }
        let mut tried = population.len() as u64;
        let more = |tried: u64| match limit {
            Some(limit) => start.elapsed() < limit,
            None => tried < self.short,
        };
        while more(tried) {
            let input = self.mutate(&population, &mut rng);
            let outcome = self.try_one(&input, &mut run, &mut slowest);
            tried += 1;
            if seen.insert(outcome) {
                if limit.is_some() && kept < MOST_KEPT && input.len() <= LONGEST_KEPT {
                    kept += 1;
                    self.keep("", &input);
                }
                population.push(input);
            }
        }
        println!(
            "{}: {tried} inputs in {} s, {} outcomes, the slowest took {} ms, nothing found",
            self.name,
            start.elapsed().as_secs(),
            seen.len(),
            slowest.as_millis()
        );
    }

    fn corpus(&self) -> Vec<Vec<u8>> {
        let files = fs::read_dir(self.dir()).into_iter().flatten();
        let mut files: Vec<PathBuf> = files.map(|file| file.unwrap().path()).collect();
        files.sort();
        files.iter().map(|file| fs::read(file).unwrap()).collect()
    }

    /// Tries an input; one that makes the target panic is put into the corpus, so that it is tried from now on.
    fn try_one(
        &self,
        input: &[u8],
        run: &mut impl FnMut(&[u8]) -> u64,
        slowest: &mut Duration,
    ) -> u64 {
        let start = now();
        match panic::catch_unwind(AssertUnwindSafe(|| run(input))) {
            Ok(outcome) => {
                *slowest = start.elapsed().max(*slowest);
                outcome
            }
            Err(why) => {
                let path = self.keep("found-", input);
                eprintln!("{} falls over {}", self.name, path.display());
                panic::resume_unwind(why)
            }
        }
    }

    fn keep(&self, prefix: &str, input: &[u8]) -> PathBuf {
        let mut hasher = DefaultHasher::new();
        input.hash(&mut hasher);
        let path = self.dir().join(format!("{prefix}{:016x}", hasher.finish()));
        fs::create_dir_all(self.dir()).unwrap();
        fs::write(&path, input).unwrap();
        path
    }

    fn mutate(&self, population: &[Vec<u8>], rng: &mut ChaCha8Rng) -> Vec<u8> {
        let mut input = population.choose(rng).unwrap().clone();
        for _ in 0..rng.random_range(1..6) {
            self.mutate_once(&mut input, population, rng);
            input.truncate(LONGEST);
        }
        input
    }

    fn mutate_once(&self, input: &mut Vec<u8>, population: &[Vec<u8>], rng: &mut ChaCha8Rng) {
        let at = rng.random_range(0..=input.len());
        match rng.random_range(0..9) {
            0 if !input.is_empty() => {
                input[at.min(at.saturating_sub(1))] ^= 1 << rng.random_range(0..8)
            }
            1 => input.insert(at, rng.random()),
            2 => drop(input.drain(range(input, at, rng))),
            3 => {
                let copy = input[range(input, at, rng)].to_vec();
                input.splice(at..at, copy);
            }
            4 => {
                let other = population.choose(rng).unwrap();
                let from = rng.random_range(0..=other.len());
                let piece = other[range(other, from, rng)].to_vec();
                input.splice(range(input, at, rng), piece);
            }
            5 => lines(input, rng),
            6 => number(input, rng),
            7 if !self.words.is_empty() => {
                let word = self.words.choose(rng).unwrap().bytes();
                input.splice(at..at, word);
            }
            _ => {
                let word = HOSTILE.choose(rng).unwrap().bytes();
                input.splice(at..at, word);
            }
        }
    }
}

/// Some bytes from `at` on, few rather than many.
fn range(input: &[u8], at: usize, rng: &mut ChaCha8Rng) -> std::ops::Range<usize> {
    let most = 1 << rng.random_range(0..10);
    at..(at + rng.random_range(0..=most)).min(input.len())
}

/// A line goes, stands twice, or stands elsewhere.
fn lines(input: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let mut lines: Vec<&[u8]> = input.split_inclusive(|byte| *byte == b'\n').collect();
    if lines.is_empty() {
        return;
    }
    let (from, to) = (
        rng.random_range(0..lines.len()),
        rng.random_range(0..lines.len()),
    );
    match rng.random_range(0..3) {
        0 => drop(lines.remove(from)),
        1 => lines.insert(to, lines[from]),
        _ => lines.swap(from, to),
    }
    *input = lines.concat();
}

/// A digit becomes another one, or many.
fn number(input: &mut Vec<u8>, rng: &mut ChaCha8Rng) {
    let digits: Vec<usize> = (0..input.len())
        .filter(|at| input[*at].is_ascii_digit())
        .collect();
    if let Some(&at) = digits.choose(rng) {
        let new = [
            "0",
            "1",
            "9",
            "-1",
            "65536",
            "4294967295",
            "9223372036854775807",
        ]
        .choose(rng)
        .unwrap();
        input.splice(at..=at, new.bytes());
    }
}

/// A number that stands for an outcome, digits aside: messages differ by line and length, and that is not new.
pub(crate) fn outcome(text: &str) -> u64 {
    let mut hasher = DefaultHasher::new();
    let text: String = text
        .chars()
        .filter(|c| c.is_ascii_alphabetic() || *c == ' ')
        .take(60)
        .collect();
    text.hash(&mut hasher);
    hasher.finish()
}

#[expect(
    clippy::disallowed_methods,
    reason = "a run ends after so many minutes of real time"
)]
fn now() -> Instant {
    Instant::now()
}
