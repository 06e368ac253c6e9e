//! Single attacks: roll modifiers, Target, defence DC and damage (SEC-62, SEC-84, SEC-88).

use crate::dice::Adds;
use crate::systems::prelude::*;

use super::called::{Aim, hurt_hand};
use super::circumstances::{Circumstances, range_penalty};
use super::falling::speed_damage;
use crate::systems::seconds::says::{Mark, Says};
use crate::systems::seconds::sheet::schema::{Cover, DamageType, Visibility};
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::cover;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::minds;

/// Modifiers of the attack roll and of the defence DC (SEC-04).
#[derive(Clone, Copy, Debug, Default)]
pub struct Pair {
    /// Modifier of the attack roll.
    pub x: i64,
    /// Modifier of the defence DC.
    pub y: i64,
}

/// Attack on one target.
#[derive(Clone, Debug)]
pub struct Strike {
    pub by: Id,
    pub target: Id,
    pub weapon: Weapon,
    /// Aim of the attack.
    pub aim: Aim,
    /// Circumstances, as described by the form.
    pub circumstances: Circumstances,
    /// Modifiers of the components of its combo (SEC-98).
    pub combo: Pair,
}

/// Adds the penalties of a damaged shooting weapon and an injured hand to attack and defence DC (SEC-04, SEC-111,
/// SEC-117).
fn worse<S: Adds>(sum: S, now: &Encounter, by: Id, weapon: &Weapon) -> S {
    let damaged = if weapon.melee() {
        0
    } else {
        weapon.item_wounds()
    };
    let hand = match weapon.hands_needed() {
        0 => 0,
        _ => hurt_hand(now, fighter(now, by).flesh, weapon.held_in()),
    };
    sum.plus("damaged", -damaged).plus("hurt hand", -hand)
}

/// Returns the bonus of an attack roll with a weapon, before range and circumstances (SEC-06, SEC-62).
pub fn attack_bonus<S: Adds>(now: &Encounter, by: Id, weapon: &Weapon) -> S {
    let one = fighter(now, by);
    let skill = weapon.skill();
    let bonus = S::default()
        .plus(skill.label(), one.skill(skill))
        .plus("scale", -one.scale())
        .plus_named(weapon.name(), weapon.attack_x());
    worse(bonus, now, by, weapon)
}

/// Returns the DC of a defence against a weapon; the attacker's scale is not included (SEC-84).
pub fn defence_dc<S: Adds>(now: &Encounter, by: Id, weapon: &Weapon, more: Pair, gm: i64) -> S {
    let skill = weapon.skill();
    let dc = S::first("", 4)
        .plus(skill.label(), fighter(now, by).skill(skill))
        .plus_named(weapon.name(), weapon.attack_y())
        .plus("combo", more.y);
    worse(dc, now, by, weapon).plus("GM", gm)
}

/// Returns the bonus to the damage dice against any target (SEC-88).
pub fn damage_bonus<S: Adds>(now: &Encounter, by: Id, weapon: &Weapon) -> S {
    let one = fighter(now, by);
    let (strong, large) = (weapon.adds_strength(), weapon.adds_scale());
    S::default()
        .plus_named(weapon.name(), weapon.damage_bonus())
        .plus("strength", if strong { one.body.strength() } else { 0 })
        .plus("scale", if large { 3 * one.scale() } else { 0 })
        .plus("damaged", -weapon.item_wounds())
}

/// Marks an attack roll that misses on a 1 because the weapon may jam (SEC-118).
pub fn may_jam(roll: Roll, weapon: &Weapon) -> Roll {
    if weapon.may_jam() {
        roll.always(1, 1, false)
    } else {
        roll
    }
}

/// Returns the damage dice, one size smaller for a bludgeoning weapon of light material (SEC-94).
pub fn damage_dice(weapon: &Weapon) -> Option<Dice> {
    let dice = weapon.damage_dice()?;
    let light = weapon.light_material() && weapon.damage_type() == DamageType::Bludgeoning;
    Some(if light { smaller(&dice) } else { dice })
}

/// Returns the dice one size smaller (SEC-94).
fn smaller(dice: &Dice) -> Dice {
    let size = |sides: u32| match sides {
        20 => 12,
        12 => 10,
        10 => 8,
        8 => 6,
        6 => 4,
        4 => 3,
        other => other,
    };
    dice.resized(size)
}

