//! The short code by which a run is told to somebody else.

use super::super::fault::Fault;
use super::super::lock::Kind;
use super::super::storage::Check;
use super::super::timeline::Millis;
use super::{Knobs, TICK};

/// Why a code is not one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum CodeError {
    /// It has another number of letters.
    #[error("a code has {CODE_LETTERS} letters and digits, this one has {0}: copy all of it")]
    Length(usize),
    /// A letter that no code has.
    #[error("`{0}` is in no code: it has digits, and letters but I, L, O and U")]
    Letter(char),
    /// The check sum is wrong.
    #[error("this code has a typing error: its check digits do not fit the rest")]
    Sum,
    /// It was made by a program that knows more than this one.
    #[error("this code was made by a newer token34: get that, or ask for the settings in words")]
    Newer,
}

/// The alphabet of codes: digits, and letters but those that look like digits, and U.
pub(super) const ALPHABET: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";
/// The version of the code's layout.
const VERSION: u8 = 1;
/// Bytes of a code: 11 of settings, 2 of check sum.
const CODE_BYTES: usize = 13;
/// Letters of a code.
pub const CODE_LETTERS: usize = (CODE_BYTES * 8).div_ceil(5);

impl Knobs {
    /// The code that stands for these settings, such as `04G2-…`: 21 letters and digits in groups of seven.
    ///
    /// Its check sum tells every change of one letter, and every swap of two neighbours.
    pub fn code(&self) -> String {
        let knobs = self.bounded();
        // Four bits were enough for four checks; the third bit of a check stands beside the lock.
        let check = knobs.check as u8;
        let flags = check & 3 | u8::from(knobs.fence_on_read) << 2 | u8::from(knobs.renews) << 3;
        let fault = knobs.fault.map_or(0, |fault| 1 + fault as u8);
        let mut bytes = vec![
            VERSION << 4 | flags,
            knobs.lock.number() | (check & 4) << 5,
            fault,
        ];
        for time in [knobs.ttl, knobs.at, knobs.lasts, knobs.latency] {
            bytes.extend(((time / TICK) as u16).to_be_bytes());
        }
        bytes.extend(crc16(&bytes).to_be_bytes());
        let letters = to_letters(&bytes);
        let groups: Vec<&str> = [&letters[..7], &letters[7..14], &letters[14..]].to_vec();
        groups.join("-")
    }

    /// The settings that a code stands for. Case, blanks and hyphens make no difference; O is read as 0, I and L as 1.
    ///
    /// # Errors
    /// Whatever is wrong with it.
    pub fn from_code(code: &str) -> Result<Self, CodeError> {
        let bytes = from_letters(code)?;
        let (settings, sum) = bytes.split_at(CODE_BYTES - 2);
        if crc16(settings).to_be_bytes() != *sum {
            return Err(CodeError::Sum);
        }
        let [head, lock, fault, times @ ..] = settings else {
            return Err(CodeError::Sum);
        };
        let time = |i: usize| {
            Some(
                Millis::from(u16::from_be_bytes([
                    *times.get(2 * i)?,
                    *times.get(2 * i + 1)?,
                ])) * TICK,
            )
        };
        let known = || {
            let strikes = match fault {
                0 => None,
                number => Some(Fault::numbered(number - 1)?),
            };
            Some(Self {
                lock: Kind::all().nth(usize::from(*lock & 0x7F))?,
                check: Check::NAMES.get(usize::from(head & 3 | lock >> 5 & 4))?.1,
                fence_on_read: head & 4 != 0,
                renews: head & 8 != 0,
                fault: strikes,
                ttl: time(0)?,
                at: time(1)?,
                lasts: time(2)?,
                latency: time(3)?,
            })
        };
        let knobs = known()
            .filter(|_| head >> 4 == VERSION)
            .ok_or(CodeError::Newer)?;
        if knobs.bounded() == knobs {
            Ok(knobs)
        } else {
            Err(CodeError::Newer)
        }
    }
}

fn to_letters(bytes: &[u8]) -> String {
    let bit = |i: usize| {
        bytes
            .get(i / 8)
            .is_some_and(|byte| byte & 0x80 >> (i % 8) != 0)
    };
    (0..CODE_LETTERS)
        .map(|letter| (0..5).fold(0, |value, i| value << 1 | usize::from(bit(5 * letter + i))))
        .map(|value| char::from(ALPHABET[value]))
        .collect()
}

fn from_letters(code: &str) -> Result<Vec<u8>, CodeError> {
    let letters: Vec<char> = code
        .chars()
        .filter(|c| !c.is_whitespace() && *c != '-')
        .collect();
    let mut bytes = vec![0; CODE_LETTERS * 5 / 8 + 1];
    for (at, letter) in letters.iter().enumerate().take(CODE_LETTERS) {
        let plain = match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            other => other,
        };
        let value = ALPHABET
            .iter()
            .position(|known| char::from(*known) == plain)
            .ok_or(CodeError::Letter(*letter))?;
        for i in (0..5).filter(|i| value & 0x10 >> i != 0) {
            bytes[(5 * at + i) / 8] |= 0x80 >> ((5 * at + i) % 8);
        }
    }
    if letters.len() != CODE_LETTERS {
        return Err(CodeError::Length(letters.len()));
    }
    // The last letter has a bit to spare; a code that sets it was not made here.
    let spare = bytes.split_off(CODE_BYTES);
    if spare.iter().any(|byte| *byte != 0) {
        Err(CodeError::Sum)
    } else {
        Ok(bytes)
    }
}

/// CRC-16/CCITT-FALSE, as in "A Painless Guide to CRC Error Detection Algorithms": tells any burst of up to 16 bits.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0xFFFF, |crc, byte| {
        (0..8).fold(crc ^ u16::from(*byte) << 8, |crc: u16, _| {
            crc << 1 ^ if crc & 0x8000 != 0 { 0x1021 } else { 0 }
        })
    })
}
