//! Attack rolls and hits (SPL-54, SPL-57, SPL-69, SPL-71, SPL-76, SPL-83, SPL-84).

use super::damage::{self, Blow};
use super::edge::Edge;
use super::strike::{Purpose, Strike, Thrown};
use super::{edge, wounds};
use crate::systems::prelude::*;
use crate::systems::split_round::says::Says;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::options::Options;
use crate::systems::split_round::state::fighter::fighter;

impl Strike {
    /// Returns the modifiers of the d20, except the GM's modifier (SPL-23, SPL-54).
    pub fn bonus(&self) -> Tally {
        let charge = i64::from(self.purpose == Purpose::Charge);
        Tally::new()
            .plus_named(self.weapon.name(), self.weapon.attack_mod())
            .plus("charge", charge)
    }

    /// Returns the cause of the damage for the log.
    pub fn cause(&self) -> Says {
        Says::HitBy {
            by: self.by,
            with: self.weapon.name().to_owned().into(),
        }
    }

    /// Returns the reasons for advantage and disadvantage (SPL-57).
    pub fn edge(&self, now: &Encounter) -> Edge {
        edge::attack(now, self.by, self.target, &self.weapon)
    }

    /// Creates the d20 roll, with its modifiers and its target number (SPL-54, SPL-57, SPL-69).
    pub fn roll(&self, now: &Encounter, key: &'static str) -> Roll {
        let edge = self.edge(now);
        let bonus = self.bonus().plus("GM", self.adjust);
        let ac = fighter(now, self.target).ac();
        let more = i64::from(!Options::of(now).meets_ac_hits());
        let (by, target) = (self.by, self.target);
        let weapon = || self.weapon.name().to_owned().into();
        let what = Says::AttackRoll {
            target,
            weapon: weapon(),
        };
        let told = Says::AttackTold {
            by,
            target,
            weapon: weapon(),
        };
        let roll = Roll::new(key, by, what, edge.dice())
            .told(told)
            .bonus(bonus)
            .at_least(ac + more)
            .against("AC")
            .hint(edge.why())
            .words("hit", "miss")
            .always(1, 1, false);
        match u32::try_from(self.weapon.crit_min()) {
            Ok(least @ 2..=20) => roll.always(least, 20, true),
            _ => roll,
        }
    }
}

/// Rolls multiplier and damage of a hit and applies them immediately (SPL-71, SPL-76).
pub fn land(cx: &mut Resolver<'_>, strike: &Strike, thrown: Thrown) -> Step<i64> {
    let victim = strike.target;
    let times = if strike.critical(thrown) {
        damage::multiplier(cx, strike.by)?
    } else {
        1
    };
    let blow = Blow {
        sneak: strike.sneak,
        times,
        ..Blow::PLAIN
    };
    let amount = damage::of(cx, strike, &[victim], blow)?;
    if !cx.now().allied(strike.by, victim) {
        // Rattled ends with the next hit on an opponent (SPL-119).
        cx.lose(strike.by, is::RATTLED, Says::Rattled {}, Says::AHit {});
    }
    wounds::suffer(cx, victim, amount, strike.cause())?;
    Ok(amount)
}

/// Makes the second attack roll after a fumble, against the wrong target. The roll has the same modifiers but no sneak
/// dice, and a natural 1 is a plain miss (SPL-83, SPL-84, SPL-107). Returns true on a hit.
pub fn second(cx: &mut Resolver<'_>, strike: &Strike, victim: Id) -> Step<bool> {
    let stray = Strike {
        target: victim,
        sneak: false,
        ..strike.clone()
    };
    let roll = stray.roll(cx.now(), "stray");
    let edge = stray.edge(cx.now());
    let rolled = cx.roll(roll)?;
    edge::tell(cx, strike.by, &edge);
    edge::spent(cx, strike.by);
    let thrown = Thrown {
        natural: rolled.natural.into(),
        total: rolled.total,
    };
    let hit = stray.hits(cx.now(), victim, thrown);
    cx.struck(stray.by, victim, hit);
    if hit {
        land(cx, &stray, thrown)?;
    }
    Ok(hit)
}