impl Strike {
    /// Returns the modifiers of the attack roll (SEC-62).
    pub fn bonus(&self, now: &Encounter) -> Tally {
        let range = |distance| range_penalty(now, self.by, self.target, &self.weapon, distance);
        let (range, aim) = self.circumstances.distance.map_or((0, 0), range);
        attack_bonus::<Tally>(now, self.by, &self.weapon)
            .plus("range", range)
            .plus("aim", aim)
            .plus("combo", self.combo.x)
            .plus("GM", self.circumstances.attack)
    }

    /// Returns the effective cover of the target (SEC-57).
    pub fn cover(&self, now: &Encounter) -> Cover {
        cover::behind(now, self.target, self.circumstances.cover)
    }

    /// Returns the target number of the attack roll (SEC-08, SEC-56, SEC-57, SEC-74 to SEC-77, SEC-79).
    pub fn need(&self, now: &Encounter) -> Tally {
        let mut need = self.aim.target(now, self.target);
        let cover = self.cover(now);
        let posture = fighter(now, self.target).posture();
        if cover == Cover::None {
            let row = cover::posture(now, posture);
            let more = if self.weapon.melee() {
                row.melee()
            } else {
                row.ranged()
            };
            need.add(posture.label(), more);
        } else {
            need.add(format!("{} cover", cover.label()), cover::bonus(now, cover));
        }
        // Total cover already includes invisibility.
        let seen = match cover {
            Cover::Total => Visibility::Clear,
            _ => self.circumstances.seen,
        };
        need.plus(seen.label(), cover::seen(now, seen))
    }

    /// Returns the DC of a defence (SEC-84).
    pub fn dc(&self, now: &Encounter) -> Tally {
        let gm = self.circumstances.defence;
        defence_dc(now, self.by, &self.weapon, self.combo, gm)
    }

    /// Returns true if the attack hits without a roll: it needs no roll, or the target is helpless and near (SEC-65,
    /// SEC-124).
    pub fn hits(&self, now: &Encounter) -> bool {
        let helpless = fighter(now, self.target).helpless();
        !self.weapon.attack_roll() || (helpless && self.weapon.melee())
    }

    pub fn roll(&self, now: &Encounter) -> Roll {
        let (need, who) = (self.need(now), self.target);
        let at = match self.aim {
            Aim::Body => Mark::Body { who },
            aim => Mark::Aimed {
                who,
                aim: aim.label(now, who).into(),
            },
        };
        let (by, with, total) = (now.name(self.by), self.weapon.said(), need.total());
        let title = say!(now, "{by} attacks {} with {with}", at.show(now));
        let what = Says::StrikeRoll {
            weapon: self.weapon.name().to_owned().into(),
            at: at.clone(),
        };
        let told = Says::StrikeTold {
            by: self.by,
            inside: minds::in_body(now, self.by),
            at,
            with: with.to_owned().into(),
        };
        let roll = Roll::new("hit", self.by, what, Dice::d(6))
            .title(title)
            .told(told)
            .bonus(self.bonus(now))
            .at_least(total)
            .reasons(need)
            .against("Target")
            .words("hit", "miss");
        may_jam(roll, &self.weapon)
    }

    /// Returns the damage roll, or `None` for an attack without damage (SEC-88).
    pub fn damage(&self, now: &Encounter) -> Option<Roll> {
        let speed = speed_damage(now, self.target, 10 * self.circumstances.speed);
        let bonus = damage_bonus::<Tally>(now, self.by, &self.weapon)
            .plus("speed", speed)
            .plus("GM", self.circumstances.damage);
        let (kind, nonlethal) = (self.weapon.damage_type(), self.weapon.nonlethal());
        let target = now.name(self.target);
        let (by, with) = (now.name(self.by), self.weapon.said());
        let title = say!(now, "{by} hits {target} with {with}: damage");
        let what = Says::DamageRoll { kind, nonlethal };
        let told = Says::DamageTold { kind, nonlethal };
        let roll = Roll::new("damage", self.by, what, damage_dice(&self.weapon)?).high();
        let roll = roll.about(self.target).told(told);
        Some(roll.title(title).bonus(bonus))
    }
}
