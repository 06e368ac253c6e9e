//! Saves and ability checks: d20 and a modifier against a DC.

use std::cmp::Ordering;

use crate::resolver::Rolled;
use crate::rules::SaveKind;
use crate::systems::prelude::*;

use super::edge::{self, Edge, Limbs};
use crate::systems::split_round::says::{Against, Check, Says};
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::Save;
use crate::systems::split_round::state::fighter::fighter;

/// DC of checks for which the rulebook gives no DC.
pub const USUAL_DC: i64 = 15;

impl Check {
    fn limbs(self) -> Limbs {
        match self {
            Check::Strength | Check::Arms => Limbs::Arms,
            Check::Legs => Limbs::Legs,
            Check::Sleight | Check::Heal => Limbs::Neither,
        }
    }
}

/// Returns the saves and checks that a GM can call for.
pub fn all() -> Vec<SaveKind> {
    let saves = Choice::all::<Save>().into_iter().map(|one| {
        let label = format!("{} save", one.label);
        Choice::new(one.key, label)
    });
    let all = saves.chain(Choice::all::<Check>());
    all.map(|one| {
        SaveKind::new(one)
            .against("DC", 1, 60, USUAL_DC)
            .with_advantage()
    })
    .collect()
}

/// Returns the roll of a save or check by its keyword, with the reasons for advantage and disadvantage.
pub fn ruled(
    now: &Encounter,
    who: Id,
    word: &str,
    dc: i64,
    by_gm: Ordering,
) -> Result<(Roll, Edge), String> {
    let (roll, edge) = match (Save::from_word(word), Check::from_word(word)) {
        (Some(one), _) => {
            let bonus = (one.label(), fighter(now, who).save(one));
            let edge = Edge::default().ruled(by_gm);
            let roll = save_dice(
                now,
                who,
                one.word(),
                bonus,
                Tally::new().always("", dc),
                &edge,
            );
            (roll, edge)
        }
        (_, Some(one)) => {
            let edge = edge::check(now, who, one.limbs()).ruled(by_gm);
            (check_dice(now, who, one, dc, &edge), edge)
        }
        (None, None) => return Err(format!("there is no save `{word}`")),
    };
    let what = now.told(&roll.what).into_owned();
    Ok((roll.title(say!(now, "{}: {what}", now.name(who))), edge))
}

/// Creates the roll of a save, without a title.
fn save_dice(
    now: &Encounter,
    who: Id,
    key: &'static str,
    (label, bonus): (&'static str, i64),
    dc: Tally,
    edge: &Edge,
) -> Roll {
    let said = Says::SaveRoll { save: label.into() };
    let mut roll = Roll::new(key, who, said, edge.dice())
        .bonus(Tally::new().plus(label, bonus))
        .at_least(dc.total())
        .against("DC")
        .hint(edge.why())
        .words("saved", "failed");
    if dc.parts.len() > 1 {
        roll = roll.reasons(dc);
    }
    if Options::of(now).nat1_fails_saves() {
        roll = roll.always(1, 1, false);
    }
    roll
}

/// Creates the roll of a check, without a title.
fn check_dice(now: &Encounter, who: Id, check: Check, dc: i64, edge: &Edge) -> Roll {
    let sheet = fighter(now, who).sheet;
    let (label, modifier) = match check {
        Check::Strength => ("Strength", sheet.str_mod()),
        Check::Arms | Check::Legs => ("Dexterity", sheet.dex_mod()),
        Check::Sleight => ("sleight of hand", sheet.sleight_of_hand()),
        Check::Heal => ("heal", sheet.heal_skill()),
    };
    Roll::new(check.word(), who, Says::CheckRoll { check }, edge.dice())
        .bonus(Tally::new().plus(label, modifier))
        .at_least(dc)
        .against("DC")
        .always(1, 1, false)
        .hint(edge.why())
}

/// Rolls a d20 plus modifier for a save against `dc` (SPL-73).
pub fn save(cx: &mut Resolver<'_>, who: Id, save: Save, dc: i64, what: Against) -> Step<bool> {
    save_against(cx, who, save, Tally::new().always("", dc), what)
}

/// Rolls a save against a DC with several parts.
pub fn save_against(
    cx: &mut Resolver<'_>,
    who: Id,
    save: Save,
    dc: Tally,
    what: Against,
) -> Step<bool> {
    let bonus = (save.label(), fighter(cx.now(), who).save(save));
    resist(cx, who, save.word(), bonus, dc, what)
}

/// Rolls a save with additional modifiers. A natural 1 fails (SPL-80, option `nat1_fails_saves`).
pub fn resist(
    cx: &mut Resolver<'_>,
    who: Id,
    key: &'static str,
    bonus: (&'static str, i64),
    dc: Tally,
    what: Against,
) -> Step<bool> {
    let save = bonus.0.into();
    let told = Says::SaveTold { who, save, what };
    let roll = save_dice(cx.now(), who, key, bonus, dc, &Edge::default())
        .title(say!(cx.now(), "{}", told.show(cx.now())))
        .told(told);
    let one_fails = Options::of(cx.now()).nat1_fails_saves();
    let rolled = cx.roll(roll)?;
    if one_fails {
        remind(cx, who, &rolled);
    }
    Ok(rolled.passed())
}

/// Reminds the GM of other consequences of a natural 1 (SPL-80).
pub fn remind(cx: &mut Resolver<'_>, who: Id, rolled: &Rolled) {
    if rolled.natural == 1 {
        cx.note(Says::OtherConsequences { who });
    }
}

/// Rolls an ability check: d20 plus modifier against `dc`. A natural 1 always fails (SPL-80).
pub fn check(cx: &mut Resolver<'_>, who: Id, check: Check, dc: i64, told: Says) -> Step<bool> {
    let edge = edge::check(cx.now(), who, check.limbs());
    let roll = check_dice(cx.now(), who, check, dc, &edge)
        .title(say!(cx.now(), "{}", told.show(cx.now())))
        .told(told);
    let rolled = cx.roll(roll)?;
    edge::tell(cx, who, &edge);
    remind(cx, who, &rolled);
    Ok(rolled.passed())
}
