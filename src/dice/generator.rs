//! Random generator for dice: the same seed and the same question give the same results, on every machine, independent
//! of other rolls.

use rand::rngs::{ChaCha8Rng, SysRng};
use rand::{Rng, SeedableRng, TryRng};
use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;

use super::faces::Reading;
use super::notation::shown;
use super::pool::Dice;

/// Seed of a fight's dice. The seed is written and saved as text, `0x00000000c0ffee00`. Plain numbers are accepted too.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Seed(pub u64);

impl Seed {
    /// Returns an unpredictable seed from the operating system.
    ///
    /// # Errors
    /// [`NoSeed`] if the system provides no random numbers, which happens only on broken systems.
    pub fn random() -> Result<Seed, NoSeed> {
        SysRng.try_next_u64().map(Seed).map_err(|error| NoSeed {
            cause: error.to_string(),
        })
    }
}

/// Returns unpredictable bytes from the operating system, for secrets, never for dice.
///
/// # Errors
/// [`NoSeed`], as for [`Seed::random`].
pub(crate) fn unforeseen<const COUNT: usize>() -> Result<[u8; COUNT], NoSeed> {
    let mut bytes = [0; COUNT];
    let filled = SysRng.try_fill_bytes(&mut bytes);
    filled.map(|()| bytes).map_err(|error| NoSeed {
        cause: error.to_string(),
    })
}

/// Error of a system that provides no random numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NoSeed {
    cause: String,
}

impl fmt::Display for NoSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the operating system gives no random numbers ({}): write a seed, such as `0xc0ffee`",
            self.cause
        )
    }
}

impl std::error::Error for NoSeed {}

/// Error of a text that is not a seed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotSeed {
    text: String,
}

impl fmt::Display for NotSeed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "`{}` is not a seed: write a whole number such as 12, or `0x` and up to 16 of the digits 0 to 9 and a to f",
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
        let not_seed = || NotSeed { text: shown(text) };
        let (digits, base) = match text.trim().strip_prefix("0x") {
            Some(digits) => (digits, 16),
            None => (text.trim(), 10),
        };
        // A sign is not a digit, although `from_str_radix` accepts it.
        if !digits.starts_with(|first: char| first.is_ascii_hexdigit()) {
            return Err(not_seed());
        }
        u64::from_str_radix(digits, base)
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

/// Generator of dice rolls. Each question of a fight has its own generator, selected by its address.
#[derive(Debug)]
pub struct Generator {
    stream: ChaCha8Rng,
}

impl Generator {
    /// Returns the generator for one question: the same address gives the same results forever, independent of earlier
    /// rolls.
    ///
    /// - `command`: number of the command in the fight
    /// - `question`: key of the question
    /// - `who`: combatant who answers the question
    /// - `nth`: counter for repetitions and rerolls of the same question
    pub fn at(seed: Seed, command: u64, question: &str, who: u32, nth: u32) -> Generator {
        let mut key = *b"--------Affray throws the dice!!";
        key[..8].copy_from_slice(&seed.0.to_le_bytes());
        let mut stream = ChaCha8Rng::from_seed(key);
        stream.set_stream(command);
        stream.set_block_pos(block_of(question, who, nth));
        Generator { stream }
    }

    /// Returns the current position, for [`Generator::back_to`].
    pub fn place(&self) -> u128 {
        self.stream.get_word_pos()
    }

    /// Returns to a position, so that the same results follow.
    pub fn back_to(&mut self, place: u128) {
        self.stream.set_word_pos(place);
    }

