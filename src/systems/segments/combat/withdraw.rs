//! Start of movement, and free attacks on withdrawing combatants (4.12).

use super::need::Blow;
use super::situation::{attackers, light_of};
use super::strike::strike;
use crate::systems::prelude::*;
use crate::systems::segments::says::{NoChance, Says};
use crate::systems::segments::sheet::{Weapon, is};
use crate::systems::segments::state::{
    Kind, MOVE, Progress, Slot, UNSEEN, WITHDRAWN, due_on, fighter, in_asking_order, plan, slot,
    slots_of,
};

/// Starts movement on a count. First come the free attacks on combatants who leave a melee, whose hits take effect
/// immediately, then the steps (SEG-52, SEG-94).
pub fn leave(cx: &mut Resolver<'_>, count: i64) -> Step<()> {
    for due in due_on(cx.now(), count, |kind| kind == Kind::Move) {
        let who = due.who;
        let leaving = plan(cx.now(), who).map_or_else(Vec::new, |plan| plan.leaving.clone());
        let left = free_attacks(cx, who, leaving, count)?;
        // An attack or a ruling may have stopped the movement.
        let mine = slot(cx.now(), who, MOVE).filter(|slot| slot.stands(cx.now()));
        let Some(mine) = mine.cloned() else {
            continue;
        };
        let said = Says::Moves {
            who,
            count: due.count,
            moves: mine.what.clone().into(),
            feet: mine.feet,
            until: (mine.until < count).then_some(mine.until),
        };
        cx.act(who, said);
        for from in &left {
            cx.link(WITHDRAWN, who, *from);
        }
        if !left.is_empty() {
            let from = left.clone();
            cx.note(Says::HasWithdrawn { from, who });
            let ends = Ends::EndOfRound(cx.now().round);
            cx.gain(who, Condition::new(is::WITHDRAWN).ends(ends), "");
        }
        mine.ended(Progress::Done, Some(count), "").put(cx);
    }
    Ok(())
}

/// Returns the reason why an opponent gets no free attack on `who`, who leaves on `count` (SEG-96, SEG-98).
fn barred(now: &Encounter, opponent: Id, who: Id, count: i64) -> Option<NoChance> {
    let one = fighter(now, opponent);
    // During the free attacks, a combatant who leaves on the same count has not moved yet (SEG-52).
    let left_before = now.linked(WITHDRAWN, opponent, who)
        && slot(now, opponent, MOVE).is_some_and(|slot| slot.count > count);
    let unarmed = !one.weapons().any(|weapon| weapon.melee());
    if left_before {
        Some(NoChance::Withdrawn)
    } else if !one.active() {
        Some(NoChance::Down)
    } else if one.has(is::STUNNED) {
        Some(NoChance::Stunned)
    } else if one.has(is::FULL_DEFENSE) {
        Some(NoChance::FullDefense)
    } else if one.has(is::DESPERATE_DEFENSE) {
        Some(NoChance::DesperateDefense)
    } else if one.has(is::CASTING) {
        Some(NoChance::Casting)
    } else if unarmed {
        Some(NoChance::Unarmed)
    } else {
        None
    }
}

