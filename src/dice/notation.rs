//! Parser and formatter of dice notation; each roll has one canonical text.

use super::pool::{Dice, Keep, MOST_DICE, MOST_MODIFIER, MOST_SIDES, MOST_TERMS, Pool, Sign};
use std::fmt;
use std::str::FromStr;

/// Maximum length of the text in bytes. Dice within the other limits are shorter in their canonical form, so it can
/// always be parsed again.
const MOST_BYTES: usize = 300;

/// Error for a text that is not dice, or exceeds Affray's limits. The message contains the remedy.
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
    Counted,
    Reach,
    Reroll,
    Digits,
}

/// Overview of the notation, for messages.
const NOTATION: &str = "write `d20`, `2d6+1`, `d%`, `4d6kh3` or `4d6dl1` (keep, drop), `d6!` (explode), `2d6r1`, `2d6r<=2` or \
     `2d6ro1` (reroll), `5d6>=5` (count), `best(d8, 2d6)`, `d66` or `4dF`";

impl Dice {
    /// Parses dice in notation; case and spaces between the parts do not matter.
    ///
    /// # Errors
    /// [`NotDice`] describes the problem: not dice at all, or beyond Affray's limits ([`MOST_DICE`] dice,
    /// [`MOST_SIDES`] sides, [`MOST_MODIFIER`] added or subtracted, 20 kinds of dice, 300 bytes).
    pub fn parse(text: &str) -> Result<Dice, NotDice> {
        parse(text)
    }
}

impl NotDice {
    /// Returns `true` if the text is dice notation, but for dice that cannot exist.
    pub(crate) fn is_of_dice(&self) -> bool {
        !matches!(self.why, Why::Empty | Why::Form | Why::Long | Why::Terms)
    }

    /// Returns the message for an amount, which may also be a number.
    pub(crate) fn as_amount(&self) -> String {
        match self.why {
            Why::Form => format!("`{}` is not a number or dice such as `2d6`", self.text),
            _ => self.to_string(),
        }
    }
}

/// Reads dice; see [`Dice::parse`].
fn parse(text: &str) -> Result<Dice, NotDice> {
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
    let (mut pools, mut modifier) = (Vec::with_capacity(1), 0_i64);
    let mut dice_count = 0;
    let mut numbers = 0;
    let mut sign = reader.sign().unwrap_or(Sign::Plus);
    loop {
        match reader.term(sign)? {
            Term::Pools(more) => {
                for pool in more {
                    dice_count += pool.count;
                    if dice_count > MOST_DICE {
                        return Err(Why::Dice);
                    }
                    if pools.len() == MOST_TERMS {
                        return Err(Why::Terms);
                    }
                    pools.push(pool);
                }
            }
            Term::Number(number) => {
                numbers += 1;
                if numbers > MOST_TERMS {
                    return Err(Why::Terms);
                }
                modifier += number;
            }
        }
        reader.skip_spaces();
        if reader.rest.is_empty() {
            break;
        }
        sign = reader.sign().ok_or(Why::Form)?;
    }
    if modifier.abs() > MOST_MODIFIER {
        return Err(Why::Modifier);
    }
    Ok(Dice {
        pools: pools.into(),
        modifier,
    })
}

enum Term {
    /// Pool, or several pools of which the best counts.
    Pools(Vec<Pool>),
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

    /// Reads a plus or a minus, including the typographic signs of pasted text.
    fn sign(&mut self) -> Option<Sign> {
        if self.eat(b"+") {
            Some(Sign::Plus)
        } else if self.eat(b"-") || self.eat("−".as_bytes()) || self.eat("–".as_bytes()) {
            Some(Sign::Minus)
        } else {
            None
        }
    }

