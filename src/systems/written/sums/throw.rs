//! Dice in a system's file. They are dice in notation and fields with dice or numbers, added up (`2d6 + with.damage +
//! 1`). They can also be the best of several dice, pools of one kind, exploding or conditional dice (`best(self.skill!,
//! d6! when self.hero)`). Dice are not expressions: they are rolled only here.

use crate::dice::Dice;

use super::sum::{Found, Kind, Look, Mistake, Name, Names, Sum};

/// Dice that depend on the state of the fight.
#[derive(Clone, Debug, PartialEq)]
pub struct Throw(Vec<Term>);

#[derive(Clone, Debug, PartialEq)]
enum Term {
    Dice(Dice),
    /// Field that contains dice.
    Held(Sum),
    /// Number to add or subtract.
    Number(Sum),
    /// Dice that are rolled again on the highest result.
    Explodes(Box<Term>),
    /// Best of several dice.
    Best(Vec<Term>),
    /// Pool of equal dice.
    Pool(Sum, Box<Term>),
    /// Dice that count only if an expression holds.
    When(Sum, Box<Term>),
}

impl Throw {
    /// Reads dice from a text.
    ///
    /// # Errors
    /// Description and place of the first error.
    pub fn read(text: &str, names: &Names) -> Result<Self, Mistake> {
        // Plain dice notation is read with all its features.
        if let Ok(dice) = Dice::parse(text) {
            return Ok(Self(vec![Term::Dice(dice)]));
        }
        let mut terms = Vec::new();
        for (from, part) in split(text, "+-") {
            let minus = text[..from].ends_with('-');
            let part = Part { text: part, from };
            terms.push(part.term(minus, names)?);
        }
        Ok(Self(terms))
    }

    /// Returns true if an expression in the dice reads the row that caused a condition.
    pub fn is_of_cause(&self) -> bool {
        self.any(&Sum::is_of_cause)
    }

    /// Returns true if an expression in the dice refers to the target.
    pub fn is_of_target(&self) -> bool {
        self.any(&Sum::is_of_target)
    }

    /// Returns true if an expression in the dice reads the results of single dice of an earlier roll.
    pub fn reads_dice(&self) -> bool {
        self.any(&Sum::reads_dice)
    }

    /// Returns false if the dice explode or count successes, so that no natural result can decide a test.
    pub fn has_natural_result(&self) -> bool {
        self.0.iter().all(Term::has_natural_result)
    }

    /// Returns true if one of the expressions in the dice satisfies a condition.
    fn any(&self, such: &dyn Fn(&Sum) -> bool) -> bool {
        self.0.iter().any(|term| term.any(such))
    }

    /// Returns the dice in the current state. `None` if the field that should contain all of them is empty, or if a
    /// term in the best of several dice has more than one kind of dice.
    pub fn dice(&self, look: &dyn Look) -> Option<Dice> {
        if let [only] = self.0.as_slice() {
            return only.dice(look);
        }
        let mut all = Dice::new(0, 1);
        let mut missing = false;
        for term in &self.0 {
            match term {
                Term::Number(sum) => all = all.plus(sum.of(look)),
                _ => match term.dice(look) {
                    Some(dice) => all = all.and(&dice),
                    None => missing = true,
                },
            }
        }
        // An empty field next to other dice counts as no dice.
        (!missing || all.count() > 0).then(|| all.joined())
    }
}

impl Term {
    /// Returns true if the term contains dice that each count 1 when they reach a number.
    fn counts(&self) -> bool {
        match self {
            Term::Dice(dice) => dice.counts(),
            Term::Explodes(term) | Term::Pool(_, term) | Term::When(_, term) => term.counts(),
            Term::Best(terms) => terms.iter().any(Term::counts),
            Term::Held(_) | Term::Number(_) => false,
        }
    }

    fn has_natural_result(&self) -> bool {
        match self {
            Term::Dice(dice) => dice.count() == 0 || dice.natural(dice.most()).is_some(),
            Term::Explodes(_) => false,
            Term::Pool(_, term) | Term::When(_, term) => term.has_natural_result(),
            Term::Best(terms) => terms.iter().all(Term::has_natural_result),
            Term::Held(_) | Term::Number(_) => true,
        }
    }

