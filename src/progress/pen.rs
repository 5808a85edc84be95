//! Who writes: names for what a running program adds to the record.

use std::fmt;

use jiff::Timestamp;

/// One running program as a writer, and how much it has written.
///
/// Everything that is added gets the writer's name and its next number, so two instances never use the same
/// name for two things, and whoever merges can tell what an instance had seen. The number is a counter and
/// not a time, since clocks go back.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Pen {
    writer: String,
    written: u64,
}

/// The name of one thing written: by whom, and the how-manieth of its writer.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dot {
    /// The writer's name: lower-case letters and digits.
    pub writer: String,
    /// Counts from 1 for each writer.
    pub number: u64,
}

impl Pen {
    /// A pen for one run of the program; `process` and `nonce` keep two that start in the same instant apart.
    pub fn new(now: Timestamp, process: u32, nonce: u64) -> Self {
        #[expect(
            clippy::cast_possible_truncation,
            reason = "the low 64 bits of the nanoseconds are what differs"
        )]
        let nanoseconds = now.as_nanosecond() as u64;
        let seed = mix(mix(nanoseconds ^ u64::from(process).rotate_left(48)) ^ nonce);
        Self {
            writer: base32(seed),
            written: 0,
        }
    }

    /// The next name.
    pub fn dot(&mut self) -> Dot {
        self.written = self.written.saturating_add(1);
        Dot {
            writer: self.writer.clone(),
            number: self.written,
        }
    }
}

impl fmt::Display for Dot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.writer, self.number)
    }
}

/// Ten characters of Crockford's base 32, lower case: 50 bits.
fn base32(mut bits: u64) -> String {
    const DIGITS: &[u8; 32] = b"0123456789abcdefghjkmnpqrstvwxyz";
    (0..10)
        .map(|_| {
            let digit = char::from(DIGITS[(bits & 31) as usize]);
            bits >>= 5;
            digit
        })
        .collect()
}

/// The finaliser of SplitMix64: every input bit reaches every output bit.
pub(crate) fn mix(mut z: u64) -> u64 {
    z = z.wrapping_add(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_start_gives_the_same_names_and_another_gives_others() {
        let mut pens = [(0, 0), (0, 0), (1, 0), (0, 1)]
            .map(|(process, nonce)| Pen::new(Timestamp::UNIX_EPOCH, process, nonce));
        let dots = pens.each_mut().map(Pen::dot);
        assert_eq!(dots[0], dots[1]);
        assert!(dots[0] != dots[2] && dots[0] != dots[3] && dots[2] != dots[3]);
        assert_eq!(dots[0].number, 1);
        assert_eq!(pens[0].dot().number, 2);
    }
}
