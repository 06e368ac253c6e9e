//! Automatic planning of a turn: getting away, healing, a spell, or attacks.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use crate::encounter::Nerve;
use crate::resolver::Draft;
use crate::rules::{Decided, Mind};
use crate::systems::prelude::*;
use crate::values::Value;

use super::standing::{life, stands};
use super::worth;
use crate::systems::split_round::sheet::conditions::is;
use crate::systems::split_round::sheet::schema::{Delivery, StringState, Whereabouts};
use crate::systems::split_round::sheet::weapon::Weapon;
use crate::systems::split_round::state::fighter::{Fighter, fighter};
use crate::systems::split_round::state::other_act::DeedKind;
use crate::systems::split_round::state::plan::{Last, Main};
use crate::systems::split_round::state::turn::{Turn, long};

/// Returns the rows of a plan; empty to keep the defaults.
pub fn plan(mind: &Mind<'_>, who: Id) -> Option<Decided<Draft>> {
    let mut rows = Rows(Draft::new());
    let why = rows.plan(mind, who)?;
    Some(Decided::new(rows.0, why))
}

impl Rows {
    /// Sets the rows and returns the reason.
    fn plan(&mut self, mind: &Mind<'_>, who: Id) -> Option<&'static str> {
        if long(mind.now, who).is_some() {
            return None;
        }
        let rows = self;
        let one = fighter(mind.now, who);
        let enough = mind.had_enough(who, stands, life);
        if enough || bare(&one) {
            away(mind, who, rows);
            return Some(if enough {
                "gives up"
            } else {
                "nothing left to fight with"
            });
        }
        let free = !Turn::of(mind.now, who).bonus_spent && Turn::of(mind.now, who).moved == 0;
        if let Some((spell, target)) = mends(mind, &one).filter(|_| free) {
            cast(rows, spell, target);
            return Some("heals the neediest ally");
        }
        let booked = worth::booked(mind.now, who);
        let target = target(mind, who, &booked, |_| 0)?;
        let arm = arm(mind, &one, target);
        let blows = one.sheet.attacks_per_round();
        let struck = arm.as_ref().map_or(0, |(_, worth)| *worth) * blows;
        if let Some((spell, worth)) = harms(mind, &one, target).filter(|_| free)
            && worth > struck
        {
            cast(rows, spell, target);
            return Some("the spell does the most damage");
        }
        if mends_string(&one, arm.as_ref().map(|(weapon, _)| weapon)) && free {
            rows.word("plan", Main::Other.word());
            rows.word("act", DeedKind::FixString.word());
            return Some("fixes a loose string");
        }
        let (weapon, _) = arm.filter(|_| one.barred(mind.now.round).is_none())?;
        strikes(mind, who, &weapon, target, &booked, rows);
        Some(mind.aims(who))
    }
}

/// Rows that are set so far.
struct Rows(Draft);

impl Rows {
    fn put(&mut self, key: &str, value: Value) {
        self.0.insert(key.to_owned(), value);
    }

    fn word(&mut self, key: &str, word: &str) {
        self.put(key, Value::Word(word.to_owned()));
    }

    fn who(&mut self, key: &str, id: Id) {
        self.put(key, Value::Who(vec![id]));
    }

