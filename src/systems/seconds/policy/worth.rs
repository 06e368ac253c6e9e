//! Value of an attack: its chance to wound or fell, without rolling dice.

use crate::rules::Mind;
use crate::systems::prelude::*;

use crate::systems::seconds::combat::strike::{self, Pair};
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;

/// Returns the number of results of a d6 that reach a number with a bonus.
fn faces(bonus: i64, needed: i64) -> i64 {
    (7 + bonus - needed).clamp(0, 6)
}

/// Weapon, ready or not, with the values that depend on its owner but not on the target.
pub struct Arm {
    pub weapon: Weapon,
    /// Minimum and maximum damage (SEC-88).
    damage: (i64, i64),
    /// Bonus of its attack roll; `None` if it has no attack roll (SEC-62, SEC-124).
    attack: Option<i64>,
    /// DC of a defence (SEC-84).
    dc: i64,
}

impl Arm {
    /// Creates the values of a weapon; `None` for a weapon without damage.
    pub fn of(now: &Encounter, by: Id, weapon: Weapon) -> Option<Self> {
        let dice = strike::damage_dice(&weapon)?;
        let bonus: i64 = strike::damage_bonus(now, by, &weapon);
        let attack = || strike::attack_bonus(now, by, &weapon);
        Some(Self {
            damage: (dice.least() + bonus, dice.most() + bonus),
            attack: weapon.attack_roll().then(attack),
            dc: strike::defence_dc(now, by, &weapon, Pair::default(), 0),
            weapon,
        })
    }

    /// Returns the value of the weapon against a foe: average wounds in hundredths; a felling hit counts as three
    /// wounds (SEC-62, SEC-84, SEC-89, SEC-124).
    pub fn worth(&self, foe: &Foe) -> i64 {
        let (wounds, fells) = if self.weapon.damage_type().morale() {
            match foe.will {
                Some(numbers) => numbers,
                None => return 0,
            }
        } else {
            (foe.toughness - 6, foe.toughness)
        };
        let (least, most) = self.damage;
        let span = most - least + 1;
        // Share of damage results that reach a number, in hundredths.
        let reach = |number: i64| (most - number + 1).clamp(0, span) * 100 / span;
        let harm = reach(wounds) + 2 * reach(fells);
        let Some(attack) = self.attack else {
            return harm;
        };
        let through = if foe.helpless {
            6
        } else {
            6 - faces(foe.guard, self.dc)
        };
        harm * faces(attack, foe.target) * through / 36
    }
}

/// Possible target, as seen by the attacker.
pub struct Foe {
    pub id: Id,
    /// Remaining Toughness, known or estimated.
    pub toughness: i64,
    /// True if the foe is helpless.
    pub helpless: bool,
    /// Minimum Will and Will, if the foe can lose Will (SEC-12, SEC-124).
    will: Option<(i64, i64)>,
    /// Target number of an attack roll.
    target: i64,
    /// Best bonus of its defences.
    guard: i64,
}

impl Foe {
    /// Creates the view of a foe. Toughness of an unknown foe is estimated from similar combatants and from the word
    /// for the foe's wounds, of which at most six count.
    pub fn of(mind: &Mind<'_>, by: Id, id: Id) -> Self {
        let foe = fighter(mind.now, id);
        let wounds = foe.body.wounds();
        let seen = 6 - mind.left(by, id, (6 - wounds, 6));
        let shield = foe.body.has_shield() && !foe.body.shield_destroyed();
        let skills = [Skill::Reflex, Skill::Weapon, Skill::Shield];
        let skills = &skills[..if shield { 3 } else { 2 }];
        let guard = skills.iter().map(|skill| foe.skill(*skill)).max();
        let has_will = foe.mind.can_be_demoralised() && foe.will() != 0;
        Self {
            id,
            toughness: foe.toughness() + wounds - seen,
            helpless: foe.helpless(),
            will: has_will.then(|| (foe.minimum_will(), foe.will())),
            target: foe.target(),
            guard: guard.unwrap_or(0),
        }
    }
}
