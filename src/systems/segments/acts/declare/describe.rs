//! Text of a declaration: its parts, and its costs line by line.

use crate::systems::prelude::*;
use crate::text::counted;

use crate::systems::segments::says::Does;
use crate::systems::segments::sheet::Casting;
use crate::systems::segments::state::MainAction::{
    Attack, Desperate, Full, Hold, Move, Nothing, Other, PickUp, Spell, Withdraw,
};
use crate::systems::segments::state::{Movement, Plan, Potion, Use, die, fighter};

/// Returns the text of a declaration.
pub fn describe(now: &Encounter, who: Id, plan: &Plan) -> String {
    declared(now, who, plan).show(now)
}

/// Returns the parts of a declaration for the log.
pub fn declared(now: &Encounter, who: Id, plan: &Plan) -> Commas<Does> {
    let uses = plan.uses(now, who);
    let spell = || plan.spell.clone().into();
    let does = match plan.action {
        Attack | Other if !uses.is_empty() => declared_uses(&uses),
        Attack | Other if plan.aims => vec![Does::AimsAhead {}],
        Attack | Other => vec![Does::NoAttackLeft {}],
        Spell if plan.spell_targets.is_empty() => vec![Does::Casts { spell: spell() }],
        Spell => vec![Does::CastsOn {
            spell: spell(),
            whom: plan.spell_targets.clone(),
        }],
        PickUp => {
            let weapon = plan.use_of(fighter(now, who), 0).weapon;
            let weapon = weapon.unwrap_or_default().into();
            vec![Does::PicksUp { weapon }]
        }
        Hold => vec![Does::Holds {}],
        Full | Desperate | Nothing => vec![Does::Acts {
            action: plan.action.label().into(),
        }],
        Move | Withdraw => Vec::new(),
    };
    let goes = match (plan.gait().verb().into(), plan.distance) {
        (how, ..=0) => Does::Goes { how },
        (how, feet) => Does::GoesFeet { how, feet },
    };
    let free = match plan.free_text.trim() {
        "" => Does::FreeActions {
            free: plan.free().into(),
        },
        words => Does::FreeActionAs {
            words: words.to_owned().into(),
        },
    };
    let from = plan.leaving.clone();
    let points = plan.defending;
    let mut parts = Vec::new();
    let mut add = |so: bool, does: Does| parts.extend(so.then_some(does));
    add(plan.movement == Movement::Still, Does::NoMovement {});
    add(plan.moves(), goes);
    does.into_iter().for_each(|does| add(true, does));
    add(plan.movement == Movement::After, Does::ThenMoves {});
    add(!plan.leaving.is_empty(), Does::Withdraws { from });
    add(plan.defending > 0, Does::Defends { points });
    add(plan.aims && !uses.is_empty(), Does::CarefulAim {});
    add(plan.double_shot, Does::DoubleShot {});
    add(plan.draws, Does::DrawsWeapon {});
    add(plan.sheathes, Does::PutsAwayWeapon {});
    add(plan.readies_shield, Does::ReadiesShield {});
    add(plan.potion != Potion::None, Does::DrinksPotion {});
    add(plan.free_actions > 0, free);
    Commas(parts)
}

/// Returns the texts that apply.
fn said(texts: &[(bool, &str)]) -> Vec<String> {
    let so = texts.iter().filter(|(so, _)| *so);
    so.map(|(_, text)| (*text).to_owned()).collect()
}

/// Groups attacks with the same weapon and target: "longsword on Ogre twice".
fn declared_uses(uses: &[Use]) -> Vec<Does> {
    let target = |used: &Use| used.target.filter(|_| used.weapon.is_some());
    let same = |one: &Use, next: &Use| (one.called(), target(one)) == (next.called(), target(next));
    let told = uses.chunk_by(same).map(|alike| {
        let (what, times) = (alike[0].called().to_owned().into(), alike.len() as i64);
        match target(&alike[0]) {
            Some(target) => Does::UsesOn {
                what,
                target,
                times,
            },
            None => Does::Uses { what, times },
        }
    });
    told.collect()
}

