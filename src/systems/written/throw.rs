//! Dice as a system's file writes them: dice in notation, fields that hold dice or numbers, added up: `2d6 + with.damage + 1`.
//! They are no sums: only here dice are thrown.

use crate::dice::Dice;

use super::sum::{Found, Kind, Look, Mistake, Names, Sum};

/// Dice that depend on how things stand.
#[derive(Clone, Debug, PartialEq)]
pub struct Throw(Vec<Term>);

#[derive(Clone, Debug, PartialEq)]
enum Term {
    /// Dice in notation.
    Dice(Dice),
    /// A field with dice in it.
    Held(Sum),
    /// A number, to be added or taken away.
    Number(Sum),
}

impl Throw {
    /// Reads dice.
    ///
    /// # Errors
    /// The first mistake and its place.
    pub fn read(text: &str, names: &Names) -> Result<Self, Mistake> {
        // What is written as dice are anywhere is dice, with all that their notation has.
        if let Ok(dice) = Dice::parse(text) {
            return Ok(Self(vec![Term::Dice(dice)]));
        }
        let mut terms = Vec::new();
        let mut from = 0;
        let mut minus = false;
        for (at, sign) in text.char_indices().filter(|(_, c)| "+-".contains(*c)) {
            terms.push(term(&text[from..at], from, minus, names)?);
            minus = sign == '-';
            from = at + 1;
        }
        terms.push(term(&text[from..], from, minus, names)?);
        Ok(Self(terms))
    }

    /// The dice as things stand; `None` where a field that should hold them is empty.
    pub fn dice(&self, look: &dyn Look) -> Option<Dice> {
        let mut all = Dice::new(0, 1);
        for term in &self.0 {
            all = match term {
                Term::Dice(dice) => all.and(dice),
                Term::Held(sum) => match sum.find(look) {
                    Found::Dice(dice) => all.and(&dice),
                    _ => return None,
                },
                Term::Number(sum) => all.plus(sum.of(look)),
            };
        }
        Some(all)
    }
}

fn term(text: &str, from: usize, minus: bool, names: &Names) -> Result<Term, Mistake> {
    let skipped = text.len() - text.trim_start().len();
    let behind = |wrong: Mistake| Mistake {
        at: from + skipped + wrong.at,
        what: wrong.what,
    };
    let text = text.trim();
    if text.starts_with(|c: char| c.is_ascii_digit() || c == 'd') && !text.contains('.') {
        let signed = if minus {
            format!("-{text}")
        } else {
            text.to_owned()
        };
        if let Ok(dice) = Dice::parse(&signed) {
            return Ok(Term::Dice(dice));
        }
    }
    if let Ok(held) = Sum::read(text, names, Kind::Dice) {
        if minus {
            let what = "dice of a field can be added only".to_owned();
            return Err(behind(Mistake { at: 0, what }));
        }
        return Ok(Term::Held(held));
    }
    let signed = if minus {
        format!("-{text}")
    } else {
        text.to_owned()
    };
    let shifted = |mut wrong: Mistake| {
        wrong.at = wrong.at.saturating_sub(usize::from(minus));
        behind(wrong)
    };
    let number = Sum::read(&signed, names, Kind::Number).map_err(shifted)?;
    Ok(Term::Number(number))
}

#[cfg(test)]
mod tests {
    use super::super::sum::{Name, Who};
    use super::*;

    struct Here;

    impl Look for Here {
        fn look(&self, name: &Name) -> Found {
            match name {
                Name::Field(Who::Me, 0) => Found::Number(3),
                Name::With("damage") => Found::Dice(Dice::parse("1d8+1").expect("dice")),
                _ => Found::Nothing,
            }
        }
    }

    #[test]
    fn dice_are_added_up_as_they_stand() {
        let names = Names {
            fields: vec![("might", Kind::Number)],
            columns: vec![("damage", Kind::Dice), ("more", Kind::Dice)],
            ..Names::default()
        };
        let dice = |text: &str| {
            let throw = Throw::read(text, &names).unwrap_or_else(|why| panic!("{text}: {why:?}"));
            throw.dice(&Here).map(|dice| dice.to_string())
        };
        assert_eq!(dice("d20").as_deref(), Some("d20"));
        assert_eq!(dice("4d6kh3 + 1").as_deref(), Some("4d6kh3+1"));
        assert_eq!(dice("with.damage").as_deref(), Some("d8+1"));
        let sum = dice("with.damage + d6! - self.might - 1");
        assert_eq!(sum.as_deref(), Some("d8+d6!-3"));
        assert_eq!(dice("with.more"), None, "there are none");
        let wrong = Throw::read("d20 + with.demage", &names).expect_err("misspelt");
        assert_eq!(wrong.at, 11);
        assert_eq!(
            wrong.what,
            "unknown name `with.demage`: did you mean `damage`?"
        );
    }
}
