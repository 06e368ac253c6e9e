//! Falls and collisions (SEC-154 to SEC-158).

use super::damage;
use crate::systems::prelude::*;
use crate::systems::seconds::says::{self, Says};
use crate::systems::seconds::sheet::schema::DamageType;
use crate::systems::seconds::sheet::skills::Skill;
use crate::systems::seconds::sheet::tables::{Falls, Scales, Surfaces};
use crate::systems::seconds::state::fighter::fighter;

#[derive(Clone, Debug, Default)]
pub struct Fall {
    /// Height of the fall in tenths of a metre.
    pub height: i64,
    /// Surface, by its index in the table.
    pub surface: i64,
    /// True if there is an object to grab (SEC-155).
    pub grab: bool,
    /// Amount by which Tuck and Roll reduces the damage.
    pub tucked: i64,
}

/// Resolves a fall (SEC-154, SEC-155).
pub fn fall(cx: &mut Resolver<'_>, id: Id, fall: &Fall) -> Step<()> {
    if fall.grab && grabs(cx, id)? {
        return Ok(());
    }
    let metres = (fall.height + 9) / 10;
    let now = cx.now();
    let surface = Surfaces::of(now, fall.surface);
    let bonus = Tally::new()
        .plus("scale", 3 * fighter(now, id).scale())
        .plus("height", Falls::of(now, metres).damage())
        .plus_named(surface.label(), surface.damage())
        .plus("Tuck and Roll", -fall.tucked);
    let kind = if surface.piercing() {
        DamageType::Piercing
    } else {
        DamageType::Bludgeoning
    };
    let name = cx.name(id);
    let roll = Roll::new("fall", id, Says::KindOfDamage { kind }, Dice::d(6))
        .title(say!(cx.now(), "{name} falls {} m: damage", metres))
        .bonus(bonus);
    let damage = cx.roll(roll)?.total;
    damage::suffer(cx, id, damage, kind, false, &Says::AFall {}.into())
}

/// Rolls whether a combatant grabs hold of an object (SEC-155).
fn grabs(cx: &mut Resolver<'_>, id: Id) -> Step<bool> {
    let reflex = fighter(cx.now(), id).skill(Skill::Reflex);
    let skill = Skill::Reflex;
    let roll = Roll::new("grab", id, Says::SkillRoll { skill }, Dice::d(6))
        .title(say!(
            cx.now(),
            "{} falls and tries to grab hold",
            cx.name(id)
        ))
        .bonus(Tally::new().plus("reflex", reflex))
        .at_least(4)
        .words("holds on", "falls");
    Ok(cx.roll(roll)?.passed())
}

/// Collision of several combatants or objects.
#[derive(Clone, Debug, Default)]
pub struct Collision {
    pub all: Vec<Id>,
    /// Speed of the fastest combatant, in tenths of a metre per second.
    pub speed: i64,
    /// Combatants crushed against a hard object.
    pub crushed: Vec<Id>,
}

/// Resolves a collision, with one damage die for all combatants who do not evade (SEC-156 to SEC-158).
pub fn collide(cx: &mut Resolver<'_>, collision: &Collision) -> Step<()> {
    let scales = collision
        .all
        .iter()
        .map(|id| fighter(cx.now(), *id).scale());
    let (least, most) = scales.fold((10, -4), |(least, most), scale| {
        (scale.min(least), scale.max(most))
    });
    let mut struck = Vec::new();
    for id in &collision.all {
        let one = fighter(cx.now(), *id);
        if one.body.is_object() || one.helpless() || !evades(cx, *id, 4 + most - least)? {
            struck.push(*id);
        }
    }
    if struck.is_empty() {
        return Ok(());
    }
    let die = cx.roll(Roll::new("collision", None, Says::Collision {}, Dice::d(6)))?;
    for id in struck {
        let crushed = collision.crushed.contains(&id);
        let scale = if crushed { most } else { least };
        let (rolled, speed) = (die.total, speed_damage(cx.now(), id, collision.speed));
        cx.note(Says::DamageTo {
            who: id,
            rolled,
            scale,
            speed,
        });
        let (damage, kind) = (
            says::collision(rolled, scale, speed).total(),
            DamageType::Bludgeoning,
        );
        damage::suffer(cx, id, damage, kind, false, &Says::Collision {}.into())?;
    }
    Ok(())
}

fn evades(cx: &mut Resolver<'_>, id: Id, dc: i64) -> Step<bool> {
    let reflex = fighter(cx.now(), id).skill(Skill::Reflex);
    let roll = Roll::new("evade", id, Says::DodgeRoll {}, Dice::d(6))
        .title(say!(
            cx.now(),
            "{} tries to evade the collision",
            cx.name(id)
        ))
        .bonus(Tally::new().plus("reflex", reflex))
        .at_least(dc)
        .words("evades", "hit");
    Ok(cx.roll(roll)?.passed())
}

/// Returns 1 damage for every five squares per second, in squares of the target (SEC-80, SEC-157); the speed is in
/// tenths of a metre.
pub fn speed_damage(now: &Encounter, id: Id, speed: i64) -> i64 {
    let side = Scales::of(now, fighter(now, id).scale()).side();
    16 * speed / (10 * 5 * side)
}