    /// Reads a whole number and saturates instead of overflowing.
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
        if self.eat(b"best") {
            return self.best(sign).map(Term::Pools);
        }
        let number = self.number();
        self.skip_spaces();
        if self.eat(b"d") {
            let count = number.unwrap_or(1);
            let pool = self.pool(sign, count)?;
            let many = match pool.keep {
                Keep::Digits => usize::try_from(count).unwrap_or(usize::MAX),
                _ => 1,
            };
            if many > MOST_TERMS {
                return Err(Why::Terms);
            }
            return Ok(Term::Pools(vec![pool; many]));
        }
        let number = i64::try_from(number.ok_or(Why::Form)?).map_err(|_| Why::Modifier)?;
        match sign {
            _ if number > MOST_MODIFIER => Err(Why::Modifier),
            Sign::Plus => Ok(Term::Number(number)),
            Sign::Minus => Ok(Term::Number(-number)),
        }
    }

    /// Reads the part after the word `best`.
    fn best(&mut self, sign: Sign) -> Result<Vec<Pool>, Why> {
        self.skip_spaces();
        if !self.eat(b"(") {
            return Err(Why::Form);
        }
        let mut pools: Vec<Pool> = Vec::new();
        loop {
            self.skip_spaces();
            let number = self.number().unwrap_or(1);
            self.skip_spaces();
            if !self.eat(b"d") {
                return Err(Why::Form);
            }
            let pool = self.pool(sign, number)?;
            if pool.keep == Keep::Digits && number > 1 {
                return Err(Why::Digits);
            }
            pools.push(Pool {
                or: !pools.is_empty(),
                ..pool
            });
            self.skip_spaces();
            if self.eat(b")") {
                return Ok(pools);
            }
            if !self.eat(b",") || pools.len() == MOST_TERMS {
                return Err(Why::Form);
            }
        }
    }

    /// Reads the part after the `d`.
    fn pool(&mut self, sign: Sign, count: u64) -> Result<Pool, Why> {
        if self.eat(b"f") {
            return self.special(sign, count, 3, Keep::Fate);
        }
        let sides = if self.eat(b"%") {
            100
        } else {
            self.number().ok_or(Why::Form)?
        };
        // `d66` is two dice and `d666` three. A count before the `d` repeats the whole pool.
        if let 66 | 666 = sides {
            let digits = if sides == 66 { 2 } else { 3 };
            return match count {
                0 => Err(Why::NoDice),
                _ => self.special(sign, digits, 6, Keep::Digits),
            };
        }
        let mut explodes = false;
        let mut reroll = None;
        let mut keep = None;
        loop {
            let (highest, drops) = if !explodes && self.eat(b"!") {
                explodes = true;
                continue;
            } else if reroll.is_none() && self.eat(b"r") {
                let once = self.eat(b"o");
                let below = self.eat(b"<=");
                let low = self.number().ok_or(Why::Form)?;
                if !below && low > 1 {
                    return Err(Why::Reroll);
                }
                reroll = Some((low, once));
                continue;
            } else if self.eat(b"kl") {
                (false, false)
            } else if self.eat(b"kh") || self.eat(b"k") {
                (true, false)
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
        let (reroll, once) = match reroll {
            None => (0, false),
            Some((low, once)) => match within(low, sides.saturating_sub(1)) {
                Some(low) if !explodes => (low, once),
                _ => return Err(Why::Reroll),
            },
        };
        self.skip_spaces();
        if self.eat(b">=") {
            self.skip_spaces();
            let least = self.number().ok_or(Why::Form)?;
            let behind = self.rest.first().is_some_and(|c| b"!kK".contains(c));
            if reroll > 0 {
                return Err(Why::Reroll);
            }
            if explodes || keep.is_some() || behind {
                return Err(Why::Counted);
            }
            return Ok(Pool {
                sign,
                count: dice,
                sides,
                keep: Keep::Reaching(within(least, sides).filter(|n| *n > 1).ok_or(Why::Reach)?),
                explodes,
                reroll,
                once,
                or: false,
            });
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
            reroll,
            once,
            or: false,
        }
        .keeping(keep))
    }

    /// Reads digit dice or Fate dice, after which no other notation may follow.
    fn special(&mut self, sign: Sign, count: u64, sides: u32, keep: Keep) -> Result<Pool, Why> {
        self.skip_spaces();
        if self.rest.first().is_some_and(|c| b"!kKdDrR>".contains(c)) {
            return Err(Why::Digits);
        }
        let count = u32::try_from(count)
            .ok()
            .filter(|count| *count <= MOST_DICE);
        match count.ok_or(Why::Dice)? {
            0 => Err(Why::NoDice),
            count => Ok(Pool {
                sign,
                count,
                sides,
                keep,
                explodes: false,
                reroll: 0,
                once: false,
                or: false,
            }),
        }
    }
}

