//! The generator: the same seed and the same question give the same faces, on every machine, whatever else was thrown.

use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

/// Where the generator of a fight starts. Written and saved as text, `0x00000000c0ffee00`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub u64);

impl Seed {
    /// A seed that nobody can foresee, from the operating system.
    ///
    /// # Errors
    /// [`NoSeed`] when the system gives no random numbers, which happens only on broken ones.
    pub fn random() -> Result<Seed, NoSeed> {
        SysRng.try_next_u64().map(Seed).map_err(|error| NoSeed {
            cause: error.to_string(),
        })
    }
}

/// The system gives no random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSeed {
    cause: String,
}

impl fmt::Display for NoSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the system gives no random numbers ({}): name a seed, like `0xc0ffee`",
            self.cause
        )
    }
}

impl std::error::Error for NoSeed {}

/// The text is not a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSeed {
    text: String,
}

impl fmt::Display for NotSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a seed: write `0x` and up to 16 of the digits 0 to 9 and a to f",
            self.text
        )
    }
}

impl std::error::Error for NotSeed {}

impl fmt::Display for Seed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:#018x}", self.0)
    }
}

impl FromStr for Seed {
    type Err = NotSeed;

    fn from_str(text: &str) -> Result<Seed, NotSeed> {
        let not_seed = || NotSeed {
            text: super::notation::shown(text),
        };
        let digits = text.trim().strip_prefix("0x").ok_or_else(not_seed)?;
        if digits.is_empty() || !digits.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            return Err(not_seed());
        }
        u64::from_str_radix(digits, 16)
            .map(Seed)
            .map_err(|_| not_seed())
    }
}

impl TryFrom<String> for Seed {
    type Error = NotSeed;

    fn try_from(text: String) -> Result<Seed, NotSeed> {
        text.parse()
    }
}

impl From<Seed> for String {
    fn from(seed: Seed) -> String {
        seed.to_string()
    }
}

/// Throws dice. Each question of a fight has a generator of its own, found by its address.
#[derive(Debug)]
pub struct Generator {
    stream: ChaCha8Rng,
}

impl Generator {
    /// The generator for one question: the same address gives the same faces for ever, whatever was thrown before.
    ///
    /// `command` is the number of the command in the fight, `question` the key of the question, `who` is asked, and
    /// `nth` tells apart the askings and re-rolls of the same question.
    pub fn at(seed: Seed, command: u64, question: &str, who: u32, nth: u32) -> Generator {
        let mut key = *b"--------Affray throws the dice!!";
        key[..8].copy_from_slice(&seed.0.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(command);
        stream.set_block_pos(block_of(question, who, nth));
        Generator { stream }
    }

    /// One face of a die with this many sides, each of 1 to `sides` equally likely. A die without sides shows 1.
    pub fn face(&mut self, sides: u32) -> u32 {
        // Lemire's way (2019): the upper half of a product, thrown again in the few cases that would favour a face.
        let sides = sides.max(1);
        let mut product = u64::from(self.stream.next_u32()) * u64::from(sides);
        if (product as u32) < sides {
            let unfair = sides.wrapping_neg() % sides;
            while (product as u32) < unfair {
                product = u64::from(self.stream.next_u32()) * u64::from(sides);
            }
        }
        (product >> 32) as u32 + 1
    }
}

/// Where in a command's stream a question starts: FNV-1a over its parts. The last 16 bits are left free, so that each
/// question has a million faces before it could meet another one's.
fn block_of(question: &str, who: u32, nth: u32) -> u64 {
    // No text holds the byte 0xff, so that it ends the question.
    let parts = [
        question.as_bytes(),
        &[0xff],
        &who.to_le_bytes(),
        &nth.to_le_bytes(),
    ];
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for byte in parts.into_iter().flatten() {
        hash = (hash ^ u64::from(*byte)).wrapping_mul(0x0100_0000_01b3);
    }
    hash & !0xffff
}
