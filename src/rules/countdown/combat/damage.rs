//! What a hit does: natural 20, damage, conditions (17.0.3, 17.0.15). Results are booked.

use crate::dice::Dice;
use crate::encounter::{Condition, Encounter, Id, Resolver, Roll, Rolled, Step};
use crate::note;
use crate::say;
use crate::tally::Tally;

use super::circumstances::Purpose;
use super::strike::Strike;
use super::{pending, wounds};
use crate::rules::countdown::sheet::conditions::is;
use crate::rules::countdown::sheet::options::{CritModifiers, Options};
use crate::rules::countdown::sheet::tables::{Affliction, Damage, NaturalTwenty};
use crate::rules::countdown::state::fighter::fighter;
use crate::rules::countdown::state::pending::Wound;

/// The roll after a natural 20 (CTD-90, T-3): which damage, and whether T-4 follows.
pub fn critical(
    cx: &mut Resolver<'_>,
    strike: &Strike,
    attack: &Roll,
    rolled: &Rolled,
) -> Step<(Damage, bool)> {
    let bonus = match Options(&cx.now().options).crit_modifiers() {
        CritModifiers::Full => attack.bonus.clone().plus("GM", rolled.adjusted),
        CritModifiers::AbilityOnly => {
            let one = fighter(cx.now(), strike.by);
            if strike.weapon.ranged() {
                Tally::new().plus("DEX", one.dex_mod())
            } else {
                Tally::new().plus("STR", one.str_mod())
            }
        }
        CritModifiers::None => Tally::new(),
    };
    let title = say!(
        cx.now(),
        "Natural 20! How hard does {} strike {}?",
        cx.name(strike.by),
        cx.name(strike.target)
    );
    let roll = Roll::new("critical", attack.who, "natural 20", Dice::d(20))
        .high()
        .bonus(bonus)
        .title(title)
        .hint("10 or less regular, 11 maximum, 16 critical, 20 critical and a condition");
    let total = cx.roll(roll)?.total;
    let row = NaturalTwenty::of(cx.now(), total);
    let (damage, extra, text) = (row.damage(), row.condition(), row.text().to_owned());
    cx.note(&[], text);
    Ok((damage, extra))
}

/// The damage of a hit (CTD-85 to CTD-88) is rolled and booked.
pub fn hurt(cx: &mut Resolver<'_>, strike: &Strike, damage: Damage, actor: Id) -> Step<()> {
    if let Some(why) = strike.harmless(cx.now()) {
        note!(cx, &[strike.target], "No damage: {why}.");
        return Ok(());
    }
    let flat = flat_damage(cx.now(), strike);
    let rolled = roll_damage(cx, strike, &strike.weapon.damage(), &flat, damage)?;
    let amount = final_damage(strike, rolled);
    deal(cx, strike, amount, actor);
    Ok(())
}

/// What is added to the damage dice, once (CTD-85 to CTD-87).
fn flat_damage(now: &Encounter, strike: &Strike) -> Tally {
    let one = fighter(now, strike.by);
    let strength = if strike.weapon.str_to_damage() {
        one.str_mod()
    } else {
        0
    };
    Tally::new()
        .plus("", strike.weapon.damage_flat())
        .plus("STR", strength)
        .plus("magic", strike.weapon.magic_bonus())
}

/// Damage dice with what is added to them, at least 1 (CTD-04, CTD-88).
pub fn roll_damage(
    cx: &mut Resolver<'_>,
    strike: &Strike,
    dice: &Dice,
    flat: &Tally,
    damage: Damage,
) -> Step<i64> {
    let who = (strike.purpose != Purpose::Stray).then_some(strike.by);
    let most = dice.most();
    let total = match damage {
        Damage::Maximum => {
            let total = most + flat.total();
            note!(
                cx,
                &[],
                "Damage {} = {total}.",
                flat_text(most, "at most", flat)
            );
            total
        }
        Damage::Regular | Damage::Critical => {
            let mut bonus = Tally::new();
            if damage == Damage::Critical {
                bonus.add("maximum", most);
            }
            for part in &flat.parts {
                bonus.add(part.label.clone(), part.value);
            }
            let title = say!(
                cx.now(),
                "{}: {}, damage to {}",
                cx.name(strike.by),
                strike.weapon.name(),
                cx.name(strike.target)
            );
            let roll = Roll::new("damage", who, "damage", dice.clone())
                .high()
                .bonus(bonus)
                .title(title)
                .hint(factors(strike).join(", "));
            cx.roll(roll)?.total
        }
    };
    if total < 1 {
        cx.note(&[], "At least 1.");
    }
    Ok(total.max(1))
}