/// Makes typed text safe for a message: no control characters, limited length.
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
            Why::Empty => write!(f, "no dice are given: {NOTATION}"),
            Why::Form => write!(f, "`{text}` is not dice: {NOTATION}"),
            Why::Long => write!(
                f,
                "`{text}` is too long for dice: write at most {MOST_BYTES} characters"
            ),
            Why::Terms => write!(
                f,
                "`{text}` has too many parts: write at most {MOST_TERMS} kinds of dice"
            ),
            Why::NoDice => write!(
                f,
                "`{text}` rolls no dice: write at least one die, such as `1d6`"
            ),
            Why::Dice => write!(
                f,
                "`{text}` is too many dice: roll at most {MOST_DICE} at once"
            ),
            Why::Sides => write!(
                f,
                "`{text}` has an impossible die: dice have 1 to {MOST_SIDES} sides"
            ),
            Why::Modifier => write!(
                f,
                "the modifier of `{text}` is too large: write at most {MOST_MODIFIER}, positive or negative"
            ),
            Why::Keep { kept: 0, count } => {
                write!(f, "`{text}` leaves no die: keep at least 1 of {count}")
            }
            Why::Keep { kept, count } => {
                write!(
                    f,
                    "`{text}` cannot keep {kept} of {count} dice: keep 1 to {count}"
                )
            }
            Why::Counted => write!(
                f,
                "`{text}` counts successes: these dice cannot explode or be dropped"
            ),
            Why::Reach => write!(
                f,
                "`{text}` counts successes: the number must be at least 2 and at most the highest face of the die"
            ),
            Why::Reroll => write!(
                f,
                "`{text}` has an impossible reroll: write `r1`, `r<=2`, `ro1` or `ro<=2`, with a number below the highest face, and without `!` or `>=`"
            ),
            Why::Digits => write!(
                f,
                "`{text}` has digit dice or Fate dice: these dice cannot explode or be dropped, rerolled or counted"
            ),
            Why::Endless => write!(
                f,
                "`{text}` would explode without end: write a die with at least 2 sides"
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

impl fmt::Display for Pool {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.keep == Keep::Digits {
            return write!(f, "d{}", "6".repeat(self.count as usize));
        }
        if self.count > 1 {
            write!(f, "{}", self.count)?;
        }
        if self.keep == Keep::Fate {
            return f.write_str("dF");
        }
        write!(f, "d{}", self.sides)?;
        if self.explodes {
            f.write_str("!")?;
        }
        match (self.reroll, if self.once { "ro" } else { "r" }) {
            (0, _) => {}
            (1, how) => write!(f, "{how}1")?,
            (low, how) => write!(f, "{how}<={low}")?,
        }
        match self.keep {
            Keep::All | Keep::Digits | Keep::Fate => Ok(()),
            Keep::Highest(kept) => write!(f, "kh{kept}"),
            Keep::Lowest(kept) => write!(f, "kl{kept}"),
            Keep::Reaching(least) => write!(f, ">={least}"),
        }
    }
}

impl Pool {
    /// Formats the pool for a reader: "higher of 2d20", "highest 3 of 4d6", otherwise the notation.
    fn in_words(&self) -> String {
        let (pair, end, kept) = match self.keep {
            Keep::Highest(kept) => ("higher", "highest", kept),
            Keep::Lowest(kept) => ("lower", "lowest", kept),
            Keep::All | Keep::Reaching(_) | Keep::Digits | Keep::Fate => return self.to_string(),
        };
        let keep = Keep::All;
        let all = Pool { keep, ..*self };
        match (kept, self.count) {
            (1, 2) => format!("{pair} of {all}"),
            (1, _) => format!("{end} of {all}"),
            _ => format!("{end} {kept} of {all}"),
        }
    }
}

impl Dice {
    /// Returns `true` if only the highest or lowest dice of a pool count.
    pub(crate) fn keeps_some(&self) -> bool {
        let some = |pool: &Pool| matches!(pool.keep, Keep::Highest(_) | Keep::Lowest(_));
        self.pools.iter().any(some)
    }

    /// Returns `true` if exactly one of several alike dice counts, as in `2d20kh1`.
    pub(crate) fn keeps_one(&self) -> bool {
        match &self.pools[..] {
            [pool] => matches!(pool.keep, Keep::Highest(1) | Keep::Lowest(1)),
            _ => false,
        }
    }

    /// Formats the dice for a reader: `2d20kh1+2` becomes "higher of 2d20+2".
    pub(crate) fn in_words(&self) -> String {
        let mut text = String::new();
        let written = self.write(&mut text, &Pool::in_words);
        written.expect("a text takes any length");
        text
    }

