//! A declaration in words: what is declared, and what it costs, line by line.

use crate::encounter::{Encounter, Id, Words as _};
use crate::tally::Tally;
use crate::text::counted;

use crate::rules::segments::sheet::{Casting, fighter};
use crate::rules::segments::state::{MainAction, Movement, Plan, Potion, Use, die};

/// What is declared, in words.
pub fn describe(now: &Encounter, who: Id, plan: &Plan) -> String {
    let mut parts: Vec<String> = Vec::new();
    if plan.movement == Movement::Still {
        parts.push("no movement at all".to_owned());
    }
    if plan.moves() {
        let verb = plan.gait().verb();
        parts.push(match plan.distance {
            ..=0 => verb.to_owned(),
            feet => format!("{verb} {feet} ft"),
        });
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
        MainAction::PickUp => {
            let name = plan.use_of(fighter(now, who), 1).weapon.unwrap_or_default();
            parts.push(format!("picks up the {name}"));
        }
        MainAction::Move | MainAction::Withdraw => {}
        MainAction::Hold => parts.push("holds for a spell".to_owned()),
        MainAction::Full | MainAction::Desperate | MainAction::Nothing => {
            parts.push(plan.action.label().to_owned());
        }
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
    match plan.free_text.trim() {
        _ if plan.free_actions == 0 => {}
        "" => parts.push(plan.free()),
        text => parts.push(format!("Free Action: {text}")),
    }
    parts.join(", ")
}

/// Attacks described together where weapon and target are the same: "longsword on Ogre twice".
fn describe_uses(now: &Encounter, uses: &[Use]) -> Vec<String> {
    let mut told: Vec<(String, usize)> = Vec::new();
    for one in uses {
        let text = match one.target.filter(|_| one.weapon.is_some()) {
            Some(target) => format!("{} on {}", one.called(), now.name(target)),
            None => one.called().to_owned(),
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
    let attacks = matches!(
        plan.action,
        MainAction::Attack | MainAction::Other | MainAction::PickUp
    );
    let left = plan.attacks_left(now, who);
    if attacks {
        lines.push(describe_left(now, who, plan, left));
    }
    let casts = plan.action == MainAction::Spell;
    let spell = one.spell(&plan.spell).filter(|_| casts);
    let fixed = spell.is_some_and(|spell| one.fixed_start(spell));
    if let Some(spell) = spell {
        lines.push(match spell.takes(now) {
            Casting::OneRound => "one round: starts on 10, released on -5".to_owned(),
            Casting::Counts(time) => format!("released {} after its start", counted(time, "count")),
        });
    }
    let mut say = |so: bool, line: &str| {
        if so {
            lines.push(line.to_owned());
        }
    };
    say(fixed, "starts on count 10 without a roll");
    say(
        spell.is_some(),
        "no DEF from DEX, skill and shield while casting: cover helps",
    );
    let initiative = signed(&plan.initiative(now, who));
    say(
        (attacks || casts) && !fixed,
        &format!("initiative {initiative}"),
    );
    let arrival = plan.arrival(now, who, 10).unwrap_or(10);
    say(
        arrival < 10,
        &format!("nothing before count {arrival}: on its way"),
    );
    say(plan.movement == Movement::Run, "SC -25");
    say(
        plan.movement == Movement::Still,
        "DEF -20 and Luck saves -20 all round",
    );
    let (given, gained) = (plan.defending, plan.defending / 2);
    say(
        given > 0,
        &format!("SC -{given} on all attacks, DEF +{gained} in melee"),
    );
    if let Some((_, bonus)) = plan.guarded(one) {
        say(
            true,
            &format!("DEF +{bonus} in melee, no attack and no free attack"),
        );
    }
    let aimed = match left {
        0 => "the aim is kept for the next round's first shot",
        _ => "+15 on shots",
    };
    let aimed = format!("{aimed}; no DEF from DEX and skill, +10 to be hit");
    say(plan.aims, &aimed);
    let stoops = "DEF -15 all round; a DEX roll first: 1x leaves one attack, 4x the weapon";
    say(plan.action == MainAction::PickUp, stoops);
    say(plan.readies_shield, "the shield counts from count 5 on");
    say(plan.potion != Potion::None, "the potion works on count 5");
    lines
}

/// How many attacks are left and with which dice, and what took the others.
fn describe_left(now: &Encounter, who: Id, plan: &Plan, left: i64) -> String {
    let dice: Vec<String> = (1..=left).map(|one| die(now, one).to_string()).collect();
    let mut line = match left {
        0 => "no attack is left".to_owned(),
        _ => format!("{} ({})", counted(left, "attack"), dice.join(", ")),
    };
    let losses = plan.losses(now, who).into_iter();
    let lost: Vec<String> = losses.map(|(what, n)| format!("{n} {what}")).collect();
    if !lost.is_empty() {
        let full = fighter(now, who).attacks_per_round();
        line.push_str(&format!(" of {full}; lost: {}", lost.join(", ")));
    }
    line
}

/// "+2 modifier - 5 move = -3".
fn signed(tally: &Tally) -> String {
    match tally.to_string() {
        _ if tally.is_empty() => "+0".to_owned(),
        text if text.starts_with('-') => text,
        text => format!("+{text}"),
    }
}
