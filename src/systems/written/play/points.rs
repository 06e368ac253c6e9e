//! Amounts of damage and healing: rolled, computed or entered, and reduced.

use crate::dice::Dice;
use crate::resolver::{Filled, Refused, Resolver, Roll, Step, note, say};
use crate::systems::common::says::Says;
use crate::text::capital;
use crate::values::Id;

use super::changes::of;
use super::look::{Cast, Scene};
use crate::systems::written::model::{Amount, Hurt, Model};
use crate::systems::written::sums::sum::{Found, Sum, Word};

/// Key of the question for an amount, and of its row.
pub const AMOUNT: &str = "amount";
/// Highest amount that can be entered.
const MOST: i64 = 9_999;

/// Returns the points of damage or healing: rolled, computed or entered.
pub fn points(
    cx: &mut Resolver<'_>,
    model: &'static Model,
    hurt: &'static Hurt,
    cast: &mut Cast,
) -> Step<i64> {
    let whom = cast.who(hurt.who).filter(|who| cast.me != Some(*who));
    let by = cast.who(hurt.thrower).or(cast.me);
    let points = match &hurt.amount {
        Amount::Asked => entered(cx, hurt, whom, cast)?,
        Amount::Points(sum) => of(cx, model, sum, cast),
        Amount::Dice(throw) => match throw.dice(&Scene::new(model, cx.now(), cast)) {
            None => entered(cx, hurt, whom, cast)?,
            Some(dice) => {
                let twice = hurt.twice.as_ref();
                let twice = twice.is_some_and(|sum| sum.is(&Scene::new(model, cx.now(), cast)));
                let dice = if twice { dice.twice() } else { dice };
                let times = hurt.throws.as_ref();
                let times = times.map_or(1, |sum| of(cx, model, sum, cast));
                let kind = hurt.kind.as_ref();
                let kind = kind.map(|sum| sum.find(&Scene::new(model, cx.now(), cast)));
                let kind = match kind {
                    Some(Found::Word(word)) => word,
                    _ => Word::default(),
                };
                let same = |(thrown, of, _): &&(Dice, Word, i64)| *thrown == dice && *of == kind;
                let before = cast.thrown.iter().find(same);
                match before.filter(|_| hurt.one_throw) {
                    Some((_, _, total)) => *total,
                    None => {
                        let blow = Blow {
                            by,
                            on: if hurt.one_throw {
                                cast.all.clone()
                            } else {
                                cast.who(hurt.who).into_iter().collect()
                            },
                            label: hurt.label,
                        };
                        let total = thrown_points(cx, &blow, &dice, times)?;
                        if hurt.one_throw {
                            cast.thrown.push((dice, kind, total));
                        }
                        total
                    }
                }
            }
        },
    };
    let about = cast.who(hurt.who);
    let doubled = hurt.doubled.as_ref();
    let doubled = doubled.is_some_and(|sum| sum.is(&Scene::new(model, cx.now(), cast)));
    let points = if doubled {
        points.saturating_mul(2)
    } else {
        points
    };
    if doubled && points > 0 {
        note!(cx, about.as_slice(), "Doubled: {points}.");
    }
    let number = |sum: &Option<Sum>| sum.as_ref().map_or(0, |sum| of(cx, model, sum, cast));
    let half = hurt.half.as_ref();
    let half = half.is_some_and(|sum| sum.is(&Scene::new(model, cx.now(), cast)));
    let (less, least) = (number(&hurt.less), number(&hurt.least));
    let whole = reduced(points, less, least, false);
    if whole < points {
        let less = points - whole;
        let by = hurt.less.as_ref().and_then(Sum::only_word);
        let by = by.map_or_else(String::new, |by| format!("{}: ", capital(by)));
        note!(cx, about.as_slice(), "{by}{less} less.");
    }
    if half && whole > 0 {
        note!(cx, about.as_slice(), "Halved: {}.", whole.div_euclid(2));
    }
    Ok(reduced(points, less, least, half))
}

/// Amount that was entered.
enum Entered {
    Number(i64),
    Dice(Dice),
}

/// Reads an entered amount: a number from 0 to [`MOST`], or dice.
fn read_amount(text: &str) -> Filled<Entered> {
    let text = text.trim();
    match text.parse::<i64>() {
        Ok(number) if (0..=MOST).contains(&number) => Ok(Entered::Number(number)),
        Ok(number) => Err(Refused(format!("{number} is not between 0 and {MOST}"))),
        // Enter alone must not apply an amount.
        Err(_) if text.is_empty() => Err(Refused("type an amount".to_owned())),
        Err(_) => match Dice::parse(text) {
            Ok(dice) => Ok(Entered::Dice(dice)),
            Err(not) => Err(Refused(not.to_string())),
        },
    }
}

/// Asks for an amount of damage or healing, without a default: a number, or dice, which are then rolled.
fn entered(cx: &mut Resolver<'_>, hurt: &Hurt, whom: Option<Id>, cast: &Cast) -> Step<i64> {
    let title = match whom {
        Some(whom) => say!(
            cx.now(),
            "How much {} on {}?",
            hurt.label,
            cx.now().name(whom)
        ),
        None => say!(cx.now(), "How much {}?", hurt.label),
    };
    let by = cast.who(hurt.thrower).or(cast.me);
    let amount = cx.form(AMOUNT, by, title, |f| {
        f.amount().hint(|| "a number, or dice such as 2d6+1");
        read_amount(&f.text(AMOUNT, hurt.label, ""))
    })?;
    match amount {
        Entered::Number(number) => Ok(number),
        Entered::Dice(dice) => {
            let blow = Blow {
                by,
                on: cast.who(hurt.who).into_iter().collect(),
                label: hurt.label,
            };
            thrown_points(cx, &blow, &dice, 1)
        }
    }
}

/// Roll for damage or healing.
pub struct Blow {
    /// Combatant who rolls the dice.
    pub by: Option<Id>,
    /// Targets of the roll.
    pub on: Vec<Id>,
    /// Label of the roll.
    pub label: &'static str,
}

/// Rolls the points of damage or healing, a number of times.
pub fn thrown_points(cx: &mut Resolver<'_>, blow: &Blow, dice: &Dice, times: i64) -> Step<i64> {
    let now = cx.now();
    let title = match blow.on.as_slice() {
        [] => say!(now, "{}", blow.label),
        [who] if blow.by == Some(*who) => say!(now, "{}: {}", now.name(*who), blow.label),
        all => say!(now, "{} on {}", blow.label, now.crowd(all)),
    };
    let title = cx.numbered(title);
    let what = Says::Amount {
        label: blow.label.into(),
    };
    let mut roll = Roll::new(blow.label, blow.by, what, dice.clone()).about_all(&blow.on);
    roll.unnamed = true;
    if times <= 1 {
        return Ok(cx.roll(roll.title(title).high())?.total);
    }
    let rolls = vec![roll.high(); usize::try_from(times.min(20)).unwrap_or(1)];
    let mut total = 0;
    for (roll, rolled) in rolls
        .iter()
        .zip(cx.rolls(blow.label, &*title, rolls.clone())?)
    {
        cx.log_throw(roll, &rolled);
        total += rolled.total;
    }
    Ok(total)
}

/// Returns damage after its reduction, at least the minimum, and halved if `half` is true.
pub fn reduced(points: i64, less: i64, least: i64, half: bool) -> i64 {
    let points = (points - less).max(least);
    let points = if half { points.div_euclid(2) } else { points };
    points.max(0)
}