    fn any(&self, such: &dyn Fn(&Sum) -> bool) -> bool {
        match self {
            Term::Dice(_) => false,
            Term::Held(sum) | Term::Number(sum) => such(sum),
            Term::Explodes(term) => term.any(such),
            Term::Pool(sum, term) | Term::When(sum, term) => such(sum) || term.any(such),
            Term::Best(terms) => terms.iter().any(|term| term.any(such)),
        }
    }

    fn dice(&self, look: &dyn Look) -> Option<Dice> {
        match self {
            Term::Dice(dice) => Some(dice.clone()),
            Term::Held(sum) => match sum.find(look) {
                Found::Dice(dice) => Some(dice),
                Found::Word(word) => Dice::parse(&word).ok(),
                _ => None,
            },
            Term::Number(sum) => Some(Dice::new(0, 1).plus(sum.of(look))),
            Term::Explodes(term) => Some(term.dice(look)?.exploding()),
            Term::Best(terms) => {
                let all: Option<Vec<Dice>> = terms.iter().map(|term| term.dice(look)).collect();
                let mut all = all?;
                all.retain(|dice| dice.count() > 0);
                match all.as_slice() {
                    [] => Some(Dice::new(0, 1)),
                    [only] => Some(only.clone()),
                    all => Dice::best(all),
                }
            }
            Term::Pool(many, term) => {
                let many = u32::try_from(many.of(look).max(0)).unwrap_or(u32::MAX);
                let dice = term.dice(look)?;
                // The modifier is multiplied together with the dice.
                let number = dice.modifier().saturating_mul(i64::from(many));
                Some(dice.without_modifier().times(many).plus(number))
            }
            Term::When(sum, term) => {
                if sum.is(look) {
                    term.dice(look)
                } else {
                    Some(Dice::new(0, 1))
                }
            }
        }
    }
}

/// Splits a text at letters outside of brackets and quotes. Returns the parts with their positions.
fn split<'t>(text: &'t str, at: &str) -> Vec<(usize, &'t str)> {
    let (mut depth, mut quote, mut from) = (0_usize, None, 0);
    let mut all = Vec::new();
    for (place, c) in text.char_indices() {
        match (c, quote) {
            (_, Some(open)) => quote = Some(open).filter(|open| *open != c),
            ('\'' | '"', None) => quote = Some(c),
            ('(', None) => depth += 1,
            (')', None) => depth = depth.saturating_sub(1),
            _ if depth == 0 && at.contains(c) => {
                all.push((from, &text[from..place]));
                from = place + c.len_utf8();
            }
            _ => {}
        }
    }
    all.push((from, &text[from..]));
    all
}

/// Part of the text of dice, with its position.
#[derive(Clone, Copy)]
struct Part<'t> {
    text: &'t str,
    from: usize,
}

impl<'t> Part<'t> {
    /// Returns the part without surrounding blanks.
    fn trim(self) -> Self {
        let skipped = self.text.len() - self.text.trim_start().len();
        Self {
            text: self.text.trim(),
            from: self.from + skipped,
        }
    }

    /// Returns a piece of the part at an offset.
    fn at(self, from: usize, text: &'t str) -> Self {
        Self {
            text,
            from: self.from + from,
        }
    }

    fn wrong(self, what: impl Into<String>) -> Mistake {
        Mistake {
            at: self.from,
            what: what.into(),
        }
    }

    fn sum(self, names: &Names, kind: Kind) -> Result<Sum, Mistake> {
        let behind = |wrong: Mistake| Mistake {
            at: self.from + wrong.at,
            what: wrong.what,
        };
        Sum::read(self.text, names, kind).map_err(behind)
    }

    /// Returns the content of the brackets after a word.
    fn inside(self, word: &str) -> Option<Self> {
        let rest = self.text.strip_prefix(word)?;
        let open = rest.trim_start().strip_prefix('(')?;
        let inside = open.strip_suffix(')')?;
        Some(self.at(self.text.len() - open.len(), inside))
    }