    /// Rolls a die with this many sides, each face from 1 to `sides` with the same probability. A die without sides
    /// shows 1.
    pub fn face(&mut self, sides: u32) -> u32 {
        // Method of Lemire (2019): the upper half of a product, rerolled in the few cases that would favour a face.
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

impl Dice {
    /// Rolls the dice with the generator. The results are in the order of [`Dice::check`], including explosions.
    pub fn roll(&self, generator: &mut Generator) -> Vec<u32> {
        let mut faces = Vec::with_capacity(self.count());
        for pool in self.pools.iter() {
            faces.extend((0..pool.count).map(|_| generator.face(pool.sides)));
        }
        if self.goes_on() {
            let mut reading = Reading::of(self);
            for &face in &faces {
                reading.show(face);
            }
            while let Some(sides) = reading.next_sides() {
                let face = generator.face(sides);
                faces.push(face);
                reading.show(face);
            }
        }
        faces
    }
}

/// Returns the position of a question in the stream of its command: FNV-1a over its parts. The last 16 bits are 0, so
/// that each question has a million results before it could overlap another question.
fn block_of(question: &str, who: u32, nth: u32) -> u64 {
    // Text never contains the byte 0xff, so that it marks the end of the question.
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

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const SEED: Seed = Seed(0xc0ffee);

    /// Checks a thousand rolls that must never change: a save from today must show the same rolls in ten years. The
    /// numbers come from another implementation of ChaCha8, FNV-1a and Lemire's method, written for this purpose from
    /// their descriptions.
    #[track_caller]
    fn check(mut generator: Generator, sides: u32, first: [u32; 20], checksum: u64) {
        let faces: Vec<u32> = (0..1000).map(|_| generator.face(sides)).collect();
        assert_eq!(faces[..20], first);
        let mut hash = 0xcbf2_9ce4_8422_2325_u64;
        for byte in faces.iter().flat_map(|face| face.to_le_bytes()) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
        assert_eq!(hash, checksum);
    }

    #[test]
    fn a_seed_gives_the_same_rolls_in_every_version() {
        check(
            Generator::at(Seed(0), 0, "", 0, 0),
            20,
            [
                19, 7, 7, 15, 16, 19, 7, 8, 11, 1, 13, 10, 16, 14, 4, 7, 2, 1, 1, 12,
            ],
            0xe1c8_cd59_7259_424b,
        );
        check(
            Generator::at(SEED, 7, "attack", 3, 0),
            20,
            [
                16, 12, 12, 2, 2, 18, 4, 8, 8, 9, 10, 1, 18, 18, 2, 6, 5, 5, 18, 2,
            ],
            0x896f_1e23_3972_bdc6,
        );
        check(
            Generator::at(SEED, 7, "attack", 3, 1),
            6,
            [3, 1, 5, 5, 2, 3, 3, 6, 1, 4, 3, 2, 6, 1, 2, 5, 2, 4, 4, 5],
            0x37c7_b7e1_6c83_c700,
        );
        check(
            Generator::at(SEED, 7, "damage", 3, 0),
            100,
            [
                83, 77, 49, 39, 82, 53, 87, 93, 38, 31, 60, 93, 30, 35, 88, 56, 10, 46, 48, 89,
            ],
            0x5eb1_f50f_1646_d36c,
        );
        check(
            Generator::at(Seed(u64::MAX), u64::MAX, "größe", u32::MAX, u32::MAX),
            1000,
            [
                425, 118, 962, 370, 856, 265, 417, 779, 620, 351, 971, 994, 466, 858, 332, 541,
                970, 312, 726, 427,
            ],
            0x68fb_e19c_f524_7a05,
        );
    }

    #[test]
    fn random_numbers_that_would_favor_a_result_are_discarded() {
        // With three thousand million sides, three rolls in ten would be unfair.
        let mut generator = Generator::at(SEED, 7, "attack", 3, 0);
        let faces: Vec<u32> = (0..5).map(|_| generator.face(3_000_000_000)).collect();
        assert_eq!(
            faces,
            [2397764724, 1703990966, 205710722, 460026284, 1138589223]
        );
    }

    #[test]
    fn all_results_of_a_die_are_equally_frequent() {
        for sides in [2, 3, 6, 20] {
            let mut generator = Generator::at(SEED, 1, "fair", 0, sides);
            let mut shown = vec![0_u32; sides as usize];
            for _ in 0..10_000 * sides {
                shown[generator.face(sides) as usize - 1] += 1;
            }
            assert!(
                shown.iter().all(|shown| (9_600..10_400).contains(shown)),
                "d{sides}: {shown:?}"
            );
        }
    }

    #[test]
    fn rolls_differ_by_command_question_combatant_and_index() {
        let mut addresses = Vec::new();
        for (command, who, nth) in
            (0..20).flat_map(|a| (0..20).flat_map(move |b| (0..5).map(move |c| (a, b, c))))
        {
            for question in ["attack", "attac", "attack ", "save", ""] {
                let mut generator = Generator::at(SEED, command, question, who, nth);
                addresses.push((0..10).map(|_| generator.face(1000)).collect::<Vec<_>>());
            }
        }
        let all = addresses.len();
        addresses.sort();
        addresses.dedup();
        assert_eq!(addresses.len(), all);
    }

    #[test]
    fn a_die_with_zero_sides_always_rolls_1() {
        assert_eq!(Generator::at(SEED, 0, "", 0, 0).face(0), 1);
    }

    #[test]
    fn seeds_are_written_in_hex_and_read_as_any_number() {
        assert_eq!(SEED.to_string(), "0x0000000000c0ffee");
        assert_eq!(ron::to_string(&SEED).unwrap(), r#""0x0000000000c0ffee""#);
        assert_eq!(ron::from_str::<Seed>(r#""0xC0ffee""#).unwrap(), SEED);
        for text in ["3", " 0x3 ", "0x0000000000000003"] {
            assert_eq!(text.parse(), Ok(Seed(3)), "{text}");
        }
        assert_eq!("18446744073709551615".parse(), Ok(Seed(u64::MAX)));
        for text in [
            "",
            "0x",
            "c0ffee",
            "12 3",
            "+1",
            "-1",
            "1.5",
            "18446744073709551616",
            "0x12345678123456789",
            "0x+1",
            "0xg",
            "-0x1",
        ] {
            let message = format!(
                "`{text}` is not a seed: write a whole number such as 12, or `0x` and up to 16 of the digits 0 to 9 and a to f"
            );
            assert_eq!(text.parse::<Seed>().unwrap_err().to_string(), message);
        }
        assert_ne!(Seed::random().unwrap(), Seed::random().unwrap());
    }

    proptest! {
        #[test]
        fn a_roll_does_not_depend_on_earlier_rolls(
            seed: u64,
            questions in prop::collection::vec((0_u64..9, "[a-z-]{0,9}", 0_u32..9, 0_u32..3), 1..9),
            turn in 0_usize..9,
        ) {
            let faces = |(command, question, who, nth): &(u64, String, u32, u32)| {
                let mut generator = Generator::at(Seed(seed), *command, question, *who, *nth);
                (0..40).map(|_| generator.face(20)).collect::<Vec<_>>()
            };
            let in_order: Vec<_> = questions.iter().map(faces).collect();
            let mut turned = questions.clone();
            turned.rotate_left(turn % questions.len());
            let mut out_of_order: Vec<_> = turned.iter().map(faces).collect();
            out_of_order.rotate_right(turn % questions.len());
            prop_assert_eq!(in_order, out_of_order);
        }

        #[test]
        fn a_roll_is_between_1_and_the_number_of_sides(seed: u64, sides in 1_u32..) {
            let mut generator = Generator::at(Seed(seed), 0, "", 0, 0);
            prop_assert!((0..100).all(|_| (1..=sides).contains(&generator.face(sides))));
        }
    }
}
