//! DC checks and saving throws (CTD-02, CTD-07, CTD-08).

use crate::rules::SaveKind;
use crate::systems::prelude::*;

use crate::systems::countdown::says::{Save, Says};
use crate::systems::countdown::sheet::{Modified, modified};
use crate::systems::countdown::state::{Fighter, fighter};

crate::words! {
    /// Ability for a check that the GM calls for.
    enum Ability {
        Str = "str" "STR check",
        Dex = "dex" "DEX check",
    }
}

/// Returns the saves and checks that a GM can call for.
pub fn all() -> Vec<SaveKind> {
    let checks = Choice::all::<Ability>().into_iter();
    let checks = checks.map(|one| SaveKind::new(one).against("DC", 1, 60, 15));
    let saves = Choice::all::<Save>().into_iter().map(SaveKind::new);
    saves.chain(checks).collect()
}

/// Returns the roll of a save or check by its keyword, against `dc` if it has one.
pub fn ruled(now: &Encounter, id: Id, word: &str, dc: i64) -> Result<Roll, String> {
    let one = fighter(now, id);
    let roll = match (Save::from_word(word), Ability::from_word(word)) {
        (Some(save), _) => {
            let need = own_need(&one, save);
            save_dice(&one, id, (save.word(), Says::SaveRoll { save }), need)
        }
        (_, Some(Ability::Str)) => check_dice(&one, id, "check", ("STR", one.str_mod()), dc),
        (_, Some(Ability::Dex)) => check_dice(&one, id, "check", ("DEX", one.dex_mod()), dc),
        (None, None) => return Err(format!("there is no save `{word}`")),
    };
    let what = now.told(&roll.what).into_owned();
    Ok(roll.title(say!(now, "{}: {what}", one.name())))
}

/// Returns the target number of a save, from the sheet.
fn own_need(one: &Fighter<'_>, save: Save) -> i64 {
    match save {
        Save::DeathRay => one.save_death_ray(),
        Save::Disruption => one.save_disruption(),
    }
}

/// Creates the roll of a saving throw, without a title.
fn save_dice(one: &Fighter<'_>, id: Id, (key, what): (&'static str, Says), need: i64) -> Roll {
    Roll::new(key, id, what, Dice::d(20))
        .bonus(bonus(one, Modified::Save, "", 0))
        .at_least(need)
        .words("saved", "failed")
}

/// Creates the roll of a check, without a title.
fn check_dice(
    one: &Fighter<'_>,
    id: Id,
    key: &'static str,
    (ability, modifier): (&'static str, i64),
    dc: i64,
) -> Roll {
    let what = Says::AbilityCheck {
        ability: ability.into(),
    };
    Roll::new(key, id, what, Dice::d(20))
        .bonus(bonus(one, Modified::Check, ability, modifier))
        .at_least(dc)
        .against("DC")
}

/// Returns the bonus of a save or an ability check: the ability modifier, and conditions (CTD-07).
fn bonus(one: &Fighter<'_>, roll: Modified, ability: &'static str, modifier: i64) -> Tally {
    let bonus = Tally::new().plus(ability, modifier);
    modified(bonus, roll, |is| one.suffers(is))
}

/// Rolls a saving throw against a target number from the sheet. Returns true on a success.
pub fn save(cx: &mut Resolver<'_>, id: Id, save: Save, title: &str) -> Step<bool> {
    let one = fighter(cx.now(), id);
    let need = own_need(&one, save);
    save_on(cx, id, (save.word(), Says::SaveRoll { save }), need, title)
}

/// Rolls a saving throw (CTD-08): d20, -2 if shaken, against a target number. Returns true on a success.
pub fn save_on(
    cx: &mut Resolver<'_>,
    id: Id,
    named: (&'static str, Says),
    need: i64,
    title: &str,
) -> Step<bool> {
    let one = fighter(cx.now(), id);
    let roll = save_dice(&one, id, named, need);
    let roll = roll.title(say!(cx.now(), "{}: {title}", one.name()));
    Ok(cx.roll(roll)?.passed())
}

/// Rolls a DC check (CTD-07): d20 + ability modifier, -2 if shaken. Returns true on a success.
pub fn check(
    cx: &mut Resolver<'_>,
    id: Id,
    key: &'static str,
    ability: (&'static str, i64),
    dc: i64,
    title: &str,
) -> Step<bool> {
    let one = fighter(cx.now(), id);
    let roll = check_dice(&one, id, key, ability, dc);
    let roll = roll.title(say!(cx.now(), "{}: {title}", one.name()));
    Ok(cx.roll(roll)?.passed())
}