    fn term(self, minus: bool, names: &Names) -> Result<Term, Mistake> {
        let part = self.trim();
        let whens = part.text.match_indices(" when ");
        let open = |(at, _): &(usize, &str)| even(&part.text[..*at]);
        if let Some((at, word)) = whens.filter(open).last() {
            let sum = part.at(at + word.len(), &part.text[at + word.len()..]);
            let sum = sum.trim().sum(names, Kind::Flag)?;
            let term = part.at(0, &part.text[..at]).term(minus, names)?;
            return Ok(Term::When(sum, Box::new(term)));
        }
        let signed = if minus {
            format!("-{}", part.text)
        } else {
            part.text.to_owned()
        };
        let digit = |c: char| c.is_ascii_digit() || c == 'd' || c == 'b';
        if part.text.starts_with(digit) && !part.text.contains('.') {
            match Dice::parse(&signed) {
                Ok(dice) => return Ok(Term::Dice(dice)),
                Err(why) if why.is_of_dice() => return Err(part.wrong(why.to_string())),
                Err(_) => {}
            }
        }
        part.habit()?;
        if let Some(term) = part.fields(names)? {
            return if minus {
                Err(part.wrong("the dice of a field can only be added"))
            } else {
                Ok(term)
            };
        }
        let number = Sum::read(&signed, names, Kind::Number).map_err(|wrong| Mistake {
            at: part.from + wrong.at.saturating_sub(usize::from(minus)),
            what: wrong.what,
        })?;
        Ok(Term::Number(number))
    }

    /// Reports keywords of expressions used in dice, with the correct forms.
    fn habit(self) -> Result<(), Mistake> {
        let thrown = |(_, part): (usize, &str)| {
            part.ends_with('!') || Dice::parse(part).is_ok_and(|dice| dice.count() > 0)
        };
        if let Some(inside) = self.inside("max")
            && split(inside.text, ",").into_iter().any(thrown)
        {
            let told = format!(
                "write `best({})` for the highest of several dice",
                inside.text
            );
            return Err(self.wrong(told));
        }
        if let Some((many, dice)) = self
            .text
            .strip_prefix('(')
            .and_then(|rest| rest.rsplit_once(")d"))
            && dice.starts_with(|c: char| c.is_ascii_digit())
        {
            let told =
                format!("write `pool({many}, d{dice})` if an expression gives the number of dice");
            return Err(self.wrong(told));
        }
        if self.text.contains("=>") && !self.text.contains('\'') {
            Err(self.wrong("write `5d6>=5` to count dice that reach a number"))
        } else {
            Ok(())
        }
    }

    /// Reads dice that use fields, if the text contains any.
    fn fields(self, names: &Names) -> Result<Option<Term>, Mistake> {
        if let Some(inside) = self.inside("best") {
            let parts = split(inside.text, ",").into_iter();
            let terms = parts.map(|(from, text)| inside.at(from, text).term(false, names));
            return Ok(Some(Term::Best(terms.collect::<Result<_, _>>()?)));
        }
        if let Some(inside) = self.inside("pool") {
            let [(from, many), (then, dice)] = split(inside.text, ",")[..] else {
                return Err(self.wrong("write the number and the die: `pool(self.skill, d6>=5)`"));
            };
            let many = inside.at(from, many).trim().sum(names, Kind::Number)?;
            let dice = inside.at(then, dice).term(false, names)?;
            return Ok(Some(Term::Pool(many, Box::new(dice))));
        }
        if let Some(text) = self.text.strip_suffix('!') {
            let term = self.at(0, text).term(false, names)?;
            if term.counts() {
                let told = format!(
                    "`{}` counts successes: these dice cannot explode. Remove the `!`",
                    self.text
                );
                return Err(self.wrong(told));
            }
            return Ok(Some(Term::Explodes(Box::new(term))));
        }
        if let Ok(held) = Sum::read(self.text, names, Kind::Dice) {
            return Ok(Some(Term::Held(held)));
        }
        // This may be a field whose keywords are all dice.
        if let Ok(held) = Sum::read(self.text, names, Kind::Word) {
            let words = match held.plain() {
                Some((name @ Name::Field(..), _)) => names.words_of(name),
                _ => &[],
            };
            let dice = |word: &String| Dice::parse(word).is_ok();
            if words.is_empty() || !words.iter().all(dice) {
                return Err(self.wrong("these words are not dice: write dice such as `d8`"));
            }
            return Ok(Some(Term::Held(held)));
        }
        Ok(None)
    }
}

