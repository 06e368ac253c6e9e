//! Effects of a hit: natural 20, damage, conditions (17.0.3, 17.0.15). The effects stay pending until the end of the
//! count.

use crate::dice;
use crate::resolver::Rolled;
use crate::systems::prelude::*;

use super::circumstances::Purpose;
use super::strike::Strike;
use super::{pending, wounds};
use crate::systems::countdown::says::{Factor, Says, Term};
use crate::systems::countdown::sheet::{
    Affliction, CritModifiers, Damage, NaturalTwenty, Options, is,
};
use crate::systems::countdown::state::{Wound, fighter};

/// Rolls the severity of a natural 20 (CTD-90, T-3). Returns the kind of damage, and true if T-4 follows.
pub fn critical(
    cx: &mut Resolver<'_>,
    strike: &Strike,
    attack: &Roll,
    rolled: &Rolled,
) -> Step<(Damage, bool)> {
    let bonus = match Options::of(cx.now()).crit_modifiers() {
        CritModifiers::Full => attack.bonus.clone().plus("GM", rolled.adjusted),
        CritModifiers::AbilityOnly => {
            let (ability, modifier) = strike.ability(cx.now());
            Tally::new().plus(ability, modifier)
        }
        CritModifiers::None => Tally::new(),
    };
    let (name, whom) = (cx.name(strike.by), cx.name(strike.target));
    let title = say!(cx.now(), "Natural 20! How hard does {name} hit {whom}?");
    let roll = Roll::new("critical", attack.who, Says::CriticalRoll {}, Dice::d(20))
        .high()
        .bonus(bonus)
        .title(title)
        .hint("up to 10 regular, 11+ maximum, 16+ critical, 20+ critical and a condition");
    let total = cx.roll(roll)?.total;
    let row = NaturalTwenty::of(cx.now(), total);
    let (damage, extra, text) = (row.damage(), row.condition(), row.text().to_owned());
    cx.note(Says::Critical { text: text.into() });
    Ok((damage, extra))
}

/// Rolls the damage of a hit and records it for the end of the count (CTD-85 to CTD-88). A charge or a braced weapon
/// doubles the damage and the flat of the weapon halves it; the result is at least 1 (CTD-03, CTD-67, CTD-71, CTD-147).
pub fn hurt(cx: &mut Resolver<'_>, strike: &Strike, damage: Damage, actor: Id) -> Step<()> {
    if let Some(why) = strike.harmless(cx.now()) {
        let target = strike.target;
        cx.note(Says::NoDamage { target, why });
        return Ok(());
    }
    let strength = if strike.weapon.str_to_damage() {
        fighter(cx.now(), strike.by).str_mod()
    } else {
        0
    };
    let flat = Tally::new()
        .plus("", strike.weapon.damage_flat())
        .plus("STR", strength)
        .plus("magic", strike.weapon.magic_bonus());
    let mut amount = roll_damage(cx, strike, strike.weapon.damage(), &flat, damage)?;
    if strike.purpose.doubles() {
        amount *= 2;
    }
    if strike.flat() {
        amount = (amount / 2).max(1);
    }
    deal(cx, strike, amount, actor);
    Ok(())
}

/// Rolls damage dice and adds the bonuses once (CTD-85 to CTD-87). The result is at least 1 (CTD-04, CTD-88).
pub fn roll_damage(
    cx: &mut Resolver<'_>,
    strike: &Strike,
    dice: Dice,
    flat: &Tally,
    damage: Damage,
) -> Step<i64> {
    let most = dice.most();
    let with_flat = |mut sum: Tally| {
        sum.parts.extend(flat.parts.iter().cloned());
        sum
    };
    let total = if damage == Damage::Maximum {
        let (total, sum) = (most + flat.total(), Tally::new().always("maximum", most));
        let term = |one: &dice::Term| Term::Of {
            value: one.value,
            label: one.label.clone(),
        };
        let terms = Commas(with_flat(sum).parts.iter().map(term).collect());
        cx.note(Says::MaximumDamage { terms, total });
        total
    } else {
        let sum = Tally::new().plus_if(damage == Damage::Critical, "maximum", most);
        let (name, weapon) = (cx.name(strike.by), strike.weapon.name());
        let whom = cx.name(strike.target);
        let title = say!(cx.now(), "{name} hits {whom} with {weapon}: damage");
        let roll = Roll::new("damage", strike.thrower(), Says::DamageRoll {}, dice)
            .high()
            .about(strike.target)
            .bonus(with_flat(sum))
            .title(title)
            .hint(say!(cx.now(), "{}", factors(strike).show(cx.now())));
        cx.roll(roll)?.total
    };
    if total < 1 {
        cx.note(Says::DamageAtLeastOne {});
    }
    Ok(total.max(1))
}

/// Returns the factors that double and halve the damage.
fn factors(strike: &Strike) -> Commas<Factor> {
    let doubled = match strike.purpose {
        Purpose::Charge => Some(Factor::Charge),
        Purpose::Braced => Some(Factor::Braced),
        _ => None,
    };
    let halved = strike.flat().then_some(Factor::Flat);
    Commas(doubled.into_iter().chain(halved).collect())
}

/// Records the damage to the target. Bare fists on metal armour hurt the attacker instead (CTD-161).
fn deal(cx: &mut Resolver<'_>, strike: &Strike, amount: i64, actor: Id) {
    let (recoils, subdual) = (strike.recoils(cx.now()), strike.subdual());
    let who = if recoils { strike.by } else { strike.target };
    cx.note(if recoils {
        Says::FistsHurt {
            who,
            amount,
            subdual,
        }
    } else {
        Says::WillTake {
            who,
            amount,
            subdual,
            factors: factors(strike),
        }
    });
    let wound = Wound {
        amount,
        subdual,
        provoked: strike.purpose.reaction() && who == actor,
        by: (!recoils).then_some(strike.by),
        with: strike.weapon.name().to_owned(),
        ..Wound::default()
    };
    pending::add_wound(cx, who, wound);
}

/// Rolls the d4 of T-4 and records the condition: disarmed, shaken, prone or blinded (CTD-91 to CTD-95).
pub fn stroke_of_luck(cx: &mut Resolver<'_>, strike: &Strike, actor: Id) -> Step<()> {
    let (target, name) = (strike.target, cx.name(strike.target));
    let title = say!(cx.now(), "Which condition does {name} suffer?");
    let die = Roll::new(
        "critical-condition",
        strike.thrower(),
        Says::CriticalCondition {},
        Dice::d(4),
    );
    let die = die
        .title(title)
        .hint("1 disarmed, 2 shaken, 3 prone, 4 blinded");
    let total = cx.roll(die)?.total;
    let key = Affliction::of(cx.now(), total).condition().to_owned();
    let options = Options::of(cx.now());
    let rounds = match is::named(&key) {
        Some(is::SHAKEN) => options.shaken_rounds(),
        Some(is::BLINDED) => options.blinded_rounds(),
        _ => 0,
    };
    cx.note(Says::WillBe {
        who: target,
        condition: key.clone().into(),
    });
    let ends = wounds::for_rounds(cx.now(), rounds);
    let condition = Condition::named(&key).by(strike.by).ends(ends);
    let provoked = strike.purpose.reaction() && target == actor;
    pending::add_condition(cx, target, condition, provoked);
    Ok(())
}
