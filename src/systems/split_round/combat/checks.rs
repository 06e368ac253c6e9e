//! Saves and ability checks: d20 and a modifier against a DC.

use crate::dice::{Dice, Tally};
use crate::resolver::{Choice, Resolver, Roll, Rolled, Step, note, say};
use crate::values::{Id, Words as _};

use super::edge::{self, Limbs};
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::Save;
use crate::systems::split_round::state::fighter::fighter;

/// The DC of whatever the rulebook gives no other.
pub const USUAL_DC: i64 = 15;

crate::words! {
    pub enum Check {
        /// Strength of the arms: frees a stuck weapon, bashes a door (SPL-106, SPL-129).
        Strength = "str" "Strength check",
        /// Whatever else the GM asks of the arms.
        Arms = "arms" "Dexterity check, arms",
        /// What the GM asks of the legs (SPL-123).
        Legs = "legs" "Dexterity check, legs",
        /// Mends a loose string (SPL-116).
        Sleight = "sleight" "sleight of hand",
        /// Stops bleeding, sets bones (SPL-135).
        Heal = "heal" "heal check",
    }
}

impl Check {
    fn limbs(self) -> Limbs {
        match self {
            Check::Strength | Check::Arms => Limbs::Arms,
            Check::Legs => Limbs::Legs,
            Check::Sleight | Check::Heal => Limbs::Neither,
        }
    }
}

/// The saves and checks that a GM can ask for.
pub fn all() -> Vec<Choice> {
    let mut all = Choice::all::<Save>();
    all.extend(Choice::all::<Check>());
    all
}

/// One of them by its word, against a DC that is asked for. Says whether it was passed.
pub fn ruled(cx: &mut Resolver<'_>, who: Id, word: &str) -> Step<bool> {
    let kinds = (Save::from_word(word), Check::from_word(word));
    let label = match kinds {
        (Some(one), _) => one.label(),
        (_, Some(one)) => one.label(),
        _ => return cx.broken(format!("there is no save `{word}`")),
    };
    let title = say!(cx.now(), "{}: {label}, which DC?", cx.name(who));
    let dc = cx.number("dc", who, title, 1, 60, USUAL_DC)?;
    match kinds {
        (Some(one), _) => save(cx, who, one, dc, "by the GM's ruling"),
        (_, Some(one)) => check(cx, who, one, dc, one.label()),
        _ => Ok(false),
    }
}

/// A save: d20 and its modifier, `dc` or more (SPL-73).
pub fn save(cx: &mut Resolver<'_>, who: Id, save: Save, dc: i64, what_for: &str) -> Step<bool> {
    save_against(cx, who, save, Tally::new().always("", dc), what_for)
}

/// The same against a DC that is made of several parts.
pub fn save_against(
    cx: &mut Resolver<'_>,
    who: Id,
    save: Save,
    dc: Tally,
    what_for: &str,
) -> Step<bool> {
    let bonus = (save.label(), fighter(cx.now(), who).save(save));
    resist(cx, who, save.word(), bonus, dc, what_for)
}

/// A save that adds whatever it is told to. A natural 1 fails (SPL-80, option `nat1_fails_saves`).
pub fn resist(
    cx: &mut Resolver<'_>,
    who: Id,
    key: &'static str,
    (label, bonus): (&'static str, i64),
    dc: Tally,
    what_for: &str,
) -> Step<bool> {
    let mut roll = Roll::new(key, who, format!("{label} save"), Dice::d(20))
        .bonus(Tally::new().plus(label, bonus))
        .at_least(dc.total())
        .against("DC")
        .title(say!(cx.now(), "{}: {label} save {what_for}", cx.name(who)))
        .words("saved", "failed");
    if dc.parts.len() > 1 {
        roll = roll.reasons(dc);
    }
    let one_fails = Options::of(cx.now()).nat1_fails_saves();
    if one_fails {
        roll = roll.always(1, 1, false);
    }
    let rolled = cx.roll(roll)?;
    if one_fails {
        remind(cx, who, &rolled);
    }
    Ok(rolled.passed())
}

/// The GM is reminded of what a natural 1 may bring besides (SPL-80).
pub fn remind(cx: &mut Resolver<'_>, who: Id, rolled: &Rolled) {
    if rolled.natural == 1 {
        note!(cx, &[who], "A natural 1: something may go wrong.");
    }
}

/// Rolls an ability check, d20 and its modifier against `dc`; a natural 1 always fails (SPL-80).
pub fn check(cx: &mut Resolver<'_>, who: Id, check: Check, dc: i64, what_for: &str) -> Step<bool> {
    let one = fighter(cx.now(), who);
    let sheet = one.sheet;
    let (label, modifier) = match check {
        Check::Strength => ("Strength", sheet.str_mod()),
        Check::Arms | Check::Legs => ("Dexterity", sheet.dex_mod()),
        Check::Sleight => ("sleight of hand", sheet.sleight_of_hand()),
        Check::Heal => ("heal", sheet.heal_skill()),
    };
    let edge = edge::check(cx.now(), who, check.limbs());
    let roll = Roll::new(check.word(), who, check.label(), edge.dice())
        .bonus(Tally::new().plus(label, modifier))
        .at_least(dc)
        .against("DC")
        .always(1, 1, false)
        .title(say!(cx.now(), "{}: {what_for}", one.name()))
        .hint(edge.why());
    let rolled = cx.roll(roll)?;
    edge::tell(cx, who, &edge);
    remind(cx, who, &rolled);
    Ok(rolled.passed())
}
