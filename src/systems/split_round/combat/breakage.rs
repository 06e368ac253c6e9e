//! Breakage: hardness, and weapons that must break (SPL-97 to SPL-99, SPL-125 to SPL-130).

use super::strike::Strike;
use super::{gear, losses};
use crate::systems::prelude::*;
use crate::systems::split_round::says::{Says, Why};
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::sheet::schema::{Integrity, at_attack};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;

/// Makes the break check of a weapon, with the Strength of its wielder (SPL-125 to SPL-127). Returns true if the weapon
/// breaks. Objects without hardness break without a roll, enchanted or not (SPL-130).
fn breaks(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) -> Step<bool> {
    let dc = weapon.hardness_dc();
    if dc == 0 {
        return Ok(true);
    }
    let one = fighter(cx.now(), by);
    let step = Options::of(cx.now()).magic_hardness_step();
    let reasons = Tally::new()
        .always("hardness", dc)
        .plus("enchantment", weapon.magic_bonus() * step);
    let outcomes = say!(
        cx.now(),
        "{} or more: the {} breaks; less: it only cracks",
        reasons.total(),
        weapon.name()
    );
    let roll = Roll::new("break", by, Says::BreakCheck {}, Dice::d(20))
        .hint(outcomes)
        .bonus(Tally::new().plus("Strength", one.sheet.str_mod()))
        .at_least(reasons.total())
        .reasons(reasons)
        .against("DC")
        .always(1, 1, false)
        .words("breaks", "cracks only")
        .title(say!(
            cx.now(),
            "{} rolls a break check for the {}",
            one.name(),
            weapon.name()
        ));
    Ok(cx.roll(roll)?.passed())
}

/// Returns true if a weapon that must break has a chance to survive (SPL-127, SPL-128).
pub fn enchanted(weapon: &Weapon) -> bool {
    weapon.is_magic() || weapon.magic_bonus() > 0
}

/// Breaks a mundane weapon. A magic weapon makes a break check, and cracks if it does not break (SPL-99, SPL-127,
/// SPL-128). Of counted thrown weapons only the `piece` is lost, in either case (SPL-100). Returns true if a break
/// check was made.
pub fn told_to_break(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon, piece: bool) -> Step<bool> {
    if weapon.is_spell() {
        return Ok(false);
    }
    let chance = enchanted(weapon);
    if !chance || breaks(cx, by, weapon)? {
        breaks_for_good(cx, by, weapon, piece);
    } else if piece {
        gear::lose_missile(cx, by, weapon);
        cx.note(Says::OnlyCracks { by });
    } else {
        crack(cx, by, weapon);
    }
    Ok(chance)
}

/// Breaks a weapon for good, or removes one of several counted thrown weapons.
pub fn breaks_for_good(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon, piece: bool) {
    if piece {
        return gear::lose_missile(cx, by, weapon);
    }
    weapon.set(cx, by, at_attack::integrity, Integrity::Broken);
    let (who, thing) = (by, weapon.name().to_owned().into());
    cx.note(Says::Breaks { who, thing });
}

/// Cracks a weapon unless its state is already worse. The weapon can make one more attack, and its pending attacks of
/// this round are lost (SPL-97).
pub fn crack(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    if weapon.again(cx.now(), by).integrity() == Integrity::Ok {
        weapon.set(cx, by, at_attack::integrity, Integrity::Cracked);
        losses::lose_blows_with(cx, by, weapon.name(), &Why::Cracked {});
    }
    let (who, weapon) = (by, weapon.name().to_owned().into());
    cx.note(Says::IsCracked { who, weapon });
}

/// Checks a weapon that was `cracked` before the attack. A mundane weapon breaks. A magic weapon makes a break check,
/// unless the fumble of the attack already required one (SPL-97).
pub fn after_use(cx: &mut Resolver<'_>, strike: &Strike, cracked: bool, checked: bool) -> Step<()> {
    let weapon = strike.weapon.again(cx.now(), strike.by);
    if cracked && weapon.cracked() && !checked {
        let piece = gear::one_of_many(&weapon);
        told_to_break(cx, strike.by, &weapon, piece)?;
    }
    Ok(())
}
