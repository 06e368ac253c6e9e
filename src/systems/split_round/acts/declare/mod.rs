//! Plan of a combatant: one form, checked while you fill it in. Also resolves movement, opportunity attacks and
//! counterspells (4.2 to 4.6).

mod describe;
mod form;
mod items;
mod legal;

use crate::resolver::Draft;
use crate::systems::prelude::*;
use crate::text::listed;

use super::counter;
use crate::systems::common::declarations;
use crate::systems::split_round::combat::{breakage, losses, opportunity};
use crate::systems::split_round::says::{Says, Why};
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::at;
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::fighter;
use crate::systems::split_round::state::plan::{Bonus, Last, Main, Plan};
use crate::systems::split_round::state::turn::{Long, Turn, left_to_declare, long, undeclared};

pub use describe::{brief, plan as describe, targets, thing};
use items::planned;

/// Asks for a combatant's plan, saves it, and resolves what happens in the decision half.
pub fn declare(cx: &mut Resolver<'_>, who: Id) -> Step<()> {
    let title = say!(cx.now(), "{} makes a plan", cx.name(who));
    let plan = cx.form("declare", who, title, |f| form::plan(f, who))?;
    carry_out(cx, who, plan)
}

/// Declares the default plan for all remaining combatants.
pub fn rest(cx: &mut Resolver<'_>) -> Step<()> {
    let left = left_to_declare(cx.now());
    let left = declarations::meant(cx, left, "default plans")?;
    // The plans on the screen count, although each plan would change the defaults of the plans after it.
    let shown = |who: Id| (who, suggested(cx.now(), who));
    let plans: Vec<(Id, Plan)> = left.into_iter().map(shown).collect();
    let standing = |now: &Encounter| -> Vec<Id> {
        now.present()
            .filter(|id| !fighter(now, *id).out())
            .collect()
    };
    let before = standing(cx.now());
    for (who, plan) in plans {
        // Spells and attacks in the decision half may have felled this combatant or a target.
        if undeclared(cx.now()).contains(&who) {
            let is_stale = standing(cx.now()) != before;
            let plan = if is_stale {
                suggested(cx.now(), who)
            } else {
                plan
            };
            carry_out(cx, who, plan)?;
        }
    }
    Ok(())
}

/// Declares no action for all remaining combatants (SPL-05).
pub fn none(cx: &mut Resolver<'_>) -> Step<()> {
    let left = left_to_declare(cx.now());
    for who in declarations::meant(cx, left, "nothing this round")? {
        carry_out(cx, who, Plan::default())?;
    }
    Ok(())
}

/// Returns a hint about the losses if all remaining combatants do nothing: long actions, and the mana paid for them
/// (SPL-27); "" if there are none.
pub fn given_up_by_none(now: &Encounter) -> String {
    let given_up = left_to_declare(now).into_iter().filter_map(|id| {
        let long = long(now, id)?;
        let mana = if long.spell { " and its mana" } else { "" };
        Some(format!("{}'s {}{mana}", now.name(id), long.what))
    });
    let given_up: Vec<String> = given_up.collect();
    if given_up.is_empty() {
        String::new()
    } else {
        format!("gives up {}", listed(&given_up))
    }
}

/// Returns the default plan of a combatant.
pub fn suggested(now: &Encounter, who: Id) -> Plan {
    form::plan(&mut Form::new(now, &Draft::new(), false), who).unwrap_or_default()
}

