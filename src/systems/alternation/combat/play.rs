//! Course of an attack from its declaration to its end (`ALT-42`, `ALT-77`).

use crate::dice::Dice;
use crate::resolver::{Resolver, Roll, Step, note, say};

use super::attack::{Attack, Means};
use super::hit::{commit, hits};
use super::{concealment, damage, form, reaction_window, stunt};

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
                concealment::reveal(cx, who, "countered");
            }
        }
    }
    if attack.reveals {
        concealment::reveal(cx, attack.by, "attacked");
    }
    Ok(())
}

fn tell_declared(cx: &mut Resolver<'_>, attack: &Attack) {
    if !cx.heard() {
        return;
    }
    let targets = attack.targets();
    let (by, means) = (cx.name(attack.by), attack.means.words());
    let whom = cx.now().names(&targets);
    let text = match &attack.means {
        Means::Weapon(weapon) if weapon.blast() => {
            format!("{by} attacks {whom} with {means}, a blast.")
        }
        Means::Weapon(_) if attack.aims.iter().any(|aim| aim.death_blow) => {
            format!("{by} gives {whom} a death blow with {means}.")
        }
        Means::Weapon(_) => {
            let how = if attack.hold_back {
                ", holding back"
            } else {
                ""
            };
            format!("{by} attacks {whom} with {means}{how}.")
        }
        Means::Disarm => format!("{by} tries to disarm {whom}."),
        Means::Shove => format!("{by} tries to shove {whom}."),
        Means::Grapple => format!("{by} tries to grab {whom}."),
    };
    cx.act_text(attack.by, &targets, text);
}

/// Lets a missed ranged blast hit a neighbouring zone (`ALT-77`). Returns true if it hits a target.
fn deviates(cx: &mut Resolver<'_>, attack: &mut Attack) -> Step<bool> {
    if !(attack.means.blast() && attack.means.ranged()) {
        return Ok(false);
    }
    let by = attack.by;
    let title = "The blast missed. How many zones border the target's zone? Number them.";
    let zones = cx.number("neighbours", by, title, 1, 100, 8)?;
    let sides = u32::try_from(zones).unwrap_or(8);
    let roll = Roll::new("deviation", None, "deviation", Dice::d(sides))
        .title("Which neighbouring zone does the blast hit?");
    let zone = match sides {
        1 => 1,
        _ => cx.roll(roll)?.natural,
    };
    let title = say!(cx.now(), "Who is in zone {zone} or on its borders?");
    attack.stunt = false;
    attack.aims = cx.form("deviated", by, title, |f| Ok(form::strays(f)))?;
    let (targets, names) = (attack.targets(), cx.now().names(&attack.targets()));
    note!(
        cx,
        &targets,
        "The blast hits {names} instead (neighbouring zone {zone})."
    );
    Ok(!attack.aims.is_empty())
}
