//! Course of an attack from its declaration to its end (`ALT-42`, `ALT-77`).

use super::attack::{Attack, Means};
use super::hit::{commit, hits};
use super::{concealment, damage, form, reaction_window, stunt};
use crate::systems::alternation::says::Says;
use crate::systems::prelude::*;

/// Resolves a declared attack: reactions come before damage (`ALT-57`).
pub fn play(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<()> {
    tell_declared(cx, attack);
    commit(cx, attack);
    if hits(cx, attack)? || deviates(cx, attack)? {
        if attack.stunt {
            stunt::offer(cx, attack)?;
        }
        if !attack.aims.is_empty() {
            reaction_window::window(cx, attack)?;
            let seen = attack.counter.as_ref().filter(|counter| counter.reveals);
            let seen = seen.map(|counter| counter.by);
            damage::resolve(cx, attack)?;
            if let Some(who) = seen {
                concealment::reveal(cx, who, Says::Countered {});
            }
        }
    }
    if attack.reveals {
        concealment::reveal(cx, attack.by, Says::Attacked {});
    }
    Ok(())
}

fn tell_declared(cx: &mut Resolver<'_>, attack: &Attack) {
    let (by, whom, with) = (attack.by, attack.targets(), attack.means.with());
    let said = match &attack.means {
        Means::Weapon(weapon) if weapon.blast() => Says::Blasts { by, whom, with },
        Means::Weapon(_) if attack.aims.iter().any(|aim| aim.death_blow) => {
            Says::DealsDeathBlow { by, whom, with }
        }
        Means::Weapon(_) => Says::Attacks {
            by,
            whom,
            with,
            holding_back: attack.hold_back,
        },
        Means::Disarm => Says::Disarms { by, whom },
        Means::Shove => Says::Shoves { by, whom },
        Means::Grapple => Says::Grabs { by, whom },
    };
    cx.act(by, said);
}

/// Lets a missed ranged blast hit a neighbouring zone (`ALT-77`). Returns true if it hits a target.
fn deviates(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<bool> {
    if !(attack.means.blast() && attack.means.ranged()) {
        return Ok(false);
    }
    let by = attack.by;
    let title = "Number the zones that border the target's zone. How many are there?";
    let zones = cx.number("neighbours", by, title, 1, 100, 8)?;
    let sides = u32::try_from(zones).unwrap_or(8);
    let roll = Roll::new("deviation", None, Says::Deviation {}, Dice::d(sides))
        .title("Which neighbouring zone does the blast hit?");
    let zone = match sides {
        1 => 1,
        _ => cx.roll(roll)?.natural,
    };
    let title = say!(cx.now(), "Who is in zone {zone} or on its borders?");
    attack.stunt = false;
    attack.aims = cx.form("deviated", by, title, |f| Ok(form::strays(f)))?;
    cx.note(Says::BlastDeviates {
        whom: attack.targets(),
        zone: zone.into(),
    });
    Ok(!attack.aims.is_empty())
}