fn flat_text(first: i64, label: &'static str, flat: &Tally) -> String {
    let mut tally = Tally::new().always(label, first);
    for part in &flat.parts {
        tally.add(part.label.clone(), part.value);
    }
    tally.sum_text()
}

/// Doubled by a charge or a braced weapon, halved by the flat, at least 1 again (CTD-03, CTD-67, CTD-71, CTD-88,
/// CTD-147).
fn final_damage(strike: &Strike, rolled: i64) -> i64 {
    let doubled = match strike.purpose {
        Purpose::Charge | Purpose::Braced => rolled * 2,
        _ => rolled,
    };
    if strike.flat() {
        (doubled / 2).max(1)
    } else {
        doubled
    }
}

/// By what the damage is doubled and halved, in words.
fn factors(strike: &Strike) -> Vec<&'static str> {
    let doubled = match strike.purpose {
        Purpose::Charge => Some("doubled by the charge"),
        Purpose::Braced => Some("doubled by the braced weapon"),
        _ => None,
    };
    let halved = strike.flat().then_some("halved by the flat");
    doubled.into_iter().chain(halved).collect()
}

/// Books the damage; fists on mail hurt the fist (CTD-161).
fn deal(cx: &mut Resolver<'_>, strike: &Strike, amount: i64, actor: Id) {
    let recoils = strike.recoils(cx.now());
    let victim = if recoils { strike.by } else { strike.target };
    let kind = if strike.subdual() { " non-lethal" } else { "" };
    let factors: String = factors(strike)
        .iter()
        .map(|one| format!(", {one}"))
        .collect();
    let text = if recoils {
        format!(
            "The metal armor throws it back: {amount}{kind} on {}.",
            cx.name(victim)
        )
    } else {
        format!("{amount}{kind} on {}{factors}.", cx.name(victim))
    };
    cx.note(&[victim], text);
    let cause = if recoils {
        format!("own {} on metal", strike.weapon.name())
    } else {
        format!("{}'s {}", cx.name(strike.by), strike.weapon.name())
    };
    let wound = Wound {
        amount,
        subdual: strike.subdual(),
        provoked: strike.purpose.reaction() && victim == actor,
        cause,
        by: (!recoils).then_some(strike.by),
    };
    pending::add_wound(cx, victim, wound);
}

/// The d4 of T-4: disarmed, shaken, prone or blinded (CTD-91 to CTD-95). Booked.
pub fn stroke_of_luck(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<()> {
    let who = (strike.purpose != Purpose::Stray).then_some(strike.by);
    let title = say!(cx.now(), "What befalls {} besides?", cx.name(strike.target));
    let roll = Roll::new("critical-condition", who, "condition", Dice::d(4))
        .title(title)
        .hint("1 disarmed, 2 shaken, 3 prone, 4 blinded");
    let Rolled { total, .. } = cx.roll(roll)?;
    let key = Affliction::of(cx.now(), total).condition().to_owned();
    let options = Options(&cx.now().options);
    let rounds = match is::named(&key) {
        Some(is::SHAKEN) => options.shaken_rounds(),
        Some(is::BLINDED) => options.blinded_rounds(),
        _ => 0,
    };
    let mut condition = Condition::named(&key).by(strike.by);
    if rounds > 0 {
        condition = condition.ends(wounds::for_rounds(cx.now(), rounds));
    }
    note!(
        cx,
        &[strike.target],
        "{} will be {key}.",
        cx.name(strike.target)
    );
    let provoked = strike.purpose.reaction() && strike.target == actor;
    pending::add_condition(cx, strike.target, condition, provoked);
    Ok(())
}
