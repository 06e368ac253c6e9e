//! Area attacks (SEC-101 to SEC-107).

use super::attack::{self, Hit};
use super::circumstances::{FAR, band};
use super::confusion::scatter;
use super::defend::{Defended, Threat, defend};
use super::strike::{self, Pair};
use crate::systems::prelude::*;
use crate::systems::seconds::says::Says;
use crate::systems::seconds::sheet::conditions::is;
use crate::systems::seconds::sheet::schema::Area;
use crate::systems::seconds::sheet::tables::Scales;
use crate::systems::seconds::sheet::weapon::Weapon;
use crate::systems::seconds::state::fighter::fighter;
use crate::systems::seconds::state::sides;

/// Attack on a place.
#[derive(Clone, Debug)]
pub struct Blast {
    pub by: Id,
    pub weapon: Weapon,
    /// Tenths of a metre to the place.
    pub distance: i64,
    /// GM modifiers of the attack roll and of the defence DC.
    pub gm: Pair,
    /// Combatant at whom the attack is aimed, if any. This combatant is inside the area unless the attack
    /// scatters.
    pub aimed_at: Option<Id>,
}

impl Blast {
    /// Asks for the details of an area attack.
    pub fn ask(f: &mut Form<'_>, by: Id, weapon: &Weapon) -> Filled<Self> {
        let increment = weapon.range_increment_m();
        f.hint(|| size(weapon));
        let distance = f.decimal(
            "distance",
            "distance",
            10,
            0..=FAR,
            "m",
            increment.unwrap_or(0),
        );
        let far = fighter(f.now, by).mind.long_range();
        let out = band(weapon, distance) > weapon.max_increments() && !far;
        f.refuse_if(out.then_some("out of range"))?;
        let gm = Pair {
            x: f.number("modifier", "GM modifier", -20..=20, "", 0),
            y: f.number("dc", "GM modifier, defence DC", -20..=20, "", 0),
        };
        Ok(Self {
            by,
            weapon: weapon.clone(),
            distance,
            gm,
            aimed_at: None,
        })
    }

    /// Returns the attack roll against the place, not against a combatant (SEC-101).
    pub fn roll(&self, now: &Encounter) -> Roll {
        let scale = fighter(now, self.by).scale();
        let need = Tally::new().always("", 4).plus("scale", -scale);
        let bonus = strike::attack_bonus::<Tally>(now, self.by, &self.weapon)
            .plus("range", -band(&self.weapon, self.distance))
            .plus("GM", self.gm.x);
        let weapon = self.weapon.name();
        let name = || weapon.to_owned().into();
        let what = Says::With { weapon: name() };
        let roll = Roll::new("hit", self.by, what, Dice::d(6))
            .title(say!(
                now,
                "{} attacks an area with {weapon}",
                now.name(self.by)
            ))
            .told(Says::AreaTold {
                by: self.by,
                weapon: name(),
            })
            .bonus(bonus)
            .at_least(need.total())
            .reasons(need)
            .against("Target")
            .words("on target", "off target");
        strike::may_jam(roll, &self.weapon)
    }
}

/// Describes the shape and size of the area (SEC-107, T-20).
fn size(weapon: &Weapon) -> String {
    let scale = weapon.area_scale();
    match weapon.area() {
        Area::None => String::new(),
        Area::Sphere => format!("area: a sphere, diameter one square of scale {scale}"),
        Area::Line => format!("area: a line of two squares of scale {scale}, half a square wide"),
        Area::Cone => {
            format!("area: a cone one square of scale {scale} long, and as wide at its end")
        }
    }
}