/// Saves a plan and resolves what happens in the decision half: spells are paid for and may be countered, and movement
/// may provoke attacks (SPL-30, SPL-32, SPL-39, SPL-45).
fn carry_out(cx: &mut Resolver<'_>, who: Id, plan: Plan) -> Step<()> {
    if !cracked(cx, who, &plan)? {
        return Ok(());
    }
    let said = Says::Plans {
        who,
        plan: describe::parts(&plan, true),
    };
    cx.act(who, said);
    if plan.feat {
        cx.note(Says::FeatAllows { who });
    }
    if plan.main != Main::GoOn {
        losses::ruin(cx, who, &Why::GivenUp {});
    }
    let items = planned(cx.now(), who, &plan);
    let up = legal::up(cx.now(), who, &plan);
    Turn::change(cx, who, |turn| {
        turn.declared = true;
        turn.bonus_spent |= plan.off_hand.is_some() || plan.bonus != Bonus::None;
        turn.moved += up;
        turn.held = plan.contested.is_some();
        turn.items = items;
        turn.plan = plan.clone();
    });
    Last::change(cx, who, |last| last.plan = Some(plan.clone()));
    if plan.stand {
        cx.lose(who, is::PRONE, Says::Prone {}, Says::StandsUp {});
    }
    if plan.main == Main::Cast {
        begin_spell(cx, who, &plan)?;
    } else if plan.deed.rounds > 0 {
        let long = Long {
            what: describe::deed(&plan.deed),
            deed: plan.deed.clone(),
            rounds: plan.deed.rounds,
            ..Long::default()
        };
        Long::change(cx, who, |its| *its = long);
    }
    if plan.contested.is_some() || plan.feet == 0 {
        return Ok(());
    }
    if opportunity::all(cx, who, &plan.leaves)? {
        cx.note(Says::DoesNotMove { who });
        return Ok(());
    }
    Turn::change(cx, who, |turn| turn.moved += plan.feet);
    get_away(cx, who, &plan);
    Ok(())
}

/// Removes an escaping combatant from the fight after the combatant's movement (SPL-133).
pub fn get_away(cx: &mut Resolver<'_>, who: Id, plan: &Plan) {
    if plan.gone {
        cx.act(who, Says::GetsAway { who });
        cx.gain(who, Condition::new(is::FLED), Says::OutOfFight {});
    }
}

/// Asks to confirm an attack with a cracked weapon, which may break (SPL-97). Returns true if the plan is kept.
fn cracked(cx: &mut Resolver<'_>, who: Id, plan: &Plan) -> Step<bool> {
    let mut asked: Vec<&str> = Vec::new();
    for blow in plan.blows.iter().chain(&plan.off_hand) {
        let weapon = Weapon::named(cx.now(), who, &blow.weapon);
        let cracked = weapon.as_ref().is_some_and(|weapon| weapon.cracked());
        if asked.contains(&blow.weapon.as_str()) || !cracked {
            continue;
        }
        asked.push(&blow.weapon);
        let weapon = weapon.filter(|weapon| !breakage::enchanted(weapon));
        let then = match weapon {
            None => "it may break after the attack",
            Some(_) => "it breaks after the first attack, and further attacks with it are lost",
        };
        let title = say!(
            cx.now(),
            "The {} is cracked: {then}. Attack with it?",
            blow.weapon
        );
        if !cx.confirm("cracked", who, title, true)? {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Spends the mana of a spell, starts concentration, and lets eligible combatants counter the spell (SPL-32, SPL-38,
/// SPL-45).
fn begin_spell(cx: &mut Resolver<'_>, who: Id, plan: &Plan) -> Step<()> {
    let one = fighter(cx.now(), who);
    let Some(spell) = one.spell(&plan.spell) else {
        return Ok(());
    };
    let (cost, rounds, keeps) = (
        spell.mana_cost(),
        spell.casting_rounds(),
        spell.concentration(),
    );
    let left = one.mana() - cost;
    cx.change(who, at::mana, Some(left), Says::Mana {}, &plan.spell);
    if keeps {
        losses::let_go(cx, who, &Why::AnotherSpell {});
        let kept = Condition::new(is::CONCENTRATING).because(plan.spell.as_str());
        let spell = plan.spell.clone().into();
        cx.gain(who, kept, Says::ConcentratingOn { spell });
    }
    if rounds > 0 {
        let long = Long {
            what: plan.spell.clone(),
            spell: true,
            targets: plan.targets.clone(),
            rounds,
            ..Long::default()
        };
        Long::change(cx, who, |its| *its = long);
    }
    counter::ask(cx, who, &plan.spell, cost)
}
