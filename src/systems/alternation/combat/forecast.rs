//! Forecast of an attack in one line: dice, chance and armour (`ALT-03`, `ALT-05`, `ALT-92`).

use super::attack::{Aim, Attack};
use super::checks::save_chance;
use super::wounds::critical;
use crate::systems::alternation::sheet::options::{ImpairedDamage, Options};
use crate::systems::alternation::sheet::schema::Attribute;
use crate::systems::alternation::sheet::tables::BySize;
use crate::systems::alternation::state::fighter::{Fighter, armour_told, steps_up};
use crate::systems::alternation::state::sides::{helpless, standing};
use crate::systems::prelude::*;

/// Returns the forecast for one target, in one line for the form.
pub fn forecast(now: &Encounter, attack: &Attack, aim: &Aim) -> String {
    let fighter = Fighter::of(now, aim.target);
    let name = now.name(aim.target);
    let Some(weapon) = attack.means.weapon() else {
        if steps_up(now, aim.target, attack.by) > 0 || helpless(now, aim.target) {
            return format!("{name}: no save possible");
        }
        let need = fighter.attribute(Attribute::Str);
        let chance = save_chance(now, aim.target, Attribute::Str);
        return format!("{name}: STR save {need}, {chance}%");
    };
    if aim.death_blow {
        return format!("{name}: dies");
    }
    let dice = Dice::new(attack.dice_on(now, weapon, aim), weapon.sides());
    let (suffered, out) = likely(now, attack, aim, &dice);
    let mut line = format!("{name}: {}", thrown(now, attack, &dice));
    let divisor = divisor(now, attack, aim.target);
    if divisor > 1 {
        line.push_str(&format!(", divided by {divisor} for size"));
    }
    let armour = armour_told(now, aim.target, aim.cover.counts()).show(now);
    let health = fighter.health();
    line.push_str(&format!(" vs {armour}, health {health}"));
    if attack.stunt {
        return line;
    }
    line.push_str(&format!("; about {suffered:.1} damage"));
    if out > 0.0 && standing(now, aim.target) {
        line.push_str(&format!(", {:.0}% to take out", 100.0 * out));
    }
    line
}

/// Describes the damage dice, changed if the attack is impaired (`ALT-05`).
fn thrown(now: &Encounter, attack: &Attack, dice: &Dice) -> String {
    if !attack.impaired(now) {
        return dice.to_string();
    }
    match Options::of(now).impaired_damage() {
        ImpairedDamage::LowestOfTwo => format!("the lower of two {dice} (impaired)"),
        ImpairedDamage::HalfUp => format!("half of {dice} (impaired)"),
        ImpairedDamage::FourSided => {
            let count = u32::try_from(dice.count()).unwrap_or(1);
            format!("{} (impaired)", Dice::new(count, 4))
        }
    }
}

/// Returns the expected result of a hit: average damage, and the chance from 0 to 1 that it incapacitates or kills
/// the target.
fn likely(now: &Encounter, attack: &Attack, aim: &Aim, dice: &Dice) -> (f64, f64) {
    let how = Options::of(now).impaired_damage();
    let sides = if attack.impaired(now) && how == ImpairedDamage::FourSided {
        4
    } else {
        dice.sides_of(0)
    };
    let odds = Dice::new(u32::try_from(dice.count()).unwrap_or(1), sides).odds();
    let fighter = Fighter::of(now, aim.target);
    let (health, most) = (fighter.health(), fighter.max_health());
    let (mut mean, mut out) = (0.0, 0.0);
    for (total, chance) in odds.iter() {
        let (rolled, chance) = match how {
            _ if !attack.impaired(now) => (total, chance),
            ImpairedDamage::FourSided => (total, chance),
            ImpairedDamage::HalfUp => ((total + 1) / 2, chance),
            ImpairedDamage::LowestOfTwo => {
                let (from, above) = (odds.at_least(total), odds.at_least(total + 1));
                (total, from * from - above * above)
            }
        };
        let (_, suffered) = reduce(now, attack, aim, rolled);
        mean += chance * suffered as f64;
        if suffered > 0 && (suffered >= health || critical(now, suffered, health, most)) {
            out += chance;
        }
    }
    (mean, out)
}

/// Returns the average damage in hundredths of health, based on the first die; an impaired attack counts half.
pub fn mean(now: &Encounter, attack: &Attack, aim: &Aim) -> i64 {
    let Some(weapon) = attack.means.weapon() else {
        return 0;
    };
    let sides = i64::from(weapon.sides().max(1));
    let others = (i64::from(attack.dice_on(now, weapon, aim)) - 1).max(0) * (sides + 1) / 2;
    let halved = attack.impaired(now);
    let suffered = (1..=sides).map(|face| {
        let rolled = face + others;
        let rolled = if halved { (rolled + 1) / 2 } else { rolled };
        reduce(now, attack, aim, rolled).1
    });
    100 * suffered.sum::<i64>() / sides
}

/// Returns a total reduced by size, and the same total reduced by armour too.
pub fn reduce(now: &Encounter, attack: &Attack, aim: &Aim, rolled: i64) -> (i64, i64) {
    let divisor = divisor(now, attack, aim.target);
    let before_armour = (rolled + divisor - 1) / divisor;
    let armour = Fighter::of(now, aim.target).armour_value(aim.cover.counts());
    (before_armour, (before_armour - armour).max(0))
}

/// Returns the divisor of a smaller attacker's damage (`ALT-92`, `ALT-95`).
pub fn divisor(now: &Encounter, attack: &Attack, target: Id) -> i64 {
    if attack.means.blast() {
        1
    } else {
        BySize::of(now, steps_up(now, attack.by, target).max(0)).divide()
    }
}