/// Resolves an attack on an area: it lands on target or scatters, and combatants inside may defend. One damage roll
/// counts for all (SEC-102 to SEC-106).
pub fn land(cx: &mut Resolver<'_>, blast: &Blast) -> Step<()> {
    let by = blast.by;
    let mut aimed_at = blast.aimed_at;
    if blast.weapon.attack_roll() {
        let roll = blast.roll(cx.now());
        let rolled = cx.roll(roll)?;
        if attack::jams(cx, by, &blast.weapon, &rolled) {
            return Ok(());
        }
        if !rolled.passed() {
            scatters(cx, blast)?;
            aimed_at = None;
        }
    }
    let title = say!(
        cx.now(),
        "Who is inside the area of {}?",
        blast.weapon.name()
    );
    let there = sides::targets(cx.now(), by);
    let there: Vec<Id> = there
        .into_iter()
        .chain([fighter(cx.now(), by).flesh])
        .collect();
    let most = there.len();
    let aimed_at = aimed_at.filter(|id| there.contains(id));
    let preset = aimed_at.into_iter().collect();
    let inside = cx.pick("inside", None, title, there, 0, most, preset)?;
    if inside.is_empty() {
        cx.note(Says::NooneInside {});
        return Ok(());
    }
    let said = Says::Reaches {
        by,
        weapon: blast.weapon.name().to_owned().into(),
        whom: inside.clone(),
    };
    cx.act(by, said);
    let mut struck: Vec<(Id, i64)> = Vec::new();
    for target in inside {
        let threat = Threat {
            by,
            with: blast.weapon.name().to_owned(),
            dc: strike::defence_dc(cx.now(), by, &blast.weapon, Pair::default(), blast.gm.y),
            flanked: cx.get(target).has(is::FLANKED),
            area: Some(blast.weapon.dodgeable_damage()),
        };
        let rolls = blast.weapon.attack_roll();
        let defended = if rolls {
            defend(cx, target, &threat)?
        } else {
            Defended::No
        };
        match defended {
            Defended::No => struck.push((target, 0)),
            Defended::Reduced(less) => {
                cx.note(Says::TakesLess { who: target, less });
                struck.push((target, less));
            }
            Defended::Negated => cx.struck(by, target, false),
        }
    }
    hurt(cx, by, &blast.weapon, &struck)
}

/// Rolls damage once for several combatants; each combatant's defence reduces their share (SEC-106, SEC-124).
pub fn hurt(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon, struck: &[(Id, i64)]) -> Step<()> {
    for (target, _) in struck {
        cx.struck(by, *target, true);
    }
    let dice = strike::damage_dice(weapon).filter(|_| !struck.is_empty());
    let Some(dice) = dice else {
        return Ok(());
    };
    let what = Says::KindOfDamage {
        kind: weapon.damage_type(),
    };
    let all: Vec<Id> = struck.iter().map(|(target, _)| *target).collect();
    let (name, whom) = (cx.name(by), cx.now().crowd(&all));
    let roll = Roll::new("damage", by, what, dice)
        .high()
        .about_all(&all)
        .title(say!(
            cx.now(),
            "{name} hits {whom} with {}: damage",
            weapon.name()
        ))
        .bonus(strike::damage_bonus(cx.now(), by, weapon));
    let total = cx.roll(roll)?.total;
    let hits: Vec<Hit> = struck
        .iter()
        .map(|(target, less)| Hit::with(weapon, by, *target, (total - less).max(0)))
        .collect();
    attack::land(cx, &hits)
}

/// Scatters a missed area attack in a rolled direction, by d6 squares for each range band, at least one d6 (SEC-103).
fn scatters(cx: &mut Resolver<'_>, blast: &Blast) -> Step<()> {
    let wind = scatter(cx, blast.by)?;
    let dice = band(&blast.weapon, blast.distance).max(1);
    let dice = Dice::new(u32::try_from(dice).unwrap_or(1), 6);
    let squares = cx
        .roll(Roll::new(
            "squares",
            blast.by,
            Says::ScatterSquares {},
            dice,
        ))?
        .total;
    let one = fighter(cx.now(), blast.by);
    let scale = one.scale().max(one.made_for(&blast.weapon));
    let side = Scales::of(cx.now(), scale).side();
    let decimetres = squares * side * 10 / 16;
    cx.note(Says::Lands {
        squares,
        decimetres,
        wind,
    });
    Ok(())
}
