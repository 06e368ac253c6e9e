//! Text of a declaration: its content and its costs, line by line.

use crate::dice::Tally;
use crate::encounter::Encounter;
use crate::text::counted;
use crate::values::{Id, Words as _};

use crate::systems::segments::sheet::Casting;
use crate::systems::segments::state::MainAction::{
    Attack, Desperate, Full, Hold, Move, Nothing, Other, PickUp, Spell, Withdraw,
};
use crate::systems::segments::state::{Movement, Plan, Potion, Use, die, fighter};

/// Returns the text of a declaration.
pub fn describe(now: &Encounter, who: Id, plan: &Plan) -> String {
    let uses = plan.uses(now, who);
    let does = match plan.action {
        Attack | Other if !uses.is_empty() => describe_uses(now, &uses),
        Attack | Other if plan.aims => "aims for the next round".to_owned(),
        Attack | Other => "no attack left".to_owned(),
        Spell if plan.spell_targets.is_empty() => format!("casts {}", plan.spell),
        Spell => format!("casts {} on {}", plan.spell, now.names(&plan.spell_targets)),
        PickUp => {
            let name = plan.use_of(fighter(now, who), 0).weapon;
            format!("picks up the {}", name.unwrap_or_default())
        }
        Hold => "holds for a spell".to_owned(),
        Full | Desperate | Nothing => plan.action.label().to_owned(),
        Move | Withdraw => String::new(),
    };
    let goes = match (plan.gait().verb(), plan.distance) {
        (verb, ..=0) => verb.to_owned(),
        (verb, feet) => format!("{verb} {feet} ft"),
    };
    let free = match plan.free_text.trim() {
        "" => plan.free(),
        text => format!("Free Action: {text}"),
    };
    let leaves = format!("withdraws from {}", now.names(&plan.leaving));
    let defends = format!("defending with {}", plan.defending);
    let parts = said(&[
        (plan.movement == Movement::Still, "no movement at all"),
        (plan.moves(), &goes),
        (!does.is_empty(), &does),
        (plan.movement == Movement::After, "then moves"),
        (!plan.leaving.is_empty(), &leaves),
        (plan.defending > 0, &defends),
        (plan.aims && !uses.is_empty(), "careful aim"),
        (plan.double_shot, "a Double Shot"),
        (plan.draws, "draws a weapon"),
        (plan.sheathes, "puts a weapon away"),
        (plan.readies_shield, "readies a shield"),
        (plan.potion != Potion::None, "drinks a potion"),
        (plan.free_actions > 0, &free),
    ]);
    parts.join(", ")
}

/// Returns the texts that apply.
fn said(texts: &[(bool, &str)]) -> Vec<String> {
    let so = texts.iter().filter(|(so, _)| *so);
    so.map(|(_, text)| (*text).to_owned()).collect()
}

/// Groups attacks with the same weapon and target: "longsword on Ogre twice".
fn describe_uses(now: &Encounter, uses: &[Use]) -> String {
    let text = |used: &Use| match used.target.filter(|_| used.weapon.is_some()) {
        Some(target) => format!("{} on {}", used.called(), now.name(target)),
        None => used.called().to_owned(),
    };
    let alike = uses.chunk_by(|one, next| text(one) == text(next));
    let told = alike.map(|alike| match (text(&alike[0]), alike.len()) {
        (text, 1) => text,
        (text, 2) => format!("{text} twice"),
        (text, times) => format!("{text} {times} times"),
    });
    Vec::from_iter(told).join(", ")
}

/// Returns the costs of the declaration, line by line, for the form's preview.
pub fn describe_costs(now: &Encounter, who: Id, plan: &Plan) -> Vec<String> {
    let one = fighter(now, who);
    let left = plan.attacks_left(now, who);
    let attacks = matches!(plan.action, Attack | Other | PickUp);
    let spell = one.spell(&plan.spell).filter(|_| plan.action == Spell);
    let takes = spell.map_or_else(String::new, |spell| match spell.takes(now) {
        Casting::OneRound => "one round: starts on 10, released on -5".to_owned(),
        Casting::Counts(time) => format!("released {} after its start", counted(time, "count")),
    });
    let fixed = spell.is_some_and(|spell| one.fixed_start(spell));
    let rolls = (attacks || plan.action == Spell) && !fixed;
    let arrival = plan.arrival(now, who, 10).unwrap_or(10);
    let (given, gained) = (plan.defending, plan.defending / 2);
    let guarded = plan.guarded(one).map(|(_, bonus)| bonus);
    let aimed = match left {
        0 => "the aim is kept for the next round's first shot",
        _ => "+15 on shots",
    };
    let unguarded = "no DEF from DEX, skill and shield while casting: cover helps";
    let initiative = format!("initiative {}", signed(&plan.initiative(now, who)));
    let on_its_way = format!("nothing before count {arrival}: on its way");
    let defends = format!("SC -{given} on all attacks, DEF +{gained} in melee");
    let guards =
        guarded.map(|bonus| format!("DEF +{bonus} in melee, no attack and no free attack"));
    let aims = format!("{aimed}; no DEF from DEX and skill, +10 to be hit");
    let stock_still = "DEF -20 and Luck saves -20 all round";
    let stoops = "DEF -15 all round; a DEX roll first: 1x leaves one attack, 4x the weapon";
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
        (plan.readies_shield, "the shield counts from count 5 on"),
        (plan.potion != Potion::None, "the potion works on count 5"),
    ])
}

/// Returns the number of attacks left with their dice, and the reasons for the lost ones.
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

/// Formats a tally: "+2 modifier - 5 move = -3".
fn signed(tally: &Tally) -> String {
    match tally.to_string() {
        _ if tally.is_empty() => "+0".to_owned(),
        text if text.starts_with('-') => text,
        text => format!("+{text}"),
    }
}
