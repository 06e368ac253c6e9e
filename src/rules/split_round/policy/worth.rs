//! What attacks and spells are worth: hit points on average, without anybody's dice.

use crate::dice::Dice;
use crate::encounter::{Encounter, Id, Row};

use crate::rules::split_round::sheet::fighter::fighter;
use crate::rules::split_round::sheet::schema::{Delivery, OnSave, Spell};
use crate::rules::split_round::sheet::weapon::Weapon;
use crate::rules::split_round::state::plan::Main;
use crate::rules::split_round::state::turn::Turn;

/// Twice the mean of some dice.
fn twice(dice: &Dice) -> i64 {
    dice.least() + dice.most()
}

/// Twice the mean damage of a weapon (SPL-70).
pub fn harm(weapon: &Weapon) -> i64 {
    let whole = (twice(&weapon.damage()) - 2 * weapon.damage_penalty()).max(0);
    if weapon.sprained() { whole / 2 } else { whole }
}

/// Of twenty rolls with this modifier so many reach an Armor Class (SPL-69).
fn hits(now: &Encounter, modifier: i64, target: Id) -> i64 {
    (21 + modifier - fighter(now, target).ac()).clamp(1, 19)
}

/// Hundredths of hit points that an attack takes on average.
pub fn blow(now: &Encounter, weapon: &Weapon, target: Id) -> i64 {
    // Twentieths times halves.
    hits(now, weapon.attack_mod(), target) * harm(weapon) * 100 / 40
}

/// Hundredths of hit points that a spell takes from one target on average: what else it covers is not on its sheet
/// (SPL-73).
pub fn spell(now: &Encounter, spell: &Spell<&Row>, target: Id) -> i64 {
    let Some(dice) = spell.damage() else {
        return 0;
    };
    let whole = twice(&dice) * 100 / 2;
    let hit = match spell.delivery() {
        Delivery::NoRoll => whole,
        Delivery::RangedAttack | Delivery::MeleeTouch => {
            whole * hits(now, spell.attack_mod(), target) / 20
        }
    };
    let Some(save) = spell.save() else {
        return hit;
    };
    let bonus = fighter(now, target).save(save);
    let saves = (21 + bonus - spell.spell_dc()).clamp(0, 19);
    match spell.on_save() {
        OnSave::Half => hit - hit * saves / 40,
        OnSave::Negates => hit - hit * saves / 20,
        _ => hit,
    }
}

/// Hundredths of hit points that the plans of somebody's friends take from a target on average: who comes too late
/// loses the attack (SPL-66).
pub fn booked(now: &Encounter, friend: Id, target: Id) -> i64 {
    let friends = now.members(now.get(friend).faction);
    let planned = friends.filter(|id| Turn::of(now, *id).declared);
    let plans = planned.map(|id| {
        let plan = &Turn::of(now, id).plan;
        let blows = plan.blows.iter().chain(&plan.off_hand);
        let blows = blows.filter(|blow| blow.target == Some(target));
        let weapons = blows.filter_map(|blow| Weapon::named(now, id, &blow.weapon));
        let struck: i64 = weapons.map(|weapon| self::blow(now, &weapon, target)).sum();
        let casts = plan.main == Main::Cast && plan.targets.contains(&target);
        let cast = fighter(now, id).spell(&plan.spell).filter(|_| casts);
        struck + cast.map_or(0, |cast| spell(now, &cast, target))
    });
    plans.sum()
}