/// Asks for the free attacks on a withdrawing combatant and resolves them. Returns the opponents who are really left
/// behind.
fn free_attacks(cx: &mut Resolver<'_>, who: Id, mut leaving: Vec<Id>, count: i64) -> Step<Vec<Id>> {
    let now = cx.now();
    leaving.retain(|id| !now.get(*id).gone);
    let why = |id: &Id| Some((*id, barred(now, *id, who, count)?));
    let barred: Vec<(Id, NoChance)> = leaving.iter().filter_map(why).collect();
    let free = leaving.iter().copied().filter(|id| why(id).is_none());
    let allowed = in_asking_order(now, free);
    let mut by: Vec<(Id, String, i64)> = Vec::new();
    if !allowed.is_empty() {
        let title = say!(now, "{} withdraws: free attacks", cx.name(who));
        let answers = cx.form("free-attacks", who, title, |f| {
            Ok(Vec::from_iter(allowed.iter().map(|id| answer(f, who, *id))))
        })?;
        for (id, why) in &barred {
            let text = say!(cx.now(), "{}: none, {}", cx.name(*id), why.label());
            cx.show(*id, text);
        }
        for (id, answer) in allowed.into_iter().zip(answers) {
            match answer {
                Ok((weapon, modifier)) => by.push((id, weapon, modifier)),
                Err(Declined::Shift) => leaving.retain(|one| *one != id),
                Err(_) => cx.note(Says::ForgoesFreeAttack { by: id, on: who }),
            }
        }
    }
    for (id, why) in barred {
        cx.note(Says::NoFreeAttack {
            by: id,
            on: who,
            why,
        });
    }
    let attacking: Vec<Id> = by.iter().map(|(id, ..)| *id).collect();
    for (id, weapon, modifier) in by {
        if fighter(cx.now(), who).is_down() {
            break;
        }
        if !fighter(cx.now(), id).able() {
            continue;
        }
        let said = Says::HasFreeAttack {
            by: id,
            on: who,
            count,
            weapon: weapon.clone().into(),
        };
        cx.act(id, said);
        let sight = |from, to| cx.now().linked(UNSEEN, from, to).then_some(5);
        let blow = Blow {
            melee: true,
            free: true,
            lighting: light_of(cx.now(), id),
            blind: sight(id, who),
            unseen: sight(who, id),
            attackers: attackers(cx.now(), (id, &weapon), who, count, &attacking),
            modifier,
            ..Blow::default()
        };
        strike(cx, id, who, &weapon, blow)?;
    }
    Ok(leaving)
}

crate::words! {
    /// Reason why an opponent makes no free attack (SEG-97).
    enum Declined {
        /// Opponent forgoes the attack.
        LetsGo = "lets_go" "skips the free attack",
        /// Withdrawing combatant only shifts position and leaves no opponent behind.
        Shift = "shift" "the target only shifts to another enemy close by",
        /// Opponent is busy with another combatant.
        Ally = "ally" "is busy with an ally who stays",
        /// Withdrawing combatant flies up.
        Flies = "flies" "the target flies up and away",
        /// Opponent cannot reach the withdrawing combatant.
        Position = "position" "is out of reach (position or Range of Field)",
    }
}

/// Asks for one opponent's free attack on `who`: the weapon and the GM's modifier, or the reason for no attack
/// (SEG-96).
fn answer(f: &mut Form<'_>, who: Id, id: Id) -> Result<(String, i64), Declined> {
    let now = f.now;
    let one = fighter(now, id);
    let name = one.name();
    let key = |row: &str| format!("{row}-{}", id.letter());
    let all: Vec<Weapon<'_>> = one.weapons().filter(Weapon::melee).collect();
    let label = match all.as_slice() {
        [only] => format!("{name} makes the attack with {}", only.name()),
        _ => format!("{name} makes the attack"),
    };
    if !f.toggle(&key("strikes"), &label, true) {
        let flies = fighter(now, who).sheet.agile_flyer();
        let mut all = Declined::ALL.to_vec();
        all.retain(|why| flies || *why != Declined::Flies);
        let label = format!("{name}: reason to skip");
        return Err(f.option_of(&key("why"), &label, &all, Declined::LetsGo));
    }
    let mut blows = slots_of(now, id).iter();
    let blow = blows.find(|slot| slot.kind == Kind::Attack && slot.melee);
    let declared = |slot: &Slot| all.iter().position(|weapon| weapon.name() == slot.what);
    let preset = blow.and_then(declared).unwrap_or(0);
    let label = format!("{name}: weapon");
    let weapon = match all.as_slice() {
        [only] => Some(*only),
        all => Weapon::row(f, &key("weapon"), &label, all, preset),
    };
    let label = format!("{name}: GM modifier");
    let modifier = f.number(&key("modifier"), &label, -200..=200, "", 0);
    let weapon = weapon.ok_or(Declined::LetsGo)?;
    Ok((weapon.name().to_owned(), modifier))
}
