//! Dice as text: reading what people write, writing the one form of it that Affray uses.

use super::{Dice, Keep, MOST_DICE, MOST_MODIFIER, MOST_SIDES, Pool, Sign};
use std::fmt;
use std::str::FromStr;

/// The most kinds of dice, and the most plain numbers, in one text.
const MOST_TERMS: usize = 20;
/// The longest text. Whatever fits the other limits is shorter in its usual form, so it can always be read again.
const MOST_BYTES: usize = 300;

/// The text is not dice, or asks for more than Affray throws. The message says what to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotDice {
    text: String,
    why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Why {
    Empty,
    Form,
    Long,
    Terms,
    NoDice,
    Dice,
    Sides,
    Modifier,
    Keep { kept: u64, count: u64 },
    Endless,
}

/// Reads dice; see [`Dice::parse`].
pub(super) fn parse(text: &str) -> Result<Dice, NotDice> {
    read(text).map_err(|why| NotDice {
        text: shown(text),
        why,
    })
}

fn read(text: &str) -> Result<Dice, Why> {
    if text.len() > MOST_BYTES {
        return Err(Why::Long);
    }
    let mut reader = Reader {
        rest: text.as_bytes(),
    };
    reader.skip_spaces();
    if reader.rest.is_empty() {
        return Err(Why::Empty);
    }
    let mut dice = Dice {
        pools: Vec::with_capacity(1),
        modifier: 0,
    };
    let mut dice_count = 0;
    let mut numbers = 0;
    let mut sign = reader.sign().unwrap_or(Sign::Plus);
    loop {
        match reader.term(sign)? {
            Term::Pool(pool) => {
                dice_count += pool.count;
                if dice_count > MOST_DICE {
                    return Err(Why::Dice);
                }
                if dice.pools.len() == MOST_TERMS {
                    return Err(Why::Terms);
                }
                dice.pools.push(pool);
            }
            Term::Number(number) => {
                numbers += 1;
                if numbers > MOST_TERMS {
                    return Err(Why::Terms);
                }
                dice.modifier += number;
            }
        }
        reader.skip_spaces();
        if reader.rest.is_empty() {
            break;
        }
        sign = reader.sign().ok_or(Why::Form)?;
    }
    if dice.modifier.abs() > MOST_MODIFIER {
        return Err(Why::Modifier);
    }
    Ok(dice)
}

enum Term {
    Pool(Pool),
    Number(i64),
}

struct Reader<'a> {
    rest: &'a [u8],
}

impl Reader<'_> {
    fn skip_spaces(&mut self) {
        self.rest = self.rest.trim_ascii_start();
    }

    fn eat(&mut self, wanted: &[u8]) -> bool {
        match self.rest.split_at_checked(wanted.len()) {
            Some((start, rest)) if start.eq_ignore_ascii_case(wanted) => {
                self.rest = rest;
                true
            }
            _ => false,
        }
    }

    /// A plus or a minus, also the typographic ones that come with pasted text.
    fn sign(&mut self) -> Option<Sign> {
        if self.eat(b"+") {
            Some(Sign::Plus)
        } else if self.eat(b"-") || self.eat("−".as_bytes()) || self.eat("–".as_bytes()) {
            Some(Sign::Minus)
        } else {
            None
        }
    }

    /// A whole number; one that is too large for its type is too large for every limit and stays so.
    fn number(&mut self) -> Option<u64> {
        let mut number = None;
        while let [digit @ b'0'..=b'9', rest @ ..] = self.rest {
            let before: u64 = number.unwrap_or(0);
            number = Some(
                before
                    .saturating_mul(10)
                    .saturating_add(u64::from(digit - b'0')),
            );
            self.rest = rest;
        }
        number
    }

    fn term(&mut self, sign: Sign) -> Result<Term, Why> {
        self.skip_spaces();
        let number = self.number();
        self.skip_spaces();
        if self.eat(b"d") {
            return self.pool(sign, number.unwrap_or(1)).map(Term::Pool);
        }
        let number = i64::try_from(number.ok_or(Why::Form)?).map_err(|_| Why::Modifier)?;
        match sign {
            _ if number > MOST_MODIFIER => Err(Why::Modifier),
            Sign::Plus => Ok(Term::Number(number)),
            Sign::Minus => Ok(Term::Number(-number)),
        }
    }

    /// What follows the `d`.
    fn pool(&mut self, sign: Sign, count: u64) -> Result<Pool, Why> {
        let sides = if self.eat(b"%") {
            100
        } else {
            self.number().ok_or(Why::Form)?
        };
        let mut explodes = false;
        let mut keep = None;
        loop {
            let (highest, drops) = if !explodes && self.eat(b"!") {
                explodes = true;
                continue;
            } else if self.eat(b"kh") {
                (true, false)
            } else if self.eat(b"kl") {
                (false, false)
            } else if self.eat(b"dl") {
                (true, true)
            } else if self.eat(b"dh") {
                (false, true)
            } else {
                break;
            };
            let number = self.number().unwrap_or(1);
            let kept = if drops {
                count.saturating_sub(number)
            } else {
                number
            };
            if keep.replace((highest, kept)).is_some() {
                return Err(Why::Form);
            }
        }
        if count == 0 {
            return Err(Why::NoDice);
        }
        let within = |number: u64, most: u32| {
            u32::try_from(number)
                .ok()
                .filter(|number| (1..=most).contains(number))
        };
        let sides = within(sides, MOST_SIDES).ok_or(Why::Sides)?;
        let dice = within(count, MOST_DICE).ok_or(Why::Dice)?;
        if explodes && sides == 1 {
            return Err(Why::Endless);
        }
        let keep = match keep {
            None => Keep::All,
            Some((highest, kept)) => match within(kept, dice).ok_or(Why::Keep { kept, count })? {
                kept if highest => Keep::Highest(kept),
                kept => Keep::Lowest(kept),
            },
        };
        Ok(Pool {
            sign,
            count: dice,
            sides,
            keep: Keep::All,
            explodes,
        }
        .keeping(keep))
    }
}