    fn yes(&mut self, key: &str) {
        self.put(key, Value::Flag(true));
    }
}

fn cast(rows: &mut Rows, spell: String, target: Id) {
    rows.word("plan", Main::Cast.word());
    rows.put("spell", Value::Word(spell));
    rows.who("target", target);
}

/// Plans to get away for good, with opportunity attacks of nearby opponents. A prone combatant stands up first (SPL-33,
/// SPL-39).
fn away(mind: &Mind<'_>, who: Id, rows: &mut Rows) {
    let (now, one) = (mind.now, fighter(mind.now, who));
    rows.word("plan", Main::Nothing.word());
    let left = one.speed() - Turn::of(now, who).moved;
    if one.has(is::PRONE) {
        if Turn::of(now, who).moved == 0 && !Turn::of(now, who).rooted {
            rows.yes("rises");
        }
        return;
    }
    rows.put("feet", Value::Int(left.max(0)));
    let strikes_at = |by: Id, at: Id| {
        let plan = Last::of(now, by).plan.as_ref();
        let mut blows = plan.into_iter().flat_map(|plan| &plan.blows);
        blows.any(|blow| {
            let melee = Weapon::named(now, by, &blow.weapon).is_some_and(|weapon| weapon.melee());
            melee && blow.target == Some(at)
        })
    };
    let near = |foe: Id| {
        let able = crate::systems::split_round::combat::opportunity::unable(now, foe).is_none();
        able && (strikes_at(foe, who) || strikes_at(who, foe))
    };
    let near: Vec<Id> = mind.foes(who, |id| stands(now, id) && near(id)).collect();
    rows.put("leaves", Value::Who(near));
    rows.yes("gone");
}

/// Returns true if the combatant has nothing left to fight with: no weapon, not even a lost one, and no affordable
/// spell.
fn bare(one: &Fighter<'_>) -> bool {
    let mana = one.mana();
    let serves = |weapon: Weapon| match weapon.place() {
        Whereabouts::Hand => weapon.unusable().is_none(),
        Whereabouts::Dropped | Whereabouts::Flown | Whereabouts::Stuck => true,
    };
    let loose = |weapon: Weapon| weapon.string() == StringState::Loose;
    let pays = one.spells().any(|spell| spell.mana_cost() <= mana);
    !pays && !one.weapons().any(serves) && !one.weapons().any(loose)
}

/// Returns a healing spell and the ally who needs it most: first a fallen ally whom the spell would revive, then a
/// badly hurt ally, unless the caster is reckless.
fn mends(mind: &Mind<'_>, one: &Fighter<'_>) -> Option<(String, Id)> {
    let (now, mana) = (mind.now, one.mana());
    let mut spells = one.spells().filter(|spell| spell.mana_cost() <= mana);
    let spell = spells.find(|spell| spell.damage().is_none() && spell.healing().is_some())?;
    let dice = spell.healing()?;
    let nerve = mind.tactics(one.id()).nerve;
    let needs = |id: &Id| {
        let friend = fighter(now, *id);
        let (left, most) = life(now, *id);
        let falls = friend.has(is::DOWN)
            && !friend.has(is::DEAD)
            && 2 * left + dice.least() + dice.most() > 2;
        let part = if nerve == Nerve::Cautious { 2 } else { 3 };
        let hurt = stands(now, *id) && nerve != Nerve::Reckless && part * left <= most;
        falls || hurt
    };
    let friends = now.members(now.get(one.id()).side).filter(needs);
    let neediest = friends.min_by_key(|id| (stands(now, *id), Reverse(life(now, *id).1)))?;
    Some((spell.name().to_owned(), neediest))
}

/// Returns the affordable and legal spell with the most damage per round to a target (SPL-32, SPL-35).
fn harms(mind: &Mind<'_>, one: &Fighter<'_>, target: Id) -> Option<(String, i64)> {
    let (now, mana) = (mind.now, one.mana());
    let barred = one.barred(now.round).is_some();
    let rolls = |delivery| delivery != Delivery::NoRoll;
    let spells = one.spells().filter(|spell| {
        spell.mana_cost() <= mana
            && !one.has(is::BUMPED)
            && !(barred && rolls(spell.delivery()))
            && spell.casting_rounds() < 2
    });
    let told = spells.map(|spell| {
        let worth = worth::spell(now, &spell, target);
        (spell.name().to_owned(), worth)
    });
    told.max_by_key(|(_, worth)| *worth)
        .filter(|(_, worth)| *worth > 0)
}

/// Returns true if fixing a loose string is worth a round, because its weapon is twice as good as the usable weapons
/// (SPL-116).
fn mends_string(one: &Fighter<'_>, arm: Option<&Weapon>) -> bool {
    let at_hand = arm.map_or(0, worth::harm);
    let mut all = one.weapons();
    all.any(|weapon| {
        weapon.string() == StringState::Loose
            && weapon.ammo() != Some(0)
            && worth::harm(&weapon) > 2 * at_hand
    })
}

/// Returns the main-hand weapon with the most damage to a target. A cracked weapon is used only if no other is left,
/// and cautious combatants prefer to shoot (SPL-97).
fn arm(mind: &Mind<'_>, one: &Fighter<'_>, target: Id) -> Option<(Weapon, i64)> {
    let cautious = mind.tactics(one.id()).nerve == Nerve::Cautious;
    let usable = |weapon: &Weapon| !weapon.off_hand() && weapon.unusable().is_none();
    let arms = one.weapons().filter(usable).map(|weapon| {
        let worth = worth::blow(mind.now, &weapon, target);
        (weapon, worth)
    });
    arms.max_by_key(|(weapon, worth)| {
        let afar = if cautious && !weapon.melee() { 2 } else { 1 };
        (!weapon.cracked(), worth * afar)
    })
}

/// Returns the target by the side's tactics. Skips targets that other attacks will fell on average, because a late
/// attack is lost. `booked` is the expected damage by others, `more` the expected damage by the combatant's own earlier
/// attacks.
fn target(
    mind: &Mind<'_>,
    who: Id,
    booked: &BTreeMap<Id, i64>,
    more: impl Fn(Id) -> i64,
) -> Option<Id> {
    let now = mind.now;
    let taken = |id: Id| booked.get(&id).copied().unwrap_or(0) + more(id);
    let left = |id: Id| 100 * mind.left(who, id, life(now, id)) - taken(id);
    let foes: Vec<Id> = mind.foes(who, |id| !fighter(now, id).out()).collect();
    let open = |id: &&Id| left(**id) > 0;
    let among: Vec<Id> = foes.iter().filter(open).copied().collect();
    let among = if among.is_empty() { foes } else { among };
    mind.target(who, among, left)
}

/// Plans attacks, each on a target that will probably still be standing. The first attack of a fight is a charge if the
/// combatant has only one attack. The off hand also attacks. A prone combatant stands up, except a reckless combatant
/// with several attacks (SPL-14 to SPL-23, SPL-33).
fn strikes(
    mind: &Mind<'_>,
    who: Id,
    weapon: &Weapon,
    first: Id,
    booked: &BTreeMap<Id, i64>,
    rows: &mut Rows,
) {
    let (now, one) = (mind.now, fighter(mind.now, who));
    let turn = Turn::of(now, who);
    let reckless = mind.tactics(who).nerve == Nerve::Reckless;
    rows.word("plan", Main::Attack.word());
    let mut count = one.sheet.attacks_per_round();
    let still = turn.moved == 0 && !turn.rooted;
    if one.has(is::PRONE) && still && !(reckless && count > 1) {
        rows.yes("rises");
        count = 1;
    }
    if turn.moved > 5 {
        count = 1;
    }
    if let Some(ammo) = weapon.ammo().filter(|_| !weapon.melee()) {
        count = count.min(ammo);
    }
    if one.sheet.attacks_per_round() > 1 {
        rows.put("attacks", Value::Int(count));
    }
    let mut taken: Vec<(Id, i64)> = Vec::new();
    for number in 1..=count {
        let own = |id: Id| {
            let mine = taken.iter().filter(|(target, _)| *target == id);
            mine.map(|(_, worth)| *worth).sum::<i64>()
        };
        let target = match number {
            1 => first,
            _ => target(mind, who, booked, own).unwrap_or(first),
        };
        rows.word(&format!("weapon{number}"), weapon.name());
        rows.who(&format!("target{number}"), target);
        let sneak = weapon.melee() && beset(now, who, target);
        rows.put(&format!("sneak{number}"), Value::Flag(sneak));
        taken.push((target, worth::blow(now, weapon, target)));
    }
    let fresh = Last::of(now, who).plan.is_none() && still && !one.has(is::PRONE);
    if fresh && weapon.melee() && one.sheet.attacks_per_round() == 1 && one.speed() > 5 {
        rows.yes("charge");
    } else if let Some(other) = off_hand(&one).filter(|_| !turn.bonus_spent && weapon.melee()) {
        rows.yes("off_hand");
        rows.word("weapon_off", other.name());
        rows.who("target_off", first);
    }
}

/// Returns a usable and uncracked melee weapon of the off hand (SPL-20).
fn off_hand(one: &Fighter<'_>) -> Option<Weapon> {
    let whole = |weapon: &Weapon| weapon.unusable().is_none() && !weapon.cracked();
    let mut all = one.weapons();
    all.find(|weapon| weapon.off_hand() && weapon.melee() && whole(weapon))
}

/// Returns true if an ally has planned melee attacks against a target, so that sneak attacks are possible (SPL-70).
fn beset(now: &Encounter, who: Id, target: Id) -> bool {
    let mut friends = now.members(now.get(who).side).filter(|id| *id != who);
    friends.any(|id| {
        let turn = Turn::of(now, id);
        let mut blows = turn.plan.blows.iter();
        turn.declared
            && blows.any(|blow| {
                let weapon = Weapon::named(now, id, &blow.weapon);
                blow.target == Some(target) && weapon.is_some_and(|weapon| weapon.melee())
            })
    })
}
