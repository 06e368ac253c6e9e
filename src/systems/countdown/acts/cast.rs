//! Spells in two stages: begun on the caster's count, and released at the end of that count unless disrupted (17.0.13).

use super::acting::{self, use_action};
use crate::systems::countdown::combat::effects::{effects, spell_name, spelled, typed};
use crate::systems::countdown::combat::movement::Retreat;
use crate::systems::countdown::combat::targets::{ask_maybe, targets};
use crate::systems::countdown::combat::{Movement, Outcome, checks, legal, movement, pending};
use crate::systems::countdown::says::{Aim, Save, Says};
use crate::systems::countdown::state::{
    Casting, Hold, Maneuver, Plan, Round, RoundState, count, fighter,
};
use crate::systems::prelude::*;

/// Begins a spell, after any movement before it. The spell then waits for the end of the count (CTD-31, CTD-136).
pub fn begin(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).planned();
    let name = cx.name(who);
    let meant = plan.target.map(|id| fighter(cx.now(), id));
    let title = match meant.filter(|one| one.out()) {
        None => format!("{name} casts a spell"),
        Some(one) => {
            let (gone, why) = (one.name(), one.downfall());
            format!("{gone} {why}. Who is the target of {name}'s spell?")
        }
    };
    let (spell, target, way) = cx.form("cast", who, title, |f| {
        let (spell, target) = ask_spell(f, who, &plan);
        let backs = legal::cannot_do(f.now, who, Maneuver::Withdraw).is_none()
            && legal::listed(f.now, who, Maneuver::Withdraw);
        let hint = || "facing the enemies, half speed, no parting shots";
        let way = if backs && f.hint(hint).toggle("backs", "backs off", false) {
            Err(Retreat::ask(f, who))
        } else {
            Ok(movement::ask_way(f, who)?)
        };
        Ok((spell, target, way))
    })?;
    let way = match way {
        Err(back) => return backing_off(cx, who, spell, target, &back),
        Ok(way) => way,
    };
    started(cx, who, spell, target);
    if movement::before(cx, who, &way)? == Outcome::Stopped {
        return Ok(());
    }
    RoundState::change(cx, who, |its| {
        its.casting = Casting::Begun;
        its.after = way.after;
    });
    Ok(())
}

/// Returns true if a combatant can cast on their count.
pub fn may(now: &Encounter, who: Id) -> bool {
    legal::cannot_do(now, who, Maneuver::Cast).is_none()
}

/// Asks for the spell and its target.
pub fn ask_spell(f: &mut Form<'_>, who: Id, plan: &Plan) -> (String, Option<Id>) {
    f.hint(|| "optional: name of the spell");
    let spell = spelled(&f.text("spell", "spell", typed(&plan.spell)));
    (spell, ask_maybe(f, &targets(f.now, who), plan.target))
}

/// Begins a spell during a fighting withdrawal, which uses all movement (CTD-58).
pub fn backing_off(
    cx: &mut Resolver<'_>,
    who: Id,
    spell: String,
    target: Option<Id>,
    back: &Retreat,
) -> Step<()> {
    started(cx, who, spell, target);
    let feet = back.feet;
    cx.note(Says::Withdraws { who, feet });
    back.play(cx, who);
    RoundState::change(cx, who, |its| its.casting = Casting::Begun);
    Ok(())
}

fn started(cx: &mut Resolver<'_>, who: Id, spell: String, target: Option<Id>) {
    let said = Says::BeginsToCast {
        who,
        spell: spell.clone().into(),
        aim: target.map(|target| Aim::At { target }),
    };
    acting::begin(cx, who, Maneuver::Cast, target, said);
    Plan::change(cx, who, |plan| (plan.spell, plan.target) = (spell, target));
}

/// Rolls one save for each caster who was attacked while casting, in roster order (CTD-138 to CTD-140).
pub fn saves(cx: &mut Resolver<'_>) -> Step<()> {
    for who in count::casting(cx.now(), Casting::Begun) {
        let mut stage = Casting::Safe;
        if fighter(cx.now(), who).this_round().aimed {
            cx.act(who, Says::AttackedWhileCasting { who });
            if !checks::save(cx, who, Save::Disruption, "keep the spell")? {
                let spell = spell_name(&fighter(cx.now(), who).planned()).into();
                cx.note(Says::LosesSpell { who, spell });
                stage = Casting::Lost;
            }
        }
        RoundState::change(cx, who, |its| its.casting = stage);
    }
    Ok(())
}

/// Releases a spell, or logs that it is lost. Then the caster moves on (CTD-31, CTD-137).
pub fn release(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let one = fighter(cx.now(), who);
    let plan = one.planned();
    let spell = spell_name(&plan).into();
    if one.this_round().casting == Casting::Safe {
        if let Some(why) = one.cannot_cast() {
            let why = why.into();
            cx.act(who, Says::SpellLost { who, why, spell });
        } else {
            cx.act(who, Says::Releases { who, spell });
            effects(cx, who, &plan)?;
        }
    }
    RoundState::change(cx, who, |its| its.casting = Casting::None);
    move_on(cx, who)
}

/// Resolves the rest of the caster's movement.
fn move_on(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let meant = fighter(cx.now(), who).this_round().after;
    let feet = meant.min(movement::feet_left(cx.now(), who));
    if feet == 0 {
        return Ok(());
    }
    let mut way = Movement {
        after: feet,
        ..Movement::default()
    };
    let near = movement::near(cx.now(), who);
    if !near.is_empty() {
        let title = say!(cx.now(), "{} moves on", cx.name(who));
        way.turning_after = cx.form("move-on", who, title, |f| {
            Ok(movement::ask_turning_after(f, &near))
        })?;
    }
    cx.act(who, Says::MovesOn { who });
    movement::after(cx, who, &way)
}

/// Resolves a spell "just before" another caster acts: releases and applies it before anything else on that count
/// (CTD-47, CTD-143).
pub fn just_before(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Hold::Before(other) = fighter(cx.now(), who).this_round().hold else {
        return cx.broken("no caster is waiting to cast first");
    };
    let mut plan = fighter(cx.now(), who).planned();
    use_action(cx, who, Maneuver::Cast, Some(other), "");
    Round::change(cx, |round| round.started = false);
    let said = Says::ReleasesBefore {
        who,
        other,
        spell: spell_name(&plan).into(),
    };
    cx.act(who, said);
    acting::let_go(cx, who);
    if let Some(why) = legal::cannot_declare(cx.now(), who, Maneuver::Cast) {
        let (why, spell) = (why.into(), spell_name(&plan).into());
        cx.note(Says::SpellLost { who, why, spell });
        return Ok(());
    }
    plan.target = Some(other);
    effects(cx, who, &plan)?;
    RoundState::change(cx, other, |its| its.aimed = true);
    pending::apply(cx, Says::SpellAtOnce {})
}
