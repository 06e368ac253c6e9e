//! Fumble table on a d20, row by row (T7).

use super::throw::throw;
use super::{blows, conditions};
use crate::systems::prelude::*;
use crate::systems::split_round::combat::checks::{self, USUAL_DC};
use crate::systems::split_round::combat::strike::Strike;
use crate::systems::split_round::combat::{breakage, fetch, gear, hit};
use crate::systems::split_round::says::{Against, Says};
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::{
    AltClass, FumbleClass, Save, StringState, at_attack,
};
use crate::systems::split_round::sheet::tables::{Alternate, Mishap};
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::mishaps::Mishaps;

/// Rolls on the table and resolves the result (SPL-82). Returns true if a break check was made.
pub fn play(cx: &mut Resolver<'_>, strike: &Strike) -> Step<bool> {
    let class = strike.weapon.alt();
    loop {
        let rows = Alternate::all(cx.now());
        let rows =
            rows.filter_map(|(from, to, row)| Some((from, to, told(strike, row.column(class)?))));
        let rows: Vec<_> = rows.collect();
        let Some(number) = throw(cx, strike, Dice::d(20), rows)? else {
            return Ok(false);
        };
        match Alternate::of(cx.now(), number).column(class) {
            // For weapons other than blades and flails, the fumble is rerolled (SPL-108).
            Some(Mishap::SelfWound) if !turns_on_itself(strike) => {
                cx.note(Says::RollAgain {});
            }
            Some(row) => return befalls(cx, strike, row),
            None => return Ok(false),
        }
    }
}

/// Returns the text of a row for a weapon. A row that does not apply is rerolled, and a magic weapon may survive.
fn told(strike: &Strike, row: Mishap) -> &'static str {
    match row {
        Mishap::SelfWound if !turns_on_itself(strike) => "roll again",
        Mishap::Break if breakage::enchanted(&strike.weapon) => "the weapon may break",
        row => row.label(),
    }
}

/// Returns true for a weapon that may strike its wielder (SPL-108).
fn turns_on_itself(strike: &Strike) -> bool {
    strike.weapon.class() == FumbleClass::Slashing || strike.weapon.is_flail()
}

/// Resolves a row of the table.
fn befalls(cx: &mut Resolver<'_>, strike: &Strike, row: Mishap) -> Step<bool> {
    let by = strike.by;
    let may_break = row == Mishap::Break && breakage::enchanted(&strike.weapon);
    cx.note(if may_break {
        Says::MayBreak { by }
    } else {
        Says::HasMishap { by, row }
    });
    let weapon = strike.weapon.again(cx.now(), by);
    match row {
        Mishap::Break => return breaks(cx, strike),
        Mishap::Flies => {
            if !keeps_hold(cx, by)? {
                fetch::flies(cx, strike, Dice::d(12))?;
            }
        }
        Mishap::Stuck => fetch::sticks(cx, strike)?,
        Mishap::StringBroken | Mishap::StringLoose if !weapon.strung() => plain_miss(cx),
        Mishap::StringBroken => weapon.set(cx, by, at_attack::string, StringState::Broken),
        Mishap::StringLoose => weapon.set(cx, by, at_attack::string, StringState::Loose),
        Mishap::Spill => spill(cx, by, strike)?,
        Mishap::Snapped if weapon.is_tail() => plain_miss(cx),
        Mishap::Snapped => {
            let less = blows::own_die(cx, strike, 3, Says::BrokenTeeth {})?;
            let less = weapon.damage_penalty() + less;
            weapon.set(cx, by, at_attack::damage_penalty, less);
        }
        Mishap::WrongTarget => wrong_target(cx, strike)?,
        Mishap::SelfWound => blows::own(cx, strike)?,
        Mishap::Overreach => conditions::overreach(cx, strike.target),
        Mishap::Slip => conditions::slip(cx, strike)?,
        Mishap::Arms => conditions::strain(cx, by, true)?,
        Mishap::Leg => conditions::strain(cx, by, false)?,
        Mishap::Nerve => conditions::nerve(cx, strike)?,
        Mishap::Rattled => conditions::rattled(cx, by)?,
        Mishap::Fragile => Mishaps::change(cx, by, |its| its.breakages += 1),
        Mishap::Accident => {
            let title = say!(
                cx.now(),
                "{} has an accident. How embarrassing is it?",
                cx.name(by)
            );
            let die = Roll::new("accident", by, Says::AccidentRoll {}, Dice::d(100)).title(title);
            let mild = cx.roll(die.hint("1-75 mild, 76-100 bad"))?.total <= 75;
            let (who, bad) = (by, !mild);
            cx.note(Says::HasAccident { who, bad });
        }
    }
    Ok(false)
}

