//! What an attack is worth: its chance to wound or fell, without anybody's dice.

use crate::encounter::Encounter;
use crate::rules::Mind;
use crate::values::Id;

use crate::systems::seconds::combat::strike::{self, Pair};
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;

/// Faces of a d6 that reach a number with a bonus.
fn faces(bonus: i64, needed: i64) -> i64 {
    (7 + bonus - needed).clamp(0, 6)
}

/// A weapon wherever it is, stowed or not loaded, with what it comes to in somebody's hands whomever it strikes.
pub struct Arm {
    pub weapon: Weapon,
    /// The least damage that it does, and the most (SEC-88).
    damage: (i64, i64),
    /// What is added to its attack roll; `None` where there is none (SEC-62, SEC-124).
    attack: Option<i64>,
    /// What a defence has to reach (SEC-84).
    dc: i64,
}

impl Arm {
    /// A weapon of somebody's; `None` of one that does no damage.
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

    /// What it is worth against somebody: hundredths of wounds on average, a felling blow as three (SEC-62, SEC-84, SEC-89,
    /// SEC-124).
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
        // Of the damages there are, those that reach a number, in hundredths.
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

/// Somebody who may be struck, as whoever strikes sees it.
pub struct Foe {
    pub id: Id,
    /// How tough it still is.
    pub toughness: i64,
    /// Whether it can do nothing.
    pub helpless: bool,
    /// Its Minimum Will and its Will, where it has any to lose (SEC-12, SEC-124).
    will: Option<(i64, i64)>,
    /// What an attack roll has to reach.
    target: i64,
    /// The best bonus that it defends itself with.
    guard: i64,
}

impl Foe {
    /// Whoever does not know somebody judges its toughness by how tough somebody like that is and by the word for its
    /// wounds, of which six are as many as the words tell apart.
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