    /// Formats the dice for a narrow column: `2d20kh1+2` becomes "2d20 high+2".
    pub(crate) fn in_short(&self) -> String {
        let short = |pool: &Pool| {
            let keep = Keep::All;
            let all = Pool { keep, ..*pool };
            match pool.keep {
                Keep::Highest(1) => format!("{all} high"),
                Keep::Lowest(1) => format!("{all} low"),
                _ => pool.in_words(),
            }
        };
        let mut text = String::new();
        let written = self.write(&mut text, &short);
        written.expect("a text takes any length");
        text
    }

    /// Writes the sum of the pools, each formatted by `of`, and the modifier.
    fn write(&self, out: &mut dyn fmt::Write, of: &dyn Fn(&Pool) -> String) -> fmt::Result {
        for (index, group) in self.groups().enumerate() {
            match group[0].sign {
                Sign::Minus => out.write_str("-")?,
                Sign::Plus if index > 0 => out.write_str("+")?,
                Sign::Plus => {}
            }
            if let [pool] = group {
                out.write_str(&of(pool))?;
                continue;
            }
            let pools: Vec<String> = group.iter().map(of).collect();
            write!(out, "best({})", pools.join(", "))?;
        }
        match self.modifier {
            0 if !self.pools.is_empty() => Ok(()),
            modifier if self.pools.is_empty() => write!(out, "{modifier}"),
            modifier => write!(out, "{modifier:+}"),
        }
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write(f, &Pool::to_string)
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::any_dice;
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, usual: &str) {
        let dice = Dice::parse(text).unwrap();
        assert_eq!(dice.to_string(), usual);
        assert_eq!(Dice::parse(usual), Ok(dice));
    }

    #[track_caller]
    fn check_error(text: &str, message: &str) {
        assert_eq!(Dice::parse(text).unwrap_err().to_string(), message);
    }

    #[test]
    fn common_dice_notations_are_read() {
        for usual in [
            "d20",
            "2d6+1",
            "4d6kh3",
            "2d20kh1+5",
            "d6!",
            "d100",
            "3",
            "-3",
            "0",
            "d8+d6-2",
            "-d4+2",
            "4d6!kl2",
        ] {
            check(usual, usual);
        }
        check("1d20", "d20");
        check("d%", "d100");
        check("  2D6 + 1 ", "2d6+1");
        check("+2 d6", "2d6");
        check("3d6−1", "3d6-1");
        check("1+d6+1-3+2d4", "d6+2d4-1");
        check("d6+1-1", "d6");
        check("02d06+00", "2d6");
    }

    #[test]
    fn kept_dice_are_described_in_words() {
        let check = |text: &str, words: &str| {
            assert_eq!(Dice::parse(text).unwrap().in_words(), words);
        };
        check("2d20kh1+2", "higher of 2d20+2");
        check("2d20kl1", "lower of 2d20");
        check("4d6dl1+d4", "highest 3 of 4d6+d4");
        check("3d6kl1", "lowest of 3d6");
        check("2d6r1kh1", "higher of 2d6r1");
        check("2d6+1", "2d6+1");
    }

    #[test]
    fn digit_dice_fate_dice_and_rerolls_are_read() {
        check("d66", "d66");
        check("d666+2", "d666+2");
        check("2d66", "d66+d66");
        check("4df", "4dF");
        check("dF-1", "dF-1");
        check("2d6r1", "2d6r1");
        check("2d6r<=2", "2d6r<=2");
        check("2d6 + d8ro1", "2d6+d8ro1");
        check("4d6ro<=2kh3", "4d6ro<=2kh3");
        check("4d6kh3r1", "4d6r1kh3");
        for text in ["2d6r6", "2d6r3", "2d6r<=6", "d6r1!", "5d6r1>=5"] {
            assert_eq!(Dice::parse(text).unwrap_err().why, Why::Reroll, "{text}");
        }
        for text in ["d66!", "d66kh1", "4dFkl1", "d66>=3"] {
            assert_eq!(Dice::parse(text).unwrap_err().why, Why::Digits, "{text}");
        }
        let told = Dice::parse("2x6").unwrap_err().to_string();
        for one in [
            "kh3", "dl1", "d%", "d6!", "r1", ">=5", "best(", "d66", "4dF",
        ] {
            assert!(told.contains(one), "{one}: {told}");
        }
    }

    #[test]
    fn equal_notations_give_equal_dice() {
        check("4d6dl1", "4d6kh3");
        check("4d6dh3", "4d6kl1");
        check("2d20kh", "2d20kh1");
        check("2d20k1", "2d20kh1");
        check("2D20KL", "2d20kl1");
        check("2d6kh2", "2d6");
        check("2d6dl0", "2d6");
        check("4d6kh3!", "4d6!kh3");
    }