fn plain_miss(cx: &mut Resolver<'_>) {
    cx.note(Says::NotPossible {});
}

/// Breaks a mundane weapon. A magic weapon breaks only on a 1 on a d10, and even then makes a break check, unless a
/// house rule omits the check (SPL-102).
fn breaks(cx: &mut Resolver<'_>, strike: &Strike) -> Step<bool> {
    let (by, weapon) = (strike.by, strike.weapon.again(cx.now(), strike.by));
    if breakage::enchanted(&weapon) {
        let title = say!(
            cx.now(),
            "{} may break a magic weapon. Does the magic of the {} hold?",
            cx.name(by),
            weapon.name()
        );
        let die = Roll::new("magic-holds", by, Says::MagicRoll {}, Dice::d(10))
            .title(title)
            .at_least(2)
            .words("holds", "does not hold");
        if cx.roll(die)?.passed() {
            return Ok(false);
        }
        if !Options::of(cx.now()).magic_save_on_alternate() {
            breakage::breaks_for_good(cx, by, &weapon, gear::one_of_many(&weapon));
            return Ok(true);
        }
    }
    breakage::told_to_break(cx, by, &weapon, gear::one_of_many(&weapon))
}

crate::words! {
    /// Check for keeping hold of a weapon (SPL-103).
    enum Grip {
        Strength = "strength" "Strength",
        Reflex = "reflex" "Reflex",
    }
}

/// Rolls Strength or Reflex against DC 15, by default the better of the two. Returns true if the weapon stays in hand
/// (SPL-103).
fn keeps_hold(cx: &mut Resolver<'_>, by: Id) -> Step<bool> {
    let one = fighter(cx.now(), by);
    let (strength, reflex) = (one.sheet.str_mod(), one.save(Save::Reflex));
    let better = if strength > reflex {
        Grip::Strength
    } else {
        Grip::Reflex
    };
    let title = say!(
        cx.now(),
        "{} may lose the weapon. How do they hold on?",
        one.name()
    );
    let grip = cx.form("grip", by, title, |f| {
        Ok(f.option("by", "hold on with", better))
    })?;
    let bonus = match grip {
        Grip::Strength => (grip.label(), strength),
        Grip::Reflex => (grip.label(), reflex),
    };
    checks::resist(
        cx,
        by,
        "hold-on",
        bonus,
        Tally::new().always("", USUAL_DC),
        Against::LossOfWeapon {},
    )
}

/// Drops all remaining missiles on the ground (SPL-117).
fn spill(cx: &mut Resolver<'_>, by: Id, strike: &Strike) -> Step<()> {
    let title = say!(cx.now(), "{} spills the missiles. How?", cx.name(by));
    let die = Roll::new("spill", by, Says::QuiverRoll {}, Dice::d(100)).title(title);
    let torn = cx
        .roll(die.hint("1-50 the strap tears, 51-100 the quiver tips over"))?
        .total
        <= 50;
    let weapon = strike.weapon.again(cx.now(), by);
    let left = weapon.ammo().unwrap_or(0);
    if weapon.ammo().is_some() {
        weapon.set(cx, by, at_attack::ammo, Some(0));
        weapon.set(
            cx,
            by,
            at_attack::ammo_on_ground,
            weapon.ammo_on_ground() + left,
        );
    }
    cx.note(Says::SpillsMissiles {
        who: by,
        torn,
        missiles: left,
    });
    Ok(())
}

/// Makes a second attack roll against one of the combatants that the GM marks as near (SPL-107).
fn wrong_target(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let (by, target) = (cx.name(strike.by), cx.name(strike.target));
    let near = match strike.weapon.alt() {
        AltClass::Melee | AltClass::Natural => format!("within 5 ft of {by}"),
        AltClass::Shooting | AltClass::Thrown | AltClass::None => {
            format!("within 10 ft of {target}, 30 ft at long range")
        }
    };
    let from = blows::but(cx, &[strike.by, strike.target]);
    let mut ticked = Vec::new();
    if !from.is_empty() {
        let title = say!(cx.now(), "The attack goes astray. Who is {near}?");
        let most = from.len();
        cx.others("was the target");
        ticked = cx.pick("near", None, title, from, 0, most, Vec::new())?;
    }
    if let Some(victim) = blows::drawn(cx, ticked)? {
        hit::second(cx, strike, victim)?;
    }
    Ok(())
}
