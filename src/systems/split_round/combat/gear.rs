//! Changes of weapons and missiles: shot, dropped, flown off, stuck, recovered (T10).

use crate::systems::prelude::*;
use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::schema::{Fragile, Mode, Whereabouts, at, at_attack};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::mishaps::Mishaps;

/// Spends a missile for a resolved shot or throw, which may be found after the fight (SPL-101).
pub fn spend(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    let weapon = weapon.again(cx.now(), by);
    if let (false, Some(left)) = (weapon.melee(), weapon.ammo()) {
        weapon.set(cx, by, at_attack::ammo, Some((left - 1).max(0)));
        let lying = weapon.ammo_recoverable();
        weapon.set(cx, by, at_attack::ammo_recoverable, lying + 1);
    }
}

/// Destroys the missile just shot or thrown, so that it cannot be found (SPL-100, SPL-101).
pub fn lose_missile(cx: &mut Resolver<'_>, by: Id, weapon: &Weapon) {
    let weapon = weapon.again(cx.now(), by);
    let lying = (weapon.ammo_recoverable() - 1).max(0);
    weapon.set(cx, by, at_attack::ammo_recoverable, lying);
    cx.note(Says::MissileDestroyed { by });
}

/// Returns true for counted thrown weapons, of which only one piece breaks (SPL-100).
pub fn one_of_many(weapon: &Weapon) -> bool {
    weapon.mode() == Mode::Thrown && weapon.ammo().is_some()
}

/// Sets the place of a weapon, which replaces any earlier place (T10).
pub fn put(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon, place: Whereabouts, feet: i64) {
    // The weapon is out of hand for the rest of this round and the whole next round (SPL-90).
    let back = (place == Whereabouts::Dropped).then(|| i64::from(cx.now().round) + 2);
    weapon.set(cx, who, at_attack::place, place);
    weapon.set(cx, who, at_attack::back_in_round, back);
    weapon.set(cx, who, at_attack::feet_away, feet);
}

/// Puts the weapon back in hand.
pub fn take_back(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) {
    put(cx, who, weapon, Whereabouts::Hand, 0);
    let weapon = weapon.name().to_owned().into();
    cx.note(Says::InHandAgain { who, weapon });
}

/// Recovers weapons dropped in the round before the last, at the start of a round and at no cost (SPL-90).
pub fn back_in_hand(cx: &mut Resolver<'_>) {
    let round = i64::from(cx.now().round);
    take_back_all(cx, |weapon| {
        let due = weapon.back_in_round().is_none_or(|due| due <= round);
        weapon.place() == Whereabouts::Dropped && due
    });
}

/// Recovers all weapons after the fight, and breaks fragile items after fumbles (SPL-134).
pub fn after_fight(cx: &mut Resolver<'_>) -> Step<()> {
    take_back_all(cx, |weapon| weapon.place() != Whereabouts::Hand);
    for who in cx.now().ids() {
        for _ in 0..Mishaps::of(cx.now(), who).breakages {
            break_fragile(cx, who)?;
        }
        Mishaps::clear(cx, who);
    }
    Ok(())
}

/// Breaks a random fragile item (SPL-113). A single item needs no roll, and without items nothing happens.
fn break_fragile(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let mut items = cx.now().get(who).sheet.get(at::fragile_items).to_vec();
    let place = match items.len() {
        0 => return Ok(()),
        1 => 0,
        many => {
            let names = items.iter().enumerate();
            let names = names.map(|(place, row)| format!("{} {}", place + 1, Fragile(row).name()));
            let hint = names.collect::<Vec<_>>().join(", ");
            let title = say!(cx.now(), "Which item of {} breaks?", cx.name(who));
            let die = Dice::d(u32::try_from(many).unwrap_or(1));
            let roll = Roll::new("fragile", who, Says::FragileRoll {}, die)
                .title(title)
                .hint(hint);
            usize::try_from(cx.roll(roll)?.total - 1).unwrap_or(0)
        }
    };
    let broken = Fragile(items.remove(place));
    let thing = broken.name().to_owned().into();
    cx.act(who, Says::Breaks { who, thing });
    cx.set(who, at::fragile_items, List::<Fragile>::of(items));
    Ok(())
}

fn take_back_all(cx: &mut Resolver<'_>, which: impl Fn(&Weapon) -> bool) {
    for who in cx.now().ids() {
        let weapons = fighter(cx.now(), who).weapons();
        let lying: Vec<Weapon> = weapons.filter(&which).collect();
        for weapon in lying {
            take_back(cx, who, &weapon);
        }
    }
}
