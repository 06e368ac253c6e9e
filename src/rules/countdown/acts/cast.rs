//! Spells in two stages: begun on the caster's number, released at the end of the count unless spoiled (17.0.13).

use crate::act;
use crate::encounter::{Id, Resolver, Step};
use crate::note;
use crate::say;
use crate::text::capital;

use crate::rules::countdown::combat::acting::{let_go, use_action};
use crate::rules::countdown::combat::checks::{self, Save};
use crate::rules::countdown::combat::effects::{effects, spell_name, spelled, typed};
use crate::rules::countdown::combat::movement::{self, ask_way};
use crate::rules::countdown::combat::targets::targets;
use crate::rules::countdown::combat::{Movement, Outcome, legal, pending};
use crate::rules::countdown::state::count::casting;
use crate::rules::countdown::state::{Casting, Hold, Maneuver, Round, RoundState, fighter};

/// The spell is begun: movement before it, then it waits for the end of the count (CTD-31, CTD-136).
pub fn begin(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let plan = fighter(cx.now(), who).planned();
    let gone = plan.target.filter(|id| fighter(cx.now(), *id).out());
    let title = match gone {
        None => format!("{} casts", cx.name(who)),
        Some(gone) => {
            let (name, gone) = (cx.name(who), fighter(cx.now(), gone));
            format!(
                "{} {}: at whom does {name} cast?",
                gone.name(),
                gone.downfall()
            )
        }
    };
    let (spell, target, way) = cx.form("cast", who, title, |f| {
        let list = targets(f.now, who);
        let preset = plan.target.filter(|id| list.contains(id));
        let preset = preset.into_iter().collect();
        let spell = f.text("spell", "spell", typed(&plan.spell));
        let from = || list.iter().copied();
        let target = f.pick("target", "at", from, 0, 1, preset).first().copied();
        Ok((spell, target, ask_way(f, who)?))
    })?;
    use_action(cx, who, Maneuver::Cast, target, "");
    let mut plan = fighter(cx.now(), who).planned();
    plan.spell = spelled(&spell);
    plan.target = target;
    let name = spell_name(&plan);
    plan.put(cx, who);
    let at = match target {
        Some(target) => format!(" at {}", cx.name(target)),
        None => String::new(),
    };
    act!(
        cx,
        who,
        target.as_slice(),
        "{} begins to cast {name}{at}.",
        cx.name(who)
    );
    let_go(cx, who);
    if movement::before(cx, who, &way)? == Outcome::Stopped {
        return Ok(());
    }
    RoundState::change(cx, who, |its| {
        its.casting = Casting::Begun;
        its.after = way.after;
    });
    Ok(())
}

/// The saves of all who were attacked while casting, one each, in roster order (CTD-138 to CTD-140).
pub fn saves(cx: &mut Resolver<'_>) -> Step<()> {
    for who in casting(cx.now(), Casting::Begun) {
        let stage = if fighter(cx.now(), who).this_round().aimed {
            let plan = fighter(cx.now(), who).planned();
            act!(cx, who, &[], "{} was attacked while casting.", cx.name(who));
            if checks::save(cx, who, Save::Disruption, "keep the spell")? {
                Casting::Safe
            } else {
                note!(cx, &[who], "{} is lost.", capital(&spell_name(&plan)));
                Casting::Lost
            }
        } else {
            Casting::Safe
        };
        RoundState::change(cx, who, |its| its.casting = stage);
    }
    Ok(())
}

/// A spell is released, or found to be lost; then its caster moves on (CTD-31, CTD-137).
pub fn release(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let stage = fighter(cx.now(), who).this_round().casting;
    let plan = fighter(cx.now(), who).planned();
    let blocked = fighter(cx.now(), who).cannot_cast();
    match blocked {
        Some(why) if stage == Casting::Safe => {
            act!(
                cx,
                who,
                &[],
                "{} {why}: {} is lost.",
                cx.name(who),
                spell_name(&plan)
            );
        }
        _ if stage == Casting::Safe => {
            act!(
                cx,
                who,
                &[],
                "{} releases {}.",
                cx.name(who),
                spell_name(&plan)
            );
            effects(cx, who, &plan)?;
        }
        _ => {}
    }
    RoundState::change(cx, who, |its| its.casting = Casting::None);
    move_on(cx, who)
}

/// The rest of the caster's movement.
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
    act!(cx, who, &[], "{} moves on.", cx.name(who));
    movement::after(cx, who, &way)
}

/// The spell "just before" another caster: released and applied before anything else on that count (CTD-47, CTD-143).
pub fn just_before(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let Hold::Before(other) = fighter(cx.now(), who).this_round().hold else {
        return cx.broken("nobody waits to cast first");
    };
    let mut plan = fighter(cx.now(), who).planned();
    use_action(cx, who, Maneuver::Cast, Some(other), "");
    Round::change(cx, |round| round.started = false);
    act!(
        cx,
        who,
        &[other],
        "Just before {}, {} releases {}.",
        cx.name(other),
        cx.name(who),
        spell_name(&plan)
    );
    if let Some(why) = legal::cannot_declare(cx.now(), who, Maneuver::Cast) {
        note!(cx, &[who], "It {why}: the spell is lost.");
        return Ok(());
    }
    plan.target = Some(other);
    effects(cx, who, &plan)?;
    RoundState::change(cx, other, |its| its.aimed = true);
    pending::settle(cx, "It takes effect at once.")
}
