//! Changes that the GM makes to the scene between two actions: engagements, fires, and combatants who leave or return.

use crate::systems::countdown::combat::wounds;
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{AWAY, is};
use crate::systems::countdown::state::bonds::{ENGAGED, part};
use crate::systems::countdown::state::{Fires, fighter, sides, there};
use crate::systems::prelude::*;

crate::words! {
    /// Way in which a combatant leaves the fight.
    enum Leaving {
        Fled = "fled",
        /// Combatant is removed by the GM.
        Removed = "removed" "been removed from the fight",
    }
}

/// Engages or separates two combatants (CTD-50).
pub fn engage(cx: &mut Resolver<'_>) -> Step<()> {
    let title = "Who is within 5 feet of whom?";
    let (who, with) = cx.form("engage", None, title, |f| {
        let now = f.now;
        let all = || now.present().filter(|id| fighter(now, *id).up());
        let who = f.pick_one("who", "who", all, all().next());
        let who = f.need(who, "pick a combatant")?;
        let foes = || all().filter(|id| !now.allied(who, *id));
        let near = fighter(now, who).engaged();
        f.others("is on the same side");
        let with = f.pick("with", "engaged with", foes, 0, foes().count(), near);
        Ok((who, with))
    })?;
    let engaged = Says::IsEngaged {
        who,
        with: with.clone(),
    };
    cx.act(None, engaged);
    for other in fighter(cx.now(), who).engaged() {
        if !with.contains(&other) {
            part(cx, who, other);
        }
    }
    for other in with {
        cx.link(ENGAGED, who.min(other), who.max(other));
    }
    Ok(())
}

/// Sets the combatants in each fire, or extinguishes it.
pub fn fires(cx: &mut Resolver<'_>) -> Step<()> {
    let burning = cx.form("fires", None, "Fires on the ground", |f| {
        let all: Vec<Id> = there(f.now).collect();
        let mut burning = Vec::new();
        for mut fire in Fires::of(f.now).burning.clone() {
            let (number, name) = (fire.number, &fire.name);
            let keys = [format!("inside-{number}"), format!("out-{number}")];
            let labels = [format!("in the {name}"), format!("the {name} is out")];
            fire.inside.retain(|id| all.contains(id));
            let from = || all.iter().copied();
            fire.inside = f.pick(&keys[0], &labels[0], from, 0, all.len(), fire.inside);
            burning.push((fire, f.toggle(&keys[1], &labels[1], false)));
        }
        Ok(burning)
    })?;
    cx.act(None, Says::FiresSet {});
    let mut left = Vec::new();
    for (fire, out) in burning {
        let name = fire.name.clone().into();
        if out {
            cx.note(Says::FireIsOut { fire: name });
            continue;
        }
        let who = fire.inside.clone();
        cx.note(Says::InFire { fire: name, who });
        left.push(fire);
    }
    Fires { burning: left }.put(cx);
    Ok(())
}

/// Marks a combatant as fled or removed (CTD-182).
pub fn leave(cx: &mut Resolver<'_>) -> Step<()> {
    let (who, how) = cx.form("leave", None, "Who leaves the fight?", |f| {
        let now = f.now;
        let all = || sides::there(now);
        let who = f.pick("who", "who", all, 1, all().count(), Vec::new());
        Ok((who, f.option("how", "has", Leaving::Fled)))
    })?;
    for id in who {
        let (is, said) = match how {
            Leaving::Fled => (is::FLED, Says::HasFled { who: id }),
            Leaving::Removed => (is::REMOVED, Says::IsOutOfFight { who: id }),
        };
        cx.act(id, said);
        cx.gain(id, Condition::new(is), "");
        wounds::leave_count(cx, id);
    }
    Ok(())
}

/// Returns a fled or removed combatant, who takes part from the next declarations on (CTD-182).
pub fn come_back(cx: &mut Resolver<'_>) -> Step<()> {
    let all = sides::away(cx.now());
    let most = all.len();
    let preset = if most == 1 { all.clone() } else { Vec::new() };
    cx.others("has not left the fight");
    let back = cx.pick(
        "back",
        None,
        "Who returns to the fight?",
        all,
        1,
        most,
        preset,
    )?;
    for id in back {
        cx.act(id, Says::ReturnsToFight { who: id });
        for is in AWAY {
            cx.lose(id, is, "", "");
        }
    }
    Ok(())
}
