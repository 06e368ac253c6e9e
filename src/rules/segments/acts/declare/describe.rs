//! A declaration in words: what is declared, and what it costs, line by line.

use crate::encounter::{Encounter, Id};
use crate::tally::Tally;
use crate::text::counted;

use crate::rules::segments::sheet::fighter::fighter;
use crate::rules::segments::sheet::spell::Casting;
use crate::rules::segments::state::costs::die;
use crate::rules::segments::state::plan::{MainAction, Movement, Plan, Potion, Use};

/// What is declared, in words.
pub fn describe(now: &Encounter, who: Id, plan: &Plan) -> String {
    let mut parts: Vec<String> = Vec::new();
    match plan.movement {
        Movement::Still => parts.push("no movement at all".to_owned()),
        Movement::Move => parts.push(feet("moves", plan.distance)),
        Movement::Run => parts.push(feet("runs", plan.distance)),
        Movement::Step | Movement::After => {}
    }
    match plan.action {
        MainAction::Attack | MainAction::Other => {
            let uses = plan.uses(now, who);
            if uses.is_empty() {
                let kept = "aims for the next round";
                parts.push(if plan.aims { kept } else { "no attack left" }.to_owned());
            }
            parts.extend(describe_uses(now, &uses));
        }
        MainAction::Spell => {
            let at = match plan.spell_targets.as_slice() {
                [] => String::new(),
                targets => format!(" on {}", now.names(targets)),
            };
            parts.push(format!("casts {}{at}", plan.spell));
        }
        MainAction::Full => parts.push("full defense".to_owned()),
        MainAction::Desperate => parts.push("desperate defense".to_owned()),
        MainAction::PickUp => {
            let name = plan.use_of(fighter(now, who), 1).weapon.unwrap_or_default();
            parts.push(format!("picks up the {name}"));
        }
        MainAction::Move | MainAction::Withdraw => {
            parts.push(feet(plan.pace.verb(), plan.distance));
        }
        MainAction::Hold => parts.push("holds for a spell".to_owned()),
        MainAction::Nothing => parts.push("nothing".to_owned()),
    }
    if plan.movement == Movement::After {
        parts.push("then moves".to_owned());
    }
    if !plan.leaving.is_empty() {
        parts.push(format!("withdraws from {}", now.names(&plan.leaving)));
    }
    if plan.defending > 0 {
        parts.push(format!("defending with {}", plan.defending));
    }
    for (said, text) in [
        (plan.aims && plan.attacks_left(now, who) > 0, "careful aim"),
        (plan.double_shot, "a Double Shot"),
        (plan.draws, "draws a weapon"),
        (plan.sheathes, "puts a weapon away"),
        (plan.readies_shield, "readies a shield"),
        (plan.potion != Potion::None, "drinks a potion"),
    ] {
        if said {
            parts.push(text.to_owned());
        }
    }
    match (plan.free_actions, plan.free_text.trim()) {
        (0, _) => {}
        (1, "") => parts.push("a Free Action".to_owned()),
        (number, "") => parts.push(format!("{number} Free Actions")),
        (_, text) => parts.push(format!("Free Action: {text}")),
    }
    parts.join(", ")
}

fn feet(verb: &str, feet: i64) -> String {
    if feet > 0 {
        format!("{verb} {feet} ft")
    } else {
        verb.to_owned()
    }
}

/// Attacks described together where weapon and target are the same: "longsword on Ogre twice".
fn describe_uses(now: &Encounter, uses: &[Use]) -> Vec<String> {
    let mut told: Vec<(String, usize)> = Vec::new();
    for one in uses {
        let text = match (&one.weapon, one.target) {
            (Some(weapon), Some(target)) => format!("{weapon} on {}", now.name(target)),
            (Some(weapon), None) => weapon.clone(),
            (None, _) if one.what.trim().is_empty() => "something else".to_owned(),
            (None, _) => one.what.trim().to_owned(),
        };
        match told.last_mut() {
            Some((last, times)) if *last == text => *times += 1,
            _ => told.push((text, 1)),
        }
    }
    told.into_iter()
        .map(|(text, times)| match times {
            1 => text,
            2 => format!("{text} twice"),
            _ => format!("{text} {times} times"),
        })
        .collect()
}