    #[test]
    fn an_error_names_the_problem_and_the_remedy() {
        check_error("2x6", &format!("`2x6` is not dice: {NOTATION}"));
        for text in [
            "d", "2d", "d20+", "d6 d6", "1 2d6", "d6kh1kl1", "d6!!", "4d6d1", "--1", "2d6+-1",
            "½d6", "d6\0",
        ] {
            assert_eq!(Dice::parse(text).unwrap_err().why, Why::Form, "{text}");
        }
        check_error("  ", &format!("no dice are given: {NOTATION}"));
        check_error(
            "1000000d6",
            "`1000000d6` is too many dice: roll at most 1000 at once",
        );
        check_error(
            "600d6+401d6",
            "`600d6+401d6` is too many dice: roll at most 1000 at once",
        );
        check_error(
            "0d6",
            "`0d6` rolls no dice: write at least one die, such as `1d6`",
        );
        check_error(
            "d0",
            "`d0` has an impossible die: dice have 1 to 1000 sides",
        );
        check_error(
            "d1001",
            "`d1001` has an impossible die: dice have 1 to 1000 sides",
        );
        check_error(
            "d6+1000001",
            "the modifier of `d6+1000001` is too large: write at most 1000000, positive or negative",
        );
        check_error(
            "-1000000-1",
            "the modifier of `-1000000-1` is too large: write at most 1000000, positive or negative",
        );
        check_error("4d6kh5", "`4d6kh5` cannot keep 5 of 4 dice: keep 1 to 4");
        check_error("4d6dl4", "`4d6dl4` leaves no die: keep at least 1 of 4");
        check_error(
            "d1!",
            "`d1!` would explode without end: write a die with at least 2 sides",
        );
        check_error(
            &"d6+".repeat(21),
            "`d6+d6+d6+d6+d6+d6+d6+d6+d6+d6+d6+d6+d6+d…` has too many parts: write at most 20 kinds of dice",
        );
    }

    #[test]
    fn huge_numbers_and_overlong_notations_are_refused() {
        for text in [
            "99999999999999999999d6",
            "d99999999999999999999",
            "d6+99999999999999999999",
            "d6kh99999999999999999999",
        ] {
            assert!(Dice::parse(text).is_err(), "{text}");
        }
        assert_eq!(Dice::parse(&"1+".repeat(21)).unwrap_err().why, Why::Terms);
        assert_eq!(Dice::parse(&"9".repeat(301)).unwrap_err().why, Why::Long);
    }

    #[test]
    fn errors_contain_no_control_characters() {
        check_error(
            "\u{1b}[2J",
            &format!("`\u{fffd}[2J` is not dice: {NOTATION}"),
        );
    }

    #[test]
    fn the_longest_canonical_text_can_be_parsed_again() {
        let pools = "-9d1000!kl8".repeat(20);
        let dice = Dice::parse(&format!("{pools}-{MOST_MODIFIER}")).unwrap();
        assert_eq!(Dice::parse(&dice.to_string()), Ok(dice));
    }

    #[test]
    fn dice_are_saved_as_text() {
        let dice = Dice::parse("2d20kh1+5").unwrap();
        assert_eq!(ron::to_string(&dice).unwrap(), r#""2d20kh1+5""#);
        assert_eq!(ron::from_str::<Dice>(r#""2d20kh1+5""#).unwrap(), dice);
        let error = ron::from_str::<Dice>(r#""2x6""#).unwrap_err().to_string();
        assert!(
            error.ends_with(&format!(": `2x6` is not dice: {NOTATION}")),
            "{error}"
        );
    }

    proptest! {
        #[test]
        fn the_text_of_dice_is_parsed_as_the_same_dice(dice in any_dice()) {
            prop_assert_eq!(Dice::parse(&dice.to_string()), Ok(dice));
        }

        #[test]
        fn any_text_is_parsed_as_dice_or_refused(text: String, like_dice in "[0-9dkhlDKHL!% +−-]{0,40}") {
            for text in [text, like_dice] {
                match Dice::parse(&text) {
                    Ok(dice) => prop_assert_eq!(Dice::parse(&dice.to_string()), Ok(dice)),
                    Err(error) => prop_assert!(!error.to_string().chars().any(char::is_control)),
                }
            }
        }
    }
}
