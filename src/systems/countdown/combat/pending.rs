//! Pending effects, which make the actions of a count simultaneous (CTD-32 to CTD-38).

use crate::systems::common::sentences::tell_mutual;
use crate::systems::prelude::*;
use crate::values::Pluses;

use super::gear::disarm;
use super::wounds::{gain, restore, suffer, wake};
use crate::systems::countdown::says::Says;
use crate::systems::countdown::sheet::{flames, is};
use crate::systems::countdown::state::{
    DISARMED, ENGAGED, HOLDING, Pending, REVIVED, Wound, engaged, fighter, part,
};

/// Records damage for the end of the count (CTD-32).
pub fn add_wound(cx: &mut Resolver<'_>, id: Id, wound: Wound) {
    if wound.amount > 0 {
        Pending::change(cx, id, |pending| pending.wounds.push(wound));
    }
}

/// Records a condition for the end of the count (CTD-32).
pub fn add_condition(cx: &mut Resolver<'_>, id: Id, condition: Condition, provoked: bool) {
    Pending::change(cx, id, |pending| {
        pending.afflictions.push((condition, provoked));
    });
}

/// Returns true if damage provoked by a combatant's own action stops the rest of this action (CTD-37).
pub fn stopped(now: &Encounter, actor: Id) -> bool {
    let one = fighter(now, actor);
    let drawn = one.pending().damage(|wound| wound.provoked);
    drawn > 0 && drawn >= one.hp()
}

/// Checks like [`stopped`], and logs if the combatant is stopped.
pub fn tell_stopped(cx: &mut Resolver<'_>, actor: Id) -> bool {
    let stopped = stopped(cx.now(), actor);
    if stopped {
        cx.note(Says::Stopped { who: actor });
    }
    stopped
}

/// Applies all pending effects, one step for each combatant in roster order (CTD-38). `when` begins the log line.
pub fn apply(cx: &mut Resolver<'_>, when: Says) -> Step<()> {
    let booked = |id: Id| (id, Pending::of(cx.now(), id).clone());
    let mut waiting: Vec<(Id, Pending)> = cx.now().ids().map(booked).collect();
    waiting.retain(|(_, pending)| *pending != Pending::default());
    if waiting.iter().any(|(_, pending)| pending.tells()) {
        cx.act(None, when);
    }
    for (id, _) in &waiting {
        Pending::clear(cx, *id);
    }
    let mut fallen: Vec<Id> = Vec::new();
    for (id, pending) in &waiting {
        if pending.healed > 0 {
            restore(cx, *id, pending.healed, "at the same moment");
        }
        if take(cx, *id, pending)? {
            fallen.push(*id);
        }
    }
    // CTD-33: everything on one count happens at the same time.
    tell_mutual(cx, &fallen, |by, victim| {
        let mut hits = waiting.iter().filter(|(id, _)| *id == victim);
        hits.any(|(_, pending)| pending.wounds.iter().any(|wound| wound.by == Some(by)))
    });
    for (id, pending) in &waiting {
        for (condition, _) in &pending.afflictions {
            if !fighter(cx.now(), *id).dead() {
                afflict(cx, *id, condition);
            }
        }
    }
    for (id, pending) in &waiting {
        stand_apart(cx, *id, pending);
    }
    for (id, pending) in &waiting {
        stand_together(cx, *id, pending);
    }
    for id in cx.now().ids() {
        cx.lose(id, is::RISING, "", "");
    }
    Ok(())
}

/// Applies the separations of a count (CTD-34, CTD-50).
fn stand_apart(cx: &mut Resolver<'_>, id: Id, pending: &Pending) {
    let mut left = Vec::new();
    for other in &pending.leaves {
        if engaged(cx.now(), id, *other) {
            left.push(*other);
        }
        part(cx, id, *other);
    }
    if !left.is_empty() {
        cx.note(Says::NoLongerEngaged {
            who: id,
            with: left,
        });
    }
}

/// Applies new engagements, even after separations, and new holds (CTD-34, CTD-50, CTD-164).
fn stand_together(cx: &mut Resolver<'_>, id: Id, pending: &Pending) {
    let mut closed = Vec::new();
    let up = |cx: &Resolver<'_>, who: Id| fighter(cx.now(), who).up();
    for other in &pending.closes {
        let foes = !cx.now().allied(id, *other) && !engaged(cx.now(), id, *other);
        if foes && up(cx, id) && up(cx, *other) {
            closed.push(*other);
            cx.link(ENGAGED, id.min(*other), id.max(*other));
        }
    }
    if !closed.is_empty() {
        cx.note(Says::IsEngaged {
            who: id,
            with: closed,
        });
    }
    if let Some(held) = pending.grabs
        && up(cx, id)
        && up(cx, held)
    {
        cx.link(HOLDING, id, held);
        cx.note(Says::IsHeld { by: id, who: held });
    }
}

/// Applies all pending damage to a combatant. Returns true if the combatant falls.
fn take(cx: &mut Resolver<'_>, id: Id, pending: &Pending) -> Step<bool> {
    for wound in &pending.wounds {
        if let Some(by) = wound.by {
            cx.landed(by, id, wound.amount);
        }
    }
    let subdual = pending.damage(|wound| wound.subdual);
    let harm = Pluses(match &*pending.wounds {
        [only] => vec![only.only_harm()],
        all => all.iter().map(Wound::harm).collect(),
    });
    let cause = Says::Because { harm };
    suffer(cx, id, pending.total(), subdual, cause)
}

/// Applies a pending condition with its consequences.
fn afflict(cx: &mut Resolver<'_>, id: Id, condition: &Condition) {
    if condition.key == DISARMED.0 {
        disarm(cx, id);
    } else if condition.key == REVIVED.0 {
        if fighter(cx.now(), id).unconscious() {
            wake(cx, id, Says::Revived {});
        }
    } else if condition.key == is::BURNING.0 {
        flames::catch_fire(cx, id, condition.value, condition.by);
    } else if condition.key == is::FLED.0 {
        cx.note(Says::HasFled { who: id });
        cx.gain(id, condition.clone(), "");
    } else {
        gain(cx, id, condition.clone());
    }
}