/// Returns true if all brackets of a text are closed.
fn even(text: &str) -> bool {
    let count = |c: char| text.matches(c).count();
    count('(') == count(')')
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
                Name::Field(Who::Me, 1) => Found::Word("d10".into()),
                Name::Field(Who::Me, 2) => Found::Flag(true),
                Name::With(column) if column.word == "damage" => {
                    Found::Dice(Dice::parse("1d8+1").expect("dice"))
                }
                _ => Found::Nothing,
            }
        }
    }

    #[test]
    fn an_expression_lists_its_dice_in_order_and_adds_its_numbers() {
        let names = Names {
            fields: vec![
                ("might", Kind::Number),
                ("skill", Kind::Word),
                ("hero", Kind::Flag),
                ("zone", Kind::Word),
            ],
            words: vec![
                (1, vec!["d8".to_owned(), "d10".to_owned()]),
                (3, vec!["near".to_owned()]),
            ],
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
        assert_eq!(dice("d8 + pool(2, d8) + 4").as_deref(), Some("3d8+4"));
        assert_eq!(dice("d8 + d6 + d8").as_deref(), Some("d8+d6+d8"));
        assert_eq!(
            dice("d8 + best(d8, d6)").as_deref(),
            Some("d8+best(d8, d6)")
        );
        assert_eq!(dice("with.more"), None, "there are none");
        assert_eq!(dice("with.more + 1"), None, "a number is no dice");
        assert_eq!(dice("d4 + with.more").as_deref(), Some("d4"));
        assert_eq!(dice("with.damage!").as_deref(), Some("d8!+1"));
        assert_eq!(dice("best(d8, d6)").as_deref(), Some("best(d8, d6)"));
        let wild = "best(self.skill!, d6! when self.hero) - self.might";
        assert_eq!(dice(wild).as_deref(), Some("best(d10!, d6!)-3"));
        let extra = "best(self.skill!, d6! when not self.hero)";
        assert_eq!(dice(extra).as_deref(), Some("d10!"));
        let more = "d6 + d6! when (self.might + 1 > 3) + d4 when self.might > 3";
        assert_eq!(dice(more).as_deref(), Some("d6+d6!"));
        let pool = dice("pool(self.might + 2, d6>=5) - 1");
        assert_eq!(pool.as_deref(), Some("5d6>=5-1"));
        assert_eq!(dice("pool(self.might - 3, d6>=5)").as_deref(), Some("0"));
        for (wrong, at) in [
            ("best(d8, with.demage)", 14),
            ("d20 - best(d8, self.skill)", 6),
            ("pool(d6)", 0),
            ("d8 when self.might", 8),
            ("d8 + self.zone", 5),
        ] {
            let mistake = Throw::read(wrong, &names).expect_err(wrong);
            assert_eq!(mistake.at, at, "{wrong}: {}", mistake.what);
        }
        let counted = "counts successes";
        for (wrong, words) in [
            ("5d10>=6!", counted),
            ("pool(5, d10>=6!)", counted),
            ("pool(self.might, d10>=6)!", counted),
            ("(d10>=6 when self.hero)!", ""),
            ("best(d10>=6, d8)!", counted),
            ("5d10!>=6", counted),
            ("pool(5, d10!>=6)", counted),
            (
                "5d10=>6",
                "write `5d6>=5` to count dice that reach a number",
            ),
            (
                "max(self.skill!, d6)",
                "write `best(self.skill!, d6)` for the highest of several dice",
            ),
            (
                "(self.might + 1)d10>=6 + 2",
                "write `pool(self.might + 1, d10>=6)` if an expression gives the number of dice",
            ),
        ] {
            let mistake = Throw::read(wrong, &names).expect_err(wrong);
            assert!(mistake.what.contains(words), "{wrong}: {}", mistake.what);
        }
        assert_eq!(dice("d6 + max(self.might, 2)").as_deref(), Some("d6+3"));
        let wrong = Throw::read("d20 + with.demage", &names).expect_err("misspelt");
        assert_eq!(wrong.at, 11);
        assert_eq!(
            wrong.what,
            "unknown name `with.demage`: did you mean `damage`?"
        );
    }
}
