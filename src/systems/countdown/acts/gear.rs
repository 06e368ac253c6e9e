//! Reloading and picking up weapons (17.0.9, CTD-89, CTD-111).

use super::acting::{ask, begin};
use crate::systems::countdown::combat::{Outcome, gear, movement};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::Weapon;
use crate::systems::countdown::state::{Maneuver, RoundState, fighter};
use crate::systems::prelude::*;

/// Spends a round on reloading (CTD-111). The effect comes at the end of the round.
pub fn reload(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let weapons = gear::unloaded(&fighter(cx.now(), who));
    let weapon = match weapons.as_slice() {
        [only] => only.clone(),
        several => ask(cx, who, Maneuver::Reload, |f| {
            let weapon = Weapon::ask(f, several, 0);
            f.need(weapon, "no weapon needs reloading")
        })?,
    };
    let said = Says::SpendsRoundReloading {
        who,
        weapon: weapon.name().to_owned().into(),
    };
    begin(cx, who, Maneuver::Reload, None, said);
    RoundState::change(cx, who, |its| {
        its.rooted = true;
        its.reloading = weapon.place;
    });
    Ok(())
}

/// Picks up a dropped weapon (CTD-89).
pub fn retrieve(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let (weapon, way) = ask(cx, who, Maneuver::Retrieve, |f| {
        let all = gear::dropped(&fighter(f.now, who));
        let weapon = f.one_of(
            "weapon",
            "weapon",
            &all,
            0,
            |one| one.name(),
            Weapon::choice,
        );
        let way = movement::ask_way(f, who)?;
        let nothing = "has no weapon on the ground";
        Ok((f.need(weapon, nothing)?, way))
    })?;
    let thing = weapon.name().to_owned().into();
    let said = Says::PicksUp { who, thing };
    begin(cx, who, Maneuver::Retrieve, None, said);
    if movement::before(cx, who, &way)? != Outcome::Done {
        return Ok(());
    }
    gear::pick_up(cx, who, &weapon);
    movement::after(cx, who, &way)
}
