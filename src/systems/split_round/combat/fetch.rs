//! Weapons that fly off or get stuck, and their recovery (SPL-91, SPL-103, SPL-104, SPL-106).

use super::checks;
use super::strike::Strike;
use super::{gear, opportunity};
use crate::systems::prelude::*;
use crate::systems::split_round::says::{Check, Says};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::Whereabouts;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::plan::Main;
use crate::systems::split_round::state::sides;
use crate::systems::split_round::state::turn::{Turn, movement_left};

/// Returns true if a combatant has a bonus action left, and a plan that allows a bonus action (SPL-18).
pub fn bonus_open(now: &Encounter, who: Id) -> bool {
    let (one, turn) = (fighter(now, who), Turn::of(now, who));
    let takes_one = match turn.plan.main {
        Main::Cast | Main::GoOn => false,
        Main::Other => !turn.plan.deed.whole_round(),
        Main::Attack | Main::Nothing => true,
    };
    let free = !turn.declared || takes_one;
    one.up() && !one.has(is::SURPRISED) && !turn.bonus_spent && !turn.void && free
}

/// Asks which combatants are near a combatant who fetches a weapon. Each of them may attack, `nearest` first (SPL-104).
pub fn ask_around(f: &mut Form<'_>, who: Id, nearest: Option<Id>) -> Vec<Id> {
    let now = f.now;
    let most = sides::foes(now, who).count();
    let preset = nearest.filter(|id| sides::foes(now, who).any(|foe| foe == *id));
    let preset = preset.into_iter().collect();
    let mut around = f.pick(
        "around",
        "enemies nearby",
        || sides::foes(now, who),
        0,
        most,
        preset,
    );
    around.sort_by_key(|id| (Some(*id) != nearest, *id));
    around
}

/// Walks to a weapon and picks it up with the bonus action, unless the combatant is felled on the way (SPL-104).
pub fn fetch(
    cx: &mut Resolver<'_>,
    who: Id,
    weapon: &Weapon,
    feet: i64,
    around: &[Id],
) -> Step<()> {
    Turn::change(cx, who, |turn| {
        turn.bonus_spent = true;
        turn.moved += feet;
    });
    if opportunity::all(cx, who, around)? {
        cx.note(Says::DoesNotReach { who });
    } else {
        gear::take_back(cx, who, &weapon.again(cx.now(), who));
    }
    Ok(())
}

/// Tries to free a stuck weapon with the bonus action (SPL-106).
pub fn free(cx: &mut Resolver<'_>, who: Id, weapon: &Weapon) -> Step<()> {
    Turn::change(cx, who, |turn| turn.bonus_spent = true);
    let dc = 8 + fighter(cx.now(), who).sheet.str_mod();
    let name = weapon.name().to_owned().into();
    let told = Says::TriesToFree { who, weapon: name };
    if checks::check(cx, who, Check::Strength, dc, told)? {
        gear::take_back(cx, who, weapon);
    }
    Ok(())
}

/// Leaves the weapon stuck. The bonus action may free it immediately (SPL-106).
pub fn sticks(cx: &mut Resolver<'_>, strike: &Strike) -> Step<()> {
    let (by, weapon) = (strike.by, &strike.weapon);
    if weapon.is_spell() {
        return Ok(());
    }
    gear::put(cx, by, weapon, Whereabouts::Stuck, 0);
    let title = say!(
        cx.now(),
        "{}'s {} is stuck. Try to free it now?",
        cx.name(by),
        weapon.name()
    );
    if bonus_open(cx.now(), by) && cx.confirm("free-it", by, title, true)? {
        free(cx, by, weapon)?;
    }
    Ok(())
}

crate::words! {
    /// Remedy for a weapon that flew off.
    enum Remedy {
        Fetch = "fetch" "fetch the weapon",
        /// Draws another weapon instead.
        Draw = "draw" "draw another weapon",
    }
}

/// Makes the weapon fly off over a rolled distance. The bonus action can immediately fetch it if enough movement is
/// left, or draw another weapon (SPL-91, SPL-103, SPL-104).
pub fn flies(cx: &mut Resolver<'_>, strike: &Strike, dice: Dice) -> Step<()> {
    let (by, lost) = (strike.by, &strike.weapon);
    if lost.is_spell() {
        return Ok(());
    }
    let title = say!(
        cx.now(),
        "How far does {}'s {} fly?",
        cx.name(by),
        lost.name()
    );
    let feet = cx.roll(Roll::new("distance", by, Says::DistanceRoll {}, dice).title(title))?;
    let feet = feet.total;
    gear::put(cx, by, lost, Whereabouts::Flown, feet);
    let weapon = lost.name().to_owned().into();
    cx.note(Says::LandsAway { by, weapon, feet });
    let others = fighter(cx.now(), by).weapons();
    let fit = |one: &Weapon| one.unusable().is_none() && !one.natural();
    let others: Vec<Weapon> = others.filter(fit).collect();
    let left = movement_left(cx.now(), by);
    let near = left >= feet && !fighter(cx.now(), by).has(is::PRONE);
    if !bonus_open(cx.now(), by) || !near && others.is_empty() {
        return Ok(());
    }
    let mut remedies = Vec::new();
    if near {
        remedies.push(Remedy::Fetch);
    }
    if !others.is_empty() {
        remedies.push(Remedy::Draw);
    }
    let title = say!(
        cx.now(),
        "{}'s {} is {feet} ft away. Use the bonus action?",
        cx.name(by),
        lost.name()
    );
    let chosen = cx.form("lost", by, title, |f| {
        f.hint(|| {
            if near {
                format!("{left} ft of movement left")
            } else {
                format!("too far to fetch with {left} ft of movement left")
            }
        });
        if !f.toggle("acts", "use the bonus action", near) {
            return Ok(None);
        }
        let remedy = f.option_of("remedy", "bonus action", &remedies, remedies[0]);
        Ok(Some(match remedy {
            Remedy::Fetch => (None, ask_around(f, by, Some(strike.target))),
            Remedy::Draw => {
                let drawn = f.one_of(
                    "weapon",
                    "weapon",
                    &others,
                    0,
                    |one| one.name(),
                    Weapon::choice,
                );
                (drawn, Vec::new())
            }
        }))
    })?;
    match chosen {
        None => {}
        Some((Some(drawn), _)) => {
            Turn::change(cx, by, |turn| turn.bonus_spent = true);
            let (who, weapon) = (by, drawn.name().to_owned().into());
            cx.note(Says::Draws { who, weapon });
        }
        Some((None, around)) => {
            cx.note(Says::GoesToFetch { who: by });
            fetch(cx, by, lost, feet, &around)?;
        }
    }
    Ok(())
}