/// Returns the costs of the declaration, line by line, for the form's preview.
pub fn describe_costs(now: &Encounter, who: Id, plan: &Plan) -> Vec<String> {
    let one = fighter(now, who);
    let left = plan.attacks_left(now, who);
    let attacks = matches!(plan.action, Attack | Other | PickUp);
    let spell = one.spell(&plan.spell).filter(|_| plan.action == Spell);
    let takes = spell.map_or_else(String::new, |spell| match spell.takes(now) {
        Casting::OneRound => "one round: starts on count 10, released on count -5".to_owned(),
        Casting::Counts(time) => format!("released {} after its start", counted(time, "count")),
    });
    let fixed = spell.is_some_and(|spell| one.fixed_start(spell));
    let rolls = (attacks || plan.action == Spell) && !fixed;
    let arrival = plan.arrival(now, who, 10).unwrap_or(10);
    let (given, gained) = (plan.defending, plan.defending / 2);
    let guarded = plan.guarded(one).map(|(_, bonus)| bonus);
    let aimed = match left {
        0 => "keeps the aim for the first shot of the next round",
        _ => "+15 on shots",
    };
    let unguarded = "no DEF from DEX, skill or shield while casting; cover helps";
    let initiative = format!("initiative {}", signed(&plan.initiative(now, who)));
    let on_its_way = format!("no action before count {arrival}: still moving");
    let defends = format!("SC -{given} on all attacks, DEF +{gained} in melee");
    let guards =
        guarded.map(|bonus| format!("DEF +{bonus} in melee, no attack and no free attack"));
    let aims = format!("{aimed}; no DEF from DEX or skill, attackers +10");
    let stock_still = "DEF -20, Luck saves -20";
    let stoops = "DEF -15 for the whole round; a DEX roll at 4x picks up the weapon, a roll at 1x also leaves one attack";
    said(&[
        (attacks, &describe_left(now, who, plan, left)),
        (spell.is_some(), &takes),
        (fixed, "starts on count 10 without a roll"),
        (spell.is_some(), unguarded),
        (rolls, &initiative),
        (arrival < 10, &on_its_way),
        (plan.movement == Movement::Run, "SC -25"),
        (plan.movement == Movement::Still, stock_still),
        (given > 0, &defends),
        (guards.is_some(), guards.as_deref().unwrap_or_default()),
        (plan.aims, &aims),
        (plan.action == PickUp, stoops),
        (plan.readies_shield, "the shield is ready from count 5 on"),
        (
            plan.potion != Potion::None,
            "the potion takes effect on count 5",
        ),
    ])
}

/// Returns the number of attacks left with their dice, and the reasons for lost attacks.
fn describe_left(now: &Encounter, who: Id, plan: &Plan, left: i64) -> String {
    let dice: Vec<String> = (1..=left).map(|one| die(now, one).to_string()).collect();
    let mut line = match left {
        0 => "no attack is left".to_owned(),
        _ => format!("{} ({})", counted(left, "attack"), dice.join(", ")),
    };
    let losses = plan.losses(now, who).parts.into_iter();
    let lost = Vec::from_iter(losses.map(|lost| format!("{} {}", lost.value, lost.label)));
    if !lost.is_empty() {
        let full = fighter(now, who).sheet.attacks_per_round();
        line.push_str(&format!(" of {full}; lost: {}", lost.join(", ")));
    }
    line
}

/// Formats the terms and the total of a sum: "+2 modifier - 5 move = -3".
fn signed(tally: &Tally) -> String {
    match tally.to_string() {
        _ if tally.is_empty() => "+0".to_owned(),
        text if text.starts_with('-') => text,
        text => format!("+{text}"),
    }
}