/// What was typed, fit for a message: no control characters, not endless.
pub(super) fn shown(text: &str) -> String {
    const MOST_SHOWN: usize = 40;
    let visible = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    let mut shown: String = text.trim().chars().take(MOST_SHOWN).map(visible).collect();
    if text.trim().chars().nth(MOST_SHOWN).is_some() {
        shown.push('…');
    }
    shown
}

impl fmt::Display for NotDice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = &self.text;
        match self.why {
            Why::Empty => write!(
                f,
                "there are no dice here: write them like `d20`, `2d6` or `2d6+1`"
            ),
            Why::Form => write!(
                f,
                "`{text}` is not dice: write them like `d20`, `2d6` or `2d6+1`"
            ),
            Why::Long => write!(
                f,
                "`{text}` is too long for dice: write at most {MOST_BYTES} letters"
            ),
            Why::Terms => write!(
                f,
                "`{text}` has too many parts: write at most {MOST_TERMS} kinds of dice"
            ),
            Why::NoDice => write!(f, "`{text}` throws no dice: write at least one, like `1d6`"),
            Why::Dice => write!(
                f,
                "`{text}` is too many dice: throw at most {MOST_DICE} at once"
            ),
            Why::Sides => write!(
                f,
                "`{text}` has a die that nobody makes: give it 1 to {MOST_SIDES} sides"
            ),
            Why::Modifier => write!(
                f,
                "`{text}` adds too much: stay within {MOST_MODIFIER} either way"
            ),
            Why::Keep { kept: 0, count } => {
                write!(
                    f,
                    "`{text}` leaves no die that counts: keep at least 1 of {count}"
                )
            }
            Why::Keep { kept, count } => {
                write!(
                    f,
                    "`{text}` cannot keep {kept} of {count} dice: keep 1 to {count}"
                )
            }
            Why::Endless => write!(
                f,
                "`{text}` would explode without end: give the die at least 2 sides"
            ),
        }
    }
}

impl std::error::Error for NotDice {}

impl FromStr for Dice {
    type Err = NotDice;

    fn from_str(text: &str) -> Result<Dice, NotDice> {
        parse(text)
    }
}

impl TryFrom<String> for Dice {
    type Error = NotDice;

    fn try_from(text: String) -> Result<Dice, NotDice> {
        parse(&text)
    }
}

impl From<Dice> for String {
    fn from(dice: Dice) -> String {
        dice.to_string()
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, pool) in self.pools.iter().enumerate() {
            match pool.sign {
                Sign::Minus => f.write_str("-")?,
                Sign::Plus if index > 0 => f.write_str("+")?,
                Sign::Plus => {}
            }
            if pool.count > 1 {
                write!(f, "{}", pool.count)?;
            }
            write!(f, "d{}", pool.sides)?;
            if pool.explodes {
                f.write_str("!")?;
            }
            match pool.keep {
                Keep::All => {}
                Keep::Highest(kept) => write!(f, "kh{kept}")?,
                Keep::Lowest(kept) => write!(f, "kl{kept}")?,
            }
        }
        match self.modifier {
            0 if !self.pools.is_empty() => Ok(()),
            modifier if self.pools.is_empty() => write!(f, "{modifier}"),
            modifier => write!(f, "{modifier:+}"),
        }
    }
}
