//! Damage of a hit (SPL-70, SPL-76, SPL-77).

use crate::resolver::Rolled;
use crate::systems::prelude::*;

use super::strike::Strike;
use crate::systems::split_round::says::{self, Says};
use crate::systems::split_round::sheet::options::{CritMultiplies, Options};
use crate::systems::split_round::sheet::tables::Multiplier;
use crate::systems::split_round::sheet::weapon::Weapon;

/// Factors of the damage dice.
#[derive(Clone, Copy, Debug)]
pub struct Blow {
    /// True if the sneak dice count.
    pub sneak: bool,
    /// Multiplier of the damage (SPL-76, SPL-98).
    pub times: i64,
    /// Number of times the damage is halved, besides a sprain (SPL-70).
    pub halves: u32,
}

impl Blow {
    pub const PLAIN: Blow = Blow {
        sneak: false,
        times: 1,
        halves: 0,
    };
}

/// Rolls the multiplier of a critical hit, a d20 without modifiers (SPL-76, SPL-78).
pub fn multiplier(cx: &mut Resolver<'_>, by: Id) -> Step<i64> {
    let title = say!(
        cx.now(),
        "{} scores a critical hit: d20 for the multiplier",
        cx.name(by)
    );
    let roll = Roll::new("multiplier", by, Says::CriticalRoll {}, Dice::d(20)).high();
    let roll = roll.told(Says::CriticalTold { by });
    let roll = roll.title(title).hint(bands(cx.now()));
    let rolled = cx.roll(roll)?;
    let times = Multiplier::of(cx.now(), rolled.total).times();
    cx.note(Says::TimesDamage { by, times });
    Ok(times)
}

/// Formats the multipliers by result: "1-3 x1, 4-12 x2" (T3).
fn bands(now: &Encounter) -> String {
    let times = |face: &i64| Multiplier::of(now, *face).times();
    let faces: Vec<i64> = (1..=20).collect();
    let bands = faces.chunk_by(|one, next| times(one) == times(next));
    let bands = bands.map(|band| match band {
        [face] => format!("{face} x{}", times(face)),
        faces => format!(
            "{}-{} x{}",
            faces[0],
            faces[faces.len() - 1],
            times(&faces[0])
        ),
    });
    bands.collect::<Vec<String>>().join(", ")
}

/// Returns a note about the reduced damage of a damaged weapon.
fn worn(penalty: i64, weapon: &Weapon) -> String {
    format!(
        "{penalty} less damage because the {} is damaged",
        weapon.name()
    )
}

/// Rolls the damage of an attack, which is equal for all targets hit, without applying the damage (SPL-70, SPL-73).
pub fn of(cx: &mut Resolver<'_>, strike: &Strike, victims: &[Id], blow: Blow) -> Step<i64> {
    let weapon = strike.weapon.again(cx.now(), strike.by);
    let sneak = weapon.sneak_damage().filter(|_| blow.sneak);
    let dice = with(weapon.damage(), sneak);
    let (penalty, halves) = (
        weapon.damage_penalty(),
        blow.halves + u32::from(weapon.sprained()),
    );
    let by = match blow.times {
        1 => String::new(),
        times => format!(" x{times}"),
    };
    // The targets of a spell may still save.
    let title = if weapon.is_spell() {
        say!(
            cx.now(),
            "{}, {}: damage{by}",
            cx.name(strike.by),
            weapon.name()
        )
    } else {
        say!(
            cx.now(),
            "{} hits {}: damage{by}",
            cx.name(strike.by),
            cx.now().crowd(victims)
        )
    };
    let halved = say!(cx.now(), "{}", says::halved(halves.into()));
    let hint = match (penalty > 0, halves > 0) {
        (true, true) => say!(cx.now(), "{}, {halved}", worn(penalty, &weapon)),
        (true, false) => say!(cx.now(), "{}", worn(penalty, &weapon)),
        (false, _) => halved,
    };
    let name = || weapon.name().to_owned().into();
    let what = Says::DamageRoll { weapon: name() };
    let told = Says::DamageTold { weapon: name() };
    let roll = Roll::new("damage", strike.by, what, dice).told(told);
    let roll = roll.about_all(victims).title(title).hint(hint);
    let roll = if victims == [strike.by] {
        roll
    } else {
        roll.high()
    };
    let flat = roll.dice.modifier();
    let rolled = cx.roll(roll)?;
    let total = multiplied(cx, &rolled, flat, penalty, blow.times);
    let (total, whole) = (total >> halves.min(16), total);
    if penalty > 0 {
        cx.note(Says::LessDamage {
            by: strike.by,
            penalty,
            weapon: name(),
        });
    }
    if blow.times != 1 {
        let dice = Options::of(cx.now()).crit_multiplies() == CritMultiplies::Dice;
        cx.note(Says::Multiplied {
            whom: victims.to_vec(),
            times: blow.times,
            dice_only: dice && (flat != 0 || penalty > 0),
            total: whole,
        });
    }
    if halves > 0 {
        cx.note(Says::Halved {
            whom: victims.to_vec(),
            whole,
            halves: halves.into(),
            total,
        });
    }
    let least = Options::of(cx.now()).minimum_damage();
    if total < least {
        let whom = victims.to_vec();
        cx.note(Says::Minimum { whom, least });
    }
    Ok(total.max(least))
}

/// Returns the total of dice, bonus and penalty of a damage roll, multiplied for a critical hit (SPL-70, SPL-77).
pub fn multiplied(cx: &Resolver<'_>, rolled: &Rolled, flat: i64, penalty: i64, times: i64) -> i64 {
    match Options::of(cx.now()).crit_multiplies() {
        CritMultiplies::Total => (rolled.total - penalty).max(0) * times,
        CritMultiplies::Dice => {
            let dice = rolled.total - flat - rolled.adjusted;
            (dice * times + flat + rolled.adjusted - penalty).max(0)
        }
    }
}

/// Combines dice with additional dice.
fn with(dice: Dice, more: Option<Dice>) -> Dice {
    let both = more.and_then(|more| Dice::parse(&format!("{dice}+{more}")).ok());
    both.unwrap_or(dice)
}
