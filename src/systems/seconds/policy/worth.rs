//! What an attack is worth: its chance to wound or fell, without anybody's dice.

use crate::rules::Mind;
use crate::values::Id;

use crate::systems::seconds::combat::form::unusable;
use crate::systems::seconds::combat::strike::{self, Pair};
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;

/// Faces of a d6 that reach a number with a bonus.
fn faces(bonus: i64, needed: i64) -> i64 {
    (7 + bonus - needed).clamp(0, 6)
}

/// What a weapon that can be used now is worth against somebody: hundredths of wounds on average, a felling blow as
/// three (SEC-62, SEC-84, SEC-89, SEC-124).
pub fn worth(mind: &Mind<'_>, by: Id, weapon: &Weapon, target: Id) -> i64 {
    if unusable(mind.now, by, weapon).is_some() {
        return 0;
    }
    likely(mind, by, weapon, target)
}

/// How tough somebody still is, as `by` sees it: whoever does not know it judges by how tough somebody like that is and by
/// the word for its wounds, of which six are as many as the words tell apart.
pub fn toughness(mind: &Mind<'_>, by: Id, of: Id) -> i64 {
    let foe = fighter(mind.now, of);
    let wounds = foe.body.wounds();
    let seen = 6 - mind.left(by, of, (6 - wounds, 6));
    foe.toughness() + wounds - seen
}

/// The same of a weapon wherever it is: stowed, or not loaded.
pub fn likely(mind: &Mind<'_>, by: Id, weapon: &Weapon, target: Id) -> i64 {
    let now = mind.now;
    let foe = fighter(now, target);
    let Some(dice) = strike::damage_dice(weapon) else {
        return 0;
    };
    let morale = weapon.damage_type().morale();
    if morale && (!foe.mind.can_be_demoralised() || foe.will() == 0) {
        return 0;
    }
    let (wounds, fells) = match morale {
        true => (foe.minimum_will(), foe.will()),
        false => {
            let toughness = toughness(mind, by, target);
            (toughness - 6, toughness)
        }
    };
    let bonus = strike::damage_bonus(now, by, weapon).total();
    let (least, most) = (dice.least() + bonus, dice.most() + bonus);
    let span = most - least + 1;
    // Of the damages there are, those that reach a number, in hundredths.
    let reach = |number: i64| (most - number + 1).clamp(0, span) * 100 / span;
    let harm = reach(wounds) + 2 * reach(fells);
    if !weapon.attack_roll() {
        return harm;
    }
    let hits = faces(strike::attack_bonus(now, by, weapon).total(), foe.target());
    let shield = match foe.body.has_shield() && !foe.body.shield_destroyed() {
        true => foe.skill(Skill::Shield),
        false => i64::MIN / 2,
    };
    let guard = foe
        .skill(Skill::Reflex)
        .max(shield)
        .max(foe.skill(Skill::Weapon));
    let dc = strike::defence_dc(now, by, weapon, Pair::default(), 0).total();
    let through = match foe.helpless() {
        true => 6,
        false => 6 - faces(guard, dc),
    };
    harm * hits * through / 36
}
