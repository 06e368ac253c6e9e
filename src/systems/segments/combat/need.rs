//! Strike chance, which is SC and all modifiers minus the effective DEF (4.8, T-7), and the quality of a hit.

use crate::systems::prelude::*;
use crate::text::in_words;

use crate::systems::segments::sheet::{
    Bands, Caught, Circumstance, Options, Sizes, Speed, Weapon, is, shot_in_melee,
};
use crate::systems::segments::state::{
    Fighter, HitLevel, Movement, ambush_degree, ambusher, fighter, plan,
};

crate::words! {
    /// Degree of surprise of the target (4.3).
    pub enum Unexpected {
        /// Target saw the attack coming.
        No = "no" "none",
        /// Target knows of the fight but not of this attack (SEG-18).
        InFight = "in_fight" "unexpected in the fight",
        /// Target does not know of any fight (SEG-19).
        NoFight = "no_fight" "no fight yet",
    }
}

/// Circumstances of an attack.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Blow {
    /// True in melee, false at range.
    pub melee: bool,
    /// True for a free attack on a withdrawing combatant.
    pub free: bool,
    /// True for a stray shot; ambush and surprise do not apply to its new target (SEG-112).
    pub stray: bool,
    /// Degree of surprise of the target.
    pub unexpected: Unexpected,
    pub lighting: Circumstance,
    /// Degree of the attacker's PER roll if the attacker cannot see the target; 5 before the roll (SEG-79, SEG-80).
    pub blind: Option<i64>,
    /// Degree of the target's PER roll if the target cannot see the attacker.
    pub unseen: Option<i64>,
    /// Number of attackers of the target in melee, tentacles included (SEG-81, SEG-83).
    pub attackers: i64,
    /// Movement of the target.
    pub speed: Circumstance,
    pub dodging: bool,
    /// True if the target is on a moving mount or wagon.
    pub mounted: bool,
    pub cover: Circumstance,
    /// True if the shooter is in melee.
    pub shooter_in_melee: bool,
    /// True if Careful Aim counts for this shot.
    pub aimed: bool,
    /// Modifier entered by the GM.
    pub modifier: i64,
}

/// Returns the penalty for not seeing the opponent, by the degree of the PER roll (SEG-80).
fn unseen_penalty(full: i64, degree: i64) -> i64 {
    match degree {
        1 => full / 4,
        2 => full / 2,
        _ => full,
    }
}

/// Returns DEF against an attacker that the combatant can see. Excludes stances, because they help only against some
/// attacks (SEG-56).
pub fn standing_defence(now: &Encounter, who: Id) -> i64 {
    let one = fighter(now, who);
    hindered(one, one.def_parts(false)).total()
}

/// Adds the penalties to DEF that apply against all attackers (SEG-25, SEG-43, SEG-85).
fn hindered(one: Fighter<'_>, parts: Tally) -> Tally {
    parts
        .plus_if(one.has(is::NO_MOVEMENT), "stock-still", -20)
        .plus_if(one.has(is::STOOPING), "stooping", -15)
        .plus_if(one.sheet.encumbered(), "encumbered", -10)
}

/// Returns the parts of the target's effective DEF against an attack (SEG-56), and the name of its base.
pub fn defence(now: &Encounter, by: Id, target: Id, blow: &Blow) -> Tally {
    let one = fighter(now, target);
    if blow.unexpected == Unexpected::NoFight {
        return Tally::new().plus("magic", one.sheet.def_magic());
    }
    let mut parts = one.def_parts(blow.free);
    let normal = parts.total();
    if blow.unexpected == Unexpected::InFight && normal > 0 {
        parts.add("half, unexpected", normal / 2 - normal);
    }
    let helps = blow.melee || Options::of(now).stance_vs_ranged();
    if let Some((_, stance, bonus)) = one.stance().filter(|_| helps && !blow.free) {
        parts.add(stance, bonus);
    }
    let mut parts = hindered(one, parts);
    if let Some(degree) = blow.unseen {
        let text = say!(now, "cannot see {}", now.name(by));
        parts.add(text, -unseen_penalty(20, degree));
    }
    parts
}