/// What the declaration costs, line by line, for the form's preview.
pub fn describe_costs(now: &Encounter, who: Id, plan: &Plan) -> Vec<String> {
    let mut lines = Vec::new();
    let one = fighter(now, who);
    if matches!(
        plan.action,
        MainAction::Attack | MainAction::Other | MainAction::PickUp
    ) {
        let left = plan.attacks_left(now, who);
        let dice: Vec<String> = (1..=left)
            .map(|number| die(now, number).to_string())
            .collect();
        let mut line = match left {
            0 => "no attack is left".to_owned(),
            1 => format!("1 attack ({})", dice.join(", ")),
            _ => format!("{left} attacks ({})", dice.join(", ")),
        };
        let losses = plan.losses(now, who);
        if !losses.is_empty() {
            let lost: Vec<String> = losses
                .iter()
                .map(|(what, number)| format!("{number} {what}"))
                .collect();
            line.push_str(&format!(
                " of {}; lost: {}",
                one.attacks_per_round(),
                lost.join(", ")
            ));
        }
        lines.push(line);
    }
    let rolls = matches!(
        plan.action,
        MainAction::Attack | MainAction::Other | MainAction::PickUp | MainAction::Spell
    );
    let spell = one
        .spell(&plan.spell)
        .filter(|_| plan.action == MainAction::Spell);
    if let Some(spell) = spell {
        let time = match spell.takes(now) {
            Casting::OneRound => "one round: starts on 10, released on -5".to_owned(),
            Casting::Counts(time) => format!("released {} after its start", counted(time, "count")),
        };
        lines.push(time);
        if one.fixed_start(spell) {
            lines.push("starts on count 10 without a roll".to_owned());
        }
        lines.push("no DEF from DEX, skill and shield while casting: cover helps".to_owned());
    }
    if rolls && !spell.is_some_and(|spell| one.fixed_start(spell)) {
        lines.push(format!("initiative {}", signed(&plan.initiative(now, who))));
    }
    if let Some(arrival) = plan.arrival(now, who, 10)
        && arrival < 10
    {
        lines.push(format!("nothing before count {arrival}: on its way"));
    }
    if plan.movement == Movement::Run {
        lines.push("SC -25".to_owned());
    }
    if plan.movement == Movement::Still {
        lines.push("DEF -20 and Luck saves -20 all round".to_owned());
    }
    if plan.defending > 0 {
        lines.push(format!(
            "SC -{} on all attacks, DEF +{} in melee",
            plan.defending,
            plan.defending / 2
        ));
    }
    if matches!(plan.action, MainAction::Full | MainAction::Desperate) {
        let rank = one.weapon(&plan.guard).map_or(0, |weapon| weapon.rank());
        lines.push(format!(
            "DEF +{} in melee, no attack and no free attack",
            plan.guard_bonus(rank)
        ));
    }
    if plan.aims {
        let line = if plan.attacks_left(now, who) == 0 {
            "the aim is kept for the next round's first shot; no DEF from DEX and skill, +10 to be hit"
        } else {
            "+15 on shots; no DEF from DEX and skill, +10 to be hit"
        };
        lines.push(line.to_owned());
    }
    if plan.action == MainAction::PickUp {
        lines.push(
            "DEF -15 all round; a DEX roll first: 1x leaves one attack, 4x the weapon".to_owned(),
        );
    }
    if plan.readies_shield {
        lines.push("the shield counts from count 5 on".to_owned());
    }
    if plan.potion != Potion::None {
        lines.push("the potion works on count 5".to_owned());
    }
    lines
}

/// "+2 modifier - 5 move = -3".
fn signed(tally: &Tally) -> String {
    if tally.is_empty() {
        return "+0".to_owned();
    }
    let text = tally.to_string();
    if text.starts_with('-') {
        text
    } else {
        format!("+{text}")
    }
}