/// Returns SC with all its modifiers (SEG-04, SEG-57, T-7) and the target's DEF as one part.
fn strike_chance(now: &Encounter, by: Id, target: Id, weapon: Weapon<'_>, blow: &Blow) -> Tally {
    let (one, other) = (fighter(now, by), fighter(now, target));
    let defence = defence(now, by, target, blow);
    let total = defence.total();
    let named = match total {
        ..0 => say!(now, "for DEF {total}"),
        _ => "DEF".into(),
    };
    let named = match defence.parts.len() {
        0 | 1 => named,
        _ => say!(now, "{named} ({})", defence.sum_text()),
    };
    let declared = plan(now, by);
    let runs = declared.is_some_and(|plan| plan.movement == Movement::Run);
    let off_guard = |how| blow.unexpected == how;
    let caught = ambush(now, by, target, blow);
    let blind = blow.blind.map_or(0, |degree| unseen_penalty(40, degree));
    let mut sc = Tally::new()
        .always("SC", weapon.sc())
        .plus(named, -total)
        .plus(one.wound_word(), one.wound_mod())
        .plus_if(runs, "running", -25)
        .plus_if(off_guard(Unexpected::InFight), "unexpected", 10)
        .plus_if(
            off_guard(Unexpected::NoFight),
            "unexpected, no fight yet",
            25,
        )
        .plus("ambush", caught.map_or(0, |caught| caught.sc()))
        .plus_if(one.sheet.encumbered(), "encumbered", -10)
        .plus_if(one.hindered_with(weapon), "off hand", -20)
        .plus("unseen foe", -blind)
        .plus_if(other.has(is::STUNNED), "target stunned", 10);
    if blow.melee || Options::of(now).lighting_on_ranged() {
        sc.add_named(&blow.lighting.label, blow.lighting.modifier);
    }
    if blow.melee {
        let many = (10 * (blow.attackers - 1) - other.sheet.range_of_field_reduction()).max(0);
        let label = say!(now, "{} attackers", in_words(blow.attackers));
        sc.add(label, many);
        sc = sc.plus_if(other.aims(), "target aiming", 10);
    } else {
        sc = shot(now, target, weapon, blow, sc);
    }
    let defending = declared.map_or(0, |plan| plan.defending);
    sc.plus("defending", -defending).plus("GM", blow.modifier)
}

/// Adds the modifiers that apply to shots only (4.13).
fn shot(now: &Encounter, target: Id, weapon: Weapon<'_>, blow: &Blow, sc: Tally) -> Tally {
    let (speed, cover) = (&blow.speed, &blow.cover);
    let [dodging, mounted] = [Speed::Dodging, Speed::Mounted].map(|speed| speed.modifier(now));
    let size = fighter(now, target).sheet.size();
    let sized = Sizes::find(now, |row| row.key() == size).map_or(0, |row| row.ranged());
    let in_melee = shot_in_melee(now, weapon.kind(), weapon.specialization());
    sc.plus(say!(now, "target {}", speed.label), speed.modifier)
        .plus_if(blow.dodging, "target dodging", dodging)
        .plus_if(blow.mounted, "target mounted", mounted)
        .plus_named(&cover.label, cover.modifier)
        .plus(say!(now, "{} target", size.word()), sized)
        .plus_if(blow.aimed, "careful aim", 15)
        .plus_if(blow.shooter_in_melee, "shooting in melee", in_melee)
}

/// Returns the modifiers of an ambusher against a combatant caught in the ambush, if any (T-13).
pub fn ambush<'a>(now: &'a Encounter, by: Id, target: Id, blow: &Blow) -> Option<Caught<&'a Row>> {
    let degree = ambush_degree(now, target).filter(|_| !blow.stray && ambusher(now, by))?;
    Some(Caught::of(now, degree))
}

/// Strike chance, the highest roll that hits, with every part (SEG-57).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// SC with its modifiers, and DEF as one part.
    pub parts: Tally,
    /// Highest roll that is a grievous hit.
    pub grievous: i64,
    /// Highest roll that is a critical hit.
    pub critical: i64,
}

impl Need {
    pub fn of(now: &Encounter, by: Id, target: Id, weapon: Weapon<'_>, blow: &Blow) -> Self {
        let parts = strike_chance(now, by, target, weapon, blow);
        let bands = Bands::of(now, parts.total());
        Self {
            grievous: bands.grievous().max(1),
            critical: bands.critical().max(2),
            parts,
        }
    }

    pub fn number(&self) -> i64 {
        self.parts.total()
    }

    /// Returns the quality of a roll (SEG-59 to SEG-61).
    pub fn level(&self, roll: i64) -> HitLevel {
        if roll > 95 || (roll > self.number() && roll > 3) {
            HitLevel::Miss
        } else if roll <= self.grievous {
            HitLevel::Grievous
        } else if roll <= self.critical {
            HitLevel::Critical
        } else {
            HitLevel::Hit
        }
    }

    /// Formats the bands of the attack roll: "crit 1-12, grievous 1-4".
    pub fn bands_text(&self) -> String {
        let band = |name: &str, to: i64| match to {
            1 => format!("{name} 1"),
            _ => format!("{name} 1-{to}"),
        };
        let (crit, grievous) = (band("crit", self.critical), band("grievous", self.grievous));
        format!("{crit}, {grievous}")
    }

    /// Returns the whole line, such as "SC 112 - DEF 40 (20 base + 12 DEX + 8 shield) + 10 two attackers = 82, crit
    /// 1-12, grievous 1-4".
    pub fn line(&self) -> String {
        let mut text = String::new();
        for part in &self.parts.parts {
            let sign = if part.value < 0 { '-' } else { '+' };
            let size = part.value.unsigned_abs();
            text += &match part.label.strip_prefix("DEF") {
                _ if text.is_empty() => format!("{} {}", part.label, part.value),
                Some(parts) => format!(" {sign} DEF {size}{parts}"),
                None => format!(" {sign} {size} {}", part.label),
            };
        }
        format!("{text} = {}, {}", self.number(), self.bands_text())
    }
}
